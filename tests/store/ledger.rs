//! What every ledger does, whatever is behind it.

use std::collections::HashSet;
use std::sync::Arc;

use tokio::task::JoinSet;

use crate::fixture::{Disk, Home, LI, NOVEMBER, began, opened, person, taken, tinged, won};
use tinghu::game::event::WinHow;
use tinghu::game::seat::Seat;
use tinghu::store::event::{MatchEnd, Seq, TableEvent, TableId, UnixMs};
use tinghu::store::ledger::{Ledger, LedgerError, MemoryLedger};

const CLOSED: TableEvent = TableEvent::Closed { end: MatchEnd::Complete };

/// Runs each test over every ledger.
macro_rules! over_every_ledger {
    ($($test:ident),+ $(,)?) => {
        mod memory {
            use super::*;
            $(#[tokio::test]
            async fn $test() {
                super::$test(Arc::new(MemoryLedger::new())).await;
            })+
        }

        mod sqlite {
            use super::*;
            $(#[tokio::test]
            async fn $test() {
                let disk = Disk::new();
                let store = disk.open().await;
                super::$test(store.ledger()).await;
                store.close().await;
            })+
        }

        mod postgres {
            use super::*;
            $(#[tokio::test]
            async fn $test() {
                let Some(database) = crate::postgres::Database::new().await else { return };
                let home = Home::Postgres(database);
                let store = home.open().await;
                super::$test(store.ledger()).await;
                store.close().await;
                home.remove().await;
            })+
        }
    };
}

over_every_ledger!(
    what_was_appended_is_loaded_in_order,
    an_append_at_another_number_is_a_conflict_and_changes_nothing,
    an_append_is_all_or_nothing,
    a_table_is_unfinished_until_it_is_closed,
    a_table_that_has_ended_takes_no_more_facts,
    a_log_begins_with_opened,
    an_unknown_table_is_told,
    of_two_appends_at_one_number_one_wins,
    a_hundred_tables_append_at_once,
    the_gists_of_many_tables_are_those_of_each,
    of_earlier_hands_a_gist_has_what_outlives_them,
    what_is_only_rehearsed_is_not_kept,
);

async fn names(ledger: &dyn Ledger, table: TableId) -> Vec<String> {
    ledger.load(table).await.unwrap().iter().map(|(_, _, event)| event.name()).collect()
}

async fn what_was_appended_is_loaded_in_order(ledger: Arc<dyn Ledger>) {
    let (table, next) = ledger.open(opened(), NOVEMBER).await.unwrap();
    assert_eq!(next, Seq(1));
    let events = vec![taken(Seat::East, person(LI, "丽")), began(1, Seat::East)];
    let later = UnixMs(NOVEMBER.0 + 5);
    assert_eq!(ledger.append(table, next, events.clone(), later).await, Ok(Seq(3)));
    assert_eq!(ledger.append(table, Seq(3), Vec::new(), later).await, Ok(Seq(3)));

    let expected = [opened()].into_iter().chain(events).collect::<Vec<_>>();
    let loaded = ledger.load(table).await.unwrap();
    assert_eq!(loaded.iter().map(|(seq, ..)| seq.0).collect::<Vec<_>>(), [0, 1, 2]);
    assert_eq!(loaded.iter().map(|(_, at, _)| *at).collect::<Vec<_>>(), [NOVEMBER, later, later]);
    assert_eq!(loaded.into_iter().map(|(.., event)| event).collect::<Vec<_>>(), expected);
}

async fn an_append_at_another_number_is_a_conflict_and_changes_nothing(ledger: Arc<dyn Ledger>) {
    let (table, _) = ledger.open(opened(), NOVEMBER).await.unwrap();
    for expected in [Seq(0), Seq(2)] {
        let refused = ledger.append(table, expected, vec![TableEvent::Resumed], NOVEMBER).await;
        assert_eq!(refused, Err(LedgerError::Conflict { table, expected, found: Seq(1) }));
    }
    assert_eq!(names(&*ledger, table).await, ["Opened"]);
}

async fn an_append_is_all_or_nothing(ledger: Arc<dyn Ledger>) {
    let (table, next) = ledger.open(opened(), NOVEMBER).await.unwrap();
    let with_a_bad_one = vec![TableEvent::HandVoided, opened(), TableEvent::Resumed];
    let refused = ledger.append(table, next, with_a_bad_one, NOVEMBER).await;
    assert_eq!(refused, Err(LedgerError::OpenedTwice { table }));
    assert_eq!(names(&*ledger, table).await, ["Opened"]);
    assert_eq!(ledger.append(table, next, vec![TableEvent::Resumed], NOVEMBER).await, Ok(Seq(2)));
}

async fn a_table_is_unfinished_until_it_is_closed(ledger: Arc<dyn Ledger>) {
    let (first, _) = ledger.open(opened(), NOVEMBER).await.unwrap();
    let (second, next) = ledger.open(opened(), UnixMs(NOVEMBER.0 + 1)).await.unwrap();
    assert_eq!(ledger.unfinished().await, Ok(vec![first, second]));
    ledger.append(second, next, vec![CLOSED], NOVEMBER).await.unwrap();
    assert_eq!(ledger.unfinished().await, Ok(vec![first]));
    assert_eq!(ledger.tables().await, Ok(vec![first, second]));
    assert_eq!(names(&*ledger, second).await, ["Opened", "Closed"]);
}

async fn a_table_that_has_ended_takes_no_more_facts(ledger: Arc<dyn Ledger>) {
    let (table, next) = ledger.open(opened(), NOVEMBER).await.unwrap();
    let ended = Err(LedgerError::Ended { table });
    let beyond_the_end = vec![CLOSED, TableEvent::Resumed];
    assert_eq!(ledger.append(table, next, beyond_the_end, NOVEMBER).await, ended);
    assert_eq!(ledger.append(table, next, vec![TableEvent::HandVoided, CLOSED], NOVEMBER).await, Ok(Seq(3)));
    for late in [TableEvent::Resumed, CLOSED] {
        assert_eq!(ledger.append(table, Seq(3), vec![late], NOVEMBER).await, ended);
    }
    let elsewhere = ledger.append(table, Seq(2), vec![TableEvent::Resumed], NOVEMBER).await;
    assert_eq!(elsewhere, Err(LedgerError::Conflict { table, expected: Seq(2), found: Seq(3) }));
    assert_eq!(names(&*ledger, table).await, ["Opened", "HandVoided", "Closed"]);
}

async fn a_log_begins_with_opened(ledger: Arc<dyn Ledger>) {
    let refused = ledger.open(CLOSED, NOVEMBER).await;
    assert_eq!(refused, Err(LedgerError::NotOpened { name: "Closed".into() }));
    assert_eq!(ledger.unfinished().await, Ok(Vec::new()));
}

async fn an_unknown_table_is_told(ledger: Arc<dyn Ledger>) {
    for table in [TableId(0), TableId(7), TableId(u64::MAX)] {
        let refused = ledger.append(table, Seq(0), vec![CLOSED], NOVEMBER).await;
        assert_eq!(refused, Err(LedgerError::NoSuchTable { table }));
        assert_eq!(ledger.load(table).await, Err(LedgerError::NoSuchTable { table }));
    }
}

async fn of_two_appends_at_one_number_one_wins(ledger: Arc<dyn Ledger>) {
    let (table, next) = ledger.open(opened(), NOVEMBER).await.unwrap();
    let one = ledger.append(table, next, vec![TableEvent::Resumed], NOVEMBER);
    let other = ledger.append(table, next, vec![TableEvent::HandVoided], NOVEMBER);
    let (one, other) = tokio::join!(one, other);
    assert_eq!(usize::from(one.is_ok()) + usize::from(other.is_ok()), 1);
    let lost = one.err().or(other.err());
    assert_eq!(lost, Some(LedgerError::Conflict { table, expected: next, found: Seq(2) }));
    assert_eq!(names(&*ledger, table).await.len(), 2);
}

async fn a_hundred_tables_append_at_once(ledger: Arc<dyn Ledger>) {
    let mut tables = JoinSet::new();
    for n in 0..100 {
        let ledger = Arc::clone(&ledger);
        tables.spawn(async move {
            let (table, mut next) = ledger.open(opened(), NOVEMBER).await.unwrap();
            for _ in 0..5 {
                if n % 10 == 0 {
                    let early = ledger.append(table, Seq(next.0 + 1), vec![CLOSED], NOVEMBER).await;
                    assert!(matches!(early, Err(LedgerError::Conflict { .. })), "{early:?}");
                }
                let events = vec![TableEvent::HandVoided, TableEvent::Resumed];
                next = ledger.append(table, next, events, NOVEMBER).await.unwrap();
            }
            assert_eq!(ledger.load(table).await.unwrap().len(), 11);
            table
        });
    }
    let ids: HashSet<TableId> = tables.join_all().await.into_iter().collect();
    assert_eq!(ids.len(), 100);
    assert_eq!(ledger.unfinished().await.unwrap().len(), 100);
}

async fn the_gists_of_many_tables_are_those_of_each(ledger: Arc<dyn Ledger>) {
    let mut asked = vec![TableId(u64::MAX)];
    for n in 0..70 {
        let (table, next) = ledger.open(opened(), NOVEMBER).await.unwrap();
        ledger.append(table, next, vec![TableEvent::Resumed; n % 3], NOVEMBER).await.unwrap();
        asked.push(table);
    }
    asked.insert(40, TableId(7));
    asked.reverse();
    let gists = ledger.gists(asked.clone()).await;
    assert_eq!(gists.iter().map(|(table, _)| *table).collect::<Vec<_>>(), asked);
    for (table, gist) in gists {
        // No hand has begun, so it is the whole log.
        let log = ledger.load(table).await;
        assert_eq!(
            gist,
            log.map(|log| log.into_iter().map(|(seq, _, event)| (seq, event)).collect()),
            "{table}"
        );
    }
    assert_eq!(ledger.gists(Vec::new()).await, []);
}

async fn of_earlier_hands_a_gist_has_what_outlives_them(ledger: Arc<dyn Ledger>) {
    let (table, next) = ledger.open(opened(), NOVEMBER).await.unwrap();
    let hand = |hand_no| {
        let moves =
            [vec![began(hand_no, Seat::East), tinged(Seat::South)], won(Seat::South, WinHow::Draw, 3)];
        moves.concat()
    };
    let kept = vec![TableEvent::HandVoided, TableEvent::Resumed];
    let log = [hand(1), kept.clone(), hand(2), hand(3), kept].concat();
    ledger.append(table, next, log, NOVEMBER).await.unwrap();
    let (_, gist) = ledger.gists(vec![table]).await.pop().unwrap();
    let gist: Vec<(u64, String)> = gist.unwrap().iter().map(|(seq, event)| (seq.0, event.name())).collect();
    let expected = [
        (0, "Opened"),
        (1, "HandBegan"),
        (2, "Discarded"),
        (4, "Settled"),
        (5, "HandVoided"),
        (6, "Resumed"),
        (7, "HandBegan"),
        (8, "Discarded"),
        (10, "Settled"),
        (11, "HandBegan"),
        (12, "Discarded"),
        (13, "Won"),
        (14, "Settled"),
        (15, "HandVoided"),
        (16, "Resumed"),
    ];
    assert_eq!(gist, expected.map(|(seq, name)| (seq, name.to_owned())));
}

async fn what_is_only_rehearsed_is_not_kept(ledger: Arc<dyn Ledger>) {
    let (table, next) = ledger.open(opened(), NOVEMBER).await.unwrap();
    let events = vec![TableEvent::HandVoided, CLOSED];
    for _ in 0..2 {
        assert_eq!(ledger.rehearse(table, next, events.clone(), NOVEMBER).await, Ok(()));
    }
    assert_eq!(names(&*ledger, table).await, ["Opened"]);
    assert_eq!(ledger.unfinished().await, Ok(vec![table]));
    let early = ledger.rehearse(table, Seq(2), events.clone(), NOVEMBER).await;
    assert_eq!(early, Err(LedgerError::Conflict { table, expected: Seq(2), found: next }));
    let twice = ledger.rehearse(table, next, vec![opened()], NOVEMBER).await;
    assert_eq!(twice, Err(LedgerError::OpenedTwice { table }));
    assert_eq!(ledger.append(table, next, events.clone(), NOVEMBER).await, Ok(Seq(3)));
    assert_eq!(ledger.rehearse(table, Seq(3), events, NOVEMBER).await, Err(LedgerError::Ended { table }));
    assert_eq!(ledger.rehearse(table, Seq(3), Vec::new(), NOVEMBER).await, Ok(()));
}

#[tokio::test]
async fn a_ledger_in_memory_fails_when_asked_and_then_goes_on() {
    let ledger = MemoryLedger::new();
    let (table, next) = ledger.open(opened(), NOVEMBER).await.unwrap();
    ledger.fail_next_with(LedgerError::Full);
    ledger.fail_next();
    let append = || ledger.append(table, next, vec![TableEvent::Resumed], NOVEMBER);
    assert_eq!(append().await, Err(LedgerError::Full));
    assert!(matches!(append().await, Err(LedgerError::Unavailable { .. })));
    assert_eq!(ledger.load(table).await.unwrap().len(), 1);
    assert_eq!(append().await, Ok(Seq(2)));
}
