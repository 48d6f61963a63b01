//! Readings by name: every way to split a finished hand.

use super::{Parts, RUN, SUITS, TRIPLET};
use crate::game::meld::Meld;
use crate::game::tile::{Counts, Suit, Tile};

/// A set of a reading.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum Set {
    /// Three of a kind.
    Triplet(Tile),
    /// A run, by its lowest tile.
    Run(Tile),
}

impl Set {
    /// Its three tiles.
    pub fn tiles(self) -> [Tile; 3] {
        match self {
            Set::Triplet(tile) => [tile; 3],
            Set::Run(low) => low.run().unwrap_or([low; 3]),
        }
    }
}

/// One way to split a finished hand.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Reading {
    /// The sets of the concealed tiles, in tile order of their lowest tile.
    pub sets: Vec<Set>,
    /// The kind of the pair.
    pub pair: Tile,
}

impl Reading {
    /// [`TRIPLET`] and [`RUN`] of this reading; a red pair counts as a triplet (A15).
    pub fn flags(&self) -> u8 {
        let pair = if self.pair == Tile::RED { TRIPLET } else { 0 };
        self.sets.iter().fold(pair, |flags, set| {
            flags
                | match set {
                    Set::Triplet(_) => TRIPLET,
                    Set::Run(_) => RUN,
                }
        })
    }

    /// Its tiles set by set, the pair last.
    pub fn tiles(&self) -> Vec<Vec<Tile>> {
        let sets = self.sets.iter().map(|set| set.tiles().to_vec());
        sets.chain(std::iter::once(vec![self.pair; 2])).collect()
    }

    /// True if `tile` can be the middle tile of a run (夹).
    pub fn is_middle(&self, tile: Tile) -> bool {
        self.has_run(|low| low.plus(1) == Some(tile))
    }

    /// True if `tile` can be the 3 of 123 or the 7 of 789 (37夹).
    pub fn is_edge(&self, tile: Tile) -> bool {
        self.has_run(|low| match low.rank() {
            Some(1) => low.plus(2) == Some(tile),
            Some(7) => low == tile,
            _ => false,
        })
    }

    /// True if the reading has 123 456 789 of one suit, these melds included (一条龙, C50).
    pub fn has_straight(&self, melds: &[Meld]) -> bool {
        let has = |low: Tile| self.sets.contains(&Set::Run(low)) || is_chowed(melds, low);
        SUITS.into_iter().any(|suit| straight(suit).all(has))
    }

    fn has_run(&self, mut fits: impl FnMut(Tile) -> bool) -> bool {
        self.sets.iter().any(|set| matches!(set, Set::Run(low) if fits(*low)))
    }
}

/// The lowest tiles of the three runs of 一条龙 in a suit.
fn straight(suit: Suit) -> impl Iterator<Item = Tile> {
    [1, 4, 7].into_iter().filter_map(move |rank| Tile::numbered(suit, rank))
}

fn is_chowed(melds: &[Meld], low: Tile) -> bool {
    melds.iter().any(|meld| meld.is_run() && meld.tile == low)
}

/// True if one of the readings of the concealed tiles with `tile` is 一条龙, the melds included.
pub fn completes_straight(hand: &Counts, melds: &[Meld], tile: Tile) -> bool {
    SUITS.into_iter().any(|suit| {
        let mut rest = *hand;
        rest.add(tile);
        let mut take = |low: Tile| low.run().is_some_and(|run| run.into_iter().all(|tile| rest.remove(tile)));
        let all_there = straight(suit).all(|low| is_chowed(melds, low) || take(low));
        all_there && Parts::of(&rest).is_finished()
    })
}

/// Every reading of a finished hand's concealed tiles (3n + 2 of them), each once.
pub fn readings(tiles: &Counts) -> Vec<Reading> {
    let mut found = Vec::new();
    split(*tiles, Tile::from_index(0), &mut Vec::new(), None, &mut found);
    found
}

/// Splits what is left from the kind `tile` on. The lowest kind left must be used up there, so once its pair and its
/// triplet are chosen, the rest of it starts runs: each reading is met once.
fn split(
    tiles: Counts,
    tile: Option<Tile>,
    sets: &mut Vec<Set>,
    pair: Option<Tile>,
    found: &mut Vec<Reading>,
) {
    let Some(tile) = tile else {
        found.extend(pair.map(|pair| Reading { sets: sets.clone(), pair }));
        return;
    };
    let next = Tile::from_index(tile.index() + 1);
    let count = tiles.of(tile);
    for as_pair in [0, 2] {
        if as_pair > 0 && pair.is_some() {
            continue;
        }
        for as_triplet in [0, 3] {
            let Some(n_runs) = count.checked_sub(as_pair + as_triplet) else { continue };
            let mut rest = tiles;
            if !take_runs(&mut rest, tile, n_runs) {
                continue;
            }
            let n_before = sets.len();
            sets.extend((as_triplet > 0).then_some(Set::Triplet(tile)));
            sets.extend(std::iter::repeat_n(Set::Run(tile), usize::from(n_runs)));
            split(rest, next, sets, if as_pair > 0 { Some(tile) } else { pair }, found);
            sets.truncate(n_before);
        }
    }
}

/// Takes the second and third tiles of `n_runs` runs that start at `low`; `false` if they are not there.
fn take_runs(tiles: &mut Counts, low: Tile, n_runs: u8) -> bool {
    if n_runs == 0 {
        return true;
    }
    let Some([_, second, third]) = low.run() else { return false };
    (0..n_runs).all(|_| tiles.remove(second) && tiles.remove(third))
}
