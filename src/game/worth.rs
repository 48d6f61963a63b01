//! What a win is worth at the table: the facts that a game's rules judge, and the points for kongs.

use super::event::WinHow;
use super::score::Settlement;
use super::seat::{BySeat, Seat};
use super::state::{HandState, Phase, Win};
use super::variants::{FanFacts, WinFacts};
use super::view::{KongGround, KongShare};

impl HandState {
    /// The settlement of this win, if it is legal.
    pub(super) fn settle(&self, win: Win) -> Option<Settlement> {
        let mut settlement = self.with_facts(win, |facts| self.rules.settle(facts)).ok()?;
        settlement.kong_points = self.kong_points(Some(win));
        Some(settlement)
    }

    /// True if this win is legal.
    pub(super) fn is_win(&self, win: Win) -> bool {
        let dealt = matches!(win.how, WinHow::Heavenly | WinHow::FourAtDeal);
        let may_win = dealt || !self.rules.has_ting() || self.is_ting(win.winner);
        may_win && self.with_facts(win, |facts| self.rules.is_win(facts))
    }

    /// What the fans of a win ask of the table.
    fn fan_facts(&self, win: Win) -> FanFacts {
        let Some(indicator) = self.public.indicator else { return FanFacts::default() };
        let draw = matches!(win.how, WinHow::Draw | WinHow::KongDraw);
        // A wild that is drawn stands for any kind, so it is the last of none.
        let wild = draw && win.tile == indicator.wild();
        let turned = usize::from(win.tile == indicator.tile);
        // A discard that is won on lies open itself, until the hand is settled.
        let won_on = usize::from(matches!(win.how, WinHow::Discard { .. }));
        let n_others = (self.n_open(win.tile) + turned).saturating_sub(won_on);
        FanFacts {
            indicator: Some(indicator),
            is_last: self.n_drawable() == 0,
            is_fourth: !wild && n_others == 3,
        }
    }

    pub(super) fn with_facts<T>(&self, win: Win, judge: impl FnOnce(&WinFacts<'_>) -> T) -> T {
        let (mut own, mut others) = (Vec::new(), Vec::new());
        if self.has_one_treasure() {
            own.extend(&self.secret.treasures);
        } else {
            let flipped = self.public.ting_order.iter().zip(&self.secret.treasures);
            for (&seat, &tile) in flipped.take(self.public.n_flipped) {
                if seat == win.winner { own.push(tile) } else { others.push(tile) }
            }
        }
        let mut hand = self.secret.hands[win.winner];
        if win.how == WinHow::FourAtDeal {
            hand.extend(self.drawn().filter(|(seat, _)| *seat == win.winner).map(|(_, tile)| tile)); // C-K09
        }
        judge(&WinFacts {
            dealer: self.dealer,
            winner: win.winner,
            hand: &hand,
            melds: &self.public.seats[win.winner].melds,
            tile: win.tile,
            how: win.how,
            own_treasures: &own,
            other_treasures: &others,
            ting: BySeat::from_fn(|seat| self.counts_as_ting(seat)),
            standing: BySeat::from_fn(|seat| self.is_standing(seat)),
            liable: self.terms.liable,
            pinned: self.public.seats[win.winner].opened_pair.is_some(),
            run_points: self.terms.run_points,
            fan_facts: self.fan_facts(win),
        })
    }

    /// Ting for the settlement. With `ting_discard_is_ting` off, the discard that declares ting is not yet a ting
    /// player's (S-Q1).
    fn counts_as_ting(&self, seat: Seat) -> bool {
        let declaring = match &self.phase {
            Phase::Claims(window) => window.from == seat && window.declares_ting,
            _ => false,
        };
        self.is_ting(seat) && (self.rules.options().ting_discard_is_ting || !declaring)
    }

    /// Points for kongs that stand, with 杠小鸡, all seats (L17).
    pub(super) fn kong_points(&self, win: Option<Win>) -> BySeat<i32> {
        let mut points = BySeat([0; 4]);
        for share in self.kong_shares(win) {
            points[share.seat] += 3 * share.each;
            share.seat.others().into_iter().for_each(|other| points[other] -= share.each);
        }
        points
    }

    /// What the points for kongs are made of; a kong that `win` robs does not stand.
    pub(super) fn kong_shares(&self, win: Option<Win>) -> Vec<KongShare> {
        let options = self.rules.options();
        let mut shares = Vec::new();
        for (seat, open) in self.public.seats.iter() {
            for meld in open.melds.iter().filter(|meld| meld.is_kong()) {
                let robbed =
                    win.is_some_and(|win| win.how == WinHow::RobKong { from: seat } && win.tile == meld.tile);
                let each =
                    if meld.is_open() { options.kong_points_exposed } else { options.kong_points_concealed };
                let each = if robbed { 0 } else { each as i32 };
                shares.push(KongShare { seat, ground: KongGround::Kong(meld.kind), tile: meld.tile, each });
            }
        }
        if let Some((seat, tile)) = self.public.shown_replacement {
            let each = i32::from(tile.rank().unwrap_or_default());
            shares.push(KongShare { seat, ground: KongGround::OneBamboo, tile, each });
        }
        shares.retain(|share| share.each != 0);
        shares
    }
}
