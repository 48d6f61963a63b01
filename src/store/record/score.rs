//! Stored form of a settlement.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::notation::{self, list_of};
use crate::game::mcr;
use crate::game::score::{Fan, FanLine, FanValue, Settlement, Share};
use crate::game::seat::{BySeat, Seat};

#[derive(Serialize, Deserialize)]
#[serde(remote = "Fan", rename_all = "snake_case")]
enum FanDef {
    Plain,
    SelfDraw,
    KongDraw,
    RobKong,
    OwnTreasure,
    OtherTreasure,
    OwnTreasureInTreasure,
    OtherTreasureInTreasure,
    ClosedWait,
    Standing,
    UnreadyDiscarder,
    DealerDouble,
    Treasure,
    TreasureInTreasure,
    Reveal,
    Base,
    AllPungs,
    SevenPairs,
    PureStraight,
    FullFlush,
    RedDoubles,
    StickyTing,
    PureInPure,
    Heavenly,
    FourAtDeal,
    DealIn,
    Cap,
    RunPoints,
    Counted(#[serde(with = "rule_name")] mcr::Fan),
    AllFans,
}

/// A fan by its name in the rule book.
mod rule_name {
    use serde::de::Error;

    use super::*;

    pub(super) fn serialize<S: Serializer>(fan: &mcr::Fan, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(fan.rule_name())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<mcr::Fan, D::Error> {
        let name = String::deserialize(deserializer)?;
        let fan = mcr::Fan::ALL.into_iter().find(|fan| fan.rule_name() == name);
        fan.ok_or_else(|| D::Error::custom("no such fan"))
    }
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "FanValue", rename_all = "snake_case")]
enum FanValueDef {
    Points(i32),
    AtLeast(i32),
    Factor(i32),
    Divisor(i32),
    AtMost(i32),
    Flat(i32),
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "FanLine")]
struct FanLineDef {
    #[serde(with = "FanDef")]
    fan: Fan,
    #[serde(with = "FanValueDef")]
    value: FanValue,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Share")]
struct ShareDef {
    #[serde(with = "notation")]
    debtor: Seat,
    #[serde(with = "notation")]
    payer: Seat,
    #[serde(with = "fan_lines")]
    steps: Vec<FanLine>,
    points: i32,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Settlement")]
struct SettlementDef {
    #[serde(with = "notation::option")]
    winner: Option<Seat>,
    #[serde(with = "fan_lines")]
    fans: Vec<FanLine>,
    #[serde(with = "shares")]
    shares: Vec<Share>,
    #[serde(with = "notation::by_seat")]
    payments: BySeat<i32>,
    #[serde(with = "notation::by_seat")]
    kong_points: BySeat<i32>,
}

/// A settlement in its box, as the fact holds it.
pub(super) mod boxed {
    use super::*;

    pub(in super::super) fn serialize<S: Serializer>(
        value: &Settlement,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        SettlementDef::serialize(value, serializer)
    }

    pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Box<Settlement>, D::Error> {
        SettlementDef::deserialize(deserializer).map(Box::new)
    }
}

list_of!(fan_lines, FanLine, "FanLineDef");
list_of!(shares, Share, "ShareDef");
