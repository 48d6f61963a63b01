//! What Discord takes away: tokens, messages, permissions.

use serde_json::json;
use tinghu::game::action::PromptId;

use crate::audit::audit;
use crate::bot::World;
use crate::people::{EAST, FOUR, NORTH, SOUTH, WEST, all_words};
use crate::play::Game;

async fn started() -> World {
    let world = World::start().await;
    let people = &world.people;
    people.command(EAST, "table new", json!({"hands": 1, "clock": "slow"})).await;
    for user in [SOUTH, WEST, NORTH] {
        people.press(user, "加入").await;
    }
    people.until("all sit", async || (world.table().snapshot().info.n_people() == 4).then_some(())).await;
    people.press(EAST, "开始").await;
    Game::new(people, world.table()).moved_on(PromptId(0)).await;
    world
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hand_whose_token_has_expired_comes_back_by_the_board() {
    let world = started().await;
    let people = &world.people;
    let mut game = Game::new(people, world.table());
    for _ in 0..3 {
        game.step(&game.table.snapshot()).await;
    }
    game.all_see_their_hands().await;
    people.done("POST", "/clock", json!({"advance_ms": 15 * 60 * 1000})).await;
    // One prompt later the bot has learned that the old messages are out of its reach.
    let before = game.table.snapshot();
    game.press_all(&before).await;
    people
        .until("the board names who has to press 手牌", async || {
            let messages = people.messages(EAST).await;
            let board = messages.iter().rev().find(|message| {
                message["embeds"][0]["title"].as_str().is_some_and(|title| title.ends_with("第 1/1 局"))
            })?;
            all_words(board).contains("：按「手牌」看自己的牌").then_some(())
        })
        .await;
    for user in FOUR {
        people.press(user, "手牌").await;
    }
    game.newest_hands_are_right().await;
    let dead: Vec<String> = people
        .requests()
        .await
        .into_iter()
        .filter(|request| request["status"] == json!(401))
        .map(|request| request["path"].as_str().unwrap().to_owned())
        .collect();
    assert!(!dead.is_empty(), "no token died");
    let mut tokens: Vec<&str> = dead.iter().map(|path| path.split('/').nth(3).unwrap()).collect();
    tokens.sort_unstable();
    let n_tries = tokens.len();
    tokens.dedup();
    assert_eq!(tokens.len(), n_tries, "a dead token was tried again: {dead:?}");
    audit(people, &[401]).await;
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_deleted_board_is_posted_again() {
    let world = started().await;
    let people = &world.people;
    let mut game = Game::new(people, world.table());
    game.step(&game.table.snapshot()).await;
    let (board, _) = people.message_with(EAST, "手牌").await;
    people.fault(json!({"delete_message": board["id"]})).await;
    game.step(&game.table.snapshot()).await;
    let (again, _) = people.message_with(EAST, "手牌").await;
    assert_ne!(again["id"], board["id"]);
    game.step(&game.table.snapshot()).await;
    game.all_see_their_hands().await;
    audit(people, &[404]).await;
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_missing_permission_is_named_and_no_table_opened() {
    let world = World::start().await;
    let people = &world.people;
    let channel = crate::people::CHANNEL;
    for (permission, words) in
        [("SEND_MESSAGES", "Send Messages"), ("ATTACH_FILES", "Attach Files"), ("EMBED_LINKS", "Embed Links")]
    {
        people.fault(json!({"permissions": {"channel": channel, "deny": [permission]}})).await;
        let answer = people.ask(EAST, "table new", json!({})).await;
        assert!(all_words(&answer).contains(words), "{answer}");
        assert!(world.bot.registry.at(channel.parse().unwrap()).is_none());
        people.fault(json!({})).await;
    }
    people.ask(EAST, "table new", json!({})).await;
    people.message_with(SOUTH, "加入").await;
    audit(people, &[]).await;
    world.stop().await;
}
