//! `/table settings`: the host chooses single house rules in a private message before the match.
//!
//! A button does not carry what the selects of its message hold, so the choices wait here until they are saved. They are
//! no facts: after a restart the form begins with the table's own.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use super::app::App;
use super::component::{CustomId, Press};
use super::incoming::{Incoming, Kind};
use super::model::Message;
use super::rest::{PictureEdit, TokenMessage, token_route};
use super::views::settings::{Form, pages};
use crate::game::ruleset::{OptionValue, Options};
use crate::store::event::{TableId, UserId};
use crate::table::command::{Command, Refusal};
use crate::table::handle::Table;
use crate::table::view::{TableInfo, TablePhase};
use crate::text::say;

/// Forms that may be open; the oldest is forgotten first.
const MOST_OPEN: usize = 256;

/// What is chosen in open forms and not saved yet.
#[derive(Default)]
pub struct Drafts {
    open: Mutex<VecDeque<((TableId, UserId), Options)>>,
}

impl Drafts {
    fn get(&self, key: (TableId, UserId)) -> Option<Options> {
        let open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.iter().find(|(own, _)| *own == key).map(|(_, options)| options.clone())
    }

    fn put(&self, key: (TableId, UserId), options: Option<Options>) {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.retain(|(own, _)| *own != key);
        if let Some(options) = options {
            open.push_back((key, options));
        }
        if open.len() > MOST_OPEN {
            open.pop_front();
        }
    }
}

/// Whether a press belongs to the form.
pub(super) fn is_of_form(press: Press) -> bool {
    matches!(
        press,
        Press::SettingsPage | Press::SettingsSwitches | Press::SettingsPick { .. } | Press::SettingsSave
    )
}

/// Why the person can't choose house rules here.
fn refusal(info: &TableInfo, incoming: &Incoming) -> Option<Refusal> {
    match info.phase {
        TablePhase::Closed { .. } => Some(Refusal::Closed),
        _ if info.host != incoming.user => Some(Refusal::NotHost { host: info.host }),
        TablePhase::Lobby => None,
        _ => Some(Refusal::MatchRunning),
    }
}

/// Opens the form with the table's house rules.
pub(super) async fn begin(app: &Arc<App>, incoming: &Incoming, table: &Table) {
    let info = table.snapshot().info.clone();
    if let Some(refusal) = refusal(&info, incoming) {
        return app.tell(incoming, app.refusal(incoming, table, &refusal)).await;
    }
    app.drafts.put((info.id, incoming.user), Some(info.settings.options.clone()));
    let form =
        Form { table: info.id, variant: info.settings.variant, options: &info.settings.options, page: 0 };
    app.tell(incoming, super::app::Answer { message: form.message(incoming.lang, None), picture: None })
        .await;
}

/// A button or select of the form.
pub(super) async fn click(app: &Arc<App>, incoming: &Incoming, table: &Table, id: CustomId) {
    let info = table.snapshot().info.clone();
    let Kind::Click { private: true, values, .. } = &incoming.kind else {
        return app.tell(incoming, say(incoming.lang, "button-unknown", &[])).await;
    };
    if let Some(refusal) = refusal(&info, incoming) {
        let text = app.refusal(incoming, table, &refusal);
        return redraw(app, incoming, Message::text(text)).await;
    }
    let key = (info.id, incoming.user);
    let variant = info.settings.variant;
    let (mut options, mut notice) = match app.drafts.get(key) {
        Some(draft) => (draft, None),
        // After a restart: what was chosen and not saved is gone.
        None => (info.settings.options.clone(), Some(say(incoming.lang, "settings-anew", &[]))),
    };
    let n_pages = pages(variant).len().max(1);
    let page = usize::try_from(id.prompt.0).unwrap_or(0).min(n_pages - 1);
    let chosen = chosen(variant, id.press, page, values);
    if let Press::SettingsSave = id.press
        && notice.is_none()
    {
        match app.ask(incoming, table, Command::Configure { options: Box::new(options.clone()) }).await {
            Ok(_) => {
                app.drafts.put(key, None);
                return redraw(app, incoming, Message::text(say(incoming.lang, "done-configured", &[])))
                    .await;
            }
            Err(refusal) => notice = Some(app.refusal(incoming, table, &refusal)),
        }
    }
    for (name, value) in chosen {
        // A value that the game does not have comes from no form of ours.
        let _ = options.set(variant, &name, &value);
    }
    app.drafts.put(key, Some(options.clone()));
    let form = Form { table: info.id, variant, options: &options, page };
    redraw(app, incoming, form.message(incoming.lang, notice.as_deref())).await;
}

/// The options that a select sets.
fn chosen(
    variant: crate::game::ruleset::Variant,
    press: Press,
    page: usize,
    values: &[String],
) -> Vec<(String, OptionValue)> {
    match press {
        Press::SettingsSwitches => super::views::settings::switches(variant)
            .into_iter()
            .map(|name| (name.to_owned(), OptionValue::Bool(values.iter().any(|value| value == name))))
            .collect(),
        Press::SettingsPick { slot } => {
            let pages = pages(variant);
            let name = pages.get(page).and_then(|page| page.get(usize::from(slot)));
            let value = values.first().map(|value| match value.parse() {
                Ok(number) => OptionValue::Number(number),
                Err(_) => OptionValue::Word(value.clone()),
            });
            name.zip(value).map(|(name, value)| ((*name).to_owned(), value)).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// Shows the form anew where it stands.
pub(super) async fn redraw(app: &Arc<App>, incoming: &Incoming, message: Message) {
    let slot = app.rest.slot(token_route(&incoming.token)).await;
    let edited = app
        .rest
        .edit_by_token(&incoming.token, TokenMessage::Original, &message, PictureEdit::None, slot)
        .await;
    if let Err(error) = edited {
        tracing::warn!(interaction = incoming.id, %error, "the form is not shown");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::ruleset::Variant;

    #[test]
    fn a_draft_is_of_one_person_at_one_table_and_few_are_kept() {
        let drafts = Drafts::default();
        let (key, other) = ((TableId(1), UserId(1)), (TableId(1), UserId(2)));
        drafts.put(key, Some(Options::of(Variant::Harbin)));
        assert_eq!(drafts.get(key), Some(Options::of(Variant::Harbin)));
        assert_eq!(drafts.get(other), None);
        for user in 0..300 {
            drafts.put((TableId(2), UserId(user)), Some(Options::of(Variant::Harbin)));
        }
        assert_eq!(drafts.get(key), None);
        assert_eq!(drafts.open.lock().unwrap().len(), MOST_OPEN);
        drafts.put((TableId(2), UserId(299)), None);
        assert_eq!(drafts.get((TableId(2), UserId(299))), None);
    }

    #[test]
    fn a_select_sets_every_switch_or_the_one_choice_of_its_place() {
        let variant = Variant::Qiqihar;
        let on = chosen(variant, Press::SettingsSwitches, 0, &["heavy_rain".to_owned()]);
        let is = |name: &str| on.iter().find(|(own, _)| own == name).map(|(_, value)| value.clone());
        assert_eq!(is("heavy_rain"), Some(OptionValue::Bool(true)));
        assert_eq!(is("four_at_deal"), Some(OptionValue::Bool(false)));
        for (page, names) in pages(variant).iter().enumerate() {
            for (slot, name) in names.iter().enumerate() {
                let press = Press::SettingsPick { slot: slot as u8 };
                let set = chosen(variant, press, page, &["5".to_owned()]);
                assert_eq!(set, [((*name).to_owned(), OptionValue::Number(5))]);
            }
        }
    }
}
