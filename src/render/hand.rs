//! A player's own hand: private to that player, always of one size.

use super::atlas::TileSize;
use super::canvas::{Rect, Shade};
use super::meld::{self, Fourth, MeldPlace};
use super::painter::{Kit, Painter, Style};
use super::palette::Colour;
use super::{HandScene, Picture, RenderError, labels, strip};
use crate::game::action::{Offer, Origin, TingDiscard};
use crate::game::tile::Tile;
use crate::game::view::PlayerView;
use crate::text::{Lang, tile_short};

pub(super) const WIDTH: u32 = 900;
pub(super) const HEIGHT: u32 = 188;
const SIZE: TileSize = TileSize::Hand;
const LEFT: i32 = 14;
const TOP: i32 = 14;
/// Between the hand and the tile just drawn: room for its ring.
const DRAWN_GAP: i32 = 18;
/// Middle line of the names under the tiles: the words of their buttons.
const NAMES_CY: i32 = 114;
/// A name on gold.
const GOLD_NAME: Style = Style::middle(20, Colour::INK);
const MELD_GAP: i32 = 8;

/// Draws the hand with its melds and the strip of information.
pub(super) fn draw(kit: &Kit, scene: &HandScene<'_>) -> Result<Picture, RenderError> {
    composed(kit, scene)?.finish()
}

/// The same before it is packed.
pub(super) fn composed<'k>(kit: &'k Kit, scene: &HandScene<'_>) -> Result<Painter<'k>, RenderError> {
    let mut painter = Painter::new(kit, WIDTH, HEIGHT).with_index_digits(scene.index_digits)?;
    let choice = Choice::of(scene.view);
    let hand = scene.view.hand.iter().map(|&tile| (tile, Origin::Hand));
    let drawn = scene.view.drawn.map(|tile| (tile, Origin::Drawn));
    for (i, held) in (0..).zip(hand.chain(drawn)) {
        let wild = scene.view.public.indicator.is_some_and(|turned| turned.wild() == held.0);
        let gap = if held.1 == Origin::Drawn { DRAWN_GAP } else { 0 };
        let x = LEFT + i * SIZE.width() + gap;
        one_tile(&mut painter, x, held, &choice, scene.lang);
        if wild {
            let name = labels::wild(scene.lang, held.0);
            painter.sized_chip(name_chip(x), Colour::GOLD, &name, GOLD_NAME);
        }
    }
    melds(&mut painter, scene);
    strip::draw(&mut painter, scene);
    Ok(painter)
}

/// What may be discarded now, and which discards would declare ting.
struct Choice<'a> {
    /// Empty when nothing is to be discarded: then no tile is faded.
    discards: Vec<(Tile, Origin)>,
    tings: Vec<&'a TingDiscard>,
}

impl<'a> Choice<'a> {
    fn of(view: &'a PlayerView) -> Choice<'a> {
        let mut choice = Choice { discards: Vec::new(), tings: Vec::new() };
        for offer in &view.offers {
            match offer {
                Offer::Discard { tile, origin } => choice.discards.push((*tile, *origin)),
                Offer::Ting { discards } => {
                    choice.discards.extend(discards.iter().map(|d| (d.tile, d.origin)));
                    choice.tings.extend(discards);
                }
                Offer::TingChow { discards, .. }
                | Offer::TingPung { discards }
                | Offer::StickyTing { discards } => choice.tings.extend(discards),
                Offer::Kong { .. }
                | Offer::Chow { .. }
                | Offer::Pung
                | Offer::ClaimKong
                | Offer::Win
                | Offer::Pass => {}
            }
        }
        choice
    }

    fn shade(&self, held: (Tile, Origin)) -> Shade {
        let free = self.discards.is_empty() || self.discards.contains(&held);
        if free { Shade::Full } else { Shade::Dim }
    }

    fn declares_ting(&self, held: (Tile, Origin)) -> bool {
        self.tings.iter().any(|d| (d.tile, d.origin) == held)
    }
}

fn one_tile(painter: &mut Painter<'_>, x: i32, held: (Tile, Origin), choice: &Choice<'_>, lang: Lang) {
    let drawn = held.1 == Origin::Drawn;
    match (drawn, choice.shade(held)) {
        (true, Shade::Full) => painter.ringed_tile(x, TOP, SIZE, held.0),
        (_, shade) => painter.tile(x, TOP, SIZE, held.0, shade),
    }
    let cx = x + SIZE.width() / 2;
    if choice.declares_ting(held) {
        let text = labels::ting_discard(lang, held.0);
        painter.sized_chip(name_chip(x), Colour::GOLD, &text, GOLD_NAME);
    } else {
        let colour = if drawn { Colour::GOLD } else { Colour::MUTED };
        painter.text_within(
            cx,
            NAMES_CY,
            SIZE.width() - 2,
            &tile_short(lang, held.0),
            Style::middle(21, colour),
        );
    }
}

/// The place of a name on gold, under the tile at `x`.
fn name_chip(x: i32) -> Rect {
    Rect::new(x + SIZE.width() / 2 - 29, NAMES_CY - 11, 58, 23)
}

/// Melds at the right end, the first one leftmost.
fn melds(painter: &mut Painter<'_>, scene: &HandScene<'_>) {
    let made = &scene.view.public.seats[scene.view.seat].melds;
    let n_melds = made.len() as i32;
    let left = WIDTH as i32 - LEFT - n_melds * meld::WIDTH - (n_melds - 1).max(0) * MELD_GAP;
    for (i, one) in (0..).zip(made.iter()) {
        let place = MeldPlace {
            x: left + i * (meld::WIDTH + MELD_GAP),
            y: TOP + meld::RAISE + 6,
            owner: scene.view.seat,
            lang: scene.lang,
        };
        meld::draw(painter, place, one, Fourth::Plain);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hand_and_melds_have_room_beside_each_other() {
        for n_melds in 0..=4 {
            let n_tiles = 13 - 3 * n_melds;
            let end = LEFT + (n_tiles + 1) * SIZE.width() + DRAWN_GAP + 6;
            let melds = n_melds * meld::WIDTH + (n_melds - 1).max(0) * MELD_GAP + LEFT;
            assert!(end + melds <= WIDTH as i32, "{n_melds} melds");
        }
        const { assert!(TOP + meld::RAISE + 6 + meld::HEIGHT < strip::RECT.y) };
    }
}
