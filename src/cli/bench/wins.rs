//! Winning hands of 兴动 from a file of `tinghu check` lines.

use std::io;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::game::mcr::{Source, Win};
use crate::game::meld::Meld;
use crate::game::seat::Seat;
use crate::game::tile::{Counts, Tile, parse_tiles};

/// Why a file of winning hands can't be used.
#[derive(Debug, thiserror::Error)]
pub enum WinsError {
    /// It can't be read.
    #[error("{}: {source}", path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A line is no winning hand.
    #[error("{}, line {line}: no winning hand", path.display())]
    Line {
        /// Which file.
        path: PathBuf,
        /// Which line, from 1.
        line: usize,
    },
}

/// A win with what it borrows.
pub(super) struct OwnWin {
    hand: Counts,
    melds: Vec<Meld>,
    tile: Tile,
    source: Source,
    is_last: bool,
    is_fourth: bool,
    seat: Seat,
    prevalent: Seat,
    wild: Option<Tile>,
}

impl OwnWin {
    pub(super) fn win(&self) -> Win<'_> {
        Win {
            hand: &self.hand,
            melds: &self.melds,
            tile: self.tile,
            source: self.source,
            is_last: self.is_last,
            is_fourth: self.is_fourth,
            seat: self.seat,
            prevalent: self.prevalent,
            wild: self.wild,
            indicator: None,
        }
    }

    fn of(query: &Value) -> Option<OwnWin> {
        let text = |name: &str| query.get(name)?.as_str();
        let flag = |name: &str| query.get(name)?.as_bool();
        let melds = query.get("melds")?.as_array()?.iter().map(|meld| meld.as_str()?.parse().ok());
        Some(OwnWin {
            hand: parse_tiles(text("hand")?).ok()?.into_iter().collect(),
            melds: melds.collect::<Option<_>>()?,
            tile: text("tile")?.parse().ok()?,
            source: match (flag("self_draw")?, flag("kong")?) {
                (true, false) => Source::Draw,
                (true, true) => Source::KongDraw,
                (false, false) => Source::Discard,
                (false, true) => Source::RobKong,
            },
            is_last: flag("last")?,
            is_fourth: flag("fourth")?,
            seat: text("seat")?.parse().ok()?,
            prevalent: text("round")?.parse().ok()?,
            wild: text("wild").and_then(|wild| wild.parse().ok()),
        })
    }
}

/// The winning hands of a file; `None` where there is no such file.
///
/// # Errors
/// [`WinsError`].
pub(super) fn read(path: &Path) -> Result<Option<Vec<OwnWin>>, WinsError> {
    let text = match std::fs::read_to_string(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        text => text.map_err(|source| WinsError::File { path: path.to_owned(), source })?,
    };
    let mut wins = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let win = serde_json::from_str::<Value>(line).ok().and_then(|line| {
            let is_win = line["out"]["win"] != false;
            Some((OwnWin::of(line.get("in").unwrap_or(&line))?, is_win))
        });
        let (win, is_win) = win.ok_or(WinsError::Line { path: path.to_owned(), line: number + 1 })?;
        wins.extend(is_win.then_some(win));
    }
    Ok(Some(wins))
}
