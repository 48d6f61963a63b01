//! Finished hands: written with the settlement, or computed again from the whole log, by the same fold.

use sqlx::{QueryBuilder, Sqlite, SqliteConnection, query, query_scalar};

use super::error::fault;
use super::{decode, id_to_db, time_to_db};
use crate::game::seat::Seat;
use crate::store::event::{Player, Seq, TableId};
use crate::store::ledger::LedgerError;
use crate::store::projections::{HandFold, ProjectedHand, ProjectedSeat, RELEVANT_NAMES};

/// Writes the hands of a table that were settled at `from` or later; yields how many.
pub(super) async fn add_hands(
    connection: &mut SqliteConnection,
    table: TableId,
    from: Seq,
) -> Result<u64, LedgerError> {
    let mut select = QueryBuilder::<Sqlite>::new("SELECT seq, at_ms, record FROM events WHERE table_id = ");
    select.push_bind(id_to_db(table.0)).push(" AND name IN (");
    let mut names = select.separated(", ");
    for name in RELEVANT_NAMES {
        names.push_bind(name);
    }
    select.push(") ORDER BY seq");
    let rows = select.build().fetch_all(&mut *connection).await.map_err(fault)?;

    let mut fold = HandFold::default();
    let mut n_hands = 0;
    for row in &rows {
        let (seq, at, event) = decode(table, row)?;
        let hand = fold.apply(&event, at).filter(|_| seq >= from);
        if let Some(hand) = hand {
            insert_hand(connection, table, seq, &hand).await?;
            n_hands += 1;
        }
    }
    Ok(n_hands)
}

/// Drops all projections and computes them again; yields the number of finished hands.
pub(super) async fn rebuild(connection: &mut SqliteConnection) -> Result<u64, LedgerError> {
    query("DELETE FROM hand_seats").execute(&mut *connection).await.map_err(fault)?;
    query("DELETE FROM finished_hands").execute(&mut *connection).await.map_err(fault)?;
    let tables: Vec<i64> =
        query_scalar("SELECT id FROM tables ORDER BY id").fetch_all(&mut *connection).await.map_err(fault)?;
    let mut n_hands = 0;
    for table in tables {
        n_hands += add_hands(connection, TableId(table.cast_unsigned()), Seq(0)).await?;
    }
    Ok(n_hands)
}

async fn insert_hand(
    connection: &mut SqliteConnection,
    table: TableId,
    seq: Seq,
    hand: &ProjectedHand,
) -> Result<(), LedgerError> {
    query(
        "INSERT INTO finished_hands (table_id, seq, hand_no, guild_id, at_ms, variant, n_people)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
    )
    .bind(id_to_db(table.0))
    .bind(seq.0.cast_signed())
    .bind(i64::from(hand.hand_no))
    .bind(hand.guild.map(id_to_db))
    .bind(time_to_db(hand.at))
    .bind(hand.variant.id())
    .bind(i64::from(hand.n_people))
    .execute(&mut *connection)
    .await
    .map_err(fault)?;
    for (seat, played) in hand.seats.iter() {
        insert_seat(connection, (table, seq, seat), hand, played).await?;
    }
    Ok(())
}

async fn insert_seat(
    connection: &mut SqliteConnection,
    (table, seq, seat): (TableId, Seq, Seat),
    hand: &ProjectedHand,
    played: &ProjectedSeat,
) -> Result<(), LedgerError> {
    let name = match &played.player {
        Player::Person { name, .. } => Some(name),
        Player::Program => None,
    };
    query(
        "INSERT INTO hand_seats (table_id, seq, seat, user_id, name, at_ms, points, won, self_drawn, dealt_in,
                                 dealer, tinged)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
    )
    .bind(id_to_db(table.0))
    .bind(seq.0.cast_signed())
    .bind(seat.to_string())
    .bind(played.player.user().map(|user| id_to_db(user.0)))
    .bind(name)
    .bind(time_to_db(hand.at))
    .bind(i64::from(played.points))
    .bind(played.won)
    .bind(played.self_drawn)
    .bind(played.dealt_in)
    .bind(played.dealer)
    .bind(played.tinged)
    .execute(connection)
    .await
    .map_err(fault)?;
    Ok(())
}
