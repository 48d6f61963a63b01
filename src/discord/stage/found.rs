//! Messages that an earlier run of the program left on Discord.

use std::sync::Arc;

use super::{Person, Stage};
use crate::discord::door::Door;
use crate::discord::late::{self, Waited};
use crate::discord::limits::Route;
use crate::discord::surface::{Pace, Place};
use crate::discord::views::result;
use crate::store::surfaces::SurfaceRow;
use crate::text::Lang;

impl Stage {
    /// What an earlier run of the program left on Discord.
    pub(super) async fn find_messages(&mut self) {
        match self.studio.surfaces.list(self.table).await {
            Ok(rows) => self.found = rows.into_iter().map(|row| (row.key.clone(), row)).collect(),
            Err(error) => tracing::warn!(table = %self.table, %error, "surfaces not read"),
        }
        let hands: Vec<SurfaceRow> =
            self.found.extract_if(|key, _| key.starts_with("hand:")).map(|(_, row)| row).collect();
        hands.into_iter().for_each(|row| self.find_hand(row));
        let pings: Vec<SurfaceRow> =
            self.found.extract_if(|key, _| key.starts_with(late::KEY)).map(|(_, row)| row).collect();
        pings.into_iter().for_each(|row| self.find_ping(row));
        self.retire_last_result();
        self.find_choices().await;
    }

    /// The program may have been killed after a hand had begun and before the buttons were off the card of the one before:
    /// they start nothing, but would stand there for good.
    fn retire_last_result(&mut self) {
        let (channel, last, rows) = {
            let info = &self.snapshots.borrow().info;
            let last = info.hand_no.saturating_sub(1);
            (info.place.channel, last, result::buttons_of_earlier(info, last))
        };
        let Some(row) = self.found.remove(&format!("result:{last}")).filter(|row| row.message != 0) else {
            return;
        };
        let (studio, table) = (Arc::clone(&self.studio), self.table);
        self.studio.spawn(async move {
            let slot = studio.rest.slot(Route::Edit { channel }).await;
            if let Err(error) = studio.rest.edit_buttons(channel, row.message, &rows, slot).await {
                tracing::warn!(%table, %error, "the buttons of the last result stay");
            }
        });
    }

    /// What the seated people chose once and for all.
    async fn find_choices(&mut self) {
        let seats = self.snapshots.borrow().info.seats.clone();
        for user in seats.0.iter().flatten().filter_map(|seat| seat.player.user()) {
            let choices = self.studio.preferences.person(user).await;
            let choices = choices
                .inspect_err(|error| tracing::error!(%error, "a person's choices are not read"))
                .unwrap_or_default();
            let person = self.people.entry(user).or_default();
            let known = choices.lang.as_deref().or(choices.locale.as_deref());
            person.lang = known.map(Lang::from_locale).or(person.lang);
            person.choices = choices;
        }
    }

    /// Kept while the prompt it belongs to is open, else deleted.
    fn find_ping(&mut self, row: SurfaceRow) {
        let waited = Waited::of(&self.snapshots.borrow()).filter(|waited| waited.key() == row.key);
        let place = Place::Posted { message: row.message };
        let message = self.studio.open(self.name(row.key, Pace::Prompt), place, Some(row.hash));
        match waited {
            Some(waited) => self.late.found(waited.prompt, message),
            None => message.remove(),
        }
    }

    /// A private message outlives the program as long as its token does.
    fn find_hand(&mut self, row: SurfaceRow) {
        let (Some(token), Some(user)) = (row.token, row.owner) else { return };
        let door = Door { token, issued_at: row.token_at };
        if !door.is_open() {
            return;
        }
        let place = match row.message {
            0 => Place::Answer { door: door.clone(), message: None },
            message => Place::Followed { door: door.clone(), message },
        };
        let hand_no = self.snapshots.borrow().info.hand_no;
        let surface = self.studio.open(self.hand_name(user), place, Some(row.hash));
        let person = Person { door: Some(door), hand: Some(surface), hand_no, ..Person::default() };
        self.people.insert(user, person);
    }
}
