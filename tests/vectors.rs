//! The vector files of `tests/data/vectors` fed through the same function as `tinghu check`.

#![allow(clippy::unwrap_used, reason = "in tests; the lint sees only functions marked as tests")]

use serde_json::Value;
use tinghu::cli::check;

/// Answers queries as `tinghu check` does: one answer a line, and whether one of them is an error.
#[track_caller]
fn ask(queries: &str) -> (Vec<Value>, bool) {
    let mut output = Vec::new();
    let any_error = check::run(queries.as_bytes(), &mut output).unwrap();
    let text = String::from_utf8(output).unwrap();
    (text.lines().map(|line| serde_json::from_str(line).unwrap()).collect(), any_error)
}

/// True when every field of `expected` is in `got`; `"*"` stands for any text that is not empty.
fn agrees(expected: &Value, got: &Value) -> bool {
    expected.as_object().unwrap().iter().all(|(name, value)| match (value, &got[name]) {
        (Value::String(any), Value::String(text)) if any == "*" => !text.is_empty(),
        (value, got) => value == got,
    })
}

#[track_caller]
fn check_file(text: &str, n_cases: usize) {
    check_file_but(text, n_cases, &[]);
}

/// As [`check_file`], but these ids, and no others, must differ: lines that contradict the rules.
#[track_caller]
fn check_file_but(text: &str, n_cases: usize, contradicted: &[&str]) {
    let cases: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let queries: String = cases.iter().map(|case| format!("{}\n", case["in"])).collect();
    let (answers, _) = ask(&queries);
    assert_eq!((cases.len(), answers.len()), (n_cases, n_cases));
    let (known, differences): (Vec<_>, Vec<_>) = cases
        .iter()
        .zip(&answers)
        .filter(|(case, got)| got["id"] != case["in"]["id"] || !agrees(&case["out"], got))
        .partition(|(case, _)| contradicted.iter().any(|id| case["in"]["id"] == *id));
    assert_eq!(known.len(), contradicted.len(), "a line that differed agrees now");
    let differences: Vec<String> = differences
        .iter()
        .map(|(case, got)| format!("asked    {}\nexpected {}\ngot      {got}", case["in"], case["out"]))
        .collect();
    assert!(differences.is_empty(), "{} differ:\n{}", differences.len(), differences.join("\n\n"));
}

#[test]
fn worked_examples_of_harbin_new() {
    check_file(include_str!("data/vectors/worked-harbin-new.jsonl"), 59);
}

#[test]
fn random_situations_of_harbin_new() {
    check_file(include_str!("data/vectors/random-harbin-new.jsonl"), 1500);
}

#[test]
fn worked_examples_of_harbin() {
    check_file(include_str!("data/vectors/worked-harbin.jsonl"), 51);
}

#[test]
fn random_situations_of_harbin() {
    check_file(include_str!("data/vectors/random-harbin.jsonl"), 1500);
}

#[test]
fn worked_examples_of_qiqihar() {
    check_file(include_str!("data/vectors/worked-qiqihar.jsonl"), 101);
}

#[test]
fn random_situations_of_qiqihar() {
    check_file(include_str!("data/vectors/random-qiqihar.jsonl"), 1500);
}

#[test]
fn worked_examples_of_qiqihar_yuema() {
    check_file(include_str!("data/vectors/worked-qiqihar-yuema.jsonl"), 32);
}

#[test]
fn random_situations_of_qiqihar_yuema() {
    check_file(include_str!("data/vectors/random-qiqihar-yuema.jsonl"), 1500);
}

#[test]
fn worked_examples_of_xingdong() {
    check_file(include_str!("data/vectors/worked-xingdong.jsonl"), 12);
}

#[test]
fn fans_of_random_hands() {
    check_file(include_str!("data/vectors/fan.jsonl"), 2000);
}

#[test]
fn fans_of_random_hands_with_wilds() {
    check_file_but(include_str!("data/vectors/fan-wild.jsonl"), 300, &["ws0077"]);
}

/// The line says 9, total 23. Rule 73 pays 1 for each set, and a fan that counts k times has k × its
/// value, which is 3, total 17. No other line has a fan that counts more than once.
#[test]
fn three_pungs_of_terminals_are_three_points() {
    let text = include_str!("data/vectors/fan-wild.jsonl");
    let line = text.lines().find(|line| line.contains("ws0077")).unwrap();
    let case: Value = serde_json::from_str(line).unwrap();
    let (answers, _) = ask(&format!("{}\n", case["in"]));
    assert_eq!((&answers[0]["fans"]["幺九刻"], &answers[0]["total"]), (&Value::from(3), &Value::from(17)));
}

#[test]
fn distances_of_xingdong() {
    check_file(include_str!("data/vectors/shanten.jsonl"), 1000);
}

#[test]
fn impossible_lines() {
    check_file(include_str!("data/vectors/worked-errors.jsonl"), 37);
}

#[test]
fn a_bad_line_is_answered_and_the_run_goes_on() {
    let lines = r#"{"id":
[1]
{"id":[1,{"a":null}],"ask":"dance"}
{"ask":"waits","ruleset":"harbin-new","hand":"23m55p678s","melds":["[111p]","[456s]"]}"#;
    let (answers, any_error) = ask(lines);
    assert!(any_error);
    assert_eq!(answers.len(), 4);
    assert_eq!(answers[0]["id"], Value::Null);
    assert!(answers[..3].iter().all(|answer| answer["error"].is_string()));
    assert_eq!(answers[2]["id"], serde_json::json!([1, {"a": null}]));
    assert_eq!(answers[3]["waits"], serde_json::json!(["1m", "4m"]));
    assert!(!ask(lines.lines().last().unwrap()).1);
}

/// Without an end, a line would fill the memory; the next one is read again.
#[test]
fn a_line_that_is_too_long_is_an_error_and_the_run_goes_on() {
    let fits = |n: usize| format!("{}{{\"id\":1}}\n", " ".repeat(n));
    let most = fits(check::MAX_LINE_BYTES - 8);
    let (answers, any_error) = ask(&[&most, &fits(check::MAX_LINE_BYTES - 7)[..], &most].concat());
    assert!(any_error);
    let ids: Vec<&Value> = answers.iter().map(|answer| &answer["id"]).collect();
    assert_eq!(ids, [&Value::from(1), &Value::Null, &Value::from(1)]);
    assert_eq!(answers[1]["error"], "the line is longer than 65536 bytes");
    let endless = std::io::BufReader::new(std::io::Read::take(std::io::repeat(0), 50_000_000));
    let mut output = Vec::new();
    assert!(check::run(endless, &mut output).unwrap());
    assert_eq!(output.iter().filter(|&&byte| byte == b'\n').count(), 1);
}

/// Every sentence names the field that is wrong.
#[test]
fn an_error_names_its_field() {
    let base = r#"{"id":1,"ask":"settle","ruleset":"harbin-new","options":{},"dealer":"E","winner":"S",
        "hand":"46m55p678s","melds":["[111p]","[456s]"],"win":{"how":"discard","tile":"5m","from":"E"},
        "treasure":{"own":["9p"],"others":[]},"ting":["S"],"standing":[],"run":0}"#;
    let base: Value = serde_json::from_str(base).unwrap();
    let cases = [
        ("/options", r#"{"soft_terminal":1}"#, "options.soft_terminal"),
        ("/options", r#"{"reserve_tiles":"3"}"#, "options.reserve_tiles"),
        ("/options", r#"{"reserve_tiles":-1}"#, "options.reserve_tiles"),
        ("/options", r#"{"reserve_tiles":1.5}"#, "options.reserve_tiles"),
        ("/options", r#"{"standing_combine":"each"}"#, "options.standing_combine"),
        ("/options", r#"{"seven_pairs":true}"#, "options.seven_pairs"),
        ("/options", "[]", "options"),
        ("/dealer", r#""X""#, "dealer"),
        ("/winner", "null", "winner"),
        ("/hand", r#""46m55p67s""#, "hand"),
        ("/hand", r#""46m55p670s""#, "hand"),
        ("/hand", r#""46m55p67sE""#, "hand"),
        ("/hand", "7", "hand"),
        ("/melds", r#"["[124p]","[456s]"]"#, "melds"),
        ("/melds", r#"["<111p>","[456s]"]"#, "melds"),
        ("/melds", r#"["[EEE]","[456s]"]"#, "melds"),
        ("/melds", "{}", "melds"),
        ("/win", r#"{"how":"discard","tile":"5m"}"#, "win.from"),
        ("/win", r#"{"how":"discard","tile":"5m","from":"S"}"#, "win.from"),
        ("/win", r#"{"how":"jump","tile":"5m"}"#, "win.how"),
        ("/win", r#"{"how":"draw","tile":"55m"}"#, "win.tile"),
        ("/win", r#"{"how":"draw","tile":"N"}"#, "win.tile"),
        ("/win", r#"{"how":"rob-kong","tile":"4m","from":"W"}"#, "win.tile"),
        ("/win", r#"{"how":"heavenly","tile":"5m"}"#, "win.how"),
        ("/treasure", r#"{"own":["E"]}"#, "treasure.own"),
        ("/treasure", r#""9p""#, "treasure"),
        ("/ting", r#"["Q"]"#, "ting"),
        ("/standing", r#""S""#, "standing"),
        ("/run", "2", "run"),
        ("/run", r#"{"X":1}"#, "run"),
    ];
    for (place, value, field) in cases {
        let mut query = base.clone();
        *query.pointer_mut(place).unwrap() = serde_json::from_str(value).unwrap();
        let (answers, _) = ask(&query.to_string());
        let sentence =
            answers[0]["error"].as_str().unwrap_or_else(|| panic!("{place} {value}: {}", answers[0]));
        assert!(sentence.starts_with(&format!("{field}:")), "{place} {value}: {sentence}");
    }
    assert_eq!(ask(&base.to_string()).0[0]["payments"]["E"], -10); // 出冲 3×2, and the 1×2 of W and N
}

/// The fields that only the games with one treasure have.
#[test]
fn an_error_of_qiqihar_names_its_field() {
    let base = r#"{"id":1,"ask":"settle","ruleset":"qiqihar","options":{},"dealer":"E","winner":"S",
        "hand":"1133m5577p22889s","win":{"how":"reveal","tile":"9s"},"treasure":"9s","ting":["S"]}"#;
    let base: Value = serde_json::from_str(base).unwrap();
    let cases = [
        ("/treasure", r#"{"own":["9s"],"others":[]}"#, "treasure"),
        ("/treasure", r#""99s""#, "treasure"),
        ("/treasure", r#""9p""#, "win.tile"),
        ("/treasure", "null", "win.tile"),
        ("/pinned", r#""9s""#, "pinned"),
        ("/pinned", "true", "pinned"),
        ("/run", r#""most""#, "run"),
        ("/options", r#"{"run_points":2}"#, "options.run_points"),
    ];
    for (place, value, field) in cases {
        let mut query = base.clone();
        query[&place[1..]] = serde_json::from_str(value).unwrap();
        let (answers, _) = ask(&query.to_string());
        let sentence =
            answers[0]["error"].as_str().unwrap_or_else(|| panic!("{place} {value}: {}", answers[0]));
        assert!(sentence.starts_with(&format!("{field}:")), "{place} {value}: {sentence}");
    }
    assert_eq!(ask(&base.to_string()).0[0]["payments"]["E"], -128); // 8 × 2 × 2 × 2, and × 2 of the dealer
}

/// `shanten` counts legal shapes only; a closed hand is judged as if it will open.
#[test]
fn shanten_of_harbin_new() {
    let cases = [
        ("23m55p678s", r#"["[111p]","[456s]"]"#, 0, r#"["1m","4m"]"#),
        // No terminal is held: 9s for 6s leaves 46m waiting; 5m would finish a hand that breaks a rule.
        ("46m55p678s", r#"["[222p]","[456s]"]"#, 1, r#"["9s"]"#),
        ("23567m455p67s", r#"["[999s]"]"#, 1, r#"["1m","4m","5s","8s"]"#),
    ];
    for (hand, melds, shanten, useful) in cases {
        let query =
            format!(r#"{{"id":0,"ask":"shanten","ruleset":"harbin-new","hand":"{hand}","melds":{melds}}}"#);
        let (answers, any_error) = ask(&query);
        assert!(!any_error, "{}", answers[0]);
        assert_eq!(
            (&answers[0]["shanten"], answers[0]["useful"].to_string()),
            (&shanten.into(), useful.into()),
            "{hand}"
        );
    }
}
