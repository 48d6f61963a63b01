//! The settings that durability rests on, read back on every connection: SQLite ignores what it cannot honour, such as
//! WAL on some network disks.

use sqlx::query_scalar;
use sqlx::sqlite::SqliteConnection;

/// A setting that is not as it was asked for.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{pragma} stays {found}; is the database on a network disk?")]
pub(super) struct Refused {
    /// The setting.
    pub(super) pragma: &'static str,
    /// What it is.
    pub(super) found: String,
}

/// Refuses a connection that is not in WAL mode, does not sync each commit (`FULL` is 2), or ignores foreign keys.
///
/// # Errors
/// [`sqlx::Error::Configuration`] with [`Refused`]; else what the database reports.
pub(super) async fn check(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    let journal: String = query_scalar("PRAGMA journal_mode").fetch_one(&mut *connection).await?;
    let synchronous: i64 = query_scalar("PRAGMA synchronous").fetch_one(&mut *connection).await?;
    let foreign_keys: i64 = query_scalar("PRAGMA foreign_keys").fetch_one(connection).await?;
    let found = [
        ("journal_mode", journal, "wal"),
        ("synchronous", synchronous.to_string(), "2"),
        ("foreign_keys", foreign_keys.to_string(), "1"),
    ];
    match found.into_iter().find(|(_, found, wanted)| found != wanted) {
        Some((pragma, found, _)) => Err(sqlx::Error::Configuration(Box::new(Refused { pragma, found }))),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use sqlx::ConnectOptions;
    use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};

    use super::*;

    async fn checked(options: SqliteConnectOptions) -> Option<Refused> {
        let error = check(&mut options.connect().await.unwrap()).await.err()?;
        let sqlx::Error::Configuration(refused) = error else { unreachable!("{error}") };
        refused.downcast().ok().map(|refused| *refused)
    }

    #[tokio::test]
    async fn each_setting_that_is_not_as_wanted_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let file = SqliteConnectOptions::new().filename(folder.path().join("a.db")).create_if_missing(true);
        let wal = file.clone().journal_mode(SqliteJournalMode::Wal).foreign_keys(true);
        let full = wal.clone().synchronous(SqliteSynchronous::Full);
        assert_eq!(checked(full.clone()).await, None);

        let refused = |pragma, found: &str| Some(Refused { pragma, found: found.into() });
        let memory = full.clone().filename(":memory:").in_memory(true);
        assert_eq!(checked(memory).await, refused("journal_mode", "memory"));
        let lax = wal.synchronous(SqliteSynchronous::Normal);
        assert_eq!(checked(lax).await, refused("synchronous", "1"));
        assert_eq!(checked(full.foreign_keys(false)).await, refused("foreign_keys", "0"));
    }
}
