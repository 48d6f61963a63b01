//! Acknowledging: the first answer to an interaction, at once, before any lock, store or picture.
//!
//! What it is depends on the kind and the id alone. A click on a public message is never acknowledged with 6 or 7:
//! `@original` of such a token IS the public message, and a hand written there would be seen by all.

use std::collections::{HashSet, VecDeque};
use std::sync::{Mutex, PoisonError};

use super::component::Press;
use super::incoming::{Incoming, Kind};
use super::model::Form;
use super::rest::Callback;
use crate::text::{Lang, say};

/// The first answer; `None` while an option is typed, which is answered with completions.
pub fn acknowledge(kind: &Kind, lang: Lang) -> Option<Callback> {
    match kind {
        Kind::Command(_) | Kind::Submitted { .. } => Some(Callback::DeferPrivate),
        Kind::Typing(_) => None,
        Kind::Click { custom_id: Ok(id), .. } if id.press == Press::Luck => Some(Callback::OpenForm(Form {
            custom_id: id.to_string(),
            title: say(lang, "luck-title", &[]),
            label: say(lang, "luck-label", &[]),
            max_length: 64,
        })),
        Kind::Click { private: true, .. } => Some(Callback::DeferUpdate),
        Kind::Click { private: false, .. } => Some(Callback::DeferPrivate),
    }
}

/// Interactions that arrived before: Discord may send an event again after a reconnect.
#[derive(Debug, Default)]
pub struct Seen {
    ids: Mutex<(HashSet<u64>, VecDeque<u64>)>,
}

/// How many ids are remembered: minutes of the busiest server, 64 KiB.
const N_REMEMBERED: usize = 4_096;

impl Seen {
    /// True the first time.
    pub fn is_new(&self, interaction: &Incoming) -> bool {
        self.remember(interaction.id)
    }

    fn remember(&self, id: u64) -> bool {
        let mut guard = self.ids.lock().unwrap_or_else(PoisonError::into_inner);
        let (known, order) = &mut *guard;
        if !known.insert(id) {
            return false;
        }
        order.push_back(id);
        if order.len() > N_REMEMBERED {
            order.pop_front().map(|oldest| known.remove(&oldest));
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::component::{BadCustomId, CustomId};
    use crate::discord::incoming::Call;
    use crate::game::action::PromptId;
    use crate::store::event::TableId;

    fn click(press: Press, private: bool) -> Kind {
        let id = CustomId { table: TableId(1), prompt: PromptId(1), press };
        Kind::Click { custom_id: Ok(id), message: 9, private, values: Vec::new() }
    }

    #[test]
    fn no_click_on_a_public_message_may_change_it() {
        for press in
            [Press::Hand, Press::Pass, Press::Win, Press::Join, Press::Start, Press::Ready, Press::OpenTing]
        {
            assert_eq!(
                acknowledge(&click(press, false), Lang::En),
                Some(Callback::DeferPrivate),
                "{press:?}"
            );
            assert_eq!(acknowledge(&click(press, true), Lang::En), Some(Callback::DeferUpdate), "{press:?}");
        }
        let forged = Kind::Click {
            custom_id: Err(BadCustomId::Malformed),
            message: 9,
            private: false,
            values: Vec::new(),
        };
        assert_eq!(acknowledge(&forged, Lang::En), Some(Callback::DeferPrivate));
    }

    #[test]
    fn slash_commands_are_answered_privately_and_typing_is_not_deferred() {
        let call = Call {
            path: "table new".into(),
            options: Default::default(),
            focused: None,
            people: Default::default(),
        };
        assert_eq!(acknowledge(&Kind::Command(call.clone()), Lang::En), Some(Callback::DeferPrivate));
        assert_eq!(acknowledge(&Kind::Typing(call), Lang::En), None);
    }

    #[test]
    fn the_luck_button_opens_a_form_with_its_own_id() {
        let Some(Callback::OpenForm(form)) = acknowledge(&click(Press::Luck, false), Lang::ZhCn) else {
            panic!("no form")
        };
        assert_eq!(form.custom_id, "m1:0000000000001:1:luck");
        assert!(form.label.chars().count() <= 45 && form.title.chars().count() <= 45);
    }

    #[test]
    fn an_event_sent_twice_counts_once() {
        let seen = Seen::default();
        assert!(seen.remember(1));
        assert!(!seen.remember(1));
        for id in 2..10_000 {
            assert!(seen.remember(id));
        }
        assert!(seen.ids.lock().unwrap().1.len() <= N_REMEMBERED);
    }
}
