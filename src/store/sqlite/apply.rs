//! The writes, each inside its part of the shared transaction.

use sqlx::{SqliteConnection, query};

use super::error::fault;
use super::writer::{Effect, NewRow, Write};
use super::{id_to_db, number, project, surfaces, time_to_db};
use crate::store::event::{Seq, TableId, UnixMs};
use crate::store::ledger::LedgerError;

/// Tries to find an unused id; with 20 random bits a millisecond the second one is needed about never.
const MOST_ID_TRIES: usize = 8;

/// Does one write; see [`Write`] for the number that it yields.
pub(super) async fn apply(connection: &mut SqliteConnection, write: &Write) -> Result<u64, LedgerError> {
    match write {
        Write::Open { row } => open(connection, row).await,
        Write::Append { table, expected, rows } => append(connection, *table, *expected, rows).await,
        Write::Rebuild => project::rebuild(connection).await,
        Write::UpsertSurface { row } => surfaces::upsert(connection, row).await,
        Write::DeleteSurface { table, key } => surfaces::delete(connection, *table, key).await,
        Write::ForgetEnded => surfaces::forget_ended(connection).await,
        Write::ForgetOldTokens { before } => surfaces::forget_old_tokens(connection, *before).await,
    }
}

async fn open(connection: &mut SqliteConnection, row: &NewRow) -> Result<u64, LedgerError> {
    for _ in 0..MOST_ID_TRIES {
        let table = new_table_id(row.at)?;
        let inserted =
            query("INSERT INTO tables (id, n_events, finished) VALUES ($1, 1, 0) ON CONFLICT DO NOTHING")
                .bind(id_to_db(table.0))
                .execute(&mut *connection)
                .await
                .map_err(fault)?;
        if inserted.rows_affected() == 1 {
            insert(connection, table, Seq(0), row).await?;
            return Ok(table.0);
        }
    }
    Err(LedgerError::Unavailable { detail: "no unused table id was found".into() })
}

/// Milliseconds, then 20 random bits: ids grow with time, and even when the database was lost and made anew, an old
/// button's table is not a new table. Fits the database's 63 bits until the year 2248.
fn new_table_id(at: UnixMs) -> Result<TableId, LedgerError> {
    let random = getrandom::u32().map_err(|error| LedgerError::Unavailable { detail: error.to_string() })?;
    Ok(TableId(((at.0 << 20) | u64::from(random >> 12)) & (u64::MAX >> 1)))
}

async fn append(
    connection: &mut SqliteConnection,
    table: TableId,
    expected: Seq,
    rows: &[NewRow],
) -> Result<u64, LedgerError> {
    let row = query("SELECT n_events, finished FROM tables WHERE id = $1")
        .bind(id_to_db(table.0))
        .fetch_optional(&mut *connection)
        .await
        .map_err(fault)?
        .ok_or(LedgerError::NoSuchTable { table })?;
    let found = Seq(number(&row, "n_events")?);
    if found != expected {
        return Err(LedgerError::Conflict { table, expected, found });
    }
    if !rows.is_empty() && number(&row, "finished")? != 0 {
        return Err(LedgerError::Ended { table });
    }
    for (seq, row) in (expected.0..).map(Seq).zip(rows) {
        insert(connection, table, seq, row).await?;
    }
    let next = expected.0 + rows.len() as u64;
    let closes = rows.iter().any(|row| row.effect == Effect::Closes);
    query("UPDATE tables SET n_events = $2, finished = CASE WHEN $3 THEN 1 ELSE finished END WHERE id = $1")
        .bind(id_to_db(table.0))
        .bind(next.cast_signed())
        .bind(closes)
        .execute(&mut *connection)
        .await
        .map_err(fault)?;
    if rows.iter().any(|row| row.effect == Effect::Settles) {
        project::add_hands(connection, table, expected).await?;
    }
    Ok(next)
}

async fn insert(
    connection: &mut SqliteConnection,
    table: TableId,
    seq: Seq,
    row: &NewRow,
) -> Result<(), LedgerError> {
    query("INSERT INTO events (table_id, seq, at_ms, name, record) VALUES ($1, $2, $3, $4, $5)")
        .bind(id_to_db(table.0))
        .bind(seq.0.cast_signed())
        .bind(time_to_db(row.at))
        .bind(&row.name)
        .bind(row.record.json())
        .execute(connection)
        .await
        .map_err(fault)?;
    Ok(())
}
