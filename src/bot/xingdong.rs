//! The program's player of 兴动: it aims at fans that make a win, and keeps its wilds.

use crate::game::action::{Action, Offer, Origin};
use crate::game::indicator::Indicator;
use crate::game::mcr::{Holding, Lack, Plan, plans};
use crate::game::meld::{Meld, MeldKind};
use crate::game::tile::{Counts, Tile};
use crate::game::view::{PlayerView, PublicPhase};
use crate::game::waits::TileSet;

/// What a closed hand has beside its fan: 门前清.
const CLOSED: u16 = 2;
/// What three dragons have.
const DRAGONS: u16 = 2;
/// Points that another fan beside the one aimed at may bring, for one tile more.
const ANOTHER_FAN: u16 = 8;
/// Plans that are so many tiles farther than the nearest are kept in mind.
const IN_MIND: u8 = 1;
/// Farther than any plan is.
const FAR: u8 = 20;

/// What it does with this view of a hand without ting; `None` when nothing is asked of the seat.
/// `min_fan` are the points that a win needs.
pub(super) fn choose(view: &PlayerView, turned: Indicator, min_fan: u32) -> Option<Action> {
    if view.offers.is_empty() {
        return None;
    }
    let (natural, _) = turned.part(&view.hand.iter().copied().chain(view.drawn).collect());
    let enough = u16::try_from(min_fan).unwrap_or(u16::MAX);
    let thought = Thought { view, turned, enough, aims: aims(enough) };
    if view.offers.contains(&Offer::Pass) {
        return Some(thought.best_claim(&natural));
    }
    thought.best_turn(&natural)
}

/// A view being thought about.
struct Thought<'a> {
    view: &'a PlayerView,
    turned: Indicator,
    /// Points that a win needs.
    enough: u16,
    aims: Vec<Plan>,
}

/// What is worth aiming at: where few points are enough, any finished hand.
fn aims(enough: u16) -> Vec<Plan> {
    let any = Plan::any_hand();
    plans().iter().copied().chain((enough <= any.points).then_some(any)).collect()
}

/// How good a hand is to have: nearer to a plan first, then more unseen tiles that help.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Worth {
    nearness: i16,
    n_helping: u32,
}

impl Thought<'_> {
    fn melds(&self) -> &[Meld] {
        &self.view.public.seats[self.view.seat].melds
    }

    /// How far the plans within reach are: tiles that they lack, and more where their points are too few alone.
    fn lacks(&self, among: &[Plan], natural: &Counts, melds: &[Meld]) -> Vec<(u8, Plan, Lack)> {
        let held = Holding::new(natural, melds);
        let is_dragon = |tile: Tile| tile.index() >= Tile::RED.index();
        let n_dragons = natural.kinds().filter(|&tile| is_dragon(tile) && natural.of(tile) >= 3).count()
            + melds.iter().filter(|meld| is_dragon(meld.tile)).count();
        let closed = !melds.iter().any(Meld::is_open);
        let beside = DRAGONS * n_dragons as u16 + if closed { CLOSED } else { 0 };
        let mut nearest = FAR;
        let mut found = Vec::new();
        for plan in among {
            let too_few = self.enough.saturating_sub(plan.points + beside);
            let more = too_few.div_ceil(ANOTHER_FAN).min(u16::from(FAR)) as u8;
            if let Some(lack) = plan.lack(&held, (nearest + IN_MIND).saturating_sub(more)) {
                nearest = nearest.min(lack.n_missing + more);
                found.push((lack.n_missing + more, *plan, lack));
            }
        }
        found.retain(|(far, ..)| *far <= nearest + IN_MIND);
        found
    }

    /// The worth of tiles that are not wild, by these plans.
    fn worth(&self, among: &[Plan], natural: &Counts, melds: &[Meld]) -> Worth {
        let lacks = self.lacks(among, natural, melds);
        let nearest = lacks.iter().map(|(far, ..)| *far).min().unwrap_or(FAR);
        let wanted = |far: u8| -> u32 {
            let at = lacks.iter().filter(|lack| lack.0 == far);
            let kinds: TileSet = at.flat_map(|(_, _, lack)| lack.wanted.iter()).collect();
            kinds.iter().map(|tile| u32::from(self.unseen(natural, tile))).sum()
        };
        // What helps the nearest plans counts more than what helps others.
        Worth { nearness: -i16::from(nearest), n_helping: 4 * wanted(nearest) + wanted(nearest + IN_MIND) }
    }

    /// Copies of a kind that are neither in the hand nor open on the table.
    fn unseen(&self, natural: &Counts, tile: Tile) -> u8 {
        let open = self.view.public.seats.iter().map(|(_, seat)| {
            let river = seat.river.iter().filter(|&&t| t == tile).count();
            river + seat.melds.iter().flat_map(Meld::tiles).filter(|&t| t == tile).count()
        });
        let n_open = open.sum::<usize>() as u8 + u8::from(self.turned.tile == tile);
        4_u8.saturating_sub(n_open + natural.of(tile))
    }

    /// The discard after which the hand is worth most, with that worth; never a wild while there is another tile.
    fn best_discard(&self, natural: &Counts, melds: &[Meld]) -> Option<(Worth, Tile)> {
        let near: Vec<Plan> =
            self.lacks(&self.aims, natural, melds).into_iter().map(|(_, plan, _)| plan).collect();
        let after = |tile: Tile| Some((self.worth(&near, &without(natural, &[tile])?, melds), tile));
        // Among equals the drawn tile goes: it tells the others least.
        natural
            .kinds()
            .filter_map(after)
            .max_by_key(|&(worth, tile)| (worth, self.view.drawn == Some(tile), tile))
    }

    /// Claims what brings the hand nearer to a plan.
    fn best_claim(&self, natural: &Counts) -> Action {
        let PublicPhase::Claims { tile: claimed, .. } = self.view.public.phase else { return Action::Pass };
        let claims = self.view.offers.iter().filter_map(|offer| claim_of(offer, claimed));
        let mut best = (self.worth(&self.aims, natural, self.melds()).nearness, Action::Pass);
        for (action, own, meld) in claims {
            let Some(rest) = without(natural, &own) else { continue };
            let melds = with_meld(self.melds(), meld);
            let worth = match meld.kind {
                MeldKind::ExposedKong => Some(self.worth(&self.aims, &rest, &melds)),
                _ => self.best_discard(&rest, &melds).map(|(worth, _)| worth),
            };
            if let Some(worth) = worth.filter(|worth| worth.nearness > best.0) {
                best = (worth.nearness, action);
            }
        }
        best.1
    }

    /// A kong that costs nothing, else the best discard.
    fn best_turn(&self, natural: &Counts) -> Option<Action> {
        let Some((worth, tile)) = self.best_discard(natural, self.melds()) else {
            return self.any_discard(); // wilds alone
        };
        let kong = self.view.offers.iter().find_map(|offer| match *offer {
            Offer::Kong { tile, added } => {
                let after = self.after_kong(natural, tile, added)?;
                (after >= worth.nearness).then_some(Action::Kong { tile })
            }
            _ => None,
        });
        let origin = if self.view.drawn == Some(tile) { Origin::Drawn } else { Origin::Hand };
        Some(kong.unwrap_or(Action::Discard { tile, origin }))
    }

    fn after_kong(&self, natural: &Counts, tile: Tile, added: bool) -> Option<i16> {
        if added {
            return Some(self.worth(&self.aims, &without(natural, &[tile])?, self.melds()).nearness);
        }
        let meld = Meld { kind: MeldKind::ConcealedKong, tile, claimed: None };
        let melds = with_meld(self.melds(), meld);
        Some(self.worth(&self.aims, &without(natural, &[tile; 4])?, &melds).nearness)
    }

    fn any_discard(&self) -> Option<Action> {
        self.view.offers.iter().rev().find_map(|offer| match *offer {
            Offer::Discard { tile, origin } => Some(Action::Discard { tile, origin }),
            _ => None,
        })
    }
}

fn without(hand: &Counts, tiles: &[Tile]) -> Option<Counts> {
    let mut rest = *hand;
    tiles.iter().all(|&tile| rest.remove(tile)).then_some(rest)
}

fn with_meld(melds: &[Meld], meld: Meld) -> Vec<Meld> {
    melds.iter().copied().chain([meld]).collect()
}

/// A claim with the own tiles it takes and the meld it makes.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::hints::tests::{TURNED, view};
    use crate::t;

    /// How near it thinks a hand is to a win of so many points after its best discard.
    fn nearness(view: &PlayerView, min_fan: u16) -> i16 {
        let thought = Thought { view, turned: TURNED, enough: min_fan, aims: aims(min_fan) };
        let natural: Counts = view.hand.iter().copied().chain(view.drawn).collect();
        thought.best_discard(&natural, &[]).unwrap().0.nearness
    }

    #[test]
    fn it_aims_at_as_many_points_as_the_table_asks() {
        let plain = view("234678m567p99p13s", t!("W"));
        assert_eq!(nearness(&plain, 1), -1, "any finished hand will do");
        assert!(nearness(&plain, 8) < -1);
        assert!(nearness(&plain, 24) < nearness(&plain, 8));
        let left = Some(Action::Discard { tile: t!("W"), origin: Origin::Drawn });
        assert_eq!(choose(&plain, TURNED, 1), left);
    }

    #[test]
    fn a_hand_that_brings_enough_is_near_for_any_minimum_up_to_it() {
        let straight = view("123m456m78m11p555s", t!("W")); // 清龙, 16
        assert_eq!([1, 8, 16].map(|min_fan| nearness(&straight, min_fan)), [-1; 3]);
        assert!(nearness(&straight, 64) < -1);
    }
}
