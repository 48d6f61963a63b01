//! The stages of all tables that are shown on Discord, and the way to them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{mpsc, watch};
use tokio_util::task::TaskTracker;

use super::door::Door;
use super::stage::Stage;
use super::surface::Studio;
use super::views::hand::Pane;
use crate::store::event::{PauseReason, TableId, UserId};
use crate::store::preferences::PersonChoices;
use crate::table::handle::Table;
use crate::table::view::Snapshot;
use crate::text::Lang;

/// A player's interaction that wants to see the own hand.
pub struct Knock {
    /// Whose.
    pub user: UserId,
    /// In which language.
    pub lang: Lang,
    /// What the player chose once and for all.
    pub choices: PersonChoices,
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

/// What a stage is told.
pub(super) enum Word {
    /// A player wants to see the own hand.
    Knock(Box<Knock>),
    /// The gateway says that the table's place is gone.
    Blocked(PauseReason),
    /// The place may be open again.
    Look,
    /// Somebody asks after the table in its channel: its message may have been deleted.
    Sought,
    /// A player chose something else, in this language.
    Chose(UserId, Lang, PersonChoices),
}

/// Words that may wait for a table.
const INBOX: usize = 64;

/// The running stages.
#[derive(Default)]
pub struct Stages {
    inboxes: Mutex<HashMap<TableId, mpsc::Sender<Word>>>,
}

impl Stages {
    /// Starts the stage of a table unless it runs. `live` is told whether it can be shown.
    pub fn ensure(
        self: &Arc<Stages>,
        studio: &Arc<Studio>,
        tasks: &TaskTracker,
        table: TableId,
        snapshots: watch::Receiver<Arc<Snapshot>>,
        live: Option<Table>,
    ) {
        let mut inboxes = self.inboxes.lock().unwrap_or_else(PoisonError::into_inner);
        if inboxes.get(&table).is_some_and(|inbox| !inbox.is_closed()) {
            return;
        }
        let (inbox, words) = mpsc::channel(INBOX);
        inboxes.insert(table, inbox);
        let (stages, stage) = (Arc::clone(self), Stage::new(Arc::clone(studio), table, snapshots, live));
        tasks.spawn(async move {
            stage.run(words).await;
            let mut inboxes = stages.inboxes.lock().unwrap_or_else(PoisonError::into_inner);
            if inboxes.get(&table).is_some_and(mpsc::Sender::is_closed) {
                inboxes.remove(&table); // unless another stage has begun meanwhile
            }
        });
    }

    /// Hands a knock to its table; gives it back when the table is shown no more.
    pub async fn knock(&self, table: TableId, knock: Knock) -> Result<(), Knock> {
        let Some(inbox) = self.inbox(table) else { return Err(knock) };
        match inbox.send(Word::Knock(Box::new(knock))).await {
            Err(mpsc::error::SendError(Word::Knock(knock))) => Err(*knock),
            _ => Ok(()),
        }
    }

    /// Tells a table what is known of its place; nobody listens where it is shown no more.
    pub(super) async fn tell(&self, table: TableId, word: Word) {
        if let Some(inbox) = self.inbox(table) {
            let _ = inbox.send(word).await;
        }
    }

    fn inbox(&self, table: TableId) -> Option<mpsc::Sender<Word>> {
        self.inboxes.lock().unwrap_or_else(PoisonError::into_inner).get(&table).cloned()
    }
}
