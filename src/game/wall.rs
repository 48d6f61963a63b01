//! The wall and what it is made from: committed first, then mixed with the players' nonces, then shuffled, and
//! revealed after the hand (docs/FAIR-PLAY.md, version 1; the numbers in the comments are its steps).

use std::fmt;
use std::sync::Arc;

use hkdf::Hkdf;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use sha2::{Digest, Sha256};

use super::seat::{BySeat, Seat};
use super::tile::Tile;

/// The version of the whole procedure; stored with every hand.
pub const FAIR_PLAY_VERSION: u32 = 1;

/// 32 bytes that nobody may see before the hand has ended (step 1): no `Debug`, no `Display`, no `Serialize`.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret([u8; 32]);

/// A text that is not 64 hexadecimal digits. It may be part of a secret, so it is not kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a secret is 64 hexadecimal digits")]
pub struct NotASecret;

impl Secret {
    /// A secret from 32 bytes of the operating system's randomness.
    pub const fn from_bytes(bytes: [u8; 32]) -> Secret {
        Secret(bytes)
    }

    /// Reads what [`Secret::to_hex`] wrote.
    ///
    /// # Errors
    /// [`NotASecret`] unless the text is 64 hexadecimal digits.
    pub fn from_hex(text: &str) -> Result<Secret, NotASecret> {
        let mut bytes = [0; 32];
        if text.len() != 64 || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(NotASecret);
        }
        for (byte, digits) in bytes.iter_mut().zip(text.as_bytes().chunks(2)) {
            let value = |digit: u8| char::from(digit).to_digit(16).unwrap_or_default() as u8;
            *byte = value(digits[0]) << 4 | value(digits[1]);
        }
        Ok(Secret(bytes))
    }

    /// 64 hexadecimal digits: for the store, and for everybody once the hand has ended (step 9).
    pub fn to_hex(&self) -> String {
        hex(&self.0)
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// What is shown before the nonces exist (step 2). Prints as hex.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Commitment([u8; 32]);

impl fmt::Display for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex(&self.0))
    }
}

/// The commitment to the secret of a hand (step 2).
pub fn commit(table: &str, hand: u32, secret: &Secret) -> Commitment {
    let mut hash = Sha256::new_with_prefix("tinghu/v1/commit");
    hash.update(length_prefixed(table));
    hash.update(hand.to_be_bytes());
    hash.update(secret.0);
    Commitment(hash.finalize().into())
}

/// One text a seat (step 3): the ready click's id, the player's own luck, `ai` or `timeout`.
pub type Nonces = BySeat<String>;

/// What the wall is shuffled with (step 4). Hidden like the secret.
#[derive(Clone)]
pub struct Key([u8; 32]);

/// The key of a hand's wall (step 4).
pub fn key(ruleset: &str, table: &str, hand: u32, secret: &Secret, nonces: &Nonces) -> Key {
    derive("tinghu/v1/wall", ruleset, table, hand, secret, nonces)
}

fn derive(purpose: &str, ruleset: &str, table: &str, hand: u32, secret: &Secret, nonces: &Nonces) -> Key {
    let mut salt = Sha256::new_with_prefix("tinghu/v1/nonces");
    for (_, nonce) in nonces.iter() {
        salt.update(length_prefixed(nonce));
    }
    let info = [purpose.as_bytes(), &length_prefixed(ruleset), &length_prefixed(table), &hand.to_be_bytes()]
        .concat();
    let mut key = [0; 32];
    let expanded = Hkdf::<Sha256>::new(Some(&salt.finalize()), &secret.0).expand(&info, &mut key);
    // HKDF refuses only outputs of more than 8,160 bytes.
    debug_assert!(expanded.is_ok());
    Key(key)
}

/// `lp(x)`: four bytes of length, big-endian, then the text.
fn length_prefixed(text: &str) -> Vec<u8> {
    let length = u32::try_from(text.len()).unwrap_or(u32::MAX);
    [&length.to_be_bytes(), text.as_bytes()].concat()
}

/// The stream of 32-bit words that a key yields: ChaCha20, counter from 0, little-endian.
#[derive(Clone)]
pub struct Words(ChaCha20Rng);

impl Words {
    /// The stream from its beginning.
    pub fn of(key: &Key) -> Words {
        Words(ChaCha20Rng::from_seed(key.0))
    }

    /// The next number below `n` (1 and up), every one equally likely: words that would favour small ones are
    /// skipped (step 5).
    pub fn below(&mut self, n: u32) -> u32 {
        let whole_rounds = (1_u64 << 32) - (1_u64 << 32) % u64::from(n);
        loop {
            let word = self.0.next_u32();
            if u64::from(word) < whole_rounds {
                return word % n;
            }
        }
    }
}

/// Shuffles four copies of each kind, given in tile order (step 5). Front of the wall first.
pub fn shuffle(kinds: &[Tile], words: &mut Words) -> Vec<Tile> {
    let mut tiles: Vec<Tile> = kinds.iter().flat_map(|&tile| [tile; 4]).collect();
    for i in (1..tiles.len()).rev() {
        let n = u32::try_from(i + 1).unwrap_or(u32::MAX);
        tiles.swap(i, words.below(n) as usize);
    }
    tiles
}

/// Who deals the first hand where the ruleset says random (step 6).
pub fn first_dealer(ruleset: &str, table: &str, hand: u32, secret: &Secret, nonces: &Nonces) -> Seat {
    let key = derive("tinghu/v1/dealer", ruleset, table, hand, secret, nonces);
    Seat::from_index(Words::of(&key).below(4) as usize)
}

/// The secret of hand `hand` (from 1) of a simulation (step 6).
pub fn sim_secret(seed: u64, hand: u32) -> Secret {
    let mut hash = Sha256::new_with_prefix("tinghu/v1/sim");
    hash.update(seed.to_be_bytes());
    hash.update(hand.to_be_bytes());
    Secret(hash.finalize().into())
}

/// The nonces of a simulation: four AI seats.
pub fn sim_nonces() -> Nonces {
    BySeat::from_fn(|_| "ai".to_owned())
}

/// The shuffled tiles, front first. Hidden while the hand runs: no `Debug`, no `Display`.
#[derive(Clone)]
pub struct Wall {
    tiles: Arc<[Tile]>,
    /// The stream after the shuffle, for dice and random swaps; `None` for a wall given tile by tile.
    words: Option<Words>,
}

impl Wall {
    /// The wall of a hand (steps 4 and 5).
    pub fn make(
        kinds: &[Tile],
        ruleset: &str,
        table: &str,
        hand: u32,
        secret: &Secret,
        nonces: &Nonces,
    ) -> Wall {
        let mut words = Words::of(&key(ruleset, table, hand, secret, nonces));
        Wall { tiles: shuffle(kinds, &mut words).into(), words: Some(words) }
    }

    /// A wall in this order, for replays and tests.
    pub fn from_tiles(tiles: Vec<Tile>) -> Wall {
        Wall { tiles: tiles.into(), words: None }
    }

    /// The next number below `n` of the stream after the shuffle (step 8); `None` for a wall given tile by tile, or if
    /// there is nothing to choose from.
    pub(in crate::game) fn pick(&mut self, n: u32) -> Option<usize> {
        let words = self.words.as_mut().filter(|_| n > 0)?;
        Some(words.below(n) as usize)
    }

    /// Other tiles with the same stream of numbers behind them.
    #[cfg(test)]
    pub(in crate::game) fn with_tiles(&self, tiles: Vec<Tile>) -> Wall {
        Wall { tiles: tiles.into(), words: self.words.clone() }
    }

    /// Exchanges the tiles at two places.
    pub(in crate::game) fn exchange(&mut self, one: usize, other: usize) {
        let mut tiles = self.tiles.to_vec();
        if one.max(other) < tiles.len() {
            tiles.swap(one, other);
            self.tiles = tiles.into();
        }
    }

    /// Lays the tile at a place behind the last one; `None`, and nothing moved, where there is no such place.
    pub(in crate::game) fn lay_last(&mut self, place: usize) -> Option<Tile> {
        let mut tiles = self.tiles.to_vec();
        let tile = *tiles.get(place)?;
        tiles[place..].rotate_left(1);
        self.tiles = tiles.into();
        Some(tile)
    }

    pub(in crate::game) fn tiles(&self) -> &[Tile] {
        &self.tiles
    }

    /// Gives the wall up for its order: for the log of a hand that has ended (step 9).
    pub fn reveal(self) -> Vec<Tile> {
        self.tiles.to_vec()
    }

    /// The two dice of a game that turns an indicator (step 8, xingdong); `None` for a wall given tile by tile.
    pub fn dice(&self) -> Option<[u8; 2]> {
        let mut words = self.words.clone()?;
        Some([(); 2].map(|()| 1 + words.below(6) as u8))
    }

    /// The place of the indicator for these dice: the upper tile of that stack of two, counted from the end (step 8).
    pub fn indicator_index(&self, dice: [u8; 2]) -> usize {
        self.tiles.len().saturating_sub(2 * usize::from(dice[0] + dice[1]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_reads_what_it_wrote_and_nothing_else() {
        let secret = Secret::from_bytes(std::array::from_fn(|i| i as u8 * 7));
        assert!(Secret::from_hex(&secret.to_hex()) == Ok(secret));
        for text in ["", "00", &"0".repeat(63), &"g".repeat(64), &"é".repeat(32)] {
            assert!(Secret::from_hex(text) == Err(NotASecret), "{text}");
        }
    }

    #[test]
    fn nonces_are_not_simply_joined() {
        let wall = |nonces: [&str; 4]| {
            let nonces = BySeat(nonces.map(str::to_owned));
            let kinds: Vec<Tile> = Tile::all().collect();
            Wall::make(&kinds, "xingdong", "t", 1, &sim_secret(1, 1), &nonces).reveal()
        };
        assert_ne!(wall(["ab", "c", "", ""]), wall(["a", "bc", "", ""]));
    }

    #[test]
    fn the_indicator_is_the_upper_tile_of_its_stack() {
        let wall = Wall::from_tiles(Tile::all().flat_map(|tile| [tile; 4]).collect());
        assert_eq!(wall.indicator_index([1, 1]), 132);
        assert_eq!(wall.indicator_index([6, 6]), 112);
        assert_eq!(wall.dice(), None);
    }

    #[test]
    fn dice_show_one_to_six() {
        let kinds: Vec<Tile> = Tile::all().collect();
        let mut seen = [false; 7];
        for hand in 1..60 {
            let wall = Wall::make(&kinds, "xingdong", "sim", hand, &sim_secret(7, hand), &sim_nonces());
            for die in wall.dice().unwrap() {
                seen[usize::from(die)] = true;
            }
        }
        assert_eq!(seen, [false, true, true, true, true, true, true]);
    }
}
