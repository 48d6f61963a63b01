//! What Discord takes away: tokens, messages, permissions.

use serde_json::{Value, json};
use tinghu::game::action::PromptId;
use tinghu::store::event::PauseReason;
use tinghu::table::handle::Table;
use tinghu::table::view::TablePhase;

use crate::arranged::prompt_in;
use crate::audit::audit;
use crate::human::{GUILD, PATIENCE};
use crate::people::{CHANNEL, EAST, FOUR, NORTH, SOUTH, all_words, buttons};
use crate::play::{Game, prompt_of};
use crate::world::{World, connected};
use crate::{begun, discards};

/// Waits until the board asks the question that is open.
pub async fn board_is_current(world: &World) {
    let table = world.table();
    world
        .people
        .until("the board is as the table is", async || {
            let now = table.snapshot();
            let prompt = prompt_of(&now);
            let seen = world.people.messages(NORTH).await;
            let board = seen.iter().rev().find(|message| {
                message["embeds"][0]["title"].as_str().is_some_and(|title| title.contains(" 局"))
            })?;
            (prompt_in(&buttons(board))? == prompt || prompt == PromptId(0)).then_some(())
        })
        .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn token_dead_after_15_min() {
    let world = begun(4).await;
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
async fn message_deleted_mid_game() {
    let world = begun(4).await;
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

/// Discord edits a message that is older than an hour only a few times more (30046). A long hand goes on below, and so do the
/// other messages of its channel.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn message_too_old_for_edits_mid_game() {
    let world = begun(4).await;
    let people = &world.people;
    let mut game = Game::new(people, world.table());
    game.step(&game.table.snapshot()).await;
    board_is_current(&world).await;
    let (board, _) = people.message_with(EAST, "手牌").await;
    people.done("POST", "/clock", json!({"advance_ms": 61 * 60 * 1000})).await;
    // The tokens are dead, too; one prompt later the bot knows.
    let before = game.table.snapshot();
    game.press_all(&before).await;
    board_is_current(&world).await;
    for user in FOUR {
        people.press(user, "手牌").await;
    }
    game.newest_hands_are_right().await;
    for _ in 0..6 {
        let now = game.table.snapshot();
        game.press_all(&now).await;
        game.moved_on(prompt_of(&now)).await;
        game.newest_hands_are_right().await;
        board_is_current(&world).await;
    }
    let (again, _) = people.message_with(EAST, "手牌").await;
    assert_ne!(again["id"], board["id"]);
    people
        .until("the old board is gone", async || {
            people.messages(EAST).await.iter().all(|message| message["id"] != board["id"]).then_some(())
        })
        .await;
    let requests = people.requests().await;
    let n_refused = requests.iter().filter(|request| request["status"] == json!(429)).count();
    assert_eq!(n_refused, 1, "the old board is tried once");
    audit(people, &[401, 429]).await;
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn message_deleted_before_the_game() {
    let world = World::start().await;
    let people = &world.people;
    people.ask(EAST, "table new", json!({"ai": 3, "clock": "slow"})).await;
    // Whoever asks after the table, or for another one, gets its lobby again.
    for (command, options) in [("table status", json!({})), ("table new", json!({"ai": 3}))] {
        let (lobby, _) = people.message_with(EAST, "开始").await;
        people.fault(json!({"delete_message": lobby["id"]})).await;
        people.ask(EAST, command, options).await;
        let (again, _) = people.message_with(EAST, "开始").await;
        assert_ne!(again["id"], lobby["id"], "{command}");
    }
    audit(people, &[404]).await;
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn missing_permission_without_saying_which() {
    let world = World::start().await;
    let people = &world.people;
    for (permission, words) in
        [("SEND_MESSAGES", "Send Messages"), ("ATTACH_FILES", "Attach Files"), ("EMBED_LINKS", "Embed Links")]
    {
        people.fault(json!({"permissions": {"channel": CHANNEL, "deny": [permission]}})).await;
        let answer = people.ask(EAST, "table new", json!({})).await;
        assert!(all_words(&answer).contains(words), "{answer}");
        assert!(world.bot.registry.at(CHANNEL.parse().unwrap()).is_none());
        people.fault(json!({})).await;
    }
    people.ask(EAST, "table new", json!({})).await;
    people.message_with(SOUTH, "加入").await;
    audit(people, &[]).await;
    world.stop().await;
}

/// The channel is usable again: whoever presses sees the own hand, and the game goes on.
async fn goes_on(world: &World) {
    let people = &world.people;
    people.press(EAST, "手牌").await;
    let game = Game::new(people, world.table());
    game.newest_hands_are_right().await;
    board_is_current(world).await;
    discards(world, EAST).await;
    board_is_current(world).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn permission_removed_mid_game() {
    let world = begun(1).await;
    let people = &world.people;
    people
        .fault(json!({"permissions": {"channel": CHANNEL, "deny": ["VIEW_CHANNEL", "SEND_MESSAGES"]}}))
        .await;
    // The private way is still there.
    people.press(EAST, "手牌").await;
    people.command(EAST, "table status", json!({})).await;
    people.fault(json!({})).await;
    goes_on(&world).await;
    audit(people, &[403]).await;
    world.stop().await;
}

async fn reaches(table: &Table, wanted: impl Fn(&TablePhase) -> bool) {
    let mut snapshots = table.watch();
    let reached = tokio::time::timeout(PATIENCE, snapshots.wait_for(|now| wanted(&now.info.phase))).await;
    assert!(reached.map(drop).is_ok(), "{:?}", table.snapshot().info.phase);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn channel_deleted_mid_game() {
    let world = begun(2).await;
    let people = &world.people;
    for kind in ["text", "thread"] {
        let body = json!({"name": "doomed", "type": kind});
        let made = people.done("POST", &format!("/guilds/{GUILD}/channels"), body).await;
        let doomed = made["id"].as_str().unwrap().to_owned();
        let say = async |name: &str, options: Value| {
            let body = json!({"user": NORTH, "name": name, "options": options});
            people.done("POST", &format!("/channels/{doomed}/commands"), body).await;
        };
        say("table new", json!({"ai": 3, "clock": "slow"})).await;
        let there = doomed.parse().unwrap();
        let table = people.until("a second table", async || world.bot.registry.at(there)).await;
        say("table start", json!({})).await;
        reaches(&table, |phase| matches!(phase, TablePhase::Playing { .. })).await;
        people.fault(json!({"delete_channel": doomed})).await;
        let reason = PauseReason::ChannelDeleted;
        reaches(&table, |phase| *phase == TablePhase::Paused { reason }).await;
    }
    // The other table does not notice.
    discards(&world, EAST).await;
    Game::new(people, world.table()).all_see_their_hands().await;
    board_is_current(&world).await;
    // Nor is the host of the lost ones bound to them.
    people.ask(NORTH, "table status", json!({})).await;
    audit(people, &[404]).await;
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bot_kicked_from_the_server() {
    let world = begun(1).await;
    let people = &world.people;
    people.done("POST", &format!("/guilds/{GUILD}/kick-bot"), json!({})).await;
    people.done("POST", &format!("/guilds/{GUILD}/invite-bot"), json!({})).await;
    connected(people).await;
    goes_on(&world).await;
    audit(people, &[403, 404]).await;
    world.stop().await;
}
