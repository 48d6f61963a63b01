//! The one font: glyph masks, widths, and texts cut to a width.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use ab_glyph::{Font as _, FontRef, GlyphId, InvalidFont, PxScale};

use super::canvas::Mask;

const FILE: &[u8] = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/fonts/ui-cjk-bold.otf"));
/// Stands for a character that the font does not have, so that nothing vanishes.
pub(super) const SUBSTITUTE: char = '□';
const ELLIPSIS: char = '…';
/// Masks kept; a mask is about 1 kB. Names bring new characters, so there must be an end to it.
const N_MASKS_KEPT: usize = 4_096;

/// The font with the glyphs drawn so far.
pub(super) struct Font {
    face: FontRef<'static>,
    /// Height of ab_glyph's scale for one pixel of em.
    scale_per_em: f32,
    em_unscaled: f32,
    masks: Mutex<HashMap<(char, u8), Arc<Mask>>>,
}

impl Font {
    pub(super) fn new() -> Result<Font, InvalidFont> {
        let face = FontRef::try_from_slice(FILE)?;
        let em_unscaled = face.units_per_em().unwrap_or(1_000.0);
        let scale_per_em = face.height_unscaled() / em_unscaled;
        Ok(Font { face, scale_per_em, em_unscaled, masks: Mutex::default() })
    }

    /// Whether the font has a glyph for a character.
    pub(super) fn has(&self, c: char) -> bool {
        self.face.glyph_id(c) != GlyphId(0)
    }

    fn glyph(&self, c: char) -> GlyphId {
        self.face.glyph_id(if self.has(c) { c } else { SUBSTITUTE })
    }

    /// Width of a character in pixels at a size (pixels of em).
    pub(super) fn advance(&self, c: char, size: u8) -> f32 {
        self.face.h_advance_unscaled(self.glyph(c)) / self.em_unscaled * f32::from(size)
    }

    /// Width of a text in pixels, rounded up.
    pub(super) fn width(&self, text: &str, size: u8) -> i32 {
        text.chars().map(|c| self.advance(c, size)).sum::<f32>().ceil() as i32
    }

    /// The text itself, or its beginning with "…", so that it is at most `max_width` pixels wide.
    pub(super) fn cut(&self, text: &str, size: u8, max_width: i32) -> String {
        if self.width(text, size) <= max_width {
            return text.to_owned();
        }
        let room = max_width as f32 - self.advance(ELLIPSIS, size);
        let mut used = 0.0;
        let fits = |c: &char| {
            used += self.advance(*c, size);
            used <= room
        };
        let kept: String = text.chars().take_while(fits).collect();
        format!("{}{ELLIPSIS}", kept.trim_end())
    }

    /// The largest size not above `size`, and not below 60 % of it, at which a text is that narrow.
    pub(super) fn size_for(&self, text: &str, size: u8, max_width: i32) -> u8 {
        let least = (u16::from(size) * 3 / 5) as u8;
        (least..=size).rev().find(|&s| self.width(text, s) <= max_width).unwrap_or(least)
    }

    /// The drawn glyph; one that is missing gives the substitute's.
    pub(super) fn mask(&self, c: char, size: u8) -> Arc<Mask> {
        let key = (c, size);
        if let Some(mask) = self.masks.lock().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return Arc::clone(mask);
        }
        let mask = Arc::new(self.drawn(c, size));
        let mut masks = self.masks.lock().unwrap_or_else(PoisonError::into_inner);
        if masks.len() >= N_MASKS_KEPT {
            masks.clear();
        }
        masks.insert(key, Arc::clone(&mask));
        mask
    }

    fn drawn(&self, c: char, size: u8) -> Mask {
        let scale = PxScale::from(f32::from(size) * self.scale_per_em);
        let Some(outline) = self.face.outline_glyph(self.glyph(c).with_scale(scale)) else {
            return Mask { left: 0, top: 0, width: 0, coverage: Vec::new() }; // a space
        };
        let bounds = outline.px_bounds();
        let (width, height) = (bounds.width() as usize, bounds.height() as usize);
        let mut coverage = vec![0; width * height];
        outline.draw(|x, y, part| {
            if let Some(pixel) = coverage.get_mut(y as usize * width + x as usize) {
                *pixel = (part.clamp(0.0, 1.0) * 255.0 + 0.5) as u8;
            }
        });
        Mask { left: bounds.min.x as i32, top: bounds.min.y as i32, width, coverage }
    }
}
