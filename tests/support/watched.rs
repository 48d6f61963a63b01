//! A ledger with somebody beside it, who holds its appends up or hears what it says.

#![allow(dead_code, reason = "each test program uses its part of this")]

use std::sync::Arc;

use futures_util::FutureExt;
use futures_util::future::{BoxFuture, ready};
use tinghu::store::event::{Seq, TableEvent, TableId, UnixMs};
use tinghu::store::ledger::{Gist, Ledger, LedgerError, Logged};

/// Who stands beside a ledger.
pub trait Watch: Send + Sync {
    /// Each append waits for this.
    fn before_append(&self) -> BoxFuture<'_, ()> {
        ready(()).boxed()
    }

    /// Why nothing can be read now, if it can't.
    fn unreadable(&self) -> Option<LedgerError> {
        None
    }

    /// What became of an append or a rehearsal.
    fn hear(&self, _: Result<(), &LedgerError>) {}
}

/// A ledger and who stands beside it.
pub struct Watched<W> {
    pub ledger: Arc<dyn Ledger>,
    pub watch: W,
}

impl<W: Watch> Watched<W> {
    fn heard<T>(&self, result: Result<T, LedgerError>) -> Result<T, LedgerError> {
        self.watch.hear(result.as_ref().map(|_| ()));
        result
    }
}

impl<W: Watch> Ledger for Watched<W> {
    fn open(&self, first: TableEvent, at: UnixMs) -> BoxFuture<'_, Result<(TableId, Seq), LedgerError>> {
        self.ledger.open(first, at)
    }

    fn append(
        &self,
        table: TableId,
        expected: Seq,
        events: Vec<TableEvent>,
        at: UnixMs,
    ) -> BoxFuture<'_, Result<Seq, LedgerError>> {
        async move {
            self.watch.before_append().await;
            self.heard(self.ledger.append(table, expected, events, at).await)
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
        async move { self.heard(self.ledger.rehearse(table, expected, events, at).await) }.boxed()
    }

    fn load(&self, table: TableId) -> BoxFuture<'_, Result<Vec<Logged>, LedgerError>> {
        match self.watch.unreadable() {
            Some(error) => ready(Err(error)).boxed(),
            None => self.ledger.load(table),
        }
    }

    fn gists(&self, tables: Vec<TableId>) -> BoxFuture<'_, Vec<Gist>> {
        match self.watch.unreadable() {
            Some(error) => {
                ready(tables.into_iter().map(|table| (table, Err(error.clone()))).collect()).boxed()
            }
            None => self.ledger.gists(tables),
        }
    }

    fn tables(&self) -> BoxFuture<'_, Result<Vec<TableId>, LedgerError>> {
        self.ledger.tables()
    }

    fn unfinished(&self) -> BoxFuture<'_, Result<Vec<TableId>, LedgerError>> {
        self.ledger.unfinished()
    }
}
