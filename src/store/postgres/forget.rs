//! Forgetting a person on a server, while the bots play on.

use super::address::ServerAddress;
use super::open::connect_as_guest;
use crate::store::StoreError;
use crate::store::event::UserId;
use crate::store::forget::{ForgetError, Forgotten};
use crate::store::sql::connection::Connection;
use crate::store::sql::forget::{Exception, forget as forget_in};

/// Changing the trigger locks the log against appends until the end of the transaction: tables wait that long.
const EXCEPTION: Exception = Exception {
    begin: "BEGIN",
    allow: "ALTER TABLE events DISABLE TRIGGER events_are_never_changed",
    forbid: "ALTER TABLE events ENABLE TRIGGER events_are_never_changed",
};

/// Replaces a person in the database at `server`.
pub(in crate::store) async fn forget(server: &ServerAddress, user: UserId) -> Result<Forgotten, ForgetError> {
    let mut connection = connect_as_guest(server).await.map_err(StoreError::from)?;
    let forgotten = forget_in(&mut connection, user, &EXCEPTION).await?;
    // The space of what was replaced is free for others now, who overwrite it.
    for table in ["VACUUM events", "VACUUM hand_seats", "VACUUM surfaces", "VACUUM person_choices"] {
        Connection::execute(&mut connection, table, &[]).await?;
    }
    Connection::close(Box::new(connection)).await?;
    Ok(forgotten)
}
