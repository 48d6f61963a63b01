//! Commands about hands that have ended: a person's history, and what proves a hand.

use std::sync::Arc;

use super::find_table;
use super::look::long_text;
use crate::discord::app::{Answer, App};
use crate::discord::incoming::{Call, Incoming};
use crate::discord::model::{Message, Picture};
use crate::store::event::{TableId, UserId};
use crate::store::hand_log::{HandLog, verify as verify_log, write};
use crate::store::ledger::LedgerError;
use crate::store::projections::HistoryRow;
use crate::text::{Lang, say, variant_name};

/// Hands in a history.
const N_HANDS: u32 = 20;

/// `/history`.
pub(super) async fn history(app: &Arc<App>, incoming: &Incoming, call: &Call) {
    let lang = incoming.lang;
    let user = call.user("player").unwrap_or(incoming.user);
    let rows = match app.stats.history(user, N_HANDS).await {
        Ok(rows) => rows,
        Err(error) => return store_fault(app, incoming, &error).await,
    };
    let title = say(lang, "history-title", &[]);
    let mut lines = vec![format!("<@{}>", user.0)];
    lines.extend(rows.iter().map(|row| line(lang, row)));
    if rows.is_empty() {
        lines.push(say(lang, "history-empty", &[]));
    }
    app.tell(incoming, long_text(title, lines.join("\n"))).await;
}

fn line(lang: Lang, row: &HistoryRow) -> String {
    say(
        lang,
        "history-row",
        &[
            ("when", format!("<t:{}:d>", row.at.0 / 1000).into()),
            ("variant", variant_name(lang, row.variant).into()),
            ("hand", row.hand_no.into()),
            ("points", format!("{:+}", row.points).into()),
            ("won", if row.won { "yes" } else { "no" }.into()),
            ("match", row.table.to_string().into()),
        ],
    )
}

/// `/verify`: what was committed to, what was mixed in, and the log that anybody can check.
pub(super) async fn verify(app: &Arc<App>, incoming: &Incoming, call: &Call) {
    let lang = incoming.lang;
    let (id, hand_no) = match which(app, incoming, call).await {
        Ok(Some(which)) => which,
        Ok(None) => return app.tell(incoming, say(lang, "verify-nothing", &[])).await,
        Err(error) => return store_fault(app, incoming, &error).await,
    };
    let log = match app.registry.finished_hand(id, hand_no).await {
        Ok(Some(log)) => log,
        Ok(None) => return app.tell(incoming, say(lang, "verify-nothing", &[])).await,
        Err(error) => return store_fault(app, incoming, &error).await,
    };
    let Ok(text) = write(&log) else {
        tracing::error!(table = %id, hand_no, "a finished hand can't be written");
        return app.tell(incoming, say(lang, "store-fault", &[])).await;
    };
    let words = verdict(lang, &log, &text);
    let file = Picture { file_name: "hand.jsonl", alt_text: String::new(), bytes: text.into_bytes() };
    app.tell(incoming, Answer { message: Message::text(words), picture: Some(file) }).await;
}

fn verdict(lang: Lang, log: &HandLog, text: &str) -> String {
    let hand = log.fair.hand_no;
    let verdict = match verify_log(text) {
        Ok(n_events) => say(lang, "verify-holds", &[("n", n_events.into())]),
        Err(difference) => {
            tracing::error!(table = log.fair.table, hand, %difference, "a hand doesn't follow from its secret");
            say(lang, "verify-differs", &[("line", difference.line.into())])
        }
    };
    let head = say(lang, "verify-hand", &[("match", log.fair.table.as_str().into()), ("hand", hand.into())]);
    [head, verdict, say(lang, "verify-proves", &[])].join("\n")
}

/// The hand that is meant: of the match that is named, else of this channel's table, else the asker's newest.
async fn which(app: &App, incoming: &Incoming, call: &Call) -> Result<Option<(TableId, u32)>, LedgerError> {
    let named = call.text("match").map(str::trim);
    let here = find_table(app, incoming).ok();
    let hand_no = call.number("hand").and_then(|number| u32::try_from(number).ok());
    let (id, newest) = match (named, here) {
        (Some(text), _) => {
            let Ok(id) = text.parse::<TableId>() else { return Ok(None) };
            (id, app.registry.look_up(id).await?.map_or(0, |info| info.hand_no))
        }
        (None, Some(table)) => {
            let snapshot = table.snapshot();
            let running = snapshot.public.as_ref().is_some_and(|public| public.get().outcome.is_none());
            (table.id(), snapshot.info.hand_no.saturating_sub(u32::from(running)))
        }
        (None, None) => return newest_of(app, incoming.user, hand_no).await,
    };
    Ok(Some((id, hand_no.unwrap_or(newest))))
}

async fn newest_of(
    app: &App,
    user: UserId,
    hand_no: Option<u32>,
) -> Result<Option<(TableId, u32)>, LedgerError> {
    let rows = app.stats.history(user, 1).await?;
    Ok(rows.first().map(|row| (row.table, hand_no.unwrap_or(row.hand_no))))
}

async fn store_fault(app: &Arc<App>, incoming: &Incoming, error: &LedgerError) {
    tracing::error!(%error, "a look into the past");
    app.tell(incoming, say(incoming.lang, "store-fault", &[])).await;
}
