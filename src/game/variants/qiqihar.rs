//! 齐齐哈尔 (ruleset C): what it has of its own. The numbers in the comments are those of docs/RULES.md.

use super::qiqihar_common::House;
use super::qiqihar_score::Scored;
use super::{Needs, Options, Tile, Variant};
use crate::game::shape::TRIPLET;
use crate::game::waits::{AllPungs, Openness, PureStraight, TerminalNeed, WinShape};

/// 齐齐哈尔 with its 14 options.
pub(super) struct Room;

impl House for Room {
    fn variant(&self) -> Variant {
        Variant::Qiqihar
    }

    fn has_sticky_ting(&self) -> bool {
        true // C18
    }

    fn needs(&self, options: &Options) -> Needs {
        Needs {
            sets: TRIPLET, // C26; a run is never asked for
            terminal: if options.soft_terminal { TerminalNeed::HeldOrWinning } else { TerminalNeed::Held }, // C25
            openness: if options.standing_ting { Openness::Assumed } else { Openness::Needed }, // C30
            n_suits: if options.full_flush { 1 } else { 2 },                                    // C28
            hand_one_melds: 4,
            all_pungs: AllPungs::HandOneWithoutTerminal, // C25, C32
            pure_straight: PureStraight::WithoutTriplet, // C26, C-Q24
            shape: WinShape::SetsOrPairs,                // C38
            min_fan: 0,
        }
    }

    /// Only 单吊红中 with 红中满天飞; otherwise the reveal would have won before (C17, C-K04, C-Q29).
    fn draws_in_treasure(&self, scored: &Scored<'_>) -> bool {
        is_single_red(scored)
    }
}

/// 单吊红中 that is drawn, with 红中满天飞 (C17, D-K03).
pub(super) fn is_single_red(scored: &Scored<'_>) -> bool {
    scored.options.red_wild_sky
        && scored.win.tile == Tile::RED
        && scored.wait == Tile::RED
        && scored.waits_on_pair()
}
