//! Logs out of the database: one, or the gists of many with one question.

use std::collections::HashMap;

use super::SqlStore;
use super::connection::{Arg, Row};
use crate::store::event::{ENDING_WITH_THEIR_HAND, Seq, TableEvent, TableId, UnixMs};
use crate::store::ledger::{Gist, LedgerError, Logged, TABLES_A_QUESTION, gist};
use crate::store::record::{RecordFault, decode as decode_record};

const LOG: &str = "SELECT seq, at_ms, record FROM events WHERE table_id = $1 ORDER BY seq";

/// [`TABLES_A_QUESTION`] places and one a name of [`ENDING_WITH_THEIR_HAND`], and a row a table: to hand over a row costs more
/// than to read it. A list of a fixed length is the one way to name several tables that both databases read. Each log is
/// looked up by itself, so that no planner thinks of reading those of all tables; its last hand from its end, once. No
/// record has a line break.
const GISTS: &str = "
    WITH logs AS MATERIALIZED (
        SELECT id, (SELECT COUNT(*) FROM events WHERE table_id = id) AS n,
            COALESCE((SELECT seq FROM events WHERE table_id = id AND name = 'HandBegan'
                      ORDER BY seq DESC LIMIT 1), 0) AS began
        FROM tables WHERE id IN (
            $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16,
            $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32))
    SELECT id, n, (
        SELECT string_agg(seq || ' ' || record, '\n' ORDER BY seq) FROM events
        WHERE table_id = id AND (seq >= began OR name NOT IN (
            $33, $34, $35, $36, $37, $38, $39, $40, $41, $42, $43, $44))) AS records
    FROM logs";

impl SqlStore {
    pub(super) async fn read_log(&self, table: TableId) -> Result<Vec<Logged>, LedgerError> {
        let rows = self.readers.fetch(LOG, &[Arg::id(table.0)]).await?;
        if rows.is_empty() {
            return Err(LedgerError::NoSuchTable { table });
        }
        let logged = (0..).map(Seq).zip(&rows).map(|(expected, row)| {
            let (seq, at, event) = decode(table, row)?;
            if seq == expected {
                Ok((seq, at, event))
            } else {
                Err(LedgerError::Corrupt { table, seq: expected, fault: RecordFault::Missing })
            }
        });
        logged.collect()
    }

    pub(super) async fn read_gists(&self, tables: Vec<TableId>) -> Vec<Gist> {
        let mut gists = Vec::with_capacity(tables.len());
        for asked in tables.chunks(TABLES_A_QUESTION) {
            let rows = self.rows_of(asked).await;
            for &table in asked {
                let read = match &rows {
                    Ok(rows) => self.gist_of(table, rows.get(&table)).await,
                    Err(error) => Err(error.clone()),
                };
                gists.push((table, read));
            }
        }
        gists
    }

    /// The rows of at most [`TABLES_A_QUESTION`] tables.
    async fn rows_of(&self, tables: &[TableId]) -> Result<HashMap<TableId, Row>, LedgerError> {
        let Some(last) = tables.last() else { return Ok(HashMap::new()) };
        let named = (0..TABLES_A_QUESTION).map(|n| Arg::id(tables.get(n).unwrap_or(last).0));
        let args: Vec<Arg<'_>> = named.chain(ENDING_WITH_THEIR_HAND.map(Arg::text)).collect();
        let rows = self.readers.fetch(GISTS, &args).await?;
        rows.into_iter().map(|row| Ok((TableId(row.number("id")?), row))).collect()
    }

    async fn gist_of(
        &self,
        table: TableId,
        row: Option<&Row>,
    ) -> Result<Vec<(Seq, TableEvent)>, LedgerError> {
        match row.map(whole).transpose()?.flatten() {
            Some(gist) => Ok(gist),
            // Read alone it says what is wrong, and where.
            None => self.read_log(table).await.map(gist),
        }
    }
}

/// The gist of a table from its row of [`GISTS`]; `None` where a fact is missing, or one of these can't be read.
fn whole(row: &Row) -> Result<Option<Vec<(Seq, TableEvent)>>, LedgerError> {
    let Some(records) = row.text_or_null("records")? else { return Ok(None) };
    let read = |line: &str| {
        let (seq, record) = line.split_once(' ')?;
        Some((Seq(seq.parse().ok()?), decode_record(record).ok()?))
    };
    let gist: Option<Vec<_>> = records.split('\n').map(read).collect();
    // The last fact of a log is in its gist.
    let next = gist.iter().flatten().last().map_or(0, |(seq, _)| seq.0 + 1);
    let n = row.number("n")?;
    Ok(gist.filter(|_| next == n))
}

/// A row with `seq, at_ms, record`.
pub(super) fn decode(table: TableId, row: &Row) -> Result<Logged, LedgerError> {
    let seq = Seq(row.number("seq")?);
    let event =
        decode_record(row.text("record")?).map_err(|fault| LedgerError::Corrupt { table, seq, fault })?;
    Ok((seq, UnixMs(row.number("at_ms")?), event))
}
