//! Commands about hands that have ended: a person's history, and what proves a hand.

use std::sync::Arc;

use super::look::{drawn, long_text};
use super::{charts, find_table, person_meant};
use crate::discord::app::{Answer, App};
use crate::discord::component::CustomId;
use crate::discord::incoming::{Call, Incoming};
use crate::discord::model::{Message, Picture};
use crate::game::length::{MatchLength, Progress};
use crate::game::seat::{BySeat, Seat};
use crate::render::{PlayerLabel, ReplayScene};
use crate::store::event::{Player, TableId, UserId};
use crate::store::hand_log::{HandLog, replay_seen, verify as verify_log, write};
use crate::store::ledger::LedgerError;
use crate::store::projections::{HistoryRow, ProjectedHand};
use crate::text::{Lang, result_alt, sanitise_name, say, seat_name, variant_name};

/// Hands in a history.
const N_HANDS: u32 = 20;

/// `/history`: of a match that is named, else of a person.
pub(super) async fn history(app: &Arc<App>, incoming: &Incoming, call: &Call) {
    let lang = incoming.lang;
    if let Some(text) = call.text("match") {
        return match_history(app, incoming, text).await;
    }
    let user = person_meant(incoming, call);
    // What somebody played in another server is for themselves and for that server.
    let guild = incoming.guild.filter(|_| user != incoming.user);
    let rows = match app.stats.history(user, guild, N_HANDS).await {
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

/// The finished hands of a match, and how the points went.
async fn match_history(app: &Arc<App>, incoming: &Incoming, text: &str) {
    let lang = incoming.lang;
    let hands = match hands_of(app, incoming, text).await {
        Ok(hands) => hands.map_or_else(Vec::new, |(_, hands)| hands),
        Err(error) => return store_fault(app, incoming, &error).await,
    };
    let lines: Vec<String> = hands.iter().map(|hand| match_line(lang, hand)).collect();
    if lines.is_empty() {
        return app.tell(incoming, say(lang, "verify-nothing", &[])).await;
    }
    let picture = charts::of_match(app, lang, &hands).await;
    app.tell(incoming, Answer { picture, ..long_text(say(lang, "match-chart", &[]), lines.join("\n")) })
        .await;
}

/// The finished hands of the match that this text names, if there is one that who asks may look at.
async fn hands_of(
    app: &App,
    incoming: &Incoming,
    text: &str,
) -> Result<Option<(TableId, Vec<ProjectedHand>)>, LedgerError> {
    let Ok(id) = text.trim().parse::<TableId>() else { return Ok(None) };
    let hands = app.stats.hands(id).await?;
    Ok(may_look(incoming.user, incoming.guild, &hands).then_some((id, hands)))
}

/// A match is for its server and for who has played in it.
fn may_look(user: UserId, guild: Option<u64>, hands: &[ProjectedHand]) -> bool {
    let is_here = |hand: &ProjectedHand| hand.guild.is_some() && hand.guild == guild;
    let is_own = |hand: &ProjectedHand| hand.seats.0.iter().any(|seat| seat.player.user() == Some(user));
    hands.iter().any(|hand| is_here(hand) || is_own(hand))
}

fn match_line(lang: Lang, hand: &ProjectedHand) -> String {
    let points = |seat: Seat| format!("{} {:+}", seat_name(lang, seat), hand.seats[seat].points);
    let points = Seat::ALL.map(points).join(" · ");
    say(lang, "match-row", &[("hand", hand.hand_no.into()), ("points", points.into())])
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

/// The log of the finished hand that is meant; `None` where the person was told why there is none.
async fn finished(
    app: &Arc<App>,
    incoming: &Incoming,
    meant: Result<Option<(TableId, u32)>, LedgerError>,
) -> Option<(TableId, u32, HandLog)> {
    let nothing = say(incoming.lang, "verify-nothing", &[]);
    let found = match meant {
        Ok(Some((id, hand_no))) => {
            app.registry.finished_hand(id, hand_no).await.map(|log| log.map(|log| (id, hand_no, log)))
        }
        Ok(None) => Ok(None),
        Err(error) => Err(error),
    };
    match found {
        Ok(Some(found)) => return Some(found),
        Ok(None) => app.tell(incoming, nothing).await,
        Err(error) => store_fault(app, incoming, &error).await,
    }
    None
}

/// `/replay`: the hand as all saw it, as a moving picture.
pub(super) async fn replay(app: &Arc<App>, incoming: &Incoming, call: &Call) {
    let meant = which(app, incoming, call).await;
    if let Some(found) = finished(app, incoming, meant).await {
        show_replay(app, incoming, found).await;
    }
}

/// 回放 on a result card: the same of the card's hand, for whoever presses it. The hand is over, so all have seen it.
pub(in crate::discord) async fn replay_of_card(app: &Arc<App>, incoming: &Incoming, card: CustomId) {
    let meant = u32::try_from(card.prompt.0).ok().map(|hand_no| (card.table, hand_no));
    if let Some(found) = finished(app, incoming, Ok(meant)).await {
        show_replay(app, incoming, found).await;
    }
}

/// Plays a hand again, off the async threads.
async fn apart<T: Send + 'static>(app: &App, work: impl FnOnce() -> Option<T> + Send + 'static) -> Option<T> {
    app.studio.easel.draw_at_leisure(move |_| work()).await.flatten()
}

async fn show_replay(app: &Arc<App>, incoming: &Incoming, (id, hand_no, log): (TableId, u32, HandLog)) {
    let lang = incoming.lang;
    let seen = apart(app, move || replay_seen(&write(&log).ok()?).ok()).await;
    let (hands, info) = match (app.stats.hands(id).await, app.registry.look_up(id).await) {
        (Ok(hands), Ok(info)) => (hands, info),
        (Err(error), _) | (_, Err(error)) => return store_fault(app, incoming, &error).await,
    };
    let (Some(seen), Some(now)) = (seen, hands.iter().find(|hand| hand.hand_no == hand_no)) else {
        tracing::error!(table = %id, hand_no, "a finished hand can't be shown");
        return app.tell(incoming, say(lang, "store-fault", &[])).await;
    };
    let earlier = |seat: Seat| {
        hands.iter().filter(|hand| hand.hand_no < hand_no).map(|hand| hand.seats[seat].points).sum::<i32>()
    };
    let label = |seat: Seat, points| PlayerLabel {
        name: match &now.seats[seat].player {
            Player::Person { name, .. } => sanitise_name(name, seat, lang),
            Player::Program => say(lang, "program-name", &[("seat", seat_name(lang, seat).into())]),
        },
        points,
        away: false,
        program: now.seats[seat].player == Player::Program,
    };
    let length = info.map_or(MatchLength::Hands(hand_no), |info| info.settings.length);
    let progress = Progress { hand_no, n_passes: n_passes(&hands, hand_no), length };
    let before = BySeat::from_fn(|seat| label(seat, earlier(seat)));
    let after = BySeat::from_fn(|seat| label(seat, earlier(seat) + now.seats[seat].points));
    let names = before.map(|_, label| label.name.clone());
    let end = seen.views.last().map(|view| result_alt(lang, view, &names)).unwrap_or_default();
    let alt_text = say(lang, "replay-alt", &[("hand", hand_no.into()), ("end", end.into())]);
    let views = seen.views;
    let picture = drawn(app, "replay.gif", alt_text, move |renderer| {
        let scene = ReplayScene {
            views: &views,
            before: &before,
            after: &after,
            progress,
            lang,
            index_digits: false,
        };
        renderer.animation(&scene).map(|animation| animation.gif)
    })
    .await;
    let head = say(lang, "verify-hand", &[("match", id.to_string().into()), ("hand", hand_no.into())]);
    app.tell(incoming, Answer { message: Message::text(head), picture }).await;
}

/// How often the deal passed on before a hand.
fn n_passes(hands: &[ProjectedHand], hand_no: u32) -> u32 {
    let dealer = |hand: &ProjectedHand| Seat::ALL.into_iter().find(|&seat| hand.seats[seat].dealer);
    let dealers: Vec<_> = hands.iter().filter(|hand| hand.hand_no <= hand_no).map(dealer).collect();
    dealers.windows(2).filter(|two| two[0] != two[1]).count() as u32
}

/// `/verify`: what was committed to, what was mixed in, and the log that anybody can check.
pub(super) async fn verify(app: &Arc<App>, incoming: &Incoming, call: &Call) {
    let lang = incoming.lang;
    let meant = which(app, incoming, call).await;
    let Some((id, hand_no, log)) = finished(app, incoming, meant).await else { return };
    let proof = apart(app, move || {
        let text = write(&log).ok()?;
        Some((verdict(lang, &log, &text), text))
    });
    let Some((words, text)) = proof.await else {
        tracing::error!(table = %id, hand_no, "a finished hand can't be written");
        return app.tell(incoming, say(lang, "store-fault", &[])).await;
    };
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
    let named = call.text("match");
    let here = find_table(app, incoming).ok();
    let hand_no = call.number("hand").and_then(|number| u32::try_from(number).ok());
    let (id, newest) = match (named, here) {
        (Some(text), _) => {
            let Some((id, hands)) = hands_of(app, incoming, text).await? else { return Ok(None) };
            (id, hands.last().map_or(0, |hand| hand.hand_no))
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
    let rows = app.stats.history(user, None, 1).await?;
    Ok(rows.first().map(|row| (row.table, hand_no.unwrap_or(row.hand_no))))
}

async fn store_fault(app: &Arc<App>, incoming: &Incoming, error: &LedgerError) {
    tracing::error!(%error, "a look into the past");
    app.tell(incoming, say(incoming.lang, "store-fault", &[])).await;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::ruleset::Variant;
    use crate::store::event::UnixMs;
    use crate::store::projections::ProjectedSeat;

    const PLAYED: UserId = UserId(1);
    const OTHER: UserId = UserId(2);

    fn hand(guild: Option<u64>) -> ProjectedHand {
        let seats = BySeat::from_fn(|seat| ProjectedSeat {
            player: match seat {
                Seat::West => Player::Person { user: PLAYED, name: "x".into() },
                _ => Player::Program,
            },
            points: 0,
            won: false,
            self_drawn: false,
            dealt_in: false,
            dealer: false,
            tinged: false,
        });
        ProjectedHand { hand_no: 1, guild, at: UnixMs(0), variant: Variant::Harbin, n_people: 1, seats }
    }

    #[test]
    fn a_match_of_another_server_is_for_those_who_played_in_it() {
        let hands = [hand(Some(7))];
        assert!(may_look(PLAYED, Some(7), &hands) && may_look(OTHER, Some(7), &hands));
        assert!(may_look(PLAYED, Some(8), &hands) && may_look(PLAYED, None, &hands));
        assert!(!may_look(OTHER, Some(8), &hands) && !may_look(OTHER, None, &hands));
        let private = [hand(None)];
        assert!(may_look(PLAYED, None, &private) && !may_look(OTHER, None, &private));
        assert!(!may_look(PLAYED, Some(7), &[]), "nothing has ended");
    }
}
