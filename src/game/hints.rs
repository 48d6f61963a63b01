//! 听牌提示 where nothing is declared (兴动): which discards leave a hand that some tile finishes for enough points. A
//! table with ting offers them itself.
//!
//! Out of what one seat sees, and slow: a hand with wilds has many readings, so this is no part of a view.

use super::action::{Offer, Wait};
use super::event::WinHow;
use super::meld::Meld;
use super::seat::{BySeat, Seat};
use super::tile::{Counts, Tile};
use super::variants::{FanFacts, Rules, WinFacts};
use super::view::PlayerView;

/// Copies of a kind.
const N_COPIES: u8 = 4;

/// A discard and what finishes the hand that it leaves.
#[derive(Clone, PartialEq, Eq)]
pub struct Hint {
    /// The discard.
    pub tile: Tile,
    /// What wins when somebody discards it, in tile order.
    pub waits: Vec<Wait>,
    /// What wins only when it is drawn, in tile order.
    pub draws: Vec<Wait>,
}

impl Hint {
    /// Copies of all these tiles that the seat does not see.
    pub fn n_unseen(&self) -> u32 {
        self.waits.iter().chain(&self.draws).map(|wait| u32::from(wait.n_unseen)).sum()
    }
}

/// The discards that leave a hand which a single tile finishes, one a kind, in tile order; none where the seat has no turn.
/// What only the moment gives (the last tile, the last copy of a kind) is not counted on.
pub fn hints(rules: &dyn Rules, view: &PlayerView) -> Vec<Hint> {
    let own: Counts = view.hand.iter().copied().chain(view.drawn).collect();
    let is_discard =
        |tile| move |offer: &Offer| matches!(offer, Offer::Discard { tile: one, .. } if *one == tile);
    let discards = own.kinds().filter(|&tile| view.offers.iter().any(is_discard(tile)));
    let hints = discards.filter_map(|tile| {
        let mut hand = own;
        if !hand.remove(tile) {
            return None;
        }
        let (waits, draws) = finishing(rules, view, &own, &hand);
        (!waits.is_empty() || !draws.is_empty()).then_some(Hint { tile, waits, draws })
    });
    hints.collect()
}

/// What finishes `hand`, which is left of `own`: from somebody's discard, and from a draw alone.
fn finishing(rules: &dyn Rules, view: &PlayerView, own: &Counts, hand: &Counts) -> (Vec<Wait>, Vec<Wait>) {
    let (mut waits, mut draws) = (Vec::new(), Vec::new());
    let melds = &view.public.seats[view.seat].melds;
    for &tile in rules.kinds() {
        let n_melded = melds.iter().flat_map(Meld::tiles).filter(|&one| one == tile).count() as u8;
        if own.of(tile) + n_melded >= N_COPIES {
            continue;
        }
        let wait = Wait { tile, n_unseen: N_COPIES.saturating_sub(own.of(tile) + n_open(view, tile)) };
        let from = view.seat.next();
        if is_win(rules, view, hand, tile, WinHow::Discard { from }) {
            waits.push(wait);
        } else if is_win(rules, view, hand, tile, WinHow::Draw) {
            draws.push(wait);
        }
    }
    (waits, draws)
}

fn is_win(rules: &dyn Rules, view: &PlayerView, hand: &Counts, tile: Tile, how: WinHow) -> bool {
    let public = &view.public;
    rules.is_win(&WinFacts {
        dealer: public.dealer,
        winner: view.seat,
        hand,
        melds: &public.seats[view.seat].melds,
        tile,
        how,
        own_treasures: &[],
        other_treasures: &[],
        ting: BySeat([false; 4]),
        standing: public.seats.map(|_, seat| seat.standing),
        liable: false,
        pinned: false,
        run_points: public.run_points,
        fan_facts: FanFacts { indicator: public.indicator, is_last: false, is_fourth: false },
    })
}

/// Copies that lie open: discards, melds, the turned tile.
fn n_open(view: &PlayerView, tile: Tile) -> u8 {
    let open = |seat: Seat| {
        let seat = &view.public.seats[seat];
        seat.river.iter().copied().chain(seat.melds.iter().flat_map(Meld::tiles))
    };
    let turned = view.public.indicator.map(|indicator| indicator.tile);
    Seat::ALL.into_iter().flat_map(open).chain(turned).filter(|&one| one == tile).count() as u8
}

#[cfg(test)]
pub(crate) mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::game::action::{Origin, PromptId};
    use crate::game::indicator::Indicator;
    use crate::game::ruleset::{Options, Variant};
    use crate::game::tile::parse_tiles;
    use crate::game::variants::rules;
    use crate::game::view::{Concealed, PublicPhase, PublicSeat, PublicView};
    use crate::t;

    /// Turns the tile after which East is wild.
    pub(crate) const TURNED: Indicator = Indicator { tile: t!("N"), dice: [1, 1] };

    /// East has 14 tiles and to discard one of them.
    pub(crate) fn view(hand: &str, drawn: Tile) -> PlayerView {
        let seat = PublicSeat {
            concealed: Concealed { n_tiles: 13 },
            melds: Arc::default(),
            river: Arc::default(),
            ting: None,
            standing: true,
            opened_pair: None,
        };
        let public = PublicView {
            variant: Variant::Xingdong,
            dealer: Seat::East,
            n_drawable: 60,
            seats: BySeat::from_fn(|_| seat.clone()),
            phase: PublicPhase::Turn { seat: Seat::East },
            prompt: PromptId(1),
            last_discard: None,
            n_treasures: 0,
            n_flipped: 0,
            liable: false,
            run_points: BySeat([0; 4]),
            shown_replacement: None,
            indicator: Some(TURNED),
            outcome: None,
        };
        let hand = parse_tiles(hand).unwrap();
        let discard = |&tile: &Tile| Offer::Discard { tile, origin: Origin::Hand };
        let mut offers: Vec<Offer> = hand.iter().map(discard).collect();
        offers.push(Offer::Discard { tile: drawn, origin: Origin::Drawn });
        PlayerView {
            public,
            seat: Seat::East,
            hand,
            drawn: Some(drawn),
            waits: Vec::new(),
            treasures: Vec::new(),
            offers,
            answered: false,
        }
    }

    /// The hints of 兴动 where a win needs so many points.
    fn of(view: &PlayerView, min_fan: u32) -> Vec<Hint> {
        let variant = Variant::Xingdong;
        let options = Options { min_fan, ..Options::of(variant) };
        hints(&*rules(variant, options).unwrap(), view)
    }

    fn unseen(tile: Tile, n_unseen: u8) -> Wait {
        Wait { tile, n_unseen }
    }

    #[test]
    fn a_hint_names_what_wins_with_enough_points_and_what_wins_only_when_drawn() {
        let straight = view("123m456m78m11p555s", t!("W")); // 清龙, 16
        let hints = of(&straight, 16);
        assert_eq!(hints.iter().map(|hint| hint.tile).collect::<Vec<_>>(), [t!("W")]);
        assert_eq!(hints[0].waits, [unseen(t!("9m"), 4)]);
        assert_eq!(hints[0].draws, [unseen(t!("E"), 4)], "a wild stands for the 9万 only when it is drawn");
        assert!(of(&straight, 64).is_empty());
    }

    #[test]
    fn a_hand_of_few_points_has_hints_only_where_few_are_enough() {
        let plain = view("234678m567p99p13s", t!("W"));
        assert!(of(&plain, 24).is_empty());
        let hints = of(&plain, 1);
        let west = hints.iter().find(|hint| hint.tile == t!("W")).unwrap();
        assert_eq!(west.waits, [unseen(t!("2s"), 4)]);
    }

    #[test]
    fn copies_that_lie_open_are_seen_and_who_has_no_turn_is_told_nothing() {
        let mut straight = view("123m456m78m11p555s", t!("W"));
        straight.public.seats[Seat::North].river = Arc::new(vec![t!("9m"), t!("9m")]);
        assert_eq!(of(&straight, 16)[0].waits, [unseen(t!("9m"), 2)]);
        straight.offers.clear();
        assert!(of(&straight, 16).is_empty());
    }
}
