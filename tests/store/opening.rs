//! Opening: restarts, rivals, and files that are not ours.

use std::fs;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, SqliteConnection, query, raw_sql};
use tokio::runtime::Runtime;

use crate::fixture::{Disk, NOVEMBER, opened};
use tinghu::store::event::{MatchEnd, Seq, TableEvent};
use tinghu::store::ledger::LedgerError;
use tinghu::store::record::RecordFault;
use tinghu::store::{Store, StoreError};

/// A connection past the store.
async fn connect(disk: &Disk) -> SqliteConnection {
    SqliteConnectOptions::new().filename(disk.path()).create_if_missing(true).connect().await.unwrap()
}

async fn refused(disk: &Disk) -> StoreError {
    Store::open_sqlite(&disk.path()).await.err().unwrap()
}

/// The first process ends as it stands: its runtime and all tasks are dropped, nothing is closed.
#[test]
fn what_was_answered_outlives_a_process_that_just_ends() {
    let disk = Disk::new();
    let first = Runtime::new().unwrap();
    let (table, store) = first.block_on(async {
        let store = disk.open().await;
        let (table, next) = store.ledger().open(opened(), NOVEMBER).await.unwrap();
        store.ledger().append(table, next, vec![TableEvent::Resumed], NOVEMBER).await.unwrap();
        (table, store)
    });
    drop(first);
    drop(store);

    Runtime::new().unwrap().block_on(async {
        let store = disk.open().await;
        assert_eq!(store.ledger().unfinished().await, Ok(vec![table]));
        assert_eq!(store.ledger().load(table).await.unwrap().len(), 2);
        let end = vec![TableEvent::Closed { end: MatchEnd::Ended }];
        assert_eq!(store.ledger().append(table, Seq(2), end, NOVEMBER).await, Ok(Seq(3)));
        assert_eq!(store.ledger().unfinished().await, Ok(vec![]));
        store.close().await;
    });
}

#[tokio::test]
async fn a_second_opener_is_refused_until_the_first_has_closed() {
    let disk = Disk::new();
    let store = disk.open().await;
    assert_eq!(refused(&disk).await, StoreError::InUse { path: disk.path() });
    store.close().await;
    disk.open().await.close().await;
}

/// Connections that are closed at one moment each take another for the last one, and leave files behind.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_closed_store_leaves_the_file_and_its_lock_alone() {
    let disk = Disk::new();
    for _ in 0..150 {
        let store = disk.open().await;
        store.ledger().open(opened(), NOVEMBER).await.unwrap();
        store.close().await;
        let mut names: Vec<_> =
            fs::read_dir(disk.folder.path()).unwrap().map(|file| file.unwrap().file_name()).collect();
        names.sort();
        assert_eq!(names, ["tinghu.sqlite", "tinghu.sqlite.lock"]);
    }
}

#[tokio::test]
async fn a_closed_store_says_so() {
    let disk = Disk::new();
    let store = disk.open().await;
    let (ledger, stats) = (store.ledger(), store.stats());
    store.close().await;
    assert_eq!(ledger.open(opened(), NOVEMBER).await, Err(LedgerError::Closed));
    assert_eq!(ledger.unfinished().await, Err(LedgerError::Closed));
    assert_eq!(stats.rebuild().await, Err(LedgerError::Closed));
}

#[tokio::test]
async fn the_folder_is_made_and_an_unwritable_path_is_told() {
    let disk = Disk::new();
    let deeper = disk.folder.path().join("a/b/tinghu.sqlite");
    Store::open_sqlite(&deeper).await.unwrap().close().await;

    let file = disk.folder.path().join("file");
    fs::write(&file, "").unwrap();
    let below_a_file = file.join("tinghu.sqlite");
    let error = Store::open_sqlite(&below_a_file).await.err().unwrap();
    assert!(matches!(&error, StoreError::Unwritable { path, .. } if *path == below_a_file), "{error:?}");

    fs::create_dir(disk.path()).unwrap();
    let error = refused(&disk).await;
    assert!(matches!(error, StoreError::Unwritable { .. }), "{error:?}");
}

#[tokio::test]
async fn what_is_not_our_database_is_left_alone() {
    let disk = Disk::new();
    let text = "once upon a time there was a table of four ".repeat(100);
    fs::write(disk.path(), &text).unwrap();
    assert_eq!(refused(&disk).await, StoreError::NotADatabase { path: disk.path() });
    assert_eq!(fs::read_to_string(disk.path()).unwrap(), text);

    let disk = Disk::new();
    let mut foreign = connect(&disk).await;
    query("CREATE TABLE recipes (name TEXT)").execute(&mut foreign).await.unwrap();
    foreign.close().await.unwrap();
    let before = fs::read(disk.path()).unwrap();
    assert_eq!(refused(&disk).await, StoreError::NotOurs { path: disk.path() });
    assert_eq!(fs::read(disk.path()).unwrap(), before);
}

#[tokio::test]
async fn a_newer_or_altered_schema_is_refused() {
    let disk = Disk::new();
    disk.open().await.close().await;
    let mut past = connect(&disk).await;
    let later = "INSERT INTO _sqlx_migrations
        SELECT 99, 'later', installed_on, 1, checksum, 0 FROM _sqlx_migrations LIMIT 1";
    query(later).execute(&mut past).await.unwrap();
    let newer = refused(&disk).await;
    assert!(matches!(newer, StoreError::SchemaNewer { found: 99, known: 4, .. }), "{newer:?}");

    query("DELETE FROM _sqlx_migrations WHERE version = 99").execute(&mut past).await.unwrap();
    query("UPDATE _sqlx_migrations SET checksum = x'00' WHERE version = 2").execute(&mut past).await.unwrap();
    let altered = refused(&disk).await;
    assert!(matches!(altered, StoreError::SchemaChanged { version: 2, .. }), "{altered:?}");
}

#[tokio::test]
async fn a_bad_row_stops_its_table_and_no_other() {
    let disk = Disk::new();
    let store = disk.open().await;
    let ledger = store.ledger();
    let (good, _) = ledger.open(opened(), NOVEMBER).await.unwrap();
    let (bad, _) = ledger.open(opened(), NOVEMBER).await.unwrap();
    let (short, _) = ledger.open(opened(), NOVEMBER).await.unwrap();
    let mut past = connect(&disk).await;
    let insert = "INSERT INTO events (table_id, seq, at_ms, name, record) VALUES ($1, $2, 0, 'Drew', $3)";
    let unreadable = r#"{"v":1,"type":"Drew","seat":"E","tile":"0m","replacement":false}"#;
    for (table, seq, record) in [(bad, 1, unreadable), (short, 2, r#"{"v":1,"type":"Resumed"}"#)] {
        query(insert).bind(table.0 as i64).bind(seq).bind(record).execute(&mut past).await.unwrap();
    }

    let unread = LedgerError::Corrupt { table: bad, seq: Seq(1), fault: RecordFault::NotAnEvent };
    assert!(!unread.to_string().contains("0m"));
    assert_eq!(ledger.load(bad).await, Err(unread));
    let missing = LedgerError::Corrupt { table: short, seq: Seq(1), fault: RecordFault::Missing };
    assert_eq!(ledger.load(short).await, Err(missing));
    assert_eq!(ledger.load(good).await.unwrap().len(), 1);
    store.close().await;
}

#[tokio::test]
async fn the_database_itself_refuses_to_change_the_log() {
    let disk = Disk::new();
    let store = disk.open().await;
    store.ledger().open(opened(), NOVEMBER).await.unwrap();
    let mut past = connect(&disk).await;
    for change in ["UPDATE events SET record = '{}'", "DELETE FROM events"] {
        let error = query(change).execute(&mut past).await.unwrap_err();
        assert!(error.to_string().contains("append-only"), "{error}");
    }
    store.close().await;
}

/// Triggers stand in for a full disk: `ABORT` fails one statement, `ROLLBACK` takes back the whole transaction and
/// with it whatever shared it.
#[tokio::test]
async fn a_failed_transaction_fails_its_appends_and_none_after_them() {
    let disk = Disk::new();
    let store = disk.open().await;
    let ledger = store.ledger();
    let (table, next) = ledger.open(opened(), NOVEMBER).await.unwrap();
    let mut past = connect(&disk).await;
    for action in ["ABORT", "ROLLBACK"] {
        let trigger = format!(
            "DROP TRIGGER IF EXISTS fault; CREATE TRIGGER fault BEFORE INSERT ON events WHEN new.name = 'HandVoided'
             BEGIN SELECT RAISE({action}, 'as if the disk were full'); END"
        );
        raw_sql(AssertSqlSafe(trigger)).execute(&mut past).await.unwrap();
        let failing = vec![TableEvent::Resumed, TableEvent::HandVoided];
        let failed = ledger.append(table, next, failing, NOVEMBER).await;
        let Err(LedgerError::Unavailable { detail }) = failed else { panic!("{action}: {failed:?}") };
        assert!(detail.contains("as if the disk were full"), "{action}: {detail}");
        assert_eq!(ledger.load(table).await.unwrap().len(), 1, "{action}");
    }
    assert_eq!(ledger.append(table, next, vec![TableEvent::Resumed], NOVEMBER).await, Ok(Seq(2)));
    store.close().await;
}

/// The folder is deleted while the program runs: the open file would take every write and be gone at the end.
#[cfg(unix)]
#[tokio::test]
async fn a_deleted_database_takes_no_more_facts_until_it_is_back() {
    let disk = Disk::new();
    let store = disk.open().await;
    let (table, next) = store.ledger().open(opened(), NOVEMBER).await.unwrap();
    let aside = disk.folder.path().join("aside");
    fs::rename(disk.path(), &aside).unwrap();
    let refused = store.ledger().append(table, next, vec![TableEvent::Resumed], NOVEMBER).await;
    assert!(matches!(refused, Err(LedgerError::Unavailable { .. })), "{refused:?}");
    assert!(!disk.path().exists(), "no empty log is begun in its place");
    fs::rename(&aside, disk.path()).unwrap();
    assert_eq!(
        store.ledger().append(table, next, vec![TableEvent::Resumed], NOVEMBER).await,
        Ok(Seq(next.0 + 1))
    );
    store.close().await;
}
