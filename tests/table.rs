//! Tables without Discord: the actor on paused time, with the ledger in memory.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "in tests; the lint sees only functions marked as tests"
)]

#[path = "support/watched.rs"]
mod watched;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use futures_util::FutureExt;
use futures_util::future::{BoxFuture, ready};
use tinghu::bot::{self, Program};
use tinghu::game::action::{Action, Illegal, Offer, Origin, PromptId};
use tinghu::game::event::Event;
use tinghu::game::length::MatchLength;
use tinghu::game::ruleset::{Options, RunPoints, Variant};
use tinghu::game::score::Settlement;
use tinghu::game::seat::Seat;
use tinghu::game::variants;
use tinghu::game::view::{PlayerView, PublicPhase};
use tinghu::store::event::{
    ClockPreset, MatchEnd, PauseReason, Place, Player, Settings, TableEvent, UnixMs, UserId,
};
use tinghu::store::hand_log::{HandLog, verify, write};
use tinghu::store::ledger::{Ledger, LedgerError, MemoryLedger};
use tinghu::table::clock::Pace;
use tinghu::table::command::{Command, Done, Refusal, Request};
use tinghu::table::handle::Table;
use tinghu::table::reach::Reach;
use tinghu::table::registry::{NewTable, OpenError, Registry};
use tinghu::table::view::{Snapshot, TablePhase};
use tokio::time::{Duration, Instant};
use tokio_util::sync::CancellationToken;
use watched::{Watch, Watched};

const CHANNEL: u64 = 77;
const HOST: UserId = UserId(1);
const GUESTS: [UserId; 3] = [UserId(2), UserId(3), UserId(4)];

static NEXT_INTERACTION: AtomicU64 = AtomicU64::new(1000);

fn request(who: UserId, command: Command) -> Request {
    Request {
        who,
        name: format!("player {}", who.0),
        interaction: NEXT_INTERACTION.fetch_add(1, Ordering::Relaxed),
        received_at: Instant::now(),
        moderator: false,
        command,
    }
}

fn settings(n_hands: u32, n_programs: u8) -> Settings {
    Settings {
        variant: Variant::HarbinNew,
        options: Options::of(Variant::HarbinNew),
        length: MatchLength::Hands(n_hands),
        n_programs,
        level: tinghu::bot::Level::default(),
        clock: ClockPreset::Normal,
        locale: "zh-CN".into(),
    }
}

struct House {
    ledger: Arc<MemoryLedger>,
    registry: Registry,
    stop: CancellationToken,
}

impl House {
    fn new() -> House {
        House::on(Arc::new(MemoryLedger::default()))
    }

    fn on(ledger: Arc<MemoryLedger>) -> House {
        let stop = CancellationToken::new();
        let registry = Registry::new(ledger.clone() as Arc<dyn Ledger>, stop.clone());
        House { ledger, registry, stop }
    }

    async fn open(&self, settings: Settings) -> Table {
        let place = Place { guild: Some(9), channel: CHANNEL };
        let new = NewTable { place, host: HOST, host_name: "host".into(), settings };
        self.registry.open(new).await.unwrap()
    }

    /// A table of people only (`n_people`) and programs, started.
    async fn started(&self, n_people: usize, n_hands: u32) -> Table {
        let table = self.open(settings(n_hands, 4 - n_people as u8)).await;
        for &guest in &GUESTS[..n_people - 1] {
            table.ask(request(guest, Command::Join { luck: None })).await.unwrap();
        }
        table.ask(request(HOST, Command::Start)).await.unwrap();
        table
    }

    /// Ends the process without a word to anybody, and starts another on the same log.
    async fn restart(self) -> House {
        self.stop.cancel();
        self.registry.stopped().await;
        let house = House::on(self.ledger.clone());
        house.registry.resume().await.unwrap();
        house
    }
}

fn view(snapshot: &Snapshot, user: UserId) -> Option<PlayerView> {
    let seat = snapshot.info.seat_of(user)?;
    snapshot.private[seat].as_ref()?.open(seat).cloned()
}

fn act(prompt: PromptId, action: Action) -> Command {
    Command::Act { prompt: Some(prompt), action }
}

/// Waits for a snapshot of which this holds.
async fn until(table: &Table, mut holds: impl FnMut(&Snapshot) -> bool) -> Arc<Snapshot> {
    table.watch().wait_for(|snapshot| holds(snapshot)).await.unwrap().clone()
}

fn is_over(snapshot: &Snapshot) -> bool {
    matches!(snapshot.info.phase, TablePhase::Closed { .. } | TablePhase::Paused { .. })
}

/// Plays these people as the program would, until the match is over; they press everything they are offered.
async fn play_to_the_end(table: &Table, people: &[UserId]) -> Arc<Snapshot> {
    play_until(table, people, is_over).await
}

/// The same until this holds.
async fn play_until(table: &Table, people: &[UserId], holds: impl Fn(&Snapshot) -> bool) -> Arc<Snapshot> {
    let settings = table.snapshot().info.settings.clone();
    let rules = variants::rules(settings.variant, settings.options).unwrap();
    let mut program = Program::new(bot::Level::default(), rules.needs());
    loop {
        let snapshot = until(table, |s| holds(s) || asks_one_of(s, people)).await;
        if holds(&snapshot) {
            return snapshot;
        }
        for &user in people {
            let command = match snapshot.info.phase {
                TablePhase::Ready { .. } => Command::Ready { luck: None },
                _ => match view(&snapshot, user).and_then(|view| program.choose(&view).map(|a| (view, a))) {
                    Some((view, action)) => act(view.public.prompt, action),
                    None => continue,
                },
            };
            let _ = table.ask(request(user, command)).await; // may be stale by now: another seat moved first
        }
        tokio::task::yield_now().await;
    }
}

fn asks_one_of(snapshot: &Snapshot, people: &[UserId]) -> bool {
    people.iter().any(|&user| match &snapshot.info.phase {
        TablePhase::Ready { ready, .. } => snapshot.info.seat_of(user).is_some_and(|seat| !ready[seat]),
        _ => view(snapshot, user).is_some_and(|view| !view.offers.is_empty()),
    })
}

#[tokio::test(start_paused = true)]
async fn one_person_and_three_programs_play_a_whole_match() {
    let house = House::new();
    let table = house.started(1, 4).await;
    let end = play_to_the_end(&table, &[HOST]).await;
    assert_eq!(end.info.phase, TablePhase::Closed { end: MatchEnd::Complete });
    assert_eq!(end.info.history.len(), 4);
    for payments in &end.info.history {
        assert_eq!(payments.0.iter().sum::<i32>(), 0);
    }
    let points: i32 = end.info.seats.0.iter().flatten().map(|seat| seat.points).sum();
    assert_eq!(points, 0);
    assert!(end.info.fair.as_ref().unwrap().secret.is_some(), "the secret is shown after the hand");
    assert_eq!(end.info.next_commitment, None);
    assert!(house.registry.at(CHANNEL).is_none(), "the channel is free for another table");
}

/// A match of one person and three programs, played to its end; the logs of its hands, oldest first.
async fn played(settings: Settings) -> Vec<HandLog> {
    let house = House::new();
    let table = house.open(settings).await;
    table.ask(request(HOST, Command::Start)).await.unwrap();
    let end = play_to_the_end(&table, &[HOST]).await;
    assert_eq!(end.info.phase, TablePhase::Closed { end: MatchEnd::Complete });
    let mut logs = Vec::new();
    for hand_no in 1..=end.info.hand_no {
        logs.push(house.registry.finished_hand(table.id(), hand_no).await.unwrap().unwrap());
    }
    logs
}

/// How a hand ended.
fn settlement(log: &HandLog) -> &Settlement {
    let settled = log.events.iter().find_map(|event| match event {
        Event::Settled(settlement) => Some(settlement.as_ref()),
        _ => None,
    });
    settled.unwrap()
}

#[tokio::test(start_paused = true)]
async fn the_first_hand_of_a_match_is_dealt_as_the_game_says() {
    // C02: whose table it is. E02: East.
    for (variant, dealer) in [(Variant::Qiqihar, Seat::South), (Variant::Xingdong, Seat::East)] {
        let house = House::new();
        let options = Options::of(variant);
        let table = house.open(Settings { variant, options, ..settings(1, 2) }).await;
        let player = GUESTS[0];
        table.ask(request(player, Command::Join { luck: None })).await.unwrap();
        table.ask(request(HOST, Command::MakeHost { player })).await.unwrap();
        table.ask(request(player, Command::Start)).await.unwrap();
        let dealt = until(&table, |s| s.public.is_some()).await;
        assert_eq!(dealt.public.as_ref().unwrap().get().dealer, dealer, "{variant}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_match_by_rounds_ends_when_the_deal_comes_back_to_its_first_dealer() {
    let variant = Variant::QiqiharYuema;
    let length = MatchLength::Rounds(1);
    let logs = played(Settings { variant, options: Options::of(variant), length, ..settings(1, 3) }).await;
    let mut dealer = logs[0].fair.dealer;
    let mut n_passes = 0;
    for (hand_no, log) in (1..).zip(&logs) {
        assert_eq!(log.fair.dealer, dealer, "hand {hand_no}");
        assert!(n_passes < 4, "hand {hand_no} came too late");
        let passes = settlement(log).winner.is_some_and(|winner| winner != dealer);
        n_passes += u32::from(passes);
        dealer = if passes { dealer.next() } else { dealer };
    }
    assert!(n_passes == 4 || logs.len() == 32, "{n_passes} passes in {} hands", logs.len());
}

#[tokio::test(start_paused = true)]
async fn a_match_of_xingdong_turns_an_indicator_and_pays_eight_and_the_fans() {
    let variant = Variant::Xingdong;
    let logs = played(Settings { variant, options: Options::of(variant), ..settings(6, 3) }).await;
    assert_eq!((logs.len(), logs[0].fair.dealer), (6, Seat::East)); // E02
    let mut n_won = 0;
    for (log, next) in logs.iter().zip(logs.iter().skip(1).map(Some).chain([None])) {
        let text = write(log).unwrap();
        assert_eq!(verify(&text), Ok(text.lines().count() - 1));
        let Some(winner) = settlement(log).winner else { continue };
        n_won += 1;
        assert!(next.is_none_or(|next| next.fair.dealer == winner));
        let shares: Vec<i32> = settlement(log).shares.iter().map(|share| share.points).collect();
        // E-Q02, E-Q03: 8 from each, and the fans, at least 8, from the discarder or from all.
        let n_fans = shares.iter().filter(|&&points| points >= 16).count();
        assert!(shares.len() == 3 && matches!(n_fans, 1 | 3), "{shares:?}");
        assert!(shares.iter().all(|&points| points == 8 || points == *shares.iter().max().unwrap()));
    }
    assert!(n_won > 0, "no hand was won");
}

#[tokio::test(start_paused = true)]
async fn every_finished_hand_can_be_verified_and_no_running_one_comes_out() {
    let house = House::new();
    let table = house.started(1, 3).await;
    let id = table.id();
    assert!(house.registry.finished_hand(id, 1).await.unwrap().is_none(), "it is still played");
    play_to_the_end(&table, &[HOST]).await;
    for hand_no in 1..=3 {
        let log = write(&house.registry.finished_hand(id, hand_no).await.unwrap().unwrap()).unwrap();
        assert_eq!(verify(&log), Ok(log.lines().count() - 1), "hand {hand_no}");
        let fair =
            serde_json::from_str::<serde_json::Value>(log.lines().next().unwrap()).unwrap()["fair"].clone();
        let secret = fair["secret"].as_str().unwrap();
        let other = secret.chars().rev().collect::<String>();
        assert!(verify(&log.replace(secret, &other)).is_err(), "another secret");
        let first_move = log.lines().nth(1).unwrap();
        assert!(verify(&log.replace(&format!("{first_move}\n"), "")).is_err(), "a move is missing");
    }
    let first = write(&house.registry.finished_hand(id, 1).await.unwrap().unwrap()).unwrap();
    let dealer =
        ["E", "S", "W", "N"].into_iter().find(|seat| first.contains(&format!(r#""dealer":"{seat}""#)));
    let dealer = dealer.unwrap();
    let other = if dealer == "E" { "S" } else { "E" };
    let moved = first.replace(&format!(r#""dealer":"{dealer}""#), &format!(r#""dealer":"{other}""#));
    assert_eq!(verify(&moved).unwrap_err().line, 1, "the first dealer is drawn, not chosen");
    assert!(house.registry.finished_hand(id, 4).await.unwrap().is_none());
}

#[tokio::test(start_paused = true)]
async fn the_asked_hands_end_as_in_their_own_logs_and_a_running_one_is_left_out() {
    let house = House::new();
    let table = house.started(1, 3).await;
    let ends = async |hands: &[u32]| {
        house.registry.settlements(table.id(), hands.iter().copied().collect()).await.unwrap()
    };
    assert_eq!(ends(&[1]).await, [], "it is still played");
    play_to_the_end(&table, &[HOST]).await;
    let mut logs = Vec::new();
    for hand_no in [1, 3] {
        logs.push(house.registry.finished_hand(table.id(), hand_no).await.unwrap().unwrap());
    }
    assert!(ends(&[1, 3, 4]).await.iter().eq(logs.iter().map(settlement)));
}

#[tokio::test(start_paused = true)]
async fn four_people_play_a_match_and_a_restart_after_every_hand_changes_nothing() {
    let mut house = House::new();
    let everybody = [HOST, GUESTS[0], GUESTS[1], GUESTS[2]];
    let mut table = house.started(4, 3).await;
    for n_hands in 1..=3 {
        let rules = variants::rules(Variant::HarbinNew, Options::of(Variant::HarbinNew)).unwrap();
        let mut program = Program::new(bot::Level::default(), rules.needs());
        let snapshot = loop {
            let snapshot = until(&table, |s| {
                s.info.history.len() >= n_hands || is_over(s) || asks_one_of(s, &everybody)
            })
            .await;
            if snapshot.info.history.len() >= n_hands || is_over(&snapshot) {
                break snapshot;
            }
            for user in everybody {
                let Some(view) = view(&snapshot, user) else { continue };
                let Some(action) = program.choose(&view) else { continue };
                let _ = table.ask(request(user, act(view.public.prompt, action))).await;
            }
        };
        if n_hands == 3 {
            assert_eq!(snapshot.info.phase, TablePhase::Closed { end: MatchEnd::Complete });
            return;
        }
        house = house.restart().await;
        table = house.registry.at(CHANNEL).unwrap();
        let again = until(&table, |s| matches!(s.info.phase, TablePhase::Ready { .. })).await;
        assert_eq!(again.info.history, snapshot.info.history);
        assert_eq!(again.public, snapshot.public);
        for user in everybody {
            table.ask(request(user, Command::Ready { luck: None })).await.unwrap();
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_restart_in_the_middle_of_a_claim_window_keeps_every_answer() {
    let house = House::new();
    let table = house.started(4, 1).await;
    let dealer = until(&table, |s| s.public.is_some()).await.public.clone().unwrap().get().dealer;
    let people = [HOST, GUESTS[0], GUESTS[1], GUESTS[2]];
    let dealer_user = people[dealer.index()];
    let snapshot = table.snapshot();
    let own = view(&snapshot, dealer_user).unwrap();
    let tile = own.drawn.unwrap();
    let discard = Action::Discard { tile, origin: Origin::Drawn };
    table.ask(request(dealer_user, act(own.public.prompt, discard))).await.unwrap();

    let window = table.snapshot();
    let prompt = window.public.as_ref().unwrap().get().prompt;
    let first = people[dealer.next().index()];
    table.ask(request(first, act(prompt, Action::Pass))).await.unwrap();
    let before = table.snapshot();

    let house = house.restart().await;
    let table = house.registry.at(CHANNEL).unwrap();
    let after = until(&table, |s| matches!(s.info.phase, TablePhase::Playing { .. })).await;
    assert_eq!(after.public, before.public);
    assert!(after.private == before.private, "each seat sees what it saw");
    let again = table.ask(request(first, act(prompt, Action::Pass))).await;
    assert_eq!(again, Err(Refusal::Illegal(Illegal::AlreadyAnswered)));
    for seat in [dealer.opposite(), dealer.previous()] {
        table.ask(request(people[seat.index()], act(prompt, Action::Pass))).await.unwrap();
    }
    let next = table.snapshot();
    assert_eq!(next.public.as_ref().unwrap().get().phase, PublicPhase::Turn { seat: dealer.next() });
}

#[tokio::test(start_paused = true)]
async fn three_missed_turns_hand_the_seat_to_the_program_until_the_player_comes_back() {
    let is_away = |s: &Snapshot| s.info.seats[Seat::East].as_ref().is_some_and(|seat| seat.away);
    // A hand that is over before East's third turn shows nothing: then another one.
    let (house, table, away) = loop {
        let house = House::new();
        let table = house.started(1, 8).await;
        let seen = until(&table, |s| is_away(s) || is_over(s)).await;
        if is_away(&seen) {
            break (house, table, seen);
        }
    };
    assert!(matches!(away.info.phase, TablePhase::Playing { .. } | TablePhase::Paused { .. }));
    assert_eq!(table.ask(request(HOST, Command::ComeBack)).await, Ok(Done::CameBack));
    assert!(!table.snapshot().info.seats[Seat::East].as_ref().unwrap().away);
    assert_eq!(table.ask(request(HOST, Command::ComeBack)).await, Err(Refusal::NotAway));
    drop(house);
}

/// A table of four people, whose dealer has the first turn.
async fn four_people_and_the_dealer(house: &House) -> (Table, UserId) {
    let table = house.started(4, 8).await;
    let snapshot = until(&table, |s| s.public.is_some()).await;
    let dealer = snapshot.public.as_ref().unwrap().get().dealer;
    (table, [HOST, GUESTS[0], GUESTS[1], GUESTS[2]][dealer.index()])
}

fn prompt_of(snapshot: &Snapshot) -> PromptId {
    snapshot.public.as_ref().unwrap().get().prompt
}

#[tokio::test(start_paused = true)]
async fn a_seat_that_is_given_up_in_its_own_turn_is_the_programs_at_once() {
    type Why = fn(UserId, Seat) -> (bool, Command);
    let whys: [Why; 3] = [
        |_, _| (false, Command::Leave),
        |player, _| (true, Command::Kick { player }),
        |_, seat| (true, Command::Replace { seat, by: newcomer() }),
    ];
    for why in whys {
        let house = House::new();
        let (table, dealer) = four_people_and_the_dealer(&house).await;
        let (prompt, seat) = (prompt_of(&table.snapshot()), table.snapshot().info.seat_of(dealer).unwrap());
        tokio::time::advance(Duration::from_secs(3)).await;
        let (is_forced, command) = why(dealer, seat);
        let asked =
            Request { moderator: is_forced, ..request(if is_forced { HOST } else { dealer }, command) };
        table.ask(asked).await.unwrap();
        let before = Instant::now();
        until(&table, |s| prompt_of(s) != prompt).await;
        assert_eq!(before.elapsed().as_millis() / 100, 9, "a program's turn takes 0.9 s");
    }
}

#[tokio::test(start_paused = true)]
async fn who_comes_back_in_their_own_turn_has_the_whole_of_it() {
    let house = House::new();
    // A hand that is over before the dealer's third turn shows nothing, nor does one in which the program has declared ting for
    // them, as what they draw goes out by itself then: so another one.
    let (table, dealer) = loop {
        let (table, dealer) = four_people_and_the_dealer(&house).await;
        let is_asked = |s: &Snapshot| {
            let seat = s.info.seat_of(dealer).unwrap();
            let view = s.public.as_ref().unwrap().get();
            let has_choice = view.phase == PublicPhase::Turn { seat } && view.seats[seat].ting.is_none();
            has_choice && s.info.seats[seat].as_ref().unwrap().away
        };
        let seen = until(&table, |s| is_over(s) || is_asked(s)).await;
        if !is_over(&seen) {
            break (table, dealer);
        }
        table.ask(request(HOST, Command::End)).await.unwrap();
        table.watch().wait_for(|_| false).await.unwrap_err();
    };
    let prompt = prompt_of(&table.snapshot());
    assert_eq!(table.ask(request(dealer, Command::ComeBack)).await, Ok(Done::CameBack));
    let (before, seat) = (Instant::now(), table.snapshot().info.seat_of(dealer).unwrap());
    let after = until(&table, |s| prompt_of(s) != prompt).await;
    assert!(before.elapsed() >= Duration::from_secs(20), "{:?}", before.elapsed());
    assert!(!after.info.seats[seat].as_ref().unwrap().away, "one missed turn is not three");
}

#[tokio::test(start_paused = true)]
async fn a_hand_in_which_no_person_acts_pauses_the_match_until_somebody_is_ready() {
    let house = House::new();
    let table = house.started(1, 8).await;
    let paused = until(&table, is_over).await;
    assert_eq!(paused.info.phase, TablePhase::Paused { reason: PauseReason::NobodyActed });
    assert_eq!(paused.info.history.len(), 1);
    assert_eq!(table.ask(request(HOST, Command::Ready { luck: None })).await, Ok(Done::Readied));
    let next = until(&table, |s| s.info.hand_no == 2).await;
    assert!(matches!(next.info.phase, TablePhase::Playing { .. }));
    assert!(!next.info.seats[Seat::East].as_ref().unwrap().away, "ready means back");
}

#[tokio::test(start_paused = true)]
async fn what_is_answered_for_a_person_is_no_act_of_theirs() {
    let house = House::new();
    // Two people, so that a window asks everybody, whatever they hold.
    let table = house.started(2, 8).await;
    let is_asked = |s: &Snapshot| {
        let in_window =
            s.public.as_ref().is_some_and(|p| matches!(p.get().phase, PublicPhase::Claims { .. }));
        let is_away = s.info.seats[Seat::East].as_ref().is_some_and(|seat| seat.away);
        in_window && !is_away && view(s, HOST).is_some_and(|own| !own.offers.is_empty())
    };
    let mut n_answered = 0;
    let end = loop {
        let seen = until(&table, |s| !s.info.history.is_empty() || is_asked(s)).await;
        if !seen.info.history.is_empty() {
            break seen;
        }
        let own = view(&seen, HOST).unwrap();
        let action = if own.offers.contains(&Offer::Win) { Action::Win } else { Action::Pass };
        let command = Command::ActAsChosen { prompt: own.public.prompt, action };
        n_answered += u32::from(table.ask(request(HOST, command)).await.is_ok());
    };
    assert!(n_answered > 0, "nothing was answered for anybody");
    assert_eq!(end.info.phase, TablePhase::Paused { reason: PauseReason::NobodyActed });
    let log = write(&house.registry.finished_hand(table.id(), 1).await.unwrap().unwrap()).unwrap();
    assert_eq!(verify(&log), Ok(log.lines().count() - 1));
}

#[tokio::test(start_paused = true)]
async fn a_window_lasts_as_long_whatever_anybody_holds() {
    // With two people at the table nobody's tiles may end a window: it ends by three answers or by its time.
    for seed in 0..6 {
        let house = House::new();
        let table = house.started(2, 1).await;
        let opened = until(&table, |s| {
            s.public.as_ref().is_some_and(|p| matches!(p.get().phase, PublicPhase::Claims { .. }))
        })
        .await;
        let before = Instant::now();
        let prompt = opened.public.as_ref().unwrap().get().prompt;
        until(&table, |s| s.public.as_ref().unwrap().get().prompt != prompt).await;
        assert_eq!(before.elapsed().as_secs(), 5, "hand {seed}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_player_who_is_away_learns_nothing_from_a_window_either() {
    let house = House::new();
    let table = house.started(2, 8).await;
    let rules = variants::rules(Variant::HarbinNew, Options::of(Variant::HarbinNew)).unwrap();
    let mut program = Program::new(bot::Level::default(), rules.needs());
    let mut n_idle = 0;
    while n_idle < 5 {
        let now = until(&table, |s| view(s, HOST).is_some_and(|v| !v.offers.is_empty()) || is_over(s)).await;
        let own = view(&now, HOST).unwrap();
        let is_away = now.info.seats[Seat::South].as_ref().unwrap().away;
        let prompt = own.public.prompt;
        if is_away && matches!(own.public.phase, PublicPhase::Claims { .. }) && !own.has_choice() {
            let before = Instant::now();
            until(&table, |s| s.public.as_ref().unwrap().get().prompt != prompt).await;
            assert_eq!(before.elapsed().as_secs(), 5);
            n_idle += 1;
        } else {
            let command = match now.info.phase {
                TablePhase::Ready { .. } => Command::Ready { luck: None },
                _ => act(prompt, program.choose(&own).unwrap()),
            };
            table.ask(request(HOST, command)).await.unwrap();
        }
    }
}

#[tokio::test(start_paused = true)]
async fn stale_foreign_and_doubled_requests_change_nothing() {
    let house = House::new();
    let table = house.started(4, 1).await;
    let snapshot = until(&table, |s| s.public.is_some()).await;
    let public = snapshot.public.as_ref().unwrap().get().clone();
    let people = [HOST, GUESTS[0], GUESTS[1], GUESTS[2]];
    let turn = people[public.dealer.index()];
    let own = view(&snapshot, turn).unwrap();
    let discard = Action::Discard { tile: own.drawn.unwrap(), origin: Origin::Drawn };

    let stale = act(PromptId(public.prompt.0 - 1), discard);
    assert_eq!(table.ask(request(turn, stale)).await, Err(Refusal::Stale));
    let other = people[public.dealer.next().index()];
    let foreign = table.ask(request(other, act(public.prompt, discard))).await;
    assert_eq!(foreign, Err(Refusal::Illegal(Illegal::NotAsked { turn: Some(public.dealer) })));
    let stranger = table.ask(request(UserId(99), act(public.prompt, discard))).await;
    assert_eq!(stranger, Err(Refusal::NotSeated));
    assert!(Arc::ptr_eq(&snapshot, &table.snapshot()), "nothing was published");

    let first = request(turn, act(public.prompt, discard));
    assert_eq!(table.ask(first.clone()).await, Ok(Done::Acted));
    assert_eq!(table.ask(first).await, Err(Refusal::Repeated));
    let second_device = table.ask(request(turn, act(public.prompt, discard))).await;
    assert_eq!(second_device, Err(Refusal::Stale));
}

#[tokio::test(start_paused = true)]
async fn a_click_that_came_in_time_goes_before_the_clock() {
    let house = House::new();
    let table = house.started(4, 1).await;
    let snapshot = until(&table, |s| s.public.is_some()).await;
    let public = snapshot.public.as_ref().unwrap().get().clone();
    let people = [HOST, GUESTS[0], GUESTS[1], GUESTS[2]];
    let turn = people[public.dealer.index()];
    let own = view(&snapshot, turn).unwrap();
    // From the hand: the clock would have discarded the drawn tile.
    let Some(Offer::Discard { tile, origin }) = own
        .offers
        .iter()
        .find(|o| matches!(o, Offer::Discard { tile, .. } if Some(*tile) != own.drawn))
        .cloned()
    else {
        panic!("thirteen tiles of the drawn kind");
    };
    let request = request(turn, act(public.prompt, Action::Discard { tile, origin }));
    tokio::time::advance(Duration::from_secs(20)).await;
    assert_eq!(table.ask(request).await, Ok(Done::Acted));
}

#[tokio::test(start_paused = true)]
async fn a_pressed_claim_holds_the_window_for_its_details() {
    let house = House::new();
    let table = house.started(4, 1).await;
    let people = [HOST, GUESTS[0], GUESTS[1], GUESTS[2]];
    let snapshot = until(&table, |s| s.public.is_some()).await;
    let dealer = snapshot.public.as_ref().unwrap().get().dealer;
    let own = view(&snapshot, people[dealer.index()]).unwrap();
    let discard = Action::Discard { tile: own.drawn.unwrap(), origin: Origin::Drawn };
    table.ask(request(people[dealer.index()], act(own.public.prompt, discard))).await.unwrap();
    let prompt = table.snapshot().public.as_ref().unwrap().get().prompt;
    let holder = people[dealer.next().index()];
    let before = Instant::now();
    assert_eq!(table.ask(request(holder, Command::HoldClaim { prompt })).await, Ok(Done::Held));
    until(&table, |s| s.public.as_ref().unwrap().get().prompt != prompt).await;
    assert_eq!(before.elapsed().as_secs(), 13, "5 s for all, and 8 s for the details");
}

#[tokio::test(start_paused = true)]
async fn the_program_takes_what_is_empty_at_the_start_and_no_more() {
    let house = House::new();
    let table = house.open(settings(8, 0)).await;
    assert_eq!(table.ask(request(HOST, Command::Start)).await, Err(Refusal::TooFewPlayers { n_missing: 3 }));
    for _ in 0..2 {
        assert_eq!(table.ask(request(HOST, Command::Fill)).await, Ok(Done::Filled));
        assert_eq!(table.snapshot().info.settings.n_programs, 3);
    }
    let join = Command::Join { luck: None };
    assert_eq!(
        table.ask(request(GUESTS[0], join)).await,
        Ok(Done::Joined { seat: Seat::South }),
        "a friend who comes later"
    );
    assert_eq!(table.ask(request(HOST, Command::Start)).await, Ok(Done::Started));
    let programs = |snapshot: &Snapshot| {
        Seat::ALL.map(|seat| {
            snapshot.info.seats[seat].as_ref().is_some_and(|taken| taken.player == Player::Program)
        })
    };
    assert_eq!(programs(&table.snapshot()), [false, false, true, true]);
    assert_eq!(table.ask(request(HOST, Command::Fill)).await, Err(Refusal::MatchRunning));
}

#[tokio::test(start_paused = true)]
async fn seats_fill_in_join_order_and_the_host_may_do_what_others_may_not() {
    let house = House::new();
    let table = house.open(settings(8, 0)).await;
    let busy = NewTable {
        place: Place { guild: None, channel: CHANNEL },
        host: UserId(50),
        host_name: String::new(),
        settings: settings(8, 3),
    };
    assert!(
        matches!(house.registry.open(busy).await, Err(OpenError::ChannelBusy { table: Some(id) }) if id == table.id())
    );
    let join = |luck: Option<&str>| Command::Join { luck: luck.map(str::to_owned) };
    assert_eq!(
        table.ask(request(GUESTS[0], join(Some("顺风")))).await,
        Ok(Done::Joined { seat: Seat::South })
    );
    assert_eq!(
        table.ask(request(GUESTS[0], join(None))).await,
        Err(Refusal::AlreadySeated { seat: Seat::South })
    );
    assert_eq!(table.ask(request(GUESTS[1], join(Some(&"长".repeat(22))))).await, Err(Refusal::LuckTooLong));
    assert_eq!(table.ask(request(GUESTS[0], Command::Start)).await, Err(Refusal::NotHost { host: HOST }));
    assert_eq!(table.ask(request(HOST, Command::Start)).await, Err(Refusal::TooFewPlayers { n_missing: 2 }));
    assert_eq!(table.ask(request(GUESTS[0], Command::Fill)).await, Err(Refusal::NotHost { host: HOST }));
    assert_eq!(
        table.ask(request(HOST, Command::Kick { player: UserId(99) })).await,
        Err(Refusal::NoSuchPlayer)
    );
    assert_eq!(table.ask(request(HOST, Command::Kick { player: GUESTS[0] })).await, Ok(Done::Kicked));
    assert_eq!(table.ask(request(GUESTS[1], join(None))).await, Ok(Done::Joined { seat: Seat::South }));
    assert_eq!(table.ask(request(HOST, Command::MakeHost { player: GUESTS[1] })).await, Ok(Done::HostMade));
    assert_eq!(table.ask(request(HOST, Command::End)).await, Err(Refusal::NotHost { host: GUESTS[1] }));
    assert_eq!(table.ask(request(GUESTS[1], Command::Leave)).await, Ok(Done::Left));
    assert_eq!(table.snapshot().info.host, HOST, "the host's role goes on to who is left");
    assert_eq!(table.ask(request(HOST, Command::Leave)).await, Ok(Done::Left));
    assert_eq!(table.snapshot().info.phase, TablePhase::Closed { end: MatchEnd::Idle });
}

#[tokio::test(start_paused = true)]
async fn who_leaves_in_a_hand_is_played_by_the_program_and_another_enters_at_the_next_deal() {
    let house = House::new();
    let table = house.started(2, 8).await;
    assert_eq!(table.ask(request(GUESTS[0], Command::Leave)).await, Ok(Done::Left));
    let late = Command::Join { luck: None };
    assert_eq!(table.ask(request(GUESTS[1], late.clone())).await, Err(Refusal::MatchRunning));
    until(&table, |s| matches!(s.info.phase, TablePhase::Ready { .. } | TablePhase::Paused { .. })).await;
    assert_eq!(table.ask(request(GUESTS[1], late)).await, Ok(Done::Joined { seat: Seat::South }));
    assert_eq!(
        table.ask(request(GUESTS[2], Command::Join { luck: None })).await,
        Ok(Done::Joined { seat: Seat::West })
    );
    table.ask(request(HOST, Command::Ready { luck: None })).await.unwrap();
    let next = until(&table, |s| s.info.hand_no == 2).await;
    assert_eq!(next.info.seat_of(GUESTS[1]), Some(Seat::South));
    assert_eq!(next.info.seat_of(GUESTS[0]), None);
}

#[tokio::test(start_paused = true)]
async fn the_hosts_luck_is_the_nonce_of_the_first_hand() {
    let house = House::new();
    let table = house.open(settings(1, 3)).await;
    let luck = Command::Ready { luck: Some("发发发".into()) };
    assert_eq!(table.ask(request(HOST, luck)).await, Ok(Done::Readied));
    assert_eq!(table.snapshot().info.phase, TablePhase::Lobby);
    table.ask(request(HOST, Command::Start)).await.unwrap();
    let fair = table.snapshot().info.fair.clone().unwrap();
    assert_eq!(fair.nonces[Seat::East], "发发发");
}

#[tokio::test(start_paused = true)]
async fn a_lobby_that_nobody_starts_closes_by_itself() {
    let house = House::new();
    let table = house.open(settings(8, 3)).await;
    let before = Instant::now();
    let end = until(&table, is_over).await;
    assert_eq!(end.info.phase, TablePhase::Closed { end: MatchEnd::Idle });
    assert_eq!(before.elapsed().as_secs(), 30 * 60);
}

#[tokio::test(start_paused = true)]
async fn a_luck_text_is_mixed_in_as_the_result_card_can_show_it() {
    let house = House::new();
    let table = house.open(settings(1, 1)).await;
    let luck = |text: &str| Command::Join { luck: Some(text.into()) };
    table.ask(request(GUESTS[0], luck(" 发`财\n\u{202e}8 "))).await.unwrap();
    let unseen = request(GUESTS[1], luck("``\u{200b}"));
    let interaction = unseen.interaction.to_string();
    table.ask(unseen).await.unwrap();
    table.ask(request(HOST, Command::Start)).await.unwrap();
    let dealt = until(&table, |s| s.info.fair.is_some()).await;
    let nonces = dealt.info.fair.as_ref().unwrap().nonces.clone();
    assert_eq!((nonces[Seat::South].as_str(), nonces[Seat::West].as_str()), ("发财8", interaction.as_str()));
}

#[tokio::test(start_paused = true)]
async fn who_asks_while_the_table_closes_is_told_that_it_is_closed() {
    let house = House::new();
    let table = house.started(4, 1).await;
    let (ended, late) =
        tokio::join!(table.ask(request(HOST, Command::End)), table.ask(request(GUESTS[0], Command::Leave)));
    assert_eq!((ended, late), (Ok(Done::Ended), Err(Refusal::Closed)));
}

#[tokio::test(start_paused = true)]
async fn a_store_that_fails_changes_nothing_and_the_same_press_works_later() {
    let house = House::new();
    let table = house.started(4, 1).await;
    let snapshot = until(&table, |s| s.public.is_some()).await;
    let people = [HOST, GUESTS[0], GUESTS[1], GUESTS[2]];
    let dealer = snapshot.public.as_ref().unwrap().get().dealer;
    let own = view(&snapshot, people[dealer.index()]).unwrap();
    let discard = Action::Discard { tile: own.drawn.unwrap(), origin: Origin::Drawn };
    let press = request(people[dealer.index()], act(own.public.prompt, discard));
    house.ledger.fail_next();
    assert_eq!(table.ask(press.clone()).await, Err(Refusal::Paused));
    let stands = table.snapshot();
    assert!(stands.info.waits_for_store, "the board says why it stands still");
    assert_eq!((&stands.public, &stands.info.phase), (&snapshot.public, &snapshot.info.phase));
    assert_eq!(table.ask(press).await, Ok(Done::Acted));
    assert!(!table.snapshot().info.waits_for_store);
}

#[tokio::test(start_paused = true)]
async fn a_store_that_comes_back_is_noticed_and_the_prompt_gets_its_full_clock() {
    let house = House::new();
    let table = house.started(4, 1).await;
    let snapshot = until(&table, |s| s.public.is_some()).await;
    let people = [HOST, GUESTS[0], GUESTS[1], GUESTS[2]];
    let dealer = people[snapshot.public.as_ref().unwrap().get().dealer.index()];
    let TablePhase::Playing { prompt, .. } = snapshot.info.phase else { panic!("it is played") };
    // Longer than the turn: the clock must strike for nobody meanwhile.
    (0..100).for_each(|_| house.ledger.fail_next());
    let own = view(&snapshot, dealer).unwrap();
    let discard = Action::Discard { tile: own.drawn.unwrap(), origin: Origin::Drawn };
    assert_eq!(table.ask(request(dealer, act(prompt, discard))).await, Err(Refusal::Paused));
    let failed_at = Instant::now();
    let back = until(&table, |s| !s.info.waits_for_store).await;
    let stood = failed_at.elapsed();
    assert!(stood >= Duration::from_secs(90), "it tries about once a second: {stood:?}");
    assert!(matches!(back.info.phase, TablePhase::Playing { prompt: same, .. } if same == prompt));
    until(&table, |s| !matches!(s.info.phase, TablePhase::Playing { prompt: p, .. } if p == prompt)).await;
    let struck = failed_at.elapsed() - stood;
    assert!(struck >= Duration::from_secs(19), "the whole 20 s of a turn: {struck:?}");
}

#[tokio::test(start_paused = true)]
async fn a_table_that_another_process_has_taken_over_answers_nothing_more() {
    let house = House::new();
    let table = house.started(4, 1).await;
    let other = House::on(house.ledger.clone());
    other.registry.resume().await.unwrap();
    let theirs = other.registry.at(CHANNEL).unwrap();
    let snapshot = until(&theirs, |s| s.public.is_some()).await;
    let people = [HOST, GUESTS[0], GUESTS[1], GUESTS[2]];
    let dealer = snapshot.public.as_ref().unwrap().get().dealer;
    let own = view(&snapshot, people[dealer.index()]).unwrap();
    let discard = Action::Discard { tile: own.drawn.unwrap(), origin: Origin::Drawn };
    let press = |who| request(who, act(own.public.prompt, discard));
    assert_eq!(theirs.ask(press(people[dealer.index()])).await, Ok(Done::Acted));
    assert_eq!(table.ask(press(people[dealer.index()])).await, Err(Refusal::Paused));
    let published = table.snapshot();
    assert!(Arc::ptr_eq(&published, &table.snapshot()));
    assert_eq!(published.public, snapshot.public, "the loser shows nothing of what the owner did");
    table.watch().wait_for(|_| false).await.unwrap_err(); // it ends, without waiting for any deadline
    assert_eq!(table.ask(press(people[dealer.index()])).await, Err(Refusal::Closed));
    assert!(house.registry.at(CHANNEL).is_none());
}

#[tokio::test(start_paused = true)]
async fn a_table_taken_over_ends_when_its_clock_strikes() {
    let house = House::new();
    let table = house.started(4, 1).await;
    let other = House::on(house.ledger.clone());
    other.registry.resume().await.unwrap();
    let theirs = other.registry.at(CHANNEL).unwrap();
    let first = until(&theirs, |s| s.public.is_some()).await;
    until(&theirs, |s| s.info.phase != first.info.phase).await; // the owner's clock strikes for both
    table.watch().wait_for(|_| false).await.unwrap_err();
    assert_eq!(table.ask(request(HOST, Command::End)).await, Err(Refusal::Closed));
}

#[tokio::test(start_paused = true)]
async fn a_due_move_that_the_store_refuses_is_tried_once_a_second_and_not_in_a_busy_loop() {
    let house = House::new();
    let table = house.started(4, 1).await;
    let first = until(&table, |s| s.public.is_some()).await;
    let began = Instant::now();
    const N_FAULTS: u64 = 5;
    (0..N_FAULTS).for_each(|_| house.ledger.fail_next());
    until(&table, |s| s.info.phase != first.info.phase).await;
    assert!(began.elapsed() >= Duration::from_secs(20 + N_FAULTS), "{:?}", began.elapsed());
}

/// The program ended after the first fact of a new table and before the second: nobody sits there and nothing is drawn.
#[tokio::test(start_paused = true)]
async fn a_table_whose_opening_was_cut_short_can_still_be_played() {
    let house = House::new();
    let place = Place { guild: Some(9), channel: CHANNEL };
    let first = TableEvent::Opened { place, host: HOST, settings: settings(1, 3) };
    house.ledger.open(first, UnixMs(0)).await.unwrap();
    assert_eq!(house.registry.resume().await, Ok(1));
    let table = house.registry.at(CHANNEL).unwrap();
    until(&table, |snapshot| snapshot.info.next_commitment.is_some()).await;
    table.ask(request(HOST, Command::Join { luck: None })).await.unwrap();
    table.ask(request(HOST, Command::Start)).await.unwrap();
    let end = play_to_the_end(&table, &[HOST]).await;
    assert_eq!(end.info.phase, TablePhase::Closed { end: MatchEnd::Complete });
}

#[tokio::test(start_paused = true)]
async fn a_place_that_is_gone_stops_the_clock_and_one_that_is_back_gives_a_full_one() {
    let house = House::new();
    let table = house.started(4, 8).await;
    let before = until(&table, |now| matches!(now.info.phase, TablePhase::Playing { .. })).await;
    table.set_reach(Reach::Blocked(PauseReason::NoPermission));
    let paused = TablePhase::Paused { reason: PauseReason::NoPermission };
    until(&table, |now| now.info.phase == paused).await;
    tokio::time::advance(Duration::from_secs(3_600)).await;
    tokio::task::yield_now().await;
    assert_eq!(table.snapshot().info.phase, paused);
    assert_eq!(table.snapshot().public, before.public, "nobody moved meanwhile");
    // Neither ready nor a join makes it go on: nobody could see it.
    for (who, command) in [(HOST, Command::Ready { luck: None }), (UserId(9), Command::Join { luck: None })] {
        assert_eq!(table.ask(request(who, command)).await, Err(Refusal::Paused));
    }
    table.set_reach(Reach::Blocked(PauseReason::NoAccess));
    until(&table, |now| now.info.phase == TablePhase::Paused { reason: PauseReason::NoAccess }).await;
    table.set_reach(Reach::Open);
    let after = until(&table, |now| matches!(now.info.phase, TablePhase::Playing { .. })).await;
    let prompt = |snapshot: &Snapshot| match snapshot.info.phase {
        TablePhase::Playing { prompt, .. } => prompt,
        _ => panic!("not playing"),
    };
    assert_eq!(prompt(&after), prompt(&before), "the same question is open");
    house.stop.cancel();
}

/// What a match waits for when its place goes away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Wait {
    FirstChoice,
    Move(PromptId),
    NextHand,
    LaterChoice,
}

fn wait_of(snapshot: &Snapshot) -> Option<Wait> {
    match snapshot.info.phase {
        TablePhase::Choosing { .. } if snapshot.info.hand_no == 0 => Some(Wait::FirstChoice),
        TablePhase::Choosing { .. } => Some(Wait::LaterChoice),
        TablePhase::Playing { prompt, .. } => Some(Wait::Move(prompt)),
        TablePhase::Ready { .. } => Some(Wait::NextHand),
        _ => None,
    }
}

/// How far a match of four people has come: it waits for the choices of the first hand, for a move, for the next hand, for
/// the choices of that one.
const N_WAITS: usize = 4;
const FOUR: [UserId; 4] = [HOST, GUESTS[0], GUESTS[1], GUESTS[2]];

/// A table of four people at 齐齐哈尔 that has come to the `n`th of its waits, and the whole clock of that.
async fn waiting(house: &House, n: usize) -> (Table, Duration) {
    let variant = Variant::Qiqihar;
    let options = Options::of(variant);
    let table = house.open(Settings { variant, options, clock: ClockPreset::Test, ..settings(8, 0) }).await;
    for guest in GUESTS {
        table.ask(request(guest, Command::Join { luck: None })).await.unwrap();
    }
    table.ask(request(HOST, Command::Start)).await.unwrap();
    if n > 0 {
        for user in FOUR {
            let choice = Command::ChooseRunPoints { hand_no: 1, choice: RunPoints::Points(1) };
            table.ask(request(user, choice)).await.unwrap();
        }
    }
    if n == 1 {
        // Before the first turn all are asked for wins of the deal.
        let is_turn = |now: &Snapshot| {
            now.public.as_ref().is_some_and(|all| matches!(all.get().phase, PublicPhase::Turn { .. }))
        };
        until(&table, is_turn).await;
    }
    if n > 1 {
        play_until(&table, &FOUR, |now| matches!(now.info.phase, TablePhase::Ready { .. })).await;
    }
    if n > 2 {
        for user in FOUR {
            table.ask(request(user, Command::Ready { luck: None })).await.unwrap();
        }
    }
    let pace = Pace::of(ClockPreset::Test);
    (table, if n == 2 { pace.ready } else { pace.turn })
}

#[tokio::test(start_paused = true)]
async fn every_wait_goes_on_after_every_pause_of_the_place_with_its_whole_clock() {
    let reasons =
        [PauseReason::NoPermission, PauseReason::NoAccess, PauseReason::Archived, PauseReason::BotRemoved];
    for (reason, n) in reasons.into_iter().flat_map(|reason| (0..N_WAITS).map(move |n| (reason, n))) {
        let house = House::new();
        let (table, clock) = waiting(&house, n).await;
        let before = wait_of(&table.snapshot());
        assert!(before.is_some(), "{:?}", table.snapshot().info.phase);
        tokio::time::advance(clock / 2).await;
        table.set_reach(Reach::Blocked(reason));
        until(&table, |now| now.info.phase == TablePhase::Paused { reason }).await;
        tokio::time::advance(Duration::from_secs(3_600)).await;
        table.set_reach(Reach::Open);
        let after = until(&table, |now| !is_over(now)).await;
        assert_eq!(wait_of(&after), before, "{reason:?}");
        let since = Instant::now();
        until(&table, |now| wait_of(now) != before).await;
        assert_eq!(since.elapsed().as_millis(), clock.as_millis(), "{before:?} after {reason:?}");
        house.stop.cancel();
    }
}

#[tokio::test(start_paused = true)]
async fn who_leaves_while_the_choice_of_run_points_pauses_stops_no_deal() {
    let house = House::new();
    let (table, _) = waiting(&house, 0).await;
    table.set_reach(Reach::Blocked(PauseReason::BotRemoved));
    until(&table, is_over).await;
    table.ask(request(GUESTS[2], Command::Leave)).await.unwrap();
    table.set_reach(Reach::Open);
    let dealt = until(&table, |now| now.public.is_some()).await;
    assert!(matches!(dealt.info.phase, TablePhase::Playing { .. }));
    house.stop.cancel();
}

#[tokio::test(start_paused = true)]
async fn a_pause_of_the_place_outlives_a_restart_and_a_deleted_channel_ends_the_table_soon() {
    let house = House::new();
    let table = house.started(4, 8).await;
    table.set_reach(Reach::Blocked(PauseReason::Archived));
    let archived = TablePhase::Paused { reason: PauseReason::Archived };
    until(&table, |now| now.info.phase == archived).await;
    let house = house.restart().await;
    let table = house.registry.at(CHANNEL).unwrap();
    assert_eq!(table.snapshot().info.phase, archived);
    table.set_reach(Reach::Blocked(PauseReason::ChannelDeleted));
    until(&table, |now| now.info.phase == TablePhase::Paused { reason: PauseReason::ChannelDeleted }).await;
    let since = Instant::now();
    until(&table, |now| now.info.phase == TablePhase::Closed { end: MatchEnd::Idle }).await;
    assert!(since.elapsed() <= Duration::from_secs(11 * 60), "long before 24 hours");
    house.registry.stopped().await;
    assert!(house.registry.of_user(HOST).is_empty(), "no ghost seat stays");
}

#[tokio::test(start_paused = true)]
async fn a_lobby_does_not_pause_and_the_program_alone_does_not_play_on_unseen() {
    let house = House::new();
    let table = house.open(settings(8, 3)).await;
    table.set_reach(Reach::Blocked(PauseReason::NoPermission));
    tokio::task::yield_now().await;
    assert_eq!(table.snapshot().info.phase, TablePhase::Lobby);
    table.ask(request(HOST, Command::Start)).await.unwrap();
    until(&table, |now| matches!(now.info.phase, TablePhase::Paused { .. })).await;
    house.stop.cancel();
}

fn player_at(snapshot: &Snapshot, seat: Seat) -> Player {
    snapshot.info.seats[seat].as_ref().unwrap().player.clone()
}

fn newcomer() -> Player {
    Player::Person { user: UserId(9), name: "newcomer".into() }
}

#[tokio::test(start_paused = true)]
async fn who_replaces_a_player_in_the_middle_of_a_hand_enters_at_the_next_deal() {
    let house = House::new();
    let table = house.started(2, 2).await;
    let replace = |by: Player| Command::Replace { seat: Seat::South, by };
    let refused = table.ask(request(GUESTS[0], replace(newcomer()))).await;
    assert_eq!(refused, Err(Refusal::NotHost { host: HOST }));
    let done = table.ask(request(HOST, replace(newcomer()))).await;
    assert_eq!(done, Ok(Done::Promised { seat: Seat::South }));
    let now = table.snapshot();
    assert_eq!(player_at(&now, Seat::South), Player::Program, "the program plays on at once");
    assert_eq!(now.info.promised[Seat::South], Some(newcomer()));
    assert_eq!(now.info.seat_of(UserId(9)), None, "nobody sees another player's tiles");
    let end = play_to_the_end(&table, &[HOST]).await;
    assert_eq!(player_at(&end, Seat::South), newcomer());
    assert_eq!(end.info.promised[Seat::South], None);
}

#[tokio::test(start_paused = true)]
async fn a_promised_seat_outlives_a_restart() {
    let house = House::new();
    let table = house.started(2, 2).await;
    table.ask(request(HOST, Command::Replace { seat: Seat::South, by: newcomer() })).await.unwrap();
    let house = house.restart().await;
    let table = house.registry.at(CHANNEL).unwrap();
    assert_eq!(table.snapshot().info.promised[Seat::South], Some(newcomer()));
}

#[tokio::test(start_paused = true)]
async fn a_seat_is_replaced_in_the_lobby_and_given_to_the_program() {
    let house = House::new();
    let table = house.open(settings(4, 3)).await;
    table.ask(request(GUESTS[0], Command::Join { luck: None })).await.unwrap();
    let replace = |seat, by| request(HOST, Command::Replace { seat, by });
    let seated = Player::Person { user: HOST, name: "host".into() };
    assert_eq!(table.ask(replace(Seat::South, seated)).await, Err(Refusal::PlayerSeated));
    table.ask(replace(Seat::South, newcomer())).await.unwrap();
    assert_eq!(player_at(&table.snapshot(), Seat::South), newcomer());
    table.ask(request(HOST, Command::Start)).await.unwrap();
    // The host gives its own seat away: the host's role goes on with it.
    table.ask(replace(Seat::East, Player::Program)).await.unwrap();
    let now = table.snapshot();
    assert_eq!((player_at(&now, Seat::East), now.info.host), (Player::Program, UserId(9)));
}

/// Panics at each append, and lets nothing be read, while it is told to.
#[derive(Clone, Default)]
struct Faulty(Arc<Faults>);

#[derive(Default)]
struct Faults {
    panics: AtomicBool,
    unreadable: AtomicBool,
}

impl Watch for Faulty {
    fn before_append(&self) -> BoxFuture<'_, ()> {
        assert!(!self.0.panics.load(Ordering::Relaxed), "a fault of the program");
        ready(()).boxed()
    }

    fn unreadable(&self) -> Option<LedgerError> {
        self.0.unreadable.load(Ordering::Relaxed).then_some(LedgerError::Busy)
    }
}

/// A house on a ledger with these faults.
fn house_on(faulty: &Faulty) -> Registry {
    let ledger = Watched { ledger: Arc::new(MemoryLedger::new()), watch: faulty.clone() };
    Registry::new(Arc::new(ledger), CancellationToken::new())
}

/// The same, and a table in it that plays its first hand.
async fn started_on(faulty: &Faulty) -> (Registry, Table) {
    let registry = house_on(faulty);
    let table = registry.open(new_table()).await.unwrap();
    table.ask(request(HOST, Command::Start)).await.unwrap();
    (registry, table)
}

fn new_table() -> NewTable {
    let place = Place { guild: Some(9), channel: CHANNEL };
    NewTable { place, host: HOST, host_name: "host".into(), settings: settings(4, 3) }
}

#[tokio::test(start_paused = true)]
async fn a_table_that_met_a_fault_while_the_store_was_busy_goes_on_when_it_is_not() {
    let faulty = Faulty::default();
    let (_registry, table) = started_on(&faulty).await;
    let before = until(&table, |s| s.public.is_some()).await;
    faulty.0.panics.store(true, Ordering::Relaxed);
    faulty.0.unreadable.store(true, Ordering::Relaxed);
    assert_eq!(table.ask(request(HOST, Command::Leave)).await, Err(Refusal::Paused));
    faulty.0.panics.store(false, Ordering::Relaxed);
    let waits = until(&table, |s| s.info.waits_for_store || is_over(s)).await;
    assert!(waits.info.waits_for_store, "{:?}", waits.info.phase);
    assert_eq!(table.ask(request(HOST, Command::Leave)).await, Err(Refusal::Paused));
    faulty.0.unreadable.store(false, Ordering::Relaxed);
    let after = until(&table, |s| !s.info.waits_for_store).await;
    assert_eq!((&after.public, is_over(&after)), (&before.public, false));
    assert_eq!(table.ask(request(HOST, Command::End)).await, Ok(Done::Ended));
}

#[tokio::test(start_paused = true)]
async fn a_channel_is_free_again_however_the_opening_of_a_table_ends() {
    let faulty = Faulty::default();
    let registry = house_on(&faulty);
    faulty.0.panics.store(true, Ordering::Relaxed);
    let (opening, mut tasks) = (registry.clone(), tokio::task::JoinSet::new());
    tasks.spawn(async move { opening.open(new_table()).await.map(drop) });
    assert!(tasks.join_next().await.unwrap().is_err_and(|fault| fault.is_panic()));
    faulty.0.panics.store(false, Ordering::Relaxed);
    let busy = |opened: &Result<Table, OpenError>| matches!(opened, Err(OpenError::ChannelBusy { .. }));
    let again = registry.open(new_table()).await;
    assert!(again.is_ok(), "{:?}", again.err());
    assert!(busy(&registry.open(new_table()).await), "a table has the channel now");
}

#[tokio::test(start_paused = true)]
async fn a_table_that_met_too_many_faults_says_so_and_can_still_be_ended() {
    let faulty = Faulty::default();
    let registry = house_on(&faulty);
    let place = Place { guild: Some(9), channel: CHANNEL };
    let new = NewTable { place, host: HOST, host_name: "host".into(), settings: settings(4, 3) };
    let table = registry.open(new).await.unwrap();
    table.ask(request(HOST, Command::Start)).await.unwrap();
    faulty.0.panics.store(true, Ordering::Relaxed);
    let fault = TablePhase::Paused { reason: PauseReason::Fault };
    while table.snapshot().info.phase != fault {
        assert_eq!(table.ask(request(HOST, Command::Leave)).await, Err(Refusal::Paused));
        tokio::task::yield_now().await;
    }
    faulty.0.panics.store(false, Ordering::Relaxed);
    let refused = table.ask(request(GUESTS[0], Command::End)).await;
    assert_eq!(refused, Err(Refusal::NotHost { host: HOST }));
    assert_eq!(table.ask(request(HOST, Command::End)).await, Ok(Done::Ended));
    let id = table.id();
    assert_eq!(
        registry.look_up(id).await.unwrap().unwrap().phase,
        TablePhase::Closed { end: MatchEnd::Ended }
    );
    assert!(registry.at(CHANNEL).is_none(), "the channel is free");
}
