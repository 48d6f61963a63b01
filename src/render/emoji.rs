//! Application emoji from the same drawings: 128 × 128, transparent round the tile, legible at 22 pixels.

use std::io::Cursor;

use image::imageops::overlay;
use image::{ImageFormat, Rgba, RgbaImage};
use resvg::tiny_skia::{Pixmap, Transform};

use super::atlas;
use super::font::Font;
use super::{Picture, RenderError};
use crate::game::tile::Tile;

/// Side of an emoji in pixels, as Discord wants it.
pub const SIDE: u32 = 128;
/// The part of a drawing above the tile's side, in its own units: the emoji has no pixel to lose to it.
const FACE_HEIGHT: f32 = 160.0;
const SCALE: f32 = SIDE as f32 / FACE_HEIGHT;
/// Version of the art, part of each name, so that a new drawing gets a new emoji.
const VERSION: u32 = 1;

/// An emoji with its name.
pub struct Emoji {
    /// `th1_5m`, `th1_E`, `th1_back`, `th1_treasure`.
    pub name: String,
    /// The picture.
    pub picture: Picture,
}

/// The 34 faces, the back and 宝.
pub(super) fn all(font: &Font) -> Result<Vec<Emoji>, RenderError> {
    let mut emoji = Vec::new();
    for (tree, tile) in atlas::plain_trees()?.iter().zip(Tile::all().map(Some).chain([None])) {
        let what = tile.map_or_else(|| "back".to_owned(), |tile| tile.to_string());
        emoji.push(Emoji { name: name(&what), picture: packed(&tile_image(tree)?)? });
    }
    emoji.push(Emoji { name: name("treasure"), picture: packed(&treasure(font))? });
    Ok(emoji)
}

/// The name of a tile's emoji.
pub fn emoji_name(tile: Tile) -> String {
    name(&tile.to_string())
}

fn name(what: &str) -> String {
    format!("th{VERSION}_{what}")
}

fn tile_image(tree: &resvg::usvg::Tree) -> Result<RgbaImage, RenderError> {
    let empty = || RenderError::EmptyPicture { width: SIDE, height: SIDE };
    let mut pixmap = Pixmap::new(SIDE, SIDE).ok_or_else(empty)?;
    let left = (SIDE as f32 - 128.0 * SCALE) / 2.0;
    resvg::render(tree, Transform::from_row(SCALE, 0.0, 0.0, SCALE, left, 0.0), &mut pixmap.as_mut());
    let mut image = RgbaImage::new(SIDE, SIDE);
    for (target, pixel) in image.pixels_mut().zip(pixmap.pixels()) {
        let colour = pixel.demultiply();
        *target = Rgba([colour.red(), colour.green(), colour.blue(), colour.alpha()]);
    }
    Ok(image)
}

/// 宝 in ink on gold.
fn treasure(font: &Font) -> RgbaImage {
    let mask = font.mask('宝', 112);
    let mut ground = RgbaImage::new(SIDE, SIDE);
    let radius = 24.0_f32;
    let side = SIDE as f32;
    for (x, y, pixel) in ground.enumerate_pixels_mut() {
        let (x, y) = (x as f32 + 0.5, y as f32 + 0.5);
        let beyond = |v: f32| (radius - v).max(v - (side - radius)).max(0.0);
        let (dx, dy) = (beyond(x), beyond(y));
        let inside = (radius - (dx * dx + dy * dy).sqrt() + 0.5).clamp(0.0, 1.0);
        *pixel = Rgba([0xff, 0xc9, 0x40, (inside * 255.0) as u8]);
    }
    let width = mask.width.max(1) as u32;
    let ink = RgbaImage::from_fn(width, mask.coverage.len() as u32 / width, |x, y| {
        let coverage = mask.coverage.get((y * width + x) as usize).copied().unwrap_or(0);
        Rgba([0x1b, 0x24, 0x33, coverage])
    });
    let (left, top) = ((SIDE - width.min(SIDE)) / 2, (SIDE - ink.height().min(SIDE)) / 2);
    overlay(&mut ground, &ink, i64::from(left), i64::from(top));
    ground
}

fn packed(image: &RgbaImage) -> Result<Picture, RenderError> {
    let mut png = Vec::new();
    image.write_to(&mut Cursor::new(&mut png), ImageFormat::Png)?;
    Ok(Picture { png, width: image.width(), height: image.height() })
}
