//! The single door from a hand's state to what may be seen of it.

use std::sync::Arc;

use super::action::{Action, Offer};
use super::claims::WindowKind;
use super::event::WinHow;
use super::seat::{BySeat, Seat};
use super::state::{HandState, Phase, Turn, Win};
use super::tile::{Counts, Tile};
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
        let (sets, place) = self.by_sets(win);
        let waits = self.legal_waits(win.winner).iter().collect();
        WinView { winner: win.winner, tile: win.tile, how: win.how, sets, place, waits }
    }

    /// The winner's concealed part by sets, and where in them the winning tile lies. One that was not waited on itself is a
    /// treasure, or came by 下大雨: it lies where a tile that was waited on would.
    fn by_sets(&self, win: Win) -> (Vec<Vec<Tile>>, Option<(usize, usize)>) {
        if win.how == WinHow::FourAtDeal {
            return (Vec::new(), None);
        }
        let waits = self.legal_waits(win.winner);
        let laid = std::iter::once(win.tile).chain(waits.iter()).find_map(|tile| {
            let mut sets = self.with_facts(win, |facts| self.rules.winning_sets(facts, tile));
            let place = sets
                .iter()
                .enumerate()
                .find_map(|(i, set)| set.iter().position(|&other| other == tile).map(|at| (i, at)))?;
            sets[place.0][place.1] = win.tile;
            Some((sets, Some(place)))
        });
        laid.unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use crate::game::event::WinHow;
    use crate::game::ruleset::Variant;
    use crate::game::secrecy_tests::positions;
    use crate::game::tile::Tile;

    #[test]
    fn a_winning_hand_is_laid_by_sets_with_the_tile_that_won_in_its_place() {
        let games = [Variant::HarbinNew, Variant::Harbin, Variant::Qiqihar, Variant::QiqiharYuema];
        let mut n_not_waited_on = 0;
        for (variant, number) in
            games.into_iter().flat_map(|variant| (1..=80).map(move |number| (variant, number)))
        {
            let positions = positions(variant, number);
            let last = positions.last().unwrap();
            let view = last.public_view();
            let outcome = view.get().outcome.as_ref().unwrap();
            let Some(win) = outcome.win.as_ref().filter(|win| win.how != WinHow::FourAtDeal) else {
                continue;
            };
            let laid = |tile: &Tile| win.sets.iter().flatten().filter(|other| *other == tile).count();
            let held = |tile: Tile| usize::from(last.secret.hands[win.winner].of(tile));
            for tile in Tile::all() {
                assert_eq!(
                    laid(&tile),
                    held(tile) + usize::from(tile == win.tile),
                    "{variant} {number} {tile}"
                );
            }
            let (set, at) = win.place.unwrap();
            assert_eq!(win.sets[set][at], win.tile, "{variant} {number}");
            n_not_waited_on += usize::from(!win.waits.contains(&win.tile));
        }
        assert!(n_not_waited_on > 0, "some treasure stood for a wait");
    }
}
