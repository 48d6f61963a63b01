//! Requests become events: all rules of the flow, no mutation of the given state.

use super::action::{Action, Illegal, Offer, Origin};
use super::claims::{ClaimWindow, WindowKind};
use super::event::{Event, Mover};
use super::ruleset::AutoWin;
use super::score::Settlement;
use super::seat::Seat;
use super::state::{HandState, Phase, Turn, Win};
use super::tile::Tile;

/// What a request leads to.
pub struct Decision {
    /// The events, in order.
    pub events: Vec<Event>,
    /// The state after them: what [`HandState::apply`] makes of the events.
    pub next: HandState,
}

/// A decision in the making: each event is applied as it is decided, since later ones depend on it.
struct Draft<'a> {
    state: &'a mut HandState,
    events: &'a mut Vec<Event>,
}

impl HandState {
    /// What follows if this seat does this now.
    ///
    /// # Errors
    /// [`Illegal`] when the action is none of the seat's offers; the hand is unchanged.
    pub fn decide(&self, seat: Seat, action: Action) -> Result<Decision, Illegal> {
        self.permit(seat, &action)?;
        Ok(self.drafted(|draft| draft.act(seat, action, Mover::Seat)))
    }

    /// Makes the move in place and adds its events to `events`: what simulations use, without copying the state.
    ///
    /// # Errors
    /// As [`HandState::decide`]; nothing is added then.
    pub fn advance(&mut self, seat: Seat, action: Action, events: &mut Vec<Event>) -> Result<(), Illegal> {
        self.permit(seat, &action)?;
        Draft { state: self, events }.act(seat, action, Mover::Seat);
        Ok(())
    }

    /// What follows when the time of the open prompt is over (2.6.2, 2.6.3). Nothing once the hand is over.
    pub fn time_out(&self) -> Decision {
        self.drafted(|draft| match self.phase {
            Phase::Turn(turn) => {
                let action = self.timed_out_turn(&turn);
                draft.act(turn.seat, action, Mover::Clock);
            }
            Phase::Claims(window) => {
                for seat in window.unanswered() {
                    draft.answer_by_clock(&window, seat);
                }
                draft.resolve_if_complete();
            }
            Phase::Deal(window) => {
                for seat in window.unanswered() {
                    draft.push(Event::Answered { seat, answer: Action::Pass, by: Mover::Clock });
                }
                draft.resolve_deal();
            }
            Phase::Ended(_) | Phase::Settled(..) => {}
        })
    }

    /// What follows when the program answers the open window for one seat that has nothing to decide.
    pub fn answer_for(&self, seat: Seat) -> Decision {
        self.drafted(|draft| match self.phase {
            Phase::Claims(window) if window.waits_for(seat) => {
                draft.answer_by_clock(&window, seat);
                draft.resolve_if_complete();
            }
            Phase::Deal(window) if window.unanswered().any(|asked| asked == seat) => {
                draft.push(Event::Answered { seat, answer: Action::Pass, by: Mover::Clock }); // L09
                draft.resolve_deal();
            }
            _ => {}
        })
    }

    fn drafted(&self, make: impl FnOnce(&mut Draft<'_>)) -> Decision {
        let (mut next, mut events) = (self.clone(), Vec::new());
        make(&mut Draft { state: &mut next, events: &mut events });
        Decision { events, next }
    }

    fn permit(&self, seat: Seat, action: &Action) -> Result<(), Illegal> {
        match &self.phase {
            Phase::Ended(_) | Phase::Settled(..) => return Err(Illegal::HandOver),
            Phase::Turn(turn) if turn.seat != seat => {
                return Err(Illegal::NotAsked { turn: Some(turn.seat) });
            }
            Phase::Claims(window) if window.from == seat => return Err(Illegal::NotAsked { turn: None }),
            Phase::Claims(window) if !window.waits_for(seat) => return Err(Illegal::AlreadyAnswered),
            Phase::Deal(window) if window.unanswered().all(|asked| asked != seat) => {
                return Err(Illegal::AlreadyAnswered);
            }
            _ => {}
        }
        if self.is_offered(seat, action) { Ok(()) } else { Err(Illegal::NotOffered) }
    }

    /// A win where there is one; else the drawn tile, or after a claim the last tile of the hand goes (2.6.3).
    fn timed_out_turn(&self, turn: &Turn) -> Action {
        if self.turn_win(turn).is_some() {
            return Action::Win;
        }
        match (turn.drawn, self.secret.hands[turn.seat].tiles().last()) {
            (Some(tile), _) => Action::Discard { tile, origin: Origin::Drawn },
            (None, Some(tile)) => Action::Discard { tile, origin: Origin::Hand },
            (None, None) => Action::Pass, // a hand always holds a tile on its turn
        }
    }
}

impl Draft<'_> {
    fn push(&mut self, event: Event) {
        self.state.apply(&event);
        self.events.push(event);
    }

    /// Carries out a permitted action.
    fn act(&mut self, seat: Seat, action: Action, by: Mover) {
        if let Phase::Claims(_) = self.state.phase {
            self.push(Event::Answered { seat, answer: action, by });
            return self.resolve_if_complete();
        }
        if let Phase::Deal(_) = self.state.phase {
            self.push(Event::Answered { seat, answer: action, by });
            return self.resolve_deal();
        }
        let Phase::Turn(turn) = self.state.phase else { return };
        match action {
            Action::Discard { tile, origin } => self.discard(seat, tile, origin, false, by),
            Action::Ting { tile, origin } => self.discard(seat, tile, origin, true, by),
            Action::Kong { tile } => self.own_kong(seat, tile, by),
            Action::Win => {
                if let Some(win) = self.state.turn_win(&turn) {
                    self.win(win);
                }
            }
            Action::Chow { .. } | Action::Pung { .. } | Action::ClaimKong => {}
            Action::StickyTing { .. } | Action::Pass => {}
        }
    }

    /// L04: the discard is visible, then the treasure is shown, then the window opens for all three.
    fn discard(&mut self, seat: Seat, tile: Tile, origin: Origin, ting: bool, by: Mover) {
        self.push(Event::Discarded { seat, tile, origin, ting, by });
        if ting && self.state.has_one_treasure() {
            self.examine_treasure();
        } else if ting && let Some(&treasure) = self.state.secret.treasures.get(self.state.public.n_flipped) {
            self.push(Event::TreasureFlipped { seat, tile: treasure });
        }
        let Phase::Claims(window) = self.state.phase else { return };
        if self.state.n_drawable() == 0 && !self.state.discard_is_winnable() {
            return self.unclaimed(&window); // L01: nobody could be offered anything
        }
        self.win_without_asking();
    }

    /// 换宝, then 漏宝: a treasure that equals a wait wins by itself and ends the hand (L03, L04).
    fn examine_treasure(&mut self) {
        let swaps = self.state.due_swaps();
        self.push(Event::TreasureExamined { swaps });
        if let Some(win) = self.state.revealed_win() {
            self.win(win);
        }
    }

    /// Looks at the treasure if these tiles, which came to lie open, call for it.
    fn lay_open(&mut self, tiles: &[Tile]) {
        if self.state.calls_for_examination(tiles) {
            self.examine_treasure();
        }
    }

    /// `auto_win=always`: who can win is not asked, the nearest wins at once.
    fn win_without_asking(&mut self) {
        let Phase::Claims(window) = self.state.phase else { return };
        if self.state.rules.options().auto_win != AutoWin::Always {
            return;
        }
        if let Some(win) =
            window.from.others().into_iter().find_map(|seat| self.state.claim_win(&window, seat))
        {
            self.push(Event::Answered { seat: win.winner, answer: Action::Win, by: Mover::Clock });
            self.win(win);
        }
    }

    fn own_kong(&mut self, seat: Seat, tile: Tile, by: Mover) {
        let added =
            self.state.offers(seat).into_iter().any(|offer| offer == Offer::Kong { tile, added: true });
        if added {
            self.push(Event::KongAdded { seat, tile, by });
            self.win_without_asking();
        } else {
            self.push(Event::KongConcealed { seat, tile, by });
            self.draw(seat, true);
        }
    }

    /// A win where one is possible, else a pass (`auto_win=timeout`).
    fn answer_by_clock(&mut self, window: &ClaimWindow, seat: Seat) {
        let answer = if self.state.claim_win(window, seat).is_some() { Action::Win } else { Action::Pass };
        self.push(Event::Answered { seat, answer, by: Mover::Clock });
    }

    fn resolve_if_complete(&mut self) {
        let Phase::Claims(window) = self.state.phase else { return };
        if !window.is_complete() {
            return;
        }
        let ClaimWindow { from, tile, .. } = window;
        match window.result(self.state.rules.options().ting_claim_tie) {
            None => self.unclaimed(&window),
            Some((seat, Action::Win)) => {
                if let Some(win) = self.state.claim_win(&window, seat) {
                    self.win(win);
                }
            }
            Some((seat, Action::ClaimKong)) => {
                self.push(Event::KongClaimed { seat, from, tile });
                self.draw(seat, true); // four copies of no treasure: there is nothing to look at
            }
            Some((seat, Action::Chow { low, ting_discard })) => {
                self.push(Event::Chowed { seat, from, tile, low });
                self.follow_claim(seat, ting_discard, &low.run().unwrap_or([low; 3]));
            }
            Some((seat, Action::Pung { ting_discard })) => {
                self.push(Event::Punged { seat, from, tile });
                self.follow_claim(seat, ting_discard, &[tile]);
            }
            Some((seat, Action::StickyTing { discard })) => {
                self.push(Event::PairOpened { seat, from, tile });
                self.follow_claim(seat, Some(discard), &[tile]);
            }
            Some(_) => {} // other actions are never permitted as answers
        }
    }

    /// 开牌炸 of the earliest in turn order, else the first turn (L09).
    fn resolve_deal(&mut self) {
        let Phase::Deal(window) = self.state.phase else { return };
        if window.unanswered().next().is_some() {
            return;
        }
        match window.winner().and_then(|seat| self.state.dealt_four(seat)) {
            Some(win) => self.win(win),
            None => self.push(Event::PlayBegan),
        }
    }

    /// Nobody took the tile: a kong stands and draws its replacement (L05); after a discard the next seat draws.
    fn unclaimed(&mut self, window: &ClaimWindow) {
        match window.kind {
            WindowKind::AddedKong => self.draw(window.from, true),
            WindowKind::Discard => {
                // A ting discard was looked at before its window (L04).
                let opened = if window.declares_ting { None } else { Some(window.tile) };
                self.lay_open(opened.as_slice());
                if self.state.settlement().is_none() {
                    self.draw(window.from.next(), false);
                }
            }
        }
    }

    /// 听吃 and 听碰 are one action, claim, declaration and discard (A27), with one look at the treasure (L04).
    fn follow_claim(&mut self, seat: Seat, ting_discard: Option<Tile>, opened: &[Tile]) {
        match ting_discard {
            Some(tile) => self.discard(seat, tile, Origin::Hand, true, Mover::Seat),
            None => self.lay_open(opened),
        }
    }

    /// Draws from the live front, or ends the hand when nothing is left (2.7.1). A tile among the last ones that are
    /// kept wins at once or stays, and the next seat draws (knob `keep_last_tiles`).
    fn draw(&mut self, first: Seat, replacement: bool) {
        let (mut seat, mut replacement) = (first, replacement);
        loop {
            let next = self.state.secret.wall.tiles().get(self.state.secret.n_taken).copied();
            let Some(tile) = next.filter(|_| self.state.n_drawable() > 0) else { return self.exhaust() };
            self.push(Event::Drew { seat, tile, replacement });
            if replacement && self.state.shows_replacement(tile) {
                self.push(Event::ReplacementShown { seat, tile });
            }
            if !self.state.draw_is_kept() {
                return;
            }
            let Phase::Turn(turn) = self.state.phase else { return };
            if let Some(win) = self.state.turn_win(&turn) {
                return self.win(win);
            }
            (seat, replacement) = (seat.next(), false);
        }
    }

    fn win(&mut self, win: Win) {
        let Some(settlement) = self.state.settle(win) else { return };
        self.push(Event::Won { seat: win.winner, tile: win.tile, how: win.how });
        self.push(Event::Settled(Box::new(settlement)));
    }

    fn exhaust(&mut self) {
        let kong_points = self.state.kong_points(None);
        self.push(Event::Exhausted);
        self.push(Event::Settled(Box::new(Settlement { kong_points, ..Settlement::drawn() })));
    }
}
