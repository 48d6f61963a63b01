//! How many swaps a hand is away from a legal ting: for AI seats and hints.
//!
//! A target is a finished hand that breaks no rule. A suit's part of it is found by dynamic programming over the nine
//! ranks: for each number of sets, with or without the pair, and each combination of flags, the fewest tiles missing.
//! The suits and the red dragons are then combined. Closed hands are judged as if they will open.

use std::cmp::Ordering;
use std::collections::HashMap;

use super::{N_KEYS, RUN, SUITS, TRIPLET, suit_key};
use crate::game::meld::Meld;
use crate::game::tile::{Counts, Suit, Tile};
use crate::game::waits::{Held, Needs, Openness, TileSet, legal_waits, ting_discards};

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
    /// Kinds that are missing in one of the ways to this part.
    wanted: TileSet,
}

/// Nothing chosen.
const NO_PART: Part = Part { missing: 0, sets: 0, pair: 0, flags: 0, suit: 0, wanted: TileSet::EMPTY };

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
        match self.search(needs, hand, melds, Collect::Nothing).best {
            0 => 0,
            // The last tile may be the only terminal, which has to be held before the win (A-Q08).
            1 => u8::from(!can_ting(needs, hand, melds)),
            UNREACHABLE => UNREACHABLE,
            missing => missing - 1,
        }
    }

    /// The kinds whose draw lowers the distance of 13 − 3 × melds tiles; for a hand at distance 0, its waits.
    pub fn useful(&mut self, needs: &Needs, hand: &Counts, melds: &[Meld]) -> TileSet {
        if melds.len() >= needs.hand_one_melds {
            return TileSet::EMPTY;
        }
        let waits = legal_waits(needs, hand, melds, Openness::Assumed);
        if !waits.is_empty() {
            return waits;
        }
        let search = self.search(needs, hand, melds, Collect::Wanted);
        let after = |tile: &Tile| {
            let mut more = *hand;
            more.add(*tile);
            can_ting(needs, &more, melds)
        };
        match search.best {
            UNREACHABLE => TileSet::EMPTY,
            // Next to ting, and only there, a draw of a target's tile can still leave the terminal missing.
            2 => search.wanted.iter().filter(after).collect(),
            1 => {
                let own = Held::of(hand, melds).own;
                Tile::all().filter(|&tile| is_in_play(tile) && own.of(tile) < 4).filter(after).collect()
            }
            _ => search.wanted,
        }
    }

    /// The fewest tiles that `hand` lacks of a target, and which these can be.
    fn search(&mut self, needs: &Needs, hand: &Counts, melds: &[Meld], collect: Collect) -> Search {
        if self.parts.len() > MOST_KNOWN {
            *self = Shapes::default();
        }
        let held = Held::of(&Counts::EMPTY, melds);
        let [m, p, s] = SUITS.map(|suit| self.suit_parts(hand, &held.own, suit));
        let red = red_parts(hand.of(Tile::RED), held.own.of(Tile::RED));
        let lists = [&self.parts[m][..], &self.parts[p][..], &self.parts[s][..], &red[..]];
        let flags = held.flags | if held.has_terminal() { TERMINAL } else { 0 };
        let mut search = Search {
            sets: 4_u8.saturating_sub(melds.len() as u8),
            flags: needs.sets | TERMINAL,
            collect,
            best: UNREACHABLE,
            wanted: TileSet::EMPTY,
        };
        search.combine(&lists, Part { flags, suit: held.suits(), ..NO_PART });
        search
    }

    /// Where the parts of this suit are kept.
    fn suit_parts(&mut self, hand: &Counts, melded: &Counts, suit: Suit) -> usize {
        let (hand, melded) = (hand.suit(suit), melded.suit(suit));
        // Suits with the same counts differ in their bit and their tiles, so the suit belongs to the key.
        let key = (suit_key(hand) * N_KEYS + suit_key(melded)) * 3 + suit as usize;
        if let Some(&place) = self.known.get(&key) {
            return place;
        }
        self.parts.push(best_parts(hand, melded, suit));
        let place = self.parts.len() - 1;
        self.known.insert(key, place);
        place
    }
}

/// A kind of the 112-tile games.
fn is_in_play(tile: Tile) -> bool {
    !tile.is_honour() || tile == Tile::RED
}

/// True if the hand can declare ting now, or after one of its discards, but for openness.
fn can_ting(needs: &Needs, hand: &Counts, melds: &[Meld]) -> bool {
    if hand.total() % 3 == 1 {
        return !legal_waits(needs, hand, melds, Openness::Assumed).is_empty();
    }
    !ting_discards(needs, hand, melds, Openness::Assumed).is_empty()
}

/// Whether a search also gathers the missing kinds of all best targets.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Collect {
    Nothing,
    Wanted,
}

/// A search for the targets that lack the fewest tiles.
struct Search {
    /// Sets that a target has beside the melds.
    sets: u8,
    /// Flags that it has, the melds included.
    flags: u8,
    collect: Collect,
    /// The fewest missing tiles so far.
    best: u8,
    /// The missing kinds of the targets that lack so few, if they are collected.
    wanted: TileSet,
}

impl Search {
    /// Chooses one part of each list; lists are sorted by missing tiles, so one ends at the first that is too bad.
    fn combine(&mut self, lists: &[&[Part]], so_far: Part) {
        let Some((first, rest)) = lists.split_first() else {
            let complete = so_far.sets == self.sets && so_far.pair == 1 && self.flags & !so_far.flags == 0;
            if complete && so_far.suit.count_ones() >= 2 {
                let tie = so_far.missing == self.best;
                self.wanted = if tie { self.wanted.union(so_far.wanted) } else { so_far.wanted };
                self.best = so_far.missing;
            }
            return;
        };
        for part in *first {
            let missing = so_far.missing + part.missing;
            if missing > self.best || missing == self.best && self.collect == Collect::Nothing {
                return;
            }
            let (sets, pair) = (so_far.sets + part.sets, so_far.pair + part.pair);
            if sets <= self.sets && pair <= 1 {
                let (flags, suit) = (so_far.flags | part.flags, so_far.suit | part.suit);
                let wanted = so_far.wanted.union(part.wanted);
                self.combine(rest, Part { missing, sets, pair, flags, suit, wanted });
            }
        }
    }
}

/// What red dragons can be: nothing, the pair, or a triplet.
fn red_parts(in_hand: u8, melded: u8) -> Vec<Part> {
    let flags = TRIPLET | TERMINAL;
    let mut parts = vec![NO_PART];
    for (n, sets, pair) in [(2_u8, 0, 1), (3, 1, 0)] {
        if n + melded <= 4 {
            let missing = n.saturating_sub(in_hand);
            let wanted = (missing > 0).then_some(Tile::RED).into_iter().collect();
            parts.push(Part { missing, sets, pair, flags, wanted, ..NO_PART });
        }
    }
    parts.sort_by_key(|part| part.missing);
    parts
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
fn best_parts(hand: &[u8], melded: &[u8], suit: Suit) -> Vec<Part> {
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
    best_of(&open[0][0], suit)
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

/// One choice at a rank.
struct Choice {
    flags: u8,
    pair: u8,
    sets: u8,
    missing: u8,
    rank: usize,
}

/// Adds every choice at one rank: how many runs begin, whether there is a triplet, whether the pair is here.
fn extend(from: &Cells, to: &mut [Cells; 5], at: &Rank) {
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
            let missing = n.saturating_sub(at.held);
            let choice = Choice { flags, pair, sets: runs + triplet, missing, rank: at.rank };
            add_choice(from, &mut to[usize::from(runs)], &choice);
        }
    }
}

/// Copies the cells, moved by what a choice adds to them.
fn add_choice(from: &Cells, to: &mut Cells, choice: &Choice) {
    for flags in 0..8 {
        for pair in 0..2 - choice.pair {
            for sets in 0..5_u8.saturating_sub(choice.sets) {
                let way = from[cell(flags, pair, sets)];
                if way != Way::NONE {
                    let slot = &mut to[cell(flags | choice.flags, pair + choice.pair, sets + choice.sets)];
                    *slot = slot.or(way.lacking(choice.missing, choice.rank));
                }
            }
        }
    }
}

/// The cells that no other cell with the same sets and pair betters, fewest missing tiles first.
fn best_of(cells: &Cells, suit: Suit) -> Vec<Part> {
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
                let wanted = (1..=9)
                    .filter(|rank| way.ranks() >> (rank - 1) & 1 == 1)
                    .filter_map(|rank| Tile::numbered(suit, rank))
                    .collect();
                let suit = if sets + pair > 0 { 1 << suit as u8 } else { 0 };
                parts.push(Part { missing: way.missing() as u8, sets, pair, flags, suit, wanted });
            }
        }
    }
    parts.sort_by_key(|part| part.missing);
    parts
}
