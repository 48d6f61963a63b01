//! The board: what everybody sees of a hand.

use super::atlas::TileSize;
use super::canvas::{Rect, Shade};
use super::layout::{self, CENTRE};
use super::meld::{self, Fourth, MeldPlace};
use super::painter::{Kit, Painter, Style};
use super::palette::Colour;
use super::{BoardScene, Picture, PlayerLabel, RenderError, labels, name};
use crate::game::meld::{Meld, MeldKind};
use crate::game::seat::Seat;
use crate::game::view::{PublicPhase, PublicView};
use crate::text::Lang;

/// Left edge of name and score inside a corner.
const TEXT_X: i32 = 82;
/// Right edge of the texts inside a corner.
const TEXT_END: i32 = 332;

/// Draws the board.
pub(super) fn draw(kit: &Kit, scene: &BoardScene<'_>) -> Result<Picture, RenderError> {
    composed(kit, scene)?.finish()
}

/// The same before it is packed.
pub(super) fn composed<'k>(kit: &'k Kit, scene: &BoardScene<'_>) -> Result<Painter<'k>, RenderError> {
    let mut painter =
        Painter::new(kit, layout::WIDTH, layout::HEIGHT).with_index_digits(scene.index_digits)?;
    for seat in Seat::ALL {
        corner(&mut painter, scene, seat);
        river(&mut painter, scene.view, seat);
    }
    centre(&mut painter, scene);
    Ok(painter)
}

/// Whose turn it is, while it is one seat's.
fn turn(view: &PublicView) -> Option<Seat> {
    match view.phase {
        PublicPhase::Turn { seat } => Some(seat),
        PublicPhase::Deal | PublicPhase::Claims { .. } | PublicPhase::Settled => None,
    }
}

fn corner(painter: &mut Painter<'_>, scene: &BoardScene<'_>, seat: Seat) {
    let rect = layout::corner(seat);
    if turn(scene.view) == Some(seat) {
        painter.canvas.framed(rect, 16, 6, Colour::GOLD, Colour::PANEL_TURN);
    } else {
        painter.canvas.round_rect(rect, 16, Colour::PANEL);
    }
    let dealt = scene.view.dealer == seat;
    let badge = Rect::new(rect.x + 12, rect.y + 12, 60, 60);
    painter.canvas.round_rect(badge, 12, if dealt { Colour::DEALER } else { Colour::DARK });
    let (cx, cy) = badge.centre();
    painter.text(cx, cy, labels::wind(scene.lang, seat), Style::middle(46, Colour::IVORY));
    name_row(painter, rect, &scene.players[seat], seat, scene.lang);
    score_row(painter, rect, scene, seat);
    melds(painter, rect, scene, seat);
}

fn name_row(painter: &mut Painter<'_>, rect: Rect, player: &PlayerLabel, seat: Seat, lang: Lang) {
    let tag = match (player.program, player.away) {
        (true, _) => Some(labels::program(lang)),
        (false, true) => Some(labels::away(lang)),
        (false, false) => None,
    };
    let mut end = TEXT_END;
    if let Some(tag) = tag {
        let style = Style::middle(24, Colour::MUTED);
        let width = painter.kit.font.width(tag, style.size) + 12;
        end -= width;
        let chip = Rect::new(rect.x + end, rect.y + 15, width, 30);
        painter.sized_chip(chip, Colour::DARK, tag, style);
        end -= 8;
    }
    let label = name::label(&painter.kit.font, &player.name, seat, lang);
    let shown = painter.kit.font.cut(&label, 30, end - TEXT_X);
    painter.text(rect.x + TEXT_X, rect.y + 29, &shown, Style::left(30, Colour::IVORY));
}

fn score_row(painter: &mut Painter<'_>, rect: Rect, scene: &BoardScene<'_>, seat: Seat) {
    let lang = scene.lang;
    let view = &scene.view.seats[seat];
    let cy = rect.y + 64;
    let points = scene.players[seat].points;
    let colour = match points.signum() {
        1 => Colour::GAIN,
        -1 => Colour::LOSS,
        _ => Colour::IVORY,
    };
    painter.text_within(rect.x + TEXT_X, cy, 90, &labels::signed(points), Style::left(32, colour));
    if scene.view.dealer == seat {
        painter.chip(dealer_chip(rect, lang), Colour::IVORY, labels::dealer(lang), Colour::RED);
    }
    if view.ting.is_some() {
        painter.chip(ting_chip(rect, lang), Colour::GOLD, labels::ting(lang), Colour::INK);
    }
    let held = labels::tiles_held(lang, view.concealed.n_tiles);
    let end = rect.x + TEXT_END;
    let width = painter.text_within(end, cy, 86, &held, Style::right(24, Colour::MUTED));
    if lang == Lang::En {
        let tile = Rect::new(end - width - 25, cy - 13, 19, 26);
        painter.canvas.framed(tile, 4, 2, Colour::BACK_LINE, Colour::BACK);
    }
}

/// The place of 庄 in a corner.
fn dealer_chip(corner: Rect, lang: Lang) -> Rect {
    let width = if lang.is_chinese() { 34 } else { 28 };
    Rect::new(corner.x + 174, corner.y + 48, width, 32)
}

/// The place of 听 in a corner.
pub(super) fn ting_chip(corner: Rect, lang: Lang) -> Rect {
    let width = if lang.is_chinese() { 34 } else { 58 };
    Rect { x: dealer_chip(corner, lang).right() + 4, w: width, ..dealer_chip(corner, lang) }
}

fn melds(painter: &mut Painter<'_>, rect: Rect, scene: &BoardScene<'_>, seat: Seat) {
    for (i, made) in (0..).zip(scene.view.seats[seat].melds.iter()) {
        let (column, row) = (i % 2, i / 2);
        let place = MeldPlace {
            x: rect.x + 14 + column * 172,
            y: rect.y + 96 + row * 102,
            owner: seat,
            lang: scene.lang,
        };
        meld::draw(painter, place, made, fourth(scene.view, seat, made));
    }
    // 粘听 is for hands without melds: the opened pair has their place.
    if let Some(tile) = scene.view.seats[seat].opened_pair {
        let x = rect.x + 14;
        painter.tile(x, rect.y + 96, TileSize::Small, tile, Shade::Full);
        painter.tile(x + TileSize::Small.width(), rect.y + 96, TileSize::Small, tile, Shade::Full);
    }
}

/// A tile that has just been added to a pung is ringed while it can be robbed.
fn fourth(view: &PublicView, seat: Seat, made: &Meld) -> Fourth {
    match view.phase {
        PublicPhase::Claims { from, tile, robbing: true }
            if from == seat && tile == made.tile && made.kind == MeldKind::AddedKong =>
        {
            Fourth::Ringed
        }
        _ => Fourth::Plain,
    }
}

fn river(painter: &mut Painter<'_>, view: &PublicView, seat: Seat) {
    let shown = layout::shown(&view.seats[seat].river);
    let slots = layout::river_slots(seat, view.seats[seat].river.len());
    let placed: Vec<_> = slots.into_iter().zip(shown).collect();
    for &(slot, tile) in &placed {
        painter.tile(slot.x, slot.y, slot.size, tile, Shade::Full);
    }
    if let (true, Some(&(slot, tile))) = (view.last_discard == Some(seat), placed.last()) {
        painter.ringed_tile(slot.x, slot.y, slot.size, tile);
    }
}

fn centre(painter: &mut Painter<'_>, scene: &BoardScene<'_>) {
    let (view, lang) = (scene.view, scene.lang);
    match view.phase {
        PublicPhase::Claims { .. } | PublicPhase::Deal => {
            painter.canvas.framed(CENTRE, 20, 6, Colour::GOLD, Colour::DARK);
        }
        _ => painter.canvas.round_rect(CENTRE, 20, Colour::DARK),
    }
    let turn = turn(view);
    if let Some(seat) = turn {
        painter.canvas.triangle(layout::arrow(seat), Colour::GOLD);
    }
    for seat in Seat::ALL {
        let (fill, ink) = match (turn == Some(seat), view.dealer == seat) {
            (true, _) => (Colour::GOLD, Colour::INK),
            (false, true) => (Colour::DEALER, Colour::IVORY),
            (false, false) => (Colour::BADGE, Colour::IVORY),
        };
        painter.chip(layout::badge(seat), fill, labels::wind(lang, seat), ink);
    }
    let (cx, cy) = CENTRE.centre();
    let progress = match view.indicator {
        Some(turned) => labels::progress_with_wild(lang, &scene.progress, turned),
        None => labels::progress(lang, &scene.progress, view.n_flipped, view.n_treasures),
    };
    painter.text_within(cx, cy - 59, CENTRE.w - 24, &progress, Style::middle(26, Colour::MUTED));
    tiles_left(painter, view.n_drawable, lang);
    if let Some(turned) = view.indicator {
        painter.tile(layout::TURNED.0, layout::TURNED.1, layout::TURNED_SIZE, turned.tile, Shade::Full);
        painter.ringed_tile(layout::WILD.0, layout::WILD.1, layout::TURNED_SIZE, turned.wild());
    }
    let (status, colour) = match view.phase {
        PublicPhase::Deal => (labels::asking_dealt_four(lang).to_owned(), Colour::GOLD),
        PublicPhase::Turn { seat } => (labels::turn(lang, seat), Colour::IVORY),
        PublicPhase::Claims { robbing: false, .. } => (labels::asking(lang).to_owned(), Colour::GOLD),
        PublicPhase::Claims { robbing: true, .. } => (labels::asking_robbing(lang).to_owned(), Colour::GOLD),
        PublicPhase::Settled => (labels::over(lang).to_owned(), Colour::IVORY),
    };
    painter.text_within(cx, cy + 50, CENTRE.w - 24, &status, Style::middle(28, colour));
}

/// The number in the middle, with its unit behind it.
fn tiles_left(painter: &mut Painter<'_>, n_drawable: u8, lang: Lang) {
    let (cx, cy) = CENTRE.centre();
    let number = n_drawable.to_string();
    let width = painter.text(cx, cy - 5, &number, Style::middle(86, Colour::GOLD));
    let unit_x = cx + width / 2 + 4;
    let room = layout::badge(Seat::South).x - 4 - unit_x;
    painter.text_within(unit_x, cy + 15, room, labels::tiles_left(lang), Style::left(26, Colour::MUTED));
}
