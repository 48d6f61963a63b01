//! What holds in every game of 112 tiles, on random hands with random house rules.

#![allow(clippy::unwrap_used, reason = "in tests; the lint sees only functions marked as tests")]

use proptest::prelude::*;
use tinghu::game::event::WinHow;
use tinghu::game::meld::{Meld, MeldKind};
use tinghu::game::ruleset::{OptionValue, Options, Variant};
use tinghu::game::seat::{BySeat, Seat};
use tinghu::game::tile::{Counts, Tile};
use tinghu::game::variants::{FanFacts, Rules, WinFacts, kinds, rulebook, rules};

const GAMES: [Variant; 4] = [Variant::HarbinNew, Variant::Harbin, Variant::Qiqihar, Variant::QiqiharYuema];

fn all_kinds() -> &'static [Tile] {
    kinds(Variant::HarbinNew)
}

/// A game with the switches of its house rules thrown by the bits of `switches`.
fn book(game: u8, switches: u64) -> Box<dyn Rules> {
    let variant = GAMES[usize::from(game)];
    let mut options = Options::of(variant);
    let knobs = Options::of(variant).iter(variant);
    for (place, (name, value)) in knobs.into_iter().enumerate() {
        if matches!(value, OptionValue::Bool(_)) {
            options.set(variant, name, &OptionValue::Bool(switches >> (place % 64) & 1 == 1)).unwrap();
        }
    }
    rulebook(variant, options)
}

/// 13 − 3 × melds concealed tiles, one short of sets and a pair or of seven pairs.
fn hands() -> impl Strategy<Value = (Counts, Vec<Meld>)> {
    let set = (0_u8..5, 0_usize..28);
    let sets = (prop::collection::vec(set, 4), 0_usize..28, 0_usize..5).prop_map(|(sets, pair, n_melds)| {
        let made = |(kind, i): (u8, usize)| {
            let tile = all_kinds()[i];
            let kind = match kind {
                0 | 1 if tile.run().is_some() => MeldKind::Chow,
                2 => MeldKind::ExposedKong,
                3 => MeldKind::ConcealedKong,
                _ => MeldKind::Pung,
            };
            Meld { kind, tile, claimed: None }
        };
        let melds: Vec<Meld> = sets[..n_melds].iter().map(|&set| made(set)).collect();
        let mut tiles = vec![all_kinds()[pair]; 2];
        for &set in &sets[n_melds..] {
            tiles.extend(made(set).tiles().into_iter().take(3));
        }
        (tiles, melds)
    });
    let pairs = prop::collection::vec(0_usize..28, 7).prop_map(|pairs| {
        let tiles = pairs.into_iter().flat_map(|i| [all_kinds()[i]; 2]).collect();
        (tiles, Vec::new())
    });
    (prop_oneof![3 => sets, 1 => pairs], any::<prop::sample::Index>()).prop_filter_map(
        "more than four copies",
        |((mut tiles, melds), lost): ((Vec<Tile>, Vec<Meld>), _)| {
            tiles.swap_remove(lost.index(tiles.len()));
            let concealed: Counts = tiles.into_iter().collect();
            let mut own = concealed;
            own.extend(melds.iter().flat_map(Meld::tiles));
            (own.most_of_a_kind() <= 4).then_some((concealed, melds))
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_fast_waits_are_the_legal_ones(game in 0_u8..4, switches in any::<u64>(), (hand, melds) in hands()) {
        let rules = book(game, switches);
        let waits = rules.waits(&hand, &melds);
        prop_assert_eq!(rules.legal_waits(&hand, &melds), waits.legal.clone());
        for (tile, reasons) in &waits.blocked {
            let sorted = !reasons.is_empty() && reasons.is_sorted();
            prop_assert!(sorted && !waits.legal.contains(tile), "{}", tile);
        }
    }

    #[test]
    fn a_ting_discard_leaves_the_waits_it_names(
        game in 0_u8..4, switches in any::<u64>(), (hand, melds) in hands(), drawn in 0_usize..28,
    ) {
        let rules = book(game, switches);
        let mut more = hand;
        more.add(all_kinds()[drawn]);
        prop_assume!(more.most_of_a_kind() <= 4);
        let named = rules.ting_discards(&more, &melds);
        for lost in more.kinds() {
            let mut rest = more;
            prop_assert!(rest.remove(lost));
            let waits = rules.legal_waits(&rest, &melds);
            let found = named.iter().find(|(tile, _)| *tile == lost);
            let found: Vec<Tile> = found.map(|(_, waits)| waits.iter().collect()).unwrap_or_default();
            prop_assert_eq!(found, waits, "{}", lost);
        }
    }

    #[test]
    fn a_win_is_settled_and_its_payments_sum_to_zero(
        game in 0_u8..4, switches in any::<u64>(), (hand, melds) in hands(),
        how in 0_usize..6, treasure in 0_usize..28, ting in any::<[bool; 4]>(), standing in any::<[bool; 4]>(),
        liable in any::<bool>(),
    ) {
        let rules = book(game, switches);
        let how = [WinHow::Discard { from: Seat::East }, WinHow::RobKong { from: Seat::North }, WinHow::Draw,
            WinHow::KongDraw, WinHow::Reveal, WinHow::Heavenly][how];
        let treasures = [all_kinds()[treasure]];
        for &tile in all_kinds() {
            let facts = WinFacts {
                dealer: Seat::South, winner: Seat::South, hand: &hand, melds: &melds, tile, how,
                own_treasures: &treasures, other_treasures: &[], ting: BySeat(ting), standing: BySeat(standing),
                liable, pinned: false, run_points: BySeat([0, 1, 3, 5]), fan_facts: FanFacts::default(),
            };
            let settled = rules.settle(&facts);
            prop_assert_eq!(settled.is_ok(), rules.is_win(&facts), "{}", tile);
            let Ok(settlement) = settled else { continue };
            let payments = settlement.payments;
            prop_assert_eq!(payments.iter().map(|(_, points)| points).sum::<i32>(), 0);
            prop_assert!(Seat::South.others().into_iter().all(|seat| payments[seat] <= 0));
            prop_assert!(payments[Seat::South] > 0);
            prop_assert_eq!(settlement.shares.iter().map(|share| share.points).sum::<i32>(), payments[Seat::South]);
        }
    }

    #[test]
    fn the_sets_of_a_win_are_its_tiles(game in 0_u8..4, switches in any::<u64>(), (hand, melds) in hands()) {
        let rules = book(game, switches);
        for tile in rules.legal_waits(&hand, &melds) {
            let facts = WinFacts {
                dealer: Seat::South, winner: Seat::South, hand: &hand, melds: &melds, tile, how: WinHow::Draw,
                own_treasures: &[], other_treasures: &[], ting: BySeat([true; 4]), standing: BySeat([false; 4]),
                liable: false, pinned: false, run_points: BySeat([0; 4]), fan_facts: FanFacts::default(),
            };
            let sets = rules.winning_sets(&facts, tile);
            let mut all = hand;
            all.add(tile);
            prop_assert_eq!(sets.last().map(Vec::len), Some(2));
            prop_assert!(sets.concat().into_iter().collect::<Counts>() == all, "{}", tile);
        }
    }
}

#[test]
fn a_live_table_has_only_the_games_that_can_be_played() {
    for variant in Variant::ALL {
        let playable = Variant::PLAYABLE.contains(&variant);
        assert_eq!(rules(variant, Options::of(variant)).is_some(), playable, "{variant}");
    }
    let is_of = |variant: &Variant| rulebook(*variant, Options::of(*variant)).variant() == *variant;
    assert!(GAMES.iter().all(is_of));
}

/// The table of the house rules in docs/RULES.md names every knob with its defaults.
#[test]
fn the_rule_document_tells_every_default() {
    let document = include_str!("../docs/RULES.md");
    let shown = |value: &OptionValue| match value {
        OptionValue::Bool(on) => on.to_string(),
        OptionValue::Number(n) => n.to_string(),
        OptionValue::Word(word) => word.clone(),
    };
    for (column, variant) in GAMES.into_iter().enumerate() {
        for (name, value) in Options::of(variant).iter(variant) {
            let start = format!("| `{name}` |");
            let row = document.lines().find(|line| line.starts_with(&start)).unwrap_or_default();
            let cell = row.split('|').nth(column + 2).unwrap_or_default().trim();
            assert_eq!(cell, shown(&value), "{variant} {name}");
        }
    }
}
