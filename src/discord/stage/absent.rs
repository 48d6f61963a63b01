//! Players who have left the server: noticed when they are late, as no privileged intent tells. Their seat goes to the
//! program at once, and the host may give it to somebody else.

use std::sync::Arc;

use tokio::time::Instant;

use super::Stage;
use crate::discord::late::Waited;
use crate::table::command::{Command, Request};
use crate::table::view::Snapshot;

impl Stage {
    /// Asks Discord after the person who is late, beside everything else.
    pub(super) fn look_for(&self, waited: Waited, snapshot: &Snapshot) {
        let (Some(table), Some(guild)) = (self.live.clone(), snapshot.info.place.guild) else { return };
        let rest = Arc::clone(&self.studio.rest);
        self.studio.spawn(async move {
            match rest.is_member(guild, waited.user().0).await {
                Ok(true) => {}
                Ok(false) => {
                    tracing::info!(table = %table.id(), user = waited.user().0, "a player has left the server");
                    let leave = Request {
                        who: waited.user(),
                        name: String::new(),
                        // No id of Discord's is as small as the number of a prompt.
                        interaction: waited.prompt.0 << 3,
                        received_at: Instant::now(),
                        moderator: false,
                        command: Command::Leave,
                    };
                    if let Err(refusal) = table.ask(leave).await {
                        tracing::info!(table = %table.id(), %refusal, "the seat of a player who left stays");
                    }
                }
                Err(error) => tracing::info!(table = %table.id(), %error, "a late player is not looked for"),
            }
        });
    }
}
