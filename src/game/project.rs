//! The single door from a hand's state to what may be seen of it.

use std::sync::Arc;

use super::action::{Action, Offer};
use super::claims::WindowKind;
use super::event::WinHow;
use super::seat::{BySeat, Seat};
use super::state::{HandState, Phase, Turn, Win};
use super::tile::Counts;
use super::view::{
    Asked, Concealed, Outcome, PlayerView, Private, Public, PublicPhase, PublicSeat, PublicView, WinView,
};
use super::waits::TileSet;

impl HandState {
    /// What everybody may see.
    pub fn public_view(&self) -> Public<PublicView> {
        Public(self.open_part())
    }

    /// What this seat may see.
    pub fn view_of(&self, seat: Seat) -> Private<PlayerView> {
        self.view_with(seat, self.offers(seat))
    }

    /// What is asked of this seat, with what it may see only where it has a choice.
    pub fn asked_of(&self, seat: Seat) -> Asked {
        if self.can_only_pass(seat) {
            return Asked::Only(Action::Pass); // as most are at most discards: no need to list it
        }
        let offers = self.offers(seat);
        match Offer::only_action(&offers) {
            _ if offers.is_empty() => Asked::Nothing,
            Some(action) => Asked::Only(action),
            None => Asked::Choice(self.view_with(seat, offers)),
        }
    }

    fn view_with(&self, seat: Seat, offers: Vec<Offer>) -> Private<PlayerView> {
        let drawn = self.drawn().filter(|(drawer, _)| *drawer == seat).map(|(_, tile)| tile);
        let asked = match &self.phase {
            Phase::Claims(window) => window.from != seat,
            Phase::Deal(_) => true,
            _ => false,
        };
        let waits = if self.is_ting(seat) { self.legal_waits(seat) } else { TileSet::EMPTY };
        let mut hand = Vec::with_capacity(14);
        hand.extend(self.concealed(seat).tiles());
        let view = PlayerView {
            public: self.open_part(),
            seat,
            hand,
            drawn,
            waits: waits.iter().map(|tile| self.wait(seat, tile)).collect(),
            treasures: self.seen_treasures(seat),
            answered: asked && offers.is_empty(),
            offers,
        };
        Private::new(seat, view)
    }

    fn open_part(&self) -> PublicView {
        PublicView {
            variant: self.variant(),
            dealer: self.dealer,
            n_drawable: self.n_drawable() as u8,
            seats: BySeat::from_fn(|seat| self.open_seat(seat)),
            phase: self.open_phase(),
            prompt: self.prompt,
            last_discard: match &self.phase {
                Phase::Claims(window) if window.kind == WindowKind::Discard => Some(window.from),
                Phase::Turn(Turn { seat, drawn: Some(_), replacement: false }) if self.public.n_drawn > 0 => {
                    Some(seat.previous())
                }
                _ => None,
            },
            n_treasures: self.rules.n_treasures() as u8,
            n_flipped: self.public.n_flipped as u8,
            liable: self.terms.liable,
            run_points: self.terms.run_points,
            shown_replacement: self.public.shown_replacement,
            indicator: self.public.indicator,
            outcome: self.outcome(),
        }
    }

    fn open_seat(&self, seat: Seat) -> PublicSeat {
        let open = &self.public.seats[seat];
        let drawn = usize::from(self.drawn().is_some_and(|(drawer, _)| drawer == seat));
        let n_held = self.secret.hands[seat].total() + self.secret.kept[seat].total();
        PublicSeat {
            concealed: Concealed { n_tiles: (n_held + drawn) as u8 },
            melds: Arc::clone(&open.melds),
            river: Arc::clone(&open.river),
            opened_pair: open.opened_pair,
            ting: self.public.ting_order.iter().position(|&s| s == seat).map(|place| place as u8 + 1),
            standing: self.is_standing(seat),
        }
    }

    /// All concealed tiles but the one just drawn.
    fn concealed(&self, seat: Seat) -> Counts {
        let mut all = self.secret.hands[seat];
        all.extend(self.secret.kept[seat].tiles());
        all
    }

    fn open_phase(&self) -> PublicPhase {
        match &self.phase {
            Phase::Deal(_) => PublicPhase::Deal,
            Phase::Turn(turn) => PublicPhase::Turn { seat: turn.seat },
            Phase::Claims(window) => PublicPhase::Claims {
                from: window.from,
                tile: window.tile,
                robbing: window.kind == WindowKind::AddedKong,
            },
            Phase::Ended(_) | Phase::Settled(..) => PublicPhase::Settled,
        }
    }

    /// What is laid open at the end (L14).
    fn outcome(&self) -> Option<Outcome> {
        let Phase::Settled(win, settlement) = &self.phase else { return None };
        let flipped = self.public.ting_order.iter().copied().take(self.public.n_flipped);
        let flippers = flipped.map(Some).chain(std::iter::repeat(None));
        Some(Outcome {
            win: win.map(|win| self.open_win(win)),
            settlement: (**settlement).clone(),
            hands: BySeat::from_fn(|seat| self.concealed(seat).tiles().collect()),
            treasures: self.secret.treasures.iter().copied().zip(flippers).collect(),
            retired: self.secret.retired.iter().map(|old| old.tile).collect(),
            kongs: self.kong_shares(*win),
        })
    }

    fn open_win(&self, win: Win) -> WinView {
        let melds = &self.public.seats[win.winner].melds;
        WinView {
            winner: win.winner,
            tile: win.tile,
            how: win.how,
            sets: match win.how {
                WinHow::FourAtDeal => Vec::new(),
                _ => self.rules.winning_sets(&self.secret.hands[win.winner], melds, win.tile),
            },
            waits: self.legal_waits(win.winner).iter().collect(),
        }
    }
}
