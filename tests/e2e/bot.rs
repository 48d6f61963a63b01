//! The bot in this process, with its registry in reach: what it knows is what the people's views are held against.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;

use serde_json::{Value, json};
use tempfile::TempDir;
use tinghu::config::{Config, Token};
use tinghu::discord::{self, RunConfig};
use tinghu::render::Renderer;
use tinghu::sandbox::{self, BOT_TOKEN, Sandbox, SandboxConfig};
use tinghu::store::Store;
use tinghu::store::event::{TableEvent, TableId};
use tinghu::table::handle::Table;
use tinghu::table::registry::Registry;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::people::{CHANNEL, People};

/// A running bot.
pub struct Bot {
    pub registry: Registry,
    store: Arc<Store>,
    stop: CancellationToken,
    task: JoinSet<()>,
}

impl Bot {
    /// Connects to the sandbox at `base`, with its data in `dir`.
    pub async fn start(base: &str, dir: &Path) -> Bot {
        // `RUST_LOG=info,serenity=warn` shows what the bot says, for a test that fails.
        let filter = tracing_subscriber::EnvFilter::from_default_env();
        let _ = tracing_subscriber::fmt().with_test_writer().with_env_filter(filter).try_init();
        let config = Config::default();
        let store = Arc::new(Store::open_sqlite(&dir.join("tinghu.db")).await.unwrap());
        let renderer = Arc::new(Renderer::new().unwrap());
        let stop = CancellationToken::new();
        let registry = Registry::new(store.ledger(), stop.clone());
        let settings = RunConfig {
            token: Token::new(BOT_TOKEN),
            api_base: Some(base.to_owned()),
            discord: config.discord,
            table: config.table,
            presets: config.presets,
        };
        let run = discord::run(settings, Arc::clone(&store), registry.clone(), renderer, stop.clone());
        let mut task = JoinSet::new();
        task.spawn(async move { run.await.unwrap() });
        Bot { registry, store, stop, task }
    }

    /// The log of a table.
    pub async fn log(&self, table: TableId) -> Vec<TableEvent> {
        let rows = self.store.ledger().load(table).await.unwrap();
        rows.into_iter().map(|(_, _, event)| event).collect()
    }

    /// Stops in good order.
    pub async fn stop(self) {
        self.stop.cancel();
        self.task.join_all().await;
        self.registry.stopped().await;
        Arc::into_inner(self.store).expect("nobody else has the store").close().await;
    }
}

/// A sandbox with the bot and its people.
pub struct World {
    pub people: People,
    pub bot: Bot,
    sandbox: Sandbox,
    sandbox_stop: CancellationToken,
    dir: TempDir,
}

impl World {
    pub async fn start() -> World {
        World::on(tempfile::tempdir().unwrap()).await
    }

    /// With the data of an earlier world.
    pub async fn on(dir: TempDir) -> World {
        let sandbox_stop = CancellationToken::new();
        let config = SandboxConfig {
            addr: SocketAddr::from(([127, 0, 0, 1], 0)),
            state_file: Some(dir.path().join("sandbox.json")),
            fresh: false,
        };
        let sandbox = sandbox::start(config, sandbox_stop.clone()).await.unwrap();
        let base = sandbox.base_url();
        let people = People::at(&base).await;
        let bot = Bot::start(&base, dir.path()).await;
        connected(&people).await;
        World { people, bot, sandbox, sandbox_stop, dir }
    }

    /// The channel's table.
    pub fn table(&self) -> Table {
        self.bot.registry.at(CHANNEL.parse().unwrap()).expect("no table in the channel")
    }

    /// Ends everything in good order and leaves the data.
    pub async fn stop(self) -> TempDir {
        self.bot.stop().await;
        self.sandbox_stop.cancel();
        self.sandbox.stopped().await;
        self.dir
    }
}

/// Waits until the bot is connected and has registered its commands.
pub async fn connected(people: &People) {
    people
        .until("the bot is there", async || {
            let state = people.done("GET", "/state", Value::Null).await;
            let n_commands = state["commands"].as_array().map_or(0, Vec::len);
            (state["bot"]["connected"] == json!(true) && n_commands > 0).then_some(())
        })
        .await;
}
