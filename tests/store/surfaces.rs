//! Surfaces and their tokens.

use crate::fixture::{Disk, Home, LI, NOVEMBER, in_every_database, opened};
use tinghu::store::event::{MatchEnd, TableEvent, TableId, UnixMs};
use tinghu::store::surfaces::{SurfaceRow, TOKEN_LIFE_MS, Token};

in_every_database!(
    the_newest_row_of_a_key_counts_and_survives_a_restart,
    only_tables_that_have_ended_lose_their_surfaces,
);

fn hand(table: TableId, message: u64, token: Option<Token>) -> SurfaceRow {
    SurfaceRow {
        table,
        key: "hand:E".into(),
        channel: 7,
        message,
        token,
        token_at: NOVEMBER,
        owner: Some(LI),
        hash: u64::MAX - 3,
    }
}

fn token() -> Token {
    Token::new("aW50ZXJhY3Rpb24".into())
}

async fn the_newest_row_of_a_key_counts_and_survives_a_restart(home: &Home) {
    let store = home.open().await;
    let (table, _) = store.ledger().open(opened(), NOVEMBER).await.unwrap();
    let board = SurfaceRow { key: "board:1".into(), owner: None, ..hand(table, 3, None) };
    for row in [hand(table, 1, None), hand(table, 2, Some(token())), board.clone()] {
        store.surfaces().upsert(row).await.unwrap();
    }
    store.close().await;

    let store = home.open().await;
    let surfaces = store.surfaces();
    assert_eq!(surfaces.list(table).await, Ok(vec![board.clone(), hand(table, 2, Some(token()))]));
    surfaces.delete(table, "hand:E".into()).await.unwrap();
    surfaces.delete(table, "hand:S".into()).await.unwrap();
    assert_eq!(surfaces.list(table).await, Ok(vec![board]));
    store.close().await;
}

#[tokio::test]
async fn old_tokens_are_erased_from_the_file() {
    let disk = Disk::new();
    let store = disk.open().await;
    let (table, _) = store.ledger().open(opened(), NOVEMBER).await.unwrap();
    let surfaces = store.surfaces();
    surfaces.upsert(hand(table, 1, Some(token()))).await.unwrap();
    assert_eq!(surfaces.forget_old_tokens(NOVEMBER).await, Ok(0));
    let now = UnixMs(NOVEMBER.0 + TOKEN_LIFE_MS + 1);
    assert_eq!(surfaces.forget_old_tokens(UnixMs(now.0 - TOKEN_LIFE_MS)).await, Ok(1));
    assert_eq!(surfaces.list(table).await, Ok(vec![hand(table, 1, None)]));
    store.close().await;

    let file = std::fs::read(disk.path()).unwrap();
    let erased = token();
    assert!(!file.windows(erased.expose().len()).any(|bytes| bytes == erased.expose().as_bytes()));
}

async fn only_tables_that_have_ended_lose_their_surfaces(home: &Home) {
    let store = home.open().await;
    let (ended, next) = store.ledger().open(opened(), NOVEMBER).await.unwrap();
    let (running, _) = store.ledger().open(opened(), NOVEMBER).await.unwrap();
    let surfaces = store.surfaces();
    for table in [ended, running] {
        surfaces.upsert(hand(table, 1, None)).await.unwrap();
    }
    assert_eq!(surfaces.ended().await, Ok(Vec::new()));
    assert_eq!(surfaces.forget_ended().await, Ok(0));
    let end = vec![TableEvent::Closed { end: MatchEnd::Complete }];
    store.ledger().append(ended, next, end, NOVEMBER).await.unwrap();
    assert_eq!(surfaces.ended().await, Ok(vec![ended]));
    assert_eq!(surfaces.forget_ended().await, Ok(1));
    assert_eq!(surfaces.ended().await, Ok(Vec::new()));
    assert_eq!(surfaces.list(ended).await, Ok(Vec::new()));
    assert_eq!(surfaces.list(running).await, Ok(vec![hand(running, 1, None)]));
    store.close().await;
}

#[test]
fn a_token_is_not_printed() {
    let printed = format!("{:?}", hand(TableId(1), 1, Some(token())));
    assert!(printed.contains("Token(…)") && !printed.contains(token().expose()), "{printed}");
}
