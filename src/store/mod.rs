//! The append-only event log and everything projected from it.
pub mod event;
pub mod record;
