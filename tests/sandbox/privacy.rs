//! Who sees what: privacy is fixed by the first answer and never leaks to another person.
use serde_json::{Value, json};

use crate::support::{CHANNEL, EAST, Local, SOUTH, button, within};

fn ids(list: &[Value]) -> Vec<&str> {
    list.iter().map(|message| message["id"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn an_ephemeral_answer_is_only_for_its_user() {
    let (local, mut bot) = Local::with_probe().await;
    let event = local.probe(&mut bot, EAST).await;
    let (status, body) = local.callback(&event, json!({"type": 5, "data": {"flags": 64}})).await;
    assert_eq!(status, 200);
    assert_eq!(body["interaction"]["response_message_ephemeral"], true);
    assert_eq!(body["interaction"]["response_message_loading"], true);
    // The edit asks for a public message; the defer decided.
    let edit = json!({"content": "secret", "flags": 0, "components": button("tile")});
    let (_, hand) = local.rest("PATCH", &local.webhook(&event, "/messages/@original"), edit).await;
    assert_eq!(hand["flags"], 64);
    let id = hand["id"].as_str().unwrap();
    assert_eq!(ids(&local.messages(EAST).await), [id]);
    assert!(local.messages(SOUTH).await.is_empty());
    assert!(local.done("GET", &format!("/channels/{CHANNEL}/messages"), Value::Null).await == json!([]));
    let press = json!({"user": SOUTH, "custom_id": "tile"});
    let (status, body) = local.human("POST", &format!("/messages/{id}/components"), press).await;
    assert_eq!(status, 404, "{body}");
    // Ephemeral messages exist only for their tokens, and the gateway never shows them.
    let (status, body) = local.rest("GET", &format!("/channels/{CHANNEL}/messages/{id}"), Value::Null).await;
    assert_eq!((status, &body["code"]), (404, &json!(10008)));
    let (_, list) = local.rest("GET", &format!("/channels/{CHANNEL}/messages"), Value::Null).await;
    assert_eq!(list, json!([]));
    let next = local.click(&mut bot, EAST, &hand, "tile").await;
    assert_eq!(next["message"]["content"], "secret");
    local.stop().await;
}

#[tokio::test]
async fn a_public_defer_makes_the_edit_public() {
    let (local, mut bot) = Local::with_probe().await;
    let event = local.probe(&mut bot, EAST).await;
    local.callback(&event, json!({"type": 5})).await;
    bot.event("MESSAGE_CREATE").await;
    let edit = json!({"content": "leaked", "flags": 64});
    local.rest("PATCH", &local.webhook(&event, "/messages/@original"), edit).await;
    assert_eq!(local.messages(SOUTH).await[0]["content"], "leaked");
    assert_eq!(bot.event("MESSAGE_UPDATE").await["content"], "leaked");
    local.stop().await;
}

#[tokio::test]
async fn a_deferred_update_of_a_public_message_is_that_message() {
    let (local, mut bot) = Local::with_probe().await;
    let body = json!({"content": "board", "components": button("hand")});
    let (_, board) = local.rest("POST", &format!("/channels/{CHANNEL}/messages"), body).await;
    bot.event("MESSAGE_CREATE").await;
    let event = local.click(&mut bot, SOUTH, &board, "hand").await;
    assert_eq!(event["message"]["id"], board["id"]);
    assert_eq!(event["member"]["user"]["id"], SOUTH);
    local.callback(&event, json!({"type": 6})).await;
    let original = local.webhook(&event, "/messages/@original");
    let (_, found) = local.rest("GET", &original, Value::Null).await;
    assert_eq!(found["id"], board["id"]);
    local.rest("PATCH", &original, json!({"content": "everybody reads this"})).await;
    assert_eq!(local.messages(EAST).await[0]["content"], "everybody reads this");
    // A private follow-up to the click is possible and is only the clicking user's.
    let follow_up = json!({"content": "hand", "flags": 64});
    let (status, hand) = local.rest("POST", &local.webhook(&event, ""), follow_up).await;
    assert_eq!((status, &hand["flags"]), (200, &json!(64)));
    assert_eq!(local.messages(SOUTH).await.len(), 2);
    assert_eq!(local.messages(EAST).await.len(), 1);
    local.stop().await;
}

#[tokio::test]
async fn the_first_follow_up_after_a_defer_is_the_original() {
    let (local, mut bot) = Local::with_probe().await;
    let event = local.probe(&mut bot, EAST).await;
    local.callback(&event, json!({"type": 5, "data": {"flags": 64}})).await;
    let (_, first) = local.rest("POST", &local.webhook(&event, ""), json!({"content": "one"})).await;
    let (_, original) = local.rest("GET", &local.webhook(&event, "/messages/%40original"), Value::Null).await;
    assert_eq!(first["id"], original["id"]);
    assert_eq!(first["flags"], 64);
    let (_, second) = local.rest("POST", &local.webhook(&event, ""), json!({"content": "two"})).await;
    assert_ne!(second["id"], original["id"]);
    assert_eq!(second["flags"], 0);
    local.stop().await;
}

#[tokio::test]
async fn an_event_stream_shows_only_what_its_user_may_see() {
    let (local, mut bot) = Local::with_probe().await;
    let open = async |user: &str| {
        let url = format!("{}/sandbox/events?as={user}", local.base);
        within(local.http.get(url).send()).await.unwrap()
    };
    let (mut east, mut south) = (open(EAST).await, open(SOUTH).await);
    let event = local.probe(&mut bot, EAST).await;
    local.callback(&event, json!({"type": 4, "data": {"content": "hidden", "flags": 64}})).await;
    local.rest("POST", &format!("/channels/{CHANNEL}/messages"), json!({"content": "shown"})).await;
    let read = async |stream: &mut reqwest::Response| {
        let mut text = String::new();
        while !text.contains("shown") {
            let chunk = within(stream.chunk()).await.unwrap().unwrap();
            text.push_str(std::str::from_utf8(&chunk).unwrap());
        }
        text
    };
    assert!(read(&mut east).await.contains("hidden"));
    let of_south = read(&mut south).await;
    assert!(!of_south.contains("hidden"));
    assert!(of_south.starts_with("event: message\ndata: "));
    local.stop().await;
}

#[tokio::test]
async fn a_private_thread_is_seen_only_by_its_people() {
    let (local, _bot) = Local::with_probe().await;
    let path = format!("/channels/{CHANNEL}/threads");
    let (status, thread) = local.rest("POST", &path, json!({"name": "quiet", "type": 12})).await;
    assert_eq!(status, 201);
    let id = thread["id"].as_str().unwrap();
    let look = format!("/channels/{id}/messages?as={SOUTH}");
    assert_eq!(local.human("GET", &look, Value::Null).await.0, 404);
    local.rest("PUT", &format!("/channels/{id}/thread-members/{SOUTH}"), Value::Null).await;
    assert_eq!(local.human("GET", &look, Value::Null).await.0, 200);
    local.stop().await;
}
