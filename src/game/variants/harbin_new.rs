//! 新哈尔滨 (ruleset A): what it has of its own. The numbers in the comments are those of docs/RULES.md.

use super::harbin_common::{Common, House, TreasureWorth, Way};
use super::{Variant, WinFacts, WinHow};
use crate::game::score::{Fan, Share};

/// 新哈尔滨: four treasures, flipped one by one.
pub(super) struct New;

/// 大宝: flipped by the winner (A43, A48).
const OWN_TREASURE: TreasureWorth =
    TreasureWorth { in_treasure: (Fan::OwnTreasureInTreasure, 16), plain: (Fan::OwnTreasure, 4) };

/// 小宝: flipped by another (A44, A48).
const OTHER_TREASURE: TreasureWorth =
    TreasureWorth { in_treasure: (Fan::OtherTreasureInTreasure, 8), plain: (Fan::OtherTreasure, 2) };

impl House for New {
    fn variant(&self) -> Variant {
        Variant::HarbinNew
    }

    fn n_treasures(&self) -> usize {
        4 // A03
    }

    fn way(&self, common: &Common, win: &WinFacts<'_>) -> Option<Way> {
        let legal = common.wait_set(win.hand, win.melds);
        let self_drawn = matches!(win.how, WinHow::Draw | WinHow::KongDraw);
        // Own and foreign treasure of one kind is 大宝 (A-Q03).
        let worth = if win.own_treasures.contains(&win.tile) {
            Some(OWN_TREASURE)
        } else if win.other_treasures.contains(&win.tile) {
            Some(OTHER_TREASURE)
        } else {
            None
        };
        let by_treasure = worth.filter(|_| self_drawn);
        by_treasure
            .and_then(|worth| common.by_treasure(win, legal, &worth))
            .or_else(|| common.by_wait(win, legal))
    }

    /// 出冲 and a paying konger pay for all (A51, A-K04); else everybody pays his own (A52, A53).
    fn charged(&self, common: &Common, win: &WinFacts<'_>, shares: [Share; 3]) -> Vec<Share> {
        let pays_for_all = common.paying_konger(win).or(common.unready_discarder(win));
        shares
            .into_iter()
            .map(|share| Share { payer: pays_for_all.unwrap_or(share.debtor), ..share })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::harbin_common::Harbin;
    use super::super::{BySeat, Counts, Meld, Options, Rules, Seat, Settlement};
    use super::*;
    use crate::game::ruleset::OptionValue;
    use crate::game::score::FanValue;
    use crate::game::tile::parse_tiles;

    /// `[111p] [456s] + 46m 55p 678s`, which waits on 5m alone: 卡当. South discards it, North stands.
    fn settle(options: Options, ting: [bool; 4]) -> Settlement {
        let hand: Counts = parse_tiles("46m55p678s").unwrap().into_iter().collect();
        let melds: Vec<Meld> = ["[111p]", "[456s]"].map(|meld| meld.parse().unwrap()).to_vec();
        let facts = WinFacts {
            dealer: Seat::East,
            winner: Seat::East,
            hand: &hand,
            melds: &melds,
            tile: crate::t!("5m"),
            how: WinHow::Discard { from: Seat::South },
            own_treasures: &[],
            other_treasures: &[],
            ting: BySeat(ting),
            standing: BySeat([false, true, false, true]),
            ..WinFacts::of_hand(&hand, &melds)
        };
        Harbin::new(New, options).settle(&facts).unwrap()
    }

    #[test]
    fn the_steps_of_a_share_are_the_arithmetic_in_its_order() {
        let mut options = Options::of(Variant::HarbinNew);
        options.set(Variant::HarbinNew, "dealer_double", &OptionValue::Bool(true)).unwrap();
        let settlement = settle(options, [true, false, true, true]);
        let south = settlement.shares.iter().find(|share| share.debtor == Seat::South).unwrap();
        let steps: Vec<(Fan, FanValue)> = south.steps.iter().map(|step| (step.fan, step.value)).collect();
        assert_eq!(
            steps,
            [
                (Fan::Plain, FanValue::Points(1)),
                (Fan::UnreadyDiscarder, FanValue::AtLeast(3)),
                (Fan::Standing, FanValue::AtLeast(3)),
                (Fan::ClosedWait, FanValue::Factor(2)),
                (Fan::DealerDouble, FanValue::Factor(2)),
            ]
        );
        assert_eq!(south.points, 12);
        assert!(settlement.shares.iter().all(|share| share.payer == Seat::South));
    }

    #[test]
    fn a_ting_discarder_pays_his_own_share_only() {
        let settlement = settle(Options::of(Variant::HarbinNew), [true, true, false, false]);
        // South and North stand: 3 × 2 each; West 1 × 2.
        assert_eq!(settlement.payments, BySeat([14, -6, -2, -6]));
        assert!(settlement.shares.iter().all(|share| share.payer == share.debtor));
    }
}
