//! What is told of hands that have ended, in pictures, and hints during one.

use serde_json::json;

use crate::support::{EAST, Local, Messages, SOUTH, WEST, files, looked_for};

/// What is told of this file beside it, where a private message has it. Who has won sees another chart after it.
fn with_file(seen: &Messages, name: &str) -> Option<String> {
    let mut private = seen.0.iter().rev().filter(|message| message["ephemeral"] == true);
    let message = private.find(|message| files(message).contains(&name.to_owned()))?;
    Some(message["attachments"][0]["description"].to_string())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_finished_hand_is_replayed_and_counted_in_pictures_with_words() {
    let local = Local::with_bot().await;
    local
        .command(
            EAST,
            "table new",
            json!({"ai": 3, "level": "greedy", "hands": 1, "clock": "test", "hints": true}),
        )
        .await;
    local
        .until(EAST, |seen| {
            let lobby = seen.titled("等人")?.to_string();
            ["电脑是新手", "听牌提示"].iter().all(|choice| lobby.contains(choice)).then_some(())
        })
        .await;
    local.press(EAST, "开始").await;
    local.until(EAST, |seen| seen.button("再来一局")).await;
    local.command(EAST, "replay", json!({})).await;
    // Unoptimised, the frames of a long hand take their time.
    let alt = looked_for(async || with_file(&local.messages(EAST).await, "replay.gif")).await;
    assert!(alt.contains("第 1 局"), "{alt}");
    // Whoever sees the card may look, at the table or not, and nobody else sees that they do.
    local.press(SOUTH, "回放").await;
    assert_eq!(looked_for(async || with_file(&local.messages(SOUTH).await, "replay.gif")).await, alt);
    let replays_seen = async |user| {
        let seen = local.messages(user).await.0;
        seen.iter().filter(|message| files(message).contains(&"replay.gif".to_owned())).count()
    };
    // East sees the one that it asked for itself, and who asked for none sees none.
    assert_eq!((replays_seen(EAST).await, replays_seen(WEST).await), (1, 0));
    local.command(EAST, "stats", json!({})).await;
    local.until(EAST, |seen| with_file(seen, "points.png")).await;
    // One person against programs is ranked nowhere.
    local.command(EAST, "leaderboard", json!({"period": "week"})).await;
    local.until(EAST, |seen| seen.private()?.to_string().contains("本周").then_some(())).await;
    local.stop().await;
}
