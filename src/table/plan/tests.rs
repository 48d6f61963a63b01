//! Who is asked for the next wall's nonce, and what counts as theirs (contracts/fair-play 3).

use tokio::time::Instant;

use super::*;
use crate::game::length::MatchLength;
use crate::game::ruleset::Variant;
use crate::game::score::Settlement;
use crate::game::wall::sim_secret;
use crate::store::event::{ClockPreset, PauseReason, Place, TableId};

const HOST: UserId = UserId(1);
const GUEST: UserId = UserId(2);
const NEWCOMER: UserId = UserId(9);

fn person(user: UserId) -> Player {
    Player::Person { user, name: "x".into() }
}

fn apply(table: &mut TableState, events: Vec<TableEvent>) {
    events.iter().for_each(|event| table.apply(event));
}

fn ask(table: &mut TableState, who: UserId, interaction: u64, command: Command) -> Result<Done, Refusal> {
    let received_at = Instant::now();
    let request = Request { who, name: "x".into(), interaction, received_at, moderator: true, command };
    let (events, done) = table.plan(&request, &sim_secret(9, 9))?;
    apply(table, events);
    Ok(done)
}

/// A lobby with the host in it, in which the program may take every other seat.
fn lobby(variant: Variant) -> TableState {
    let settings = Settings {
        variant,
        options: Options::of(variant),
        length: MatchLength::Hands(8),
        n_programs: 3,
        level: crate::game::level::Level::default(),
        clock: ClockPreset::Normal,
        locale: "en".into(),
    };
    let place = Place { guild: None, channel: 1 };
    let log = [
        TableEvent::Opened { place, host: HOST, settings },
        TableEvent::SecretDrawn { hand_no: 1, secret: sim_secret(1, 1) },
        TableEvent::SeatTaken { seat: Seat::East, player: person(HOST) },
    ];
    TableState::fold(TableId(1), log.iter()).unwrap()
}

/// The host and three programs after their first hand, which a person acted in; the programs are ready.
fn between() -> TableState {
    let mut table = lobby(Variant::HarbinNew);
    ask(&mut table, HOST, 10, Command::Start).unwrap();
    let (mut played, secret) = (table.clone(), sim_secret(1, 2));
    let end = [Event::Exhausted, Event::Settled(Box::new(Settlement::drawn()))];
    apply(&mut played, end.into_iter().map(TableEvent::Played).collect());
    apply(&mut played, vec![TableEvent::SecretDrawn { hand_no: 2, secret }]);
    let readies = played.automatic_readies();
    apply(&mut played, readies);
    played
}

#[test]
fn who_gets_a_programs_seat_between_two_hands_is_asked_before_the_deal() {
    let mut table = between();
    assert_eq!(table.ready[Seat::South].as_deref(), Some(NONCE_PROGRAM));
    let replace = Command::Replace { seat: Seat::South, by: person(NEWCOMER) };
    assert_eq!(ask(&mut table, HOST, 20, replace), Ok(Done::Replaced { seat: Seat::South }));
    ask(&mut table, HOST, 21, Command::Ready { luck: None }).unwrap();
    assert_eq!(
        (table.stage, &table.ready[Seat::South]),
        (Stage::Between, &None),
        "the newcomer was not asked"
    );
    ask(&mut table, NEWCOMER, 22, Command::Ready { luck: Some("发".into()) }).unwrap();
    assert_eq!(table.stage, Stage::Playing);
    assert_eq!(table.fair_of(2).unwrap().nonces.as_ref().unwrap()[Seat::South], "发");
}

#[test]
fn a_start_is_the_ready_of_who_starts_and_of_nobody_else() {
    // The guest may start too, as a moderator; then the host has pressed nothing.
    for (starter, expected) in [(HOST, ["40", "30", "timeout"]), (GUEST, ["timeout", "30", "timeout"])] {
        let mut table = lobby(Variant::HarbinNew);
        ask(&mut table, GUEST, 30, Command::Join { luck: None }).unwrap();
        let replace = Command::Replace { seat: Seat::West, by: person(NEWCOMER) };
        ask(&mut table, HOST, 31, replace).unwrap();
        ask(&mut table, starter, 40, Command::Start).unwrap();
        let nonces = table.fair_of(1).unwrap().nonces.clone().unwrap();
        let [east, south, west, north] = nonces.0;
        assert_eq!(
            ([east.as_str(), &south, &west], north.as_str()),
            (expected, NONCE_PROGRAM),
            "{starter:?}"
        );
    }
}

#[test]
fn who_leaves_while_the_choosing_of_run_points_is_paused_does_not_stop_the_deal() {
    let mut table = lobby(Variant::Qiqihar);
    ask(&mut table, GUEST, 30, Command::Join { luck: None }).unwrap();
    ask(&mut table, HOST, 40, Command::Start).unwrap();
    assert_eq!(table.stage, Stage::Choosing);
    table.apply(&TableEvent::Paused { reason: PauseReason::Archived });
    ask(&mut table, HOST, 41, Command::Kick { player: GUEST }).unwrap();
    table.apply(&TableEvent::Resumed);
    let chosen = table.timed_out_run_points();
    apply(&mut table, chosen);
    assert_eq!(table.stage, Stage::Playing);
    assert_eq!(table.fair_of(1).unwrap().nonces.as_ref().unwrap()[Seat::South], "30");
}
