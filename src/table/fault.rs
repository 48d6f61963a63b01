//! A table that has met too many faults: it plays no more, says so, and can be ended.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::actor::Actor;
use super::command::{Command, Done, Refusal, Request};
use super::state::Stage;
use super::system::unix_now;
use crate::store::event::{MatchEnd, PauseReason, Seq, TableEvent};

impl Actor {
    /// Answers "paused" to everything but the end, until the program stops; the log is intact.
    pub(super) async fn stay_paused(&mut self) {
        self.state.stage = Stage::Paused(PauseReason::Fault);
        self.publish_if_possible();
        loop {
            tokio::select! {
                () = self.stop.cancelled() => return,
                message = self.inbox.recv() => {
                    let Some(message) = message else { return };
                    let answer = match message.request.command {
                        Command::End => self.end_faulted(&message.request).await,
                        _ => Err(Refusal::Paused),
                    };
                    let is_over = answer.is_ok();
                    let _ = message.reply.send(answer);
                    if is_over {
                        return;
                    }
                }
            }
        }
    }

    /// Closes the log where it stands. The state may be what is at fault, so only the log's length is asked.
    async fn end_faulted(&mut self, request: &Request) -> Result<Done, Refusal> {
        self.state.need_host(request)?;
        let rows = self.ledger.load(self.state.id).await.map_err(|_| Refusal::Paused)?;
        let next = Seq(rows.len() as u64);
        let end = TableEvent::Closed { end: MatchEnd::Ended };
        let events = vec![TableEvent::HandVoided, end];
        self.ledger.append(self.state.id, next, events, unix_now()).await.map_err(|_| Refusal::Paused)?;
        self.state.hand = None;
        self.state.stage = Stage::Closed(MatchEnd::Ended);
        self.publish_if_possible();
        Ok(Done::Ended)
    }

    /// What can't be shown stays as it was.
    fn publish_if_possible(&self) {
        if catch_unwind(AssertUnwindSafe(|| self.publish())).is_err() {
            tracing::error!(table = %self.state.id, "a table that met too many faults can't be shown");
        }
    }
}
