//! How many swaps a hand is away from a legal ting: for AI seats and hints.
//!
//! A target is a finished hand that breaks no rule. A suit's part of it is found by dynamic programming over the nine
//! ranks: for each number of sets, with or without the pair, and each combination of flags, the fewest tiles missing.
//! The suits and the red dragons are then combined. Closed hands are judged as if they will open.

use std::collections::HashMap;

use super::{RUN, STEP, SUITS, TRIPLET, suit_key};
use crate::game::meld::Meld;
use crate::game::tile::{Counts, Tile};
use crate::game::waits::{Held, Needs, Openness, TileSet, legal_waits};

/// The distance of a hand that cannot become legal any more, as with four melds.
pub const UNREACHABLE: u8 = 99;

/// Flag of a target's part: it has a 1, a 9 or a red dragon.
const TERMINAL: u8 = 0b100;

/// One way to use a suit in a target: never worse than another with the same sets and pair in every respect.
#[derive(Clone, Copy)]
struct Part {
    missing: u8,
    sets: u8,
    pair: u8,
    flags: u8,
    /// The suit as a bit; 0 for red dragons and for an unused suit.
    suit: u8,
}

/// Remembers the parts of suits it has met; one for each AI seat or thread.
#[derive(Default)]
pub struct Shapes {
    known: HashMap<usize, usize>,
    parts: Vec<Vec<Part>>,
}

/// Suits remembered before everything is forgotten: about 20 MB.
const MOST_KNOWN: usize = 50_000;

impl Shapes {
    /// Nothing remembered yet.
    pub fn new() -> Shapes {
        Shapes::default()
    }

    /// The fewest swaps to a hand that could declare ting but for openness; 0 if it can now. `hand` holds 13 or
    /// 14 − 3 × melds tiles; with 14 a tile is discarded first. [`UNREACHABLE`] from four melds on.
    pub fn distance(&mut self, needs: &Needs, hand: &Counts, melds: &[Meld]) -> u8 {
        if melds.len() >= needs.hand_one_melds {
            return UNREACHABLE;
        }
        match self.fewest_missing(needs, hand, melds) {
            0 => 0,
            // The last tile may be the only terminal, which has to be held before the win (A-Q08).
            1 => u8::from(!can_ting(needs, hand, melds)),
            UNREACHABLE => UNREACHABLE,
            missing => missing - 1,
        }
    }

    /// The kinds whose draw lowers the distance of 13 − 3 × melds tiles; for a hand at distance 0, its waits.
    pub fn useful(&mut self, needs: &Needs, hand: &Counts, melds: &[Meld]) -> TileSet {
        let now = self.distance(needs, hand, melds);
        if now == 0 {
            return legal_waits(needs, hand, melds, Openness::Assumed);
        }
        let own = Held::of(hand, melds).own;
        let mut useful = TileSet::default();
        for tile in Tile::all().filter(|tile| !tile.is_honour() || *tile == Tile::RED) {
            let mut more = *hand;
            more.add(tile);
            if own.of(tile) < 4 && self.distance(needs, &more, melds) < now {
                useful.insert(tile);
            }
        }
        useful
    }

    /// The fewest tiles that `hand` lacks of a target.
    fn fewest_missing(&mut self, needs: &Needs, hand: &Counts, melds: &[Meld]) -> u8 {
        if self.parts.len() > MOST_KNOWN {
            *self = Shapes::default();
        }
        let held = Held::of(&Counts::EMPTY, melds);
        let [m, p, s] = SUITS.map(|suit| {
            let bit = 1 << suit as u8;
            self.suit_parts(hand.suit(suit), held.own.suit(suit), bit)
        });
        let red = red_parts(hand.of(Tile::RED), held.own.of(Tile::RED));
        let lists = [&self.parts[m][..], &self.parts[p][..], &self.parts[s][..], &red[..]];
        let have = held.flags | if held.has_terminal() { TERMINAL } else { 0 };
        let start = Part { missing: 0, sets: 0, pair: 0, flags: have, suit: held.suits() };
        let goal = Goal { sets: 4 - melds.len().min(4) as u8, flags: needs.sets | TERMINAL };
        let mut best = UNREACHABLE;
        combine(&lists, start, &goal, &mut best);
        best
    }

    /// Where the parts of this suit are kept.
    fn suit_parts(&mut self, hand: &[u8], fixed: &[u8], bit: u8) -> usize {
        // Suits with the same counts differ in their bit, so it belongs to the key.
        let key = (suit_key(hand) * N_FIXED + suit_key(fixed)) * 8 + usize::from(bit);
        if let Some(&place) = self.known.get(&key) {
            return place;
        }
        self.parts.push(best_parts(hand, fixed, bit));
        let place = self.parts.len() - 1;
        self.known.insert(key, place);
        place
    }
}

/// More than any key of a suit's melded tiles.
const N_FIXED: usize = STEP[8] * 5;

/// True if the hand can declare ting now, or after one of its discards, but for openness.
fn can_ting(needs: &Needs, hand: &Counts, melds: &[Meld]) -> bool {
    let waits = |hand: &Counts| !legal_waits(needs, hand, melds, Openness::Assumed).is_empty();
    if hand.total() % 3 == 1 {
        return waits(hand);
    }
    hand.kinds().any(|tile| {
        let mut rest = *hand;
        rest.remove(tile) && waits(&rest)
    })
}

/// What a target must have in all.
struct Goal {
    sets: u8,
    flags: u8,
}

/// Chooses one part of each list; lists are sorted by missing tiles, so a list ends at the first that is no better.
fn combine(lists: &[&[Part]], so_far: Part, goal: &Goal, best: &mut u8) {
    let Some((first, rest)) = lists.split_first() else {
        let complete = so_far.sets == goal.sets && so_far.pair == 1 && goal.flags & !so_far.flags == 0;
        if complete && so_far.suit.count_ones() >= 2 {
            *best = so_far.missing;
        }
        return;
    };
    for part in *first {
        let missing = so_far.missing + part.missing;
        if missing >= *best {
            return;
        }
        let (sets, pair) = (so_far.sets + part.sets, so_far.pair + part.pair);
        if sets <= goal.sets && pair <= 1 {
            let (flags, suit) = (so_far.flags | part.flags, so_far.suit | part.suit);
            combine(rest, Part { missing, sets, pair, flags, suit }, goal, best);
        }
    }
}

/// What red dragons can be: nothing, the pair, or a triplet.
fn red_parts(in_hand: u8, fixed: u8) -> Vec<Part> {
    let flags = TRIPLET | TERMINAL;
    let mut parts = vec![Part { missing: 0, sets: 0, pair: 0, flags: 0, suit: 0 }];
    for (n, sets, pair) in [(2_u8, 0, 1), (3, 1, 0)] {
        if n + fixed <= 4 {
            parts.push(Part { missing: n.saturating_sub(in_hand), sets, pair, flags, suit: 0 });
        }
    }
    parts.sort_by_key(|part| part.missing);
    parts
}

/// Fewest missing tiles by flags × pair × sets.
type Cells = [u8; N_CELLS];
const N_CELLS: usize = 8 * 2 * 5;

const fn cell(flags: u8, pair: u8, sets: u8) -> usize {
    (flags as usize * 2 + pair as usize) * 5 + sets as usize
}

/// The best parts of one suit: `fixed` are the copies that lie in melds and are out of reach.
fn best_parts(hand: &[u8], fixed: &[u8], bit: u8) -> Vec<Part> {
    // By the runs that began two ranks ago and one rank ago.
    let mut open = [[[UNREACHABLE; N_CELLS]; 5]; 5];
    open[0][0][cell(0, 0, 0)] = 0;
    for rank in 0..9 {
        let mut next = [[[UNREACHABLE; N_CELLS]; 5]; 5];
        for (two_ago, row) in open.iter().enumerate() {
            for (one_ago, cells) in row.iter().enumerate() {
                if cells.iter().any(|&missing| missing < UNREACHABLE) {
                    let through = (two_ago + one_ago) as u8;
                    let free = 4_u8.saturating_sub(fixed[rank]);
                    extend(cells, &mut next[one_ago], Rank { rank, through, held: hand[rank], free });
                }
            }
        }
        open = next;
    }
    pareto(&open[0][0], bit)
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

/// Adds every choice at one rank: how many runs begin, whether there is a triplet, whether the pair is here.
fn extend(from: &Cells, to: &mut [Cells; 5], at: Rank) {
    let most_runs = if at.rank < 7 { 4 } else { 0 };
    for runs in 0..=most_runs {
        for (triplet, pair) in [(0, 0), (1, 0), (0, 1)] {
            let n = at.through + runs + 3 * triplet + 2 * pair;
            if n > at.free {
                continue;
            }
            let flags = if triplet > 0 { TRIPLET } else { 0 }
                | if runs > 0 { RUN } else { 0 }
                | if n > 0 && (at.rank == 0 || at.rank == 8) { TERMINAL } else { 0 };
            add_choice(
                from,
                &mut to[usize::from(runs)],
                [flags, pair, runs + triplet, n.saturating_sub(at.held)],
            );
        }
    }
}

/// Copies the cells, moved by the flags, the pair, the sets and the missing tiles of a choice.
fn add_choice(from: &Cells, to: &mut Cells, [new_flags, new_pair, new_sets, new_missing]: [u8; 4]) {
    for flags in 0..8 {
        for pair in 0..2 - new_pair {
            for sets in 0..5_u8.saturating_sub(new_sets) {
                let missing = from[cell(flags, pair, sets)].saturating_add(new_missing);
                let slot = &mut to[cell(flags | new_flags, pair + new_pair, sets + new_sets)];
                *slot = missing.min(*slot);
            }
        }
    }
}

/// The cells that no other cell with the same sets and pair betters, fewest missing tiles first.
fn pareto(cells: &Cells, bit: u8) -> Vec<Part> {
    let mut parts = Vec::new();
    for sets in 0..5 {
        for pair in 0..2 {
            for flags in 0..8_u8 {
                let missing = cells[cell(flags, pair, sets)];
                let bettered = (0..8_u8).any(|more| {
                    more != flags && more & flags == flags && cells[cell(more, pair, sets)] <= missing
                });
                if missing < UNREACHABLE && !bettered {
                    let suit = if sets + pair > 0 { bit } else { 0 };
                    parts.push(Part { missing, sets, pair, flags, suit });
                }
            }
        }
    }
    parts.sort_by_key(|part| part.missing);
    parts
}
