//! How many tiles a hand lacks of sets and a pair, by no rule but those of the shape: four look-ups and three to join
//! them.
//!
//! All that matters of a suit is how many tiles it lacks for each number of sets, with the pair and without. Few of these
//! lists are different, so each has a number, and a table says which list two of them make together. The suits' lists
//! are found by one pass over the ranks, in which ways that go on alike are joined: 126 lists for 405,350 ways.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::index::{N_WAYS, SuitKey};
use super::{SUITS, UNREACHABLE};
use crate::game::tile::Counts;

/// Tiles missing, by the pair (0 or 1) and the sets (0–4): at `5 × pair + sets`.
type Least = [u8; N_CELLS];
const N_CELLS: usize = 10;

/// Nothing that can be made.
const NEVER: Least = [UNREACHABLE; N_CELLS];

/// What no tiles make: nothing.
const NOTHING: Least = {
    let mut least = NEVER;
    least[0] = 0;
    least
};

/// How many tiles 13 or 14 − 3 × melds concealed tiles lack of sets and a pair: one more than the swaps to a hand that
/// waits, 0 for a finished one. Each kind has four copies, wherever they lie. [`UNREACHABLE`] for what is no hand.
pub fn missing_tiles(hand: &Counts, n_melds: usize) -> u8 {
    let tables: &Tables = &TABLES;
    tables.missing(hand, n_melds).unwrap_or(UNREACHABLE)
}

/// The look-up tables: 0.6 MB, made at first use.
struct Tables {
    /// The list of each way of a suit, by its number.
    suits: Vec<u8>,
    /// The lists of winds, by base-5 digits, and of dragons.
    winds: Vec<u8>,
    dragons: Vec<u8>,
    /// Which list two suits make together, that with the third suit, and winds with dragons.
    two: Joined,
    three: Joined,
    honours: Joined,
    /// The tiles missing by the lists of suits and honours and the number of melds.
    missing: Vec<[u8; 5]>,
}

impl Tables {
    fn missing(&self, hand: &Counts, n_melds: usize) -> Option<u8> {
        let [m, p, s] = SUITS.map(|suit| {
            let index = SuitKey::of(hand.suit(suit))?.index()?;
            self.suits.get(index).copied()
        });
        let (winds, dragons) = honour_keys(hand.honours());
        let honours = self.honours.of(*self.winds.get(winds)?, *self.dragons.get(dragons)?)?;
        let suits = self.three.of(self.two.of(m?, p?)?, s?)?;
        let place = usize::from(suits) * self.honours.n_lists + usize::from(honours);
        self.missing.get(place)?.get(n_melds).copied()
    }
}

/// Which list two lists make together.
struct Joined {
    of: Vec<u8>,
    n_second: usize,
    /// How many different lists come out.
    n_lists: usize,
}

impl Joined {
    fn of(&self, first: u8, second: u8) -> Option<u8> {
        self.of.get(usize::from(first) * self.n_second + usize::from(second)).copied()
    }
}

static TABLES: LazyLock<Tables> = LazyLock::new(|| {
    let (suits, suit_lists) = suit_table();
    let (winds, wind_lists) = honour_table(4);
    let (dragons, dragon_lists) = honour_table(3);
    let (two, two_lists) = joined(&suit_lists, &suit_lists);
    let (three, three_lists) = joined(&two_lists, &suit_lists);
    let (honours, honour_lists) = joined(&wind_lists, &dragon_lists);
    let all =
        three_lists.iter().flat_map(|suits| honour_lists.iter().map(move |honours| both(suits, honours)));
    let missing = all.map(|least| std::array::from_fn(|n_melds| least[9 - n_melds])).collect();
    Tables { suits, winds, dragons, two, three, honours, missing }
});

/// The fewest tiles missing of two groups of tiles together.
fn both(one: &Least, other: &Least) -> Least {
    let mut both = NEVER;
    for (cell, &missing) in one.iter().enumerate() {
        let (pair, sets) = (cell / 5, cell % 5);
        for (more, &others) in other.iter().enumerate().filter(|&(more, _)| more / 5 + pair < 2) {
            if sets + more % 5 < 5 {
                let least = &mut both[cell + more];
                *least = (missing.saturating_add(others)).min(*least);
            }
        }
    }
    both
}

/// Lists in the order in which they were met first.
#[derive(Default)]
struct Lists {
    numbers: HashMap<Least, usize>,
    lists: Vec<Least>,
}

impl Lists {
    /// The number of a list. There are fewer than 256 of each kind.
    fn number(&mut self, list: Least) -> u8 {
        let next = self.lists.len();
        let number = *self.numbers.entry(list).or_insert(next);
        if number == next {
            self.lists.push(list);
        }
        debug_assert!(number < 256, "one byte a list");
        number as u8
    }
}

fn joined(first: &[Least], second: &[Least]) -> (Joined, Vec<Least>) {
    let mut lists = Lists::default();
    let pairs = first.iter().flat_map(|one| second.iter().map(move |other| both(one, other)));
    let of = pairs.map(|list| lists.number(list)).collect();
    (Joined { of, n_second: second.len(), n_lists: lists.lists.len() }, lists.lists)
}

/// The base-5 digits of the winds and of the dragons.
fn honour_keys(counts: &[u8]) -> (usize, usize) {
    let key = |counts: &[u8]| counts.iter().fold(0, |key, &count| 5 * key + usize::from(count));
    let (winds, dragons) = counts.split_at(counts.len().min(4));
    (key(winds), key(dragons))
}

/// The lists of so many kinds that make no runs, by their digits.
fn honour_table(n_kinds: u32) -> (Vec<u8>, Vec<Least>) {
    let mut lists = Lists::default();
    let of = (0..5_usize.pow(n_kinds)).map(|key| {
        let least = (0..n_kinds).fold(NOTHING, |least, kind| {
            let held = (key / 5_usize.pow(kind) % 5) as u8;
            let mut own = NOTHING;
            (own[1], own[5]) = (3_u8.saturating_sub(held), 2_u8.saturating_sub(held));
            both(&least, &own)
        });
        lists.number(least)
    });
    let of = of.collect();
    (of, lists.lists)
}

/// The runs that began two ranks ago and one rank ago, not more than four together.
const OPEN: [(usize, usize); 15] = {
    let (mut open, mut n, mut two_ago) = ([(0, 0); 15], 0, 0);
    while two_ago < 5 {
        let mut one_ago = 0;
        while two_ago + one_ago < 5 {
            open[n] = (two_ago, one_ago);
            (n, one_ago) = (n + 1, one_ago + 1);
        }
        two_ago += 1;
    }
    open
};

/// What the ranks up to one make, by the runs that go on.
type State = [Least; OPEN.len()];

/// The list of each way of a suit by its number, and the lists.
fn suit_table() -> (Vec<u8>, Vec<Least>) {
    let mut start = [NEVER; OPEN.len()];
    start[0] = NOTHING;
    let mut states = vec![start];
    // For each rank and each state before it, the states after it by the copies held there.
    let mut steps: Vec<Vec<[usize; 5]>> = Vec::new();
    for rank in 0..9 {
        let (mut numbers, mut next) = (HashMap::new(), Vec::new());
        let mut number = |state: State| {
            *numbers.entry(state).or_insert_with(|| {
                next.push(state);
                next.len() - 1
            })
        };
        let step = |state: &State| [0, 1, 2, 3, 4].map(|held| number(after(state, rank, held)));
        steps.push(states.iter().map(step).collect());
        states = next;
    }
    let mut lists = Lists::default();
    let last: Vec<u8> = states.iter().map(|state| lists.number(state[0])).collect();
    let mut table = vec![0; N_WAYS];
    enter(&mut table, &steps, &last, &mut [0; 9], (0, 0, 14));
    (table, lists.lists)
}

/// Enters the lists of all ways that begin with `counts` up to a rank; `at` is that rank, the state there and how many
/// tiles more there may be.
fn enter(
    table: &mut [u8],
    steps: &[Vec<[usize; 5]>],
    last: &[u8],
    counts: &mut [u8; 9],
    at: (usize, usize, u8),
) {
    let (rank, state, n_left) = at;
    let Some(step) = steps.get(rank).map(|states| states[state]) else {
        let entry = SuitKey::of(counts).and_then(SuitKey::index).and_then(|index| table.get_mut(index));
        entry.into_iter().for_each(|entry| *entry = last[state]);
        return;
    };
    for held in 0..=n_left.min(4) {
        counts[rank] = held;
        enter(table, steps, last, counts, (rank + 1, step[usize::from(held)], n_left - held));
    }
    counts[rank] = 0;
}

/// What the ranks up to this one (0–8) make if so many copies of it are held.
fn after(before: &State, rank: usize, held: u8) -> State {
    let mut after = [NEVER; OPEN.len()];
    for (least, &(two_ago, one_ago)) in before.iter().zip(&OPEN) {
        let most_runs = if rank < 7 { 4 - one_ago } else { 0 };
        for runs in 0..=most_runs {
            let Some(next) = OPEN.iter().position(|&open| open == (one_ago, runs)) else { continue };
            for (triplet, pair) in [(0, 0), (1, 0), (0, 1)] {
                let n = (two_ago + one_ago + runs + 3 * triplet + 2 * pair) as u8;
                if n <= 4 {
                    add(&mut after[next], least, runs + triplet, pair, n.saturating_sub(held));
                }
            }
        }
    }
    after
}

/// Adds the ways with so many more sets, pairs and missing tiles.
fn add(to: &mut Least, from: &Least, sets: usize, pair: usize, missing: u8) {
    for paired in 0..2 - pair {
        for set in 0..5_usize.saturating_sub(sets) {
            let least = &mut to[5 * (paired + pair) + set + sets];
            *least = from[5 * paired + set].saturating_add(missing).min(UNREACHABLE).min(*least);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::mcr;
    use crate::game::tile::{Tile, parse_tiles};
    use proptest::prelude::*;

    #[test]
    fn tiles_missing_of_known_hands() {
        let cases = [
            ("123m456p789sEEECC", 0, 0),
            ("123m456p789sEEEC", 0, 1),
            ("1111m", 3, 2), // the pair would be a fifth copy
            ("11m", 4, 0),
            ("1m", 4, 1),
            ("147m258p369sESWN", 0, 9),
            ("19m19p19sESWNCFP", 0, 9),
            ("1112345678999m", 0, 1),
            ("22m33m44m55p66p77p8s", 0, 1), // two runs twice, and a single tile to pair
        ];
        for (hand, n_melds, missing) in cases {
            let hand: Counts = parse_tiles(hand).unwrap().into_iter().collect();
            assert_eq!(missing_tiles(&hand, n_melds), missing, "{:?}", hand.tiles().collect::<Vec<Tile>>());
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        /// Beside two melds there is no other hand than sets and a pair. The kinds of the melds are not in the hand, so
        /// that they are never the only ones that would do.
        #[test]
        fn the_tables_agree_with_the_search_of_xingdong(places in prop::collection::vec(0_usize..136, 7)) {
            let hand: Counts = places.iter().filter_map(|place| Tile::from_index(place / 4)).collect();
            prop_assume!(hand.most_of_a_kind() <= 4);
            prop_assume!(hand.of(crate::t!("E")) == 0 && hand.of(crate::t!("P")) == 0);
            let melds = ["[EEE]", "[PPP]"].map(|meld| meld.parse().unwrap());
            prop_assert_eq!(missing_tiles(&hand, 2), mcr::distance(&hand, &melds).swaps + 1);
        }
    }
}
