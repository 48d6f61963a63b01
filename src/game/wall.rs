//! The wall and what it is made from: committed first, then mixed with the players' nonces, then shuffled, and
//! revealed after the hand (docs/FAIR-PLAY.md, version 1).
