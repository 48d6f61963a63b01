//! `tinghu bench`: how fast the engine is, beside its peers where they are built in (docs/SPEED.md).
//!
//! A row is work that ours and the peer do in turn, round after round, on the same hands; what counts is the median of
//! the rounds' ratios. Times are those of the thread on its core, where the system tells them.

pub mod clock;
mod inputs;
#[cfg(feature = "peers")]
mod peers;
mod rows;
mod wins;

use std::path::PathBuf;

use serde::Serialize;

use super::CliError;
use clock::{Seconds, median};
pub use wins::WinsError;

/// How fast the engine is.
#[derive(Clone, Debug, clap::Args)]
pub struct BenchArgs {
    /// Rounds; the medians of them are told.
    #[arg(long, default_value_t = 9, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    pub rounds: u32,
    /// Seconds that a round takes, for ours and for the peer each.
    #[arg(long, default_value_t = 0.1)]
    pub seconds: f64,
    /// Seconds before the first round, for ours and for the peer each: what is made at first use is there then.
    #[arg(long, default_value_t = 1.0)]
    pub warm_up: f64,
    /// Only the rows whose names contain this.
    #[arg(long, default_value = "")]
    pub row: String,
    /// Winning hands in the form of `tinghu check`, one a line, for the row of the 81 fans.
    #[arg(long, default_value = "tests/data/vectors/fan.jsonl")]
    pub fans: PathBuf,
    /// One JSON object a row.
    #[arg(long)]
    pub json: bool,
}

/// Does the work of one pass and returns something that depends on all of it, so that none of it is left out.
type Pass<'a> = Box<dyn FnMut() -> Result<u64, CliError> + 'a>;

/// Work of which one pass is so many units.
struct Work<'a> {
    n_units: usize,
    pass: Pass<'a>,
}

impl<'a> Work<'a> {
    fn new(n_units: usize, pass: impl FnMut() -> Result<u64, CliError> + 'a) -> Work<'a> {
        Work { n_units, pass: Box::new(pass) }
    }

    /// Seconds a unit, over at least so many seconds.
    fn time(&mut self, at_least: f64) -> Result<f64, CliError> {
        let begin = Seconds::now();
        let mut n_passes = 0;
        loop {
            std::hint::black_box((self.pass)()?);
            n_passes += 1;
            let seconds = begin.elapsed();
            if seconds >= at_least {
                return Ok(seconds / (n_passes * self.n_units) as f64);
            }
        }
    }
}

/// The same work as another project does it.
#[cfg_attr(not(feature = "peers"), allow(dead_code, reason = "made by peers alone"))]
struct Peer<'a> {
    name: &'static str,
    work: Work<'a>,
    /// Ours is to take at most this part of the peer's time.
    most: f64,
}

/// What is timed.
struct Row<'a> {
    name: &'static str,
    ours: Work<'a>,
    peer: Option<Peer<'a>>,
}

/// What came out, as it is printed.
#[derive(Serialize)]
struct Line {
    row: &'static str,
    /// Nanoseconds a unit: a hand judged, or a hand played.
    ours_ns: f64,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    peer: Option<PeerLine>,
}

#[derive(Serialize)]
struct PeerLine {
    peer: &'static str,
    peer_ns: f64,
    ratio: f64,
    most: f64,
}

/// Times all rows and prints them.
///
/// # Errors
/// [`CliError::Wins`] for a file of winning hands that can't be read, [`CliError::Sim`] for a hand that can't be played.
pub fn run(args: &BenchArgs) -> Result<(), CliError> {
    let inputs = inputs::Inputs::new();
    let wins = wins::read(&args.fans)?;
    let mut rows = rows::all(&inputs, wins.as_deref());
    rows.retain(|row| row.name.contains(&args.row));
    for row in &mut rows {
        print(&measured(row, args)?, args.json)?;
    }
    if "wilds, worst hand".contains(&args.row) {
        print(
            &Line { row: "wilds, worst hand", ours_ns: rows::worst_of_wilds(&inputs), peer: None },
            args.json,
        )?;
    }
    if args.json {
        return Ok(());
    }
    if wins.is_none() {
        println!("no fans: {} is not there (--fans FILE)", args.fans.display());
    }
    if !cfg!(feature = "peers") {
        println!("ours alone; ratios: cargo run --release --features peers -- bench");
    }
    Ok(())
}

/// Ours and the peer in turn, round after round.
fn measured(row: &mut Row<'_>, args: &BenchArgs) -> Result<Line, CliError> {
    row.ours.time(args.warm_up)?;
    if let Some(peer) = &mut row.peer {
        peer.work.time(args.warm_up)?;
    }
    let (mut ours, mut peers, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..args.rounds {
        let own = row.ours.time(args.seconds)?;
        ours.push(1e9 * own);
        if let Some(peer) = &mut row.peer {
            let other = peer.work.time(args.seconds)?;
            peers.push(1e9 * other);
            ratios.push(own / other);
        }
    }
    let peer = row.peer.as_ref().map(|peer| PeerLine {
        peer: peer.name,
        peer_ns: median(&mut peers),
        ratio: median(&mut ratios),
        most: peer.most,
    });
    Ok(Line { row: row.name, ours_ns: median(&mut ours), peer })
}

fn print(line: &Line, json: bool) -> Result<(), CliError> {
    if json {
        println!("{}", serde_json::to_string(line).map_err(|error| CliError::Stream(error.into()))?);
        return Ok(());
    }
    let own = format!("{:<44} {}", line.row, readable(line.ours_ns));
    match &line.peer {
        None => println!("{own}"),
        Some(peer) => println!(
            "{own}   {} {}   ratio {:.3}, to be at most {:.3}{}",
            peer.peer,
            readable(peer.peer_ns),
            peer.ratio,
            peer.most,
            if peer.ratio > peer.most { ": MISSED" } else { "" }
        ),
    }
    Ok(())
}

/// Nanoseconds in a unit that can be read, and for what takes long how many a second.
fn readable(ns: f64) -> String {
    match ns {
        ..1e3 => format!("{ns:.1} ns"),
        ..1e4 => format!("{:.2} µs", ns / 1e3),
        _ => format!("{:.1} µs ({:.0} a second)", ns / 1e3, 1e9 / ns),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_timed_in_units_of_its_work() {
        let mut n_passes = 0;
        let ours = Work::new(4, || {
            n_passes += 1;
            Ok((0..20_000_u64).map(std::hint::black_box).sum())
        });
        let peer = Work::new(1, || Ok((0..20_000_u64).map(std::hint::black_box).sum()));
        let mut row = Row { name: "sum", ours, peer: Some(Peer { name: "the same", work: peer, most: 1.0 }) };
        let args = BenchArgs {
            rounds: 3,
            seconds: 0.01,
            warm_up: 0.0,
            row: String::new(),
            fans: PathBuf::new(),
            json: false,
        };
        let line = measured(&mut row, &args).unwrap();
        drop(row);
        assert!(n_passes > 3);
        // A unit of ours is a quarter of the peer's.
        let ratio = line.peer.unwrap().ratio;
        assert!((0.02..0.9).contains(&ratio), "{ratio}");
    }

    #[test]
    fn every_row_does_its_work() {
        let inputs = inputs::Inputs::of(3, 1);
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
        let wins = wins::read(&folder.join("tests/data/vectors/fan.jsonl")).unwrap();
        let mut rows = rows::all(&inputs, wins.as_deref().map(|wins| &wins[..20]));
        for row in &mut rows {
            let done = (row.ours.pass)().unwrap();
            assert!(done > 0, "{} comes to nothing", row.name);
        }
        assert!(rows.iter().any(|row| row.name.contains("81 fans")));
        assert!(rows::worst_of_wilds(&inputs) > 0.0);
    }
}
