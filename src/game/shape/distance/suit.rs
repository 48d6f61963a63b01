//! What one suit, or the red dragons, can be in a target, by dynamic programming over the ranks.

use std::sync::LazyLock;

use super::UNREACHABLE;
use crate::game::shape::{RUN, TRIPLET};

/// Flag of a target's part: it has a 1, a 9 or a red dragon.
pub(super) const TERMINAL: u8 = 0b100;
/// Combinations of flags.
pub(super) const N_FLAGS: usize = 8;
/// Room for a pair or none beside 0–4 sets; the rest is never looked at.
const N_LANES: usize = 16;

/// A way to use a suit: so many sets, with the pair or without, and at least these flags.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Cell {
    pub(super) sets: u8,
    pub(super) pair: u8,
    pub(super) flags: u8,
}

fn lane(sets: u8, pair: u8) -> usize {
    usize::from(2 * sets + pair)
}

/// One way to use a suit in a target: never worse than another with the same sets and pair in every respect.
#[derive(Clone, Copy)]
pub(super) struct Part {
    pub(super) missing: u8,
    pub(super) cell: Cell,
}

/// All that one suit, or the red dragons, can be.
pub(super) struct Parts {
    /// Fewest missing tiles first.
    pub(super) list: Vec<Part>,
    pub(super) least: Least,
    missing: Missing,
}

/// The fewest missing tiles of each cell.
pub(super) type Missing = [[u8; N_LANES]; N_FLAGS];

impl Parts {
    pub(super) fn new(missing: Missing) -> Parts {
        let mut list = Vec::new();
        let mut least = [[UNREACHABLE; 2]; 5];
        for (sets, pair) in (0..5).flat_map(|sets| [(sets, 0), (sets, 1)]) {
            let of = |flags: u8| missing[usize::from(flags)][lane(sets, pair)];
            least[usize::from(sets)][usize::from(pair)] = of(0);
            for flags in (0..N_FLAGS as u8).filter(|&flags| of(flags) < UNREACHABLE) {
                let mut more = (0..N_FLAGS as u8).filter(|&more| more != flags && more & flags == flags);
                if !more.any(|more| of(more) == of(flags)) {
                    list.push(Part { missing: of(flags), cell: Cell { sets, pair, flags } });
                }
            }
        }
        list.sort_by_key(|part| part.missing);
        Parts { list, least, missing }
    }

    /// The fewest missing tiles of a cell.
    pub(super) fn missing(&self, cell: Cell) -> u8 {
        self.missing[usize::from(cell.flags)][lane(cell.sets, cell.pair)]
    }
}

/// The fewest missing tiles by sets and pairs, whatever the flags: what a search can't do better than.
pub(super) type Least = [[u8; 2]; 5];

/// The least of two groups of tiles together.
pub(super) fn least_of_both(one: &Least, other: &Least) -> Least {
    let mut both = [[UNREACHABLE; 2]; 5];
    for sets in 0..5 {
        for more in 0..5 - sets {
            let cell = &mut both[sets + more];
            cell[0] = (one[sets][0] + other[more][0]).min(cell[0]);
            cell[1] = (one[sets][0] + other[more][1]).min(one[sets][1] + other[more][0]).min(cell[1]);
        }
    }
    both
}

/// What red dragons can be: nothing, the pair, or a triplet.
pub(super) fn red_parts(in_hand: u8, melded: u8) -> &'static Parts {
    static RED: LazyLock<[[Parts; 5]; 5]> = LazyLock::new(|| {
        std::array::from_fn(|in_hand| {
            std::array::from_fn(|melded| make_red_parts(in_hand as u8, melded as u8))
        })
    });
    &RED[usize::from(in_hand.min(4))][usize::from(melded.min(4))]
}

fn make_red_parts(in_hand: u8, melded: u8) -> Parts {
    let mut missing = [[UNREACHABLE; N_LANES]; N_FLAGS];
    missing[0][lane(0, 0)] = 0;
    for (n, sets, pair) in [(2_u8, 0, 1), (3, 1, 0)] {
        if n + melded <= 4 {
            for flags in (0..N_FLAGS).filter(|flags| flags & usize::from(RUN) == 0) {
                missing[flags][lane(sets, pair)] = n.saturating_sub(in_hand);
            }
        }
    }
    Parts::new(missing)
}

/// Cells in the making: a row of lanes for each combination of flags, and before them room for a row that nothing
/// reaches, so that a row can be read from a few lanes before its begin.
type Rows = [u8; N_LANES * (N_FLAGS + 1)];

const NO_ROWS: Rows = [UNREACHABLE; N_LANES * (N_FLAGS + 1)];

/// Lanes that a choice can take a row further: up to four sets and the pair.
const MOST_LANES: usize = 9;

/// By the lanes that a row is taken further, the least that its lanes lack then: nothing, but in those that nothing
/// reaches. These are the first ones, those of more than four sets, and after the pair those without it: a second one
/// would stand there.
const LEAST: [[u8; N_LANES]; MOST_LANES + 1] = {
    let mut least = [[UNREACHABLE; N_LANES]; MOST_LANES + 1];
    let mut n_lanes = 0;
    while n_lanes <= MOST_LANES {
        let paired = n_lanes % 2 == 1;
        let mut lane = n_lanes;
        while lane <= MOST_LANES {
            if !paired || lane % 2 == 1 {
                least[n_lanes][lane] = 0;
            }
            lane += 1;
        }
        n_lanes += 1;
    }
    least
};

/// Rows by the runs that began two ranks ago and one rank ago.
struct Open {
    rows: [[Rows; 5]; 5],
    /// Which of them are reached: the others are stale.
    reached: [[bool; 5]; 5],
}

impl Open {
    const NOTHING: Open = Open { rows: [[NO_ROWS; 5]; 5], reached: [[false; 5]; 5] };

    fn at(&mut self, two_ago: usize, one_ago: usize) -> &mut Rows {
        if !std::mem::replace(&mut self.reached[two_ago][one_ago], true) {
            self.rows[two_ago][one_ago] = NO_ROWS;
        }
        &mut self.rows[two_ago][one_ago]
    }
}

/// What a suit lacks. The copies that lie in melds are out of reach.
pub(super) fn missing_of(hand: &[u8], melded: &[u8]) -> Missing {
    // A meld has up to four tiles.
    let most_sets = 4 - melded.iter().sum::<u8>().div_ceil(4).min(4);
    let (mut first, mut second) = (Open::NOTHING, Open::NOTHING);
    let (mut open, mut next) = (&mut first, &mut second);
    open.at(0, 0)[N_LANES] = 0;
    for rank in 0..9 {
        next.reached = [[false; 5]; 5];
        for (two_ago, one_ago) in
            (0..5).flat_map(|two_ago| (0..5 - two_ago).map(move |one_ago| (two_ago, one_ago)))
        {
            if open.reached[two_ago][one_ago] {
                let through = (two_ago + one_ago) as u8;
                let free = 4_u8.saturating_sub(melded[rank]);
                let at = Rank { rank, through, held: hand[rank], free, most_sets };
                extend(&open.rows[two_ago][one_ago], next, one_ago, &at);
            }
        }
        std::mem::swap(&mut open, &mut next);
    }
    let rows = open.at(0, 0);
    std::array::from_fn(|flags| {
        std::array::from_fn(|lane| rows[N_LANES * (flags + 1) + lane].min(UNREACHABLE))
    })
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
    /// Sets that there can be beside the melds of the suit.
    most_sets: u8,
}

/// Adds every choice at one rank: how many runs begin, whether there is a triplet, whether the pair is here.
fn extend(from: &Rows, to: &mut Open, one_ago: usize, at: &Rank) {
    let most_runs = if at.rank < 7 { 4 } else { 0 };
    let terminal = if at.rank == 0 || at.rank == 8 { TERMINAL } else { 0 };
    for (triplet, paired) in [(0, 0), (1, 0), (0, 1)] {
        for runs in 0..=most_runs {
            let n = at.through + runs + 3 * triplet + 2 * paired;
            if n > at.free || at.through + runs + triplet > at.most_sets {
                break;
            }
            let flags = if triplet > 0 { TRIPLET } else { 0 }
                | if runs > 0 { RUN } else { 0 }
                | if n > 0 { terminal } else { 0 };
            let to = to.at(one_ago, usize::from(runs));
            add(
                from,
                to,
                &Choice { n_lanes: lane(runs + triplet, paired), flags, missing: n.saturating_sub(at.held) },
            );
        }
    }
}

/// What is chosen at one rank.
struct Choice {
    n_lanes: usize,
    flags: u8,
    missing: u8,
}

/// Takes every way as many lanes further as is chosen, with its missing tiles and flags.
fn add(from: &Rows, to: &mut Rows, choice: &Choice) {
    match choice.flags {
        1 => add_with::<1>(from, to, choice),
        2 => add_with::<2>(from, to, choice),
        3 => add_with::<3>(from, to, choice),
        4 => add_with::<4>(from, to, choice),
        5 => add_with::<5>(from, to, choice),
        6 => add_with::<6>(from, to, choice),
        7 => add_with::<7>(from, to, choice),
        _ => add_with::<0>(from, to, choice),
    }
}

/// The same for flags that the compiler knows: a row that asks for these goes on from the one that asks for the others
/// alone. Lanes are counted together, sixteen at once.
fn add_with<const FLAGS: usize>(from: &Rows, to: &mut Rows, choice: &Choice) {
    let n_lanes = choice.n_lanes.min(MOST_LANES);
    let least = &LEAST[n_lanes];
    for flags in 0..N_FLAGS {
        let begin = N_LANES * ((flags & !FLAGS) + 1) - n_lanes;
        let (Some(before), Some(row)) = (
            from.get(begin..).and_then(|from| from.first_chunk::<N_LANES>()),
            to.get_mut(N_LANES * (flags + 1)..).and_then(|to| to.first_chunk_mut::<N_LANES>()),
        ) else {
            return;
        };
        for lane in 0..N_LANES {
            row[lane] = row[lane].min((before[lane] + choice.missing).max(least[lane]));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_kongs_of_a_suit_leave_room_for_a_run() {
        // 4 and 9 of dots beside kongs of 2, 3 and 7: 456 lacks two tiles.
        let parts = Parts::new(missing_of(&[0, 0, 0, 1, 0, 0, 0, 0, 1], &[0, 4, 4, 0, 0, 0, 4, 0, 0]));
        assert_eq!(parts.missing(Cell { sets: 1, pair: 0, flags: RUN }), 2);
        assert_eq!(parts.missing(Cell { sets: 0, pair: 1, flags: TERMINAL }), 1);
    }
}
