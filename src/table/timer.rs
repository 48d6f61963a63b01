//! The one next deadline of a table. A value that only a new prompt or stage moves.

use tokio::time::Instant;

use super::state::Stage;
use crate::game::action::PromptId;
use crate::game::seat::{BySeat, Seat};
use crate::store::event::UnixMs;

/// Deadlines of the open prompt.
pub(super) struct Timer {
    /// What the deadline belongs to.
    pub(super) key: (Stage, PromptId),
    /// When its time is over.
    pub(super) at: Instant,
    /// The same moment by the calendar, as it is shown: fixed with the deadline, so that publishing something else
    /// never changes it.
    pub(super) shown_at: UnixMs,
    /// Seats that pressed a claim and choose its details: until when.
    pub(super) held: BySeat<Option<Instant>>,
}

impl Timer {
    /// A deadline that the first arming replaces.
    pub(super) fn unset(stage: Stage) -> Timer {
        Timer {
            key: (stage, PromptId(u64::MAX)),
            at: Instant::now(),
            shown_at: UnixMs(0),
            held: BySeat([None; 4]),
        }
    }

    /// When this seat's time is over.
    pub(super) fn deadline_of(&self, seat: Seat) -> Instant {
        self.held[seat].map_or(self.at, |held| held.max(self.at))
    }
}
