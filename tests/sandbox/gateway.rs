//! The gateway: who connects, what is resumed, which shard gets what.
use std::io::Read;

use serde_json::{Value, json};
use tinghu::sandbox::BOT_TOKEN;
use tokio_tungstenite::tungstenite::Message;

use crate::support::{Bot, CHANNEL, EAST, GUILD, Local};

#[tokio::test]
async fn ready_names_bot_session_and_servers() {
    let local = Local::start().await;
    let mut bot = Bot::connect(&local, "gateway?v=10").await;
    let hello = bot.frame().await;
    assert!(hello["d"]["heartbeat_interval"].as_u64().unwrap() >= 1000);
    bot.send(json!({"op": 1, "d": null})).await;
    assert_eq!(bot.frame().await["op"], 11);
    bot.send(json!({"op": 2, "d": {"token": format!("Bot {BOT_TOKEN}"), "intents": 1, "compress": true}}))
        .await;
    let ready = bot.event("READY").await;
    assert_eq!(ready["guilds"], json!([{"id": GUILD, "unavailable": true}]));
    assert_eq!(ready["user"]["bot"], true);
    let guild = bot.event("GUILD_CREATE").await;
    assert_eq!(guild["channels"][0]["id"], CHANNEL);
    // Without the members intent only the bot itself is listed.
    assert_eq!(guild["members"].as_array().unwrap().len(), 1);
    let state = local.done("GET", "/state", Value::Null).await;
    assert_eq!(
        state["bot"],
        json!({"connected": true, "shards": 1, "sessions": [[0, 1]], "id": ready["user"]["id"]})
    );
    local.stop().await;
}

#[tokio::test]
async fn nonsense_closes_with_discords_codes() {
    let local = Local::start().await;
    for (frame, code) in [
        (json!({"op": 2, "d": {"token": "", "intents": 0}}), 4004),
        (json!({"op": 2, "d": {"token": "x", "intents": 0, "shard": [2, 2]}}), 4010),
        (json!({"op": 99}), 4001),
        (json!({"op": 3, "d": {}}), 4003),
    ] {
        let mut bot = Bot::connect(&local, "?v=10").await;
        bot.frame().await;
        bot.send(frame.clone()).await;
        assert_eq!(bot.close_code().await, Some(code), "{frame}");
    }
    local.stop().await;
}

#[tokio::test]
async fn a_resumed_session_gets_what_it_missed() {
    let (local, mut bot) = Local::with_probe().await;
    let (session, seq) = (bot.session.clone(), bot.seq);
    local.done("POST", "/faults", json!({"drop_gateway": true})).await;
    assert_eq!(bot.close_code().await, None);
    let path = format!("/channels/{CHANNEL}/messages");
    for n in 0..3 {
        local.rest("POST", &path, json!({"content": n.to_string()})).await;
    }
    let mut again = Bot::connect(&local, "?v=10").await;
    again.frame().await;
    again.send(json!({"op": 6, "d": {"token": BOT_TOKEN, "session_id": session, "seq": seq}})).await;
    for n in 0..3 {
        assert_eq!(again.event("MESSAGE_CREATE").await["content"], n.to_string());
    }
    assert!(again.event("RESUMED").await.is_object());
    assert_eq!(again.seq, seq + 4);
    local.stop().await;
}

#[tokio::test]
async fn a_session_that_is_invalid_or_ended_is_not_resumed() {
    let (local, mut bot) = Local::with_probe().await;
    local.done("POST", "/faults", json!({"reconnect": true})).await;
    assert_eq!(bot.frame().await["op"], 7);
    local.done("POST", "/faults", json!({"invalid_session": true})).await;
    assert_eq!(bot.frame().await["op"], 9);
    let mut again = Bot::connect(&local, "?v=10").await;
    again.frame().await;
    again.send(json!({"op": 6, "d": {"token": BOT_TOKEN, "session_id": bot.session, "seq": 1}})).await;
    let answer = again.frame().await;
    assert_eq!((&answer["op"], &answer["d"]), (&json!(9), &json!(false)));
    // The same connection may identify instead, 5 s after the last time.
    local.advance(5_000).await;
    again.send(json!({"op": 2, "d": {"token": BOT_TOKEN, "intents": 0}})).await;
    again.event("READY").await;
    local.stop().await;
}

#[tokio::test]
async fn a_zlib_stream_is_one_stream() {
    let local = Local::start().await;
    let mut bot = Bot::connect(&local, "?v=10&encoding=json&compress=zlib-stream").await;
    bot.send(json!({"op": 2, "d": {"token": BOT_TOKEN, "intents": 1}})).await;
    let mut stream = Vec::new();
    let mut text = String::new();
    while !text.contains("GUILD_CREATE") {
        let Some(Message::Binary(piece)) = bot.message().await else { panic!("no binary frame") };
        assert!(piece.ends_with(&[0, 0, 0xff, 0xff]));
        stream.extend(piece);
        let mut decoded = Vec::new();
        // The stream has no end yet: what came so far is what counts.
        let _ = flate2::read::ZlibDecoder::new(stream.as_slice()).read_to_end(&mut decoded);
        text = String::from_utf8(decoded).unwrap();
    }
    assert!(text.starts_with("{\"d\":{\"_trace\"") && text.contains("heartbeat_interval"));
    assert!(text.contains("READY") && text.contains("听胡"));
    local.stop().await;
}

#[tokio::test]
async fn a_server_belongs_to_one_shard() {
    let local = Local::start().await;
    let home = (GUILD.parse::<u64>().unwrap() >> 22) % 2;
    let mut ours = Bot::shard(&local, home, 2).await;
    local.advance(5_000).await;
    let mut other = Bot::shard(&local, 1 - home, 2).await;
    let path = format!("/channels/{CHANNEL}/messages");
    local.rest("POST", &path, json!({"content": "here"})).await;
    assert_eq!(ours.event("MESSAGE_CREATE").await["content"], "here");
    // The other shard's next frame is its own heartbeat's answer, not that message.
    other.send(json!({"op": 1, "d": null})).await;
    assert_eq!(other.frame().await["op"], 11);
    assert_eq!(local.done("GET", "/state", Value::Null).await["bot"]["shards"], 2);
    local.stop().await;
}

#[tokio::test]
async fn repeated_events_carry_the_same_interaction() {
    let (local, mut bot) = Local::with_probe().await;
    local.done("POST", "/faults", json!({"duplicate_events": true})).await;
    let first = local.probe(&mut bot, EAST).await;
    let second = bot.event("INTERACTION_CREATE").await;
    assert_eq!(first["id"], second["id"]);
    assert_eq!(local.callback(&first, json!({"type": 5})).await.0, 200);
    assert_eq!(local.callback(&second, json!({"type": 5})).await.1["code"], 40060);
    local.stop().await;
}
