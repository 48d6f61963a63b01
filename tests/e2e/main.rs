//! The whole program over Discord's protocol: the real client, REST and gateway against the sandbox, with people who
//! see and press what Discord would show them.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "in tests; the lint sees only functions marked as tests"
)]

mod claim_race;
mod disturbed;
mod four_people;
mod house_rules;
mod killed;
mod late;
mod one_person;
mod refusals;
mod result_card;
mod schema;
mod store_fails;
#[path = "../support/mod.rs"]
mod support;
mod time_out;
mod tutorial;

use support::{arranged, audit, killable, people, play, world};
