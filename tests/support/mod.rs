//! What the suites that speak Discord's protocol share: the local Discord, the bot in it, and people who see and press
//! what Discord would show them.

#![allow(dead_code, unreachable_pub, reason = "every suite uses a part of it")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "in tests; the lint sees only functions marked as tests"
)]

pub mod arranged;
pub mod audit;
pub mod gate;
pub mod human;
pub mod killable;
pub mod mentions;
pub mod openapi;
pub mod people;
pub mod play;
pub mod watched;
pub mod world;
