//! The store in one SQLite file.

mod backup;
mod connection;
mod error;
mod forget;
mod identity;
mod open;
mod pragmas;
mod room;

pub(super) use backup::{backup, restore};
pub(super) use forget::forget;
pub(super) use open::{check_whole, open};
pub(super) use room::used_bytes;
