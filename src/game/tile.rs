//! Tiles: one of 34 kinds, `Copy`, printed and parsed in the notation of `docs/CHECK.md`.

use std::fmt;
use std::str::FromStr;

/// One tile kind. The order of the numbers is tile order: `1m`–`9m`, `1p`–`9p`, `1s`–`9s`, `E S W N`, `C F P`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tile(u8);

/// One of the three numbered suits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Suit {
    /// 万, notation `m`.
    Characters,
    /// 筒, notation `p`.
    Dots,
    /// 条, notation `s`.
    Bamboos,
}

/// A text that is not a tile, or not a list of tiles.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} is not a tile")]
pub struct NotATile {
    /// The part that could not be read.
    pub text: String,
}

/// How many kinds there are.
pub const N_KINDS: usize = 34;

const HONOUR_LETTERS: [char; 7] = ['E', 'S', 'W', 'N', 'C', 'F', 'P'];

impl Tile {
    /// 红中, the red dragon.
    pub const RED: Tile = Tile(31);

    /// The tile at a place of the tile order, 0–33.
    pub const fn from_index(index: usize) -> Option<Tile> {
        if index < N_KINDS { Some(Tile(index as u8)) } else { None }
    }

    /// A numbered tile; `None` unless `rank` is 1–9.
    pub const fn numbered(suit: Suit, rank: u8) -> Option<Tile> {
        if rank >= 1 && rank <= 9 { Some(Tile(suit as u8 * 9 + rank - 1)) } else { None }
    }

    /// The place in the tile order, 0–33.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The suit of a numbered tile.
    pub const fn suit(self) -> Option<Suit> {
        match self.0 {
            0..=8 => Some(Suit::Characters),
            9..=17 => Some(Suit::Dots),
            18..=26 => Some(Suit::Bamboos),
            _ => None,
        }
    }

    /// The rank 1–9 of a numbered tile.
    pub const fn rank(self) -> Option<u8> {
        if self.0 < 27 { Some(self.0 % 9 + 1) } else { None }
    }

    /// 幺九: a 1 or a 9.
    pub const fn is_terminal(self) -> bool {
        matches!(self.rank(), Some(1 | 9))
    }

    /// A wind or a dragon.
    pub const fn is_honour(self) -> bool {
        self.0 >= 27
    }

    /// The tile `steps` ranks higher in the same suit, if there is one.
    pub const fn plus(self, steps: u8) -> Option<Tile> {
        match (self.suit(), self.rank()) {
            (Some(suit), Some(rank)) => Tile::numbered(suit, rank + steps),
            _ => None,
        }
    }

    /// The three tiles of the run that starts here, if it is a legal start (rank 1–7).
    pub const fn run(self) -> Option<[Tile; 3]> {
        match (self.plus(1), self.plus(2)) {
            (Some(second), Some(third)) => Some([self, second, third]),
            _ => None,
        }
    }

    /// All 34 kinds in tile order.
    pub fn all() -> impl DoubleEndedIterator<Item = Tile> + ExactSizeIterator {
        (0..N_KINDS as u8).map(Tile)
    }

    /// The kind whose notation is `text`; used by the [`t!`](crate::t) constants at compile time.
    pub const fn from_notation(text: &str) -> Option<Tile> {
        let bytes = text.as_bytes();
        if bytes.len() == 2 && bytes[0] >= b'1' && bytes[0] <= b'9' {
            let rank = bytes[0] - b'0';
            return match bytes[1] {
                b'm' => Tile::numbered(Suit::Characters, rank),
                b'p' => Tile::numbered(Suit::Dots, rank),
                b's' => Tile::numbered(Suit::Bamboos, rank),
                _ => None,
            };
        }
        if bytes.len() != 1 {
            return None;
        }
        let mut i = 0;
        while i < HONOUR_LETTERS.len() {
            if bytes[0] == HONOUR_LETTERS[i] as u8 {
                return Some(Tile(27 + i as u8));
            }
            i += 1;
        }
        None
    }

    /// Unwraps a compile-time look-up; a wrong notation fails to compile.
    #[doc(hidden)]
    pub const fn known(tile: Option<Tile>) -> Tile {
        match tile {
            Some(tile) => tile,
            #[allow(clippy::panic)] // reached only while the compiler evaluates a constant
            None => panic!("not a tile"),
        }
    }
}

/// A constant tile: `t!("5m")`, `t!("C")`. Fails to compile if the notation is wrong.
#[macro_export]
macro_rules! t {
    ($notation:literal) => {{
        const TILE: $crate::game::tile::Tile =
            $crate::game::tile::Tile::known($crate::game::tile::Tile::from_notation($notation));
        TILE
    }};
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.suit(), self.rank()) {
            (Some(suit), Some(rank)) => write!(f, "{rank}{suit}"),
            _ => write!(f, "{}", HONOUR_LETTERS[self.index() - 27]),
        }
    }
}

impl fmt::Debug for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Suit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Suit::Characters => "m",
            Suit::Dots => "p",
            Suit::Bamboos => "s",
        })
    }
}

impl FromStr for Tile {
    type Err = NotATile;

    fn from_str(text: &str) -> Result<Tile, NotATile> {
        Tile::from_notation(text).ok_or_else(|| NotATile { text: text.to_owned() })
    }
}

/// Reads a tile list such as `2223m 5p CC`: ranks may share a suit letter, spaces are free. Keeps the order.
///
/// # Errors
/// [`NotATile`] with the first part that is no tile (`0m`, a rank without a suit, an unknown letter).
pub fn parse_tiles(text: &str) -> Result<Vec<Tile>, NotATile> {
    let mut tiles = Vec::new();
    let mut ranks = String::new();
    let bad = |text: String| NotATile { text };
    for c in text.chars() {
        match c {
            ' ' if ranks.is_empty() => {}
            '0'..='9' => ranks.push(c),
            'm' | 'p' | 's' if !ranks.is_empty() => {
                for rank in ranks.chars() {
                    tiles.push(format!("{rank}{c}").parse()?);
                }
                ranks.clear();
            }
            _ if !ranks.is_empty() => return Err(bad(format!("{ranks}{c}"))),
            _ => tiles.push(c.to_string().parse()?),
        }
    }
    if ranks.is_empty() { Ok(tiles) } else { Err(bad(ranks)) }
}

/// Writes tiles in notation, ranks of one suit sharing a letter: `2223m5pCC`.
pub fn format_tiles(tiles: &[Tile]) -> String {
    let mut text = String::new();
    for (i, tile) in tiles.iter().enumerate() {
        match tile.rank() {
            Some(rank) => {
                text.push(char::from(b'0' + rank));
                if tiles.get(i + 1).and_then(|next| next.suit()) != tile.suit() {
                    text.extend(tile.suit().map(|suit| suit.to_string()));
                }
            }
            None => text.push_str(&tile.to_string()),
        }
    }
    text
}

/// How many of each kind: a multiset of tiles.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Counts([u8; N_KINDS]);

impl Counts {
    /// No tiles.
    pub const EMPTY: Counts = Counts([0; N_KINDS]);

    /// Copies of one kind.
    pub fn of(&self, tile: Tile) -> u8 {
        self.0[tile.index()]
    }

    /// One more of a kind.
    pub fn add(&mut self, tile: Tile) {
        self.0[tile.index()] += 1;
    }

    /// One fewer of a kind; `false`, and nothing changed, if there is none.
    #[must_use]
    pub fn remove(&mut self, tile: Tile) -> bool {
        let slot = &mut self.0[tile.index()];
        let held = *slot > 0;
        *slot -= u8::from(held);
        held
    }

    /// The copies of each kind in tile order.
    pub(in crate::game) fn by_kind(&self) -> &[u8; N_KINDS] {
        &self.0
    }

    /// All tiles together.
    pub fn total(&self) -> usize {
        usize::from(self.0.iter().sum::<u8>())
    }

    /// The nine counts of a suit, rank 1 first.
    pub fn suit(&self, suit: Suit) -> &[u8] {
        let start = suit as usize * 9;
        &self.0[start..start + 9]
    }

    /// The seven counts of the honours, winds first.
    pub fn honours(&self) -> &[u8] {
        &self.0[27..]
    }

    /// Winds and dragons together.
    pub fn n_honours(&self) -> u8 {
        self.honours().iter().sum()
    }

    /// The kinds held, in tile order, once each.
    pub fn kinds(&self) -> impl Iterator<Item = Tile> + '_ {
        let mut left = self.kind_bits();
        std::iter::from_fn(move || {
            let tile = Tile::from_index(left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(tile)
        })
    }

    /// A bit for each kind that is held. Eight counts are looked at together: all 34 are asked of each tile that is played.
    fn kind_bits(&self) -> u64 {
        let (eights, rest) = self.0.as_chunks::<8>();
        let first = eights.iter().rev().fold(0, |bits, eight| bits << 8 | bits_of_eight(*eight));
        let n_first = 8 * eights.len();
        let last = rest.iter().rev().fold(0, |bits, &count| bits << 1 | u64::from(count > 0));
        first | last << n_first
    }

    /// The tiles in tile order, each as often as it is held.
    pub fn tiles(&self) -> impl Iterator<Item = Tile> + '_ {
        let (mut index, mut n_given) = (0, 0);
        std::iter::from_fn(move || {
            while *self.0.get(index)? <= n_given {
                (index, n_given) = (index + 1, 0);
            }
            n_given += 1;
            Tile::from_index(index)
        })
    }

    /// Highest number of copies of one kind.
    pub fn most_of_a_kind(&self) -> u8 {
        self.0.iter().copied().max().unwrap_or(0)
    }
}

/// A bit for each count that is not 0, the lowest one for the first.
fn bits_of_eight(counts: [u8; 8]) -> u64 {
    let counts = u64::from_le_bytes(counts);
    let (low_bits, highest) = (0x7f7f_7f7f_7f7f_7f7f, 0x8080_8080_8080_8080);
    let held = (((counts & low_bits) + low_bits) | counts) & highest;
    // Brings the bit of each byte into one byte.
    (held >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

impl FromIterator<Tile> for Counts {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> Counts {
        let mut counts = Counts::EMPTY;
        counts.extend(tiles);
        counts
    }
}

impl Extend<Tile> for Counts {
    fn extend<I: IntoIterator<Item = Tile>>(&mut self, tiles: I) {
        tiles.into_iter().for_each(|tile| self.add(tile));
    }
}

/// Counts may be a hidden hand, so `Debug` says how many tiles, never which.
impl fmt::Debug for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Counts({} tiles)", self.total())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notation_round_trips_for_every_kind() {
        for tile in Tile::all() {
            assert_eq!(tile.to_string().parse(), Ok(tile));
        }
        assert_eq!(format_tiles(&parse_tiles("2223m 5p CC").unwrap()), "2223m5pCC");
    }

    #[test]
    fn the_kinds_of_a_hand_are_those_that_it_holds() {
        let mut counts = Counts::EMPTY;
        let mut held = Vec::new();
        assert_eq!(counts.kinds().next(), None);
        // In an order that is not theirs, once and four times, till all are held.
        for place in 0..N_KINDS {
            let tile = Tile::from_index(place * 7 % N_KINDS).unwrap();
            (0..=place % 4).for_each(|_| counts.add(tile));
            held.push(tile);
            held.sort_unstable();
            assert_eq!(counts.kinds().collect::<Vec<_>>(), held);
        }
    }

    #[test]
    fn refuses_what_is_no_tile() {
        for text in ["0m", "12", "1x", "m", "5", "X", "1 2m", "中"] {
            assert!(parse_tiles(text).is_err(), "{text}");
        }
    }

    #[test]
    fn runs_start_at_ranks_one_to_seven() {
        assert_eq!(t!("7s").run(), Some([t!("7s"), t!("8s"), t!("9s")]));
        assert_eq!(t!("8m").run(), None);
        assert_eq!(Tile::RED.run(), None);
    }

    #[test]
    fn removing_an_absent_tile_changes_nothing() {
        let mut counts: Counts = [t!("1m")].into_iter().collect();
        assert!(!counts.remove(t!("2m")));
        assert!(counts.remove(t!("1m")));
        assert!(!counts.remove(t!("1m")));
        assert_eq!(counts.total(), 0);
    }
}
