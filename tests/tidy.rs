//! The house rules that a program can check: who imports whom, file and function sizes, licences, no leftovers.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "in tests; the lint sees only functions marked as tests"
)]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Which modules each module of the crate may use (docs/ARCHITECTURE.md, "Who may import whom").
const ARROWS: &[(&str, &[&str])] = &[
    ("game", &[]),
    ("bot", &["game"]),
    ("store", &["game"]),
    ("text", &["game"]),
    ("render", &["text", "game"]),
    ("table", &["game", "bot", "store"]),
    ("config", &["game", "store"]),
    ("metrics", &[]),
    ("discord", &["table", "render", "text", "store", "game", "config", "metrics"]),
    ("sandbox", &[]),
    ("cli", &["game", "bot", "store", "text", "render", "table", "config", "discord", "sandbox"]),
];

/// Crates that only one module may use.
const OWNED_CRATES: &[(&str, &[&str])] = &[
    ("serenity", &["discord"]),
    ("reqwest", &["discord", "config"]), // config parses addresses with its Url
    ("sqlx", &["store"]),
    ("image", &["render"]),
    ("resvg", &["render"]),
    ("dashmap", &["table"]),
    ("axum", &["sandbox", "metrics"]),
];

const MAX_LINES: usize = 400;
const MAX_FUNCTION_LINES: usize = 60;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let Ok(entries) = fs::read_dir(folder) else { return found };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(files(&path, extension));
        } else if path.extension().is_some_and(|e| e == extension) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The top-level module a source file belongs to.
fn module(path: &Path) -> String {
    let inside = path.strip_prefix(root().join("src")).unwrap();
    let first = inside.iter().next().unwrap().to_str().unwrap();
    first.trim_end_matches(".rs").to_owned()
}

/// The source without its `#[cfg(test)]` module at the end and without comments.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap();
    let text = text.split("#[cfg(test)]\nmod ").next().unwrap();
    text.lines().map(|line| line.split("//").next().unwrap()).collect::<Vec<_>>().join("\n")
}

fn name_after<'a>(text: &'a str, prefix: &str) -> Vec<&'a str> {
    text.match_indices(prefix)
        .filter(|(at, _)| !text[..*at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':'))
        .map(|(at, _)| {
            let rest = &text[at + prefix.len()..];
            let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            &rest[..end]
        })
        .collect()
}

#[test]
fn modules_import_only_what_the_architecture_allows() {
    let arrows: BTreeMap<&str, &[&str]> = ARROWS.iter().copied().collect();
    let mut wrong = Vec::new();
    for path in files(&root().join("src"), "rs") {
        let own = module(&path);
        let Some(allowed) = arrows.get(own.as_str()) else { continue }; // lib.rs and main.rs
        for name in name_after(&code(&path), "crate::") {
            if name != own && name != "t" && !allowed.contains(&name) {
                wrong.push(format!("{}: {own} may not use {name}", path.display()));
            }
        }
        for (library, owners) in OWNED_CRATES {
            let uses = code(&path).contains(&format!("{library}::"));
            if uses && !owners.contains(&own.as_str()) {
                wrong.push(format!("{}: only {owners:?} may use {library}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn dashmap_is_in_the_registry_alone() {
    let elsewhere: Vec<_> = files(&root().join("src"), "rs")
        .into_iter()
        .filter(|path| code(path).contains("dashmap::") && !path.ends_with("table/registry.rs"))
        .collect();
    assert!(elsewhere.is_empty(), "{elsewhere:?}");
}

#[test]
fn files_and_functions_are_short() {
    let mut long = Vec::new();
    for path in files(&root().join("src"), "rs") {
        let text = fs::read_to_string(&path).unwrap();
        let n_lines = text.lines().count();
        if n_lines > MAX_LINES {
            long.push(format!("{}: {n_lines} lines", path.display()));
        }
        long.extend(long_functions(&path, &text));
    }
    assert!(long.is_empty(), "{}", long.join("\n"));
}

/// Functions by indentation: rustfmt closes each with a brace as far in as its `fn`.
fn long_functions(path: &Path, text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let mut long = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let head = line.trim_start();
        let is_function =
            ["fn ", "pub fn ", "async fn ", "pub async fn ", "pub(super) fn ", "pub(super) async fn "]
                .iter()
                .any(|start| head.starts_with(start))
                || (head.starts_with("pub(") && head.contains(" fn "));
        if !is_function || line.trim_end().ends_with(';') || line.trim_end().ends_with('}') {
            continue;
        }
        let closing = format!("{}}}", &line[..line.len() - head.len()]);
        let Some(end) = lines[at..].iter().position(|l| *l == closing) else { continue };
        if end > MAX_FUNCTION_LINES {
            long.push(format!("{}:{}: a function of {end} lines", path.display(), at + 1));
        }
    }
    long
}

#[test]
fn no_test_is_ignored_and_nothing_sleeps_in_tests() {
    let mut wrong = Vec::new();
    for folder in ["src", "tests"] {
        for path in files(&root().join(folder), "rs") {
            if path.ends_with("tests/tidy.rs") {
                continue;
            }
            let text = fs::read_to_string(&path).unwrap();
            for (at, line) in text.lines().enumerate() {
                let sleeps =
                    folder == "tests" && (line.contains("thread::sleep") || line.contains("time::sleep("));
                if line.contains("#[ignore") || sleeps {
                    wrong.push(format!("{}:{}: {}", path.display(), at + 1, line.trim()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn licences_are_there() {
    for file in ["LICENSE-MIT", "LICENSE-APACHE", "assets/fonts/OFL.txt"] {
        let text = fs::read_to_string(root().join(file)).unwrap();
        assert!(text.len() > 500, "{file}");
    }
    let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    assert!(manifest.contains("license = \"MIT OR Apache-2.0\""));
}

#[test]
fn the_repository_names_no_machine_and_no_download_address() {
    let forbidden = ["/root/", "/home/", "resolved\": \"http"];
    let mut wrong = Vec::new();
    for (folder, extension) in [
        ("src", "rs"),
        ("tests", "rs"),
        ("tests", "mjs"),
        ("tests", "sh"),
        ("tests", "json"),
        ("docs", "md"),
        ("assets", "ftl"),
    ] {
        for path in files(&root().join(folder), extension) {
            if path.ends_with("tests/tidy.rs") || path.components().any(|c| c.as_os_str() == "node_modules") {
                continue;
            }
            let text = fs::read_to_string(&path).unwrap();
            wrong.extend(
                forbidden.iter().filter(|f| text.contains(**f)).map(|f| format!("{}: {f}", path.display())),
            );
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
