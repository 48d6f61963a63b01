//! Commands that only look: leaderboard, statistics, rules, help.

use std::sync::Arc;

use super::charts;
use crate::discord::app::{Answer, App};
use crate::discord::door::now;
use crate::discord::incoming::{Call, Incoming};
use crate::discord::model::{Embed, Message, Picture};
use crate::game::ruleset::{Options, Variant};
use crate::game::seat::Seat;
use crate::render::{LeaderboardScene, RenderError, Renderer, Standing};
use crate::store::event::UnixMs;
use crate::store::projections::{
    LeaderboardQuery, LeaderboardRow, RankBy, day_start, month_start, season_start, week_start,
};
use crate::text::{Lang, escape_markdown, help_text, rules_pages, sanitise_name, say, variant_name};

const PAGE: u32 = 10;
const COLOUR: u32 = 0x5b_4b_8a;
/// Characters of an embed's description.
const MAX_DESCRIPTION: usize = 4_096;
/// Characters of a picture's description.
const MOST_ALT_TEXT: usize = 1_000;

/// The rules of a game as answers, to be sent in this order.
pub(super) fn rules_cards(lang: Lang, variant: Variant, options: &Options) -> Vec<Answer> {
    let title = say(lang, "rules-title", &[("variant", variant_name(lang, variant).into())]);
    let titles = [title].into_iter().chain(std::iter::repeat(String::new()));
    titles.zip(rules_pages(variant, options, lang)).map(|(title, page)| long_text(title, page)).collect()
}

/// A text too long for a message's own text.
pub(super) fn long_text(title: String, text: String) -> Answer {
    let description: String = text.chars().take(MAX_DESCRIPTION).collect();
    let embed = Embed { title, description, color: Some(COLOUR), ..Embed::default() };
    Answer { message: Message { embeds: vec![embed], ..Message::default() }, picture: None }
}

/// `/leaderboard`.
pub(super) async fn leaderboard(app: &Arc<App>, incoming: &Incoming, call: &Call) {
    let lang = incoming.lang;
    let everywhere = call.text("scope") == Some("all") || incoming.guild.is_none();
    let period = Period::of(call.text("period"));
    let page = u32::try_from(call.number("page").unwrap_or(1).clamp(1, 1_000)).unwrap_or(1);
    let query = LeaderboardQuery {
        guild: incoming.guild.filter(|_| !everywhere),
        since: period.since(now()),
        until: None,
        variant: call.text("ruleset").and_then(|id| id.parse::<Variant>().ok()),
        by: match call.text("by") {
            Some("mean") => RankBy::Mean,
            Some("wins") => RankBy::Wins,
            _ => RankBy::Points,
        },
        limit: PAGE,
        offset: (page - 1) * PAGE,
    };
    let rows = match app.stats.leaderboard(query).await {
        Ok(rows) => rows,
        Err(error) => {
            tracing::error!(%error, "leaderboard");
            return app.tell(incoming, say(lang, "store-fault", &[])).await;
        }
    };
    let scope =
        if everywhere { say(lang, "leaderboard-all", &[]) } else { say(lang, "leaderboard-server", &[]) };
    let title = format!("{scope} · {}", period.words(lang));
    let line = |row: &LeaderboardRow| {
        say(
            lang,
            "leaderboard-row",
            &[
                ("rank", row.rank.into()),
                ("name", escape_markdown(&row.name).into()),
                ("points", format!("{:+}", row.points).into()),
                ("hands", row.hands.into()),
                ("wins", row.wins.into()),
            ],
        )
    };
    let lines: Vec<String> = rows.iter().map(line).collect();
    let body = if lines.is_empty() { say(lang, "leaderboard-empty", &[]) } else { lines.join("\n") };
    let picture = board_picture(app, lang, &title, &rows).await;
    app.tell(incoming, Answer { picture, ..long_text(title, body) }).await;
}

/// The rows as a picture, which says no more than the text below it.
async fn board_picture(app: &App, lang: Lang, title: &str, rows: &[LeaderboardRow]) -> Option<Picture> {
    if rows.is_empty() {
        return None;
    }
    let standing = |row: &LeaderboardRow| Standing {
        place: u32::try_from(row.rank).unwrap_or(u32::MAX),
        name: sanitise_name(&row.name, Seat::East, lang),
        points: clamped(row.points),
        n_hands: u32::try_from(row.hands).unwrap_or(u32::MAX),
        avatar: None,
    };
    let (rows, title): (Vec<Standing>, String) = (rows.iter().map(standing).collect(), title.to_owned());
    let alt_text = title.clone();
    drawn(app, "leaderboard.png", alt_text, move |renderer| {
        let scene = LeaderboardScene { title: &title, rows: &rows, lang };
        renderer.leaderboard(&scene).map(|picture| picture.png)
    })
    .await
}

/// Points as pictures have room for them.
pub(super) fn clamped(points: i64) -> i32 {
    i32::try_from(points).unwrap_or(if points < 0 { i32::MIN } else { i32::MAX })
}

/// What a leaderboard covers, UTC.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Period {
    Day,
    Week,
    Month,
    /// A quarter of the year.
    Season,
    Ever,
}

impl Period {
    /// This month, where nothing else is asked for.
    fn of(word: Option<&str>) -> Period {
        match word {
            Some("day") => Period::Day,
            Some("week") => Period::Week,
            Some("season") => Period::Season,
            Some("all") => Period::Ever,
            _ => Period::Month,
        }
    }

    fn since(self, now: UnixMs) -> Option<UnixMs> {
        match self {
            Period::Day => Some(day_start(now)),
            Period::Week => Some(week_start(now)),
            Period::Month => Some(month_start(now)),
            Period::Season => Some(season_start(now)),
            Period::Ever => None,
        }
    }

    fn words(self, lang: Lang) -> String {
        let key = match self {
            Period::Day => "leaderboard-day",
            Period::Week => "leaderboard-week",
            Period::Month => "leaderboard-month",
            Period::Season => "leaderboard-season",
            Period::Ever => "leaderboard-ever",
        };
        say(lang, key, &[])
    }
}

/// A picture that is drawn off the async threads; none where drawing fails, as the text says the same.
pub(super) async fn drawn(
    app: &App,
    file_name: &'static str,
    alt_text: String,
    draw: impl FnOnce(&Renderer) -> Result<Vec<u8>, RenderError> + Send + 'static,
) -> Option<Picture> {
    let drawn = app.studio.easel.draw_at_leisure(draw).await?;
    let bytes = drawn.inspect_err(|error| tracing::error!(%error, file_name, "no picture")).ok()?;
    Some(Picture { file_name, alt_text: alt_text.chars().take(MOST_ALT_TEXT).collect(), bytes })
}

/// `/stats`.
pub(super) async fn stats(app: &Arc<App>, incoming: &Incoming, call: &Call) {
    let lang = incoming.lang;
    let user = super::person_meant(incoming, call);
    let stats = match app.stats.stats(user, incoming.guild).await {
        Ok(stats) => stats,
        Err(error) => {
            tracing::error!(%error, "stats");
            return app.tell(incoming, say(lang, "store-fault", &[])).await;
        }
    };
    let text = say(
        lang,
        "stats",
        &[
            ("player", format!("<@{}>", user.0).into()),
            ("hands", stats.hands.into()),
            ("wins", stats.wins.into()),
            ("drawn", stats.self_draws.into()),
            ("dealt", stats.deal_ins.into()),
            ("tings", stats.tings.into()),
            ("points", format!("{:+}", stats.points).into()),
        ],
    );
    let name = call.people.get(&user).map_or_else(|| incoming.name.clone(), |person| person.name.clone());
    let rows = app.stats.history(user, incoming.guild, charts::N_HANDS).await;
    let rows = rows.inspect_err(|error| tracing::error!(%error, "no charts of a person")).unwrap_or_default();
    let picture = charts::of_person(app, lang, &rows, &name).await;
    let mut answers = vec![Answer { picture, ..long_text(String::new(), text) }];
    let won = charts::settlements_won(app, &rows).await;
    let fans = charts::fans_of(lang, &won);
    if !fans.is_empty() {
        let (n_won, n) = (won.len() as u64, rows.len() as u64);
        let text = say(lang, "stats-fans", &[("won", n_won.into()), ("n", n.into())]);
        let picture = charts::of_fans(app, lang, fans).await;
        answers.push(Answer { message: Message::text(text), picture });
    }
    app.tell_all(incoming, answers).await;
}

/// `/rules`: of the game that is named, else of the table that the person means, as it is scored there.
pub(super) async fn rules(app: &Arc<App>, incoming: &Incoming, call: &Call) {
    let named = call.text("ruleset").and_then(|id| id.parse::<Variant>().ok());
    let table = super::find_table(app, incoming).ok().filter(|_| named.is_none());
    let cards = match table {
        Some(table) => {
            let settings = &table.snapshot().info.settings;
            rules_cards(incoming.lang, settings.variant, &settings.options)
        }
        None => {
            let variant = named.unwrap_or(app.table.ruleset);
            rules_cards(incoming.lang, variant, &Options::of(variant))
        }
    };
    app.tell_all(incoming, cards).await;
}

/// `/help`.
pub(super) async fn help(app: &Arc<App>, incoming: &Incoming) {
    app.tell(incoming, long_text(String::new(), help_text(incoming.lang))).await;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_leaderboard_is_of_this_month_unless_asked_otherwise() {
        let now = UnixMs(1_709_251_199_999); // 2024-02-29, a Thursday
        assert_eq!(Period::of(None).since(now), Some(month_start(now)));
        assert_eq!(Period::of(Some("week")).since(now), Some(week_start(now)));
        assert_eq!(Period::of(Some("day")).since(now), Some(day_start(now)));
        assert_eq!(Period::of(Some("season")).since(now), Some(season_start(now)));
        assert_eq!(Period::of(Some("all")).since(now), None);
    }
}
