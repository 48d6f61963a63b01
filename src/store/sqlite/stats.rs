//! Questions about finished hands, in SQL that PostgreSQL reads the same way.

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use sqlx::sqlite::SqliteRow;
use sqlx::{Row, query, query_scalar};

use super::error::fault;
use super::writer::Write;
use super::{SqliteStore, id_to_db, number, time_to_db};
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
        SELECT s.user_id, COUNT(*) AS hands, SUM(s.won) AS wins, SUM(s.points) AS points
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
        COALESCE(SUM(s.won), 0) AS wins,
        COALESCE(SUM(s.self_drawn), 0) AS self_draws,
        COALESCE(SUM(s.dealt_in), 0) AS deal_ins,
        COALESCE(SUM(CASE WHEN EXISTS (SELECT 1 FROM hand_seats w
            WHERE w.table_id = s.table_id AND w.seq = s.seq AND w.won = 1) THEN 0 ELSE 1 END), 0) AS drawn_hands,
        COALESCE(SUM(s.dealer), 0) AS dealt,
        COALESCE(SUM(s.tinged), 0) AS tings,
        COALESCE(SUM(s.points), 0) AS points,
        COALESCE(MAX(s.points), 0) AS best_hand,
        COALESCE(MIN(s.points), 0) AS worst_hand
    FROM hand_seats s JOIN finished_hands h ON h.table_id = s.table_id AND h.seq = s.seq
    WHERE s.user_id = $1 AND ($2 IS NULL OR h.guild_id = $2)";

const HISTORY: &str = "
    SELECT h.table_id, h.hand_no, h.at_ms, h.variant, h.guild_id, h.n_people, s.points, s.won
    FROM hand_seats s JOIN finished_hands h ON h.table_id = s.table_id AND h.seq = s.seq
    WHERE s.user_id = $1 ORDER BY s.at_ms DESC, s.table_id DESC, s.seq DESC LIMIT $2";

const HANDS: &str = "
    SELECT h.hand_no, h.at_ms, h.variant, h.guild_id, h.n_people, s.seat, s.user_id, s.name, s.points, s.won,
        s.self_drawn, s.dealt_in, s.dealer, s.tinged
    FROM finished_hands h JOIN hand_seats s ON h.table_id = s.table_id AND h.seq = s.seq
    WHERE h.table_id = $1 ORDER BY h.seq, CASE s.seat WHEN 'E' THEN 0 WHEN 'S' THEN 1 WHEN 'W' THEN 2 ELSE 3 END";

impl Stats for SqliteStore {
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
            let rows = query(LEADERBOARD)
                .bind(i64::from(LEAST_PEOPLE))
                .bind(asked.guild.map(id_to_db))
                .bind(asked.since.map_or(0, time_to_db))
                .bind(asked.until.map_or(i64::MAX, time_to_db))
                .bind(asked.variant.map(Variant::id))
                .bind(by)
                .bind(i64::from(asked.limit))
                .bind(i64::from(asked.offset))
                .fetch_all(&self.readers)
                .await
                .map_err(fault)?;
            rows.iter().map(leaderboard_row).collect()
        }
        .boxed()
    }

    fn stats(&self, user: UserId, guild: Option<u64>) -> BoxFuture<'_, Result<PlayerStats, LedgerError>> {
        async move {
            let row = query(STATS)
                .bind(id_to_db(user.0))
                .bind(guild.map(id_to_db))
                .bind(i64::from(LEAST_PEOPLE))
                .fetch_one(&self.readers)
                .await
                .map_err(fault)?;
            player_stats(&row)
        }
        .boxed()
    }

    fn history(&self, user: UserId, limit: u32) -> BoxFuture<'_, Result<Vec<HistoryRow>, LedgerError>> {
        async move {
            let rows = query(HISTORY)
                .bind(id_to_db(user.0))
                .bind(i64::from(limit))
                .fetch_all(&self.readers)
                .await
                .map_err(fault)?;
            rows.iter().map(history_row).collect()
        }
        .boxed()
    }

    fn hands(&self, table: TableId) -> BoxFuture<'_, Result<Vec<ProjectedHand>, LedgerError>> {
        async move {
            let rows = query(HANDS).bind(id_to_db(table.0)).fetch_all(&self.readers).await.map_err(fault)?;
            rows.as_chunks::<4>().0.iter().map(projected_hand).collect()
        }
        .boxed()
    }

    fn rebuild(&self) -> BoxFuture<'_, Result<Rebuilt, LedgerError>> {
        async move {
            let n_hands = self.writer.write(Write::Rebuild).await?;
            let n_tables: i64 =
                query_scalar("SELECT COUNT(*) FROM tables").fetch_one(&self.readers).await.map_err(fault)?;
            Ok(Rebuilt { n_tables: n_tables.cast_unsigned(), n_hands })
        }
        .boxed()
    }
}

fn leaderboard_row(row: &SqliteRow) -> Result<LeaderboardRow, LedgerError> {
    Ok(LeaderboardRow {
        rank: number(row, "place")?,
        user: UserId(number(row, "user_id")?),
        name: row.try_get::<Option<String>, _>("name").map_err(fault)?.unwrap_or_default(),
        hands: number(row, "hands")?,
        wins: number(row, "wins")?,
        points: points(row, "points")?,
    })
}

fn player_stats(row: &SqliteRow) -> Result<PlayerStats, LedgerError> {
    Ok(PlayerStats {
        hands: number(row, "hands")?,
        ranked_hands: number(row, "ranked_hands")?,
        wins: number(row, "wins")?,
        self_draws: number(row, "self_draws")?,
        deal_ins: number(row, "deal_ins")?,
        drawn_hands: number(row, "drawn_hands")?,
        dealt: number(row, "dealt")?,
        tings: number(row, "tings")?,
        points: points(row, "points")?,
        best_hand: points(row, "best_hand")?,
        worst_hand: points(row, "worst_hand")?,
    })
}

fn history_row(row: &SqliteRow) -> Result<HistoryRow, LedgerError> {
    Ok(HistoryRow {
        table: TableId(number(row, "table_id")?),
        hand_no: small(row, "hand_no")?,
        at: UnixMs(number(row, "at_ms")?),
        variant: variant(row)?,
        guild: id(row, "guild_id")?,
        n_people: small(row, "n_people")?,
        points: points(row, "points")?,
        won: flag(row, "won")?,
    })
}

/// Four rows of [`HANDS`], in the order of the seats.
fn projected_hand(rows: &[SqliteRow; 4]) -> Result<ProjectedHand, LedgerError> {
    let [first, second, third, fourth] = rows;
    let seats =
        [projected_seat(first)?, projected_seat(second)?, projected_seat(third)?, projected_seat(fourth)?];
    Ok(ProjectedHand {
        hand_no: small(first, "hand_no")?,
        guild: id(first, "guild_id")?,
        at: UnixMs(number(first, "at_ms")?),
        variant: variant(first)?,
        n_people: small(first, "n_people")?,
        seats: BySeat(seats),
    })
}

fn projected_seat(row: &SqliteRow) -> Result<ProjectedSeat, LedgerError> {
    let name: Option<String> = row.try_get("name").map_err(fault)?;
    let player = match id(row, "user_id")? {
        Some(user) => Player::Person { user: UserId(user), name: name.unwrap_or_default() },
        None => Player::Program,
    };
    Ok(ProjectedSeat {
        player,
        points: i32::try_from(points(row, "points")?).map_err(|_| out_of_range("points"))?,
        won: flag(row, "won")?,
        self_drawn: flag(row, "self_drawn")?,
        dealt_in: flag(row, "dealt_in")?,
        dealer: flag(row, "dealer")?,
        tinged: flag(row, "tinged")?,
    })
}

fn points(row: &SqliteRow, column: &str) -> Result<i64, LedgerError> {
    row.try_get(column).map_err(fault)
}

fn flag(row: &SqliteRow, column: &str) -> Result<bool, LedgerError> {
    row.try_get(column).map_err(fault)
}

fn id(row: &SqliteRow, column: &str) -> Result<Option<u64>, LedgerError> {
    row.try_get::<Option<i64>, _>(column).map(|id| id.map(i64::cast_unsigned)).map_err(fault)
}

fn small(row: &SqliteRow, column: &str) -> Result<u32, LedgerError> {
    u32::try_from(number(row, column)?).map_err(|_| out_of_range(column))
}

fn variant(row: &SqliteRow) -> Result<Variant, LedgerError> {
    row.try_get::<String, _>("variant").map_err(fault)?.parse().map_err(|_| out_of_range("variant"))
}

fn out_of_range(column: &str) -> LedgerError {
    LedgerError::Unavailable { detail: format!("a projection holds an impossible {column}; rebuild it") }
}
