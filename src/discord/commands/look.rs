//! Commands that only look: leaderboard, statistics, rules, help.

use std::sync::Arc;

use crate::discord::app::{Answer, App};
use crate::discord::door::now;
use crate::discord::incoming::{Call, Incoming};
use crate::discord::model::{Embed, Message};
use crate::game::ruleset::{Options, Variant};
use crate::store::projections::{LeaderboardQuery, LeaderboardRow, RankBy, month_start};
use crate::text::{Lang, escape_markdown, help_text, rules_pages, say, variant_name};

const PAGE: u32 = 10;
const COLOUR: u32 = 0x5b_4b_8a;
/// Characters of an embed's description.
const MAX_DESCRIPTION: usize = 4_096;

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
    let ever = call.text("period") == Some("all");
    let page = u32::try_from(call.number("page").unwrap_or(1).clamp(1, 1_000)).unwrap_or(1);
    let query = LeaderboardQuery {
        guild: incoming.guild.filter(|_| !everywhere),
        since: (!ever).then(|| month_start(now())),
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
    let period = if ever { say(lang, "leaderboard-ever", &[]) } else { say(lang, "leaderboard-month", &[]) };
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
    app.tell(incoming, long_text(format!("{scope} · {period}"), body)).await;
}

/// `/stats`.
pub(super) async fn stats(app: &Arc<App>, incoming: &Incoming, call: &Call) {
    let lang = incoming.lang;
    let user = call.user("player").unwrap_or(incoming.user);
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
    app.tell(incoming, long_text(String::new(), text)).await;
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
