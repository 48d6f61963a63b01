//! Melds: sets laid open, and concealed kongs.

use std::fmt;
use std::str::FromStr;

use super::seat::Seat;
use super::tile::{Tile, format_tiles, parse_tiles};

/// What kind of set a meld is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MeldKind {
    /// 吃: a claimed run.
    Chow,
    /// 碰: a claimed triplet.
    Pung,
    /// 明杠: a kong claimed from a discard.
    ExposedKong,
    /// 补杠: a pung with its fourth tile added.
    AddedKong,
    /// 暗杠: four tiles of one's own hand.
    ConcealedKong,
}

/// A meld. Public: everybody at the table sees it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Meld {
    /// Which kind of set.
    pub kind: MeldKind,
    /// Its tile; of a chow the lowest.
    pub tile: Tile,
    /// The claimed tile and who discarded it; `None` for a concealed kong and for melds read from notation.
    pub claimed: Option<(Tile, Seat)>,
}

impl Meld {
    /// Its three or four tiles.
    pub fn tiles(&self) -> Vec<Tile> {
        self.copies().collect()
    }

    /// The same one after the other.
    pub fn copies(&self) -> impl Iterator<Item = Tile> + use<> {
        let run = if self.is_run() { self.tile.run() } else { None };
        let fourth = self.is_kong().then_some(self.tile);
        run.unwrap_or([self.tile; 3]).into_iter().chain(fourth)
    }

    /// 开门: counts as an open meld (A18, A19).
    pub fn is_open(&self) -> bool {
        self.kind != MeldKind::ConcealedKong
    }

    /// Four equal tiles.
    pub fn is_kong(&self) -> bool {
        !matches!(self.kind, MeldKind::Chow | MeldKind::Pung)
    }

    /// Counts as a run of the finished hand.
    pub fn is_run(&self) -> bool {
        self.kind == MeldKind::Chow
    }
}

impl fmt::Display for Meld {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tiles = format_tiles(&self.tiles());
        if self.is_open() { write!(f, "[{tiles}]") } else { write!(f, "<{tiles}>") }
    }
}

/// A text that is no meld.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} is not a meld")]
pub struct NotAMeld {
    /// What was given.
    pub text: String,
}

impl FromStr for Meld {
    type Err = NotAMeld;

    /// Reads `[123m]`, `[111p]`, `[5555p]`, `<5555p>`; four tiles in `[…]` are an exposed kong.
    fn from_str(text: &str) -> Result<Meld, NotAMeld> {
        let bad = || NotAMeld { text: text.to_owned() };
        let (inner, concealed) = match (text.strip_prefix('['), text.strip_prefix('<')) {
            (Some(rest), _) => (rest.strip_suffix(']').ok_or_else(bad)?, false),
            (_, Some(rest)) => (rest.strip_suffix('>').ok_or_else(bad)?, true),
            _ => return Err(bad()),
        };
        let mut tiles = parse_tiles(inner).map_err(|_| bad())?;
        tiles.sort_unstable();
        let first = *tiles.first().ok_or_else(bad)?;
        let equal = tiles.iter().all(|&tile| tile == first);
        let kind = match (tiles.len(), concealed) {
            (4, true) if equal => MeldKind::ConcealedKong,
            (4, false) if equal => MeldKind::ExposedKong,
            (3, false) if equal => MeldKind::Pung,
            (3, false) if first.run().is_some_and(|run| run[..] == tiles[..]) => MeldKind::Chow,
            _ => return Err(bad()),
        };
        Ok(Meld { kind, tile: first, claimed: None })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notation_round_trips() {
        for text in ["[123m]", "[111p]", "[5555p]", "<5555p>", "[CCC]"] {
            assert_eq!(text.parse::<Meld>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn refuses_what_is_no_meld() {
        for text in ["123m", "[124m]", "<111p>", "[11p]", "[CFP]", "[89m1p]", "[", "<5555p]", "[11111p]"] {
            assert!(text.parse::<Meld>().is_err(), "{text}");
        }
    }
}
