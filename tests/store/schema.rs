//! A database that an older program left is brought up to date at the start, with everything in it.

use tinghu::store::event::{MatchEnd, TableEvent, UnixMs, UserId};
use tinghu::store::projections::Rebuilt;
use tinghu::store::surfaces::SurfaceRow;

use crate::fixture::{Disk, Home, NOVEMBER};
use crate::postgres::Database;

/// Before there were surfaces.
const IN_A_FILE: &str = include_str!("../data/schema/sqlite-0002.sql");
const ON_A_SERVER: &str = include_str!("../data/schema/postgres-0002.sql");

#[tokio::test]
async fn an_older_file_is_brought_up_to_date() {
    let home = Home::Sqlite(Disk::new());
    let made = sqlx::sqlite::SqliteConnectOptions::new().create_if_missing(true);
    let Home::Sqlite(disk) = &home else { unreachable!() };
    sqlx::ConnectOptions::connect(&made.filename(disk.path())).await.unwrap();
    home.execute(IN_A_FILE).await.unwrap();
    everything_is_there(&home).await;
}

#[tokio::test]
async fn an_older_database_on_a_server_is_brought_up_to_date() {
    let Some(database) = Database::new().await else { return };
    let home = Home::Postgres(database);
    home.execute(ON_A_SERVER).await.unwrap();
    everything_is_there(&home).await;
    home.remove().await;
}

async fn everything_is_there(home: &Home) {
    let store = home.open().await;
    let (ledger, stats) = (store.ledger(), store.stats());
    let tables = ledger.tables().await.unwrap();
    let &[table] = tables.as_slice() else { panic!("{tables:?}") };
    let log = ledger.load(table).await.unwrap();
    assert!(matches!(log.last(), Some((.., TableEvent::Closed { end: MatchEnd::Complete }))));
    let hands = stats.hands(table).await.unwrap();
    assert_eq!(hands.iter().map(|hand| hand.hand_no).collect::<Vec<_>>(), [1, 2, 3]);

    let row = SurfaceRow {
        table,
        key: "board".into(),
        channel: 7,
        message: 1,
        token: None,
        token_at: UnixMs(0),
        owner: Some(UserId(1)),
        hash: 1,
    };
    store.surfaces().upsert(row.clone()).await.unwrap();
    assert_eq!(store.surfaces().list(table).await, Ok(vec![row]), "what is newer works");
    assert_eq!(stats.rebuild().await, Ok(Rebuilt { n_tables: 1, n_hands: 3 }));
    assert_eq!(stats.hands(table).await.unwrap(), hands, "the old log reads the same");
    let open = ledger.open(crate::fixture::opened(), NOVEMBER).await;
    assert!(open.is_ok(), "{open:?}");
    store.close().await;
    home.open().await.close().await;
}
