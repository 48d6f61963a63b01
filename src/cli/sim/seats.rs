//! Who plays the seats of a simulation.

use std::fmt;
use std::str::FromStr;

use crate::bot::{self, Program};
use crate::game::action::{Action, Offer, TingDiscard};
use crate::game::seat::Seat;
use crate::game::state::HandState;
use crate::game::variants::Rules;
use crate::game::view::Asked;
use crate::game::wall::Words;

/// A kind of player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Who {
    /// Any offer, each equally likely.
    Random,
    /// The program that plays seats at tables.
    Program(bot::Level),
}

impl fmt::Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Who::Random => f.write_str("random"),
            Who::Program(level) => level.fmt(f),
        }
    }
}

/// A text that names no player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no player {name:?}, but random, {}", bot::Level::ALL.map(bot::Level::name).join(", "))]
pub struct UnknownWho {
    /// What was given.
    pub name: String,
}

impl FromStr for Who {
    type Err = UnknownWho;

    fn from_str(name: &str) -> Result<Who, UnknownWho> {
        match name {
            "random" => Ok(Who::Random),
            _ => name.parse().map(Who::Program).map_err(|bot::UnknownLevel { name }| UnknownWho { name }),
        }
    }
}

/// The players of one thread.
pub(super) struct Players {
    greedy: Program,
    counting: Program,
}

impl Players {
    pub(super) fn new(rules: &dyn Rules) -> Players {
        let player = |level| Program::new(level, rules.needs());
        Players { greedy: player(bot::Level::Greedy), counting: player(bot::Level::Counting) }
    }

    /// Goes on by other rules.
    pub(super) fn follow(&mut self, rules: &dyn Rules) {
        self.greedy.follow(rules.needs());
        self.counting.follow(rules.needs());
    }

    /// What such a player does; `None` when it finds nothing. `luck` is the hand's, for random players.
    pub(super) fn choose(
        &mut self,
        who: Who,
        hand: &HandState,
        seat: Seat,
        luck: &mut Words,
    ) -> Option<Action> {
        let program = match who {
            Who::Random => return random(&hand.offers(seat), luck),
            Who::Program(bot::Level::Greedy) => &mut self.greedy,
            Who::Program(bot::Level::Counting) => &mut self.counting,
        };
        match hand.asked_of(seat) {
            Asked::Nothing => None,
            Asked::Only(action) => Some(action),
            Asked::Choice(view) => program.choose(view.open(seat)?),
        }
    }
}

/// One of the offers, and where it leaves a choice of discards, one of these.
fn random(offers: &[Offer], luck: &mut Words) -> Option<Action> {
    let offer = pick(offers, luck)?;
    let discard =
        |discards: &[TingDiscard], luck: &mut Words| pick(discards, luck).map(|d| (d.tile, d.origin));
    Some(match offer {
        Offer::Discard { tile, origin } => Action::Discard { tile: *tile, origin: *origin },
        Offer::Ting { discards } => {
            let (tile, origin) = discard(discards, luck)?;
            Action::Ting { tile, origin }
        }
        Offer::Kong { tile, .. } => Action::Kong { tile: *tile },
        Offer::Chow { low } => Action::Chow { low: *low, ting_discard: None },
        Offer::TingChow { low, discards } => {
            Action::Chow { low: *low, ting_discard: Some(discard(discards, luck)?.0) }
        }
        Offer::Pung => Action::Pung { ting_discard: None },
        Offer::TingPung { discards } => Action::Pung { ting_discard: Some(discard(discards, luck)?.0) },
        Offer::ClaimKong => Action::ClaimKong,
        Offer::StickyTing { discards } => Action::StickyTing { discard: discard(discards, luck)?.0 },
        Offer::Win => Action::Win,
        Offer::Pass => Action::Pass,
    })
}

fn pick<'a, T>(choices: &'a [T], luck: &mut Words) -> Option<&'a T> {
    match choices {
        [] => None,
        [only] => Some(only),
        _ => choices.get(luck.below(u32::try_from(choices.len()).ok()?) as usize),
    }
}
