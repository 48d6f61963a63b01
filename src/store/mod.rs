//! The append-only event log and everything projected from it.
//!
//! **Invariants.** A fact is durable before anybody sees what it did. A log is only ever appended to, at the number
//! that its one owner expects. Projections can be dropped and computed again from the log. Full facts, with their
//! hidden tiles, leave this module only to the table that they belong to, and to logs of hands that have ended.
//!
//! The database, a SQLite file or one on a PostgreSQL server, is behind four traits, [`Ledger`], [`Stats`],
//! [`Surfaces`] and [`Preferences`]; nothing outside knows which one it is.

pub mod event;
pub mod forget;
pub mod hand_log;
pub mod ledger;
mod postgres;
pub mod preferences;
pub mod projections;
pub mod record;
pub mod shards;
mod sql;
mod sqlite;
pub mod surfaces;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use event::{UnixMs, UserId};
use forget::{ForgetError, Forgotten};
use ledger::{Ledger, LedgerError};
pub use postgres::{BadAddress, ServerAddress, ServerError};
use preferences::Preferences;
use projections::Stats;
use shards::Shards;
use sql::SqlStore;
use surfaces::Surfaces;

/// Why a database could not be opened, or is not this process's any more. No fact in it was changed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StoreError {
    /// Another process has it open.
    #[error("{} is used by another process", path.display())]
    InUse {
        /// The database.
        path: PathBuf,
    },
    /// The file or its folder cannot be written, or the disk is full.
    #[error("{} cannot be written: {detail}", path.display())]
    Unwritable {
        /// The database.
        path: PathBuf,
        /// The operating system's words.
        detail: String,
    },
    /// The file is something else.
    #[error("{} is not a database", path.display())]
    NotADatabase {
        /// The file.
        path: PathBuf,
    },
    /// A file that would be overwritten.
    #[error("{} exists already", path.display())]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// Another program's database.
    #[error("{} is a database of another program", path.display())]
    NotOurs {
        /// The database.
        path: PathBuf,
    },
    /// Part of it is not what was written.
    #[error("{} is damaged: {found}", path.display())]
    Damaged {
        /// The database.
        path: PathBuf,
        /// What SQLite found first.
        found: String,
    },
    /// Written by a newer version of this program.
    #[error("{} has schema {found}, this program knows {known}: use the newer program", path.display())]
    SchemaNewer {
        /// The database.
        path: PathBuf,
        /// The newest migration that it has.
        found: i64,
        /// The newest one that this program has.
        known: i64,
    },
    /// One of the migrations that it has is not this program's.
    #[error("{}: migration {version} differs from this program's", path.display())]
    SchemaChanged {
        /// The database.
        path: PathBuf,
        /// Which migration.
        version: i64,
    },
    /// The database does not take a setting that durability needs.
    #[error("{}: {pragma} stays {found}; is it on a network disk?", path.display())]
    PragmaRefused {
        /// The database.
        path: PathBuf,
        /// The setting.
        pragma: &'static str,
        /// What it is.
        found: String,
    },
    /// A PostgreSQL server.
    #[error(transparent)]
    Server(#[from] ServerError),
    /// Only a server can be shared.
    #[error("only {shards} are for this process: the others can share nothing with it without DATABASE_URL")]
    NotShared {
        /// What this process was to play for.
        shards: Shards,
    },
    /// Another process plays on with what was this one's.
    #[error("another process plays on with the tables of this one, which was silent for too long")]
    TakenOver,
    /// Anything else that the database reports.
    #[error("{} cannot be opened: {detail}", path.display())]
    Unavailable {
        /// The database.
        path: PathBuf,
        /// The database's own words.
        detail: String,
    },
}

impl StoreError {
    /// The same, told of another path: of the file that the person named.
    fn at(mut self, named: &Path) -> StoreError {
        if let StoreError::InUse { path }
        | StoreError::Unwritable { path, .. }
        | StoreError::NotADatabase { path }
        | StoreError::Exists { path }
        | StoreError::NotOurs { path }
        | StoreError::Damaged { path, .. }
        | StoreError::SchemaNewer { path, .. }
        | StoreError::SchemaChanged { path, .. }
        | StoreError::PragmaRefused { path, .. }
        | StoreError::Unavailable { path, .. } = &mut self
        {
            *path = named.to_owned();
        }
        self
    }
}

/// Copies the SQLite database at `path` into the new file `to`, also while a program uses it. The copy is one file, and
/// holds no interaction tokens.
///
/// # Errors
/// [`StoreError`]; there is no file `to` then.
pub async fn backup_sqlite(path: &Path, to: &Path) -> Result<(), StoreError> {
    sqlite::backup(path, to).await
}

/// Reads the whole SQLite database at `path`, which nobody may write to meanwhile, and says what is wrong with it.
///
/// # Errors
/// [`StoreError`], where it is damaged or not a database of this program.
pub async fn check_sqlite(path: &Path) -> Result<(), StoreError> {
    sqlite::check_whole(path).await
}

/// Bytes of the SQLite database at `path` that hold something, also while a program uses it: its free pages are room.
///
/// # Errors
/// [`StoreError`].
pub async fn used_bytes_sqlite(path: &Path) -> Result<u64, StoreError> {
    sqlite::used_bytes(path).await
}

/// Puts a copy of a backup in the place of the SQLite database at `path`, which nobody may have open, and says under
/// which name the former one is kept.
///
/// # Errors
/// [`StoreError`]; the database is as it was then.
pub async fn restore_sqlite(from: &Path, path: &Path, now: UnixMs) -> Result<Option<PathBuf>, StoreError> {
    sqlite::restore(from, path, now).await
}

/// Replaces a person in the SQLite database at `path`, which nobody may have open: id and name in every fact, and
/// whatever else is kept of them. Their hands keep adding up, under an id that leads to nobody.
///
/// # Errors
/// [`ForgetError`]; nothing has changed then.
pub async fn forget_sqlite(path: &Path, user: UserId) -> Result<Forgotten, ForgetError> {
    sqlite::forget(path, user).await
}

/// The same in a database on a server, whose bots play on meanwhile: their tables wait for it.
///
/// # Errors
/// [`ForgetError`]; nothing has changed then.
pub async fn forget_postgres(server: &ServerAddress, user: UserId) -> Result<Forgotten, ForgetError> {
    postgres::forget(server, user).await
}

/// An open store. Cheap parts of it are handed out; whoever opened it closes it.
pub struct Store {
    database: Arc<SqlStore>,
    tasks: TaskTracker,
    stop: CancellationToken,
    lost: CancellationToken,
}

impl Store {
    /// Opens the SQLite database at `path`, or creates it with its folder. Only one process may have it open.
    ///
    /// # Errors
    /// [`StoreError`], which names the path and the reason.
    pub async fn open_sqlite(path: &Path) -> Result<Store, StoreError> {
        Store::open_sqlite_within(path, None).await
    }

    /// The same for a file that may take so many bytes at most, without its write-ahead log: it is full then, as a disk is.
    ///
    /// # Errors
    /// As [`Store::open_sqlite`].
    pub async fn open_sqlite_within(path: &Path, most_bytes: Option<u64>) -> Result<Store, StoreError> {
        let tasks = TaskTracker::new();
        let stop = CancellationToken::new();
        let database = Arc::new(sqlite::open(path, most_bytes, &tasks, stop.clone()).await?);
        Ok(Store { database, tasks, stop, lost: CancellationToken::new() })
    }

    /// Opens a database on a PostgreSQL server, making its tables where it is empty. With `shards` this process plays for
    /// those servers of Discord and no other process may; without, it is a guest that reads and rebuilds.
    ///
    /// # Errors
    /// [`StoreError::Server`]; one of them is that another process plays for these shards.
    pub async fn open_postgres(server: &ServerAddress, shards: Option<Shards>) -> Result<Store, StoreError> {
        let tasks = TaskTracker::new();
        let (stop, lost) = (CancellationToken::new(), CancellationToken::new());
        let opened = postgres::open(server, shards, &tasks, stop.clone(), lost.clone()).await?;
        Ok(Store { database: Arc::new(opened), tasks, stop, lost })
    }

    /// Cancelled when another process has taken over what this one played: its writes are refused with
    /// [`ledger::LedgerError::NotOwner`] from now on, and it had better end.
    pub fn lost(&self) -> CancellationToken {
        self.lost.clone()
    }

    /// The logs.
    pub fn ledger(&self) -> Arc<dyn Ledger> {
        Arc::clone(&self.database) as Arc<dyn Ledger>
    }

    /// Leaderboards, statistics, histories.
    pub fn stats(&self) -> Arc<dyn Stats> {
        Arc::clone(&self.database) as Arc<dyn Stats>
    }

    /// Which Discord messages show which table.
    pub fn surfaces(&self) -> Arc<dyn Surfaces> {
        Arc::clone(&self.database) as Arc<dyn Surfaces>
    }

    /// Bytes that the log takes on disk, with its indexes.
    ///
    /// # Errors
    /// What the database says.
    pub async fn n_bytes(&self) -> Result<u64, LedgerError> {
        self.database.n_bytes().await
    }

    /// What people and servers chose once and for all.
    pub fn preferences(&self) -> Arc<dyn Preferences> {
        Arc::clone(&self.database) as Arc<dyn Preferences>
    }

    /// Writes what was asked before, closes the database and gives it free for the next process. Parts that were
    /// handed out answer [`ledger::LedgerError::Closed`] from now on. Of a file nothing is left but the file itself.
    pub async fn close(self) {
        // The last connection to a SQLite file takes its write-ahead log away. Of two that are closed at one moment each
        // takes the other for the last, so the writer's is closed when the readers' are.
        self.database.close_readers().await;
        self.stop.cancel();
        self.tasks.close();
        self.tasks.wait().await;
    }
}
