//! Start, guard and state file.
use std::net::SocketAddr;

use serde_json::{Value, json};
use tinghu::sandbox::{self, SandboxConfig, SandboxError};
use tokio_util::sync::CancellationToken;

use crate::support::{Bot, CHANNEL, EAST, Local, SOUTH};

#[tokio::test]
async fn a_restart_finds_the_same_world() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("deep/sandbox.json");
    let local = Local::start_with(Some(file.clone()), false).await;
    let mut bot = Bot::ready(&local).await;
    let commands = local.register(json!([{"name": "probe", "description": "A probe"}])).await;
    let user = local.done("POST", "/users", json!({"name": "发发", "locale": "en-US"})).await;
    bot.event("GUILD_MEMBER_ADD").await;
    let event = local.probe(&mut bot, EAST).await;
    let body = json!({"type": 4, "data": {"content": "hand", "flags": 64}});
    local.callback(&event, body).await;
    let board = json!({"attachments": [{"id": 0, "description": "alt"}]});
    let path = format!("/channels/{CHANNEL}/messages");
    local.upload("POST", &path, &board, &[("a.bin", b"bytes".to_vec())]).await;
    local.advance(14 * 60_000).await;
    local.stop().await;

    let local = Local::start_with(Some(file.clone()), false).await;
    let state = local.done("GET", "/state", Value::Null).await;
    assert_eq!(state["commands"][0]["id"], commands[0]["id"]);
    assert!(state["users"].as_array().unwrap().iter().any(|one| one["id"] == user["id"]));
    let seen = local.messages(EAST).await;
    assert_eq!(seen.len(), 2);
    assert_eq!(local.messages(SOUTH).await.len(), 1);
    let url = seen[1]["attachments"][0]["url"].as_str().unwrap();
    assert_eq!(local.http.get(url).send().await.unwrap().text().await.unwrap(), "bytes");
    // The token still lives, on the same clock.
    let original = local.webhook(&event, "/messages/@original");
    assert_eq!(local.rest("PATCH", &original, json!({"content": "still"})).await.0, 200);
    local.advance(60_000).await;
    assert_eq!(local.rest("PATCH", &original, json!({"content": "dead"})).await.1["code"], 50027);
    local.stop().await;

    let local = Local::start_with(Some(file), true).await;
    assert!(local.messages(EAST).await.is_empty());
    local.stop().await;
}

#[tokio::test]
async fn only_this_machine_is_served() {
    let local = Local::start().await;
    let ask = async |name: &'static str, value: &str| {
        let request = local.http.get(format!("{}/sandbox/state", local.base)).header(name, value);
        request.send().await.unwrap().status().as_u16()
    };
    let port = local.base.rsplit(':').next().unwrap();
    assert_eq!(ask("host", &format!("localhost:{port}")).await, 200);
    assert_eq!(ask("host", "evil.example").await, 403);
    assert_eq!(ask("host", &format!("evil.example:{port}")).await, 403);
    assert_eq!(ask("origin", &local.base).await, 200);
    assert_eq!(ask("origin", "http://evil.example").await, 403);
    local.stop().await;
}

#[tokio::test]
async fn the_page_may_load_nothing_from_elsewhere() {
    let local = Local::start().await;
    let page = local.http.get(&local.base).send().await.unwrap();
    assert_eq!(page.status(), 200);
    let policy = page.headers()["content-security-policy"].to_str().unwrap();
    assert!(policy.starts_with("default-src 'self';") && !policy.contains("unsafe"));
    let script = local.http.get(format!("{}/app.js", local.base)).send().await.unwrap();
    assert_eq!(script.headers()["content-type"], "text/javascript; charset=utf-8");
    local.stop().await;
}

#[tokio::test]
async fn a_busy_port_and_a_bad_state_file_are_named() {
    let local = Local::start().await;
    let addr: SocketAddr = local.base.trim_start_matches("http://").parse().unwrap();
    let start = async |addr, state_file| {
        sandbox::start(
            SandboxConfig { addr, state_file, ..SandboxConfig::default() },
            CancellationToken::new(),
        )
        .await
        .err()
    };
    let busy = start(addr, None).await.unwrap();
    assert!(matches!(busy, SandboxError::Bind { addr: at, .. } if at == addr));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("sandbox.json");
    std::fs::write(&file, "not JSON").unwrap();
    let free = SocketAddr::from(([127, 0, 0, 1], 0));
    let broken = start(free, Some(file.clone())).await.unwrap();
    assert!(matches!(&broken, SandboxError::StateFile { path, .. } if *path == file));
    assert!(broken.to_string().contains("sandbox.json"));
    local.stop().await;
}

#[tokio::test]
async fn requests_without_a_token_are_refused() {
    let local = Local::start().await;
    let ask = async |path: &str| {
        let response = local.http.get(format!("{}/api/v10{path}", local.base)).send().await.unwrap();
        response.status().as_u16()
    };
    assert_eq!(ask("/users/@me").await, 401);
    assert_eq!(ask("/gateway").await, 200);
    local.stop().await;
}
