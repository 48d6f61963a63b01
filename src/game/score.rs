//! What a finished hand was worth and who paid: plain data, made by the rulesets, worded elsewhere.

use super::mcr;
use super::seat::{BySeat, Seat};

/// A named value of a win. One list for all rulesets; a ruleset uses its own part of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Fan {
    /// 平胡: ordinary win on a discard (A39).
    Plain,
    /// 自摸 (A40).
    SelfDraw,
    /// 杠上开花 (A50).
    KongDraw,
    /// 抢杠 (A49, A50).
    RobKong,
    /// 摸大宝 (A43).
    OwnTreasure,
    /// 摸小宝 (A44).
    OtherTreasure,
    /// 大宝中宝 (A48).
    OwnTreasureInTreasure,
    /// 小宝中宝 (A48).
    OtherTreasureInTreasure,
    /// 卡当 (A45, A46).
    ClosedWait,
    /// 站立, of a payer (A42).
    Standing,
    /// 出冲, of a payer (A41).
    UnreadyDiscarder,
    /// The dealer pays and gets double (knob `dealer_double`, C42).
    DealerDouble,
    /// 摸宝, in the games with one treasure (B27, C48).
    Treasure,
    /// 宝中宝 there: the treasure is itself the closed wait (B26, C40, D20).
    TreasureInTreasure,
    /// 漏宝, 对宝: the treasure equals a wait (C47, D25).
    Reveal,
    /// 底分: what the factors multiply (C34).
    Base,
    /// 飘胡 (C37).
    AllPungs,
    /// 七小对 (C38).
    SevenPairs,
    /// 一条龙 (C50).
    PureStraight,
    /// 清一色 (C49).
    FullFlush,
    /// 红中加倍 (C44).
    RedDoubles,
    /// 粘听减半 (C51).
    StickyTing,
    /// 纯中纯 (C43).
    PureInPure,
    /// 天胡, 天和 (C29, D27).
    Heavenly,
    /// 开牌炸 (C46).
    FourAtDeal,
    /// 点炮, of a payer who is not ting (C41, C-Q03).
    DealIn,
    /// The upper limit of a share (knob `cap`).
    Cap,
    /// 跑分 (C21).
    RunPoints,
    /// One of the 81 fans (E14).
    Counted(mcr::Fan),
    /// All of them together, as a payer pays them (E-Q03).
    AllFans,
}

/// How a fan enters the arithmetic of a share.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FanValue {
    /// The value, 番.
    Points(i32),
    /// The share is raised to this many points if it is lower.
    AtLeast(i32),
    /// The share is multiplied.
    Factor(i32),
    /// The share is divided, without a rest.
    Divisor(i32),
    /// The share is lowered to this many points if it is higher.
    AtMost(i32),
    /// The share is this many points, whatever else holds.
    Flat(i32),
}

/// One step of the arithmetic.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FanLine {
    /// Which fan.
    pub fan: Fan,
    /// How it counts.
    pub value: FanValue,
}

impl FanValue {
    /// The points of a share: its steps applied in order, beginning with nothing.
    pub fn total(steps: &[FanLine]) -> i32 {
        steps.iter().fold(0, |points, step| match step.value {
            FanValue::Points(value) => points + value,
            FanValue::AtLeast(least) => points.max(least),
            FanValue::Factor(factor) => points * factor,
            FanValue::Divisor(divisor) => points / divisor,
            FanValue::AtMost(most) => points.min(most),
            FanValue::Flat(value) => value,
        })
    }
}

/// What one loser owes, and who pays it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Share {
    /// Whose share.
    pub debtor: Seat,
    /// Who pays it: the debtor, or the seat that pays for all.
    pub payer: Seat,
    /// The arithmetic, in order.
    pub steps: Vec<FanLine>,
    /// The result in points.
    pub points: i32,
}

/// The end of a hand.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Settlement {
    /// Who won; `None` for a drawn hand.
    pub winner: Option<Seat>,
    /// The fans of the winning hand, payers' fans apart.
    pub fans: Vec<FanLine>,
    /// One share a loser; empty for a drawn hand.
    pub shares: Vec<Share>,
    /// Points each seat gets for the win (negative: pays). Sums to zero.
    pub payments: BySeat<i32>,
    /// Points each seat gets for kongs, kept whoever wins and also in a drawn hand (L17). Sums to zero.
    pub kong_points: BySeat<i32>,
}

impl Settlement {
    /// A drawn hand: nobody pays (A-Q10).
    pub fn drawn() -> Settlement {
        Settlement {
            winner: None,
            fans: Vec::new(),
            shares: Vec::new(),
            payments: BySeat([0; 4]),
            kong_points: BySeat([0; 4]),
        }
    }

    /// A win with these shares.
    pub fn won(winner: Seat, fans: Vec<FanLine>, shares: Vec<Share>) -> Settlement {
        let mut payments = BySeat([0; 4]);
        for share in &shares {
            payments[share.payer] -= share.points;
            payments[winner] += share.points;
        }
        Settlement { winner: Some(winner), fans, shares, payments, kong_points: BySeat([0; 4]) }
    }

    /// What each seat's points change by: the win and the kongs together.
    pub fn total(&self) -> BySeat<i32> {
        self.payments.map(|seat, points| points + self.kong_points[seat])
    }
}
