//! The wall and what it is made from: committed first, then mixed with the players' nonces, then shuffled, and
//! revealed after the hand (docs/FAIR-PLAY.md, version 1).

/// 32 bytes that nobody may see before the hand has ended: no `Debug`, no `Display`, no `Serialize`.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret([u8; 32]);

impl Secret {
    /// A secret from 32 bytes of the operating system's randomness.
    pub const fn from_bytes(bytes: [u8; 32]) -> Secret {
        Secret(bytes)
    }
}

/// The shuffled tiles, front first. Hidden while the hand runs: no `Debug`, no `Display`.
#[derive(Clone)]
pub struct Wall(std::sync::Arc<[super::tile::Tile]>);

impl Wall {
    /// A wall in this order, for replays and tests.
    pub fn from_tiles(tiles: Vec<super::tile::Tile>) -> Wall {
        Wall(tiles.into())
    }

    pub(in crate::game) fn tiles(&self) -> &[super::tile::Tile] {
        &self.0
    }
}
