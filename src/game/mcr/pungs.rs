//! Fans of pungs and kongs with each other, and of honours. The selection rule is that of the chows, and leaves even
//! less choice: three pungs are in one fan of three, and a fourth shares its rank with at most one of them.

use super::fan::Fan;
use super::kinds::{DRAGONS, Kinds, OUTSIDE, WINDS, kind};
use super::tally::Tally;
use crate::game::tile::Tile;

/// Adds the fans of suited pungs.
pub(super) fn add_pung_fans(tally: &mut Tally, pungs: Kinds) {
    let [m, p, s] = [pungs & 0x1ff, pungs >> 9 & 0x1ff, pungs >> 18 & 0x1ff];
    let three_in_a_row = |ranks: Kinds| ranks & ranks >> 1 & ranks >> 2;
    let rows = [m, p, s].map(three_in_a_row);
    if rows.iter().any(|row| row & row >> 1 != 0) {
        return tally.add(Fan::FourPureShiftedPungs);
    }
    if m & p & s != 0 {
        return tally.add(Fan::TriplePung);
    }
    let mixed = |[low, middle, high]: [Kinds; 3]| low & middle >> 1 & high >> 2 != 0;
    tally.add_if(rows != [0; 3], Fan::PureShiftedPungs);
    tally.add_if(
        [[m, p, s], [m, s, p], [p, m, s], [p, s, m], [s, m, p], [s, p, m]].into_iter().any(mixed),
        Fan::MixedShiftedPungs,
    );
    tally.add_times((m & p | m & s | p & s).count_ones(), Fan::DoublePung);
}

/// The winds that are worth points to a player.
#[derive(Clone, Copy)]
pub(super) struct Winds {
    /// 圈风.
    pub(super) prevalent: Tile,
    /// 门风.
    pub(super) seat: Tile,
}

/// Adds the fans of honour pungs with the pair, and 幺九刻 for each outside pung that they leave.
pub(super) fn add_honour_fans(tally: &mut Tally, pungs: Kinds, pair: Kinds, winds: Winds) {
    let (wind_pungs, dragon_pungs) = (pungs & WINDS, pungs & DRAGONS);
    match (wind_pungs.count_ones(), pair & WINDS != 0) {
        (4, _) => tally.add(Fan::BigFourWinds),
        (3, true) => tally.add(Fan::LittleFourWinds),
        (3, false) => tally.add(Fan::BigThreeWinds),
        _ => {}
    }
    match (dragon_pungs.count_ones(), pair & DRAGONS != 0) {
        (3, _) => tally.add(Fan::BigThreeDragons),
        (2, true) => tally.add(Fan::LittleThreeDragons),
        (2, false) => tally.add(Fan::TwoDragonPungs),
        (n, _) => tally.add_times(n, Fan::DragonPung),
    }
    let (prevalent, seat) = (kind(winds.prevalent), kind(winds.seat));
    tally.add_if(pungs & prevalent != 0, Fan::PrevalentWind);
    tally.add_if(pungs & seat != 0, Fan::SeatWind);
    let paid_winds = if wind_pungs.count_ones() >= 3 { WINDS } else { prevalent | seat };
    let left = pungs & OUTSIDE & !(DRAGONS | paid_winds);
    tally.add_times(left.count_ones(), Fan::PungOfTerminalsOrHonours);
}
