//! One answer only, within 3 s; edits for 15 min; old messages are edited rarely. On the sandbox's clock.
use serde_json::{Value, json};

use crate::support::{CHANNEL, EAST, Local};

#[tokio::test]
async fn an_answer_is_given_once() {
    let (local, mut bot) = Local::with_probe().await;
    let event = local.probe(&mut bot, EAST).await;
    assert_eq!(local.callback(&event, json!({"type": 5})).await.0, 200);
    let (status, body) = local.callback(&event, json!({"type": 4, "data": {"content": "x"}})).await;
    assert_eq!((status, &body["code"]), (400, &json!(40060)));
    let path = format!("/interactions/{}", event["id"].as_str().unwrap());
    let state = local.done("GET", &path, Value::Null).await;
    assert_eq!(state["state"], "answered");
    assert_eq!(state["response"]["type"], 5);
    assert_eq!(state["response"]["message"]["thinking"], true);
    assert!(state["ms"].is_u64());
    local.stop().await;
}

#[tokio::test]
async fn a_late_answer_finds_no_interaction() {
    let (local, mut bot) = Local::with_probe().await;
    let event = local.probe(&mut bot, EAST).await;
    let path = format!("/interactions/{}", event["id"].as_str().unwrap());
    assert_eq!(local.done("GET", &path, Value::Null).await["state"], "pending");
    local.advance(3_000).await;
    assert_eq!(local.done("GET", &path, Value::Null).await["state"], "failed");
    let (status, body) = local.callback(&event, json!({"type": 5})).await;
    assert_eq!((status, &body["code"]), (404, &json!(10062)));
    // Without an answer there is nothing to follow up.
    let (status, body) = local.rest("POST", &local.webhook(&event, ""), json!({"content": "x"})).await;
    assert_eq!((status, &body["code"]), (404, &json!(10015)));
    local.stop().await;
}

#[tokio::test]
async fn a_token_lives_for_15_minutes() {
    let (local, mut bot) = Local::with_probe().await;
    let event = local.probe(&mut bot, EAST).await;
    local.callback(&event, json!({"type": 5, "data": {"flags": 64}})).await;
    let original = local.webhook(&event, "/messages/@original");
    local.advance(14 * 60_000).await;
    assert_eq!(local.rest("PATCH", &original, json!({"content": "still"})).await.0, 200);
    local.advance(60_000).await;
    let (status, body) = local.rest("PATCH", &original, json!({"content": "dead"})).await;
    assert_eq!((status, &body["code"]), (401, &json!(50027)));
    assert_eq!(local.messages(EAST).await[0]["content"], "still");
    local.stop().await;
}

#[tokio::test]
async fn messages_older_than_an_hour_are_edited_rarely() {
    let (local, mut bot) = Local::with_probe().await;
    let path = format!("/channels/{CHANNEL}/messages");
    let (_, message) = local.rest("POST", &path, json!({"content": "board"})).await;
    bot.event("MESSAGE_CREATE").await;
    let path = format!("{path}/{}", message["id"].as_str().unwrap());
    let mut codes = Vec::new();
    local.advance(60 * 60_000).await;
    for n in 0..4 {
        let (status, body) = local.rest("PATCH", &path, json!({"content": format!("{n}")})).await;
        codes.push((status, body["code"].clone()));
    }
    assert_eq!(codes[0], (200, Value::Null));
    assert_eq!(codes[3], (429, json!(30046)));
    local.stop().await;
}

#[tokio::test]
async fn edits_of_one_token_are_limited() {
    let (local, mut bot) = Local::with_probe().await;
    let event = local.probe(&mut bot, EAST).await;
    local.callback(&event, json!({"type": 5, "data": {"flags": 64}})).await;
    let original = local.webhook(&event, "/messages/@original");
    let mut statuses = Vec::new();
    for n in 0..6 {
        statuses.push(local.rest("PATCH", &original, json!({"content": n.to_string()})).await);
    }
    assert!(statuses[..5].iter().all(|(status, _)| *status == 200), "{statuses:?}");
    assert_eq!(statuses[5].0, 429);
    assert!(statuses[5].1["retry_after"].as_f64().unwrap() <= 2.0);
    local.advance(2_000).await;
    assert_eq!(local.rest("PATCH", &original, json!({"content": "7"})).await.0, 200);
    local.stop().await;
}

#[tokio::test]
async fn every_answer_carries_its_rate_limit() {
    let local = Local::start().await;
    let url = format!("{}/api/v10/channels/{CHANNEL}/messages", local.base);
    let mut last = None;
    for n in 0..6 {
        let request = local.http.post(&url).header("authorization", "Bot x");
        let response = request.json(&json!({"content": n.to_string()})).send().await.unwrap();
        let headers = response.headers();
        assert_eq!(headers["x-ratelimit-limit"], "5");
        assert_eq!(headers["x-ratelimit-bucket"], "channel-messages-create");
        assert!(headers.contains_key("x-ratelimit-reset-after"));
        last = Some(response);
    }
    let refused = last.unwrap();
    assert_eq!(refused.status(), 429);
    assert_eq!(refused.headers()["x-ratelimit-remaining"], "0");
    assert_eq!(refused.headers()["x-ratelimit-scope"], "user");
    assert!(refused.headers().contains_key("retry-after"));
    let body: Value = refused.json().await.unwrap();
    assert_eq!((&body["global"], &body["code"]), (&json!(false), &json!(0)));
    local.stop().await;
}

#[tokio::test]
async fn a_first_answer_has_no_limit_and_says_nothing_of_one() {
    let (local, mut bot) = Local::with_probe().await;
    let event = local.probe(&mut bot, EAST).await;
    let (id, token) = (event["id"].as_str().unwrap(), event["token"].as_str().unwrap());
    let url = format!("{}/api/v10/interactions/{id}/{token}/callback", local.base);
    let mut statuses = Vec::new();
    for _ in 0..8 {
        let response = local.http.post(&url).json(&json!({"type": 5})).send().await.unwrap();
        let speaks = response.headers().keys().any(|name| name.as_str().starts_with("x-ratelimit"));
        assert!(!speaks, "{:?}", response.headers());
        statuses.push(response.status().as_u16());
    }
    assert_eq!(statuses, [204, 400, 400, 400, 400, 400, 400, 400], "answered before, not too often");
    local.stop().await;
}

#[tokio::test]
async fn the_global_limit_leaves_interactions_alone() {
    let (local, mut bot) = Local::with_probe().await;
    local.advance(1_000).await;
    let mut last = (0, Value::Null);
    for n in 0..60 {
        let path = if n % 2 == 0 { format!("/channels/{CHANNEL}") } else { "/users/@me".to_owned() };
        last = local.rest("GET", &path, Value::Null).await;
        if last.0 == 429 {
            break;
        }
    }
    assert_eq!((last.0, &last.1["global"]), (429, &json!(true)));
    let event = local.probe(&mut bot, EAST).await;
    assert_eq!(local.callback(&event, json!({"type": 5})).await.0, 200);
    local.stop().await;
}
