//! The store from outside: one suite over every ledger, and what only a database can get wrong.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "in tests; the lint sees only functions marked as tests"
)]

mod fixture;
mod full;
mod ledger;
mod opening;
#[path = "../support/postgres.rs"]
mod postgres;
mod power;
mod preferences;
mod projections;
mod records;
mod resume;
mod schema;
mod server;
mod surfaces;
#[path = "../support/watched.rs"]
mod watched;
