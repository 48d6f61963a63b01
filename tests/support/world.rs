//! The bot in this process, with its registry in reach: what it knows is what the people's views are held against.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::{Value, json};
use tempfile::TempDir;
use tinghu::config::{Config, Token};
use tinghu::discord::{self, DiscordError, RunConfig};
use tinghu::game::state::HandState;
use tinghu::render::Renderer;
use tinghu::sandbox::{self, BOT_TOKEN, Sandbox, SandboxConfig};
use tinghu::store::Store;
use tinghu::store::event::{TableEvent, TableId};
use tinghu::store::ledger::{Ledger, MemoryLedger};
use tinghu::store::preferences::Preferences;
use tinghu::store::surfaces::SurfaceRow;
use tinghu::table::handle::Table;
use tinghu::table::registry::Registry;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use super::arranged::{Lobby, arrange};
use super::people::{CHANNEL, People};
use super::{mentions, openapi};

/// Far more than Discord's 3 s: a busy machine is not what these tests look for. That the sandbox keeps the 3 s is
/// proved by the sandbox's own tests, that the bot does not wait before it answers by the order of events.
pub const ANSWER_LIMIT_MS: u64 = 90_000;

const DATABASE: &str = "tinghu.db";

/// A running bot.
pub struct Bot {
    pub registry: Registry,
    store: Option<Arc<Store>>,
    stop: CancellationToken,
    task: JoinSet<()>,
}

impl Bot {
    /// Connects to the sandbox at `base`, with its data in `dir`, and keeps its log through what `wrap` makes of the store.
    pub async fn start(base: &str, dir: &Path, wrap: impl FnOnce(Arc<dyn Ledger>) -> Arc<dyn Ledger>) -> Bot {
        Bot::on(base, Store::open_sqlite(&dir.join(DATABASE)).await.unwrap(), wrap)
    }

    fn on(base: &str, store: Store, wrap: impl FnOnce(Arc<dyn Ledger>) -> Arc<dyn Ledger>) -> Bot {
        // `RUST_LOG=info,serenity=warn` shows what the bot says, for a test that fails.
        let filter = tracing_subscriber::EnvFilter::from_default_env();
        let _ = tracing_subscriber::fmt().with_test_writer().with_env_filter(filter).try_init();
        let store = Arc::new(store);
        let stop = CancellationToken::new();
        let registry = Registry::new(wrap(store.ledger()), stop.clone());
        let settings = settings(base, Token::new(BOT_TOKEN));
        let run = discord::run(settings, Arc::clone(&store), registry.clone(), renderer(), stop.clone());
        let mut task = JoinSet::new();
        task.spawn(async move { run.await.unwrap() });
        Bot { registry, store: Some(store), stop, task }
    }

    /// The log of a table.
    pub async fn log(&self, table: TableId) -> Vec<TableEvent> {
        let rows = self.store.as_ref().unwrap().ledger().load(table).await.unwrap();
        rows.into_iter().map(|(_, _, event)| event).collect()
    }

    /// What people chose once and for all.
    pub fn preferences(&self) -> Arc<dyn Preferences> {
        self.store.as_ref().unwrap().preferences()
    }

    /// What is noted of a table's messages, by key.
    pub async fn surfaces(&self, table: TableId) -> Vec<SurfaceRow> {
        self.store.as_ref().unwrap().surfaces().list(table).await.unwrap()
    }

    /// Stops in good order.
    pub async fn stop(&mut self) {
        self.stop.cancel();
        std::mem::take(&mut self.task).join_all().await;
        self.registry.stopped().await;
        // The registry holds the store too.
        self.registry = Registry::new(Arc::new(MemoryLedger::new()), self.stop.clone());
        let store = self.store.take().expect("it runs");
        Arc::into_inner(store).expect("nobody else has the store").close().await;
    }
}

fn settings(base: &str, token: Token) -> RunConfig {
    let config = Config::default();
    RunConfig {
        token,
        api_base: Some(base.to_owned()),
        discord: config.discord,
        table: config.table,
        presets: config.presets,
    }
}

fn renderer() -> Arc<Renderer> {
    Arc::new(Renderer::new().unwrap())
}

/// A bot with this token, until it ends by itself.
pub async fn run_bot(token: Token, base: &str) -> Result<(), DiscordError> {
    let stop = CancellationToken::new();
    let dir = tempfile::tempdir().unwrap();
    let store = Arc::new(Store::open_sqlite(&dir.path().join(DATABASE)).await.unwrap());
    let registry = Registry::new(store.ledger(), stop.clone());
    discord::run(settings(base, token), store, registry, renderer(), stop).await
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

    /// With the lobby of a table whose first hand is one that `find` finds.
    pub async fn arranged<T>(lobby: Lobby, find: impl Fn(&HandState) -> Option<T>) -> (World, T) {
        let dir = tempfile::tempdir().unwrap();
        let (_, found) = arrange(dir.path(), lobby, find).await;
        (World::on(dir).await, found)
    }

    /// With the data of an earlier world.
    pub async fn on(dir: TempDir) -> World {
        World::with_ledger(dir, |ledger| ledger).await
    }

    /// With a bot whose tables write through what `wrap` makes of the store.
    pub async fn with_ledger(dir: TempDir, wrap: impl FnOnce(Arc<dyn Ledger>) -> Arc<dyn Ledger>) -> World {
        let store = Store::open_sqlite(&dir.path().join(DATABASE)).await.unwrap();
        World::with_store(dir, store, wrap).await
    }

    /// With the lobby of such a table, and a database that may take so many bytes at most.
    pub async fn arranged_within<T>(
        most_bytes: u64,
        lobby: Lobby,
        find: impl Fn(&HandState) -> Option<T>,
    ) -> (World, T) {
        let dir = tempfile::tempdir().unwrap();
        let (_, found) = arrange(dir.path(), lobby, find).await;
        let store = Store::open_sqlite_within(&dir.path().join(DATABASE), Some(most_bytes)).await.unwrap();
        (World::with_store(dir, store, |ledger| ledger).await, found)
    }

    async fn with_store(
        dir: TempDir,
        store: Store,
        wrap: impl FnOnce(Arc<dyn Ledger>) -> Arc<dyn Ledger>,
    ) -> World {
        let sandbox_stop = CancellationToken::new();
        let sandbox = start_sandbox(dir.path(), sandbox_stop.clone()).await;
        let base = sandbox.base_url();
        let people = People::at(&base).await;
        let bot = Bot::on(&base, store, wrap);
        connected(&people).await;
        World { people, bot, sandbox, sandbox_stop, dir }
    }

    /// Starts the bot again, after it was stopped.
    pub async fn start_bot(&mut self) {
        self.bot = Bot::start(&self.sandbox.base_url(), self.dir.path(), |ledger| ledger).await;
        connected(&self.people).await;
    }

    /// Where the bot keeps its log.
    pub fn database(&self) -> PathBuf {
        self.dir.path().join(DATABASE)
    }

    /// Where the sandbox listens.
    pub fn base(&self) -> String {
        self.sandbox.base_url()
    }

    /// The channel's table.
    pub fn table(&self) -> Table {
        self.bot.registry.at(CHANNEL.parse().unwrap()).expect("no table in the channel")
    }

    /// Ends everything in good order, looks through all that was sent, and leaves the data.
    pub async fn stop(mut self) -> TempDir {
        self.bot.stop().await;
        let requests = self.people.requests().await;
        openapi::check_all(&requests);
        mentions::name_nobody(&requests);
        self.sandbox_stop.cancel();
        self.sandbox.stopped().await;
        self.dir
    }
}

/// A sandbox with its state in `dir`.
pub async fn start_sandbox(dir: &Path, stop: CancellationToken) -> Sandbox {
    let config = SandboxConfig {
        state_file: Some(dir.join("sandbox.json")),
        answer_limit_ms: ANSWER_LIMIT_MS,
        records_answers: true,
        ..SandboxConfig::default()
    };
    sandbox::start(config, stop).await.unwrap()
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
