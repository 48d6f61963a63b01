//! What the two games of Harbin share: the finished hand, 卡当, and what a loser owes. The numbers in the comments are
//! those of docs/RULES.md.

use super::{
    Counts, KINDS_112, Meld, Needs, Options, Refused, Rules, Seat, Settlement, Tile, Variant, Waits,
    WinFacts, WinHow,
};
use crate::game::ruleset::{RobKongPays, StandingCombine};
use crate::game::score::{Fan, FanLine, FanValue, Share};
use crate::game::shape::{Parts, RUN, Reading, TRIPLET};
use crate::game::waits::{self, AllPungs, Judge, Openness, PureStraight, TerminalNeed, TileSet, WinShape};

/// Most melds of any kind: with a fourth the hand would be 手把一 (A20, A-K07, B15, B-K08).
const MOST_MELDS: usize = 3;

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

/// What differs between the two games.
pub(super) trait House: Send + Sync {
    /// Which game.
    fn variant(&self) -> Variant;

    /// Treasures that are taken from the wall.
    fn n_treasures(&self) -> usize;

    /// The best-paying way a win is counted (section 3, S-K4); `None` if the tile ends nothing.
    fn way(&self, common: &Common, win: &WinFacts<'_>) -> Option<Way>;

    /// Which of these shares are paid, and by whom.
    fn charged(&self, common: &Common, win: &WinFacts<'_>, shares: [Share; 3]) -> Vec<Share>;
}

/// A game of Harbin under the options of a table.
pub(super) struct Harbin<H> {
    house: H,
    common: Common,
}

impl<H: House> Harbin<H> {
    pub(super) fn new(house: H, options: Options) -> Harbin<H> {
        Harbin { house, common: Common { options } }
    }
}

/// The common part of both games, under the options of a table.
pub(super) struct Common {
    pub(super) options: Options,
}

impl Common {
    /// Triplet and run, a terminal, two suits, an open meld, no 手把一, no seven pairs (A05–A20, B07–B15).
    fn needs(&self) -> Needs {
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
            min_fan: 0,
        }
    }

    pub(super) fn wait_set(&self, hand: &Counts, melds: &[Meld]) -> TileSet {
        waits::legal_waits(&self.needs(), hand, melds)
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
    fn is_closed_wait(&self, win: &WinFacts<'_>, legal: TileSet, tile: Tile) -> bool {
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
    fn own_shares(&self, win: &WinFacts<'_>, way: &Way) -> [Share; 3] {
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
}

const CLOSED_WAIT: FanLine = FanLine { fan: Fan::ClosedWait, value: FanValue::Factor(2) };

impl<H: House> Rules for Harbin<H> {
    fn variant(&self) -> Variant {
        self.house.variant()
    }

    fn options(&self) -> &Options {
        &self.common.options
    }

    fn kinds(&self) -> &'static [Tile] {
        &KINDS_112 // A01, B06
    }

    fn n_treasures(&self) -> usize {
        self.house.n_treasures()
    }

    fn most_melds(&self) -> usize {
        MOST_MELDS
    }

    fn needs(&self) -> Needs {
        self.common.needs()
    }

    fn waits(&self, hand: &Counts, melds: &[Meld]) -> Waits {
        waits::waits(&self.needs(), hand, melds)
    }

    fn wait_set(&self, hand: &Counts, melds: &[Meld]) -> TileSet {
        self.common.wait_set(hand, melds)
    }

    fn ting_discards(&self, hand: &Counts, melds: &[Meld]) -> Vec<(Tile, TileSet)> {
        waits::ting_discards(&self.needs(), hand, melds)
    }

    fn settle(&self, win: &WinFacts<'_>) -> Result<Settlement, Refused> {
        if !may_win(win) {
            return Err(Refused::NotTing);
        }
        let way = self.house.way(&self.common, win).ok_or_else(|| match win.how {
            WinHow::Reveal => Refused::NotAWait,
            _ => Refused::of(self.waits(win.hand, win.melds), win.tile),
        })?;
        let shares = self.house.charged(&self.common, win, self.common.own_shares(win, &way));
        let fans = std::iter::once(way.base).chain(way.closed.then_some(CLOSED_WAIT)).collect();
        Ok(Settlement::won(win.winner, fans, shares))
    }

    fn is_win(&self, win: &WinFacts<'_>) -> bool {
        may_win(win) && self.house.way(&self.common, win).is_some()
    }

    fn winning_sets(&self, win: &WinFacts<'_>, tile: Tile) -> Vec<Vec<Tile>> {
        let readings = self.common.legal_readings(win.hand, win.melds, tile);
        let best = readings.iter().find(|reading| self.common.fills_gap(reading, tile)).or(readings.first());
        best.map_or_else(Vec::new, Reading::tiles)
    }
}

/// Only a ting seat wins, and nothing wins at the deal (A21, A22, B20).
fn may_win(win: &WinFacts<'_>) -> bool {
    win.ting[win.winner] && !matches!(win.how, WinHow::Heavenly | WinHow::FourAtDeal)
}
