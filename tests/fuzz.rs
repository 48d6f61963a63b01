//! Texts from outside: whatever they are, they are read or refused, and what is read is written as it was meant.
//!
//! Each target takes lines that are right, cuts, joins and scratches them, and goes on for a bounded number of tries.
//! `TINGHU_FUZZ_S=60 cargo test --test fuzz` gives every target so many seconds instead. A failure prints the seed;
//! `BOLERO_RANDOM_SEED` plays it again.

#![allow(clippy::unwrap_used, reason = "in tests; the lint sees only functions marked as tests")]

use std::str::FromStr;
use std::time::Duration;

use bolero::check;
use serde_json::Value;
use tinghu::cli::check::run;
use tinghu::game::meld::Meld;
use tinghu::game::ruleset::Variant;
use tinghu::game::seat::Seat;
use tinghu::game::tile::{Tile, format_tiles, parse_tiles};
use tinghu::store::event::TableId;
use tinghu::store::hand_log;
use tinghu::store::record::{from_log_line, to_log_line};

/// One change of a text: which, where, and with what.
type Edit = (u8, u16, u16);

/// Which line to begin with, and its changes.
type Changes = (u16, Vec<Edit>);

/// Characters that mean something in a notation, in JSON, or in neither.
const SIGNS: &[u8] = b"0123456789mpszESWNCFP[]<>+-{}\":,.\\ \ntrufalsn\0\xff";

/// What a line can hold in a place where it expects something else.
const WORDS: [&str; 13] = [
    "null",
    "-1",
    "4294967295",
    "4294967296",
    "1e400",
    "\"\"",
    "[]",
    "{}",
    "true",
    "\"top\"",
    "1111111111111111m",
    "<1111p>",
    "\u{1F004}",
];

/// How long a target runs: so many tries, or the seconds that the environment names.
macro_rules! target {
    ($n_tries:expr) => {{
        let target = check!();
        match std::env::var("TINGHU_FUZZ_S").ok().and_then(|seconds| seconds.parse().ok()) {
            Some(seconds) => target.with_test_time(Duration::from_secs(seconds)),
            None => target.with_iterations($n_tries),
        }
    }};
}

/// A line of these with the changes made.
fn changed(lines: &[&str], (first, edits): &Changes) -> Vec<u8> {
    let line = |n: u16| lines[usize::from(n) % lines.len()].as_bytes();
    let mut text = line(*first).to_vec();
    for &(kind, at, with) in edits.iter().take(8) {
        let at = usize::from(at) % (text.len() + 1);
        let sign = SIGNS[usize::from(with) % SIGNS.len()];
        let rest = text.len() - at;
        match kind % 6 {
            0 if rest > 0 => text[at] = sign,
            1 => text.insert(at, sign),
            2 => drop(text.drain(at..at + rest.min(usize::from(with) % 9))),
            3 => {
                let other = line(with);
                let from = usize::from(with / 7) % (other.len() + 1);
                let part = other[from..].iter().copied().take(24).collect::<Vec<u8>>();
                text.splice(at..at, part).for_each(drop);
            }
            4 => {
                let word = WORDS[usize::from(with) % WORDS.len()].bytes();
                text.splice(value_at(&text, at), word).for_each(drop);
            }
            _ => text.truncate(at),
        }
    }
    text
}

/// The JSON value that follows the first colon from here on; nothing at the end if there is none.
fn value_at(text: &[u8], at: usize) -> std::ops::Range<usize> {
    let Some(colon) = text[at..].iter().position(|&byte| byte == b':') else { return text.len()..text.len() };
    let begin = at + colon + 1;
    let length = text[begin..].iter().position(|&byte| matches!(byte, b',' | b'}' | b']'));
    begin..begin + length.unwrap_or(text.len() - begin)
}

/// What a text means is what its own print means.
#[track_caller]
fn prints_as_it_reads<T: FromStr + ToString + PartialEq>(text: &str) {
    if let Ok(value) = text.parse::<T>() {
        let printed = value.to_string();
        assert!(printed.parse::<T>().is_ok_and(|again| again == value), "{text:?} is printed as {printed:?}");
    }
}

#[test]
fn notation_is_read_or_refused_and_printed_as_it_was_meant() {
    let lines = [
        "1m9m5p1s9sESWNCFP",
        "[123m]",
        "[5555p]",
        "<1111s>",
        "[CCCC]",
        "E",
        "qiqihar-yuema",
        "0000000000zzz",
    ];
    target!(20_000).with_type::<Changes>().for_each(|changes| {
        let bytes = changed(&lines, changes);
        let text = String::from_utf8_lossy(&bytes);
        prints_as_it_reads::<Tile>(&text);
        prints_as_it_reads::<Meld>(&text);
        prints_as_it_reads::<Seat>(&text);
        prints_as_it_reads::<Variant>(&text);
        prints_as_it_reads::<TableId>(&text);
        if let Ok(tiles) = parse_tiles(&text) {
            assert_eq!(parse_tiles(&format_tiles(&tiles)).unwrap(), tiles, "{text:?}");
        }
    });
}

#[test]
fn every_check_line_gets_one_answer_and_the_next_line_its_own() {
    let all = [
        include_str!("data/vectors/worked-harbin-new.jsonl"),
        include_str!("data/vectors/worked-harbin.jsonl"),
        include_str!("data/vectors/worked-qiqihar.jsonl"),
        include_str!("data/vectors/worked-qiqihar-yuema.jsonl"),
        include_str!("data/vectors/worked-xingdong.jsonl"),
        include_str!("data/vectors/worked-errors.jsonl"),
    ];
    let queries: Vec<String> = all
        .iter()
        .flat_map(|file| file.lines())
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["in"].to_string())
        .collect();
    let queries: Vec<&str> = queries.iter().map(String::as_str).collect();
    let sound = r#"{"id":"after","ask":"waits","ruleset":"harbin-new","hand":"23m55p678s","melds":["[111p]","[456s]"]}"#;
    let mut alone = Vec::new();
    run(sound.as_bytes(), &mut alone).unwrap();
    target!(1_500).with_type::<Changes>().for_each(|changes| {
        let mut line: Vec<u8> = changed(&queries, changes);
        line.retain(|&byte| byte != b'\n');
        let input = [&line[..], b"\n", sound.as_bytes()].concat();
        let mut output = Vec::new();
        let any_error = run(&input[..], &mut output).unwrap();
        let output = String::from_utf8(output).unwrap();
        let answers: Vec<&str> = output.lines().collect();
        assert_eq!(answers.len(), 2, "{output}");
        assert_eq!(answers[1].as_bytes(), alone.trim_ascii_end(), "the line before changes nothing");
        let answer: Value = serde_json::from_str(answers[0]).unwrap();
        assert_eq!(any_error, answer.get("error").is_some(), "{output}");
        if let Some(payments) = answer.get("payments").and_then(Value::as_object) {
            assert_eq!(payments.values().map(|points| points.as_i64().unwrap()).sum::<i64>(), 0, "{output}");
        }
    });
}

#[test]
fn a_record_is_refused_or_says_the_same_when_it_is_written_again() {
    let lines: Vec<&str> = include_str!("data/events/v1.jsonl").lines().collect();
    target!(4_000).with_type::<Changes>().for_each(|changes| {
        let bytes = changed(&lines, changes);
        let text = String::from_utf8_lossy(&bytes);
        if let Ok(event) = from_log_line(&text) {
            let written = to_log_line(&event).unwrap();
            let again = from_log_line(&written).unwrap();
            assert!(again == event, "{} is not what it was", event.name());
            assert_eq!(to_log_line(&again).unwrap(), written);
        }
    });
}

#[test]
fn a_scratched_log_is_refused_or_the_same_hand() {
    let log = include_str!("data/events/hand-harbin-new.jsonl");
    assert_eq!(hand_log::verify(log), Ok(log.lines().count() - 1));
    let moves: Vec<&str> = log.lines().skip(1).collect();
    target!(150).with_type::<(u16, Changes)>().for_each(|(at, changes)| {
        let at = 1 + usize::from(*at) % moves.len();
        let scratched = String::from_utf8_lossy(&changed(&moves, changes)).replace('\n', "");
        let lines = log.lines().enumerate().map(|(n, line)| if n == at { scratched.as_str() } else { line });
        let text = lines.collect::<Vec<&str>>().join("\n");
        let same = log.lines().nth(at).is_some_and(
            |line| matches!((from_log_line(line), from_log_line(&scratched)), (Ok(a), Ok(b)) if a == b),
        );
        assert_eq!(hand_log::verify(&text).is_ok(), same, "{scratched}");
    });
}
