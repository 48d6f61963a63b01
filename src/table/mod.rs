//! Tables: one actor each, owning its state; others hold a [`handle::Table`] and read snapshots.
//!
//! In reading order: [`command`] (what can be asked), [`view`] (what is published), [`state`] (the fold of events),
//! `plan` (request → events, pure), [`clock`], `actor` (the task), [`registry`] (all of them).

mod actor;
mod bank;
pub mod clock;
pub mod command;
mod course;
mod fault;
pub mod finished;
pub mod handle;
mod outage;
mod people;
mod plan;
pub mod reach;
mod recent;
pub mod registry;
mod run_points;
mod snapshot;
pub mod state;
mod system;
mod timer;
pub mod view;
