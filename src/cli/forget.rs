//! `tinghu forget USER`: takes a person out of everything that is kept.

use super::CliError;
use crate::config::Config;
use crate::store::event::UserId;
use crate::store::{forget_postgres, forget_sqlite};

/// Replaces the person and says how much there was. With the tables in a file the bot must not run; on a server the bots
/// may.
///
/// # Errors
/// [`CliError::NoDatabase`] where there is none, [`CliError::Forget`] when nothing was replaced.
pub async fn run(config: &Config, user: u64) -> Result<(), CliError> {
    let forgotten = match &config.store.server {
        Some(server) => forget_postgres(server, UserId(user)).await?,
        None => forget_sqlite(&super::existing(config.database())?, UserId(user)).await?,
    };
    println!(
        "forgotten: {} facts of {} tables and {} finished hands now belong to an id that leads to nobody",
        forgotten.n_facts, forgotten.n_tables, forgotten.n_hands
    );
    println!(
        "luck texts stay where a wall was made from them; backups and exports made before are not changed"
    );
    Ok(())
}
