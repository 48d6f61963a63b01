//! Charts of finished hands: a person's points, the fans that they won with, the points of a match.

use std::collections::{BTreeMap, BTreeSet};

use super::look::{clamped, drawn};
use crate::discord::app::App;
use crate::discord::model::Picture;
use crate::game::score::Settlement;
use crate::game::seat::Seat;
use crate::render::{FansScene, PointsLine, PointsScene};
use crate::store::event::{Player, TableId};
use crate::store::projections::{HistoryRow, ProjectedHand};
use crate::text::{Lang, fan_name, list, sanitise_name, say, seat_name};

/// Hands that the charts of a person look back on.
pub(super) const N_HANDS: u32 = 50;

/// A person's points over their last hands, newest first as they come.
pub(super) async fn of_person(app: &App, lang: Lang, rows: &[HistoryRow], name: &str) -> Option<Picture> {
    if rows.is_empty() {
        return None;
    }
    let line = PointsLine {
        name: sanitise_name(name, Seat::East, lang),
        points: sums(rows.iter().rev().map(|row| row.points)),
    };
    let title = say(lang, "stats-chart", &[("n", (rows.len() as u64).into())]);
    points(app, lang, title, vec![line]).await
}

/// The points of the four seats over the finished hands of a match. A seat has the name of who sat there at its last
/// deal.
pub(super) async fn of_match(app: &App, lang: Lang, hands: &[ProjectedHand]) -> Option<Picture> {
    let last = hands.last()?;
    let line = |seat: Seat| PointsLine {
        name: match &last.seats[seat].player {
            Player::Person { name, .. } => sanitise_name(name, seat, lang),
            Player::Program => say(lang, "program-name", &[("seat", seat_name(lang, seat).into())]),
        },
        points: sums(hands.iter().map(|hand| i64::from(hand.seats[seat].points))),
    };
    points(app, lang, say(lang, "match-chart", &[]), Seat::ALL.map(line).to_vec()).await
}

/// The sum after each hand.
fn sums(points: impl Iterator<Item = i64>) -> Vec<i32> {
    let mut sum = 0;
    points
        .map(|points| {
            sum += points;
            clamped(sum)
        })
        .collect()
}

async fn points(app: &App, lang: Lang, title: String, lines: Vec<PointsLine>) -> Option<Picture> {
    let last = |line: &PointsLine| format!("{} {:+}", line.name, line.points.last().copied().unwrap_or(0));
    let alt_text = format!("{title}: {}", list(lang, &lines.iter().map(last).collect::<Vec<_>>()));
    drawn(app, "points.png", alt_text, move |renderer| {
        let scene = PointsScene { title: &title, lines: &lines, lang };
        renderer.points_chart(&scene).map(|picture| picture.png)
    })
    .await
}

/// How those of these hands ended that the person won. What can't be read is left out: who says how many there are
/// counts what is returned.
pub(super) async fn settlements_won(app: &App, rows: &[HistoryRow]) -> Vec<Settlement> {
    let mut won = Vec::new();
    for (table, hands) in won_by_table(rows) {
        match app.registry.settlements(table, hands).await {
            Ok(settlements) => won.extend(settlements),
            Err(error) => tracing::error!(%table, %error, "the fans of hands"),
        }
    }
    won
}

/// The hands won, table by table: the log of each is read once.
fn won_by_table(rows: &[HistoryRow]) -> BTreeMap<TableId, BTreeSet<u32>> {
    let mut hands = BTreeMap::<TableId, BTreeSet<u32>>::new();
    for row in rows.iter().filter(|row| row.won) {
        hands.entry(row.table).or_default().insert(row.hand_no);
    }
    hands
}

/// How often each fan was in these, the most frequent first.
pub(super) fn fans_of(lang: Lang, won: &[Settlement]) -> Vec<(String, u32)> {
    let mut counts = BTreeMap::<String, u32>::new();
    for line in won.iter().flat_map(|settlement| &settlement.fans) {
        *counts.entry(fan_name(lang, line.fan)).or_default() += 1;
    }
    let mut counts: Vec<(String, u32)> = counts.into_iter().collect();
    counts.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
    counts
}

/// These fans as a picture.
pub(super) async fn of_fans(app: &App, lang: Lang, fans: Vec<(String, u32)>) -> Option<Picture> {
    let words: Vec<String> = fans.iter().map(|(name, n)| format!("{name} {n}")).collect();
    let title = say(lang, "fans-chart", &[]);
    let alt_text = format!("{title}: {}", list(lang, &words));
    drawn(app, "fans.png", alt_text, move |renderer| {
        let scene = FansScene { title: &title, fans: &fans, lang };
        renderer.fans_chart(&scene).map(|picture| picture.png)
    })
    .await
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::ruleset::Variant;
    use crate::store::event::UnixMs;

    #[test]
    fn the_hands_won_are_asked_of_each_table_at_once() {
        let row = |table, hand_no, won| HistoryRow {
            table: TableId(table),
            hand_no,
            at: UnixMs(0),
            variant: Variant::HarbinNew,
            guild: None,
            n_people: 4,
            points: 0,
            won,
        };
        let rows = [row(2, 3, true), row(2, 2, false), row(1, 8, true), row(2, 1, true), row(3, 1, false)];
        let asked = BTreeMap::from([(TableId(1), [8].into()), (TableId(2), [1, 3].into())]);
        assert_eq!(won_by_table(&rows), asked);
    }

    #[test]
    fn a_line_is_the_sum_after_each_hand() {
        assert_eq!(sums([3, -5, 0, 7].into_iter()), [3, -2, -2, 5]);
        assert_eq!(sums(std::iter::repeat_n(i64::from(i32::MAX), 2)), [i32::MAX, i32::MAX]);
    }
}
