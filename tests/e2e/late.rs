//! A late player is pinged once, by a message that goes.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use tinghu::store::event::ClockPreset;

use crate::arranged::{Lobby, east_sleeps_through};
use crate::audit::audit;
use crate::people::{EAST, People};
use crate::play::Game;
use crate::world::World;

const SENTENCE: &str = "轮到你了。";

/// The pings that the bot has posted, and which messages it has deleted.
async fn pings(people: &People) -> (Vec<Value>, usize) {
    let requests = people.requests().await;
    let is_ping = |request: &&Value| {
        request["method"] == "POST"
            && request["body"]["content"].as_str().is_some_and(|text| text.contains(SENTENCE))
    };
    let posted = requests.iter().filter(is_ping).map(|request| request["body"].clone()).collect();
    let deleted: BTreeSet<&str> = requests
        .iter()
        .filter(|request| request["method"] == "DELETE" && request["status"] == 204)
        .filter_map(|request| request["path"].as_str().filter(|path| path.contains("/channels/")))
        .collect();
    (posted, deleted.len())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_lets_half_of_the_clock_go_is_pinged_by_a_message_that_goes() {
    let lobby = Lobby { n_people: 1, n_hands: 1, clock: ClockPreset::Test };
    let (world, ()) = World::arranged(lobby, east_sleeps_through(5)).await;
    let people = &world.people;
    people.press(EAST, "开始").await;
    let game = Game::new(people, world.table());
    people
        .until("the program plays for the one who never moves", async || game.is_away(EAST).then_some(()))
        .await;
    people
        .until("all pings are gone", async || {
            let (posted, n_deleted) = pings(people).await;
            (!posted.is_empty() && posted.len() == n_deleted).then_some(())
        })
        .await;
    let (posted, _) = pings(people).await;
    assert!(posted.len() <= 3, "one a missed turn: {posted:?}");
    for ping in &posted {
        assert!(ping["content"].as_str().unwrap().starts_with(&format!("<@{EAST}>，{SENTENCE}")), "{ping}");
        assert_eq!(ping["allowed_mentions"], json!({"parse": [], "users": [EAST]}));
    }
    let seen = people.messages(EAST).await;
    assert!(!seen.iter().any(|message| message["content"].as_str().unwrap().contains(SENTENCE)));
    audit(people, &[]).await;
    world.stop().await;
}
