//! Power cuts and foreign locks: what the file holds, and what a table does meanwhile.

use std::fs;
use std::path::{Path, PathBuf};

use sqlx::sqlite::{SqliteConnectOptions, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection, Row, query};
use tinghu::game::length::MatchLength;
use tinghu::game::ruleset::{Options, Variant};
use tinghu::store::event::{ClockPreset, Place, Settings, TableEvent};
use tinghu::table::command::{Command, Done, Refusal, Request};
use tinghu::table::registry::{NewTable, Registry};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::fixture::{Disk, LI, NOVEMBER, opened};

/// Header and page of a frame of the write-ahead log.
const FRAME: usize = 24 + 4096;

fn wal_of(path: &Path) -> PathBuf {
    PathBuf::from(format!("{}-wal", path.display()))
}

/// How many facts there are, after checking that the log of the one table has no gap and is as long as it says.
async fn n_facts(path: &Path) -> i64 {
    // The copy need not survive anything.
    let options = SqliteConnectOptions::new().filename(path).synchronous(SqliteSynchronous::Off);
    let mut connection = options.connect().await.unwrap();
    let row = query(
        "SELECT (SELECT COUNT(*) FROM events) AS n, (SELECT MAX(seq) + 1 FROM events) AS next,
                (SELECT n_events FROM tables) AS told",
    )
    .fetch_one(&mut connection)
    .await
    .unwrap();
    connection.close().await.unwrap();
    let of = |column| row.get::<i64, _>(column);
    assert_eq!((of("next"), of("told")), (of("n"), of("n")), "a commit is whole");
    of("n")
}

#[tokio::test]
async fn a_write_ahead_log_cut_at_any_byte_opens_to_whole_commits() {
    let disk = Disk::new();
    let store = disk.open().await;
    let ledger = store.ledger();
    let (table, mut next) = ledger.open(opened(), NOVEMBER).await.unwrap();
    let mut ends = vec![next.0.cast_signed()];
    for n in [1, 3, 2, 4, 1, 2] {
        next = ledger.append(table, next, vec![TableEvent::Resumed; n], NOVEMBER).await.unwrap();
        ends.push(next.0.cast_signed());
    }
    let (database, wal) = (fs::read(disk.path()).unwrap(), fs::read(wal_of(&disk.path())).unwrap());
    assert!(wal.len() > 4 * FRAME, "the commits are in the write-ahead log");
    drop(ledger);
    store.close().await;

    let copy = disk.folder.path().join("copy.db");
    let mut n_before = 0;
    let mut seen = Vec::new();
    for length in wal.len() - 3 * FRAME..=wal.len() {
        fs::write(&copy, &database).unwrap();
        fs::write(wal_of(&copy), &wal[..length]).unwrap();
        let n = n_facts(&copy).await;
        assert!(ends.contains(&n) && n >= n_before, "cut at {length}: {n} facts of {ends:?}");
        n_before = n;
        seen.push(n);
    }
    seen.dedup();
    assert_eq!(seen.last(), ends.last(), "nothing is missing from the whole log");
    assert!(seen.len() > 1, "the cuts take commits away");
}

fn request(interaction: u64, command: Command) -> Request {
    let name = "李丽".to_owned();
    Request { who: LI, name, interaction, received_at: Instant::now(), moderator: false, command }
}

#[tokio::test]
async fn a_table_stands_still_while_another_program_holds_the_database_and_then_goes_on_by_itself() {
    let disk = Disk::new();
    let store = disk.open().await;
    let registry = Registry::new(store.ledger(), CancellationToken::new());
    let settings = Settings {
        variant: Variant::HarbinNew,
        options: Options::of(Variant::HarbinNew),
        length: MatchLength::Hands(1),
        n_programs: 3,
        level: tinghu::bot::Level::default(),
        clock: ClockPreset::Slow,
        locale: "zh-CN".into(),
    };
    let place = Place { guild: None, channel: 7 };
    let new = NewTable { place, host: LI, host_name: "李丽".into(), settings };
    let table = registry.open(new).await.unwrap();

    let mut other = SqliteConnectOptions::new().filename(disk.path()).connect().await.unwrap();
    query("BEGIN IMMEDIATE").execute(&mut other).await.unwrap();
    assert_eq!(table.ask(request(1, Command::Start)).await, Err(Refusal::Paused));
    assert!(table.snapshot().info.waits_for_store, "the table says why");
    query("ROLLBACK").execute(&mut other).await.unwrap();
    other.close().await.unwrap();
    table.watch().wait_for(|now| !now.info.waits_for_store).await.unwrap();
    assert_eq!(table.ask(request(1, Command::Start)).await, Ok(Done::Started), "the same press");

    let log = store.ledger().load(table.id()).await.unwrap();
    let n_deals = log.iter().filter(|(.., event)| matches!(event, TableEvent::HandBegan { .. })).count();
    assert_eq!(n_deals, 1, "never twice");
    registry.stop().await;
    drop((registry, table));
    store.close().await;
}
