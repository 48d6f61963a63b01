//! What PostgreSQL's errors mean here.

use crate::store::ledger::LedgerError;
use crate::store::shards::Shards;

use super::address::{BadAddress, ServerAddress};

// https://www.postgresql.org/docs/current/errcodes-appendix.html
const LOCK_NOT_AVAILABLE: &str = "55P03";
const DISK_FULL: &str = "53100";

/// Why a server's database can't be used. No fact in it was changed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ServerError {
    /// The address can't be read.
    #[error("the address of the PostgreSQL server is wrong: {0}")]
    Address(#[from] BadAddress),
    /// The server doesn't answer, or refuses.
    #[error("{server} can't be used: {detail}")]
    Unavailable {
        /// Which.
        server: ServerAddress,
        /// The server's own words, or the system's.
        detail: String,
    },
    /// Another process plays for some of these shards.
    #[error("{shards} in {server}: another process plays for them, or for some of them")]
    ShardsTaken {
        /// The database.
        server: ServerAddress,
        /// What this process was to play for.
        shards: Shards,
    },
    /// Another process counts another number of shards.
    #[error("{shards} in {server}: another process counts {found} shards; all must count the same")]
    OtherTotal {
        /// The database.
        server: ServerAddress,
        /// What this process was to play for.
        shards: Shards,
        /// The other's total.
        found: u32,
    },
    /// Another program's database.
    #[error("{server} holds another program's tables: give tinghu a database of its own")]
    NotOurs {
        /// Which.
        server: ServerAddress,
    },
    /// Written by a newer version of this program.
    #[error("{server} has schema {found}, this program knows {known}: use the newer program")]
    SchemaNewer {
        /// Which.
        server: ServerAddress,
        /// The newest migration that it has.
        found: i64,
        /// The newest one that this program has.
        known: i64,
    },
    /// One of the migrations that it has is not this program's.
    #[error("{server}: migration {version} differs from this program's")]
    SchemaChanged {
        /// Which.
        server: ServerAddress,
        /// Which migration.
        version: i64,
    },
    /// The server runs with a setting that loses commits when the power fails.
    #[error("{server} runs with {setting} = {found}, which loses what was answered when the power fails")]
    SettingRefused {
        /// Which.
        server: ServerAddress,
        /// The setting.
        setting: &'static str,
        /// What it is.
        found: String,
    },
}

impl ServerError {
    /// True where another process has what this one wants.
    pub(super) fn is_of_a_rival(&self) -> bool {
        matches!(self, ServerError::ShardsTaken { .. } | ServerError::OtherTotal { .. })
    }
}

/// An error of a running store.
pub(super) fn fault(error: sqlx::Error) -> LedgerError {
    let code = error.as_database_error().and_then(|error| error.code());
    match (code.as_deref(), &error) {
        (Some(LOCK_NOT_AVAILABLE), _) => LedgerError::Busy,
        (Some(DISK_FULL), _) => LedgerError::Full,
        (_, sqlx::Error::PoolClosed) => LedgerError::Closed,
        _ => LedgerError::Unavailable { detail: error.to_string() },
    }
}
