//! The one font: glyph masks, widths, and texts cut to a width.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use ab_glyph::{Font as _, FontRef, GlyphId, InvalidFont, OutlineCurve, PxScale};

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

    /// Units of the font's outlines for one em.
    pub(super) fn units_per_em(&self) -> f32 {
        self.em_unscaled
    }

    /// The outline of a character in those units, y upwards; of a space nothing.
    pub(super) fn curves(&self, c: char) -> Vec<OutlineCurve> {
        self.face.outline(self.glyph(c)).map(|outline| outline.curves).unwrap_or_default()
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

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;
    use crate::game::seat::Seat;
    use crate::render::name;
    use crate::text::Lang;

    /// Signs of the messages that no picture shows: emoji, and the marks of fluent's and Discord's own grammar.
    fn is_for_messages_alone(c: char) -> bool {
        c.is_whitespace()
            || matches!(c, '\u{2600}'..='\u{27bf}' | '\u{2b00}'..='\u{2bff}' | '\u{fe0f}' | '\u{1f000}'..)
    }

    #[test]
    fn the_font_has_every_character_of_every_message() {
        let font = Font::new().unwrap();
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/locales");
        let mut n_files = 0;
        for lang in Lang::ALL {
            for entry in fs::read_dir(folder.join(lang.code())).unwrap() {
                let path = entry.unwrap().path();
                n_files += 1;
                for c in fs::read_to_string(&path).unwrap().chars() {
                    assert!(is_for_messages_alone(c) || font.has(c), "{c:?} of {}", path.display());
                }
            }
        }
        assert!(n_files >= 3 * Lang::ALL.len());
    }

    /// 500 names from pieces that break careless code: every label is drawn, whole, and by glyphs that exist.
    #[test]
    fn five_hundred_hard_names_are_labels_without_gaps() {
        const PIECES: [&str; 25] = [
            "铁锅炖大鹅",
            "龍",
            "ひらがな",
            "カタカナ",
            "한국말",
            "Аня",
            "Ωmega",
            "mahjong_kid",
            "W",
            " ",
            "\u{202e}",
            "\u{200b}",
            "🀄",
            "👨‍👩‍👧",
            "e\u{301}\u{323}\u{489}",
            "שלום",
            "مرحبا",
            "𓀀",
            "@everyone",
            "**x**",
            "<@1>",
            "ﷺ",
            "Ａｂ１",
            "−",
            "\u{0}",
        ];
        let font = Font::new().unwrap();
        let mut state = 1_u32;
        let mut below = |n: usize| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 16) as usize % n
        };
        for _ in 0..500 {
            let name: String = (0..1 + below(6)).map(|_| PIECES[below(PIECES.len())]).collect();
            let label = name::label(&font, &name, Seat::South, Lang::ZhCn);
            assert!(!label.trim().is_empty(), "{name:?}");
            for c in label.chars() {
                assert!(font.has(c), "{c:?} in the label of {name:?}");
                let mask = font.mask(c, 30);
                assert!(c == ' ' || mask.coverage.iter().any(|&v| v > 0), "{c:?} of {name:?} draws nothing");
            }
            assert!(font.width(&font.cut(&label, 30, 250), 30) <= 250, "{name:?}");
        }
    }
}
