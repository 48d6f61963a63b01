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
use crate::text::Lang;

pub(super) const WIDTH: u32 = 900;
pub(super) const HEIGHT: u32 = 192;
const SIZE: TileSize = TileSize::Hand;
const LEFT: i32 = 14;
const TOP: i32 = 14;
/// Between the hand and the tile just drawn: room for its ring.
const DRAWN_GAP: i32 = 18;
/// Middle line of the names under the tiles.
const NAMES_CY: i32 = 117;
/// Pixels of em of a name: 9.3 CSS pixels where the picture is 350 wide.
const NAME: u8 = 24;
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
        one_tile(&mut painter, x, held, &choice);
        name(&mut painter, x, held, wild || choice.declares_ting(held), scene.lang);
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

fn one_tile(painter: &mut Painter<'_>, x: i32, held: (Tile, Origin), choice: &Choice<'_>) {
    match (held.1 == Origin::Drawn, choice.shade(held)) {
        (true, Shade::Full) => painter.ringed_tile(x, TOP, SIZE, held.0),
        (_, shade) => painter.tile(x, TOP, SIZE, held.0, shade),
    }
}

/// The name under a tile: on gold that of a wild, and that of a tile whose discard declares ting.
fn name(painter: &mut Painter<'_>, x: i32, held: (Tile, Origin), on_gold: bool, lang: Lang) {
    let cx = x + SIZE.width() / 2;
    let text = labels::under_tile(lang, held.0);
    if on_gold {
        let chip = Rect::new(cx - 29, NAMES_CY - 12, 58, 25);
        painter.sized_chip(chip, Colour::GOLD, &text, Style::middle(NAME, Colour::INK));
    } else {
        let colour = if held.1 == Origin::Drawn { Colour::GOLD } else { Colour::MUTED };
        painter.text(cx, NAMES_CY, &text, Style::middle(NAME, colour));
    }
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
    use crate::render::font::Font;

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

    #[test]
    fn every_name_is_narrower_than_its_tile() {
        let font = Font::new().unwrap();
        for lang in Lang::ALL {
            for tile in Tile::all() {
                let name = labels::under_tile(lang, tile);
                assert!(font.width(&name, NAME) <= 54, "{name}"); // as wide as the field of gold lets it be
            }
        }
    }
}
