//! What a finished hand was worth and who paid: plain data, made by the rulesets, worded elsewhere.

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
    /// The dealer pays and gets double (knob `dealer_double`).
    DealerDouble,
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
