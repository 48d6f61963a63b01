//! The fans of xingdong (docs/RULES.md, 兴动): how many points a finished hand is worth.
//!
//! A win is read in every way ([`search`] for sets and a pair, [`special`] for the other hands), the wilds standing for
//! whatever makes the reading; the fans that hold for a [`reading`] are noted in a [`tally`], which knows what is
//! counted beside what ([`fan`]); the reading with the most points counts.

mod chows;
mod distance;
mod fan;
mod kinds;
mod kongs;
mod plans;
mod pungs;
mod reading;
mod search;
mod special;
mod tally;
mod waits;
#[cfg(test)]
mod wild_tests;

use std::cell::OnceCell;

use super::meld::Meld;
use super::seat::Seat;
use super::tile::{Counts, N_KINDS, Tile};
use fan::FanSet;
use kongs::Kongs;
use pungs::Winds;
use reading::{Facts, Reading, Won};
use search::{Best, Tiles, offer_readings};

pub use distance::{Distance, distance};
pub use fan::{Fan, N_FANS};
pub use plans::{Holding, Lack, Plan, plans};
pub use tally::FanCount;

/// How the winning tile came.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// An own draw.
    Draw,
    /// The replacement tile of an own kong.
    KongDraw,
    /// Another player's discard.
    Discard,
    /// A tile that another player adds to a pung.
    RobKong,
}

impl Source {
    /// True for an own draw (自摸).
    pub const fn is_draw(self) -> bool {
        matches!(self, Source::Draw | Source::KongDraw)
    }
}

/// A hand and the tile that may finish it.
pub struct Win<'a> {
    /// Concealed tiles, 13 − 3 × melds.
    pub hand: &'a Counts,
    /// The melds.
    pub melds: &'a [Meld],
    /// The winning tile.
    pub tile: Tile,
    /// How it came.
    pub source: Source,
    /// It is the last drawable tile, or the discard after that (E-K07).
    pub is_last: bool,
    /// Everybody sees the three other copies (E-D6).
    pub is_fourth: bool,
    /// The winner's seat, which names his wind.
    pub seat: Seat,
    /// The seat that names the wind of the round (E-Q11).
    pub prevalent: Seat,
    /// The kind whose copies in the hand are wild. The winning tile is wild only if it is drawn (E-W4).
    pub wild: Option<Tile>,
    /// The kind of the turned indicator, three of which count as a kong (E-Q08); `None` where it is not asked for.
    pub indicator: Option<Tile>,
}

/// The fans of the best reading and assignment of the wilds (E-K01); `None` if the tile finishes no hand. At most four
/// copies of a kind may be in hand, melds and winning tile.
pub fn count_fans(win: &Win<'_>) -> Option<FanCount> {
    let tiles = win.tiles();
    let mut best = Best::NONE;
    offer_all(&tiles, win.melds, &win.facts(&tiles), &mut best);
    best.into_tally().map(|tally| tally.settled())
}

/// True if [`count_fans`] comes to so many points: without looking for the best reading.
pub fn reaches(win: &Win<'_>, points: u16) -> bool {
    let tiles = win.tiles();
    let mut best = Best::up_to(points.max(1)); // no win is worth less
    offer_all(&tiles, win.melds, &win.facts(&tiles), &mut best);
    best.into_tally().is_some_and(|tally| tally.total() >= points)
}

/// Offers every reading of these concealed tiles beside the melds.
fn offer_all(tiles: &Tiles, melds: &[Meld], facts: &Facts, best: &mut Best) {
    let read = Reading::of_melds(melds);
    let Some(sets) = 4_usize.checked_sub(melds.len()) else { return };
    if melds.is_empty() {
        special::offer_special_hands(tiles, facts, best);
    }
    offer_readings(tiles, sets as u8, read, facts, best);
    if let Some(sets) = sets.checked_sub(3) {
        for pattern in special::KNITTED {
            if let Some(rest) = tiles.without(pattern) {
                offer_readings(&rest, sets as u8, read.with_knitted(pattern), facts, best);
            }
        }
    }
}

impl Win<'_> {
    /// Where the winning tile comes from, and what it stands for.
    fn won(&self) -> Won {
        match (self.source.is_draw(), self.wild == Some(self.tile)) {
            (false, _) => Won::Claimed(self.tile),
            (true, false) => Won::Drawn(self.tile),
            (true, true) => Won::DrawnWild,
        }
    }

    /// Wilds among the tiles held before the win.
    fn n_wilds_held(&self) -> u8 {
        self.wild.map_or(0, |wild| self.hand.of(wild))
    }

    /// The concealed tiles and the winning one.
    fn tiles(&self) -> Tiles {
        let mut tiles =
            Tiles { natural: *self.hand.by_kind(), most: [4; N_KINDS], n_wilds: self.n_wilds_held() };
        if let Some(wild) = self.wild {
            tiles.natural[wild.index()] = 0;
        }
        match self.won() {
            Won::DrawnWild => tiles.n_wilds += 1,
            Won::Claimed(tile) | Won::Drawn(tile) => tiles.natural[tile.index()] += 1,
        }
        for tile in self.melds.iter().flat_map(Meld::copies) {
            let most = &mut tiles.most[tile.index()];
            *most = most.saturating_sub(1);
        }
        tiles
    }

    fn facts(&self, tiles: &Tiles) -> Facts {
        let won = self.won();
        let mut before = *tiles;
        if let Won::Claimed(tile) | Won::Drawn(tile) = won {
            before.natural[tile.index()] -= 1;
        }
        Facts {
            situation: self.situation(),
            kongs: Kongs::of_melds(self.melds, self.indicator),
            indicator: self.indicator.filter(|&tile| tiles.natural[tile.index()] == 3),
            winds: Winds { prevalent: wind(self.prevalent), seat: wind(self.seat) },
            won,
            only_wait: if self.n_wilds_held() == 0 { OnceCell::new() } else { OnceCell::from(None) },
            before,
            n_melds: self.melds.len(),
        }
    }

    /// The fans that do not depend on the reading.
    fn situation(&self) -> FanSet {
        let n_open = self.melds.iter().filter(|meld| meld.is_open()).count();
        let draw = self.source.is_draw();
        [
            (draw, Fan::SelfDrawn),
            (draw && self.is_last, Fan::LastTileDraw),
            (!draw && self.is_last, Fan::LastTileClaim),
            (self.source == Source::KongDraw, Fan::OutWithReplacementTile),
            (self.source == Source::RobKong, Fan::RobbingTheKong),
            (n_open == 0, if draw { Fan::FullyConcealedHand } else { Fan::ConcealedHand }),
            (n_open == 4 && !draw, Fan::MeldedHand),
            (self.is_last_of_its_kind(), Fan::LastTileOfItsKind),
        ]
        .into_iter()
        .filter_map(|(holds, fan)| holds.then_some(fan))
        .fold(FanSet::EMPTY, |fans, fan| fans.union(FanSet::of(&[fan])))
    }

    /// 和绝张: the other copies are seen by all, so none is hidden in the hand (E-D6).
    fn is_last_of_its_kind(&self) -> bool {
        // Own concealed kongs are no copies of a tile that comes now.
        let n_melded = Reading::of_melds(self.melds).tiles.of(self.tile.index());
        (self.is_fourth || n_melded == 3) && self.hand.of(self.tile) == 0
    }
}

/// The wind of a seat.
fn wind(seat: Seat) -> Tile {
    [crate::t!("E"), crate::t!("S"), crate::t!("W"), crate::t!("N")][seat.index()]
}
