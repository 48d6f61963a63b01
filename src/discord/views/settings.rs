//! The private form of house rules: one select for all switches, up to three for the other choices of a page.

use super::button;
use crate::discord::component::{CustomId, Press};
use crate::discord::model::{Choosable, Embed, Message, Row, Select, Style};
use crate::game::action::PromptId;
use crate::game::ruleset::{OptionValue, Options, Variant};
use crate::store::event::TableId;
use crate::text::{Lang, changed_rules, rule_phrase, say, variant_name};

const COLOUR: u32 = 0x2f_8f_5b;
/// Selects of a page beside the switches; a message has five rows, and one is for the buttons.
const PICKS: usize = 3;
/// Characters of an embed's description.
const MAX_DESCRIPTION: usize = 4_096;

/// Numbers that are offered for an option without a list of values.
const NUMBERS: &[(&str, &[u32])] = &[
    ("kong_points_exposed", &[0, 1, 2, 3, 4, 5, 6, 8, 10]),
    ("kong_points_concealed", &[0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20]),
    ("heavenly_factor", &[1, 2, 3, 4, 8, 16]),
    ("cap", &[0, 8, 16, 24, 32, 48, 64, 96, 128, 256]),
    ("top_run_points", &[6, 8, 10, 12, 15, 20, 30]),
    ("draw_liability", &[0, 1, 2, 3, 4, 5]),
    ("reserve_tiles", &[0, 4, 6, 8, 10, 12, 13, 14, 16, 20]),
    ("no_win_last_discards", &[0, 1, 2, 3, 4, 5, 6, 8]),
    ("keep_last_tiles", &[0, 1, 2, 3, 4, 5, 6, 8]),
    ("min_fan", &[0, 1, 2, 4, 6, 8, 10, 12, 16, 24]),
];

/// The switches of a game, in the order of the rules.
pub fn switches(variant: Variant) -> Vec<&'static str> {
    let both = [OptionValue::Bool(true), OptionValue::Bool(false)];
    let names = Options::of(variant).iter(variant).into_iter().map(|(name, _)| name);
    names.filter(|name| Options::choices(variant, name) == both).collect()
}

/// The options with other values to choose from, by page.
pub fn pages(variant: Variant) -> Vec<Vec<&'static str>> {
    let names = Options::of(variant).iter(variant).into_iter();
    let picked = names.filter(|(name, value)| {
        !matches!(value, OptionValue::Bool(_)) && values(variant, name, value).len() > 1
    });
    let picked: Vec<&'static str> = picked.map(|(name, _)| name).collect();
    picked.chunks(PICKS).map(<[&str]>::to_vec).collect()
}

/// What can be chosen for an option; the value it has is always among it.
fn values(variant: Variant, name: &str, now: &OptionValue) -> Vec<OptionValue> {
    let listed = Options::choices(variant, name);
    let OptionValue::Number(number) = now else { return listed };
    if !listed.is_empty() {
        return listed;
    }
    let usual = NUMBERS.iter().find(|(own, _)| *own == name).map_or(&[][..], |(_, numbers)| numbers);
    let mut numbers = usual.to_vec();
    numbers.push(*number);
    numbers.sort_unstable();
    numbers.dedup();
    numbers.into_iter().map(OptionValue::Number).collect()
}

/// The form with what is chosen in it so far.
pub struct Form<'a> {
    /// The table.
    pub table: TableId,
    /// Its game.
    pub variant: Variant,
    /// The choices, not saved yet.
    pub options: &'a Options,
    /// The page that is open, from 0.
    pub page: usize,
}

impl Form<'_> {
    /// The private message, with a sentence on what was just asked for.
    pub fn message(&self, lang: Lang, notice: Option<&str>) -> Message {
        let pages = pages(self.variant);
        let mut rows: Vec<Row> = self.switches(lang).map(Row::select).into_iter().collect();
        let picks = pages.get(self.page).into_iter().flatten().enumerate();
        rows.extend(picks.filter_map(|(slot, name)| Some(Row::select(self.pick(lang, slot, name)?))));
        rows.push(self.buttons(lang, pages.len()));
        let changed = changed_rules(self.variant, self.options, lang);
        let mut lines = vec![say(lang, "settings-how", &[]), String::new()];
        lines.push(match changed.len() {
            0 => say(lang, "options-usual", &[]),
            _ => say(lang, "options-changed", &[]),
        });
        lines.extend(changed.iter().map(|rule| format!("- {rule}")));
        let embed = Embed {
            title: say(lang, "settings-title", &[("variant", variant_name(lang, self.variant).into())]),
            description: lines.join("\n").chars().take(MAX_DESCRIPTION).collect(),
            color: Some(COLOUR),
            ..Embed::default()
        };
        let content = notice.unwrap_or_default().to_owned();
        Message { content, embeds: vec![embed], components: rows, ..Message::default() }
    }

    fn id(&self, page: usize, press: Press) -> CustomId {
        CustomId { table: self.table, prompt: PromptId(page as u64), press }
    }

    /// `None` for a game without switches.
    fn switches(&self, lang: Lang) -> Option<Select> {
        let now = self.options.iter(self.variant);
        let line = |name: &'static str| {
            let phrase = |on| rule_phrase(lang, name, &OptionValue::Bool(on));
            Choosable {
                value: name.to_owned(),
                label: phrase(true),
                description: say(lang, "settings-else", &[("rule", phrase(false).into())]),
                default: now.contains(&(name, OptionValue::Bool(true))),
            }
        };
        let lines: Vec<Choosable> = switches(self.variant).into_iter().map(line).collect();
        if lines.is_empty() {
            return None;
        }
        let title = say(lang, "settings-switches", &[]);
        Some(Select::new(self.id(self.page, Press::SettingsSwitches), &title, true, lines))
    }

    fn pick(&self, lang: Lang, slot: usize, name: &'static str) -> Option<Select> {
        let (_, now) = self.options.iter(self.variant).into_iter().find(|(own, _)| *own == name)?;
        let lines = values(self.variant, name, &now).into_iter().map(|value| Choosable {
            value: value.to_string(),
            label: rule_phrase(lang, name, &value),
            description: String::new(),
            default: value == now,
        });
        let press = Press::SettingsPick { slot: slot as u8 };
        let title = rule_phrase(lang, name, &now);
        Some(Select::new(self.id(self.page, press), &title, false, lines.collect()))
    }

    fn buttons(&self, lang: Lang, n_pages: usize) -> Row {
        let page = |page: usize, key: &str| {
            let n = say(lang, key, &[("page", (page as u64 + 1).into()), ("pages", (n_pages as u64).into())]);
            button(self.table, PromptId(page as u64), Press::SettingsPage, Style::Secondary, n)
        };
        let before = self.page.checked_sub(1).map(|before| page(before, "button-page-before"));
        let next = (self.page + 1 < n_pages).then(|| page(self.page + 1, "button-page-next"));
        let label = say(lang, "button-save", &[]);
        let id = PromptId(self.page as u64);
        let save = button(self.table, id, Press::SettingsSave, Style::Success, label);
        Row::new(before.into_iter().chain(next).chain([save]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_choice_of_every_game_is_in_its_form_and_the_form_fits_discord() {
        for variant in Variant::PLAYABLE {
            let options = Options::of(variant);
            let picked = pages(variant).concat();
            for (name, value) in options.iter(variant) {
                let n_choices = Options::choices(variant, name).len();
                let can_be_chosen = n_choices > 1 || NUMBERS.iter().any(|(own, _)| *own == name);
                let is_there = switches(variant).contains(&name) || picked.contains(&name);
                assert_eq!(is_there, can_be_chosen, "{variant} {name} {value}");
            }
            assert!(switches(variant).len() <= Select::MOST, "{variant}");
            for page in 0..pages(variant).len() {
                let form = Form { table: TableId(1), variant, options: &options, page };
                for lang in Lang::ALL {
                    check(&serde_json::to_value(form.message(lang, None)).unwrap());
                }
            }
        }
    }

    /// Discord's limits for rows and selects; the words are whole.
    fn check(message: &serde_json::Value) {
        let rows = message["components"].as_array().unwrap();
        assert!((2..=5).contains(&rows.len()));
        let mut ids = std::collections::HashSet::new();
        for component in rows.iter().flat_map(|row| row["components"].as_array().unwrap()) {
            assert!(ids.insert(component["custom_id"].as_str().unwrap()), "{component}");
            for line in component["options"].as_array().into_iter().flatten() {
                for text in [&line["label"], &line["description"]] {
                    let n_chars = text.as_str().unwrap_or("x").chars().count();
                    assert!((1..100).contains(&n_chars), "{text}");
                }
            }
        }
    }

    #[test]
    fn a_number_that_is_not_offered_stays_as_it_is() {
        let variant = Variant::Qiqihar;
        let offered = values(variant, "cap", &OptionValue::Number(77));
        assert!(offered.contains(&OptionValue::Number(77)) && offered.len() > 5);
        assert_eq!(values(variant, "run_points", &OptionValue::Number(0)).len(), 5);
    }
}
