//! Surfaces.

use futures_util::FutureExt;
use futures_util::future::BoxFuture;

use super::SqlStore;
use super::connection::{Arg, Connection, Row};
use super::writer::Write;
use crate::store::event::{TableId, UnixMs, UserId};
use crate::store::ledger::LedgerError;
use crate::store::surfaces::{SurfaceRow, Surfaces, Token};

impl Surfaces for SqlStore {
    fn upsert(&self, row: SurfaceRow) -> BoxFuture<'_, Result<(), LedgerError>> {
        async move { self.writer.write(Write::UpsertSurface { row }).await.map(|_| ()) }.boxed()
    }

    fn list(&self, table: TableId) -> BoxFuture<'_, Result<Vec<SurfaceRow>, LedgerError>> {
        async move {
            let rows = self
                .readers
                .fetch("SELECT * FROM surfaces WHERE table_id = $1 ORDER BY key", &[Arg::id(table.0)])
                .await?;
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
        // Few tables have surfaces, many have ended: the search begins at the surfaces.
        const ENDED: &str = "
            SELECT t.id, e.seq, e.at_ms, e.record
            FROM (SELECT DISTINCT table_id FROM surfaces) s JOIN tables t ON t.id = s.table_id
                LEFT JOIN events e ON e.table_id = t.id AND e.seq = 0
            WHERE t.finished = 1 ORDER BY t.id";
        async move { self.ours(&self.readers.fetch(ENDED, &[]).await?) }.boxed()
    }

    fn forget_ended(&self) -> BoxFuture<'_, Result<u64, LedgerError>> {
        async move {
            let tables = self.ended().await?;
            if tables.is_empty() {
                return Ok(0);
            }
            self.writer.write(Write::ForgetEnded { tables }).await
        }
        .boxed()
    }
}

fn read_row(row: &Row) -> Result<SurfaceRow, LedgerError> {
    Ok(SurfaceRow {
        table: TableId(row.number("table_id")?),
        key: row.text("key")?.to_owned(),
        channel: row.number("channel_id")?,
        message: row.number("message_id")?,
        token: row.text_or_null("token")?.map(|token| Token::new(token.to_owned())),
        token_at: UnixMs(row.number("token_at_ms")?),
        owner: row.id_or_null("owner_id")?.map(UserId),
        hash: row.number("hash")?,
    })
}

pub(super) async fn upsert(connection: &mut dyn Connection, row: &SurfaceRow) -> Result<u64, LedgerError> {
    let args = [
        Arg::id(row.table.0),
        Arg::text(&row.key),
        Arg::id(row.channel),
        Arg::id(row.message),
        Arg::Text(row.token.as_ref().map(Token::expose)),
        Arg::time(row.token_at),
        Arg::Int(row.owner.map(|owner| owner.0.cast_signed())),
        Arg::id(row.hash),
    ];
    connection
        .execute(
            "INSERT INTO surfaces (table_id, key, channel_id, message_id, token, token_at_ms, owner_id, hash)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
             ON CONFLICT (table_id, key) DO UPDATE SET
                 channel_id = excluded.channel_id, message_id = excluded.message_id, token = excluded.token,
                 token_at_ms = excluded.token_at_ms, owner_id = excluded.owner_id, hash = excluded.hash",
            &args,
        )
        .await
}

pub(super) async fn delete(
    connection: &mut dyn Connection,
    table: TableId,
    key: &str,
) -> Result<u64, LedgerError> {
    let args = [Arg::id(table.0), Arg::text(key)];
    connection.execute("DELETE FROM surfaces WHERE table_id = $1 AND key = $2", &args).await
}

pub(super) async fn forget_old_tokens(
    connection: &mut dyn Connection,
    before: UnixMs,
) -> Result<u64, LedgerError> {
    connection
        .execute(
            "UPDATE surfaces SET token = NULL WHERE token IS NOT NULL AND token_at_ms < $1",
            &[Arg::time(before)],
        )
        .await
}

pub(super) async fn forget(connection: &mut dyn Connection, tables: &[TableId]) -> Result<u64, LedgerError> {
    let mut n_forgotten = 0;
    for table in tables {
        n_forgotten +=
            connection.execute("DELETE FROM surfaces WHERE table_id = $1", &[Arg::id(table.0)]).await?;
    }
    Ok(n_forgotten)
}
