//! The message files, one bundle a language, parsed once and shared by all tasks.

use std::sync::LazyLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};

use super::Lang;

/// All message files. A new file is one line here; keys are unique over all files of a language.
const FILES: [(Lang, &str, &str); 9] = [
    (Lang::ZhCn, "core.ftl", include_str!("../../assets/locales/zh-CN/core.ftl")),
    (Lang::ZhCn, "discord.ftl", include_str!("../../assets/locales/zh-CN/discord.ftl")),
    (Lang::ZhCn, "rules.ftl", include_str!("../../assets/locales/zh-CN/rules.ftl")),
    (Lang::ZhTw, "core.ftl", include_str!("../../assets/locales/zh-TW/core.ftl")),
    (Lang::ZhTw, "discord.ftl", include_str!("../../assets/locales/zh-TW/discord.ftl")),
    (Lang::ZhTw, "rules.ftl", include_str!("../../assets/locales/zh-TW/rules.ftl")),
    (Lang::En, "core.ftl", include_str!("../../assets/locales/en/core.ftl")),
    (Lang::En, "discord.ftl", include_str!("../../assets/locales/en/discord.ftl")),
    (Lang::En, "rules.ftl", include_str!("../../assets/locales/en/rules.ftl")),
];

struct Catalog {
    simplified: FluentBundle<FluentResource>,
    traditional: FluentBundle<FluentResource>,
    english: FluentBundle<FluentResource>,
    problems: Vec<String>,
}

static CATALOG: LazyLock<Catalog> = LazyLock::new(|| {
    let mut problems = Vec::new();
    let simplified = bundle(Lang::ZhCn, &mut problems);
    let traditional = bundle(Lang::ZhTw, &mut problems);
    let english = bundle(Lang::En, &mut problems);
    Catalog { simplified, traditional, english, problems }
});

fn bundle(lang: Lang, problems: &mut Vec<String>) -> FluentBundle<FluentResource> {
    let mut bundle = FluentBundle::new_concurrent(lang.code().parse().into_iter().collect());
    // Discord shows the invisible isolation marks as boxes on some devices.
    bundle.set_use_isolating(false);
    for (_, name, text) in FILES.iter().filter(|(of, ..)| *of == lang) {
        // A broken entry costs that entry alone; the rest of its file still speaks.
        let resource = FluentResource::try_new((*text).to_owned()).unwrap_or_else(|(resource, errors)| {
            problems.extend(errors.iter().map(|error| format!("{}/{name}: {error}", lang.code())));
            resource
        });
        if let Err(errors) = bundle.add_resource(resource) {
            problems.extend(errors.iter().map(|error| format!("{}/{name}: {error}", lang.code())));
        }
    }
    bundle
}

/// The sentence of a key. A missing key gives the key itself, so that a gap is seen and never stops a game.
pub fn say(lang: Lang, key: &str, args: &[(&str, FluentValue<'_>)]) -> String {
    let bundle = match lang {
        Lang::ZhCn => &CATALOG.simplified,
        Lang::ZhTw => &CATALOG.traditional,
        Lang::En => &CATALOG.english,
    };
    let Some(pattern) = bundle.get_message(key).and_then(|message| message.value()) else {
        return key.to_owned();
    };
    let args: FluentArgs<'_> = args.iter().map(|(name, value)| (*name, value.clone())).collect();
    // Errors are variables that were not given; they stay visible as `{$name}`.
    let mut errors = Vec::new();
    bundle.format_pattern(pattern, Some(&args), &mut errors).into_owned()
}

/// What is wrong with the message files: syntax errors and keys that exist twice. Empty in a good build.
pub fn problems() -> &'static [String] {
    &CATALOG.problems
}

/// Joins parts as a list of the language: `碰、过`, `Peng, Pass`. Empty for no parts.
pub fn list(lang: Lang, parts: &[String]) -> String {
    let Some((last, firsts)) = parts.split_last() else { return String::new() };
    firsts.iter().rev().fold(last.clone(), |rest, first| {
        say(lang, "list-comma", &[("first", first.as_str().into()), ("rest", rest.into())])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_message_files_are_sound() {
        assert_eq!(problems(), [] as [&str; 0]);
    }

    #[test]
    fn a_missing_key_is_said_as_itself() {
        assert_eq!(say(Lang::En, "no-such-key", &[]), "no-such-key");
    }

    #[test]
    fn numbers_choose_the_plural_and_nothing_is_isolated() {
        let missing = |n: i32| say(Lang::En, "refusal-too-few-players", &[("n", n.into())]);
        assert!(missing(1).starts_with("One player is missing."), "{}", missing(1));
        assert!(missing(2).starts_with("2 players are missing."), "{}", missing(2));
    }

    #[test]
    fn many_tasks_may_speak_at_once() {
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| assert_eq!(say(Lang::ZhCn, "tile-characters", &[("rank", 5.into())]), "5万"));
            }
        });
    }

    #[test]
    fn lists_join_in_order() {
        let parts = ["a", "b", "c"].map(String::from);
        assert_eq!(list(Lang::ZhCn, &parts), "a、b、c");
        assert_eq!(list(Lang::En, &parts), "a, b, c");
        assert_eq!(list(Lang::En, &[]), "");
    }
}
