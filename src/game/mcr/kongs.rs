//! The fans of kongs, and three of the indicator's kind, which count as one (E-Q08, E-K06).

use super::fan::{Fan, FanSet};
use crate::game::meld::{Meld, MeldKind};
use crate::game::tile::Tile;

/// The kongs of a hand as its fans count them.
#[derive(Clone, Copy)]
pub(super) struct Kongs {
    n: u32,
    n_concealed: u32,
    /// Those that are melds of four tiles, and the concealed ones among these.
    n_whole: u32,
    n_whole_concealed: u32,
    /// The kind of a kong with three tiles.
    of_three: Option<Tile>,
}

impl Kongs {
    /// The kongs among the melds; a pung of the indicator's kind is one (明杠).
    pub(super) fn of_melds(melds: &[Meld], indicator: Option<Tile>) -> Kongs {
        let whole = melds.iter().filter(|meld| meld.is_kong()).count() as u32;
        let concealed = melds.iter().filter(|meld| !meld.is_open()).count() as u32;
        let of_three = melds.iter().find(|meld| meld.kind == MeldKind::Pung && Some(meld.tile) == indicator);
        Kongs {
            n: whole + u32::from(of_three.is_some()),
            n_concealed: concealed,
            n_whole: whole,
            n_whole_concealed: concealed,
            of_three: of_three.map(|meld| meld.tile),
        }
    }

    /// With three of the indicator's kind in the hand: 暗杠, or 明杠 where a claimed tile is the third.
    pub(super) fn with_three(self, tile: Tile, concealed: bool) -> Kongs {
        let n_concealed = self.n_concealed + u32::from(concealed);
        Kongs { n: self.n + 1, n_concealed, of_three: Some(tile), ..self }
    }

    /// Concealed kongs that no reading has among its concealed pungs.
    pub(super) fn n_concealed_melds(self) -> u32 {
        self.n_whole_concealed
    }

    /// Kinds of which all four copies are there for a kong's sake, given which kinds have all four: no 四归一.
    pub(super) fn n_fourfold(self, has_all: impl Fn(Tile) -> bool) -> u32 {
        // A wild may be a fourth beside the three that count as a kong.
        self.n_whole + u32::from(self.of_three.is_some_and(has_all))
    }

    /// The fan of the kongs (E-D1, E-D8).
    pub(super) fn fans(self) -> FanSet {
        match (self.n, self.n_concealed) {
            (4, _) => FanSet::of(&[Fan::FourKongs]),
            (3, _) => FanSet::of(&[Fan::ThreeKongs]),
            (2, 2) => FanSet::of(&[Fan::TwoConcealedKongs]),
            (2, 1) => FanSet::of(&[Fan::ConcealedKong, Fan::MeldedKong]),
            (2, _) => FanSet::of(&[Fan::TwoMeldedKongs]),
            (1, 1) => FanSet::of(&[Fan::ConcealedKong]),
            (1, _) => FanSet::of(&[Fan::MeldedKong]),
            _ => FanSet::EMPTY,
        }
    }
}
