//! `tinghu gallery DIR`: draws the example scenes, to be looked at.

use std::fs;
use std::io::{Write, stdout};
use std::path::Path;

use anyhow::Context;

use crate::render::{Picture, Renderer, fixtures};
use crate::text::Lang;

/// Width at which a phone shows a picture, in CSS pixels.
const PHONE_WIDTH: u32 = 350;

/// Writes every example in every language to `dir`: as it is, and at the width of a phone.
///
/// # Errors
/// When an asset is damaged or a file cannot be written.
pub fn run(dir: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(dir).with_context(|| format!("{}", dir.display()))?;
    let renderer = Renderer::new()?;
    for (name, example) in fixtures::examples() {
        for lang in Lang::ALL {
            let picture = example.draw(&renderer, lang)?;
            let path = dir.join(format!("{name}.{}.png", lang.code()));
            fs::write(&path, &picture.png).with_context(|| format!("{}", path.display()))?;
            write_small(&picture, &path.with_extension("phone.png"))?;
            writeln!(
                stdout(),
                "{:6} bytes  {} × {}  {}",
                picture.png.len(),
                picture.width,
                picture.height,
                path.display()
            )?;
        }
    }
    Ok(())
}

fn write_small(picture: &Picture, path: &Path) -> anyhow::Result<()> {
    let whole = image::load_from_memory(&picture.png)?.to_rgb8();
    let height = (picture.height * PHONE_WIDTH).div_ceil(picture.width);
    let small = image::imageops::resize(&whole, PHONE_WIDTH, height, image::imageops::FilterType::Triangle);
    small.save(path).with_context(|| format!("{}", path.display()))
}
