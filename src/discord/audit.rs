//! What a host or moderator does to others: a line in the log, and one in the channel that everybody sees.

use std::sync::Arc;

use super::app::App;
use super::incoming::Incoming;
use super::limits::Route;
use super::model::Message;
use super::views::table_lang;
use crate::game::seat::Seat;
use crate::store::event::{Player, UserId};
use crate::table::command::{Command, Done};
use crate::table::handle::Table;
use crate::text::{Lang, say, seat_name};

/// An act that somebody else feels.
pub(super) struct Forced {
    name: &'static str,
    /// Whom it is done to.
    whom: Option<UserId>,
    seat: Option<Seat>,
    /// Who comes instead.
    by: Option<UserId>,
}

impl Forced {
    /// What a command forces; `None` where it concerns only who asks. To be asked before it is carried out, while the
    /// seats are as they were.
    pub(super) fn of(command: &Command, table: &Table) -> Option<Forced> {
        let info = &table.snapshot().info;
        let on_seat = |seat: Seat| info.seats[seat].as_ref().and_then(|taken| taken.player.user());
        Some(match command {
            Command::Kick { player } => {
                Forced { name: "kick", whom: Some(*player), seat: info.seat_of(*player), by: None }
            }
            Command::Replace { seat, by } => {
                Forced { name: "replace", whom: on_seat(*seat), seat: Some(*seat), by: by.user() }
            }
            Command::MakeHost { player } => {
                Forced { name: "host", whom: Some(*player), seat: info.seat_of(*player), by: None }
            }
            Command::End => Forced { name: "end", whom: None, seat: None, by: None },
            _ => return None,
        })
    }

    fn line(&self, lang: Lang, actor: UserId, done: Done) -> String {
        let person = |user: Option<UserId>| user.map(|user| format!("<@{}>", user.0)).unwrap_or_default();
        let seat = self.seat.map(|seat| seat_name(lang, seat)).unwrap_or_default();
        let key = match (done, self.by) {
            (Done::Kicked, _) => "audit-kicked",
            (Done::Replaced { .. }, None) => "audit-program",
            (Done::Replaced { .. }, Some(_)) => "audit-replaced",
            (Done::Promised { .. }, _) => "audit-promised",
            (Done::HostMade, _) => "audit-host",
            _ => "audit-ended",
        };
        let values = [
            ("actor", person(Some(actor)).into()),
            ("player", person(self.whom).into()),
            ("seat", seat.into()),
            ("by", person(self.by).into()),
        ];
        say(lang, key, &values)
    }
}

/// Writes the act down and tells the channel, beside everything else; nobody is notified by it.
pub(super) fn note(app: &Arc<App>, incoming: &Incoming, table: &Table, done: Done, forced: Forced) {
    let info = &table.snapshot().info;
    let Forced { name, whom, .. } = forced;
    let (actor, guild, channel) = (incoming.user.0, info.place.guild, info.place.channel);
    tracing::info!(
        table = %table.id(), act = name, actor, whom = whom.map(|user| user.0), guild, channel, "forced act"
    );
    let message = Message::text(forced.line(table_lang(info), incoming.user, done));
    let (rest, id, nonce) = (Arc::clone(&app.rest), table.id(), incoming.id.to_string());
    app.tasks.spawn(async move {
        let slot = rest.slot(Route::Post { channel }).await;
        if let Err(error) = rest.post(channel, &nonce, &message, None, slot).await {
            tracing::info!(table = %id, %error, "a forced act is not told in the channel");
        }
    });
}

/// The player that an option names, or why they can't have a seat.
pub(super) fn newcomer(incoming: &Incoming, call: &super::incoming::Call) -> Result<Player, String> {
    let Some(user) = call.user("by") else { return Ok(Player::Program) };
    match call.people.get(&user) {
        Some(person) if person.is_bot => Err(say(incoming.lang, "replace-bot", &[])),
        Some(person) if person.is_member => Ok(Player::Person { user, name: person.name.clone() }),
        _ => Err(say(incoming.lang, "replace-stranger", &[])),
    }
}
