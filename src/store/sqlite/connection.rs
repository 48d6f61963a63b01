//! SQLite's driver behind the store's questions.

use std::fs::File;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use sqlx::query::Query;
use sqlx::sqlite::{Sqlite, SqliteArguments, SqliteConnectOptions, SqliteConnection, SqlitePool, SqliteRow};
use sqlx::{Column, ConnectOptions, Row as _, TypeInfo, ValueRef, query};

use super::error::fault;
use super::identity::Identity;
use super::{pragmas, room};
use crate::store::ledger::LedgerError;
use crate::store::sql::connection::{Arg, Connection, Readers, Row, Source, Value};

/// The file, this process's own: what the writer connects to anew after a fault.
pub(super) struct Owned {
    pub(super) options: SqliteConnectOptions,
    /// The file that is written to.
    pub(super) file: Identity,
    /// Released when the writer is gone and no earlier.
    pub(super) _lock: File,
}

impl Source for Owned {
    /// Takes the lock for writing at once: a transaction never fails halfway because another one is faster.
    fn begin(&self) -> &'static str {
        "BEGIN IMMEDIATE"
    }

    fn connect(&mut self) -> BoxFuture<'_, Result<Box<dyn Connection>, LedgerError>> {
        async move {
            let mut connection = self.options.connect().await.map_err(fault)?;
            pragmas::check(&mut connection).await.map_err(fault)?;
            Ok(Box::new(connection) as Box<dyn Connection>)
        }
        .boxed()
    }

    fn check(&mut self) -> BoxFuture<'_, Result<(), LedgerError>> {
        self.file.check().boxed()
    }

    /// In write-ahead mode a page waits in memory until the commit, so what is taken back before it asks the disk for little.
    fn check_room(&mut self, n_bytes: u64) -> BoxFuture<'_, Result<(), LedgerError>> {
        room::check(self.file.path(), n_bytes).boxed()
    }

    fn heartbeat(&self) -> Option<Duration> {
        None
    }
}

impl Connection for SqliteConnection {
    fn execute<'a>(
        &'a mut self,
        sql: &'static str,
        args: &'a [Arg<'a>],
    ) -> BoxFuture<'a, Result<u64, LedgerError>> {
        async move { Ok(bound(sql, args).execute(self).await.map_err(fault)?.rows_affected()) }.boxed()
    }

    fn fetch<'a>(
        &'a mut self,
        sql: &'static str,
        args: &'a [Arg<'a>],
    ) -> BoxFuture<'a, Result<Vec<Row>, LedgerError>> {
        async move { rows(&bound(sql, args).fetch_all(self).await.map_err(fault)?) }.boxed()
    }

    fn close(self: Box<Self>) -> BoxFuture<'static, Result<(), LedgerError>> {
        sqlx::Connection::close(*self).map(|closed| closed.map_err(fault)).boxed()
    }
}

impl Readers for SqlitePool {
    fn fetch<'a>(
        &'a self,
        sql: &'static str,
        args: &'a [Arg<'a>],
    ) -> BoxFuture<'a, Result<Vec<Row>, LedgerError>> {
        async move { rows(&bound(sql, args).fetch_all(self).await.map_err(fault)?) }.boxed()
    }

    /// The whole file: the log is nearly all of it.
    fn bytes_of_log(&self) -> &'static str {
        "SELECT page_count * page_size AS n FROM pragma_page_count(), pragma_page_size()"
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        SqlitePool::close(self).boxed()
    }
}

fn bound<'a>(sql: &'static str, args: &[Arg<'a>]) -> Query<'a, Sqlite, SqliteArguments> {
    args.iter().fold(query(sql), |query, arg| match *arg {
        Arg::Int(number) => query.bind(number),
        Arg::Text(text) => query.bind(text),
    })
}

fn rows(found: &[SqliteRow]) -> Result<Vec<Row>, LedgerError> {
    let Some(first) = found.first() else { return Ok(Vec::new()) };
    let columns: Arc<[String]> = first.columns().iter().map(|column| column.name().to_owned()).collect();
    let rows = found.iter().map(|row| {
        let values = (0..columns.len()).map(|index| value(row, index)).collect::<Result<_, _>>()?;
        Ok(Row::new(Arc::clone(&columns), values))
    });
    rows.collect::<Result<_, sqlx::Error>>().map_err(fault)
}

fn value(row: &SqliteRow, index: usize) -> Result<Value, sqlx::Error> {
    let raw = row.try_get_raw(index)?;
    if raw.is_null() {
        return Ok(Value::Null);
    }
    if raw.type_info().name() == "TEXT" {
        return row.try_get(index).map(Value::Text);
    }
    row.try_get(index).map(Value::Int)
}
