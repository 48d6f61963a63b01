//! Opening a server's database: its settings, its schema, and the shards that become this process's own.

use std::time::Duration;

use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool, PgPoolOptions};
use sqlx::{ConnectOptions, SqlSafeStr, query_scalar};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::address::ServerAddress;
use super::error::ServerError;
use super::owner::{self, Claimed, When};
use crate::store::shards::Shards;
use crate::store::sql::SqlStore;
use crate::store::sql::connection::Connection;

/// The server ends a writing session that is silent for this long: a process that hangs, or whose machine is gone, loses
/// its shards.
pub(super) const IDLE_SESSION: Duration = Duration::from_secs(30);
const MOST_READERS: u32 = 4;
/// How long a question waits for a connection.
const READERS_PATIENCE: Duration = Duration::from_secs(3);

const MIGRATIONS: [(i64, &str, &str); 4] = [
    (1, "log", include_str!("../../../migrations/postgres/0001_log.sql")),
    (2, "projections", include_str!("../../../migrations/postgres/0002_projections.sql")),
    (3, "surfaces", include_str!("../../../migrations/postgres/0003_surfaces.sql")),
    (4, "choices", include_str!("../../../migrations/postgres/0004_choices.sql")),
];

/// Opens the database at `server`, making its tables where it is empty, and starts the writer on `tasks`. With `shards`
/// this process plays for them and no other may; without, it is a guest that reads and rebuilds. `lost` is cancelled
/// when another process has taken the shards over.
pub(in crate::store) async fn open(
    server: &ServerAddress,
    shards: Option<Shards>,
    tasks: &TaskTracker,
    stop: CancellationToken,
    lost: CancellationToken,
) -> Result<SqlStore, ServerError> {
    let writing = Writing::to(server, shards, lost)?;
    let mut connection = writing.connect().await?;
    check_ours(server, &mut connection).await?;
    migrate(server, &mut connection).await?;
    writing.claim(&mut connection, When::Start).await?;
    let plain = server.options()?.disable_statement_logging();
    let readers = readers(plain).await.map_err(|error| unavailable(server, &error))?;
    let connection: Box<dyn Connection> = Box::new(connection);
    let shards = shards.unwrap_or(Shards::ALL);
    Ok(SqlStore::start(Box::new(writing), connection, Box::new(readers), shards, tasks, stop))
}

/// A session of its own beside those of the bots, which play on.
pub(super) async fn connect_as_guest(server: &ServerAddress) -> Result<PgConnection, ServerError> {
    let mut connection = Writing::to(server, None, CancellationToken::new())?.connect().await?;
    check_ours(server, &mut connection).await?;
    migrate(server, &mut connection).await?;
    Ok(connection)
}

/// What the writer connects with.
pub(super) struct Writing {
    server: ServerAddress,
    options: PgConnectOptions,
    /// The name that this process's sessions have on the server, and no other's.
    instance: String,
    shards: Option<Shards>,
    pub(super) lost: CancellationToken,
}

impl Writing {
    fn to(
        server: &ServerAddress,
        shards: Option<Shards>,
        lost: CancellationToken,
    ) -> Result<Writing, ServerError> {
        let instance = instance().map_err(|detail| unavailable(server, &detail))?;
        let options = server.options()?.disable_statement_logging().application_name(&instance).options([
            ("idle_session_timeout", format!("{}s", IDLE_SESSION.as_secs())),
            ("idle_in_transaction_session_timeout", format!("{}s", IDLE_SESSION.as_secs())),
            ("lock_timeout", "5s".to_owned()),
        ]);
        Ok(Writing { server: server.clone(), options, instance, shards, lost })
    }

    /// A session with the shards, after one was lost.
    pub(super) async fn connect_anew(&self) -> Result<PgConnection, ServerError> {
        let mut connection = self.connect().await?;
        self.claim(&mut connection, When::Return).await?;
        Ok(connection)
    }

    /// A session whose commits survive a power cut.
    async fn connect(&self) -> Result<PgConnection, ServerError> {
        let unavailable = |error| unavailable(&self.server, &error);
        let mut connection = self.options.connect().await.map_err(unavailable)?;
        for setting in ["fsync", "synchronous_commit"] {
            let found: String = query_scalar("SELECT current_setting($1)")
                .bind(setting)
                .fetch_one(&mut connection)
                .await
                .map_err(unavailable)?;
            if found == "off" {
                return Err(ServerError::SettingRefused { server: self.server.clone(), setting, found });
            }
        }
        Ok(connection)
    }

    async fn claim(&self, connection: &mut PgConnection, when: When) -> Result<(), ServerError> {
        let Some(shards) = self.shards else { return Ok(()) };
        let server = self.server.clone();
        match owner::claim(connection, shards, &self.instance, when).await {
            Ok(Claimed::Ours) => Ok(()),
            Ok(Claimed::Taken) => Err(ServerError::ShardsTaken { server, shards }),
            Ok(Claimed::OtherTotal(found)) => Err(ServerError::OtherTotal { server, shards, found }),
            Err(error) => Err(unavailable(&server, &error)),
        }
    }
}

fn unavailable(server: &ServerAddress, detail: &dyn std::fmt::Display) -> ServerError {
    ServerError::Unavailable { server: server.clone(), detail: detail.to_string() }
}

fn instance() -> Result<String, getrandom::Error> {
    let [high, low] = [getrandom::u64()?, getrandom::u64()?];
    Ok(format!("tinghu-{high:016x}{low:016x}"))
}

async fn readers(options: PgConnectOptions) -> Result<PgPool, sqlx::Error> {
    PgPoolOptions::new()
        .max_connections(MOST_READERS)
        .acquire_timeout(READERS_PATIENCE)
        .connect_with(options.options([("default_transaction_read_only", "on")]))
        .await
}

/// Refuses a database that another program uses, before anything in it is changed.
async fn check_ours(server: &ServerAddress, connection: &mut PgConnection) -> Result<(), ServerError> {
    let ours: bool = query_scalar(
        "SELECT COALESCE(obj_description(to_regclass('events'), 'pg_class') LIKE 'tinghu: %', FALSE)
             OR NOT EXISTS (SELECT 1 FROM pg_class WHERE relnamespace = current_schema()::regnamespace
                            AND relkind IN ('r', 'p') AND relname <> '_sqlx_migrations')",
    )
    .fetch_one(connection)
    .await
    .map_err(|error| unavailable(server, &error))?;
    if ours { Ok(()) } else { Err(ServerError::NotOurs { server: server.clone() }) }
}

async fn migrate(server: &ServerAddress, connection: &mut PgConnection) -> Result<(), ServerError> {
    let migrations = MIGRATIONS.map(|(version, description, sql)| {
        Migration::new(version, description.into(), MigrationType::Simple, sql.into_sql_str(), false)
    });
    let known = MIGRATIONS.len() as i64;
    let named = server.clone();
    match Migrator::with_migrations(migrations.into()).run(connection).await {
        Ok(()) => Ok(()),
        Err(MigrateError::VersionMissing(found)) if found > known => {
            Err(ServerError::SchemaNewer { server: named, found, known })
        }
        Err(MigrateError::VersionMissing(version) | MigrateError::VersionMismatch(version)) => {
            Err(ServerError::SchemaChanged { server: named, version })
        }
        Err(other) => Err(unavailable(server, &other)),
    }
}
