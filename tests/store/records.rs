//! The stored form: one line of every fact that version 1 wrote, kept for ever.

use std::collections::BTreeSet;

use serde_json::Value;
use tinghu::bot::Level;
use tinghu::game::length::MatchLength;
use tinghu::store::event::TableEvent;
use tinghu::store::record::{RecordFault, from_log_line, to_log_line};

const VERSION_1: &str = include_str!("../data/events/v1.jsonl");

const NAMES: [&str; 30] = [
    "Opened",
    "SecretDrawn",
    "SettingsChanged",
    "SeatTaken",
    "SeatLeft",
    "SeatPromised",
    "HintsSet",
    "HostChanged",
    "Readied",
    "HandBegan",
    "HandVoided",
    "ProgramTookOver",
    "PlayerCameBack",
    "Paused",
    "Resumed",
    "RunPointsAsked",
    "RunPointsChosen",
    "Closed",
    "Drew",
    "Discarded",
    "TreasureFlipped",
    "Answered",
    "Chowed",
    "Punged",
    "KongClaimed",
    "KongConcealed",
    "KongAdded",
    "Won",
    "Exhausted",
    "Settled",
];

/// True if `new` says all that `old` says; a later program may say more, such as an option that was added.
fn holds(new: &Value, old: &Value) -> bool {
    match (new, old) {
        (Value::Object(new), Value::Object(old)) => {
            old.iter().all(|(key, value)| new.get(key).is_some_and(|new| holds(new, value)))
        }
        _ => new == old,
    }
}

#[test]
fn every_fact_of_version_1_is_read_and_written_the_same() {
    let mut names = BTreeSet::new();
    for (n, line) in VERSION_1.lines().enumerate() {
        let event = from_log_line(line).unwrap_or_else(|fault| panic!("line {}: {fault}", n + 1));
        let again: Value = serde_json::from_str(&to_log_line(&event).unwrap()).unwrap();
        let kept: Value = serde_json::from_str(line).unwrap();
        assert!(holds(&again, &kept), "line {}: {again}", n + 1);
        assert!(from_log_line(&again.to_string()) == Ok(event.clone()), "line {}", n + 1);
        assert_eq!(kept["type"], event.name(), "line {}", n + 1);
        names.insert(event.name());
    }
    assert_eq!(names, NAMES.map(String::from).into());
}

#[test]
fn what_is_no_record_is_refused_without_its_content() {
    let cases = [
        ("", RecordFault::NotJson),
        ("[]", RecordFault::NotJson),
        (r#"{"type":"Resumed"}"#, RecordFault::NoVersion),
        (r#"{"v":"1","type":"Resumed"}"#, RecordFault::NoVersion),
        (r#"{"v":2,"type":"Resumed"}"#, RecordFault::TooNew { version: 2 }),
        (r#"{"v":1,"type":"Slept"}"#, RecordFault::NotAnEvent),
        (r#"{"v":1,"type":"Punged","seat":"E","from":"X","tile":"5p"}"#, RecordFault::NotAnEvent),
        (r#"{"v":1,"type":"SecretDrawn","hand_no":1,"secret":"00"}"#, RecordFault::NotAnEvent),
    ];
    for (line, fault) in cases {
        assert_eq!(from_log_line(line), Err(fault), "{line}");
    }
}

#[test]
fn a_length_in_rounds_is_kept_and_a_record_without_one_counts_hands() {
    let opened = VERSION_1.lines().find(|line| line.contains(r#""type":"Opened""#)).unwrap();
    let length = |line: &str| match from_log_line(line) {
        Ok(TableEvent::Opened { settings, .. }) => settings.length,
        other => panic!("{other:?}"),
    };
    assert_eq!(length(opened), MatchLength::Hands(8));
    let in_rounds = opened.replace(r#""n_hands":8"#, r#""n_hands":32,"n_rounds":2"#);
    assert_eq!(length(&in_rounds), MatchLength::Rounds(2));
    let again = to_log_line(&from_log_line(&in_rounds).unwrap()).unwrap();
    assert_eq!(length(&again), MatchLength::Rounds(2));
    assert!(
        again.contains(r#""n_hands":32"#),
        "a program that knows no rounds ends the match in time: {again}"
    );
}

#[test]
fn a_level_is_kept_and_a_record_without_one_has_the_usual() {
    let opened = VERSION_1.lines().find(|line| line.contains(r#""type":"Opened""#)).unwrap();
    let level = |line: &str| match from_log_line(line) {
        Ok(TableEvent::Opened { settings, .. }) => settings.level,
        other => panic!("{other:?}"),
    };
    assert_eq!(level(opened), Level::Counting);
    let beginners = opened.replace(r#""n_hands":8"#, r#""n_hands":8,"level":"greedy""#);
    assert_eq!(level(&beginners), Level::Greedy);
    let again = to_log_line(&from_log_line(&beginners).unwrap()).unwrap();
    assert_eq!(level(&again), Level::Greedy);
    assert!(!to_log_line(&from_log_line(opened).unwrap()).unwrap().contains("level"));
}

#[test]
fn members_that_later_programs_add_are_ignored() {
    let event = from_log_line(r#"{"v":1,"type":"SeatLeft","seat":"W","fair":{"version":1}}"#).unwrap();
    assert_eq!(to_log_line(&event).unwrap(), r#"{"v":1,"type":"SeatLeft","seat":"W"}"#);
}
