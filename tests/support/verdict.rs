//! What the log must hold after everything that was done to the bots.

#![allow(dead_code, reason = "each test program uses its part of this")]

use std::collections::{BTreeMap, BTreeSet};

use tinghu::discord::component::Press;
use tinghu::game::action::{Action, PromptId};
use tinghu::game::event::{Event, Mover};
use tinghu::game::ruleset::RunPoints;
use tinghu::game::seat::Seat;
use tinghu::store::Store;
use tinghu::store::event::{MatchEnd, Player, TableEvent, TableId, UserId};
use tinghu::table::state::TableState;
use tinghu::table::view::TablePhase;

use crate::player::Told;

/// What the people of one table did, by its log.
#[derive(Default)]
struct Deeds {
    /// What a seat did by itself at a prompt.
    acts: BTreeMap<(PromptId, Seat), Vec<Event>>,
    /// Nonces of a hand, by its number and seat.
    readies: BTreeMap<(u32, Seat), Vec<String>>,
    /// Chosen 跑分, by how many hands were dealt before and seat.
    runs: BTreeMap<(u32, Seat), Vec<RunPoints>>,
    seats: BTreeMap<UserId, Vec<Seat>>,
    n_deals: u32,
}

/// Reads every log of the store; at least so many presses must have been answered.
pub async fn pass(store: &Store, told: Vec<Told>, least: u64) {
    let ledger = store.ledger();
    assert_eq!(ledger.unfinished().await, Ok(Vec::new()), "every table was played to its end");
    let mut deeds = BTreeMap::new();
    let mut hands = Vec::new();
    for table in ledger.tables().await.unwrap() {
        let log: Vec<TableEvent> =
            ledger.load(table).await.unwrap().into_iter().map(|(.., event)| event).collect();
        deeds.insert(table, read(table, &log));
        hands.push((table, store.stats().hands(table).await.unwrap()));
    }
    no_nonce_twice(&deeds);
    for one in &told {
        is_in_the_log(one, &deeds[&one.id.table]);
    }
    let n_told = u64::try_from(told.len()).unwrap();
    let n_hands: usize = hands.iter().map(|(_, hands)| hands.len()).sum();
    println!("{} tables, {n_hands} hands, {n_told} answered presses", deeds.len());
    assert!(n_told >= least, "too little was played for this to mean anything");

    store.stats().rebuild().await.unwrap();
    for (table, live) in hands {
        assert_eq!(store.stats().hands(table).await.unwrap(), live, "rebuilt from the log");
    }
}

/// Plays a log again, and notes who did what.
fn read(table: TableId, log: &[TableEvent]) -> Deeds {
    let mut deeds = Deeds::default();
    let mut state = TableState::open(table, &log[0]).unwrap();
    for event in &log[1..] {
        match event {
            TableEvent::Played(played) => {
                if let Some(seat) = own_act(played) {
                    let TablePhase::Playing { prompt, .. } = state.last_snapshot().info.phase else {
                        panic!("{played:?} while no hand is played");
                    };
                    deeds.acts.entry((prompt, seat)).or_default().push(played.clone());
                }
                if let Event::Settled(settlement) = played {
                    assert_eq!(settlement.total().iter().map(|(_, n)| n).sum::<i32>(), 0, "a zero sum");
                }
            }
            TableEvent::Readied { seat, nonce } => {
                deeds.readies.entry((deeds.n_deals, *seat)).or_default().push(nonce.clone());
            }
            TableEvent::RunPointsChosen { seat, choice, by: Mover::Seat } => {
                deeds.runs.entry((deeds.n_deals, *seat)).or_default().push(*choice);
            }
            TableEvent::SeatTaken { seat, player: Player::Person { user, .. } } => {
                deeds.seats.entry(*user).or_default().push(*seat);
            }
            TableEvent::HandBegan { .. } => deeds.n_deals += 1,
            _ => {}
        }
        state.apply(event);
    }
    let info = state.last_snapshot().info;
    assert_eq!(info.phase, TablePhase::Closed { end: MatchEnd::Complete }, "table {table}");
    assert_eq!(info.history.len(), info.settings.length.most_hands() as usize, "table {table}");
    let points = info.seats.iter().map(|(_, seat)| seat.as_ref().unwrap().points);
    assert_eq!(points.sum::<i32>(), 0, "table {table}");
    deeds
}

/// The seat whose own act this fact is.
fn own_act(event: &Event) -> Option<Seat> {
    match event {
        Event::Answered { seat, by: Mover::Seat, .. }
        | Event::Discarded { seat, by: Mover::Seat, .. }
        | Event::KongConcealed { seat, by: Mover::Seat, .. }
        | Event::KongAdded { seat, by: Mover::Seat, .. } => Some(*seat),
        _ => None,
    }
}

/// Each ready of a person carries its interaction: one that was applied twice would be there twice.
fn no_nonce_twice(deeds: &BTreeMap<TableId, Deeds>) {
    for (table, deeds) in deeds {
        let mut known = BTreeSet::new();
        for ((n_deals, seat), nonces) in &deeds.readies {
            assert_eq!(nonces.len(), 1, "table {table}, after {n_deals} deals: {seat} is ready twice");
            let is_press = nonces[0].parse::<u64>().is_ok();
            assert!(!is_press || known.insert(&nonces[0]), "table {table}: {} twice", nonces[0]);
        }
        for ((n_deals, seat), choices) in &deeds.runs {
            assert_eq!(choices.len(), 1, "table {table}, after {n_deals} deals: {seat} chose {choices:?}");
        }
        for ((prompt, seat), acts) in &deeds.acts {
            assert_eq!(acts.len(), 1, "table {table}, prompt {prompt:?}: {seat} did {acts:?}");
        }
        for (user, seats) in &deeds.seats {
            assert_eq!(seats.len(), 1, "table {table}: {user:?} sat down on {seats:?}");
        }
    }
}

fn is_in_the_log(told: &Told, deeds: &Deeds) {
    let what = format!("{} told of {} ({})", told.user, told.id, told.interaction);
    let user = UserId(told.user.parse().unwrap());
    let seat = deeds.seats.get(&user).unwrap_or_else(|| panic!("{what}, who never sat down"))[0];
    match told.id.press {
        Press::Start => assert!(deeds.n_deals > 0, "{what}"),
        Press::Ready => {
            let after = u32::try_from(told.id.prompt.0).unwrap();
            assert!(deeds.readies.contains_key(&(after, seat)), "{what}");
        }
        Press::RunPoints { choice } => {
            // The press names the hand that will be dealt.
            let before = u32::try_from(told.id.prompt.0).unwrap() - 1;
            assert_eq!(deeds.runs.get(&(before, seat)), Some(&vec![choice]), "{what}");
        }
        press => {
            let Some(action) = press.action() else { return };
            let acts = deeds.acts.get(&(told.id.prompt, seat)).map_or(&[][..], Vec::as_slice);
            let is_done = acts.iter().any(|event| is_of(event, action));
            // A win by the own draw is a fact without a mover.
            assert!(is_done || (action == Action::Win && acts.is_empty()), "{what}, the log has {acts:?}");
        }
    }
}

/// Whether this fact is what the action asks for.
fn is_of(event: &Event, action: Action) -> bool {
    match (event, action) {
        (Event::Answered { answer, .. }, action) => *answer == action,
        (Event::Discarded { tile, ting, .. }, Action::Discard { tile: asked, .. }) => *tile == asked && !ting,
        (Event::Discarded { tile, ting, .. }, Action::Ting { tile: asked, .. }) => *tile == asked && *ting,
        (Event::KongConcealed { tile, .. } | Event::KongAdded { tile, .. }, Action::Kong { tile: asked }) => {
            *tile == asked
        }
        _ => false,
    }
}
