//! The tile faces, rasterised once in each size that a picture uses.

use std::sync::OnceLock;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg;

use super::RenderError;
use super::canvas::{EdgePixel, Sprite};
use super::font::Font;
use super::palette::Palette;
use crate::game::tile::{N_KINDS, Tile};

mod index;

/// The sizes in which tiles are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TileSize {
    /// The own hand: 60 × 83.
    Hand,
    /// A river: 56 × 77.
    River,
    /// Melds: 48 × 66.
    Meld,
    /// Strips of information: 36 × 50.
    Small,
}

impl TileSize {
    const ALL: [TileSize; 4] = [TileSize::Hand, TileSize::River, TileSize::Meld, TileSize::Small];

    /// Width in pixels.
    pub(super) const fn width(self) -> i32 {
        [60, 56, 48, 36][self as usize]
    }

    /// Height in pixels; the lowest tenth is the tile's side.
    pub(super) const fn height(self) -> i32 {
        (self.width() * ART_HEIGHT + ART_WIDTH - 1) / ART_WIDTH
    }
}

/// Width of a drawing in its own units.
pub(super) const ART_WIDTH: i32 = 128;
const ART_HEIGHT: i32 = 176;
/// From this width on a face has its fine lines; below it they would only blur.
const FINE_FROM: i32 = 58;

macro_rules! art {
    ($($file:literal)+) => {
        [$(include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/tiles/", $file, ".svg"))),+]
    };
}

/// The 34 faces in tile order, then the back.
const FINE: [&[u8]; N_KINDS + 1] = art!(
    "00" "01" "02" "03" "04" "05" "06" "07" "08" "09" "10" "11" "12" "13" "14" "15" "16" "17"
    "18" "19" "20" "21" "22" "23" "24" "25" "26" "27" "28" "29" "30" "31" "32" "33" "34"
);

/// The first face that has a plainer drawing for small sizes; all dots and bamboos from here on have one.
const FIRST_PLAIN: usize = 9;
/// Plainer faces; the first bamboo, a bird, is the same in all sizes.
const PLAIN: [&[u8]; 18] = art!(
    "small/09" "small/10" "small/11" "small/12" "small/13" "small/14" "small/15" "small/16" "small/17"
    "18" "small/19" "small/20" "small/21" "small/22" "small/23" "small/24" "small/25" "small/26"
);

/// The two drawings of each face.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(super) enum TileSet {
    /// The face alone.
    #[default]
    Plain,
    /// The face a little smaller, with its rank or letter in the corner.
    Indexed,
}

/// All faces in all sizes.
pub(super) struct Atlas {
    plain: Faces,
    /// Made when first asked for.
    indexed: OnceLock<Faces>,
}

/// One set: of each size the faces, then the back.
type Faces = [Vec<Sprite>; TileSize::ALL.len()];

impl Atlas {
    pub(super) fn new(palette: &Palette) -> Result<Atlas, RenderError> {
        Ok(Atlas { plain: rasterised_set(&FINE, &PLAIN, palette)?, indexed: OnceLock::new() })
    }

    /// The set with indices, made when it is first asked for: about as long as a start.
    pub(super) fn make_indexed(&self, palette: &Palette, font: &Font) -> Result<(), RenderError> {
        if self.indexed.get().is_none() {
            let made = index::faces(&FINE, &PLAIN, palette, font)?;
            self.indexed.get_or_init(|| made);
        }
        Ok(())
    }

    fn set(&self, set: TileSet) -> &Faces {
        match set {
            TileSet::Plain => &self.plain,
            TileSet::Indexed => self.indexed.get().unwrap_or(&self.plain),
        }
    }

    /// A tile, face up.
    pub(super) fn face(&self, set: TileSet, size: TileSize, tile: Tile) -> &Sprite {
        &self.set(set)[size as usize][tile.index()]
    }

    /// A tile, face down.
    pub(super) fn back(&self, size: TileSize) -> &Sprite {
        &self.plain[size as usize][N_KINDS]
    }
}

/// The file with the drawing of a tile, the back after the last one, as it is used in a size.
pub(super) fn drawing(index: usize, size: TileSize) -> &'static [u8] {
    let plainer = index.checked_sub(FIRST_PLAIN).and_then(|i| PLAIN.get(i));
    plainer.filter(|_| size.width() < FINE_FROM).unwrap_or(&FINE[index.min(N_KINDS)])
}

/// The 34 faces and the back as they are drawn in small sizes.
pub(super) fn plain_trees() -> Result<Vec<usvg::Tree>, RenderError> {
    let mut files = FINE;
    files[FIRST_PLAIN..FIRST_PLAIN + PLAIN.len()].copy_from_slice(&PLAIN);
    parsed(&files)
}

/// Rasterises every face and the back in every size.
fn rasterised_set(fine: &[&[u8]], plain: &[&[u8]], palette: &Palette) -> Result<Faces, RenderError> {
    let (fine, plain) = (parsed(fine)?, parsed(plain)?);
    let mut sizes = [const { Vec::new() }; TileSize::ALL.len()];
    for size in TileSize::ALL {
        for (index, fine) in fine.iter().enumerate() {
            let plainer = index.checked_sub(FIRST_PLAIN).and_then(|i| plain.get(i));
            let tree = plainer.filter(|_| size.width() < FINE_FROM).unwrap_or(fine);
            sizes[size as usize].push(rasterised(tree, size, palette)?);
        }
    }
    Ok(sizes)
}

fn parsed(files: &[&[u8]]) -> Result<Vec<usvg::Tree>, RenderError> {
    let options = usvg::Options::default();
    let tree = |(index, file): (usize, &&[u8])| {
        usvg::Tree::from_data(file, &options)
            .map_err(|source| RenderError::Art { index, source: Box::new(source) })
    };
    files.iter().enumerate().map(tree).collect()
}

fn rasterised(tree: &usvg::Tree, size: TileSize, palette: &Palette) -> Result<Sprite, RenderError> {
    let (width, height) = (size.width(), size.height());
    let empty = || RenderError::EmptyPicture { width: width as u32, height: height as u32 };
    let mut pixmap = Pixmap::new(width as u32, height as u32).ok_or_else(empty)?;
    let scale = width as f32 / ART_WIDTH as f32;
    resvg::render(tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    let mut sprite = Sprite { width, indices: Vec::new(), solid: Vec::new(), edges: Vec::new() };
    for (y, row) in (0..).zip(pixmap.pixels().chunks_exact(width as usize)) {
        let solid = row.iter().position(|p| p.alpha() == 255).unwrap_or(0);
        let end = row.iter().rposition(|p| p.alpha() == 255).map_or(solid, |last| last + 1);
        sprite.solid.push((solid, end));
        for (x, pixel) in row.iter().enumerate() {
            let premultiplied = [pixel.red(), pixel.green(), pixel.blue()];
            sprite.indices.push(palette.nearest(premultiplied).0);
            if !(solid..end).contains(&x) && pixel.alpha() > 0 {
                sprite.edges.push(EdgePixel { x: x as i32, y, premultiplied, alpha: pixel.alpha() });
            }
        }
    }
    Ok(sprite)
}

#[cfg(test)]
mod tests;
