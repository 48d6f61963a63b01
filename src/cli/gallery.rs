//! `tinghu gallery DIR`: draws the example scenes, to be looked at. `tinghu emoji DIR`: the application emoji.

use std::fs;
use std::io::{Write, stdout};
use std::path::Path;

use super::CliError;
use crate::render::{Picture, Renderer, Vision, contact_sheet, fixtures};
use crate::text::Lang;

/// Width at which a phone shows a picture, in CSS pixels.
const PHONE_WIDTH: u32 = 350;

/// Writes every example in every language to `dir`: as it is, at the width of a phone, and as deuteran and protan
/// eyes see it; tiles with an index; a replay; all emoji; and `sheet.png`, everything on one page.
///
/// # Errors
/// [`CliError::Picture`] when an asset is damaged, [`CliError::File`] when a file cannot be written.
pub fn run(dir: &Path) -> Result<(), CliError> {
    folder(dir)?;
    let renderer = Renderer::new()?;
    let mut sheet = Vec::new();
    for (name, example) in fixtures::examples() {
        for lang in Lang::ALL {
            let picture = example.draw(&renderer, lang)?;
            let path = dir.join(format!("{name}.{}.png", lang.code()));
            write(&path, &picture)?;
            write(&path.with_extension("phone.png"), &picture.shrunk(PHONE_WIDTH)?)?;
            if lang == Lang::ZhCn {
                write(&path.with_extension("deuteran.png"), &picture.seen_with(Vision::Deuteran)?)?;
                write(&path.with_extension("protan.png"), &picture.seen_with(Vision::Protan)?)?;
                sheet.push(picture);
            }
        }
        let indexed = example.draw_with(&renderer, Lang::En, true)?;
        write(&dir.join(format!("{name}.index.png")), &indexed)?;
    }
    write(&dir.join("sheet.png"), &contact_sheet(&sheet, PHONE_WIDTH)?)?;
    emoji_to(dir, &renderer)
}

/// Writes the application emoji to `dir`.
///
/// # Errors
/// As [`run`].
pub fn emoji(dir: &Path) -> Result<(), CliError> {
    folder(dir)?;
    emoji_to(dir, &Renderer::new()?)
}

fn emoji_to(dir: &Path, renderer: &Renderer) -> Result<(), CliError> {
    for emoji in renderer.emoji()? {
        write(&dir.join(format!("{}.png", emoji.name)), &emoji.picture)?;
    }
    Ok(())
}

fn folder(dir: &Path) -> Result<(), CliError> {
    fs::create_dir_all(dir).map_err(|source| CliError::File { path: dir.to_owned(), source })
}

fn write(path: &Path, picture: &Picture) -> Result<(), CliError> {
    fs::write(path, &picture.png).map_err(|source| CliError::File { path: path.to_owned(), source })?;
    let Picture { png, width, height } = picture;
    let line = format!("{:6} bytes  {width} × {height}  {}", png.len(), path.display());
    writeln!(stdout(), "{line}").map_err(CliError::Stream)
}
