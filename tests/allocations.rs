//! What is asked of every hand at every move takes no memory: waits, shanten, the win check and the count of the fans.

#![allow(clippy::unwrap_used, reason = "in tests; the lint sees only functions marked as tests")]

use allocation_counter::measure;
use tinghu::game::mcr::{Source, Win, count_fans};
use tinghu::game::meld::Meld;
use tinghu::game::ruleset::{Options, Variant};
use tinghu::game::seat::Seat;
use tinghu::game::shape::missing_tiles;
use tinghu::game::tile::{Counts, Tile, parse_tiles};
use tinghu::game::variants::rulebook;
use tinghu::game::waits::{is_legal_wait, legal_waits};

fn counts(tiles: &str) -> Counts {
    parse_tiles(tiles).unwrap().into_iter().collect()
}

fn melds(texts: &[&str]) -> Vec<Meld> {
    texts.iter().map(|text| text.parse().unwrap()).collect()
}

/// Works once for the tables that are made at first use, then counts; the work must come to something.
#[track_caller]
fn assert_none(work: impl Fn() -> usize) {
    assert!(work() > 0, "nothing was done");
    let mut done = 0;
    let used = measure(|| done = work());
    assert!(
        done > 0 && used.count_total == 0,
        "{} allocations of {} bytes",
        used.count_total,
        used.bytes_total
    );
}

#[test]
fn the_counter_counts() {
    assert!(measure(|| drop(std::hint::black_box(vec![1_u8; 8]))).count_total > 0);
}

#[test]
fn waits_and_win_checks_take_no_memory_in_the_games_with_ting() {
    let hands = [
        (counts("23m55p678s"), melds(&["[111p]", "[456s]"])),
        (counts("1112345678p99s"), melds(&[])),
        (counts("22m33m55m77p99p11s8s"), melds(&[])),
        (counts("123m456m78m55p"), melds(&["[999s]"])),
    ];
    for variant in [Variant::HarbinNew, Variant::Harbin, Variant::Qiqihar, Variant::QiqiharYuema] {
        let needs = rulebook(variant, Options::of(variant)).needs();
        assert_none(|| {
            hands.iter().map(|(hand, melds)| legal_waits(&needs.opened(), hand, melds).len()).sum()
        });
        assert_none(|| {
            let wins = hands.iter().flat_map(|(hand, melds)| {
                Tile::all().filter(move |&tile| is_legal_wait(&needs.opened(), hand, melds, tile))
            });
            wins.count()
        });
    }
}

#[test]
fn shanten_takes_no_memory() {
    let hands = [(counts("147m258p369sESWN"), 0), (counts("1223m567p88s"), 1), (counts("13m5p7s"), 3)];
    assert_none(|| hands.iter().map(|(hand, n_melds)| usize::from(missing_tiles(hand, *n_melds))).sum());
}

#[test]
fn counting_fans_takes_no_memory() {
    // A plain win, seven pairs, a knitted hand, and one with four wilds.
    let hands = [
        (counts("23m55p678s"), melds(&["[111p]", "[456s]"]), "1m", None),
        (counts("1144m2255p3366sE"), melds(&[]), "E", None),
        (counts("147m258p369s11sEE"), melds(&[]), "E", None),
        (counts("123m456m7m55pFFFF"), melds(&[]), "9s", Some("F")),
    ];
    for (hand, melds, tile, wild) in &hands {
        let win = Win {
            hand,
            melds,
            tile: tile.parse().unwrap(),
            source: Source::Draw,
            is_last: false,
            is_fourth: false,
            seat: Seat::South,
            prevalent: Seat::East,
            wild: wild.map(|wild: &str| wild.parse().unwrap()),
            indicator: None,
        };
        assert_none(|| count_fans(&win).map_or(0, |fans| usize::from(fans.total())));
    }
}
