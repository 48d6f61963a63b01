//! Wilds against the definition: every way to let them stand for kinds, each counted as a hand without wilds (E-W1).

use proptest::prelude::*;

use super::reading::Won;
use super::search::{Best, Tiles};
use super::{Source, Win, count_fans, distance, offer_all, reaches};
use crate::game::meld::{Meld, MeldKind};
use crate::game::seat::Seat;
use crate::game::tile::{Counts, N_KINDS, Tile};

/// The best total with each wild standing for every kind in turn; without wait fans, which a wild never leaves.
fn by_substitution(win: &Win<'_>, tiles: &Tiles, drawn_wild: Option<Tile>) -> Option<u16> {
    if tiles.n_wilds == 0 {
        let mut facts = win.facts(tiles);
        facts.only_wait = std::cell::OnceCell::from(None);
        if let Some(tile) = drawn_wild {
            facts.won = Won::Drawn(tile);
        }
        let mut best = Best::NONE;
        offer_all(tiles, win.melds, &facts, &mut best);
        return best.into_tally().map(|tally| tally.total());
    }
    let with = |tile: Tile| {
        let mut tiles = *tiles;
        tiles.n_wilds -= 1;
        tiles.natural[tile.index()] += 1;
        // The first wild is the drawn one, if there is one.
        let drawn = match (win.won(), drawn_wild) {
            (Won::DrawnWild, None) => Some(tile),
            _ => drawn_wild,
        };
        (tiles.natural[tile.index()] <= tiles.most[tile.index()])
            .then(|| by_substitution(win, &tiles, drawn))
            .flatten()
    };
    Tile::all().filter_map(with).max()
}

/// The set of a number: a run, or a pung.
fn set(number: usize) -> Vec<Tile> {
    let tile = |index: usize| Tile::from_index(index % N_KINDS).unwrap();
    match number.checked_sub(N_KINDS) {
        Some(run) => tile(run / 7 * 9 + run % 7).run().unwrap().to_vec(),
        None => vec![tile(number); 3],
    }
}

/// The tiles of a finished hand, the concealed ones apart: sets near each other, so that there is something to count.
fn finished() -> impl Strategy<Value = (Vec<Tile>, Vec<Meld>)> {
    let sets = (prop::collection::vec(0_usize..55, 4), 0_usize..N_KINDS, 0_usize..4, 0_usize..3);
    let sets = sets.prop_map(|(mut sets, pair, n_melds, like)| {
        for i in 1..=like {
            sets[i] = if sets[0] < N_KINDS { (sets[0] + i) % N_KINDS } else { sets[0] };
        }
        let made = |&number: &usize| {
            let kind = if number < N_KINDS { MeldKind::Pung } else { MeldKind::Chow };
            Meld { kind, tile: set(number)[0], claimed: None }
        };
        let melds: Vec<Meld> = sets[..n_melds].iter().map(made).collect();
        let mut tiles: Vec<Tile> = sets[n_melds..].iter().flat_map(|&number| set(number)).collect();
        tiles.extend([Tile::from_index(pair).unwrap(); 2]);
        (tiles, melds)
    });
    let pairs = prop::collection::vec(0_usize..N_KINDS, 7).prop_map(|kinds| {
        (kinds.into_iter().flat_map(|kind| [Tile::from_index(kind).unwrap(); 2]).collect(), Vec::new())
    });
    prop_oneof![4 => sets, 1 => pairs].prop_filter("more than four copies", |(tiles, melds)| {
        let mut all: Counts = tiles.iter().copied().collect();
        melds.iter().for_each(|meld| all.extend(meld.tiles()));
        all.most_of_a_kind() <= 4
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn wilds_stand_for_what_counts_most(
        (mut tiles, melds) in finished(),
        n_wilds in 1_usize..3,
        lost in prop::collection::vec(any::<prop::sample::Index>(), 3),
        winning in any::<prop::sample::Index>(),
        source in prop::sample::select(vec![Source::Draw, Source::Discard]),
    ) {
        let mut used: Counts = tiles.iter().copied().collect();
        melds.iter().for_each(|meld| used.extend(meld.tiles()));
        let wild = Tile::all().find(|&tile| used.of(tile) == 0).unwrap();
        for index in &lost[..n_wilds] {
            let index = index.index(tiles.len());
            tiles[index] = wild;
        }
        let tile = tiles.swap_remove(winning.index(tiles.len()));
        let hand: Counts = tiles.into_iter().collect();
        prop_assume!(hand.of(wild) > 0);
        let win = Win {
            hand: &hand, melds: &melds, tile, source, is_last: false, is_fourth: false,
            seat: Seat::South, prevalent: Seat::East, wild: Some(wild), indicator: None,
        };
        let expected = by_substitution(&win, &win.tiles(), None);
        prop_assert_eq!(count_fans(&win).map(|fans| fans.total()), expected);
        for points in [0, 8, expected.unwrap_or(30), expected.unwrap_or(30) + 1] {
            prop_assert_eq!(reaches(&win, points), expected.is_some_and(|total| total >= points));
        }
    }

    /// A waiting hand wins with its useful kinds and with no other.
    #[test]
    fn waits_are_what_wins((mut tiles, melds) in finished(), lost in any::<prop::sample::Index>()) {
        let missing = tiles.swap_remove(lost.index(tiles.len()));
        let hand: Counts = tiles.into_iter().collect();
        let mut own = hand;
        melds.iter().for_each(|meld| own.extend(meld.tiles()));
        let at = distance(&hand, &melds);
        prop_assert!(at.swaps == 0 && at.useful.contains(missing));
        for tile in Tile::all().filter(|&tile| own.of(tile) < 4) {
            let win = Win {
                hand: &hand, melds: &melds, tile, source: Source::Draw, is_last: false, is_fourth: false,
                seat: Seat::East, prevalent: Seat::East, wild: None, indicator: None,
            };
            prop_assert_eq!(count_fans(&win).is_some(), at.useful.contains(tile));
        }
    }
}
