//! `tinghu sim`: whole hands through the engine that live tables use.

use std::path::PathBuf;

use crate::game::ruleset::Variant;

use super::CliError;

/// Plays hands without Discord and prints one line of totals.
#[derive(Debug, clap::Args)]
pub struct SimArgs {
    /// The game.
    #[arg(long, default_value = "harbin-new")]
    pub ruleset: Variant,
    /// How many hands.
    #[arg(long, default_value_t = 1000)]
    pub hands: u32,
    /// Where all randomness comes from.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Who plays East, South, West and North.
    #[arg(long, value_delimiter = ',', default_value = "greedy,greedy,greedy,greedy")]
    pub seats: Vec<String>,
    /// Threads; the result doesn't depend on them.
    #[arg(long, default_value_t = 1)]
    pub threads: usize,
    /// Folder for one event log a hand.
    #[arg(long)]
    pub log: Option<PathBuf>,
}

/// Not made yet.
///
/// # Errors
/// [`CliError::NotMade`].
pub fn run(_args: &SimArgs) -> Result<(), CliError> {
    Err(CliError::NotMade { command: "sim" })
}
