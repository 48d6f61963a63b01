//! Plans: kinds of finished hands that are worth a win in xingdong, and how far a hand is from each.
//!
//! The fans decide what a hand is worth; a player who wants eight points aims at a fan that brings most of them. A plan
//! names such a fan with the points that it brings, and measures like [`distance`](super::distance), over its targets
//! alone. Wilds are not in the tiles: each stands for one of the missing ones.

use std::sync::LazyLock;

use super::distance::{Tiles, Way};
use super::kinds::{DRAGONS, HONOURS, Kinds, SUITS, WINDS};
use super::special::KNITTED;
use crate::game::meld::Meld;
use crate::game::tile::{Counts, N_KINDS, Tile};
use crate::game::waits::TileSet;

/// A kind of finished hand.
#[derive(Clone, Copy)]
pub struct Plan {
    aim: Aim,
    /// Points of the fan that it aims at.
    pub points: u16,
}

#[derive(Clone, Copy)]
enum Aim {
    /// Three chows by their lowest tiles, a set and a pair.
    Chows([u8; 3]),
    /// 组合龙.
    Knitted(Kinds),
    /// Sets and a pair of these kinds alone: 清一色, 混一色.
    Kinds(Kinds),
    /// 碰碰和.
    Pungs,
    /// 五门齐.
    Types,
    /// 七对.
    Pairs,
    /// 全不靠.
    Singles(Kinds),
    /// 十三幺.
    Orphans,
}

/// What a hand lacks of a plan.
#[derive(Clone, Copy)]
pub struct Lack {
    /// The fewest tiles that the 14 of a target have and the hand has not.
    pub n_missing: u8,
    /// The kinds that are missing in the nearest targets.
    pub wanted: TileSet,
}

/// Tiles that are not wild, beside melds, as plans look at them.
pub struct Holding<'a> {
    tiles: Tiles,
    melds: &'a [Meld],
}

impl<'a> Holding<'a> {
    /// These tiles beside these melds.
    pub fn new(natural: &Counts, melds: &'a [Meld]) -> Holding<'a> {
        Holding { tiles: Tiles::of(natural, melds), melds }
    }
}

/// All plans.
pub fn plans() -> &'static [Plan] {
    static PLANS: LazyLock<Vec<Plan>> = LazyLock::new(make_plans);
    &PLANS
}

fn make_plans() -> Vec<Plan> {
    const ORDERS: [[u8; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let mut plans = vec![
        Plan { aim: Aim::Pungs, points: 6 },
        Plan { aim: Aim::Types, points: 6 },
        Plan { aim: Aim::Pairs, points: 24 },
        Plan { aim: Aim::Orphans, points: 88 },
    ];
    for suit in SUITS {
        plans.push(Plan { aim: Aim::Kinds(suit), points: 24 });
        plans.push(Plan { aim: Aim::Kinds(suit | HONOURS), points: 6 });
    }
    for pattern in KNITTED {
        plans.push(Plan { aim: Aim::Knitted(pattern), points: 12 });
        plans.push(Plan { aim: Aim::Singles(pattern), points: 12 });
    }
    // Chows by their ranks, from 0, in suits given by place.
    let mut chows = |suits: [u8; 3], first: u8, step: u8, points: u16| {
        let lowest = [0, 1, 2].map(|i: u8| 9 * suits[usize::from(i)] + first + step * i);
        plans.push(Plan { aim: Aim::Chows(lowest), points });
    };
    for suit in 0..3 {
        chows([suit; 3], 0, 3, 16); // 清龙
        (0..5).for_each(|first| chows([suit; 3], first, 1, 16)); // 一色三步高
        (0..3).for_each(|first| chows([suit; 3], first, 2, 16));
    }
    for order in ORDERS {
        chows(order, 0, 3, 8); // 花龙
        (0..5).for_each(|first| chows(order, first, 1, 6)); // 三色三步高
    }
    (0..7).for_each(|first| chows(ORDERS[0], first, 0, 8)); // 三色三同顺
    plans
}

impl Plan {
    /// Any sets and pair, with the points that such a hand has at least: a self-drawn or a concealed one, or 无番和.
    pub fn any_hand() -> Plan {
        Plan { aim: Aim::Kinds(SUITS[0] | SUITS[1] | SUITS[2] | HONOURS), points: 1 }
    }

    /// What the hand lacks of the plan; `None` if it is more than `most` tiles, or the melds do not fit.
    pub fn lack(&self, held: &Holding<'_>, most: u8) -> Option<Lack> {
        let way = self.way(held, most)?;
        let wanted = Tile::all().filter(|tile| way.wanted >> tile.index() & 1 == 1).collect();
        (way.missing <= most).then_some(Lack { n_missing: way.missing, wanted })
    }

    fn way(&self, held: &Holding<'_>, most: u8) -> Option<Way> {
        let Holding { tiles, melds } = held;
        let sets = 4_usize.checked_sub(melds.len())?;
        let closed = melds.is_empty();
        Some(match self.aim {
            Aim::Chows(lowest) => chows(tiles, melds, lowest, most)?,
            Aim::Knitted(pattern) => tiles.knitted_straight(pattern, sets.checked_sub(3)?, most),
            Aim::Kinds(kinds) => {
                let fit = melds.iter().flat_map(Meld::tiles).all(|tile| kinds >> tile.index() & 1 == 1);
                if !fit {
                    return None;
                }
                tiles.only(kinds).sets_and_pair(sets)
            }
            Aim::Pungs if melds.iter().any(Meld::is_run) => return None,
            Aim::Pungs => tiles.pungs_and_pair(sets),
            Aim::Types => types(tiles, melds)?,
            Aim::Pairs if closed => tiles.seven_pairs(),
            Aim::Singles(pattern) if closed => tiles.knitted_singles(pattern),
            Aim::Orphans if closed => tiles.thirteen_orphans(),
            Aim::Pairs | Aim::Singles(_) | Aim::Orphans => return None,
        })
    }
}

/// Three chows, some of them perhaps melds, with a set, perhaps a meld, and a pair.
fn chows(tiles: &Tiles, melds: &[Meld], lowest: [u8; 3], most: u8) -> Option<Way> {
    let mut wanted = [true; 3];
    let mut n_others = 0;
    for meld in melds {
        let found =
            (0..3).find(|&i| wanted[i] && meld.is_run() && usize::from(lowest[i]) == meld.tile.index());
        match found {
            Some(i) => wanted[i] = false,
            None => n_others += 1,
        }
    }
    let mut needed = [0; N_KINDS];
    for (low, _) in lowest.into_iter().zip(wanted).filter(|(_, wanted)| *wanted) {
        needed[usize::from(low)..][..3].iter_mut().for_each(|n| *n += 1);
    }
    let (way, rest) = tiles.without(&needed);
    if n_others > 1 || way.missing > most { None } else { Some(way.and(rest.sets_and_pair(1 - n_others))) }
}

/// A set or the pair of each suit, of the winds and of the dragons.
fn types(tiles: &Tiles, melds: &[Meld]) -> Option<Way> {
    let groups = [SUITS[0], SUITS[1], SUITS[2], WINDS, DRAGONS];
    let mut open = Vec::with_capacity(groups.len());
    for group in groups {
        match melds.iter().filter(|meld| group >> meld.tile.index() & 1 == 1).count() {
            0 => open.push(tiles.only(group).set_and_pair()),
            1 => {}
            _ => return None,
        }
    }
    let with_pair_of = |pair: usize| {
        let parts = open.iter().enumerate().map(|(i, &[set, two])| if i == pair { two } else { set });
        parts.fold(Way::NOTHING, Way::and)
    };
    (0..open.len()).map(with_pair_of).reduce(Way::or)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::tile::parse_tiles;

    /// The points of the nearest plans and how many tiles they lack.
    fn nearest(hand: &str, melds: &[&str]) -> (u8, Vec<u16>) {
        let melds: Vec<Meld> = melds.iter().map(|meld| meld.parse().unwrap()).collect();
        let held = parse_tiles(hand).unwrap().into_iter().collect();
        let held = Holding::new(&held, &melds);
        let lacks = plans().iter().filter_map(|plan| Some((plan.lack(&held, 99)?.n_missing, plan.points)));
        let lacks: Vec<(u8, u16)> = lacks.collect();
        let least = lacks.iter().map(|(n, _)| *n).min().unwrap();
        let mut points: Vec<u16> =
            lacks.iter().filter(|(n, _)| *n == least).map(|(_, points)| *points).collect();
        points.sort_unstable();
        (least, points)
    }

    #[test]
    fn each_fan_has_its_plan() {
        assert_eq!(nearest("123m456p78s11p555m", &[]), (1, vec![8])); // 花龙
        assert_eq!(nearest("123m456m78m11p555s", &[]), (1, vec![16])); // 清龙
        assert_eq!(nearest("234m234p23s11p", &["[999s]"]), (1, vec![8])); // 三色三同顺
        assert_eq!(nearest("345p56s88p", &["[234m]", "[CCC]"]), (1, vec![6])); // 三色三步高
        assert_eq!(nearest("11m33m55p77s99s22pE", &[]), (1, vec![24])); // 七对
        assert_eq!(nearest("19m19p19sESWNCFP", &[]), (1, vec![88])); // 十三幺
        assert_eq!(nearest("147m258p369s11sEE", &[]), (1, vec![12])); // 组合龙
        assert_eq!(nearest("147m258p369sESWN", &[]), (1, vec![12])); // 全不靠
        assert_eq!(nearest("33m44pEE", &["[111m]", "[999s]"]), (2, vec![6])); // 碰碰和
        assert_eq!(nearest("123m456pEE2sCCC", &[]), (2, vec![6])); // 五门齐
        assert_eq!(nearest("11223mEE", &["[345m]", "[777m]"]), (1, vec![6])); // 混一色
    }

    #[test]
    fn melds_that_do_not_fit_end_a_plan() {
        let melds = ["[111p]".parse().unwrap(), "[345s]".parse().unwrap()];
        let hand: Counts = parse_tiles("1234567m").unwrap().into_iter().collect();
        let held = Holding::new(&hand, &melds);
        let fits = |plan: &Plan| plan.lack(&held, 99).is_some();
        let full_flush = Plan { aim: Aim::Kinds(SUITS[0]), points: 24 };
        let straight = Plan { aim: Aim::Chows([0, 3, 6]), points: 16 };
        assert!(!fits(&full_flush) && !fits(&straight));
        assert!(!fits(&Plan { aim: Aim::Pungs, points: 6 }) && fits(&Plan { aim: Aim::Types, points: 6 }));
    }
}
