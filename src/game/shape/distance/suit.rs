//! What one suit, or the red dragons, can be in a target, by dynamic programming over the ranks.

use std::cmp::Ordering;

use super::UNREACHABLE;
use crate::game::shape::{RUN, TRIPLET};

/// Flag of a target's part: it has a 1, a 9 or a red dragon.
pub(super) const TERMINAL: u8 = 0b100;

/// One way to use a suit in a target: never worse than another with the same sets and pair in every respect.
#[derive(Clone, Copy)]
pub(super) struct Part {
    pub(super) missing: u8,
    pub(super) sets: u8,
    pub(super) pair: u8,
    pub(super) flags: u8,
    /// Ranks that are missing in one of the ways to this part, rank 1 the lowest bit.
    pub(super) ranks: u16,
}

/// Nothing chosen.
pub(super) const NO_PART: Part = Part { missing: 0, sets: 0, pair: 0, flags: 0, ranks: 0 };

/// All parts that one suit, or the red dragons, can be, fewest missing tiles first.
pub(super) struct Parts {
    pub(super) list: Vec<Part>,
    pub(super) least: Least,
}

impl Parts {
    pub(super) fn new(mut list: Vec<Part>) -> Parts {
        list.sort_by_key(|part| part.missing);
        let mut least = [[UNREACHABLE; 2]; 5];
        for part in &list {
            let cell = &mut least[usize::from(part.sets)][usize::from(part.pair)];
            *cell = part.missing.min(*cell);
        }
        Parts { list, least }
    }
}

/// The fewest missing tiles by sets and pairs, whatever the flags: what a search can't do better than.
pub(super) type Least = [[u8; 2]; 5];

/// The least of two groups of tiles together.
pub(super) fn least_of_both(one: &Least, other: &Least) -> Least {
    let mut both = [[UNREACHABLE; 2]; 5];
    for (sets, pair) in (0..5).flat_map(|sets| [(sets, 0), (sets, 1)]) {
        for (more, paired) in (0..5 - sets).flat_map(|more| [(more, 0), (more, 1)]) {
            if pair + paired < 2 {
                let cell = &mut both[sets + more][pair + paired];
                *cell = (one[sets][pair] + other[more][paired]).min(*cell);
            }
        }
    }
    both
}

/// What red dragons can be: nothing, the pair, or a triplet.
pub(super) fn red_parts(in_hand: u8, melded: u8) -> Parts {
    let flags = TRIPLET | TERMINAL;
    let part = |n: u8, sets, pair| {
        let missing = if n + melded <= 4 { n.saturating_sub(in_hand) } else { UNREACHABLE };
        Part { missing, sets, pair, flags, ranks: u16::from(missing > 0) }
    };
    Parts::new(vec![NO_PART, part(2, 0, 1), part(3, 1, 0)])
}

/// The best way found to a state: missing tiles above the nine lowest bits, which say at which ranks.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Way(u16);

impl Way {
    const NONE: Way = Way((UNREACHABLE as u16) << 9);
    const START: Way = Way(0);

    fn missing(self) -> u16 {
        self.0 >> 9
    }

    fn ranks(self) -> u16 {
        self.0 & 0x1ff
    }

    /// The better way, or both if they miss equally many tiles.
    fn or(self, other: Way) -> Way {
        match self.missing().cmp(&other.missing()) {
            Ordering::Less => self,
            Ordering::Equal => Way(self.0 | other.0),
            Ordering::Greater => other,
        }
    }

    /// This way with so many more tiles missing at a rank.
    fn lacking(self, n: u8, rank: usize) -> Way {
        if n == 0 || self.missing() >= Way::NONE.missing() {
            return self;
        }
        Way((self.0 + (u16::from(n) << 9)) | 1 << rank)
    }
}

/// Best ways by flags × pair × sets.
type Cells = [Way; N_CELLS];
const N_CELLS: usize = 8 * 2 * 5;

const fn cell(flags: u8, pair: u8, sets: u8) -> usize {
    (flags as usize * 2 + pair as usize) * 5 + sets as usize
}

/// The best parts of one suit. The copies that lie in melds are out of reach.
pub(super) fn best_parts(hand: &[u8], melded: &[u8]) -> Vec<Part> {
    // By the runs that began two ranks ago and one rank ago.
    let mut open = [[[Way::NONE; N_CELLS]; 5]; 5];
    open[0][0][cell(0, 0, 0)] = Way::START;
    for rank in 0..9 {
        let mut next = [[[Way::NONE; N_CELLS]; 5]; 5];
        for (two_ago, row) in open.iter().enumerate() {
            for (one_ago, cells) in row.iter().enumerate() {
                if cells.iter().any(|&way| way != Way::NONE) {
                    let through = (two_ago + one_ago) as u8;
                    let free = 4_u8.saturating_sub(melded[rank]);
                    extend(cells, &mut next[one_ago], &Rank { rank, through, held: hand[rank], free });
                }
            }
        }
        open = next;
    }
    best_of(&open[0][0])
}

/// What one rank is, for a state of the dynamic programme.
struct Rank {
    /// 0–8.
    rank: usize,
    /// Tiles that runs of lower ranks need here.
    through: u8,
    /// Copies in the hand.
    held: u8,
    /// Copies that a target may have here.
    free: u8,
}

/// Adds every choice at one rank to each way: how many runs begin, whether there is a triplet, whether the pair is
/// here.
fn extend(from: &Cells, to: &mut [Cells; 5], at: &Rank) {
    let most_runs = if at.rank < 7 { 4 } else { 0 };
    let is_terminal = at.rank == 0 || at.rank == 8;
    for (place, &way) in from.iter().enumerate().filter(|&(_, &way)| way != Way::NONE) {
        let (flags, pair, sets) = ((place / 10) as u8, (place / 5 % 2) as u8, (place % 5) as u8);
        for (triplet, paired) in [(0, 0), (1, 0), (0, 1)] {
            for runs in 0..=most_runs {
                let n = at.through + runs + 3 * triplet + 2 * paired;
                if n > at.free || sets + runs + triplet > 4 || pair + paired > 1 {
                    break;
                }
                let flags = flags
                    | if triplet > 0 { TRIPLET } else { 0 }
                    | if runs > 0 { RUN } else { 0 }
                    | if n > 0 && is_terminal { TERMINAL } else { 0 };
                let slot = &mut to[usize::from(runs)][cell(flags, pair + paired, sets + runs + triplet)];
                *slot = slot.or(way.lacking(n.saturating_sub(at.held), at.rank));
            }
        }
    }
}

/// The cells that no other cell with the same sets and pair betters.
fn best_of(cells: &Cells) -> Vec<Part> {
    let mut parts = Vec::new();
    for (sets, pair) in (0..5).flat_map(|sets| [(sets, 0), (sets, 1)]) {
        for flags in 0..8_u8 {
            let way = cells[cell(flags, pair, sets)];
            // With more flags and fewer missing tiles, or as few and all the same ones.
            let bettered = (0..8_u8).filter(|&more| more != flags && more & flags == flags).any(|more| {
                let other = cells[cell(more, pair, sets)];
                other.missing() < way.missing() || other.or(way) == other && way.missing() == other.missing()
            });
            if way != Way::NONE && !bettered {
                parts.push(Part { missing: way.missing() as u8, sets, pair, flags, ranks: way.ranks() });
            }
        }
    }
    parts
}
