//! The bot on a local Discord: the real serenity client, real HTTP and WebSocket, people who press buttons.
// A test's helpers fail the test: clippy's own exception covers only the test functions themselves.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod choices;
mod faces;
mod hostile;
mod past;
mod pauses;
mod people;
#[path = "../support/mod.rs"]
mod shared;
mod support;

use serde_json::{Value, json};
use shared::arranged::{Lobby, east_discards_first};
use support::{Button, CHANNEL, EAST, Local, Messages, SOUTH, WEST, buttons, files, run_bot};
use tinghu::config::Token;
use tinghu::discord::DiscordError;
use tokio_util::sync::CancellationToken;

/// A match of one person, who deals, and three AI seats, begun.
async fn started() -> Local {
    let lobby = Lobby { n_hands: 2, ..Lobby::slow(1) };
    let local = Local::with_lobby(lobby, east_discards_first(4)).await;
    local.press(EAST, "开始").await;
    local
}

/// The tile button of the own turn, passing whatever is offered before it.
async fn own_turn(local: &Local, user: &str) -> Button {
    let mut pressed: Option<Button> = None;
    loop {
        let button = local
            .until(user, |seen| {
                let offered = seen.hand_buttons();
                let turn = offered.iter().find(|button| matches!(button.action(), "d" | "t")).cloned();
                let pass = offered.into_iter().find(|button| button.action() == "x");
                // The wall is random: the programs may end the hand before this turn comes.
                let onward = pass.or_else(|| seen.button("下一局"));
                turn.or(onward.filter(|button| Some(button) != pressed.as_ref()))
            })
            .await;
        if matches!(button.action(), "d" | "t") {
            return button;
        }
        pressed = local.click(user, &button).await.then_some(button);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_goes_from_the_lobby_to_the_rematch() {
    let local = Local::with_bot().await;
    local.command(EAST, "table new", json!({"ai": 3, "hands": 1, "clock": "test"})).await;
    let lobby = local.until(EAST, |seen| seen.button("开始")).await;
    assert!(local.click(EAST, &lobby).await);
    let again = local.until(EAST, |seen| seen.button("再来一局")).await;
    let seen = local.messages(EAST).await;
    let card = seen.titled("第 1/1 局结束").unwrap();
    assert_eq!(
        (card["id"].as_str().unwrap(), files(card)),
        (again.message.as_str(), vec!["result.png".into()])
    );
    let text = card["embeds"][0].to_string();
    assert!(text.contains("密钥") && text.contains("最终名次"), "{text}");
    // The board stays as it was at the end, without a button that could still be pressed.
    let is_retired = |board: &&Value| board["ephemeral"] == false && buttons(board).is_empty();
    let board = local.until(EAST, |seen| seen.titled("· 第 1/1 局").filter(is_retired).cloned()).await;
    assert_eq!(files(&board), ["board.png"]);

    assert!(local.click(EAST, &again).await);
    let next =
        local.until(EAST, |seen| seen.button("开始").filter(|next| next.message != lobby.message)).await;
    assert_ne!(next.custom_id, lobby.custom_id);
    local.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_but_the_player_is_sent_a_hand() {
    let local = started().await;
    local.until(EAST, |seen| (!seen.hand_buttons().is_empty()).then_some(())).await;
    local.press(SOUTH, "手牌").await;
    let told = local.until(SOUTH, |seen| seen.told("你不在这张桌上")).await;
    assert!(!told.contains("万"), "{told}");
    let seen = local.messages(SOUTH).await;
    let all: Vec<String> = seen.0.iter().flat_map(files).collect();
    assert_eq!(all, ["board.png", "board.png"]);
    // A click on a public message is never acknowledged with 6 or 7: its @original is that public message.
    let callbacks: Vec<Value> = local
        .requests()
        .await
        .into_iter()
        .filter(|request| request["path"].as_str().is_some_and(|path| path.contains("/callback")))
        .map(|request| request["body"].clone())
        .collect();
    assert!(callbacks.len() >= 2);
    assert!(callbacks.iter().all(|body| body["type"] == 5 && body["data"]["flags"] == 64), "{callbacks:?}");
    local.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn refusals_are_private_and_say_what_is_possible() {
    let local = Local::with_bot().await;
    local.command(EAST, "table new", json!({"ai": 2, "clock": "slow"})).await;
    local.press(SOUTH, "加入").await;
    local.until(SOUTH, |seen| seen.told("你坐下了：南家")).await;
    local.press(SOUTH, "开始").await;
    local.until(SOUTH, |seen| seen.told("只有桌主")).await;
    local.command(WEST, "table new", json!({})).await;
    local.until(WEST, |seen| seen.told("这里已经有一张桌了")).await;
    local.press(EAST, "开始").await;
    local.until(EAST, |seen| seen.titled("第 1/8 局").map(|_| ())).await;
    local.press(EAST, "胡").await;
    // Whose turn it is depends on the wall; what is refused is told either way.
    let reasons = ["按规则现在不能这样做", "现在轮到", "现在没有等你做的事", "更早的牌面"];
    local.until(EAST, |seen| reasons.iter().find_map(|reason| seen.told(reason))).await;
    let public = local.messages(WEST).await;
    let texts: Vec<&Value> =
        public.0.iter().filter(|m| m["ephemeral"] != true).map(|m| &m["content"]).collect();
    assert!(texts.iter().all(|text| *text == ""), "{texts:?}");
    local.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restart_goes_on_with_the_same_messages_and_buttons() {
    let mut local = started().await;
    let board = |seen: &Messages| seen.titled("第 1/2 局").map(|board| board["id"].clone());
    let before = local.until(EAST, board).await;
    let button = own_turn(&local, EAST).await;
    local.stop_bot().await;
    local.start_bot().await;
    assert!(local.click(EAST, &button).await);
    local
        .until(EAST, |seen| {
            let hand = seen.hand_buttons();
            (!hand.contains(&button) && seen.private()?["id"] == button.message.as_str()).then_some(())
        })
        .await;
    assert_eq!(board(&local.messages(EAST).await), Some(before));
    local.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_board_and_a_dead_token_heal() {
    let local = started().await;
    let board = |seen: &Messages| seen.titled("第 1/2 局").map(|board| board["id"].clone());
    let first = local.until(EAST, board).await;
    let button = own_turn(&local, EAST).await;
    local.fault(json!({"delete_message": first})).await;
    local.fault(json!({"expire_tokens": true})).await;
    // The old hand's buttons still arrive, and its new token heals it.
    assert!(local.click(EAST, &button).await);
    let again = local.until(EAST, |seen| board(seen).filter(|id| *id != first)).await;
    assert_ne!(again, first);
    local.until(EAST, |seen| (!seen.hand_buttons().contains(&button)).then_some(())).await;
    local.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_missing_permission_is_named_before_a_table_is_opened() {
    let local = Local::with_bot().await;
    local.fault(json!({"permissions": {"channel": CHANNEL, "deny": ["ATTACH_FILES"]}})).await;
    local.command(EAST, "table new", json!({"ai": 3})).await;
    local.until(EAST, |seen| seen.told("Attach Files")).await;
    local.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_token_is_a_plain_error() {
    let local = Local::with_bot().await;
    let data = tempfile::tempdir().unwrap();
    let stop = CancellationToken::new();
    let result = run_bot(data.path().join("x.db"), Token::new("wrong token"), local.base.clone(), stop).await;
    assert!(matches!(result, Err(DiscordError::BadToken)), "{result:?}");
    local.stop().await;
}
