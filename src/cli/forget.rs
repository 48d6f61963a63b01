//! `tinghu forget USER`: takes a person out of everything that is kept.

use std::path::Path;

use super::CliError;
use crate::store::event::UserId;
use crate::store::forget_sqlite;

/// Replaces the person in the database at `path` and says how much there was. The bot must not run.
///
/// # Errors
/// [`CliError::NoDatabase`] where there is none, [`CliError::Forget`] when nothing was replaced.
pub async fn run(path: &Path, user: u64) -> Result<(), CliError> {
    if !path.exists() {
        return Err(CliError::NoDatabase { path: path.to_owned() });
    }
    let forgotten = forget_sqlite(path, UserId(user)).await?;
    println!(
        "forgotten: {} facts of {} tables and {} finished hands now belong to an id that leads to nobody",
        forgotten.n_facts, forgotten.n_tables, forgotten.n_hands
    );
    println!(
        "luck texts stay where a wall was made from them; backups and exports made before are not changed"
    );
    Ok(())
}
