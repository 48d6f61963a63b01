//! `tinghu gallery DIR`: draws the example scenes, to be looked at.

use std::fs;
use std::io::{Write, stdout};
use std::path::Path;

use super::CliError;
use crate::render::{Picture, Renderer, fixtures};
use crate::text::Lang;

/// Width at which a phone shows a picture, in CSS pixels.
const PHONE_WIDTH: u32 = 350;

/// Writes every example in every language to `dir`: as it is, and at the width of a phone.
///
/// # Errors
/// [`CliError::Picture`] when an asset is damaged, [`CliError::File`] when a file cannot be written.
pub fn run(dir: &Path) -> Result<(), CliError> {
    fs::create_dir_all(dir).map_err(|source| CliError::File { path: dir.to_owned(), source })?;
    let renderer = Renderer::new()?;
    for (name, example) in fixtures::examples() {
        for lang in Lang::ALL {
            let picture = example.draw(&renderer, lang)?;
            let path = dir.join(format!("{name}.{}.png", lang.code()));
            write(&path, &picture)?;
            write(&path.with_extension("phone.png"), &picture.shrunk(PHONE_WIDTH)?)?;
            let Picture { png, width, height } = &picture;
            let line = format!("{:6} bytes  {width} × {height}  {}", png.len(), path.display());
            writeln!(stdout(), "{line}").map_err(CliError::Stream)?;
        }
    }
    Ok(())
}

fn write(path: &Path, picture: &Picture) -> Result<(), CliError> {
    fs::write(path, &picture.png).map_err(|source| CliError::File { path: path.to_owned(), source })
}
