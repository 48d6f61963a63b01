//! Whether a table can be shown where it stands. Presentation says so, the table pauses and goes on by it.

use super::state::{Stage, TableState};
use crate::store::event::{PauseReason, TableEvent};

/// What presentation knows of the table's place. Only the newest counts.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Reach {
    /// Nothing yet: the program has just started.
    #[default]
    Unknown,
    /// The table is shown.
    Open,
    /// It can't be shown, for this reason.
    Blocked(PauseReason),
}

impl TableState {
    pub(super) fn pause(&mut self, reason: PauseReason) {
        self.was_choosing |= self.stage == Stage::Choosing;
        self.stage = Stage::Paused(reason);
    }

    pub(super) fn resume(&mut self) {
        let was_choosing = std::mem::take(&mut self.was_choosing);
        self.stage = if was_choosing { Stage::Choosing } else { self.stage_of_hand() };
    }

    /// What follows for the match. A lobby waits for its own end: nobody loses anything in it.
    pub fn follow_reach(&self, reach: Reach) -> Option<TableEvent> {
        match (self.stage, reach) {
            (Stage::Playing | Stage::Between | Stage::Choosing, Reach::Blocked(reason)) => {
                Some(TableEvent::Paused { reason })
            }
            (Stage::Paused(old), Reach::Blocked(reason)) if old.is_of_place() && old != reason => {
                Some(TableEvent::Paused { reason })
            }
            (Stage::Paused(old), Reach::Open) if old.is_of_place() => Some(TableEvent::Resumed),
            _ => None,
        }
    }
}
