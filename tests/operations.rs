//! Backup, restore, export, forgetting and the doctor, as an operator runs them.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "in tests; the lint sees only functions marked as tests"
)]

#[allow(unused_macros, unused_imports, reason = "the store's tests use the rest")]
#[path = "store/fixture.rs"]
#[allow(dead_code, reason = "shared with the tests of the store")]
mod fixture;
#[path = "support/postgres.rs"]
mod postgres;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use crate::postgres::Database;
use fixture::{GUILD, LI, NOVEMBER, WANG, began, drawn, opened_in, person, taken, tinged, won};
use serde_json::Value;
use tempfile::TempDir;
use tinghu::game::event::WinHow;
use tinghu::game::seat::Seat::{self, East, South};
use tinghu::sandbox::{self, SandboxConfig};
use tinghu::store::event::{MatchEnd, Player, TableEvent, TableId, UnixMs, UserId};
use tinghu::store::projections::{LeaderboardQuery, LeaderboardRow, RankBy};
use tinghu::store::shards::Shards;
use tinghu::store::surfaces::{SurfaceRow, Token};
use tinghu::store::{Store, restore_sqlite};
use tokio::process::Command;
use tokio_util::sync::CancellationToken;

const TOKEN: &str = "aW50ZXJhY3Rpb246c2VjcmV0";

struct House {
    folder: TempDir,
    /// Where the tables are, if not in a file of the folder.
    server: Option<Database>,
}

impl House {
    fn new() -> House {
        House { folder: TempDir::new().unwrap(), server: None }
    }

    /// With its tables on a server, where there is one for the tests.
    async fn on_server() -> Option<House> {
        Some(House { server: Some(Database::new().await?), ..House::new() })
    }

    async fn remove(self) {
        if let Some(database) = self.server {
            database.remove().await;
        }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    async fn open(&self) -> Store {
        let opened = match &self.server {
            Some(database) => Store::open_postgres(&database.address(), Some(Shards::ALL)).await,
            None => Store::open_sqlite(&self.path("tinghu.db")).await,
        };
        opened.unwrap()
    }

    async fn tinghu(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().await.unwrap()
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tinghu"));
        command
            .args(arguments)
            .current_dir(self.folder.path())
            .env_remove("DISCORD_TOKEN")
            .env_remove("DATABASE_URL")
            .env_remove("TINGHU_DISCORD_API")
            .env("RUST_LOG", "off")
            .env("TINGHU_DATA", self.folder.path());
        if let Some(database) = &self.server {
            command.env("DATABASE_URL", database.url());
        }
        command
    }

    async fn done(&self, arguments: &[&str]) -> String {
        let output = self.tinghu(arguments).await;
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success(), "{arguments:?}: {error}");
        String::from_utf8(output.stdout).unwrap()
    }

    async fn refused(&self, arguments: &[&str]) -> String {
        let output = self.tinghu(arguments).await;
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
        assert_eq!(error.lines().count(), 1, "{error}");
        error
    }
}

/// A finished match of Li, Wang and two programs; Li's name needs quotes in a CSV.
async fn a_match(store: &Store) -> TableId {
    let ledger = store.ledger();
    let (table, mut next) = ledger.open(opened_in(Some(GUILD)), NOVEMBER).await.unwrap();
    let players = [person(LI, "李,\"丽\""), person(WANG, "=王"), Player::Program, Player::Program];
    let seats = Seat::ALL.into_iter().zip(players).map(|(seat, player)| taken(seat, player)).collect();
    let facts = [
        seats,
        vec![began(1, East), tinged(East)],
        won(East, WinHow::Draw, 2),
        vec![began(2, East)],
        won(South, WinHow::Discard { from: East }, 3),
        vec![TableEvent::HostChanged { host: LI }, began(3, South)],
        drawn(),
        vec![TableEvent::Closed { end: MatchEnd::Complete }],
    ];
    for events in facts {
        next = ledger.append(table, next, events, NOVEMBER).await.unwrap();
    }
    table
}

async fn a_surface(store: &Store, table: TableId) {
    let row = SurfaceRow {
        table,
        key: format!("hand:{}", LI.0),
        channel: 7,
        message: 1,
        token: Some(Token::new(TOKEN.into())),
        token_at: NOVEMBER,
        owner: Some(LI),
        hash: 1,
    };
    store.surfaces().upsert(row).await.unwrap();
}

fn holds(file: &Path, text: &str) -> bool {
    fs::read(file).unwrap().windows(text.len()).any(|bytes| bytes == text.as_bytes())
}

#[tokio::test]
async fn a_backup_is_made_while_the_bot_runs_and_brings_that_moment_back() {
    let house = House::new();
    let store = house.open().await;
    let first = a_match(&store).await;
    a_surface(&store, first).await;
    house.done(&["backup", "evening.db"]).await;
    let later = a_match(&store).await;
    assert!(house.refused(&["backup", "evening.db"]).await.contains("exists already"));
    assert!(house.refused(&["restore", "evening.db"]).await.contains("used by another process"));
    assert!(!holds(&house.path("evening.db"), TOKEN), "a backup holds no interaction token");
    let hands = store.stats().hands(first).await.unwrap();
    store.close().await;

    let said = house.done(&["restore", "evening.db"]).await;
    let store = house.open().await;
    assert_eq!(store.ledger().tables().await, Ok(vec![first]));
    assert_eq!(store.stats().hands(first).await.unwrap(), hands);
    assert_eq!(store.surfaces().list(first).await.unwrap().len(), 1);
    store.close().await;
    let kept = said.split("kept as ").nth(1).expect("it says where the former one is").trim();
    let store = Store::open_sqlite(Path::new(kept)).await.unwrap();
    let mut both = vec![first, later];
    both.sort(); // numbers of one millisecond are in no order
    assert_eq!(store.ledger().tables().await, Ok(both));
    store.close().await;
}

#[tokio::test]
async fn what_is_no_backup_changes_nothing() {
    let house = House::new();
    assert!(house.refused(&["backup", "a.db"]).await.contains("does not exist"));
    let store = house.open().await;
    let table = a_match(&store).await;
    store.close().await;
    fs::write(house.path("text"), "not a database, but long enough to look at ".repeat(99)).unwrap();
    assert!(house.refused(&["restore", "text"]).await.contains("text is not a database"));
    assert!(house.refused(&["restore", "nowhere"]).await.contains("nowhere"));
    fs::write(house.path("empty"), "").unwrap();
    assert!(house.refused(&["restore", "empty"]).await.contains("empty"));
    let store = house.open().await;
    assert_eq!(store.ledger().tables().await, Ok(vec![table]));
    store.close().await;
    let names = fs::read_dir(house.folder.path()).unwrap().map(|file| file.unwrap().file_name());
    let mut names: Vec<String> = names.map(|name| name.into_string().unwrap()).collect();
    names.sort();
    assert_eq!(names, ["empty", "text", "tinghu.db", "tinghu.db.lock"], "nothing half is left behind");
}

/// Makes the last third of a file unreadable, and leaves its beginning as it was.
fn damage(file: &Path) {
    let mut bytes = fs::read(file).unwrap();
    let from = bytes.len() / 3 * 2;
    bytes[from..].fill(0xff);
    fs::write(file, bytes).unwrap();
}

#[tokio::test]
async fn a_damaged_file_is_neither_restored_nor_copied_as_a_backup() {
    let house = House::new();
    let store = house.open().await;
    let table = a_match(&store).await;
    house.done(&["backup", "evening.db"]).await;
    store.close().await;
    damage(&house.path("evening.db"));
    assert!(house.refused(&["restore", "evening.db"]).await.contains("evening.db is damaged"));
    let store = house.open().await;
    assert_eq!(store.ledger().tables().await, Ok(vec![table]));
    store.close().await;
    damage(&house.path("tinghu.db"));
    assert!(house.refused(&["backup", "later.db"]).await.contains("tinghu.db is damaged"));
    fs::write(house.path("tinghu.db"), "").unwrap();
    assert!(
        house.refused(&["backup", "later.db"]).await.contains("tinghu.db"),
        "an empty file is no database"
    );
    assert!(!house.path("later.db").exists());
}

#[tokio::test]
async fn a_restore_that_cannot_be_finished_leaves_the_database_under_its_name() {
    let both = || ("broken".to_owned(), "its index".to_owned());
    let house = House::new();
    house.open().await.close().await;
    house.done(&["backup", "evening.db"]).await;
    // A broken database keeps the files beside it, and one of them can't be moved.
    let (path, now) = (house.path("tinghu.db"), UnixMs(5));
    let (index, in_the_way) = (house.path("tinghu.db-shm"), house.path("tinghu.db.before-restore-5-shm"));
    fs::write(&path, "broken").unwrap();
    fs::write(&index, "its index").unwrap();
    fs::create_dir_all(in_the_way.join("full")).unwrap();
    restore_sqlite(&house.path("evening.db"), &path, now).await.unwrap_err();
    assert_eq!((fs::read_to_string(&path).unwrap(), fs::read_to_string(&index).unwrap()), both());
    assert!(!house.path("tinghu.db.before-restore-5").exists());
    fs::remove_dir_all(&in_the_way).unwrap();
    let aside = restore_sqlite(&house.path("evening.db"), &path, now).await.unwrap().unwrap();
    assert_eq!((fs::read_to_string(&aside).unwrap(), fs::read_to_string(&in_the_way).unwrap()), both());
    house.open().await.close().await;
}

#[tokio::test]
async fn an_export_has_every_hand_and_its_points_sum_to_zero() {
    an_export(&House::new()).await;
}

#[tokio::test]
async fn an_export_from_a_server_is_the_same_while_the_bot_runs() {
    let Some(house) = House::on_server().await else { return };
    an_export(&house).await;
    house.remove().await;
}

async fn an_export(house: &House) {
    let store = house.open().await;
    let table = a_match(&store).await;
    let said = house.done(&["export", "out"]).await;
    assert!(said.contains("3 finished hands and 2 players"), "{said}");
    store.close().await;

    let lines = |name: &str| -> Vec<Value> {
        let text = fs::read_to_string(house.path("out").join(name)).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let hands = lines("hands.jsonl");
    assert_eq!(hands.iter().map(|hand| hand["hand"].as_u64().unwrap()).collect::<Vec<_>>(), [1, 2, 3]);
    let (table, guild) = (table.to_string(), GUILD.to_string());
    let is_of_the_match = |hand: &Value| hand["table"] == table.as_str() && hand["guild"] == guild.as_str();
    assert!(hands.iter().all(is_of_the_match));
    let points = lines("points.jsonl");
    for hand in 1..=3 {
        let of_hand = points.iter().filter(|row| row["hand"] == hand);
        assert_eq!(of_hand.clone().count(), 4);
        assert_eq!(of_hand.map(|row| row["points"].as_i64().unwrap()).sum::<i64>(), 0);
    }
    let players = fs::read_to_string(house.path("out/players.csv")).unwrap();
    let expected =
        format!("user,name,hands,wins,points\n{},\"李,\"\"丽\"\"\",3,1,-3\n{},'=王,3,1,7\n", LI.0, WANG.0);
    assert_eq!(players, expected);
    let files = fs::read_dir(house.path("out")).unwrap().count();
    assert_eq!(files, 6, "three lists in two forms, and nothing else");
    assert!(house.refused(&["export", "out"]).await.contains("out"), "nothing is overwritten");
}

async fn ranking(store: &Store) -> Vec<LeaderboardRow> {
    let by = RankBy::Points;
    let asked =
        LeaderboardQuery { guild: None, since: None, until: None, variant: None, by, limit: 9, offset: 0 };
    store.stats().leaderboard(asked).await.unwrap()
}

#[tokio::test]
async fn a_forgotten_person_is_nowhere_and_the_games_still_add_up() {
    let house = House::new();
    let store = house.open().await;
    let table = a_match(&store).await;
    a_surface(&store, table).await;
    let before = ranking(&store).await;
    let user = LI.0.to_string();
    assert!(house.refused(&["forget", &user]).await.contains("used by another process"));
    store.close().await;
    house.done(&["forget", &user]).await;

    for file in ["tinghu.db", "tinghu.db-wal", "tinghu.db-shm"].map(|name| house.path(name)) {
        if file.exists() {
            assert!(!holds(&file, &user) && !holds(&file, "李,"), "{}", file.display());
        }
    }
    let store = house.open().await;
    let after = ranking(&store).await;
    let results = |rows: &[LeaderboardRow]| {
        rows.iter().map(|row| (row.rank, row.hands, row.wins, row.points)).collect::<Vec<_>>()
    };
    assert_eq!(results(&after), results(&before));
    let forgotten = after.iter().find(|row| row.user != WANG).unwrap();
    assert!(forgotten.user != LI && forgotten.user.0 < 1 << 42, "no id that Discord gives out");
    assert_eq!(forgotten.name, "Deleted User");
    assert_eq!(store.stats().stats(LI, None).await.unwrap().hands, 0);
    assert_eq!(store.surfaces().list(table).await.unwrap().len(), 0);
    store.stats().rebuild().await.unwrap();
    assert_eq!(ranking(&store).await, after, "the log says the same");
    store.close().await;
    assert!(house.done(&["forget", &user]).await.contains("0 facts of 0 tables"));
}

/// On a server the bots play on meanwhile.
#[tokio::test]
async fn a_person_is_forgotten_on_a_server_while_the_bot_runs() {
    let Some(house) = House::on_server().await else { return };
    let store = house.open().await;
    let table = a_match(&store).await;
    a_surface(&store, table).await;
    let (running, next) = store.ledger().open(opened_in(None), NOVEMBER).await.unwrap();
    let before = ranking(&store).await;
    let user = LI.0.to_string();
    let said = house.refused(&["forget", &user]).await;
    assert!(said.contains(&running.to_string()), "{said}");
    assert_eq!(ranking(&store).await, before, "nothing has changed");
    let end = vec![TableEvent::Closed { end: MatchEnd::Ended }];
    store.ledger().append(running, next, end, NOVEMBER).await.unwrap();
    assert!(house.done(&["forget", &user]).await.contains("4 facts of 2 tables and 3 finished hands"));

    let columns = "SELECT record FROM events WHERE record LIKE $1 UNION ALL
         SELECT name FROM hand_seats WHERE user_id = $2 UNION ALL
         SELECT key FROM surfaces WHERE owner_id = $2";
    let mut past = house.server.as_ref().unwrap().connect().await;
    let left: Vec<String> = sqlx::query_scalar(columns)
        .bind(format!("%{user}%"))
        .bind(LI.0.cast_signed())
        .fetch_all(&mut past)
        .await
        .unwrap();
    assert_eq!(left, Vec::<String>::new());
    let after = ranking(&store).await;
    let results =
        |rows: &[LeaderboardRow]| rows.iter().map(|row| (row.hands, row.points)).collect::<Vec<_>>();
    assert_eq!(results(&after), results(&before));
    store.stats().rebuild().await.unwrap();
    assert_eq!(ranking(&store).await, after, "the log says the same");
    let error = sqlx::query("UPDATE events SET record = '{}'").execute(&mut past).await.unwrap_err();
    assert!(error.to_string().contains("append-only"), "{error}");
    store.close().await;
    house.remove().await;
}

#[tokio::test]
async fn a_server_is_copied_with_its_own_tools() {
    let Some(house) = House::on_server().await else { return };
    for arguments in [["backup", "new.db"], ["restore", "old.db"]] {
        assert!(house.refused(&arguments).await.contains("pg_dump"), "{arguments:?}");
    }
    house.remove().await;
}

#[tokio::test]
async fn nobody_is_forgotten_while_their_table_runs_and_the_log_stays_append_only() {
    let house = House::new();
    let store = house.open().await;
    let (table, next) = store.ledger().open(opened_in(None), NOVEMBER).await.unwrap();
    store.ledger().append(table, next, vec![taken(East, person(LI, "李丽"))], NOVEMBER).await.unwrap();
    store.close().await;
    let said = house.refused(&["forget", &LI.0.to_string()]).await;
    assert!(said.contains(&table.to_string()), "{said}");
    house.done(&["forget", &UserId(5).0.to_string()]).await;

    use sqlx::{ConnectOptions, query};
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(house.path("tinghu.db"));
    let mut past = options.connect().await.unwrap();
    let error = query("UPDATE events SET record = '{}'").execute(&mut past).await.unwrap_err();
    assert!(error.to_string().contains("append-only"), "{error}");
}

#[tokio::test]
async fn the_doctor_tells_how_near_a_file_is_to_its_limit() {
    let house = House::new();
    fs::write(house.path("config.toml"), "[store]\nmost_mib = 1\n").unwrap();
    let said = async |server: &str| {
        let output = house.command(&["doctor"]).env("DATABASE_URL", server).output().await.unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    assert!(!said("").await.1.contains(" limit: "), "there is no file yet");
    let store = house.open().await;
    let (status, text) = said("").await;
    assert!(text.contains("ok   limit: ") && text.contains("holds 0 of the 1 MiB"), "{text}");
    assert_eq!(status, Some(0), "{text}");

    use sqlx::{ConnectOptions, Connection, query};
    let mut past =
        sqlx::sqlite::SqliteConnectOptions::new().filename(house.path("tinghu.db")).connect().await.unwrap();
    query("CREATE TABLE ballast AS SELECT randomblob(1000000) AS bytes").execute(&mut past).await.unwrap();
    let (status, text) = said("").await;
    assert!(text.contains("FAIL limit: ") && text.contains("make most_mib larger"), "{text}");
    assert_eq!(status, Some(1), "{text}");
    query("DROP TABLE ballast").execute(&mut past).await.unwrap();
    past.close().await.unwrap();
    store.close().await;
    assert!(said("").await.1.contains("ok   limit: "), "free pages are room");

    let (_, text) = said("postgres://nobody@127.0.0.1:1/nowhere").await;
    assert!(text.contains("FAIL limit: [store] most_mib means nothing beside DATABASE_URL"), "{text}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_doctor_looks_at_everything_and_says_what_to_do() {
    let house = House::new();
    let stop = CancellationToken::new();
    let sandbox = sandbox::start(SandboxConfig::default(), stop.clone()).await.unwrap();
    let base = sandbox.base_url();
    let ask = async || {
        let mut command = house.command(&["doctor"]);
        let output = command.env("TINGHU_DISCORD_API", &base).output().await.unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    let (status, text) = ask().await;
    assert_eq!(status, Some(0), "{text}");
    for what in ["token", "application", "permissions", "clock", "database", "fonts"] {
        assert!(text.lines().any(|line| line.starts_with(&format!("ok   {what}: "))), "{what}: {text}");
    }

    let store = house.open().await;
    a_match(&store).await;
    store.close().await;
    damage(&house.path("tinghu.db"));
    let (status, text) = ask().await;
    assert_eq!(status, Some(1), "{text}");
    assert!(text.contains("FAIL database: ") && text.contains("damaged"), "{text}");

    fs::write(house.path("tinghu.db"), "once upon a time ".repeat(999)).unwrap();
    let (status, text) = ask().await;
    assert_eq!(status, Some(1), "{text}");
    assert!(text.contains("FAIL database: ") && text.contains("tinghu restore FILE"), "{text}");

    stop.cancel();
    sandbox.stopped().await;
    let (status, text) = ask().await;
    assert_eq!(status, Some(1), "{text}");
    assert!(text.contains("FAIL discord: "), "{text}");
    let alone = house.tinghu(&["doctor"]).await;
    let text = String::from_utf8(alone.stdout).unwrap();
    assert!(text.contains("DISCORD_TOKEN is not set"), "{text}");
}
