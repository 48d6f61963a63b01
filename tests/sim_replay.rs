//! `tinghu sim` and `tinghu replay`: the same arguments give the same events, and a log gives the same hand.

#![allow(clippy::unwrap_used, reason = "in tests; the lint sees only functions marked as tests")]

use std::path::PathBuf;

use tinghu::bot;
use tinghu::cli::replay::{Difference, Fault, ReplayArgs, replay};
use tinghu::cli::sim::{Games, House, SimArgs, SimError, Totals, Who, simulate};
use tinghu::game::ruleset::Variant;
use tinghu::text::Lang;

fn args(hands: u32, seats: [Who; 4]) -> SimArgs {
    SimArgs {
        ruleset: Variant::HarbinNew.into(),
        options: House::Default,
        first: 1,
        hands,
        seed: 7,
        seats: seats.to_vec(),
        threads: 1,
        log: None,
        check: false,
    }
}

const MIXED: [Who; 4] =
    [Who::Random, Who::Program(bot::Level::Greedy), Who::Random, Who::Program(bot::Level::Greedy)];

#[test]
fn the_threads_change_nothing() {
    let alone = simulate(&args(16, MIXED)).unwrap();
    for threads in [3, 64] {
        assert_eq!(simulate(&SimArgs { threads, ..args(16, MIXED) }).unwrap(), alone);
    }
    assert_ne!(simulate(&SimArgs { seed: 8, ..args(16, MIXED) }).unwrap().digest, alone.digest);
}

#[test]
fn points_sum_to_zero_and_each_hand_is_counted_once() {
    let Totals { n_draws, wins, points, digest } =
        simulate(&SimArgs { check: true, ..args(12, [Who::Program(bot::Level::Greedy); 4]) }).unwrap();
    assert_eq!(n_draws + wins.iter().map(|(_, wins)| wins).sum::<u64>(), 12);
    assert_eq!(points.iter().map(|(_, points)| points).sum::<i64>(), 0);
    assert_eq!(digest.len(), 64);
}

/// Same seed, same events, on every machine, for ever: this digest may change only with the rules or the players,
/// and whoever changes it says why.
#[test]
fn the_digest_of_random_players_is_known() {
    let totals = simulate(&args(100, [Who::Random; 4])).unwrap();
    assert_eq!(totals.digest, "a3e8d1f7beea7c5d57f287e4d595a09e721d4b4c7bec4bd7b95e42451ff5afee");
}

#[test]
fn four_players_are_needed() {
    let three = SimArgs { seats: vec![Who::Random; 3], ..args(1, MIXED) };
    assert!(matches!(simulate(&three), Err(SimError::Seats { n: 3 })));
    assert!("clever".parse::<Who>().is_err());
}

/// Every game, each hand with other house rules.
fn all_games(hands: u32) -> SimArgs {
    SimArgs { ruleset: Games::All, options: House::Random, check: true, ..args(hands, MIXED) }
}

#[test]
fn every_game_is_played_with_house_rules_by_lot_and_holds_its_invariants() {
    let all = simulate(&all_games(20)).unwrap();
    assert_eq!(all.n_draws + all.wins.iter().map(|(_, wins)| wins).sum::<u64>(), 20);
    assert_eq!(all.points.iter().map(|(_, points)| points).sum::<i64>(), 0);
    assert_eq!(simulate(&SimArgs { threads: 2, check: false, ..all_games(20) }).unwrap(), all);
}

#[test]
fn a_hand_can_be_played_alone() {
    let whole = logs_of(&all_games(6));
    let (path, last) = &whole[5];
    assert!(path.ends_with("hand-000006.jsonl"));
    let alone = logs_of(&SimArgs { first: 6, ..all_games(1) });
    assert!(alone.len() == 1 && alone[0].1 == *last);
}

#[test]
fn options_are_named_or_by_lot() {
    let house: House = "kong_points_exposed=1,cap=20".parse().unwrap();
    let named = SimArgs { ruleset: Variant::Qiqihar.into(), options: house, ..args(1, MIXED) };
    let log = &logs_of(&named)[0].1;
    assert!(log.contains(r#""kong_points_exposed":1,"#) && log.contains(r#""cap":20,"#));
    assert!(matches!(
        simulate(&SimArgs { ruleset: Variant::Harbin.into(), ..named.clone() }),
        Err(SimError::Option(_))
    ));
    assert!(matches!(simulate(&SimArgs { ruleset: Games::All, ..named }), Err(SimError::OptionsOfMany)));
    assert!("cap".parse::<House>().is_err());
    assert_eq!("random".parse(), Ok(House::Random));
}

/// The logs of some hands, by name.
fn logs(hands: u32) -> Vec<(PathBuf, String)> {
    logs_of(&args(hands, MIXED))
}

fn logs_of(args: &SimArgs) -> Vec<(PathBuf, String)> {
    let folder = tempfile::tempdir().unwrap();
    let log = Some(folder.path().join("logs"));
    simulate(&SimArgs { log, ..args.clone() }).unwrap();
    let mut logs: Vec<(PathBuf, String)> = std::fs::read_dir(folder.path().join("logs"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| (path.clone(), std::fs::read_to_string(path).unwrap()))
        .collect();
    logs.sort();
    logs
}

#[test]
fn every_log_is_replayed_to_its_end() {
    let logs = [logs(12), logs_of(&all_games(20))].concat();
    assert_eq!(logs.len(), 32);
    assert!(logs[0].0.ends_with("hand-000001.jsonl") && logs[11].0.ends_with("hand-000012.jsonl"));
    for (path, log) in &logs {
        assert_eq!(replay(log), Ok(log.lines().count() - 1), "{}", path.display());
    }
}

/// 兴动 is won on discards too; what all see is asked again after the hand, when the discard has left the river.
#[test]
fn a_hand_of_xingdong_won_on_a_discard_is_shown_to_its_end() {
    let greedy = [Who::Program(bot::Level::Greedy); 4];
    let logs = logs_of(&SimArgs { ruleset: Variant::Xingdong.into(), seed: 4, ..args(4, greedy) });
    assert!(logs.iter().any(|(_, log)| log.contains(r#""how":{"kind":"discard""#)));
    for (path, log) in &logs {
        assert_eq!(replay(log), Ok(log.lines().count() - 1), "{}", path.display());
    }
}

/// Replays a log in which line `line` (from 1) was changed, and gives the difference.
#[track_caller]
fn changed(log: &str, line: usize, change: impl Fn(&str) -> String) -> Difference {
    let lines: Vec<String> = log
        .lines()
        .enumerate()
        .map(|(i, text)| if i + 1 == line { change(text) } else { text.to_owned() })
        .filter(|text| !text.is_empty())
        .collect();
    assert_ne!(lines.join("\n"), log.trim_end(), "nothing was changed");
    replay(&lines.join("\n")).unwrap_err()
}

#[test]
fn the_first_line_that_differs_is_named() {
    let (_, log) = &logs(1)[0];
    let n_lines = log.lines().count();
    let line_of = |kind: &str| log.lines().position(|line| line.contains(kind)).unwrap() + 1;
    let settled = changed(log, n_lines, |text| text.replace("\"E\":", "\"E\":1"));
    assert!(settled.line == n_lines, "{settled}");
    let drew = line_of("\"Drew\"");
    let other_tile = |text: &str| {
        let tile = if text.contains("\"C\"") { "1m" } else { "C" };
        let start = text.find("\"tile\":\"").unwrap() + 8;
        let end = start + text[start..].find('"').unwrap();
        format!("{}{tile}{}", &text[..start], &text[end..])
    };
    assert!(matches!(
        changed(log, drew, other_tile),
        Difference { line, fault: Fault::Other { .. } } if line == drew
    ));
    assert_eq!(changed(log, drew, |_| String::new()).line, drew);
    assert_eq!(changed(log, drew, |_| "{}".to_owned()).line, drew);
    let last = changed(log, n_lines, |_| String::new());
    assert_eq!(last, Difference { line: n_lines, fault: Fault::Missing });
}

#[test]
fn a_changed_first_line_is_noticed() {
    let (_, log) = &logs(1)[0];
    for (from, to) in [
        ("\"table\":\"sim\"", "\"table\":\"sin\""),
        ("\"dealer\":\"E\"", "\"dealer\":\"S\""),
        ("\"hand\":1", "\"hand\":2"),
        ("\"S\":\"ai\"", "\"S\":\"luck\""),
        ("\"harbin-new\"", "\"harbin-old\""),
        ("\"reserve_tiles\":0", "\"reserve_tiles\":\"many\""),
        ("\"secret\":\"", "\"secret\":\"z"),
        ("HandBegan", "HandVoided"),
    ] {
        assert_eq!(changed(log, 1, |text| text.replacen(from, to, 1)).line, 1, "{from} → {to}");
    }
    // A dealer that all members of the line agree on is another hand: its moves are not possible.
    let dealer = changed(log, 1, |text| text.replace("\"dealer\":\"E\"", "\"dealer\":\"S\""));
    assert!(matches!(dealer.fault, Fault::Impossible { .. } | Fault::Other { .. }), "{dealer}");
    assert_eq!(replay("").unwrap_err().line, 1);
}

#[test]
fn a_log_becomes_an_animation_and_one_still_a_step() {
    let folder = tempfile::tempdir().unwrap();
    let (name, log) = logs(1).remove(0);
    let file = folder.path().join(name.file_name().unwrap());
    std::fs::write(&file, log).unwrap();
    let pictures = folder.path().join("pictures");
    let args = ReplayArgs { file, pictures: Some(pictures.clone()), lang: Lang::En };
    assert!(tinghu::cli::replay::run(&args).unwrap());
    let gif = std::fs::read(pictures.join("replay.gif")).unwrap();
    assert!(gif.starts_with(b"GIF89a") && gif.len() <= 2_000_000, "{} bytes", gif.len());
    let n_stills = std::fs::read_dir(&pictures).unwrap().count() - 1;
    assert!(n_stills > 10, "{n_stills}");
    assert!(pictures.join(format!("{:03}.png", n_stills - 1)).exists());
}
