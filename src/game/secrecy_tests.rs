//! Non-interference: what a seat cannot know changes nothing that it sees, and nothing that all see.

use std::sync::Arc;

use super::action::{Action, Offer};
use super::event::Event;
use super::meld::Meld;
use super::ruleset::{OptionValue, Options, SwapSource, Variant};
use super::seat::Seat;
use super::state::{HandState, Pending, Phase};
use super::tile::{Counts, Tile};
use super::treasure::Retired;
use super::variants::{kinds, rules};
use super::wall::{Wall, Words, key, sim_nonces, sim_secret};

pub(crate) fn luck(number: u32) -> Words {
    Words::of(&key("secrecy", "test", number, &sim_secret(0, number), &sim_nonces()))
}

fn deal(variant: Variant, number: u32) -> HandState {
    let mut options = Options::of(variant);
    let hidden_treasure = OptionValue::Bool(!number.is_multiple_of(4));
    if variant != Variant::Xingdong {
        options.set(variant, "treasure_visible_to_ting", &hidden_treasure).unwrap();
        options.set(variant, "kong_points_exposed", &OptionValue::Number(2)).unwrap();
    }
    deal_with(variant, options, number)
}

fn deal_with(variant: Variant, options: Options, number: u32) -> HandState {
    let secret = sim_secret(3, number);
    let wall = Wall::make(kinds(variant), variant.id(), "test", number, &secret, &sim_nonces());
    let rules = Arc::from(rules(variant, options).unwrap());
    HandState::begin(rules, Seat::from_index(number as usize), wall, 0)
}

fn shuffle(tiles: &mut [Tile], luck: &mut Words) {
    for i in (1..tiles.len()).rev() {
        tiles.swap(i, luck.below(u32::try_from(i + 1).unwrap()) as usize);
    }
}

/// How many tiles at the end of the wall are not drawn: treasures and the turned tile.
fn n_apart(hand: &HandState) -> usize {
    let turned = usize::from(hand.public.indicator.is_some());
    hand.secret.treasures.len() + hand.secret.retired.len() + turned
}

/// The same hand with all tiles dealt out anew that are not known to all. Where the hand is over, only the rest of
/// the wall is not.
pub(crate) fn publicly_reshuffled(hand: &HandState, luck: &mut Words) -> HandState {
    if hand.settlement().is_none() {
        return reshuffled(hand, None, luck);
    }
    let mut other = hand.clone();
    let mut tiles = hand.secret.wall.tiles().to_vec();
    let end = tiles.len() - n_apart(hand);
    shuffle(&mut tiles[hand.secret.n_taken..end], luck);
    other.secret.wall = hand.secret.wall.with_tiles(tiles);
    other
}

/// The same hand with all tiles that `viewer` cannot see dealt out anew, or with `None` those that nobody sees
/// publicly.
fn reshuffled(hand: &HandState, viewer: Option<Seat>, luck: &mut Words) -> HandState {
    let mut other = hand.clone();
    let hidden: Vec<Seat> = Seat::ALL.into_iter().filter(|&seat| Some(seat) != viewer).collect();
    // A ting seat that is not shown the flipped treasures still learns of one by the win that it brings.
    let is_ting = viewer.is_some_and(|seat| hand.is_ting(seat));
    let n_seen = if is_ting { hand.public.n_flipped.min(hand.secret.treasures.len()) } else { 0 };
    let place = hand.public.ting_order.iter().position(|&seat| Some(seat) == viewer);
    let unseen = |old: &Retired| place.is_none_or(|place| place >= old.n_seen_by);
    let turned = other.public.indicator.map(|turned| turned.tile); // all see it
    let n_apart = n_apart(hand);
    let wall = other.secret.wall.tiles().to_vec();
    let (taken, rest) = wall.split_at(other.secret.n_taken);
    let mut pool: Vec<Tile> = rest[..rest.len() - n_apart].to_vec();
    pool.extend(&other.secret.treasures[n_seen..]);
    pool.extend(other.secret.retired.iter().filter(|old| unseen(old)).map(|old| old.tile));
    for &seat in &hidden {
        pool.extend(other.secret.hands[seat].tiles());
    }
    let drawn_hidden = matches!(&other.phase, Phase::Turn(turn) if Some(turn.seat) != viewer);
    if let Phase::Turn(turn) = &other.phase
        && drawn_hidden
    {
        pool.extend(turn.drawn);
    }
    shuffle(&mut pool, luck);
    let mut next = || pool.pop().unwrap();
    for &seat in &hidden {
        let n_tiles = other.secret.hands[seat].total();
        other.secret.hands[seat] = (0..n_tiles).map(|_| next()).collect();
    }
    if let Phase::Turn(turn) = &mut other.phase
        && drawn_hidden
    {
        turn.drawn = turn.drawn.map(|_| next());
    }
    for treasure in &mut other.secret.treasures[n_seen..] {
        *treasure = next();
    }
    other.secret.retired.iter_mut().filter(|old| unseen(old)).for_each(|old| old.tile = next());
    let front: Vec<Tile> = (0..rest.len() - n_apart).map(|_| next()).collect();
    let retired = other.secret.retired.iter().map(|old| &old.tile);
    let apart: Vec<Tile> = retired.chain(&other.secret.treasures).copied().collect();
    let tiles = taken.iter().chain(&front).chain(apart.iter().rev()).copied().chain(turned).collect();
    other.secret.wall = other.secret.wall.with_tiles(tiles);
    assert!(pool.is_empty());
    other
}

/// Anything legal, but ting and wins whenever they are there, so that hands get somewhere.
fn choose(hand: &HandState, seat: Seat, luck: &mut Words) -> Action {
    let offers = hand.offers(seat);
    let eager = offers.iter().find(|offer| {
        matches!(
            offer,
            Offer::Win
                | Offer::Ting { .. }
                | Offer::TingChow { .. }
                | Offer::TingPung { .. }
                | Offer::StickyTing { .. }
        )
    });
    let any = &offers[luck.below(u32::try_from(offers.len()).unwrap()) as usize];
    match eager.unwrap_or(any) {
        Offer::Discard { tile, origin } => Action::Discard { tile: *tile, origin: *origin },
        Offer::Ting { discards } => Action::Ting { tile: discards[0].tile, origin: discards[0].origin },
        Offer::Kong { tile, .. } => Action::Kong { tile: *tile },
        Offer::Chow { low } => Action::Chow { low: *low, ting_discard: None },
        Offer::TingChow { low, discards } => Action::Chow { low: *low, ting_discard: Some(discards[0].tile) },
        Offer::Pung => Action::Pung { ting_discard: None },
        Offer::TingPung { discards } => Action::Pung { ting_discard: Some(discards[0].tile) },
        Offer::ClaimKong => Action::ClaimKong,
        Offer::StickyTing { discards } => Action::StickyTing { discard: discards[0].tile },
        Offer::Win => Action::Win,
        Offer::Pass => Action::Pass,
    }
}

/// A hand under house rules by lot, at every prompt and at its end.
pub(crate) fn positions(variant: Variant, number: u32) -> Vec<HandState> {
    let mut luck = luck(number);
    let options = Options::random(variant, |n| luck.below(n));
    let mut hand = deal_with(variant, options, number);
    let mut positions = Vec::new();
    loop {
        let seats = match hand.pending() {
            Pending::Turn { seat, .. } => vec![seat],
            Pending::Claims { seats } => seats,
            Pending::Nothing => break,
        };
        let seat = seats[luck.below(u32::try_from(seats.len()).unwrap()) as usize];
        let next = hand.decide(seat, choose(&hand, seat, &mut luck)).unwrap().next;
        positions.push(std::mem::replace(&mut hand, next));
    }
    positions.push(hand);
    positions
}

/// Plays hands and shows every prompt to `look`; returns how many seats were ting at the ends.
fn play(n_hands: u32, mut look: impl FnMut(&HandState, &mut Words)) -> usize {
    let mut n_ting = 0;
    let hands = Variant::PLAYABLE.into_iter().flat_map(|variant| (1..=n_hands).map(move |n| (variant, n)));
    for (variant, number) in hands {
        let mut luck = luck(number);
        let mut hand = deal(variant, number);
        loop {
            let seat = match hand.pending() {
                Pending::Turn { seat, .. } => seat,
                Pending::Claims { seats } => seats[0],
                Pending::Nothing => break,
            };
            look(&hand, &mut luck);
            let action = choose(&hand, seat, &mut luck);
            hand = hand.decide(seat, action).unwrap().next;
        }
        n_ting += hand.public.ting_order.len();
    }
    n_ting
}

#[test]
fn a_seat_sees_the_same_whatever_the_others_hold() {
    let n_ting = play(25, |hand, luck| {
        for seat in Seat::ALL {
            let other = reshuffled(hand, Some(seat), luck);
            assert!(hand.view_of(seat) == other.view_of(seat), "the view of {seat} tells what it may not");
            assert!(hand.public_view() == other.public_view());
            assert_eq!(hand.pending(), other.pending());
        }
    });
    assert!(n_ting > 15, "only {n_ting} seats declared ting: the test does not see enough");
}

#[test]
fn all_see_the_same_whatever_anybody_holds() {
    play(25, |hand, luck| {
        let other = reshuffled(hand, None, luck);
        assert!(hand.public_view() == other.public_view());
        assert_eq!(hand.pending(), other.pending());
        assert_eq!(format!("{hand:?} {:?}", hand.secret), format!("{other:?} {:?}", other.secret));
    });
}

#[test]
fn what_follows_from_a_discard_is_the_same_whatever_the_others_hold() {
    play(25, |hand, luck| {
        let Pending::Turn { seat, .. } = hand.pending() else { return };
        let action = choose(hand, seat, luck);
        if matches!(action, Action::Discard { .. } | Action::Ting { .. }) {
            let after = hand.decide(seat, action).unwrap();
            let other = reshuffled(hand, Some(seat), luck).decide(seat, action).unwrap();
            let over = [&after.next, &other.next].map(|hand| hand.settlement().is_some());
            if over != [false; 2] {
                // A last discard lays everything open; and a ting may end in 漏宝, for the treasure is hidden.
                assert!(
                    over == [true; 2] || hand.has_one_treasure() && matches!(action, Action::Ting { .. })
                );
                return;
            }
            assert_eq!(after.events.len(), other.events.len());
            assert!(after.next.public_view() == other.next.public_view());
            assert_eq!(after.next.pending(), other.next.pending());
        }
    });
}

/// The same hand with another treasure: it and a tile that lies deep in the wall change places.
fn with_another_treasure(hand: &HandState, luck: &mut Words) -> HandState {
    let mut other = hand.clone();
    let last = other.secret.wall.tiles().len() - 1 - other.secret.retired.len();
    let place = last - 1 - luck.below(4) as usize;
    other.secret.wall.exchange(place, last);
    other.secret.treasures = vec![other.secret.wall.tiles()[last]];
    other
}

/// 换宝 shows to no seat that is not ting: neither in what it sees nor in the number of events (F14, F41).
#[test]
fn an_exchange_of_the_treasure_shows_only_to_ting_seats() {
    let mut n_exchanged = 0;
    play(60, |hand, luck| {
        let Pending::Claims { seats } = hand.pending() else { return };
        if !hand.has_one_treasure() || hand.public.n_flipped == 0 || hand.secret.treasures.is_empty() {
            return;
        }
        if hand.n_drawable() < 6 {
            return; // the tile that takes the treasure's place must not be drawn
        }
        let mut hands = [hand.clone(), with_another_treasure(hand, luck)];
        let mut n_events = [0, 0];
        for (hand, n_events) in hands.iter_mut().zip(&mut n_events) {
            let mut events = Vec::new();
            seats.iter().for_each(|&seat| hand.advance(seat, Action::Pass, &mut events).unwrap());
            n_exchanged += events
                .iter()
                .filter(|e| matches!(e, Event::TreasureExamined { swaps } if !swaps.is_empty()))
                .count();
            *n_events = events.len();
        }
        let [one, other] = hands;
        if one.settlement().is_some() || other.settlement().is_some() {
            return; // 漏宝, or the end
        }
        assert_eq!(n_events[0], n_events[1]);
        assert!(one.public_view() == other.public_view());
        if one.drawn() != other.drawn() {
            // The retired treasure came to lie where the next tile was drawn: a tile as any other.
            assert_eq!(one.rules.options().swap_source, SwapSource::Random);
            return;
        }
        for seat in Seat::ALL.into_iter().filter(|&seat| !one.is_ting(seat)) {
            assert!(one.view_of(seat) == other.view_of(seat));
        }
    });
    assert!(n_exchanged > 0, "no treasure was exchanged: the test sees nothing");
}

#[test]
fn reshuffling_moves_only_what_is_hidden() {
    let mut n_moved = 0;
    play(3, |hand, luck| {
        let other = reshuffled(hand, Some(Seat::East), luck);
        let all = |hand: &HandState| -> Counts {
            let mut all: Counts = hand.secret.wall.tiles()[hand.secret.n_taken..].iter().copied().collect();
            for seat in Seat::ALL {
                all.extend(hand.secret.hands[seat].tiles());
                all.extend(hand.public.seats[seat].melds.iter().flat_map(Meld::tiles));
                all.extend(hand.public.seats[seat].river.iter().copied());
            }
            if let Phase::Turn(turn) = &hand.phase {
                all.extend(turn.drawn);
            }
            all
        };
        assert!(all(hand) == all(&other));
        n_moved += usize::from(hand.secret.hands[Seat::South] != other.secret.hands[Seat::South]);
    });
    assert!(n_moved > 50);
}
