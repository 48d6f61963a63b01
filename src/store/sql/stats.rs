//! Questions about finished hands. Sums are cast: PostgreSQL would make decimals of them.

use futures_util::FutureExt;
use futures_util::future::BoxFuture;

use super::SqlStore;
use super::connection::{Arg, Row, impossible};
use super::writer::Write;
use crate::game::ruleset::Variant;
use crate::game::seat::BySeat;
use crate::store::event::{Player, TableId, UnixMs, UserId};
use crate::store::ledger::LedgerError;
use crate::store::projections::{
    HistoryRow, LEAST_PEOPLE, LeaderboardQuery, LeaderboardRow, PlayerStats, ProjectedHand, ProjectedSeat,
    RankBy, Rebuilt, Stats,
};

const LEADERBOARD: &str = "
    WITH totals AS (
        SELECT s.user_id, COUNT(*) AS hands, CAST(SUM(s.won) AS BIGINT) AS wins, CAST(SUM(s.points) AS BIGINT) AS points
        FROM hand_seats s JOIN finished_hands h ON h.table_id = s.table_id AND h.seq = s.seq
        WHERE s.user_id IS NOT NULL AND h.n_people >= $1
          AND ($2 IS NULL OR h.guild_id = $2) AND h.at_ms >= $3 AND h.at_ms < $4
          AND ($5 IS NULL OR h.variant = $5)
        GROUP BY s.user_id
    ), ranked AS (
        SELECT user_id, hands, wins, points, RANK() OVER (ORDER BY
            CASE $6 WHEN 'points' THEN points * 1.0 WHEN 'mean' THEN points * 1.0 / hands ELSE wins * 1.0 END DESC
        ) AS place
        FROM totals
    )
    SELECT place, user_id, hands, wins, points,
        (SELECT n.name FROM hand_seats n WHERE n.user_id = ranked.user_id
         ORDER BY n.at_ms DESC, n.table_id DESC, n.seq DESC LIMIT 1) AS name
    FROM ranked ORDER BY place, hands DESC, user_id LIMIT $7 OFFSET $8";

const STATS: &str = "
    SELECT COUNT(*) AS hands,
        COALESCE(SUM(CASE WHEN h.n_people >= $3 THEN 1 ELSE 0 END), 0) AS ranked_hands,
        CAST(COALESCE(SUM(s.won), 0) AS BIGINT) AS wins,
        CAST(COALESCE(SUM(s.self_drawn), 0) AS BIGINT) AS self_draws,
        CAST(COALESCE(SUM(s.dealt_in), 0) AS BIGINT) AS deal_ins,
        COALESCE(SUM(CASE WHEN EXISTS (SELECT 1 FROM hand_seats w
            WHERE w.table_id = s.table_id AND w.seq = s.seq AND w.won = 1) THEN 0 ELSE 1 END), 0) AS drawn_hands,
        CAST(COALESCE(SUM(s.dealer), 0) AS BIGINT) AS dealt,
        CAST(COALESCE(SUM(s.tinged), 0) AS BIGINT) AS tings,
        CAST(COALESCE(SUM(s.points), 0) AS BIGINT) AS points,
        COALESCE(MAX(s.points), 0) AS best_hand,
        COALESCE(MIN(s.points), 0) AS worst_hand
    FROM hand_seats s JOIN finished_hands h ON h.table_id = s.table_id AND h.seq = s.seq
    WHERE s.user_id = $1 AND ($2 IS NULL OR h.guild_id = $2)";

const HISTORY: &str = "
    SELECT h.table_id, h.hand_no, h.at_ms, h.variant, h.guild_id, h.n_people, s.points, s.won
    FROM hand_seats s JOIN finished_hands h ON h.table_id = s.table_id AND h.seq = s.seq
    WHERE s.user_id = $1 AND ($2 IS NULL OR h.guild_id = $2)
    ORDER BY s.at_ms DESC, s.table_id DESC, s.seq DESC LIMIT $3";

const HANDS: &str = "
    SELECT h.hand_no, h.at_ms, h.variant, h.guild_id, h.n_people, s.seat, s.user_id, s.name, s.points, s.won,
        s.self_drawn, s.dealt_in, s.dealer, s.tinged
    FROM finished_hands h JOIN hand_seats s ON h.table_id = s.table_id AND h.seq = s.seq
    WHERE h.table_id = $1 ORDER BY h.seq, CASE s.seat WHEN 'E' THEN 0 WHEN 'S' THEN 1 WHEN 'W' THEN 2 ELSE 3 END";

impl Stats for SqlStore {
    fn leaderboard(
        &self,
        asked: LeaderboardQuery,
    ) -> BoxFuture<'_, Result<Vec<LeaderboardRow>, LedgerError>> {
        async move {
            let by = match asked.by {
                RankBy::Points => "points",
                RankBy::Mean => "mean",
                RankBy::Wins => "wins",
            };
            let args = [
                Arg::int(LEAST_PEOPLE),
                Arg::Int(asked.guild.map(u64::cast_signed)),
                Arg::time(asked.since.unwrap_or(UnixMs(0))),
                Arg::time(asked.until.unwrap_or(UnixMs(u64::MAX))),
                Arg::Text(asked.variant.map(Variant::id)),
                Arg::text(by),
                Arg::int(asked.limit),
                Arg::int(asked.offset),
            ];
            let rows = self.readers.fetch(LEADERBOARD, &args).await?;
            rows.iter().map(leaderboard_row).collect()
        }
        .boxed()
    }

    fn stats(&self, user: UserId, guild: Option<u64>) -> BoxFuture<'_, Result<PlayerStats, LedgerError>> {
        async move {
            let guild = Arg::Int(guild.map(u64::cast_signed));
            let rows = self.readers.fetch(STATS, &[Arg::id(user.0), guild, Arg::int(LEAST_PEOPLE)]).await?;
            rows.first().map_or_else(|| Err(impossible("count")), player_stats)
        }
        .boxed()
    }

    fn history(
        &self,
        user: UserId,
        guild: Option<u64>,
        limit: u32,
    ) -> BoxFuture<'_, Result<Vec<HistoryRow>, LedgerError>> {
        async move {
            let guild = Arg::Int(guild.map(u64::cast_signed));
            let rows = self.readers.fetch(HISTORY, &[Arg::id(user.0), guild, Arg::int(limit)]).await?;
            rows.iter().map(history_row).collect()
        }
        .boxed()
    }

    fn hands(&self, table: TableId) -> BoxFuture<'_, Result<Vec<ProjectedHand>, LedgerError>> {
        async move {
            let rows = self.readers.fetch(HANDS, &[Arg::id(table.0)]).await?;
            rows.as_chunks::<4>().0.iter().map(projected_hand).collect()
        }
        .boxed()
    }

    fn rebuild(&self) -> BoxFuture<'_, Result<Rebuilt, LedgerError>> {
        async move {
            let n_hands = self.writer.write(Write::Rebuild).await?;
            let counted = self.readers.fetch("SELECT COUNT(*) AS n FROM tables", &[]).await?;
            let n_tables = counted.first().ok_or_else(|| impossible("count"))?.number("n")?;
            Ok(Rebuilt { n_tables, n_hands })
        }
        .boxed()
    }
}

fn leaderboard_row(row: &Row) -> Result<LeaderboardRow, LedgerError> {
    Ok(LeaderboardRow {
        rank: row.number("place")?,
        user: UserId(row.number("user_id")?),
        name: row.text_or_null("name")?.unwrap_or_default().to_owned(),
        hands: row.number("hands")?,
        wins: row.number("wins")?,
        points: row.int("points")?,
    })
}

fn player_stats(row: &Row) -> Result<PlayerStats, LedgerError> {
    Ok(PlayerStats {
        hands: row.number("hands")?,
        ranked_hands: row.number("ranked_hands")?,
        wins: row.number("wins")?,
        self_draws: row.number("self_draws")?,
        deal_ins: row.number("deal_ins")?,
        drawn_hands: row.number("drawn_hands")?,
        dealt: row.number("dealt")?,
        tings: row.number("tings")?,
        points: row.int("points")?,
        best_hand: row.int("best_hand")?,
        worst_hand: row.int("worst_hand")?,
    })
}

fn history_row(row: &Row) -> Result<HistoryRow, LedgerError> {
    Ok(HistoryRow {
        table: TableId(row.number("table_id")?),
        hand_no: row.small("hand_no")?,
        at: UnixMs(row.number("at_ms")?),
        variant: variant(row)?,
        guild: row.id_or_null("guild_id")?,
        n_people: row.small("n_people")?,
        points: row.int("points")?,
        won: row.flag("won")?,
    })
}

/// Four rows of [`HANDS`], in the order of the seats.
fn projected_hand(rows: &[Row; 4]) -> Result<ProjectedHand, LedgerError> {
    let [first, second, third, fourth] = rows;
    let seats =
        [projected_seat(first)?, projected_seat(second)?, projected_seat(third)?, projected_seat(fourth)?];
    Ok(ProjectedHand {
        hand_no: first.small("hand_no")?,
        guild: first.id_or_null("guild_id")?,
        at: UnixMs(first.number("at_ms")?),
        variant: variant(first)?,
        n_people: first.small("n_people")?,
        seats: BySeat(seats),
    })
}

fn projected_seat(row: &Row) -> Result<ProjectedSeat, LedgerError> {
    let name = row.text_or_null("name")?.unwrap_or_default().to_owned();
    let player = match row.id_or_null("user_id")? {
        Some(user) => Player::Person { user: UserId(user), name },
        None => Player::Program,
    };
    Ok(ProjectedSeat {
        player,
        points: i32::try_from(row.int("points")?).map_err(|_| impossible("points"))?,
        won: row.flag("won")?,
        self_drawn: row.flag("self_drawn")?,
        dealt_in: row.flag("dealt_in")?,
        dealer: row.flag("dealer")?,
        tinged: row.flag("tinged")?,
    })
}

fn variant(row: &Row) -> Result<Variant, LedgerError> {
    row.text("variant")?.parse().map_err(|_| impossible("variant"))
}
