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
