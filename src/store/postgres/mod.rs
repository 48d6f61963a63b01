//! The store on a PostgreSQL server, which several processes share: each plays for shards of its own.

mod address;
mod connection;
mod error;
mod forget;
mod open;
mod owner;

pub use address::{BadAddress, ServerAddress};
pub use error::ServerError;
pub(super) use forget::forget;
pub(super) use open::open;
