//! What the gateway says of channels, threads and servers, passed on to the tables that stand there.

use std::sync::Arc;

use super::app::App;
use super::stages::Word;
use crate::store::event::PauseReason;
use crate::table::handle::Table;

/// A channel or thread is gone, or a thread was archived.
pub(super) async fn closed(app: &Arc<App>, channel: u64, reason: PauseReason) {
    if let Some(table) = app.registry.at(channel) {
        app.stages.tell(table.id(), Word::Blocked(reason)).await;
    }
}

/// The bot was removed from a server.
pub(super) async fn left(app: &Arc<App>, guild: u64) {
    for table in app.registry.in_guild(guild) {
        app.stages.tell(table.id(), Word::Blocked(PauseReason::BotRemoved)).await;
    }
}

/// Something about what the bot may do in a server has changed: a channel, a thread, a role, the bot's own membership.
pub(super) async fn changed(app: &Arc<App>, guild: u64) {
    for table in app.registry.in_guild(guild) {
        look_again(app, &table).await;
    }
}

/// Somebody asks after the table of this channel, if there is one: a message that a moderator has deleted is posted again, as
/// the gateway does not tell of it.
pub(super) async fn sought(app: &Arc<App>, channel: u64) {
    if let Some(table) = app.registry.at(channel) {
        app.stages.tell(table.id(), Word::Sought).await;
    }
}

/// The table may be shown again. Nothing happens where it is shown.
pub(super) async fn look_again(app: &Arc<App>, table: &Table) {
    app.stages.tell(table.id(), Word::Look).await;
}
