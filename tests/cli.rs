//! The command line: a fault is one line on standard error and exit status 2.
#![allow(clippy::unwrap_used, clippy::panic)] // clippy's own exception ends at the test functions

use std::process::{Command, Output};

fn tinghu(arguments: &[&str], variables: &[(&str, &str)]) -> Output {
    let folder = tempfile::tempdir().unwrap();
    Command::new(env!("CARGO_BIN_EXE_tinghu"))
        .args(arguments)
        .current_dir(folder.path())
        .env_remove("DISCORD_TOKEN")
        .env_remove("DATABASE_URL")
        .env_remove("TINGHU_DISCORD_API")
        .env_remove("TINGHU_DATA")
        .envs(variables.iter().copied())
        .output()
        .unwrap()
}

/// The one line of a fault.
fn fault(arguments: &[&str], variables: &[(&str, &str)]) -> String {
    let output = tinghu(arguments, variables);
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {text}");
    assert_eq!(text.lines().count(), 1, "{arguments:?}: {text}");
    assert!(text.starts_with("tinghu: "), "{text}");
    text
}

#[test]
fn wrong_arguments_are_named_in_one_line() {
    assert!(fault(&["bogus"], &[]).contains("bogus"));
    assert!(fault(&["gallery"], &[]).contains("<DIR>"));
    assert!(fault(&["sim", "--ruleset", "nope"], &[]).contains("unknown ruleset \"nope\""));
    assert!(fault(&["sandbox", "--port", "99999"], &[]).contains("99999"));
}

#[test]
fn a_missing_or_broken_settings_file_is_named_with_its_place() {
    assert!(fault(&["--config", "missing.toml", "sandbox"], &[]).contains("missing.toml"));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("my.toml");
    std::fs::write(&path, "[table]\nhand = 8\n").unwrap();
    let text = fault(&["sandbox", "--config", path.to_str().unwrap()], &[]);
    assert!(text.contains("my.toml, line 2, column 1: unknown field `hand`"), "{text}");
}

#[test]
fn a_token_is_never_sent_elsewhere_and_never_printed() {
    let text = fault(&[], &[("DISCORD_TOKEN", "s3cret"), ("TINGHU_DISCORD_API", "http://127.0.0.1:1")]);
    assert!(text.contains("TINGHU_DISCORD_API") && !text.contains("s3cret"), "{text}");
    let text = fault(&["run"], &[("DISCORD_TOKEN", "s3cret with spaces")]);
    assert!(text.contains("DISCORD_TOKEN") && !text.contains("s3cret"), "{text}");
    fault(&["run"], &[("TINGHU_DISCORD_API", "http://discord.example")]);
}

#[test]
fn rebuilding_nothing_says_where_it_looked() {
    assert!(fault(&["rebuild"], &[("TINGHU_DATA", "elsewhere")]).contains("elsewhere/tinghu.db"));
}

#[test]
fn help_and_version_go_to_standard_output() {
    for argument in ["--help", "--version"] {
        let output = tinghu(&[argument], &[]);
        assert!(output.status.success() && output.stderr.is_empty());
        assert!(String::from_utf8(output.stdout).unwrap().contains("tinghu"));
    }
}

#[test]
fn what_knows_only_the_file_refuses_where_the_tables_are_on_a_server() {
    let server = [("DATABASE_URL", "postgres://li:geheim@db.example/mahjong")];
    for arguments in [["backup", "a.db"], ["restore", "a.db"], ["export", "out"], ["forget", "7"]] {
        let text = fault(&arguments, &server);
        assert!(text.contains("db.example") && !text.contains("geheim"), "{text}");
    }
}
