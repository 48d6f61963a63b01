//! Melds: upright tiles, a kong's fourth tile on top, and a tab naming the seat that a claimed tile came from.

use super::atlas::TileSize;
use super::canvas::{Rect, Shade};
use super::labels;
use super::painter::{Painter, Style};
use super::palette::Colour;
use crate::game::meld::{Meld, MeldKind};
use crate::game::seat::Seat;
use crate::text::Lang;

/// Where and how a meld is drawn.
#[derive(Clone, Copy)]
pub(super) struct MeldPlace {
    /// Left edge.
    pub(super) x: i32,
    /// Top of the tiles that lie flat; a fourth one reaches [`RAISE`] higher.
    pub(super) y: i32,
    /// Whose meld it is: tells on which side the source sits.
    pub(super) owner: Seat,
    /// Language of the tab.
    pub(super) lang: Lang,
}

/// All melds have this size of tile.
pub(super) const SIZE: TileSize = TileSize::Meld;
/// Three tiles side by side.
pub(super) const WIDTH: i32 = 3 * SIZE.width();
/// How far a kong's fourth tile lies above the others, in pixels.
pub(super) const RAISE: i32 = 15;
/// From the top of the flat tiles to the lower edge of the tab.
#[cfg(test)]
pub(super) const HEIGHT: i32 = TAB_TOP + TAB_HEIGHT;
/// The tab covers the tile's side and nothing of its face.
const TAB_TOP: i32 = 60;
const TAB_HEIGHT: i32 = 25;
/// Pixels of em of the tab's text: as large as the tab takes.
const TAB_TEXT: u8 = 24;

/// Whether the tile that makes a kong of a pung is marked: it can be robbed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fourth {
    Plain,
    Ringed,
}

/// Draws one meld.
pub(super) fn draw(painter: &mut Painter<'_>, place: MeldPlace, meld: &Meld, fourth: Fourth) {
    let MeldPlace { x, y, .. } = place;
    let concealed = meld.kind == MeldKind::ConcealedKong;
    for (column, tile) in (0..3).zip(meld.tiles()) {
        let left = x + column * SIZE.width();
        if concealed {
            painter.back(left, y, SIZE);
        } else {
            painter.tile(left, y, SIZE, tile, Shade::Full);
        }
    }
    if meld.is_kong() {
        let (left, top) = (x + SIZE.width(), y - RAISE);
        match fourth {
            Fourth::Plain => painter.tile(left, top, SIZE, meld.tile, Shade::Full),
            Fourth::Ringed => painter.ringed_tile(left, top, SIZE, meld.tile),
        }
    }
    tab(painter, place, meld);
}

fn tab(painter: &mut Painter<'_>, place: MeldPlace, meld: &Meld) {
    let Some((claimed, from)) = meld.claimed else { return };
    let column = if meld.is_run() {
        meld.tiles().iter().position(|&tile| tile == claimed).unwrap_or(0) as i32
    } else {
        // The previous player sits on the left, the opposite one in the middle, the next one on the right.
        3 - from.steps_after(place.owner).max(1) as i32
    };
    let left = place.x + column * SIZE.width() + 2;
    let rect = Rect::new(left, place.y + TAB_TOP, SIZE.width() - 4, TAB_HEIGHT);
    let style = Style::middle(TAB_TEXT, Colour::INK);
    painter.sized_chip(rect, Colour::GOLD, labels::wind(place.lang, from), style);
}
