//! What a phone shows is still readable: pictures are shrunk to 350 pixels, noise is laid over them, and a reader that
//! compares with templates names every face and badge, in every picture and state.

use std::sync::Arc;

use image::imageops::FilterType;
use image::{Rgb, RgbImage};

use super::atlas::TileSize;
use super::canvas::Rect;
use super::fixtures::{self, Example};
use super::layout;
use super::painter::{Drawn, Kit, Painter, Style};
use super::{PlayerLabel, Renderer, board, labels};
use crate::game::meld::{Meld, MeldKind};
use crate::game::seat::{BySeat, Seat};
use crate::game::tile::Tile;
use crate::game::view::PublicPhase;
use crate::text::Lang;

const PHONE: u32 = 350;

/// CSS pixels on a phone.
fn css(pixels: i32, width: u32) -> f64 {
    f64::from(pixels) * f64::from(PHONE) / f64::from(width)
}

/// The picture at the width of a phone, in colour.
fn on_a_phone(painter: Painter<'_>) -> RgbImage {
    let whole = painter.finish().unwrap();
    let (height, filter) = (whole.height * PHONE / whole.width, FilterType::Triangle);
    image::load_from_memory(&whole.png).unwrap().resize_exact(PHONE, height, filter).to_rgb8()
}

/// ±4 on each channel, the same in each run.
fn noisy(mut image: RgbImage) -> RgbImage {
    let mut state = 0x9e37_79b9_u32;
    for Rgb(pixel) in image.pixels_mut() {
        for channel in pixel {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let noise = (state >> 24) as i32 % 9 - 4;
            *channel = (i32::from(*channel) + noise).clamp(0, 255) as u8;
        }
    }
    image
}

/// Distance of two pictures inside a place of the large picture that is `width` pixels wide.
fn distance(a: &RgbImage, b: &RgbImage, place: Rect, width: u32) -> u64 {
    let small = |v: i32| (v.max(0) as u32 * PHONE).div_ceil(width);
    let mut sum = 0;
    for y in small(place.y)..small(place.bottom()).min(a.height()) {
        for x in small(place.x)..small(place.right()).min(PHONE) {
            for (&a, &b) in a.get_pixel(x, y).0.iter().zip(&b.get_pixel(x, y).0) {
                sum += u64::from(a.abs_diff(b)).pow(2);
            }
        }
    }
    sum
}

/// The template that is nearest inside a place.
fn read(image: &RgbImage, templates: &[RgbImage], place: Rect, width: u32) -> usize {
    (0..templates.len()).min_by_key(|&i| distance(image, &templates[i], place, width)).unwrap()
}

/// What a reader sees, and what was drawn for it.
struct Shown<'k> {
    kit: &'k Kit,
    digits: bool,
    width: u32,
    height: u32,
    log: Vec<Drawn>,
    noisy: RgbImage,
}

impl<'k> Shown<'k> {
    fn of(kit: &'k Kit, example: &Example, lang: Lang, digits: bool) -> Option<Shown<'k>> {
        let mut painter = example.composed(kit, lang, digits).unwrap()?;
        let (width, height) = painter.canvas.size();
        let log = std::mem::take(&mut painter.log);
        Some(Shown { kit, digits, width, height, log, noisy: noisy(on_a_phone(painter)) })
    }

    /// A picture of the same size that holds what `draw` makes of each thing drawn there.
    fn template(&self, draw: impl Fn(&mut Painter<'_>, &Drawn)) -> RgbImage {
        let mut painter =
            Painter::new(self.kit, self.width, self.height).with_index_digits(self.digits).unwrap();
        self.log.iter().for_each(|drawn| draw(&mut painter, drawn));
        on_a_phone(painter)
    }

    fn read(&self, templates: &[RgbImage], place: Rect) -> usize {
        read(&self.noisy, templates, place, self.width)
    }
}

/// The face of a tile without its side.
fn face_of(size: TileSize, x: i32, y: i32) -> Rect {
    Rect::new(x, y, size.width(), size.height() * 62 / 77).grown(-2)
}

fn overlap(a: Rect, b: Rect) -> i32 {
    let w = a.right().min(b.right()) - a.x.max(b.x);
    let h = a.bottom().min(b.bottom()) - a.y.max(b.y);
    w.max(0) * h.max(0)
}

/// The faces that no later tile lies on.
fn visible_faces(log: &[Drawn]) -> Vec<(Tile, Rect)> {
    let tiles: Vec<(Tile, Rect)> = log
        .iter()
        .filter_map(|drawn| match *drawn {
            Drawn::Tile { tile, size, x, y, .. } => Some((tile, face_of(size, x, y))),
            Drawn::Text { .. } | Drawn::Chip { .. } => None,
        })
        .collect();
    let is_seen = |i: usize| {
        let face = tiles[i].1;
        tiles[i + 1..].iter().all(|later| overlap(face, later.1) * 4 < face.w * face.h)
    };
    (0..tiles.len()).filter(|&i| is_seen(i)).map(|i| tiles[i]).collect()
}

fn check_faces(name: &str, shown: &Shown<'_>) -> usize {
    let tiles_of = |tile: Tile| {
        shown.template(|painter, drawn| {
            if let Drawn::Tile { size, x, y, shade, .. } = *drawn {
                painter.tile(x, y, size, tile, shade);
            }
        })
    };
    let templates: Vec<RgbImage> = Tile::all().map(tiles_of).collect();
    let faces = visible_faces(&shown.log);
    for &(tile, place) in &faces {
        let face = Tile::from_index(shown.read(&templates, place)).unwrap();
        assert_eq!(face, tile, "{name} at {place:?}, digits {}", shown.digits);
    }
    faces.len()
}

/// Reads every face of every example of a kind.
fn check_all_faces(prefix: &str, least: usize) {
    let renderer = Renderer::new().unwrap();
    let mut n_read = 0;
    for (name, example) in fixtures::examples().into_iter().filter(|(name, _)| name.starts_with(prefix)) {
        n_read += check_faces(name, &Shown::of(&renderer.kit, &example, Lang::ZhCn, false).unwrap());
    }
    assert!(n_read >= least, "only {n_read} faces");
}

#[test]
fn every_face_of_every_board_is_read_right_on_a_phone() {
    check_all_faces("board", 300);
}

#[test]
fn every_face_of_every_hand_and_its_strip_is_read_right_on_a_phone() {
    check_all_faces("hand", 100);
}

#[test]
fn every_face_of_every_result_is_read_right_on_a_phone() {
    check_all_faces("result", 200);
}

/// A board with rivers and pungs made of chosen tiles.
fn board_of(tile: impl Fn(usize) -> Tile) -> Example {
    let mut view = fixtures::board_full();
    view.last_discard = None;
    for seat in Seat::ALL {
        let first = seat.index() * 24;
        view.seats[seat].river = Arc::new((first..first + 22).map(&tile).collect());
        let pung = |i: usize| Meld { kind: MeldKind::Pung, tile: tile(first + i), claimed: None };
        view.seats[seat].melds = Arc::new((0..4).map(|i| pung(3 + 6 * i)).collect());
    }
    Example::Board { view, players: fixtures::players() }
}

/// A hand of thirteen tiles, some of which cannot be discarded.
fn hand_of(start: usize, choice: bool) -> Example {
    let mut view = if choice { fixtures::hand_ting_choice() } else { fixtures::hand_turn() };
    view.hand = (start..start + 13).map(|i| Tile::from_index(i % 34).unwrap()).collect();
    view.public.seats[view.seat].melds = Arc::default();
    Example::Hand { view }
}

/// All 34 faces in each place, bright and faded, with and without an index.
#[test]
fn each_of_the_34_faces_is_read_right_on_a_phone() {
    let renderer = Renderer::new().unwrap();
    let mixed = |i: usize| Tile::from_index(i * 13 % 34).unwrap();
    for digits in [false, true] {
        let mut examples = vec![board_of(mixed)];
        examples.extend([0, 13, 21].map(|start| hand_of(start, false)));
        examples.extend([0, 13, 21].map(|start| hand_of(start, true)));
        for example in examples {
            check_faces("mixed", &Shown::of(&renderer.kit, &example, Lang::En, digits).unwrap());
        }
    }
}

/// The texts of badges that could stand in each other's place.
fn alike(lang: Lang, text: &str) -> Option<Vec<String>> {
    let winds: Vec<String> = Seat::ALL.map(|seat| labels::wind(lang, seat).to_owned()).into();
    let marks = [labels::dealer(lang), labels::ting(lang), labels::program(lang), labels::away(lang)];
    let states: Vec<String> = marks.map(str::to_owned).into();
    let names: Vec<String> = Tile::all().map(|tile| labels::under_tile(lang, tile)).collect();
    [winds, states, names].into_iter().find(|group| group.iter().any(|other| other == text))
}

/// Winds, 庄, 听, 托管, AI, the tabs under claimed tiles and the gold names under the tiles of a hand.
#[test]
fn every_badge_of_every_picture_is_read_right_on_a_phone() {
    let renderer = Renderer::new().unwrap();
    let mut n_read = 0;
    for lang in Lang::ALL {
        for (name, example) in fixtures::examples() {
            if let Some(shown) = Shown::of(&renderer.kit, &example, lang, false) {
                n_read += check_badges(name, &shown, lang);
            }
        }
    }
    assert!(n_read > 300, "only {n_read} badges");
}

fn check_badges(name: &str, shown: &Shown<'_>, lang: Lang) -> usize {
    let group = |drawn: &Drawn| match drawn {
        Drawn::Chip { text, .. } => alike(lang, text),
        Drawn::Tile { .. } | Drawn::Text { .. } => None,
    };
    let most = shown.log.iter().filter_map(group).map(|group| group.len()).max().unwrap_or(0);
    let texts_of = |i: usize| {
        shown.template(|painter, drawn| {
            let Drawn::Chip { rect, fill, ink, size, .. } = drawn else { return };
            if let Some(text) = group(drawn).and_then(|group| group.get(i).cloned()) {
                painter.sized_chip(*rect, *fill, &text, Style::middle(*size, *ink));
            }
        })
    };
    let templates: Vec<RgbImage> = (0..most).map(texts_of).collect();
    let mut n_read = 0;
    for drawn in &shown.log {
        let (Drawn::Chip { rect, text, .. }, Some(group)) = (drawn, group(drawn)) else { continue };
        let nearest = shown.read(&templates[..group.len()], rect.grown(-1));
        assert_eq!(group[nearest], *text, "{name} {lang:?} at {rect:?}");
        n_read += 1;
    }
    n_read
}

/// What is told by the presence of something: who deals, who is ting, whose turn it is.
#[test]
fn the_state_of_a_board_is_read_right_on_a_phone() {
    let renderer = Renderer::new().unwrap();
    let state = |dealer: Seat, turn: Seat, ting: [bool; 4]| {
        let mut view = fixtures::board_mid();
        view.dealer = dealer;
        view.phase = PublicPhase::Turn { seat: turn };
        for seat in Seat::ALL {
            view.seats[seat].ting = ting[seat.index()].then_some(1);
        }
        let example = Example::Board { view, players: fixtures::players() };
        on_a_phone(example.composed(&renderer.kit, Lang::ZhCn, false).unwrap().unwrap())
    };
    let dealers = Seat::ALL.map(|dealer| state(dealer, Seat::East, [false; 4]));
    let turns = Seat::ALL.map(|turn| state(Seat::East, turn, [false; 4]));
    let tings = [[false; 4], [true; 4]].map(|ting| state(Seat::East, Seat::East, ting));
    for (dealer, turn, which) in [(0, 0, 5), (1, 3, 10), (2, 1, 15), (3, 2, 0)] {
        let ting = [0, 1, 2, 3].map(|i| which >> i & 1 == 1);
        let shown = noisy(state(Seat::ALL[dealer], Seat::ALL[turn], ting));
        for seat in Seat::ALL {
            let corner = layout::corner(seat);
            let badge = Rect::new(corner.x + 12, corner.y + 12, 60, 60);
            let nearest = read(&shown, &dealers, badge, layout::WIDTH);
            assert_eq!(nearest == seat.index(), dealer == seat.index(), "{seat} deals");
            let chip = board::ting_chip(corner, Lang::ZhCn);
            let read = read(&shown, &tings, chip, layout::WIDTH) == 1;
            assert_eq!(read, ting[seat.index()], "{seat} is ting");
        }
        assert_eq!(read(&shown, &turns, layout::CENTRE.grown(14), layout::WIDTH), turn, "the turn");
    }
}

/// The least sizes on a phone in CSS pixels, in every picture, state and language.
#[test]
fn nothing_in_any_picture_is_smaller_than_a_phone_can_show() {
    let renderer = Renderer::new().unwrap();
    let mut too_small = Vec::new();
    for lang in Lang::ALL {
        for (name, example) in fixtures::examples() {
            let Some(shown) = Shown::of(&renderer.kit, &example, lang, false) else { continue };
            let names_and_scores = names_and_scores(&example, lang);
            for drawn in &shown.log {
                let (what, css, least) = match drawn {
                    Drawn::Tile { tile, size, .. } => {
                        let least = [23.0, 17.0, 15.0, 14.0][*size as usize];
                        (tile.to_string(), css(size.width(), shown.width), least)
                    }
                    Drawn::Text { text, size } => {
                        let is_name = is_one_of(&names_and_scores, text);
                        (text.clone(), css(i32::from(*size), shown.width), if is_name { 9.0 } else { 7.0 })
                    }
                    Drawn::Chip { .. } => continue, // its text is a text
                };
                if css < least {
                    too_small.push(format!("{name} {lang:?}: {what} of {css:.1} pixels"));
                }
            }
        }
    }
    assert!(too_small.is_empty(), "{}", too_small.join("\n"));
}

/// The beginnings of players' names, and scores; under the tiles of a hand, their names.
fn names_and_scores(example: &Example, lang: Lang) -> Vec<String> {
    match example {
        Example::Board { players, .. } => named(players),
        Example::Result { view, players } => {
            let outcome = view.outcome.iter();
            let kongs =
                outcome.flat_map(|outcome| outcome.settlement.kong_points.iter()).map(|(_, &points)| points);
            let kongs = kongs.map(|points| labels::kong_points(lang, points));
            let totals = players.iter().map(|(_, player)| labels::total(lang, player.points));
            named(players).into_iter().chain(kongs).chain(totals).collect()
        }
        Example::Hand { .. } => Tile::all().map(|tile| labels::under_tile(lang, tile)).collect(),
        Example::Chart(_) => Vec::new(),
    }
}

fn named(players: &BySeat<PlayerLabel>) -> Vec<String> {
    let shown = |(_, player): (Seat, &PlayerLabel)| {
        [player.name.chars().take(3).collect(), labels::signed(player.points)]
    };
    players.iter().flat_map(shown).collect()
}

/// Whether a text is one of these, or the beginning of it that had room. One sign alone may be a badge of its own.
fn is_one_of(names: &[String], text: &str) -> bool {
    let begins = |name: &String| name.chars().count() > 1 && text.starts_with(name.as_str());
    names.iter().any(|name| name == text || begins(name))
}
