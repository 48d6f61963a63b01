//! One reading of a win, and the fans that hold for it.

use std::cell::OnceCell;

use super::chows::{Chows, add_chow_fans};
use super::fan::{Fan, FanSet};
use super::kinds::{
    EVENS, FIVE_RUNS, FIVES, Kinds, OUTSIDE, OUTSIDE_RUNS, Packed, SUITS, add_composition, kind, within,
};
use super::kongs::Kongs;
use super::pungs::{Winds, add_honour_fans, add_pung_fans};
use super::search::{Best, Tiles};
use super::tally::Tally;
use super::waits::only_wait;
use crate::game::meld::{Meld, MeldKind};
use crate::game::tile::Tile;

/// What holds for every reading of a win.
pub(super) struct Facts {
    /// The fans that only depend on how the hand was won.
    pub(super) situation: FanSet,
    pub(super) kongs: Kongs,
    /// The indicator's kind, if three of it lie in the hand, the winning tile among them (E-Q08).
    pub(super) indicator: Option<Tile>,
    pub(super) winds: Winds,
    /// The winning tile.
    pub(super) won: Won,
    /// The concealed tiles before the win.
    pub(super) before: Tiles,
    pub(super) n_melds: usize,
    /// What [`Facts::only_wait`] has found.
    pub(super) only_wait: OnceCell<Option<Tile>>,
}

impl Facts {
    /// The only kind that completes the hand, if there is just one and no wild is held (E-K02). Many readings never ask.
    fn only_wait(&self) -> Option<Tile> {
        *self.only_wait.get_or_init(|| only_wait(&self.before.natural, self.n_melds))
    }
}

/// Where the winning tile comes from, and what it stands for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Won {
    /// Of another player: a pung that it finishes is not concealed.
    Claimed(Tile),
    /// Drawn.
    Drawn(Tile),
    /// A drawn wild.
    DrawnWild,
}

/// Four sets and a pair; or, beside a knitted straight, one set and a pair.
#[derive(Clone, Copy)]
pub(super) struct Reading {
    chows: Chows,
    /// The lowest tiles of all chows, and of the concealed ones.
    runs: Kinds,
    own_runs: Kinds,
    /// All pungs and kongs, and the concealed pungs.
    pungs: Kinds,
    own_pungs: Kinds,
    pair: usize,
    /// All tiles, the wilds as what they stand for.
    pub(super) tiles: Packed,
    kinds: Kinds,
    knitted: bool,
}

impl Reading {
    /// The melds alone.
    pub(super) fn of_melds(melds: &[Meld]) -> Reading {
        let mut reading = Reading {
            chows: Chows::NONE,
            runs: 0,
            own_runs: 0,
            pungs: 0,
            own_pungs: 0,
            pair: 0,
            tiles: Packed::NONE,
            kinds: 0,
            knitted: false,
        };
        for meld in melds {
            reading = match meld.kind {
                MeldKind::Chow => Reading { own_runs: 0, ..reading.with_run(meld.tile.index()) },
                _ => Reading { own_pungs: 0, ..reading.with_pung(meld.tile.index()) },
            };
            if meld.is_kong() {
                reading.tiles = reading.tiles.and(Packed::copies(1, meld.tile.index()));
            }
        }
        reading
    }

    /// With the nine tiles of a knitted straight.
    pub(super) fn with_knitted(mut self, tiles: Kinds) -> Reading {
        self.knitted = true;
        self.kinds |= tiles;
        for index in (0..27).filter(|index| tiles >> index & 1 == 1) {
            self.tiles = self.tiles.and(Packed::copies(1, index));
        }
        self
    }

    pub(super) fn with_run(mut self, index: usize) -> Reading {
        self.chows = self.chows.with(index);
        self.runs |= 1 << index;
        self.own_runs |= 1 << index;
        self.tiles = self.tiles.and(Packed::run(index));
        self.kinds |= 0b111 << index;
        self
    }

    pub(super) fn with_pung(mut self, index: usize) -> Reading {
        self.pungs |= 1 << index;
        self.own_pungs |= 1 << index;
        self.tiles = self.tiles.and(Packed::copies(3, index));
        self.kinds |= 1 << index;
        self
    }

    pub(super) fn with_pair(mut self, index: usize) -> Reading {
        self.pair = index;
        self.tiles = self.tiles.and(Packed::copies(2, index));
        self.kinds |= 1 << index;
        self
    }

    /// Offers what the reading is worth, with three of the indicator's kind as a kong and without (E-K06).
    pub(super) fn offer(&self, facts: &Facts, best: &mut Best) {
        best.offer(&self.tally(facts, facts.kongs));
        if let Some(tile) = facts.indicator.filter(|&tile| self.own_pungs & kind(tile) != 0)
            && !self.is_nine_gates(facts)
        {
            let concealed = self.claimed_pung(facts) != Some(tile);
            best.offer(&self.tally(facts, facts.kongs.with_three(tile, concealed)));
        }
    }

    /// The fans that hold, counted or not.
    fn tally(&self, facts: &Facts, kongs: Kongs) -> Tally {
        let mut tally = Tally::of(facts.situation.union(kongs.fans()));
        let pair = 1 << self.pair;
        add_composition(&mut tally, self.kinds);
        add_honour_fans(&mut tally, self.pungs, pair, facts.winds);
        tally.add_if(self.knitted, Fan::KnittedStraight);
        tally.add_if(self.pungs == 0 && within(pair, !super::kinds::HONOURS), Fan::AllChows);
        let n_kongs = kongs.n_fourfold(|tile| self.tiles.of(tile.index()) == 4);
        tally.add_times(self.tiles.n_fourfold().saturating_sub(n_kongs), Fan::TileHog);
        if !self.knitted {
            self.add_sets(&mut tally, pair, facts);
        }
        self.add_wait(&mut tally, facts);
        if self.is_nine_gates(facts) {
            tally.add(Fan::NineGates);
            tally.take_one(Fan::PungOfTerminalsOrHonours);
        }
        tally
    }

    /// What needs four sets.
    fn add_sets(&self, tally: &mut Tally, pair: Kinds, facts: &Facts) {
        if self.chows.len() > 1 {
            add_chow_fans(tally, &self.chows, self.pair);
        }
        if self.pungs.count_ones() > 1 {
            add_pung_fans(tally, self.pungs);
        }
        if self.chows.len() == 0 {
            let even = within(self.pungs | pair, EVENS);
            tally.add(if even { Fan::AllEvenPungs } else { Fan::AllPungs });
        }
        let whole = self.pungs | pair;
        tally.add_if(within(whole, OUTSIDE) && within(self.runs, OUTSIDE_RUNS), Fan::OutsideHand);
        tally.add_if(within(whole, FIVES) && within(self.runs, FIVE_RUNS), Fan::AllFive);
        match self.n_concealed_pungs(facts) {
            4 => tally.add(Fan::FourConcealedPungs),
            3 => tally.add(Fan::ThreeConcealedPungs),
            2 => tally.add(Fan::TwoConcealedPungs),
            _ => {}
        }
    }

    /// Concealed pungs and kongs.
    fn n_concealed_pungs(&self, facts: &Facts) -> u32 {
        let all = self.own_pungs.count_ones() + facts.kongs.n_concealed_melds();
        all - u32::from(self.claimed_pung(facts).is_some())
    }

    /// The pung that a claimed tile finishes: only where the tile can't be in a run or the pair (E-D9).
    fn claimed_pung(&self, facts: &Facts) -> Option<Tile> {
        let Won::Claimed(tile) = facts.won else { return None };
        let elsewhere = self.own_runs & runs_with(tile) != 0 || self.pair == tile.index();
        (self.own_pungs & kind(tile) != 0 && !elsewhere).then_some(tile)
    }

    /// 边张, 坎张 or 单钓将, if the winning tile can be read so.
    fn add_wait(&self, tally: &mut Tally, facts: &Facts) {
        let stands_for = match facts.won {
            Won::Claimed(tile) | Won::Drawn(tile) => Some(tile),
            Won::DrawnWild => facts.only_wait(),
        };
        let Some(tile) = stands_for else { return };
        let rank = tile.rank().unwrap_or(0);
        let has_run = |steps: u8| {
            tile.index()
                .checked_sub(usize::from(steps))
                .is_some_and(|lowest| self.own_runs >> lowest & 1 == 1)
        };
        let fan = if rank == 3 && has_run(2) || rank == 7 && has_run(0) {
            Fan::EdgeWait
        } else if (2..=8).contains(&rank) && has_run(1) {
            Fan::ClosedWait
        } else if self.pair == tile.index() {
            Fan::SingleWait
        } else {
            return;
        };
        tally.add_if(facts.only_wait() == Some(tile), fan);
    }

    /// True if the tiles without the winning one are 1112345678999 of a suit. A drawn wild can be any tile that a
    /// wild stands for.
    fn is_nine_gates(&self, facts: &Facts) -> bool {
        if facts.n_melds > 0 {
            return false;
        }
        let Some(suit) = SUITS.iter().position(|&suit| suit == self.kinds) else { return false };
        let gates = NINE_GATES[suit];
        let before = |index: usize| self.tiles.of(index) > 0 && self.tiles.without(index) == gates;
        match facts.won {
            Won::Claimed(tile) | Won::Drawn(tile) => before(tile.index()),
            Won::DrawnWild => (suit * 9..suit * 9 + 9)
                .any(|index| before(index) && self.tiles.of(index) > facts.before.natural[index]),
        }
    }
}

/// The lowest tiles of the runs that a tile can be in.
fn runs_with(tile: Tile) -> Kinds {
    let Some(rank) = tile.rank() else { return 0 };
    let first = tile.index() + 1 - usize::from(rank);
    let ranks: Kinds = 0b111 << rank >> 3;
    (ranks & 0x7f) << first
}

/// 1112345678999 of each suit.
const NINE_GATES: [Packed; 3] = {
    let mut gates = [Packed::NONE; 3];
    let mut index = 0;
    while index < 27 {
        let n = if index % 9 == 0 || index % 9 == 8 { 3 } else { 1 };
        gates[index / 9] = gates[index / 9].and(Packed::copies(n, index));
        index += 1;
    }
    gates
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tile_is_in_up_to_three_runs() {
        let cases = [
            ("1m", vec!["1m"]),
            ("2m", vec!["1m", "2m"]),
            ("5s", vec!["3s", "4s", "5s"]),
            ("9p", vec!["7p"]),
        ];
        for (tile, lowest) in cases {
            let expected: Kinds = lowest.iter().map(|text| kind(text.parse().unwrap())).sum();
            assert_eq!(runs_with(tile.parse().unwrap()), expected, "{tile}");
        }
        assert_eq!(runs_with(crate::t!("E")), 0);
    }
}
