//! The rows: what is timed of ours, and beside which peer.

use std::time::Instant;

use super::inputs::{Inputs, Wild};
use super::wins::OwnWin;
use super::{Row, Work};
use crate::bot;
use crate::cli::CliError;
use crate::cli::sim::{Games, House, SimArgs, Who, simulate};
use crate::game::mcr::{FanCount, Source, Win, count_fans};
use crate::game::ruleset::{Options, Variant};
use crate::game::seat::Seat;
use crate::game::shape::missing_tiles;
use crate::game::variants::rulebook;
use crate::game::waits::{Needs, is_legal_wait, legal_waits};

/// All rows.
pub(super) fn all<'a>(inputs: &'a Inputs, wins: Option<&'a [OwnWin]>) -> Vec<Row<'a>> {
    let mut rows = judged(inputs);
    rows.extend(wins.map(|wins| Row {
        name: "81 fans of a winning hand",
        ours: Work::new(wins.len(), move || Ok(wins.iter().map(|win| points(count_fans(&win.win()))).sum())),
        peer: None, // from Python: benches/python_peers.sh
    }));
    rows.push(Row {
        name: "81 fans with four wilds",
        ours: Work::new(inputs.wilds.len(), || Ok(inputs.wilds.iter().map(count_wild).sum())),
        peer: None,
    });
    rows.extend(played(inputs));
    rows
}

/// What is asked of single hands. Closed hands are judged as if they will open: else no rule is looked at.
fn judged(inputs: &Inputs) -> Vec<Row<'_>> {
    let needs = rulebook(Variant::HarbinNew, Options::of(Variant::HarbinNew)).needs().opened();
    let waiting = &inputs.waiting;
    let mut rows = vec![
        Row {
            name: "waits of 13 tiles, rules of harbin-new",
            ours: Work::new(waiting.len(), move || {
                Ok(waiting.iter().map(|hand| legal_waits(&needs, &hand.hand, &[]).len() as u64).sum())
            }),
            peer: peer::waits(inputs),
        },
        Row {
            name: "win check of 14 tiles, rules of harbin-new",
            ours: Work::new(waiting.len(), move || Ok(n_wins(&needs, inputs))),
            peer: peer::wins(inputs),
        },
    ];
    rows.push(Row {
        name: "shanten of 11 tiles beside a meld",
        ours: Work::new(inputs.random_11.len(), || {
            Ok(inputs.random_11.iter().map(|hand| u64::from(missing_tiles(hand, 1))).sum())
        }),
        peer: peer::shanten_11(inputs),
    });
    rows.push(Row {
        name: "shanten of 14 tiles",
        ours: Work::new(inputs.random_14.len(), || {
            Ok(inputs.random_14.iter().map(|hand| u64::from(missing_tiles(hand, 0))).sum())
        }),
        peer: peer::shanten_14(inputs),
    });
    rows
}

fn n_wins(needs: &Needs, inputs: &Inputs) -> u64 {
    inputs.waiting.iter().map(|hand| u64::from(is_legal_wait(needs, &hand.hand, &[], hand.tile))).sum()
}

fn points(counted: Option<FanCount>) -> u64 {
    counted.map_or(0, |fans| u64::from(fans.total()))
}

fn count_wild(hand: &Wild) -> u64 {
    let win = Win {
        hand: &hand.hand,
        melds: &[],
        tile: hand.tile,
        source: Source::Draw,
        is_last: false,
        is_fourth: false,
        seat: Seat::East,
        prevalent: Seat::East,
        wild: Some(hand.wild),
        indicator: None,
    };
    points(count_fans(&win))
}

/// The hand with four wilds that takes longest, in nanoseconds: the best of nine times each, since a hand that was
/// interrupted is no slow one.
pub(super) fn worst_of_wilds(inputs: &Inputs) -> f64 {
    let best = |hand: &Wild| {
        let times = (0..9).map(|_| {
            let begin = Instant::now();
            std::hint::black_box(count_wild(hand));
            begin.elapsed().as_secs_f64()
        });
        times.fold(f64::INFINITY, f64::min)
    };
    1e9 * inputs.wilds.iter().map(best).fold(0.0, f64::max)
}

/// Whole hands by four greedy players, with their events and the digest of them.
fn played(inputs: &Inputs) -> impl Iterator<Item = Row<'_>> {
    let names = [
        (Variant::HarbinNew, "hand played, harbin-new"),
        (Variant::Harbin, "hand played, harbin"),
        (Variant::Qiqihar, "hand played, qiqihar"),
        (Variant::QiqiharYuema, "hand played, qiqihar-yuema"),
        (Variant::Xingdong, "hand played, xingdong"),
    ];
    names.into_iter().map(|(variant, name)| {
        let n_hands =
            if variant == Variant::Xingdong { inputs.n_played.div_ceil(10) } else { inputs.n_played };
        let mut first = 1;
        Row {
            name,
            ours: Work::new(n_hands as usize, move || {
                let n_played = play(variant, first, n_hands);
                first += n_hands;
                n_played
            }),
            peer: if variant == Variant::HarbinNew { peer::hands(inputs) } else { None },
        }
    })
}

/// Plays hands; how many.
fn play(variant: Variant, first: u32, hands: u32) -> Result<u64, CliError> {
    let totals = simulate(&SimArgs {
        ruleset: Games::One(variant),
        options: House::Default,
        first,
        hands,
        seed: 1,
        seats: vec![Who::Program(bot::Level::Greedy); 4],
        threads: 1,
        log: None,
        check: false,
    })?;
    Ok(totals.n_draws + totals.wins.0.iter().sum::<u64>())
}

#[cfg(feature = "peers")]
use super::peers as peer;

/// Without the feature there is none.
#[cfg(not(feature = "peers"))]
mod peer {
    use super::Inputs;
    use crate::cli::bench::Peer;

    macro_rules! none {
        ($($name:ident)+) => {
            $(pub(super) fn $name(_: &Inputs) -> Option<Peer<'_>> {
                None
            })+
        };
    }
    none!(waits wins shanten_11 shanten_14 hands);
}
