//! What all pictures share: texts, chips, badges, tiles and rings on a canvas.

use image::{Rgb, RgbImage};

use super::atlas::{Atlas, TileSet, TileSize};
use super::canvas::{Canvas, Rect, Shade};
use super::font::Font;
use super::palette::{Colour, Palette};
use super::svg::Shape;
use super::{Picture, RenderError, png};
use crate::game::tile::{N_KINDS, Tile};

/// Everything made once and read by every picture.
pub(super) struct Kit {
    pub(super) palette: Palette,
    pub(super) atlas: Atlas,
    pub(super) font: Font,
    /// Canvases keep what is drawn on them, for a picture as a document.
    pub(super) keeps_shapes: bool,
}

impl Kit {
    pub(super) fn new() -> Result<Kit, RenderError> {
        let palette = Palette::new();
        let atlas = Atlas::new(&palette)?;
        Ok(Kit { palette, atlas, font: Font::new()?, keeps_shapes: false })
    }
}

/// Which point of a text its x names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Anchor {
    Left,
    Middle,
    Right,
}

/// How a text looks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Style {
    /// Pixels of em.
    pub(super) size: u8,
    pub(super) colour: Colour,
    pub(super) anchor: Anchor,
}

impl Style {
    pub(super) const fn left(size: u8, colour: Colour) -> Style {
        Style { size, colour, anchor: Anchor::Left }
    }

    pub(super) const fn middle(size: u8, colour: Colour) -> Style {
        Style { size, colour, anchor: Anchor::Middle }
    }

    pub(super) const fn right(size: u8, colour: Colour) -> Style {
        Style { size, colour, anchor: Anchor::Right }
    }
}

/// Width of a ring's line in pixels, all of it outside the tile.
pub(super) const RING: i32 = 6;
/// Characters are centred this far above the baseline, of the em.
const MIDDLE_OF_EM: f32 = 0.37;

/// A canvas with the kit to draw on it.
pub(super) struct Painter<'k> {
    pub(super) kit: &'k Kit,
    pub(super) canvas: Canvas<'k>,
    set: TileSet,
    /// What was drawn, for tests that read pictures as a phone shows them.
    #[cfg(test)]
    pub(super) log: Vec<Drawn>,
}

/// Something that a reader has to make out.
#[cfg(test)]
#[derive(Clone, Debug)]
pub(super) enum Drawn {
    Tile { tile: Tile, size: TileSize, x: i32, y: i32, shade: Shade },
    Text { text: String, size: u8 },
    Chip { rect: Rect, fill: Colour, text: String, ink: Colour, size: u8 },
}

impl<'k> Painter<'k> {
    pub(super) fn new(kit: &'k Kit, width: u32, height: u32) -> Painter<'k> {
        let canvas = Canvas::new(&kit.palette, width, height, Colour::TABLE);
        let canvas = if kit.keeps_shapes { canvas.keeping_shapes() } else { canvas };
        Painter {
            kit,
            canvas,
            set: TileSet::Plain,
            #[cfg(test)]
            log: Vec::new(),
        }
    }

    /// The same, with tiles that carry their index where that is wished.
    pub(super) fn with_index_digits(mut self, wished: bool) -> Result<Painter<'k>, RenderError> {
        if wished {
            self.kit.atlas.make_indexed(&self.kit.palette, &self.kit.font)?;
            self.set = TileSet::Indexed;
        }
        Ok(self)
    }

    pub(super) fn finish(self) -> Result<Picture, RenderError> {
        png::encoded(&self.kit.palette, self.canvas)
    }

    /// The picture so far, in colours of its own.
    pub(super) fn in_true_colour(self) -> RgbImage {
        let colours = self.kit.palette.bytes();
        let (width, height, pixels) = self.canvas.into_parts();
        let mut image = RgbImage::new(width, height);
        for (target, &index) in image.pixels_mut().zip(&pixels) {
            let at = usize::from(index) * 3;
            *target = Rgb([colours[at], colours[at + 1], colours[at + 2]]);
        }
        image
    }

    /// Writes a text whose middle line is `cy`; gives its width.
    pub(super) fn text(&mut self, x: i32, cy: i32, text: &str, style: Style) -> i32 {
        #[cfg(test)]
        self.log.push(Drawn::Text { text: text.to_owned(), size: style.size });
        let font = &self.kit.font;
        let width = font.width(text, style.size);
        let left = match style.anchor {
            Anchor::Left => x,
            Anchor::Middle => x - width / 2,
            Anchor::Right => x - width,
        };
        let baseline = cy + (f32::from(style.size) * MIDDLE_OF_EM).round() as i32;
        let mut pen = left as f32;
        for c in text.chars() {
            let (x, Style { size, colour, .. }) = (pen.round() as i32, style);
            self.canvas.keep(|| Shape::Glyph { x, baseline, c, size, colour });
            self.canvas.mask(x, baseline, &font.mask(c, size), colour);
            pen += font.advance(c, style.size);
        }
        width
    }

    /// Writes a text that takes at most `max_width` pixels: first smaller, then cut with "…"; gives its width.
    pub(super) fn text_within(&mut self, x: i32, cy: i32, max_width: i32, text: &str, style: Style) -> i32 {
        let size = self.kit.font.size_for(text, style.size, max_width);
        let cut = self.kit.font.cut(text, size, max_width);
        self.text(x, cy, &cut, Style { size, ..style })
    }

    /// A round-cornered field with a short text in its middle.
    pub(super) fn chip(&mut self, rect: Rect, fill: Colour, text: &str, ink: Colour) {
        self.sized_chip(rect, fill, text, Style::middle((rect.h * 4 / 5) as u8, ink));
    }

    /// The same with a text of a size of its own.
    pub(super) fn sized_chip(&mut self, rect: Rect, fill: Colour, text: &str, style: Style) {
        #[cfg(test)]
        self.log.push(Drawn::Chip { rect, fill, text: text.to_owned(), ink: style.colour, size: style.size });
        self.canvas.round_rect(rect, rect.h / 4, fill);
        let (cx, cy) = rect.centre();
        self.text_within(cx, cy, rect.w - 4, text, style);
    }

    /// A tile, face up.
    pub(super) fn tile(&mut self, x: i32, y: i32, size: TileSize, tile: Tile, shade: Shade) {
        #[cfg(test)]
        self.log.push(Drawn::Tile { tile, size, x, y, shade });
        self.canvas.keep(|| Shape::Tile { x, y, index: tile.index(), size, shade });
        self.canvas.sprite(x, y, self.kit.atlas.face(self.set, size, tile), shade);
    }

    /// A tile, face down.
    pub(super) fn back(&mut self, x: i32, y: i32, size: TileSize) {
        self.canvas.keep(|| Shape::Tile { x, y, index: N_KINDS, size, shade: Shade::Full });
        self.canvas.sprite(x, y, self.kit.atlas.back(size), Shade::Full);
    }

    /// A tile, face up, with a ring round it.
    pub(super) fn ringed_tile(&mut self, x: i32, y: i32, size: TileSize, tile: Tile) {
        let rect = Rect::new(x, y, size.width(), size.height());
        self.canvas.round_rect(rect.grown(RING), RING + 6, Colour::GOLD);
        self.tile(x, y, size, tile, Shade::Full);
    }
}
