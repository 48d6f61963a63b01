//! Waits, distances and settlements against straightforward implementations, on random hands.

#![allow(clippy::unwrap_used, reason = "in tests; the lint sees only functions marked as tests")]

use std::collections::BTreeSet;

use proptest::prelude::*;
use tinghu::game::event::WinHow;
use tinghu::game::meld::{Meld, MeldKind};
use tinghu::game::ruleset::{OptionValue, Options, Variant};
use tinghu::game::seat::{BySeat, Seat};
use tinghu::game::shape::Shapes;
use tinghu::game::tile::{Counts, Tile, parse_tiles};
use tinghu::game::variants::{FanFacts, Rules, WinFacts, kinds, rules};
use tinghu::game::waits::{Reason, Waits};

/// 13 − 3 × melds concealed tiles with their melds.
#[derive(Clone)]
struct Hand {
    concealed: Counts,
    melds: Vec<Meld>,
}

impl std::fmt::Debug for Hand {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let tiles: Vec<String> = self.concealed.tiles().map(|tile| tile.to_string()).collect();
        let melds: Vec<String> = self.melds.iter().map(|meld| meld.to_string()).collect();
        write!(f, "{} {}", tiles.join(""), melds.join(" "))
    }
}

impl Hand {
    fn own(&self) -> Counts {
        let mut own = self.concealed;
        own.extend(self.melds.iter().flat_map(Meld::tiles));
        own
    }
}

fn harbin_new(options: Options) -> Box<dyn Rules> {
    rules(Variant::HarbinNew, options).unwrap()
}

fn all_kinds() -> &'static [Tile] {
    kinds(Variant::HarbinNew)
}

/// A meld of a kind 0–4 on a tile; a chow where the tile starts no run becomes a pung.
fn meld(kind: u8, tile: Tile) -> Meld {
    let kind = match kind {
        0 | 1 if tile.run().is_some() => MeldKind::Chow,
        2 => MeldKind::ExposedKong,
        3 => MeldKind::ConcealedKong,
        _ => MeldKind::Pung,
    };
    Meld { kind, tile, claimed: None }
}

/// Sets and a pair, some of them melded, less one tile, with `n_swaps` concealed tiles replaced at random: hands that
/// wait on something, or nearly.
fn hands(n_swaps: std::ops::Range<usize>) -> impl Strategy<Value = Hand> {
    let set = (0_u8..5, 0_usize..28);
    let swap = (any::<prop::sample::Index>(), 0_usize..28);
    (
        prop::collection::vec(set, 4),
        0_usize..28,
        0_usize..4,
        any::<prop::sample::Index>(),
        prop::collection::vec(swap, n_swaps),
    )
        .prop_filter_map("more than four copies", |(sets, pair, n_melds, lost, swaps)| {
            let melds: Vec<Meld> =
                sets[..n_melds].iter().map(|&(kind, i)| meld(kind, all_kinds()[i])).collect();
            let mut tiles: Vec<Tile> = vec![all_kinds()[pair]; 2];
            for &(kind, i) in &sets[n_melds..] {
                tiles.extend(meld(if kind < 3 { 0 } else { 4 }, all_kinds()[i]).tiles());
            }
            tiles.swap_remove(lost.index(tiles.len()));
            for (place, kind) in swaps {
                let place = place.index(tiles.len());
                tiles[place] = all_kinds()[kind];
            }
            let hand = Hand { concealed: tiles.into_iter().collect(), melds };
            (hand.own().most_of_a_kind() <= 4).then_some(hand)
        })
}

/// Every way to take sets and one pair out of the tiles, as (has a triplet, has a run); no cleverness.
fn naive_readings(tiles: &Counts, paired: bool, so_far: (bool, bool), found: &mut BTreeSet<(bool, bool)>) {
    let Some(lowest) = tiles.kinds().next() else {
        found.extend(paired.then_some(so_far));
        return;
    };
    let without = |taken: &[Tile]| {
        let mut rest = *tiles;
        taken.iter().all(|&tile| rest.remove(tile)).then_some(rest)
    };
    if let Some(rest) = without(&[lowest; 2]).filter(|_| !paired) {
        naive_readings(&rest, true, (so_far.0 || lowest == Tile::RED, so_far.1), found);
    }
    if let Some(rest) = without(&[lowest; 3]) {
        naive_readings(&rest, paired, (true, so_far.1), found);
    }
    if let Some(rest) = lowest.run().and_then(|run| without(&run)) {
        naive_readings(&rest, paired, (so_far.0, true), found);
    }
}

/// The waits as docs/RULES.md S-K1 and S-K2 read, one kind and one reading after the other.
fn naive_waits(hand: &Hand, soft_terminal: bool) -> Waits {
    let mut waits = Waits::default();
    let own = hand.own();
    let melded = |run: bool| hand.melds.iter().any(|meld| (meld.kind == MeldKind::Chow) == run);
    for &tile in all_kinds().iter().filter(|&&tile| own.of(tile) < 4) {
        let (mut finished, mut all) = (hand.concealed, own);
        finished.add(tile);
        all.add(tile);
        let mut readings = BTreeSet::new();
        naive_readings(&finished, false, (melded(false), melded(true)), &mut readings);
        let shown = if soft_terminal { &all } else { &own };
        let suits: BTreeSet<_> = all.kinds().filter_map(Tile::suit).collect();
        let broken: Vec<Vec<Reason>> = readings
            .iter()
            .map(|&(triplet, run)| {
                let mut reasons = vec![];
                reasons.extend((hand.melds.len() >= 4).then_some(Reason::HandOne));
                reasons.extend((!run).then_some(Reason::NoRun));
                let terminal = shown.kinds().any(|tile| tile.is_terminal() || tile == Tile::RED);
                reasons.extend((!terminal).then_some(Reason::NoTerminal));
                reasons.extend((!triplet).then_some(Reason::NoTriplet));
                reasons.extend((!hand.melds.iter().any(Meld::is_open)).then_some(Reason::NotOpen));
                reasons.extend((suits.len() < 2).then_some(Reason::OneSuit));
                reasons
            })
            .collect();
        let Some(fewest) = broken.iter().map(Vec::len).min() else { continue };
        if fewest == 0 {
            waits.legal.push(tile);
        } else {
            let union: BTreeSet<Reason> =
                broken.into_iter().filter(|reasons| reasons.len() == fewest).flatten().collect();
            waits.blocked.push((tile, union.into_iter().collect()));
        }
    }
    waits
}

fn named(waits: &Waits) -> (Vec<Tile>, Vec<(Tile, Vec<Reason>)>) {
    (waits.legal.clone(), waits.blocked.clone())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn waits_agree_with_the_naive_reading_of_the_rules(hand in hands(0..2), soft in any::<bool>()) {
        let mut options = Options::of(Variant::HarbinNew);
        options.set(Variant::HarbinNew, "soft_terminal", &OptionValue::Bool(soft)).unwrap();
        let rules = harbin_new(options);
        let waits = rules.waits(&hand.concealed, &hand.melds);
        prop_assert_eq!(named(&waits), named(&naive_waits(&hand, soft)));
        prop_assert_eq!(rules.legal_waits(&hand.concealed, &hand.melds), waits.legal);
    }

    #[test]
    fn a_legal_win_pays_the_winner_what_the_others_lose(
        hand in hands(0..1),
        how in 0_u8..4,
        ting in any::<[bool; 4]>(),
        standing in any::<[bool; 4]>(),
        knobs in any::<[bool; 6]>(),
        flipped in prop::collection::vec(0_usize..28, 2),
    ) {
        let mut options = Options::of(Variant::HarbinNew);
        let names = ["closed_wait_single", "closed_wait_all_readings", "edge_wait_37", "pair_wait",
            "dealer_double", "soft_terminal"];
        for (name, on) in names.into_iter().zip(knobs) {
            options.set(Variant::HarbinNew, name, &OptionValue::Bool(on)).unwrap();
        }
        let rules = harbin_new(options);
        let how = [WinHow::Discard { from: Seat::East }, WinHow::Draw, WinHow::KongDraw,
            WinHow::RobKong { from: Seat::North }][usize::from(how)];
        let treasures: Vec<Tile> = flipped.into_iter().map(|i| all_kinds()[i]).collect();
        for tile in all_kinds() {
            let mut facts = WinFacts {
                dealer: Seat::East, winner: Seat::South, hand: &hand.concealed, melds: &hand.melds, tile: *tile, how,
                own_treasures: &treasures[..1], other_treasures: &treasures[1..],
                ting: BySeat(ting), standing: BySeat(standing),
                liable: false, pinned: false, run_points: BySeat([0; 4]), fan_facts: FanFacts::default(),
            };
            facts.ting[Seat::South] = true;
            let waits = rules.legal_waits(&hand.concealed, &hand.melds);
            let by_treasure = matches!(how, WinHow::Draw | WinHow::KongDraw) && treasures.contains(tile);
            let legal = waits.contains(tile) || by_treasure && !waits.is_empty();
            let settled = rules.settle(&facts);
            prop_assert_eq!(settled.is_ok(), legal);
            if let Ok(settlement) = settled {
                prop_assert_eq!(settlement.payments.iter().map(|(_, points)| points).sum::<i32>(), 0);
                prop_assert!(settlement.payments[Seat::South] >= 3);
                prop_assert_eq!(settlement.shares.len(), 3);
            }
            facts.ting[Seat::South] = false;
            prop_assert!(rules.settle(&facts).is_err());
        }
    }

    #[test]
    fn the_sets_of_a_win_are_its_tiles(hand in hands(0..1)) {
        let rules = harbin_new(Options::of(Variant::HarbinNew));
        for tile in rules.legal_waits(&hand.concealed, &hand.melds) {
            let facts = WinFacts {
                dealer: Seat::South, winner: Seat::South, hand: &hand.concealed, melds: &hand.melds, tile, how: WinHow::Draw,
                own_treasures: &[], other_treasures: &[], ting: BySeat([true; 4]), standing: BySeat([false; 4]),
                liable: false, pinned: false, run_points: BySeat([0; 4]), fan_facts: FanFacts::default(),
            };
            let sets = rules.winning_sets(&facts, tile);
            let mut all = hand.concealed;
            all.add(tile);
            prop_assert_eq!(sets.last().map(Vec::len), Some(2));
            prop_assert!(sets.concat().into_iter().collect::<Counts>() == all);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    /// A number that is 0 exactly for hands that can ting, and else one more than the least of its neighbours, is the
    /// number of swaps; a neighbour is a hand with one tile swapped.
    #[test]
    fn the_distance_is_one_more_than_that_of_the_best_swap(hand in hands(0..7)) {
        let rules = harbin_new(Options::of(Variant::HarbinNew));
        let (needs, mut shapes) = (rules.needs(), Shapes::new());
        let opened = Hand { melds: hand.melds.clone(), ..hand.clone() };
        let distance = shapes.distance(&needs, &opened.concealed, &opened.melds);
        prop_assert_eq!(distance == 0, can_ting_if_open(rules.as_ref(), &opened));
        let own = opened.own();
        let mut nearest = u8::MAX;
        for lost in opened.concealed.kinds() {
            for &drawn in all_kinds().iter().filter(|&&drawn| drawn != lost && own.of(drawn) < 4) {
                let mut swapped = opened.concealed;
                prop_assert!(swapped.remove(lost));
                swapped.add(drawn);
                nearest = nearest.min(shapes.distance(&needs, &swapped, &opened.melds));
            }
        }
        prop_assert!(nearest + 1 >= distance, "{} after a swap, {} before", nearest, distance);
        prop_assert!(distance == 0 || nearest + 1 == distance, "{} after a swap, {} before", nearest, distance);
    }

    #[test]
    fn useful_draws_are_those_after_which_a_discard_is_nearer(hand in hands(1..5)) {
        let rules = harbin_new(Options::of(Variant::HarbinNew));
        let (needs, mut shapes) = (rules.needs(), Shapes::new());
        let now = shapes.distance(&needs, &hand.concealed, &hand.melds);
        prop_assume!(now > 0);
        let useful = shapes.useful(&needs, &hand.concealed, &hand.melds);
        let own = hand.own();
        for &drawn in all_kinds() {
            let mut more = hand.concealed;
            more.add(drawn);
            let nearer = own.of(drawn) < 4 && more.kinds().any(|lost| {
                let mut rest = more;
                rest.remove(lost) && shapes.distance(&needs, &rest, &hand.melds) < now
            });
            prop_assert_eq!(useful.contains(drawn), nearer, "{}", drawn);
        }
    }
}

/// Judged by the naive waits: no reason is left but the missing open meld.
fn can_ting_if_open(rules: &dyn Rules, hand: &Hand) -> bool {
    let waits = rules.waits(&hand.concealed, &hand.melds);
    !waits.legal.is_empty() || waits.blocked.iter().any(|(_, reasons)| reasons[..] == [Reason::NotOpen])
}

#[test]
fn a_kind_of_which_all_four_are_held_is_no_wait() {
    let rules = harbin_new(Options::of(Variant::HarbinNew));
    let waits = |hand: &str, meld: &str| {
        let hand: Counts = parse_tiles(hand).unwrap().into_iter().collect();
        named(&rules.waits(&hand, &[meld.parse().unwrap()]))
    };
    assert_eq!(waits("1111m567p345s", "[999s]"), (vec![], vec![]));
    assert_eq!(waits("1m567p345s567s", "[1111m]").0, vec![]); // the fifth copy would be the pair
    assert_eq!(waits("1112m567p345s", "[999s]").0, parse_tiles("2m3m").unwrap());
}
