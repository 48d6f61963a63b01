//! The one next deadline of a table. A value that only a new prompt or stage moves, and a seat that passes between a person
//! and the program in its own turn.

use std::time::Duration;

use tokio::time::Instant;

use super::actor::Actor;
use super::clock::Pace;
use super::state::Stage;
use super::system::unix_now;
use crate::game::action::PromptId;
use crate::game::seat::{BySeat, Seat};
use crate::game::state::Pending;
use crate::store::event::{PauseReason, UnixMs};

/// What a deadline belongs to: it moves when any of this changes.
pub(super) type Key = (Stage, PromptId, TurnOf);

/// Who has the time of a turn.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum TurnOf {
    /// It is nobody's turn.
    Nobody,
    /// A person, who gets the whole of it.
    Person,
    /// The program, which takes over at once.
    Program,
}

/// Deadlines of the open prompt.
pub(super) struct Timer {
    /// What the deadline belongs to.
    pub(super) key: Key,
    /// When its time is over.
    pub(super) at: Instant,
    /// The same moment by the calendar, as it is shown: fixed with the deadline, so that publishing something else
    /// never changes it.
    pub(super) shown_at: UnixMs,
    /// When half of a person's turn is gone; `None` where nobody is waited for.
    pub(super) late_at: Option<UnixMs>,
    /// How much of the time is the time bank of the seat whose turn it is.
    pub(super) bank: Duration,
    /// Seats that pressed a claim and choose its details: until when.
    pub(super) held: BySeat<Option<Instant>>,
}

impl Timer {
    /// A deadline that the first arming replaces.
    pub(super) fn unset(stage: Stage) -> Timer {
        Timer {
            key: (stage, PromptId(u64::MAX), TurnOf::Nobody),
            at: Instant::now(),
            shown_at: UnixMs(0),
            late_at: None,
            bank: Duration::ZERO,
            held: BySeat([None; 4]),
        }
    }

    /// When this seat's time is over.
    pub(super) fn deadline_of(&self, seat: Seat) -> Instant {
        self.held[seat].map_or(self.at, |held| held.max(self.at))
    }
}

impl Actor {
    /// Sets the deadline when the prompt, the stage or who moves is new; else leaves it.
    pub(super) fn arm(&mut self) {
        let prompt = self.state.hand.as_ref().map(|hand| hand.prompt()).unwrap_or_default();
        let key = (self.state.stage, prompt, self.turn_of());
        if self.timer.key == key {
            return;
        }
        let time = self.time_of_prompt();
        self.bank.end_turn();
        let turn = self.turn_of_person();
        let full = Pace::of(self.state.settings.clock).bank;
        let bank =
            turn.map_or(Duration::ZERO, |seat| self.bank.begin_turn(self.state.hand_no, full, seat, time));
        let (wait, now) = (time + bank, unix_now());
        let shown = |after: Duration| UnixMs(now.0 + after.as_millis() as u64);
        self.timer = Timer {
            key,
            at: Instant::now() + wait,
            shown_at: shown(wait),
            late_at: turn.map(|_| shown(wait / 2)),
            bank,
            held: BySeat([None; 4]),
        };
    }

    fn turn_of(&self) -> TurnOf {
        match self.state.hand.as_ref().map(|hand| hand.pending()) {
            Some(Pending::Turn { seat, .. }) if self.state.is_automatic(seat) => TurnOf::Program,
            Some(Pending::Turn { .. }) => TurnOf::Person,
            _ => TurnOf::Nobody,
        }
    }

    /// Whose turn it is, where a person has to move.
    fn turn_of_person(&self) -> Option<Seat> {
        let hand = self.state.hand.as_ref().filter(|_| self.state.stage == Stage::Playing)?;
        match hand.pending() {
            Pending::Turn { seat, locked: false } if !self.state.is_automatic(seat) => Some(seat),
            _ => None,
        }
    }

    fn time_of_prompt(&self) -> Duration {
        let pace = Pace::of(self.state.settings.clock);
        match self.state.stage {
            Stage::Lobby => pace.lobby,
            Stage::Between => pace.ready,
            Stage::Choosing => pace.turn,
            Stage::Paused(PauseReason::ChannelDeleted) => pace.without_channel,
            Stage::Paused(_) | Stage::Closed(_) => pace.paused,
            Stage::Playing => match self.state.hand.as_ref().map(|hand| hand.pending()) {
                Some(Pending::Turn { locked: true, .. }) => pace.ting_draw,
                Some(Pending::Turn { seat, .. }) if self.state.is_automatic(seat) => pace.program_turn,
                Some(Pending::Turn { .. }) => pace.turn,
                _ => pace.window,
            },
        }
    }

    /// The next moment at which the clock demands something.
    pub(super) fn next_deadline(&self) -> Instant {
        let pending = self.state.hand.as_ref().map(|hand| hand.pending());
        match (self.state.stage, pending) {
            (Stage::Playing, Some(Pending::Claims { seats })) => {
                seats.into_iter().map(|seat| self.timer.deadline_of(seat)).min().unwrap_or(self.timer.at)
            }
            (Stage::Playing, Some(Pending::Turn { seat, .. })) => self.timer.deadline_of(seat),
            _ => self.timer.at,
        }
    }
}
