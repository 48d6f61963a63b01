//! The store in a database that speaks SQL: a writer task that owns the only writing connection, and a few reading
//! ones. The same statements for SQLite and PostgreSQL; what differs is behind [`connection`].

mod apply;
pub(super) mod connection;
pub(super) mod forget;
mod logs;
mod preferences;
mod project;
mod stats;
mod surfaces;
mod writer;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::event::{Seq, TableEvent, TableId, UnixMs};
use super::ledger::{Gist, Ledger, LedgerError, Logged, check_first, check_later, record_of};
use super::shards::Shards;
use connection::{Connection, Readers, Row, Source, impossible};
use logs::decode;
use writer::{NewRow, Write, Writer, WriterHandle};

/// An open database: where the writes go, and connections to read with.
pub(super) struct SqlStore {
    writer: WriterHandle,
    readers: Box<dyn Readers>,
    shards: Shards,
}

impl SqlStore {
    /// Starts the writer on `tasks`, on a connection that `source` has made. It ends when `stop` is cancelled or the
    /// store is dropped, after the writes that were asked before.
    pub(super) fn start(
        source: Box<dyn Source>,
        connection: Box<dyn Connection>,
        readers: Box<dyn Readers>,
        shards: Shards,
        tasks: &TaskTracker,
        stop: CancellationToken,
    ) -> SqlStore {
        let (writer, inbox) = writer::channel();
        tasks.spawn(Writer::new(source, connection, inbox, stop).run());
        SqlStore { writer, readers, shards }
    }

    /// Closes the reading connections; the writer ends by its own token.
    pub(super) async fn close_readers(&self) {
        self.readers.close().await;
    }

    /// Bytes of the log with its indexes.
    pub(super) async fn n_bytes(&self) -> Result<u64, LedgerError> {
        let rows = self.readers.fetch(self.readers.bytes_of_log(), &[]).await?;
        rows.first().ok_or_else(|| impossible("size"))?.number("n")
    }

    async fn read_tables(&self) -> Result<Vec<TableId>, LedgerError> {
        let rows = self.readers.fetch("SELECT id FROM tables ORDER BY id", &[]).await?;
        rows.iter().map(|row| Ok(TableId(row.number("id")?))).collect()
    }

    async fn read_unfinished(&self) -> Result<Vec<TableId>, LedgerError> {
        let rows = self
            .readers
            .fetch(
                "SELECT t.id, e.seq, e.at_ms, e.record FROM tables t
                 LEFT JOIN events e ON e.table_id = t.id AND e.seq = 0
                 WHERE t.finished = 0 ORDER BY t.id",
                &[],
            )
            .await?;
        self.ours(&rows)
    }

    /// Of rows with a table's `id` and its first fact, the tables of the servers that this process plays for.
    fn ours(&self, rows: &[Row]) -> Result<Vec<TableId>, LedgerError> {
        let mut tables = Vec::with_capacity(rows.len());
        for row in rows {
            let table = TableId(row.number("id")?);
            // A first fact that can't be read is told when the table is loaded, by whoever plays for no server.
            let guild = match decode(table, row) {
                Ok((_, _, TableEvent::Opened { place, .. })) => place.guild,
                _ => None,
            };
            if self.shards.contain(guild) {
                tables.push(table);
            }
        }
        Ok(tables)
    }
}

impl Ledger for SqlStore {
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
            let rows = later_rows(table, &events, at)?;
            self.writer.write(Write::Append { table, expected, rows }).await.map(Seq)
        }
        .boxed()
    }

    fn rehearse(
        &self,
        table: TableId,
        expected: Seq,
        events: Vec<TableEvent>,
        at: UnixMs,
    ) -> BoxFuture<'_, Result<(), LedgerError>> {
        async move {
            let rows = later_rows(table, &events, at)?;
            self.writer.write(Write::Rehearse { table, expected, rows }).await.map(drop)
        }
        .boxed()
    }

    fn load(&self, table: TableId) -> BoxFuture<'_, Result<Vec<Logged>, LedgerError>> {
        self.read_log(table).boxed()
    }

    fn gists(&self, tables: Vec<TableId>) -> BoxFuture<'_, Vec<Gist>> {
        self.read_gists(tables).boxed()
    }

    fn tables(&self) -> BoxFuture<'_, Result<Vec<TableId>, LedgerError>> {
        self.read_tables().boxed()
    }

    fn unfinished(&self) -> BoxFuture<'_, Result<Vec<TableId>, LedgerError>> {
        self.read_unfinished().boxed()
    }
}

fn later_rows(table: TableId, events: &[TableEvent], at: UnixMs) -> Result<Vec<NewRow>, LedgerError> {
    check_later(table, events)?;
    events.iter().map(|event| new_row(event, at)).collect()
}

fn new_row(event: &TableEvent, at: UnixMs) -> Result<NewRow, LedgerError> {
    Ok(NewRow::new(event, record_of(event)?, at))
}

#[cfg(test)]
mod writer_tests;
