//! One hand from the deal to the settlement.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use super::SimError;
use super::digest;
use super::games::{AsArgument, Rulebooks};
use super::seats::{Players, Who};
use crate::game::audit::{Audit, Unsound};
use crate::game::event::Event;
use crate::game::seat::{BySeat, Seat};
use crate::game::state::{HandState, Terms};
use crate::game::variants::Rules;
use crate::game::wall::{Words, key, sim_nonces, sim_secret};
use crate::store::hand_log::{Fair, HandLog};

/// The table's name in the keys of simulated walls (docs/FAIR-PLAY.md 6).
const TABLE: &str = "sim";

/// Far more moves than a hand can have: each of its tiles is drawn once, and asked about a few times.
const MOST_MOVES: usize = 4_000;

/// What a hand came to.
pub(super) struct Played {
    pub(super) winner: Option<Seat>,
    pub(super) points: BySeat<i32>,
    pub(super) digest: [u8; 32],
}

/// What is wrong with a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum HandFault {
    /// A player did what is not legal, or nothing.
    #[error("the {who} player chose nothing that was offered")]
    Player {
        /// Which player.
        who: Who,
    },
    /// An invariant was broken.
    #[error(transparent)]
    Unsound(#[from] Unsound),
    /// It goes on and on.
    #[error("the hand has no end")]
    Endless,
    /// Applied one by one, its events give another hand.
    #[error("the events of the hand are not the hand")]
    Replay,
    /// Nobody deals the next hand.
    #[error("the hand is over, but nobody deals the next one")]
    NoDealer,
    /// The program stopped in the middle of it.
    #[error("the engine panicked")]
    Panic,
}

/// The four players of one thread with the rules that they play by.
pub(super) struct Table {
    books: Rulebooks,
    who: BySeat<Who>,
    seed: u64,
    check: bool,
    players: Players,
    /// The buffer of the last hand's events.
    events: Vec<Event>,
}

impl Table {
    pub(super) fn new(books: Rulebooks, who: BySeat<Who>, seed: u64, check: bool) -> Result<Table, SimError> {
        let players = Players::new(books.of_hand(1)?.as_ref());
        Ok(Table { books, who, seed, check, players, events: Vec::new() })
    }

    /// Plays hand number `hand_no` (from 1).
    pub(super) fn play(&mut self, hand_no: u32) -> Result<(Played, HandLog), SimError> {
        let rules = self.books.of_hand(hand_no)?;
        self.players.follow(rules.as_ref());
        let fair = Fair {
            table: TABLE.to_owned(),
            hand_no,
            variant: rules.variant(),
            dealer: Seat::from_index((hand_no as usize + 3) % 4),
            secret: sim_secret(self.seed, hand_no),
            nonces: sim_nonces(),
        };
        let played = catch_unwind(AssertUnwindSafe(|| self.play_out(&rules, &fair)));
        let (hand, events) = played
            .unwrap_or(Err(HandFault::Panic))
            .map_err(|source| self.broken(hand_no, rules.as_ref(), source))?;
        let settlement = hand.settlement();
        let played = Played {
            winner: settlement.and_then(|settlement| settlement.winner),
            points: settlement.map_or(BySeat([0; 4]), |settlement| settlement.total()),
            digest: digest::of_hand(hand_no, fair.dealer, &events),
        };
        let terms = Terms::of(rules.options());
        Ok((played, HandLog { fair, options: rules.options().clone(), terms, events }))
    }

    fn play_out(
        &mut self,
        rules: &Arc<dyn Rules>,
        fair: &Fair,
    ) -> Result<(HandState, Vec<Event>), HandFault> {
        // Another key than the wall's, so that the players' luck says nothing about the wall.
        let mut luck = Words::of(&key("players", TABLE, fair.hand_no, &fair.secret, &fair.nonces));
        let mut hand = begin(rules, fair);
        let mut audit = self.check.then(Audit::default);
        let mut events = std::mem::take(&mut self.events);
        for _ in 0..MOST_MOVES {
            if let Some(audit) = &mut audit {
                audit.check(&hand)?;
            }
            let Some(seat) = hand.first_asked() else {
                if self.check {
                    check_end(&hand, rules, fair, &events)?;
                }
                return Ok((hand, events));
            };
            let who = self.who[seat];
            let nothing = HandFault::Player { who };
            let action = self.players.choose(who, &hand, seat, &mut luck).ok_or(nothing)?;
            hand.advance(seat, action, &mut events).map_err(|_| nothing)?;
        }
        Err(HandFault::Endless)
    }

    fn broken(&self, hand_no: u32, rules: &dyn Rules, source: HandFault) -> SimError {
        let variant = rules.variant();
        let options = AsArgument(variant, rules.options()).to_string();
        SimError::Broken { hand_no, source, seed: self.seed, variant, options, who: self.who }
    }

    /// Takes a log back when nobody needs it any more, for its memory.
    pub(super) fn reuse(&mut self, log: HandLog) {
        self.events = log.events;
        self.events.clear();
    }
}

fn begin(rules: &Arc<dyn Rules>, fair: &Fair) -> HandState {
    let terms = Terms::of(rules.options());
    HandState::begin(Arc::clone(rules), fair.dealer, fair.wall(), 0).under(terms)
}

/// What only the end of a hand shows: its events, applied to the deal, are the hand, and somebody deals the next one.
fn check_end(
    hand: &HandState,
    rules: &Arc<dyn Rules>,
    fair: &Fair,
    events: &[Event],
) -> Result<(), HandFault> {
    let mut again = begin(rules, fair);
    events.iter().for_each(|event| again.apply(event));
    let same_views = Seat::ALL.into_iter().all(|seat| again.view_of(seat) == hand.view_of(seat));
    if again.settlement() != hand.settlement() || !same_views || again.prompt() != hand.prompt() {
        return Err(HandFault::Replay);
    }
    hand.next_dealer().map(|_| ()).ok_or(HandFault::NoDealer)
}
