//! Hands by name, with what the rules say of them.

use tinghu::cli::check;
use tinghu::game::ruleset::{Options, Variant};
use tinghu::game::tile::Counts;
use tinghu::game::variants::rulebook;

use super::told;

/// What `tinghu check` says to one query.
fn ask(query: &str) -> serde_json::Value {
    let mut output = Vec::new();
    check::run(query.as_bytes(), &mut output).unwrap();
    serde_json::from_slice(&output).unwrap()
}

#[track_caller]
fn shanten(game: &str, options: &str, hand: &str, melds: &str, shanten: u8, useful: &[&str]) {
    let answer = ask(&format!(
        r#"{{"id":0,"ask":"shanten","ruleset":"{game}","options":{options},"hand":"{hand}","melds":{melds}}}"#
    ));
    assert_eq!(answer["shanten"], shanten, "{answer}");
    assert_eq!(answer["useful"], serde_json::json!(useful), "{answer}");
}

#[test]
fn seven_pairs_are_nearer_where_they_win() {
    let hand = "1133m5577p2288s9s";
    shanten("qiqihar", "{}", hand, "[]", 0, &["9s"]);
    shanten("qiqihar-yuema", r#"{"seven_pairs":true}"#, hand, "[]", 0, &["9s"]);
    // Without them a triplet, two runs or triplets more and the pair are to come.
    let without = ask(&format!(r#"{{"id":0,"ask":"shanten","ruleset":"qiqihar-yuema","hand":"{hand}"}}"#));
    assert_eq!(without["shanten"], 3, "{without}");
    // Four equal tiles are two pairs (C-Q27); one suit alone needs 清一色.
    shanten("qiqihar", "{}", "1111m5577p2288s9s", "[]", 0, &["9s"]);
    shanten("qiqihar", r#"{"full_flush":true}"#, "1133557799m224m", "[]", 0, &["4m"]);
}

#[test]
fn pungs_alone_may_have_four_melds_and_in_qiqihar_no_terminal() {
    let pungs = r#"["[222m]","[555p]","[666s]","[333p]"]"#;
    shanten("qiqihar", "{}", "4m", pungs, 0, &["4m"]);
    // In yuema 飘 needs its 1, 9 or 红中 like any hand (D-Q08).
    shanten("qiqihar-yuema", "{}", "4m", pungs, 1, &["1m", "9m", "1p", "9p", "1s", "9s", "C"]);
    shanten("qiqihar-yuema", r#"{"all_pungs_terminal_exempt":true}"#, "4m", pungs, 0, &["4m"]);
    let with_chow = ask(
        r#"{"id":0,"ask":"shanten","ruleset":"qiqihar","hand":"4m","melds":["[222m]","[555p]","[666s]","[345p]"]}"#,
    );
    assert!(with_chow["error"].as_str().unwrap().starts_with("melds:"), "{with_chow}");
}

#[test]
fn a_straight_needs_no_triplet_in_qiqihar() {
    // 123 456 78 of one suit, a run and a pair: 9m makes 一条龙, which is exempt; 6m would leave no triplet.
    shanten("qiqihar", "{}", "12345678m55p", r#"["[234s]"]"#, 0, &["9m"]);
    let yuema =
        ask(r#"{"id":0,"ask":"shanten","ruleset":"qiqihar-yuema","hand":"12345678m55p","melds":["[234s]"]}"#);
    assert_eq!(yuema["shanten"], 1, "{yuema}");
}

#[test]
fn one_suit_is_near_only_with_the_full_flush() {
    let hand = "1112345678m";
    shanten(
        "qiqihar",
        r#"{"full_flush":true}"#,
        hand,
        r#"["[999m]"]"#,
        0,
        &["2m", "3m", "5m", "6m", "8m", "9m"],
    );
    let without =
        ask(&format!(r#"{{"id":0,"ask":"shanten","ruleset":"qiqihar","hand":"{hand}","melds":["[999m]"]}}"#));
    assert_eq!(without["shanten"], 1, "{without}");
}

/// 粘听 exists in qiqihar alone (C18), so no other game has waits after it; found by the second implementation.
#[test]
fn only_qiqihar_has_waits_after_a_pair_claim() {
    let hand: Counts = tinghu::game::tile::parse_tiles("11p66668p22s99sCC").unwrap().into_iter().collect();
    let pinned = |game| told(&rulebook(game, Options::of(game)).pinned_waits(&hand)).legal;
    assert_eq!(pinned(Variant::Qiqihar), [16]); // 8p
    assert!(pinned(Variant::QiqiharYuema).is_empty());
}
