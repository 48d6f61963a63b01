//! Palette indices to an indexed PNG.

use png::{BitDepth, ColorType, DeflateCompression, Encoder, Filter};

use super::canvas::Canvas;
use super::palette::Palette;
use super::{Picture, RenderError};

/// zlib level: higher ones cost time and save next to nothing on flat art.
const LEVEL: u8 = 2;

/// Packs a finished canvas.
pub(super) fn encoded(palette: &Palette, canvas: Canvas<'_>) -> Result<Picture, RenderError> {
    let (width, height, pixels) = canvas.into_parts();
    let mut png = Vec::with_capacity(pixels.len() / 8);
    let mut encoder = Encoder::new(&mut png, width, height);
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_palette(palette.bytes());
    encoder.set_deflate_compression(DeflateCompression::Level(LEVEL));
    // Filters compare neighbouring numbers, and neighbouring palette indices mean nothing.
    encoder.set_filter(Filter::NoFilter);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&pixels)?;
    writer.finish()?;
    Ok(Picture { png, width, height })
}
