//! The actor of a table: one task, one inbox, one next deadline. It alone changes the state.
//!
//! Every change is appended to the ledger before it is applied or published. Deadlines are values that only a new prompt,
//! stage or mover moves: a stray message never restarts a clock.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt;
use tokio::sync::{mpsc, watch};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use super::bank::Bank;
use super::clock::Pace;
use super::command::{Command, Done, Refusal, Request};
use super::handle::Message;
use super::reach::Reach;
use super::recent::Recent;
use super::state::{Stage, TableState};
use super::system::{fresh_secret, unix_now};
use super::timer::Timer;
use super::view::Snapshot;
use crate::bot::Program;
use crate::game::action::{Illegal, PromptId};
use crate::game::seat::Seat;
use crate::game::state::{HandState, Pending};
use crate::store::event::{MatchEnd, TableEvent};
use crate::store::ledger::{Ledger, LedgerError};

/// Wait after the store failed, before the due move is tried again.
pub(super) const STORE_RETRY: Duration = Duration::from_secs(1);
/// Panics that one table may have before it stays paused.
const MAX_PANICS: u8 = 3;

/// The running table.
pub(super) struct Actor {
    pub(super) state: TableState,
    pub(super) ledger: Arc<dyn Ledger>,
    pub(super) inbox: mpsc::Receiver<Message>,
    pub(super) newest: watch::Sender<Arc<Snapshot>>,
    pub(super) reach: watch::Receiver<Reach>,
    pub(super) stop: CancellationToken,
    pub(super) timer: Timer,
    pub(super) bank: Bank,
    pub(super) recent: Recent,
    pub(super) program: Program,
    /// The store failed in a write: the log may hold more than the state, and is read back before anything else.
    pub(super) doubtful: bool,
    /// Another process owns the table: this one does nothing more.
    pub(super) fenced: bool,
    /// No due move is tried before this moment: the store has just failed.
    pub(super) rests_until: Instant,
    /// What the store refused last: with room for this it works again.
    pub(super) refused: Vec<TableEvent>,
    /// The store has taken nothing since a write failed, and the board says so.
    pub(super) waits_for_store: bool,
}

/// Why nothing more can be committed now.
pub(super) enum Stuck {
    /// Another process owns the table: answer nothing more.
    Fenced,
    /// The store failed; tried again later.
    Store,
}

/// Why the log could not be read back.
enum Unread {
    /// The store failed; tried again later.
    Store(LedgerError),
    /// What it holds can't be read or played.
    Unplayable,
}

impl Actor {
    /// Runs until the table closes, the program stops, or another process has taken the table over. A panic is caught,
    /// the state read back from the ledger, and the table goes on.
    pub(super) async fn run_guarded(mut self) {
        let mut n_panics = 0;
        while AssertUnwindSafe(self.run()).catch_unwind().await.is_err() {
            n_panics += 1;
            tracing::error!(table = %self.state.id, n_panics, "a table met a fault and is read back from its log");
            if n_panics > MAX_PANICS || !self.read_back().await {
                return self.stay_paused().await;
            }
        }
    }

    /// Reads the log back after a fault, or leaves that to be done before anything else where the store can't be asked
    /// now; `false` if the log can't be played.
    async fn read_back(&mut self) -> bool {
        match self.reload().await {
            Ok(()) => true,
            Err(Unread::Store(error)) => {
                self.store_failed(error);
                true
            }
            Err(Unread::Unplayable) => false,
        }
    }

    async fn run(&mut self) {
        self.arm();
        self.publish();
        loop {
            let moved = self.play_automatic_seats().await;
            if self.fenced || matches!(self.state.stage, Stage::Closed(_)) {
                return;
            }
            let deadline = match moved {
                Ok(()) if !self.waits_for_store => self.next_deadline().max(self.rests_until),
                _ => Instant::now() + STORE_RETRY,
            };
            tokio::select! {
                biased;
                () = self.stop.cancelled() => return self.say_goodbye(),
                () = tokio::time::sleep_until(deadline) => self.on_deadline(deadline).await,
                Ok(()) = self.reach.changed() => {}
                message = self.inbox.recv() => match message {
                    Some(message) => self.receive(message).await,
                    None => return,
                },
            }
        }
    }

    /// Folds the log again.
    async fn reload(&mut self) -> Result<(), Unread> {
        let table = self.state.id;
        let read = self.ledger.gists(vec![table]).await.pop();
        let gist = read.map_or(Err(LedgerError::NoSuchTable { table }), |(_, gist)| gist);
        let gist = gist.map_err(|error| match error {
            LedgerError::Corrupt { .. } | LedgerError::NoSuchTable { .. } => Unread::Unplayable,
            error => Unread::Store(error),
        })?;
        self.state = TableState::fold_gist(table, &gist).map_err(|_| Unread::Unplayable)?;
        self.doubtful = false;
        Ok(())
    }

    /// Reads the log back if a write failed before.
    pub(super) async fn be_certain(&mut self) -> Result<(), Stuck> {
        if self.fenced {
            return Err(Stuck::Fenced);
        }
        if self.doubtful {
            let n_known = self.state.next_seq;
            if self.reload().await.is_err() {
                return Err(Stuck::Store);
            }
            if self.state.next_seq != n_known {
                self.arm();
                self.publish();
            }
        }
        Ok(())
    }

    async fn receive(&mut self, message: Message) {
        let answer = self.handle(&message.request).await;
        // The asker may be gone; the events are what counts.
        let _ = message.reply.send(answer);
    }

    async fn handle(&mut self, request: &Request) -> Result<Done, Refusal> {
        if !self.recent.insert(request.interaction) {
            return Err(Refusal::Repeated);
        }
        if self.fenced {
            return Err(Refusal::Closed);
        }
        if let Command::HoldClaim { prompt } = request.command {
            return self.hold(request, prompt);
        }
        if self.be_certain().await.is_err() {
            self.recent.forget(request.interaction);
            return Err(Refusal::Paused);
        }
        let fresh = fresh_secret().map_err(|_| Refusal::Paused)?;
        let (events, done) = self.state.plan(request, &fresh)?;
        match self.commit(events).await {
            Ok(()) => Ok(done),
            Err(_) => {
                self.recent.forget(request.interaction); // nothing was done: the same press may come again
                Err(Refusal::Paused)
            }
        }
    }

    /// Gives a seat that pressed a claim the time to choose its details. Says nothing to anybody else.
    fn hold(&mut self, request: &Request, prompt: PromptId) -> Result<Done, Refusal> {
        let seat = self.state.seat_of(request.who).ok_or(Refusal::NotSeated)?;
        let hand =
            self.state.hand.as_ref().filter(|_| self.state.stage == Stage::Playing).ok_or(Refusal::Stale)?;
        if hand.prompt() != prompt {
            return Err(Refusal::Stale);
        }
        match hand.pending() {
            Pending::Claims { seats } if !seats.contains(&seat) => {
                return Err(Refusal::Illegal(Illegal::AlreadyAnswered));
            }
            Pending::Turn { seat: turn, .. } if turn != seat => {
                return Err(Refusal::Illegal(Illegal::NotAsked { turn: Some(turn) }));
            }
            _ => {}
        }
        let own_turn_of_unready = matches!(hand.pending(), Pending::Turn { locked: false, .. });
        if !own_turn_of_unready {
            self.timer.held[seat] = Some(self.timer.at + Pace::of(self.state.settings.clock).hold);
        }
        self.publish();
        Ok(Done::Held)
    }

    /// Appends, and only then applies and publishes.
    async fn commit(&mut self, events: Vec<TableEvent>) -> Result<(), Stuck> {
        if events.is_empty() {
            return Ok(());
        }
        let appended =
            self.ledger.append(self.state.id, self.state.next_seq, events.clone(), unix_now()).await;
        match appended {
            Ok(_) => {
                events.iter().for_each(|event| self.state.apply(event));
                if events.iter().any(|event| matches!(event, TableEvent::SettingsChanged { .. })) {
                    self.program = Program::new(self.state.settings.level, self.state.rules.needs());
                }
                self.store_works();
                self.arm();
                self.publish();
                Ok(())
            }
            Err(error) => {
                self.refused = events;
                Err(self.store_failed(error))
            }
        }
    }

    /// Commits what a hand decision led to, with its consequences for the match.
    async fn commit_played(
        &mut self,
        decide: impl FnOnce(&HandState) -> Vec<TableEvent>,
    ) -> Result<(), Stuck> {
        let Some(hand) = &self.state.hand else { return Ok(()) };
        let mut hand = hand.clone();
        hand.continue_at(self.state.next_seq.0);
        let played = decide(&hand);
        let Ok(fresh) = fresh_secret() else { return Err(Stuck::Store) };
        let events = self.state.with_consequences(played, &fresh);
        self.commit(events).await
    }

    /// Everything that happens without waiting for anybody: answers and immediate turns of program seats, the window of
    /// a single person with nothing to decide, readies of program seats.
    async fn play_automatic_seats(&mut self) -> Result<(), Stuck> {
        self.be_certain().await?;
        loop {
            if self.state.lacks_secret() {
                let Ok(secret) = fresh_secret() else { return Err(Stuck::Store) };
                self.commit(vec![TableEvent::SecretDrawn { hand_no: 1, secret }]).await?;
            }
            let reach = *self.reach.borrow_and_update();
            if let Some(event) = self.state.follow_reach(reach) {
                self.commit(vec![event]).await?;
                continue;
            }
            let mut events = self.state.automatic_readies();
            events.extend(self.state.automatic_run_points());
            if !events.is_empty() {
                self.commit(events).await?;
                continue;
            }
            let Some(seat) = self.automatic_seat() else { return Ok(()) };
            self.play_for(seat).await?;
        }
    }

    /// A seat that the program must move now.
    fn automatic_seat(&self) -> Option<Seat> {
        let hand = self.state.hand.as_ref().filter(|_| self.state.stage == Stage::Playing)?;
        match hand.pending() {
            Pending::Claims { seats } => {
                // Who is away still sees the board, and may come back.
                let alone = self.state.n_people() <= 1;
                let idle = |seat: Seat| hand.view_of(seat).open(seat).is_some_and(|view| !view.has_choice());
                seats.into_iter().find(|&seat| self.state.is_automatic(seat) || (alone && idle(seat)))
            }
            Pending::Turn { seat, locked: false } => {
                let at_once = Pace::of(self.state.settings.clock).program_turn.is_zero();
                (at_once && self.state.is_automatic(seat)).then_some(seat)
            }
            _ => None,
        }
    }

    /// The program's move on a seat: its own choice from the seat's view, or 过 for a person with nothing to decide.
    async fn play_for(&mut self, seat: Seat) -> Result<(), Stuck> {
        let chosen = match &self.state.hand {
            Some(hand) if self.state.is_automatic(seat) => {
                hand.view_of(seat).open(seat).and_then(|view| self.program.choose(view))
            }
            _ => None,
        };
        self.commit_played(|hand| {
            let decision = chosen.and_then(|action| hand.decide(seat, action).ok());
            let decision = decision.unwrap_or_else(|| match hand.pending() {
                Pending::Claims { .. } => hand.answer_for(seat),
                _ => hand.time_out(),
            });
            played(decision.events)
        })
        .await
    }

    /// Clicks that came in time go before the clock (judged by when they reached the program), then the clock strikes.
    async fn on_deadline(&mut self, deadline: Instant) {
        let mut late = Vec::new();
        while let Ok(message) = self.inbox.try_recv() {
            if message.request.received_at <= deadline {
                self.receive(message).await
            } else {
                late.push(message)
            }
        }
        if self.waits_for_store {
            self.try_store().await;
        } else if self.next_deadline() <= deadline && self.strike(deadline).await.is_err() {
            tracing::warn!(table = %self.state.id, "a due move waits for the store");
        }
        for message in late {
            self.receive(message).await;
        }
    }

    /// Does what the clock demands.
    async fn strike(&mut self, now: Instant) -> Result<(), Stuck> {
        self.be_certain().await?;
        match self.state.stage {
            Stage::Lobby | Stage::Paused(_) => self.commit(self.state.closing(MatchEnd::Idle)).await,
            Stage::Between => self.commit(self.state.timed_out_readies()).await,
            Stage::Choosing => self.commit(self.state.timed_out_run_points()).await,
            Stage::Closed(_) => Ok(()),
            Stage::Playing => match self.state.hand.as_ref().map(|hand| hand.pending()) {
                Some(Pending::Claims { seats }) => {
                    for seat in seats {
                        if self.timer.deadline_of(seat) <= now {
                            self.commit_played(|hand| played(hand.answer_for(seat).events)).await?;
                        }
                    }
                    Ok(())
                }
                Some(Pending::Turn { seat, locked: false }) if self.state.is_automatic(seat) => {
                    self.play_for(seat).await
                }
                Some(Pending::Turn { .. }) => self.commit_played(|hand| played(hand.time_out().events)).await,
                _ => Ok(()),
            },
        }
    }

    pub(super) fn publish(&self) {
        let mut snapshot = self.state.snapshot(&self.timer);
        snapshot.info.waits_for_store = self.waits_for_store;
        snapshot.info.restarting = self.stop.is_cancelled();
        self.newest.send_replace(Arc::new(snapshot));
    }
}

fn played(events: Vec<crate::game::event::Event>) -> Vec<TableEvent> {
    events.into_iter().map(TableEvent::Played).collect()
}
