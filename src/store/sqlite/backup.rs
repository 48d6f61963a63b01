//! Copies of the whole database, made while it is in use, and the way back.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteJournalMode};
use sqlx::{ConnectOptions, Connection, query};

use super::error::open_fault;
use super::open::{check_whole, connect_made, own};
use crate::store::event::UnixMs;
use crate::store::{Store, StoreError};

/// Writes a copy of the database at `path` into the new file `to`: one moment of it, whole, in one file, without the
/// interaction tokens. A running program is not disturbed. Under its name the copy exists only once it is on disk.
pub(in crate::store) async fn backup(path: &Path, to: &Path) -> Result<(), StoreError> {
    if to.exists() {
        return Err(StoreError::Exists { path: to.to_owned() });
    }
    let source = connect_made(path).await?;
    let part = beside(to, ".part");
    remove_files(&part).map_err(|error| unwritable(to, &error))?;
    let copied = copy(path, source, &part, to).await;
    if copied.is_err() {
        let _ = remove_files(&part); // what went wrong is told; the rest of a copy is worth nothing
    }
    copied
}

async fn copy(path: &Path, mut source: SqliteConnection, part: &Path, to: &Path) -> Result<(), StoreError> {
    let name =
        part.to_str().ok_or_else(|| unwritable(to, &io::Error::from(io::ErrorKind::InvalidFilename)))?;
    let vacuumed = query("VACUUM INTO $1").bind(name).execute(&mut source).await;
    source.close().await.map_err(|error| open_fault(path, error))?;
    vacuumed.map_err(|error| match open_fault(to, error) {
        error @ StoreError::Damaged { .. } => error.at(path),
        error => error,
    })?;

    let options = SqliteConnectOptions::new().filename(part).pragma("secure_delete", "ON");
    let options = options.journal_mode(SqliteJournalMode::Delete).disable_statement_logging();
    let mut copy = options.connect().await.map_err(|error| open_fault(to, error))?;
    let erased = query("UPDATE surfaces SET token = NULL WHERE token IS NOT NULL").execute(&mut copy).await;
    copy.close().await.map_err(|error| open_fault(to, error))?;
    erased.map_err(|error| open_fault(to, error))?;
    check_whole(part).await.map_err(|error| error.at(path))?;
    sync(part)
        .and_then(|()| fs::rename(part, to))
        .and_then(|()| sync_folder(to))
        .map_err(|e| unwritable(to, &e))
}

/// Puts a copy of the backup `from` in the place of the database at `path`, which nobody may have open. What stood
/// there is kept beside it; says under which name.
pub(in crate::store) async fn restore(
    from: &Path,
    path: &Path,
    now: UnixMs,
) -> Result<Option<PathBuf>, StoreError> {
    let fault = |error: io::Error| unwritable(path, &error);
    let lock = own(path)?;
    let part = beside(path, ".restoring");
    remove_files(&part).map_err(fault)?;
    fs::copy(from, &part).map_err(|error| unreadable(from, &error))?;
    let checked = check_copy(&part).await;
    let _ = fs::remove_file(beside(&part, ".lock"));
    if let Err(error) = checked {
        let _ = remove_files(&part);
        return Err(error.at(from));
    }
    sync(&part).map_err(fault)?;
    let aside = path.exists().then(|| beside(path, &format!(".before-restore-{}", now.0)));
    if let Some(aside) = &aside {
        for end in ["", "-wal", "-shm"] {
            match fs::rename(beside(path, end), beside(aside, end)) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(fault(error)),
                _ => {}
            }
        }
    }
    fs::rename(&part, path).and_then(|()| sync_folder(path)).map_err(fault)?;
    drop(lock);
    Ok(aside)
}

/// Opened as it will be opened later: another program's, a newer or a broken one is refused here.
async fn check_copy(part: &Path) -> Result<(), StoreError> {
    check_whole(part).await?;
    try_open(part).await
}

/// Opens the database as a program does, with all checks and migrations, and closes it again.
pub(super) async fn try_open(path: &Path) -> Result<(), StoreError> {
    Store::open_sqlite(path).await?.close().await;
    Ok(())
}

/// The same path with something added to its last name.
pub(super) fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(end);
    PathBuf::from(name)
}

/// Removes a database with the files that SQLite keeps beside it, as far as they are there.
fn remove_files(path: &Path) -> io::Result<()> {
    for end in ["", "-wal", "-shm", "-journal"] {
        match fs::remove_file(beside(path, end)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(())
}

fn sync(path: &Path) -> io::Result<()> {
    File::options().write(true).open(path)?.sync_all()
}

/// The name of a new file is durable once its folder is.
fn sync_folder(path: &Path) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

fn unwritable(path: &Path, error: &io::Error) -> StoreError {
    StoreError::Unwritable { path: path.to_owned(), detail: error.to_string() }
}

fn unreadable(path: &Path, error: &io::Error) -> StoreError {
    StoreError::Unavailable { path: path.to_owned(), detail: error.to_string() }
}
