//! What is computed from the log: finished hands, and from these leaderboards, statistics and histories.

mod hand;
mod month;

pub use hand::{ProjectedHand, ProjectedSeat};
pub use month::{day_start, month_start, season_start, week_start};

pub(super) use hand::{HandFold, RELEVANT_NAMES};

use futures_util::future::BoxFuture;

use super::event::{TableId, UnixMs, UserId};
use super::ledger::LedgerError;
use crate::game::ruleset::Variant;

/// People at the deal that a hand needs to count in a leaderboard.
pub const LEAST_PEOPLE: u32 = 2;

/// What a leaderboard is ordered by.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RankBy {
    /// The sum of points.
    Points,
    /// Points a hand.
    Mean,
    /// Hands won.
    Wins,
}

/// Which leaderboard.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeaderboardQuery {
    /// Hands played in this server only.
    pub guild: Option<u64>,
    /// Hands that ended at this moment or later.
    pub since: Option<UnixMs>,
    /// Hands that ended before this moment.
    pub until: Option<UnixMs>,
    /// Hands of this game only.
    pub variant: Option<Variant>,
    /// The order.
    pub by: RankBy,
    /// Rows at most.
    pub limit: u32,
    /// Rows left out at the beginning.
    pub offset: u32,
}

/// One person in a leaderboard.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeaderboardRow {
    /// From 1; people with the same value share it.
    pub rank: u64,
    /// Who.
    pub user: UserId,
    /// The name that they had in their latest finished hand (not sanitised).
    pub name: String,
    /// Hands that count.
    pub hands: u64,
    /// Hands won among them.
    pub wins: u64,
    /// Sum of points, negative for a loss.
    pub points: i64,
}

/// All finished hands of a person, also those against the program alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PlayerStats {
    /// Hands finished.
    pub hands: u64,
    /// Hands with [`LEAST_PEOPLE`] or more people at the deal: these count in leaderboards.
    pub ranked_hands: u64,
    /// Hands won.
    pub wins: u64,
    /// Hands won by the own draw.
    pub self_draws: u64,
    /// Hands that another seat won with this person's tile (点炮, or a robbed kong).
    pub deal_ins: u64,
    /// Hands that nobody won.
    pub drawn_hands: u64,
    /// Hands as dealer.
    pub dealt: u64,
    /// Hands in which ting was declared.
    pub tings: u64,
    /// Sum of points.
    pub points: i64,
    /// Most points of one hand; 0 without a hand.
    pub best_hand: i64,
    /// Fewest points of one hand; 0 without a hand.
    pub worst_hand: i64,
}

/// A finished hand in a person's history.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HistoryRow {
    /// The table.
    pub table: TableId,
    /// Number of the hand, from 1.
    pub hand_no: u32,
    /// When it ended.
    pub at: UnixMs,
    /// The game.
    pub variant: Variant,
    /// The server.
    pub guild: Option<u64>,
    /// People at the deal.
    pub n_people: u32,
    /// The person's points.
    pub points: i64,
    /// Whether they won.
    pub won: bool,
}

/// What a rebuild found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rebuilt {
    /// Tables read.
    pub n_tables: u64,
    /// Finished hands written.
    pub n_hands: u64,
}

/// Questions about finished hands.
pub trait Stats: Send + Sync {
    /// People by their results in hands with [`LEAST_PEOPLE`] or more people at the deal; seats played by the
    /// program are not ranked.
    fn leaderboard(&self, query: LeaderboardQuery)
    -> BoxFuture<'_, Result<Vec<LeaderboardRow>, LedgerError>>;

    /// One person's numbers, everywhere or in one server. All zero for somebody who never played.
    fn stats(&self, user: UserId, guild: Option<u64>) -> BoxFuture<'_, Result<PlayerStats, LedgerError>>;

    /// A person's finished hands, everywhere or in one server, newest first.
    fn history(
        &self,
        user: UserId,
        guild: Option<u64>,
        limit: u32,
    ) -> BoxFuture<'_, Result<Vec<HistoryRow>, LedgerError>>;

    /// Every finished hand of a table, in order.
    fn hands(&self, table: TableId) -> BoxFuture<'_, Result<Vec<ProjectedHand>, LedgerError>>;

    /// Drops all projections and computes them again from the log, in one transaction.
    fn rebuild(&self) -> BoxFuture<'_, Result<Rebuilt, LedgerError>>;
}
