//! Buttons and forms. Who clicked is who acts; the id says only what was clicked.

use std::sync::Arc;

use super::app::{Answer, App};
use super::audit;
use super::commands::past;
use super::component::{BadCustomId, CustomId, Press};
use super::incoming::{Incoming, Kind};
use super::model::Message;
use super::views::board;
use super::views::hand::Pane;
use super::{personal, server, tutorial};
use crate::game::action::PromptId;
use crate::store::event::{MatchEnd, TableId};
use crate::table::command::{Command, Done, Refusal};
use crate::table::handle::Table;
use crate::table::registry::NewTable;
use crate::table::view::TablePhase;
use crate::text::{Lang, say, seat_name};

/// A button was pressed; `clicked` is the private message on which it stands.
pub(super) async fn click(
    app: &Arc<App>,
    incoming: &Incoming,
    custom_id: Result<CustomId, BadCustomId>,
    clicked: Option<u64>,
) {
    let id = match custom_id {
        Ok(id) => id,
        Err(error) => {
            tracing::info!(interaction = incoming.id, user = incoming.user.0, %error, "forged or old button");
            let key = match error {
                BadCustomId::OtherVersion => say(incoming.lang, "button-other-version", &[]),
                BadCustomId::Malformed => say(incoming.lang, "button-unknown", &[]),
            };
            return app.tell(incoming, key).await;
        }
    };
    if personal::is_of_form(id.press) {
        return personal::click(app, incoming, id.press).await;
    }
    if let Press::Server(pick) = id.press {
        return server::click(app, incoming, pick).await;
    }
    let id = match picked(incoming, id) {
        Some(id) => id,
        None => return app.tell(incoming, say(incoming.lang, "button-unknown", &[])).await,
    };
    if id.table == tutorial::TABLE {
        return tutorial::click(app, incoming, id).await;
    }
    match id.press {
        Press::Rematch => return rematch(app, incoming, id.table).await,
        Press::Replay => return past::replay_of_card(app, incoming, id).await,
        _ => {}
    }
    let Some(table) = app.table(id.table) else {
        return app.tell(incoming, say(incoming.lang, "refusal-closed", &[])).await;
    };
    if super::settings::is_of_form(id.press) {
        return super::settings::click(app, incoming, &table, id).await;
    }
    match id.press {
        Press::Hand => show_table(app, incoming, &table).await,
        Press::Back => app.show_hand(incoming, &table, Pane::Main, None).await,
        Press::OpenTing | Press::OpenTingChow { .. } | Press::OpenTingPung | Press::OpenStickyTing => {
            open_choice(app, incoming, &table, id, clicked).await;
        }
        // Answered by the form before it came here.
        Press::Luck => {}
        press => {
            let Some(command) = command(press, id.prompt) else { return };
            if press == Press::Ready && u64::from(table.snapshot().info.hand_no) != id.prompt.0 {
                let notice = app.refusal(incoming, &table, &Refusal::Stale);
                return app.show_hand(incoming, &table, Pane::Main, Some(notice)).await;
            }
            ask_and_show(app, incoming, &table, command).await;
        }
    }
}

/// The button that a line of the tile list stands for; every other id stands for itself.
fn picked(incoming: &Incoming, id: CustomId) -> Option<CustomId> {
    match (&incoming.kind, id.press) {
        (Kind::Click { values, .. }, Press::PickTile) => {
            let chosen: CustomId = values.first()?.parse().ok()?;
            let is_tile = matches!(chosen.press, Press::Discard { .. });
            (is_tile && chosen.table == id.table && chosen.prompt == id.prompt).then_some(chosen)
        }
        _ => Some(id),
    }
}

/// The luck text was entered.
pub(super) async fn submitted(
    app: &Arc<App>,
    incoming: &Incoming,
    custom_id: Result<CustomId, BadCustomId>,
    text: &str,
) {
    let table = custom_id.ok().and_then(|id| app.table(id.table));
    let Some(table) = table else {
        return app.tell(incoming, say(incoming.lang, "refusal-closed", &[])).await;
    };
    let luck = Some(text.trim().to_owned()).filter(|text| !text.is_empty());
    let info = &table.snapshot().info;
    let seat = info.seat_of(incoming.user);
    let is_ready = match (&info.phase, seat) {
        (TablePhase::Lobby, Some(_)) => incoming.user != info.host,
        (TablePhase::Ready { ready, .. }, Some(seat)) => ready[seat],
        _ => false,
    };
    if is_ready {
        // A wall's nonce is the first one of a seat.
        return app.tell(incoming, say(incoming.lang, "luck-is-set", &[])).await;
    }
    let command = match info.phase {
        TablePhase::Lobby if seat.is_none() => Command::Join { luck },
        _ => Command::Ready { luck },
    };
    ask_and_show(app, incoming, &table, command).await;
}

fn command(press: Press, prompt: PromptId) -> Option<Command> {
    if let Some(action) = press.action() {
        return Some(Command::Act { prompt: Some(prompt), action });
    }
    Some(match press {
        Press::Join => Command::Join { luck: None },
        Press::Leave => Command::Leave,
        Press::Start => Command::Start,
        Press::Fill => Command::Fill,
        Press::Ready => Command::Ready { luck: None },
        Press::RunPoints { choice } => Command::ChooseRunPoints { hand_no: prompt.0, choice },
        Press::ComeBack => Command::ComeBack,
        _ => return None,
    })
}

/// Asks the table and shows the player's hand with what came of it.
pub(super) async fn ask_and_show(app: &Arc<App>, incoming: &Incoming, table: &Table, command: Command) {
    let forced = audit::Forced::of(&command, table);
    let answer = app.ask(incoming, table, command).await;
    if let (Ok(done), Some(forced)) = (&answer, forced) {
        audit::note(app, incoming, table, *done, forced);
    }
    let notice = match answer {
        // The hands of a closed table end by themselves, so there is none to put this on.
        Ok(Done::Ended) => return app.tell(incoming, say(incoming.lang, "match-ended", &[])).await,
        Ok(done) => done_text(incoming.lang, done),
        Err(refusal) => Some(app.refusal(incoming, table, &refusal)),
    };
    app.show_hand(incoming, table, Pane::Main, notice).await;
}

/// What was done, where the hand does not show it by itself.
fn done_text(lang: Lang, done: Done) -> Option<String> {
    Some(match done {
        Done::Joined { seat } => say(lang, "done-joined", &[("seat", seat_name(lang, seat).into())]),
        Done::Configured => say(lang, "done-configured", &[]),
        Done::Filled => say(lang, "done-filled", &[]),
        Done::Left => say(lang, "done-left", &[]),
        // The hand itself shows these.
        Done::Started | Done::Acted | Done::Held | Done::Readied | Done::RunPointsChosen | Done::Ended => {
            return None;
        }
        Done::CameBack => say(lang, "done-came-back", &[]),
        Done::Kicked => say(lang, "done-kicked", &[]),
        Done::Replaced { seat } => say(lang, "done-replaced", &[("seat", seat_name(lang, seat).into())]),
        Done::Promised { seat } => say(lang, "done-promised", &[("seat", seat_name(lang, seat).into())]),
        Done::HostMade => say(lang, "done-host-made", &[]),
    })
}

/// The own hand; for somebody without a seat one sentence and what everybody sees.
async fn show_table(app: &Arc<App>, incoming: &Incoming, table: &Table) {
    let now = table.snapshot();
    if now.info.seat_of(incoming.user).is_some() {
        return app.show_hand(incoming, table, Pane::Main, None).await;
    }
    let text = say(incoming.lang, "hand-no-seat", &[]);
    let sketch = now.public.as_ref().and_then(|public| board::wanted(&now.info, public, &[]).sketch);
    let picture = match sketch {
        Some(sketch) => app.studio.easel.draw(move |renderer| sketch.drawn(renderer)).await.flatten(),
        None => None,
    };
    app.tell(incoming, Answer { message: Message::text(text), picture }).await;
}

/// Opens the discards of a ting. A claim is held first, so that there is time to choose.
async fn open_choice(app: &Arc<App>, incoming: &Incoming, table: &Table, id: CustomId, clicked: Option<u64>) {
    let (pane, is_claim) = match id.press {
        Press::OpenTingChow { low } => (Pane::TingChow { low }, true),
        Press::OpenTingPung => (Pane::TingPung, true),
        Press::OpenStickyTing => (Pane::StickyTing, true),
        _ => (Pane::Ting, false),
    };
    let is_current =
        matches!(table.snapshot().info.phase, TablePhase::Playing { prompt, .. } if prompt == id.prompt);
    let refused = if clicked.is_none() || !is_current {
        Some(Refusal::Stale)
    } else if is_claim {
        app.ask(incoming, table, Command::HoldClaim { prompt: id.prompt }).await.err()
    } else {
        None
    };
    match refused {
        Some(refusal) => {
            let notice = app.refusal(incoming, table, &refusal);
            app.show_hand(incoming, table, Pane::Main, Some(notice)).await;
        }
        None => app.show_hand(incoming, table, pane, None).await,
    }
}

/// 再来一局: a new table with the same choices in the same place. The old one lives in the log alone.
async fn rematch(app: &Arc<App>, incoming: &Incoming, id: TableId) {
    let info = match app.registry.look_up(id).await {
        Ok(Some(info)) => info,
        Ok(None) => return app.tell(incoming, say(incoming.lang, "refusal-closed", &[])).await,
        Err(error) => {
            tracing::error!(table = %id, %error, "rematch");
            return app.tell(incoming, say(incoming.lang, "store-fault", &[])).await;
        }
    };
    let complete = TablePhase::Closed { end: MatchEnd::Complete };
    if info.phase != complete || info.seat_of(incoming.user).is_none() {
        return app.tell(incoming, say(incoming.lang, "rematch-not-yours", &[])).await;
    }
    let hints = info.hints;
    let new = NewTable {
        place: info.place,
        host: incoming.user,
        host_name: incoming.name.clone(),
        settings: info.settings,
    };
    super::commands::table::open(app, incoming, new, hints).await;
}
