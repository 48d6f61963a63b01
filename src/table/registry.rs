//! All live tables by id and by channel: the only concurrent map. A look-up returns a clone, never a guard.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

use dashmap::DashMap;
use dashmap::mapref::entry::Entry;
use futures_util::{StreamExt, stream};
use tokio::runtime::Handle;
use tokio::sync::{mpsc, watch};
use tokio::task::spawn_blocking;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::actor::Actor;
use super::bank::Bank;
use super::finished::{finished_hand, settlements};
use super::handle::Table;
use super::reach::Reach;
use super::recent::Recent;
use super::state::TableState;
use super::system::{fresh_secret, unix_now};
use super::timer::Timer;
use super::view::{Snapshot, TableInfo};
use crate::bot::Program;
use crate::game::score::Settlement;
use crate::game::seat::Seat;
use crate::game::variants;
use crate::store::event::{Place, Player, Settings, TableEvent, TableId, UserId};
use crate::store::hand_log::HandLog;
use crate::store::ledger::{Gist, Ledger, LedgerError, Logged, TABLES_A_QUESTION};

/// Requests that may wait in a table's inbox.
const INBOX_SIZE: usize = 256;

/// Questions for logs that are open at once after a start: enough for every reading connection.
const QUESTIONS_AT_ONCE: usize = 4;
/// Logs that are played again at once after a start: enough for every core.
const FOLDS_AT_ONCE: usize = 16;

/// A table to be opened.
#[derive(Clone, Debug)]
pub struct NewTable {
    /// Where.
    pub place: Place,
    /// Who opens it and takes the first seat.
    pub host: UserId,
    /// The host's display name.
    pub host_name: String,
    /// The choices made.
    pub settings: Settings,
}

/// Why no table was opened. Nothing was stored.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// One live table a channel or thread.
    #[error("there is a table in this channel already")]
    ChannelBusy {
        /// The live table; `None` while it is just being opened.
        table: Option<TableId>,
    },
    /// The game cannot be played yet.
    #[error("this game cannot be played yet")]
    NotPlayable,
    /// The store did not take it.
    #[error(transparent)]
    Store(#[from] LedgerError),
    /// The operating system gave no randomness.
    #[error("the operating system gave no randomness")]
    NoRandomness,
}

/// All live tables. Cheap to clone.
#[derive(Clone)]
pub struct Registry(Arc<Inner>);

struct Inner {
    ledger: Arc<dyn Ledger>,
    tables: DashMap<TableId, Table>,
    /// `None` while a table is being opened there.
    by_channel: DashMap<u64, Option<TableId>>,
    subscribers: Mutex<Vec<mpsc::UnboundedSender<Table>>>,
    tracker: TaskTracker,
    stop: CancellationToken,
}

/// A channel in which a table is being opened: free again however the opening ends, unless a table came of it.
struct Reserved<'a> {
    registry: &'a Registry,
    channel: Option<u64>,
}

impl Reserved<'_> {
    /// The table has the channel from here on.
    fn hand_over(mut self) {
        self.channel = None;
    }
}

impl Drop for Reserved<'_> {
    fn drop(&mut self) {
        if let Some(channel) = self.channel {
            self.registry.0.by_channel.remove(&channel);
        }
    }
}

impl Registry {
    /// A registry without tables, on this ledger, whose tables end with `stop`.
    pub fn new(ledger: Arc<dyn Ledger>, stop: CancellationToken) -> Registry {
        Registry(Arc::new(Inner {
            ledger,
            tables: DashMap::new(),
            by_channel: DashMap::new(),
            subscribers: Mutex::new(Vec::new()),
            tracker: TaskTracker::new(),
            stop,
        }))
    }

    /// Opens a table, with the host on the first seat and the first hand's secret drawn.
    ///
    /// # Errors
    /// [`OpenError`]; nothing was stored, or only a table without a host, which closes by itself.
    pub async fn open(&self, new: NewTable) -> Result<Table, OpenError> {
        let playable = variants::rules(new.settings.variant, new.settings.options.clone()).is_some();
        if !playable {
            return Err(OpenError::NotPlayable);
        }
        let channel = new.place.channel;
        let reserved = self.reserve(channel)?;
        let state = self.store_new(new).await?;
        reserved.hand_over();
        Ok(self.spawn(state))
    }

    fn reserve(&self, channel: u64) -> Result<Reserved<'_>, OpenError> {
        match self.0.by_channel.entry(channel) {
            Entry::Occupied(entry) => Err(OpenError::ChannelBusy { table: *entry.get() }),
            Entry::Vacant(entry) => {
                entry.insert(None);
                Ok(Reserved { registry: self, channel: Some(channel) })
            }
        }
    }

    async fn store_new(&self, new: NewTable) -> Result<TableState, OpenError> {
        let secret = fresh_secret().map_err(|_| OpenError::NoRandomness)?;
        let opening = TableEvent::Opened { place: new.place, host: new.host, settings: new.settings };
        let (id, seq) = self.0.ledger.open(opening.clone(), unix_now()).await?;
        let player = Player::Person { user: new.host, name: new.host_name };
        let events = vec![
            TableEvent::SecretDrawn { hand_no: 1, secret },
            TableEvent::SeatTaken { seat: Seat::East, player },
        ];
        self.0.ledger.append(id, seq, events.clone(), unix_now()).await?;
        let log = std::iter::once(&opening).chain(&events);
        TableState::fold(id, log).map_err(|_| OpenError::NotPlayable)
    }

    /// Brings back every unfinished table. One unreadable log stops one table, never the others.
    ///
    /// # Errors
    /// [`LedgerError`] when the list of tables itself cannot be read.
    pub async fn resume(&self) -> Result<usize, LedgerError> {
        let mut n_resumed = 0;
        let unfinished = self.0.ledger.unfinished().await?;
        let asked: Vec<_> = unfinished.chunks(TABLES_A_QUESTION).map(<[TableId]>::to_vec).collect();
        let questions = asked.into_iter().map(|tables| self.read_apart(tables));
        let gists = stream::iter(questions).buffered(QUESTIONS_AT_ONCE).flat_map(stream::iter);
        let folds = gists.map(|(id, gist)| {
            // A task each: all cores take part, and a log at which the program fails takes no other along.
            let folded =
                self.0.tracker.spawn(async move { gist.map(|gist| TableState::fold_gist(id, &gist).ok()) });
            async move { (id, folded.await) }
        });
        let mut folds = folds.buffered(FOLDS_AT_ONCE);
        while let Some((id, folded)) = folds.next().await {
            match folded {
                Ok(Ok(Some(state))) => {
                    self.0.by_channel.insert(state.place.channel, None);
                    self.spawn(state);
                    n_resumed += 1;
                }
                Ok(Ok(None)) => {
                    tracing::error!(table = %id, "this table's log cannot be played; it stays as it is")
                }
                Ok(Err(error)) => {
                    tracing::error!(table = %id, %error, "this table cannot be read; it stays as it is")
                }
                Err(error) => {
                    tracing::error!(table = %id, %error, "this table cannot be brought back; it stays as it is")
                }
            }
        }
        Ok(n_resumed)
    }

    /// The log of a hand that has ended, of any table there ever was; `None` where there is none.
    ///
    /// # Errors
    /// What the ledger says.
    pub async fn finished_hand(&self, id: TableId, hand_no: u32) -> Result<Option<HandLog>, LedgerError> {
        self.read_log(id, move |log| finished_hand(id, log.iter().map(|(_, _, event)| event), hand_no)).await
    }

    /// How these hands of a table ended, as far as they did. The log is read once.
    ///
    /// # Errors
    /// What the ledger says.
    pub async fn settlements(
        &self,
        id: TableId,
        hands: BTreeSet<u32>,
    ) -> Result<Vec<Settlement>, LedgerError> {
        self.read_log(id, move |log| settlements(log.into_iter().map(|(_, _, event)| event), &hands)).await
    }

    /// Reads the whole log of a table and what follows from it: off the async threads, as a hand that is played again takes
    /// milliseconds of a core.
    async fn read_log<T: Send + 'static>(
        &self,
        id: TableId,
        read: impl FnOnce(Vec<Logged>) -> T + Send + 'static,
    ) -> Result<T, LedgerError> {
        let (ledger, runtime) = (Arc::clone(&self.0.ledger), Handle::current());
        let read = spawn_blocking(move || Ok(read(runtime.block_on(ledger.load(id))?)));
        read.await.unwrap_or_else(|fault| Err(LedgerError::Unavailable { detail: fault.to_string() }))
    }

    /// Reads logs in a task of its own, so that all cores take part.
    async fn read_apart(&self, tables: Vec<TableId>) -> Vec<Gist> {
        let (ledger, asked) = (Arc::clone(&self.0.ledger), tables.clone());
        let read = self.0.tracker.spawn(async move { ledger.gists(asked).await }).await;
        read.unwrap_or_else(|fault| {
            let failed = LedgerError::Unavailable { detail: fault.to_string() };
            tables.into_iter().map(|table| (table, Err(failed.clone()))).collect()
        })
    }

    fn spawn(&self, state: TableState) -> Table {
        let (id, channel) = (state.id, state.place.channel);
        let (sender, inbox) = mpsc::channel(INBOX_SIZE);
        let timer = Timer::unset(state.stage);
        let (newest, watcher) = watch::channel(Arc::new(state.snapshot(&timer)));
        let (told, reach) = watch::channel(Reach::default());
        let table = Table::new(id, sender, watcher, told);
        self.0.tables.insert(id, table.clone());
        self.0.by_channel.insert(channel, Some(id));
        let actor = Actor {
            timer,
            bank: Bank::empty(),
            program: Program::new(state.settings.level, state.rules.needs()),
            state,
            ledger: self.0.ledger.clone(),
            inbox,
            newest,
            reach,
            stop: self.0.stop.child_token(),
            recent: Recent::default(),
            doubtful: false,
            fenced: false,
            rests_until: Instant::now(),
            refused: Vec::new(),
            waits_for_store: false,
        };
        let registry = self.clone();
        self.0.tracker.spawn(async move {
            actor.run_guarded().await;
            registry.forget(id, channel);
        });
        self.announce(&table);
        table
    }

    fn announce(&self, table: &Table) {
        let mut subscribers = self.0.subscribers.lock().unwrap_or_else(PoisonError::into_inner);
        subscribers.retain(|subscriber| subscriber.send(table.clone()).is_ok());
    }

    fn forget(&self, id: TableId, channel: u64) {
        self.0.tables.remove(&id);
        self.0.by_channel.remove_if(&channel, |_, table| *table == Some(id));
    }

    /// The tables that are live now, and each one that is opened or resumed from now on.
    pub fn subscribe(&self) -> mpsc::UnboundedReceiver<Table> {
        let (sender, receiver) = mpsc::unbounded_channel();
        let mut subscribers = self.0.subscribers.lock().unwrap_or_else(PoisonError::into_inner);
        for table in self.0.tables.iter() {
            let _ = sender.send(table.value().clone());
        }
        subscribers.push(sender);
        receiver
    }

    /// A live table.
    pub fn get(&self, id: TableId) -> Option<Table> {
        self.0.tables.get(&id).map(|table| table.value().clone())
    }

    /// The live table of a channel or thread.
    pub fn at(&self, channel: u64) -> Option<Table> {
        let id = *self.0.by_channel.get(&channel)?.value();
        self.get(id?)
    }

    /// The live tables of a server.
    pub fn in_guild(&self, guild: u64) -> Vec<Table> {
        let tables = self.0.tables.iter().map(|table| table.value().clone());
        tables.filter(|table| table.snapshot().info.place.guild == Some(guild)).collect()
    }

    /// The live tables at which a user has a seat.
    pub fn of_user(&self, user: UserId) -> Vec<Table> {
        let tables = self.0.tables.iter().map(|table| table.value().clone());
        tables.filter(|table| table.snapshot().info.seat_of(user).is_some()).collect()
    }

    /// The facts of any table, also of a closed one, from its log.
    ///
    /// # Errors
    /// [`LedgerError`] when the log cannot be read.
    pub async fn look_up(&self, id: TableId) -> Result<Option<TableInfo>, LedgerError> {
        if let Some(table) = self.get(id) {
            return Ok(Some(table.snapshot().info.clone()));
        }
        Ok(self.last_snapshot(id).await?.map(|snapshot| snapshot.info))
    }

    /// A table as its log leaves it, without a clock: for tables that have ended.
    ///
    /// # Errors
    /// [`LedgerError`] when the log cannot be read.
    pub async fn last_snapshot(&self, id: TableId) -> Result<Option<Snapshot>, LedgerError> {
        let last = move |log: Vec<Logged>| {
            TableState::fold(id, log.iter().map(|(_, _, event)| event))
                .ok()
                .map(|state| state.last_snapshot())
        };
        self.read_log(id, last).await
    }

    /// How many tables are live.
    pub fn len(&self) -> usize {
        self.0.tables.len()
    }

    /// True without live tables.
    pub fn is_empty(&self) -> bool {
        self.0.tables.is_empty()
    }

    /// Ends all tables, each with a last snapshot that says so.
    pub async fn stop(&self) {
        self.0.stop.cancel();
        self.stopped().await;
    }

    /// Waits until all tables have ended; they end when the stop token is cancelled.
    pub async fn stopped(&self) {
        self.0.tracker.close();
        self.0.tracker.wait().await;
    }
}
