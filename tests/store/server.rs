//! What only a database on a server can get wrong: rivals, sessions that end, restarts, other programs' tables.

use sqlx::{query, query_scalar};
use tinghu::store::event::{MatchEnd, Seq, TableEvent, TableId};
use tinghu::store::ledger::LedgerError;
use tinghu::store::record::RecordFault;
use tinghu::store::shards::Shards;
use tinghu::store::{ServerError, Store, StoreError};

use crate::fixture::{GUILD, Home, NOVEMBER, in_every_database, opened, opened_in};
use crate::postgres::{Database, Server};

in_every_database!(
    a_closed_store_says_so,
    a_store_that_was_closed_is_opened_again,
    a_bad_row_stops_its_table_and_no_other,
    the_database_itself_refuses_to_change_the_log,
    a_failed_append_fails_alone,
);

async fn a_closed_store_says_so(home: &Home) {
    let store = home.open().await;
    let (ledger, stats) = (store.ledger(), store.stats());
    store.close().await;
    assert_eq!(ledger.open(opened(), NOVEMBER).await, Err(LedgerError::Closed));
    assert_eq!(ledger.unfinished().await, Err(LedgerError::Closed));
    assert_eq!(stats.rebuild().await, Err(LedgerError::Closed));
}

async fn a_store_that_was_closed_is_opened_again(home: &Home) {
    let store = home.open().await;
    let (table, next) = store.ledger().open(opened(), NOVEMBER).await.unwrap();
    store.ledger().append(table, next, vec![TableEvent::Resumed], NOVEMBER).await.unwrap();
    store.close().await;
    let store = home.open().await;
    assert_eq!(store.ledger().unfinished().await, Ok(vec![table]));
    let end = vec![TableEvent::Closed { end: MatchEnd::Ended }];
    assert_eq!(store.ledger().append(table, Seq(2), end, NOVEMBER).await, Ok(Seq(3)));
    assert_eq!(store.ledger().unfinished().await, Ok(vec![]));
    store.close().await;
}

async fn a_bad_row_stops_its_table_and_no_other(home: &Home) {
    let store = home.open().await;
    let ledger = store.ledger();
    let (good, _) = ledger.open(opened(), NOVEMBER).await.unwrap();
    let (bad, _) = ledger.open(opened(), NOVEMBER).await.unwrap();
    let spoil = "INSERT INTO events (table_id, seq, at_ms, name, record)
        SELECT max(id), 1, 0, 'Drew', '{\"v\":1,\"type\":\"Drew\",\"seat\":\"E\",\"tile\":\"0m\",\"replacement\":false}'
        FROM tables";
    home.execute(spoil).await.unwrap();
    let [bad, good] = if bad > good { [bad, good] } else { [good, bad] };
    let unread = LedgerError::Corrupt { table: bad, seq: Seq(1), fault: RecordFault::NotAnEvent };
    assert_eq!(ledger.load(bad).await, Err(unread));
    assert_eq!(ledger.load(good).await.unwrap().len(), 1);
    store.close().await;
}

async fn the_database_itself_refuses_to_change_the_log(home: &Home) {
    let store = home.open().await;
    store.ledger().open(opened(), NOVEMBER).await.unwrap();
    for change in ["UPDATE events SET record = '{}'", "DELETE FROM events"] {
        let error = home.execute(change).await.unwrap_err();
        assert!(error.contains("append-only"), "{error}");
    }
    store.close().await;
}

/// A row that is in the way of one append; another one shares its transaction.
async fn a_failed_append_fails_alone(home: &Home) {
    let store = home.open().await;
    let ledger = store.ledger();
    let (first, next) = ledger.open(opened(), NOVEMBER).await.unwrap();
    let (second, _) = ledger.open(opened(), NOVEMBER).await.unwrap();
    let in_the_way = "INSERT INTO events (table_id, seq, at_ms, name, record)
        SELECT min(id), 1, 0, 'Resumed', '{\"v\":1,\"type\":\"Resumed\"}' FROM tables";
    home.execute(in_the_way).await.unwrap();
    let [blocked, free] = if first < second { [first, second] } else { [second, first] };
    let append = |table| ledger.append(table, next, vec![TableEvent::HandVoided], NOVEMBER);
    let (refused, done) = tokio::join!(append(blocked), append(free));
    assert!(matches!(refused, Err(LedgerError::Unavailable { .. })), "{refused:?}");
    assert_eq!(done, Ok(Seq(2)));
    assert_eq!(ledger.load(free).await.unwrap().len(), 2);
    assert_eq!(ledger.append(free, Seq(2), vec![TableEvent::Resumed], NOVEMBER).await, Ok(Seq(3)));
    store.close().await;
}

async fn open(database: &Database, shards: Shards) -> Result<Store, StoreError> {
    Store::open_postgres(&database.address(), Some(shards)).await
}

fn part(first: u32, last: u32) -> Shards {
    Shards::new(first, last, 4).unwrap()
}

/// A server of Discord on each of four shards.
fn guild_on(shard: u64) -> u64 {
    (0..4).map(|n| GUILD + (n << 22)).find(|guild| (guild >> 22) % 4 == shard).unwrap()
}

#[tokio::test]
async fn shards_that_overlap_are_refused_until_their_owner_is_gone() {
    let Some(database) = Database::new().await else { return };
    let first = open(&database, part(0, 1)).await.unwrap();
    let beside = open(&database, part(2, 3)).await.unwrap();
    // One after the other: two that start at once with different totals refuse each other.
    let refused = open(&database, part(1, 2)).await;
    let uncounted = open(&database, Shards::ALL).await;
    let taken = ServerError::ShardsTaken { server: database.address(), shards: part(1, 2) };
    assert_eq!(refused.err(), Some(StoreError::Server(taken)));
    let other = ServerError::OtherTotal { server: database.address(), shards: Shards::ALL, found: 4 };
    assert_eq!(uncounted.err(), Some(StoreError::Server(other)));
    first.close().await;
    beside.close().await;
    open(&database, Shards::ALL).await.unwrap().close().await;
    database.remove().await;
}

#[tokio::test]
async fn each_process_resumes_the_tables_of_its_own_shards() {
    let Some(database) = Database::new().await else { return };
    let all = open(&database, Shards::ALL).await.unwrap();
    let mut tables = Vec::new();
    for shard in 0..4 {
        tables.push(all.ledger().open(opened_in(Some(guild_on(shard))), NOVEMBER).await.unwrap().0);
    }
    let private = all.ledger().open(opened_in(None), NOVEMBER).await.unwrap().0;
    all.close().await;

    let first = open(&database, part(0, 1)).await.unwrap();
    let second = open(&database, part(2, 3)).await.unwrap();
    let sorted = |mut tables: Vec<TableId>| {
        tables.sort();
        tables
    };
    let of_first = sorted(vec![tables[0], tables[1], private]);
    assert_eq!(first.ledger().unfinished().await.map(sorted), Ok(of_first));
    assert_eq!(second.ledger().unfinished().await.map(sorted), Ok(sorted(vec![tables[2], tables[3]])));
    first.close().await;
    second.close().await;
    database.remove().await;
}

/// The server takes the first process for dead, a second one plays on and ends; the first one never noticed.
#[tokio::test]
async fn who_lost_the_shards_unawares_meets_the_number_of_the_log() {
    let Some(database) = Database::new().await else { return };
    let late = open(&database, Shards::ALL).await.unwrap();
    let (table, next) = late.ledger().open(opened(), NOVEMBER).await.unwrap();
    database.end_sessions().await;
    let heir = open(&database, Shards::ALL).await.unwrap();
    assert_eq!(heir.ledger().append(table, next, vec![TableEvent::Resumed], NOVEMBER).await, Ok(Seq(2)));
    heir.close().await;

    let ledger = late.ledger();
    let append = || ledger.append(table, next, vec![TableEvent::HandVoided], NOVEMBER);
    let cut = append().await;
    assert!(matches!(cut, Err(LedgerError::Unavailable { .. })), "{cut:?}");
    assert_eq!(append().await, Err(LedgerError::Conflict { table, expected: next, found: Seq(2) }));
    assert_eq!(late.ledger().load(table).await.unwrap().len(), 2);
    late.close().await;
    database.remove().await;
}

/// The second process is still there when the first one wakes up.
#[tokio::test]
async fn who_lost_the_shards_to_another_writes_no_more() {
    let Some(database) = Database::new().await else { return };
    let late = open(&database, Shards::ALL).await.unwrap();
    let (table, next) = late.ledger().open(opened(), NOVEMBER).await.unwrap();
    database.end_sessions().await;
    let heir = open(&database, Shards::ALL).await.unwrap();
    let ledger = late.ledger();
    let append = || ledger.append(table, next, vec![TableEvent::HandVoided], NOVEMBER);
    assert_eq!(append().await, Err(LedgerError::NotOwner), "at once: no fault that may pass");
    assert!(late.lost().is_cancelled());
    heir.close().await;
    assert_eq!(append().await, Err(LedgerError::NotOwner), "lost is lost, also when nobody has it");
    late.close().await;
    database.remove().await;
}

/// A session that ended and left nobody in its place: the same process goes on.
#[tokio::test]
async fn a_cut_connection_is_made_anew_and_nothing_is_written_twice() {
    let Some(database) = Database::new().await else { return };
    let store = open(&database, Shards::ALL).await.unwrap();
    let (table, next) = store.ledger().open(opened(), NOVEMBER).await.unwrap();
    database.end_sessions().await;
    let ledger = store.ledger();
    let append = || ledger.append(table, next, vec![TableEvent::Resumed], NOVEMBER);
    let cut = append().await;
    assert!(matches!(cut, Err(LedgerError::Unavailable { .. })), "{cut:?}");
    assert_eq!(append().await, Ok(Seq(2)));
    assert_eq!(store.ledger().load(table).await.unwrap().len(), 2);
    assert!(!store.lost().is_cancelled());
    store.close().await;
    database.remove().await;
}

#[tokio::test]
async fn what_was_answered_outlives_the_server() {
    let Some(server) = Server::start() else { return };
    let database = Database::on(server.url.clone()).await;
    let store = open(&database, Shards::ALL).await.unwrap();
    let (table, next) = store.ledger().open(opened(), NOVEMBER).await.unwrap();
    store.ledger().append(table, next, vec![TableEvent::Resumed], NOVEMBER).await.unwrap();
    server.halt();
    let ledger = store.ledger();
    let append = || ledger.append(table, Seq(2), vec![TableEvent::HandVoided], NOVEMBER);
    for _ in 0..2 {
        let refused = append().await;
        assert!(matches!(refused, Err(LedgerError::Unavailable { .. })), "{refused:?}");
        let unread = store.ledger().load(table).await;
        assert!(matches!(unread, Err(LedgerError::Unavailable { .. })), "{unread:?}");
    }
    server.resume();
    assert_eq!(store.ledger().load(table).await.unwrap().len(), 2);
    assert_eq!(append().await, Ok(Seq(3)));
    server.restart();
    assert_eq!(store.ledger().load(table).await.unwrap().len(), 3);
    store.close().await;
}

#[tokio::test]
async fn a_server_that_forgets_commits_is_refused() {
    let Some(database) = Database::new().await else { return };
    let lax = format!("ALTER DATABASE {} SET synchronous_commit = off", database.name());
    query(sqlx::AssertSqlSafe(lax)).execute(&mut database.connect().await).await.unwrap();
    let refused = open(&database, Shards::ALL).await.err();
    let named = ServerError::SettingRefused {
        server: database.address(),
        setting: "synchronous_commit",
        found: "off".into(),
    };
    assert_eq!(refused, Some(StoreError::Server(named)));
    database.remove().await;
}

#[tokio::test]
async fn another_programs_database_is_left_alone() {
    let Some(database) = Database::new().await else { return };
    let mut past = database.connect().await;
    query("CREATE TABLE events (name TEXT)").execute(&mut past).await.unwrap();
    let refused = open(&database, Shards::ALL).await.err();
    assert_eq!(refused, Some(StoreError::Server(ServerError::NotOurs { server: database.address() })));
    let n_tables: i64 = query_scalar("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'")
        .fetch_one(&mut past)
        .await
        .unwrap();
    assert_eq!(n_tables, 1);
    database.remove().await;
}

#[tokio::test]
async fn a_newer_or_altered_schema_is_refused() {
    let Some(database) = Database::new().await else { return };
    open(&database, Shards::ALL).await.unwrap().close().await;
    let mut past = database.connect().await;
    let later = "INSERT INTO _sqlx_migrations
        SELECT 99, 'later', installed_on, TRUE, checksum, 0 FROM _sqlx_migrations LIMIT 1";
    query(later).execute(&mut past).await.unwrap();
    let server = database.address();
    let newer = ServerError::SchemaNewer { server: server.clone(), found: 99, known: 4 };
    assert_eq!(open(&database, Shards::ALL).await.err(), Some(StoreError::Server(newer)));

    query("DELETE FROM _sqlx_migrations WHERE version = 99").execute(&mut past).await.unwrap();
    query("UPDATE _sqlx_migrations SET checksum = '\\x00' WHERE version = 2")
        .execute(&mut past)
        .await
        .unwrap();
    let altered = ServerError::SchemaChanged { server, version: 2 };
    assert_eq!(open(&database, Shards::ALL).await.err(), Some(StoreError::Server(altered)));
    database.remove().await;
}

#[tokio::test]
async fn a_server_that_is_not_there_is_told_without_the_password() {
    let nowhere = "postgres://li:geheim@127.0.0.1:1/mahjong".parse().unwrap();
    let refused = Store::open_postgres(&nowhere, Some(Shards::ALL)).await.err().unwrap();
    assert!(matches!(refused, StoreError::Server(ServerError::Unavailable { .. })), "{refused:?}");
    let words = refused.to_string();
    assert!(words.contains("127.0.0.1:1") && !words.contains("geheim") && !words.contains('\n'), "{words}");
}
