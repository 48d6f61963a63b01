//! All readings of a hand with wilds: kind by kind in tile order, so each reading is met once.

use super::kinds::Kinds;
use super::reading::{Facts, Reading};
use super::tally::Tally;
use crate::game::tile::N_KINDS;

/// The best tally so far.
pub(super) struct Best {
    tally: Option<Tally>,
    total: u16,
    /// A total at which no better one is looked for.
    enough: u16,
}

impl Best {
    pub(super) const NONE: Best = Best { tally: None, total: 0, enough: u16::MAX };

    /// Nothing yet, and nothing better is looked for than so much.
    pub(super) fn up_to(enough: u16) -> Best {
        Best { enough, ..Best::NONE }
    }

    /// True if nothing better is looked for.
    pub(super) fn is_enough(&self) -> bool {
        self.total >= self.enough
    }

    /// Keeps a tally if it is worth more than all before.
    pub(super) fn offer(&mut self, tally: &Tally) {
        let total = tally.total();
        if total > self.total {
            *self = Best { tally: Some(*tally), total, ..*self };
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
    /// For each kind, the fewest wilds in a run that begins there; more than there are where none can.
    run_wilds: [u8; N_KINDS],
}

/// Offers every reading of the tiles as so many sets and a pair beside what is read already.
pub(super) fn offer_readings(tiles: &Tiles, sets: u8, read: Reading, facts: &Facts, best: &mut Best) {
    let mut natural_from = [0; N_KINDS + 1];
    for index in (0..N_KINDS).rev() {
        natural_from[index] = natural_from[index + 1] + tiles.natural[index];
    }
    let run_wilds = std::array::from_fn(|first| {
        let run = tiles.natural.get(first..first + 3).filter(|_| first < 27 && first % 9 < 7);
        run.map_or(u8::MAX, |run| run.iter().map(|&n| u8::from(n == 0)).sum())
    });
    let start = Place { index: 0, here: 0, next: 0, sets, pairs: 1, wilds: tiles.n_wilds };
    Search { tiles, facts, best, natural_from, run_wilds }.decide(start, read);
}

impl Search<'_> {
    /// Decides on the kinds from a place on in every way.
    fn decide(&mut self, mut at: Place, read: Reading) {
        while at.index < N_KINDS && !self.best.is_enough() {
            if at.sets == 0 && at.pairs == 0 && at.here == 0 && at.next == 0 {
                break;
            }
            self.decide_here(&at, &read);
            // The last way is that nothing begins here.
            let Some(after) = self.after(&at, at.here) else { return };
            at = Place { index: at.index + 1, here: at.next, next: 0, ..after };
        }
        if at.sets == 0 && at.pairs == 0 && self.natural_from[at.index] == 0 {
            read.offer(self.facts, self.best);
        }
    }

    /// Goes on with every way in which something begins at one kind.
    fn decide_here(&mut self, at: &Place, read: &Reading) {
        let natural = self.tiles.natural[at.index];
        if at.wilds == 0 && natural <= at.here {
            return;
        }
        if self.run_wilds[at.index] <= at.wilds {
            self.begin_runs(at, at.here, 1, read);
        }
        if at.sets > 0 && at.here + 3 <= natural + at.wilds {
            let after = Place { sets: at.sets - 1, ..*at };
            self.begin_runs(&after, at.here + 3, 0, &read.with_pung(at.index));
        }
        if at.pairs > 0 && at.here + 2 <= natural + at.wilds {
            let after = Place { pairs: at.pairs - 1, ..*at };
            self.begin_runs(&after, at.here + 2, 0, &read.with_pair(at.index));
        }
    }

    /// Begins every number of runs from `least` on at a kind of which so many tiles are used otherwise.
    fn begin_runs(&mut self, at: &Place, used: u8, least: u8, read: &Reading) {
        let most_runs = if self.run_wilds[at.index] <= at.wilds { at.sets } else { 0 };
        let mut read = *read;
        for runs in 0..=most_runs {
            if runs > 0 {
                read = read.with_run(at.index);
            }
            if runs < least {
                continue;
            }
            if used + runs > self.tiles.natural[at.index] + at.wilds {
                return;
            }
            if let Some(after) = self.after(at, used + runs) {
                let place = Place {
                    index: at.index + 1,
                    here: at.next + runs,
                    next: runs,
                    sets: at.sets - runs,
                    ..after
                };
                self.decide(place, read);
            }
        }
    }

    /// The place with the wilds that it takes to use so many tiles of its kind; `None` if that is fewer than there are,
    /// or more than there can be.
    fn after(&self, at: &Place, used: u8) -> Option<Place> {
        let (natural, most) = (self.tiles.natural[at.index], self.tiles.most[at.index]);
        let added = used.checked_sub(natural)?;
        let wilds = at.wilds.checked_sub(added).filter(|_| used <= most)?;
        Some(Place { wilds, ..*at })
    }
}
