//! 哈尔滨 (ruleset B): what it has of its own. The numbers in the comments are those of docs/RULES.md.

use super::harbin_common::{Common, House, TreasureWorth, Way};
use super::{Variant, WinFacts, WinHow};
use crate::game::ruleset::{DiscardPayment, UnreadyDiscarderPays};
use crate::game::score::{Fan, Share};

/// 哈尔滨: one treasure, and a dealer who pays after three drawn hands.
pub(super) struct Classic;

impl House for Classic {
    fn variant(&self) -> Variant {
        Variant::Harbin
    }

    fn n_treasures(&self) -> usize {
        1 // B21
    }

    fn way(&self, common: &Common, win: &WinFacts<'_>) -> Option<Way> {
        let legal = common.wait_set(win.hand, win.melds);
        let options = &common.options;
        let by_treasure = win.own_treasures.contains(&win.tile)
            && match win.how {
                WinHow::Draw | WinHow::KongDraw => true, // B23, B-K07
                // Only a treasure that equals a wait, and it counts as if it were drawn (B-Q14, B-K05).
                WinHow::Reveal => options.reveal_win && legal.contains(win.tile),
                _ => false,
            };
        // 摸宝 3, or 3 × 2 (B-Q12, B-K06); 宝中宝 12 either way.
        let points = if options.treasure_times_self_draw { 6 } else { 3 };
        let worth =
            TreasureWorth { in_treasure: (Fan::TreasureInTreasure, 12), plain: (Fan::Treasure, points) };
        let treasure = if by_treasure { common.by_treasure(win, legal, &worth) } else { None };
        treasure.or_else(|| common.by_wait(win, legal))
    }

    /// Section 3, B-K03, B-K04.
    fn charged(&self, common: &Common, win: &WinFacts<'_>, shares: [Share; 3]) -> Vec<Share> {
        let options = &common.options;
        // Whose share alone is paid, and who pays all that are.
        let (alone, payer) = match common.discarder(win) {
            Some(seat) if win.ting[seat] => match options.discard_payment {
                DiscardPayment::Reconcile => (None, None),
                DiscardPayment::DiscarderOnly => (Some(seat), None),
            },
            Some(seat) => match options.unready_discarder_pays {
                UnreadyDiscarderPays::Sum => (None, Some(seat)),
                UnreadyDiscarderPays::OwnOnly => (Some(seat), None),
            },
            None => (None, common.paying_konger(win)),
        };
        // 包庄: the dealer pays what the winner gets, unless he wins himself (B18, B-Q06).
        let payer = if win.liable && win.dealer != win.winner { Some(win.dealer) } else { payer };
        shares
            .into_iter()
            .filter(|share| alone.is_none_or(|seat| seat == share.debtor))
            .map(|share| Share { payer: payer.unwrap_or(share.debtor), ..share })
            .collect()
    }
}
