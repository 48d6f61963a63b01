//! Slash commands: registration, completions and what each does.

mod charts;
pub(super) mod look;
pub(super) mod past;
pub(super) mod play;
pub mod registration;
pub(super) mod table;

use std::sync::Arc;

use super::app::{App, own_offers};
use super::incoming::{Call, Incoming};
use super::model::Choice;
use crate::store::event::UserId;
use crate::table::command::Command;
use crate::table::handle::Table;
use crate::table::view::TablePhase;
use crate::text::say;

/// Runs a command.
pub(super) async fn run(app: &Arc<App>, incoming: &Incoming, call: &Call) {
    let words: Vec<&str> = call.path.split(' ').collect();
    match words[..] {
        ["table", "new"] => table::new(app, incoming, call).await,
        ["table", name] => table::existing(app, incoming, call, name).await,
        ["leaderboard"] => look::leaderboard(app, incoming, call).await,
        ["stats"] => look::stats(app, incoming, call).await,
        ["rules"] => look::rules(app, incoming, call).await,
        ["history"] => past::history(app, incoming, call).await,
        ["replay"] => past::replay(app, incoming, call).await,
        ["verify"] => past::verify(app, incoming, call).await,
        ["settings"] => super::personal::begin(app, incoming).await,
        ["admin"] => super::server::begin(app, incoming).await,
        ["help"] => look::help(app, incoming).await,
        ["tutorial"] => super::tutorial::begin(app, incoming).await,
        [name] => play::run(app, incoming, call, name).await,
        _ => app.tell(incoming, say(incoming.lang, "command-unknown", &[])).await,
    }
}

/// Completions of an option that is being typed: from what the person may do now.
pub(super) fn complete(app: &App, incoming: &Incoming, call: &Call) -> Vec<Choice> {
    if call.path == "table new" {
        return table::complete_preset(app, incoming.lang, call);
    }
    if call.path == "table end" {
        return table::complete_table(app, incoming, call);
    }
    let Ok(table) = find_table(app, incoming) else { return Vec::new() };
    let offers = own_offers(&table.snapshot(), incoming.user);
    play::completions(incoming.lang, &offers, call)
}

/// Why a command has no table to work on.
enum NoTable {
    /// None here, and the person sits at none.
    Nowhere,
    /// The person sits at several, none of them here.
    Several(Vec<u64>),
}

/// The person whose hands are looked at. Outside of servers nobody looks at another's.
fn person_meant(incoming: &Incoming, call: &Call) -> UserId {
    call.user("player").filter(|_| incoming.guild.is_some()).unwrap_or(incoming.user)
}

/// This channel's table, else the person's only one.
fn find_table(app: &App, incoming: &Incoming) -> Result<Table, NoTable> {
    if let Some(table) = app.registry.at(incoming.channel) {
        return Ok(table);
    }
    let own: Vec<Table> = app
        .registry
        .of_user(incoming.user)
        .into_iter()
        .filter(|table| !matches!(table.snapshot().info.phase, TablePhase::Closed { .. }))
        .collect();
    match &own[..] {
        [] => Err(NoTable::Nowhere),
        [table] => Ok(table.clone()),
        several => {
            Err(NoTable::Several(several.iter().map(|table| table.snapshot().info.place.channel).collect()))
        }
    }
}

/// The table a command means, or an answer that says which there are.
async fn table_or_tell(app: &Arc<App>, incoming: &Incoming) -> Option<Table> {
    match find_table(app, incoming) {
        Ok(table) => Some(table),
        Err(NoTable::Nowhere) => {
            app.tell(incoming, say(incoming.lang, "no-table-here", &[])).await;
            None
        }
        Err(NoTable::Several(channels)) => {
            let channels: Vec<String> = channels.iter().map(|channel| format!("<#{channel}>")).collect();
            let text = say(incoming.lang, "several-tables", &[("channels", channels.join(" ").into())]);
            app.tell(incoming, text).await;
            None
        }
    }
}

/// Asks the table that the command means, and shows the hand with what came of it.
async fn ask(app: &Arc<App>, incoming: &Incoming, command: Command) {
    if let Some(table) = table_or_tell(app, incoming).await {
        super::clicks::ask_and_show(app, incoming, &table, command).await;
    }
}
