//! Disturbances: 429, 5xx, latency, deleted things, missing permissions.
use serde_json::{Value, json};

use crate::support::{Bot, CHANNEL, EAST, GUILD, Local, button, within};

#[tokio::test]
async fn every_nth_request_fails_until_cleared() {
    let local = Local::start().await;
    local.done("POST", "/faults", json!({"rest_429_every": 2})).await;
    let mut statuses = Vec::new();
    for _ in 0..4 {
        statuses.push(local.rest("GET", "/users/@me", Value::Null).await.0);
    }
    assert_eq!(statuses, [200, 429, 200, 429]);
    local.done("POST", "/faults", json!({"rest_429_every": 0, "rest_5xx_every": 1})).await;
    assert_eq!(local.rest("GET", "/users/@me", Value::Null).await.0, 502);
    local.done("POST", "/faults", json!({})).await;
    assert_eq!(local.rest("GET", "/users/@me", Value::Null).await.0, 200);
    assert_eq!(local.human("POST", "/faults", json!({"earthquake": true})).await.0, 400);
    local.stop().await;
}

#[tokio::test]
async fn permissions_can_be_taken_and_given_back() {
    let (local, mut bot) = Local::with_probe().await;
    let deny = |bits: &[&str]| json!({"permissions": {"channel": CHANNEL, "deny": bits}});
    let path = format!("/channels/{CHANNEL}/messages");
    local.done("POST", "/faults", deny(&["SEND_MESSAGES"])).await;
    let changed = bot.event("CHANNEL_UPDATE").await;
    assert_eq!(changed["permission_overwrites"][0]["deny"], "2048");
    let (status, body) = local.rest("POST", &path, json!({"content": "x"})).await;
    assert_eq!((status, &body["code"]), (403, &json!(50013)));
    let event = local.probe(&mut bot, EAST).await;
    let bits: u64 = event["app_permissions"].as_str().unwrap().parse().unwrap();
    assert_eq!(bits & 2048, 0);
    // Answers to interactions need no permission.
    assert_eq!(local.callback(&event, json!({"type": 5, "data": {"flags": 64}})).await.0, 200);
    local.done("POST", "/faults", deny(&["VIEW_CHANNEL"])).await;
    let (status, body) = local.rest("POST", &path, json!({"content": "x"})).await;
    assert_eq!((status, &body["code"]), (403, &json!(50001)));
    local.done("POST", "/faults", json!({})).await;
    assert_eq!(local.rest("POST", &path, json!({"content": "x"})).await.0, 200);
    local.stop().await;
}

#[tokio::test]
async fn deleted_messages_and_channels_are_gone() {
    let (local, mut bot) = Local::with_probe().await;
    let path = format!("/channels/{CHANNEL}/messages");
    let (_, board) = local.rest("POST", &path, json!({"content": "b", "components": button("x")})).await;
    bot.event("MESSAGE_CREATE").await;
    let event = local.click(&mut bot, EAST, &board, "x").await;
    local.callback(&event, json!({"type": 6})).await;
    local.done("POST", "/faults", json!({"delete_message": board["id"]})).await;
    assert_eq!(bot.event("MESSAGE_DELETE").await["id"], board["id"]);
    let original = local.webhook(&event, "/messages/@original");
    assert_eq!(local.rest("PATCH", &original, json!({"content": "x"})).await.1["code"], 10008);
    let gone = format!("{path}/{}", board["id"].as_str().unwrap());
    assert_eq!(local.rest("PATCH", &gone, json!({"content": "x"})).await.1["code"], 10008);
    local.done("POST", "/faults", json!({"delete_channel": CHANNEL})).await;
    assert_eq!(bot.event("CHANNEL_DELETE").await["id"], CHANNEL);
    let (status, body) = local.rest("POST", &path, json!({"content": "x"})).await;
    assert_eq!((status, &body["code"]), (404, &json!(10003)));
    assert_eq!(
        local.rest("POST", &local.webhook(&event, ""), json!({"content": "x"})).await.1["code"],
        10003
    );
    local.stop().await;
}

#[tokio::test]
async fn expired_tokens_are_dead_and_new_ones_live() {
    let (local, mut bot) = Local::with_probe().await;
    let event = local.probe(&mut bot, EAST).await;
    local.callback(&event, json!({"type": 5, "data": {"flags": 64}})).await;
    local.done("POST", "/faults", json!({"expire_tokens": true})).await;
    let original = local.webhook(&event, "/messages/@original");
    let (status, body) = local.rest("PATCH", &original, json!({"content": "x"})).await;
    assert_eq!((status, &body["code"]), (401, &json!(50027)));
    let event = local.probe(&mut bot, EAST).await;
    assert_eq!(local.callback(&event, json!({"type": 5})).await.0, 200);
    local.stop().await;
}

#[tokio::test]
async fn the_request_log_tells_what_the_bot_sent() {
    let local = Local::start().await;
    let _bot = Bot::ready(&local).await;
    let body = json!({"content": "x", "attachments": [{"id": 0}]});
    local.upload("POST", &format!("/channels/{CHANNEL}/messages"), &body, &[("a.bin", vec![1, 2])]).await;
    local.rest("GET", "/nowhere", Value::Null).await;
    let log = local.done("GET", "/requests?since=0", Value::Null).await;
    let first = &log["requests"][0];
    assert_eq!((&first["n"], &first["status"]), (&json!(0), &json!(200)));
    assert_eq!(first["path"], format!("/channels/{CHANNEL}/messages"));
    assert_eq!(first["body"], body);
    assert_eq!(first["files"], json!([{"name": "files[0]", "filename": "a.bin", "size": 2}]));
    let rest = local.done("GET", "/requests?since=1", Value::Null).await;
    assert_eq!(rest["requests"].as_array().unwrap().len(), 1);
    assert_eq!((&rest["requests"][0]["status"], &rest["next"]), (&json!(404), &json!(2)));
    local.stop().await;
}

#[tokio::test]
async fn a_held_channel_waits_and_no_other_does() {
    let (local, mut bot) = Local::with_probe().await;
    let made = local.done("POST", &format!("/guilds/{GUILD}/channels"), json!({"name": "other"})).await;
    bot.event("CHANNEL_CREATE").await;
    let other = made["id"].as_str().unwrap();
    let event = local.probe(&mut bot, EAST).await;
    local.done("POST", "/faults", json!({"hold": [CHANNEL]})).await;
    // First answers are never held: nothing could be acknowledged.
    assert_eq!(local.callback(&event, json!({"type": 5, "data": {"flags": 64}})).await.0, 200);
    let body = json!({"content": "x"});
    let (here, original) =
        (format!("/channels/{CHANNEL}/messages"), local.webhook(&event, "/messages/@original"));
    let mut held = Box::pin(async {
        tokio::join!(local.rest("POST", &here, body.clone()), local.rest("PATCH", &original, body.clone()))
    });
    let elsewhere = format!("/channels/{other}/messages");
    let free = local.rest("POST", &elsewhere, body.clone());
    tokio::select! {
        biased;
        _ = &mut held => panic!("a held request was answered"),
        answer = free => assert_eq!(answer.0, 200),
    }
    local.done("POST", "/faults", json!({"hold": []})).await;
    let (posted, edited) = within(held).await;
    assert_eq!((posted.0, edited.0), (200, 200));
    local.stop().await;
}
