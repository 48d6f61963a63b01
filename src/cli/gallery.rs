//! `tinghu gallery DIR`: draws the example scenes, to be looked at. `tinghu emoji DIR`: the application emoji.

use std::fs;
use std::io::{Write, stdout};
use std::path::Path;

use super::CliError;
use crate::render::fixtures::{self, Example};
use crate::render::{Emoji, Picture, Renderer, Vision, contact_sheet, emoji_in_a_text};
use crate::text::Lang;

/// Width at which a phone shows a picture, in CSS pixels.
const PHONE_WIDTH: u32 = 350;

/// Writes every example in every language to `dir`: as it is, at the width of a phone, and as deuteran and protan
/// eyes see it; tiles with an index; a replay and its stills; all emoji; and `sheet.png`, everything on one page.
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
            }
            if lang != Lang::ZhTw {
                sheet.push(picture);
            }
        }
        if !matches!(example, Example::Chart(_)) {
            let indexed = example.draw_with(&renderer, Lang::En, true)?;
            write(&dir.join(format!("{name}.index.png")), &indexed)?;
        }
    }
    sheet.extend(replay_to(dir, &renderer)?);
    sheet.push(emoji_in_a_text(&emoji_to(dir, &renderer)?, PHONE_WIDTH)?);
    write(&dir.join("sheet.png"), &contact_sheet(&sheet, PHONE_WIDTH)?)
}

/// Writes a replay to `dir`; gives its stills.
fn replay_to(dir: &Path, renderer: &Renderer) -> Result<Vec<Picture>, CliError> {
    let (animation, stills) = fixtures::replay(renderer, Lang::ZhCn)?;
    file(&dir.join("replay.gif"), &animation.gif, animation.width, animation.height)?;
    for (i, still) in stills.iter().enumerate() {
        write(&dir.join(format!("replay-{i:03}.png")), still)?;
    }
    Ok(stills)
}

/// Writes the application emoji to `dir`.
///
/// # Errors
/// As [`run`].
pub fn emoji(dir: &Path) -> Result<(), CliError> {
    folder(dir)?;
    emoji_to(dir, &Renderer::new()?).map(drop)
}

fn emoji_to(dir: &Path, renderer: &Renderer) -> Result<Vec<Emoji>, CliError> {
    let emoji = renderer.emoji()?;
    for emoji in &emoji {
        write(&dir.join(format!("{}.png", emoji.name)), &emoji.picture)?;
    }
    Ok(emoji)
}

fn folder(dir: &Path) -> Result<(), CliError> {
    fs::create_dir_all(dir).map_err(|source| CliError::File { path: dir.to_owned(), source })
}

fn write(path: &Path, picture: &Picture) -> Result<(), CliError> {
    file(path, &picture.png, picture.width, picture.height)
}

fn file(path: &Path, bytes: &[u8], width: u32, height: u32) -> Result<(), CliError> {
    fs::write(path, bytes).map_err(|source| CliError::File { path: path.to_owned(), source })?;
    let line = format!("{:6} bytes  {width} × {height}  {}", bytes.len(), path.display());
    writeln!(stdout(), "{line}").map_err(CliError::Stream)
}
