//! The store in one SQLite file: a writer task that owns the only writing connection, and a few reading ones.

mod apply;
mod error;
mod identity;
mod open;
mod pragmas;
mod project;
mod stats;
mod surfaces;
mod writer;

pub(super) use open::open;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use sqlx::sqlite::{SqlitePool, SqliteRow};
use sqlx::{Row, query};

use super::event::{Seq, TableEvent, TableId, UnixMs};
use super::ledger::{Ledger, LedgerError, Logged, check_first, check_later, record_of};
use super::record::{EventRecord, RecordFault};
use error::fault;
use writer::{NewRow, Write, WriterHandle};

/// An open database: where the writes go, and connections to read with.
pub(super) struct SqliteStore {
    writer: WriterHandle,
    readers: SqlitePool,
}

impl SqliteStore {
    /// Closes the reading connections; the writer ends by its own token.
    pub(super) async fn close_readers(&self) {
        self.readers.close().await;
    }

    async fn read_log(&self, table: TableId) -> Result<Vec<Logged>, LedgerError> {
        let rows = query("SELECT seq, at_ms, record FROM events WHERE table_id = $1 ORDER BY seq")
            .bind(id_to_db(table.0))
            .fetch_all(&self.readers)
            .await
            .map_err(fault)?;
        if rows.is_empty() {
            return Err(LedgerError::NoSuchTable { table });
        }
        let logged = (0..).map(Seq).zip(&rows).map(|(expected, row)| {
            let (seq, at, event) = decode(table, row)?;
            if seq == expected {
                Ok((seq, at, event))
            } else {
                Err(LedgerError::Corrupt { table, seq: expected, fault: RecordFault::Missing })
            }
        });
        logged.collect()
    }
}

impl Ledger for SqliteStore {
    fn open(&self, first: TableEvent, at: UnixMs) -> BoxFuture<'_, Result<(TableId, Seq), LedgerError>> {
        async move {
            check_first(&first)?;
            let id = self.writer.write(Write::Open { row: new_row(&first, at)? }).await?;
            Ok((TableId(id), Seq(1)))
        }
        .boxed()
    }

    fn append(
        &self,
        table: TableId,
        expected: Seq,
        events: Vec<TableEvent>,
        at: UnixMs,
    ) -> BoxFuture<'_, Result<Seq, LedgerError>> {
        async move {
            check_later(table, &events)?;
            let rows = events.iter().map(|event| new_row(event, at)).collect::<Result<_, _>>()?;
            self.writer.write(Write::Append { table, expected, rows }).await.map(Seq)
        }
        .boxed()
    }

    fn load(&self, table: TableId) -> BoxFuture<'_, Result<Vec<Logged>, LedgerError>> {
        self.read_log(table).boxed()
    }

    fn unfinished(&self) -> BoxFuture<'_, Result<Vec<TableId>, LedgerError>> {
        async move {
            let rows = query("SELECT id FROM tables WHERE finished = 0 ORDER BY id")
                .fetch_all(&self.readers)
                .await
                .map_err(fault)?;
            rows.iter().map(|row| Ok(TableId(number(row, "id")?))).collect()
        }
        .boxed()
    }
}

fn new_row(event: &TableEvent, at: UnixMs) -> Result<NewRow, LedgerError> {
    Ok(NewRow::new(event, record_of(event)?, at))
}

/// A row of `seq, at_ms, record`.
fn decode(table: TableId, row: &SqliteRow) -> Result<Logged, LedgerError> {
    let seq = Seq(number(row, "seq")?);
    let record = EventRecord::from_json(row.try_get("record").map_err(fault)?);
    let event = record.decode().map_err(|fault| LedgerError::Corrupt { table, seq, fault })?;
    Ok((seq, UnixMs(number(row, "at_ms")?), event))
}

/// Ids and hashes use all 64 bits; the database's integers have a sign.
fn id_to_db(id: u64) -> i64 {
    id.cast_signed()
}

/// Moments keep their order: those that the database cannot hold are its last one.
fn time_to_db(at: UnixMs) -> i64 {
    i64::try_from(at.0).unwrap_or(i64::MAX)
}

/// Reads an integer that was written by [`id_to_db`] or [`time_to_db`], or a count.
fn number(row: &SqliteRow, column: &str) -> Result<u64, LedgerError> {
    row.try_get::<i64, _>(column).map(i64::cast_unsigned).map_err(fault)
}
