//! Tables whose hands are played beforehand, and workers that append them.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use futures_util::{StreamExt, stream};
use tokio::task::{JoinSet, spawn_blocking};

use super::BenchError;
use crate::bot::{self, Program};
use crate::game::length::MatchLength;
use crate::game::ruleset::{Options, Variant};
use crate::game::seat::{BySeat, Seat};
use crate::game::state::HandState;
use crate::game::variants;
use crate::game::wall::{Wall, first_dealer, sim_nonces, sim_secret};
use crate::store::event::{ClockPreset, Place, Player, Seq, Settings, TableEvent, TableId, UnixMs, UserId};
use crate::store::ledger::{Ledger, LedgerError};

const GAME: Variant = Variant::HarbinNew;
/// Hands of a match.
pub const N_HANDS: u32 = 8;
/// Tables that are made ready at once.
const OPENED_AT_ONCE: usize = 64;
/// Appends that a worker makes for one table before it takes another.
const TURN: usize = 16;
/// A hand is left before its end, so that the tables can be resumed in the middle of one.
const PART_OF_HAND: (usize, usize) = (3, 5);

/// A table with what will be appended to it.
struct Script {
    table: TableId,
    next: Seq,
    appends: VecDeque<Vec<TableEvent>>,
}

/// The tables.
pub struct Load {
    ledger: Arc<dyn Ledger>,
    scripts: Arc<Mutex<VecDeque<Script>>>,
    n_events: u64,
}

/// What one row says.
pub struct Measured {
    /// How long it took.
    pub time: Duration,
    /// Of each append, shortest first.
    pub latencies: Vec<Duration>,
    /// Events that were appended.
    pub n_events: usize,
}

impl Measured {
    /// The latency that so many of 1,000 appends don't exceed.
    pub fn latency(&self, permille: usize) -> Duration {
        let last = self.latencies.len().saturating_sub(1);
        self.latencies.get(last * permille / 1_000).copied().unwrap_or_default()
    }
}

impl Load {
    /// Opens tables, plays so many hands at each, and deals the next one.
    ///
    /// # Errors
    /// [`BenchError`].
    pub async fn begin(
        ledger: Arc<dyn Ledger>,
        n_tables: usize,
        n_hands_before: u32,
    ) -> Result<Load, BenchError> {
        let opening = stream::iter(0..n_tables as u64).map(|n| {
            let ledger = Arc::clone(&ledger);
            async move { begin_table(&*ledger, n, n_hands_before).await }
        });
        let mut opening = opening.buffer_unordered(OPENED_AT_ONCE);
        let mut load = Load { ledger: Arc::clone(&ledger), scripts: Arc::default(), n_events: 0 };
        while let Some(begun) = opening.next().await {
            let script = begun?;
            load.n_events += script.next.0;
            lock(&load.scripts).push_back(script);
        }
        Ok(load)
    }

    /// Events in the log by now.
    pub fn n_events(&self) -> u64 {
        self.n_events
    }

    /// Appends that are still to be made.
    pub fn n_left(&self) -> usize {
        lock(&self.scripts).iter().map(|script| script.appends.len()).sum()
    }

    /// Appends for so many tables at once, each waiting for its own append, for this long or until so many are made.
    ///
    /// # Errors
    /// [`BenchError`].
    pub async fn run(
        &mut self,
        n_at_once: usize,
        time: Duration,
        most: usize,
    ) -> Result<Measured, BenchError> {
        let began = Instant::now();
        let n_left = Arc::new(AtomicUsize::new(most));
        let mut workers = JoinSet::new();
        for _ in 0..n_at_once {
            let (ledger, scripts) = (Arc::clone(&self.ledger), Arc::clone(&self.scripts));
            let n_left = Arc::clone(&n_left);
            workers.spawn(async move { work(&*ledger, &scripts, began + time, &n_left).await });
        }
        let mut measured = Measured { time, latencies: Vec::new(), n_events: 0 };
        while let Some(worked) = workers.join_next().await {
            let (latencies, n_events) = worked.map_err(|_| BenchError::Hand)??;
            measured.latencies.extend(latencies);
            measured.n_events += n_events;
        }
        measured.time = began.elapsed();
        measured.latencies.sort_unstable();
        self.n_events += measured.n_events as u64;
        Ok(measured)
    }
}

fn lock(scripts: &Mutex<VecDeque<Script>>) -> std::sync::MutexGuard<'_, VecDeque<Script>> {
    scripts.lock().unwrap_or_else(PoisonError::into_inner)
}

fn now() -> UnixMs {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    UnixMs(since.as_millis() as u64)
}

async fn work(
    ledger: &dyn Ledger,
    scripts: &Mutex<VecDeque<Script>>,
    until: Instant,
    n_left: &AtomicUsize,
) -> Result<(Vec<Duration>, usize), LedgerError> {
    let (mut latencies, mut n_events) = (Vec::new(), 0);
    loop {
        let Some(mut script) = lock(scripts).pop_front() else { break };
        for _ in 0..TURN {
            let may_go_on = Instant::now() < until
                && n_left.try_update(Ordering::Relaxed, Ordering::Relaxed, |n| n.checked_sub(1)).is_ok();
            if !may_go_on {
                lock(scripts).push_back(script);
                return Ok((latencies, n_events));
            }
            let Some(events) = script.appends.pop_front() else { break };
            n_events += events.len();
            let asked = Instant::now();
            script.next = ledger.append(script.table, script.next, events, now()).await?;
            latencies.push(asked.elapsed());
        }
        if !script.appends.is_empty() {
            lock(scripts).push_back(script);
        }
    }
    Ok((latencies, n_events))
}

/// Opens a table of four people with finished hands, and plays one more without appending more than its deal.
async fn begin_table(ledger: &dyn Ledger, n: u64, n_hands_before: u32) -> Result<Script, BenchError> {
    let place = Place { guild: Some(n + 1), channel: n + 1 };
    let settings = Settings {
        variant: GAME,
        options: Options::of(GAME),
        length: MatchLength::Hands(N_HANDS),
        n_programs: 0,
        level: crate::game::level::Level::default(),
        clock: ClockPreset::Normal,
        locale: "zh-CN".into(),
    };
    let opened = TableEvent::Opened { place, host: user(n, Seat::East), settings };
    let (table, mut next) = ledger.open(opened, now()).await?;
    let mut dealer = None;
    for hand_no in 1..=n_hands_before {
        let mut hand = deal(table, n, hand_no, next, dealer).await?;
        hand.deal.extend(hand.moves.into_iter().flatten());
        next = ledger.append(table, next, hand.deal, now()).await?;
        dealer = hand.next_dealer;
    }
    let hand = deal(table, n, n_hands_before + 1, next, dealer).await?;
    let next = ledger.append(table, next, hand.deal, now()).await?;
    let mut appends = hand.moves;
    appends.truncate(appends.len() * PART_OF_HAND.0 / PART_OF_HAND.1);
    Ok(Script { table, next, appends })
}

fn user(table: u64, seat: Seat) -> UserId {
    UserId(4 * table + seat.index() as u64 + 1)
}

/// A hand from its secret to its settlement.
struct Hand {
    deal: Vec<TableEvent>,
    moves: VecDeque<Vec<TableEvent>>,
    next_dealer: Option<Seat>,
}

/// Deals a hand, whose first fact gets the number `next`, and plays it.
async fn deal(
    table: TableId,
    n: u64,
    hand_no: u32,
    next: Seq,
    dealer: Option<Seat>,
) -> Result<Hand, BenchError> {
    let (secret, nonces) = (sim_secret(n, hand_no), sim_nonces());
    let id = table.to_string();
    let dealer = dealer.unwrap_or_else(|| first_dealer(GAME.id(), &id, hand_no, &secret, &nonces));
    let wall = Wall::make(variants::kinds(GAME), GAME.id(), &id, hand_no, &secret, &nonces);
    let mut deal = vec![TableEvent::SecretDrawn { hand_no, secret }];
    for seat in Seat::ALL {
        if hand_no == 1 {
            let player = Player::Person { user: user(n, seat), name: format!("player {}", user(n, seat).0) };
            deal.push(TableEvent::SeatTaken { seat, player });
        }
        deal.push(TableEvent::Readied { seat, nonce: nonces[seat].clone() });
    }
    deal.push(TableEvent::HandBegan { hand_no, dealer, nonces });
    let first = next.0 + deal.len() as u64 - 1;
    // It takes long enough to keep a store from its own tasks.
    let played = spawn_blocking(move || play(dealer, wall, first)).await;
    let (moves, next_dealer) = played.map_err(|_| BenchError::Hand)??;
    Ok(Hand { deal, moves, next_dealer })
}

/// What the players decide one after the other, each with its consequences; and who deals next.
fn play(
    dealer: Seat,
    wall: Wall,
    first: u64,
) -> Result<(VecDeque<Vec<TableEvent>>, Option<Seat>), BenchError> {
    let rules = variants::rules(GAME, Options::of(GAME)).ok_or(BenchError::Hand)?;
    let mut players = BySeat::from_fn(|_| Program::new(bot::Level::default(), rules.needs()));
    let mut hand = HandState::begin(Arc::from(rules), dealer, wall, first);
    let mut appends = VecDeque::new();
    while let Some(seat) = hand.first_asked() {
        let view = hand.view_of(seat);
        let action = view.open(seat).and_then(|view| players[seat].choose(view)).ok_or(BenchError::Hand)?;
        let mut events = Vec::new();
        hand.advance(seat, action, &mut events).map_err(|_| BenchError::Hand)?;
        appends.push_back(events.into_iter().map(TableEvent::Played).collect());
    }
    Ok((appends, hand.next_dealer()))
}
