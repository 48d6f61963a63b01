//! Limits of a message body: text, embeds, polls aside. Source: Discord's "Message Resource" and
//! "Embed Limits".
use serde_json::Value;

use super::components::{self, Palette};
use super::error::FormErrors;
use super::model::flag;

/// Bytes of a file.
pub const FILE_MAX: usize = 10 * 1024 * 1024;
/// Files of a message.
pub const FILES_MAX: usize = 10;

/// Checks every field that is there; `flags` are those of the finished message.
pub fn check_message(body: &Value, flags: u64, palette: &Palette, errors: &mut FormErrors) {
    match &body["content"] {
        Value::Null => {}
        Value::String(text) => errors.check_len("content", text, 0, 2000),
        _ => errors.add("content", "STRING_TYPE_CONVERT", "Could not interpret value as string."),
    }
    match &body["embeds"] {
        Value::Null => {}
        Value::Array(embeds) => check_embeds(embeds, errors),
        _ => errors.add("embeds", "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType"),
    }
    match &body["components"] {
        Value::Null => {}
        Value::Array(list) => components::check(list, flags & flag::COMPONENTS_V2 != 0, palette, errors),
        _ => errors.add("components", "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType"),
    }
    if flags & flag::COMPONENTS_V2 != 0 {
        for field in ["content", "embeds"] {
            let used = match &body[field] {
                Value::String(text) => !text.is_empty(),
                Value::Array(list) => !list.is_empty(),
                _ => false,
            };
            if used {
                let message = format!("The '{field}' field cannot be used when using IS_COMPONENTS_V2.");
                errors.add(field, "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", message);
            }
        }
    }
    check_attachments(&body["attachments"], errors);
}

fn check_attachments(list: &Value, errors: &mut FormErrors) {
    let list = match list {
        Value::Null => return,
        Value::Array(list) => list,
        _ => {
            errors.add("attachments", "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType");
            return;
        }
    };
    errors.check_count("attachments", list.len(), 0, FILES_MAX);
    for (n, attachment) in list.iter().enumerate() {
        if let Some(text) = attachment["description"].as_str() {
            errors.check_len(&format!("attachments.{n}.description"), text, 0, 1024);
        }
        if attachment["id"].is_null() {
            errors.add(&format!("attachments.{n}.id"), "BASE_TYPE_REQUIRED", "This field is required");
        }
    }
}

fn check_embeds(embeds: &[Value], errors: &mut FormErrors) {
    errors.check_count("embeds", embeds.len(), 0, 10);
    let mut total = 0;
    for (n, embed) in embeds.iter().enumerate() {
        let at = format!("embeds.{n}");
        if !embed.is_object() {
            errors.add(&at, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType");
            continue;
        }
        check_embed(embed, &at, &mut total, errors);
    }
    if total > 6000 {
        errors.add("embeds", "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of 6000");
    }
}

fn check_embed(embed: &Value, at: &str, total: &mut usize, errors: &mut FormErrors) {
    let texts = [
        ("title", &embed["title"], 256),
        ("description", &embed["description"], 4096),
        ("footer.text", &embed["footer"]["text"], 2048),
        ("author.name", &embed["author"]["name"], 256),
    ];
    for (name, text, max) in texts {
        if let Some(text) = text.as_str() {
            *total += text.chars().count();
            errors.check_len(&format!("{at}.{name}"), text, 0, max);
        }
    }
    for (name, url) in [
        ("url", &embed["url"]),
        ("image.url", &embed["image"]["url"]),
        ("thumbnail.url", &embed["thumbnail"]["url"]),
        ("footer.icon_url", &embed["footer"]["icon_url"]),
        ("author.icon_url", &embed["author"]["icon_url"]),
    ] {
        let known = |text: &str| ["http://", "https://", "attachment://"].iter().any(|s| text.starts_with(s));
        if url.as_str().is_some_and(|text| !text.is_empty() && !known(text)) {
            errors.add(&format!("{at}.{name}"), "URL_TYPE_INVALID_URL", "Not a well formed URL.");
        }
    }
    if embed["color"].as_i64().is_some_and(|color| !(0..=0xff_ffff).contains(&color)) {
        errors.add(&format!("{at}.color"), "NUMBER_TYPE_MAX", "int value should be at most 16777215.");
    }
    let empty = Vec::new();
    let fields = embed["fields"].as_array().unwrap_or(&empty);
    errors.check_count(&format!("{at}.fields"), fields.len(), 0, 25);
    for (n, field) in fields.iter().enumerate() {
        for (name, max) in [("name", 256), ("value", 1024)] {
            let text = field[name].as_str().unwrap_or_default();
            *total += text.chars().count();
            errors.check_len(&format!("{at}.fields.{n}.{name}"), text, 1, max);
        }
    }
}
