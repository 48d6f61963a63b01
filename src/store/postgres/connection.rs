//! PostgreSQL's driver behind the store's questions.

use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use sqlx::postgres::{PgArguments, PgConnection, PgPool, PgRow, Postgres};
use sqlx::query::Query;
use sqlx::{Column, Row as _, TypeInfo, ValueRef, query};

use super::error::fault;
use super::open::Writing;
use crate::store::ledger::LedgerError;
use crate::store::sql::connection::{Arg, Connection, Readers, Row, Source, Value};

/// How long a statement may take. A server that is silent for longer is out of reach, and the connection given up.
const PATIENCE: Duration = Duration::from_secs(30);
/// Well within [`super::open::IDLE_SESSION`], after which the server ends the session and others may have the shards.
const HEARTBEAT: Duration = Duration::from_secs(5);

impl Source for Writing {
    fn begin(&self) -> &'static str {
        "BEGIN"
    }

    fn connect(&mut self) -> BoxFuture<'_, Result<Box<dyn Connection>, LedgerError>> {
        async move {
            match within(PATIENCE, self.connect_anew()).await? {
                Ok(connection) => Ok(Box::new(connection) as Box<dyn Connection>),
                Err(error) if error.is_of_a_rival() => {
                    tracing::error!(%error, "this process plays no more");
                    self.lost.cancel();
                    Err(LedgerError::NotOwner)
                }
                Err(error) => Err(LedgerError::Unavailable { detail: error.to_string() }),
            }
        }
        .boxed()
    }

    fn check(&mut self) -> BoxFuture<'_, Result<(), LedgerError>> {
        let lost = self.lost.is_cancelled();
        std::future::ready(if lost { Err(LedgerError::NotOwner) } else { Ok(()) }).boxed()
    }

    /// A server's tables grow while they are written, so a rehearsal has met its full disk.
    fn check_room(&mut self, _: u64) -> BoxFuture<'_, Result<(), LedgerError>> {
        std::future::ready(Ok(())).boxed()
    }

    fn heartbeat(&self) -> Option<Duration> {
        Some(HEARTBEAT)
    }
}

impl Connection for PgConnection {
    fn execute<'a>(
        &'a mut self,
        sql: &'static str,
        args: &'a [Arg<'a>],
    ) -> BoxFuture<'a, Result<u64, LedgerError>> {
        async move {
            let done = within(PATIENCE, bound(sql, args).execute(self)).await?;
            Ok(done.map_err(fault)?.rows_affected())
        }
        .boxed()
    }

    fn fetch<'a>(
        &'a mut self,
        sql: &'static str,
        args: &'a [Arg<'a>],
    ) -> BoxFuture<'a, Result<Vec<Row>, LedgerError>> {
        async move { rows(&within(PATIENCE, bound(sql, args).fetch_all(self)).await?.map_err(fault)?) }
            .boxed()
    }

    fn close(self: Box<Self>) -> BoxFuture<'static, Result<(), LedgerError>> {
        async move { within(HEARTBEAT, sqlx::Connection::close(*self)).await?.map_err(fault) }.boxed()
    }
}

impl Readers for PgPool {
    fn fetch<'a>(
        &'a self,
        sql: &'static str,
        args: &'a [Arg<'a>],
    ) -> BoxFuture<'a, Result<Vec<Row>, LedgerError>> {
        async move { rows(&within(PATIENCE, bound(sql, args).fetch_all(self)).await?.map_err(fault)?) }
            .boxed()
    }

    fn bytes_of_log(&self) -> &'static str {
        "SELECT pg_total_relation_size('events') + pg_total_relation_size('tables') AS n"
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        PgPool::close(self).boxed()
    }
}

async fn within<T>(patience: Duration, work: impl Future<Output = T>) -> Result<T, LedgerError> {
    let silent = || LedgerError::Unavailable { detail: format!("no answer in {} s", patience.as_secs()) };
    tokio::time::timeout(patience, work).await.map_err(|_| silent())
}

fn bound<'a>(sql: &'static str, args: &[Arg<'a>]) -> Query<'a, Postgres, PgArguments> {
    args.iter().fold(query(sql), |query, arg| match *arg {
        Arg::Int(number) => query.bind(number),
        Arg::Text(text) => query.bind(text),
    })
}

fn rows(found: &[PgRow]) -> Result<Vec<Row>, LedgerError> {
    let Some(first) = found.first() else { return Ok(Vec::new()) };
    let columns: Arc<[String]> = first.columns().iter().map(|column| column.name().to_owned()).collect();
    let rows = found.iter().map(|row| {
        let values = (0..columns.len()).map(|index| value(row, index)).collect::<Result<_, _>>()?;
        Ok(Row::new(Arc::clone(&columns), values))
    });
    rows.collect::<Result<_, sqlx::Error>>().map_err(fault)
}

fn value(row: &PgRow, index: usize) -> Result<Value, sqlx::Error> {
    let raw = row.try_get_raw(index)?;
    if raw.is_null() {
        return Ok(Value::Null);
    }
    if raw.type_info().name() == "TEXT" {
        return row.try_get(index).map(Value::Text);
    }
    row.try_get(index).map(Value::Int)
}
