//! The table of the knobs: one row a house rule, with its default in each game (docs/RULES.md).

use super::{
    Allowed, AutoWin, DealerOnDraw, DealerPass, DiscardFactorScope, DiscardPayment, FanPayment,
    KongAfterTing, OneBambooKongPay, OptionValue, Options, PrevalentWind, RobKongPays, RunPoints,
    RunPointsScope, RunPointsSettle, ScoreTable, ShowHonours, StandingCombine, SwapSource, TingClaimTie,
    TreasureSwap, UnreadyDiscarderPays, Variant,
};

/// The default of a knob in one game.
#[derive(Clone, Copy)]
enum Preset {
    /// The game has no such knob.
    Absent,
    Bool(bool),
    Number(u32),
    Word(&'static str),
}

impl Preset {
    fn value(self) -> Option<OptionValue> {
        match self {
            Preset::Absent => None,
            Preset::Bool(on) => Some(OptionValue::Bool(on)),
            Preset::Number(n) => Some(OptionValue::Number(n)),
            Preset::Word(word) => Some(OptionValue::Word(word.to_owned())),
        }
    }
}

/// One house rule.
pub(super) struct Knob {
    pub(super) name: &'static str,
    pub(super) allowed: Allowed,
    /// Defaults in the order of [`Variant::ALL`].
    presets: [Preset; 5],
    pub(super) read: fn(&Options) -> OptionValue,
    /// `false`, and nothing changed, when the value is none that the knob can have.
    pub(super) write: fn(&mut Options, &OptionValue) -> bool,
}

impl Knob {
    /// Its default in a game; `None` if the game has no such knob.
    pub(super) fn preset(&self, variant: Variant) -> Option<OptionValue> {
        self.presets[variant as usize].value()
    }
}

macro_rules! bool_knob {
    ($field:ident, $presets:expr) => {
        Knob {
            name: stringify!($field),
            allowed: Allowed::Bool,
            presets: $presets,
            read: |options| OptionValue::Bool(options.$field),
            write: |options, value| match value {
                OptionValue::Bool(on) => {
                    options.$field = *on;
                    true
                }
                _ => false,
            },
        }
    };
}

macro_rules! number_knob {
    ($field:ident, $least:literal to $most:literal, $presets:expr) => {
        Knob {
            name: stringify!($field),
            allowed: Allowed::Number { least: $least, most: $most },
            presets: $presets,
            read: |options| OptionValue::Number(options.$field),
            write: |options, value| match value {
                OptionValue::Number(n) if ($least..=$most).contains(n) => {
                    options.$field = *n;
                    true
                }
                _ => false,
            },
        }
    };
}

macro_rules! word_knob {
    ($field:ident: $words:ident, $presets:expr) => {
        Knob {
            name: stringify!($field),
            allowed: Allowed::Words($words::WORDS),
            presets: $presets,
            read: |options| OptionValue::Word(options.$field.word().to_owned()),
            write: |options, value| match value {
                OptionValue::Word(word) => match $words::from_word(word) {
                    Some(word) => {
                        options.$field = word;
                        true
                    }
                    None => false,
                },
                _ => false,
            },
        }
    };
}

const NO: Preset = Preset::Absent;
const OFF: Preset = Preset::Bool(false);
const ON: Preset = Preset::Bool(true);
const ZERO: Preset = Preset::Number(0);

const fn n(number: u32) -> Preset {
    Preset::Number(number)
}

const fn w(word: &'static str) -> Preset {
    Preset::Word(word)
}

/// Columns: harbin-new, harbin, qiqihar, qiqihar-yuema, xingdong. In the order of docs/RULES.md.
pub(super) static KNOBS: &[Knob] = &[
    bool_knob!(soft_terminal, [OFF, OFF, OFF, OFF, NO]),
    bool_knob!(standing_ting, [NO, NO, OFF, OFF, NO]),
    bool_knob!(seven_pairs, [NO, NO, NO, OFF, NO]),
    bool_knob!(full_flush, [NO, NO, OFF, NO, NO]),
    bool_knob!(pure_straight, [NO, NO, OFF, NO, NO]),
    bool_knob!(closed_wait_single, [ON, ON, OFF, OFF, NO]),
    bool_knob!(closed_wait_all_readings, [OFF, ON, NO, NO, NO]),
    bool_knob!(edge_wait_37, [OFF, OFF, ON, ON, NO]),
    bool_knob!(pair_wait, [OFF, OFF, ON, ON, NO]),
    bool_knob!(pair_wait_single, [NO, NO, ON, ON, NO]),
    bool_knob!(all_pungs_terminal_exempt, [NO, NO, NO, OFF, NO]),
    bool_knob!(all_pungs_closed_wait, [NO, NO, OFF, OFF, NO]),
    word_knob!(standing_combine: StandingCombine, [w("max"), w("max"), NO, NO, NO]),
    bool_knob!(dealer_double, [OFF, OFF, ON, ON, NO]),
    word_knob!(rob_kong: RobKongPays, [w("self_draw"), w("self_draw"), w("discarder"), w("discarder"), NO]),
    word_knob!(discard_payment: DiscardPayment, [NO, w("reconcile"), NO, NO, NO]),
    word_knob!(unready_discarder_pays: UnreadyDiscarderPays, [NO, w("sum"), NO, NO, NO]),
    bool_knob!(treasure_times_self_draw, [NO, OFF, NO, NO, NO]),
    bool_knob!(reveal_win, [NO, OFF, NO, NO, NO]),
    word_knob!(discard_factor_scope: DiscardFactorScope, [NO, NO, w("own_share"), w("own_share"), NO]),
    bool_knob!(reveal_is_self_draw, [NO, NO, ON, ON, NO]),
    number_knob!(kong_points_exposed, 0 to 1000, [ZERO, ZERO, n(2), n(2), NO]),
    number_knob!(kong_points_concealed, 0 to 1000, [ZERO, ZERO, n(4), n(4), NO]),
    number_knob!(heavenly_factor, 1 to 1000, [NO, NO, n(1), n(1), NO]),
    number_knob!(cap, 0 to 1_000_000, [NO, NO, ZERO, ZERO, NO]),
    Knob {
        name: "run_points",
        allowed: Allowed::Choice { numbers: RunPoints::NUMBERS, words: RunPoints::WORDS },
        presets: [NO, NO, ZERO, NO, NO],
        read: |options| options.run_points.value(),
        write: |options, value| {
            let chosen = RunPoints::from_value(value);
            options.run_points = chosen.unwrap_or(options.run_points);
            chosen.is_some()
        },
    },
    number_knob!(top_run_points, 0 to 1000, [NO, NO, n(10), NO, NO]),
    word_knob!(run_points_scope: RunPointsScope, [NO, NO, w("player"), NO, NO]),
    word_knob!(run_points_settle: RunPointsSettle, [NO, NO, w("winner_plus_payer"), NO, NO]),
    Knob {
        name: "four_at_deal_dealer_pays",
        allowed: Allowed::Choice { numbers: &[16, 8], words: &[] },
        presets: [NO, NO, n(16), NO, NO],
        read: |options| OptionValue::Number(options.four_at_deal_dealer_pays),
        write: |options, value| match value {
            OptionValue::Number(n @ (16 | 8)) => {
                options.four_at_deal_dealer_pays = *n;
                true
            }
            _ => false,
        },
    },
    word_knob!(one_bamboo_kong_pay: OneBambooKongPay, [NO, NO, w("each"), NO, NO]),
    word_knob!(score_table: ScoreTable, [NO, NO, NO, w("qiqihar"), NO]),
    bool_knob!(pure_in_pure, [NO, NO, OFF, NO, NO]),
    bool_knob!(four_at_deal, [NO, NO, ON, NO, NO]),
    bool_knob!(one_bamboo_kong, [NO, NO, OFF, NO, NO]),
    bool_knob!(dual_pair_treasure, [NO, NO, OFF, NO, NO]),
    bool_knob!(red_doubles, [NO, NO, OFF, NO, NO]),
    bool_knob!(sticky_ting_half, [NO, NO, OFF, NO, NO]),
    bool_knob!(big_wind, [NO, NO, ON, OFF, NO]),
    bool_knob!(heavy_rain, [NO, NO, OFF, NO, NO]),
    bool_knob!(red_wild_sky, [NO, NO, ON, OFF, NO]),
    bool_knob!(red_matches_terminals, [NO, NO, OFF, NO, NO]),
    bool_knob!(ting_discard_is_ting, [ON, ON, ON, ON, NO]),
    word_knob!(kong_after_ting: KongAfterTing,
        [w("same_waits"), w("same_waits"), w("same_waits"), w("same_waits"), NO]),
    word_knob!(auto_win: AutoWin, [w("timeout"), w("timeout"), w("timeout"), w("timeout"), NO]),
    word_knob!(ting_claim_tie: TingClaimTie,
        [w("seat_order"), w("seat_order"), w("seat_order"), w("seat_order"), NO]),
    bool_knob!(ting_by_pung, [ON, ON, ON, ON, NO]),
    bool_knob!(concealed_kong_breaks_standing, [OFF, OFF, NO, NO, NO]),
    word_knob!(dealer_pass: DealerPass,
        [w("winner"), w("winner"), w("next_seat"), w("next_seat"), w("winner")]),
    word_knob!(dealer_on_draw: DealerOnDraw,
        [w("stays"), w("stays"), w("stays"), w("stays"), w("last_drawer")]),
    number_knob!(draw_liability, 0 to 1000, [NO, n(3), NO, NO, NO]),
    number_knob!(reserve_tiles, 0 to 40, [ZERO, n(8), ZERO, n(13), ZERO]),
    number_knob!(no_win_last_discards, 0 to 40, [ZERO, n(4), ZERO, ZERO, ZERO]),
    number_knob!(keep_last_tiles, 0 to 40, [ZERO, ZERO, ZERO, n(4), ZERO]),
    word_knob!(treasure_swap: TreasureSwap,
        [w("never"), w("three_visible"), w("three_visible"), w("three_visible"), NO]),
    word_knob!(swap_source: SwapSource, [NO, w("wall_end"), w("random"), w("wall_end"), NO]),
    bool_knob!(treasure_visible_to_ting, [ON, ON, ON, ON, NO]),
    word_knob!(show_honours: ShowHonours, [NO, NO, NO, w("off"), NO]),
    number_knob!(min_fan, 0 to 1000, [NO, NO, NO, NO, n(8)]),
    word_knob!(payment: FanPayment, [NO, NO, NO, NO, w("mcr")]),
    Knob {
        name: "wild_in_claims",
        allowed: Allowed::Off,
        presets: [NO, NO, NO, NO, OFF],
        read: |_| OptionValue::Bool(false),
        write: |_, value| *value == OptionValue::Bool(false),
    },
    word_knob!(prevalent: PrevalentWind, [NO, NO, NO, NO, w("east")]),
];

/// A value for every field, for the knobs that a game does not have: without effect there.
pub(super) const BASE: Options = Options {
    soft_terminal: false,
    standing_ting: false,
    seven_pairs: false,
    full_flush: false,
    pure_straight: false,
    closed_wait_single: true,
    closed_wait_all_readings: false,
    edge_wait_37: false,
    pair_wait: false,
    pair_wait_single: true,
    all_pungs_terminal_exempt: false,
    all_pungs_closed_wait: false,
    standing_combine: StandingCombine::Max,
    dealer_double: false,
    rob_kong: RobKongPays::SelfDraw,
    discard_payment: DiscardPayment::Reconcile,
    unready_discarder_pays: UnreadyDiscarderPays::Sum,
    treasure_times_self_draw: false,
    reveal_win: false,
    discard_factor_scope: DiscardFactorScope::OwnShare,
    reveal_is_self_draw: true,
    kong_points_exposed: 0,
    kong_points_concealed: 0,
    heavenly_factor: 1,
    cap: 0,
    run_points: RunPoints::Points(0),
    top_run_points: 0,
    run_points_scope: RunPointsScope::Room,
    run_points_settle: RunPointsSettle::WinnerPlusPayer,
    four_at_deal_dealer_pays: 16,
    one_bamboo_kong_pay: OneBambooKongPay::Each,
    score_table: ScoreTable::Qiqihar,
    pure_in_pure: false,
    four_at_deal: false,
    one_bamboo_kong: false,
    dual_pair_treasure: false,
    red_doubles: false,
    sticky_ting_half: false,
    big_wind: false,
    heavy_rain: false,
    red_wild_sky: false,
    red_matches_terminals: false,
    ting_discard_is_ting: true,
    kong_after_ting: KongAfterTing::SameWaits,
    auto_win: AutoWin::Timeout,
    ting_claim_tie: TingClaimTie::SeatOrder,
    ting_by_pung: true,
    concealed_kong_breaks_standing: false,
    dealer_pass: DealerPass::Winner,
    dealer_on_draw: DealerOnDraw::Stays,
    draw_liability: 0,
    reserve_tiles: 0,
    no_win_last_discards: 0,
    keep_last_tiles: 0,
    treasure_swap: TreasureSwap::Never,
    swap_source: SwapSource::WallEnd,
    treasure_visible_to_ting: true,
    show_honours: ShowHonours::Off,
    min_fan: 0,
    payment: FanPayment::Mcr,
    prevalent: PrevalentWind::East,
};
