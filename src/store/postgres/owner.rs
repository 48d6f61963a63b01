//! One owner a shard. The session that writes holds a lock on each of its shards: where the session ends, the locks end
//! with it, and without them there is no session that writes.

use std::time::Duration;

use sqlx::postgres::PgConnection;
use sqlx::{query, query_as, query_scalar};
use tokio::time::Instant;

use crate::store::shards::{MOST_SHARDS, Shards};

/// "ting": the first half of the key of every advisory lock that the program takes.
const CLASS: i32 = 0x7469_6e67;
/// The second half is a shard, or above them, shared by all who count the same, the number of all shards.
const TOTALS: i32 = 1_000_000;
const _: () = assert!((MOST_SHARDS as i32) < TOTALS);

/// How long a start waits for the session of a process that has just ended.
const PATIENCE: Duration = Duration::from_secs(5);
const BETWEEN_TRIES: Duration = Duration::from_millis(200);

/// The locks of this program in this database, of other sessions than this one.
const OTHERS: &str = "
    SELECT l.objid::BIGINT, l.pid, COALESCE(a.application_name, '')
    FROM pg_locks l LEFT JOIN pg_stat_activity a ON a.pid = l.pid
    WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 2 AND l.classid = $1::BIGINT
      AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND l.pid <> pg_backend_pid()";

/// Who has the shards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Claimed {
    /// This session.
    Ours,
    /// Another process, all or some of them.
    Taken,
    /// Another process counts another number of shards.
    OtherTotal(u32),
}

/// Whether to wait for a rival that may be just ending.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Haste {
    /// At the start.
    Patient,
    /// After a connection was lost: who has the shards now has taken them over.
    None,
}

/// Takes the locks of `shards` for this session. An earlier session of the same process (`instance`) that the server
/// still holds for alive is ended first: what it may have been writing is then written or not, but never later.
pub(super) async fn claim(
    connection: &mut PgConnection,
    shards: Shards,
    instance: &str,
    haste: Haste,
) -> Result<Claimed, sqlx::Error> {
    let give_up_at = Instant::now() + PATIENCE;
    loop {
        let claimed = try_claim(connection, shards).await?;
        if claimed == Claimed::Ours {
            return Ok(claimed);
        }
        query("SELECT pg_advisory_unlock_all()").execute(&mut *connection).await?;
        let former = end_former_sessions(connection, instance).await?;
        let waits = haste == Haste::Patient || former;
        if !waits || Instant::now() >= give_up_at {
            return Ok(claimed);
        }
        tokio::time::sleep(BETWEEN_TRIES).await;
    }
}

async fn try_claim(connection: &mut PgConnection, shards: Shards) -> Result<Claimed, sqlx::Error> {
    let total = TOTALS + shards.total().cast_signed();
    query("SELECT pg_advisory_lock_shared($1, $2)").bind(CLASS).bind(total).execute(&mut *connection).await?;
    // Of two that start at once with different totals both see the other one: nobody plays rather than both.
    let others: Vec<(i64, i32, String)> = query_as(OTHERS).bind(CLASS).fetch_all(&mut *connection).await?;
    let totals = others.iter().map(|(key, ..)| *key).filter(|key| *key > i64::from(TOTALS));
    if let Some(other) = totals.into_iter().find(|key| *key != i64::from(total)) {
        let found = u32::try_from(other - i64::from(TOTALS)).unwrap_or(u32::MAX);
        return Ok(Claimed::OtherTotal(found));
    }
    let all: bool = query_scalar(
        "SELECT bool_and(pg_try_advisory_lock($1, shard)) FROM generate_series($2, $3) AS shard",
    )
    .bind(CLASS)
    .bind(shards.first().cast_signed())
    .bind(shards.last().cast_signed())
    .fetch_one(connection)
    .await?;
    Ok(if all { Claimed::Ours } else { Claimed::Taken })
}

/// True where there was one.
async fn end_former_sessions(connection: &mut PgConnection, instance: &str) -> Result<bool, sqlx::Error> {
    let others: Vec<(i64, i32, String)> = query_as(OTHERS).bind(CLASS).fetch_all(&mut *connection).await?;
    let mut former = false;
    for (_, pid, _) in others.iter().filter(|(.., name)| name == instance) {
        query("SELECT pg_terminate_backend($1)").bind(pid).execute(&mut *connection).await?;
        former = true;
    }
    Ok(former)
}
