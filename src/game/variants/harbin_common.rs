//! What the two games of Harbin share: the finished hand, 卡当, and what a loser owes. The numbers in the comments are
//! those of docs/RULES.md.

use super::{Counts, Meld, Needs, Options, Refused, Seat, Tile, Waits, WinFacts, WinHow};
use crate::game::ruleset::{RobKongPays, StandingCombine};
use crate::game::score::{Fan, FanLine, FanValue, Share};
use crate::game::shape::{Parts, RUN, Reading, TRIPLET};
use crate::game::waits::{self, AllPungs, Judge, Openness, PureStraight, TerminalNeed, TileSet, WinShape};

/// Most melds of any kind: with a fourth the hand would be 手把一 (A20, A-K07, B15, B-K08).
pub(super) const MOST_MELDS: usize = 3;

/// How a win counts, before the payers are looked at.
pub(super) struct Way {
    /// The value of the win.
    pub(super) base: FanLine,
    /// 卡当 doubles it.
    pub(super) closed: bool,
}

/// What the treasure that was drawn is worth.
pub(super) struct TreasureWorth {
    /// 宝中宝: flat, for every payer.
    pub(super) in_treasure: (Fan, i32),
    /// Otherwise.
    pub(super) plain: (Fan, i32),
}

/// The common part of both games, under the options of a table.
pub(super) struct Common {
    pub(super) options: Options,
}

impl Common {
    /// Triplet and run, a terminal, two suits, an open meld, no 手把一, no seven pairs (A05–A20, B07–B15).
    pub(super) fn needs(&self) -> Needs {
        let terminal =
            if self.options.soft_terminal { TerminalNeed::HeldOrWinning } else { TerminalNeed::Held };
        Needs {
            sets: TRIPLET | RUN,
            terminal,
            openness: Openness::Needed,
            n_suits: 2,
            hand_one_melds: MOST_MELDS + 1,
            all_pungs: AllPungs::Ordinary,
            pure_straight: PureStraight::Ordinary,
            shape: WinShape::Sets,
        }
    }

    pub(super) fn waits(&self, hand: &Counts, melds: &[Meld]) -> Waits {
        waits::waits(&self.needs(), hand, melds)
    }

    pub(super) fn legal_waits(&self, hand: &Counts, melds: &[Meld]) -> TileSet {
        waits::legal_waits(&self.needs(), hand, melds)
    }

    pub(super) fn ting_discards(&self, hand: &Counts, melds: &[Meld]) -> Vec<(Tile, TileSet)> {
        waits::ting_discards(&self.needs(), hand, melds)
    }

    /// The readings of the hand with `tile` that break no rule.
    fn legal_readings(&self, hand: &Counts, melds: &[Meld], tile: Tile) -> Vec<Reading> {
        Judge::of(&self.needs(), Parts::of(hand), hand, melds).legal_readings(tile)
    }

    /// True if `tile` fills a gap in this reading that counts as 卡当 (A-Q09).
    fn fills_gap(&self, reading: &Reading, tile: Tile) -> bool {
        reading.is_middle(tile)
            || self.options.edge_wait_37 && reading.is_edge(tile)
            || self.options.pair_wait && reading.pair == tile
    }

    /// 卡当 on the wait `tile` (A46, A-K01, B25, B-K01).
    pub(super) fn is_closed_wait(&self, win: &WinFacts<'_>, legal: TileSet, tile: Tile) -> bool {
        if !legal.contains(tile) || self.options.closed_wait_single && legal.len() != 1 {
            return false;
        }
        let readings = self.legal_readings(win.hand, win.melds, tile);
        let mut fills = readings.iter().map(|reading| self.fills_gap(reading, tile));
        if self.options.closed_wait_all_readings { fills.all(|fits| fits) } else { fills.any(|fits| fits) }
    }

    /// A treasure that stands for a wait of the hand; `None` if there is no legal wait.
    pub(super) fn by_treasure(
        &self,
        win: &WinFacts<'_>,
        legal: TileSet,
        worth: &TreasureWorth,
    ) -> Option<Way> {
        if legal.is_empty() {
            return None;
        }
        if self.is_closed_wait(win, legal, win.tile) {
            let (fan, flat) = worth.in_treasure;
            return Some(Way { base: FanLine { fan, value: FanValue::Flat(flat) }, closed: false });
        }
        // It stands for any wait, so it takes 卡当 of whichever wait has it (A-K02, B-K02).
        let closed = legal.iter().any(|tile| self.is_closed_wait(win, legal, tile));
        let (fan, points) = worth.plain;
        Some(Way { base: FanLine { fan, value: FanValue::Points(points) }, closed })
    }

    /// The tile itself is a legal wait (A39, A40, A50, B27, B30).
    pub(super) fn by_wait(&self, win: &WinFacts<'_>, legal: TileSet) -> Option<Way> {
        if !legal.contains(win.tile) {
            return None;
        }
        let (fan, points) = match win.how {
            WinHow::Discard { .. } => (Fan::Plain, 1),
            WinHow::RobKong { .. } if self.options.rob_kong == RobKongPays::Discarder => (Fan::RobKong, 1),
            WinHow::RobKong { .. } => (Fan::RobKong, 2),
            WinHow::Draw => (Fan::SelfDraw, 2),
            WinHow::KongDraw => (Fan::KongDraw, 2),
            WinHow::Reveal | WinHow::Heavenly | WinHow::FourAtDeal => return None,
        };
        let closed = self.is_closed_wait(win, legal, win.tile);
        Some(Way { base: FanLine { fan, value: FanValue::Points(points) }, closed })
    }

    /// Only a ting seat wins, and nothing wins at the deal (A21, A22, B20).
    pub(super) fn may_win(win: &WinFacts<'_>) -> bool {
        win.ting[win.winner] && !matches!(win.how, WinHow::Heavenly | WinHow::FourAtDeal)
    }

    /// Why a tile that ends nothing does not: a treasure that matches no wait has no rule to name.
    pub(super) fn refusal(&self, win: &WinFacts<'_>) -> Refused {
        match win.how {
            WinHow::Reveal => Refused::NotAWait,
            _ => Refused::of(self.waits(win.hand, win.melds), win.tile),
        }
    }

    /// The fans of the winning hand.
    pub(super) fn fans(way: &Way) -> Vec<FanLine> {
        std::iter::once(way.base).chain(way.closed.then_some(CLOSED_WAIT)).collect()
    }

    /// What `debtor` owes: each step of section 3, in its order.
    fn steps(&self, win: &WinFacts<'_>, way: &Way, debtor: Seat) -> Vec<FanLine> {
        let mut steps = vec![way.base];
        // 宝中宝 is flat: nothing but the dealer's doubling changes it (A-K03).
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

    /// The three shares, each paid by its debtor.
    pub(super) fn own_shares(&self, win: &WinFacts<'_>, way: &Way) -> [Share; 3] {
        win.winner.others().map(|debtor| {
            let steps = self.steps(win, way, debtor);
            let points = FanValue::total(&steps);
            Share { debtor, payer: debtor, steps, points }
        })
    }

    /// Who gave the winning tile, where the win counts as one on a discard (A-K04).
    pub(super) fn discarder(&self, win: &WinFacts<'_>) -> Option<Seat> {
        match win.how {
            WinHow::Discard { from } => Some(from),
            WinHow::RobKong { from } if self.options.rob_kong == RobKongPays::Discarder => Some(from),
            _ => None,
        }
    }

    /// 出冲: who did so without being ting (A41, B27, B28).
    pub(super) fn unready_discarder(&self, win: &WinFacts<'_>) -> Option<Seat> {
        self.discarder(win).filter(|&seat| !win.ting[seat])
    }

    /// The robbed seat, if it pays the shares of a self-draw (A-K04, A-X07).
    pub(super) fn paying_konger(&self, win: &WinFacts<'_>) -> Option<Seat> {
        match win.how {
            WinHow::RobKong { from } if self.options.rob_kong == RobKongPays::KongerPays => Some(from),
            _ => None,
        }
    }

    /// The sets of the legal reading that pays best.
    pub(super) fn winning_sets(&self, hand: &Counts, melds: &[Meld], tile: Tile) -> Vec<Vec<Tile>> {
        let readings = self.legal_readings(hand, melds, tile);
        let best = readings.iter().find(|reading| self.fills_gap(reading, tile)).or(readings.first());
        best.map_or_else(Vec::new, Reading::tiles)
    }
}

const CLOSED_WAIT: FanLine = FanLine { fan: Fan::ClosedWait, value: FanValue::Factor(2) };

/// What both games answer alike.
macro_rules! common_rules {
    () => {
        fn options(&self) -> &Options {
            &self.common.options
        }

        fn kinds(&self) -> &'static [Tile] {
            &super::KINDS_112
        }

        fn most_melds(&self) -> usize {
            super::harbin_common::MOST_MELDS
        }

        fn needs(&self) -> Needs {
            self.common.needs()
        }

        fn waits(&self, hand: &Counts, melds: &[Meld]) -> Waits {
            self.common.waits(hand, melds)
        }

        fn wait_set(&self, hand: &Counts, melds: &[Meld]) -> TileSet {
            self.common.legal_waits(hand, melds)
        }

        fn ting_discards(&self, hand: &Counts, melds: &[Meld]) -> Vec<(Tile, TileSet)> {
            self.common.ting_discards(hand, melds)
        }

        fn is_win(&self, win: &WinFacts<'_>) -> bool {
            Common::may_win(win) && self.way(win).is_some()
        }

        fn winning_sets(&self, hand: &Counts, melds: &[Meld], tile: Tile) -> Vec<Vec<Tile>> {
            self.common.winning_sets(hand, melds, tile)
        }
    };
}

pub(super) use common_rules;
