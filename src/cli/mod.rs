//! Sub-commands, one file each. A fault is one line on standard error that says what and where, and exit status 2.

use std::io::IsTerminal;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use tracing_subscriber::EnvFilter;

use crate::config::{Config, Environment};

pub mod backup;
pub mod bench;
pub mod bench_load;
pub mod check;
pub mod doctor;
mod error;
pub mod export;
pub mod forget;
pub mod gallery;
pub mod rebuild;
pub mod replay;
mod replay_pictures;
pub mod run;
pub mod sandbox;
pub mod sim;
pub mod verify;

pub use error::CliError;

#[derive(Debug, Parser)]
#[command(name = "tinghu", version, about = "听胡: north-east Chinese mahjong for Discord")]
struct Args {
    /// Settings [default: config.toml, where there is one].
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Without one: run.
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// The bot: on Discord with DISCORD_TOKEN, else on a sandbox of its own.
    Run,
    /// A local Discord with a page to play on.
    Sandbox(sandbox::SandboxArgs),
    /// The rules engine as a filter: one JSON query a line in, one answer a line out.
    Check,
    /// Whole hands without Discord.
    Sim(sim::SimArgs),
    /// Plays a logged hand again and compares every event.
    Replay(replay::ReplayArgs),
    /// Checks a logged hand: commitment, wall, dealer and every event.
    Verify(verify::VerifyArgs),
    /// Computes points and leaderboards again from the log of events.
    Rebuild,
    /// Copies the database into a new file, also while the bot runs.
    Backup {
        /// The new file.
        file: PathBuf,
    },
    /// Puts a copy of a backup in the place of the database; the former one is kept beside it.
    Restore {
        /// The backup.
        file: PathBuf,
    },
    /// Finished hands, points and players as JSON lines and CSV.
    Export {
        /// The new folder.
        dir: PathBuf,
    },
    /// Takes a person out of everything that is kept; their hands keep adding up.
    Forget {
        /// Their Discord id.
        user: u64,
    },
    /// Looks at everything that the bot needs and says what to do.
    Doctor,
    /// How fast the engine is, beside its peers where they are built in.
    Bench(bench::BenchArgs),
    /// How fast the store is: appends a second, bytes an event, the time until tables are back.
    BenchLoad(bench_load::BenchLoadArgs),
    /// Draws every picture into a folder.
    Gallery {
        /// The folder.
        dir: PathBuf,
    },
    /// Draws the application emoji into a folder.
    Emoji {
        /// The folder.
        dir: PathBuf,
    },
}

/// Parses the arguments, runs what they name and says what went wrong, if anything did.
pub fn main() -> ExitCode {
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(error) => return refuse_arguments(&error),
    };
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info,serenity=warn"));
    tracing_subscriber::fmt()
        .with_ansi(std::io::stderr().is_terminal())
        .with_writer(std::io::stderr)
        .with_env_filter(filter)
        .init();
    dispatch(args).unwrap_or_else(|error| {
        eprintln!("tinghu: {error}");
        ExitCode::from(2)
    })
}

/// Help and version go to standard output as they are; a fault is cut to its first paragraph, in one line.
fn refuse_arguments(error: &clap::Error) -> ExitCode {
    if error.use_stderr() {
        let text = error.to_string();
        let fault: Vec<&str> = text.lines().map(str::trim).take_while(|line| !line.is_empty()).collect();
        eprintln!("tinghu: {}; see tinghu --help", fault.join(" ").trim_start_matches("error: "));
        return ExitCode::from(2);
    }
    print!("{error}");
    ExitCode::SUCCESS
}

fn dispatch(args: Args) -> Result<ExitCode, CliError> {
    let command = args.command.unwrap_or(Command::Run);
    match command {
        Command::Check => {
            let any_error =
                check::run(std::io::stdin().lock(), std::io::stdout().lock()).map_err(CliError::Stream)?;
            return Ok(ExitCode::from(u8::from(any_error)));
        }
        Command::Sandbox(sandbox) => {
            let (config, _) = settings(args.config)?;
            block_on(sandbox::run(sandbox, config))?;
        }
        Command::Sim(sim) => return Ok(ExitCode::from(u8::from(!sim::run(&sim)?))),
        Command::Replay(replay) => return Ok(ExitCode::from(u8::from(!replay::run(&replay)?))),
        Command::Verify(verify) => return Ok(ExitCode::from(u8::from(!verify::run(&verify)?))),
        Command::Run => {
            let (config, environment) = settings(args.config)?;
            block_on(run::run(config, environment.gateway))?;
        }
        Command::Rebuild => {
            let (config, _) = settings(args.config)?;
            block_on(rebuild::run_and_print(&config))?;
        }
        Command::Backup { file } => block_on(backup::backup(&file_of(args.config)?, &file))?,
        Command::Restore { file } => block_on(backup::restore(&file, &file_of(args.config)?))?,
        Command::Export { dir } => block_on(export::run(&settings(args.config)?.0, &dir))?,
        Command::Forget { user } => block_on(forget::run(&settings(args.config)?.0, user))?,
        Command::Doctor => {
            let (config, environment) = settings(args.config)?;
            return block_on(async { Ok(doctor::run(&config, &environment.gateway).await) });
        }
        Command::Bench(args) => bench::run(&args)?,
        Command::BenchLoad(bench) => {
            let server = Environment::of_process()?.server;
            block_on(bench_load::run(&bench, server.as_ref()))?;
        }
        Command::Gallery { dir } => gallery::run(&dir)?,
        Command::Emoji { dir } => gallery::emoji(&dir)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// The database's file; tables on a server have none, and what is done to a file would not be done to them.
fn file_of(config: Option<PathBuf>) -> Result<PathBuf, CliError> {
    let (config, _) = settings(config)?;
    match config.store.server {
        Some(server) => Err(CliError::OnServer { server }),
        None => Ok(config.database()),
    }
}

/// A database that must be there already.
fn existing(path: PathBuf) -> Result<PathBuf, CliError> {
    if path.exists() { Ok(path) } else { Err(CliError::NoDatabase { path }) }
}

/// The configuration with the environment's data folder in it, and the environment.
fn settings(file: Option<PathBuf>) -> Result<(Config, Environment), CliError> {
    let mut config = Config::load(file.as_deref())?;
    let environment = Environment::of_process()?;
    if let Some(data) = &environment.data {
        config.data.clone_from(data);
    }
    if let Some(server) = &environment.server {
        config.store.server = Some(server.clone());
    }
    Ok((config, environment))
}

fn block_on<T>(work: impl Future<Output = Result<T, CliError>>) -> Result<T, CliError> {
    let runtime = tokio::runtime::Runtime::new().map_err(CliError::System)?;
    let result = runtime.block_on(work);
    // A picture that is still being drawn is not waited for.
    runtime.shutdown_background();
    result
}

/// Waits until the user or the system asks the program to stop: Ctrl-C, or SIGTERM where there is such a thing.
///
/// # Errors
/// [`CliError::System`] when the signals can't be listened to.
pub async fn asked_to_stop() -> Result<(), CliError> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let mut terminated = signal(SignalKind::terminate()).map_err(CliError::System)?;
        tokio::select! {
            interrupted = tokio::signal::ctrl_c() => interrupted.map_err(CliError::System),
            _ = terminated.recv() => Ok(()),
        }
    }
    #[cfg(not(unix))]
    tokio::signal::ctrl_c().await.map_err(CliError::System)
}
