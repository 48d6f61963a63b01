//! People who are away, who leave, and whom somebody removes.

use serde_json::{Value, json};
use tinghu::game::seat::Seat;
use tinghu::store::event::{ClockPreset, Player, UserId};
use tinghu::table::view::TablePhase;

use crate::arranged::{Lobby, east_deals, east_sleeps_through};
use crate::audit::audit;
use crate::human::GUILD;
use crate::people::{CHANNEL, EAST, FOUR, NORTH, SOUTH, all_words};
use crate::play::Game;
use crate::world::World;
use crate::{begin, begun, discards};

fn is_seated(world: &World, user: &str) -> bool {
    let user = UserId(user.parse().unwrap());
    world.bot.registry.at(CHANNEL.parse().unwrap()).is_some_and(|table| {
        let info = &table.snapshot().info;
        info.seat_of(user).is_some()
    })
}

async fn until_no_table(world: &World) {
    let channel = CHANNEL.parse().unwrap();
    let gone = async || world.bot.registry.at(channel).is_none().then_some(());
    world.people.until("the table has ended", gone).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn player_away_blocks_the_table() {
    let lobby = Lobby { n_people: 1, n_hands: 2, clock: ClockPreset::Test };
    let (world, ()) = World::arranged(lobby, east_sleeps_through(4)).await;
    let people = &world.people;
    people.press(EAST, "开始").await;
    let game = Game::new(people, world.table());
    people.until("the program plays for who is away", async || game.is_away(EAST).then_some(())).await;
    let over = async || {
        let phase = game.table.snapshot().info.phase.clone();
        matches!(phase, TablePhase::Paused { .. }).then_some(())
    };
    people.until("the hand ends without its player", over).await;
    audit(people, &[]).await;
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn host_cannot_remove_a_player_or_end_a_table() {
    let world = begun(2).await;
    let people = &world.people;
    people.ask(SOUTH, "table kick", json!({"player": EAST})).await;
    let is_told = async || {
        let mine = people.messages(SOUTH).await.into_iter().filter(|one| one["ephemeral"] == json!(true));
        mine.into_iter().any(|one| all_words(&one).contains("只有桌主")).then_some(())
    };
    people.until("who is not the host is told so", is_told).await;
    people.ask(EAST, "table kick", json!({"player": SOUTH})).await;
    people.until("the seat is free", async || (!is_seated(&world, SOUTH)).then_some(())).await;
    let south = world.table().snapshot().info.seats[Seat::South].as_ref().unwrap().player.clone();
    assert!(matches!(south, Player::Program), "the program plays on");
    discards(&world, EAST).await;
    people.ask(EAST, "table end", json!({})).await;
    until_no_table(&world).await;
    // Not only the host: a moderator ends a table whose people are all gone.
    people.ask(SOUTH, "table new", json!({"ai": 3})).await;
    people.done("PATCH", &format!("/users/{NORTH}"), json!({"permissions": ["ADMINISTRATOR"]})).await;
    people.ask(NORTH, "table end", json!({})).await;
    until_no_table(&world).await;
    audit(people, &[]).await;
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn closed_dms_crash_the_start() {
    let (world, ()) = World::arranged(Lobby::slow(4), east_deals).await;
    for user in FOUR {
        world.people.done("PATCH", &format!("/users/{user}"), json!({"dms_closed": true})).await;
    }
    begin(&world, 4).await;
    discards(&world, EAST).await;
    let requests = world.people.requests().await;
    let asks = |request: &Value| request["path"].as_str().unwrap().contains("/users/@me/channels");
    assert!(!requests.iter().any(asks), "nothing of the game goes through direct messages");
    audit(&world.people, &[]).await;
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn player_leaves_the_server() {
    let lobby = Lobby { n_people: 2, n_hands: 1, clock: ClockPreset::Test };
    let (world, ()) = World::arranged(lobby, east_deals).await;
    let people = &world.people;
    people.press(EAST, "开始").await;
    people.message_with(EAST, "手牌").await;
    people.done("DELETE", &format!("/users/{SOUTH}"), Value::Null).await;
    // Nobody presses anything any more: the hand goes on by the clock, and then by the program.
    until_no_table(&world).await;
    people
        .until("the result is there", async || {
            let seen = people.messages(EAST).await;
            seen.iter().any(|message| all_words(message).contains("局结束")).then_some(())
        })
        .await;
    // The one who is late is looked for, and is no member any more.
    audit(people, &[404]).await;
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ghost_seat() {
    let world = World::start().await;
    let people = &world.people;
    people.ask(EAST, "table new", json!({"ai": 2, "clock": "slow"})).await;
    people.press(SOUTH, "加入").await;
    people.until("both sit", async || is_seated(&world, SOUTH).then_some(())).await;
    people.ask(EAST, "table kick", json!({"player": SOUTH})).await;
    people.until("one sits", async || (!is_seated(&world, SOUTH)).then_some(())).await;
    people.press(SOUTH, "加入").await;
    people.until("the seat can be taken again", async || is_seated(&world, SOUTH).then_some(())).await;
    people.press(EAST, "开始").await;
    people.message_with(EAST, "手牌").await;
    people.ask(EAST, "table end", json!({})).await;
    until_no_table(&world).await;
    // Neither an ended table nor one elsewhere holds anybody back.
    people.ask(SOUTH, "table new", json!({"ai": 3, "clock": "slow"})).await;
    people.until("a new table", async || is_seated(&world, SOUTH).then_some(())).await;
    let made = people.done("POST", &format!("/guilds/{GUILD}/channels"), json!({"name": "second"})).await;
    let second = made["id"].as_str().unwrap();
    let new = json!({"user": SOUTH, "name": "table new", "options": {"ai": 3, "clock": "slow"}});
    people.done("POST", &format!("/channels/{second}/commands"), new).await;
    let there = second.parse().unwrap();
    people.until("a second table", async || world.bot.registry.at(there).is_some().then_some(())).await;
    people.press(SOUTH, "开始").await;
    people.message_with(SOUTH, "手牌").await;
    audit(people, &[]).await;
    world.stop().await;
}
