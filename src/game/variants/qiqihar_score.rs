//! What a finished hand is worth in the two games of Qiqihar, and what each loser owes (qiqihar section 3). The numbers
//! in the comments are those of docs/RULES.md.

use super::qiqihar_common::Met;
use super::{Options, Seat, Tile, WinFacts, WinHow};
use crate::game::ruleset::{DiscardFactorScope, RobKongPays, RunPointsSettle};
use crate::game::score::{Fan, FanLine, FanValue, Share};
use crate::game::shape::{RUN, Reading, Set};
use crate::game::waits::{Held, TileSet};

/// One way to split the finished hand.
#[derive(Clone, Copy)]
pub(super) enum Split<'a> {
    /// Four sets and a pair.
    Sets(&'a Reading),
    /// Seven pairs.
    Pairs,
}

/// What a reading is: of these each win has one (C35–C38, C-Q07).
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Pattern {
    /// 平胡.
    Plain,
    /// 夹胡.
    Closed,
    /// 飘胡.
    AllPungs,
    /// 飘胡 on 单吊夹, with `all_pungs_closed_wait` (C-K02).
    ClosedAllPungs,
    /// 七小对.
    SevenPairs,
}

impl Pattern {
    /// What it multiplies by.
    pub(super) fn factor(self) -> i32 {
        match self {
            Pattern::Plain => 1,
            Pattern::Closed => 2,
            Pattern::AllPungs => 4,
            Pattern::ClosedAllPungs | Pattern::SevenPairs => 8,
        }
    }

    fn fans(self) -> &'static [FanLine] {
        const CLOSED: FanLine = times(Fan::ClosedWait, 2);
        const ALL_PUNGS: FanLine = times(Fan::AllPungs, 4);
        const SEVEN_PAIRS: FanLine = times(Fan::SevenPairs, 8);
        match self {
            Pattern::Plain => &[],
            Pattern::Closed => &[CLOSED],
            Pattern::AllPungs => &[ALL_PUNGS],
            Pattern::ClosedAllPungs => &[ALL_PUNGS, CLOSED],
            Pattern::SevenPairs => &[SEVEN_PAIRS],
        }
    }
}

const fn times(fan: Fan, factor: i32) -> FanLine {
    FanLine { fan, value: FanValue::Factor(factor) }
}

/// The pattern of a reading that is finished by `wait`, one of the `legal` waits (C-K01, C-K02).
pub(super) fn pattern_of(
    options: &Options,
    held: &Held,
    legal: TileSet,
    wait: Tile,
    split: Split<'_>,
) -> Pattern {
    let Split::Sets(reading) = split else { return Pattern::SevenPairs };
    let may_be_closed = !options.closed_wait_single || legal.len() == 1;
    let is_pair_wait =
        options.pair_wait && reading.pair == wait && (!options.pair_wait_single || legal.len() == 1);
    if (reading.flags() | held.flags) & RUN == 0 {
        let closed = options.all_pungs_closed_wait && may_be_closed && is_pair_wait;
        return if closed { Pattern::ClosedAllPungs } else { Pattern::AllPungs };
    }
    // 缺幺胡幺: the wait supplies the only 1 or 9.
    let supplies_terminal = options.soft_terminal && !held.has_terminal() && wait.is_terminal();
    let fills = reading.is_middle(wait)
        || options.edge_wait_37 && reading.is_edge(wait)
        || is_pair_wait
        || supplies_terminal;
    if may_be_closed && fills { Pattern::Closed } else { Pattern::Plain }
}

/// A win read in one way.
pub(super) struct Scored<'a> {
    pub(super) options: &'a Options,
    pub(super) win: &'a WinFacts<'a>,
    /// The tiles before the win.
    pub(super) held: &'a Held,
    pub(super) legal: TileSet,
    /// How the wait was met.
    pub(super) met: Met,
    /// The wait that the reading is finished by.
    pub(super) wait: Tile,
    pub(super) split: Split<'a>,
}

impl Scored<'_> {
    /// 天胡 has no 夹, since it waited on nothing (C-K08, D-K04).
    pub(super) fn pattern(&self) -> Pattern {
        match pattern_of(self.options, self.held, self.legal, self.wait, self.split) {
            Pattern::Closed if self.win.how == WinHow::Heavenly => Pattern::Plain,
            Pattern::ClosedAllPungs if self.win.how == WinHow::Heavenly => Pattern::AllPungs,
            pattern => pattern,
        }
    }

    /// True if the wait is the pair of the reading: one of seven, or the only one.
    pub(super) fn waits_on_pair(&self) -> bool {
        match self.split {
            Split::Sets(reading) => reading.pair == self.wait,
            Split::Pairs => true,
        }
    }

    /// The fans, in the order of section 3; `drawn_in_treasure` says whether a drawn treasure is 宝中宝.
    pub(super) fn fans(&self, drawn_in_treasure: bool) -> Vec<FanLine> {
        let (options, win) = (self.options, self.win);
        let mut fans = vec![FanLine { fan: Fan::Base, value: FanValue::Points(1) }]; // C-Q01
        fans.extend(self.pattern().fans());
        let is_pairs = matches!(self.split, Split::Pairs);
        let sticky = FanLine { fan: Fan::StickyTing, value: FanValue::Divisor(2) };
        let heavenly_factor = i32::try_from(options.heavenly_factor).unwrap_or(i32::MAX);
        let in_treasure = match self.met {
            Met::Wait => false,
            Met::Treasure => drawn_in_treasure,
            Met::Reveal => self.reveals_in_treasure(),
            Met::RedReveal => true,
        };
        // 纯中纯 wants the treasure itself as the wait, 红中 included (C43, C-K03).
        let pure = options.pure_in_pure && in_treasure && win.own_treasures.contains(&self.wait);
        let items = [
            (options.pure_straight && self.has_straight(), times(Fan::PureStraight, 2)),
            (options.full_flush && self.is_full_flush(), times(Fan::FullFlush, 2)), // C-K06
            (options.red_doubles && self.held.own.of(Tile::RED) > 0, times(Fan::RedDoubles, 2)), // C-K05
            (options.sticky_ting_half && win.pinned && is_pairs, sticky),
            (self.is_self_drawn(), times(Fan::SelfDraw, 2)),
            (self.met == Met::Treasure, times(Fan::Treasure, 2)),
            (matches!(self.met, Met::Reveal | Met::RedReveal), times(Fan::Reveal, 2)),
            (win.how == WinHow::KongDraw, times(Fan::KongDraw, 2)), // C-Q12
            (win.how == WinHow::Heavenly, times(Fan::Heavenly, heavenly_factor)), // C-Q16
            (in_treasure, times(Fan::TreasureInTreasure, 2)),
            (pure, times(Fan::PureInPure, 2)),
        ];
        fans.extend(items.into_iter().filter_map(|(holds, fan)| holds.then_some(fan)));
        fans
    }

    /// 自摸 × 2: every win without a discarder (C39, C-Q08, C-K13, C-K16).
    fn is_self_drawn(&self) -> bool {
        match self.win.how {
            WinHow::Reveal => self.options.reveal_is_self_draw,
            _ => giver(self.options, self.win).is_none(),
        }
    }

    /// 宝中宝 by a reveal: 夹, 飘 or 七对, or with the option a pair made a triplet (C12, C22, C-K03, D-K02).
    fn reveals_in_treasure(&self) -> bool {
        let dual_pair = |reading: &Reading| reading.sets.contains(&Set::Triplet(self.wait));
        self.pattern() != Pattern::Plain
            || self.options.dual_pair_treasure
                && matches!(self.split, Split::Sets(reading) if dual_pair(reading))
    }

    fn has_straight(&self) -> bool {
        matches!(self.split, Split::Sets(reading) if reading.has_straight(self.win.melds))
    }

    fn is_full_flush(&self) -> bool {
        let suits = self.held.suits() | self.wait.suit().map_or(0, |suit| 1 << suit as u8);
        suits.count_ones() == 1
    }
}

/// The fans that pay more; the first ones if both pay the same.
pub(super) fn best_score(best: Option<Vec<FanLine>>, fans: Vec<FanLine>) -> Option<Vec<FanLine>> {
    match best {
        Some(best) if FanValue::total(&best) >= FanValue::total(&fans) => Some(best),
        _ => Some(fans),
    }
}

/// Who gave the winning tile, where the win counts as one on a discard (C14, C-K16, D-K07).
fn giver(options: &Options, win: &WinFacts<'_>) -> Option<Seat> {
    match win.how {
        WinHow::Discard { from } => Some(from),
        WinHow::RobKong { from } if options.rob_kong == RobKongPays::Discarder => Some(from),
        _ => None,
    }
}

/// The shares of a win with these fans, and who pays them.
pub(super) fn shares(options: &Options, win: &WinFacts<'_>, fans: &[FanLine]) -> [Share; 3] {
    // 点黑炮: he pays all three; a giver who is ting pays his own, as everybody (C16, D26).
    let black = giver(options, win).filter(|&seat| !win.ting[seat]);
    win.winner.others().map(|debtor| {
        let mut steps = fans.to_vec();
        if options.dealer_double && (win.dealer == win.winner || win.dealer == debtor) {
            steps.push(times(Fan::DealerDouble, 2)); // C42, C-Q04
        }
        let all_shares = options.discard_factor_scope == DiscardFactorScope::AllShares;
        if black.is_some_and(|seat| seat == debtor || all_shares) {
            steps.push(times(Fan::DealIn, 4)); // C41, C-Q03, C-K12
        }
        share(options, win, debtor, black, steps)
    })
}

/// 开牌炸: 16 to the dealer from each; to another 8, and `four_at_deal_dealer_pays` from the dealer (C46, C-K09).
pub(super) fn dealt_four_shares(options: &Options, win: &WinFacts<'_>) -> [Share; 3] {
    win.winner.others().map(|debtor| {
        let points = match debtor {
            _ if win.winner == win.dealer => 16,
            _ if debtor == win.dealer => i32::try_from(options.four_at_deal_dealer_pays).unwrap_or(16),
            _ => 8,
        };
        let steps = vec![FanLine { fan: Fan::FourAtDeal, value: FanValue::Points(points) }];
        share(options, win, debtor, None, steps)
    })
}

/// A share after its limit and with the 跑分 (C-K10, C-K11).
fn share(
    options: &Options,
    win: &WinFacts<'_>,
    debtor: Seat,
    pays_for_all: Option<Seat>,
    mut steps: Vec<FanLine>,
) -> Share {
    if options.cap > 0 {
        let most = i32::try_from(options.cap).unwrap_or(i32::MAX);
        steps.push(FanLine { fan: Fan::Cap, value: FanValue::AtMost(most) });
    }
    let winners = match options.run_points_settle {
        RunPointsSettle::WinnerPlusPayer => win.run_points[win.winner],
        RunPointsSettle::Payer => 0,
    };
    let run_points = i32::try_from(winners + win.run_points[debtor]).unwrap_or(i32::MAX);
    if run_points > 0 {
        steps.push(FanLine { fan: Fan::RunPoints, value: FanValue::Points(run_points) });
    }
    let points = FanValue::total(&steps);
    Share { debtor, payer: pays_for_all.unwrap_or(debtor), steps, points }
}
