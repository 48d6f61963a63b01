//! The writes, each inside its part of the shared transaction.

use super::connection::{Arg, Connection};
use super::writer::{Effect, NewRow, Write};
use super::{preferences, project, surfaces};
use crate::store::event::{Seq, TableId, UnixMs};
use crate::store::ledger::LedgerError;

/// Tries to find an unused id; with 20 random bits a millisecond the second one is needed about never.
const MOST_ID_TRIES: usize = 8;

/// Does one write; see [`Write`] for the number that it yields.
pub(super) async fn apply(connection: &mut dyn Connection, write: &Write) -> Result<u64, LedgerError> {
    match write {
        Write::Open { row } => open(connection, row).await,
        Write::Append { table, expected, rows } | Write::Rehearse { table, expected, rows } => {
            append(connection, *table, *expected, rows).await
        }
        Write::Rebuild => project::rebuild(connection).await,
        Write::UpsertSurface { row } => surfaces::upsert(connection, row).await,
        Write::DeleteSurface { table, key } => surfaces::delete(connection, *table, key).await,
        Write::ForgetEnded { tables } => surfaces::forget(connection, tables).await,
        Write::SetPersonChoices { user, record } => preferences::set_person(connection, *user, record).await,
        Write::SetServerChoices { guild, record } => {
            preferences::set_server(connection, *guild, record).await
        }
        Write::ForgetOldTokens { before } => surfaces::forget_old_tokens(connection, *before).await,
    }
}

async fn open(connection: &mut dyn Connection, row: &NewRow) -> Result<u64, LedgerError> {
    for _ in 0..MOST_ID_TRIES {
        let table = new_table_id(row.at)?;
        let n_inserted = connection
            .execute(
                "INSERT INTO tables (id, n_events, finished) VALUES ($1, 1, 0) ON CONFLICT DO NOTHING",
                &[Arg::id(table.0)],
            )
            .await?;
        if n_inserted == 1 {
            insert(connection, table, Seq(0), row).await?;
            return Ok(table.0);
        }
    }
    Err(LedgerError::Unavailable { detail: "no unused table id was found".into() })
}

fn new_table_id(at: UnixMs) -> Result<TableId, LedgerError> {
    let random = getrandom::u32().map_err(|error| LedgerError::Unavailable { detail: error.to_string() })?;
    Ok(TableId::opened_now(at, random))
}

async fn append(
    connection: &mut dyn Connection,
    table: TableId,
    expected: Seq,
    rows: &[NewRow],
) -> Result<u64, LedgerError> {
    let next = expected.0 + rows.len() as u64;
    let closes = rows.iter().any(|row| row.effect == Effect::Closes);
    // One statement, so that of two writers at one number only one finds it, whatever database they share.
    let n_found = connection
        .execute(
            "UPDATE tables SET n_events = $3, finished = $4 WHERE id = $1 AND n_events = $2 AND finished = 0",
            &[Arg::id(table.0), Arg::id(expected.0), Arg::id(next), Arg::int(closes)],
        )
        .await?;
    if n_found == 0 {
        return not_there(connection, table, expected, rows).await;
    }
    for (seq, row) in (expected.0..).map(Seq).zip(rows) {
        insert(connection, table, seq, row).await?;
    }
    if rows.iter().any(|row| row.effect == Effect::Settles) {
        project::add_hands(connection, table, expected).await?;
    }
    Ok(next)
}

/// Why there is no unfinished table whose next number is `expected`.
async fn not_there(
    connection: &mut dyn Connection,
    table: TableId,
    expected: Seq,
    rows: &[NewRow],
) -> Result<u64, LedgerError> {
    let found = connection.fetch("SELECT n_events FROM tables WHERE id = $1", &[Arg::id(table.0)]).await?;
    let found = Seq(found.first().ok_or(LedgerError::NoSuchTable { table })?.number("n_events")?);
    match found {
        _ if found != expected => Err(LedgerError::Conflict { table, expected, found }),
        _ if rows.is_empty() => Ok(expected.0),
        _ => Err(LedgerError::Ended { table }),
    }
}

async fn insert(
    connection: &mut dyn Connection,
    table: TableId,
    seq: Seq,
    row: &NewRow,
) -> Result<(), LedgerError> {
    let args = [
        Arg::id(table.0),
        Arg::id(seq.0),
        Arg::time(row.at),
        Arg::text(&row.name),
        Arg::text(row.record.json()),
    ];
    connection
        .execute("INSERT INTO events (table_id, seq, at_ms, name, record) VALUES ($1, $2, $3, $4, $5)", &args)
        .await
        .map(|_| ())
}
