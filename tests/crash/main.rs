//! The bot is killed (`kill -9`) at random instants while several tables are played through the local Discord's human
//! side. What a person was told is in the log, nothing is there twice, points sum to zero, every table ends.
//!
//! `TINGHU_CRASHES` says how often (5 unless told otherwise), `TINGHU_CRASH_SEED` repeats a run's choices.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "in tests; the lint sees only functions marked as tests"
)]

#[path = "../support/city.rs"]
mod city;
#[path = "../support/dice.rs"]
mod dice;
mod farewell;
#[path = "../support/mentions.rs"]
mod mentions;
#[path = "../support/party.rs"]
mod party;
#[path = "../support/player.rs"]
mod player;
#[path = "../support/process.rs"]
mod process;
mod trace;
#[path = "../support/verdict.rs"]
mod verdict;

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use futures_util::future::join_all;
use tokio::time::timeout;

use city::City;
use dice::Dice;
use party::Party;
use process::{Bot, Launch, Sandbox};
use tinghu::store::Store;

const N_KILLS: u64 = 5;
/// The longest that a bot lives after it was reached.
const LONGEST_LIFE_MS: u64 = 900;
/// One bot in so many is killed before it is even there.
const ONE_IN_START_UP: u64 = 10;

/// A number from the environment.
fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|text| text.parse().expect("a number"))
}

fn seed() -> u64 {
    let of_the_clock = || SystemTime::now().duration_since(UNIX_EPOCH).unwrap().subsec_nanos().into();
    number("TINGHU_CRASH_SEED").unwrap_or_else(of_the_clock)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_answered_survives_every_kill() {
    let (n_kills, seed) = (number("TINGHU_CRASHES").unwrap_or(N_KILLS), seed());
    println!("{n_kills} kills, TINGHU_CRASH_SEED={seed}");
    let folder = tempfile::tempdir().unwrap();
    let sandbox = Sandbox::start(folder.path()).await;
    let city = Arc::new(City::at(&sandbox.base));
    let mut parties = Vec::new();
    let tables = [("harbin", 1, 3), ("harbin-new", 2, 2), ("qiqihar", 2, 2), ("harbin-new", 4, 0)];
    // Every table is played to its end after the last kill, which takes longer than a few kills.
    let n_tables = if n_kills < 50 { 2 } else { tables.len() };
    for (n, (ruleset, n_people, n_programs)) in (0..).zip(tables).take(n_tables) {
        let mut people = Vec::new();
        for one in 0..n_people {
            people.push(city.new_person(&format!("p{n}{one}")).await);
        }
        let party = Party::new(Arc::clone(&city), n, ruleset, people, n_programs);
        parties.push(party.play_until_the_kills_are_over(Dice::new(seed ^ (n + 1))));
    }
    let kills = kill_again_and_again(&city, &sandbox.base, folder.path(), n_kills, Dice::new(seed));
    let (told, last) = tokio::join!(join_all(parties), kills);
    last.kill().await;
    sandbox.kill().await;
    let store = Store::open_sqlite(&folder.path().join("tinghu.db")).await.unwrap();
    verdict::pass(&store, told.concat(), n_kills.max(40)).await;
    store.close().await;
}

/// The bot that lives in the end.
async fn kill_again_and_again(city: &City, base: &str, folder: &Path, n_kills: u64, mut dice: Dice) -> Bot {
    let launch = Launch::of(base, folder);
    for _ in 0..n_kills {
        let mut bot = launch.start();
        if dice.below(ONE_IN_START_UP) != 0 {
            city.bot_is_there().await;
        }
        // A bot that ends by itself is a fault; the time until which it has not is the random instant.
        let life = Duration::from_millis(dice.below(LONGEST_LIFE_MS));
        let ended = timeout(life, bot.ended()).await;
        assert!(ended.is_err(), "the bot has ended by itself: {ended:?}");
        city.note_kill();
        bot.kill().await;
        city.bot_is_gone().await;
    }
    city.kills_are_over();
    let last = launch.start();
    city.bot_is_there().await;
    last
}
