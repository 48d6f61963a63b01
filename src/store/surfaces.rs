//! Where a table is shown on Discord. Outside the log: it says what Discord was told, not what happened.

use std::fmt;

use futures_util::future::BoxFuture;

use super::event::{TableId, UnixMs, UserId};
use super::ledger::LedgerError;

/// An interaction token: whoever has it can write to the player's private message for 15 minutes, so it is never
/// printed, logged or exported.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Token(String);

impl Token {
    /// A token as Discord gave it.
    pub fn new(token: String) -> Token {
        Token(token)
    }

    /// The text, for the address of a request to Discord.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

/// How long Discord accepts an interaction token.
pub const TOKEN_LIFE_MS: u64 = 15 * 60 * 1000;

/// One message that shows something of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SurfaceRow {
    /// The table.
    pub table: TableId,
    /// What it shows, unique in the table: `board:3`, `hand:E`, `lobby`, `result:3`.
    pub key: String,
    /// The channel.
    pub channel: u64,
    /// The message.
    pub message: u64,
    /// The token that owns a private message.
    pub token: Option<Token>,
    /// When the token was issued.
    pub token_at: UnixMs,
    /// Whose private message it is.
    pub owner: Option<UserId>,
    /// Hash of the view that Discord shows.
    pub hash: u64,
}

/// The surfaces of all tables.
pub trait Surfaces: Send + Sync {
    /// Inserts the row, or replaces the one with the same table and key.
    fn upsert(&self, row: SurfaceRow) -> BoxFuture<'_, Result<(), LedgerError>>;

    /// The surfaces of a table, by key.
    fn list(&self, table: TableId) -> BoxFuture<'_, Result<Vec<SurfaceRow>, LedgerError>>;

    /// Forgets a surface; none of that key is no error.
    fn delete(&self, table: TableId, key: String) -> BoxFuture<'_, Result<(), LedgerError>>;

    /// Erases the tokens issued before a moment and says how many there were. Call it with
    /// now − [`TOKEN_LIFE_MS`].
    fn forget_old_tokens(&self, before: UnixMs) -> BoxFuture<'_, Result<u64, LedgerError>>;

    /// The tables that have ended and still have surfaces: their end may not have been shown yet.
    fn ended(&self) -> BoxFuture<'_, Result<Vec<TableId>, LedgerError>>;

    /// Deletes the surfaces of tables that have ended and says how many there were. A message that gets its last edit
    /// just now may write its row once more; the next call deletes that.
    fn forget_ended(&self) -> BoxFuture<'_, Result<u64, LedgerError>>;
}
