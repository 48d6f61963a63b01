//! What a request leads to: pure, from state and request to events. The actor only appends and applies them.

use super::command::{Command, Done, Refusal, Request};
use super::state::{Stage, TableState};
use crate::game::action::{Action, PromptId};
use crate::game::event::Event;
use crate::game::ruleset::{FirstDeal, Options};
use crate::game::seat::{BySeat, Seat};
use crate::game::state::HandState;
use crate::game::wall::{Secret, first_dealer};
use crate::store::event::{MatchEnd, Player, Settings, TableEvent, UserId};

/// Longest luck text, bytes (fair-play 3).
pub const LUCK_MAX_BYTES: usize = 64;

/// The nonce of an AI seat, and of a seat that was readied because its time was over (fair-play 3).
pub const NONCE_PROGRAM: &str = "ai";
/// See [`NONCE_PROGRAM`].
pub const NONCE_TIMEOUT: &str = "timeout";

/// Events to append, and what to answer once they are durable.
pub type Plan = Result<(Vec<TableEvent>, Done), Refusal>;

impl TableState {
    /// Decides a request. `fresh` is 32 bytes of the operating system's randomness for the next secret, used only
    /// where a hand ends by the request.
    pub fn plan(&self, request: &Request, fresh: &Secret) -> Plan {
        match &request.command {
            Command::Join { luck } => self.plan_join(request, nonce(request, luck)?),
            Command::Leave => self.plan_leave(self.seated(request.who)?, Done::Left),
            Command::Start => self.plan_start(request),
            Command::Fill => self.plan_fill(request),
            Command::Ready { luck } => self.plan_ready(request, luck.is_some(), nonce(request, luck)?),
            Command::Configure { options } => self.plan_configure(request, options),
            Command::SetHints { on } => self.plan_set_hints(request, *on),
            Command::Act { prompt, action } => self.plan_act(request.who, *prompt, *action, fresh),
            Command::ActAsChosen { prompt, action } => {
                self.plan_as_chosen(request.who, *prompt, *action, fresh)
            }
            Command::HoldClaim { .. } => Err(Refusal::NoHand), // held by the actor: it is no event
            Command::ChooseRunPoints { hand_no, choice } => self.plan_run(request, *hand_no, *choice),
            Command::ComeBack => self.plan_come_back(self.seated(request.who)?),
            Command::Kick { player } => self.plan_kick(request, *player),
            Command::Replace { seat, by } => self.plan_replace(request, *seat, by),
            Command::MakeHost { player } => self.plan_make_host(request, *player),
            Command::End => {
                self.need_host(request)?;
                Ok((self.closing(MatchEnd::Ended), Done::Ended))
            }
        }
    }

    /// The events that close the table now; a running hand is void.
    pub fn closing(&self, end: MatchEnd) -> Vec<TableEvent> {
        let running = self.hand.as_ref().is_some_and(|hand| hand.settlement().is_none());
        let void = running.then_some(TableEvent::HandVoided);
        void.into_iter().chain([TableEvent::Closed { end }]).collect()
    }

    /// What follows hand events: 托管 after missed turns, and at the end of a hand the next secret, the end of the
    /// match, or a pause if no person took part. `self` is the state before `played`.
    pub fn with_consequences(&self, played: Vec<TableEvent>, fresh: &Secret) -> Vec<TableEvent> {
        let mut after = self.clone();
        played.iter().for_each(|event| after.apply(event));
        let mut events = played;
        for (seat, seated) in after.seats.iter() {
            let Some(seated) = seated else { continue };
            if !seated.is_automatic() && seated.n_missed >= super::state::MISSED_TURNS_TO_AWAY {
                events.push(TableEvent::ProgramTookOver { seat });
            }
        }
        if after.stage == Stage::Between && self.stage == Stage::Playing {
            events.extend(after.after_hand(fresh));
        }
        events
    }

    /// What follows the end of a hand.
    fn after_hand(&self, fresh: &Secret) -> Vec<TableEvent> {
        if self.is_complete() {
            return vec![TableEvent::Closed { end: MatchEnd::Complete }];
        }
        let mut events = vec![TableEvent::SecretDrawn { hand_no: self.hand_no + 1, secret: fresh.clone() }];
        events.extend(self.kept_promises());
        if !self.person_acted {
            let reason = crate::store::event::PauseReason::NobodyActed;
            events.push(TableEvent::Paused { reason });
        }
        events
    }

    /// The deal, once all four are ready and, where they are asked, have chosen their 跑分; nothing before.
    pub fn deal_if_ready(&self) -> Vec<TableEvent> {
        let (Stage::Lobby | Stage::Between | Stage::Choosing) = self.stage else { return Vec::new() };
        if self.stage == Stage::Choosing && self.runs.done() != BySeat([true; 4]) {
            return Vec::new();
        }
        let hand_no = self.hand_no + 1;
        let Some(fair) = self.fair_of(hand_no) else { return Vec::new() };
        let Some(nonces) = all(&self.ready) else { return Vec::new() };
        if self.asks_run_points() && self.stage != Stage::Choosing {
            return vec![TableEvent::RunPointsAsked];
        }
        let first = match self.rules.variant().first_deal() {
            FirstDeal::Host => self.seat_of(self.host),
            FirstDeal::East => Some(Seat::East),
            FirstDeal::Drawn => None,
        };
        let dealer = match self.hand.as_ref().and_then(|hand| hand.next_dealer()).or(first) {
            Some(dealer) => dealer,
            None => {
                first_dealer(self.rules.variant().id(), &self.id.to_string(), hand_no, &fair.secret, &nonces)
            }
        };
        vec![TableEvent::HandBegan { hand_no, dealer, nonces }]
    }

    /// The deal that follows these events, added to them.
    pub(super) fn with_deal(&self, mut events: Vec<TableEvent>) -> Vec<TableEvent> {
        let mut after = self.clone();
        events.iter().for_each(|event| after.apply(event));
        events.extend(after.deal_if_ready());
        events
    }

    /// The program ended between the opening of the table and its first secret.
    pub fn lacks_secret(&self) -> bool {
        self.stage == Stage::Lobby && self.fair_of(1).is_none()
    }

    /// Readies the seats that the program plays; a person who is away counts as timed out.
    pub fn automatic_readies(&self) -> Vec<TableEvent> {
        if self.stage != Stage::Between {
            return Vec::new();
        }
        let readied = Seat::ALL.into_iter().filter(|&seat| self.ready[seat].is_none()).filter_map(|seat| {
            let seated = self.seats[seat].as_ref().filter(|seated| seated.is_automatic())?;
            let nonce = if seated.away { NONCE_TIMEOUT } else { NONCE_PROGRAM };
            Some(TableEvent::Readied { seat, nonce: nonce.to_owned() })
        });
        self.with_deal(readied.collect())
    }

    /// Readies everybody who has not pressed in time, and deals.
    pub fn timed_out_readies(&self) -> Vec<TableEvent> {
        let late = Seat::ALL.into_iter().filter(|&seat| self.ready[seat].is_none());
        self.with_deal(
            late.map(|seat| TableEvent::Readied { seat, nonce: NONCE_TIMEOUT.to_owned() }).collect(),
        )
    }

    pub(super) fn seated(&self, who: UserId) -> Result<Seat, Refusal> {
        if let Stage::Closed(_) = self.stage {
            return Err(Refusal::Closed);
        }
        self.seat_of(who).ok_or(Refusal::NotSeated)
    }

    pub(super) fn need_host(&self, request: &Request) -> Result<(), Refusal> {
        match self.stage {
            Stage::Closed(_) => Err(Refusal::Closed),
            _ if request.who == self.host || request.moderator => Ok(()),
            _ => Err(Refusal::NotHost { host: self.host }),
        }
    }

    /// In the lobby on the first free seat; between hands in the place of a program seat ("another person enters at the
    /// next deal").
    fn plan_join(&self, request: &Request, nonce: String) -> Plan {
        if let Stage::Closed(_) = self.stage {
            return Err(Refusal::Closed);
        }
        if let Some(seat) = self.seat_of(request.who) {
            return Err(Refusal::AlreadySeated { seat });
        }
        let is_program =
            |seat: &Seat| self.seats[*seat].as_ref().is_some_and(|s| s.player == Player::Program);
        let seat = match self.stage {
            Stage::Lobby => self.empty_seats().next().ok_or(Refusal::Full)?,
            Stage::Paused(reason) if reason.is_of_place() => return Err(Refusal::Paused),
            Stage::Between | Stage::Paused(_) => {
                Seat::ALL.into_iter().find(is_program).ok_or(Refusal::Full)?
            }
            _ => return Err(Refusal::MatchRunning),
        };
        let player = Player::Person { user: request.who, name: request.name.clone() };
        let events = vec![TableEvent::SeatTaken { seat, player }, TableEvent::Readied { seat, nonce }];
        let events = if self.stage == Stage::Lobby { events } else { self.with_deal(events) };
        Ok((events, Done::Joined { seat }))
    }

    /// Fills empty seats with the program and deals the first hand (fair-play 3: the host's start is his ready).
    fn plan_start(&self, request: &Request) -> Plan {
        self.need_host(request)?;
        if self.stage != Stage::Lobby {
            return Err(Refusal::MatchRunning);
        }
        let n_empty = self.empty_seats().count() as u8;
        if n_empty > self.settings.n_programs {
            return Err(Refusal::TooFewPlayers { n_missing: n_empty - self.settings.n_programs });
        }
        let mut events = Vec::new();
        for seat in self.empty_seats() {
            events.push(TableEvent::SeatTaken { seat, player: Player::Program });
            events.push(TableEvent::Readied { seat, nonce: NONCE_PROGRAM.to_owned() });
        }
        let starter = self.seat_of(request.who);
        for seat in Seat::ALL {
            if self.seats[seat].is_some() && self.ready[seat].is_none() {
                // Who starts readies by it. Who was given a seat and pressed nothing is readied by the program.
                let nonce = match starter == Some(seat) {
                    true => request.interaction.to_string(),
                    false => NONCE_TIMEOUT.to_owned(),
                };
                events.push(TableEvent::Readied { seat, nonce });
            }
        }
        Ok((self.with_deal(events), Done::Started))
    }

    /// Friends who come before the start still get a seat: the program takes what is empty then.
    fn plan_fill(&self, request: &Request) -> Plan {
        self.need_host(request)?;
        if self.stage != Stage::Lobby {
            return Err(Refusal::MatchRunning);
        }
        let n_empty = self.empty_seats().count() as u8;
        if n_empty <= self.settings.n_programs {
            return Ok((Vec::new(), Done::Filled));
        }
        let settings = Settings { n_programs: n_empty, ..self.settings.clone() };
        Ok((vec![TableEvent::SettingsChanged { settings }], Done::Filled))
    }

    /// In the lobby the host's luck text readies; without one the start does.
    fn plan_ready(&self, request: &Request, has_luck: bool, nonce: String) -> Plan {
        let seat = self.seated(request.who)?;
        let mut events = Vec::new();
        match self.stage {
            Stage::Paused(reason) if reason.is_of_place() => return Err(Refusal::Paused),
            Stage::Paused(_) => events.push(TableEvent::Resumed),
            Stage::Between => {}
            Stage::Lobby if request.who != self.host || has_luck => {}
            Stage::Lobby => return Err(Refusal::NoHand),
            _ => return Err(Refusal::MatchRunning),
        }
        if self.seats[seat].as_ref().is_some_and(|seated| seated.away) {
            events.push(TableEvent::PlayerCameBack { seat });
        }
        if self.ready[seat].is_none() {
            events.push(TableEvent::Readied { seat, nonce }); // the first one counts
        }
        let events = if self.stage == Stage::Lobby { events } else { self.with_deal(events) };
        Ok((events, Done::Readied))
    }

    /// Only before the match: its hands must be comparable, and nobody's ting may change under him.
    fn plan_configure(&self, request: &Request, options: &Options) -> Plan {
        self.need_host(request)?;
        if self.stage != Stage::Lobby {
            return Err(Refusal::MatchRunning);
        }
        options.check(self.settings.variant).map_err(Refusal::Impossible)?;
        self.settings.length.check(options).map_err(Refusal::Impossible)?;
        if *options == self.settings.options {
            return Ok((Vec::new(), Done::Configured));
        }
        let settings = Settings { options: options.clone(), ..self.settings.clone() };
        Ok((vec![TableEvent::SettingsChanged { settings }], Done::Configured))
    }

    fn plan_act(&self, who: UserId, prompt: Option<PromptId>, action: Action, fresh: &Secret) -> Plan {
        let seat = self.seated(who)?;
        let mut hand = self.asked(prompt)?.clone();
        let back = self.seats[seat].as_ref().is_some_and(|seated| seated.away);
        hand.continue_at(self.next_seq.0 + u64::from(back));
        let decision = hand.decide(seat, action).map_err(Refusal::Illegal)?;
        let back = back.then_some(TableEvent::PlayerCameBack { seat });
        let played = back.into_iter().chain(decision.events.into_iter().map(TableEvent::Played)).collect();
        Ok((self.with_consequences(played, fresh), Done::Acted))
    }

    /// Judged like a press. Where the program would answer the same in the player's place, that answer is logged: no
    /// person did anything.
    fn plan_as_chosen(&self, who: UserId, prompt: PromptId, action: Action, fresh: &Secret) -> Plan {
        let seat = self.seated(who)?;
        if self.is_automatic(seat) {
            return Err(Refusal::Stale);
        }
        let mut hand = self.asked(Some(prompt))?.clone();
        hand.continue_at(self.next_seq.0);
        let decision = hand.decide(seat, action).map_err(Refusal::Illegal)?;
        let by_program = hand.answer_for(seat);
        let is_same = match by_program.events.first() {
            Some(Event::Answered { answer, .. }) => *answer == action,
            _ => false,
        };
        let events = if is_same { by_program.events } else { decision.events };
        let played = events.into_iter().map(TableEvent::Played).collect();
        Ok((self.with_consequences(played, fresh), Done::Acted))
    }

    /// The running hand, if this is the question that is open in it.
    fn asked(&self, prompt: Option<PromptId>) -> Result<&HandState, Refusal> {
        let hand = self.hand.as_ref().filter(|_| self.stage == Stage::Playing).ok_or(match self.stage {
            Stage::Paused(_) => Refusal::Paused,
            _ if prompt.is_some() => Refusal::Stale,
            _ => Refusal::NoHand,
        })?;
        if prompt.is_some_and(|prompt| prompt != hand.prompt()) {
            return Err(Refusal::Stale);
        }
        Ok(hand)
    }

    fn plan_come_back(&self, seat: Seat) -> Plan {
        match &self.seats[seat] {
            Some(seated) if seated.away => Ok((vec![TableEvent::PlayerCameBack { seat }], Done::CameBack)),
            _ => Err(Refusal::NotAway),
        }
    }
}

/// The nonce of a ready: the luck text where one came with it, else the interaction's id in decimal.
fn nonce(request: &Request, luck: &Option<String>) -> Result<String, Refusal> {
    match luck {
        Some(text) if text.len() > LUCK_MAX_BYTES => Err(Refusal::LuckTooLong),
        Some(text) => {
            let shown: String = text.trim().chars().filter(|&c| is_shown_as_it_is(c)).collect();
            Ok(if shown.is_empty() { request.interaction.to_string() } else { shown })
        }
        None => Ok(request.interaction.to_string()),
    }
}

/// The result card shows a nonce in a code span, and who copies it from there must get what was mixed into the wall:
/// nothing that ends the span, and nothing that can't be seen.
fn is_shown_as_it_is(c: char) -> bool {
    let is_invisible =
        matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}');
    c != '`' && !c.is_control() && !is_invisible
}

fn all(ready: &BySeat<Option<String>>) -> Option<BySeat<String>> {
    let [east, south, west, north] = ready.0.clone();
    Some(BySeat([east?, south?, west?, north?]))
}

#[cfg(test)]
mod tests;
