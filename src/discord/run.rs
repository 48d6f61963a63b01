//! Starts the bot: REST first, then the gateway through serenity, then the tables of an earlier run.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use serenity::all::{
    Client, ClientBuilder, Context, EventHandler, GatewayIntents, Guild, GuildChannel,
    GuildMemberUpdateEvent, HttpBuilder, Interaction, Member, Message, PartialGuildChannel, Ready, Role,
    UnavailableGuild,
};
use serenity::async_trait;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::app::App;
use super::commands::registration;
use super::door::now;
use super::edge::Seen;
use super::error::DiscordError;
use super::faces;
use super::incoming::Incoming;
use super::places;
use super::rest::Rest;
use super::rest_error::RestError;
use super::settings::Drafts;
use super::stages::Stages;
use super::surface::Studio;
use super::turns::Turns;
use crate::config::{DiscordSettings, Preset, TableDefaults, Token};
use crate::metrics;
use crate::render::Renderer;
use crate::store::Store;
use crate::store::event::{PauseReason, UnixMs};
use crate::store::ledger::LedgerError;
use crate::store::shards::Shards;
use crate::store::surfaces::{Surfaces, TOKEN_LIFE_MS};
use crate::table::registry::Registry;

const DISCORD: &str = "https://discord.com";
/// How long the boards may take to say that the program restarts, and requests on their way to be answered after that.
/// With the gateway and the store, less than 5 s in all.
const LAST_WORDS: Duration = Duration::from_millis(3_000);
const LAST_REQUESTS: Duration = Duration::from_millis(500);
/// How often dead tokens are erased from the store.
const ERASE_EVERY: Duration = Duration::from_secs(60);
/// How long a message of a table that has ended may stay to be set right at the next start.
const FORGET_ENDED_EVERY: Duration = Duration::from_secs(24 * 60 * 60);
/// Waits between the tries to register the commands; without them nobody can open a table.
const REGISTER_PAUSES_S: [u64; 6] = [1, 2, 5, 15, 30, 60];

/// Where the bot connects.
pub struct RunConfig {
    /// The bot's token.
    pub token: Token,
    /// The address of a sandbox, such as `http://127.0.0.1:8787`; `None` for the real Discord.
    pub api_base: Option<String>,
    /// The shards of this process and its part of the limits.
    pub discord: DiscordSettings,
    /// What a new table is when its maker leaves the choice open.
    pub table: TableDefaults,
    /// House rules under a name.
    pub presets: BTreeMap<String, Preset>,
}

/// Runs the bot until `stop`; then tells the tables' players and finishes the requests on their way.
///
/// # Errors
/// [`DiscordError`] when the token is wrong or Discord can't be reached.
pub async fn run(
    config: RunConfig,
    store: Arc<Store>,
    registry: Registry,
    renderer: Arc<Renderer>,
    stop: CancellationToken,
) -> Result<(), DiscordError> {
    let base = config.api_base.clone().unwrap_or_else(|| DISCORD.to_owned());
    let unreachable = |source| match source {
        RestError::Unauthorized => DiscordError::BadToken,
        source => DiscordError::Unreachable { base: base.clone(), source },
    };
    let rest =
        Arc::new(Rest::new(&base, config.token.expose(), config.discord.share()).map_err(unreachable)?);
    rest.identify().await.map_err(unreachable)?;
    let tasks = TaskTracker::new();
    // What shows things lives on after `stop`, so that the last things are shown.
    let curtain = CancellationToken::new();
    let studio = Studio::new(
        Arc::clone(&rest),
        renderer,
        (store.surfaces(), store.preferences()),
        tasks.clone(),
        curtain.clone(),
    );
    let app = Arc::new(App {
        rest,
        registry,
        stats: store.stats(),
        preferences: store.preferences(),
        studio: Arc::new(studio),
        stages: Arc::new(Stages::default()),
        seen: Seen::default(),
        tasks: tasks.clone(),
        stop: stop.clone(),
        table: config.table.clone(),
        presets: config.presets.clone(),
        drafts: Drafts::default(),
        uploads_emoji: config.api_base.is_none(),
        choosing: Turns::default(),
    });
    show_metrics(config.discord.metrics_address, &app).await?;
    let mut client = connect(&config, &base, &app).await?;
    follow_tables(&app);
    show_ends(&app, &*store.surfaces()).await?;
    erase_dead_tokens(&app, store.surfaces());
    // Prompts get their full clocks from now on, so the tables come back when people can reach them.
    let n_resumed = app.registry.resume().await?;
    tracing::info!(n_resumed, "tables resumed");
    let shards = Arc::clone(&client.shard_manager);
    let gateway = connect_shards(&mut client, config.discord.shards);
    let result = tokio::select! {
        result = gateway => result.map_err(|error| DiscordError::Gateway(Box::new(error))),
        () = stop.cancelled() => Ok(()),
    };
    stop.cancel();
    shards.shutdown_all().await;
    leave(&app, curtain).await;
    result
}

/// Offers the page of the metrics at this address, if there is one.
async fn show_metrics(address: Option<SocketAddr>, app: &App) -> Result<(), DiscordError> {
    let Some(address) = address else { return Ok(()) };
    let listener =
        TcpListener::bind(address).await.map_err(|source| DiscordError::Metrics { address, source })?;
    let (metrics, registry) = (Arc::clone(app.rest.metrics()), app.registry.clone());
    app.tasks.spawn(metrics::serve(listener, metrics, move || registry.len(), app.stop.clone()));
    Ok(())
}

/// The tables end with a last word to their players; what Discord does not take in time is left for the next start.
async fn leave(app: &App, curtain: CancellationToken) {
    app.registry.stop().await;
    app.tasks.close();
    if tokio::time::timeout(LAST_WORDS, app.tasks.wait()).await.is_err() {
        tracing::warn!("not every board says that the program restarts");
    }
    curtain.cancel();
    if tokio::time::timeout(LAST_REQUESTS, app.tasks.wait()).await.is_err() {
        tracing::warn!("requests to Discord are left without an answer");
    }
}

/// Connects this process's shards, or as many as Discord wants, and stays connected. serenity starts the end of the range
/// too, against what its documentation shows.
async fn connect_shards(client: &mut Client, shards: Option<Shards>) -> Result<(), serenity::Error> {
    match shards {
        Some(shards) => client.start_shard_range(shards.first()..shards.last(), shards.total()).await,
        None => client.start_autosharded().await,
    }
}

/// Shows every table on Discord: those that run already and those that are opened later.
fn follow_tables(app: &Arc<App>) {
    let (app, mut opened) = (Arc::clone(app), app.registry.subscribe());
    let tasks = app.tasks.clone();
    tasks.spawn(async move {
        loop {
            tokio::select! {
                () = app.stop.cancelled() => return,
                table = opened.recv() => match table {
                    Some(table) => app.follow(&table),
                    None => return,
                },
            }
        }
    });
}

/// A table that ended just before the program did may still look open on Discord.
async fn show_ends(app: &Arc<App>, surfaces: &dyn Surfaces) -> Result<(), LedgerError> {
    for table in surfaces.ended().await? {
        match app.registry.last_snapshot(table).await {
            Ok(Some(snapshot)) => {
                let (_, last) = watch::channel(Arc::new(snapshot));
                app.stages.ensure(&app.studio, &app.tasks, table, last, None);
            }
            Ok(None) => {}
            Err(error) => tracing::error!(%table, %error, "the end of a table is not shown"),
        }
    }
    Ok(())
}

/// Tokens that Discord takes no more are not kept, nor where tables stood that have ended: a message of theirs that could
/// not be set right for so long is left as it is.
fn erase_dead_tokens(app: &Arc<App>, surfaces: Arc<dyn Surfaces>) {
    let stop = app.stop.clone();
    let mut rounds = tokio::time::interval(ERASE_EVERY);
    let mut days = tokio::time::interval_at(Instant::now() + FORGET_ENDED_EVERY, FORGET_ENDED_EVERY);
    app.tasks.spawn(async move {
        loop {
            tokio::select! {
                () = stop.cancelled() => return,
                _ = rounds.tick() => {
                    let before = UnixMs(now().0.saturating_sub(TOKEN_LIFE_MS));
                    if let Err(error) = surfaces.forget_old_tokens(before).await {
                        tracing::warn!(%error, "dead tokens not erased");
                    }
                }
                _ = days.tick() => if let Err(error) = surfaces.forget_ended().await {
                    tracing::warn!(%error, "surfaces of ended tables not forgotten");
                }
            }
        }
    });
}

/// A client with the own REST path beside it. serenity's limiter is off: with it on, the proxy is ignored.
async fn connect(config: &RunConfig, base: &str, app: &Arc<App>) -> Result<Client, DiscordError> {
    let mut http = HttpBuilder::new(config.token.expose()).ratelimiter_disabled(true);
    if let Some(sandbox) = &config.api_base {
        http = http.proxy(sandbox.trim_end_matches('/'));
    }
    let handler = Handler { app: Arc::clone(app) };
    let client = ClientBuilder::new_with_http(http.build(), GatewayIntents::GUILDS)
        .event_handler(handler)
        .await
        .map_err(|error| DiscordError::Gateway(Box::new(error)))?;
    if config.api_base.is_some() {
        // When the gateway's address can't be read, serenity falls back to the real Discord.
        let gateway = client.ws_url.lock().await.clone();
        let host =
            |url: &str| url.split("//").nth(1).map(|rest| rest.split('/').next().unwrap_or(rest).to_owned());
        if host(&gateway) != host(base) {
            return Err(DiscordError::ForeignGateway { gateway, base: base.to_owned() });
        }
    }
    Ok(client)
}

struct Handler {
    app: Arc<App>,
}

impl Handler {
    /// Replaces the whole list, so a second READY changes nothing.
    async fn register(&self, context: &Context) {
        let mut pauses = REGISTER_PAUSES_S.into_iter().map(Duration::from_secs);
        loop {
            let error = match context.http.create_global_commands(&registration::body()).await {
                Ok(commands) => return tracing::info!(n = commands.len(), "commands registered"),
                Err(error) => error,
            };
            tracing::error!(%error, "commands not registered");
            let Some(pause) = pauses.next() else { return };
            tokio::select! {
                () = tokio::time::sleep(pause) => {}
                () = self.app.stop.cancelled() => return,
            }
        }
    }
}

#[async_trait]
impl EventHandler for Handler {
    async fn ready(&self, context: Context, ready: Ready) {
        tracing::info!(bot = %ready.user.name, shard = ?ready.shard.map(|shard| shard.id.get()), "connected");
        self.register(&context).await;
        let app = Arc::clone(&self.app);
        self.app.tasks.spawn(async move { faces::find(&app, &context.http).await });
    }

    async fn interaction_create(&self, _: Context, interaction: Interaction) {
        let Some(incoming) = Incoming::decode(&interaction, Instant::now(), now()) else { return };
        let app = Arc::clone(&self.app);
        self.app.tasks.spawn(async move { app.handle(incoming).await });
    }

    async fn channel_delete(&self, _: Context, channel: GuildChannel, _: Option<Vec<Message>>) {
        places::closed(&self.app, channel.id.get(), PauseReason::ChannelDeleted).await;
    }

    async fn thread_delete(&self, _: Context, thread: PartialGuildChannel, _: Option<GuildChannel>) {
        places::closed(&self.app, thread.id.get(), PauseReason::ChannelDeleted).await;
    }

    async fn channel_update(&self, _: Context, _: Option<GuildChannel>, channel: GuildChannel) {
        places::changed(&self.app, channel.guild_id.get()).await;
    }

    async fn thread_update(&self, _: Context, _: Option<GuildChannel>, thread: GuildChannel) {
        match thread.thread_metadata {
            Some(metadata) if metadata.archived => {
                places::closed(&self.app, thread.id.get(), PauseReason::Archived).await;
            }
            _ => places::changed(&self.app, thread.guild_id.get()).await,
        }
    }

    async fn guild_role_update(&self, _: Context, _: Option<Role>, role: Role) {
        places::changed(&self.app, role.guild_id.get()).await;
    }

    /// Without the privileged intent only the bot's own membership comes here.
    async fn guild_member_update(
        &self,
        _: Context,
        _: Option<Member>,
        _: Option<Member>,
        event: GuildMemberUpdateEvent,
    ) {
        places::changed(&self.app, event.guild_id.get()).await;
    }

    async fn guild_create(&self, _: Context, guild: Guild, _: Option<bool>) {
        places::changed(&self.app, guild.id.get()).await;
    }

    /// An outage of Discord's is no removal.
    async fn guild_delete(&self, _: Context, guild: UnavailableGuild, _: Option<Guild>) {
        if !guild.unavailable {
            places::left(&self.app, guild.id.get()).await;
        }
    }
}
