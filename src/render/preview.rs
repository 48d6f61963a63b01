//! A picture as a small screen shows it, for the eyes of whoever changes the art.

use std::io::Cursor;

use image::ImageFormat;
use image::imageops::{FilterType, resize};

use super::{Picture, RenderError};

impl Picture {
    /// The same picture `width` pixels wide, in true colour.
    ///
    /// # Errors
    /// [`RenderError::Preview`].
    pub fn shrunk(&self, width: u32) -> Result<Picture, RenderError> {
        let whole = image::load_from_memory(&self.png)?.to_rgb8();
        let height = (self.height * width).div_ceil(self.width);
        let mut png = Vec::new();
        resize(&whole, width, height, FilterType::Triangle)
            .write_to(&mut Cursor::new(&mut png), ImageFormat::Png)?;
        Ok(Picture { png, width, height })
    }
}
