//! `tinghu run`: the bot, on the real Discord or on a local one.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use tokio_util::sync::CancellationToken;

use super::{CliError, asked_to_stop};
use crate::config::{Config, Gateway, Token};
use crate::discord::{self, RunConfig};
use crate::render::Renderer;
use crate::sandbox::{self, SandboxConfig};
use crate::store::shards::Shards;
use crate::store::{Store, StoreError};
use crate::table::registry::Registry;

/// Most time between the signal and the end of the program.
const LONGEST_FAREWELL: Duration = Duration::from_millis(4_700);

/// Runs until Ctrl-C or a termination signal.
///
/// # Errors
/// [`CliError`] when the data folder, the port or Discord can't be had.
pub async fn run(config: Config, gateway: Gateway) -> Result<(), CliError> {
    let stop = CancellationToken::new();
    until_signal(stop.clone(), run_until(config, gateway, stop)).await
}

async fn run_until(config: Config, gateway: Gateway, stop: CancellationToken) -> Result<(), CliError> {
    match gateway {
        Gateway::Discord(token) => bot(&config, token, None, stop).await,
        Gateway::Sandbox(base) => bot(&config, Token::new(sandbox::BOT_TOKEN), Some(base), stop).await,
        Gateway::Own => {
            let addr = SocketAddr::from((Ipv4Addr::LOCALHOST, config.sandbox.port));
            let settings =
                SandboxConfig { addr, state_file: Some(config.sandbox_state()), ..SandboxConfig::default() };
            println!("No DISCORD_TOKEN is set, so this is a local sandbox, not Discord.");
            with_sandbox(&config, settings, stop).await
        }
    }
}

/// A local Discord with the bot in it.
///
/// # Errors
/// As [`run`].
pub async fn with_sandbox(
    config: &Config,
    settings: SandboxConfig,
    stop: CancellationToken,
) -> Result<(), CliError> {
    // The sandbox outlives the bot, so that the bot's last edits arrive.
    let sandbox_stop = CancellationToken::new();
    let sandbox = sandbox::start(settings, sandbox_stop.clone()).await?;
    let base = sandbox.base_url();
    println!("Open {base} in a browser to play.");
    let result = bot(config, Token::new(sandbox::BOT_TOKEN), Some(base), stop).await;
    sandbox_stop.cancel();
    sandbox.stopped().await;
    result
}

/// The bot with its store and tables.
///
/// # Errors
/// [`CliError`] when the store can't be opened or Discord can't be reached.
pub async fn bot(
    config: &Config,
    token: Token,
    api_base: Option<String>,
    stop: CancellationToken,
) -> Result<(), CliError> {
    let store = Arc::new(open(config).await?);
    let renderer = Arc::new(Renderer::new()?);
    let registry = Registry::new(store.ledger(), CancellationToken::new());
    let settings = RunConfig {
        token,
        api_base,
        discord: config.discord,
        table: config.table.clone(),
        presets: config.presets.clone(),
    };
    let lost = store.lost();
    let run = discord::run(settings, Arc::clone(&store), registry.clone(), renderer, stop);
    let result = tokio::select! {
        result = run => result,
        // No last word to anybody: another process plays on with these tables, and speaks for them.
        () = lost.cancelled() => return Err(StoreError::TakenOver.into()),
    };
    registry.stop().await;
    if let Some(store) = Arc::into_inner(store) {
        store.close().await;
    }
    Ok(result?)
}

/// The database: on the server, shared by shards, or in the data folder.
async fn open(config: &Config) -> Result<Store, StoreError> {
    let shards = config.discord.shards.unwrap_or(Shards::ALL);
    if let Some(ignored) = config.store.ignored_limit() {
        tracing::warn!("{ignored}");
    }
    match &config.store.server {
        Some(server) => Store::open_postgres(server, Some(shards)).await,
        None if shards.are_all() => {
            Store::open_sqlite_within(&config.database(), config.store.most_bytes()).await
        }
        None => Err(StoreError::NotShared { shards }),
    }
}

/// Runs `work` until it ends by itself or a signal stops it; `stop` is what it listens to. After the signal it has
/// [`LONGEST_FAREWELL`]: all that was answered is in the log, so nothing is lost by going.
///
/// # Errors
/// Those of `work`.
pub(super) async fn until_signal(
    stop: CancellationToken,
    work: impl Future<Output = Result<(), CliError>>,
) -> Result<(), CliError> {
    tokio::pin!(work);
    tokio::select! {
        result = &mut work => return result,
        signalled = asked_to_stop() => signalled?,
    }
    stop.cancel();
    tokio::time::timeout(LONGEST_FAREWELL, work).await.unwrap_or_else(|_| {
        tracing::warn!("the program ends before everything is closed; nothing that was answered is lost");
        Ok(())
    })
}
