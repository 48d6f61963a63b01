//! The course of a hand: what the match keeps of it, without its tiles. A start needs no more of the hands that were played
//! before the last one.

use crate::game::seat::{BySeat, Seat};
use crate::game::state::Terms;

/// The course of the running hand, or of the last one.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Course {
    dealer: Seat,
    terms: Terms,
    tinged: BySeat<bool>,
    ended: Option<Ended>,
}

/// How a hand ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ended {
    Won,
    Drawn,
}

impl Course {
    pub(super) fn new(dealer: Seat, terms: Terms) -> Course {
        Course { dealer, terms, tinged: BySeat([false; 4]), ended: None }
    }

    pub(super) fn terms(&self) -> Terms {
        self.terms
    }

    /// A seat discards, and with `ting` declares it; true where it had before.
    pub(super) fn declare(&mut self, seat: Seat, ting: bool) -> bool {
        let before = self.tinged[seat];
        self.tinged[seat] |= ting;
        before
    }

    /// The hand was settled, for this winner or for none.
    pub(super) fn end(&mut self, winner: Option<Seat>) {
        self.ended = Some(if winner.is_some() { Ended::Won } else { Ended::Drawn });
    }

    pub(super) fn is_running(&self) -> bool {
        self.ended.is_none()
    }

    /// Whether a next hand dealt by this seat means that the deal passes on.
    pub(super) fn passes_to(&self, dealer: Seat) -> bool {
        self.dealer != dealer
    }

    /// How many hands in a row were drawn before the one that `dealer` deals now, where so many were before this one: one more
    /// for a drawn hand after which the same seat deals, else none; a liability hand ends the count (B-Q06).
    pub(super) fn draws_in_row(&self, n_before: u32, dealer: Seat) -> u32 {
        match self.ended {
            Some(Ended::Drawn) if !self.passes_to(dealer) && !self.terms.liable => n_before + 1,
            Some(_) => 0,
            None => n_before,
        }
    }
}
