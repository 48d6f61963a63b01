//! What comes of forgetting a person.

use super::StoreError;
use super::event::TableId;
use super::ledger::LedgerError;

/// The name that stands where a forgotten person's stood.
pub const FORGOTTEN_NAME: &str = "Deleted User";

/// How much was replaced.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Forgotten {
    /// Tables whose log named the person.
    pub n_tables: u64,
    /// Facts in these logs.
    pub n_facts: u64,
    /// Finished hands.
    pub n_hands: u64,
}

/// Why nobody was forgotten; nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ForgetError {
    /// A running table must keep knowing who sits there.
    #[error("table {table} still runs and names this person: end it first (/table end)")]
    StillPlaying {
        /// Which.
        table: TableId,
    },
    /// The database could not be opened; a running program has it locked.
    #[error(transparent)]
    Open(#[from] StoreError),
    /// It could not be read or written.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
}
