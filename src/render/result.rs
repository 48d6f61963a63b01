//! The end of a hand: who won and how, everybody's hand laid open, who pays. Wider than high, never square.

use super::atlas::TileSize;
use super::canvas::{Rect, Shade};
use super::meld::{self, Fourth, MeldPlace};
use super::painter::{Kit, Painter, RING, Style};
use super::palette::Colour;
use super::{Picture, RenderError, ResultScene, fans, labels, name};
use crate::game::event::WinHow;
use crate::game::seat::Seat;
use crate::game::tile::Tile;
use crate::game::view::{Outcome, WinView};

pub(super) const WIDTH: u32 = 900;
pub(super) const HEIGHT: u32 = 694;
const HEADLINE: Rect = Rect::new(10, 10, 880, 76);
/// The fans and their arithmetic.
const BAND: Rect = Rect::new(10, 92, 880, fans::HEIGHT);
/// The first seat's row: a little higher, for the ring and the frame of a winner.
const FIRST_ROW: Rect = Rect::new(10, 206, 880, 100);
/// The second seat's row; the others follow at [`ROW_PITCH`].
const SECOND_ROW: Rect = Rect::new(10, 311, 880, 86);
const ROW_PITCH: i32 = 90;
/// The first seat's payment; the others follow at [`COLUMN_PITCH`].
const FIRST_COLUMN: Rect = Rect::new(10, 582, 214, 102);
const COLUMN_PITCH: i32 = 222;
const SIZE: TileSize = meld::SIZE;
/// Left edge of the first tile of a row.
const TILES_X: i32 = 134;
/// Thickness of the line round what is the winner's.
const FRAME: i32 = 4;
/// Between two sets.
const SET_GAP: i32 = 12;

/// Draws the result.
pub(super) fn draw(kit: &Kit, scene: &ResultScene<'_>) -> Result<Picture, RenderError> {
    composed(kit, scene)?.finish()
}

/// The same before it is packed.
pub(super) fn composed<'k>(kit: &'k Kit, scene: &ResultScene<'_>) -> Result<Painter<'k>, RenderError> {
    let outcome = scene.view.outcome.as_ref().ok_or(RenderError::NotOver)?;
    let mut painter = Painter::new(kit, WIDTH, HEIGHT).with_index_digits(scene.index_digits)?;
    let first = outcome.win.as_ref().map_or(scene.view.dealer, |win| win.winner);
    headline(&mut painter, scene, outcome);
    fans::draw(&mut painter, scene, outcome, BAND);
    row(&mut painter, scene, outcome, first, FIRST_ROW);
    for (i, seat) in (0..).zip(first.others()) {
        let rect = Rect { y: SECOND_ROW.y + i * ROW_PITCH, ..SECOND_ROW };
        row(&mut painter, scene, outcome, seat, rect);
    }
    for (i, seat) in (0..).zip(Seat::ALL) {
        let rect = Rect { x: FIRST_COLUMN.x + i * COLUMN_PITCH, ..FIRST_COLUMN };
        payment(&mut painter, scene, outcome, seat, rect);
    }
    Ok(painter)
}

fn badge(painter: &mut Painter<'_>, rect: Rect, scene: &ResultScene<'_>, seat: Seat) {
    let fill = if scene.view.dealer == seat { Colour::DEALER } else { Colour::DARK };
    painter.chip(rect, fill, labels::wind(scene.lang, seat), Colour::IVORY);
}

fn headline(painter: &mut Painter<'_>, scene: &ResultScene<'_>, outcome: &Outcome) {
    painter.canvas.round_rect(HEADLINE, 14, Colour::DARK);
    let cy = HEADLINE.centre().1;
    let end = treasures(painter, scene, outcome) - 14;
    let hand_no = labels::hand_no(scene.lang, scene.hand_no);
    let Some(win) = &outcome.win else {
        let width =
            painter.text(HEADLINE.x + 18, cy, labels::drawn_hand(scene.lang), Style::left(38, Colour::GOLD));
        let x = HEADLINE.x + 18 + width + 18;
        painter.text_within(x, cy, end - x, &hand_no, Style::left(26, Colour::MUTED));
        return;
    };
    let rect = Rect::new(HEADLINE.x + 12, HEADLINE.y + 10, 56, 56);
    painter.chip(rect, Colour::GOLD, labels::wind(scene.lang, win.winner), Colour::INK);
    let x = rect.right() + 12;
    let label = name::label(&painter.kit.font, &scene.players[win.winner].name, win.winner, scene.lang);
    let shown = painter.kit.font.cut(&label, 28, end - x);
    painter.text(x, HEADLINE.y + 23, &shown, Style::left(28, Colour::IVORY));
    let how = labels::how(scene.lang, win.how, &outcome.settlement.fans);
    let width = painter.text_within(x, HEADLINE.y + 55, end - x, &how, Style::left(30, Colour::GOLD));
    let x = x + width + 16;
    if painter.kit.font.width(&hand_no, 24) <= end - x {
        painter.text(x, HEADLINE.y + 55, &hand_no, Style::left(24, Colour::MUTED));
    }
}

/// The treasures at the right end: ringed the winner's own, with its seat each flipped one, faded the others.
/// Gives the left edge of what was drawn.
fn treasures(painter: &mut Painter<'_>, scene: &ResultScene<'_>, outcome: &Outcome) -> i32 {
    const SLOT: i32 = TileSize::Small.width() + 34;
    let wild = scene.view.indicator.map(|turned| (turned.wild(), None));
    let shown: Vec<(Tile, Option<Seat>)> = outcome.treasures.iter().copied().chain(wild).collect();
    let n_treasures = shown.len() as i32;
    let (left, cy) = (HEADLINE.right() - 6 - n_treasures * SLOT, HEADLINE.centre().1);
    if n_treasures == 0 {
        return HEADLINE.right();
    }
    let winner = outcome.win.as_ref().map(|win| win.winner);
    for (i, &(tile, flipped_by)) in (0..).zip(&shown) {
        let (x, y) = (left + i * SLOT, cy - TileSize::Small.height() / 2);
        if scene.view.n_treasures < 2 {
            painter.tile(x, y, TileSize::Small, tile, Shade::Full); // nobody's own
            continue;
        }
        let Some(seat) = flipped_by else {
            painter.tile(x, y, TileSize::Small, tile, Shade::Dim);
            continue;
        };
        if winner == Some(seat) {
            let rect = Rect::new(x, y, TileSize::Small.width(), TileSize::Small.height());
            painter.canvas.round_rect(rect.grown(4), 9, Colour::GOLD);
        }
        painter.tile(x, y, TileSize::Small, tile, Shade::Full);
        let wind = labels::wind(scene.lang, seat);
        painter.text(x + TileSize::Small.width() + 14, cy, wind, Style::middle(20, Colour::MUTED));
    }
    let is_wild = scene.view.indicator.is_some();
    let word = if is_wild { labels::wild_word(scene.lang) } else { labels::treasures(scene.lang) };
    let width = painter.text(left - 12, cy, word, Style::right(28, Colour::GOLD));
    left - 12 - width
}

fn row(painter: &mut Painter<'_>, scene: &ResultScene<'_>, outcome: &Outcome, seat: Seat, rect: Rect) {
    let win = outcome.win.as_ref().filter(|win| win.winner == seat);
    if win.is_some() {
        painter.canvas.framed(rect, 14, FRAME, Colour::GOLD, Colour::PANEL_TURN);
    } else {
        painter.canvas.round_rect(rect, 14, Colour::PANEL);
    }
    let cy = rect.centre().1;
    badge(painter, Rect::new(rect.x + 12, cy - 22, 46, 44), scene, seat);
    if scene.view.seats[seat].ting.is_some() {
        let width = if scene.lang.is_chinese() { 44 } else { 54 };
        let chip = Rect::new(rect.x + 61, cy - 15, width, 30);
        painter.chip(chip, Colour::GOLD, labels::ting(scene.lang), Colour::INK);
    }
    // The rise of a kong, the tiles below it and a winner's ring below these, in the middle of the row.
    let below = if win.is_some() { RING } else { 0 };
    let y = cy + (meld::RAISE - SIZE.height() - below) / 2;
    let mut x = match win {
        Some(win) => winning_hand(painter, y, win, &outcome.hands[seat]),
        None => run_of_tiles(painter, TILES_X, y, &outcome.hands[seat]),
    };
    for one in scene.view.seats[seat].melds.iter() {
        x += SET_GAP;
        // No source tabs here: who fed whom no longer matters, and the rows stay low.
        let laid = crate::game::meld::Meld { claimed: None, ..*one };
        meld::draw(painter, MeldPlace { x, y, owner: seat, lang: scene.lang }, &laid, Fourth::Plain);
        x += meld::WIDTH;
    }
}

/// Tiles side by side; gives the right edge.
fn run_of_tiles(painter: &mut Painter<'_>, x: i32, y: i32, tiles: &[Tile]) -> i32 {
    for (i, &tile) in (0..).zip(tiles) {
        painter.tile(x + i * SIZE.width(), y, SIZE, tile, Shade::Full);
    }
    x + tiles.len() as i32 * SIZE.width()
}

/// The winner's concealed part set by set, the tile that ended the hand in a ring; gives the right edge.
///
/// Where no sets are known, it is laid beside the hand; but 开牌炸 is won by four tiles that the hand holds from the deal on,
/// and nothing is laid beside them.
fn winning_hand(painter: &mut Painter<'_>, y: i32, win: &WinView, held: &[Tile]) -> i32 {
    let whole = [held.to_vec()];
    let (sets, place) = match win.how {
        WinHow::FourAtDeal => (&whole[..], held.iter().position(|&tile| tile == win.tile).map(|at| (0, at))),
        _ if win.sets.is_empty() => (&whole[..], None),
        _ => (&win.sets[..], win.place),
    };
    let mut x = TILES_X;
    let mut ring_x = None;
    for (i, set) in sets.iter().enumerate() {
        let end = run_of_tiles(painter, x, y, set);
        if let Some((_, at)) = place.filter(|place| place.0 == i) {
            ring_x = Some(x + at as i32 * SIZE.width());
        }
        x = end + SET_GAP;
    }
    let (ring_x, end) = match ring_x {
        Some(ring_x) => (ring_x, x - SET_GAP),
        None => (x + RING, x + RING + SIZE.width() + RING),
    };
    painter.ringed_tile(ring_x, y, SIZE, win.tile);
    end
}

/// Pixels of em of what stands beside a payment: 9.3 CSS pixels where the picture is 350 wide.
const SMALL: u8 = 24;

fn payment(painter: &mut Painter<'_>, scene: &ResultScene<'_>, outcome: &Outcome, seat: Seat, rect: Rect) {
    let won = outcome.settlement.winner == Some(seat);
    if won {
        painter.canvas.framed(rect, 14, FRAME, Colour::GOLD, Colour::PANEL_TURN);
    } else {
        painter.canvas.round_rect(rect, 14, Colour::PANEL);
    }
    badge(painter, Rect::new(rect.x + 12, rect.y + 12, 38, 36), scene, seat);
    let player = &scene.players[seat];
    let label = name::label(&painter.kit.font, &player.name, seat, scene.lang);
    let x = rect.x + 58;
    let shown = painter.kit.font.cut(&label, 26, rect.right() - 10 - x);
    painter.text(x, rect.y + 29, &shown, Style::left(26, Colour::IVORY));
    let points = outcome.settlement.total()[seat];
    let colour = match points.signum() {
        1 => Colour::GAIN,
        -1 => Colour::LOSS,
        _ => Colour::IVORY,
    };
    let cy = rect.y + 74;
    let (left, end) = (rect.x + 14, rect.right() - 12);
    let total = labels::total(scene.lang, player.points);
    let kongs = outcome.settlement.kong_points[seat];
    let kongs = (kongs != 0).then(|| labels::kong_points(scene.lang, kongs));
    let (total_cy, kongs_cy) = if kongs.is_none() { (cy + 3, cy) } else { (cy + 12, cy - 13) };
    let widths =
        [Some(&total), kongs.as_ref()].map(|text| text.map_or(0, |text| painter.kit.font.width(text, SMALL)));
    let room = end - 10 - widths[0].max(widths[1]) - left;
    painter.text_within(left, cy, room, &labels::signed(points), Style::left(40, colour));
    painter.text(end, total_cy, &total, Style::right(SMALL, Colour::MUTED));
    if let Some(kongs) = kongs {
        painter.text(end, kongs_cy, &kongs, Style::right(SMALL, Colour::MUTED));
    }
}

#[cfg(test)]
mod tests {
    use super::super::Renderer;
    use super::super::fixtures::{self, Example};
    use super::super::painter::Drawn;
    use super::*;
    use crate::text::Lang;

    #[test]
    fn points_only_change_hands_in_every_example() {
        for (name, example) in fixtures::examples() {
            let Example::Result { view, .. } = example else { continue };
            let settlement = &view.outcome.as_ref().unwrap().settlement;
            assert_eq!(settlement.total().iter().map(|(_, points)| points).sum::<i32>(), 0, "{name}");
            assert!(settlement.shares.iter().all(|share| share.points > 0), "{name}: a payer is paid");
        }
    }

    /// How many tiles lie in the winner's row, those of a kong one above the other among them.
    fn n_in_first_row(view: crate::game::view::PublicView) -> usize {
        let renderer = Renderer::new().unwrap();
        let example = Example::Result { view, players: fixtures::players() };
        let painter = example.composed(&renderer.kit, Lang::ZhCn, false).unwrap().unwrap();
        let mut places: Vec<(i32, i32)> = painter
            .log
            .iter()
            .filter_map(|drawn| match *drawn {
                Drawn::Tile { x, y, .. } if (FIRST_ROW.y..FIRST_ROW.bottom()).contains(&y) => Some((x, y)),
                _ => None,
            })
            .collect();
        places.sort_unstable();
        places.dedup(); // the tile in the ring is drawn over itself
        places.len()
    }

    #[test]
    fn a_result_lays_down_the_winners_tiles_and_none_beside() {
        let east = WinHow::Discard { from: Seat::East };
        let kong = WinHow::RobKong { from: Seat::East };
        for how in [east, kong, WinHow::Draw, WinHow::KongDraw, WinHow::Reveal, WinHow::Heavenly] {
            for is_by_sets in [false, true] {
                let mut view = fixtures::result_treasure();
                view.seats[Seat::West].melds = Default::default();
                let outcome = view.outcome.as_mut().unwrap();
                outcome.hands[Seat::West] = fixtures::tiles("123m 456m 789m 22p 78p");
                let win = outcome.win.as_mut().unwrap();
                (win.how, win.tile) = (how, crate::t!("9p"));
                win.sets = match is_by_sets {
                    true => ["123m", "456m", "789m", "789p", "22p"].map(fixtures::tiles).into(),
                    false => Vec::new(),
                };
                win.place = is_by_sets.then_some((3, 2));
                assert_eq!(n_in_first_row(view), 14, "{how:?}, by sets: {is_by_sets}");
            }
        }
        let mut view = fixtures::result_treasure();
        view.seats[Seat::West].melds = Default::default();
        let outcome = view.outcome.as_mut().unwrap();
        outcome.hands[Seat::West] = fixtures::tiles("125m 3333p 79p 146s C");
        let win = outcome.win.as_mut().unwrap();
        (win.how, win.tile) = (WinHow::FourAtDeal, crate::t!("3p"));
        assert_eq!(n_in_first_row(view), 13, "four of a kind in the hand, not five");
    }

    #[test]
    fn the_wild_kind_is_called_what_the_board_calls_it() {
        let renderer = Renderer::new().unwrap();
        let mut view = fixtures::result_drawn();
        view.outcome.as_mut().unwrap().treasures = Vec::new();
        view.n_treasures = 0;
        view.indicator = fixtures::board_wild().indicator;
        let example = Example::Result { view, players: fixtures::players() };
        let painter = example.composed(&renderer.kit, Lang::En, false).unwrap().unwrap();
        let is_said = |word: &str| {
            painter.log.iter().any(|drawn| matches!(drawn, Drawn::Text { text, .. } if text == word))
        };
        assert!(is_said(labels::wild_word(Lang::En)) && !is_said(labels::treasures(Lang::En)));
    }

    #[test]
    fn the_widest_hands_stay_in_their_row() {
        // Four sets and a pair; four melds beside a lone tile and the tile that ended the hand.
        let sets = TILES_X + 14 * SIZE.width() + 4 * SET_GAP + RING;
        let melds = TILES_X + 2 * SIZE.width() + 2 * RING + SET_GAP + 4 * (meld::WIDTH + SET_GAP);
        assert!(sets.max(melds) < FIRST_ROW.right());
        assert!(meld::RAISE + SIZE.height() <= SECOND_ROW.h);
        assert!(meld::RAISE + SIZE.height() + RING < FIRST_ROW.h - 2 * FRAME);
        assert!(FIRST_ROW.bottom() < SECOND_ROW.y);
        const { assert!(BAND.bottom() < FIRST_ROW.y) };
        const { assert!(SECOND_ROW.y + 2 * ROW_PITCH + SECOND_ROW.h < FIRST_COLUMN.y) };
        assert!(FIRST_COLUMN.x + 3 * COLUMN_PITCH + FIRST_COLUMN.w < WIDTH as i32);
        assert!(FIRST_COLUMN.bottom() < HEIGHT as i32);
        const { assert!(WIDTH * 4 > HEIGHT * 5) };
    }
}
