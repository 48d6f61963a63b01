//! The local Discord: REST and gateway for a bot, a JSON side and a page for people, on loopback.
//! It knows nothing of the rest of this program and speaks to it as Discord does, over HTTP and WebSocket.
//!
//! `rest`, `gateway` and `human` translate requests into calls of `world`, which is the whole state behind
//! one lock; what happens goes out through `hub` (to bots) and `World::tell` (to pages).
mod components;
mod error;
mod gateway;
mod guard;
mod hub;
mod human;
mod ids;
mod interaction;
mod limits;
mod message;
mod message_view;
mod modal;
mod model;
mod page;
mod permissions;
mod picture;
mod places;
mod rates;
mod request;
mod rest;
mod server;
mod sharding;
mod shelf;
mod store;
mod wire;
mod world;
mod zlib;

use std::future::IntoFuture;
use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use axum::extract::DefaultBodyLimit;
use axum::routing::{any, get};
use axum::{Router, middleware};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

pub use interaction::ANSWER_LIMIT_MS;
use server::Server;
use world::World;

/// A token that the sandbox accepts. Its first part is the bot's id in base64, as some clients want it; any
/// other token without blanks is accepted too: nobody else is here to be kept out.
pub const BOT_TOKEN: &str = "MTEwMDAwMDAwMDAwMDAwMDAwMQ.sandbox.local-token-that-opens-nothing-else";

/// The largest request: ten files and their text.
const BODY_MAX: usize = 110 * 1024 * 1024;

/// How long a stopping sandbox waits for requests that are under way.
const LAST_MOMENT: Duration = Duration::from_secs(5);

/// Where and how to run.
pub struct SandboxConfig {
    /// Port 0: any free one.
    pub addr: SocketAddr,
    /// Where the world is kept between runs; attachments lie in a folder beside it.
    pub state_file: Option<PathBuf>,
    /// Start anew, whatever the state file holds.
    pub fresh: bool,
    /// How long an interaction waits for its first answer, ms. Discord's is [`ANSWER_LIMIT_MS`]; more only where a busy
    /// machine must not decide what a test says.
    pub answer_limit_ms: u64,
    /// Keep the sandbox's answers in the log of requests too, for those who check them.
    pub records_answers: bool,
}

impl Default for SandboxConfig {
    /// A free port on loopback, nothing kept, Discord's own clocks.
    fn default() -> SandboxConfig {
        SandboxConfig {
            addr: SocketAddr::from(([127, 0, 0, 1], 0)),
            state_file: None,
            fresh: false,
            answer_limit_ms: ANSWER_LIMIT_MS,
            records_answers: false,
        }
    }
}

/// Why the sandbox could not start.
#[derive(Debug, thiserror::Error)]
pub enum SandboxError {
    #[error("the sandbox cannot listen on {addr}: {source}")]
    Bind { addr: SocketAddr, source: io::Error },
    #[error("the sandbox's state file {} cannot be used: {source}", path.display())]
    StateFile { path: PathBuf, source: io::Error },
}

/// A running sandbox.
pub struct Sandbox {
    addr: SocketAddr,
    server: Server,
}

impl Sandbox {
    /// Where it listens.
    pub fn addr(&self) -> SocketAddr {
        self.addr
    }

    /// `http://127.0.0.1:PORT`
    pub fn base_url(&self) -> String {
        base_url(self.addr)
    }

    /// Waits until every task of the sandbox has ended and the state is saved (after its stop token).
    pub async fn stopped(self) {
        self.server.tasks.wait().await;
    }
}

fn base_url(addr: SocketAddr) -> String {
    if addr.ip().is_unspecified() {
        return format!("http://127.0.0.1:{}", addr.port());
    }
    format!("http://{addr}")
}

/// Whether a text may be a bot token.
fn is_token(text: &str) -> bool {
    !text.is_empty() && !text.contains(char::is_whitespace)
}

/// Starts a sandbox; it runs until `stop` is cancelled.
///
/// # Errors
/// [`SandboxError::Bind`] for a busy or forbidden address, [`SandboxError::StateFile`] where the state can't
/// be read or written.
pub async fn start(config: SandboxConfig, stop: CancellationToken) -> Result<Sandbox, SandboxError> {
    let refused = |source| SandboxError::Bind { addr: config.addr, source };
    let listener = TcpListener::bind(config.addr).await.map_err(refused)?;
    let addr = listener.local_addr().map_err(refused)?;
    let data = match &config.state_file {
        Some(path) => {
            let open = || {
                store::prepare(path, config.fresh)?;
                let kept = if config.fresh { None } else { store::load(path)? };
                let data = kept.unwrap_or_else(world::first_world);
                store::save(path, &data).map(|()| data)
            };
            open().map_err(|source| SandboxError::StateFile { path: path.clone(), source })?
        }
        None => world::first_world(),
    };
    let files = config.state_file.as_deref().map(store::files_dir);
    let world = World::new(data, base_url(addr), config.answer_limit_ms);
    let hosts = guard::hosts(addr);
    let server = Server::new(world, hosts, files, stop.clone(), config.records_answers);
    server.tasks.spawn(server::run_clock(server.clone()));
    if let Some(path) = config.state_file {
        server.tasks.spawn(store::run(server.clone(), path));
    }
    let app = router(server.clone());
    let serving = axum::serve(listener, app).with_graceful_shutdown(stop.cancelled_owned());
    server.tasks.spawn(run_server(server.clone(), serving.into_future()));
    server.tasks.close();
    Ok(Sandbox { addr, server })
}

/// Serves until the stop, and then gives requests under way a moment to end.
async fn run_server(server: Server, serving: impl Future<Output = io::Result<()>>) {
    let last_moment = async {
        server.stop.cancelled().await;
        tokio::time::sleep(LAST_MOMENT).await;
    };
    tokio::select! {
        ended = serving => if let Err(error) = ended {
            tracing::error!(%error, "the sandbox's server ended");
        },
        () = last_moment => {}
    }
    server.connections.close();
    server.connections.wait().await;
    server.served.cancel();
}

fn router(server: Server) -> Router {
    Router::new()
        .route("/", get(human::page_or_gateway))
        .route("/gateway", get(human::page_or_gateway))
        .route("/gateway/", get(human::page_or_gateway))
        .route("/api/{*path}", any(rest::serve))
        .route("/sandbox/events", get(human::events))
        .route("/sandbox/attachments/{id}", get(human::attachment))
        .route("/sandbox/emojis/{id}", get(human::emoji))
        .route("/sandbox/{*path}", any(human::serve))
        .route("/{file}", get(human::page_file))
        .layer(DefaultBodyLimit::max(BODY_MAX))
        .layer(middleware::from_fn_with_state(server.clone(), guard::check))
        .with_state(server)
}
