//! `tinghu sandbox`: the local Discord.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;

use tokio_util::sync::CancellationToken;

use crate::config::Config;
use crate::sandbox::{self, SandboxConfig};

use super::run::{until_signal, with_sandbox};
use super::{CliError, asked_to_stop};

/// A local Discord with a page to play on.
#[derive(Debug, clap::Args)]
pub struct SandboxArgs {
    /// Port of the page, the REST API and the gateway [default: 8787, or config.toml's].
    #[arg(long)]
    port: Option<u16>,
    /// Address to bind to.
    #[arg(long, default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    host: IpAddr,
    /// Wait for a bot of another process instead of starting one.
    #[arg(long)]
    no_bot: bool,
    /// Forget the world of the last run.
    #[arg(long)]
    fresh: bool,
    /// Folder of the state file [default: data, or TINGHU_DATA, or config.toml's].
    #[arg(long)]
    data: Option<PathBuf>,
}

/// Runs until Ctrl-C.
///
/// # Errors
/// [`CliError`] when the folder, the port or the state file can't be had.
pub async fn run(args: SandboxArgs, mut config: Config) -> Result<(), CliError> {
    if let Some(data) = args.data {
        config.data = data;
    }
    let stop = CancellationToken::new();
    let settings = SandboxConfig {
        addr: SocketAddr::new(args.host, args.port.unwrap_or(config.sandbox.port)),
        state_file: Some(config.sandbox_state()),
        fresh: args.fresh,
        ..SandboxConfig::default()
    };
    if !args.no_bot {
        return until_signal(stop.clone(), with_sandbox(&config, settings, stop)).await;
    }
    let sandbox = sandbox::start(settings, stop.clone()).await?;
    println!("sandbox: {}", sandbox.base_url());
    asked_to_stop().await?;
    stop.cancel();
    sandbox.stopped().await;
    Ok(())
}
