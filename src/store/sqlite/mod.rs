//! The store in one SQLite file.

mod connection;
mod error;
mod identity;
mod open;
mod pragmas;

pub(super) use open::open;
