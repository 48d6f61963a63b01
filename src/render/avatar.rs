//! Avatars: files that strangers made, so they are bounded before and while they are read.

use std::fmt;
use std::io::Cursor;

use image::imageops::FilterType;
use image::{ImageFormat, ImageReader, Limits, RgbaImage};

/// A longer file is not looked at: Discord's own avatars of 256 pixels are far below.
pub const MAX_AVATAR_BYTES: usize = 512 * 1024;
/// Widest and highest picture that is read.
const MAX_SIDE: u32 = 1_024;
/// Memory for reading one.
const MAX_ALLOC: u64 = 16 * 1024 * 1024;
/// Side in the leaderboard, in pixels.
pub(super) const SIDE: u32 = 52;

/// A player's picture, small and ready to be laid down.
#[derive(Clone, PartialEq, Eq)]
pub struct Avatar {
    pub(super) image: RgbaImage,
}

impl fmt::Debug for Avatar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Avatar")
    }
}

/// Why a file is no avatar.
#[derive(Debug, thiserror::Error)]
pub enum AvatarError {
    /// The file is longer than [`MAX_AVATAR_BYTES`].
    #[error("an avatar of {n_bytes} bytes")]
    TooLong {
        /// Its length.
        n_bytes: usize,
    },
    /// It is no PNG, damaged, or its picture is too large.
    #[error("avatar")]
    Unreadable(#[from] image::ImageError),
}

impl Avatar {
    /// Reads a PNG and scales it, the middle square of it.
    ///
    /// # Errors
    /// [`AvatarError`]: the leaderboard then shows the player without one.
    pub fn from_png(bytes: &[u8]) -> Result<Avatar, AvatarError> {
        if bytes.len() > MAX_AVATAR_BYTES {
            return Err(AvatarError::TooLong { n_bytes: bytes.len() });
        }
        let mut limits = Limits::no_limits();
        limits.max_image_width = Some(MAX_SIDE);
        limits.max_image_height = Some(MAX_SIDE);
        limits.max_alloc = Some(MAX_ALLOC);
        let mut reader = ImageReader::with_format(Cursor::new(bytes), ImageFormat::Png);
        reader.limits(limits);
        let whole = reader.decode()?;
        Ok(Avatar { image: whole.resize_to_fill(SIDE, SIDE, FilterType::Triangle).to_rgba8() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn png(width: u32, height: u32) -> Vec<u8> {
        let mut bytes = Vec::new();
        RgbaImage::from_pixel(width, height, image::Rgba([200, 30, 30, 255]))
            .write_to(&mut Cursor::new(&mut bytes), ImageFormat::Png)
            .unwrap();
        bytes
    }

    #[test]
    fn an_avatar_of_any_shape_becomes_a_small_square() {
        for (width, height) in [(128, 128), (1, 1), (1_024, 3), (7, 900)] {
            let avatar = Avatar::from_png(&png(width, height)).unwrap();
            assert_eq!(avatar.image.dimensions(), (SIDE, SIDE));
        }
    }

    #[test]
    fn hostile_files_are_refused() {
        // A head that promises 60,000 × 60,000 pixels.
        let mut bomb = png(8, 8);
        bomb[16..20].copy_from_slice(&60_000_u32.to_be_bytes());
        bomb[20..24].copy_from_slice(&60_000_u32.to_be_bytes());
        for file in [bomb, png(1_025, 4), b"GIF89a".to_vec(), Vec::new(), png(64, 64)[..60].to_vec()] {
            assert!(matches!(Avatar::from_png(&file), Err(AvatarError::Unreadable(_))));
        }
        let long = vec![0; MAX_AVATAR_BYTES + 1];
        assert!(matches!(Avatar::from_png(&long), Err(AvatarError::TooLong { .. })));
    }
}
