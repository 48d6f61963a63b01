//! Every numbered line of the rule documents is shown by something that can fail (`tests/data/rules/index.txt`).

#![allow(clippy::unwrap_used, reason = "in tests; the lint sees only functions marked as tests")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use tinghu::game::ruleset::Variant;

/// Lines of the documents: a number that is lost here is a rule that nobody looks at any more.
const N_RULES: usize = 417;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { files(&path, found) } else { found.push(path) }
    }
}

/// What tests say: their own text, the names of the cases, and the worked examples with what they rest on.
fn said_by_tests() -> String {
    let mut paths = Vec::new();
    files(&root().join("src"), &mut paths);
    files(&root().join("tests"), &mut paths);
    let mut said = String::new();
    for path in paths {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let is_in_tests = path.starts_with(root().join("tests")) || name.ends_with("tests.rs");
        let read = || fs::read_to_string(&path).unwrap();
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("rs") if is_in_tests => said += &read(),
            Some("rs") => said += read().split_once("#[cfg(test)]").unwrap_or_default().1,
            Some("cases") => {
                said.extend(
                    read().lines().filter(|line| line.starts_with("==")).flat_map(|line| [line, "\n"]),
                );
            }
            Some("jsonl") if name.starts_with("worked-") => said += &read(),
            _ => {}
        }
        said.push('\n');
    }
    said
}

fn words(text: &str) -> BTreeSet<&str> {
    text.split(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '='))).collect()
}

#[test]
fn every_rule_line_is_shown_by_something_that_can_fail() {
    let said = said_by_tests();
    let words = words(&said);
    let index = include_str!("data/rules/index.txt").lines().filter(|line| !line.starts_with('#'));
    let mut rules = BTreeSet::new();
    let mut missing = Vec::new();
    for line in index {
        let (rule, shown_by) = line.split_once(' ').unwrap();
        assert!(rules.insert(rule), "{rule} stands there twice");
        let is_function = |name: &str| name.contains('_') && !name.contains('=');
        let is_there = |name: &str| match is_function(name) {
            true => said.contains(&format!("fn {name}(")),
            false => words.contains(name),
        };
        match shown_by {
            "*" => missing.extend((!words.contains(rule)).then(|| rule.to_owned())),
            _ if shown_by.starts_with("- ") => {}
            _ => missing.extend(
                shown_by.split(' ').filter(|name| !is_there(name)).map(|name| format!("{rule} {name}")),
            ),
        }
    }
    assert_eq!(missing, Vec::<String>::new());
    assert_eq!(rules.len(), N_RULES);
}

#[test]
fn every_game_has_the_files_that_a_game_needs() {
    let cases: Vec<String> = fs::read_dir(root().join("tests/data/rules"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    let document = include_str!("../docs/ADDING-A-GAME.md");
    for variant in Variant::ALL {
        for file in [format!("vectors/worked-{variant}.jsonl"), format!("perft/{variant}.txt")] {
            assert!(root().join("tests/data").join(&file).is_file(), "{file}");
        }
        assert!(cases.iter().any(|name| name.starts_with(&format!("flow-{variant}"))), "{variant}");
    }
    // The steps name files that exist.
    let named =
        document.split('`').skip(1).step_by(2).filter(|name| name.contains('/') && !name.contains('<'));
    for path in named {
        let is_there = [path.to_owned(), format!("src/{path}")].iter().any(|path| root().join(path).exists());
        assert!(is_there, "docs/ADDING-A-GAME.md names {path}");
    }
}
