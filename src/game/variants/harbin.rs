//! 哈尔滨 (ruleset B): the numbers in the comments are those of docs/RULES.md.

use super::harbin_common::{Common, TreasureWorth, Way, common_rules};
use super::{
    Counts, Meld, Needs, Options, Refused, Rules, Settlement, Tile, Variant, Waits, WinFacts, WinHow,
};
use crate::game::ruleset::{DiscardPayment, UnreadyDiscarderPays};
use crate::game::score::{Fan, Share};
use crate::game::waits::TileSet;

/// 哈尔滨 with its options.
pub(super) struct Harbin {
    common: Common,
}

impl Harbin {
    pub(super) fn new(options: Options) -> Harbin {
        Harbin { common: Common { options } }
    }

    /// The best-paying way a win is counted (section 3, S-K4); `None` if the tile ends nothing.
    fn way(&self, win: &WinFacts<'_>) -> Option<Way> {
        let legal = self.common.legal_waits(win.hand, win.melds);
        let options = &self.common.options;
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
        let treasure = if by_treasure { self.common.by_treasure(win, legal, &worth) } else { None };
        treasure.or_else(|| self.common.by_wait(win, legal))
    }

    /// Which shares are paid, and by whom (section 3, B-K03, B-K04).
    fn charged(&self, win: &WinFacts<'_>, shares: [Share; 3]) -> Vec<Share> {
        let options = &self.common.options;
        let own_only = |discarder| (shares_of(&shares, discarder), None);
        let (mut charged, payer) = match (self.common.paying_konger(win), self.common.discarder(win)) {
            (Some(konger), _) => (shares.to_vec(), Some(konger)),
            (None, Some(discarder)) if win.ting[discarder] => match options.discard_payment {
                DiscardPayment::Reconcile => (shares.to_vec(), None),
                DiscardPayment::DiscarderOnly => own_only(discarder),
            },
            (None, Some(discarder)) => match options.unready_discarder_pays {
                UnreadyDiscarderPays::Sum => (shares.to_vec(), Some(discarder)),
                UnreadyDiscarderPays::OwnOnly => own_only(discarder),
            },
            (None, None) => (shares.to_vec(), None),
        };
        // 包庄: the dealer pays what the winner gets, unless he wins himself (B18, B-Q06).
        let payer = if win.liable && win.dealer != win.winner { Some(win.dealer) } else { payer };
        for share in &mut charged {
            share.payer = payer.unwrap_or(share.debtor);
        }
        charged
    }
}

/// The share that this seat owes.
fn shares_of(shares: &[Share], debtor: super::Seat) -> Vec<Share> {
    shares.iter().filter(|share| share.debtor == debtor).cloned().collect()
}

impl Rules for Harbin {
    common_rules!();

    fn variant(&self) -> Variant {
        Variant::Harbin
    }

    fn n_treasures(&self) -> usize {
        1 // B21
    }

    fn settle(&self, win: &WinFacts<'_>) -> Result<Settlement, Refused> {
        if !Common::may_win(win) {
            return Err(Refused::NotTing);
        }
        let Some(way) = self.way(win) else { return Err(self.common.refusal(win)) };
        let shares = self.charged(win, self.common.own_shares(win, &way));
        Ok(Settlement::won(win.winner, Common::fans(&way), shares))
    }
}
