//! What a phone shows is still readable: pictures are shrunk to 350 pixels, noise is laid over them, and a reader that
//! compares with templates names every face and badge.

use image::imageops::{FilterType, resize};
use image::{Rgb, RgbImage};

use super::canvas::Rect;
use super::fixtures;
use super::layout::{self, river_slots};
use super::{BoardScene, HandScene, Picture, Renderer, hand};
use crate::game::meld::{Meld, MeldKind};
use crate::game::seat::Seat;
use crate::game::tile::Tile;
use crate::game::view::{PlayerView, PublicPhase, PublicView};
use crate::text::Lang;

const PHONE: u32 = 350;

/// The picture at the width of a phone, in colour.
fn on_a_phone(picture: &Picture) -> RgbImage {
    let whole = image::load_from_memory(&picture.png).unwrap().to_rgb8();
    resize(&whole, PHONE, picture.height * PHONE / picture.width, FilterType::Triangle)
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

fn board(renderer: &Renderer, view: &PublicView, index_digits: bool) -> RgbImage {
    let players = fixtures::players();
    let scene =
        BoardScene { view, players: &players, progress: fixtures::PROGRESS, lang: Lang::ZhCn, index_digits };
    on_a_phone(&renderer.board(&scene).unwrap())
}

/// A board with rivers and pungs made of chosen tiles.
fn board_of(tile: impl Fn(usize) -> Tile) -> PublicView {
    let mut view = fixtures::board_full();
    view.last_discard = None;
    for seat in Seat::ALL {
        let first = seat.index() * 24;
        view.seats[seat].river = (first..first + 22).map(&tile).collect();
        let pung = |i: usize| Meld { kind: MeldKind::Pung, tile: tile(first + i), claimed: None };
        view.seats[seat].melds = (0..4).map(|i| pung(3 + 6 * i)).collect();
    }
    view
}

fn meld_place(seat: Seat, i: i32) -> Rect {
    let corner = layout::corner(seat);
    Rect::new(corner.x + 14 + i % 2 * 172, corner.y + 96 + i / 2 * 102, 48, 60)
}

#[test]
fn every_face_of_the_board_is_read_right_on_a_phone() {
    let renderer = Renderer::new().unwrap();
    for index_digits in [false, true] {
        let templates: Vec<RgbImage> =
            Tile::all().map(|tile| board(&renderer, &board_of(|_| tile), index_digits)).collect();
        let mixed = |i: usize| Tile::from_index(i * 13 % 34).unwrap();
        let shown = noisy(board(&renderer, &board_of(mixed), index_digits));
        for seat in Seat::ALL {
            let first = seat.index() * 24;
            for (i, slot) in river_slots(seat, 22).into_iter().enumerate() {
                let place = Rect { h: 62, ..slot.rect() };
                let face = read(&shown, &templates, place, layout::WIDTH);
                assert_eq!(face, mixed(first + i).index(), "{seat}, discard {i}, digits {index_digits}");
            }
            for i in 0..4 {
                let face = read(&shown, &templates, meld_place(seat, i as i32), layout::WIDTH);
                assert_eq!(face, mixed(first + 3 + 6 * i).index(), "{seat}, meld {i}, digits {index_digits}");
            }
        }
    }
}

#[test]
fn every_face_of_a_hand_is_read_right_on_a_phone() {
    let renderer = Renderer::new().unwrap();
    let picture = |view: &PlayerView| {
        let scene = HandScene { view, lang: Lang::ZhCn, index_digits: false };
        on_a_phone(&renderer.hand(&scene).unwrap())
    };
    let with = |tile: &dyn Fn(usize) -> Tile| {
        let mut view = fixtures::hand_turn();
        view.hand = (0..13).map(tile).collect();
        view.offers.clear();
        view
    };
    let templates: Vec<RgbImage> = Tile::all().map(|tile| picture(&with(&|_| tile))).collect();
    for start in [0, 13, 21] {
        let tile = |i: usize| Tile::from_index(start + i).unwrap();
        let shown = noisy(picture(&with(&tile)));
        for i in 0..13 {
            let face = read(&shown, &templates, hand::tile_place(i), hand::WIDTH);
            assert_eq!(face, start + i, "tile {i}");
        }
    }
}

/// Everything that is told by a badge: who deals, who is ting, whose turn it is.
#[test]
fn every_badge_of_the_board_is_read_right_on_a_phone() {
    let renderer = Renderer::new().unwrap();
    let state = |dealer: Seat, turn: Seat, ting: [bool; 4]| {
        let mut view = fixtures::board_mid();
        view.dealer = dealer;
        view.phase = PublicPhase::Turn { seat: turn };
        for seat in Seat::ALL {
            view.seats[seat].ting = ting[seat.index()].then_some(1);
        }
        board(&renderer, &view, false)
    };
    let dealers = Seat::ALL.map(|dealer| state(dealer, Seat::East, [false; 4]));
    let turns = Seat::ALL.map(|turn| state(Seat::East, turn, [false; 4]));
    let tings = [[false; 4], [true; 4]].map(|ting| state(Seat::East, Seat::East, ting));
    for (dealer, turn, which) in [(0, 0, 5), (1, 3, 10), (2, 1, 15), (3, 2, 0)] {
        let ting = [0, 1, 2, 3].map(|i| which >> i & 1 == 1);
        let shown = noisy(state(Seat::ALL[dealer], Seat::ALL[turn], ting));
        let whole = Rect::new(0, 0, layout::WIDTH as i32, layout::HEIGHT as i32);
        let badge = |seat: Seat| {
            let corner = layout::corner(seat);
            Rect::new(corner.x + 12, corner.y + 12, 60, 60)
        };
        for seat in Seat::ALL {
            let is_dealer =
                dealers.each_ref().map(|image| distance(&shown, image, badge(seat), layout::WIDTH));
            let nearest = (0..4).min_by_key(|&i| is_dealer[i]).unwrap();
            assert_eq!(nearest == seat.index(), dealer == seat.index(), "{seat} deals");
            let corner = layout::corner(seat);
            let chip = Rect::new(corner.x + 216, corner.y + 48, 34, 32);
            let read = read(&shown, &tings, chip, layout::WIDTH) == 1;
            assert_eq!(read, ting[seat.index()], "{seat} is ting");
        }
        assert!(whole.w > 0);
        let centre = layout::CENTRE.grown(14);
        assert_eq!(read(&shown, &turns, centre, layout::WIDTH), turn, "the turn");
    }
}

/// Sizes on a phone in CSS pixels: render.md asks for 17, 15, 23 and 9.
#[test]
fn tiles_and_names_are_as_large_as_a_phone_needs() {
    use super::atlas::TileSize;
    let css = |pixels: i32, width: u32| f64::from(pixels) * f64::from(PHONE) / f64::from(width);
    for n in [1, 18, 19, 22, 24] {
        for seat in Seat::ALL {
            for slot in river_slots(seat, n) {
                assert!(css(slot.size.width(), layout::WIDTH) >= 17.0);
            }
        }
    }
    assert!(css(TileSize::Meld.width(), layout::WIDTH) >= 15.0);
    assert!(css(TileSize::Hand.width(), hand::WIDTH) >= 23.0);
    // Names and scores of the corners have 30 and 32 pixels of em.
    assert!(css(30, layout::WIDTH) >= 9.0);
}
