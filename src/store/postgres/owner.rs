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
const START_PATIENCE: Duration = Duration::from_secs(5);
/// How long a process that lost its session looks before it says that another one has its shards: an owner keeps them,
/// while who only tries to start has some of them for a moment.
const RETURN_PATIENCE: Duration = Duration::from_secs(1);
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

/// When the shards are claimed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum When {
    /// At the start: a rival may be just ending.
    Start,
    /// After a connection was lost: who has the shards now has taken them over.
    Return,
}

/// Takes the locks of `shards` for this session. An earlier session of the same process (`instance`) that the server
/// still holds for alive is ended first: what it may have been writing is then written or not, but never later.
pub(super) async fn claim(
    connection: &mut PgConnection,
    shards: Shards,
    instance: &str,
    when: When,
) -> Result<Claimed, sqlx::Error> {
    let patience = if when == When::Start { START_PATIENCE } else { RETURN_PATIENCE };
    let give_up_at = Instant::now() + patience;
    loop {
        let claimed = try_claim(connection, shards).await?;
        if claimed == Claimed::Ours {
            return Ok(claimed);
        }
        query("SELECT pg_advisory_unlock_all()").execute(&mut *connection).await?;
        end_former_sessions(connection, instance).await?;
        if Instant::now() >= give_up_at {
            return Ok(claimed);
        }
        tokio::time::sleep(BETWEEN_TRIES).await;
    }
}

async fn try_claim(connection: &mut PgConnection, shards: Shards) -> Result<Claimed, sqlx::Error> {
    let total = TOTALS + shards.total().cast_signed();
    query("SELECT pg_advisory_lock_shared($1, $2)").bind(CLASS).bind(total).execute(&mut *connection).await?;
    if let Some(found) = owners_total(&others(connection).await?, total) {
        return Ok(Claimed::OtherTotal(found));
    }
    let all: bool = query_scalar(
        "SELECT bool_and(pg_try_advisory_lock($1, shard)) FROM generate_series($2, $3) AS shard",
    )
    .bind(CLASS)
    .bind(shards.first().cast_signed())
    .bind(shards.last().cast_signed())
    .fetch_one(&mut *connection)
    .await?;
    if !all {
        return Ok(Claimed::Taken);
    }
    // Again, with the shards in hand: of two that start at once with different totals at least one sees the other.
    let rival = owners_total(&others(connection).await?, total);
    Ok(rival.map_or(Claimed::Ours, Claimed::OtherTotal))
}

/// A lock of another session: the second half of its key, the session, and the session's name.
type Lock = (i64, i32, String);

async fn others(connection: &mut PgConnection) -> Result<Vec<Lock>, sqlx::Error> {
    query_as(OTHERS).bind(CLASS).fetch_all(connection).await
}

/// Another number of shards than `total` by which somebody plays. Who has no shard only tries to start, and counts for
/// nothing.
fn owners_total(others: &[Lock], total: i32) -> Option<u32> {
    let owns = |pid: i32| others.iter().any(|(key, other, _)| *other == pid && *key < i64::from(TOTALS));
    let rival = others
        .iter()
        .find(|(key, pid, _)| *key >= i64::from(TOTALS) && *key != i64::from(total) && owns(*pid))?;
    u32::try_from(rival.0 - i64::from(TOTALS)).ok()
}

async fn end_former_sessions(connection: &mut PgConnection, instance: &str) -> Result<(), sqlx::Error> {
    for (_, pid, _) in others(connection).await?.iter().filter(|(.., name)| name == instance) {
        query("SELECT pg_terminate_backend($1)").bind(pid).execute(&mut *connection).await?;
    }
    Ok(())
}
