//! Logs out of the database: one, or the facts of many with one question.

use std::collections::HashMap;

use super::SqlStore;
use super::connection::{Arg, Row};
use crate::store::event::{Seq, TableEvent, TableId, UnixMs};
use crate::store::ledger::{Facts, LedgerError, Logged, TABLES_A_QUESTION};
use crate::store::record::{RecordFault, decode as decode_record};

const LOG: &str = "SELECT seq, at_ms, record FROM events WHERE table_id = $1 ORDER BY seq";

/// [`TABLES_A_QUESTION`] places, and a row a table: to hand over a row costs more than to read it. A list of a fixed length is
/// the one way to name several tables that both databases read. No record has a line break.
const FACTS: &str =
    "SELECT table_id, COUNT(*) AS n, MAX(seq) AS last, string_agg(record, '\n' ORDER BY seq) AS records
    FROM events WHERE table_id IN (
    $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16,
    $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32)
    GROUP BY table_id";

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

    pub(super) async fn read_facts(&self, tables: Vec<TableId>) -> Vec<Facts> {
        let mut facts = Vec::with_capacity(tables.len());
        for asked in tables.chunks(TABLES_A_QUESTION) {
            let rows = self.rows_of(asked).await;
            for &table in asked {
                let read = match &rows {
                    Ok(rows) => self.facts_of(table, rows.get(&table)).await,
                    Err(error) => Err(error.clone()),
                };
                facts.push((table, read));
            }
        }
        facts
    }

    /// The rows of at most [`TABLES_A_QUESTION`] tables.
    async fn rows_of(&self, tables: &[TableId]) -> Result<HashMap<TableId, Row>, LedgerError> {
        let Some(last) = tables.last() else { return Ok(HashMap::new()) };
        let named: [Arg<'_>; TABLES_A_QUESTION] =
            std::array::from_fn(|n| Arg::id(tables.get(n).unwrap_or(last).0));
        let rows = self.readers.fetch(FACTS, &named).await?;
        rows.into_iter().map(|row| Ok((TableId(row.number("table_id")?), row))).collect()
    }

    async fn facts_of(&self, table: TableId, row: Option<&Row>) -> Result<Vec<TableEvent>, LedgerError> {
        match row.map(whole).transpose()?.flatten() {
            Some(facts) => Ok(facts),
            // Read alone it says what is wrong, and where.
            None => Ok(self.read_log(table).await?.into_iter().map(|(.., event)| event).collect()),
        }
    }
}

/// All facts of a table from its row of [`FACTS`]; `None` where one is missing or can't be read.
fn whole(row: &Row) -> Result<Option<Vec<TableEvent>>, LedgerError> {
    let (n, last) = (row.number("n")?, row.number("last")?);
    let facts: Option<Vec<_>> =
        row.text("records")?.split('\n').map(|record| decode_record(record).ok()).collect();
    Ok(facts.filter(|facts| facts.len() as u64 == n && last + 1 == n))
}

/// A row with `seq, at_ms, record`.
pub(super) fn decode(table: TableId, row: &Row) -> Result<Logged, LedgerError> {
    let seq = Seq(row.number("seq")?);
    let event =
        decode_record(row.text("record")?).map_err(|fault| LedgerError::Corrupt { table, seq, fault })?;
    Ok((seq, UnixMs(row.number("at_ms")?), event))
}
