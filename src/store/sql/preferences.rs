//! Choices of people and servers.

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::SqlStore;
use super::connection::{Arg, Connection, Row};
use super::writer::Write;
use crate::store::event::UserId;
use crate::store::ledger::LedgerError;
use crate::store::preferences::{PersonChoices, Preferences, ServerChoices};

impl Preferences for SqlStore {
    fn readable_person(&self, user: UserId) -> BoxFuture<'_, Result<Option<PersonChoices>, LedgerError>> {
        async move {
            const OWN: &str = "SELECT record FROM person_choices WHERE user_id = $1";
            read(&self.readers.fetch(OWN, &[Arg::id(user.0)]).await?)
        }
        .boxed()
    }

    fn set_person(&self, user: UserId, choices: PersonChoices) -> BoxFuture<'_, Result<(), LedgerError>> {
        async move {
            let record = record(&choices)?;
            self.writer.write(Write::SetPersonChoices { user, record }).await.map(drop)
        }
        .boxed()
    }

    fn server(&self, guild: u64) -> BoxFuture<'_, Result<ServerChoices, LedgerError>> {
        async move {
            const OWN: &str = "SELECT record FROM server_choices WHERE guild_id = $1";
            Ok(read(&self.readers.fetch(OWN, &[Arg::id(guild)]).await?)?.unwrap_or_default())
        }
        .boxed()
    }

    fn set_server(&self, guild: u64, choices: ServerChoices) -> BoxFuture<'_, Result<(), LedgerError>> {
        async move {
            let record = record(&choices)?;
            self.writer.write(Write::SetServerChoices { guild, record }).await.map(drop)
        }
        .boxed()
    }
}

/// `None` where the record can't be read.
fn read<T: DeserializeOwned + Default>(rows: &[Row]) -> Result<Option<T>, LedgerError> {
    let record = rows.first().map(|row| row.text("record")).transpose()?;
    Ok(record.map_or_else(|| Some(T::default()), |record| serde_json::from_str(record).ok()))
}

fn record(choices: &impl Serialize) -> Result<String, LedgerError> {
    serde_json::to_string(choices).map_err(|_| LedgerError::Unwritable { name: "Choices".into() })
}

pub(super) async fn set_person(
    connection: &mut dyn Connection,
    user: UserId,
    record: &str,
) -> Result<u64, LedgerError> {
    const SET: &str = "INSERT INTO person_choices (user_id, record) VALUES ($1, $2)
        ON CONFLICT (user_id) DO UPDATE SET record = excluded.record";
    connection.execute(SET, &[Arg::id(user.0), Arg::text(record)]).await
}

pub(super) async fn set_server(
    connection: &mut dyn Connection,
    guild: u64,
    record: &str,
) -> Result<u64, LedgerError> {
    const SET: &str = "INSERT INTO server_choices (guild_id, record) VALUES ($1, $2)
        ON CONFLICT (guild_id) DO UPDATE SET record = excluded.record";
    connection.execute(SET, &[Arg::id(guild), Arg::text(record)]).await
}
