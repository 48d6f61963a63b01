//! 约麻齐齐哈尔 (ruleset D): what it has of its own. The numbers in the comments are those of docs/RULES.md.

use super::qiqihar::is_single_red;
use super::qiqihar_common::House;
use super::qiqihar_score::{Pattern, Scored};
use super::{Needs, Options, Variant};
use crate::game::shape::TRIPLET;
use crate::game::waits::{AllPungs, Openness, PureStraight, TerminalNeed, WinShape};

/// 约麻齐齐哈尔: the multipliers of 齐齐哈尔 without its options (D-Q01).
pub(super) struct Yuema;

impl House for Yuema {
    fn variant(&self) -> Variant {
        Variant::QiqiharYuema
    }

    fn has_sticky_ting(&self) -> bool {
        false
    }

    fn needs(&self, options: &Options) -> Needs {
        Needs {
            sets: TRIPLET, // D14; no run is asked for (D-Q07)
            terminal: if options.soft_terminal { TerminalNeed::HeldOrWinning } else { TerminalNeed::Held }, // D13
            openness: if options.standing_ting { Openness::Assumed } else { Openness::Needed }, // D18
            n_suits: 2,                                                                         // D22
            hand_one_melds: 4,
            // 手把一 for 飘 alone (D15), which needs its terminal like every hand (D-Q08, D-K04).
            all_pungs: if options.all_pungs_terminal_exempt {
                AllPungs::HandOneWithoutTerminal
            } else {
                AllPungs::HandOne
            },
            pure_straight: PureStraight::Ordinary,
            shape: if options.seven_pairs { WinShape::SetsOrPairs } else { WinShape::Sets }, // D-Q02, D-K03
            min_fan: 0,
        }
    }

    /// 飘 with any 摸宝, the closed wait that is itself the treasure, and 单吊红中 with 红中宝 (D20, D-K02, D-K03).
    fn draws_in_treasure(&self, scored: &Scored<'_>) -> bool {
        let itself = scored.wait == scored.win.tile && scored.win.own_treasures.contains(&scored.wait);
        match scored.pattern() {
            Pattern::AllPungs | Pattern::ClosedAllPungs => true,
            Pattern::Closed if itself => true,
            _ => is_single_red(scored),
        }
    }
}
