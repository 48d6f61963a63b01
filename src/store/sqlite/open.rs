//! Opening the file: the owner's lock, the settings that durability rests on, and the schema.

use std::ffi::OsString;
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions,
    SqliteSynchronous,
};
use sqlx::{ConnectOptions, Connection, SqlSafeStr, query_as, query_scalar};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::connection::Owned;
use super::error::open_fault;
use super::identity::Identity;
use super::{pragmas, room};
use crate::store::StoreError;
use crate::store::shards::Shards;
use crate::store::sql::SqlStore;

/// "ting", in the header of our files (migrations/sqlite/0001_log.sql).
const APPLICATION_ID: i64 = 0x7469_6e67;
/// How long a connection waits for a foreign one, such as a backup, before it reports that the database is busy.
pub(super) const BUSY_TIMEOUT: Duration = Duration::from_secs(5);
const MOST_READERS: u32 = 4;
/// The size of a page: each file of this program is begun with it.
const PAGE_BYTES: u32 = 4_096;

const MIGRATIONS: [(i64, &str, &str); 4] = [
    (1, "log", include_str!("../../../migrations/sqlite/0001_log.sql")),
    (2, "projections", include_str!("../../../migrations/sqlite/0002_projections.sql")),
    (3, "surfaces", include_str!("../../../migrations/sqlite/0003_surfaces.sql")),
    (4, "choices", include_str!("../../../migrations/sqlite/0004_choices.sql")),
];

/// Opens or creates the database, which stays within `most_bytes`, and starts its writer on `tasks`; the writer ends when
/// `stop` is cancelled or the store is dropped, after the writes that were asked before.
pub(in crate::store) async fn open(
    path: &Path,
    most_bytes: Option<u64>,
    tasks: &TaskTracker,
    stop: CancellationToken,
) -> Result<SqlStore, StoreError> {
    let lock = own(path)?;
    let plain = SqliteConnectOptions::new().filename(path).create_if_missing(true).busy_timeout(BUSY_TIMEOUT);
    let plain = plain
        .page_size(PAGE_BYTES)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .disable_statement_logging();
    check_ours(path, &plain).await?;
    room::clear(path)
        .map_err(|error| StoreError::Unwritable { path: path.to_owned(), detail: error.to_string() })?;

    let options = plain.clone().journal_mode(SqliteJournalMode::Wal).pragma("secure_delete", "ON"); // erased tokens are overwritten
    let options = match most_bytes {
        // It holds for a connection, so the writer's has it, also where it connects anew.
        Some(bytes) => options.pragma("max_page_count", (bytes / u64::from(PAGE_BYTES)).max(1).to_string()),
        None => options,
    };
    let mut connection = options.connect().await.map_err(|error| open_fault(path, error))?;
    let readers = match prepare(path, &mut connection, plain.create_if_missing(false)).await {
        Ok(readers) => readers,
        Err(refused) => {
            // What is wrong with the file is told. It is waited for, so that nobody finds it half closed.
            let _ = connection.close().await;
            return Err(refused);
        }
    };
    let options = options.create_if_missing(false); // a writer that connects anew must not begin an empty log
    let owned = Owned { options, file: Identity::of(path).await, _lock: lock };
    let (source, connection, readers) = (Box::new(owned), Box::new(connection), Box::new(readers));
    Ok(SqlStore::start(source, connection, readers, Shards::ALL, tasks, stop))
}

/// Brings the schema up to date; connections to read with.
async fn prepare(
    path: &Path,
    connection: &mut SqliteConnection,
    plain: SqliteConnectOptions,
) -> Result<SqlitePool, StoreError> {
    pragmas::check(connection).await.map_err(|error| open_fault(path, error))?;
    migrate(path, connection).await?;
    readers(plain).await.map_err(|error| open_fault(path, error))
}

/// Connections to read with, each of them checked.
async fn readers(options: SqliteConnectOptions) -> Result<SqlitePool, sqlx::Error> {
    let options = options.pragma("query_only", "ON");
    let mut first = options.connect().await?;
    // A pool tries again until its patience is over and then says only that; here the reason is told.
    let checked = pragmas::check(&mut first).await;
    first.close().await?;
    checked?;
    SqlitePoolOptions::new()
        .max_connections(MOST_READERS)
        .acquire_timeout(BUSY_TIMEOUT)
        .after_connect(|connection, _| Box::pin(pragmas::check(connection)))
        .connect_with(options)
        .await
}

/// Makes this process the only one that uses the database. The lock is the operating system's, so it ends with the
/// process however that ends; the file beside the database stays and means nothing.
pub(super) fn own(path: &Path) -> Result<File, StoreError> {
    let unwritable =
        |error: std::io::Error| StoreError::Unwritable { path: path.to_owned(), detail: error.to_string() };
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(unwritable)?;
    }
    let mut lock_path = OsString::from(path);
    lock_path.push(".lock");
    let lock = File::options().create(true).truncate(false).write(true).open(PathBuf::from(lock_path));
    let lock = lock.map_err(unwritable)?;
    match lock.try_lock() {
        Ok(()) => Ok(lock),
        Err(TryLockError::WouldBlock) => Err(StoreError::InUse { path: path.to_owned() }),
        Err(TryLockError::Error(error)) => Err(unwritable(error)),
    }
}

/// Refuses a database that another program made, before anything in it is changed; one with nothing in it is taken.
async fn check_ours(path: &Path, options: &SqliteConnectOptions) -> Result<(), StoreError> {
    let fault = |error| open_fault(path, error);
    let mut connection = options.connect().await.map_err(fault)?;
    let found = id_and_size(&mut connection).await;
    connection.close().await.map_err(fault)?;
    let (id, n_objects) = found.map_err(fault)?;
    let fresh = id == 0 && n_objects == 0;
    if fresh || id == APPLICATION_ID { Ok(()) } else { Err(StoreError::NotOurs { path: path.to_owned() }) }
}

/// The mark of the program that made a database, and how many tables and the like it has.
async fn id_and_size(connection: &mut SqliteConnection) -> Result<(i64, i64), sqlx::Error> {
    query_as("SELECT application_id, (SELECT count(*) FROM sqlite_master) FROM pragma_application_id")
        .fetch_one(connection)
        .await
}

/// A connection to a database that this program made, as it is: neither an empty file nor another program's.
pub(super) async fn connect_made(path: &Path) -> Result<SqliteConnection, StoreError> {
    let fault = |error| open_fault(path, error);
    let options = SqliteConnectOptions::new().filename(path).busy_timeout(BUSY_TIMEOUT);
    let mut connection = options.disable_statement_logging().connect().await.map_err(fault)?;
    match id_and_size(&mut connection).await {
        Ok((APPLICATION_ID, _)) => Ok(connection),
        other => {
            connection.close().await.map_err(fault)?;
            other.map_err(fault)?;
            Err(StoreError::NotOurs { path: path.to_owned() })
        }
    }
}

/// Reads the whole of a database and refuses one that is damaged.
pub(in crate::store) async fn check_whole(path: &Path) -> Result<(), StoreError> {
    let fault = |error| open_fault(path, error);
    let mut connection = connect_made(path).await?;
    let found: Result<String, _> = query_scalar("PRAGMA quick_check(1)").fetch_one(&mut connection).await;
    connection.close().await.map_err(fault)?;
    match found.map_err(fault)?.lines().last() {
        Some("ok") => Ok(()),
        // The name of the database stands on a line before.
        fault => {
            Err(StoreError::Damaged { path: path.to_owned(), found: fault.unwrap_or_default().to_owned() })
        }
    }
}

async fn migrate(path: &Path, connection: &mut SqliteConnection) -> Result<(), StoreError> {
    let migrations = MIGRATIONS.map(|(version, description, sql)| {
        Migration::new(version, description.into(), MigrationType::Simple, sql.into_sql_str(), false)
    });
    let known = MIGRATIONS.len() as i64;
    let path = path.to_owned();
    match Migrator::with_migrations(migrations.into()).run(connection).await {
        Ok(()) => Ok(()),
        Err(MigrateError::VersionMissing(found)) if found > known => {
            Err(StoreError::SchemaNewer { path, found, known })
        }
        Err(MigrateError::VersionMissing(version) | MigrateError::VersionMismatch(version)) => {
            Err(StoreError::SchemaChanged { path, version })
        }
        Err(MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _)) => {
            Err(open_fault(&path, error))
        }
        Err(other) => Err(StoreError::Unavailable { path, detail: other.to_string() }),
    }
}
