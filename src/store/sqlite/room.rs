//! How much room there is: within a file's own limit, and on its disk.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, query_scalar};
use tokio::task::spawn_blocking;

use super::backup::beside;
use super::error::open_fault;
use super::open::BUSY_TIMEOUT;
use crate::store::StoreError;
use crate::store::ledger::LedgerError;

/// Beyond the facts themselves: the pages that an append touches are written whole, and those after it want room too.
const SPARE_BYTES: u64 = 1 << 20;
/// Pages and indexes take more than the facts that they hold.
const BYTES_A_BYTE: u64 = 4;

/// Bytes of the database at `path` that hold something: free pages are room. A program that uses it is not disturbed.
pub(in crate::store) async fn used_bytes(path: &Path) -> Result<u64, StoreError> {
    let fault = |error| open_fault(path, error);
    let plain = SqliteConnectOptions::new().filename(path).busy_timeout(BUSY_TIMEOUT);
    let mut connection = plain.disable_statement_logging().connect().await.map_err(fault)?;
    let used: Result<i64, _> = query_scalar(
        "SELECT (page_count - freelist_count) * page_size
         FROM pragma_page_count(), pragma_freelist_count(), pragma_page_size()",
    )
    .fetch_one(&mut connection)
    .await;
    connection.close().await.map_err(fault)?;
    used.map(i64::cast_unsigned).map_err(fault)
}

/// The file by which the disk's room is tried, beside the database.
fn trial_of(path: &Path) -> PathBuf {
    beside(path, "-room")
}

/// Whether facts of so many bytes, and some more after them, find room on the disk of the database at `path`: so much is
/// written beside it and taken away again.
pub(super) async fn check(path: &Path, n_bytes: u64) -> Result<(), LedgerError> {
    let trial = trial_of(path);
    let tried = spawn_blocking(move || {
        let written = fill(&trial, n_bytes.saturating_mul(BYTES_A_BYTE).saturating_add(SPARE_BYTES));
        written.and(fs::remove_file(&trial))
    });
    let unavailable = |detail: String| Err(LedgerError::Unavailable { detail });
    match tried.await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(error)) if matches!(error.kind(), ErrorKind::StorageFull | ErrorKind::QuotaExceeded) => {
            Err(LedgerError::Full)
        }
        Ok(Err(error)) => unavailable(error.to_string()),
        Err(error) => unavailable(error.to_string()),
    }
}

fn fill(path: &Path, n_bytes: u64) -> io::Result<()> {
    let mut file = File::create(path)?;
    io::copy(&mut io::repeat(b'r').take(n_bytes), &mut file)?;
    file.sync_all()
}

/// Takes away what a trial left behind that was cut short by a crash.
pub(super) fn clear(path: &Path) -> io::Result<()> {
    match fs::remove_file(trial_of(path)) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
