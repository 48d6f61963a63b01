//! House rules whose values are words: one enumeration a knob.

use super::{OptionValue, Options};

macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $name { $($(#[$vdoc])* $variant),+ }

        impl $name {
            /// The words, in the order of the rule documents.
            pub const WORDS: &'static [&'static str] = &[$($word),+];

            /// The word of this value.
            pub const fn word(self) -> &'static str {
                match self { $($name::$variant => $word),+ }
            }

            pub(super) fn from_word(word: &str) -> Option<$name> {
                match word { $($word => Some($name::$variant),)+ _ => None }
            }
        }
    };
}

words!(
    /// How 站立 3 meets the other values of a payer (A-Q04, A-K03).
    StandingCombine {
        /// The highest of them.
        Max = "max",
        /// Times 3.
        Multiply = "multiply",
    }
);
words!(
    /// Who pays for a robbed kong (A-Q11, A-K04).
    RobKongPays {
        /// As a self-draw.
        SelfDraw = "self_draw",
        /// As a discard by the robbed player.
        Discarder = "discarder",
        /// The shares of a self-draw, all paid by the robbed player.
        KongerPays = "self_draw_konger_pays",
    }
);
words!(
    /// Kongs after ting (S-Q3).
    KongAfterTing {
        /// Allowed when the legal waits stay the same.
        SameWaits = "same_waits",
        /// Never.
        Never = "none",
    }
);
words!(
    /// Wins on a discard (S-Q5).
    AutoWin {
        /// May be passed; at the time limit the server wins.
        Timeout = "timeout",
        /// The server wins at once.
        Always = "always",
    }
);
words!(
    /// 听吃 against 听碰 (A-Q01).
    TingClaimTie {
        /// The nearest goes first.
        SeatOrder = "seat_order",
        /// 听碰 goes first.
        PungFirst = "pung_first",
    }
);
words!(
    /// Who deals after another player than the dealer won (A-Q13).
    DealerPass {
        /// The winner.
        Winner = "winner",
        /// The next seat.
        NextSeat = "next_seat",
    }
);
words!(
    /// Who deals after a drawn hand.
    DealerOnDraw {
        /// The same dealer.
        Stays = "stays",
        /// Who drew last.
        LastDrawer = "last_drawer",
    }
);
words!(
    /// 换宝.
    TreasureSwap {
        /// Treasures are never exchanged (A36).
        Never = "never",
        /// When the three other copies are visible.
        ThreeVisible = "three_visible",
    }
);
words!(
    /// What a ting discarder pays (B-Q01, B-K03).
    DiscardPayment {
        /// Each loser pays his own share.
        Reconcile = "reconcile",
        /// Only the discarder pays, his own share.
        DiscarderOnly = "discarder_only",
    }
);
words!(
    /// What an un-ting discarder pays (B-Q01, B-K03).
    UnreadyDiscarderPays {
        /// All three shares.
        Sum = "sum",
        /// His own share; the others pay nothing.
        OwnOnly = "own_only",
    }
);
words!(
    /// To which shares 点炮 × 4 is applied (C-Q03, C-K12).
    DiscardFactorScope {
        /// To that of the un-ting discarder.
        OwnShare = "own_share",
        /// To all three, which he pays.
        AllShares = "all_shares",
    }
);
words!(
    /// Who chooses 跑分 (C-Q13).
    RunPointsScope {
        /// Every player, before the deal.
        Player = "player",
        /// One value holds for all.
        Room = "room",
    }
);
words!(
    /// Whose 跑分 a share grows by (C-Q13, C-K11).
    RunPointsSettle {
        /// The winner's and the payer's own.
        WinnerPlusPayer = "winner_plus_payer",
        /// The payer's own.
        Payer = "payer",
    }
);
words!(
    /// What 杠小鸡 is worth (C-Q15).
    OneBambooKongPay {
        /// Every other player pays the rank of the 饼.
        Each = "each",
    }
);
words!(
    /// The multipliers of a game without a table of its own (D-Q01).
    ScoreTable {
        /// Those of 齐齐哈尔.
        Qiqihar = "qiqihar",
    }
);
words!(
    /// Where a replacement treasure comes from (B-Q04, C-Q18).
    SwapSource {
        /// The end of the wall; the old one leaves play.
        WallEnd = "wall_end",
        /// Any place of the wall; the old one takes that place.
        Random = "random",
    }
);
words!(
    /// 亮喜儿: a reserved name (D-K06).
    ShowHonours {
        /// The only value there is.
        Off = "off",
    }
);
words!(
    /// How fans are paid (E-Q03).
    FanPayment {
        /// 8 + the points by the discarder and 8 by the others, or 8 + the points by each.
        Mcr = "mcr",
    }
);
words!(
    /// 圈风: the wind of the round (E-Q11).
    PrevalentWind {
        /// East in every hand.
        East = "east",
    }
);

/// 跑分: what a player adds to every share he wins or pays (C21).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RunPoints {
    /// 0, 1, 3 or 5 points.
    Points(u8),
    /// 顶跑, worth `top_run_points`.
    Top,
}

impl RunPoints {
    /// The numbers that can be chosen.
    pub const NUMBERS: &'static [u32] = &[0, 1, 3, 5];
    /// The word that can be chosen.
    pub const WORDS: &'static [&'static str] = &["top"];

    /// The choice that a value names: 0, 1, 3, 5 or `top`.
    pub fn from_value(value: &OptionValue) -> Option<RunPoints> {
        match value {
            OptionValue::Number(n @ (0 | 1 | 3 | 5)) => Some(RunPoints::Points(*n as u8)),
            OptionValue::Word(word) if word == "top" => Some(RunPoints::Top),
            _ => None,
        }
    }

    /// What the choice is worth at a table with these options.
    pub fn points(self, options: &Options) -> u32 {
        match self {
            RunPoints::Points(points) => points.into(),
            RunPoints::Top => options.top_run_points,
        }
    }

    /// Whether any choice is worth so many points at a table with these options.
    pub fn can_be_worth(points: u32, options: &Options) -> bool {
        RunPoints::NUMBERS.contains(&points) || points == RunPoints::Top.points(options)
    }

    /// The value as it stands in options.
    pub fn value(self) -> OptionValue {
        match self {
            RunPoints::Points(n) => OptionValue::Number(n.into()),
            RunPoints::Top => OptionValue::Word("top".to_owned()),
        }
    }
}
