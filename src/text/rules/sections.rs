//! Which sections the rules of each game have, and which house rules belong to them.

use crate::game::ruleset::Variant;

/// A section: its title, its text, and the knobs that belong to it.
pub(super) type Section = (&'static str, Option<&'static str>, &'static [&'static str]);

const HARBIN_NEW: [Section; 6] = [
    ("rules-title-tiles", Some("rules-harbin-new-tiles"), &["reserve_tiles", "keep_last_tiles"]),
    (
        "rules-title-ting",
        Some("rules-harbin-new-ting"),
        &["soft_terminal", "ting_discard_is_ting", "kong_after_ting", "auto_win"],
    ),
    (
        "rules-title-claims",
        Some("rules-harbin-new-claims"),
        &["ting_by_pung", "ting_claim_tie", "no_win_last_discards"],
    ),
    (
        "rules-title-treasure",
        Some("rules-harbin-new-treasure"),
        &["treasure_visible_to_ting", "treasure_swap"],
    ),
    (
        "rules-title-score",
        Some("rules-harbin-new-score"),
        &[
            "closed_wait_single",
            "closed_wait_all_readings",
            "edge_wait_37",
            "pair_wait",
            "standing_combine",
            "concealed_kong_breaks_standing",
            "dealer_double",
            "rob_kong",
            "kong_points_exposed",
            "kong_points_concealed",
        ],
    ),
    ("rules-title-match", None, &["dealer_pass", "dealer_on_draw"]),
];

const HARBIN: [Section; 6] = [
    ("rules-title-tiles", Some("rules-harbin-tiles"), &["reserve_tiles", "keep_last_tiles"]),
    (
        "rules-title-ting",
        Some("rules-harbin-ting"),
        &["soft_terminal", "ting_discard_is_ting", "kong_after_ting", "auto_win"],
    ),
    (
        "rules-title-claims",
        Some("rules-harbin-new-claims"),
        &["ting_by_pung", "ting_claim_tie", "no_win_last_discards"],
    ),
    (
        "rules-title-treasure",
        Some("rules-harbin-treasure"),
        &["treasure_visible_to_ting", "treasure_swap", "swap_source", "reveal_win"],
    ),
    (
        "rules-title-score",
        Some("rules-harbin-score"),
        &[
            "treasure_times_self_draw",
            "closed_wait_single",
            "closed_wait_all_readings",
            "edge_wait_37",
            "pair_wait",
            "standing_combine",
            "concealed_kong_breaks_standing",
            "discard_payment",
            "unready_discarder_pays",
            "dealer_double",
            "rob_kong",
            "kong_points_exposed",
            "kong_points_concealed",
        ],
    ),
    ("rules-title-match", None, &["dealer_pass", "dealer_on_draw", "draw_liability"]),
];

const QIQIHAR_YUEMA: [Section; 6] = [
    ("rules-title-tiles", Some("rules-yuema-tiles"), &["reserve_tiles", "keep_last_tiles"]),
    (
        "rules-title-ting",
        Some("rules-yuema-ting"),
        &[
            "soft_terminal",
            "standing_ting",
            "seven_pairs",
            "all_pungs_terminal_exempt",
            "ting_discard_is_ting",
            "kong_after_ting",
            "auto_win",
            "show_honours",
        ],
    ),
    (
        "rules-title-claims",
        Some("rules-qiqihar-claims"),
        &["ting_by_pung", "ting_claim_tie", "no_win_last_discards"],
    ),
    (
        "rules-title-treasure",
        Some("rules-qiqihar-treasure"),
        &["treasure_visible_to_ting", "treasure_swap", "swap_source", "big_wind", "red_wild_sky"],
    ),
    (
        "rules-title-score",
        Some("rules-yuema-score"),
        &[
            "score_table",
            "closed_wait_single",
            "edge_wait_37",
            "pair_wait",
            "pair_wait_single",
            "all_pungs_closed_wait",
            "reveal_is_self_draw",
            "discard_factor_scope",
            "dealer_double",
            "rob_kong",
            "heavenly_factor",
            "cap",
            "kong_points_exposed",
            "kong_points_concealed",
        ],
    ),
    ("rules-title-match", None, &["dealer_pass", "dealer_on_draw"]),
];

const QIQIHAR: [Section; 6] = [
    ("rules-title-tiles", Some("rules-qiqihar-tiles"), &["reserve_tiles", "keep_last_tiles"]),
    (
        "rules-title-ting",
        Some("rules-qiqihar-ting"),
        &[
            "soft_terminal",
            "standing_ting",
            "full_flush",
            "ting_discard_is_ting",
            "kong_after_ting",
            "auto_win",
            "four_at_deal",
        ],
    ),
    (
        "rules-title-claims",
        Some("rules-qiqihar-claims"),
        &["ting_by_pung", "ting_claim_tie", "no_win_last_discards"],
    ),
    (
        "rules-title-treasure",
        Some("rules-qiqihar-treasure"),
        &[
            "treasure_visible_to_ting",
            "treasure_swap",
            "swap_source",
            "big_wind",
            "heavy_rain",
            "red_wild_sky",
            "red_matches_terminals",
        ],
    ),
    (
        "rules-title-score",
        Some("rules-qiqihar-score"),
        &[
            "closed_wait_single",
            "edge_wait_37",
            "pair_wait",
            "pair_wait_single",
            "all_pungs_closed_wait",
            "pure_straight",
            "red_doubles",
            "sticky_ting_half",
            "dual_pair_treasure",
            "pure_in_pure",
            "reveal_is_self_draw",
            "discard_factor_scope",
            "dealer_double",
            "rob_kong",
            "four_at_deal_dealer_pays",
            "heavenly_factor",
            "cap",
            "kong_points_exposed",
            "kong_points_concealed",
            "one_bamboo_kong",
            "one_bamboo_kong_pay",
            "run_points",
            "top_run_points",
            "run_points_scope",
            "run_points_settle",
        ],
    ),
    ("rules-title-match", None, &["dealer_pass", "dealer_on_draw"]),
];

const XINGDONG: [Section; 6] = [
    ("rules-title-tiles", Some("rules-xingdong-tiles"), &["reserve_tiles", "keep_last_tiles"]),
    ("rules-title-wild", Some("rules-xingdong-wild"), &["wild_in_claims"]),
    ("rules-title-win", Some("rules-xingdong-win"), &["min_fan", "prevalent"]),
    ("rules-title-claims", Some("rules-xingdong-claims"), &["no_win_last_discards"]),
    ("rules-title-score", Some("rules-xingdong-score"), &["payment"]),
    ("rules-title-match", None, &["dealer_pass", "dealer_on_draw"]),
];

/// The sections of a game.
pub(super) fn sections(variant: Variant) -> &'static [Section] {
    match variant {
        Variant::HarbinNew => &HARBIN_NEW,
        Variant::Harbin => &HARBIN,
        Variant::Qiqihar => &QIQIHAR,
        Variant::QiqiharYuema => &QIQIHAR_YUEMA,
        Variant::Xingdong => &XINGDONG,
    }
}
