//! The handle of a table: cheap to clone, talks to the actor that owns the state.

use std::sync::Arc;

use tokio::sync::{mpsc, oneshot, watch};

use super::command::{Done, Refusal, Request};
use super::reach::Reach;
use super::view::{Snapshot, TablePhase};
use crate::store::event::TableId;

/// A request on its way to the actor.
pub(super) struct Message {
    pub(super) request: Request,
    pub(super) reply: oneshot::Sender<Result<Done, Refusal>>,
}

/// A table, as others hold it.
#[derive(Clone)]
pub struct Table {
    id: TableId,
    inbox: mpsc::Sender<Message>,
    newest: watch::Receiver<Arc<Snapshot>>,
    reach: watch::Sender<Reach>,
}

impl Table {
    pub(super) fn new(
        id: TableId,
        inbox: mpsc::Sender<Message>,
        newest: watch::Receiver<Arc<Snapshot>>,
        reach: watch::Sender<Reach>,
    ) -> Table {
        Table { id, inbox, newest, reach }
    }

    /// Tells the table whether it can be shown where it stands. Never waits.
    pub fn set_reach(&self, reach: Reach) {
        self.reach.send_if_modified(|old| std::mem::replace(old, reach) != reach);
    }

    /// Which table.
    pub fn id(&self) -> TableId {
        self.id
    }

    /// Asks the table and waits until the result is durable.
    ///
    /// # Errors
    /// [`Refusal`]; the table is unchanged. [`Refusal::Closed`] also when the actor has ended.
    pub async fn ask(&self, request: Request) -> Result<Done, Refusal> {
        let (reply, answer) = oneshot::channel();
        if self.inbox.send(Message { request, reply }).await.is_err() {
            let goes_on = self.snapshot().info.restarting;
            return Err(if goes_on { Refusal::Paused } else { Refusal::Closed });
        }
        // Without an answer the table has just closed, or the request met a fault.
        answer.await.unwrap_or_else(|_| match self.snapshot().info.phase {
            TablePhase::Closed { .. } => Err(Refusal::Closed),
            _ => Err(Refusal::Paused),
        })
    }

    /// What the table publishes; only the newest snapshot counts.
    pub fn watch(&self) -> watch::Receiver<Arc<Snapshot>> {
        self.newest.clone()
    }

    /// The newest snapshot.
    pub fn snapshot(&self) -> Arc<Snapshot> {
        self.newest.borrow().clone()
    }
}
