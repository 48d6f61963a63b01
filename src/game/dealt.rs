//! What the games of Qiqihar have beside the ordinary flow: 开牌炸, 粘听 and 杠小鸡 (docs/RULES.md, C18, C23, C46).

use super::action::{Origin, TingDiscard};
use super::event::WinHow;
use super::seat::Seat;
use super::state::{HandState, Win};
use super::tile::{Suit, Tile};

/// Pairs that a hand has before 粘听, four equal tiles counting as two (C-K14).
const PAIRS_BEFORE: u8 = 5;

impl HandState {
    /// 开牌炸: the win of a seat that was dealt four equal tiles (C46, C-K09).
    pub(super) fn dealt_four(&self, winner: Seat) -> Option<Win> {
        let mut hand = self.secret.hands[winner];
        hand.extend(self.drawn().filter(|(seat, _)| *seat == winner).map(|(_, tile)| tile));
        let tile = hand.kinds().find(|&tile| hand.of(tile) == 4)?;
        let win = Win { winner, tile, how: WinHow::FourAtDeal };
        self.is_win(win).then_some(win)
    }

    /// The discards that declare 粘听 with this tile: five pairs and three singles in a closed hand, one of them this
    /// kind; after the discard seven pairs alone count (C-Q20, C-K14).
    pub(super) fn sticky_discards(&self, seat: Seat, tile: Tile) -> Vec<TingDiscard> {
        let mut hand = self.secret.hands[seat];
        let n_pairs = || hand.kinds().map(|kind| hand.of(kind) / 2).sum::<u8>();
        let closed = self.public.seats[seat].melds.is_empty();
        if !self.rules.has_sticky_ting()
            || !closed
            || hand.of(tile).is_multiple_of(2)
            || n_pairs() != PAIRS_BEFORE
        {
            return Vec::new();
        }
        hand.add(tile);
        let singles = hand.kinds().filter(|&kind| kind != tile && hand.of(kind) % 2 == 1);
        let with_waits = |discard: Tile| {
            let mut rest = hand;
            let waits = if rest.remove(discard) { self.rules.pinned_waits(&rest).legal } else { Vec::new() };
            let waits = waits.into_iter().map(|tile| self.wait(seat, tile)).collect();
            TingDiscard { tile: discard, origin: Origin::Hand, waits }
        };
        singles.map(with_waits).filter(|discard| !discard.waits.is_empty()).collect()
    }

    /// 杠小鸡: with the option, a 饼 that replaces the tile of a kong of 1s is shown (C23).
    pub(super) fn shows_replacement(&self, tile: Tile) -> bool {
        self.rules.options().one_bamboo_kong
            && self.public.shown_replacement.is_none()
            && tile.suit() == Some(Suit::Dots)
            && self.public.last_kong == Some(crate::t!("1s"))
    }
}
