//! The log as the tables see it: append at an expected number, or be told that somebody else was faster.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use futures_util::FutureExt;
use futures_util::future::{BoxFuture, ready};

use super::event::{Seq, TableEvent, TableId, UnixMs};
use super::record::{EventRecord, RecordFault};

/// Why the store did not do what was asked. After anything but [`LedgerError::Conflict`] it is unknown whether the
/// facts are durable: load the table before going on.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LedgerError {
    /// The log is longer or shorter than the caller believed. This is the fence: the caller is not the table's owner
    /// any more, drops the table and answers nothing.
    #[error("table {table}: the next event is {}, not {}", found.0, expected.0)]
    Conflict {
        /// Which table.
        table: TableId,
        /// What the caller believed to be the next number.
        expected: Seq,
        /// What it is.
        found: Seq,
    },
    /// Another process has taken over the tables of this one: as after a conflict.
    #[error("another process has taken this one's tables over")]
    NotOwner,
    /// No such table.
    #[error("there is no table {table}")]
    NoSuchTable {
        /// The id asked for.
        table: TableId,
    },
    /// A log begins with `Opened`.
    #[error("a log begins with Opened, not with {name}")]
    NotOpened {
        /// The fact that was given.
        name: String,
    },
    /// A log has `Opened` only at its beginning.
    #[error("table {table} was opened before")]
    OpenedTwice {
        /// Which table.
        table: TableId,
    },
    /// The table has ended: `Closed` is its last fact.
    #[error("table {table} has ended")]
    Ended {
        /// Which table.
        table: TableId,
    },
    /// A row that this program cannot read. Its content is not told, it may be hidden.
    #[error("table {table}, event {}: {fault}", seq.0)]
    Corrupt {
        /// Which table.
        table: TableId,
        /// Which row.
        seq: Seq,
        /// What is wrong with it.
        fault: RecordFault,
    },
    /// The fact has no stored form.
    #[error("{name} cannot be stored")]
    Unwritable {
        /// The fact that was given.
        name: String,
    },
    /// Another program holds the database.
    #[error("the database is busy")]
    Busy,
    /// No space is left.
    #[error("the disk is full")]
    Full,
    /// The store was closed.
    #[error("the store is closed")]
    Closed,
    /// Anything else that the database reports.
    #[error("the database cannot be used: {detail}")]
    Unavailable {
        /// The database's own words; they hold no stored values.
        detail: String,
    },
}

/// A fact with its number and the moment when it was appended.
pub type Logged = (Seq, UnixMs, TableEvent);

/// A table with the [gist](Ledger::gists) of its log, or why that can't be read.
pub type Gist = (TableId, Result<Vec<(Seq, TableEvent)>, LedgerError>);

/// Tables that [`Ledger::gists`] had best be asked for at once: a database answers for so many with one question.
pub const TABLES_A_QUESTION: usize = 32;

/// The append-only logs of all tables.
pub trait Ledger: Send + Sync {
    /// Gives out a table id that was never used before and appends its first fact, `Opened`. Returns the next number.
    fn open(&self, first: TableEvent, at: UnixMs) -> BoxFuture<'_, Result<(TableId, Seq), LedgerError>>;

    /// Appends all facts or none. `expected` is the number that the first of them gets; returns the number after the
    /// last. A table that has ended takes no more: [`LedgerError::Ended`]. When the future is ready with `Ok`, the facts survive
    /// a crash of the machine. Dropping the future does not take the append back.
    fn append(
        &self,
        table: TableId,
        expected: Seq,
        events: Vec<TableEvent>,
        at: UnixMs,
    ) -> BoxFuture<'_, Result<Seq, LedgerError>>;

    /// Whether [`append`](Ledger::append) would take these facts now: they are written as far as the commit and taken back
    /// before it. A limit of the file is met as by the append; once a disk has been full, it must also have room for what only
    /// a commit writes, and for more than that.
    fn rehearse(
        &self,
        table: TableId,
        expected: Seq,
        events: Vec<TableEvent>,
        at: UnixMs,
    ) -> BoxFuture<'_, Result<(), LedgerError>>;

    /// The whole log of a table, in order.
    fn load(&self, table: TableId) -> BoxFuture<'_, Result<Vec<Logged>, LedgerError>>;

    /// What these tables need of their logs to go on, in the same order: every fact from the beginning of the last hand on, and
    /// of what was before it the facts that [outlive their hand](TableEvent::outlives_its_hand), with their numbers. A
    /// database is asked for many at once, so that a start doesn't wait for one answer a table; a log that can't be read
    /// takes no other along.
    fn gists(&self, tables: Vec<TableId>) -> BoxFuture<'_, Vec<Gist>> {
        async move {
            let mut gists = Vec::with_capacity(tables.len());
            for table in tables {
                gists.push((table, self.load(table).await.map(gist)));
            }
            gists
        }
        .boxed()
    }

    /// All tables, oldest first.
    fn tables(&self) -> BoxFuture<'_, Result<Vec<TableId>, LedgerError>>;

    /// The tables whose log has no `Closed`, oldest first: those of the servers that this process plays for.
    fn unfinished(&self) -> BoxFuture<'_, Result<Vec<TableId>, LedgerError>>;
}

/// Logs in memory, for tests. They are kept in the stored form, so every fact that passes is also proved to survive
/// being written and read.
#[derive(Default)]
pub struct MemoryLedger {
    state: Mutex<MemoryState>,
}

#[derive(Default)]
struct MemoryState {
    /// Index = table id − 1.
    tables: Vec<Vec<(UnixMs, EventRecord, Ends)>>,
    faults: VecDeque<LedgerError>,
}

/// Where facts go.
#[derive(Clone, Copy)]
enum Target {
    /// Into a log of their own.
    NewTable,
    /// To the end of this one, at this number.
    Table(TableId, Seq),
    /// As to the end of this one, but they are not kept.
    Nowhere(TableId, Seq),
}

/// Whether a fact ends its table.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ends {
    Table,
    Nothing,
}

impl MemoryLedger {
    /// No tables yet.
    pub fn new() -> MemoryLedger {
        MemoryLedger::default()
    }

    /// The next write (`open`, `append` or `rehearse`) appends nothing and fails as if the database were gone.
    pub fn fail_next(&self) {
        self.fail_next_with(LedgerError::Unavailable { detail: "asked to fail".into() });
    }

    /// The next write appends nothing and fails like this. Several faults wait for several writes.
    pub fn fail_next_with(&self, fault: LedgerError) {
        self.locked().faults.push_back(fault);
    }

    fn locked(&self) -> MutexGuard<'_, MemoryState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self, to: Target, events: &[TableEvent], at: UnixMs) -> Result<u64, LedgerError> {
        let mut rows = Vec::with_capacity(events.len());
        for event in events {
            let ends = if matches!(event, TableEvent::Closed { .. }) { Ends::Table } else { Ends::Nothing };
            rows.push((at, record_of(event)?, ends));
        }
        let mut state = self.locked();
        if let Some(fault) = state.faults.pop_front() {
            return Err(fault);
        }
        let (table, expected) = match to {
            Target::NewTable => {
                state.tables.push(rows);
                return Ok(state.tables.len() as u64);
            }
            Target::Table(table, expected) | Target::Nowhere(table, expected) => (table, expected),
        };
        let log = state.log_mut(table)?;
        let found = Seq(log.len() as u64);
        if found != expected {
            return Err(LedgerError::Conflict { table, expected, found });
        }
        if !rows.is_empty() && log.last().is_some_and(|(_, _, ends)| *ends == Ends::Table) {
            return Err(LedgerError::Ended { table });
        }
        if !matches!(to, Target::Nowhere(..)) {
            log.extend(rows);
        }
        Ok(log.len() as u64)
    }

    fn read(&self, table: TableId) -> Result<Vec<Logged>, LedgerError> {
        let rows = self.locked().log_mut(table)?.clone();
        let logged = (0..).map(Seq).zip(rows).map(|(seq, (at, record, _))| {
            let event = record.decode().map_err(|fault| LedgerError::Corrupt { table, seq, fault })?;
            Ok((seq, at, event))
        });
        logged.collect()
    }
}

impl MemoryState {
    fn log_mut(&mut self, table: TableId) -> Result<&mut Vec<(UnixMs, EventRecord, Ends)>, LedgerError> {
        let index = table.0.checked_sub(1).and_then(|index| usize::try_from(index).ok());
        index.and_then(|index| self.tables.get_mut(index)).ok_or(LedgerError::NoSuchTable { table })
    }
}

impl Ledger for MemoryLedger {
    fn open(&self, first: TableEvent, at: UnixMs) -> BoxFuture<'_, Result<(TableId, Seq), LedgerError>> {
        let opened = check_first(&first).and_then(|()| self.write(Target::NewTable, &[first], at));
        ready(opened.map(|id| (TableId(id), Seq(1)))).boxed()
    }

    fn append(
        &self,
        table: TableId,
        expected: Seq,
        events: Vec<TableEvent>,
        at: UnixMs,
    ) -> BoxFuture<'_, Result<Seq, LedgerError>> {
        let to = Target::Table(table, expected);
        let appended = check_later(table, &events).and_then(|()| self.write(to, &events, at));
        ready(appended.map(Seq)).boxed()
    }

    fn rehearse(
        &self,
        table: TableId,
        expected: Seq,
        events: Vec<TableEvent>,
        at: UnixMs,
    ) -> BoxFuture<'_, Result<(), LedgerError>> {
        let to = Target::Nowhere(table, expected);
        let rehearsed = check_later(table, &events).and_then(|()| self.write(to, &events, at));
        ready(rehearsed.map(drop)).boxed()
    }

    fn load(&self, table: TableId) -> BoxFuture<'_, Result<Vec<Logged>, LedgerError>> {
        ready(self.read(table)).boxed()
    }

    fn tables(&self) -> BoxFuture<'_, Result<Vec<TableId>, LedgerError>> {
        let n_tables = self.locked().tables.len() as u64;
        ready(Ok((1..=n_tables).map(TableId).collect())).boxed()
    }

    fn unfinished(&self) -> BoxFuture<'_, Result<Vec<TableId>, LedgerError>> {
        let state = self.locked();
        let open = (1..).map(TableId).zip(&state.tables);
        let open = open.filter(|(_, log)| log.iter().all(|(_, _, ends)| *ends == Ends::Nothing));
        ready(Ok(open.map(|(id, _)| id).collect())).boxed()
    }
}

/// The gist of a whole log.
pub(super) fn gist(log: Vec<Logged>) -> Vec<(Seq, TableEvent)> {
    let last_began =
        log.iter().rposition(|(.., event)| matches!(event, TableEvent::HandBegan { .. })).unwrap_or_default();
    let kept =
        log.into_iter().enumerate().filter(|(n, (.., fact))| *n >= last_began || fact.outlives_its_hand());
    kept.map(|(_, (seq, _, event))| (seq, event)).collect()
}

/// Refuses a first fact that is not `Opened`.
pub(super) fn check_first(first: &TableEvent) -> Result<(), LedgerError> {
    match first {
        TableEvent::Opened { .. } => Ok(()),
        other => Err(LedgerError::NotOpened { name: other.name() }),
    }
}

/// Refuses a second `Opened`, and facts after `Closed`.
pub(super) fn check_later(table: TableId, events: &[TableEvent]) -> Result<(), LedgerError> {
    if events.iter().any(|event| matches!(event, TableEvent::Opened { .. })) {
        return Err(LedgerError::OpenedTwice { table });
    }
    let before_the_last = events.split_last().map_or(&[][..], |(_, before)| before);
    if before_the_last.iter().any(|event| matches!(event, TableEvent::Closed { .. })) {
        return Err(LedgerError::Ended { table });
    }
    Ok(())
}

/// The stored form, or an error that names the fact.
pub(super) fn record_of(event: &TableEvent) -> Result<EventRecord, LedgerError> {
    EventRecord::of(event).map_err(|_| LedgerError::Unwritable { name: event.name() })
}
