//! `tinghu replay`: plays a logged hand again through the engine and compares every event (docs/CHECK.md).

use std::collections::VecDeque;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::CliError;
use super::hand_log::{First, LogFault, read_event, read_first};
use crate::game::action::Action;
use crate::game::event::{Event, Mover};
use crate::game::ruleset::Variant;
use crate::game::state::HandState;
use crate::game::variants::rules;

/// Replays one log.
#[derive(Debug, clap::Args)]
pub struct ReplayArgs {
    /// The log of a hand, as `tinghu sim --log` writes it.
    pub file: PathBuf,
}

/// The log cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("{}: {source}", path.display())]
pub struct ReplayError {
    /// The file.
    path: PathBuf,
    /// The operating system's words.
    source: io::Error,
}

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

/// Replays the file and says on standard output `ok` or what differs; `true` if nothing does.
///
/// # Errors
/// [`ReplayError`] if the file can't be read.
pub fn run(args: &ReplayArgs) -> Result<bool, CliError> {
    let text = read(&args.file)?;
    let replayed = replay(&text);
    match &replayed {
        Ok(n_events) => println!("ok: {n_events} events"),
        Err(difference) => println!("{difference}"),
    }
    Ok(replayed.is_ok())
}

fn read(path: &Path) -> Result<String, ReplayError> {
    std::fs::read_to_string(path).map_err(|source| ReplayError { path: path.to_owned(), source })
}

/// Plays the hand of a log again and compares event by event; the number of events.
///
/// # Errors
/// The first [`Difference`].
pub fn replay(text: &str) -> Result<usize, Difference> {
    let mut lines = text.lines().enumerate().map(|(i, line)| (i + 1, line));
    let (line, first) = lines.next().unwrap_or((1, ""));
    let mut replay = Replay::begin(first).map_err(|fault| Difference { line, fault })?;
    let mut n_events = 0;
    for (line, text) in lines {
        replay.line(text).map_err(|fault| Difference { line, fault })?;
        n_events += 1;
    }
    if replay.is_over() {
        Ok(n_events)
    } else {
        Err(Difference { line: n_events + 2, fault: Fault::Missing })
    }
}

/// A hand being played again.
struct Replay {
    hand: HandState,
    /// What the engine decided and the log has not told yet.
    untold: VecDeque<Event>,
}

impl Replay {
    fn begin(first: &str) -> Result<Replay, Fault> {
        let First { fair, options, terms } = read_first(first)?;
        let variant = fair.variant;
        let rules = rules(variant, options).ok_or(Fault::NoSuchGame { variant })?;
        let hand = HandState::begin(Arc::from(rules), fair.dealer, fair.wall(), 0).under(terms);
        Ok(Replay { hand, untold: VecDeque::new() })
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
        Some(())
    }

    fn is_over(&self) -> bool {
        self.untold.is_empty() && self.hand.settlement().is_some()
    }
}
