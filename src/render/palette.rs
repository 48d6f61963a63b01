//! The one palette of all pictures: 256 fixed colours, so that pictures are composed in palette indices.
//!
//! Named colours come first; the rest are steps between two named colours that meet at an edge somewhere.

use std::sync::atomic::{AtomicU16, Ordering};

/// An index into the palette.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Colour(pub(super) u8);

macro_rules! colours {
    ($($(#[$doc:meta])* $name:ident = $rgb:literal;)+) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        #[repr(u8)]
        enum Named { $($name),+ }

        impl Colour {
            $($(#[$doc])* pub(super) const $name: Colour = Colour(Named::$name as u8);)+
        }

        const NAMED: &[u32] = &[$($rgb),+];
    };
}

colours! {
    /// The cloth.
    TABLE = 0x1c3833;
    /// A corner of the board.
    PANEL = 0x244a42;
    /// The corner whose turn it is.
    PANEL_TURN = 0x2f6458;
    /// Badges, the centre, strips.
    DARK = 0x102622;
    /// Tile faces and main text.
    IVORY = 0xfffdf5;
    /// Turn, last discard, ting, treasure.
    GOLD = 0xffc940;
    /// The dealer's badge.
    DEALER = 0xd93636;
    /// Secondary text.
    MUTED = 0xa9c4ba;
    /// Points gained.
    GAIN = 0x8fe3a0;
    /// Points lost.
    LOSS = 0xff9b85;
    /// Text on gold and ivory.
    INK = 0x1b2433;
    /// Side of a tile.
    LIP = 0xcdc4aa;
    /// Back of a tile.
    BACK = 0x1f8a63;
    /// Side of a tile that lies face down.
    BACK_SIDE = 0x166b4c;
    /// Line on the back of a tile.
    BACK_LINE = 0x6fc7a4;
    /// Red of the faces.
    RED = 0xd3202f;
    /// Green of the faces.
    GREEN = 0x0b7440;
    /// Blue of the faces.
    BLUE = 0x1d3f8f;
    /// A line of a chart.
    SKY = 0x6fb7ff;
    /// A badge of a seat that has no turn, in the centre.
    BADGE = 0x2a5249;
    /// A face that cannot be chosen.
    DIM_FACE = 0x98a39a;
    /// The ink of such a face.
    DIM_INK = 0x1b2c32;
    /// The red of such a face.
    DIM_RED = 0x7d2b31;
    /// The green of such a face.
    DIM_GREEN = 0x12593a;
    /// The blue of such a face.
    DIM_BLUE = 0x1d3c66;
}

/// Colours that meet, and how many steps stand between them: four are smooth enough for the eye, and each further
/// shade makes the file longer.
const RAMPS: &[(Colour, Colour, u32)] = &[
    (Colour::IVORY, Colour::INK, 4),
    (Colour::IVORY, Colour::RED, 4),
    (Colour::IVORY, Colour::GREEN, 4),
    (Colour::IVORY, Colour::BLUE, 4),
    (Colour::IVORY, Colour::LIP, 3),
    (Colour::IVORY, Colour::BACK, 3),
    (Colour::IVORY, Colour::TABLE, 4),
    (Colour::IVORY, Colour::PANEL, 4),
    (Colour::IVORY, Colour::PANEL_TURN, 4),
    (Colour::IVORY, Colour::DARK, 4),
    (Colour::IVORY, Colour::DEALER, 4),
    (Colour::IVORY, Colour::GOLD, 3),
    (Colour::GOLD, Colour::TABLE, 4),
    (Colour::GOLD, Colour::PANEL, 4),
    (Colour::GOLD, Colour::PANEL_TURN, 4),
    (Colour::GOLD, Colour::DARK, 4),
    (Colour::GOLD, Colour::INK, 4),
    (Colour::MUTED, Colour::PANEL, 4),
    (Colour::MUTED, Colour::PANEL_TURN, 4),
    (Colour::MUTED, Colour::DARK, 4),
    (Colour::MUTED, Colour::TABLE, 4),
    (Colour::GAIN, Colour::PANEL, 4),
    (Colour::GAIN, Colour::PANEL_TURN, 4),
    (Colour::LOSS, Colour::PANEL, 4),
    (Colour::LOSS, Colour::PANEL_TURN, 4),
    (Colour::SKY, Colour::TABLE, 4),
    (Colour::LOSS, Colour::TABLE, 4),
    (Colour::DEALER, Colour::PANEL, 2),
    (Colour::DEALER, Colour::DARK, 2),
    (Colour::LIP, Colour::BACK, 2),
    (Colour::LIP, Colour::TABLE, 2),
    (Colour::BACK, Colour::TABLE, 2),
    (Colour::BACK, Colour::PANEL, 2),
    (Colour::BACK, Colour::DARK, 2),
    (Colour::BACK_SIDE, Colour::PANEL, 1),
    (Colour::BACK, Colour::BACK_LINE, 2),
    (Colour::RED, Colour::GREEN, 2),
    (Colour::RED, Colour::BLUE, 2),
    (Colour::GREEN, Colour::BLUE, 2),
    (Colour::PANEL, Colour::TABLE, 1),
    (Colour::PANEL, Colour::DARK, 1),
    (Colour::DIM_FACE, Colour::DIM_INK, 4),
    (Colour::DIM_FACE, Colour::DIM_RED, 4),
    (Colour::DIM_FACE, Colour::DIM_GREEN, 4),
    (Colour::DIM_FACE, Colour::DIM_BLUE, 4),
    (Colour::DIM_FACE, Colour::TABLE, 2),
];

const N_COLOURS: usize = 256;
/// Colours that there are; the rest of the 256 is free.
const N_USED: usize = {
    let (mut n, mut i) = (NAMED.len(), 0);
    while i < RAMPS.len() {
        n += RAMPS[i].2 as usize;
        i += 1;
    }
    n
};
/// Five bits a channel.
const N_CELLS: usize = 1 << 15;
const UNKNOWN: u16 = u16::MAX;
/// How much of the cloth shows through a tile that cannot be chosen, of 256.
pub(super) const DIM_OF_256: u32 = 116;

/// The colours, and the way back from a colour to the nearest index.
pub(super) struct Palette {
    rgb: [[u8; 3]; N_COLOURS],
    /// Nearest index of each 15-bit colour, found when first asked for: a picture needs only a few hundred.
    nearest: Box<[AtomicU16]>,
    dimmed: [u8; N_COLOURS],
}

impl Palette {
    pub(super) fn new() -> Palette {
        let mut rgb = [[0; 3]; N_COLOURS];
        let named = NAMED.iter().map(|&c| [(c >> 16) as u8, (c >> 8) as u8, c as u8]);
        let steps = RAMPS.iter().flat_map(|&(from, to, n)| {
            let ends = [from, to].map(|Colour(i)| NAMED[usize::from(i)]);
            (1..=n).map(move |step| mixed(ends[0], ends[1], step, n + 1))
        });
        for (slot, colour) in rgb.iter_mut().zip(named.chain(steps)) {
            *slot = colour;
        }
        let nearest = (0..N_CELLS).map(|_| AtomicU16::new(UNKNOWN)).collect();
        let mut palette = Palette { rgb, nearest, dimmed: [0; N_COLOURS] };
        palette.dimmed =
            std::array::from_fn(|i| palette.blend(Colour::TABLE, Colour(i as u8), DIM_OF_256 as u8).0);
        palette
    }

    /// The colours as a PNG wants them: three bytes each.
    pub(super) fn bytes(&self) -> Vec<u8> {
        self.rgb.concat()
    }

    /// The same without the colours at the end that nothing has.
    pub(super) fn used_bytes(&self) -> Vec<u8> {
        self.rgb[..N_USED].concat()
    }

    /// Red, green and blue of an index.
    pub(super) fn rgb(&self, Colour(index): Colour) -> [u8; 3] {
        self.rgb[usize::from(index)]
    }

    /// The index next to a colour.
    pub(super) fn nearest(&self, [r, g, b]: [u8; 3]) -> Colour {
        let cell = usize::from(r >> 3) << 10 | usize::from(g >> 3) << 5 | usize::from(b >> 3);
        let known = self.nearest[cell].load(Ordering::Relaxed);
        if known != UNKNOWN {
            return Colour(known as u8);
        }
        // The cell's own corner stands for the whole cell, so the answer never depends on who asked first.
        let [r, g, b] = [r, g, b].map(|v| i32::from(v & 0xf8 | v >> 5));
        let distance = |c: &[u8; 3]| {
            let [dr, dg, db] = [r - i32::from(c[0]), g - i32::from(c[1]), b - i32::from(c[2])];
            2 * dr * dr + 4 * dg * dg + 3 * db * db
        };
        let found = (0..N_USED).min_by_key(|&i| distance(&self.rgb[i])).unwrap_or(0) as u16;
        self.nearest[cell].store(found, Ordering::Relaxed);
        Colour(found as u8)
    }

    /// `over` laid on `under` with a coverage of 0–255.
    pub(super) fn blend(&self, over: Colour, under: Colour, coverage: u8) -> Colour {
        match coverage {
            0 => return under,
            255 => return over,
            _ => {}
        }
        let (a, b) = (self.rgb[usize::from(over.0)], self.rgb[usize::from(under.0)]);
        let part = u32::from(coverage);
        let mix = |i: usize| ((u32::from(a[i]) * part + u32::from(b[i]) * (255 - part) + 127) / 255) as u8;
        self.nearest([mix(0), mix(1), mix(2)])
    }

    /// A premultiplied colour laid on `under`.
    pub(super) fn lay(&self, premultiplied: [u8; 3], alpha: u8, under: Colour) -> Colour {
        let below = self.rgb[usize::from(under.0)];
        let rest = 255 - u32::from(alpha);
        let sum = |i: usize| (u32::from(premultiplied[i]) + u32::from(below[i]) * rest / 255).min(255) as u8;
        self.nearest([sum(0), sum(1), sum(2)])
    }

    /// The colour of a tile that cannot be chosen.
    pub(super) fn dim(&self, index: u8) -> u8 {
        self.dimmed[usize::from(index)]
    }
}

fn mixed(from: u32, to: u32, step: u32, of: u32) -> [u8; 3] {
    [16, 8, 0].map(|shift| {
        let (a, b) = (from >> shift & 255, to >> shift & 255);
        ((a * (of - step) + b * step + of / 2) / of) as u8
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_palette_holds_all_named_colours_and_ramps() {
        let palette = Palette::new();
        let (used, filler) = palette.rgb.split_at(N_USED);
        let (from, to, n) = RAMPS[RAMPS.len() - 1];
        let [from, to] = [from, to].map(|Colour(i)| NAMED[usize::from(i)]);
        assert_eq!(used.last(), Some(&mixed(from, to, n, n + 1)));
        assert!(filler.iter().all(|&colour| colour == [0; 3]));
    }

    #[test]
    fn a_blend_keeps_its_ends_and_lies_between_them() {
        let palette = Palette::new();
        assert_eq!(palette.blend(Colour::GOLD, Colour::DARK, 0), Colour::DARK);
        assert_eq!(palette.blend(Colour::GOLD, Colour::DARK, 255), Colour::GOLD);
        let half = palette.rgb[usize::from(palette.blend(Colour::GOLD, Colour::DARK, 128).0)];
        assert!(half[0] > 0x10 && half[0] < 0xff);
    }

    /// Contrast ratio as WCAG 2 defines it, 1–21.
    fn contrast(a: Colour, b: Colour) -> f64 {
        let luminance = |Colour(i): Colour| {
            let channel = |shift: u32| {
                let v = f64::from(NAMED[usize::from(i)] >> shift & 255) / 255.0;
                if v <= 0.04045 { v / 12.92 } else { ((v + 0.055) / 1.055).powf(2.4) }
            };
            0.2126 * channel(16) + 0.7152 * channel(8) + 0.0722 * channel(0)
        };
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn texts_stand_out_from_what_they_stand_on() {
        let grounds = [Colour::TABLE, Colour::PANEL, Colour::PANEL_TURN, Colour::DARK];
        let texts = [Colour::IVORY, Colour::GOLD, Colour::GAIN, Colour::LOSS];
        for ground in grounds {
            for text in texts {
                // 3 is WCAG's least for large text, and even a phone shows these at 9 px and bold.
                assert!(contrast(text, ground) >= 3.0, "{text:?} on {ground:?}: {}", contrast(text, ground));
            }
        }
        for (text, ground, least) in [
            (Colour::IVORY, Colour::PANEL, 7.0),
            (Colour::IVORY, Colour::DEALER, 4.0),
            (Colour::MUTED, Colour::PANEL, 4.5),
            (Colour::MUTED, Colour::DARK, 7.0),
            (Colour::INK, Colour::GOLD, 7.0),
            (Colour::RED, Colour::IVORY, 4.5),
            (Colour::GREEN, Colour::IVORY, 4.5),
            (Colour::BLUE, Colour::IVORY, 7.0),
        ] {
            assert!(contrast(text, ground) >= least, "{text:?} on {ground:?}: {}", contrast(text, ground));
        }
    }
}
