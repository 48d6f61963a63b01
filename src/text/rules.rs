//! The rules in words, made from the knobs of the table (L21), and the help.

use super::variant_name;
use crate::game::ruleset::{Impossible, OptionValue, Options, Variant};

use super::{Lang, Value, list, say};
use sections::{Section, sections};

mod sections;

/// Characters of a page of the rules: Discord's limit for the text of an embed.
const MOST_CHARS: usize = 4_096;

/// The rules of a table as Discord markdown, in pages of at most 4,096 characters: short sections, each followed by the
/// house choices that belong to it, the chosen value first and its alternatives after it (L21).
pub fn rules_pages(variant: Variant, options: &Options, lang: Lang) -> Vec<String> {
    let mut pages: Vec<String> = Vec::new();
    for section in rules_sections(variant, options, lang) {
        match pages.last_mut() {
            Some(page) if page.chars().count() + 1 + section.chars().count() <= MOST_CHARS => {
                page.push('\n');
                page.push_str(&section);
            }
            _ => pages.push(section),
        }
    }
    pages
}

fn rules_sections(variant: Variant, options: &Options, lang: Lang) -> Vec<String> {
    let sections = sections(variant);
    let values = options.iter(variant);
    // Every knob is a variable of the sections' texts, so that none of them contradicts a house choice.
    let args: Vec<(&str, Value<'_>)> = values.iter().map(|(name, value)| (*name, argument(value))).collect();
    let section = |&(title, text, knobs): &Section| {
        let mut lines = vec![format!("### {}", say(lang, title, &[]))];
        lines.extend(text.map(|key| say(lang, key, &args)));
        lines.extend(knobs.iter().filter_map(|&name| {
            let (_, value) = values.iter().find(|(knob, _)| *knob == name)?;
            Some(knob_line(variant, lang, name, value))
        }));
        lines.join("\n")
    };
    sections.iter().map(section).collect()
}

/// The house rules that differ from the game's own, a phrase each.
pub fn changed_rules(variant: Variant, options: &Options, lang: Lang) -> Vec<String> {
    let usual = Options::of(variant).iter(variant);
    let changed = options.iter(variant).into_iter().filter(|knob| !usual.contains(knob));
    changed.map(|(name, value)| rule_phrase(lang, name, &value)).collect()
}

/// A house rule with this value, in words.
pub fn rule_phrase(lang: Lang, name: &str, value: &OptionValue) -> String {
    knob_phrase(lang, name, value)
}

/// Why house rules can't stand together, in words.
pub fn impossible_text(lang: Lang, impossible: &Impossible) -> String {
    match impossible {
        Impossible::NeverSwapped { variant } => {
            say(lang, "impossible-swap", &[("variant", variant_name(lang, *variant).into())])
        }
        Impossible::Needs(need) => {
            let rule = knob_phrase(lang, need.name, &need.value.value());
            let needed = knob_phrase(lang, need.needs, &need.needed.value());
            say(lang, "impossible-needs", &[("rule", rule.into()), ("needed", needed.into())])
        }
        Impossible::TooFewTiles { least, .. } => {
            say(lang, "impossible-tiles", &[("n", (*least as u64).into())])
        }
        Impossible::NoRounds => say(lang, "impossible-rounds", &[]),
    }
}

/// How a table is played with, as Discord markdown.
pub fn help_text(lang: Lang) -> String {
    say(lang, "help", &[])
}

fn knob_line(variant: Variant, lang: Lang, name: &str, value: &OptionValue) -> String {
    let chosen = knob_phrase(lang, name, value);
    let others: Vec<String> =
        alternatives(variant, name, value).iter().map(|other| knob_phrase(lang, name, other)).collect();
    if others.is_empty() {
        return say(lang, "knob-line", &[("chosen", chosen.into())]);
    }
    say(lang, "knob-line-alternatives", &[("chosen", chosen.into()), ("others", list(lang, &others).into())])
}

/// The other values that an enumerated option could have in this game; a number's phrase says itself that it can be set.
fn alternatives(variant: Variant, name: &str, value: &OptionValue) -> Vec<OptionValue> {
    // The phrase of 跑分 names all that can be chosen.
    let choices = if name == "run_points" { Vec::new() } else { Options::choices(variant, name) };
    choices.into_iter().filter(|choice| choice != value).collect()
}

fn knob_phrase(lang: Lang, name: &str, value: &OptionValue) -> String {
    let key = format!("knob-{}", name.replace('_', "-"));
    // 跑分 is a number or a word.
    let is_number = matches!(value, OptionValue::Number(_)) && name != "run_points";
    let variable = if is_number { "n" } else { "value" };
    say(lang, &key, &[(variable, argument(value))])
}

/// A knob's value as a variable: `on` or `off`, a number, or its word.
fn argument(value: &OptionValue) -> Value<'_> {
    match value {
        OptionValue::Bool(true) => "on".into(),
        OptionValue::Bool(false) => "off".into(),
        OptionValue::Number(n) => (*n).into(),
        OptionValue::Word(word) => word.as_str().into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::ruleset::Allowed;

    #[test]
    fn every_knob_of_a_game_is_told_in_one_section() {
        for variant in Variant::PLAYABLE {
            let mut told: Vec<&str> =
                sections(variant).iter().flat_map(|(_, _, knobs)| knobs.iter().copied()).collect();
            let all = Options::of(variant).iter(variant);
            let mut all: Vec<&str> = all.into_iter().map(|(name, _)| name).collect();
            told.sort_unstable();
            all.sort_unstable();
            assert_eq!(told, all, "{variant}");
        }
    }

    #[test]
    fn a_changed_knob_changes_the_text_and_it_always_fits() {
        let games = Variant::PLAYABLE.into_iter().flat_map(|v| Lang::ALL.map(|lang| (v, lang)));
        for (variant, lang) in games {
            let defaults = Options::of(variant);
            let text = whole(variant, &defaults, lang);
            assert!(!text.contains("knob-") && !text.contains("rules-") && !text.contains("{$"), "{text}");
            for (name, value) in defaults.iter(variant) {
                for other in other_values(variant, name, &value) {
                    let mut changed = defaults.clone();
                    if changed.set(variant, name, &other).is_err() {
                        continue; // a choice that another game has
                    }
                    assert_ne!(text, whole(variant, &changed, lang), "{name} {other:?}");
                }
            }
        }
    }

    /// All pages as one text, after checking that each can be sent, and that there are few.
    fn whole(variant: Variant, options: &Options, lang: Lang) -> String {
        let pages = rules_pages(variant, options, lang);
        assert!((1..=2).contains(&pages.len()), "{variant} {lang:?}: {}", pages.len());
        for page in &pages {
            let n_chars = page.chars().count();
            assert!(n_chars <= MOST_CHARS, "{variant} {lang:?}: {n_chars}");
            assert!(page.starts_with("### "), "a page begins with a section");
        }
        pages.join("\n")
    }

    #[test]
    fn every_choice_that_a_table_has_is_named_with_its_alternatives() {
        for variant in Variant::PLAYABLE {
            let options = Options::of(variant);
            for lang in Lang::ALL {
                let text = whole(variant, &options, lang);
                for (name, value) in options.iter(variant) {
                    let chosen = knob_phrase(lang, name, &value);
                    assert!(text.contains(&format!("- {chosen}")), "{variant} {name}: {chosen}");
                    for other in alternatives(variant, name, &value) {
                        let phrase = knob_phrase(lang, name, &other);
                        assert!(text.contains(&phrase), "{variant} {name}: {phrase}");
                    }
                }
            }
        }
    }

    fn other_values(variant: Variant, name: &str, value: &OptionValue) -> Vec<OptionValue> {
        match (value, Options::allowed(name)) {
            (OptionValue::Number(chosen), Some(Allowed::Choice { numbers, .. })) => {
                numbers.iter().filter(|n| *n != chosen).map(|&n| OptionValue::Number(n)).collect()
            }
            (OptionValue::Number(_), _) => vec![OptionValue::Number(40)],
            _ => alternatives(variant, name, value),
        }
    }

    #[test]
    fn a_house_choice_names_its_alternative() {
        let line = knob_line(Variant::HarbinNew, Lang::ZhCn, "pair_wait", &OptionValue::Bool(true));
        assert_eq!(line, "- 单吊算卡当（另可：单吊不算卡当）");
    }

    #[test]
    fn a_choice_that_the_game_refuses_is_no_alternative() {
        let swap =
            |variant| knob_line(variant, Lang::En, "treasure_swap", &OptionValue::Word("never".into()));
        assert_eq!(swap(Variant::HarbinNew), "- treasures are never replaced");
        assert!(swap(Variant::Harbin).contains("(or: a treasure is replaced"));
        let robbed =
            |variant| knob_line(variant, Lang::En, "rob_kong", &OptionValue::Word("discarder".into()));
        assert!(!robbed(Variant::Qiqihar).contains("all by the robbed"));
        assert!(robbed(Variant::Harbin).contains("all by the robbed"));
    }

    #[test]
    fn the_order_of_claims_follows_the_options() {
        let order = |name: &str, value: OptionValue| {
            let mut options = Options::of(Variant::HarbinNew);
            options.set(Variant::HarbinNew, name, &value).unwrap();
            whole(Variant::HarbinNew, &options, Lang::ZhCn)
        };
        assert!(
            order("ting_claim_tie", OptionValue::Word("pung_first".into())).contains("胡 > 听碰 > 听吃 > 杠")
        );
        assert!(
            order("ting_claim_tie", OptionValue::Word("seat_order".into())).contains("胡 > 听吃 = 听碰 > 杠")
        );
        assert!(order("ting_by_pung", OptionValue::Bool(false)).contains("胡 > 听吃 > 杠"));
    }

    /// What the text of a section says must not be what a house choice has switched off, in any language.
    #[test]
    fn no_section_contradicts_a_house_choice() {
        let never = OptionValue::Word("never".into());
        let cases = [
            ("full_flush", OptionValue::Bool(true), ["至少两门", "至少兩門", "two suits;"]),
            ("four_at_deal", OptionValue::Bool(false), ["只有开牌炸", "只有開牌炸", "but four dealt"]),
            ("treasure_swap", never, ["换宝后再对宝", "換寶後再對寶", "may reveal again"]),
        ];
        for (name, value, phrases) in cases {
            let usual = Options::of(Variant::Qiqihar);
            let mut changed = usual.clone();
            changed.set(Variant::Qiqihar, name, &value).unwrap();
            for (lang, phrase) in [Lang::ZhCn, Lang::ZhTw, Lang::En].into_iter().zip(phrases) {
                assert!(whole(Variant::Qiqihar, &usual, lang).contains(phrase), "{lang:?} {phrase}");
                assert!(!whole(Variant::Qiqihar, &changed, lang).contains(phrase), "{lang:?} {phrase}");
            }
        }
    }
}
