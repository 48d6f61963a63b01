//! One hand from the deal to the settlement.

use std::sync::Arc;

use super::SimError;
use super::digest;
use super::seats::{Level, Players};
use crate::game::audit::Audit;
use crate::game::event::Event;
use crate::game::seat::{BySeat, Seat};
use crate::game::state::{HandState, Terms};
use crate::game::variants::Rules;
use crate::game::wall::{Wall, Words, key, sim_nonces, sim_secret};
use crate::store::hand_log::{Fair, HandLog};

/// The table's name in the keys of simulated walls (docs/FAIR-PLAY.md 6).
const TABLE: &str = "sim";

/// What a hand came to.
pub(super) struct Played {
    pub(super) winner: Option<Seat>,
    pub(super) points: BySeat<i32>,
    pub(super) digest: [u8; 32],
}

/// The four players of one thread with the rules that they play by.
pub(super) struct Table {
    rules: Arc<dyn Rules>,
    levels: BySeat<Level>,
    seed: u64,
    check: bool,
    players: Players,
    /// The buffer of the last hand's events.
    events: Vec<Event>,
}

impl Table {
    pub(super) fn new(rules: Arc<dyn Rules>, levels: BySeat<Level>, seed: u64, check: bool) -> Table {
        let players = Players::new(rules.as_ref());
        Table { rules, levels, seed, check, players, events: Vec::new() }
    }

    /// Plays hand number `hand_no` (from 1).
    pub(super) fn play(&mut self, hand_no: u32) -> Result<(Played, HandLog), SimError> {
        let (secret, nonces) = (sim_secret(self.seed, hand_no), sim_nonces());
        let variant = self.rules.variant();
        let dealer = Seat::from_index((hand_no as usize + 3) % 4);
        let wall = Wall::make(self.rules.kinds(), variant.id(), TABLE, hand_no, &secret, &nonces);
        // Another key than the wall's, so that the players' luck says nothing about the wall.
        let mut luck = Words::of(&key("players", TABLE, hand_no, &secret, &nonces));
        let terms = Terms::of(self.rules.options());
        let mut hand = HandState::begin(Arc::clone(&self.rules), dealer, wall, 0).under(terms);
        let mut audit = self.check.then(Audit::default);
        let mut events = std::mem::take(&mut self.events);
        loop {
            if let Some(audit) = &mut audit {
                audit.check(&hand).map_err(|source| SimError::Unsound { hand_no, source })?;
            }
            let Some(seat) = hand.first_asked() else { break };
            let level = self.levels[seat];
            let nothing = || SimError::Player { hand_no, level };
            let action = self.players.choose(level, &hand, seat, &mut luck).ok_or_else(nothing)?;
            hand.advance(seat, action, &mut events).map_err(|_| nothing())?;
        }
        let settlement = hand.settlement();
        let played = Played {
            winner: settlement.and_then(|settlement| settlement.winner),
            points: settlement.map_or(BySeat([0; 4]), |settlement| settlement.total()),
            digest: digest::of_hand(hand_no, dealer, &events),
        };
        let fair = Fair { table: TABLE.to_owned(), hand_no, variant, dealer, secret, nonces };
        Ok((played, HandLog { fair, options: self.rules.options().clone(), terms, events }))
    }

    /// Takes a log back when nobody needs it any more, for its memory.
    pub(super) fn reuse(&mut self, log: HandLog) {
        self.events = log.events;
        self.events.clear();
    }
}
