//! All readings of a hand with wilds: kind by kind in tile order, so each reading is met once.

use super::kinds::{Kinds, Packed};
use super::reading::{Facts, Reading};
use super::tally::Tally;
use crate::game::tile::N_KINDS;

/// The best tally so far.
pub(super) struct Best {
    tally: Option<Tally>,
    total: u16,
}

impl Best {
    pub(super) const NONE: Best = Best { tally: None, total: 0 };

    /// Keeps a tally if it is worth more than all before.
    pub(super) fn offer(&mut self, tally: &Tally) {
        let total = tally.total();
        if total > self.total {
            *self = Best { tally: Some(*tally), total };
        }
    }

    pub(super) fn into_tally(self) -> Option<Tally> {
        self.tally
    }
}

/// The concealed tiles of a win, the winning one among them.
#[derive(Clone, Copy)]
pub(super) struct Tiles {
    /// Tiles that are not wild, by the tile order. Each must be used.
    pub(super) natural: [u8; N_KINDS],
    /// Most copies that a kind may have, the wilds included: four less those in melds.
    pub(super) most: [u8; N_KINDS],
    /// Wilds. Each must be used.
    pub(super) n_wilds: u8,
}

impl Tiles {
    /// The rest without one of each of these kinds, wilds where they are missing; `None` if the wilds are too few.
    pub(super) fn without(&self, kinds: Kinds) -> Option<Tiles> {
        let mut rest = *self;
        for index in (0..N_KINDS).filter(|index| kinds >> index & 1 == 1) {
            rest.most[index] = rest.most[index].checked_sub(1)?;
            match rest.natural[index] {
                0 => rest.n_wilds = rest.n_wilds.checked_sub(1)?,
                _ => rest.natural[index] -= 1,
            }
        }
        Some(rest)
    }

    /// The natural tiles, packed.
    pub(super) fn packed(&self) -> Packed {
        self.natural
            .iter()
            .enumerate()
            .fold(Packed::NONE, |packed, (index, &n)| packed.and(Packed::copies(n, index)))
    }
}

/// How far a reading has got.
#[derive(Clone, Copy)]
struct Place {
    /// The kind to decide on.
    index: usize,
    /// Tiles that runs of lower kinds need here, and of the next kind.
    here: u8,
    next: u8,
    /// What the reading still needs.
    sets: u8,
    pairs: u8,
    wilds: u8,
}

/// A search through the readings of some tiles.
pub(super) struct Search<'a> {
    tiles: &'a Tiles,
    facts: &'a Facts,
    best: &'a mut Best,
    /// For each kind, the natural tiles from it on.
    natural_from: [u8; N_KINDS + 1],
}

/// Offers every reading of the tiles as so many sets and a pair beside what is read already.
pub(super) fn offer_readings(tiles: &Tiles, sets: u8, read: Reading, facts: &Facts, best: &mut Best) {
    let mut natural_from = [0; N_KINDS + 1];
    for index in (0..N_KINDS).rev() {
        natural_from[index] = natural_from[index + 1] + tiles.natural[index];
    }
    let start = Place { index: 0, here: 0, next: 0, sets, pairs: 1, wilds: tiles.n_wilds };
    Search { tiles, facts, best, natural_from }.decide(start, read);
}

impl Search<'_> {
    /// Decides on one kind in every way, then goes on.
    fn decide(&mut self, mut at: Place, read: Reading) {
        while at.wilds == 0 && at.here == 0 && at.index < N_KINDS && self.tiles.natural[at.index] == 0 {
            (at.index, at.here, at.next) = (at.index + 1, at.next, 0);
        }
        if at.sets == 0 && at.pairs == 0 && at.here == 0 && at.next == 0 {
            if self.natural_from[at.index] == 0 {
                self.best.offer(&read.tally(self.facts));
            }
            return;
        }
        if at.index == N_KINDS {
            return;
        }
        for (pungs, pairs) in [(0, 0), (1, 0), (0, 1)] {
            if pungs <= at.sets && pairs <= at.pairs {
                let mut with = read;
                if pungs == 1 {
                    with = with.with_pung(at.index);
                }
                if pairs == 1 {
                    with = with.with_pair(at.index);
                }
                let after = Place { sets: at.sets - pungs, pairs: at.pairs - pairs, ..at };
                self.decide_runs(after, at.here + 3 * pungs + 2 * pairs, with);
            }
        }
    }

    /// Begins every possible number of runs at a kind of which so many tiles are used otherwise.
    fn decide_runs(&mut self, at: Place, used: u8, mut read: Reading) {
        let most_runs = if at.index < 27 && at.index % 9 < 7 { at.sets } else { 0 };
        let (natural, most) = (self.tiles.natural[at.index], self.tiles.most[at.index]);
        for runs in 0..=most_runs {
            let n = used + runs;
            if n > most || n > natural + at.wilds {
                return;
            }
            if runs > 0 {
                read = read.with_run(at.index);
            }
            if n >= natural {
                let after = Place {
                    index: at.index + 1,
                    here: at.next + runs,
                    next: runs,
                    sets: at.sets - runs,
                    pairs: at.pairs,
                    wilds: at.wilds - (n - natural),
                };
                self.decide(after, read);
            }
        }
    }
}
