//! Typed `config.toml` and environment. Unknown names are refused with line and column; secrets never print.

use std::collections::BTreeMap;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use toml::Spanned;

use crate::game::length::MatchLength;
use crate::game::ruleset::{OptionError, OptionValue, Options, Variant};

mod environment;
mod servers;
mod table;

pub use environment::{Environment, EnvironmentError, Gateway, Token};
pub use servers::{DiscordSettings, LimitSettings, StoreSettings};
pub use table::TableDefaults;

/// The name of the file, looked for where the program is started.
pub const FILE_NAME: &str = "config.toml";

/// Most presets: Discord's limit for the choices of an option.
const MOST_PRESETS: usize = 25;

/// Longest name of a preset, in characters: Discord's limit for a choice. One choice too long, and Discord takes none of
/// the commands.
const LONGEST_NAME: usize = 100;

/// All settings.
#[derive(Clone, PartialEq, Debug)]
pub struct Config {
    /// Folder of the database and of the sandbox's state.
    pub data: PathBuf,
    /// Where the tables are kept.
    pub store: StoreSettings,
    /// How to be on Discord.
    pub discord: DiscordSettings,
    /// The local Discord.
    pub sandbox: SandboxSettings,
    /// What a new table is by default.
    pub table: TableDefaults,
    /// House rules under a name.
    pub presets: BTreeMap<String, Preset>,
}

/// The local Discord.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SandboxSettings {
    /// Port on loopback.
    pub port: u16,
}

/// A game with its house rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Preset {
    /// The game.
    pub variant: Variant,
    /// All its options: the named ones, and the defaults.
    pub options: Options,
    /// How long its matches are, where it says so.
    pub length: Option<MatchLength>,
}

/// What is wrong with a configuration file.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The file could not be read.
    #[error("{}: {source}", path.display())]
    Unreadable {
        /// Which.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The text is no TOML, or holds a name or value that means nothing.
    #[error("{}, line {}, column {}: {reason}", path.display(), at.line, at.column)]
    Syntax {
        /// Which file.
        path: PathBuf,
        /// Where.
        at: Position,
        /// What, in one sentence.
        reason: String,
    },
    /// An option of a preset is refused by its ruleset.
    #[error("{}, line {}, column {}: presets.{preset}: {source}", path.display(), at.line, at.column)]
    Option {
        /// Which file.
        path: PathBuf,
        /// Where the value stands.
        at: Position,
        /// Of which preset.
        preset: String,
        /// Why.
        source: OptionError,
    },
    /// A preset's name is none that Discord can show.
    #[error("{}: a preset's name has 1 to {LONGEST_NAME} characters: {name:?}", path.display())]
    PresetName {
        /// Which file.
        path: PathBuf,
        /// The name.
        name: String,
    },
    /// A limit for a file that is not used.
    #[error(
        "{}: [store] has url and most_mib, but only a file has a most_mib: leave one of them away",
        path.display()
    )]
    LimitWithoutFile {
        /// Which file.
        path: PathBuf,
    },
    /// More presets than Discord shows.
    #[error("{}: {n} presets, but Discord shows at most {MOST_PRESETS}", path.display())]
    TooManyPresets {
        /// Which file.
        path: PathBuf,
        /// How many it has.
        n: usize,
    },
}

/// A place in a text, both numbers from 1, columns in characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

impl Position {
    fn of(text: &str, span: Option<Range<usize>>) -> Position {
        let before = span.and_then(|span| text.get(..span.start)).unwrap_or_default();
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Position { line: before.matches('\n').count() + 1, column: before[line_start..].chars().count() + 1 }
    }
}

impl Default for Config {
    fn default() -> Config {
        Config {
            data: PathBuf::from("data"),
            store: StoreSettings::default(),
            discord: DiscordSettings::default(),
            sandbox: SandboxSettings::default(),
            table: TableDefaults::default(),
            presets: BTreeMap::new(),
        }
    }
}

impl Default for SandboxSettings {
    fn default() -> SandboxSettings {
        SandboxSettings { port: 8787 }
    }
}

impl Config {
    /// Reads `path`; without one, [`FILE_NAME`] if it is there, else the defaults.
    ///
    /// # Errors
    /// [`ConfigError`] that names the file, and the place in it.
    pub fn load(path: Option<&Path>) -> Result<Config, ConfigError> {
        let named = path.unwrap_or(Path::new(FILE_NAME));
        match std::fs::read_to_string(named) {
            Ok(text) => Config::parse(&text, named),
            Err(error) if error.kind() == io::ErrorKind::NotFound && path.is_none() => Ok(Config::default()),
            Err(source) => Err(ConfigError::Unreadable { path: named.to_owned(), source }),
        }
    }

    /// Reads the text of a configuration file; `path` is for error messages.
    ///
    /// # Errors
    /// [`ConfigError`] with the first thing that is wrong.
    pub fn parse(text: &str, path: &Path) -> Result<Config, ConfigError> {
        let file: File = toml::from_str(text).map_err(|error| ConfigError::Syntax {
            path: path.to_owned(),
            at: Position::of(text, error.span()),
            reason: error.message().lines().collect::<Vec<_>>().join(" "),
        })?;
        if file.store.server.is_some() && file.store.most_mib.is_some() {
            return Err(ConfigError::LimitWithoutFile { path: path.to_owned() });
        }
        if file.presets.len() > MOST_PRESETS {
            return Err(ConfigError::TooManyPresets { path: path.to_owned(), n: file.presets.len() });
        }
        let presets = file.presets.into_iter().map(|(name, preset)| {
            if name.trim().is_empty() || name.chars().count() > LONGEST_NAME {
                return Err(ConfigError::PresetName { path: path.to_owned(), name });
            }
            let checked = preset.check().map_err(|(span, source)| ConfigError::Option {
                path: path.to_owned(),
                at: Position::of(text, Some(span)),
                preset: name.clone(),
                source,
            })?;
            Ok((name, checked))
        });
        let presets = presets.collect::<Result<_, _>>()?;
        let File { data, store, discord, sandbox, table, .. } = file;
        Ok(Config { data, store, discord, sandbox, table, presets })
    }

    /// The path of the database.
    pub fn database(&self) -> PathBuf {
        self.data.join("tinghu.db")
    }

    /// The path of the sandbox's state.
    pub fn sandbox_state(&self) -> PathBuf {
        self.data.join("sandbox.json")
    }
}

/// The file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
struct File {
    data: PathBuf,
    store: StoreSettings,
    discord: DiscordSettings,
    sandbox: SandboxSettings,
    table: TableDefaults,
    presets: BTreeMap<String, WrittenPreset>,
}

impl Default for File {
    fn default() -> File {
        let Config { data, store, discord, sandbox, table, .. } = Config::default();
        File { data, store, discord, sandbox, table, presets: BTreeMap::new() }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenPreset {
    #[serde(deserialize_with = "table::playable")]
    variant: Variant,
    #[serde(default)]
    options: BTreeMap<String, Spanned<WrittenValue>>,
    #[serde(default)]
    hands: Option<table::Hands>,
    #[serde(default)]
    rounds: Option<table::Rounds>,
}

#[derive(Deserialize)]
#[serde(untagged, expecting = "an option is true or false, a whole number, or a word in quotes")]
enum WrittenValue {
    Bool(bool),
    Number(u32),
    Word(String),
}

impl WrittenPreset {
    /// Single values are refused at their place, values that can't stand together at the first of them.
    fn check(self) -> Result<Preset, (Range<usize>, OptionError)> {
        let mut options = Options::of(self.variant);
        let first = self.options.values().map(Spanned::span).min_by_key(|span| span.start);
        for (name, written) in self.options {
            let span = written.span();
            let value = match written.into_inner() {
                WrittenValue::Bool(on) => OptionValue::Bool(on),
                WrittenValue::Number(n) => OptionValue::Number(n),
                WrittenValue::Word(word) => OptionValue::Word(word),
            };
            options.set(self.variant, &name, &value).map_err(|error| (span, error))?;
        }
        let first = first.unwrap_or_default();
        options.check(self.variant).map_err(|error| (first.clone(), error.into()))?;
        let length = match (self.hands, self.rounds) {
            (_, Some(table::Rounds(rounds))) => Some(MatchLength::Rounds(rounds)),
            (Some(table::Hands(hands)), None) => Some(MatchLength::Hands(hands)),
            (None, None) => None,
        };
        let fits = length.map_or(Ok(()), |length| length.check(&options));
        fits.map_err(|error| (first, error.into()))?;
        Ok(Preset { variant: self.variant, options, length })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Config, ConfigError> {
        Config::parse(text, Path::new(FILE_NAME))
    }

    fn refusal(text: &str) -> String {
        parse(text).unwrap_err().to_string()
    }

    #[test]
    fn the_shipped_file_is_the_default() {
        assert_eq!(parse(include_str!("../config.toml")).unwrap(), Config::default());
        assert_eq!(parse("").unwrap(), Config::default());
    }

    #[test]
    fn the_example_preset_of_the_shipped_file_is_sound() {
        let (_, example) = include_str!("../config.toml").split_once("# [presets.soft]").unwrap();
        let config = parse(&format!("[presets.soft]{}", example.replace("\n# ", "\n"))).unwrap();
        let preset = &config.presets["soft"];
        assert!(preset.options.soft_terminal && preset.options.edge_wait_37);
        assert_eq!(preset.options.kong_points_concealed, 2);
        assert_eq!(preset.length, Some(MatchLength::Hands(16)));
    }

    #[test]
    fn a_fault_names_file_line_and_column_in_one_line() {
        let cases = [
            ("data = \"x\"\nprot = 1\n", "config.toml, line 2, column 1: unknown field `prot`"),
            ("[sandbox]\nport = 70000\n", "config.toml, line 2, column 8: "),
            ("[table]\nhands = 0\n", "config.toml, line 2, column 9: a match has 1 to 32 hands, not 0"),
            ("[table]\nclock = \"quick\"\n", "config.toml, line 2, column 9: unknown clock \"quick\""),
            ("data = \n", "config.toml, line 1, column "),
            ("[presets.a]\nvariant = \"nowhere\"\n", "config.toml, line 2, column 11: unknown ruleset"),
        ];
        for (text, start) in cases {
            let refusal = refusal(text);
            assert!(refusal.starts_with(start) && !refusal.contains('\n'), "{refusal}");
        }
    }

    #[test]
    fn options_of_a_preset_are_checked_by_their_ruleset() {
        let preset =
            |options: &str| format!("[presets.a]\nvariant = \"harbin-new\"\noptions = {{ {options} }}\n");
        assert!(parse(&preset("pair_wait = true, rob_kong = \"discarder\"")).is_ok());
        for options in [
            "pair_wait = 1",
            "four_at_deal = true",
            "rob_kong = \"nobody\"",
            "reserve_tiles = true",
            "treasure_swap = \"three_visible\"",
            "ting_by_pung = false, ting_claim_tie = \"pung_first\"",
        ] {
            let refusal = refusal(&preset(options));
            assert!(refusal.starts_with("config.toml, line 3, column 2"), "{refusal}");
            assert!(refusal.contains("presets.a: options."), "{refusal}");
        }
        assert!(refusal(&preset("pair_wait = 1.5")).contains("true or false, a whole number"));
    }

    #[test]
    fn a_limit_of_the_file_is_refused_beside_a_server() {
        let (url, most) = ("url = \"postgres://tinghu@db.example/tinghu\"\n", "most_mib = 64\n");
        assert!(parse(&format!("[store]\n{url}")).is_ok());
        assert_eq!(parse(&format!("[store]\n{most}")).unwrap().store.most_bytes(), Some(64 << 20));
        assert!(refusal(&format!("[store]\n{url}{most}")).contains("url and most_mib"));
    }

    #[test]
    fn a_named_file_that_is_missing_is_a_fault() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("no.toml");
        let refusal = Config::load(Some(&path)).unwrap_err().to_string();
        assert!(refusal.contains("no.toml"), "{refusal}");
    }

    #[test]
    fn a_preset_has_a_name_that_discord_can_show() {
        let named = |name: &str| format!("[presets.\"{name}\"]\nvariant = \"harbin-new\"\n");
        assert!(parse(&named(&"麻".repeat(100))).is_ok());
        for name in ["", " ", &"麻".repeat(101)] {
            assert!(refusal(&named(name)).contains("1 to 100 characters"), "{name}");
        }
    }

    #[test]
    fn more_presets_than_discord_shows_are_refused() {
        let text: String = (0..26).map(|i| format!("[presets.p{i}]\nvariant = \"harbin-new\"\n")).collect();
        assert_eq!(refusal(&text), "config.toml: 26 presets, but Discord shows at most 25");
    }
}
