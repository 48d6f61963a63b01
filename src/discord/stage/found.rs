//! Messages that an earlier run of the program left on Discord.

use std::sync::Arc;

use super::{Person, Stage};
use crate::discord::door::Door;
use crate::discord::late::{self, Waited};
use crate::discord::limits::Route;
use crate::discord::model::Row;
use crate::discord::rest_error::RestError;
use crate::discord::surface::{Pace, Place, Studio};
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
        self.retire_earlier();
        self.find_choices().await;
    }

    /// Boards and result cards of earlier hands that are still noted: the program was killed before their buttons were off.
    /// They start nothing, but would stand there for good.
    fn retire_earlier(&mut self) {
        let info = self.snapshots.borrow().info.clone();
        let is_earlier = |key: &str| {
            let number = key.strip_prefix("result:").or_else(|| key.strip_prefix("board:"));
            number.and_then(|number| number.parse::<u32>().ok()).filter(|&hand_no| hand_no < info.hand_no)
        };
        let rows: Vec<SurfaceRow> =
            self.found.extract_if(|key, _| is_earlier(key).is_some()).map(|(_, row)| row).collect();
        for row in rows {
            let hand_no = is_earlier(&row.key).filter(|_| row.key.starts_with("result:"));
            let buttons = hand_no.map(|hand_no| result::buttons_of_earlier(&info, hand_no));
            let studio = Arc::clone(&self.studio);
            self.studio.spawn(async move { retire(&studio, row, &buttons.unwrap_or_default()).await });
        }
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
        if row.message == 0 {
            return; // noted, and perhaps never posted
        }
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

/// Leaves only these buttons on a message and forgets it. What fails is tried again at the next start.
async fn retire(studio: &Studio, row: SurfaceRow, buttons: &[Row]) {
    if row.message != 0 {
        let slot = studio.rest.slot(Route::Edit { channel: row.channel }).await;
        match studio.rest.edit_buttons(row.channel, row.message, buttons, slot).await {
            Ok(()) | Err(RestError::MissingMessage | RestError::MissingChannel) => {}
            Err(error) => {
                return tracing::warn!(table = %row.table, key = row.key, %error, "the buttons of an earlier hand stay");
            }
        }
    }
    if let Err(error) = studio.surfaces.delete(row.table, row.key).await {
        tracing::warn!(table = %row.table, %error, "surface not forgotten");
    }
}
