//! Forgetting a person in a file, which is written anew afterwards.

use std::path::Path;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection, query};

use super::backup::try_open;
use super::error::{fault, open_fault};
use super::open::{BUSY_TIMEOUT, own};
use super::pragmas;
use crate::store::event::UserId;
use crate::store::forget::{ForgetError, Forgotten};
use crate::store::sql::forget::{Exception, forget as forget_in};

const EXCEPTION: Exception = Exception {
    begin: "BEGIN IMMEDIATE",
    allow: "DROP TRIGGER events_are_never_changed",
    forbid: "CREATE TRIGGER events_are_never_changed BEFORE UPDATE ON events
BEGIN
    SELECT RAISE(ABORT, 'the log is append-only');
END",
};

/// Replaces a person in the database at `path`, which nobody else may have open.
pub(in crate::store) async fn forget(path: &Path, user: UserId) -> Result<Forgotten, ForgetError> {
    try_open(path).await?;
    let _lock = own(path)?;
    let options = SqliteConnectOptions::new().filename(path).busy_timeout(BUSY_TIMEOUT).foreign_keys(true);
    let options = options.synchronous(SqliteSynchronous::Full).disable_statement_logging();
    let options = options.pragma("secure_delete", "ON");
    let mut connection = options.connect().await.map_err(|error| open_fault(path, error))?;
    let forgotten = forget_and_rewrite(path, &mut connection, user).await;
    connection.close().await.map_err(fault)?;
    forgotten
}

async fn forget_and_rewrite(
    path: &Path,
    connection: &mut SqliteConnection,
    user: UserId,
) -> Result<Forgotten, ForgetError> {
    pragmas::check(connection).await.map_err(|error| open_fault(path, error))?;
    let forgotten = forget_in(connection, user, &EXCEPTION).await?;
    // What was overwritten is nowhere left: neither in free pages nor in the write-ahead log.
    for last in ["VACUUM", "PRAGMA wal_checkpoint(TRUNCATE)"] {
        query(last).execute(&mut *connection).await.map_err(fault)?;
    }
    Ok(forgotten)
}
