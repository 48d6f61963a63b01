//! Which game, and its house options as data (docs/RULES.md, house rules).

use std::fmt;
use std::str::FromStr;

mod knobs;

pub use knobs::Allowed;

/// One of the five games.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Variant {
    /// 新哈尔滨, ruleset A.
    HarbinNew,
    /// 哈尔滨, ruleset B.
    Harbin,
    /// 齐齐哈尔, ruleset C.
    Qiqihar,
    /// 约麻齐齐哈尔, ruleset D.
    QiqiharYuema,
    /// 兴动, ruleset E.
    Xingdong,
}

impl Variant {
    /// All games in the order of the rule documents.
    pub const ALL: [Variant; 5] =
        [Variant::HarbinNew, Variant::Harbin, Variant::Qiqihar, Variant::QiqiharYuema, Variant::Xingdong];

    /// The games that can be played so far.
    pub const PLAYABLE: [Variant; 1] = [Variant::HarbinNew];

    /// The id used in commands, configuration, logs and the wall's key.
    pub const fn id(self) -> &'static str {
        match self {
            Variant::HarbinNew => "harbin-new",
            Variant::Harbin => "harbin",
            Variant::Qiqihar => "qiqihar",
            Variant::QiqiharYuema => "qiqihar-yuema",
            Variant::Xingdong => "xingdong",
        }
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// A text that names no game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown ruleset {id:?}; there are harbin-new, harbin, qiqihar, qiqihar-yuema and xingdong")]
pub struct UnknownVariant {
    /// What was given.
    pub id: String,
}

impl FromStr for Variant {
    type Err = UnknownVariant;

    fn from_str(id: &str) -> Result<Variant, UnknownVariant> {
        Variant::ALL
            .into_iter()
            .find(|variant| variant.id() == id)
            .ok_or_else(|| UnknownVariant { id: id.to_owned() })
    }
}

/// The value of an option, as it stands in a query, a configuration file or a log.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum OptionValue {
    /// On or off.
    Bool(bool),
    /// A whole number ≥ 0.
    Number(u32),
    /// One of the words of an enumeration.
    Word(String),
}

/// Why an option was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// No ruleset, or not this one, has the option.
    #[error("options.{name}: {variant} has no such option")]
    Unknown {
        /// The name given.
        name: String,
        /// The ruleset asked.
        variant: Variant,
    },
    /// The value is none that the option can have.
    #[error("options.{name}: the value must be {allowed}")]
    Value {
        /// The option.
        name: &'static str,
        /// What it may be; prints as words.
        allowed: Allowed,
    },
}

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

            fn from_word(word: &str) -> Option<$name> {
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

/// The house rules of a table. Names and meanings as in docs/RULES.md.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)] // each field is a knob of that table, and `KNOBS` names them all
pub struct Options {
    pub soft_terminal: bool,
    pub closed_wait_single: bool,
    pub closed_wait_all_readings: bool,
    pub edge_wait_37: bool,
    pub pair_wait: bool,
    pub standing_combine: StandingCombine,
    pub dealer_double: bool,
    pub rob_kong: RobKongPays,
    pub kong_points_exposed: u32,
    pub kong_points_concealed: u32,
    pub ting_discard_is_ting: bool,
    pub kong_after_ting: KongAfterTing,
    pub auto_win: AutoWin,
    pub ting_claim_tie: TingClaimTie,
    pub ting_by_pung: bool,
    pub concealed_kong_breaks_standing: bool,
    pub dealer_pass: DealerPass,
    pub dealer_on_draw: DealerOnDraw,
    pub reserve_tiles: u32,
    pub no_win_last_discards: u32,
    pub keep_last_tiles: u32,
    pub treasure_swap: TreasureSwap,
    pub treasure_visible_to_ting: bool,
}
