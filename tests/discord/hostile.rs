//! What people and networks do that nobody asked for: many clicks at once, powers from elsewhere, lost answers.

use serde_json::{Value, json};
use tinghu::game::length::MatchLength;
use tinghu::game::ruleset::{Options, Variant};
use tinghu::store::Store;
use tinghu::store::event::{
    ClockPreset, Place, Settings as TableSettings, TableEvent, TableId, UnixMs, UserId,
};
use tinghu::store::surfaces::{SurfaceRow, Token};

use crate::support::{CHANNEL, EAST, Local, Messages, SOUTH, within};

fn thinking(seen: &Messages) -> usize {
    seen.0.iter().filter(|message| message["thinking"] == true).count()
}

fn private(seen: &Messages) -> usize {
    seen.0.iter().filter(|message| message["ephemeral"] == true).count()
}

async fn n_acknowledged(local: &Local) -> usize {
    let is_callback =
        |request: &Value| request["path"].as_str().is_some_and(|path| path.ends_with("callback"));
    local.requests().await.iter().filter(|request| is_callback(request)).count()
}

/// Waits until the bot has acknowledged so many interactions.
async fn acknowledged(local: &Local, n: usize) {
    within(async {
        while n_acknowledged(local).await < n {
            tokio::task::yield_now().await;
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_clicks_at_once_one_hand_remains_and_no_answer_stays_open() {
    const N: usize = 40;
    let local = crate::started().await;
    local.until(EAST, |seen| (!seen.hand_buttons().is_empty()).then_some(())).await;
    let button = local.until(EAST, |seen| seen.button("手牌")).await;
    let n_before = n_acknowledged(&local).await;
    let n_met = local.click_often(EAST, &button, N).await;
    acknowledged(&local, n_before + n_met).await;
    local.until(EAST, |seen| (thinking(seen) == 0 && private(seen) == 1).then_some(())).await;
    local.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_click_on_the_hand_while_a_new_one_is_on_its_way_keeps_one_hand() {
    let local = crate::started().await;
    for _ in 0..3 {
        let tile = crate::own_turn(&local, EAST).await;
        let board = local.until(EAST, |seen| seen.button("手牌")).await;
        let n_before = n_acknowledged(&local).await;
        local.fault(json!({"latency_ms": 200})).await;
        let n_met =
            usize::from(local.click(EAST, &board).await) + usize::from(local.click(EAST, &tile).await);
        acknowledged(&local, n_before + n_met).await;
        local.fault(json!({})).await;
        local.until(EAST, |seen| (thinking(seen) == 0 && private(seen) == 1).then_some(())).await;
    }
    local.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_clicks_while_the_table_closes_is_answered() {
    const N: usize = 20;
    let local = crate::started().await;
    local.until(EAST, |seen| (!seen.hand_buttons().is_empty()).then_some(())).await;
    let button = local.until(EAST, |seen| seen.button("手牌")).await;
    let n_before = n_acknowledged(&local).await;
    let (n_met, ()) =
        tokio::join!(local.click_often(EAST, &button, N), local.command(EAST, "table end", json!({})));
    acknowledged(&local, n_before + n_met + 1).await;
    local.until(EAST, |seen| (thinking(seen) == 0).then_some(())).await;
    local.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_moderator_of_another_place_is_a_guest_here() {
    let local = Local::with_bot().await;
    local.command(EAST, "table new", json!({"ai": 2, "clock": "slow"})).await;
    local.press(SOUTH, "加入").await;
    local.until(SOUTH, |seen| seen.told("你坐下了：南家")).await;
    let elsewhere = local.human("POST", "/guilds", json!({"name": "elsewhere"})).await;
    let elsewhere = elsewhere["channel"].as_str().unwrap();
    local.human("PATCH", &format!("/users/{SOUTH}"), json!({"permissions": ["ADMINISTRATOR"]})).await;
    let end = json!({"user": SOUTH, "name": "table end"});
    local.human("POST", &format!("/channels/{elsewhere}/commands"), end).await;
    let path = format!("/channels/{elsewhere}/messages?as={SOUTH}");
    within(async {
        while !local.human("GET", &path, Value::Null).await.to_string().contains("只有桌主") {
            tokio::task::yield_now().await;
        }
    })
    .await;
    assert!(local.messages(EAST).await.button("开始").is_some(), "the lobby of {CHANNEL} is still open");
    // In the table's own channel the same permission counts.
    local.command(SOUTH, "table end", json!({})).await;
    local.until(EAST, |seen| seen.button("开始").is_none().then_some(())).await;
    local.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_discord_fails_to_take_is_sent_again() {
    let local = crate::started().await;
    local.until(EAST, |seen| (!seen.hand_buttons().is_empty()).then_some(())).await;
    local.fault(json!({"rest_5xx_every": 2})).await;
    for _ in 0..4 {
        local.press(SOUTH, "手牌").await;
        local.until(SOUTH, |seen| seen.told("你不在这张桌上").filter(|_| thinking(seen) == 0)).await;
    }
    local.stop().await;
}

async fn stored_tokens(store: &Store, table: TableId) -> Vec<bool> {
    store.surfaces().list(table).await.unwrap().iter().map(|row| row.token.is_some()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn tokens_that_are_dead_are_erased() {
    let mut local = Local::with_bot().await;
    local.stop_bot().await;
    let store = Store::open_sqlite(&local.database()).await.unwrap();
    let settings = TableSettings {
        variant: Variant::HarbinNew,
        options: Options::of(Variant::HarbinNew),
        length: MatchLength::Hands(8),
        n_programs: 3,
        level: tinghu::bot::Level::default(),
        clock: ClockPreset::Slow,
        locale: "zh-CN".into(),
    };
    let place = Place { guild: None, channel: 1 };
    let opening = TableEvent::Opened { place, host: UserId(1), settings };
    let (table, _) = store.ledger().open(opening, UnixMs(0)).await.unwrap();
    let row = SurfaceRow {
        table,
        key: "hand:1".into(),
        channel: 1,
        message: 1,
        token: Some(Token::new("old".into())),
        token_at: UnixMs(1),
        owner: Some(UserId(1)),
        hash: 0,
    };
    store.surfaces().upsert(row).await.unwrap();
    assert_eq!(stored_tokens(&store, table).await, [true]);
    store.close().await;
    local.start_bot().await;
    local.stop_bot().await;
    let store = Store::open_sqlite(&local.database()).await.unwrap();
    assert_eq!(stored_tokens(&store, table).await, [false]);
    store.close().await;
    local.start_bot().await;
    local.stop().await;
}
