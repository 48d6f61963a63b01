//! A logged hand played again through the engine, every event compared.

use std::collections::VecDeque;
use std::sync::Arc;

use super::{First, LogFault, read_event, read_first};
use crate::game::action::Action;
use crate::game::event::{Event, Mover};
use crate::game::ruleset::{FirstDeal, Variant};
use crate::game::seat::Seat;
use crate::game::state::HandState;
use crate::game::variants::rules;
use crate::game::view::PublicView;
use crate::game::wall::first_dealer;

/// The first line that does not follow from those before it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {fault}")]
pub struct Difference {
    /// Its number, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub fault: Fault,
}

/// What is wrong with a line of a log.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Fault {
    /// It cannot be read.
    #[error(transparent)]
    Unreadable(#[from] LogFault),
    /// The game cannot be played yet.
    #[error("the ruleset {variant} can't be played yet")]
    NoSuchGame {
        /// Which.
        variant: Variant,
    },
    /// The engine does not allow it here.
    #[error("the log says {logged}, which is not possible here")]
    Impossible {
        /// The name of the event.
        logged: String,
    },
    /// The engine does something else.
    #[error("the log says {logged}, the engine {played}{}", if logged == played { " otherwise" } else { "" })]
    Other {
        /// The name of the event in the log.
        logged: String,
        /// The name of the engine's event.
        played: String,
    },
    /// The log ends before the hand does.
    #[error("the log ends, the hand does not")]
    Missing,
}

/// Plays the hand of a log again and compares event by event; the number of events.
///
/// # Errors
/// The first [`Difference`].
pub fn replay(text: &str) -> Result<usize, Difference> {
    replay_seen(text).map(|seen| seen.n_events)
}

/// A replayed hand, as all saw it.
pub struct Seen {
    /// Events of the log.
    pub n_events: usize,
    /// What all saw at the beginning and after each move; the last one holds the outcome.
    pub views: Vec<PublicView>,
}

/// The same as [`replay`], with what all saw after each move.
///
/// # Errors
/// The first [`Difference`].
pub fn replay_seen(text: &str) -> Result<Seen, Difference> {
    let mut lines = text.lines().enumerate().map(|(i, line)| (i + 1, line));
    let (line, first) = lines.next().unwrap_or((1, ""));
    let mut replay = Replay::begin(first).map_err(|fault| Difference { line, fault })?;
    let mut n_events = 0;
    for (line, text) in lines {
        replay.line(text).map_err(|fault| Difference { line, fault })?;
        n_events += 1;
    }
    if replay.is_over() {
        Ok(Seen { n_events, views: replay.views })
    } else {
        Err(Difference { line: n_events + 2, fault: Fault::Missing })
    }
}

/// Checks everything that a hand's log claims (docs/FAIR-PLAY.md 9): commitment, nonces and wall follow from the secret,
/// the first dealer of a match from the same key, and each event from those before it; the number of events.
///
/// # Errors
/// The first [`Difference`].
pub fn verify(text: &str) -> Result<usize, Difference> {
    let first_line = text.lines().next().unwrap_or_default();
    let at_first = |fault| Difference { line: 1, fault };
    let First { fair, .. } = read_first(first_line).map_err(|fault| at_first(fault.into()))?;
    // A log does not say who the host was. A simulation deals in turn and has no table of its own.
    let is_first = fair.hand_no == 1 && fair.table != "sim";
    let due = match fair.variant.first_deal() {
        FirstDeal::Drawn => {
            Some(first_dealer(fair.variant.id(), &fair.table, fair.hand_no, &fair.secret, &fair.nonces))
        }
        FirstDeal::East => Some(Seat::East),
        FirstDeal::Host => None,
    };
    if is_first && due.is_some_and(|due| due != fair.dealer) {
        return Err(at_first(LogFault::Differs { field: "dealer" }.into()));
    }
    replay(text)
}

/// A hand being played again.
struct Replay {
    hand: HandState,
    /// What the engine decided and the log has not told yet.
    untold: VecDeque<Event>,
    /// What all saw at the beginning and after each move.
    views: Vec<PublicView>,
}

impl Replay {
    fn begin(first: &str) -> Result<Replay, Fault> {
        let First { fair, options, terms } = read_first(first)?;
        let variant = fair.variant;
        let rules = rules(variant, options).ok_or(Fault::NoSuchGame { variant })?;
        let hand = HandState::begin(Arc::from(rules), fair.dealer, fair.wall(), 0).under(terms);
        let views = vec![hand.public_view().get().clone()];
        Ok(Replay { hand, untold: VecDeque::new(), views })
    }

    fn line(&mut self, text: &str) -> Result<(), Fault> {
        let logged = read_event(text)?;
        if self.untold.is_empty() {
            self.decide(&logged).ok_or_else(|| Fault::Impossible { logged: logged.name() })?;
        }
        let played = self.untold.pop_front();
        match played {
            Some(played) if played == logged => Ok(()),
            Some(played) => Err(Fault::Other { logged: logged.name(), played: played.name() }),
            None => Err(Fault::Impossible { logged: logged.name() }),
        }
    }

    /// Makes the request again that `logged` was the first event of.
    fn decide(&mut self, logged: &Event) -> Option<()> {
        let hand = &self.hand;
        let decision = match *logged {
            Event::Discarded { by: Mover::Clock, .. } => hand.time_out(),
            Event::Discarded { seat, tile, origin, ting: true, .. } => {
                hand.decide(seat, Action::Ting { tile, origin }).ok()?
            }
            Event::Discarded { seat, tile, origin, .. } => {
                hand.decide(seat, Action::Discard { tile, origin }).ok()?
            }
            Event::KongConcealed { seat, tile, .. } | Event::KongAdded { seat, tile, .. } => {
                hand.decide(seat, Action::Kong { tile }).ok()?
            }
            Event::Answered { seat, by: Mover::Clock, .. } => hand.answer_for(seat),
            Event::Answered { seat, answer, .. } => hand.decide(seat, answer).ok()?,
            Event::Won { seat, .. } => hand.decide(seat, Action::Win).ok()?,
            _ => return None, // these follow from others
        };
        self.untold.extend(decision.events);
        self.hand = decision.next;
        self.views.push(self.hand.public_view().get().clone());
        Some(())
    }

    fn is_over(&self) -> bool {
        self.untold.is_empty() && self.hand.settlement().is_some()
    }
}
