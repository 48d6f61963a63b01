//! Waits, blocked reasons and distances against a second implementation: plain recursion over counts, written from
//! docs/RULES.md alone. It shares nothing with `src/game/shape` or `src/game/mcr`.
//!
//! `TINGHU_SECOND_HANDS` is the number of random hands a game (default: a few, for a debug build), `TINGHU_SECOND_SEED`
//! where they come from.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "in tests; the lint sees only functions marked as tests"
)]

mod cases;
mod hands;
mod reading;
mod target;

use hands::{Luck, RandomHand};
use reading::{Book, Judged};
use target::{Nearness, nearest_legal, nearest_of_136};
use tinghu::game::mcr;
use tinghu::game::ruleset::{OptionValue, Options, Variant};
use tinghu::game::shape::Shapes;
use tinghu::game::tile::{Counts, Tile};
use tinghu::game::variants::{Rules, rulebook};
use tinghu::game::waits::Waits;

/// Copies of each kind, by its number in tile order.
type Tiles = [u8; 34];
/// The number of 红中 in tile order.
const RED: usize = 31;

fn number_of(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().unwrap())
}

/// Debug builds take about a millisecond a hand for both implementations.
fn n_hands() -> u64 {
    number_of("TINGHU_SECOND_HANDS", 1000)
}

fn tile(index: usize) -> Tile {
    Tile::from_index(index).unwrap()
}

/// What the engine says about waits, in the form of the second implementation.
fn told(waits: &Waits) -> Judged {
    let reasons =
        |reasons: &[tinghu::game::waits::Reason]| reasons.iter().map(|reason| reason.code()).collect();
    Judged {
        legal: waits.legal.iter().map(|tile| tile.index()).collect(),
        blocked: waits.blocked.iter().map(|(tile, codes)| (tile.index(), reasons(codes))).collect(),
    }
}

fn switched(options: &Options, variant: Variant) -> Vec<&'static str> {
    let on = |(name, value)| (value == OptionValue::Bool(true)).then_some(name);
    options.iter(variant).into_iter().filter_map(on).collect()
}

/// The engine's and the second implementation's answers to one hand; `None` if they agree.
fn differs(rules: &dyn Rules, shapes: &mut Shapes, hand: &RandomHand) -> Option<String> {
    let book = Book::of(rules.variant().id(), &switched(rules.options(), rules.variant()));
    let counts: Counts = hand.counts();
    let (waits, expected) = (told(&rules.waits(&counts, &hand.melds)), book.waits(&hand.tiles, &hand.melds));
    if waits != expected {
        return Some(format!("{hand}: {waits:?}, but {expected:?}"));
    }
    let only_legal: Vec<usize> =
        rules.legal_waits(&counts, &hand.melds).iter().map(|tile| tile.index()).collect();
    if only_legal != expected.legal {
        return Some(format!("{hand}: alone {only_legal:?}, with reasons {:?}", expected.legal));
    }
    if hand.melds.is_empty() {
        let (pinned, expected) = (told(&rules.pinned_waits(&counts)), book.pinned_waits(&hand.tiles));
        if pinned != expected {
            return Some(format!("{hand}, pinned: {pinned:?}, but {expected:?}"));
        }
    }
    let nearest = shapes.nearest(&rules.needs(), &counts, &hand.melds);
    let nearest = nearest.map(|near| Nearness {
        swaps: near.swaps,
        useful: near.useful.iter().map(|tile| tile.index()).collect(),
    });
    let expected = nearest_legal(&book, &hand.tiles, &hand.melds);
    (nearest != expected).then(|| format!("{hand}: {nearest:?}, but {expected:?}"))
}

fn compare(variant: Variant) {
    let mut luck = Luck::of(number_of("TINGHU_SECOND_SEED", 1) + 1_000 * variant as u64);
    let mut shapes = Shapes::new();
    let (mut n_waiting, mut n_blocked, mut n_far) = (0, 0, 0);
    for _ in 0..n_hands() {
        let options = Options::random(variant, |n| luck.below(u64::from(n)) as u32);
        let hand = RandomHand::of_112(&mut luck);
        let rules = rulebook(variant, options);
        if let Some(difference) = differs(rules.as_ref(), &mut shapes, &hand) {
            let options = switched(rules.options(), variant);
            panic!("{variant} with {options:?}: {difference}");
        }
        let waits = rules.waits(&hand.counts(), &hand.melds);
        n_waiting += u32::from(!waits.legal.is_empty());
        n_blocked += u32::from(!waits.blocked.is_empty());
        n_far += u32::from(waits.legal.is_empty() && waits.blocked.is_empty());
    }
    let least = n_hands() as u32 / 20;
    assert!(
        n_waiting.min(n_blocked).min(n_far) > least,
        "{n_waiting} waiting, {n_blocked} blocked, {n_far} far"
    );
}

#[test]
fn hands_of_harbin_new() {
    compare(Variant::HarbinNew);
}

#[test]
fn hands_of_harbin() {
    compare(Variant::Harbin);
}

#[test]
fn hands_of_qiqihar() {
    compare(Variant::Qiqihar);
}

#[test]
fn hands_of_qiqihar_yuema() {
    compare(Variant::QiqiharYuema);
}

#[test]
fn hands_of_xingdong() {
    let mut luck = Luck::of(number_of("TINGHU_SECOND_SEED", 1));
    let mut n_waiting = 0;
    for _ in 0..n_hands() {
        let hand = RandomHand::of_136(&mut luck);
        let near = mcr::distance(&hand.counts(), &hand.melds);
        let useful = near.useful.iter().map(|tile| tile.index()).collect();
        let expected = nearest_of_136(&hand.tiles, &hand.melds);
        assert_eq!(Nearness { swaps: near.swaps, useful }, expected, "{hand}");
        n_waiting += u32::from(near.swaps == 0);
    }
    assert!(u64::from(n_waiting) > n_hands() / 20, "only {n_waiting} hands wait");
}
