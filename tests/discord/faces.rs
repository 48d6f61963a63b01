//! The tiles' faces on the buttons, once the application has them.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::json;
use tinghu::game::tile::Tile;
use tinghu::render::{Renderer, emoji_name};
use tinghu::sandbox::BOT_TOKEN;

use crate::support::{EAST, Local};

const APPLICATION: &str = "1100000000000000001";

#[tokio::test(flavor = "multi_thread")]
async fn a_tile_button_has_its_face_and_keeps_its_words() {
    let mut local = Local::with_bot().await;
    local.stop_bot().await;
    let drawn = Renderer::new().unwrap().emoji().unwrap();
    let http = reqwest::Client::new();
    for tile in Tile::all() {
        let name = emoji_name(tile);
        let picture = &drawn.iter().find(|one| one.name == name).unwrap().picture.png;
        let image = format!("data:image/png;base64,{}", STANDARD.encode(picture));
        let made = http
            .post(format!("{}/api/v10/applications/{APPLICATION}/emojis", local.base))
            .header("Authorization", format!("Bot {BOT_TOKEN}"))
            .json(&json!({"name": name, "image": image}))
            .send()
            .await
            .unwrap();
        assert!(made.status().is_success(), "{name}: {}", made.text().await.unwrap());
    }
    local.start_bot().await;
    local.command(EAST, "table new", json!({"ai": 3, "hands": 2, "clock": "slow"})).await;
    local.press(EAST, "开始").await;
    crate::own_turn(&local, EAST).await;
    let has_faces = |button: &serde_json::Value| {
        let tile = button["custom_id"].as_str()?.split(':').nth(4)?.parse::<Tile>().ok()?;
        let is_tile = matches!(button["custom_id"].as_str()?.split(':').nth(3)?, "d" | "t");
        is_tile.then(|| button["emoji"]["name"] == emoji_name(tile) && button["label"] != "")
    };
    local
        .until(EAST, |seen| {
            let rows = seen.private()?["components"].as_array()?.clone();
            let buttons =
                rows.iter().flat_map(|row| row["components"].as_array().cloned().unwrap_or_default());
            let faces: Vec<bool> = buttons.collect::<Vec<_>>().iter().filter_map(has_faces).collect();
            (!faces.is_empty() && faces.iter().all(|face| *face)).then_some(())
        })
        .await;
    local.stop().await;
}
