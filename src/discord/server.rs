//! `/admin`: what new tables of a server are when their maker leaves the choice open, and who may end tables. Discord
//! shows the command to those who manage the server, or to whom they allow it. Each choice counts at once.

use std::sync::Arc;

use super::app::{Answer, App};
use super::component::{CustomId, Press, ServerPick};
use super::incoming::{Incoming, Kind};
use super::model::{Choosable, Embed, Message, Row, Select};
use super::personal::language_select;
use super::settings::redraw;
use super::tutorial;
use crate::game::action::PromptId;
use crate::game::ruleset::Variant;
use crate::store::ledger::LedgerError;
use crate::store::preferences::ServerChoices;
use crate::text::{Lang, say, variant_name};

const COLOUR: u32 = 0x5b_4b_8a;
/// Stands for "as the bot is configured".
const USUAL: &str = "usual";
const CLOCKS: [&str; 3] = ["fast", "normal", "slow"];

/// Opens the form.
pub(super) async fn begin(app: &Arc<App>, incoming: &Incoming) {
    if incoming.guild.is_none() {
        return app.tell(incoming, say(incoming.lang, "admin-no-server", &[])).await;
    }
    let choices = app.server_choices(incoming).await;
    let message = message(app, incoming.lang, &choices);
    app.tell(incoming, Answer { message, picture: None }).await;
}

/// A select of the form.
pub(super) async fn click(app: &Arc<App>, incoming: &Incoming, pick: ServerPick) {
    let (Kind::Click { private: true, values, .. }, Some(guild)) = (&incoming.kind, incoming.guild) else {
        return app.tell(incoming, say(incoming.lang, "button-unknown", &[])).await;
    };
    let _turn = app.choosing.take(guild).await;
    let (choices, key) = match keep(app, guild, pick, values).await {
        Ok(choices) => {
            tracing::info!(guild, actor = incoming.user.0, ?pick, "server choices");
            (choices, "settings-mine-saved")
        }
        Err(error) => {
            tracing::error!(%error, "a server's choices are not kept");
            (app.server_choices(incoming).await, "store-fault")
        }
    };
    let mut shown = message(app, incoming.lang, &choices);
    shown.content = say(incoming.lang, key, &[]);
    redraw(app, incoming, shown).await;
}

async fn keep(
    app: &App,
    guild: u64,
    pick: ServerPick,
    values: &[String],
) -> Result<ServerChoices, LedgerError> {
    let choices = chosen(app.preferences.server(guild).await?, pick, values);
    app.preferences.set_server(guild, choices.clone()).await?;
    Ok(choices)
}

fn chosen(mut choices: ServerChoices, pick: ServerPick, values: &[String]) -> ServerChoices {
    let first = values.first().filter(|value| *value != USUAL).cloned();
    match pick {
        ServerPick::Rules => {
            let of =
                |kind: &str| first.as_deref().and_then(|value| value.strip_prefix(kind)).map(str::to_owned);
            (choices.ruleset, choices.preset) = (of("game:"), of("preset:"));
        }
        ServerPick::Clock => choices.clock = first,
        ServerPick::Language => {
            choices.lang = first.filter(|code| Lang::ALL.iter().any(|lang| lang.code() == code));
        }
        ServerPick::Thread => choices.thread = first.as_deref() == Some("thread"),
        ServerPick::Enders => choices.enders = values.iter().filter_map(|id| id.parse().ok()).collect(),
    }
    choices
}

fn message(app: &App, lang: Lang, choices: &ServerChoices) -> Message {
    let id = |pick| CustomId { table: tutorial::TABLE, prompt: PromptId(0), press: Press::Server(pick) };
    let one =
        |pick, title: &str, lines| Row::select(Select::new(id(pick), &say(lang, title, &[]), false, lines));
    let clocks = CLOCKS.map(|name| {
        line(
            name.to_owned(),
            say(lang, &format!("clock-{name}"), &[]),
            choices.clock.as_deref() == Some(name),
        )
    });
    let clocks = usual(lang, choices.clock.is_none()).into_iter().chain(clocks).collect();
    let threads = vec![
        line("channel".into(), say(lang, "admin-in-channel", &[]), !choices.thread),
        line("thread".into(), say(lang, "admin-in-thread", &[]), choices.thread),
    ];
    let rows = vec![
        one(ServerPick::Rules, "admin-rules", rules(app, lang, choices)),
        one(ServerPick::Clock, "admin-clock", clocks),
        Row::select(language_select(
            lang,
            id(ServerPick::Language),
            choices.lang.as_deref(),
            "admin-language",
        )),
        one(ServerPick::Thread, "admin-thread", threads),
        Row::select(Select::roles(id(ServerPick::Enders), &say(lang, "admin-enders", &[]), &choices.enders)),
    ];
    let embed = Embed {
        title: say(lang, "admin-title", &[]),
        description: say(lang, "admin-how", &[]),
        color: Some(COLOUR),
        ..Embed::default()
    };
    Message { embeds: vec![embed], components: rows, ..Message::default() }
}

fn line(value: String, label: String, default: bool) -> Choosable {
    Choosable { value, label, description: String::new(), default }
}

fn usual(lang: Lang, default: bool) -> Option<Choosable> {
    Some(line(USUAL.to_owned(), say(lang, "admin-usual", &[]), default))
}

/// The games, then the presets of the configuration.
fn rules(app: &App, lang: Lang, choices: &ServerChoices) -> Vec<Choosable> {
    let is_usual = choices.ruleset.is_none() && choices.preset.is_none();
    let games = Variant::PLAYABLE.into_iter().map(|game| {
        let is_now = choices.ruleset.as_deref() == Some(game.id());
        line(format!("game:{}", game.id()), variant_name(lang, game), is_now)
    });
    let presets = app.presets.iter().map(|(name, preset)| {
        let label = format!("{name} · {}", variant_name(lang, preset.variant));
        line(format!("preset:{name}"), label, choices.preset.as_ref() == Some(name))
    });
    let presets = presets.filter(|line| line.value.chars().count() <= 100);
    usual(lang, is_usual).into_iter().chain(games).chain(presets).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_select_sets_its_own_choice_and_the_usual_takes_it_back() {
        let set = |now: &ServerChoices, pick, value: &str| chosen(now.clone(), pick, &[value.to_owned()]);
        let start = ServerChoices::default();
        let game = set(&start, ServerPick::Rules, "game:qiqihar");
        assert_eq!((game.ruleset.as_deref(), game.preset.as_deref()), (Some("qiqihar"), None));
        let preset = set(&game, ServerPick::Rules, "preset:friday");
        assert_eq!((preset.ruleset.as_deref(), preset.preset.as_deref()), (None, Some("friday")));
        assert_eq!(set(&preset, ServerPick::Rules, USUAL), start);
        assert_eq!(set(&start, ServerPick::Clock, "slow").clock.as_deref(), Some("slow"));
        assert_eq!(set(&start, ServerPick::Language, "en").lang.as_deref(), Some("en"));
        assert_eq!(set(&start, ServerPick::Language, "auto"), start);
        assert!(set(&start, ServerPick::Thread, "thread").thread);
        assert_eq!(set(&start, ServerPick::Enders, "42").enders, [42]);
        assert_eq!(chosen(start.clone(), ServerPick::Enders, &[]), start);
    }
}
