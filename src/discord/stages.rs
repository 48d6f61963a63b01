//! The stages of all tables that are shown on Discord, and the way to them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{mpsc, watch};
use tokio_util::task::TaskTracker;

use super::door::Door;
use super::stage::Stage;
use super::surface::Studio;
use super::views::hand::Pane;
use crate::store::event::{TableId, UserId};
use crate::table::view::Snapshot;
use crate::text::Lang;

/// A player's interaction that wants to see the own hand.
pub struct Knock {
    /// Whose.
    pub user: UserId,
    /// In which language.
    pub lang: Lang,
    /// The interaction's token.
    pub door: Door,
    /// The interaction's id: its own answer stands above every message with a greater one.
    pub interaction: u64,
    /// The private message that was clicked; `None` where the interaction's own answer becomes the hand.
    pub clicked: Option<u64>,
    /// Which choices to open.
    pub pane: Pane,
    /// One sentence on what was asked for.
    pub notice: Option<String>,
}

/// Knocks that may wait for a table.
const INBOX: usize = 64;

/// The running stages.
#[derive(Default)]
pub struct Stages {
    inboxes: Mutex<HashMap<TableId, mpsc::Sender<Knock>>>,
}

impl Stages {
    /// Starts the stage of a table unless it runs.
    pub fn ensure(
        self: &Arc<Stages>,
        studio: &Arc<Studio>,
        tasks: &TaskTracker,
        table: TableId,
        snapshots: watch::Receiver<Arc<Snapshot>>,
    ) {
        let mut inboxes = self.inboxes.lock().unwrap_or_else(PoisonError::into_inner);
        if inboxes.get(&table).is_some_and(|inbox| !inbox.is_closed()) {
            return;
        }
        let (inbox, knocks) = mpsc::channel(INBOX);
        inboxes.insert(table, inbox);
        let (stages, stage) = (Arc::clone(self), Stage::new(Arc::clone(studio), table, snapshots));
        tasks.spawn(async move {
            stage.run(knocks).await;
            let mut inboxes = stages.inboxes.lock().unwrap_or_else(PoisonError::into_inner);
            if inboxes.get(&table).is_some_and(mpsc::Sender::is_closed) {
                inboxes.remove(&table); // unless another stage has begun meanwhile
            }
        });
    }

    /// Hands a knock to its table; gives it back when the table is shown no more.
    pub async fn knock(&self, table: TableId, knock: Knock) -> Result<(), Knock> {
        let inbox = self.inboxes.lock().unwrap_or_else(PoisonError::into_inner).get(&table).cloned();
        match inbox {
            Some(inbox) => inbox.send(knock).await.map_err(|refused| refused.0),
            None => Err(knock),
        }
    }
}
