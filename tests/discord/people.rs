//! Players who are replaced, who leave the server, and what everybody is told of it.

use serde_json::{Value, json};

use crate::support::{EAST, Local, SOUTH, WEST, looked_for};

/// A public line that contains these words.
async fn public_line(local: &Local, words: &[&str]) {
    let is_line = |text: &str| words.iter().all(|word| text.contains(word));
    local
        .until(WEST, |seen| {
            let mut lines = seen.0.iter().filter(|message| message["ephemeral"] != true);
            lines.any(|message| message["content"].as_str().is_some_and(is_line)).then_some(())
        })
        .await;
}

async fn two_people() -> Local {
    let local = Local::with_bot().await;
    local.command(EAST, "table new", json!({"ai": 2, "hands": 2, "clock": "test"})).await;
    local.press(SOUTH, "加入").await;
    local.until(SOUTH, |seen| seen.told("你坐下了：南家")).await;
    local
}

#[tokio::test(flavor = "multi_thread")]
async fn a_replaced_seat_is_told_to_all_and_nobody_but_a_host_may() {
    let local = two_people().await;
    local.command(SOUTH, "table replace", json!({"seat": "E", "by": WEST})).await;
    local.until(SOUTH, |seen| seen.told("只有桌主")).await;
    local.command(EAST, "table replace", json!({"by": WEST})).await;
    local.until(EAST, |seen| seen.told("换哪一家")).await;
    local.command(EAST, "table replace", json!({"player": SOUTH, "by": EAST})).await;
    local.until(EAST, |seen| seen.told("已经在这张桌上了")).await;
    local.command(EAST, "table replace", json!({"player": SOUTH, "by": WEST})).await;
    public_line(&local, &["把南家换成了", &format!("<@{WEST}>")]).await;
    local.command(WEST, "hand", json!({})).await;
    local.until(WEST, |seen| seen.told("开局")).await;
    local.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_who_left_the_server_is_played_by_the_program() {
    let local = two_people().await;
    local.press(EAST, "开始").await;
    local.until(EAST, |seen| seen.titled("第 1/2 局").map(|_| ())).await;
    local.human("DELETE", &format!("/users/{SOUTH}"), json!({})).await;
    // South is late at their turn, is looked for, and is not there.
    let look_up = format!("members/{SOUTH}");
    let is_look_up = |request: &Value| request["path"].as_str().is_some_and(|path| path.ends_with(&look_up));
    looked_for(async || local.requests().await.iter().any(is_look_up).then_some(())).await;
    looked_for(async || {
        local.command(EAST, "table status", json!({})).await;
        let seen = local.until(EAST, |seen| seen.private().filter(|m| m["thinking"] != true).cloned()).await;
        let seats = seen["embeds"][0]["description"].as_str()?.to_owned();
        (seats.contains("南") && !seats.contains(SOUTH)).then_some(())
    })
    .await;
    local.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_kick_and_an_end_leave_a_line_that_notifies_nobody() {
    let local = two_people().await;
    local.command(EAST, "table kick", json!({"player": SOUTH})).await;
    public_line(&local, &[&format!("<@{EAST}> 请 <@{SOUTH}> 离座")]).await;
    local.command(EAST, "table end", json!({})).await;
    public_line(&local, &["结束了这张桌"]).await;
    let posted = local.requests().await;
    let lines = posted.iter().filter(|request| {
        request["body"]["content"]
            .as_str()
            .is_some_and(|text| text.contains("离座") || text.contains("结束了"))
    });
    for line in lines {
        assert_eq!(line["body"]["allowed_mentions"], json!({"parse": []}), "{line}");
    }
    local.stop().await;
}
