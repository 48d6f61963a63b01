//! Faces told apart, on phones too, and by eyes that see fewer colours.

use image::imageops::{FilterType, resize};
use image::{Rgb, RgbImage};

use super::*;
use crate::game::tile::Suit;
use crate::render::palette::Colour;

/// The face as a phone shows it: 17 × 24 pixels.
fn on_a_phone(palette: &Palette, sprite: &Sprite) -> RgbImage {
    let bytes = palette.bytes();
    let image =
        RgbImage::from_fn(sprite.width as u32, sprite.indices.len() as u32 / sprite.width as u32, |x, y| {
            let index = usize::from(sprite.indices[(y * sprite.width as u32 + x) as usize]) * 3;
            Rgb([bytes[index], bytes[index + 1], bytes[index + 2]])
        });
    resize(&image, 17, 24, FilterType::Triangle)
}

/// Root of the mean squared distance of the pixels' colours, 1 for the distance of one full channel.
fn rms_difference(a: &RgbImage, b: &RgbImage) -> f64 {
    let square = |(&a, &b): (&u8, &u8)| ((f64::from(a) - f64::from(b)) / 255.0).powi(2);
    let squares: f64 = a.as_raw().iter().zip(b.as_raw()).map(square).sum();
    (squares / f64::from(a.width() * a.height())).sqrt()
}

#[test]
fn no_two_faces_look_alike_on_a_phone() {
    let palette = Palette::new();
    let atlas = Atlas::new(&palette).unwrap();
    for size in [TileSize::River, TileSize::Meld] {
        let tiles: Vec<Tile> = Tile::all().filter(|tile| !tile.is_honour() || *tile == Tile::RED).collect();
        let faces: Vec<_> =
            tiles.iter().map(|&t| on_a_phone(&palette, atlas.face(TileSet::Plain, size, t))).collect();
        for (i, a) in faces.iter().enumerate() {
            for (j, b) in faces.iter().enumerate().skip(i + 1) {
                let rms = rms_difference(a, b);
                assert!(rms >= 0.18, "{} and {} at {size:?}: {rms:.3}", tiles[i], tiles[j]);
            }
        }
    }
}

#[test]
fn faces_stand_in_tile_order() {
    // Reds and blues of the drawings tell the suits apart: only characters have a red 萬 over nothing blue.
    let palette = Palette::new();
    let atlas = Atlas::new(&palette).unwrap();
    let has = |tile: Tile, colour: Colour| {
        atlas.face(TileSet::Plain, TileSize::Hand, tile).indices.contains(&colour.0)
    };
    for rank in 1..=9 {
        let characters = Tile::numbered(Suit::Characters, rank).unwrap();
        assert!(has(characters, Colour::RED) && !has(characters, Colour::BLUE), "{characters}");
    }
    let bird = Tile::numbered(Suit::Bamboos, 1).unwrap();
    let wheel = Tile::numbered(Suit::Dots, 1).unwrap();
    assert!(std::ptr::eq(PLAIN[9], FINE[bird.index()]), "the bird has one drawing");
    assert!(!std::ptr::eq(PLAIN[0], FINE[wheel.index()]));
    assert!(has(Tile::RED, Colour::RED) && !has(Tile::RED, Colour::INK));
}

#[test]
fn no_two_faces_with_an_index_look_alike_on_a_phone() {
    let palette = Palette::new();
    let atlas = Atlas::new(&palette).unwrap();
    atlas.make_indexed(&palette, &Font::new().unwrap()).unwrap();
    let tiles: Vec<Tile> = Tile::all().collect();
    let face = |&tile: &Tile| on_a_phone(&palette, atlas.face(TileSet::Indexed, TileSize::River, tile));
    let faces: Vec<_> = tiles.iter().map(face).collect();
    for (i, a) in faces.iter().enumerate() {
        for (j, b) in faces.iter().enumerate().skip(i + 1) {
            let rms = rms_difference(a, b);
            // The faces are smaller, so less of the tile differs; the index tells the ranks apart.
            assert!(rms >= 0.12, "{} and {}: {rms:.3}", tiles[i], tiles[j]);
        }
    }
}
