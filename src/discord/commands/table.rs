//! `/table …`.

use std::sync::Arc;

use serenity::all::Permissions;

use super::{ask, table_or_tell};
use crate::config::Preset;
use crate::discord::app::App;
use crate::discord::audit::newcomer;
use crate::discord::clicks::ask_and_show;
use crate::discord::incoming::{Call, Incoming};
use crate::discord::model::Choice;
use crate::discord::permissions::{missing_permissions, missing_text};
use crate::discord::places;
use crate::discord::rest_error::RestError;
use crate::discord::views::hand::Pane;
use crate::game::length::{MOST_HANDS, MOST_ROUNDS, MatchLength};
use crate::game::ruleset::{Options, Variant};
use crate::game::seat::Seat;
use crate::store::event::{ClockPreset, Place, Player, Settings, TableId};
use crate::store::preferences::ServerChoices;
use crate::table::command::Command;
use crate::table::handle::Table;
use crate::table::registry::{NewTable, OpenError};
use crate::table::view::TablePhase;
use crate::text::{
    Lang, escape_markdown, impossible_text, list, progress_text, say, seat_name, variant_name,
};

/// `/table new`.
pub(super) async fn new(app: &Arc<App>, incoming: &Incoming, call: &Call) {
    let server = app.server_choices(incoming).await;
    let settings = match settings(app, incoming, call, &server) {
        Ok(settings) => settings,
        Err(text) => return app.tell(incoming, text).await,
    };
    let wants_thread = if call.options.contains_key("thread") { call.flag("thread") } else { server.thread };
    let in_own_thread = wants_thread && !incoming.in_thread;
    let missing = missing_permissions(incoming, in_own_thread);
    if !missing.is_empty() {
        return app.tell(incoming, missing_text(incoming, missing)).await;
    }
    let mut channel = incoming.channel;
    if in_own_thread {
        let name = variant_name(Lang::from_locale(&settings.locale), settings.variant);
        channel = match app.rest.open_thread(incoming.channel, &name).await {
            Ok(thread) => thread,
            Err(error) => return app.tell(incoming, thread_refused(incoming.lang, &error)).await,
        };
    }
    let new = NewTable {
        place: Place { guild: incoming.guild, channel },
        host: incoming.user,
        host_name: incoming.name.clone(),
        settings,
    };
    let opened = open(app, incoming, new, call.flag("hints")).await;
    if opened.is_none() && in_own_thread {
        // Nothing will ever stand in it.
        let closed = app.rest.close_thread(channel).await;
        let _ = closed.inspect_err(|error| tracing::warn!(channel, %error, "an empty thread stays"));
    }
}

/// The presets whose name holds what was typed, of the game where one is chosen; each with its game's name.
pub(super) fn complete_preset(app: &App, lang: Lang, call: &Call) -> Vec<Choice> {
    let typed = call.text("preset").unwrap_or_default().to_lowercase();
    let game = call.text("ruleset").and_then(|id| id.parse::<Variant>().ok());
    let fits = |(name, preset): &(&String, &Preset)| {
        name.to_lowercase().contains(&typed) && game.is_none_or(|game| game == preset.variant)
    };
    let choice = |(name, preset): (&String, &Preset)| {
        let shown = format!("{name} · {}", variant_name(lang, preset.variant));
        Choice { name: shown.chars().take(100).collect(), value: name.clone() }
    };
    app.presets.iter().filter(fits).map(choice).collect()
}

/// Opens a table and tells its host; `None` where the host was told why there is none.
pub(in crate::discord) async fn open(
    app: &Arc<App>,
    incoming: &Incoming,
    new: NewTable,
    hints: bool,
) -> Option<TableId> {
    let channel = new.place.channel;
    match app.registry.open(new).await {
        Ok(table) => {
            if hints && let Err(refusal) = app.ask(incoming, &table, Command::SetHints { on: true }).await {
                tracing::warn!(table = %table.id(), %refusal, "a table without its hints");
            }
            let seat = seat_name(incoming.lang, Seat::East);
            let notice = if channel == incoming.channel {
                say(incoming.lang, "table-opened-here", &[("seat", seat.into())])
            } else {
                let channel = format!("<#{channel}>");
                say(incoming.lang, "table-opened", &[("channel", channel.into()), ("seat", seat.into())])
            };
            app.show_hand(incoming, &table, Pane::Main, Some(notice)).await;
            Some(table.id())
        }
        Err(error) => {
            tracing::info!(interaction = incoming.id, %error, "no table opened");
            places::sought(app, channel).await;
            app.tell(incoming, open_refused(incoming.lang, &error)).await;
            None
        }
    }
}

fn open_refused(lang: Lang, error: &OpenError) -> String {
    match error {
        OpenError::ChannelBusy { .. } => say(lang, "table-here-already", &[]),
        OpenError::NotPlayable | OpenError::Store(_) | OpenError::NoRandomness => {
            say(lang, "table-not-opened", &[])
        }
    }
}

fn thread_refused(lang: Lang, error: &RestError) -> String {
    match error {
        RestError::Forbidden { .. } => {
            let names = Permissions::CREATE_PUBLIC_THREADS.get_permission_names().join(", ");
            say(lang, "permissions-missing", &[("names", names.into())])
        }
        _ => say(lang, "thread-not-opened", &[]),
    }
}

/// The host's choices, else the server's, else the configuration's; or what is wrong with them.
fn settings(app: &App, incoming: &Incoming, call: &Call, server: &ServerChoices) -> Result<Settings, String> {
    let lang = incoming.lang;
    let preset = call.text("preset").map(|name| app.presets.get(name).ok_or(name)).transpose();
    // The server's preset is gone with the configuration that had it; a game that is named goes before it.
    let usual = || {
        server
            .preset
            .as_ref()
            .filter(|_| call.text("ruleset").is_none())
            .and_then(|name| app.presets.get(name))
    };
    let preset = preset.map(|preset| preset.or_else(usual));
    let preset =
        preset.map_err(|name| say(lang, "preset-unknown", &[("name", escape_markdown(name).into())]))?;
    let asked = match (call.text("ruleset"), preset) {
        (Some(id), _) => id.parse().ok(),
        (None, Some(preset)) => Some(preset.variant),
        (None, None) => server.ruleset.as_deref().map_or(Some(app.table.ruleset), |id| id.parse().ok()),
    };
    let variant = asked.filter(|variant| Variant::PLAYABLE.contains(variant)).ok_or_else(|| {
        let playable: Vec<String> =
            Variant::PLAYABLE.iter().map(|&variant| variant_name(lang, variant)).collect();
        say(lang, "ruleset-not-yet", &[("names", playable.join(", ").into())])
    })?;
    let options = match preset {
        Some(preset) if preset.variant == variant => preset.options.clone(),
        Some(_) => return Err(say(lang, "preset-of-another-game", &[])),
        None => Options::of(variant),
    };
    let within =
        |number: Option<i64>, most: u32| number.and_then(|n| u32::try_from(n).ok()).map(|n| n.min(most));
    let n_programs = within(call.number("ai"), 3).unwrap_or(0);
    let hands = within(call.number("hands"), MOST_HANDS).map(|n| MatchLength::Hands(n.max(1)));
    let rounds = within(call.number("rounds"), MOST_ROUNDS).map(|n| MatchLength::Rounds(n.max(1)));
    if hands.is_some() && rounds.is_some() {
        return Err(say(lang, "hands-or-rounds", &[]));
    }
    let of_preset = preset.and_then(|preset| preset.length);
    let length = hands.or(rounds).or(of_preset).unwrap_or(MatchLength::Hands(app.table.hands));
    length.check(&options).map_err(|impossible| impossible_text(lang, &impossible))?;
    Ok(Settings {
        variant,
        options,
        length,
        n_programs: u8::try_from(n_programs).unwrap_or(0),
        level: call.text("level").and_then(|name| name.parse().ok()).unwrap_or_default(),
        clock: call.text("clock").or(server.clock.as_deref()).and_then(clock).unwrap_or(app.table.clock),
        locale: server.lang.clone().unwrap_or_else(|| lang.code().to_owned()),
    })
}

fn clock(word: &str) -> Option<ClockPreset> {
    Some(match word {
        "fast" => ClockPreset::Fast,
        "normal" => ClockPreset::Normal,
        "slow" => ClockPreset::Slow,
        "test" => ClockPreset::Test,
        _ => return None,
    })
}

/// The sub-commands that need a table.
pub(super) async fn existing(app: &Arc<App>, incoming: &Incoming, call: &Call, name: &str) {
    let player = call.user("player");
    match (name, player) {
        ("join", _) => ask(app, incoming, Command::Join { luck: call.text("luck").map(str::to_owned) }).await,
        ("leave", _) => ask(app, incoming, Command::Leave).await,
        ("start", _) => start(app, incoming).await,
        ("status", _) => status(app, incoming).await,
        ("rules", _) => rules(app, incoming).await,
        ("settings", _) => form(app, incoming).await,
        ("kick", Some(player)) => ask(app, incoming, Command::Kick { player }).await,
        ("host", Some(player)) => ask(app, incoming, Command::MakeHost { player }).await,
        ("replace", _) => replace(app, incoming, call).await,
        ("end", _) => end(app, incoming, call).await,
        _ => app.tell(incoming, say(incoming.lang, "command-unknown", &[])).await,
    }
}

/// The tables of this server that the person may end: of which they are the host, or all of them.
pub(super) fn complete_table(app: &App, incoming: &Incoming, call: &Call) -> Vec<Choice> {
    let typed = call.text("table").unwrap_or_default().to_lowercase();
    let tables = incoming.guild.map(|guild| app.registry.in_guild(guild)).unwrap_or_default();
    let choice = |table: Table| {
        let info = &table.snapshot().info;
        if !incoming.manager && info.host != incoming.user {
            return None;
        }
        let names = info.seats.iter().filter_map(|(_, seat)| match &seat.as_ref()?.player {
            Player::Person { name, .. } => Some(name.clone()),
            Player::Program => None,
        });
        let names = list(incoming.lang, &names.collect::<Vec<_>>());
        let variant = variant_name(incoming.lang, info.settings.variant);
        let shown = format!("{variant} · {} · {names}", progress_text(incoming.lang, &info.progress()));
        Some(Choice { name: shown.chars().take(100).collect(), value: table.id().to_string() })
    };
    let choices = tables.into_iter().filter_map(choice);
    choices.filter(|choice| choice.name.to_lowercase().contains(&typed)).collect()
}

/// `/table replace`: a seat, named by itself or by its player, goes to another person or to the program.
async fn replace(app: &Arc<App>, incoming: &Incoming, call: &Call) {
    let Some(table) = table_or_tell(app, incoming).await else { return };
    let named = call.text("seat").and_then(|letter| letter.parse::<Seat>().ok());
    let of_player = call.user("player").and_then(|player| table.snapshot().info.seat_of(player));
    let Some(seat) = named.or(of_player) else {
        let key = if call.user("player").is_some() { "refusal-no-such-player" } else { "replace-whom" };
        return app.tell(incoming, say(incoming.lang, key, &[])).await;
    };
    match newcomer(incoming, call) {
        Ok(by) => ask_and_show(app, incoming, &table, Command::Replace { seat, by }).await,
        Err(text) => app.tell(incoming, text).await,
    }
}

/// `/table end`: this channel's table, or a named one of this server, whose channel may be gone.
async fn end(app: &Arc<App>, incoming: &Incoming, call: &Call) {
    let Some(named) = call.text("table") else { return ask(app, incoming, Command::End).await };
    let table = named.trim().parse().ok().and_then(|id| app.table(id));
    let is_ours = |table: &Table| table.snapshot().info.place.guild == incoming.guild;
    match table.filter(is_ours) {
        Some(table) => ask_and_show(app, incoming, &table, Command::End).await,
        None => app.tell(incoming, say(incoming.lang, "table-not-in-server", &[])).await,
    }
}

/// `/table start` begins the match, and between two hands means 下一局.
async fn start(app: &Arc<App>, incoming: &Incoming) {
    let Some(table) = table_or_tell(app, incoming).await else { return };
    let command = match table.snapshot().info.phase {
        TablePhase::Ready { .. } | TablePhase::Paused { .. } => Command::Ready { luck: None },
        _ => Command::Start,
    };
    ask_and_show(app, incoming, &table, command).await;
}

async fn status(app: &Arc<App>, incoming: &Incoming) {
    let Some(table) = table_or_tell(app, incoming).await else { return };
    places::sought(app, incoming.channel).await;
    let info = &table.snapshot().info;
    let mut wanted = crate::discord::views::lobby::wanted(info);
    wanted.message.components.clear();
    app.tell(incoming, crate::discord::app::Answer { message: wanted.message, picture: None }).await;
}

async fn form(app: &Arc<App>, incoming: &Incoming) {
    if let Some(table) = table_or_tell(app, incoming).await {
        crate::discord::settings::begin(app, incoming, &table).await;
    }
}

async fn rules(app: &Arc<App>, incoming: &Incoming) {
    let Some(table) = table_or_tell(app, incoming).await else { return };
    let settings = &table.snapshot().info.settings;
    let cards = super::look::rules_cards(incoming.lang, settings.variant, &settings.options);
    app.tell_all(incoming, cards).await;
}
