//! The short way to a table's state is as good as the long one: random matches of every game.

use futures_util::FutureExt;
use tokio::time::Instant;

use super::*;
use crate::bot::{self, Program};
use crate::game::length::MatchLength;
use crate::game::ruleset::{Options, RunPoints, Variant};
use crate::game::state::Pending;
use crate::game::wall::{Words, key, sim_nonces, sim_secret};
use crate::store::event::{ClockPreset, UnixMs};
use crate::store::ledger::{Ledger, MemoryLedger};
use crate::table::command::{Command, Request};
use crate::table::reach::Reach;

/// People who may come and go; the first is the host.
const PEOPLE: u64 = 6;
const MOST_STEPS: usize = 2_000;

/// A match that chance plays: people and programs, who come and go, are too late, or can't see their table for a while.
struct Match {
    luck: Words,
    ledger: MemoryLedger,
    state: TableState,
    program: Program,
    n_asked: u64,
    /// Of the logs that were compared in later hands.
    n_facts: u64,
    n_facts_of_gists: u64,
}

impl Match {
    fn open(variant: Variant, number: u32) -> Match {
        let mut luck = Words::of(&key("gist", "test", number, &sim_secret(0, number), &sim_nonces()));
        let options = Options::random(variant, |n| luck.below(n));
        let settings = Settings {
            variant,
            options,
            length: MatchLength::Hands(5),
            n_programs: 3,
            level: bot::Level::default(),
            clock: ClockPreset::Normal,
            locale: "en".into(),
        };
        let place = Place { guild: Some(9), channel: 1 };
        let opening = TableEvent::Opened { place, host: UserId(1), settings };
        let ledger = MemoryLedger::new();
        let (id, _) = ledger.open(opening.clone(), UnixMs(0)).now_or_never().unwrap().unwrap();
        let state = TableState::open(id, &opening).unwrap();
        let program = Program::new(bot::Level::default(), state.rules.needs());
        let mut table = Match { luck, ledger, state, program, n_asked: 0, n_facts: 0, n_facts_of_gists: 0 };
        let player = Player::Person { user: UserId(1), name: "host".into() };
        table.commit(vec![
            TableEvent::SecretDrawn { hand_no: 1, secret: sim_secret(1, number) },
            TableEvent::SeatTaken { seat: Seat::East, player },
        ]);
        table
    }

    fn one_in(&mut self, n: u32) -> bool {
        self.luck.below(n) == 0
    }

    fn secret(&mut self) -> Secret {
        sim_secret(self.luck.below(u32::MAX).into(), self.luck.below(u32::MAX))
    }

    fn commit(&mut self, events: Vec<TableEvent>) {
        events.iter().for_each(|event| self.state.apply(event));
        let (id, seq) = (self.state.id, Seq(self.state.next_seq.0 - events.len() as u64));
        self.ledger.append(id, seq, events, UnixMs(0)).now_or_never().unwrap().unwrap();
    }

    /// What is refused changes nothing.
    fn ask(&mut self, who: u64, command: Command) {
        self.n_asked += 1;
        let request = Request {
            who: UserId(who),
            name: format!("player {who}"),
            interaction: self.n_asked,
            received_at: Instant::now(),
            moderator: false,
            command,
        };
        let fresh = self.secret();
        if let Ok((events, _)) = self.state.plan(&request, &fresh) {
            self.commit(events);
        }
    }

    fn somebody(&mut self) -> u64 {
        1 + u64::from(self.luck.below(PEOPLE as u32))
    }

    /// Things that may happen at any moment.
    fn disturb(&mut self) {
        let who = self.somebody();
        match self.luck.below(7) {
            0 => self.ask(who, Command::Leave),
            1 => self.ask(who, Command::Join { luck: None }),
            2 => self.ask(who, Command::ComeBack),
            3 => {
                let seat = Seat::ALL[self.luck.below(4) as usize];
                let by = Player::Person { user: UserId(who), name: "other".into() };
                self.ask(self.state.host.0, Command::Replace { seat, by });
            }
            4 => self.ask(self.state.host.0, Command::MakeHost { player: UserId(who) }),
            _ => self.reach(Reach::Blocked(PauseReason::Archived)),
        }
    }

    fn reach(&mut self, reach: Reach) {
        let followed = self.state.follow_reach(reach).into_iter().collect();
        self.commit(followed);
    }

    fn step(&mut self) {
        if self.one_in(25) {
            self.disturb();
        }
        let (who, is_time) = (self.somebody(), self.one_in(4));
        match self.state.stage {
            Stage::Lobby if is_time => self.ask(self.state.host.0, Command::Start),
            Stage::Lobby => self.ask(who, Command::Join { luck: None }),
            Stage::Choosing if is_time => self.commit(self.state.timed_out_run_points()),
            Stage::Choosing => {
                let choice =
                    [RunPoints::Points(0), RunPoints::Points(5), RunPoints::Top][self.luck.below(3) as usize];
                let hand_no = u64::from(self.state.hand_no) + 1;
                self.ask(who, Command::ChooseRunPoints { hand_no, choice });
            }
            Stage::Between if is_time => self.commit(self.state.timed_out_readies()),
            Stage::Between | Stage::Paused(PauseReason::NobodyActed) => {
                self.ask(who, Command::Ready { luck: None });
            }
            Stage::Paused(_) => self.reach(Reach::Open),
            Stage::Playing => self.play(),
            Stage::Closed(_) => {}
        }
    }

    /// The next seat moves, or lets its time go.
    fn play(&mut self) {
        let mut hand = self.state.hand.clone().unwrap();
        hand.continue_at(self.state.next_seq.0);
        let seat = hand.first_asked().unwrap();
        let is_late = !self.state.is_automatic(seat) && self.one_in(3);
        let chosen = hand.view_of(seat).open(seat).and_then(|view| self.program.choose(view));
        let decision = match (hand.pending(), chosen) {
            (_, Some(action)) if !is_late => hand.decide(seat, action).unwrap(),
            (Pending::Turn { .. }, _) => hand.time_out(),
            _ => hand.answer_for(seat),
        };
        let played = decision.events.into_iter().map(TableEvent::Played).collect();
        let fresh = self.secret();
        self.commit(self.state.with_consequences(played, &fresh));
    }

    /// The state that was reached event by event is the one that the gist leaves.
    fn check(&mut self) {
        let (_, gist) = self.ledger.gists(vec![self.state.id]).now_or_never().unwrap().pop().unwrap();
        let gist = gist.unwrap();
        if self.state.hand_no > 3 {
            self.n_facts += self.state.next_seq.0;
            self.n_facts_of_gists += gist.len() as u64;
        }
        assert_same(&self.state, &TableState::fold_gist(self.state.id, &gist).unwrap());
    }
}

/// Field by field; of the hand what anybody could see of it.
fn assert_same(state: &TableState, other: &TableState) {
    let TableState { id, place, host, settings, rules, stage, seats, ready, runs, promised, hints, .. } =
        other;
    assert_eq!((state.id, state.place, state.host, &state.settings), (*id, *place, *host, settings));
    assert_eq!((state.rules.variant(), state.rules.options()), (rules.variant(), rules.options()));
    assert_eq!((state.stage, &state.ready, &state.promised, state.hints), (*stage, ready, promised, *hints));
    assert_eq!(format!("{:?} {:?}", state.seats, state.runs), format!("{seats:?} {runs:?}"));
    let TableState { hand, course, hand_no, n_passes, n_draws_in_row, fair, history, .. } = other;
    assert_eq!((state.hand_no, state.n_passes, state.n_draws_in_row), (*hand_no, *n_passes, *n_draws_in_row));
    assert_eq!(&state.history, history);
    assert!(state.course == *course, "the courses differ");
    assert!(state.fair == *fair, "the secrets differ");
    let TableState { person_acted, was_choosing, next_seq, .. } = other;
    assert_eq!(
        (state.person_acted, state.was_choosing, state.next_seq),
        (*person_acted, *was_choosing, *next_seq)
    );
    assert_eq!(state.hand.is_some(), hand.is_some());
    for (played, short) in state.hand.iter().zip(hand) {
        assert_eq!(
            (played.prompt(), played.terms(), played.dealer()),
            (short.prompt(), short.terms(), short.dealer())
        );
        assert!(played.public_view() == short.public_view(), "all see something else");
        for seat in Seat::ALL {
            assert!(played.view_of(seat) == short.view_of(seat), "{seat} sees something else");
        }
    }
}

#[test]
fn the_gist_of_a_log_leaves_the_state_that_the_whole_log_leaves() {
    let (mut n_facts, mut n_facts_of_gists) = (0, 0);
    for (number, variant) in (0..2).flat_map(|n| Variant::PLAYABLE.map(|variant| (n, variant))) {
        let mut table = Match::open(variant, number);
        for _ in 0..MOST_STEPS {
            table.step();
            if table.one_in(40) {
                table.check();
            }
            if matches!(table.state.stage, Stage::Closed(_)) {
                break;
            }
        }
        table.check();
        n_facts += table.n_facts;
        n_facts_of_gists += table.n_facts_of_gists;
    }
    assert!(
        0 < n_facts_of_gists && 3 * n_facts_of_gists < 2 * n_facts,
        "{n_facts_of_gists} of {n_facts} facts"
    );
}
