//! A table on Discord: turns each snapshot into wishes for its surfaces, and players' clicks into private hands.
//!
//! One task a table. It never asks the table for anything and the table never waits for it.

mod absent;
mod automatic;
mod found;
mod hints;
mod reach;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{Notify, mpsc, watch};
use tokio::time::Instant;

use super::door::{Door, now};
use super::late::LatePing;
use super::stages::{Knock, Word};
use super::surface::{Name, Pace, Place, Status, Studio, Surface};
use super::views::hand::{HandAsk, Pane};
use super::views::{board, hand, lobby, result, table_lang};
use crate::game::action::PromptId;
use crate::game::seat::Seat;
use crate::store::event::{PauseReason, TableId, UserId};
use crate::store::preferences::PersonChoices;
use crate::store::surfaces::SurfaceRow;
use crate::table::handle::Table;
use crate::table::view::{Snapshot, TablePhase};
use crate::text::{Lang, say};

/// A sentence on what was asked for stays at least this long, even when the table moves on at once.
const NOTICE_STAYS: Duration = Duration::from_secs(4);

/// What is known of a player.
#[derive(Default)]
struct Person {
    lang: Option<Lang>,
    choices: PersonChoices,
    /// The last prompt that was answered for them.
    answered: Option<PromptId>,
    /// The token of the newest interaction.
    door: Option<Door>,
    hand: Option<Surface>,
    /// The hand for which the message was made.
    hand_no: u32,
    pane: Pane,
    thought: hints::Thought,
    /// With the moment until which it stays in any case.
    notice: Option<(String, Instant)>,
    /// What `pane` and `notice` belong to.
    moment: Moment,
}

/// What makes an open choice or a sentence out of date.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Moment {
    #[default]
    Idle,
    Prompt(PromptId),
    Ready(u32),
}

/// The task of a table.
pub(super) struct Stage {
    studio: Arc<Studio>,
    table: TableId,
    news: Arc<Notify>,
    /// The table itself, while it runs.
    live: Option<Table>,
    /// What the gateway said of the place, and when.
    blocked: Option<(PauseReason, Instant)>,
    snapshots: watch::Receiver<Arc<Snapshot>>,
    people: HashMap<UserId, Person>,
    lobby: Option<Surface>,
    /// The running hand's, with the newest snapshot that it shows.
    board: Option<(Arc<Snapshot>, Surface)>,
    result: Option<(Arc<Snapshot>, Surface)>,
    late: LatePing,
    /// Messages of an earlier run of the program, by key.
    found: HashMap<String, SurfaceRow>,
    /// An earlier run of the program may have posted a message without noting it.
    may_be_posted: bool,
}

impl Stage {
    pub(super) fn new(
        studio: Arc<Studio>,
        table: TableId,
        snapshots: watch::Receiver<Arc<Snapshot>>,
        live: Option<Table>,
    ) -> Stage {
        Stage {
            news: Arc::default(),
            live,
            blocked: None,
            studio,
            table,
            snapshots,
            people: HashMap::new(),
            lobby: None,
            board: None,
            result: None,
            late: LatePing::default(),
            found: HashMap::new(),
            may_be_posted: false,
        }
    }

    pub(super) async fn run(mut self, mut words: mpsc::Receiver<Word>) {
        self.find_messages().await;
        self.may_be_posted = self.table.opened_at() < self.studio.started_at;
        loop {
            let snapshot = self.snapshots.borrow_and_update().clone();
            self.refresh(&snapshot);
            self.report_reach();
            self.answer_for_people(&snapshot);
            self.may_be_posted = false;
            if matches!(snapshot.info.phase, TablePhase::Closed { .. }) {
                words.close();
                while let Some(word) = words.recv().await {
                    self.hear(word);
                }
                self.refresh(&snapshot);
                return self.end(Surface::finish);
            }
            if snapshot.info.restarting {
                return self.end(Surface::leave);
            }
            let late_in = self.late.due_in(&snapshot, now());
            tokio::select! {
                () = self.studio.stop.cancelled() => return,
                () = tokio::time::sleep(late_in.unwrap_or_default()), if late_in.is_some() => {}
                word = words.recv() => match word {
                    Some(word) => self.hear(word),
                    None => return,
                },
                () = self.news.notified() => {}
                changed = self.snapshots.changed() => if changed.is_err() {
                    return;
                },
            }
        }
    }

    fn name(&self, key: String, pace: Pace) -> Name {
        let channel = self.snapshots.borrow().info.place.channel;
        Name { table: self.table, key, channel, owner: None, pace, news: Arc::clone(&self.news) }
    }

    fn hand_name(&self, user: UserId) -> Name {
        Name { owner: Some(user), ..self.name(format!("hand:{}", user.0), Pace::Prompt) }
    }

    /// A public message: the one of an earlier run, or a new one.
    fn open_public(&mut self, key: String, pace: Pace) -> Surface {
        let (place, shown) = match self.found.remove(&key) {
            Some(row) if row.message != 0 => (Place::Posted { message: row.message }, Some(row.hash)),
            _ if self.may_be_posted => (Place::PostUnlessThere, None),
            _ => (Place::Post, None),
        };
        self.studio.open(self.name(key, pace), place, shown)
    }

    fn refresh(&mut self, snapshot: &Arc<Snapshot>) {
        self.refresh_lobby(snapshot);
        self.refresh_board(snapshot);
        self.refresh_result(snapshot);
        self.refresh_hands(snapshot);
        self.show_board(snapshot);
        self.refresh_late(snapshot);
    }

    fn refresh_late(&mut self, snapshot: &Snapshot) {
        let mut late = std::mem::take(&mut self.late);
        late.refresh(
            snapshot,
            now(),
            |user| self.may_ping(user),
            |key| self.studio.open(self.name(key, Pace::Prompt), Place::Post, None),
        );
        let pinged = late.newly_pinged();
        self.late = late;
        if let Some(waited) = pinged {
            self.look_for(waited, snapshot);
        }
    }

    fn refresh_lobby(&mut self, snapshot: &Snapshot) {
        // The first hand's 跑分 are asked for before there is a board, and the match may pause then: without a message
        // nobody would notice that it can go on.
        let before_deal =
            snapshot.public.is_none() && !matches!(snapshot.info.phase, TablePhase::Closed { .. });
        let left_over = self.found.contains_key("lobby");
        if self.lobby.is_none() && (before_deal || left_over) {
            self.lobby = Some(self.open_public("lobby".into(), Pace::Prompt));
        }
        if let Some(surface) = &self.lobby {
            surface.show(lobby::wanted(&snapshot.info));
        }
        if !before_deal && let Some(surface) = self.lobby.take() {
            surface.finish();
        }
    }

    fn refresh_board(&mut self, snapshot: &Arc<Snapshot>) {
        let hand_no = snapshot.info.hand_no;
        let Some(public) = &snapshot.public else {
            // A hand was voided: its board stays as it was, but says that the match has ended.
            if let Some((last, surface)) = &self.board
                && let Some(public) = &last.public
            {
                surface.show(board::wanted(&snapshot.info, public, &[]));
            }
            return;
        };
        let over = public.get().outcome.is_some();
        let key = format!("board:{hand_no}");
        let is_old = self.board.as_ref().is_some_and(|(last, _)| last.info.hand_no != hand_no);
        if is_old && let Some((_, surface)) = self.board.take() {
            surface.finish();
        }
        if self.board.is_none() && (!over || self.found.contains_key(&key)) {
            self.board = Some((Arc::clone(snapshot), self.open_public(key, Pace::Board)));
        }
    }

    /// After the hands, because it says who has to press 手牌 to see theirs.
    fn show_board(&mut self, snapshot: &Arc<Snapshot>) {
        let unreached = self.unreached(snapshot);
        let (Some((last, surface)), Some(public)) = (&mut self.board, &snapshot.public) else { return };
        *last = Arc::clone(snapshot);
        surface.show(board::wanted(&snapshot.info, public, &unreached));
        if public.get().outcome.is_some() {
            surface.finish();
        }
    }

    /// The people whose private hand can't be shown: no token, or a dead one.
    fn unreached(&self, snapshot: &Snapshot) -> Vec<Seat> {
        let is_unreached = |seat: &Seat| {
            let user = snapshot.info.seats[*seat].as_ref().and_then(|taken| taken.player.user());
            user.is_some_and(|user| {
                let hand = self.people.get(&user).and_then(|person| person.hand.as_ref());
                hand.is_none_or(|surface| surface.status().borrow().lost)
            })
        };
        Seat::ALL.into_iter().filter(is_unreached).collect()
    }

    fn refresh_result(&mut self, snapshot: &Arc<Snapshot>) {
        let hand_no = snapshot.info.hand_no;
        let is_old = self.result.as_ref().is_some_and(|(old, _)| old.info.hand_no != hand_no);
        if is_old && let Some((old, surface)) = self.result.take() {
            retire(&old, &surface, snapshot);
        }
        let Some(wanted) = snapshot.public.as_ref().and_then(|public| result::wanted(&snapshot.info, public))
        else {
            return;
        };
        let surface = match self.result.take() {
            Some((_, surface)) => surface,
            None => self.open_public(format!("result:{hand_no}"), Pace::Prompt),
        };
        surface.show(wanted);
        self.result = Some((Arc::clone(snapshot), surface));
    }

    fn refresh_hands(&mut self, snapshot: &Snapshot) {
        for seat in Seat::ALL {
            let user = snapshot.info.seats[seat].as_ref().and_then(|taken| taken.player.user());
            if let Some(user) = user {
                self.refresh_hand(snapshot, seat, user);
            }
        }
        let gone: Vec<UserId> =
            self.people.keys().copied().filter(|&user| snapshot.info.seat_of(user).is_none()).collect();
        for person in gone.iter().filter_map(|user| self.people.remove(user)) {
            if let Some(surface) = person.hand {
                surface.remove();
            }
        }
    }

    fn refresh_hand(&mut self, snapshot: &Snapshot, seat: Seat, user: UserId) {
        let hand_no = snapshot.info.hand_no;
        let below = self.board.as_ref().map(|(_, surface)| surface.status());
        let name = self.hand_name(user);
        let person = self.people.entry(user).or_default();
        let is_dealt =
            snapshot.private[seat].is_some() && matches!(snapshot.info.phase, TablePhase::Playing { .. });
        if is_dealt && person.hand_no < hand_no {
            person.hand_no = hand_no;
            person.deal(&self.studio, name, below);
        }
        let moment = moment(&snapshot.info.phase, hand_no);
        if person.moment != moment {
            person.moment = moment;
            person.pane = Pane::Main;
            person.notice = person.notice.take().filter(|(_, until)| *until > Instant::now());
        }
        let Some(surface) = &person.hand else { return };
        let lang = person.lang.unwrap_or(table_lang(&snapshot.info));
        let found = person.thought.of(&self.studio, &self.news, snapshot, seat);
        let ask = HandAsk {
            lang,
            choices: &person.choices,
            faces: &self.studio.faces,
            pane: person.pane,
            notice: person.notice.as_ref().map(|(text, _)| text.as_str()),
            hints: found.as_ref(),
        };
        match hand::wanted(snapshot, seat, &ask) {
            Some(wanted) => surface.show_own(&wanted, seat),
            None => surface.show(hand::waiting(&snapshot.info, seat, &ask)),
        }
    }

    /// Makes the knock's message the player's hand, or a new one where the board would stand below it.
    fn admit(&mut self, knock: Knock) {
        let snapshot = self.snapshots.borrow().clone();
        self.refresh_board(&snapshot);
        let name = self.hand_name(knock.user);
        let place = match (knock.clicked, self.board_below(&snapshot, knock.interaction)) {
            (None, Some(below)) => {
                let meanwhile = say(knock.lang, "hand-below", &[]);
                Place::InsteadOfAnswer { door: knock.door.clone(), meanwhile, below }
            }
            (message, _) => Place::Answer { door: knock.door.clone(), message },
        };
        let person = self.people.entry(knock.user).or_default();
        person.lang = Some(knock.lang);
        person.choices = knock.choices;
        person.door = Some(knock.door);
        person.hand_no = snapshot.info.hand_no;
        person.moment = moment(&snapshot.info.phase, snapshot.info.hand_no);
        person.pane = knock.pane;
        person.notice = knock.notice.map(|text| (text, Instant::now() + NOTICE_STAYS));
        match &person.hand {
            Some(surface) => surface.move_to(place),
            None => person.hand = Some(self.studio.open(name, place, None)),
        }
    }

    /// The board of the running hand, where it was or will be posted after this interaction.
    fn board_below(&self, snapshot: &Snapshot, interaction: u64) -> Option<watch::Receiver<Status>> {
        let (_, surface) = self.board.as_ref().filter(|_| {
            matches!(snapshot.info.phase, TablePhase::Playing { .. } | TablePhase::Paused { .. })
        })?;
        let status = surface.status();
        let is_below = status.borrow().message.is_none_or(|message| message > interaction);
        is_below.then_some(status)
    }

    /// The table is closed or the program ends: the last wishes are shown, then the surfaces end in this way.
    fn end(self, end: fn(&Surface)) {
        let hands = self.people.into_values().filter_map(|person| person.hand);
        let public =
            [self.lobby, self.board.map(|(_, surface)| surface), self.result.map(|(_, surface)| surface)];
        public.into_iter().flatten().chain(hands).for_each(|surface| end(&surface));
    }
}

impl Person {
    /// A new hand: a new private message below the new board, if a young token allows one.
    fn deal(&mut self, studio: &Arc<Studio>, name: Name, below: Option<watch::Receiver<Status>>) {
        let Some(door) = self.door.clone().filter(Door::is_open) else { return };
        let place = Place::FollowUp { door, below };
        match &self.hand {
            Some(surface) => surface.move_to(place),
            None => self.hand = Some(studio.open(name, place, None)),
        }
    }
}

fn moment(phase: &TablePhase, hand_no: u32) -> Moment {
    match phase {
        TablePhase::Playing { prompt, .. } => Moment::Prompt(*prompt),
        TablePhase::Choosing { .. } | TablePhase::Ready { .. } => Moment::Ready(hand_no),
        _ => Moment::Idle,
    }
}

/// Takes the buttons off a result card when the next hand has begun, all but the one for the replay.
fn retire(old: &Snapshot, surface: &Surface, now: &Snapshot) {
    let mut info = old.info.clone();
    info.phase = now.info.phase.clone();
    if !matches!(info.phase, TablePhase::Playing { .. }) {
        info.phase = TablePhase::Lobby;
    }
    if let Some(wanted) = old.public.as_ref().and_then(|public| result::wanted(&info, public)) {
        surface.show(wanted);
    }
    surface.finish();
}
