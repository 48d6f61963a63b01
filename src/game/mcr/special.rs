//! Hands that are not four sets and a pair: seven pairs, thirteen orphans and the knitted hands.

use super::fan::Fan;
use super::kinds::{HONOURS, Kinds, OUTSIDE, Packed, SUITS, add_composition};
use super::reading::Facts;
use super::search::{Best, Tiles};
use super::tally::Tally;
use crate::game::tile::N_KINDS;

/// The nine tiles of each knitted pattern: 147 of one suit, 258 of another, 369 of the third.
pub(super) const KNITTED: [Kinds; 6] = {
    const ORDERS: [[u32; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let mut patterns = [0; 6];
    let mut i = 0;
    while i < 18 {
        patterns[i / 3] |= 0b1_001_001 << (9 * ORDERS[i / 3][i % 3] + i as u32 % 3);
        i += 1;
    }
    patterns
};

/// Offers every reading of 14 concealed tiles as one of these hands.
pub(super) fn offer_special_hands(tiles: &Tiles, facts: &Facts, best: &mut Best) {
    offer_seven_pairs(tiles, facts, best);
    let (kinds, most) = tiles
        .natural
        .iter()
        .enumerate()
        .fold((0, 0), |(kinds, most), (index, &n)| (kinds | Kinds::from(n > 0) << index, n.max(most)));
    if most > 2 {
        return;
    }
    let n_wilds = u32::from(tiles.n_wilds);
    let n_kinds = kinds.count_ones();
    if kinds & !OUTSIDE == 0 && n_kinds + n_wilds >= 13 {
        let mut tally = Tally::of(facts.situation);
        tally.add(Fan::ThirteenOrphans);
        best.offer(&tally);
    }
    if n_kinds + n_wilds == 14 {
        KNITTED.into_iter().for_each(|pattern| offer_knitted(kinds, n_wilds, pattern, facts, best));
    }
}

/// 全不靠 and 七星不靠 of fourteen different tiles, some of them given.
fn offer_knitted(kinds: Kinds, n_wilds: u32, pattern: Kinds, facts: &Facts, best: &mut Best) {
    if kinds & !(pattern | HONOURS) != 0 {
        return;
    }
    let mut tally = Tally::of(facts.situation);
    if (HONOURS & !kinds).count_ones() <= n_wilds {
        tally.add(Fan::GreaterHonoursAndKnittedTiles);
    } else {
        tally.add(Fan::LesserHonoursAndKnittedTiles);
        tally.add_if((pattern & !kinds).count_ones() <= n_wilds, Fan::KnittedStraight);
    }
    best.offer(&tally);
}

/// Seven pairs; four alike are two of them.
fn offer_seven_pairs(tiles: &Tiles, facts: &Facts, best: &mut Best) {
    let n_odd = tiles.natural.iter().filter(|&&n| n % 2 == 1).count() as u8;
    if n_odd > tiles.n_wilds {
        return;
    }
    let (mut packed, mut kinds) = (Packed::NONE, 0);
    for (index, &n) in tiles.natural.iter().enumerate().filter(|&(_, &n)| n > 0) {
        packed = packed.and(Packed::copies(n + n % 2, index));
        kinds |= 1 << index;
    }
    offer_pairs(packed, kinds, (tiles.n_wilds - n_odd) / 2, 0, &mut |packed, kinds| {
        best.offer(&seven_pairs(packed, kinds, facts));
    });
}

/// Adds so many pairs of wilds in every way, of kinds from `first` on.
fn offer_pairs(packed: Packed, kinds: Kinds, n: u8, first: usize, offer: &mut impl FnMut(Packed, Kinds)) {
    if n == 0 {
        return offer(packed, kinds);
    }
    for index in (first..N_KINDS).filter(|&index| packed.of(index) <= 2) {
        offer_pairs(packed.and(Packed::copies(2, index)), kinds | 1 << index, n - 1, index, offer);
    }
}

fn seven_pairs(packed: Packed, kinds: Kinds, facts: &Facts) -> Tally {
    let mut tally = Tally::of(facts.situation);
    add_composition(&mut tally, kinds);
    let in_a_row = kinds.count_ones() == 7 && kinds >> kinds.trailing_zeros() == 0x7f;
    let one_suit = SUITS.iter().any(|suit| kinds & !suit == 0);
    tally.add(if in_a_row && one_suit { Fan::SevenShiftedPairs } else { Fan::SevenPairs });
    tally.add_times(packed.n_fourfold(), Fan::TileHog);
    tally
}
