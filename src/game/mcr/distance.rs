//! How far a hand of xingdong is from waiting, over every shape that wins.
//!
//! A *target* is a finished hand with at most four copies of a kind, melds included. The fewest tiles that the hand lacks
//! of a target are one more than its distance, and the kinds that it lacks of such targets are those worth drawing.

use super::kinds::{HONOURS, Kinds, OUTSIDE};
use super::special::KNITTED;
use crate::game::meld::Meld;
use crate::game::tile::{Counts, N_KINDS, Tile};
use crate::game::waits::TileSet;

/// The distance of a hand, and what shortens it.
#[derive(Clone, Copy)]
pub struct Distance {
    /// Swaps of a tile to a hand that waits; 0 if it waits.
    pub swaps: u8,
    /// The kinds whose draw lowers it; for a hand that waits, its waits.
    pub useful: TileSet,
}

/// The distance of 13 − 3 × melds concealed tiles without wilds.
pub fn distance(hand: &Counts, melds: &[Meld]) -> Distance {
    let tiles = Tiles::of(hand, melds);
    let sets = 4_usize.saturating_sub(melds.len());
    let mut best = tiles.sets_and_pair(sets);
    if let Some(sets) = sets.checked_sub(3) {
        for pattern in KNITTED {
            best = best.or(tiles.knitted_straight(pattern, sets, best.missing));
        }
    }
    if melds.is_empty() {
        let special = KNITTED.map(|pattern| tiles.knitted_singles(pattern));
        best = special.into_iter().fold(best, Way::or).or(tiles.seven_pairs()).or(tiles.thirteen_orphans());
    }
    let useful = Tile::all().filter(|tile| best.wanted >> tile.index() & 1 == 1).collect();
    Distance { swaps: best.missing.saturating_sub(1), useful }
}

/// The fewest tiles missing, and of which kinds they can be.
#[derive(Clone, Copy)]
pub(super) struct Way {
    pub(super) missing: u8,
    pub(super) wanted: Kinds,
}

impl Way {
    pub(super) const NONE: Way = Way { missing: 99, wanted: 0 };
    pub(super) const NOTHING: Way = Way { missing: 0, wanted: 0 };

    /// So many tiles missing, which can be of these kinds.
    fn lacking(missing: u32, wanted: Kinds) -> Way {
        Way { missing: missing as u8, wanted }
    }

    /// The better way, or both.
    pub(super) fn or(self, other: Way) -> Way {
        match self.missing.cmp(&other.missing) {
            std::cmp::Ordering::Less => self,
            std::cmp::Ordering::Equal => Way { wanted: self.wanted | other.wanted, ..self },
            std::cmp::Ordering::Greater => other,
        }
    }

    pub(super) fn and(self, other: Way) -> Way {
        Way { missing: self.missing.saturating_add(other.missing), wanted: self.wanted | other.wanted }
    }
}

/// The best ways by the number of sets and of pairs.
type Ways = [[Way; 2]; 5];
const NO_WAYS: Ways = [[Way::NONE; 2]; 5];
const START: Ways = {
    let mut ways = NO_WAYS;
    ways[0][0] = Way::NOTHING;
    ways
};

/// The concealed tiles, and how many copies of each kind a target may have among them.
#[derive(Clone, Copy)]
pub(super) struct Tiles {
    held: [u8; N_KINDS],
    most: [u8; N_KINDS],
}

impl Tiles {
    /// These concealed tiles beside these melds.
    pub(super) fn of(hand: &Counts, melds: &[Meld]) -> Tiles {
        let mut tiles = Tiles { held: [0; N_KINDS], most: [4; N_KINDS] };
        for tile in Tile::all() {
            tiles.held[tile.index()] = hand.of(tile);
        }
        let melded = super::reading::Reading::of_melds(melds).tiles;
        for (index, most) in tiles.most.iter_mut().enumerate() {
            *most = most.saturating_sub(melded.of(index));
        }
        tiles
    }

    /// The same with targets of these kinds alone.
    pub(super) fn only(&self, kinds: Kinds) -> Tiles {
        let mut tiles = *self;
        for index in (0..N_KINDS).filter(|index| kinds >> index & 1 == 0) {
            (tiles.held[index], tiles.most[index]) = (0, 0);
        }
        tiles
    }

    /// What it takes to use so many of each kind, and what is left then.
    pub(super) fn without(&self, needed: &[u8; N_KINDS]) -> (Way, Tiles) {
        let (mut way, mut rest) = (Way::NOTHING, *self);
        for (index, &n) in needed.iter().enumerate().filter(|(_, n)| **n > 0) {
            way = way.and(self.use_of(index, n));
            rest.held[index] = rest.held[index].saturating_sub(n);
            rest.most[index] = rest.most[index].saturating_sub(n);
        }
        (way, rest)
    }

    /// The best targets of one set, and of a pair.
    pub(super) fn set_and_pair(&self) -> [Way; 2] {
        let ways = self.ways(1);
        [ways[1][0], ways[0][1]]
    }

    /// The best targets of so many triplets and a pair.
    pub(super) fn pungs_and_pair(&self, sets: usize) -> Way {
        (0..N_KINDS).fold(START, |ways, index| both(&ways, &self.alike(index), sets))[sets][1]
    }

    /// A triplet or a pair of one kind.
    fn alike(&self, index: usize) -> Ways {
        let mut ways = START;
        ways[1][0] = self.use_of(index, 3);
        ways[0][1] = self.use_of(index, 2);
        ways
    }

    fn kinds(&self) -> Kinds {
        self.kinds_where(|n| n > 0)
    }

    fn kinds_where(&self, holds: impl Fn(u8) -> bool) -> Kinds {
        (0..N_KINDS).filter(|&index| holds(self.held[index])).fold(0, |kinds, index| kinds | 1 << index)
    }

    /// The best targets of so many sets and a pair.
    pub(super) fn sets_and_pair(&self, sets: usize) -> Way {
        self.ways(sets)[sets][1]
    }

    fn ways(&self, sets: usize) -> Ways {
        let suits = (0..3).fold(START, |ways, suit| both(&ways, &self.suit_ways(9 * suit, sets), sets));
        (27..N_KINDS).fold(suits, |ways, index| both(&ways, &self.alike(index), sets))
    }

    /// What it takes to use so many tiles of one kind.
    fn use_of(&self, index: usize, n: u8) -> Way {
        match n.checked_sub(self.held[index]) {
            _ if n > self.most[index] => Way::NONE,
            None | Some(0) => Way::NOTHING,
            Some(missing) => Way { missing, wanted: 1 << index },
        }
    }

    /// What the suit whose 1 is at `first` can be, with up to so many sets.
    fn suit_ways(&self, first: usize, sets: usize) -> Ways {
        // By the runs that began two ranks ago and one rank ago.
        let mut open = [[NO_WAYS; 5]; 5];
        open[0][0] = START;
        for rank in 0..9 {
            let mut after = [[NO_WAYS; 5]; 5];
            for (two_ago, row) in open.iter().enumerate().take(sets + 1) {
                for (one_ago, ways) in row.iter().enumerate().take(sets + 1 - two_ago) {
                    let through = two_ago + one_ago;
                    let most_runs = if rank < 7 { sets - through } else { 0 };
                    for (runs, after) in after[one_ago].iter_mut().enumerate().take(most_runs + 1) {
                        self.extend(first + rank, through + runs, ways, runs, after);
                    }
                }
            }
            open = after;
        }
        open[0][0]
    }

    /// Begins `runs` runs at a kind of which runs need `in_runs` tiles, and adds a triplet, the pair or neither.
    fn extend(&self, index: usize, in_runs: usize, from: &Ways, runs: usize, to: &mut Ways) {
        let plain = self.use_of(index, in_runs as u8);
        let triplet = self.use_of(index, in_runs as u8 + 3);
        let paired = self.use_of(index, in_runs as u8 + 2);
        for (sets, ways) in from.iter().enumerate().take(5 - runs) {
            for (pairs, &way) in ways.iter().enumerate() {
                if way.missing >= Way::NONE.missing {
                    continue;
                }
                let mut add = |sets: usize, pairs: usize, more: Way| {
                    if sets < 5 && pairs < 2 {
                        to[sets][pairs] = to[sets][pairs].or(way.and(more));
                    }
                };
                add(sets + runs, pairs, plain);
                add(sets + runs + 1, pairs, triplet);
                add(sets + runs, pairs + 1, paired);
            }
        }
    }

    /// 组合龙, if no more than `most` tiles are missing.
    pub(super) fn knitted_straight(&self, pattern: Kinds, sets: usize, most: u8) -> Way {
        let mut rest = Tiles { held: self.held, most: self.most };
        let mut way = Way::NOTHING;
        for index in (0..27).filter(|index| pattern >> index & 1 == 1) {
            way = way.and(self.use_of(index, 1));
            rest.held[index] = rest.held[index].saturating_sub(1);
            rest.most[index] = rest.most[index].saturating_sub(1);
        }
        if way.missing > most { Way::NONE } else { way.and(rest.sets_and_pair(sets)) }
    }

    /// 全不靠 and 七星不靠: fourteen of the sixteen kinds.
    pub(super) fn knitted_singles(&self, pattern: Kinds) -> Way {
        let (all, held) = (pattern | HONOURS, self.kinds());
        Way::lacking(14 - (all & held).count_ones(), all & !held)
    }

    /// 七对: each odd tile wants another; four alike are two pairs.
    pub(super) fn seven_pairs(&self) -> Way {
        let n_pairs: u32 = self.held.iter().map(|&n| u32::from(n / 2)).sum();
        Way::lacking(7 - n_pairs, self.kinds_where(|n| n % 2 == 1))
    }

    pub(super) fn thirteen_orphans(&self) -> Way {
        let missing = OUTSIDE & !self.kinds();
        let has_pair = OUTSIDE & self.kinds_where(|n| n >= 2) != 0;
        let wanted = if has_pair { missing } else { OUTSIDE };
        Way::lacking(missing.count_ones() + u32::from(!has_pair), wanted)
    }
}

/// The best ways of two groups of tiles together, with up to so many sets.
fn both(one: &Ways, other: &Ways, most_sets: usize) -> Ways {
    let mut both = NO_WAYS;
    for sets in 0..=most_sets {
        for (more, ways) in other.iter().enumerate().take(most_sets - sets + 1) {
            let cell = &mut both[sets + more];
            cell[0] = cell[0].or(one[sets][0].and(ways[0]));
            cell[1] = cell[1].or(one[sets][1].and(ways[0])).or(one[sets][0].and(ways[1]));
        }
    }
    both
}
