//! Waits: what would complete a hand, and why a tile that completes a shape may still not win.

use super::tile::Tile;

/// A rule that a finished hand breaks. In the order of their codes, which is the sorted order of answers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Reason {
    /// Fewer points than the minimum.
    BelowMinimum,
    /// 手把一: four melds.
    HandOne,
    /// No 1, 9 or 红中 (A10–A12).
    NoTerminal,
    /// No run (A14).
    NoRun,
    /// No triplet (A13).
    NoTriplet,
    /// No open meld (A18).
    NotOpen,
    /// One suit only (A08).
    OneSuit,
}

impl Reason {
    /// The code of `docs/CHECK.md`.
    pub const fn code(self) -> &'static str {
        match self {
            Reason::BelowMinimum => "below-minimum",
            Reason::HandOne => "hand-one",
            Reason::NoTerminal => "no-terminal",
            Reason::NoRun => "no-run",
            Reason::NoTriplet => "no-triplet",
            Reason::NotOpen => "not-open",
            Reason::OneSuit => "one-suit",
        }
    }
}

/// The waits of a hand.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Waits {
    /// Kinds that would complete a legal win, in tile order.
    pub legal: Vec<Tile>,
    /// Kinds that complete a shape but break rules, with the sorted reasons, in tile order.
    pub blocked: Vec<(Tile, Vec<Reason>)>,
}
