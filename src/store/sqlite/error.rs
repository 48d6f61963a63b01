//! What SQLite's errors mean here.

use std::path::Path;

use super::pragmas::Refused;
use crate::store::StoreError;
use crate::store::ledger::LedgerError;

// Primary result codes, https://www.sqlite.org/rescode.html; the low byte of the extended ones.
const BUSY: i32 = 5;
const LOCKED: i32 = 6;
const READONLY: i32 = 8;
const CORRUPT: i32 = 11;
const FULL: i32 = 13;
const CANTOPEN: i32 = 14;
const NOTADB: i32 = 26;

fn primary_code(error: &sqlx::Error) -> Option<i32> {
    let code = error.as_database_error()?.code()?;
    code.parse::<i32>().ok().map(|extended| extended & 0xff)
}

/// An error of a running store.
pub(super) fn fault(error: sqlx::Error) -> LedgerError {
    match (primary_code(&error), &error) {
        (Some(BUSY | LOCKED), _) | (_, sqlx::Error::PoolTimedOut) => LedgerError::Busy,
        (Some(FULL), _) => LedgerError::Full,
        (_, sqlx::Error::PoolClosed) => LedgerError::Closed,
        _ => LedgerError::Unavailable { detail: error.to_string() },
    }
}

/// An error while the file is being opened.
pub(super) fn open_fault(path: &Path, error: sqlx::Error) -> StoreError {
    let path = path.to_owned();
    if let sqlx::Error::Configuration(reason) = &error
        && let Some(Refused { pragma, found }) = reason.downcast_ref()
    {
        return StoreError::PragmaRefused { path, pragma, found: found.clone() };
    }
    match primary_code(&error) {
        Some(BUSY | LOCKED) => StoreError::InUse { path },
        Some(READONLY | CANTOPEN | FULL) => StoreError::Unwritable { path, detail: error.to_string() },
        Some(CORRUPT) => StoreError::Damaged { path, found: error.to_string() },
        Some(NOTADB) => StoreError::NotADatabase { path },
        _ => StoreError::Unavailable { path, detail: error.to_string() },
    }
}
