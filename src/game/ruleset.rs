//! Which game, and its house options as data (docs/RULES.md, house rules).

use std::fmt;
use std::str::FromStr;

mod knobs;
mod possible;
mod random;
mod table;
mod words;

pub use knobs::Allowed;
pub use possible::{Fixed, Impossible, Need};
pub use words::{
    AutoWin, DealerOnDraw, DealerPass, DiscardFactorScope, DiscardPayment, FanPayment, KongAfterTing,
    OneBambooKongPay, PrevalentWind, RobKongPays, RunPoints, RunPointsScope, RunPointsSettle, ScoreTable,
    ShowHonours, StandingCombine, SwapSource, TingClaimTie, TreasureSwap, UnreadyDiscarderPays,
};

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

/// Who deals the first hand of a match (A-Q13, B01, C02, D04, E02).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FirstDeal {
    /// A seat by lot (docs/FAIR-PLAY.md 6).
    Drawn,
    /// Whose table it is.
    Host,
    /// The seat East.
    East,
}

impl Variant {
    /// All games in the order of the rule documents.
    pub const ALL: [Variant; 5] =
        [Variant::HarbinNew, Variant::Harbin, Variant::Qiqihar, Variant::QiqiharYuema, Variant::Xingdong];

    /// The games that can be played so far.
    pub const PLAYABLE: [Variant; 5] = Variant::ALL;

    /// Who deals the first hand of a match.
    pub fn first_deal(self) -> FirstDeal {
        match self {
            Variant::HarbinNew | Variant::Harbin | Variant::QiqiharYuema => FirstDeal::Drawn,
            Variant::Qiqihar => FirstDeal::Host,
            Variant::Xingdong => FirstDeal::East,
        }
    }

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

impl fmt::Display for OptionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionValue::Bool(on) => write!(f, "{on}"),
            OptionValue::Number(number) => write!(f, "{number}"),
            OptionValue::Word(word) => f.write_str(word),
        }
    }
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
    /// The options can't stand together at a table.
    #[error(transparent)]
    Impossible(#[from] Impossible),
}

/// The house rules of a table. Names and meanings as in docs/RULES.md.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)] // each field is a knob of that table, and `KNOBS` names them all
pub struct Options {
    pub soft_terminal: bool,
    pub standing_ting: bool,
    pub seven_pairs: bool,
    pub full_flush: bool,
    pub pure_straight: bool,
    pub closed_wait_single: bool,
    pub closed_wait_all_readings: bool,
    pub edge_wait_37: bool,
    pub pair_wait: bool,
    pub pair_wait_single: bool,
    pub all_pungs_terminal_exempt: bool,
    pub all_pungs_closed_wait: bool,
    pub standing_combine: StandingCombine,
    pub dealer_double: bool,
    pub rob_kong: RobKongPays,
    pub discard_payment: DiscardPayment,
    pub unready_discarder_pays: UnreadyDiscarderPays,
    pub treasure_times_self_draw: bool,
    pub reveal_win: bool,
    pub discard_factor_scope: DiscardFactorScope,
    pub reveal_is_self_draw: bool,
    pub kong_points_exposed: u32,
    pub kong_points_concealed: u32,
    pub heavenly_factor: u32,
    pub cap: u32,
    pub run_points: RunPoints,
    pub top_run_points: u32,
    pub run_points_scope: RunPointsScope,
    pub run_points_settle: RunPointsSettle,
    pub four_at_deal_dealer_pays: u32,
    pub one_bamboo_kong_pay: OneBambooKongPay,
    pub score_table: ScoreTable,
    pub pure_in_pure: bool,
    pub four_at_deal: bool,
    pub one_bamboo_kong: bool,
    pub dual_pair_treasure: bool,
    pub red_doubles: bool,
    pub sticky_ting_half: bool,
    pub big_wind: bool,
    pub heavy_rain: bool,
    pub red_wild_sky: bool,
    pub red_matches_terminals: bool,
    pub ting_discard_is_ting: bool,
    pub kong_after_ting: KongAfterTing,
    pub auto_win: AutoWin,
    pub ting_claim_tie: TingClaimTie,
    pub ting_by_pung: bool,
    pub concealed_kong_breaks_standing: bool,
    pub dealer_pass: DealerPass,
    pub dealer_on_draw: DealerOnDraw,
    pub draw_liability: u32,
    pub reserve_tiles: u32,
    pub no_win_last_discards: u32,
    pub keep_last_tiles: u32,
    pub treasure_swap: TreasureSwap,
    pub swap_source: SwapSource,
    pub treasure_visible_to_ting: bool,
    pub show_honours: ShowHonours,
    pub min_fan: u32,
    pub payment: FanPayment,
    pub prevalent: PrevalentWind,
}
