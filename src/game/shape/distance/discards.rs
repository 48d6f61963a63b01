//! The discards of a hand that leave it nearest to ting, each with the kinds that help then: by one search for all.
//!
//! The fewest tiles that a hand lacks of a target are those that it lacks after a discard that some such target has no
//! use for. What helps after the discard is what these targets lack.

use super::search::{Chosen, Goal};
use super::suit::{Cell, red_parts};
use super::{Hand, Shapes, can_ting, next_to_ting};
use crate::game::meld::Meld;
use crate::game::tile::{Counts, Tile};
use crate::game::waits::{AllPungs, Held, Needs, PureStraight, TileSet, WinShape, legal_waits};

/// The discards after which a hand is nearest.
pub struct Discards {
    /// Swaps to ting after each of them.
    pub distance: u8,
    /// The discards in tile order, each with the kinds whose draw brings the hand nearer then, or its waits.
    pub each: Vec<(Tile, TileSet)>,
}

/// What the targets of one cell of a group lack in this group and in the others.
struct Use {
    cell: Cell,
    here: TileSet,
    elsewhere: TileSet,
}

impl Shapes {
    /// The first of these discards from 14 − 3 × melds tiles, which must be all of the hand's kinds, after which the
    /// distance is least, with that distance; `None` if it is more than `most` then. Much less work than
    /// [`Shapes::discards`] where one of the first will do.
    pub fn first_nearest(
        &mut self,
        needs: &Needs,
        hand: &Counts,
        melds: &[Meld],
        most: u8,
        discards: impl Iterator<Item = Tile>,
    ) -> Option<(u8, Tile)> {
        if melds.len() >= needs.hand_one_melds {
            return None;
        }
        let bound = most.saturating_add(2).min(super::UNREACHABLE);
        let (held, goal) = self.task(needs, hand, melds);
        let missing = self.missing_of(&held, &goal, bound);
        if missing == bound {
            return None;
        }
        // A hand that lacks two tiles or more has one that the nearest target has no use for.
        let least = missing.saturating_sub(1);
        let mut within = if missing > 1 { least } else { most };
        let mut nearest = None;
        for tile in discards {
            let rest = self.hand_without(&held, tile);
            let can_ting = || can_ting(needs, &without(hand, tile), melds);
            if let Some(distance) = self.distance_of(&rest, &goal, within, can_ting) {
                nearest = Some((distance, tile));
                if distance == least {
                    break;
                }
                within = distance - 1;
            }
        }
        nearest
    }

    /// The discards of 14 − 3 × melds tiles after which the distance is least; `None` if it is more than `most` then.
    pub fn discards(&mut self, needs: &Needs, hand: &Counts, melds: &[Meld], most: u8) -> Option<Discards> {
        if melds.len() >= needs.hand_one_melds {
            return None;
        }
        let bound = most.saturating_add(2).min(super::UNREACHABLE);
        match self.missing(needs, hand, melds, bound) {
            missing if missing == bound => None,
            // Whether the terminal is among the tiles left is asked of each discard (A-Q08).
            0 | 1 => self.discards_one_by_one(needs, hand, melds, most),
            missing => Some(self.discards_at(needs, hand, melds, missing)),
        }
    }

    fn discards_one_by_one(
        &mut self,
        needs: &Needs,
        hand: &Counts,
        melds: &[Meld],
        most: u8,
    ) -> Option<Discards> {
        let mut nearest = most;
        let mut found = Vec::new();
        for tile in hand.kinds() {
            let rest = without(hand, tile);
            if let Some(distance) = self.distance_within(needs, &rest, melds, nearest) {
                nearest = distance;
                found.push((distance, tile, rest));
            }
        }
        found.retain(|(distance, ..)| *distance == nearest);
        let each = found.iter().map(|(_, tile, rest)| (*tile, self.useful_at(needs, rest, melds, nearest)));
        let each: Vec<_> = each.collect();
        (!each.is_empty()).then_some(Discards { distance: nearest, each })
    }

    /// The same for a hand that lacks so many tiles, two or more.
    fn discards_at(&mut self, needs: &Needs, hand: &Counts, melds: &[Meld], missing: u8) -> Discards {
        let melded = Held::of(&Counts::EMPTY, melds);
        let held = self.hand(hand, &melded);
        let chosen = self.chosen(&held, &Goal::of(needs, &melded, melds.len()), missing);
        let uses = self.uses(&held, &chosen);
        let mut each = Vec::with_capacity(14);
        for tile in hand.kinds() {
            let group = (tile.index() / 9).min(3);
            let Some(useful) = self.useful_without(&held, tile, &uses[group]) else { continue };
            let rest = without(hand, tile);
            let waits = if has_only_sets(needs) {
                TileSet::EMPTY
            } else {
                legal_waits(&needs.opened(), &rest, melds)
            };
            let useful = match missing {
                _ if !waits.is_empty() => waits,
                2 => next_to_ting(needs, &rest, melds, useful),
                _ => useful,
            };
            each.push((tile, useful));
        }
        Discards { distance: missing - 1, each }
    }

    /// For each group, its cells in the targets, with what the targets of each lack in the other groups.
    fn uses(&mut self, held: &Hand, chosen: &[Chosen]) -> [Vec<Use>; 4] {
        let mut uses = [const { Vec::<Use>::new() }; 4];
        for cells in chosen {
            let places = [0, 1, 2, 3].map(|group| {
                let (uses, cell) = (&mut uses[group], cells[group]);
                uses.iter().position(|known| known.cell == cell).unwrap_or_else(|| {
                    let here = self.wanted(held, group, cell);
                    uses.push(Use { cell, here, elsewhere: TileSet::EMPTY });
                    uses.len() - 1
                })
            });
            let lacks = [0, 1, 2, 3].map(|group| uses[group][places[group]].here);
            for group in 0..4 {
                let others = lacks.iter().enumerate().filter(|&(other, _)| other != group);
                let elsewhere = &mut uses[group][places[group]].elsewhere;
                *elsewhere = others.fold(*elsewhere, |all, (_, &lacks)| all.union(lacks));
            }
        }
        uses
    }

    /// What the targets lack that have no use for one of the copies of `tile`; `None` if all of them need it.
    fn useful_without(&mut self, held: &Hand, tile: Tile, uses: &[Use]) -> Option<TileSet> {
        let (group, rank) = (tile.index() / 9, tile.index() % 9);
        let mut useful = None;
        if let (Some(tiles), Some(&place)) = (held.suits.get(group), held.places.get(group)) {
            let rest = tiles.without(rank);
            let rest_place = self.known.find(&rest);
            for Use { cell, elsewhere, .. } in uses {
                let missing = |place| self.known.at(place).map(|parts| parts.missing(*cell));
                if missing(place) == missing(rest_place) {
                    let here = self.wanted_of_suit(group, &rest, rest_place, *cell);
                    useful = Some(useful.unwrap_or(TileSet::EMPTY).union(here).union(*elsewhere));
                }
            }
            return useful;
        }
        let before = red_parts(held.n_red, held.n_red_melded);
        let after = red_parts(held.n_red.saturating_sub(1), held.n_red_melded);
        for Use { cell, elsewhere, .. } in
            uses.iter().filter(|it| before.missing(it.cell) == after.missing(it.cell))
        {
            let here = TileSet::from_ranks(Tile::RED, u16::from(after.missing(*cell) > 0));
            useful = Some(useful.unwrap_or(TileSet::EMPTY).union(here).union(*elsewhere));
        }
        useful
    }
}

/// True if nothing wins but sets and a pair that have all that is asked for: what lacks two tiles of these does not wait.
fn has_only_sets(needs: &Needs) -> bool {
    needs.shape == WinShape::Sets
        && needs.all_pungs == AllPungs::Ordinary
        && needs.pure_straight == PureStraight::Ordinary
}

fn without(hand: &Counts, tile: Tile) -> Counts {
    let mut rest = *hand;
    let held = rest.remove(tile);
    debug_assert!(held, "only kinds of the hand are discarded");
    rest
}
