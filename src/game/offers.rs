//! What a seat may do now: the only authority on legality.

use super::action::{Action, Offer, Origin, TingDiscard, Wait};
use super::claims::{ClaimWindow, WindowKind};
use super::event::WinHow;
use super::meld::{Meld, MeldKind};
use super::ruleset::KongAfterTing;
use super::seat::Seat;
use super::state::{HandState, OpenSeat, Phase, Turn, Win};
use super::tile::{Counts, Tile};
use super::waits::TileSet;

impl HandState {
    /// Everything this seat may do now, in the order in which it is shown. Empty when nothing is asked of it.
    pub fn offers(&self, seat: Seat) -> Vec<Offer> {
        match &self.phase {
            Phase::Turn(turn) if turn.seat == seat => self.turn_offers(turn),
            Phase::Claims(window) if window.waits_for(seat) => self.claim_offers(window, seat),
            Phase::Deal(window) if window.unanswered().any(|asked| asked == seat) => {
                self.dealt_four(seat).map(|_| Offer::Win).into_iter().chain([Offer::Pass]).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The win that a seat's turn holds, if there is one.
    pub(super) fn turn_win(&self, turn: &Turn) -> Option<Win> {
        let tile = turn.drawn?;
        let how = match (self.is_ting(turn.seat) || !self.rules.has_ting(), turn.replacement) {
            (true, true) => WinHow::KongDraw,
            (true, false) => WinHow::Draw,
            (false, _) if self.is_as_dealt(turn.seat) => WinHow::Heavenly,
            (false, _) => return None,
        };
        let win = Win { winner: turn.seat, tile, how };
        self.is_win(win).then_some(win)
    }

    /// The dealer's turn with the 14 dealt tiles, nothing done with them yet (L10).
    fn is_as_dealt(&self, seat: Seat) -> bool {
        let OpenSeat { melds, river, .. } = &self.public.seats[seat];
        seat == self.dealer && self.public.n_drawn == 0 && melds.is_empty() && river.is_empty()
    }

    /// A self-drawn win of a ting seat is not passed (2.6.1); 天胡 may be, and so may any where there is no ting.
    fn must_win(&self, turn: &Turn) -> bool {
        self.is_ting(turn.seat) && self.turn_win(turn).is_some()
    }

    fn turn_offers(&self, turn: &Turn) -> Vec<Offer> {
        if self.must_win(turn) {
            return vec![Offer::Win];
        }
        let mut offers = Vec::with_capacity(16);
        offers.extend(self.turn_win(turn).map(|_| Offer::Win));
        offers.extend(self.ting_offer(turn));
        offers.extend(self.own_kongs(turn));
        offers.extend(self.plain_discards(turn));
        offers
    }

    /// True if one of the seat's offers permits this. Asks only for the offers that could.
    pub(super) fn is_offered(&self, seat: Seat, action: &Action) -> bool {
        match (&self.phase, action) {
            (Phase::Turn(turn), _) if turn.seat != seat => false,
            (Phase::Claims(window), _) if !window.waits_for(seat) => false,
            (Phase::Claims(_), Action::Pass) => true,
            (Phase::Claims(window), Action::Win) => self.claim_win(window, seat).is_some(),
            (Phase::Turn(turn), Action::Discard { .. }) => {
                !self.must_win(turn) && self.plain_discards(turn).any(|offer| offer.permits(action))
            }
            _ => self.offers(seat).iter().any(|offer| offer.permits(action)),
        }
    }

    /// Any tile, or for a ting seat the one just drawn (S-Q2).
    fn plain_discards(&self, turn: &Turn) -> impl Iterator<Item = Offer> {
        let hand = if self.is_ting(turn.seat) { &Counts::EMPTY } else { &self.secret.hands[turn.seat] };
        hand.kinds()
            .map(|tile| Offer::Discard { tile, origin: Origin::Hand })
            .chain(turn.drawn.map(|tile| Offer::Discard { tile, origin: Origin::Drawn }))
    }

    fn ting_offer(&self, turn: &Turn) -> Option<Offer> {
        let discards = if self.is_ting(turn.seat) { Vec::new() } else { self.ting_discards(turn) };
        (!discards.is_empty()).then_some(Offer::Ting { discards })
    }

    /// Discards that leave a legal wait (2.4.1), one a kind.
    fn ting_discards(&self, turn: &Turn) -> Vec<TingDiscard> {
        let mut hand = self.secret.hands[turn.seat];
        hand.extend(turn.drawn);
        self.discards_to_ting(turn.seat, &hand, &self.public.seats[turn.seat].melds, turn.drawn)
    }

    /// The discards from `hand` that leave a legal wait beside `melds`.
    fn discards_to_ting(
        &self,
        seat: Seat,
        hand: &Counts,
        melds: &[Meld],
        drawn: Option<Tile>,
    ) -> Vec<TingDiscard> {
        let found = self.rules.ting_discards(hand, melds);
        let with_copies = |(tile, waits): (Tile, TileSet)| TingDiscard {
            tile,
            origin: if drawn == Some(tile) { Origin::Drawn } else { Origin::Hand },
            waits: waits.iter().map(|tile| self.wait(seat, tile)).collect(),
        };
        found.into_iter().map(with_copies).collect()
    }

    /// A wait with the copies that the seat cannot see: neither in its hand nor open on the table.
    pub(super) fn wait(&self, seat: Seat, tile: Tile) -> Wait {
        let drawn = u8::from(self.drawn() == Some((seat, tile)));
        let mut n_seen = self.secret.hands[seat].of(tile) + self.secret.kept[seat].of(tile) + drawn;
        for (other, open) in self.public.seats.iter() {
            n_seen += if other != seat && open.opened_pair == Some(tile) { 2 } else { 0 };
            n_seen += open.river.iter().filter(|&&t| t == tile).count() as u8;
            n_seen += open.melds.iter().flat_map(Meld::tiles).filter(|&t| t == tile).count() as u8;
        }
        n_seen += self.seen_treasures(seat).iter().filter(|(_, t)| *t == tile).count() as u8;
        n_seen += self.seen_retired(seat).filter(|&t| t == tile).count() as u8;
        Wait { tile, n_unseen: 4_u8.saturating_sub(n_seen) }
    }

    /// The flipped treasures, for a ting seat (A31, A32); the one that all ting seats see is each one's own (B22).
    pub(super) fn seen_treasures(&self, seat: Seat) -> Vec<(Seat, Tile)> {
        if !self.is_ting(seat) || !self.rules.options().treasure_visible_to_ting {
            return Vec::new();
        }
        if self.has_one_treasure() {
            return self.secret.treasures.iter().map(|&tile| (seat, tile)).collect();
        }
        let flips = self.public.ting_order.iter().copied().zip(self.secret.treasures.iter().copied());
        flips.take(self.public.n_flipped).collect()
    }

    /// Concealed and added kongs of the own turn. None without a drawn tile (2.2.4) nor without a replacement (S-Q4).
    fn own_kongs(&self, turn: &Turn) -> Vec<Offer> {
        let Some(drawn) = turn.drawn.filter(|_| self.n_drawable() > 0) else { return Vec::new() };
        let melds = &self.public.seats[turn.seat].melds;
        let mut hand = self.secret.hands[turn.seat];
        hand.add(drawn);
        if hand.most_of_a_kind() < 4 && !melds.iter().any(|meld| meld.kind == MeldKind::Pung) {
            return Vec::new();
        }
        let has_room = self.has_room(turn.seat, MeldKind::ConcealedKong);
        let is_pung = |tile: Tile| melds.iter().any(|meld| meld.kind == MeldKind::Pung && meld.tile == tile);
        let concealed =
            hand.kinds().filter(|&tile| has_room && hand.of(tile) == 4 && self.may_be_melded(tile));
        let added = hand.kinds().filter(|&tile| is_pung(tile));
        concealed
            .map(|tile| Offer::Kong { tile, added: false })
            .chain(added.map(|tile| Offer::Kong { tile, added: true }))
            .filter(|offer| match offer {
                Offer::Kong { tile, added } if self.is_ting(turn.seat) => {
                    *tile == drawn && self.kong_keeps_waits(turn.seat, *tile, *added) // L08
                }
                _ => true,
            })
            .collect()
    }

    /// A ting seat's kong is allowed if the list of legal waits stays the same (S-Q3).
    /// `added` says whether the tile joins a pung; else three copies of it leave the hand.
    fn kong_keeps_waits(&self, seat: Seat, tile: Tile, added: bool) -> bool {
        if self.rules.options().kong_after_ting == KongAfterTing::Never {
            return false;
        }
        let mut hand = self.secret.hands[seat];
        let mut melds = Vec::clone(&self.public.seats[seat].melds);
        if added {
            melds
                .iter_mut()
                .filter(|m| m.tile == tile && m.kind == MeldKind::Pung)
                .for_each(|m| m.kind = MeldKind::AddedKong);
        } else {
            let had_three = (0..3).all(|_| hand.remove(tile));
            if !had_three {
                return false;
            }
            melds.push(Meld { kind: MeldKind::ConcealedKong, tile, claimed: None });
        }
        self.waits_with(seat, &hand, &melds) == self.legal_waits(seat)
    }

    /// True if the seat is asked, but its tiles make nothing with the window's tile: 过 is all there is.
    pub(super) fn can_only_pass(&self, seat: Seat) -> bool {
        let Phase::Claims(window) = &self.phase else { return false };
        let (tile, hand) = (window.tile, &self.secret.hands[seat]);
        window.waits_for(seat)
            && (hand.of(tile) == 0 || hand.of(tile) == 1 && !self.rules.has_sticky_ting())
            && run_starts(tile).all(|low| partners(low, tile).iter().any(|&own| hand.of(own) == 0))
            && self.claim_win(window, seat).is_none()
    }

    fn claim_offers(&self, window: &ClaimWindow, seat: Seat) -> Vec<Offer> {
        let mut offers = Vec::new();
        if self.claim_win(window, seat).is_some() {
            offers.push(Offer::Win);
        }
        match (window.kind, self.is_ting(seat)) {
            _ if self.n_drawable() == 0 => {} // L01
            (WindowKind::Discard, true) => offers.extend(self.exposed_kong_of_ting(window, seat)), // S-Q7: nothing else
            (WindowKind::Discard, false) => self.set_claims(window, seat, &mut offers),
            (WindowKind::AddedKong, false) if self.rules.ting_chow_robs() => {
                self.ting_chows(window, seat, &mut offers); // 抢吃听 (C-Q17)
            }
            (WindowKind::AddedKong, _) => {}
        }
        offers.push(Offer::Pass);
        offers
    }

    /// Room for one more meld of this kind; a fourth only where all are triplets or kongs (手把一; C-K17, D-K08).
    fn has_room(&self, seat: Seat, kind: MeldKind) -> bool {
        let melds = &self.public.seats[seat].melds;
        let all_pungs = kind != MeldKind::Chow && !melds.iter().any(Meld::is_run);
        let any_fourth = all_pungs || self.rules.allows_any_fourth_meld();
        melds.len() < self.rules.most_melds() && (melds.len() < 3 || any_fourth)
    }

    /// False for a wild kind, which no meld contains (E-Q05, E-W4).
    fn may_be_melded(&self, tile: Tile) -> bool {
        self.public.indicator.is_none_or(|indicator| indicator.wild() != tile)
    }

    /// The win of a seat on the window's tile.
    pub(super) fn claim_win(&self, window: &ClaimWindow, seat: Seat) -> Option<Win> {
        let how = match window.kind {
            WindowKind::Discard if !self.discard_is_winnable() => return None,
            WindowKind::Discard => WinHow::Discard { from: window.from },
            WindowKind::AddedKong => WinHow::RobKong { from: window.from },
        };
        let win = Win { winner: seat, tile: window.tile, how };
        self.is_win(win).then_some(win)
    }

    fn exposed_kong_of_ting(&self, window: &ClaimWindow, seat: Seat) -> Option<Offer> {
        let has_room = self.has_room(seat, MeldKind::ExposedKong);
        let has_three = self.secret.hands[seat].of(window.tile) == 3;
        (has_room && has_three && self.kong_keeps_waits(seat, window.tile, false)).then_some(Offer::ClaimKong)
    }

    /// The runs that the window's tile completes for a seat, by their lowest tiles.
    fn runs(&self, window: &ClaimWindow, seat: Seat) -> impl Iterator<Item = (Tile, [Tile; 2])> {
        let (tile, hand) = (window.tile, &self.secret.hands[seat]);
        let runs = run_starts(tile).map(move |low| (low, partners(low, tile)));
        let is_there = |tile: Tile| hand.of(tile) > 0 && self.may_be_melded(tile);
        let runs = runs.filter(move |(_, own)| own.iter().all(|&tile| is_there(tile)));
        runs.filter(move |_| self.may_be_melded(tile) && self.has_room(seat, MeldKind::Chow))
    }

    fn ting_chows(&self, window: &ClaimWindow, seat: Seat, offers: &mut Vec<Offer>) {
        for (low, own) in self.runs(window, seat) {
            let discards = self.ting_after_claim(seat, &own, chow(low, window.tile, window.from));
            if !discards.is_empty() {
                offers.push(Offer::TingChow { low, discards });
            }
        }
    }

    /// Chow, pung, kong and their ting forms for a seat that is not ting.
    fn set_claims(&self, window: &ClaimWindow, seat: Seat, offers: &mut Vec<Offer>) {
        self.ting_chows(window, seat, offers);
        let sticky = self.sticky_discards(seat, window.tile);
        offers.extend((!sticky.is_empty()).then_some(Offer::StickyTing { discards: sticky }));
        if self.has_room(seat, MeldKind::Pung) && self.may_be_melded(window.tile) {
            self.pung_claims(window, seat, offers);
        }
        if seat == window.from.next() {
            offers.extend(self.runs(window, seat).map(|(low, _)| Offer::Chow { low })); // A30
        }
    }

    fn pung_claims(&self, window: &ClaimWindow, seat: Seat, offers: &mut Vec<Offer>) {
        let ClaimWindow { from, tile, .. } = *window;
        let hand = &self.secret.hands[seat];
        if hand.of(tile) >= 2 {
            let discards = self.ting_after_claim(seat, &[tile, tile], pung(tile, from));
            if self.rules.options().ting_by_pung && !discards.is_empty() {
                offers.push(Offer::TingPung { discards });
            }
        }
        if hand.of(tile) == 3 {
            offers.push(Offer::ClaimKong);
        }
        if hand.of(tile) >= 2 {
            offers.push(Offer::Pung);
        }
    }

    /// The ting discards after a claim that takes `own` from the hand and lays `meld` open.
    fn ting_after_claim(&self, seat: Seat, own: &[Tile], meld: Meld) -> Vec<TingDiscard> {
        let mut hand = self.secret.hands[seat];
        if !own.iter().all(|&tile| hand.remove(tile)) {
            return Vec::new();
        }
        let before = &self.public.seats[seat].melds;
        let mut melds = [meld; 4];
        let Some(kept) = melds.get_mut(..before.len()) else { return Vec::new() };
        kept.copy_from_slice(before);
        let Some(melds) = melds.get(..=before.len()) else { return Vec::new() };
        self.discards_to_ting(seat, &hand, melds, None)
    }
}

/// The lowest tiles of the runs that hold `tile`.
fn run_starts(tile: Tile) -> impl Iterator<Item = Tile> + Clone {
    let runs = tile.suit().zip(tile.rank());
    runs.into_iter().flat_map(|(suit, rank)| {
        (rank.saturating_sub(2).max(1)..=rank.min(7)).filter_map(move |low| Tile::numbered(suit, low))
    })
}

/// The two tiles of the run from `low` that `tile` does not supply.
pub(super) fn partners(low: Tile, tile: Tile) -> [Tile; 2] {
    match low.run().unwrap_or([low; 3]) {
        [first, second, third] if tile == first => [second, third],
        [first, second, third] if tile == second => [first, third],
        [first, second, _] => [first, second],
    }
}

/// A claimed run.
pub(super) fn chow(low: Tile, tile: Tile, from: Seat) -> Meld {
    Meld { kind: MeldKind::Chow, tile: low, claimed: Some((tile, from)) }
}

/// A claimed triplet.
pub(super) fn pung(tile: Tile, from: Seat) -> Meld {
    Meld { kind: MeldKind::Pung, tile, claimed: Some((tile, from)) }
}
