//! `tinghu verify`: whether a logged hand is what was committed to and played by the rules (docs/FAIR-PLAY.md 9).

use std::path::PathBuf;

use super::CliError;
use crate::store::hand_log::verify;

/// Verifies one log.
#[derive(Debug, clap::Args)]
pub struct VerifyArgs {
    /// The log of a hand, as `/verify` gives it.
    pub file: PathBuf,
}

/// Says on standard output `ok` with what was checked, or what differs; `true` if nothing does.
///
/// # Errors
/// [`ReplayError`](super::replay::ReplayError) if the file can't be read.
pub fn run(args: &VerifyArgs) -> Result<bool, CliError> {
    let text = super::replay::read(&args.file)?;
    let verified = verify(&text);
    match &verified {
        Ok(n_events) => println!("ok: commitment, nonces, wall, dealer and {n_events} events"),
        Err(difference) => println!("{difference}"),
    }
    Ok(verified.is_ok())
}
