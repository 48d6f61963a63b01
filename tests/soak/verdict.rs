//! What the log must hold after a soak, and where the tables stand that did not end.

use std::collections::BTreeMap;

use tinghu::store::Store;
use tinghu::store::event::{MatchEnd, PauseReason, TableEvent, TableId};
use tinghu::table::state::TableState;
use tinghu::table::view::TablePhase;

/// How many of the newest events are shown of a table that did not end.
const N_SHOWN: usize = 8;

/// Reads every log. `deleted` are the channels that are gone: only their tables may have been ended before their end.
pub async fn pass(store: &Store, deleted: impl Fn(u64) -> bool, least: usize) {
    let ledger = store.ledger();
    let mut stuck = Vec::new();
    let (mut n_complete, mut n_ended) = (0, 0);
    let mut pauses = BTreeMap::<String, usize>::new();
    for table in ledger.tables().await.unwrap() {
        let rows = ledger.load(table).await.unwrap();
        let log: Vec<&TableEvent> = rows.iter().map(|(.., event)| event).collect();
        let info = TableState::fold(table, log.iter().copied()).unwrap().last_snapshot().info;
        for event in &log {
            if let TableEvent::Paused { reason } = event {
                assert_ne!(*reason, PauseReason::Fault, "table {table} met a fault of the program");
                *pauses.entry(format!("{reason:?}")).or_default() += 1;
            }
        }
        let points = info.seats.iter().filter_map(|(_, seat)| Some(seat.as_ref()?.points));
        assert_eq!(points.sum::<i32>(), 0, "table {table}");
        match info.phase {
            TablePhase::Closed { end: MatchEnd::Complete } => n_complete += 1,
            TablePhase::Closed { end: MatchEnd::Ended } if deleted(info.place.channel) => n_ended += 1,
            phase => stuck.push(standing(table, info.place.channel, &phase, &log)),
        }
    }
    println!(
        "{n_complete} tables came to their end, {n_ended} of deleted channels were ended; pauses: {pauses:?}"
    );
    assert!(stuck.is_empty(), "{} tables are stuck:\n{}", stuck.len(), stuck.join("\n"));
    assert!(n_complete >= least, "too little was played for this to mean anything");
}

fn standing(table: TableId, channel: u64, phase: &TablePhase, log: &[&TableEvent]) -> String {
    let newest: Vec<String> = log.iter().rev().take(N_SHOWN).rev().map(|event| event.name()).collect();
    format!("{table} in {channel}: {phase:?}; {} events, the newest {}", log.len(), newest.join(" "))
}
