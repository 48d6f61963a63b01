//! Bots as processes whose tables are on a PostgreSQL server, in front of one local Discord: alone, one after the other,
//! several at once, and one that comes back when another one has its place.

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
#[path = "../support/mentions.rs"]
mod mentions;
mod moving;
mod one;
#[path = "../support/party.rs"]
mod party;
#[path = "../support/player.rs"]
mod player;
#[path = "../support/postgres.rs"]
mod postgres;
#[path = "../support/process.rs"]
mod process;
mod rivals;
mod shards;
mod town;
#[path = "../support/verdict.rs"]
mod verdict;
