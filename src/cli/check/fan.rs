//! Xingdong: `"ask":"fan"`, what a hand is worth, and `"ask":"shanten"` (docs/CHECK.md).

use serde::ser::{SerializeMap, Serializer};

use super::answer::Answer;
use super::query::{Fields, HandQuery, QueryError};
use crate::game::mcr::{Distance, FanCount, Source, Win, count_fans, distance};
use crate::game::meld::Meld;
use crate::game::ruleset::Variant;
use crate::game::tile::{Counts, Tile};
use crate::game::variants;

/// Reads the line and counts.
pub(super) fn answer_fan(fields: &Fields<'_>) -> Result<Answer, QueryError> {
    fields.only_ruleset(Variant::Xingdong)?;
    let kinds = variants::kinds(Variant::Xingdong);
    let query = HandQuery::read(fields, kinds)?;
    let tile = fields.need("tile", fields.maybe_tile("tile", kinds)?)?;
    query.check_copies_with("tile", &[tile])?;
    let source = match (fields.flag("self_draw")?, fields.flag("kong")?) {
        (true, false) => Source::Draw,
        (true, true) => Source::KongDraw,
        (false, false) => Source::Discard,
        (false, true) => Source::RobKong,
    };
    let is_last = fields.flag("last")?;
    check_kong(source, is_last, &query.hand, &query.melds, tile)?;
    let win = Win {
        hand: &query.hand,
        melds: &query.melds,
        tile,
        source,
        is_last,
        is_fourth: fields.flag("fourth")?,
        seat: fields.seat("seat")?,
        prevalent: fields.seat("round")?,
        wild: fields.maybe_tile("wild", kinds)?,
        indicator: None,
    };
    Ok(Answer::Fan(count_fans(&win)))
}

/// Reads the hand and measures its distance.
pub(super) fn answer_shanten(fields: &Fields<'_>) -> Result<Answer, QueryError> {
    let query = HandQuery::read(fields, variants::kinds(Variant::Xingdong))?;
    query.check_copies(&[])?;
    let Distance { swaps, useful } = distance(&query.hand, &query.melds);
    Ok(Answer::Shanten { shanten: swaps, useful })
}

/// Refuses kongs that no table can come to.
fn check_kong(
    source: Source,
    is_last: bool,
    hand: &Counts,
    melds: &[Meld],
    tile: Tile,
) -> Result<(), QueryError> {
    let holds = hand.of(tile) > 0 || melds.iter().any(|meld| meld.tiles().contains(&tile));
    match source {
        Source::RobKong if holds => Err(QueryError::RobbedCopy { field: "tile", tile }),
        Source::RobKong if is_last => Err(QueryError::KongAfterLast),
        Source::KongDraw if !melds.iter().any(Meld::is_kong) => Err(QueryError::NoKong),
        _ => Ok(()),
    }
}

/// The fields of an answer after the id.
pub(super) fn write_fans<M: SerializeMap>(map: &mut M, fans: Option<&FanCount>) -> Result<(), M::Error> {
    map.serialize_entry("win", &fans.is_some())?;
    if let Some(fans) = fans {
        map.serialize_entry("total", &fans.total())?;
        map.serialize_entry("fans", &Fans(fans))?;
    }
    Ok(())
}

/// The fans by their names in the rule book.
struct Fans<'a>(&'a FanCount);

impl serde::Serialize for Fans<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.fans().map(|(fan, points)| (fan.rule_name(), points)))
    }
}
