//! Sets of tile kinds as bits, bit 0 for `1m`: what the fans ask of all tiles together.

use super::fan::Fan;
use super::tally::Tally;
use crate::game::tile::{N_KINDS, Tile};

/// Kinds as bits in tile order.
pub(super) type Kinds = u64;

/// One kind.
pub(super) const fn kind(tile: Tile) -> Kinds {
    1 << tile.index()
}

/// The same ranks, rank 1 the lowest bit, in every suit.
const fn ranks(ranks: Kinds) -> Kinds {
    ranks | ranks << 9 | ranks << 18
}

/// The nine kinds of each suit, and those of the honours.
pub(super) const SUITS: [Kinds; 3] = [0x1ff, 0x1ff << 9, 0x1ff << 18];
pub(super) const WINDS: Kinds = 0b1111 << 27;
pub(super) const DRAGONS: Kinds = 0b111 << 31;
pub(super) const HONOURS: Kinds = WINDS | DRAGONS;
pub(super) const TERMINALS: Kinds = ranks(0b1_0000_0001);
/// 幺九.
pub(super) const OUTSIDE: Kinds = TERMINALS | HONOURS;
/// The 5 of each suit.
pub(super) const FIVES: Kinds = ranks(0b10000);
/// Ranks 2, 4, 6 and 8.
pub(super) const EVENS: Kinds = ranks(0b0_1010_1010);
/// Lowest tiles of runs with a 1 or a 9.
pub(super) const OUTSIDE_RUNS: Kinds = ranks(0b100_0001);
/// Lowest tiles of runs with a 5.
pub(super) const FIVE_RUNS: Kinds = ranks(0b1_1100);

/// 2s 3s 4s 6s 8s and 发.
const GREEN: Kinds = 0b0_1010_1110 << 18 | 1 << 32;
/// 1 2 3 4 5 8 9 of dots, 2 4 5 6 8 9 of bamboos, and 白.
const REVERSIBLE: Kinds = 0b1_1001_1111 << 9 | 0b1_1011_1010 << 18 | 1 << 33;

/// True if all kinds of the first set are in the second.
pub(super) const fn within(kinds: Kinds, whole: Kinds) -> bool {
    kinds & !whole == 0
}

/// Adds what the kinds of all tiles make by themselves.
pub(super) fn add_composition(tally: &mut Tally, kinds: Kinds) {
    let n_suits = SUITS.iter().filter(|&&suit| kinds & suit != 0).count();
    let honours = kinds & HONOURS;
    if honours == 0 {
        tally.add_if(within(kinds, TERMINALS), Fan::AllTerminals);
        tally.add_if(n_suits == 1, Fan::FullFlush);
        tally.add_if(within(kinds, ranks(0b1_1100_0000)), Fan::UpperTiles);
        tally.add_if(within(kinds, ranks(0b0_0011_1000)), Fan::MiddleTiles);
        tally.add_if(within(kinds, ranks(0b0_0000_0111)), Fan::LowerTiles);
        tally.add_if(within(kinds, ranks(0b1_1110_0000)), Fan::UpperFour);
        tally.add_if(within(kinds, ranks(0b0_0000_1111)), Fan::LowerFour);
        tally.add_if(kinds & TERMINALS == 0, Fan::AllSimples);
        tally.add(Fan::NoHonours);
    } else {
        tally.add_if(n_suits == 0, Fan::AllHonours);
        tally.add_if(n_suits > 0 && within(kinds, OUTSIDE), Fan::AllTerminalsAndHonours);
        tally.add_if(n_suits == 1, Fan::HalfFlush);
        tally.add_if(n_suits == 3 && kinds & WINDS != 0 && kinds & DRAGONS != 0, Fan::AllTypes);
    }
    tally.add_if(within(kinds, GREEN), Fan::AllGreen);
    tally.add_if(within(kinds, REVERSIBLE), Fan::ReversibleTiles);
    tally.add_if(n_suits == 2, Fan::OneVoidedSuit);
}

/// How many of each kind, three bits a kind: up to seven copies, added all at once.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Packed(u128);

impl Packed {
    pub(super) const NONE: Packed = Packed(0);
    const FOURTHS: u128 = {
        let (mut bits, mut i) = (0, 0);
        while i < N_KINDS {
            bits |= 0b100 << (3 * i);
            i += 1;
        }
        bits
    };

    /// So many copies of the kind at a place of the tile order.
    pub(super) const fn copies(n: u8, index: usize) -> Packed {
        Packed((n as u128) << (3 * index))
    }

    /// The three tiles of the run whose lowest tile is at this place.
    pub(super) const fn run(index: usize) -> Packed {
        Packed(0o111 << (3 * index))
    }

    pub(super) const fn and(self, other: Packed) -> Packed {
        Packed(self.0 + other.0)
    }

    /// Copies of the kind at a place.
    pub(super) const fn of(self, index: usize) -> u8 {
        (self.0 >> (3 * index)) as u8 & 7
    }

    /// Kinds with all four copies, of tiles without a fifth.
    pub(super) const fn n_fourfold(self) -> u32 {
        (self.0 & Packed::FOURTHS).count_ones()
    }

    /// The tiles without one of the kind at a place, of which there is one.
    pub(super) const fn without(self, index: usize) -> Packed {
        Packed(self.0 - (1 << (3 * index)))
    }
}
