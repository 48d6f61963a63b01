//! 新哈尔滨 (ruleset A): the numbers in the comments are those of docs/RULES.md.

use super::{
    Counts, KINDS_112, Meld, Needs, Options, Refused, Rules, Seat, Settlement, Tile, Variant, Waits,
    WinFacts, WinHow,
};
use crate::game::ruleset::{RobKongPays, StandingCombine};
use crate::game::score::{Fan, FanLine, FanValue, Share};
use crate::game::shape::{RUN, Reading, TRIPLET, readings};
use crate::game::waits::{self, Held, Openness, TerminalNeed, TileSet};

/// 新哈尔滨 with its options.
pub(super) struct HarbinNew {
    options: Options,
}

impl HarbinNew {
    pub(super) fn new(options: Options) -> HarbinNew {
        HarbinNew { options }
    }

    /// The readings of the hand with `tile` that break no rule.
    fn legal_readings(&self, hand: &Counts, melds: &[Meld], tile: Tile) -> Vec<Reading> {
        let (needs, held) = (self.needs(), Held::of(hand, melds));
        let mut all = *hand;
        all.add(tile);
        if !held.permits(&needs, tile) {
            return Vec::new();
        }
        let legal = |reading: &Reading| needs.sets & !(reading.flags() | held.flags) == 0;
        readings(&all).into_iter().filter(legal).collect()
    }

    /// True if `tile` fills a gap in this reading that counts as 卡当 (A-Q09).
    fn fills_gap(&self, reading: &Reading, tile: Tile) -> bool {
        reading.is_middle(tile)
            || self.options.edge_wait_37 && reading.is_edge(tile)
            || self.options.pair_wait && reading.pair == tile
    }

    /// 卡当 on the wait `tile` (A46, A-K01).
    fn is_closed_wait(&self, hand: &Counts, melds: &[Meld], legal: TileSet, tile: Tile) -> bool {
        if !legal.contains(tile) || self.options.closed_wait_single && legal.len() != 1 {
            return false;
        }
        let readings = self.legal_readings(hand, melds, tile);
        let mut fills = readings.iter().map(|reading| self.fills_gap(reading, tile));
        if self.options.closed_wait_all_readings { fills.all(|fits| fits) } else { fills.any(|fits| fits) }
    }

    /// The best-paying way a win is counted (section 3, S-K4); `None` if the tile ends nothing.
    fn way(&self, win: &WinFacts<'_>) -> Option<Way> {
        let legal = self.wait_set(win.hand, win.melds);
        let closed_on = |tile| self.is_closed_wait(win.hand, win.melds, legal, tile);
        let self_drawn = matches!(win.how, WinHow::Draw | WinHow::KongDraw);
        // Own and foreign treasure of one kind is 大宝 (A-Q03).
        let treasure = if win.own_treasures.contains(&win.tile) {
            Some((Fan::OwnTreasureInTreasure, 16, Fan::OwnTreasure, 4))
        } else if win.other_treasures.contains(&win.tile) {
            Some((Fan::OtherTreasureInTreasure, 8, Fan::OtherTreasure, 2))
        } else {
            None
        };
        match treasure {
            Some((fan, flat, plain_fan, points)) if self_drawn && !legal.is_empty() => {
                if closed_on(win.tile) {
                    return Some(Way { base: FanLine { fan, value: FanValue::Flat(flat) }, closed: false });
                }
                // The treasure stands for any wait, so it takes 卡当 of whichever wait has it (A-K02).
                let closed = legal.iter().any(closed_on);
                Some(Way { base: FanLine { fan: plain_fan, value: FanValue::Points(points) }, closed })
            }
            _ if legal.contains(win.tile) => {
                let (fan, points) = match win.how {
                    WinHow::Discard { .. } => (Fan::Plain, 1),
                    WinHow::RobKong { .. } if self.options.rob_kong == RobKongPays::Discarder => {
                        (Fan::RobKong, 1)
                    }
                    WinHow::RobKong { .. } => (Fan::RobKong, 2),
                    WinHow::Draw => (Fan::SelfDraw, 2),
                    WinHow::KongDraw => (Fan::KongDraw, 2),
                };
                Some(Way {
                    base: FanLine { fan, value: FanValue::Points(points) },
                    closed: closed_on(win.tile),
                })
            }
            _ => None,
        }
    }

    /// What `debtor` owes: each step of section 3, in its order.
    fn steps(&self, win: &WinFacts<'_>, way: &Way, debtor: Seat) -> Vec<FanLine> {
        let mut steps = vec![way.base];
        if !matches!(way.base.value, FanValue::Flat(_)) {
            if self.unready_discarder(win) == Some(debtor) {
                steps.push(FanLine { fan: Fan::UnreadyDiscarder, value: FanValue::AtLeast(3) });
            }
            if win.standing[debtor] {
                let value = match self.options.standing_combine {
                    StandingCombine::Max => FanValue::AtLeast(3),
                    StandingCombine::Multiply => FanValue::Factor(3),
                };
                steps.push(FanLine { fan: Fan::Standing, value });
            }
            if way.closed {
                steps.push(CLOSED_WAIT);
            }
        }
        if self.options.dealer_double && (win.dealer == win.winner || win.dealer == debtor) {
            steps.push(FanLine { fan: Fan::DealerDouble, value: FanValue::Factor(2) });
        }
        steps
    }

    /// 出冲: who fed the win without being ting, where the win counts as a discard (A41, A-K04).
    fn unready_discarder(&self, win: &WinFacts<'_>) -> Option<Seat> {
        let discarder = match win.how {
            WinHow::Discard { from } => Some(from),
            WinHow::RobKong { from } if self.options.rob_kong == RobKongPays::Discarder => Some(from),
            _ => None,
        };
        discarder.filter(|&seat| !win.ting[seat])
    }

    /// The seat that pays all three shares, if one does (A51, A-K04).
    fn pays_for_all(&self, win: &WinFacts<'_>) -> Option<Seat> {
        match win.how {
            WinHow::RobKong { from } if self.options.rob_kong == RobKongPays::KongerPays => Some(from),
            _ => self.unready_discarder(win),
        }
    }
}

/// How a win counts, before the payers are looked at.
struct Way {
    base: FanLine,
    closed: bool,
}

const CLOSED_WAIT: FanLine = FanLine { fan: Fan::ClosedWait, value: FanValue::Factor(2) };

impl Rules for HarbinNew {
    fn variant(&self) -> Variant {
        Variant::HarbinNew
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn kinds(&self) -> &'static [Tile] {
        &KINDS_112
    }

    fn n_treasures(&self) -> usize {
        4
    }

    fn most_melds(&self) -> usize {
        3
    }

    fn needs(&self) -> Needs {
        let terminal =
            if self.options.soft_terminal { TerminalNeed::HeldOrWinning } else { TerminalNeed::Held };
        Needs { sets: TRIPLET | RUN, terminal, hand_one_melds: self.most_melds() + 1 }
    }

    fn waits(&self, hand: &Counts, melds: &[Meld]) -> Waits {
        waits::waits(&self.needs(), hand, melds)
    }

    fn wait_set(&self, hand: &Counts, melds: &[Meld]) -> TileSet {
        waits::legal_waits(&self.needs(), hand, melds, Openness::Needed)
    }

    fn ting_discards(&self, hand: &Counts, melds: &[Meld]) -> Vec<(Tile, TileSet)> {
        waits::ting_discards(&self.needs(), hand, melds, Openness::Needed)
    }

    fn settle(&self, win: &WinFacts<'_>) -> Result<Settlement, Refused> {
        if !win.ting[win.winner] {
            return Err(Refused::NotTing);
        }
        let Some(way) = self.way(win) else {
            let blocked = self.waits(win.hand, win.melds).blocked;
            let reasons =
                blocked.into_iter().find_map(|(tile, reasons)| (tile == win.tile).then_some(reasons));
            return Err(reasons.map_or(Refused::NotAWait, Refused::Broken));
        };
        let payer = self.pays_for_all(win);
        let shares = win.winner.others().into_iter().map(|debtor| {
            let steps = self.steps(win, &way, debtor);
            let points = FanValue::total(&steps);
            Share { debtor, payer: payer.unwrap_or(debtor), steps, points }
        });
        let fans = std::iter::once(way.base).chain(way.closed.then_some(CLOSED_WAIT)).collect();
        Ok(Settlement::won(win.winner, fans, shares.collect()))
    }

    fn is_win(&self, win: &WinFacts<'_>) -> bool {
        win.ting[win.winner] && self.way(win).is_some()
    }

    fn winning_sets(&self, hand: &Counts, melds: &[Meld], tile: Tile) -> Vec<Vec<Tile>> {
        let readings = self.legal_readings(hand, melds, tile);
        let best = readings.iter().find(|reading| self.fills_gap(reading, tile)).or(readings.first());
        best.map_or_else(Vec::new, |reading| {
            let sets = reading.sets.iter().map(|set| set.tiles().to_vec());
            sets.chain(std::iter::once(vec![reading.pair; 2])).collect()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::BySeat;
    use super::*;
    use crate::game::ruleset::OptionValue;
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
        };
        HarbinNew::new(options).settle(&facts).unwrap()
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
