//! The one task that writes. Requests that wait together share a transaction (group commit): one fsync for all, and
//! each still gets its own result.

use tokio::sync::{mpsc, oneshot};
use tokio_util::sync::CancellationToken;

use super::apply::apply;
use super::connection::{Connection, Source};
use crate::game::event::Event;
use crate::store::event::{Seq, TableEvent, TableId, UnixMs, UserId};
use crate::store::ledger::LedgerError;
use crate::store::record::EventRecord;
use crate::store::surfaces::SurfaceRow;

/// Requests that may wait; more of them wait at the sender.
const INBOX_CAPACITY: usize = 1024;
/// Requests that share a transaction.
const MOST_IN_A_COMMIT: usize = 256;

/// Something to write. Each yields one number.
pub(super) enum Write {
    /// A new table; yields its id.
    Open { row: NewRow },
    /// More facts of a table; yields the next sequence number.
    Append { table: TableId, expected: Seq, rows: Vec<NewRow> },
    /// The same, taken back before the commit; yields what the append would.
    Rehearse { table: TableId, expected: Seq, rows: Vec<NewRow> },
    /// Projections anew; yields the number of finished hands.
    Rebuild,
    /// A surface; yields 1.
    UpsertSurface { row: SurfaceRow },
    /// A surface less; yields how many there were.
    DeleteSurface { table: TableId, key: String },
    /// Tokens issued before this moment; yields how many there were.
    ForgetOldTokens { before: UnixMs },
    /// Surfaces of these tables, which have ended; yields how many there were.
    ForgetEnded { tables: Vec<TableId> },
    /// A person's choices; yields 1.
    SetPersonChoices { user: UserId, record: String },
    /// A server's choices; yields 1.
    SetServerChoices { guild: u64, record: String },
}

/// What a fact means beyond its row.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Effect {
    /// Nothing.
    None,
    /// A hand was settled: it enters the projections.
    Settles,
    /// The table is finished.
    Closes,
}

/// A fact on its way into the log.
pub(super) struct NewRow {
    pub(super) at: UnixMs,
    pub(super) name: String,
    pub(super) record: EventRecord,
    pub(super) effect: Effect,
}

impl NewRow {
    pub(super) fn new(event: &TableEvent, record: EventRecord, at: UnixMs) -> NewRow {
        let effect = match event {
            TableEvent::Played(Event::Settled(_)) => Effect::Settles,
            TableEvent::Closed { .. } => Effect::Closes,
            _ => Effect::None,
        };
        NewRow { at, name: event.name(), record, effect }
    }
}

/// A write and who waits for it.
pub(super) struct Request {
    write: Write,
    reply: oneshot::Sender<Result<u64, LedgerError>>,
}

/// Where writes are asked for. The writer ends when the last handle is gone.
pub(super) struct WriterHandle {
    requests: mpsc::Sender<Request>,
}

/// A handle, and the inbox for its writer.
pub(super) fn channel() -> (WriterHandle, mpsc::Receiver<Request>) {
    let (requests, inbox) = mpsc::channel(INBOX_CAPACITY);
    (WriterHandle { requests }, inbox)
}

impl WriterHandle {
    /// Asks and waits until it is durable.
    pub(super) async fn write(&self, write: Write) -> Result<u64, LedgerError> {
        let (reply, answer) = oneshot::channel();
        self.requests.send(Request { write, reply }).await.map_err(|_| LedgerError::Closed)?;
        answer
            .await
            .unwrap_or_else(|_| Err(LedgerError::Unavailable { detail: "the writer has stopped".into() }))
    }
}

/// The writing side.
pub(super) struct Writer {
    source: Box<dyn Source>,
    /// Absent after a fault, whose transaction may be in an unknown state; the next write connects anew.
    connection: Option<Box<dyn Connection>>,
    /// Nothing was committed since no space was found: all tables that wait ask again each second, and one line tells it.
    is_full: bool,
    /// No space was found, and nobody has seen yet that there is some for what was refused.
    lacks_room: bool,
    inbox: mpsc::Receiver<Request>,
    stop: CancellationToken,
}

/// How much of a transaction an error takes back.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Guard {
    /// All of it. Two statements fewer a request, each of which is a round trip to a server.
    Whole,
    /// The request that met it: none takes back anything of the others.
    Each,
}

/// What the writer wakes up for.
enum Next {
    Write(Request),
    Heartbeat,
    Stop,
}

impl Writer {
    pub(super) fn new(
        source: Box<dyn Source>,
        connection: Box<dyn Connection>,
        inbox: mpsc::Receiver<Request>,
        stop: CancellationToken,
    ) -> Writer {
        Writer { source, connection: Some(connection), is_full: false, lacks_room: false, inbox, stop }
    }

    /// Writes until the handles are gone or the store is closed; what was asked before that is still written.
    pub(super) async fn run(mut self) {
        loop {
            match self.next().await {
                Next::Write(first) => self.write(first).await,
                Next::Heartbeat => self.feel_pulse().await,
                Next::Stop => break,
            }
        }
        if let Some(connection) = self.connection.take()
            && let Err(error) = connection.close().await
        {
            tracing::warn!(%error, "the database was not closed cleanly; nothing is lost");
        }
        // Only now others may have the database: its source goes last.
    }

    async fn write(&mut self, first: Request) {
        let mut batch = vec![first];
        while batch.len() < MOST_IN_A_COMMIT
            && let Ok(next) = self.inbox.try_recv()
        {
            batch.push(next);
        }
        let mut results = self.commit(&batch).await;
        self.require_room(&batch, &mut results).await;
        for (request, result) in batch.into_iter().zip(results) {
            let _ = request.reply.send(result); // who asked may have gone away
        }
    }

    /// After a full disk a rehearsal succeeds only where what it tried would find room once it is committed.
    async fn require_room(&mut self, batch: &[Request], results: &mut [Result<u64, LedgerError>]) {
        let rehearsed = batch.iter().zip(results).filter_map(|(request, result)| match &request.write {
            Write::Rehearse { rows, .. } if result.is_ok() => Some((rows, result)),
            _ => None,
        });
        let rehearsed: Vec<_> = rehearsed.collect();
        if !self.lacks_room || rehearsed.is_empty() {
            return;
        }
        let n_bytes = rehearsed.iter().flat_map(|(rows, _)| rows.iter().map(|row| row.record.json().len()));
        match self.source.check_room(n_bytes.sum::<usize>() as u64).await {
            Ok(()) => self.lacks_room = false,
            Err(error) => {
                self.is_full |= error == LedgerError::Full;
                rehearsed.into_iter().for_each(|(_, result)| *result = Err(error.clone()));
            }
        }
    }

    async fn next(&mut self) -> Next {
        let stop = self.stop.clone();
        let heartbeat = self.source.heartbeat();
        let pause = async {
            match heartbeat {
                Some(pause) => tokio::time::sleep(pause).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            biased;
            request = self.inbox.recv() => request.map_or(Next::Stop, Next::Write),
            () = stop.cancelled(), if !self.inbox.is_closed() => {
                self.inbox.close();
                self.inbox.recv().await.map_or(Next::Stop, Next::Write)
            }
            () = pause => Next::Heartbeat,
        }
    }

    /// Sees that the connection stands, and makes a new one at once if it doesn't: before anybody needs it, and so that a
    /// process whose place was taken knows it.
    async fn feel_pulse(&mut self) {
        let felt = match &mut self.connection {
            Some(connection) => connection.execute("SELECT 1", &[]).await.map(|_| ()),
            None => Ok(()),
        };
        if let Err(error) = felt {
            tracing::warn!(%error, "the connection to the database is lost");
            self.connection = None;
        }
        if self.connection.is_none() {
            match self.source.connect().await {
                Ok(connection) => self.connection = Some(connection),
                Err(error) => tracing::warn!(%error, "there is no connection to the database"),
            }
        }
    }

    /// One result a request, in order.
    async fn commit(&mut self, batch: &[Request]) -> Vec<Result<u64, LedgerError>> {
        if let Err(error) = self.source.check().await {
            // The connection stays: should the file come back, it is still the same.
            tracing::error!(%error, n_requests = batch.len(), "nothing is written");
            return batch.iter().map(|_| Err(error.clone())).collect();
        }
        match self.try_commit(batch).await {
            Ok(results) => results,
            Err(LedgerError::Full) if batch.len() > 1 => self.commit_apart(batch).await,
            Err(error) => self.failed(batch, error).await,
        }
    }

    /// A file without space takes the whole transaction back, so each request gets its own: who finds no space takes no
    /// other along.
    async fn commit_apart(&mut self, batch: &[Request]) -> Vec<Result<u64, LedgerError>> {
        let mut results = Vec::with_capacity(batch.len());
        for alone in batch.chunks(1) {
            results.extend(match self.try_commit(alone).await {
                Ok(result) => result,
                Err(error) => self.failed(alone, error).await,
            });
        }
        results
    }

    async fn failed(&mut self, batch: &[Request], error: LedgerError) -> Vec<Result<u64, LedgerError>> {
        self.lacks_room |= error == LedgerError::Full;
        let is_known = error == LedgerError::Full && std::mem::replace(&mut self.is_full, true);
        if !is_known {
            tracing::error!(%error, n_requests = batch.len(), "a transaction failed");
        }
        let error = if self.connection.is_some() { error } else { self.reason(error).await };
        batch.iter().map(|_| Err(error.clone())).collect()
    }

    /// A connection that was cut because another process is the owner now is a fence, not a fault that passes.
    async fn reason(&mut self, error: LedgerError) -> LedgerError {
        if self.source.heartbeat().is_none() {
            return error;
        }
        match self.source.connect().await {
            Ok(connection) => {
                self.connection = Some(connection);
                error
            }
            Err(LedgerError::NotOwner) => LedgerError::NotOwner,
            Err(_) => error,
        }
    }

    /// One result a request. The connection stays where what became of the transaction is known.
    async fn try_commit(&mut self, batch: &[Request]) -> Result<Vec<Result<u64, LedgerError>>, LedgerError> {
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => self.source.connect().await?,
        };
        let results = transact(&mut *connection, self.source.begin(), batch).await;
        match &results {
            Ok(_) => self.is_full = false,
            // A database that has rolled back by itself refuses this; in one that has not, the next write could not begin.
            Err(LedgerError::Full) => drop(connection.execute("ROLLBACK", &[]).await),
            Err(_) => return results,
        }
        self.connection = Some(connection);
        results
    }
}

/// One transaction. Hardly ever does a request meet a fault, and then all are done again apart.
async fn transact(
    connection: &mut dyn Connection,
    begin: &'static str,
    batch: &[Request],
) -> Result<Vec<Result<u64, LedgerError>>, LedgerError> {
    let is_rehearsed = batch.iter().any(|request| matches!(request.write, Write::Rehearse { .. }));
    let hopeful = if is_rehearsed { Guard::Each } else { Guard::Whole };
    connection.execute(begin, &[]).await?;
    let mut results = apply_all(connection, batch, hopeful).await;
    if hopeful == Guard::Whole
        && let Err(error) = &results
    {
        // Where even this fails, the database has rolled back everything, and the reason is the first error.
        connection.execute("ROLLBACK", &[]).await.map_err(|_| error.clone())?;
        connection.execute(begin, &[]).await?;
        results = apply_all(connection, batch, Guard::Each).await;
    }
    let results = results?;
    connection.execute("COMMIT", &[]).await?;
    Ok(results)
}

/// Carries out requests in the transaction that has begun.
async fn apply_all(
    connection: &mut dyn Connection,
    batch: &[Request],
    guard: Guard,
) -> Result<Vec<Result<u64, LedgerError>>, LedgerError> {
    let mut results = Vec::with_capacity(batch.len());
    for request in batch {
        results.push(match guard {
            Guard::Each => apply_guarded(connection, &request.write).await?,
            Guard::Whole => match apply(connection, &request.write).await {
                Err(error) if !wrote_nothing(&error) => return Err(error),
                result => result,
            },
        });
    }
    Ok(results)
}

/// Carries out one request; what it wrote is taken back where it fails, or was only a rehearsal.
async fn apply_guarded(
    connection: &mut dyn Connection,
    write: &Write,
) -> Result<Result<u64, LedgerError>, LedgerError> {
    connection.execute("SAVEPOINT request", &[]).await?;
    let result = apply(connection, write).await;
    if result.is_err() || matches!(write, Write::Rehearse { .. }) {
        let undone = connection.execute("ROLLBACK TO SAVEPOINT request", &[]).await;
        if let Err(fault) = undone {
            // The database has rolled back everything by itself, and the reason is the first error.
            return Err(result.err().unwrap_or(fault));
        }
    }
    connection.execute("RELEASE SAVEPOINT request", &[]).await?;
    Ok(result)
}

/// Whether a refusal is known before anything is written.
fn wrote_nothing(error: &LedgerError) -> bool {
    matches!(
        error,
        LedgerError::Conflict { .. } | LedgerError::Ended { .. } | LedgerError::NoSuchTable { .. }
    )
}
