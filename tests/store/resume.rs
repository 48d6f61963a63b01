//! After a start: the tables that come back are those that stood there.

use std::time::Duration;

use tinghu::cli::bench_load::load::Load;
use tinghu::game::seat::Seat;
use tinghu::store::event::{TableEvent, TableId};
use tinghu::store::ledger::Ledger;
use tinghu::table::registry::Registry;
use tinghu::table::state::TableState;
use tinghu::table::view::{Snapshot, TablePhase};
use tokio_util::sync::CancellationToken;

use crate::fixture::{Home, NOVEMBER, in_every_database, opened};

in_every_database!(every_table_comes_back_as_its_log_says_but_one_that_cannot_be_read);

const N_TABLES: usize = 40;

async fn every_table_comes_back_as_its_log_says_but_one_that_cannot_be_read(home: &Home) {
    let store = home.open().await;
    let ledger = store.ledger();
    let (unreadable, _) = ledger.open(opened(), NOVEMBER).await.unwrap();
    let spoil = "INSERT INTO events (table_id, seq, at_ms, name, record)
        SELECT max(id), 1, 0, 'Nonsense', '{\"v\":1,\"type\":\"Nonsense\"}' FROM tables";
    home.execute(spoil).await.unwrap();
    let mut load = Load::begin(store.ledger(), N_TABLES, 1).await.unwrap();
    let measured = load.run(N_TABLES, Duration::from_secs(60), usize::MAX).await.unwrap();
    assert!(measured.n_events > N_TABLES, "the tables are in the middle of their hands");
    let mut folded = Vec::new();
    for table in ledger.unfinished().await.unwrap() {
        if table != unreadable {
            folded.push((table, fold(&*ledger, table).await));
        }
    }
    assert_eq!(folded.len(), N_TABLES);

    let registry = Registry::new(store.ledger(), CancellationToken::new());
    assert_eq!(registry.resume().await, Ok(N_TABLES));
    for (table, mut folded) in folded {
        let mut resumed = Snapshot::clone(&registry.get(table).unwrap().snapshot());
        assert_eq!(prompt(&mut resumed), prompt(&mut folded));
        assert_eq!(resumed.info, folded.info);
        assert_eq!(resumed.public, folded.public);
        for seat in Seat::ALL {
            let same = resumed.private[seat] == folded.private[seat];
            assert!(same, "table {table}: {seat} sees something else");
        }
    }
    assert!(registry.get(unreadable).is_none());
    registry.stop().await;
    drop((registry, ledger, load));
    store.close().await;
}

/// The log alone, one fact after the other.
async fn fold(ledger: &dyn Ledger, table: TableId) -> Snapshot {
    let log: Vec<TableEvent> =
        ledger.load(table).await.unwrap().into_iter().map(|(.., event)| event).collect();
    TableState::fold(table, log.iter()).unwrap().last_snapshot()
}

/// Takes the phase out of a snapshot: its clock is no part of the log.
fn prompt(snapshot: &mut Snapshot) -> String {
    match std::mem::replace(&mut snapshot.info.phase, TablePhase::Lobby) {
        TablePhase::Playing { prompt, .. } => format!("{prompt:?}"),
        other => panic!("{other:?} in the middle of a hand"),
    }
}
