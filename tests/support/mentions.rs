//! Whom the bot's messages may notify: nobody, but the one player whom the ping of a late turn names.

#![allow(dead_code, reason = "each test program uses its part of this")]

use serde_json::{Value, json};

/// Every message that was sent or edited says that it notifies nobody, or the one person whom its text names.
pub fn name_nobody(requests: &[Value]) {
    for request in requests.iter().filter(|request| is_message(request)) {
        let allowed = &request["body"]["allowed_mentions"];
        assert_eq!(allowed["parse"], json!([]), "{request}");
        let named = allowed["users"].as_array().map_or(&[][..], Vec::as_slice);
        let text = request["body"]["content"].as_str().unwrap_or_default();
        let is_named = |user: &Value| text.contains(&format!("<@{}>", user.as_str().unwrap()));
        assert!(named.len() <= 1 && named.iter().all(is_named), "{request}");
        let is_public = request["path"].as_str().unwrap().starts_with("/channels/");
        assert!(named.is_empty() || is_public, "a private message notifies anyway: {request}");
        for list in ["roles", "replied_user"] {
            assert!(allowed[list].is_null() || allowed[list] == json!([]), "{request}");
        }
    }
}

/// A new message or an edit; an acknowledgement says nothing, and must not.
fn is_message(request: &Value) -> bool {
    let (method, path) = (request["method"].as_str().unwrap(), request["path"].as_str().unwrap());
    let says = ["content", "embeds"].iter().any(|part| !request["body"]["data"][part].is_null());
    assert!(!path.ends_with("/callback") || !says, "an acknowledgement with words: {request}");
    let is_in_channel = path.starts_with("/channels/") && path.contains("/messages");
    matches!(method, "POST" | "PATCH" | "PUT") && (is_in_channel || path.starts_with("/webhooks/"))
}
