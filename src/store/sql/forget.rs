//! A person who wants to be forgotten: their id and name are replaced in every fact, and their hands keep adding up.

use super::connection::{Arg, Connection};
use super::decode;
use crate::store::event::{Player, TableEvent, TableId, UserId};
use crate::store::forget::{FORGOTTEN_NAME, ForgetError, Forgotten};
use crate::store::ledger::{LedgerError, record_of};

/// Whatever else is kept of a person: rows with an id of a user that are no hands. They are deleted.
const DELETE_PERSONAL: [&str; 2] =
    ["DELETE FROM surfaces WHERE owner_id = $1", "DELETE FROM person_choices WHERE user_id = $1"];

/// How a database lets the log be changed, this once and inside a transaction.
pub(in crate::store) struct Exception {
    /// Begins the transaction.
    pub(in crate::store) begin: &'static str,
    /// Takes the trigger away that keeps the log as it is.
    pub(in crate::store) allow: &'static str,
    /// Brings it back.
    pub(in crate::store) forbid: &'static str,
}

/// Replaces a person, in one transaction. After an error the connection must be dropped, and nothing has changed.
pub(in crate::store) async fn forget(
    connection: &mut dyn Connection,
    user: UserId,
    exception: &Exception,
) -> Result<Forgotten, ForgetError> {
    connection.execute(exception.begin, &[]).await?;
    connection.execute(exception.allow, &[]).await?;
    let alias = unused_id(connection).await?;
    let mut forgotten = Forgotten::default();
    for table in tables_of(connection, user).await? {
        let n_facts = replace_in_log(connection, table, user, alias).await?;
        forgotten.n_tables += u64::from(n_facts > 0);
        forgotten.n_facts += n_facts;
    }
    connection.execute(exception.forbid, &[]).await?;
    let hands = "UPDATE hand_seats SET user_id = $2, name = $3 WHERE user_id = $1";
    let args = [Arg::id(user.0), Arg::id(alias.0), Arg::text(FORGOTTEN_NAME)];
    forgotten.n_hands = connection.execute(hands, &args).await?;
    for rows in DELETE_PERSONAL {
        connection.execute(rows, &[Arg::id(user.0)]).await?;
    }
    connection.execute("COMMIT", &[]).await?;
    Ok(forgotten)
}

/// Below every id that Discord gives out: those carry the time since 2015 above their 22nd bit.
async fn unused_id(connection: &mut dyn Connection) -> Result<UserId, LedgerError> {
    loop {
        let random =
            getrandom::u64().map_err(|error| LedgerError::Unavailable { detail: error.to_string() })?;
        let alias = UserId((random >> 23) | 1);
        let taken = "SELECT user_id FROM hand_seats WHERE user_id = $1 LIMIT 1";
        if connection.fetch(taken, &[Arg::id(alias.0)]).await?.is_empty() {
            return Ok(alias);
        }
    }
}

/// The tables whose log names the person; none of them may still run.
async fn tables_of(connection: &mut dyn Connection, user: UserId) -> Result<Vec<TableId>, ForgetError> {
    let naming = "SELECT DISTINCT t.id, t.finished FROM events e JOIN tables t ON t.id = e.table_id
         WHERE e.name IN ('Opened', 'SeatTaken', 'SeatPromised', 'HostChanged') AND e.record LIKE $1";
    let rows = connection.fetch(naming, &[Arg::text(&format!("%\"{}\"%", user.0))]).await?;
    let mut tables = Vec::new();
    for row in &rows {
        let table = TableId(row.number("id")?);
        if !row.flag("finished")? {
            return Err(ForgetError::StillPlaying { table });
        }
        tables.push(table);
    }
    Ok(tables)
}

async fn replace_in_log(
    connection: &mut dyn Connection,
    table: TableId,
    user: UserId,
    alias: UserId,
) -> Result<u64, LedgerError> {
    let naming = "SELECT seq, at_ms, record FROM events
         WHERE table_id = $1 AND name IN ('Opened', 'SeatTaken', 'SeatPromised', 'HostChanged') ORDER BY seq";
    let mut n_facts = 0;
    for row in &connection.fetch(naming, &[Arg::id(table.0)]).await? {
        let (seq, _, mut event) = decode(table, row)?;
        if !replace_in(&mut event, user, alias) {
            continue;
        }
        let record = record_of(&event)?;
        let change = "UPDATE events SET record = $3 WHERE table_id = $1 AND seq = $2";
        connection.execute(change, &[Arg::id(table.0), Arg::id(seq.0), Arg::text(record.json())]).await?;
        n_facts += 1;
    }
    Ok(n_facts)
}

/// True where the fact named the person.
fn replace_in(event: &mut TableEvent, user: UserId, alias: UserId) -> bool {
    match event {
        TableEvent::Opened { host, .. } | TableEvent::HostChanged { host } if *host == user => *host = alias,
        TableEvent::SeatTaken { player, .. } | TableEvent::SeatPromised { player, .. }
            if player.user() == Some(user) =>
        {
            *player = Player::Person { user: alias, name: FORGOTTEN_NAME.to_owned() };
        }
        _ => return false,
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A column that a later migration adds is not forgotten here.
    #[test]
    fn every_column_with_a_person_is_thought_of() {
        let schema = [
            include_str!("../../../migrations/sqlite/0001_log.sql"),
            include_str!("../../../migrations/sqlite/0002_projections.sql"),
            include_str!("../../../migrations/sqlite/0003_surfaces.sql"),
            include_str!("../../../migrations/sqlite/0004_choices.sql"),
        ];
        let n_files = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/migrations/sqlite")).unwrap();
        assert_eq!(n_files.count(), schema.len(), "a migration is missing here");
        let mut held_in = Vec::new();
        for table in schema.concat().split("CREATE TABLE ").skip(1) {
            let columns = table.split(';').next().unwrap();
            let is_personal = |line: &&str| ["user_id", "owner_id"].iter().any(|name| line.contains(name));
            if columns.lines().any(|line| is_personal(&line)) {
                held_in.push(table.split_whitespace().next().unwrap().to_owned());
            }
        }
        assert_eq!(held_in, ["hand_seats", "surfaces", "person_choices"]);
        assert!(DELETE_PERSONAL.iter().all(|rows| held_in.iter().any(|table| rows.contains(table.as_str()))));
    }
}
