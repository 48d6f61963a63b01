//! The fields of a `settle` line beside the hand.

use serde_json::Value;

use super::query::{Fields, HandQuery, QueryError, option_value};
use crate::game::ruleset::{RunPoints, Variant};
use crate::game::seat::{BySeat, Seat};
use crate::game::tile::Tile;
use crate::game::variants::Rules;

/// `win.how`, as a query names it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum WinHowQuery {
    Discard { from: Seat },
    Draw,
    KongDraw,
    RobKong { from: Seat },
    Treasure,
    Reveal,
    Rain,
    Heavenly,
    FourAtDeal,
}

/// The fields of a `settle` line beside the hand.
pub(super) struct WinQuery {
    variant: Variant,
    pub(super) dealer: Seat,
    pub(super) winner: Seat,
    pub(super) how: WinHowQuery,
    /// `None` only for a non-dealer's four tiles at the deal.
    pub(super) tile: Option<Tile>,
    pub(super) own_treasures: Vec<Tile>,
    pub(super) other_treasures: Vec<Tile>,
    pub(super) ting: BySeat<bool>,
    pub(super) standing: BySeat<bool>,
    pub(super) liable: bool,
    pub(super) run_points: BySeat<u32>,
}

impl WinQuery {
    /// Reads `win` and the fields around it.
    pub(super) fn read(fields: &Fields<'_>, rules: &dyn Rules) -> Result<WinQuery, QueryError> {
        let kinds = rules.kinds();
        let (dealer, winner) = (fields.seat("dealer")?, fields.seat("winner")?);
        let win = fields.need("win", fields.object("win", "win.")?)?;
        let how = read_how(&win, winner)?;
        let tile = win.maybe_text("tile")?.map(|text| win.tile_of("tile", text, kinds)).transpose()?;
        if tile.is_none() && (how != WinHowQuery::FourAtDeal || winner == dealer) {
            return Err(QueryError::Missing { field: "win.tile".to_owned() });
        }
        let (own_treasures, other_treasures) = read_treasures(fields, rules)?;
        Ok(WinQuery {
            variant: rules.variant(),
            dealer,
            winner,
            how,
            tile,
            own_treasures,
            other_treasures,
            ting: fields.seats("ting")?,
            standing: fields.seats("standing")?,
            liable: fields.typed("liable", "true or false", Value::as_bool)?.unwrap_or(false),
            run_points: read_run(fields, rules)?,
        })
    }

    /// Refuses lines that no table can come to.
    pub(super) fn check_possible(&self, query: &HandQuery) -> Result<(), QueryError> {
        let dealt = match self.how {
            WinHowQuery::Heavenly => Some("heavenly"),
            WinHowQuery::FourAtDeal => Some("four-at-deal"),
            _ => None,
        };
        if let Some(how) = dealt.filter(|_| !query.melds.is_empty()) {
            return Err(QueryError::DealtWithMelds { how });
        }
        query.check_copies(&[])?;
        // A reveal names the treasure itself: no further tile.
        let winning = self.tile.filter(|_| self.how != WinHowQuery::Reveal);
        let treasures = [&self.own_treasures[..], &self.other_treasures[..]].concat();
        query.check_copies(&[treasures.clone(), Vec::from_iter(winning)].concat())?;
        match (self.how, self.tile) {
            // 新哈尔滨 has no such win, and so no rule for what it names.
            (WinHowQuery::Reveal, Some(tile))
                if self.variant != Variant::HarbinNew && !treasures.contains(&tile) =>
            {
                Err(QueryError::RevealedOther)
            }
            (WinHowQuery::RobKong { .. }, Some(tile))
                if query.own().of(tile) > 0 || treasures.contains(&tile) =>
            {
                Err(QueryError::RobbedCopy { field: "win.tile", tile })
            }
            _ => Ok(()),
        }
    }
}

/// 新哈尔滨 has two lists, `own` flipped by the winner and `others`; the others have one treasure, or null.
fn read_treasures(fields: &Fields<'_>, rules: &dyn Rules) -> Result<(Vec<Tile>, Vec<Tile>), QueryError> {
    let kinds = rules.kinds();
    if rules.variant() != Variant::HarbinNew {
        let treasure = fields.maybe_text("treasure")?;
        let tile = treasure.map(|text| fields.tile_of("treasure", text, kinds)).transpose()?;
        return Ok((Vec::from_iter(tile), Vec::new()));
    }
    let Some(lists) = fields.object("treasure", "treasure.")? else { return Ok((Vec::new(), Vec::new())) };
    Ok((lists.each_tile("own", kinds)?, lists.each_tile("others", kinds)?))
}

fn read_how(win: &Fields<'_>, winner: Seat) -> Result<WinHowQuery, QueryError> {
    let from = win.maybe_seat("from")?;
    let other = || match win.need("from", from)? {
        seat if seat == winner => Err(QueryError::FromWinner { seat }),
        seat => Ok(seat),
    };
    Ok(match win.text("how")? {
        "discard" => WinHowQuery::Discard { from: other()? },
        "rob-kong" => WinHowQuery::RobKong { from: other()? },
        "draw" => WinHowQuery::Draw,
        "kong-draw" => WinHowQuery::KongDraw,
        "treasure" => WinHowQuery::Treasure,
        "reveal" => WinHowQuery::Reveal,
        "rain" => WinHowQuery::Rain,
        "heavenly" => WinHowQuery::Heavenly,
        "four-at-deal" => WinHowQuery::FourAtDeal,
        how => return Err(QueryError::UnknownHow { how: how.to_owned() }),
    })
}

/// `run` is 跑分: one value for all seats, or an object with a value a seat; who is left out has the option's.
/// Only 齐齐哈尔 has it; elsewhere it is read, and counts nothing.
fn read_run(fields: &Fields<'_>, rules: &dyn Rules) -> Result<BySeat<u32>, QueryError> {
    let options = rules.options();
    let choice = |value: &Value| {
        let value = option_value("run", value).map_err(|_| QueryError::Run)?;
        RunPoints::from_value(&value).ok_or(QueryError::Run)
    };
    let mut chosen = BySeat([options.run_points; 4]);
    match fields.get("run") {
        None => {}
        Some(Value::Object(seats)) => {
            for (seat, value) in seats {
                let seat: Seat = seat.parse().map_err(|_| QueryError::Run)?;
                chosen[seat] = choice(value)?;
            }
        }
        Some(value) => chosen = BySeat([choice(value)?; 4]),
    }
    Ok(chosen.map(|_, choice| match choice {
        _ if rules.variant() != Variant::Qiqihar => 0,
        RunPoints::Points(points) => u32::from(*points),
        RunPoints::Top => options.top_run_points,
    }))
}
