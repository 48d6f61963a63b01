//! Palette indices to an indexed PNG.

use std::io::{self, Write};

use flate2::Compression;
use flate2::write::ZlibEncoder;
use image::RgbImage;
use png::{BitDepth, ColorType, DeflateCompression, Encoder, EncodingError, Filter, chunk};

use super::canvas::Canvas;
use super::palette::Palette;
use super::{Picture, RenderError};

/// zlib level: what a higher one saves costs more time than it is worth (docs/PICTURES.md).
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
    writer.write_chunk(chunk::IDAT, &compressed(width as usize, pixels).map_err(EncodingError::from)?)?;
    writer.finish()?;
    Ok(Picture { png, width, height })
}

/// The rows as PNG wants them. A row like the one above it is written as its difference, which is nothing; any other as
/// it is, for neighbouring palette indices mean nothing. The encoder's own filters know only one way for all rows.
fn compressed(width: usize, pixels: &[u8]) -> io::Result<Vec<u8>> {
    let unchanged = vec![0; width];
    let packed = Vec::with_capacity(pixels.len() / 8);
    let mut zlib = ZlibEncoder::new(packed, Compression::new(u32::from(LEVEL)));
    let mut above: Option<&[u8]> = None;
    for row in pixels.chunks_exact(width.max(1)) {
        let (filter, bytes) =
            if above == Some(row) { (Filter::Up, &unchanged[..]) } else { (Filter::NoFilter, row) };
        zlib.write_all(&[filter as u8])?;
        zlib.write_all(bytes)?;
        above = Some(row);
    }
    zlib.finish()
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
