//! The one task that writes. Requests that wait together share a transaction (group commit): one fsync for all, and
//! each still gets its own result.

use std::fs::File;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Connection};
use tokio::sync::{mpsc, oneshot};
use tokio_util::sync::CancellationToken;

use super::apply::apply;
use super::error::fault;
use super::identity::Identity;
use super::pragmas;
use crate::game::event::Event;
use crate::store::event::{Seq, TableEvent, TableId, UnixMs};
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
    /// Projections anew; yields the number of finished hands.
    Rebuild,
    /// A surface; yields 1.
    UpsertSurface { row: SurfaceRow },
    /// A surface less; yields how many there were.
    DeleteSurface { table: TableId, key: String },
    /// Tokens issued before this moment; yields how many there were.
    ForgetOldTokens { before: UnixMs },
    /// Surfaces of tables that have ended; yields how many there were.
    ForgetEnded,
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
    options: SqliteConnectOptions,
    /// Absent after a fault, whose transaction may be in an unknown state; the next write connects anew.
    connection: Option<SqliteConnection>,
    inbox: mpsc::Receiver<Request>,
    stop: CancellationToken,
    owned: Owned,
}

/// What makes the database this process's own.
pub(super) struct Owned {
    /// The file that is written to.
    pub(super) file: Identity,
    /// Released when the writer is gone and no earlier.
    pub(super) lock: File,
}

impl Writer {
    pub(super) fn new(
        options: SqliteConnectOptions,
        connection: SqliteConnection,
        inbox: mpsc::Receiver<Request>,
        stop: CancellationToken,
        owned: Owned,
    ) -> Writer {
        Writer { options, connection: Some(connection), inbox, stop, owned }
    }

    /// Writes until the handles are gone or the store is closed; what was asked before that is still written.
    pub(super) async fn run(mut self) {
        while let Some(first) = self.next().await {
            let mut batch = vec![first];
            while batch.len() < MOST_IN_A_COMMIT
                && let Ok(next) = self.inbox.try_recv()
            {
                batch.push(next);
            }
            let results = self.commit(&batch).await;
            for (request, result) in batch.into_iter().zip(results) {
                let _ = request.reply.send(result); // who asked may have gone away
            }
        }
        if let Some(connection) = self.connection.take()
            && let Err(error) = connection.close().await
        {
            tracing::warn!(%error, "the database was not closed cleanly; nothing is lost");
        }
        drop(self.owned.lock);
    }

    async fn next(&mut self) -> Option<Request> {
        let stop = self.stop.clone();
        tokio::select! {
            biased;
            request = self.inbox.recv() => request,
            () = stop.cancelled(), if !self.inbox.is_closed() => {
                self.inbox.close();
                self.inbox.recv().await
            }
        }
    }

    /// One result a request, in order.
    async fn commit(&mut self, batch: &[Request]) -> Vec<Result<u64, LedgerError>> {
        if let Err(error) = self.owned.file.check().await {
            // The connection stays: should the file come back, it is still the same.
            tracing::error!(%error, n_requests = batch.len(), "nothing is written");
            return batch.iter().map(|_| Err(error.clone())).collect();
        }
        match self.try_commit(batch).await {
            Ok(results) => results,
            Err(error) => {
                tracing::error!(%error, n_requests = batch.len(), "a transaction failed");
                self.connection = None;
                batch.iter().map(|_| Err(error.clone())).collect()
            }
        }
    }

    async fn try_commit(&mut self, batch: &[Request]) -> Result<Vec<Result<u64, LedgerError>>, LedgerError> {
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => {
                let mut connection = self.options.connect().await.map_err(fault)?;
                pragmas::check(&mut connection).await.map_err(fault)?;
                connection
            }
        };
        let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await.map_err(fault)?;
        let mut results = Vec::with_capacity(batch.len());
        for request in batch {
            // A savepoint each: one request's conflict takes back nothing of the others.
            let mut part = transaction.begin().await.map_err(fault)?;
            let result = apply(&mut part, &request.write).await;
            match &result {
                Ok(_) => part.commit().await.map_err(fault)?,
                // Where even this fails, SQLite has rolled back everything, and the reason is the first error.
                Err(error) => part.rollback().await.map_err(|_| error.clone())?,
            }
            results.push(result);
        }
        transaction.commit().await.map_err(fault)?;
        self.connection = Some(connection);
        Ok(results)
    }
}
