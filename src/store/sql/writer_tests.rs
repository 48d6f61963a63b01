//! What the writer says, and keeps, while no space is left.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::{BoxFuture, join_all, ready};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use super::connection::{Arg, Connection, Row, Source};
use super::writer::{Write, Writer, WriterHandle, channel};
use crate::store::event::{Seq, TableId};
use crate::store::ledger::LedgerError;

/// A database whose disk has space or none, what was asked of it, and the lines that were logged.
#[derive(Default)]
struct Disk {
    is_full: AtomicBool,
    /// What is not committed still fits.
    lacks_room: AtomicBool,
    n_connected: AtomicUsize,
    n_begun: AtomicUsize,
    n_lines: AtomicUsize,
}

struct Disked(Arc<Disk>);

impl Source for Disked {
    fn begin(&self) -> &'static str {
        "BEGIN"
    }

    fn connect(&mut self) -> BoxFuture<'_, Result<Box<dyn Connection>, LedgerError>> {
        self.0.n_connected.fetch_add(1, Ordering::Relaxed);
        ready(Ok(Box::new(Disked(Arc::clone(&self.0))) as Box<dyn Connection>)).boxed()
    }

    fn check(&mut self) -> BoxFuture<'_, Result<(), LedgerError>> {
        ready(Ok(())).boxed()
    }

    fn check_room(&mut self, _: u64) -> BoxFuture<'_, Result<(), LedgerError>> {
        let lacks_room = self.0.lacks_room.load(Ordering::Relaxed);
        ready(if lacks_room { Err(LedgerError::Full) } else { Ok(()) }).boxed()
    }

    fn heartbeat(&self) -> Option<Duration> {
        None
    }
}

impl Connection for Disked {
    /// As SQLite does it: who finds no space loses the whole transaction, so there is none to roll back.
    fn execute<'a>(
        &'a mut self,
        sql: &'static str,
        _: &'a [Arg<'a>],
    ) -> BoxFuture<'a, Result<u64, LedgerError>> {
        let is_full = self.0.is_full.load(Ordering::Relaxed);
        let verb = sql.split(' ').next().unwrap_or_default();
        self.0.n_begun.fetch_add(usize::from(verb == "BEGIN"), Ordering::Relaxed);
        let result = match verb {
            "ROLLBACK" if is_full => Err(LedgerError::Unavailable { detail: "no transaction".into() }),
            "BEGIN" | "SAVEPOINT" | "RELEASE" | "ROLLBACK" | "COMMIT" => Ok(0),
            _ if is_full => Err(LedgerError::Full),
            _ => Ok(1),
        };
        ready(result).boxed()
    }

    fn fetch<'a>(
        &'a mut self,
        _: &'static str,
        _: &'a [Arg<'a>],
    ) -> BoxFuture<'a, Result<Vec<Row>, LedgerError>> {
        ready(Ok(Vec::new())).boxed()
    }

    fn close(self: Box<Self>) -> BoxFuture<'static, Result<(), LedgerError>> {
        ready(Ok(())).boxed()
    }
}

/// Counts the lines of a log.
struct Lines(Arc<Disk>);

impl io::Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.n_lines.fetch_add(bytes.iter().filter(|&&byte| byte == b'\n').count(), Ordering::Relaxed);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Three tables that wait ask at the same moment, and one after the other.
async fn all_ask(writer: &WriterHandle) -> Vec<Result<u64, LedgerError>> {
    let rehearse =
        |table| writer.write(Write::Rehearse { table: TableId(table), expected: Seq(1), rows: Vec::new() });
    let mut results = join_all((1..=3).map(rehearse)).await;
    for table in 1..=3 {
        results.push(rehearse(table).await);
    }
    results
}

#[tokio::test]
async fn a_disk_that_stays_full_is_told_once_and_costs_no_connection() {
    let disk = Arc::new(Disk::default());
    let lines = Arc::clone(&disk);
    let log = tracing_subscriber::fmt().with_writer(move || Lines(Arc::clone(&lines))).finish();
    let _listening = tracing::subscriber::set_default(log);
    let (writer, inbox) = channel();
    let (source, connection) = (Box::new(Disked(Arc::clone(&disk))), Box::new(Disked(Arc::clone(&disk))));
    let mut running = JoinSet::new();
    running.spawn(Writer::new(source, connection, inbox, CancellationToken::new()).run());

    for n_told in 1..=2 {
        disk.is_full.store(true, Ordering::Relaxed);
        for _ in 0..3 {
            assert_eq!(all_ask(&writer).await, vec![Err(LedgerError::Full); 6]);
        }
        disk.lacks_room.store(true, Ordering::Relaxed);
        disk.is_full.store(false, Ordering::Relaxed);
        assert_eq!(all_ask(&writer).await, vec![Err(LedgerError::Full); 6], "a trial is not enough");
        assert_eq!(disk.n_lines.load(Ordering::Relaxed), n_told);
        disk.lacks_room.store(false, Ordering::Relaxed);
        assert_eq!(all_ask(&writer).await, vec![Ok(1); 6]);
    }
    assert!(disk.n_begun.load(Ordering::Relaxed) > 24, "each asked the database");
    assert_eq!(disk.n_connected.load(Ordering::Relaxed), 0, "the first connection is good for all");
    drop(writer);
    running.join_all().await;
}
