//! `tinghu sim`: whole hands through the engine that live tables use (docs/CHECK.md).

mod digest;
mod play;
mod seats;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use serde::Serialize;

use super::CliError;
use crate::game::audit::Unsound;
use crate::game::ruleset::{Options, Variant};
use crate::game::seat::BySeat;
use crate::game::variants::{Rules, rules};
use crate::store::hand_log::{self, HandLog, LogFault};
use digest::Digests;
use play::{Played, Table};
pub use seats::{Level, UnknownLevel};

/// Hands that are played before their results are added up: bounds the memory of a long run.
const BATCH: u32 = 20_000;

/// Plays hands without Discord and prints one line of totals.
#[derive(Debug, clap::Args)]
pub struct SimArgs {
    /// The game.
    #[arg(long, default_value = "harbin-new")]
    pub ruleset: Variant,
    /// How many hands.
    #[arg(long, default_value_t = 1000)]
    pub hands: u32,
    /// Where all randomness comes from.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Who plays East, South, West and North: `random` or `greedy`.
    #[arg(long, value_delimiter = ',', default_value = "greedy,greedy,greedy,greedy")]
    pub seats: Vec<Level>,
    /// Threads; the result doesn't depend on them.
    #[arg(long, default_value_t = 1)]
    pub threads: usize,
    /// Folder for one event log a hand.
    #[arg(long)]
    pub log: Option<PathBuf>,
    /// Checks the invariants of the hand after every move.
    #[arg(long)]
    pub check: bool,
}

/// Why a simulation stopped.
#[derive(Debug, thiserror::Error)]
pub enum SimError {
    /// Not four players.
    #[error("--seats names {n} players, there are 4 seats")]
    Seats {
        /// How many were named.
        n: usize,
    },
    /// The game is not implemented.
    #[error("--ruleset {variant} can't be played yet")]
    NoSuchGame {
        /// Which.
        variant: Variant,
    },
    /// A log could not be written.
    #[error("{}: {source}", path.display())]
    Log {
        /// The file or folder.
        path: PathBuf,
        /// The operating system's words.
        source: io::Error,
    },
    /// A hand has no stored form.
    #[error("hand {hand_no}: {source}")]
    Unwritable {
        /// Which hand.
        hand_no: u32,
        /// Why.
        source: LogFault,
    },
    /// A player did what is not legal, or nothing.
    #[error("hand {hand_no}: the {level} player chose nothing that was offered")]
    Player {
        /// Which hand.
        hand_no: u32,
        /// Which player.
        level: Level,
    },
    /// An invariant was broken.
    #[error("hand {hand_no}: {source}")]
    Unsound {
        /// Which hand.
        hand_no: u32,
        /// Which invariant.
        source: Unsound,
    },
    /// A thread of the simulation came to an end before its work.
    #[error("a thread of the simulation stopped")]
    Thread,
}

/// What all hands together came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Totals {
    /// Hands without a winner.
    pub n_draws: u64,
    /// Wins of each seat.
    pub wins: BySeat<u64>,
    /// Points of each seat, kong points included.
    pub points: BySeat<i64>,
    /// A hash over all events of all hands, in the order of the hands.
    pub digest: String,
}

/// The line that is printed.
#[derive(Serialize)]
struct Line<'a> {
    ruleset: &'a str,
    hands: u32,
    seconds: f64,
    hands_per_second: f64,
    draws: u64,
    wins: [u64; 4],
    points: [i64; 4],
    digest: &'a str,
}

/// Plays and prints one line of JSON.
///
/// # Errors
/// [`SimError`].
pub fn run(args: &SimArgs) -> Result<(), CliError> {
    let begin = Instant::now();
    let totals = simulate(args)?;
    let seconds = begin.elapsed().as_secs_f64();
    let line = Line {
        ruleset: args.ruleset.id(),
        hands: args.hands,
        seconds,
        hands_per_second: f64::from(args.hands) / seconds.max(1e-9),
        draws: totals.n_draws,
        wins: totals.wins.0,
        points: totals.points.0,
        digest: &totals.digest,
    };
    let line = serde_json::to_string(&line).map_err(|error| CliError::Stream(error.into()))?;
    println!("{line}");
    Ok(())
}

/// Plays all hands.
///
/// # Errors
/// [`SimError`]; of several hands that fail it names the first.
pub fn simulate(args: &SimArgs) -> Result<Totals, SimError> {
    let [east, south, west, north] = args.seats[..] else {
        return Err(SimError::Seats { n: args.seats.len() });
    };
    let levels = BySeat([east, south, west, north]);
    let variant = args.ruleset;
    let rules = rules(variant, Options::of(variant)).ok_or(SimError::NoSuchGame { variant })?;
    let rules: Arc<dyn Rules> = Arc::from(rules);
    if let Some(folder) = &args.log {
        std::fs::create_dir_all(folder).map_err(|source| SimError::Log { path: folder.clone(), source })?;
    }
    let mut totals =
        Totals { n_draws: 0, wins: BySeat([0; 4]), points: BySeat([0; 4]), digest: String::new() };
    let mut digests = Digests::default();
    let mut first = 1;
    while first <= args.hands {
        let last = args.hands.min(first.saturating_add(BATCH - 1));
        for hand in batch(args, &rules, levels, first, last)? {
            totals.add(&hand);
            digests.add(&hand.digest);
        }
        first = last.saturating_add(1);
        if last == u32::MAX {
            break;
        }
    }
    totals.digest = digests.finish();
    Ok(totals)
}

/// Plays the hands from `first` to `last`, shared out over the threads; the results stand in order.
fn batch(
    args: &SimArgs,
    rules: &Arc<dyn Rules>,
    levels: BySeat<Level>,
    first: u32,
    last: u32,
) -> Result<Vec<Played>, SimError> {
    let n_threads = args.threads.clamp(1, 256);
    let hands: Vec<u32> = (first..=last).collect();
    let shares = hands.chunks(hands.len().div_ceil(n_threads));
    std::thread::scope(|scope| {
        let work = |hands: &[u32]| play_share(args, rules, levels, hands);
        let threads: Vec<_> = shares.map(|hands| scope.spawn(move || work(hands))).collect();
        let mut all = Vec::new();
        for thread in threads {
            all.extend(thread.join().map_err(|_| SimError::Thread)??);
        }
        Ok(all)
    })
}

fn play_share(
    args: &SimArgs,
    rules: &Arc<dyn Rules>,
    levels: BySeat<Level>,
    hands: &[u32],
) -> Result<Vec<Played>, SimError> {
    let mut table = Table::new(Arc::clone(rules), levels, args.seed, args.check);
    let mut results = Vec::with_capacity(hands.len());
    for &hand_no in hands {
        let (played, log) = table.play(hand_no)?;
        if let Some(folder) = &args.log {
            write_log(folder, hand_no, &log)?;
        }
        table.reuse(log);
        results.push(played);
    }
    Ok(results)
}

fn write_log(folder: &Path, hand_no: u32, log: &HandLog) -> Result<(), SimError> {
    let path = folder.join(format!("hand-{hand_no:06}.jsonl"));
    let text = hand_log::write(log).map_err(|source| SimError::Unwritable { hand_no, source })?;
    std::fs::write(&path, text).map_err(|source| SimError::Log { path, source })
}

impl Totals {
    fn add(&mut self, hand: &Played) {
        match hand.winner {
            Some(winner) => self.wins[winner] += 1,
            None => self.n_draws += 1,
        }
        for (seat, &points) in hand.points.iter() {
            self.points[seat] += i64::from(points);
        }
    }
}
