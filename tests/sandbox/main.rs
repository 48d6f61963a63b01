//! The sandbox over real HTTP and WebSocket: Discord's rules, not a friendly version of them.
// A test's helpers fail the test: clippy's own exception covers only the test functions themselves.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod clocks;
mod faults;
mod gateway;
mod human;
mod messages;
mod privacy;
mod sharding;
mod support;
mod world;
