//! PostgreSQL for tests: databases of their own on the server of `TINGHU_TEST_POSTGRES`, and servers of their own.

#![allow(dead_code, reason = "each test program uses its part of this")]

use std::fs::Permissions;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::Command;
use std::sync::Once;
use std::sync::atomic::{AtomicU32, Ordering};

use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, PgConnection, raw_sql};
use tempfile::TempDir;
use tinghu::store::ServerAddress;

/// The address of a server on which a test may make databases. `.ci/run` starts one and sets it.
const SERVER: &str = "TINGHU_TEST_POSTGRES";
/// Set by `.ci/run`: that PostgreSQL's half does not run is a failure.
const REQUIRED: &str = "TINGHU_TEST_POSTGRES_REQUIRED";

/// The server's address; without one, says once that nothing is tested on PostgreSQL.
fn server() -> Option<String> {
    static TOLD: Once = Once::new();
    let server = std::env::var(SERVER).ok().filter(|address| !address.is_empty());
    if server.is_none() {
        assert!(std::env::var_os(REQUIRED).is_none(), "PostgreSQL's half must run, but {SERVER} is not set");
        // Past the test's captured output: this line is to be seen.
        TOLD.call_once(|| {
            let _ = writeln!(std::io::stderr(), "PostgreSQL's half did not run: {SERVER} is not set");
        });
    }
    server
}

/// An empty database.
pub struct Database {
    server: String,
    name: String,
}

impl Database {
    /// A new one on the tests' server, if there is one.
    pub async fn new() -> Option<Database> {
        Some(Database::on(server()?).await)
    }

    /// A new one on this server.
    pub async fn on(server: String) -> Database {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("tinghu_test_{}_{number}", std::process::id());
        let database = Database { server, name };
        database.administrate(format!("CREATE DATABASE {}", database.name)).await;
        database
    }

    /// Where it is, as the program reads it.
    pub fn url(&self) -> String {
        let (before, options) = self.server.split_once('?').unwrap_or((&self.server, ""));
        let (place, _) = before.rsplit_once('/').unwrap();
        format!("{place}/{}?{options}", self.name)
    }

    /// Its name on the server.
    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn address(&self) -> ServerAddress {
        self.url().parse().unwrap()
    }

    /// A connection past the store.
    pub async fn connect(&self) -> PgConnection {
        self.url().parse::<PgConnectOptions>().unwrap().connect().await.unwrap()
    }

    /// Ends every session of the program in this database, as a server does that takes it for dead.
    pub async fn end_sessions(&self) {
        self.administrate(format!(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{}'",
            self.name
        ))
        .await;
    }

    /// Leaves nothing on the server. A test that fails leaves its database to be looked at.
    pub async fn remove(self) {
        self.administrate(format!("DROP DATABASE {} WITH (FORCE)", self.name)).await;
    }

    async fn administrate(&self, sql: String) {
        let mut connection = self.server.parse::<PgConnectOptions>().unwrap().connect().await.unwrap();
        raw_sql(AssertSqlSafe(sql)).execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
    }
}

/// A server that a test may end and bring back.
pub struct Server {
    folder: TempDir,
    pub url: String,
}

impl Server {
    /// Starts one where the tests have PostgreSQL.
    pub fn start() -> Option<Server> {
        server()?;
        let folder = TempDir::new().unwrap();
        // The server may run as another user, and must find its folder in this one.
        std::fs::set_permissions(folder.path(), Permissions::from_mode(0o755)).unwrap();
        let url = script("start", folder.path().join("pg"));
        Some(Server { url: url.trim().to_owned(), folder })
    }

    /// As an administrator does it: sessions are ended, and the server is back.
    pub fn restart(&self) {
        script("restart", self.folder.path().join("pg"));
    }

    /// As if the machine had failed.
    pub fn halt(&self) {
        script("halt", self.folder.path().join("pg"));
    }

    /// Brings it back.
    pub fn resume(&self) {
        script("resume", self.folder.path().join("pg"));
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        script("stop", self.folder.path().join("pg"));
    }
}

fn script(action: &str, folder: PathBuf) -> String {
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/.ci/postgres");
    let output = Command::new(program).arg(action).arg(folder).output().unwrap();
    assert!(output.status.success(), "{action}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}
