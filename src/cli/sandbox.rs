//! `tinghu sandbox`: the local Discord.
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;

use anyhow::Context;
use tokio_util::sync::CancellationToken;

use crate::sandbox::{self, SandboxConfig};

/// A local Discord with a page to play on.
#[derive(Debug, clap::Args)]
pub struct SandboxArgs {
    /// Port of the page, the REST API and the gateway.
    #[arg(long, default_value_t = 8787)]
    port: u16,
    /// Address to bind to.
    #[arg(long, default_value = "127.0.0.1")]
    host: IpAddr,
    /// Wait for a bot of another process instead of starting one.
    #[arg(long)]
    no_bot: bool,
    /// Forget the world of the last run.
    #[arg(long)]
    fresh: bool,
    /// Folder of the state file.
    #[arg(long, default_value = "data")]
    data: PathBuf,
}

/// Runs until Ctrl-C.
pub async fn run(args: SandboxArgs) -> anyhow::Result<()> {
    let stop = CancellationToken::new();
    let config = SandboxConfig {
        addr: SocketAddr::new(args.host, args.port),
        state_file: Some(args.data.join("sandbox.json")),
        fresh: args.fresh,
    };
    let sandbox = sandbox::start(config, stop.clone()).await?;
    println!("sandbox: {}", sandbox.base_url());
    if !args.no_bot {
        println!("No bot runs in this build: connect one with TINGHU_DISCORD_API={}", sandbox.base_url());
    }
    tokio::signal::ctrl_c().await.context("waiting for Ctrl-C")?;
    stop.cancel();
    sandbox.stopped().await;
    Ok(())
}
