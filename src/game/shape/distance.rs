//! How many swaps a hand is away from a legal ting: for AI seats and hints.
//!
//! A target is a finished hand that breaks no rule. A suit's part of it is found by dynamic programming over the nine
//! ranks: for each number of sets, with or without the pair, and each combination of flags, the fewest tiles missing.
//! The suits and the red dragons are then combined. Closed hands are judged as if they will open.

mod suit;

use std::collections::HashMap;

use super::SUITS;
use crate::game::meld::Meld;
use crate::game::tile::{Counts, Tile};
use crate::game::waits::{Held, Needs, TileSet, legal_waits, ting_discards};
use suit::{Least, Part, Parts, TERMINAL, best_parts, least_of_both, red_parts};

/// The distance of a hand that cannot become legal any more, as with four melds.
pub const UNREACHABLE: u8 = 99;

/// Parts of the three suits and of the red dragons, put together.
#[derive(Clone, Copy)]
struct Chosen {
    missing: u8,
    sets: u8,
    pair: u8,
    flags: u8,
    /// A bit a suit that has tiles in the target or in the melds.
    suits: u8,
    wanted: TileSet,
}

/// Remembers the parts of suits it has met; one for each AI seat or thread.
#[derive(Default)]
pub struct Shapes {
    known: HashMap<usize, usize>,
    parts: Vec<Parts>,
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
        self.distance_within(needs, hand, melds, UNREACHABLE).unwrap_or(UNREACHABLE)
    }

    /// The same where it is at most `most`: a narrow bound spares most of the search.
    pub fn distance_within(&mut self, needs: &Needs, hand: &Counts, melds: &[Meld], most: u8) -> Option<u8> {
        if melds.len() >= needs.hand_one_melds {
            return None;
        }
        let bound = most.saturating_add(2).min(UNREACHABLE);
        let distance = match self.search(needs, hand, melds, Collect::Nothing, bound).0 {
            0 => 0,
            // The last tile may be the only terminal, which has to be held before the win (A-Q08).
            1 => u8::from(!can_ting(needs, hand, melds)),
            missing if missing == bound => return None,
            missing => missing - 1,
        };
        (distance <= most).then_some(distance)
    }

    /// The kinds whose draw lowers the distance of 13 − 3 × melds tiles; for a hand at distance 0, its waits.
    pub fn useful(&mut self, needs: &Needs, hand: &Counts, melds: &[Meld]) -> TileSet {
        let distance = self.distance(needs, hand, melds);
        self.useful_at(needs, hand, melds, distance)
    }

    /// The same for a hand whose distance is known.
    pub fn useful_at(&mut self, needs: &Needs, hand: &Counts, melds: &[Meld], distance: u8) -> TileSet {
        if distance >= UNREACHABLE {
            return TileSet::EMPTY;
        }
        let waits = legal_waits(&needs.opened(), hand, melds);
        if !waits.is_empty() {
            return waits;
        }
        // Targets of a hand at this distance lack one tile more than it says, or as many (A-Q08).
        let (best, wanted) = self.search(needs, hand, melds, Collect::Wanted, distance + 1);
        let after = |tile: &Tile| {
            let mut more = *hand;
            more.add(*tile);
            can_ting(needs, &more, melds)
        };
        match best {
            UNREACHABLE => TileSet::EMPTY,
            // Next to ting, and only there, a draw of a target's tile can still leave the terminal missing.
            2 => wanted.iter().filter(after).collect(),
            1 => {
                let own = Held::of(hand, melds).own;
                Tile::all().filter(|&tile| is_in_play(tile) && own.of(tile) < 4).filter(after).collect()
            }
            _ => wanted,
        }
    }

    /// The fewest tiles that `hand` lacks of a target, if they are fewer than `bound`; and which these can be, if they
    /// are collected, then also where they are as many as `bound`.
    fn search(
        &mut self,
        needs: &Needs,
        hand: &Counts,
        melds: &[Meld],
        collect: Collect,
        bound: u8,
    ) -> (u8, TileSet) {
        if self.parts.len() > MOST_KNOWN {
            *self = Shapes::default();
        }
        let held = Held::of(&Counts::EMPTY, melds);
        let [m, p, s] = SUITS.map(|suit| self.suit_parts(hand.suit(suit), held.own.suit(suit)));
        let red = red_parts(hand.of(Tile::RED), held.own.of(Tile::RED));
        let lists = [&self.parts[m], &self.parts[p], &self.parts[s], &red];
        let after_p = least_of_both(&lists[2].least, &red.least);
        let mut search = Search {
            lists: lists.map(|parts| &parts.list[..]),
            least_after: [least_of_both(&lists[1].least, &after_p), after_p, red.least, NOTHING_AFTER],
            sets: 4_u8.saturating_sub(melds.len() as u8),
            flags: needs.sets | TERMINAL,
            n_suits: needs.n_suits,
            collect,
            best: bound,
            wanted: TileSet::EMPTY,
        };
        let flags = held.flags | if held.has_terminal() { TERMINAL } else { 0 };
        let melded =
            Chosen { missing: 0, sets: 0, pair: 0, flags, suits: held.suits(), wanted: TileSet::EMPTY };
        search.combine(0, melded);
        (search.best, search.wanted)
    }

    /// Where the parts of a suit with these counts are kept.
    fn suit_parts(&mut self, hand: &[u8], melded: &[u8]) -> usize {
        let key = hand.iter().chain(melded).fold(0, |key, &count| key * 5 + usize::from(count));
        if let Some(&place) = self.known.get(&key) {
            return place;
        }
        self.parts.push(Parts::new(best_parts(hand, melded)));
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
        return !legal_waits(&needs.opened(), hand, melds).is_empty();
    }
    !ting_discards(&needs.opened(), hand, melds).is_empty()
}

/// Whether a search also gathers the missing kinds of all best targets.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Collect {
    Nothing,
    Wanted,
}

/// After the last list there is nothing: no sets, no pair.
const NOTHING_AFTER: Least = {
    let mut least = [[UNREACHABLE; 2]; 5];
    least[0][0] = 0;
    least
};

/// A search for the targets that lack the fewest tiles.
struct Search<'a> {
    /// The parts of the suits in their order, and of the red dragons.
    lists: [&'a [Part]; 4],
    /// For each list, the least of all lists after it.
    least_after: [Least; 4],
    /// Sets that a target has beside the melds.
    sets: u8,
    /// Flags that it has, the melds included.
    flags: u8,
    /// The fewest suits that it has, the melds included.
    n_suits: u32,
    collect: Collect,
    /// The fewest missing tiles so far.
    best: u8,
    /// The missing kinds of the targets that lack so few, if they are collected.
    wanted: TileSet,
}

/// The lowest kinds of the lists of [`Search::combine`].
const FIRST_KINDS: [Tile; 4] = [crate::t!("1m"), crate::t!("1p"), crate::t!("1s"), Tile::RED];

impl Search<'_> {
    /// Chooses one part of each list from number `place` on. Lists are sorted by missing tiles, so one ends at the
    /// first that is too bad.
    fn combine(&mut self, place: usize, so_far: Chosen) {
        let Some(list) = self.lists.get(place).copied() else { return self.complete(&so_far) };
        let suit_bit = if place < 3 { 1 << place } else { 0 };
        for part in list {
            let (sets, pair) = (so_far.sets + part.sets, so_far.pair + part.pair);
            let missing = so_far.missing + part.missing;
            if self.is_too_bad(missing) {
                return;
            }
            if sets > self.sets || pair > 1 {
                continue;
            }
            let least = self.least_after[place][usize::from(self.sets - sets)][usize::from(1 - pair)];
            if self.is_too_bad(missing + least) {
                continue;
            }
            let suits = so_far.suits | if part.sets + part.pair > 0 { suit_bit } else { 0 };
            let wanted = so_far.wanted.union(TileSet::from_ranks(FIRST_KINDS[place], part.ranks));
            let flags = so_far.flags | part.flags;
            self.combine(place + 1, Chosen { missing, sets, pair, flags, suits, wanted });
        }
    }

    /// True if a target that lacks so many tiles would change nothing.
    fn is_too_bad(&self, missing: u8) -> bool {
        missing > self.best || missing == self.best && self.collect == Collect::Nothing
    }

    fn complete(&mut self, target: &Chosen) {
        if self.flags & !target.flags == 0 && target.suits.count_ones() >= self.n_suits {
            let tie = target.missing == self.best;
            self.wanted = if tie { self.wanted.union(target.wanted) } else { target.wanted };
            self.best = target.missing;
        }
    }
}
