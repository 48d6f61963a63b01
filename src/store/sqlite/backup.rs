//! Copies of the whole database, made while it is in use, and the way back.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteJournalMode};
use sqlx::{ConnectOptions, Connection, query};

use super::error::open_fault;
use super::open::{BUSY_TIMEOUT, check_whole, connect_made, own};
use crate::store::event::UnixMs;
use crate::store::{Store, StoreError};

/// What SQLite adds to a database's name for the files that it keeps beside it.
const LOGS: [&str; 3] = ["-wal", "-shm", "-journal"];

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
    if aside.is_some() {
        fold_log(path).await;
    }
    if let Err(error) = replace(path, &part, aside.as_deref()) {
        let _ = remove_files(&part);
        return Err(fault(error));
    }
    drop(lock);
    Ok(aside)
}

/// Opened as it will be opened later: another program's, a newer or a broken one is refused here.
async fn check_copy(part: &Path) -> Result<(), StoreError> {
    check_whole(part).await?;
    try_open(part).await
}

/// Writes what SQLite keeps beside a database into it, so that it is one file. One that can't be opened any more stays as it
/// is: it is moved with its files, and what is to replace it has been checked.
async fn fold_log(path: &Path) {
    let options = SqliteConnectOptions::new().filename(path).busy_timeout(BUSY_TIMEOUT);
    let Ok(mut connection) = options.disable_statement_logging().connect().await else { return };
    let folded = query("PRAGMA wal_checkpoint(TRUNCATE)").execute(&mut connection).await;
    if let Err(error) = folded.and(connection.close().await) {
        tracing::debug!(%error, "the database that is replaced can't be read");
    }
}

/// Puts `part` in the place of `path` in one step, so that at no moment there is no database of that name. What stood there
/// has the name `aside` then. Where a step fails, all is as it was.
fn replace(path: &Path, part: &Path, aside: Option<&Path>) -> io::Result<()> {
    let Some(aside) = aside else {
        return fs::rename(part, path).and_then(|()| sync_folder(path));
    };
    keep(path, aside)?;
    let mut moved = Vec::new();
    let mut replaced = move_logs(path, aside, &mut moved).and_then(|()| sync_folder(path));
    replaced = replaced.and_then(|()| fs::rename(part, path));
    if replaced.is_err() {
        for (from, to) in moved {
            fs::rename(to, from)?;
        }
        fs::remove_file(aside)?;
    }
    replaced.and_then(|()| sync_folder(path))
}

/// A second name for a file, or a copy of it where a file has only one.
fn keep(path: &Path, aside: &Path) -> io::Result<()> {
    match fs::hard_link(path, aside) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
            fs::copy(path, aside).and_then(|_| sync(aside))
        }
        linked => linked,
    }
}

/// The files that SQLite keeps beside a database must not meet another one of its name.
fn move_logs(path: &Path, aside: &Path, moved: &mut Vec<(PathBuf, PathBuf)>) -> io::Result<()> {
    for end in LOGS {
        let (from, to) = (beside(path, end), beside(aside, end));
        match fs::rename(&from, &to) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
            Ok(()) => moved.push((from, to)),
        }
    }
    Ok(())
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
    for end in std::iter::once("").chain(LOGS) {
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
