//! A simple, sensible player: fewest swaps to a legal ting hand, opens when it must, declares ting, takes wins.

use super::xingdong;
use crate::game::action::{Action, Offer, Origin, TingDiscard};
use crate::game::level::Level;
use crate::game::meld::{Meld, MeldKind};
use crate::game::shape::{Shapes, UNREACHABLE};
use crate::game::tile::{Counts, Tile};
use crate::game::view::{PlayerView, PublicPhase};
use crate::game::waits::{Needs, TileSet};

/// A program player of one table. It remembers shapes, never tiles of a seat.
pub struct Program {
    level: Level,
    needs: Needs,
    shapes: Shapes,
}

impl Program {
    /// A player of the game whose hands need this.
    pub fn new(level: Level, needs: Needs) -> Program {
        Program { level, needs, shapes: Shapes::new() }
    }

    /// Goes on at a table with other house rules.
    pub fn follow(&mut self, needs: Needs) {
        self.needs = needs;
    }

    /// What it does with this view; `None` when nothing is asked of the seat. Same view, same choice.
    pub fn choose(&mut self, view: &PlayerView) -> Option<Action> {
        let offers = &view.offers;
        if offers.contains(&Offer::Win) {
            return Some(Action::Win);
        }
        if let Some(action) = best_ting(offers) {
            return Some(action);
        }
        if offers[..] == [Offer::Pass] {
            return Some(Action::Pass);
        }
        if let Some(turned) = view.public.indicator {
            return xingdong::choose(view, turned, self.needs.min_fan);
        }
        if offers.contains(&Offer::Pass) { Some(self.best_claim(view)) } else { self.best_turn(view) }
    }

    /// How good 13 − 3 × melds concealed tiles are to have.
    fn worth(&mut self, open: &Counts, hand: &Counts, melds: &[Meld]) -> Worth {
        let distance = self.shapes.distance(&self.needs, hand, melds);
        if self.level == Level::Greedy {
            return Worth { nearness: -(distance as i8), n_helping: 0 };
        }
        let helping = self.shapes.useful_at(&self.needs, hand, melds, distance);
        Worth { nearness: -(distance as i8), n_helping: n_unseen(open, hand, helping) }
    }

    /// Minus the swaps to a legal ting hand: greater is nearer.
    fn nearness(&mut self, hand: &Counts, melds: &[Meld]) -> i8 {
        -(self.shapes.distance(&self.needs, hand, melds) as i8)
    }

    /// The discard from `hand` after which it is worth most, with that worth; `None` if none leaves it as near as
    /// `farthest`.
    fn best_discard(
        &mut self,
        thought: &Thought<'_>,
        hand: &Counts,
        melds: &[Meld],
        farthest: i8,
    ) -> Option<(Worth, Tile)> {
        if self.level == Level::Greedy {
            let farthest = farthest.unsigned_abs();
            let (distance, tile) =
                self.shapes.first_nearest(&self.needs, hand, melds, farthest, loneliest_first(hand))?;
            return Some((Worth { nearness: -(distance as i8), n_helping: 0 }, tile));
        }
        let found = self.shapes.discards(&self.needs, hand, melds, farthest.unsigned_abs())?;
        let nearness = -(found.distance as i8);
        let worth = |(tile, helping): (Tile, TileSet)| {
            let rest = without(hand, &[tile])?;
            Some((Worth { nearness, n_helping: n_unseen(&thought.open, &rest, helping) }, tile))
        };
        // Among equals the drawn tile goes: it tells the others least.
        let each = found.each.into_iter().filter_map(worth);
        each.max_by_key(|&(worth, tile)| (worth, thought.view.drawn == Some(tile), tile))
    }

    /// Claims what brings the hand nearer; a closed hand, which cannot ting, also claims what keeps it as near.
    fn best_claim(&mut self, view: &PlayerView) -> Action {
        let PublicPhase::Claims { tile: claimed, .. } = view.public.phase else { return Action::Pass };
        let hand: Counts = view.hand.iter().copied().collect();
        let thought = Thought::of(self.level, view);
        let melds = own_melds(view);
        let now = self.nearness(&hand, melds);
        let closed = !melds.iter().any(Meld::is_open);
        let farthest = if closed { now } else { now + 1 };
        if farthest > 0 {
            return Action::Pass; // nothing is nearer than ting
        }
        let mut best = None;
        for offer in &view.offers {
            let Some((action, own, meld)) = claim_of(offer, claimed) else { continue };
            let Some(rest) = without(&hand, &own) else { continue };
            let melds = with_meld(melds, meld);
            let worth = match meld.kind {
                MeldKind::ExposedKong => Some(self.worth(&thought.open, &rest, &melds)),
                _ => self.best_discard(&thought, &rest, &melds, farthest).map(|(worth, _)| worth),
            };
            let worth = worth.filter(|worth| worth.nearness >= farthest);
            best = best.max(worth.map(|worth| (worth, Ranked(action))));
        }
        best.map_or(Action::Pass, |(_, Ranked(action))| action)
    }

    /// A kong that costs nothing, else the discard after which the hand is worth most.
    fn best_turn(&mut self, view: &PlayerView) -> Option<Action> {
        let mut hand: Counts = view.hand.iter().copied().collect();
        hand.extend(view.drawn);
        let melds = own_melds(view);
        if view.public.seats[view.seat].ting.is_some() {
            return locked_turn(view);
        }
        let Some((worth, tile)) = self.best_discard(&Thought::of(self.level, view), &hand, melds, ANY) else {
            return any_discard(view);
        };
        for offer in &view.offers {
            let Offer::Kong { tile, added } = *offer else { continue };
            if self
                .kong_nearness(&hand, melds, tile, added)
                .is_some_and(|nearness| nearness >= worth.nearness)
            {
                return Some(Action::Kong { tile });
            }
        }
        let origin = if view.drawn == Some(tile) { Origin::Drawn } else { Origin::Hand };
        Some(Action::Discard { tile, origin })
    }

    fn kong_nearness(&mut self, hand: &Counts, melds: &[Meld], tile: Tile, added: bool) -> Option<i8> {
        if added {
            let mut melds = melds.to_vec();
            let pung = melds.iter_mut().find(|meld| meld.kind == MeldKind::Pung && meld.tile == tile)?;
            pung.kind = MeldKind::AddedKong;
            return Some(self.nearness(&without(hand, &[tile])?, &melds));
        }
        let meld = Meld { kind: MeldKind::ConcealedKong, tile, claimed: None };
        Some(self.nearness(&without(hand, &[tile; 4])?, &with_meld(melds, meld)))
    }
}

/// Farther than any hand is.
const ANY: i8 = -(UNREACHABLE as i8);

/// How good a hand is to have: nearer to ting first, then more unseen tiles that help.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Worth {
    nearness: i8,
    n_helping: u32,
}

/// An action as a tie-breaker that never decides: equal worths keep the offer shown first.
#[derive(Clone, Copy)]
struct Ranked(Action);

impl PartialEq for Ranked {
    fn eq(&self, _: &Ranked) -> bool {
        true
    }
}

impl Eq for Ranked {}

impl PartialOrd for Ranked {
    fn partial_cmp(&self, other: &Ranked) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Ranked {
    fn cmp(&self, _: &Ranked) -> std::cmp::Ordering {
        std::cmp::Ordering::Equal
    }
}

/// The ting with the most unseen winning tiles. A wait that is all gone is not declared.
fn best_ting(offers: &[Offer]) -> Option<Action> {
    let candidates = offers.iter().flat_map(|offer| match offer {
        Offer::Ting { discards } => {
            ting_actions(discards, |d| Action::Ting { tile: d.tile, origin: d.origin })
        }
        Offer::TingChow { low, discards } => {
            ting_actions(discards, |d| Action::Chow { low: *low, ting_discard: Some(d.tile) })
        }
        Offer::TingPung { discards } => {
            ting_actions(discards, |d| Action::Pung { ting_discard: Some(d.tile) })
        }
        Offer::StickyTing { discards } => ting_actions(discards, |d| Action::StickyTing { discard: d.tile }),
        _ => Vec::new(),
    });
    let best = candidates.max_by_key(|(n_unseen, _)| *n_unseen)?;
    (best.0 > 0).then_some(best.1)
}

fn ting_actions(discards: &[TingDiscard], action: impl Fn(&TingDiscard) -> Action) -> Vec<(u32, Action)> {
    let n_unseen = |d: &TingDiscard| d.waits.iter().map(|wait| u32::from(wait.n_unseen)).sum();
    discards.iter().map(|d| (n_unseen(d), action(d))).collect()
}

/// A view being thought about, with the copies that lie open on the table.
struct Thought<'a> {
    view: &'a PlayerView,
    open: Counts,
}

impl Thought<'_> {
    fn of(level: Level, view: &PlayerView) -> Thought<'_> {
        let mut open = Counts::EMPTY;
        if level == Level::Greedy {
            return Thought { view, open }; // it doesn't count
        }
        for (_, seat) in view.public.seats.iter() {
            open.extend(seat.river.iter().copied());
            seat.melds.iter().for_each(|meld| open.extend(meld.copies()));
        }
        Thought { view, open }
    }
}

/// Copies of some kinds that are neither in `hand` nor open on the table.
fn n_unseen(open: &Counts, hand: &Counts, kinds: TileSet) -> u32 {
    kinds.iter().map(|tile| u32::from(4_u8.saturating_sub(open.of(tile) + hand.of(tile)))).sum()
}

/// The kinds of a hand, first those for which the others do least.
fn loneliest_first(hand: &Counts) -> impl Iterator<Item = Tile> {
    let mut left: TileSet = hand.kinds().collect();
    std::iter::from_fn(move || {
        let loneliest = left.iter().min_by_key(|&tile| togetherness(hand, tile))?;
        left.remove(loneliest);
        Some(loneliest)
    })
}

/// How much the tiles near a kind do for it: its other copies, its neighbours, and those one further.
fn togetherness(hand: &Counts, tile: Tile) -> u8 {
    let copies = 3 * (hand.of(tile) - 1);
    let (Some(suit), Some(rank)) = (tile.suit(), tile.rank()) else { return copies };
    // The counts around the tile, with nothing below 1 and above 9.
    let mut around = [0; 13];
    around[2..11].copy_from_slice(hand.suit(suit));
    match around.get(usize::from(rank) - 1..).and_then(|around| around.first_chunk()) {
        Some([two_below, below, _, above, two_above]) => copies + 2 * (below + above) + two_below + two_above,
        None => copies,
    }
}

fn own_melds(view: &PlayerView) -> &[Meld] {
    &view.public.seats[view.seat].melds
}

fn without(hand: &Counts, tiles: &[Tile]) -> Option<Counts> {
    let mut rest = *hand;
    tiles.iter().all(|&tile| rest.remove(tile)).then_some(rest)
}

/// A plain claim with the own tiles it takes and the meld it makes.
fn claim_of(offer: &Offer, claimed: Tile) -> Option<(Action, Vec<Tile>, Meld)> {
    let meld = |kind, tile| Meld { kind, tile, claimed: None };
    match *offer {
        Offer::Chow { low } => {
            let own = low.run()?.into_iter().filter(|&tile| tile != claimed).collect();
            Some((Action::Chow { low, ting_discard: None }, own, meld(MeldKind::Chow, low)))
        }
        Offer::Pung => {
            Some((Action::Pung { ting_discard: None }, vec![claimed; 2], meld(MeldKind::Pung, claimed)))
        }
        Offer::ClaimKong => Some((Action::ClaimKong, vec![claimed; 3], meld(MeldKind::ExposedKong, claimed))),
        _ => None,
    }
}

fn with_meld(melds: &[Meld], meld: Meld) -> Vec<Meld> {
    melds.iter().copied().chain([meld]).collect()
}

/// A hand that is near nothing, as 飘 with four melds: the tile just drawn goes, else the last one.
fn any_discard(view: &PlayerView) -> Option<Action> {
    view.offers.iter().rev().find_map(|offer| match *offer {
        Offer::Discard { tile, origin } => Some(Action::Discard { tile, origin }),
        _ => None,
    })
}

/// A ting seat takes each kong it is offered, for the extra draw; else its tile goes.
fn locked_turn(view: &PlayerView) -> Option<Action> {
    view.offers.iter().find_map(|offer| match *offer {
        Offer::Kong { tile, .. } => Some(Action::Kong { tile }),
        Offer::Discard { tile, origin } => Some(Action::Discard { tile, origin }),
        _ => None,
    })
}
