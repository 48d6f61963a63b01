//! Palette indices to an indexed PNG.

use image::RgbImage;
use png::{BitDepth, ColorType, DeflateCompression, Encoder, Filter, chunk};

use super::canvas::Canvas;
use super::palette::Palette;
use super::{Picture, RenderError, deflate};

/// zlib level of pictures in true colour: what a higher one saves costs more time than it is worth (docs/PICTURES.md).
const LEVEL: u8 = 5;

/// Packs a finished canvas.
pub(super) fn encoded(palette: &Palette, canvas: Canvas<'_>) -> Result<Picture, RenderError> {
    let (width, height, pixels) = canvas.into_parts();
    packed(palette, width, height, &pixels)
}

/// Packs palette indices, row by row.
pub(super) fn packed(
    palette: &Palette,
    width: u32,
    height: u32,
    pixels: &[u8],
) -> Result<Picture, RenderError> {
    let mut png = Vec::with_capacity(pixels.len() / 8);
    let mut encoder = Encoder::new(&mut png, width, height);
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_palette(palette.used_bytes());
    let mut writer = encoder.write_header()?;
    writer.write_chunk(chunk::IDAT, &compressed(width as usize, pixels))?;
    writer.finish()?;
    Ok(Picture { png, width, height })
}

/// The rows as PNG wants them. A row like the one above it is written as its difference, which is nothing; any other as
/// it is, for neighbouring palette indices mean nothing. The encoder's own filters know only one way for all rows.
fn compressed(width: usize, pixels: &[u8]) -> Vec<u8> {
    let mut rows = Vec::with_capacity(pixels.len() + pixels.len() / width.max(1));
    let mut above: Option<&[u8]> = None;
    for row in pixels.chunks_exact(width.max(1)) {
        if above == Some(row) {
            rows.push(Filter::Up as u8);
            rows.resize(rows.len() + width, 0);
        } else {
            rows.push(Filter::NoFilter as u8);
            rows.extend_from_slice(row);
        }
        above = Some(row);
    }
    deflate::zlib(&rows, width + 1)
}

/// Packs a picture that has colours of its own.
pub(super) fn in_true_colour(image: &RgbImage) -> Result<Picture, RenderError> {
    let (width, height) = image.dimensions();
    let mut png = Vec::new();
    let mut encoder = Encoder::new(&mut png, width, height);
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_deflate_compression(DeflateCompression::Level(LEVEL));
    encoder.set_filter(Filter::Up);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(image.as_raw())?;
    writer.finish()?;
    Ok(Picture { png, width, height })
}
