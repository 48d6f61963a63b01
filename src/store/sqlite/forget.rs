//! A person who wants to be forgotten: their id and name are replaced in every fact, and their hands keep adding up.

use std::path::Path;

use sqlx::sqlite::{SqliteConnectOptions, SqliteRow};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Row, SqliteConnection, query, query_scalar, raw_sql};

use super::backup::try_open;
use super::error::{fault, open_fault};
use super::open::{BUSY_TIMEOUT, own};
use crate::store::event::{Player, Seq, TableEvent, TableId, UserId};
use crate::store::forget::{FORGOTTEN_NAME, ForgetError, Forgotten};
use crate::store::ledger::{LedgerError, record_of};
use crate::store::record::EventRecord;

/// The log is append-only but for this; the trigger comes back in the same transaction.
const ALLOW_CHANGE: &str = "DROP TRIGGER events_are_never_changed";
const FORBID_CHANGE: &str = "CREATE TRIGGER events_are_never_changed BEFORE UPDATE ON events
BEGIN
    SELECT RAISE(ABORT, 'the log is append-only');
END";

/// Replaces a person in the database at `path`, which nobody else may have open.
pub(in crate::store) async fn forget(path: &Path, user: UserId) -> Result<Forgotten, ForgetError> {
    try_open(path).await?;
    let _lock = own(path)?;
    let options = SqliteConnectOptions::new().filename(path).busy_timeout(BUSY_TIMEOUT).foreign_keys(true);
    let options = options.disable_statement_logging().pragma("secure_delete", "ON");
    let mut connection = options.connect().await.map_err(|error| open_fault(path, error))?;
    let alias = unused_id(&mut connection).await?;
    let mut change = connection.begin_with("BEGIN IMMEDIATE").await.map_err(fault)?;
    let forgotten = replace(&mut change, user, alias).await?;
    change.commit().await.map_err(fault)?;
    // What was overwritten is nowhere left: neither in free pages nor in the write-ahead log.
    for last in ["VACUUM", "PRAGMA wal_checkpoint(TRUNCATE)"] {
        query(last).execute(&mut connection).await.map_err(fault)?;
    }
    connection.close().await.map_err(fault)?;
    Ok(forgotten)
}

/// Below every id that Discord gives out: those carry the time since 2015 above their 22nd bit.
async fn unused_id(connection: &mut SqliteConnection) -> Result<UserId, LedgerError> {
    loop {
        let random =
            getrandom::u64().map_err(|error| LedgerError::Unavailable { detail: error.to_string() })?;
        let alias = UserId((random >> 23) | 1);
        let taken: i64 = query_scalar("SELECT COUNT(*) FROM hand_seats WHERE user_id = $1")
            .bind(alias.0.cast_signed())
            .fetch_one(&mut *connection)
            .await
            .map_err(fault)?;
        if taken == 0 {
            return Ok(alias);
        }
    }
}

async fn replace(
    connection: &mut SqliteConnection,
    user: UserId,
    alias: UserId,
) -> Result<Forgotten, ForgetError> {
    query(ALLOW_CHANGE).execute(&mut *connection).await.map_err(fault)?;
    let mut forgotten = Forgotten::default();
    for table in tables_of(connection, user).await? {
        let n_facts = replace_in_log(connection, table, user, alias).await?;
        forgotten.n_tables += u64::from(n_facts > 0);
        forgotten.n_facts += n_facts;
    }
    raw_sql(FORBID_CHANGE).execute(&mut *connection).await.map_err(fault)?;
    forgotten.n_hands = query("UPDATE hand_seats SET user_id = $2, name = $3 WHERE user_id = $1")
        .bind(user.0.cast_signed())
        .bind(alias.0.cast_signed())
        .bind(FORGOTTEN_NAME)
        .execute(&mut *connection)
        .await
        .map_err(fault)?
        .rows_affected();
    for (table, column) in personal_columns(connection).await? {
        // Names from the schema, never from outside.
        query(AssertSqlSafe(format!("DELETE FROM \"{table}\" WHERE \"{column}\" = $1")))
            .bind(user.0.cast_signed())
            .execute(&mut *connection)
            .await
            .map_err(fault)?;
    }
    Ok(forgotten)
}

/// The tables whose log names the person; none of them may still run.
async fn tables_of(connection: &mut SqliteConnection, user: UserId) -> Result<Vec<TableId>, ForgetError> {
    let rows = query(
        "SELECT DISTINCT t.id, t.finished FROM events e JOIN tables t ON t.id = e.table_id
         WHERE e.name IN ('Opened', 'SeatTaken', 'HostChanged') AND instr(e.record, $1) > 0",
    )
    .bind(format!("\"{}\"", user.0))
    .fetch_all(connection)
    .await
    .map_err(fault)?;
    let mut tables = Vec::new();
    for row in &rows {
        let table = TableId(number(row, "id")?.cast_unsigned());
        if number(row, "finished")? == 0 {
            return Err(ForgetError::StillPlaying { table });
        }
        tables.push(table);
    }
    Ok(tables)
}

async fn replace_in_log(
    connection: &mut SqliteConnection,
    table: TableId,
    user: UserId,
    alias: UserId,
) -> Result<u64, LedgerError> {
    let rows: Vec<SqliteRow> = query(
        "SELECT seq, record FROM events
         WHERE table_id = $1 AND name IN ('Opened', 'SeatTaken', 'HostChanged') ORDER BY seq",
    )
    .bind(table.0.cast_signed())
    .fetch_all(&mut *connection)
    .await
    .map_err(fault)?;
    let mut n_facts = 0;
    for row in &rows {
        let seq = Seq(number(row, "seq")?.cast_unsigned());
        let record = EventRecord::from_json(row.try_get("record").map_err(fault)?);
        let mut event = record.decode().map_err(|fault| LedgerError::Corrupt { table, seq, fault })?;
        if !replace_in(&mut event, user, alias) {
            continue;
        }
        query("UPDATE events SET record = $3 WHERE table_id = $1 AND seq = $2")
            .bind(table.0.cast_signed())
            .bind(seq.0.cast_signed())
            .bind(record_of(&event)?.json())
            .execute(&mut *connection)
            .await
            .map_err(fault)?;
        n_facts += 1;
    }
    Ok(n_facts)
}

/// True where the fact named the person.
fn replace_in(event: &mut TableEvent, user: UserId, alias: UserId) -> bool {
    match event {
        TableEvent::Opened { host, .. } | TableEvent::HostChanged { host } if *host == user => *host = alias,
        TableEvent::SeatTaken { player, .. } if player.user() == Some(user) => {
            *player = Player::Person { user: alias, name: FORGOTTEN_NAME.to_owned() };
        }
        _ => return false,
    }
    true
}

/// Whatever else is kept of a person: rows with an id of a user that are no hands. They are deleted.
async fn personal_columns(connection: &mut SqliteConnection) -> Result<Vec<(String, String)>, LedgerError> {
    let rows = query(
        "SELECT m.name AS held_in, c.name AS held_as FROM sqlite_master m, pragma_table_info(m.name) c
         WHERE m.type = 'table' AND m.name <> 'hand_seats' AND c.name IN ('user_id', 'owner_id')",
    )
    .fetch_all(connection)
    .await
    .map_err(fault)?;
    let name = |row: &SqliteRow, column| row.try_get::<String, _>(column).map_err(fault);
    rows.iter().map(|row| Ok((name(row, "held_in")?, name(row, "held_as")?))).collect()
}

fn number(row: &SqliteRow, column: &str) -> Result<i64, LedgerError> {
    row.try_get(column).map_err(fault)
}
