//! Limits of application commands. Source: Discord's "Application Commands".
use std::collections::HashSet;

use serde_json::{Value, json};

use crate::sandbox::error::{ApiError, FormErrors};
use crate::sandbox::ids::Id;

/// Option types in Discord's numbering.
const SUB_COMMAND: u64 = 1;
const SUB_COMMAND_GROUP: u64 = 2;

/// Checks a whole list as one PUT sends it.
pub fn check_all(list: &[Value]) -> Result<(), ApiError> {
    let mut errors = FormErrors::default();
    errors.check_count("", list.len(), 0, 130);
    let mut names = HashSet::new();
    for (n, command) in list.iter().enumerate() {
        check_command(command, &n.to_string(), &mut errors);
        if !names.insert((command["name"].as_str(), command["type"].as_u64().unwrap_or(1))) {
            let message = "Application command names must be unique";
            errors.add(&n.to_string(), "APPLICATION_COMMANDS_DUPLICATE_NAME", message);
        }
    }
    errors.finish()
}

/// Checks one command.
pub fn check(command: &Value, at: &str) -> Result<(), ApiError> {
    let mut errors = FormErrors::default();
    check_command(command, at, &mut errors);
    errors.finish()
}

/// Lower-case letters of any script, digits, `-` and `_`, at most 32.
fn check_name(name: &Value, at: &str, errors: &mut FormErrors) {
    let name = name.as_str().unwrap_or_default();
    errors.check_len(at, name, 1, 32);
    let fits = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '\'');
    if !name.chars().all(fits) || name.to_lowercase() != name {
        let message = format!("Command name is invalid: {name:?}");
        errors.add(at, "APPLICATION_COMMAND_INVALID_NAME", message);
    }
}

fn check_command(command: &Value, at: &str, errors: &mut FormErrors) {
    let dot = |field: &str| if at.is_empty() { field.to_owned() } else { format!("{at}.{field}") };
    if command["type"].as_u64().unwrap_or(1) != 1 {
        errors.check_len(&dot("name"), command["name"].as_str().unwrap_or_default(), 1, 32);
        return;
    }
    check_texts(command, at, errors);
    check_options(&command["options"], &dot("options"), errors);
    let total = total_len(command);
    if total > 8000 {
        let message = "Command exceeds maximum size of 8000 characters";
        errors.add(at, "APPLICATION_COMMAND_TOO_LARGE", message);
    }
}

fn check_texts(item: &Value, at: &str, errors: &mut FormErrors) {
    let dot = |field: &str| if at.is_empty() { field.to_owned() } else { format!("{at}.{field}") };
    check_name(&item["name"], &dot("name"), errors);
    errors.check_len(&dot("description"), item["description"].as_str().unwrap_or_default(), 1, 100);
    for (locale, name) in item["name_localizations"].as_object().into_iter().flatten() {
        check_locale(locale, &dot("name_localizations"), errors);
        check_name(name, &dot(&format!("name_localizations.{locale}")), errors);
    }
    for (locale, text) in item["description_localizations"].as_object().into_iter().flatten() {
        check_locale(locale, &dot("description_localizations"), errors);
        let at = dot(&format!("description_localizations.{locale}"));
        errors.check_len(&at, text.as_str().unwrap_or_default(), 1, 100);
    }
}

fn check_locale(locale: &str, at: &str, errors: &mut FormErrors) {
    const LOCALES: &str = "ar id da de en-GB en-US es-ES es-419 fr hr it lt hu nl no pl pt-BR ro fi sv-SE \
                           vi tr cs el bg ru uk hi th zh-CN ja zh-TW ko";
    if !LOCALES.split(' ').any(|known| known == locale) {
        errors.add(at, "BASE_TYPE_CHOICES", format!("{locale:?} is not a locale."));
    }
}

fn check_options(options: &Value, at: &str, errors: &mut FormErrors) {
    let empty = Vec::new();
    let options = options.as_array().unwrap_or(&empty);
    errors.check_count(at, options.len(), 0, 25);
    let mut names = HashSet::new();
    let mut optional_before = false;
    for (n, option) in options.iter().enumerate() {
        let at = format!("{at}.{n}");
        check_texts(option, &at, errors);
        if !names.insert(option["name"].as_str().unwrap_or_default()) {
            let message = "Option names must be unique";
            errors.add(&at, "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", message);
        }
        let kind = option["type"].as_u64().unwrap_or(0);
        if !(1..=11).contains(&kind) {
            errors.add(&format!("{at}.type"), "BASE_TYPE_CHOICES", "Value must be one of 1 to 11.");
        }
        if matches!(kind, SUB_COMMAND | SUB_COMMAND_GROUP) {
            check_options(&option["options"], &format!("{at}.options"), errors);
            continue;
        }
        let required = option["required"].as_bool().unwrap_or(false);
        if required && optional_before {
            let message = "Required options must be placed before non-required options";
            errors.add(&at, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", message);
        }
        optional_before |= !required;
        check_choices(option, &at, errors);
    }
}

fn check_choices(option: &Value, at: &str, errors: &mut FormErrors) {
    let empty = Vec::new();
    let choices = option["choices"].as_array().unwrap_or(&empty);
    errors.check_count(&format!("{at}.choices"), choices.len(), 0, 25);
    if !choices.is_empty() && option["autocomplete"] == json!(true) {
        let message = "Autocomplete and choices exclude each other";
        errors.add(at, "APPLICATION_COMMAND_OPTION_AUTOCOMPLETE_CHOICES", message);
    }
    for (n, choice) in choices.iter().enumerate() {
        let at = format!("{at}.choices.{n}");
        errors.check_len(&format!("{at}.name"), choice["name"].as_str().unwrap_or_default(), 1, 100);
        if let Some(text) = choice["value"].as_str() {
            errors.check_len(&format!("{at}.value"), text, 1, 100);
        }
    }
}

/// Characters of all names, descriptions and values; the longest localisation counts.
fn total_len(item: &Value) -> usize {
    let len = |text: &Value| text.as_str().unwrap_or_default().chars().count();
    let longest = |own: &Value, localised: &Value| {
        let others = localised.as_object().into_iter().flatten().map(|(_, text)| len(text));
        others.max().unwrap_or(0).max(len(own))
    };
    let own = longest(&item["name"], &item["name_localizations"])
        + longest(&item["description"], &item["description_localizations"])
        + len(&item["value"]);
    let nested = ["options", "choices"];
    let children = nested.iter().flat_map(|field| item[*field].as_array().into_iter().flatten());
    own + children.map(total_len).sum::<usize>()
}

/// The command with Discord's defaults for what was left out.
pub fn complete(sent: &Value, version: Id, guild: Option<Id>) -> Value {
    let or = |field: &str, default: Value| match &sent[field] {
        Value::Null => default,
        given => given.clone(),
    };
    let permissions = match &sent["default_member_permissions"] {
        Value::Number(bits) => json!(bits.to_string()),
        other => other.clone(),
    };
    let mut body = json!({
        "version": version, "type": or("type", json!(1)), "name": sent["name"],
        "name_localizations": sent["name_localizations"],
        "description": or("description", json!("")),
        "description_localizations": sent["description_localizations"],
        "options": tidy(&sent["options"]), "nsfw": or("nsfw", json!(false)),
        "default_member_permissions": permissions,
    });
    if guild.is_none() {
        body["dm_permission"] = or("dm_permission", json!(true));
        body["contexts"] = sent["contexts"].clone();
        body["integration_types"] = or("integration_types", json!([0]));
    }
    body
}

/// Options without the nulls and empty lists that some clients send for every kind.
fn tidy(options: &Value) -> Value {
    let empty = Vec::new();
    let options = options.as_array().unwrap_or(&empty);
    let tidied = options.iter().filter_map(Value::as_object).map(|option| {
        let mut option = option.clone();
        option.retain(|field, value| match value {
            Value::Null => false,
            Value::Array(list) => !list.is_empty() || field == "options",
            _ => true,
        });
        if let Some(nested) = option.get("options") {
            let nested = tidy(nested);
            option.insert("options".to_owned(), nested);
        }
        Value::Object(option)
    });
    tidied.collect()
}
