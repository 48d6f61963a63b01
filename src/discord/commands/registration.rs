//! The commands as Discord knows them: names, options and choices in every language, from one table.
//!
//! English names are fixed (docs/DISCORD.md, "commands"); a message of the form `name | description` holds both for
//! each language.

use serde_json::{Value, json};
use serenity::all::{CommandOptionType, CreateCommand, CreateCommandOption, InteractionContext, Permissions};

use crate::game::length::{MOST_HANDS, MOST_ROUNDS};
use crate::game::ruleset::Variant;
use crate::game::seat::Seat;
use crate::text::{Lang, say, seat_name, variant_name};

/// A command, or a sub-command.
struct Spec {
    key: &'static str,
    options: &'static [OptionSpec],
}

/// An option of a command.
struct OptionSpec {
    key: &'static str,
    kind: Kind,
}

/// What an option takes.
#[derive(Clone, Copy)]
enum Kind {
    /// A text with completions.
    Completed,
    /// A text that must be there, with completions.
    Needed,
    Text,
    Flag,
    Player,
    NeededPlayer,
    /// A whole number between two.
    Number(u64, u64),
    /// One of the games.
    Ruleset,
    /// One of the four seats.
    Seat,
    /// One of these: value and message.
    Choice(&'static [(&'static str, &'static str)]),
}

const fn option(key: &'static str, kind: Kind) -> OptionSpec {
    OptionSpec { key, kind }
}

const TABLE: &[Spec] = &[
    Spec {
        key: "command-new",
        options: &[
            option("option-ruleset", Kind::Ruleset),
            option("option-preset", Kind::Completed),
            option("option-hands", Kind::Number(1, MOST_HANDS as u64)),
            option("option-rounds", Kind::Number(1, MOST_ROUNDS as u64)),
            option("option-ai", Kind::Number(0, 3)),
            option(
                "option-level",
                Kind::Choice(&[("greedy", "level-greedy"), ("counting", "level-counting")]),
            ),
            option(
                "option-clock",
                Kind::Choice(&[
                    ("fast", "clock-fast"),
                    ("normal", "clock-normal"),
                    ("slow", "clock-slow"),
                    ("test", "clock-test"),
                ]),
            ),
            option("option-thread", Kind::Flag),
            option("option-hints", Kind::Flag),
        ],
    },
    Spec { key: "command-join", options: &[option("option-luck", Kind::Text)] },
    Spec { key: "command-leave", options: &[] },
    Spec { key: "command-start", options: &[] },
    Spec { key: "command-status", options: &[] },
    Spec { key: "command-table-rules", options: &[] },
    Spec { key: "command-table-settings", options: &[] },
    Spec { key: "command-kick", options: &[option("option-player", Kind::NeededPlayer)] },
    Spec {
        key: "command-replace",
        options: &[
            option("option-seat", Kind::Seat),
            option("option-player", Kind::Player),
            option("option-newcomer", Kind::Player),
        ],
    },
    Spec { key: "command-host", options: &[option("option-player", Kind::NeededPlayer)] },
    Spec { key: "command-end", options: &[option("option-table", Kind::Completed)] },
];

const PLAIN: &[Spec] = &[
    Spec { key: "command-hand", options: &[] },
    Spec { key: "command-discard", options: &[option("option-tile", Kind::Needed)] },
    Spec {
        key: "command-chi",
        options: &[option("option-tiles", Kind::Completed), option("option-ting", Kind::Completed)],
    },
    Spec { key: "command-peng", options: &[option("option-ting", Kind::Completed)] },
    Spec { key: "command-gang", options: &[option("option-tile", Kind::Completed)] },
    Spec { key: "command-ting", options: &[option("option-discard", Kind::Completed)] },
    Spec { key: "command-hu", options: &[] },
    Spec { key: "command-pass", options: &[] },
    Spec {
        key: "command-leaderboard",
        options: &[
            option(
                "option-scope",
                Kind::Choice(&[("server", "leaderboard-server"), ("all", "leaderboard-all")]),
            ),
            option(
                "option-period",
                Kind::Choice(&[
                    ("day", "leaderboard-day"),
                    ("week", "leaderboard-week"),
                    ("month", "leaderboard-month"),
                    ("season", "leaderboard-season"),
                    ("all", "leaderboard-ever"),
                ]),
            ),
            option("option-ruleset", Kind::Ruleset),
            option(
                "option-by",
                Kind::Choice(&[("points", "by-points"), ("mean", "by-mean"), ("wins", "by-wins")]),
            ),
            option("option-page", Kind::Number(1, 1_000)),
        ],
    },
    Spec { key: "command-stats", options: &[option("option-player", Kind::Player)] },
    Spec {
        key: "command-history",
        options: &[option("option-player", Kind::Player), option("option-match", Kind::Text)],
    },
    Spec {
        key: "command-replay",
        options: &[
            option("option-match", Kind::Text),
            option("option-hand", Kind::Number(1, MOST_HANDS as u64)),
        ],
    },
    Spec {
        key: "command-verify",
        options: &[
            option("option-match", Kind::Text),
            option("option-hand", Kind::Number(1, MOST_HANDS as u64)),
        ],
    },
    Spec { key: "command-rules", options: &[option("option-ruleset", Kind::Ruleset)] },
    Spec { key: "command-help", options: &[] },
    Spec { key: "command-tutorial", options: &[] },
    Spec { key: "command-settings", options: &[] },
    Spec { key: ADMIN, options: &[] },
];

/// Shown to those who manage the server, unless it allows others.
const ADMIN: &str = "command-admin";

/// All global commands.
fn commands() -> Vec<CreateCommand> {
    let with_options = |mut option: CreateCommandOption, spec: &Spec| {
        for inner in spec.options {
            option = option.add_sub_option(leaf(inner));
        }
        option
    };
    let table = TABLE.iter().fold(command("command-table"), |command, spec| {
        command.add_option(with_options(option_of(spec.key, CommandOptionType::SubCommand), spec))
    });
    let plain = PLAIN.iter().map(|spec| {
        spec.options.iter().fold(command(spec.key), |command, option| command.add_option(leaf(option)))
    });
    std::iter::once(table).chain(plain).collect()
}

/// The languages beside English, in which the fixed names are.
const LOCALISED: [Lang; 2] = [Lang::ZhCn, Lang::ZhTw];

/// Name and description of a message `name | description`.
fn named(lang: Lang, key: &str) -> (String, String) {
    let text = say(lang, key, &[]);
    let (name, description) = text.split_once('|').unwrap_or((&text, &text));
    (name.trim().to_owned(), description.trim().to_owned())
}

/// All commands as one request's body. serenity writes permissions as text, Discord's OpenAPI document asks for a number.
pub fn body() -> Vec<Value> {
    let numbered = |command| {
        let mut body = json!(command);
        let bits = body["default_member_permissions"].as_str().and_then(|bits| bits.parse::<u64>().ok());
        if let Some(bits) = bits {
            body["default_member_permissions"] = json!(bits);
        }
        body
    };
    commands().into_iter().map(numbered).collect()
}

fn command(key: &str) -> CreateCommand {
    let (name, description) = named(Lang::En, key);
    let mut command =
        CreateCommand::new(name).description(description).add_context(InteractionContext::Guild);
    if key == ADMIN {
        command = command.default_member_permissions(Permissions::MANAGE_GUILD);
    }
    LOCALISED.into_iter().fold(command, |command, lang| {
        let (name, description) = named(lang, key);
        command.name_localized(lang.code(), name).description_localized(lang.code(), description)
    })
}

fn option_of(key: &str, kind: CommandOptionType) -> CreateCommandOption {
    let (name, description) = named(Lang::En, key);
    LOCALISED.into_iter().fold(CreateCommandOption::new(kind, name, description), |option, lang| {
        let (name, description) = named(lang, key);
        option.name_localized(lang.code(), name).description_localized(lang.code(), description)
    })
}

fn leaf(spec: &OptionSpec) -> CreateCommandOption {
    let make = |kind| option_of(spec.key, kind);
    match spec.kind {
        Kind::Completed => make(CommandOptionType::String).set_autocomplete(true),
        Kind::Needed => make(CommandOptionType::String).set_autocomplete(true).required(true),
        Kind::Text => make(CommandOptionType::String).max_length(64),
        Kind::Flag => make(CommandOptionType::Boolean),
        Kind::Player => make(CommandOptionType::User),
        Kind::NeededPlayer => make(CommandOptionType::User).required(true),
        Kind::Number(least, most) => {
            make(CommandOptionType::Integer).min_int_value(least).max_int_value(most)
        }
        Kind::Ruleset => Variant::ALL.into_iter().fold(make(CommandOptionType::String), |option, variant| {
            let names = LOCALISED.map(|lang| (lang.code(), variant_name(lang, variant)));
            option.add_string_choice_localized(variant_name(Lang::En, variant), variant.id(), names)
        }),
        Kind::Seat => Seat::ALL.into_iter().fold(make(CommandOptionType::String), |option, seat| {
            let names = LOCALISED.map(|lang| (lang.code(), seat_name(lang, seat)));
            option.add_string_choice_localized(seat_name(Lang::En, seat), seat.to_string(), names)
        }),
        Kind::Choice(choices) => {
            choices.iter().fold(make(CommandOptionType::String), |option, (value, key)| {
                let names = LOCALISED.map(|lang| (lang.code(), say(lang, key, &[])));
                option.add_string_choice_localized(say(Lang::En, key, &[]), *value, names)
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_english_names_are_the_fixed_ones() {
        let json = Value::Array(body());
        let names = |list: &Value| -> Vec<String> {
            list.as_array().unwrap().iter().map(|c| c["name"].as_str().unwrap().to_owned()).collect()
        };
        let expected = [
            "table",
            "hand",
            "discard",
            "chi",
            "peng",
            "gang",
            "ting",
            "hu",
            "pass",
            "leaderboard",
            "stats",
            "history",
            "replay",
            "verify",
            "rules",
            "help",
            "tutorial",
            "settings",
            "admin",
        ];
        assert_eq!(names(&json), expected);
        let closed: Vec<&str> = json
            .as_array()
            .unwrap()
            .iter()
            .filter(|one| !one["default_member_permissions"].is_null())
            .map(|one| one["name"].as_str().unwrap())
            .collect();
        assert_eq!(closed, ["admin"]);
        let admin = json.as_array().unwrap().iter().find(|one| one["name"] == "admin").unwrap();
        assert_eq!(admin["default_member_permissions"], Permissions::MANAGE_GUILD.bits());
        let table = &json[0]["options"];
        assert_eq!(
            names(table),
            [
                "new", "join", "leave", "start", "status", "rules", "settings", "kick", "replace", "host",
                "end"
            ]
        );
        let new = &table[0]["options"];
        assert_eq!(
            names(new),
            ["ruleset", "preset", "hands", "rounds", "ai", "level", "clock", "thread", "hints"]
        );
        assert_eq!(new[0]["choices"].as_array().unwrap().len(), 5);
    }

    #[test]
    fn every_name_and_description_fits_discord() {
        fn check(value: &Value) -> usize {
            let text = |value: &Value| value.as_str().map(str::to_owned);
            let localised = |field: &str| LOCALISED.map(|lang| text(&value[field][lang.code()]));
            for name in localised("name_localizations").into_iter().chain([text(&value["name"])]).flatten() {
                assert!((1..=32).contains(&name.chars().count()), "{name}");
                assert!(!name.contains(' ') && name == name.to_lowercase(), "{name}");
            }
            for text in
                localised("description_localizations").into_iter().chain([text(&value["description"])])
            {
                let text = text.unwrap();
                assert!((1..=100).contains(&text.chars().count()), "{text}");
            }
            let inner = value["options"].as_array().cloned().unwrap_or_default();
            1 + inner.iter().map(check).sum::<usize>()
        }
        let json = Value::Array(body());
        let n: usize = json.as_array().unwrap().iter().map(check).sum();
        assert!(n > 40, "{n}");
    }
}
