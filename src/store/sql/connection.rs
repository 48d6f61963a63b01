//! What the store asks of a database. The statements are written once, in words that SQLite and PostgreSQL read the
//! same way; each database carries them out with its own driver.

use std::sync::Arc;

use futures_util::future::BoxFuture;

use crate::store::event::UnixMs;
use crate::store::ledger::LedgerError;

/// A value on its way into a statement.
#[derive(Clone, Copy)]
pub(in crate::store) enum Arg<'a> {
    /// An integer, or NULL.
    Int(Option<i64>),
    /// A text, or NULL.
    Text(Option<&'a str>),
}

impl<'a> Arg<'a> {
    /// Ids and hashes use all 64 bits; the database's integers have a sign.
    pub(super) fn id(id: u64) -> Arg<'a> {
        Arg::Int(Some(id.cast_signed()))
    }

    /// Moments keep their order: those that the database cannot hold are its last one.
    pub(super) fn time(at: UnixMs) -> Arg<'a> {
        Arg::Int(Some(i64::try_from(at.0).unwrap_or(i64::MAX)))
    }

    /// A number, or yes (1) and no (0).
    pub(super) fn int(number: impl Into<i64>) -> Arg<'a> {
        Arg::Int(Some(number.into()))
    }

    /// A text.
    pub(super) fn text(text: &'a str) -> Arg<'a> {
        Arg::Text(Some(text))
    }
}

/// A value out of a row.
#[derive(Debug)]
pub(in crate::store) enum Value {
    /// Nothing.
    Null,
    /// An integer.
    Int(i64),
    /// A text.
    Text(String),
}

/// A row of an answer.
pub(in crate::store) struct Row {
    columns: Arc<[String]>,
    values: Vec<Value>,
}

impl Row {
    /// A row with its columns' names, in the same order.
    pub(in crate::store) fn new(columns: Arc<[String]>, values: Vec<Value>) -> Row {
        Row { columns, values }
    }

    fn value(&self, column: &str) -> Option<&Value> {
        let index = self.columns.iter().position(|name| name == column)?;
        self.values.get(index)
    }

    /// An integer, or NULL.
    pub(super) fn int_or_null(&self, column: &str) -> Result<Option<i64>, LedgerError> {
        match self.value(column) {
            Some(Value::Int(number)) => Ok(Some(*number)),
            Some(Value::Null) => Ok(None),
            _ => Err(impossible(column)),
        }
    }

    /// An integer.
    pub(super) fn int(&self, column: &str) -> Result<i64, LedgerError> {
        self.int_or_null(column)?.ok_or_else(|| impossible(column))
    }

    /// What was bound with [`Arg::id`] or [`Arg::time`], or a count.
    pub(super) fn number(&self, column: &str) -> Result<u64, LedgerError> {
        self.int(column).map(i64::cast_unsigned)
    }

    /// What was bound with [`Arg::id`], or NULL.
    pub(super) fn id_or_null(&self, column: &str) -> Result<Option<u64>, LedgerError> {
        Ok(self.int_or_null(column)?.map(i64::cast_unsigned))
    }

    /// A number below 2³².
    pub(super) fn small(&self, column: &str) -> Result<u32, LedgerError> {
        u32::try_from(self.int(column)?).map_err(|_| impossible(column))
    }

    /// Yes or no.
    pub(super) fn flag(&self, column: &str) -> Result<bool, LedgerError> {
        Ok(self.int(column)? != 0)
    }

    /// A text, or NULL.
    pub(super) fn text_or_null(&self, column: &str) -> Result<Option<&str>, LedgerError> {
        match self.value(column) {
            Some(Value::Text(text)) => Ok(Some(text)),
            Some(Value::Null) => Ok(None),
            _ => Err(impossible(column)),
        }
    }

    /// A text.
    pub(super) fn text(&self, column: &str) -> Result<&str, LedgerError> {
        self.text_or_null(column)?.ok_or_else(|| impossible(column))
    }
}

/// A row holds something that this program never writes there.
pub(super) fn impossible(column: &str) -> LedgerError {
    LedgerError::Unavailable { detail: format!("a row holds an impossible {column}") }
}

/// An open connection. A future of it that is dropped before it is ready leaves it in an unknown state: then the
/// connection is dropped too.
pub(in crate::store) trait Connection: Send {
    /// Carries out a statement and says how many rows it changed.
    fn execute<'a>(
        &'a mut self,
        sql: &'static str,
        args: &'a [Arg<'a>],
    ) -> BoxFuture<'a, Result<u64, LedgerError>>;

    /// Asks for rows.
    fn fetch<'a>(
        &'a mut self,
        sql: &'static str,
        args: &'a [Arg<'a>],
    ) -> BoxFuture<'a, Result<Vec<Row>, LedgerError>>;

    /// Says good-bye to the database.
    fn close(self: Box<Self>) -> BoxFuture<'static, Result<(), LedgerError>>;
}

/// Where the writer gets its connection.
pub(in crate::store) trait Source: Send {
    /// What begins a transaction that is going to write.
    fn begin(&self) -> &'static str;

    /// A connection that may write: all settings that durability rests on are read back, and the database, or its part
    /// that this process plays, is this process's own.
    fn connect(&mut self) -> BoxFuture<'_, Result<Box<dyn Connection>, LedgerError>>;

    /// Asked before each transaction: whether what is written now is still kept.
    fn check(&mut self) -> BoxFuture<'_, Result<(), LedgerError>>;

    /// Whether facts of so many bytes would find room on the disk. Asked after a rehearsal that the database took, since it was
    /// last full.
    fn check_room(&mut self, n_bytes: u64) -> BoxFuture<'_, Result<(), LedgerError>>;

    /// How often to make sure that an idle connection still stands; `None` where it can't be lost.
    fn heartbeat(&self) -> Option<std::time::Duration>;
}

/// Where questions are asked, several at a time.
pub(in crate::store) trait Readers: Send + Sync {
    /// Asks for rows.
    fn fetch<'a>(
        &'a self,
        sql: &'static str,
        args: &'a [Arg<'a>],
    ) -> BoxFuture<'a, Result<Vec<Row>, LedgerError>>;

    /// A question whose answer is one row: how many bytes the log and its indexes take, as `n`.
    fn bytes_of_log(&self) -> &'static str;

    /// Ends all connections; questions are answered [`LedgerError::Closed`] from now on.
    fn close(&self) -> BoxFuture<'_, ()>;
}
