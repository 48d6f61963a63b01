//! `tinghu rebuild`: drops the projections and computes them again from the log.

use super::CliError;
use crate::config::Config;
use crate::store::ledger::LedgerError;
use crate::store::projections::Rebuilt;
use crate::store::{Store, StoreError};

/// Why the projections were not rebuilt; they are as before.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RebuildError {
    /// The database could not be opened; a running program has it locked.
    #[error(transparent)]
    Open(#[from] StoreError),
    /// The log could not be read, or the projections not written.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
}

/// Rebuilds the projections of a store, and closes it.
///
/// # Errors
/// [`RebuildError`]; nothing has changed then.
pub async fn run(store: Store) -> Result<Rebuilt, RebuildError> {
    let rebuilt = store.stats().rebuild().await;
    store.close().await;
    Ok(rebuilt?)
}

/// Rebuilds and says on standard output what was read and written. On a server the bots may go on meanwhile.
///
/// # Errors
/// [`CliError::NoDatabase`] where there is no log, else as [`run`].
pub async fn run_and_print(config: &Config) -> Result<(), CliError> {
    let store = match &config.store.server {
        Some(server) => Store::open_postgres(server, None).await,
        None => Store::open_sqlite(&super::existing(config.database())?).await,
    };
    let rebuilt = run(store.map_err(RebuildError::Open)?).await?;
    println!("rebuilt: {} tables read, {} finished hands written", rebuilt.n_tables, rebuilt.n_hands);
    Ok(())
}
