//! `/settings`: what a person chooses for themselves, at every table. Each choice counts at once.

use std::sync::Arc;

use super::app::{Answer, App};
use super::component::{CustomId, Press};
use super::incoming::{Incoming, Kind};
use super::model::{Choosable, Embed, Message, Row, Select};
use super::settings::redraw;
use super::stages::Word;
use super::tutorial;
use crate::game::action::PromptId;
use crate::store::event::UserId;
use crate::store::ledger::LedgerError;
use crate::store::preferences::PersonChoices;
use crate::text::{Lang, say};

const COLOUR: u32 = 0x5b_4b_8a;
/// Stands for "as Discord says" in the list of languages.
const AUTOMATIC: &str = "auto";

/// A switch: the words for it, what more is to say, and the field that it sets.
struct Switch {
    name: &'static str,
    more: &'static str,
    field: fn(&mut PersonChoices) -> &mut bool,
}

const fn switch(
    name: &'static str,
    more: &'static str,
    field: fn(&mut PersonChoices) -> &mut bool,
) -> Switch {
    Switch { name, more, field }
}

const SWITCHES: [Switch; 5] = [
    switch("settings-mine-pings", "settings-mine-pings-more", |choices| &mut choices.pings),
    switch("settings-mine-digits", "settings-mine-digits-more", |choices| &mut choices.digits),
    switch("settings-mine-compact", "settings-mine-compact-more", |choices| &mut choices.compact),
    switch("settings-mine-auto-pass", "settings-mine-auto-pass-more", |choices| &mut choices.auto_pass),
    switch("settings-mine-auto-win", "settings-mine-auto-win-more", |choices| &mut choices.auto_win),
];

/// Whether a press belongs to the form.
pub(super) fn is_of_form(press: Press) -> bool {
    matches!(press, Press::MySwitches | Press::MyLanguage)
}

/// Opens the form.
pub(super) async fn begin(app: &Arc<App>, incoming: &Incoming) {
    let message = message(incoming.lang, &incoming.choices, None);
    app.tell(incoming, Answer { message, picture: None }).await;
}

/// A select of the form: the choice is kept, and shown at the person's tables.
pub(super) async fn click(app: &Arc<App>, incoming: &Incoming, press: Press) {
    let Kind::Click { private: true, values, .. } = &incoming.kind else {
        return app.tell(incoming, say(incoming.lang, "button-unknown", &[])).await;
    };
    let _turn = app.choosing.take(incoming.user.0).await;
    let choices = match keep(app, incoming.user, press, values).await {
        Ok(choices) => choices,
        Err(error) => {
            tracing::error!(%error, "a person's choices are not kept");
            return redraw(app, incoming, message(incoming.lang, &incoming.choices, Some("store-fault")))
                .await;
        }
    };
    let lang = choices.lang.as_deref().map_or(incoming.locale, Lang::from_locale);
    for table in app.registry.of_user(incoming.user) {
        app.stages.tell(table.id(), Word::Chose(incoming.user, lang, choices.clone())).await;
    }
    let mut shown = message(lang, &choices, None);
    shown.content = say(lang, "settings-mine-saved", &[]);
    redraw(app, incoming, shown).await;
}

async fn keep(
    app: &App,
    user: UserId,
    press: Press,
    values: &[String],
) -> Result<PersonChoices, LedgerError> {
    let choices = chosen(&app.preferences.person(user).await?, press, values);
    app.preferences.set_person(user, choices.clone()).await?;
    Ok(choices)
}

/// Keeps what Discord says of the person's language, where the table would not tell it. Nobody waits for that, and it waits
/// for nobody: where a choice of theirs is being kept just now, their next click tells it again.
pub(super) fn note_locale(app: &Arc<App>, incoming: &Incoming, of_table: Lang) {
    let known = incoming.choices.locale.as_deref().unwrap_or(of_table.code());
    if known == incoming.locale.code() {
        return;
    }
    let (app, user, locale) = (Arc::clone(app), incoming.user, incoming.locale);
    let tasks = app.tasks.clone();
    tasks.spawn(async move {
        if let Err(error) = keep_locale(&app, user, locale).await {
            tracing::warn!(%error, "a person's language is not kept");
        }
    });
}

async fn keep_locale(app: &App, user: UserId, locale: Lang) -> Result<(), LedgerError> {
    let Some(_turn) = app.choosing.try_take(user.0) else { return Ok(()) };
    app.preferences.set_locale(user, locale.code().to_owned()).await
}

fn chosen(now: &PersonChoices, press: Press, values: &[String]) -> PersonChoices {
    let mut choices = now.clone();
    match press {
        Press::MySwitches => {
            for Switch { name, field, .. } in SWITCHES {
                *field(&mut choices) = values.iter().any(|value| value == name);
            }
        }
        _ => {
            let code = values.first().filter(|code| *code != AUTOMATIC);
            choices.lang = code.map(|code| Lang::from_locale(code).code().to_owned());
        }
    }
    choices
}

fn message(lang: Lang, choices: &PersonChoices, notice: Option<&str>) -> Message {
    let id = |press| CustomId { table: tutorial::TABLE, prompt: PromptId(0), press };
    let mut now = choices.clone();
    let switches = SWITCHES.map(|Switch { name, more, field }| Choosable {
        value: name.to_owned(),
        label: say(lang, name, &[]),
        description: say(lang, more, &[]),
        default: *field(&mut now),
    });
    let rows = vec![
        Row::select(Select::new(
            id(Press::MySwitches),
            &say(lang, "settings-switches", &[]),
            true,
            switches.to_vec(),
        )),
        Row::select(language_select(
            lang,
            id(Press::MyLanguage),
            choices.lang.as_deref(),
            "settings-mine-automatic",
        )),
    ];
    let embed = Embed {
        title: say(lang, "settings-mine-title", &[]),
        description: say(lang, "settings-mine-how", &[]),
        color: Some(COLOUR),
        ..Embed::default()
    };
    let content = notice.map(|key| say(lang, key, &[])).unwrap_or_default();
    Message { content, embeds: vec![embed], components: rows, ..Message::default() }
}

/// The languages, each in its own words, after what stands for none of them.
pub(super) fn language_select(lang: Lang, id: CustomId, now: Option<&str>, automatic: &str) -> Select {
    let own = |lang: Lang| match lang {
        Lang::ZhCn => "简体中文",
        Lang::ZhTw => "繁體中文",
        Lang::En => "English",
    };
    let line = |value: &str, label: String, default| Choosable {
        value: value.to_owned(),
        label,
        description: String::new(),
        default,
    };
    let mut lines = vec![line(AUTOMATIC, say(lang, automatic, &[]), now.is_none())];
    lines.extend(Lang::ALL.map(|one| line(one.code(), own(one).to_owned(), now == Some(one.code()))));
    Select::new(id, &say(lang, "settings-language", &[]), false, lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_switch_sets_its_own_field_and_nothing_else() {
        let none = chosen(&PersonChoices::default(), Press::MySwitches, &[]);
        for Switch { name, field, .. } in SWITCHES {
            let mut one = chosen(&none, Press::MySwitches, &[name.to_owned()]);
            assert!(*field(&mut one), "{name}");
            *field(&mut one) = false;
            assert_eq!(one, none, "{name}");
        }
    }

    #[test]
    fn a_language_is_one_that_there_is_and_can_be_given_back() {
        let start = PersonChoices::default();
        let en = chosen(&start, Press::MyLanguage, &["en".to_owned()]);
        assert_eq!(en.lang.as_deref(), Some("en"));
        assert_eq!(chosen(&en, Press::MyLanguage, &[AUTOMATIC.to_owned()]), start);
    }

    #[test]
    fn the_form_fits_discord_in_every_language() {
        for lang in Lang::ALL {
            let json = serde_json::to_value(message(lang, &PersonChoices::default(), None)).unwrap();
            for line in json["components"]
                .as_array()
                .unwrap()
                .iter()
                .flat_map(|row| row["components"][0]["options"].as_array().unwrap().clone())
            {
                for text in [&line["label"], &line["description"]] {
                    let n_chars = text.as_str().unwrap_or("x").chars().count();
                    assert!((1..100).contains(&n_chars), "{text}");
                }
            }
        }
    }
}
