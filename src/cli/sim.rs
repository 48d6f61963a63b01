//! `tinghu sim`: whole hands through the engine that live tables use (docs/CHECK.md).

mod digest;
mod games;
mod play;
mod seats;

use std::io;
use std::path::{Path, PathBuf};
use std::time::Instant;

use serde::Serialize;

use super::CliError;
use crate::game::ruleset::{Impossible, OptionError, Variant};
use crate::game::seat::BySeat;
use crate::store::hand_log::{self, HandLog, LogFault};
use digest::Digests;
use games::Rulebooks;
pub use games::{Games, House, NotAnOption};
pub use play::HandFault;
use play::{Played, Table};
pub use seats::{UnknownWho, Who};

/// Hands that are played before their results are added up: bounds the memory of a long run.
const BATCH: u32 = 20_000;

/// Plays hands without Discord and prints one line of totals.
#[derive(Clone, Debug, clap::Args)]
pub struct SimArgs {
    /// The game, or `all` for each in turn.
    #[arg(long, default_value = "harbin-new")]
    pub ruleset: Games,
    /// House rules: `random` for others each hand, or name=value,… for all hands.
    #[arg(long, default_value = "")]
    pub options: House,
    /// Number of the first hand.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub first: u32,
    /// How many hands.
    #[arg(long, default_value_t = 1000)]
    pub hands: u32,
    /// Where all randomness comes from.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Who plays East, South, West and North: `random`, `greedy` or `counting`.
    #[arg(long, value_delimiter = ',', default_value = "greedy,greedy,greedy,greedy")]
    pub seats: Vec<Who>,
    /// Threads; the result doesn't depend on them.
    #[arg(long, default_value_t = 1)]
    pub threads: usize,
    /// Folder for one event log a hand.
    #[arg(long)]
    pub log: Option<PathBuf>,
    /// Checks the invariants of the hand after every move, and that its events give it again.
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
    /// An option that the game does not have, or a value that the option does not have.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// Options that can't stand together.
    #[error(transparent)]
    Impossible(#[from] Impossible),
    /// Named options for more than one game.
    #[error("--options name=value needs one --ruleset, not all")]
    OptionsOfMany,
    /// A hand went wrong. The line is enough to play it again.
    #[error(
        "hand {hand_no}: {source}; again: tinghu sim --ruleset {variant} --options '{options}' --seed {seed} \
         --first {hand_no} --hands 1 --seats {} --check",
        who.0.map(|who| who.to_string()).join(",")
    )]
    Broken {
        /// Which hand.
        hand_no: u32,
        /// What is wrong.
        source: HandFault,
        /// The seed of the simulation.
        seed: u64,
        /// The game of the hand.
        variant: Variant,
        /// Its house rules, as `--options` takes them.
        options: String,
        /// Who played.
        who: BySeat<Who>,
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
    ruleset: String,
    hands: u32,
    seconds: f64,
    hands_per_second: f64,
    draws: u64,
    wins: [u64; 4],
    points: [i64; 4],
    digest: &'a str,
}

/// Plays and prints one line of JSON; `false`, and a line on standard error, if a hand went wrong.
///
/// # Errors
/// [`SimError`] but for [`SimError::Broken`].
pub fn run(args: &SimArgs) -> Result<bool, CliError> {
    let begin = Instant::now();
    let totals = match simulate(args) {
        Err(broken @ SimError::Broken { .. }) => {
            eprintln!("tinghu: sim: {broken}");
            return Ok(false);
        }
        totals => totals?,
    };
    let seconds = begin.elapsed().as_secs_f64();
    let line = Line {
        ruleset: args.ruleset.to_string(),
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
    Ok(true)
}

/// Plays all hands.
///
/// # Errors
/// [`SimError`]; of several hands that fail it names the first.
pub fn simulate(args: &SimArgs) -> Result<Totals, SimError> {
    let [east, south, west, north] = args.seats[..] else {
        return Err(SimError::Seats { n: args.seats.len() });
    };
    let who = BySeat([east, south, west, north]);
    let books = Rulebooks::new(args.ruleset, &args.options, args.seed)?;
    if let Some(folder) = &args.log {
        std::fs::create_dir_all(folder).map_err(|source| SimError::Log { path: folder.clone(), source })?;
    }
    let mut totals =
        Totals { n_draws: 0, wins: BySeat([0; 4]), points: BySeat([0; 4]), digest: String::new() };
    let mut digests = Digests::default();
    let mut n_left = args.hands.min(u32::MAX - args.first);
    let mut first = args.first;
    while n_left > 0 {
        let n_hands = n_left.min(BATCH);
        for hand in batch(args, &books, who, first, first + n_hands - 1)? {
            totals.add(&hand);
            digests.add(&hand.digest);
        }
        (first, n_left) = (first + n_hands, n_left - n_hands);
    }
    totals.digest = digests.finish();
    Ok(totals)
}

/// Plays the hands from `first` to `last`, shared out over the threads; the results stand in order.
fn batch(
    args: &SimArgs,
    books: &Rulebooks,
    who: BySeat<Who>,
    first: u32,
    last: u32,
) -> Result<Vec<Played>, SimError> {
    let n_threads = args.threads.clamp(1, 256);
    let hands: Vec<u32> = (first..=last).collect();
    if n_threads == 1 {
        return play_share(args, books, who, &hands);
    }
    let shares = hands.chunks(hands.len().div_ceil(n_threads));
    std::thread::scope(|scope| {
        let work = |hands: &[u32]| play_share(args, books, who, hands);
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
    books: &Rulebooks,
    who: BySeat<Who>,
    hands: &[u32],
) -> Result<Vec<Played>, SimError> {
    let mut table = Table::new(books.clone(), who, args.seed, args.check)?;
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
