//! What the bot asked of Discord, looked through afterwards: nothing private may have gone a public way.

use std::collections::BTreeMap;

use serde_json::Value;

use super::people::People;
use super::play::PRIVATE_WORDS;

const EPHEMERAL: u64 = 1 << 6;

/// Looks through all requests of the bot so far. `forgiven` are statuses that a disturbance of the test explains.
pub async fn audit(people: &People, forgiven: &[u64]) {
    let requests = people.requests().await;
    assert!(requests.len() < 9_000, "the log of requests is cut, so this proves nothing");
    let mut answered: BTreeMap<String, u32> = BTreeMap::new();
    for request in &requests {
        let (method, path) = (request["method"].as_str().unwrap(), request["path"].as_str().unwrap());
        let status = request["status"].as_u64().unwrap();
        let by_token = path.contains("/webhooks/");
        // A hand that was pressed while a newer one took its place may be gone when the answer comes.
        let is_race = by_token && status == 404;
        assert!(status < 400 || is_race || forgiven.contains(&status), "{request}");
        let mut body = request["body"].clone();
        // The words of pictures are shown as they are: nothing in them notifies anybody.
        if let Some(fields) = body.as_object_mut() {
            fields.remove("attachments");
        }
        let body = body.to_string();
        let shows_hand = attachments(request).any(|alt| alt.starts_with(PRIVATE_WORDS));
        assert!(by_token || !shows_hand, "a hand went through the channel: {request}");
        if by_token && method == "POST" {
            let flags = request["body"]["flags"].as_u64().unwrap_or(0);
            assert!(flags & EPHEMERAL != 0, "a follow-up that all see: {request}");
        }
        assert!(!body.contains("@everyone") && !body.contains("@here"), "{request}");
        if path.contains("/callback") {
            if status < 300 {
                *answered.entry(path.to_owned()).or_default() += 1;
            }
            let kind = request["body"]["type"].as_u64().unwrap();
            let flags = request["body"]["data"]["flags"].as_u64().unwrap_or(0);
            assert!(matches!(kind, 5 | 6 | 8 | 9), "{request}");
            assert!(kind != 5 || flags & EPHEMERAL != 0, "a public answer: {request}");
        }
    }
    let twice: Vec<_> = answered.iter().filter(|(_, n)| **n > 1).collect();
    assert!(twice.is_empty(), "answered twice: {twice:?}");
}

fn attachments(request: &Value) -> impl Iterator<Item = &str> {
    let list = request["body"]["attachments"].as_array().into_iter().flatten();
    list.filter_map(|one| one["description"].as_str())
}
