//! A picture as others see it: on a small screen, with fewer colours. For the eyes of whoever changes the art.

use std::io::Cursor;

use image::imageops::{FilterType, overlay, resize};
use image::{ImageFormat, Pixel, Rgb, RgbImage, Rgba};

use super::{Emoji, Picture, RenderError};

/// A kind of colour vision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Vision {
    /// All colours.
    Full,
    /// Without the cones for green.
    Deuteran,
    /// Without the cones for red.
    Protan,
}

impl Vision {
    /// Linear RGB to linear RGB: Machado, Oliveira, Fernandes 2009, severity 1.
    const fn matrix(self) -> [[f32; 3]; 3] {
        match self {
            Vision::Full => [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
            Vision::Deuteran => [
                [0.367_322, 0.860_646, -0.227_968],
                [0.280_085, 0.672_501, 0.047_413],
                [-0.011_820, 0.042_940, 0.968_881],
            ],
            Vision::Protan => [
                [0.152_286, 1.052_583, -0.204_868],
                [0.114_503, 0.786_281, 0.099_216],
                [-0.003_882, -0.048_116, 1.051_998],
            ],
        }
    }

    fn sees(self, Rgb(colour): Rgb<u8>) -> Rgb<u8> {
        let linear = colour.map(|v| (f32::from(v) / 255.0).powf(2.2));
        let seen = self.matrix().map(|row| row[0] * linear[0] + row[1] * linear[1] + row[2] * linear[2]);
        Rgb(seen.map(|v| (v.clamp(0.0, 1.0).powf(1.0 / 2.2) * 255.0 + 0.5) as u8))
    }
}

impl Picture {
    fn decoded(&self) -> Result<RgbImage, RenderError> {
        Ok(image::load_from_memory(&self.png)?.to_rgb8())
    }

    /// The same picture `width` pixels wide, in true colour.
    ///
    /// # Errors
    /// [`RenderError::Preview`].
    pub fn shrunk(&self, width: u32) -> Result<Picture, RenderError> {
        let height = (self.height * width).div_ceil(self.width);
        packed(&resize(&self.decoded()?, width, height, FilterType::Triangle))
    }

    /// The same picture as somebody with that colour vision sees it.
    ///
    /// # Errors
    /// [`RenderError::Preview`].
    pub fn seen_with(&self, vision: Vision) -> Result<Picture, RenderError> {
        let mut image = self.decoded()?;
        image.pixels_mut().for_each(|pixel| *pixel = vision.sees(*pixel));
        packed(&image)
    }
}

/// Between two pictures of a sheet, in pixels.
const GAP: u32 = 12;
/// Discord's dark themes, and its light one.
const GROUNDS: [[u8; 3]; 3] = [[0x1a, 0x1a, 0x1e], [0x31, 0x33, 0x38], [0xff, 0xff, 0xff]];

/// All pictures `width` pixels wide, one a row: on the three grounds, then for deuteran and protan eyes.
///
/// # Errors
/// [`RenderError::Preview`].
pub fn contact_sheet(pictures: &[Picture], width: u32) -> Result<Picture, RenderError> {
    let mut rows = Vec::new();
    for picture in pictures {
        let small = picture.shrunk(width)?;
        let [deuteran, protan] = [small.seen_with(Vision::Deuteran)?, small.seen_with(Vision::Protan)?];
        let small = small.decoded()?;
        rows.push([small.clone(), small.clone(), small, deuteran.decoded()?, protan.decoded()?]);
    }
    let height: u32 = rows.iter().map(|row| row[0].height() + GAP).sum();
    let pitch = width + GAP;
    let mut sheet = RgbImage::from_fn(5 * pitch, height.max(1), |x, _| {
        Rgb(GROUNDS.get((x / pitch) as usize).copied().unwrap_or(GROUNDS[0]))
    });
    let mut y = GAP / 2;
    for row in &rows {
        for (column, image) in (0..).zip(row) {
            overlay(&mut sheet, image, i64::from(column * pitch + GAP / 2), i64::from(y));
        }
        y += row[0].height() + GAP;
    }
    packed(&sheet)
}

/// Side of an emoji inside a line of text, in CSS pixels.
const TEXT_EMOJI: u32 = 22;

/// All emoji in the size that they have inside a text, in lines `width` pixels wide.
///
/// # Errors
/// [`RenderError::Preview`].
pub fn emoji_in_a_text(emoji: &[Emoji], width: u32) -> Result<Picture, RenderError> {
    let pitch = TEXT_EMOJI + GAP / 2;
    let n_line = (width / pitch).max(1);
    let n_lines = (emoji.len() as u32).div_ceil(n_line).max(1);
    let mut lines = RgbImage::from_pixel(width, n_lines * pitch, Rgb(GROUNDS[1]));
    for (i, emoji) in (0..).zip(emoji) {
        let whole = image::load_from_memory(&emoji.picture.png)?.to_rgba8();
        let small = resize(&whole, TEXT_EMOJI, TEXT_EMOJI, FilterType::Triangle);
        let (x, y) = (i % n_line * pitch, i / n_line * pitch);
        for (dx, dy, pixel) in small.enumerate_pixels() {
            if let Some(under) = lines.get_pixel_mut_checked(x + dx, y + dy) {
                let mut laid = Rgba([under.0[0], under.0[1], under.0[2], 255]);
                laid.blend(pixel);
                *under = laid.to_rgb();
            }
        }
    }
    packed(&lines)
}

fn packed(image: &RgbImage) -> Result<Picture, RenderError> {
    let mut png = Vec::new();
    image.write_to(&mut Cursor::new(&mut png), ImageFormat::Png)?;
    Ok(Picture { png, width: image.width(), height: image.height() })
}
