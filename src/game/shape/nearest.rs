//! How many swaps a hand is away from a legal ting over every shape of its game.
//!
//! Four sets and a pair are measured by [`Shapes::distance`]. Some games also let other hands win, which are measured
//! here: 飘 (with four melds, or without a terminal), 一条龙 without a triplet, and seven pairs. All of these hold two
//! tiles of some terminal, or need none, so that whichever tile comes last the hand may ting before it.

use super::{SUITS, Set, Shapes, UNREACHABLE};
use crate::game::meld::Meld;
use crate::game::shape::RUN;
use crate::game::tile::{Counts, Tile};
use crate::game::waits::{AllPungs, Held, Needs, PureStraight, TileSet, WinShape, legal_waits};

/// How near a hand is to ting.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Nearest {
    /// The fewest swaps of a tile to a hand that could declare ting but for openness.
    pub swaps: u8,
    /// The kinds whose draw lowers it; for a hand that could declare now, its waits.
    pub useful: TileSet,
}

impl Shapes {
    /// The nearest of all shapes for 13 − 3 × melds concealed tiles; `None` if no legal hand can come of these melds.
    pub fn nearest(&mut self, needs: &Needs, hand: &Counts, melds: &[Meld]) -> Option<Nearest> {
        let sets = match needs.shape {
            WinShape::Pairs => UNREACHABLE,
            _ => self.distance(needs, hand, melds),
        };
        let targets = Targets::of(needs, hand, melds);
        let others = targets.all_pungs().or(targets.pure_straight()).or(targets.seven_pairs());
        let swaps = sets.min(others.missing.saturating_sub(1));
        if swaps >= UNREACHABLE - 1 {
            return None;
        }
        let mut useful = legal_waits(&needs.opened(), hand, melds);
        if useful.is_empty() && sets == swaps {
            useful = useful.union(self.useful_at(needs, hand, melds, sets));
        }
        if swaps > 0 && others.missing == swaps + 1 {
            useful = useful.union(others.wanted);
        }
        Some(Nearest { swaps, useful })
    }
}

/// The fewest tiles missing of some targets, and of which kinds they can be.
#[derive(Clone, Copy)]
struct Way {
    missing: u8,
    wanted: TileSet,
}

impl Way {
    const NONE: Way = Way { missing: UNREACHABLE, wanted: TileSet::EMPTY };
    const NOTHING: Way = Way { missing: 0, wanted: TileSet::EMPTY };

    /// The better way, or both.
    fn or(self, other: Way) -> Way {
        match self.missing.cmp(&other.missing) {
            std::cmp::Ordering::Less => self,
            std::cmp::Ordering::Equal => Way { wanted: self.wanted.union(other.wanted), ..self },
            std::cmp::Ordering::Greater => other,
        }
    }

    /// This way with so many more tiles of a kind missing.
    fn lacking(mut self, n: u8, tile: Tile) -> Way {
        if n > 0 && self.missing < UNREACHABLE {
            self.missing += n;
            self.wanted.insert(tile);
        }
        self
    }
}

/// What one kind can be in a target of equal tiles.
struct Group {
    /// Tiles.
    n: u8,
    /// Groups that are counted.
    groups: usize,
    /// Pairs beside them.
    pairs: usize,
}

/// The best ways by a bit a suit, and by whether there is a terminal.
type BySuits = [[Way; 2]; 8];

/// The best ways by groups, pairs, suits and terminal.
type Cells = [[BySuits; 2]; 8];

/// Adds a group of a kind, of which so many tiles are missing, to each way.
fn add_kind(from: &BySuits, tile: Tile, lacks: u8, to: &mut BySuits) {
    let suit = tile.suit().map_or(0, |suit| 1 << suit as usize);
    let is_terminal = usize::from(tile.is_terminal() || tile == Tile::RED);
    for (suits, ways) in from.iter().enumerate() {
        for (terminal, way) in ways.iter().enumerate().filter(|(_, way)| way.missing < UNREACHABLE) {
            let cell = &mut to[suits | suit][terminal | is_terminal];
            *cell = cell.or(way.lacking(lacks, tile));
        }
    }
}

/// The targets of one hand.
struct Targets<'a> {
    needs: &'a Needs,
    hand: &'a Counts,
    melds: &'a [Meld],
    melded: Held,
}

impl<'a> Targets<'a> {
    fn of(needs: &'a Needs, hand: &'a Counts, melds: &'a [Meld]) -> Targets<'a> {
        Targets { needs, hand, melds, melded: Held::of(&Counts::EMPTY, melds) }
    }

    /// 飘, where it may do more than another hand.
    fn all_pungs(&self) -> Way {
        let sets = 4_usize.checked_sub(self.melds.len());
        let Some(sets) = sets.filter(|_| !self.melds.iter().any(Meld::is_run)) else { return Way::NONE };
        if self.needs.sets & RUN != 0 {
            return Way::NONE;
        }
        let needs_terminal = match self.needs.all_pungs {
            AllPungs::Ordinary => return Way::NONE,
            AllPungs::HandOne => true,
            AllPungs::HandOneWithoutTerminal => false,
        };
        let groups = [Group { n: 3, groups: 1, pairs: 0 }, Group { n: 2, groups: 0, pairs: 1 }];
        self.of_equals(&groups, sets, 1, needs_terminal)
    }

    /// Seven pairs; four equal tiles are two of them (C-Q27).
    fn seven_pairs(&self) -> Way {
        if self.needs.shape == WinShape::Sets || !self.melds.is_empty() {
            return Way::NONE;
        }
        let groups = [Group { n: 2, groups: 1, pairs: 0 }, Group { n: 4, groups: 2, pairs: 0 }];
        self.of_equals(&groups, 7, 0, false)
    }

    /// The best target of groups of equal tiles.
    fn of_equals(&self, kinds: &[Group], n_groups: usize, n_pairs: usize, needs_terminal: bool) -> Way {
        let mut cells: Cells = [[[[Way::NONE; 2]; 8]; 2]; 8];
        cells[0][0][usize::from(self.melded.suits())][usize::from(self.melded.has_terminal())] = Way::NOTHING;
        for tile in Tile::all().filter(|&tile| !tile.is_honour() || tile == Tile::RED) {
            let before = cells;
            for kind in kinds.iter().filter(|kind| kind.n + self.melded.own.of(tile) <= 4) {
                let lacks = kind.n.saturating_sub(self.hand.of(tile));
                for groups in kind.groups..=n_groups {
                    for pairs in kind.pairs..=n_pairs {
                        let from = &before[groups - kind.groups][pairs - kind.pairs];
                        add_kind(from, tile, lacks, &mut cells[groups][pairs]);
                    }
                }
            }
        }
        let enough = |suits: usize| suits.count_ones() >= self.needs.n_suits;
        let legal = cells[n_groups][n_pairs].iter().enumerate().filter(|&(suits, _)| enough(suits));
        legal
            .flat_map(|(_, ways)| &ways[usize::from(needs_terminal)..])
            .fold(Way::NONE, |best, &way| best.or(way))
    }

    /// 一条龙, which needs no triplet (C26). It holds its terminals whichever of its tiles is missing.
    fn pure_straight(&self) -> Way {
        let mut best = Way::NONE;
        let too_many = self.melds.len() >= self.needs.hand_one_melds;
        if too_many
            || self.needs.pure_straight == PureStraight::Ordinary
            || self.needs.shape == WinShape::Pairs
        {
            return best;
        }
        for suit in SUITS {
            let lows = [1, 4, 7].into_iter().filter_map(|rank| Tile::numbered(suit, rank));
            let chowed = |low: &Tile| self.melds.iter().any(|meld| meld.is_run() && meld.tile == *low);
            let runs: Vec<Tile> = lows.filter(|low| !chowed(low)).collect();
            // One set is beside the straight, melded or not.
            let Some(n_free) = 4_usize.checked_sub(self.melds.len() + runs.len()) else { continue };
            let mut target = Counts::EMPTY;
            runs.iter().for_each(|&low| target.extend(Set::Run(low).tiles()));
            if self.way_to(&target).missing > best.missing {
                continue;
            }
            best =
                finished(&target, n_free).iter().fold(best, |best, target| best.or(self.legal_way(target)));
        }
        best
    }

    /// The tiles missing to these concealed tiles, if they are enough suits with the melds.
    fn legal_way(&self, target: &Counts) -> Way {
        let suits = SUITS.iter().filter(|&&suit| {
            let melded = self.melded.suits() >> suit as u8 & 1 == 1;
            melded || target.suit(suit).iter().any(|&n| n > 0)
        });
        if suits.count() < self.needs.n_suits as usize { Way::NONE } else { self.way_to(target) }
    }

    fn way_to(&self, target: &Counts) -> Way {
        if target.kinds().any(|tile| target.of(tile) + self.melded.own.of(tile) > 4) {
            return Way::NONE;
        }
        let lacks = |tile: Tile| target.of(tile).saturating_sub(self.hand.of(tile));
        target.kinds().fold(Way::NOTHING, |way, tile| way.lacking(lacks(tile), tile))
    }
}

/// These tiles with a pair, and with one more set if there is to be one, in every way.
fn finished(tiles: &Counts, n_sets: usize) -> Vec<Counts> {
    let kinds = || Tile::all().filter(|&tile| !tile.is_honour() || tile == Tile::RED);
    let runs = kinds().filter(|tile| tile.run().is_some()).map(Set::Run);
    let sets: Vec<Set> = kinds().map(Set::Triplet).chain(runs).collect();
    let mut with_sets = vec![*tiles];
    for _ in 0..n_sets {
        let add = |before: &Counts, set: &Set| {
            let mut after = *before;
            after.extend(set.tiles());
            after
        };
        with_sets =
            with_sets.iter().flat_map(|before| sets.iter().map(move |set| add(before, set))).collect();
    }
    let paired = |before: &Counts, tile: Tile| {
        let mut after = *before;
        after.extend([tile; 2]);
        after
    };
    with_sets.iter().flat_map(|before| kinds().map(move |tile| paired(before, tile))).collect()
}
