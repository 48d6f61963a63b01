//! Sub-commands, one file each.

use std::process::ExitCode;

use clap::{Parser, Subcommand};

pub mod check;
pub mod rebuild;
pub mod sandbox;

#[derive(Debug, Parser)]
#[command(name = "tinghu", about = "听胡: north-east Chinese mahjong for Discord")]
struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// The rules engine as a filter: one JSON query a line in, one answer a line out.
    Check,
    /// A local Discord with a page to play on.
    Sandbox(sandbox::SandboxArgs),
}

/// Parses the arguments and runs what they name.
pub fn run() -> anyhow::Result<ExitCode> {
    match Args::parse().command {
        Command::Check => {
            let any_error = check::run(std::io::stdin().lock(), std::io::stdout().lock())?;
            Ok(if any_error { ExitCode::FAILURE } else { ExitCode::SUCCESS })
        }
        Command::Sandbox(args) => {
            tokio::runtime::Runtime::new()?.block_on(sandbox::run(args))?;
            Ok(ExitCode::SUCCESS)
        }
    }
}
