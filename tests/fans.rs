//! Fans and distances of xingdong through `tinghu check`: points that are easily got wrong, and impossible lines.

#![allow(clippy::unwrap_used, reason = "in tests; the lint sees only functions marked as tests")]

use serde_json::{Value, json};
use tinghu::cli::check;
use tinghu::game::mcr::Fan;

fn ask(query: &Value) -> Value {
    let mut output = Vec::new();
    check::run(query.to_string().as_bytes(), &mut output).unwrap();
    serde_json::from_slice(&output).unwrap()
}

fn fan_query(hand: &str, melds: &[&str], tile: &str, more: Value) -> Value {
    let mut query = json!({"id": 1, "ask": "fan", "hand": hand, "melds": melds, "tile": tile, "self_draw": false,
        "fourth": false, "kong": false, "last": false, "seat": "S", "round": "E", "wild": null});
    query.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    query
}

/// Checks the fans of a win, or `null` for no win.
#[track_caller]
fn check_fans(hand: &str, melds: &[&str], tile: &str, more: Value, expected: Value) {
    let answer = ask(&fan_query(hand, melds, tile, more));
    if expected.is_null() {
        assert_eq!(answer, json!({"id": 1, "win": false}), "{hand} + {tile}");
        return;
    }
    let total: u64 = expected.as_object().unwrap().values().map(|points| points.as_u64().unwrap()).sum();
    assert_eq!(answer, json!({"id": 1, "win": true, "total": total, "fans": expected}), "{hand} + {tile}");
}

#[test]
fn a_pung_finished_by_a_discard_is_not_concealed() {
    let hand = "222m 444p 666s 77s 8s 8s";
    check_fans(hand, &[], "8s", json!({}), json!({"三暗刻": 16, "碰碰和": 6, "门前清": 2, "断幺": 2}));
    check_fans(hand, &[], "8s", json!({"self_draw": true}), json!({"四暗刻": 64, "断幺": 2, "自摸": 1}));
    // The 8s can be in the run, so the three concealed pungs stand (E-D9).
    check_fans(
        "222m 444p 888s 67s 99p",
        &[],
        "8s",
        json!({}),
        json!({"三暗刻": 16, "门前清": 2, "四归一": 2, "无字": 1}),
    );
}

#[test]
fn nine_gates_need_the_nine_sided_wait() {
    // E-D12
    let won = json!({"九莲宝灯": 88, "双暗刻": 2, "幺九刻": 1});
    check_fans("1112345678999p", &[], "5p", json!({}), won);
    let open = ask(&fan_query("1112345678p", &["[999p]"], "9p", json!({})));
    assert!(open["fans"]["九莲宝灯"].is_null() && open["fans"]["清一色"] == 24, "{open}");
    let other = ask(&fan_query("1112355678999p", &[], "4p", json!({})));
    assert!(other["fans"]["九莲宝灯"].is_null() && other["fans"]["清一色"] == 24, "{other}");
}

#[test]
fn one_suited_pairs_in_a_row_are_another_hand_than_pairs_with_a_gap() {
    check_fans("2233445566778m", &[], "8m", json!({}), json!({"连七对": 88, "断幺": 2}));
    let gap = ask(&fan_query("1122333344556m", &[], "6m", json!({})));
    assert!(gap["fans"]["连七对"].is_null(), "{gap}");
}

/// Self-drawn on the last tile: 妙手回春 takes the place of 自摸 for the special hands as well.
#[test]
fn the_last_draw_is_not_paid_twice() {
    let last = json!({"self_draw": true, "last": true});
    check_fans("19m 19p 19s ESWNCFP", &[], "P", last.clone(), json!({"十三幺": 88, "妙手回春": 8}));
    check_fans("1144m 2255p 3366s E", &[], "E", last, json!({"七对": 24, "妙手回春": 8}));
}

#[test]
fn formal_waits_count_though_nobody_can_draw_them() {
    // 4444666s waits for 4s as well: no 坎张 on 5s (E-D4).
    let melds = ["[123m]", "[789m]"];
    check_fans(
        "4444666s",
        &melds,
        "5s",
        json!({}),
        json!({"四归一": 2, "老少副": 1, "缺一门": 1, "无字": 1}),
    );
}

/// Finished hands on which programs that split greedily are known to fail.
#[test]
fn one_suit_of_long_runs_is_read() {
    for (hand, tile, wild) in [
        ("2234455667788p", "9p", None),
        ("3344445566778p", "8p", None),
        ("3344445566677s", "8s", None),
        ("E223445566788p", "9p", Some("E")),
    ] {
        let answer = ask(&fan_query(hand, &[], tile, json!({ "wild": wild })));
        assert_eq!(answer["win"], true, "{hand} + {tile}");
    }
}

/// The pair beside three of a kind would be the fifth copy (E-W1).
#[test]
fn a_wild_is_no_fifth_copy() {
    check_fans("24m 137p 4444s FFFF", &[], "8p", json!({"wild": "F"}), Value::Null);
    check_fans("2457m 67s EEEE FFF", &[], "F", json!({"wild": "F", "self_draw": true}), Value::Null);
}

#[test]
fn a_seen_tile_is_no_last_one_if_a_copy_is_hidden() {
    let visible = json!({"fourth": true});
    let fans =
        |hand: &str| ask(&fan_query(hand, &["[123m]", "[456s]"], "3p", visible.clone()))["fans"].clone();
    assert_eq!(fans("12p 999m EE")["和绝张"], 4);
    assert!(fans("123p 12p EE")["和绝张"].is_null());
}

/// Contradictions are refused, not repaired.
#[test]
fn impossible_lines_are_refused() {
    let melds: [&str; 2] = ["[123m]", "[456s]"];
    let base = fan_query("23m 55p 678s", &melds, "1m", json!({}));
    assert_eq!(ask(&base)["win"], true);
    let cases = [
        ("tile", json!("12m"), "tile"),
        ("tile", Value::Null, "tile"),
        ("hand", json!("111m 55p 78s"), "tile"),
        ("hand", json!("23m 55p 67s"), "hand"),
        ("kong", json!(true), "tile"),
        ("kong", json!(1), "kong"),
        ("self_draw", json!("yes"), "self_draw"),
        ("seat", json!("X"), "seat"),
        ("round", Value::Null, "round"),
        ("wild", json!("0m"), "wild"),
        ("ruleset", json!("harbin-new"), "ruleset"),
        ("options", json!({"pair_wait": true}), "options.pair_wait"),
        ("options", json!({"min_fan": "8"}), "options.min_fan"),
        ("options", json!({"wild_in_claims": true}), "options.wild_in_claims"),
    ];
    for (field, value, blamed) in cases {
        let mut query = base.clone();
        query[field] = value.clone();
        let answer = ask(&query);
        let error = answer["error"].as_str().unwrap_or_default();
        assert!(error.starts_with(&format!("{blamed}:")), "{field} {value}: {answer}");
    }
    let mut tabled = base.clone();
    tabled["options"] = json!({"min_fan": 12, "payment": "mcr", "wild_in_claims": false, "prevalent": "east", "reserve_tiles": 0});
    assert_eq!(ask(&tabled), ask(&base));
    let kongs = [
        fan_query("24m 55p 678s", &melds, "3m", json!({"kong": true, "self_draw": true})),
        fan_query("46m 55p 678s", &melds, "5m", json!({"kong": true, "last": true})),
    ];
    for query in kongs {
        assert!(ask(&query)["error"].as_str().is_some_and(|error| error.starts_with("kong:")), "{query}");
    }
}

#[test]
fn distance_of_a_hand_with_wasted_copies() {
    let distance = |hand: &str, melds: Value| {
        let query = json!({"id": 1, "ask": "shanten", "ruleset": "xingdong", "hand": hand, "melds": melds});
        let answer = ask(&query);
        (answer["shanten"].clone(), answer["useful"].clone())
    };
    // The fourth 5s is melded: no pair of it can be waited for.
    let (swaps, useful) = distance("5s", json!(["[123m]", "[456m]", "[789m]", "[555s]"]));
    assert_eq!(swaps, 1);
    assert!(!useful.as_array().unwrap().contains(&json!("5s")));
    assert_eq!(distance("19m19p19sESWNCFP", json!([])).1.as_array().unwrap().len(), 13);
}

#[test]
fn the_fans_are_the_80_with_their_points() {
    let book = include_str!("data/rules/fans.txt").lines().filter(|line| !line.starts_with('#'));
    let (flowers, told): (Vec<&str>, Vec<&str>) = book.partition(|line| line.starts_with("花牌"));
    let mut told: Vec<String> = told.into_iter().map(str::to_owned).collect();
    let mut ours: Vec<String> =
        Fan::ALL.iter().map(|fan| format!("{} {}", fan.rule_name(), fan.points())).collect();
    told.sort_unstable();
    ours.sort_unstable();
    assert_eq!((flowers.len(), ours.len()), (1, 80));
    assert_eq!(ours, told);
}

/// A hand, its melds, the winning tile, what else holds; fans that it has with their points, and fans that it has not.
type Disputed = (
    &'static str,
    &'static str,
    &'static [&'static str],
    &'static str,
    Value,
    &'static [(&'static str, u64)],
    &'static [&'static str],
);

#[test]
fn disputed_points_are_settled_as_the_rules_say() {
    let drawn = json!({"self_draw": true});
    const OPEN: [&str; 4] = ["[123m]", "[456p]", "[789s]", "[111p]"];
    let cases: [Disputed; 18] = [
        (
            "E-D1",
            "234m678p9m",
            &["[1111p]", "<2222s>"],
            "9m",
            json!({}),
            &[("明杠", 1), ("暗杠", 2)],
            &["双暗杠"],
        ),
        (
            "E-D2",
            "234m678p9m",
            &["<1111p>", "<2222s>"],
            "9m",
            json!({}),
            &[("双暗杠", 6)],
            &["双暗刻", "暗杠"],
        ),
        ("E-D3", "789m789p789s78m99p", &[], "9m", json!({}), &[("全大", 24)], &["大于五"]),
        ("E-D3", "123m123p123s12m11p", &[], "3m", json!({}), &[("全小", 24)], &["小于五"]),
        ("E-D5", "147m258p369s12m99p", &[], "3m", json!({}), &[("组合龙", 12), ("边张", 1)], &[]),
        ("E-D5", "147m258p369s57s99p", &[], "6s", json!({}), &[("组合龙", 12), ("坎张", 1)], &[]),
        ("E-D7", "5s", &OPEN, "5s", json!({}), &[("全求人", 6)], &["单钓将"]),
        ("E-D7", "5s", &OPEN, "5s", drawn, &[("自摸", 1), ("单钓将", 1)], &["全求人"]),
        (
            "E-D7",
            "5s",
            &["[123m]", "[456p]", "[789s]", "<1111p>"],
            "5s",
            json!({}),
            &[("单钓将", 1)],
            &["全求人"],
        ),
        (
            "E-D8",
            "77m99s",
            &["<1111p>", "<2222s>", "<3333m>"],
            "7m",
            json!({}),
            &[("三杠", 32), ("三暗刻", 16), ("碰碰和", 6)],
            &["双暗杠", "双暗刻"],
        ),
        ("E-D8", "222m345s67p99m", &["<1111p>"], "5p", json!({}), &[("暗杠", 2), ("双暗刻", 2)], &[]),
        ("E-D10", "1133557799224m", &[], "4m", json!({}), &[("七对", 24), ("清一色", 24)], &[]),
        ("E-D11", "1122335577889m", &[], "9m", json!({}), &[("一色双龙会", 64)], &["七对"]),
        ("E-D13", "111m111p111s999m9p", &[], "9p", json!({}), &[("清幺九", 64), ("三同刻", 16)], &["双同刻"]),
        (
            "E-D14",
            "234m567p78s99s",
            &["[EEE]"],
            "6s",
            json!({"seat": "E"}),
            &[("圈风刻", 2), ("门风刻", 2)],
            &["幺九刻"],
        ),
        ("E-D18", "222m444p678s99p67m", &[], "5m", json!({}), &[("双暗刻", 2)], &["三暗刻"]),
        (
            "E-W2",
            "123m456p789s12m9p5s",
            &[],
            "3m",
            json!({"wild": "5s"}),
            &[("花龙", 8)],
            &["边张", "坎张", "单钓将"],
        ),
        ("E-W3", "666p78p5s123m99s45m", &[], "6m", json!({"wild": "5s"}), &[("四归一", 2)], &[]),
    ];
    for (rule, hand, melds, tile, more, has, lacks) in cases {
        let answer = ask(&fan_query(hand, melds, tile, more));
        let fans = answer["fans"].as_object().unwrap();
        for &(fan, points) in has {
            assert_eq!(fans.get(fan).and_then(Value::as_u64), Some(points), "{rule} {fan}: {answer}");
        }
        assert!(lacks.iter().all(|&fan| !fans.contains_key(fan)), "{rule}: {answer}");
    }
}

#[test]
fn no_fan_at_all_makes_eight() {
    // E-D17
    check_fans("789p678s23sEE", &["[345m]"], "4s", json!({}), json!({"无番和": 8}));
}
