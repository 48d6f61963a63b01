//! Answers as JSON, their fields in the order of docs/CHECK.md.

use std::io::{self, Write};

use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::fan::write_fans;
use super::query::QueryError;
use crate::game::mcr::FanCount;
use crate::game::score::{Fan, FanLine, FanValue, Settlement};
use crate::game::variants::Refused;
use crate::game::waits::{Reason, TileSet, Waits};

/// What the engine says to a query that could be read.
pub(super) enum Answer {
    Waits(Waits),
    Shanten {
        shanten: u8,
        useful: TileSet,
    },
    /// `None` if the hand is not finished.
    Fan(Option<FanCount>),
    Settled(Settlement),
    Refused(Refused),
}

struct Line<'a> {
    /// `None` is written as null.
    id: Option<&'a RawValue>,
    answer: &'a Result<Answer, QueryError>,
}

/// Writes one line.
pub(super) fn write(
    output: &mut impl Write,
    id: Option<&RawValue>,
    answer: &Result<Answer, QueryError>,
) -> io::Result<()> {
    serde_json::to_writer(&mut *output, &Line { id, answer })?;
    output.write_all(b"\n")
}

impl Serialize for Line<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("id", &self.id)?;
        match self.answer {
            Err(error) => map.serialize_entry("error", &error.to_string())?,
            Ok(Answer::Waits(waits)) => {
                let legal: Vec<String> = waits.legal.iter().map(ToString::to_string).collect();
                map.serialize_entry("waits", &legal)?;
                map.serialize_entry("blocked", &Blocked(waits))?;
            }
            Ok(Answer::Shanten { shanten, useful }) => {
                map.serialize_entry("shanten", shanten)?;
                let useful: Vec<String> = useful.iter().map(|tile| tile.to_string()).collect();
                map.serialize_entry("useful", &useful)?;
            }
            Ok(Answer::Fan(fans)) => write_fans(&mut map, fans.as_ref())?,
            Ok(Answer::Settled(settlement)) => {
                map.serialize_entry("payments", &Payments(settlement))?;
                let fans: Vec<Value> = settlement.fans.iter().map(fan_line).collect();
                map.serialize_entry("fan", &fans)?;
            }
            Ok(Answer::Refused(refused)) => map.serialize_entry("refused", &refused_codes(refused))?,
        }
        map.end()
    }
}

/// The blocked kinds in tile order.
struct Blocked<'a>(&'a Waits);

impl Serialize for Blocked<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer
            .collect_map(self.0.blocked.iter().map(|(tile, reasons)| (tile.to_string(), codes(reasons))))
    }
}

/// The payments in seat order.
struct Payments<'a>(&'a Settlement);

impl Serialize for Payments<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.payments.iter().map(|(seat, points)| (seat.to_string(), *points)))
    }
}

fn codes(reasons: &[Reason]) -> Vec<&'static str> {
    reasons.iter().map(|reason| reason.code()).collect()
}

fn refused_codes(refused: &Refused) -> Vec<&'static str> {
    match refused {
        Refused::NotTing => vec!["not-ting"],
        Refused::NotAWait => vec!["not-a-wait"],
        Refused::Broken(reasons) => codes(reasons),
    }
}

fn fan_line(line: &FanLine) -> Value {
    let name = fan_name(line.fan);
    match line.value {
        FanValue::Points(n) | FanValue::AtLeast(n) | FanValue::AtMost(n) | FanValue::Flat(n) => {
            json!({ "name": name, "points": n })
        }
        FanValue::Divisor(n) => json!({ "name": name, "factor": 1.0 / f64::from(n) }),
        FanValue::Factor(n) => json!({ "name": name, "factor": n }),
    }
}

/// Names as the rule documents write them; this filter speaks no other language.
fn fan_name(fan: Fan) -> &'static str {
    match fan {
        Fan::Plain => "平胡",
        Fan::SelfDraw => "自摸",
        Fan::KongDraw => "杠上开花",
        Fan::RobKong => "抢杠",
        Fan::OwnTreasure => "摸大宝",
        Fan::OtherTreasure => "摸小宝",
        Fan::OwnTreasureInTreasure => "大宝中宝",
        Fan::OtherTreasureInTreasure => "小宝中宝",
        Fan::ClosedWait => "卡当",
        Fan::Standing => "站立",
        Fan::UnreadyDiscarder => "出冲",
        Fan::DealerDouble => "庄家加倍",
        Fan::Treasure => "摸宝",
        Fan::TreasureInTreasure => "宝中宝",
        Fan::Reveal => "漏宝",
        Fan::Base => "底分",
        Fan::AllPungs => "飘胡",
        Fan::SevenPairs => "七小对",
        Fan::PureStraight => "一条龙",
        Fan::FullFlush => "清一色",
        Fan::RedDoubles => "红中加倍",
        Fan::StickyTing => "粘听减半",
        Fan::PureInPure => "纯中纯",
        Fan::Heavenly => "天胡",
        Fan::FourAtDeal => "开牌炸",
        Fan::DealIn => "点炮",
        Fan::Cap => "封顶",
        Fan::RunPoints => "跑分",
        Fan::Counted(fan) => fan.rule_name(),
        Fan::AllFans => "番",
    }
}
