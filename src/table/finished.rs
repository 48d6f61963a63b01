//! Finished hands out of a table's log: one as the log of that hand alone, which `/verify` hands out, or how some ended.

use std::collections::BTreeSet;

use super::state::TableState;
use crate::game::event::Event;
use crate::game::score::Settlement;
use crate::store::event::{TableEvent, TableId};
use crate::store::hand_log::{Fair, HandLog};

/// The log of hand `hand_no`; `None` while it is played, if it was voided, or where there is none. So nothing of a
/// running hand can come out of here.
pub fn finished_hand<'a>(
    id: TableId,
    mut events: impl Iterator<Item = &'a TableEvent>,
    hand_no: u32,
) -> Option<HandLog> {
    let mut state = TableState::open(id, events.next()?).ok()?;
    let mut found: Option<HandLog> = None;
    for event in events {
        state.apply(event);
        match (event, &mut found) {
            (TableEvent::HandBegan { hand_no: n, dealer, nonces }, _) if *n == hand_no => {
                let fair = Fair {
                    table: id.to_string(),
                    hand_no,
                    variant: state.settings.variant,
                    dealer: *dealer,
                    secret: state.fair_of(hand_no)?.secret.clone(),
                    nonces: nonces.clone(),
                };
                let terms = state.hand.as_ref()?.terms();
                let options = state.settings.options.clone();
                found = Some(HandLog { fair, options, terms, events: Vec::new() });
            }
            (TableEvent::Played(event), Some(log)) => {
                log.events.push(event.clone());
                if matches!(event, Event::Settled(_)) {
                    return found;
                }
            }
            (TableEvent::HandVoided, Some(_)) => return None,
            _ => {}
        }
    }
    None
}

/// How these hands ended, as far as they did, in the order of the log.
pub fn settlements(events: impl Iterator<Item = TableEvent>, hands: &BTreeSet<u32>) -> Vec<Settlement> {
    let mut is_asked = false;
    let settled = events.filter_map(|event| match event {
        TableEvent::HandBegan { hand_no, .. } => {
            is_asked = hands.contains(&hand_no);
            None
        }
        TableEvent::Played(Event::Settled(settlement)) if is_asked => Some(*settlement),
        _ => None,
    });
    settled.collect()
}
