//! `tinghu replay --pictures DIR`: a finished hand as a moving picture and one still a step.

use std::fs;
use std::path::Path;

use super::CliError;
use crate::game::length::{MatchLength, Progress};
use crate::game::seat::{BySeat, Seat};
use crate::game::view::PublicView;
use crate::render::{PlayerLabel, Renderer, ReplayScene};
use crate::text::{Lang, seat_name};

/// Writes `replay.gif` and `000.png`, `001.png` … to `dir`; the number of stills.
///
/// # Errors
/// [`CliError::Picture`], [`CliError::File`].
pub(super) fn write(dir: &Path, views: &[PublicView], lang: Lang) -> Result<usize, CliError> {
    let file = |name: &str, bytes: &[u8]| {
        let path = dir.join(name);
        fs::write(&path, bytes).map_err(|source| CliError::File { path, source })
    };
    fs::create_dir_all(dir).map_err(|source| CliError::File { path: dir.to_owned(), source })?;
    let nothing = BySeat([0; 4]);
    let outcome = views.last().and_then(|view| view.outcome.as_ref());
    let total = outcome.map_or(nothing, |outcome| outcome.settlement.total());
    let (before, after) = (players(lang, &nothing), players(lang, &total));
    let scene = ReplayScene {
        views,
        before: &before,
        after: &after,
        progress: Progress { hand_no: 1, n_passes: 0, length: MatchLength::Hands(1) },
        lang,
        index_digits: false,
    };
    let renderer = Renderer::new()?;
    file("replay.gif", &renderer.animation(&scene)?.gif)?;
    let mut step = 0;
    while let Some(picture) = renderer.still(&scene, step)? {
        file(&format!("{step:03}.png"), &picture.png)?;
        step += 1;
    }
    Ok(step)
}

/// A log names no people: the seats stand for them.
fn players(lang: Lang, points: &BySeat<i32>) -> BySeat<PlayerLabel> {
    BySeat(Seat::ALL.map(|seat| PlayerLabel {
        name: seat_name(lang, seat),
        points: points[seat],
        away: false,
        program: false,
    }))
}
