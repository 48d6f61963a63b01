//! Places that go away in the middle of a hand: the match pauses with a reason and goes on by itself.

use serde_json::{Value, json};

use crate::support::{CHANNEL, EAST, Local, Messages, SOUTH, looked_for};

const GUILD: &str = "1100000000000000100";

/// What the board says below its title.
fn board_text(seen: &Messages) -> Option<String> {
    seen.titled("第 1/2 局")?["embeds"][0]["description"].as_str().map(str::to_owned)
}

/// A hand is running and the person's own hand is there.
async fn playing() -> Local {
    let local = crate::started().await;
    crate::own_turn(&local, EAST).await;
    local
}

/// Presses buttons of the own hand until the private message says this.
async fn told_at_a_click(local: &Local, part: &str) {
    looked_for(async || {
        let seen = local.messages(EAST).await;
        if seen.told(part).is_some() {
            return Some(());
        }
        let button = seen.hand_buttons().into_iter().next();
        if let Some(button) = button.or_else(|| seen.button("手牌")) {
            local.click(EAST, &button).await;
        }
        None
    })
    .await;
}

async fn goes_on(local: &Local) {
    local.until(EAST, |seen| board_text(seen).filter(|text| !text.contains("暂停"))).await;
    crate::own_turn(local, EAST).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_channel_that_the_bot_may_not_see_pauses_the_match_until_it_may() {
    let local = playing().await;
    local.fault(json!({"permissions": {"channel": CHANNEL, "deny": ["VIEW_CHANNEL"]}})).await;
    told_at_a_click(&local, "我看不到牌桌所在的频道了").await;
    local.fault(json!({"permissions": {"channel": CHANNEL, "deny": []}})).await;
    goes_on(&local).await;
    local.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_that_was_removed_from_the_server_plays_on_when_it_is_back() {
    let local = playing().await;
    let button = local.until(EAST, |seen| seen.hand_buttons().into_iter().next()).await;
    local.human("POST", &format!("/guilds/{GUILD}/kick-bot"), json!({})).await;
    // The hand's own token still works: the reason stands in it without a click.
    local.until(EAST, |seen| seen.told("我被移出了服务器")).await;
    local.human("POST", &format!("/guilds/{GUILD}/invite-bot"), json!({})).await;
    goes_on(&local).await;
    let seen = local.messages(EAST).await;
    assert!(seen.hand_buttons().contains(&button) || !seen.hand_buttons().is_empty());
    local.stop().await;
}

/// The thread in which the table stands.
async fn thread(local: &Local) -> String {
    looked_for(async || {
        let state = local.human("GET", "/state", Value::Null).await;
        let channels = state["guilds"][0]["channels"].as_array()?.clone();
        let found = channels.into_iter().find(|channel| channel["parent_id"] == CHANNEL)?;
        found["id"].as_str().map(str::to_owned)
    })
    .await
}

/// Waits until this holds of what the player sees in a channel.
async fn until_text(local: &Local, channel: &str, holds: impl Fn(&str) -> bool) {
    let path = format!("/channels/{channel}/messages?as={EAST}");
    looked_for(async || holds(&local.human("GET", &path, Value::Null).await.to_string()).then_some(())).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_archived_thread_pauses_the_match_until_it_is_open_again() {
    let local = Local::with_bot().await;
    local.command(EAST, "table new", json!({"ai": 3, "hands": 2, "clock": "slow", "thread": true})).await;
    let thread = thread(&local).await;
    let start = json!({"user": EAST, "name": "table start"});
    local.human("POST", &format!("/channels/{thread}/commands"), start).await;
    until_text(&local, &thread, |text| text.contains("第 1/2 局")).await;
    local.human("POST", &format!("/channels/{thread}/archive"), json!({})).await;
    // Asked from elsewhere, the person's only table says why it stands still.
    local.command(EAST, "hand", json!({})).await;
    local.until(EAST, |seen| seen.told("子区已归档")).await;
    local.human("POST", &format!("/channels/{thread}/archive"), json!({"archived": false})).await;
    until_text(&local, &thread, |text| text.contains("轮到") && !text.contains("子区已归档")).await;
    local.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_whose_channel_was_deleted_is_named_and_can_be_ended_from_elsewhere() {
    let local = Local::with_bot().await;
    let body = json!({"name": "side", "type": 0});
    let side = local.human("POST", &format!("/guilds/{GUILD}/channels"), body).await;
    let side = side["id"].as_str().unwrap().to_owned();
    let new = json!({"user": EAST, "name": "table new", "options": {"ai": 3, "clock": "slow"}});
    local.human("POST", &format!("/channels/{side}/commands"), new).await;
    until_text(&local, &side, |text| text.contains("开始")).await;
    let start = json!({"user": EAST, "name": "table start"});
    local.human("POST", &format!("/channels/{side}/commands"), start).await;
    until_text(&local, &side, |text| text.contains("第 1/8 局")).await;
    local.fault(json!({"delete_channel": side})).await;
    local.command(SOUTH, "table end", json!({})).await;
    local.until(SOUTH, |seen| seen.told("这里没有牌桌")).await;
    // A guest who names a table of the server may not end it; who manages the server may.
    let body = json!({"user": SOUTH, "name": "table end", "options": {}, "focused": "table"});
    let choices =
        |list: Value| list.as_array().cloned().or_else(|| list["choices"].as_array().cloned()).unwrap();
    let path = format!("/channels/{CHANNEL}/autocomplete");
    assert!(choices(local.human("POST", &path, body.clone()).await).is_empty());
    local.human("PATCH", &format!("/users/{SOUTH}"), json!({"permissions": ["MANAGE_GUILD"]})).await;
    let table = choices(local.human("POST", &path, body).await)[0]["value"].as_str().unwrap().to_owned();
    local.command(SOUTH, "table end", json!({"table": table})).await;
    local.until(SOUTH, |seen| seen.told("打完的局都算数")).await;
    local.stop().await;
}
