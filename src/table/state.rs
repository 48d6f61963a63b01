//! A table as the fold of its events: live play, restart and replay all come through [`TableState::apply`].

use std::sync::Arc;

use super::course::Course;
use super::people::Promised;
use super::run_points::Runs;
use crate::game::event::{Event, Mover};
use crate::game::seat::{BySeat, Seat};
use crate::game::state::{HandState, Terms};
use crate::game::variants::{Rules, rules};
use crate::game::wall::{Secret, Wall};
use crate::store::event::{MatchEnd, PauseReason, Place, Player, Seq, Settings, TableEvent, TableId, UserId};

/// Missed turns in a row after which the program plays a seat (L18).
pub const MISSED_TURNS_TO_AWAY: u8 = 3;

/// Why a log could not be folded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FoldError {
    /// The log is empty or does not begin with `Opened`.
    #[error("the log of table {0} does not begin with its opening")]
    NoOpening(TableId),
    /// The table plays a game that this program does not have.
    #[error("table {0} plays a game that this program does not have")]
    NoSuchGame(TableId),
}

/// Where the match is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Before the first hand.
    Lobby,
    /// All four are asked for their 跑分 of the next hand.
    Choosing,
    /// A hand runs.
    Playing,
    /// The next hand waits for the players.
    Between,
    /// Paused; goes on where it was.
    Paused(PauseReason),
    /// Over.
    Closed(MatchEnd),
}

/// One taken seat.
#[derive(Clone, Debug)]
pub struct Seated {
    /// Who.
    pub player: Player,
    /// Points of the match.
    pub points: i32,
    /// The program plays for the person.
    pub away: bool,
    /// Turns missed in a row.
    pub n_missed: u8,
}

impl Seated {
    /// Played by the program: an AI seat, or a person who is away.
    pub fn is_automatic(&self) -> bool {
        self.away || self.player == Player::Program
    }
}

/// The secret of a hand and what was mixed into it.
#[derive(Clone, PartialEq, Eq)]
pub struct FairHand {
    /// Number of the hand.
    pub hand_no: u32,
    /// Its secret.
    pub secret: Secret,
    /// The nonces, once it was dealt.
    pub nonces: Option<BySeat<String>>,
}

/// The state of a table. Holds the running hand, so it never leaves `table`; others get a `Snapshot`.
#[derive(Clone)]
pub struct TableState {
    pub(super) id: TableId,
    pub(super) place: Place,
    pub(super) host: UserId,
    pub(super) settings: Settings,
    pub(super) rules: Arc<dyn Rules>,
    pub(super) stage: Stage,
    pub(super) seats: BySeat<Option<Seated>>,
    pub(super) ready: BySeat<Option<String>>,
    pub(super) runs: Runs,
    pub(super) promised: Promised,
    pub(super) hints: bool,
    /// The running hand, or the last one.
    pub(super) hand: Option<HandState>,
    /// What the match keeps of it.
    pub(super) course: Option<Course>,
    pub(super) hand_no: u32,
    /// How often the deal has passed on before this hand.
    pub(super) n_passes: u32,
    /// Drawn hands in a row with the same dealer before this hand (B-Q06).
    pub(super) n_draws_in_row: u32,
    /// Secrets of the current and the next hand.
    pub(super) fair: Vec<FairHand>,
    pub(super) history: Vec<BySeat<i32>>,
    /// Whether a person did anything in the current hand.
    pub(super) person_acted: bool,
    /// 跑分 were being chosen when the table paused.
    pub(super) was_choosing: bool,
    pub(super) next_seq: Seq,
}

impl TableState {
    /// Begins with the opening event, which has number 0.
    ///
    /// # Errors
    /// [`FoldError`] if `opening` is another event, or its game is not implemented.
    pub fn open(id: TableId, opening: &TableEvent) -> Result<TableState, FoldError> {
        let TableEvent::Opened { place, host, settings } = opening else {
            return Err(FoldError::NoOpening(id));
        };
        let rules = rules(settings.variant, settings.options.clone()).ok_or(FoldError::NoSuchGame(id))?;
        Ok(TableState {
            id,
            place: *place,
            host: *host,
            settings: settings.clone(),
            rules: rules.into(),
            stage: Stage::Lobby,
            seats: BySeat([const { None }; 4]),
            ready: BySeat([const { None }; 4]),
            runs: Runs::default(),
            promised: BySeat([const { None }; 4]),
            hints: false,
            hand: None,
            course: None,
            hand_no: 0,
            n_passes: 0,
            n_draws_in_row: 0,
            fair: Vec::new(),
            history: Vec::new(),
            person_acted: false,
            was_choosing: false,
            next_seq: Seq(1),
        })
    }

    /// Folds a whole log.
    ///
    /// # Errors
    /// As [`TableState::open`].
    pub fn fold<'a>(
        id: TableId,
        mut events: impl Iterator<Item = &'a TableEvent>,
    ) -> Result<TableState, FoldError> {
        let mut state = TableState::open(id, events.next().ok_or(FoldError::NoOpening(id))?)?;
        events.for_each(|event| state.apply(event));
        Ok(state)
    }

    /// Folds the gist of a log, to the state that the whole log leaves: hands before the last one that began are not
    /// played again.
    ///
    /// # Errors
    /// As [`TableState::open`].
    pub fn fold_gist(id: TableId, gist: &[(Seq, TableEvent)]) -> Result<TableState, FoldError> {
        let ((_, opening), later) = gist.split_first().ok_or(FoldError::NoOpening(id))?;
        let mut state = TableState::open(id, opening)?;
        let last_began = later.iter().rposition(|(_, event)| matches!(event, TableEvent::HandBegan { .. }));
        let (past, last) = later.split_at(last_began.unwrap_or_default());
        for (seq, event) in past {
            state.next_seq = *seq;
            state.carry(event);
        }
        for (seq, event) in last {
            state.next_seq = *seq;
            state.apply(event);
        }
        Ok(state)
    }

    /// Makes an event part of the state. Cannot fail.
    pub fn apply(&mut self, event: &TableEvent) {
        let seq = self.next_seq;
        self.carry(event);
        match event {
            TableEvent::HandBegan { hand_no, dealer, .. } => self.deal(seq, *hand_no, *dealer),
            TableEvent::HandVoided => self.hand = None,
            TableEvent::Played(event) => {
                if let Some(hand) = &mut self.hand {
                    hand.continue_at(seq.0);
                    hand.apply(event);
                }
            }
            _ => {}
        }
    }

    /// The part of [`apply`](TableState::apply) that outlives the hand: all but its tiles.
    fn carry(&mut self, event: &TableEvent) {
        self.next_seq = Seq(self.next_seq.0 + 1);
        match event {
            TableEvent::Opened { .. } => {}
            TableEvent::SettingsChanged { settings } => self.configure(settings),
            TableEvent::SecretDrawn { hand_no, secret } => {
                self.fair.retain(|fair| fair.hand_no + 1 >= *hand_no);
                self.fair.push(FairHand { hand_no: *hand_no, secret: secret.clone(), nonces: None });
            }
            TableEvent::SeatTaken { seat, player } => self.sit(*seat, player.clone()),
            TableEvent::SeatPromised { seat, player } => self.promise(*seat, player.clone()),
            TableEvent::HintsSet { on } => self.hints = *on,
            TableEvent::SeatLeft { seat } => self.stand_up(*seat),
            TableEvent::HostChanged { host } => self.host = *host,
            TableEvent::Readied { seat, nonce } => self.ready[*seat] = Some(nonce.clone()),
            TableEvent::RunPointsAsked => {
                self.runs.ask();
                self.stage = Stage::Choosing;
            }
            TableEvent::RunPointsChosen { seat, choice, .. } => self.runs.choose(*seat, *choice),
            TableEvent::HandBegan { hand_no, dealer, nonces } => self.begin_hand(*hand_no, *dealer, nonces),
            TableEvent::Played(event) => self.played(event),
            TableEvent::HandVoided => self.course = None,
            TableEvent::ProgramTookOver { seat } => self.set_away(*seat, true),
            TableEvent::PlayerCameBack { seat } => self.set_away(*seat, false),
            TableEvent::Paused { reason } => self.pause(*reason),
            TableEvent::Resumed => self.resume(),
            TableEvent::Closed { end } => self.stage = Stage::Closed(*end),
        }
    }

    /// The seat of a person.
    pub fn seat_of(&self, user: UserId) -> Option<Seat> {
        let is_user = |seat: &Seat| self.seats[*seat].as_ref().and_then(|s| s.player.user()) == Some(user);
        Seat::ALL.into_iter().find(is_user)
    }

    /// People with a seat, present or away.
    pub fn n_people(&self) -> usize {
        self.seats.iter().filter(|(_, s)| s.as_ref().is_some_and(|s| s.player.user().is_some())).count()
    }

    /// Played by the program.
    pub fn is_automatic(&self, seat: Seat) -> bool {
        self.seats[seat].as_ref().is_some_and(Seated::is_automatic)
    }

    /// Seats that nobody has taken.
    pub fn empty_seats(&self) -> impl Iterator<Item = Seat> + '_ {
        Seat::ALL.into_iter().filter(|&seat| self.seats[seat].is_none())
    }

    /// The secret of a hand.
    pub fn fair_of(&self, hand_no: u32) -> Option<&FairHand> {
        self.fair.iter().find(|fair| fair.hand_no == hand_no)
    }

    /// True when the match is as long as it should be (L16).
    pub fn is_complete(&self) -> bool {
        let next_dealer = self.hand.as_ref().and_then(|hand| hand.next_dealer());
        let passes = self.course.as_ref().zip(next_dealer).is_some_and(|(last, next)| last.passes_to(next));
        self.settings.length.is_reached(self.history.len() as u32, self.n_passes + u32::from(passes))
    }

    fn configure(&mut self, settings: &Settings) {
        // A game that this program does not have: the table keeps the one it was opened with.
        if let Some(rules) = rules(settings.variant, settings.options.clone()) {
            self.rules = rules.into();
            self.settings = settings.clone();
        }
    }

    pub(super) fn stage_of_hand(&self) -> Stage {
        match &self.course {
            Some(course) if course.is_running() => Stage::Playing,
            _ => Stage::Between,
        }
    }

    fn sit(&mut self, seat: Seat, player: Player) {
        self.runs.forget(seat);
        self.forget_ready(seat);
        self.promised[seat] = None;
        let points = self.seats[seat].as_ref().map_or(0, |seated| seated.points);
        self.seats[seat] = Some(Seated { player, points, away: false, n_missed: 0 });
    }

    /// Before the match the place becomes free; during it the program takes it over, points and all.
    fn stand_up(&mut self, seat: Seat) {
        self.runs.forget(seat);
        self.forget_ready(seat);
        if self.stage == Stage::Lobby {
            self.seats[seat] = None;
        } else if let Some(seated) = &mut self.seats[seat] {
            *seated = Seated { player: Player::Program, away: false, n_missed: 0, points: seated.points };
        }
    }

    /// Somebody else sits there now, and was not asked yet. While 跑分 are chosen, also across a pause, the nonces of the
    /// next wall are fixed.
    fn forget_ready(&mut self, seat: Seat) {
        if self.stage != Stage::Choosing && !self.was_choosing {
            self.ready[seat] = None;
        }
    }

    fn set_away(&mut self, seat: Seat, away: bool) {
        if let Some(seated) = &mut self.seats[seat] {
            seated.away = away;
            seated.n_missed = 0;
        }
    }

    fn begin_hand(&mut self, hand_no: u32, dealer: Seat, nonces: &BySeat<String>) {
        let Some(fair) = self.fair.iter_mut().find(|fair| fair.hand_no == hand_no) else { return };
        fair.nonces = Some(nonces.clone());
        if let Some(former) = self.course.take() {
            self.n_draws_in_row = former.draws_in_row(self.n_draws_in_row, dealer);
            self.n_passes += u32::from(former.passes_to(dealer));
        }
        self.course = Some(Course::new(dealer, self.terms()));
        self.hand_no = hand_no;
        self.ready = BySeat([const { None }; 4]);
        self.person_acted = false;
        self.stage = Stage::Playing;
    }

    /// The tiles of the hand that has begun.
    fn deal(&mut self, seq: Seq, hand_no: u32, dealer: Seat) {
        let Some(FairHand { secret, nonces: Some(nonces), .. }) = self.fair_of(hand_no) else { return };
        let Some(course) = &self.course else { return };
        let (rules, id) = (&self.rules, self.id.to_string());
        let wall = Wall::make(rules.kinds(), rules.variant().id(), &id, hand_no, secret, nonces);
        self.hand = Some(HandState::begin(rules.clone(), dealer, wall, seq.0).under(course.terms()));
    }

    /// What the match brings into the next hand.
    fn terms(&mut self) -> Terms {
        let chosen = self.runs.take();
        let options = self.rules.options();
        let limit = options.draw_liability;
        let run_points = chosen.map(|_, choice| choice.unwrap_or(options.run_points).points(options));
        Terms { liable: limit > 0 && self.n_draws_in_row >= limit, run_points }
    }

    fn played(&mut self, event: &Event) {
        let Some(course) = &mut self.course else { return };
        match event {
            Event::Discarded { seat, by, ting, .. } => {
                let was_ting = course.declare(*seat, *ting);
                self.count_turn(*seat, *by, was_ting);
            }
            Event::KongConcealed { seat, by, .. } | Event::KongAdded { seat, by, .. } => {
                self.count_turn(*seat, *by, false);
            }
            Event::Answered { seat, by: Mover::Seat, .. } => self.note_person(*seat),
            Event::Settled(settlement) => {
                let total = settlement.total();
                course.end(settlement.winner);
                for (seat, points) in total.iter() {
                    if let Some(seated) = &mut self.seats[seat] {
                        seated.points += points;
                    }
                }
                self.history.push(total);
                self.stage = Stage::Between;
            }
            _ => {}
        }
    }

    /// A turn of a ting seat goes by itself and is never missed (L18).
    fn count_turn(&mut self, seat: Seat, by: Mover, was_ting: bool) {
        match (by, &mut self.seats[seat]) {
            (Mover::Clock, Some(seated)) if !was_ting => seated.n_missed = seated.n_missed.saturating_add(1),
            (Mover::Seat, Some(seated)) => {
                seated.n_missed = 0;
                self.note_person(seat);
            }
            _ => {}
        }
    }

    fn note_person(&mut self, seat: Seat) {
        self.person_acted |= !self.is_automatic(seat);
    }
}

#[cfg(test)]
mod gist_tests;
#[cfg(test)]
mod tests;
