//! What checks the bodies of this suite against Discord's document finds what is wrong with one.

use serde_json::{Value, json};

use crate::support::openapi::document;

/// Whether the document takes this body of a new message, and this answer to it.
fn fault(body: Value, answer: Value, status: u16) -> Option<String> {
    let path = "/channels/1100000000000000200/messages";
    let request = json!({"method": "POST", "path": path, "body": body, "status": status, "answer": answer});
    document()?.check_request(&request).err()
}

#[test]
fn a_body_that_discord_would_not_take_is_found() {
    if document().is_none() {
        return;
    }
    let limited = json!({"message": "slow", "retry_after": 0.5, "global": false, "code": 0});
    let of = |body: Value| fault(body, limited.clone(), 429).unwrap_or_default();
    assert_eq!(of(json!({"content": "x", "allowed_mentions": {"parse": []}})), "");
    for (body, words) in [
        (json!({"content": 5}), "body.content: 5 is no"),
        (json!({"content": "x".repeat(4_001)}), "4001 is not within"),
        (json!({"embeds": vec![json!({}); 11]}), "body.embeds: 11 is not within"),
        (json!({"embeds": [{"fields": [{"name": "x"}]}]}), "value is missing"),
        (json!({"alowed_mentions": {"parse": []}}), "body.alowed_mentions: there is no such field"),
        (json!({"allowed_mentions": {"users": ["me"]}}), "\"me\" is no \"snowflake\""),
        (
            json!({"components": [{"type": 1, "components": [{"type": 2, "style": 1, "custom_id": "x".repeat(101)}]}]}),
            "101 is not within",
        ),
    ] {
        let found = of(body);
        assert!(found.contains(words), "{words:?} is not in {found:?}");
    }
    let answer = fault(json!({"content": "x"}), json!({"id": "1"}), 200).unwrap();
    assert!(answer.contains("is missing"), "{answer}");
    let undocumented = fault(json!({"content": "x"}), Value::Null, 302).unwrap();
    assert!(undocumented.contains("not documented"), "{undocumented}");
}
