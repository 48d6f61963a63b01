//! Finished hands: written with the settlement, or computed again from the whole log, by the same fold.

use super::connection::{Arg, Connection};
use super::decode;
use crate::game::seat::Seat;
use crate::store::event::{Player, Seq, TableId};
use crate::store::ledger::LedgerError;
use crate::store::projections::{HandFold, ProjectedHand, ProjectedSeat, RELEVANT_NAMES};

/// Writes the hands of a table that were settled at `from` or later; yields how many.
pub(super) async fn add_hands(
    connection: &mut dyn Connection,
    table: TableId,
    from: Seq,
) -> Result<u64, LedgerError> {
    let [a, b, c, d, e, f, g, h] = RELEVANT_NAMES.map(Arg::text);
    let rows = connection
        .fetch(
            "SELECT seq, at_ms, record FROM events
             WHERE table_id = $1 AND name IN ($2, $3, $4, $5, $6, $7, $8, $9) ORDER BY seq",
            &[Arg::id(table.0), a, b, c, d, e, f, g, h],
        )
        .await?;

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

/// Drops all projections and computes them again; yields the number of finished hands. On a server tables may be played
/// on meanwhile: a hand that was projected by its own settlement is the same hand.
pub(super) async fn rebuild(connection: &mut dyn Connection) -> Result<u64, LedgerError> {
    connection.execute("DELETE FROM hand_seats", &[]).await?;
    connection.execute("DELETE FROM finished_hands", &[]).await?;
    let tables = connection.fetch("SELECT id FROM tables ORDER BY id", &[]).await?;
    let mut n_hands = 0;
    for table in tables {
        n_hands += add_hands(connection, TableId(table.number("id")?), Seq(0)).await?;
    }
    Ok(n_hands)
}

async fn insert_hand(
    connection: &mut dyn Connection,
    table: TableId,
    seq: Seq,
    hand: &ProjectedHand,
) -> Result<(), LedgerError> {
    let args = [
        Arg::id(table.0),
        Arg::id(seq.0),
        Arg::int(hand.hand_no),
        Arg::Int(hand.guild.map(u64::cast_signed)),
        Arg::time(hand.at),
        Arg::text(hand.variant.id()),
        Arg::int(hand.n_people),
    ];
    connection
        .execute(
            "INSERT INTO finished_hands (table_id, seq, hand_no, guild_id, at_ms, variant, n_people)
             VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING",
            &args,
        )
        .await?;
    for (seat, played) in hand.seats.iter() {
        insert_seat(connection, (table, seq, seat), hand, played).await?;
    }
    Ok(())
}

async fn insert_seat(
    connection: &mut dyn Connection,
    (table, seq, seat): (TableId, Seq, Seat),
    hand: &ProjectedHand,
    played: &ProjectedSeat,
) -> Result<(), LedgerError> {
    let name = match &played.player {
        Player::Person { name, .. } => Some(name.as_str()),
        Player::Program => None,
    };
    let seat = seat.to_string();
    let args = [
        Arg::id(table.0),
        Arg::id(seq.0),
        Arg::text(&seat),
        Arg::Int(played.player.user().map(|user| user.0.cast_signed())),
        Arg::Text(name),
        Arg::time(hand.at),
        Arg::int(played.points),
        Arg::int(played.won),
        Arg::int(played.self_drawn),
        Arg::int(played.dealt_in),
        Arg::int(played.dealer),
        Arg::int(played.tinged),
    ];
    connection
        .execute(
            "INSERT INTO hand_seats (table_id, seq, seat, user_id, name, at_ms, points, won, self_drawn, dealt_in,
                                     dealer, tinged)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) ON CONFLICT DO NOTHING",
            &args,
        )
        .await
        .map(|_| ())
}
