//! Surfaces in SQLite.

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection, query};

use super::error::fault;
use super::writer::Write;
use super::{SqliteStore, id_to_db, number, time_to_db};
use crate::store::event::{TableId, UnixMs, UserId};
use crate::store::ledger::LedgerError;
use crate::store::surfaces::{SurfaceRow, Surfaces, Token};

impl Surfaces for SqliteStore {
    fn upsert(&self, row: SurfaceRow) -> BoxFuture<'_, Result<(), LedgerError>> {
        async move { self.writer.write(Write::UpsertSurface { row }).await.map(|_| ()) }.boxed()
    }

    fn list(&self, table: TableId) -> BoxFuture<'_, Result<Vec<SurfaceRow>, LedgerError>> {
        async move {
            let rows = query("SELECT * FROM surfaces WHERE table_id = $1 ORDER BY key")
                .bind(id_to_db(table.0))
                .fetch_all(&self.readers)
                .await
                .map_err(fault)?;
            rows.iter().map(read_row).collect()
        }
        .boxed()
    }

    fn delete(&self, table: TableId, key: String) -> BoxFuture<'_, Result<(), LedgerError>> {
        async move { self.writer.write(Write::DeleteSurface { table, key }).await.map(|_| ()) }.boxed()
    }

    fn forget_old_tokens(&self, before: UnixMs) -> BoxFuture<'_, Result<u64, LedgerError>> {
        self.writer.write(Write::ForgetOldTokens { before }).boxed()
    }

    fn ended(&self) -> BoxFuture<'_, Result<Vec<TableId>, LedgerError>> {
        async move {
            let rows = query(
                "SELECT DISTINCT s.table_id FROM surfaces s JOIN tables t ON t.id = s.table_id
                 WHERE t.finished = 1 ORDER BY s.table_id",
            )
            .fetch_all(&self.readers)
            .await
            .map_err(fault)?;
            rows.iter().map(|row| Ok(TableId(number(row, "table_id")?))).collect()
        }
        .boxed()
    }

    fn forget_ended(&self) -> BoxFuture<'_, Result<u64, LedgerError>> {
        self.writer.write(Write::ForgetEnded).boxed()
    }
}

fn read_row(row: &SqliteRow) -> Result<SurfaceRow, LedgerError> {
    let owner: Option<i64> = row.try_get("owner_id").map_err(fault)?;
    let token: Option<String> = row.try_get("token").map_err(fault)?;
    Ok(SurfaceRow {
        table: TableId(number(row, "table_id")?),
        key: row.try_get("key").map_err(fault)?,
        channel: number(row, "channel_id")?,
        message: number(row, "message_id")?,
        token: token.map(Token::new),
        token_at: UnixMs(number(row, "token_at_ms")?),
        owner: owner.map(|owner| UserId(owner.cast_unsigned())),
        hash: number(row, "hash")?,
    })
}

pub(super) async fn upsert(connection: &mut SqliteConnection, row: &SurfaceRow) -> Result<u64, LedgerError> {
    query(
        "INSERT INTO surfaces (table_id, key, channel_id, message_id, token, token_at_ms, owner_id, hash)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
         ON CONFLICT (table_id, key) DO UPDATE SET
             channel_id = excluded.channel_id, message_id = excluded.message_id, token = excluded.token,
             token_at_ms = excluded.token_at_ms, owner_id = excluded.owner_id, hash = excluded.hash",
    )
    .bind(id_to_db(row.table.0))
    .bind(&row.key)
    .bind(id_to_db(row.channel))
    .bind(id_to_db(row.message))
    .bind(row.token.as_ref().map(Token::expose))
    .bind(time_to_db(row.token_at))
    .bind(row.owner.map(|owner| id_to_db(owner.0)))
    .bind(id_to_db(row.hash))
    .execute(connection)
    .await
    .map(|done| done.rows_affected())
    .map_err(fault)
}

pub(super) async fn delete(
    connection: &mut SqliteConnection,
    table: TableId,
    key: &str,
) -> Result<u64, LedgerError> {
    query("DELETE FROM surfaces WHERE table_id = $1 AND key = $2")
        .bind(id_to_db(table.0))
        .bind(key)
        .execute(connection)
        .await
        .map(|done| done.rows_affected())
        .map_err(fault)
}

pub(super) async fn forget_old_tokens(
    connection: &mut SqliteConnection,
    before: UnixMs,
) -> Result<u64, LedgerError> {
    query("UPDATE surfaces SET token = NULL WHERE token IS NOT NULL AND token_at_ms < $1")
        .bind(time_to_db(before))
        .execute(connection)
        .await
        .map(|done| done.rows_affected())
        .map_err(fault)
}

/// Few tables have surfaces, many have ended: the search begins at the surfaces.
pub(super) async fn forget_ended(connection: &mut SqliteConnection) -> Result<u64, LedgerError> {
    query(
        "DELETE FROM surfaces WHERE EXISTS
             (SELECT 1 FROM tables WHERE tables.id = surfaces.table_id AND tables.finished = 1)",
    )
    .execute(connection)
    .await
    .map(|done| done.rows_affected())
    .map_err(fault)
}
