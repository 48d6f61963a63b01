//! Faces with an index: for whoever does not read Chinese numerals.
//!
//! The face is drawn smaller, towards the lower edge; the freed upper left corner holds the rank, or the letter of
//! an honour, in the ink of its suit.

use super::{Faces, RenderError, TileSize, rasterised_set};
use crate::game::tile::{N_KINDS, Suit, Tile};
use crate::render::canvas::Sprite;
use crate::render::font::Font;
use crate::render::palette::{Colour, Palette};

/// How much smaller the face is, and where it is moved, in units of the drawing.
const FACE: &str = r#"<g transform="translate(34 45) scale(0.7)">"#;
/// The tile's body is the first three shapes of every drawing.
const N_BODY_SHAPES: usize = 3;
/// Em of the index, of the tile's width.
const EM_OF_WIDTH: f32 = 0.48;

/// The whole set.
pub(super) fn faces(
    fine: &[&[u8]],
    plain: &[&[u8]],
    palette: &Palette,
    font: &Font,
) -> Result<Faces, RenderError> {
    let smaller = |files: &[&[u8]]| -> Vec<Vec<u8>> { files.iter().map(|file| with_room(file)).collect() };
    let (fine, plain) = (smaller(fine), smaller(plain));
    let fine: Vec<&[u8]> = fine.iter().map(Vec::as_slice).collect();
    let plain: Vec<&[u8]> = plain.iter().map(Vec::as_slice).collect();
    let mut sizes = rasterised_set(&fine, &plain, palette)?;
    for size in TileSize::ALL {
        for (tile, sprite) in Tile::all().zip(&mut sizes[size as usize]) {
            write(sprite, size, tile, palette, font);
        }
    }
    Ok(sizes)
}

/// The drawing with its face moved aside.
fn with_room(file: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(file);
    let body_end = text.match_indices("/>").nth(N_BODY_SHAPES - 1).map_or(0, |(at, end)| at + end.len());
    let (body, face) = text.split_at(body_end);
    let face = face.trim_end().trim_end_matches("</svg>");
    format!("{body}{FACE}{face}</g></svg>").into_bytes()
}

/// The index of a tile: its rank, or a letter.
pub(super) fn letter(tile: Tile) -> char {
    match tile.rank() {
        Some(rank) => char::from(b'0' + rank),
        None => ['E', 'S', 'W', 'N', 'C', 'F', 'P'][(tile.index() + 7).saturating_sub(N_KINDS).min(6)],
    }
}

/// The index's ink: that of the suit, so that it helps and never misleads.
fn ink(tile: Tile) -> Colour {
    match tile.suit() {
        Some(Suit::Characters) => Colour::INK,
        Some(Suit::Dots) => Colour::BLUE,
        Some(Suit::Bamboos) => Colour::GREEN,
        None if tile == Tile::RED => Colour::RED,
        None => Colour::INK,
    }
}

fn write(sprite: &mut Sprite, size: TileSize, tile: Tile, palette: &Palette, font: &Font) {
    let em = (size.width() as f32 * EM_OF_WIDTH) as u8;
    let mask = font.mask(letter(tile), em);
    let (left, top) = (size.width() / 12, size.height() / 18);
    for (row, line) in (0..).zip(mask.coverage.chunks_exact(mask.width.max(1))) {
        for (column, &coverage) in (0..).zip(line) {
            let at = ((top + row) * size.width() + left + column) as usize;
            if let Some(pixel) = sprite.indices.get_mut(at) {
                *pixel = palette.blend(ink(tile), Colour(*pixel), coverage).0;
            }
        }
    }
}
