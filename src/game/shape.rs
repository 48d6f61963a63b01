//! Shapes: how tiles split into sets and a pair.
//!
//! A *reading* is one way to split a finished hand. What the rules ask of a reading is whether it has a triplet and
//! whether it has a run, so the fast path keeps, for each suit, the SET of (triplet, run) outcomes over all its
//! readings: [`Outcomes`], one byte, looked up by the nine counts and combined over the suits. The slow path,
//! [`readings`], names every set of every reading, for settlements and pictures.

mod distance;
mod index;
mod nearest;
mod reading;
mod standard;

use std::sync::LazyLock;

use super::tile::{Counts, Suit, Tile};

use index::{N_WAYS, SuitKey};

pub use distance::{Discards, Shapes, UNREACHABLE};
pub use nearest::Nearest;
pub use reading::{Reading, Set, completes_straight, readings};
pub use standard::missing_tiles;

/// The suits in tile order.
pub const SUITS: [Suit; 3] = [Suit::Characters, Suit::Dots, Suit::Bamboos];

/// Flag of a reading: it has a triplet, or a pair of red dragons (A13, A15).
pub const TRIPLET: u8 = 0b01;
/// Flag of a reading: it has a run (A14).
pub const RUN: u8 = 0b10;

/// Which combinations of [`TRIPLET`] and [`RUN`] the readings of some tiles have.
/// Bits 0–3: readings without a pair, one bit a combination; bits 4–7: readings with one pair.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcomes(u8);

impl Outcomes {
    /// No reading at all.
    pub const NONE: Outcomes = Outcomes(0);
    /// No tiles: one reading, without triplet, run or pair.
    pub const EMPTY: Outcomes = Outcomes(1);

    const fn of(flags: u8, with_pair: bool) -> Outcomes {
        Outcomes(1 << (flags + if with_pair { 4 } else { 0 }))
    }

    /// True if there is no reading.
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// The outcomes of both groups of tiles together; more than one pair is no reading.
    pub const fn and(self, other: Outcomes) -> Outcomes {
        let (plain, paired) = ((self.0 & 15) as usize, (self.0 >> 4) as usize);
        let (other_plain, other_paired) = ((other.0 & 15) as usize, (other.0 >> 4) as usize);
        let with_pair = OR_PRODUCT[plain][other_paired] | OR_PRODUCT[paired][other_plain];
        Outcomes(OR_PRODUCT[plain][other_plain] | with_pair << 4)
    }

    /// True if a reading has its pair: the tiles are a finished hand.
    pub const fn is_finished(self) -> bool {
        self.0 >> 4 != 0
    }

    /// True if there is a reading without a pair: sets alone.
    pub(in crate::game) const fn are_sets(self) -> bool {
        self.0 & 15 != 0
    }

    /// The flags of the readings that have their pair, one bit a combination.
    pub(in crate::game) const fn finished_bits(self) -> u8 {
        self.0 >> 4
    }

    /// The flags of every reading that has its pair: the readings of a finished hand.
    pub fn finished(self) -> impl Iterator<Item = u8> {
        (0..4).filter(move |flags| self.0 >> (flags + 4) & 1 == 1)
    }
}

/// `OR_PRODUCT[a][b]`: the set of `x | y` for x in the set a and y in the set b; sets of 0–3 as four bits.
const OR_PRODUCT: [[u8; 16]; 16] = {
    let mut table = [[0; 16]; 16];
    let mut i = 0;
    while i < 16 * 16 * 16 {
        let (a, b, x, y) = (i >> 8, i >> 4 & 15, i >> 2 & 3, i & 3);
        if a >> x & 1 == 1 && b >> y & 1 == 1 {
            table[a][b] |= 1 << (x | y);
        }
        i += 1;
    }
    table
};

/// Outcomes of every suit by the number of its way: 405 KB, filled at first use from at most four sets and a pair.
static OUTCOMES: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let mut table = vec![0; N_WAYS];
    let mut counts = [0; 9];
    fill(&mut table, &mut counts, 0, 4, 0);
    table
});

/// Adds every way to put up to `n_left` more sets, from group number `from` on, to the table, each with every pair.
fn fill(table: &mut [u8], counts: &mut [u8; 9], from: usize, n_left: usize, flags: u8) {
    note(table, counts, Outcomes::of(flags, false));
    for rank in 0..9 {
        if counts[rank] <= 2 {
            counts[rank] += 2;
            note(table, counts, Outcomes::of(flags, true));
            counts[rank] -= 2;
        }
    }
    if n_left == 0 {
        return;
    }
    for group in from..16 {
        let (mut next, flag) = (*counts, if group < 9 { TRIPLET } else { RUN });
        match group {
            0..9 => next[group] += 3,
            _ => next[group - 9..group - 6].iter_mut().for_each(|count| *count += 1),
        }
        if next.iter().all(|&count| count <= 4) {
            fill(table, &mut next, group, n_left - 1, flags | flag);
        }
    }
}

/// Adds outcomes to those of a way.
fn note(table: &mut [u8], counts: &[u8; 9], outcomes: Outcomes) {
    let entry = SuitKey::of(counts).and_then(SuitKey::index).and_then(|index| table.get_mut(index));
    entry.into_iter().for_each(|entry| *entry |= outcomes.0);
}

/// What red dragons by themselves are. A pair of them counts as a triplet (A15); four in the hand fit nowhere.
const fn red_outcomes(count: u8) -> Outcomes {
    match count {
        0 => Outcomes::EMPTY,
        2 => Outcomes::of(TRIPLET, true),
        3 => Outcomes::of(TRIPLET, false),
        _ => Outcomes::NONE,
    }
}

/// A hand prepared for asking about one more tile of each kind.
#[derive(Clone, Copy)]
pub struct Parts {
    keys: [SuitKey; 3],
    n_red: u8,
    /// The outcomes of the three suits and of the red dragons, each by itself.
    each: [Outcomes; 4],
    /// The outcomes of everything but suit 0, 1, 2, and but the red dragons.
    others: [Outcomes; 4],
}

impl Parts {
    /// Splits a hand of a 112-tile game. A hand with another honour or a fifth copy has no readings.
    pub fn of(hand: &Counts) -> Parts {
        let n_red = hand.of(Tile::RED);
        let keys = SUITS.map(|suit| SuitKey::of(hand.suit(suit)));
        let ([Some(m), Some(p), Some(s)], true) = (keys, hand.n_honours() == n_red && n_red <= 4) else {
            let none = [Outcomes::NONE; 4];
            return Parts { keys: [SuitKey::default(); 3], n_red: 0, each: none, others: none };
        };
        let (keys, table): (_, &[u8]) = ([m, p, s], &OUTCOMES);
        let [m, p, s] = keys.map(|key| look_up(table, key));
        Parts::join(keys, n_red, [m, p, s, red_outcomes(n_red)])
    }

    fn join(keys: [SuitKey; 3], n_red: u8, each: [Outcomes; 4]) -> Parts {
        // Most hands have more than one suit in pieces, so that no single tile finishes them.
        if each.iter().filter(|outcomes| outcomes.is_none()).count() > 1 {
            return Parts { keys, n_red, each, others: [Outcomes::NONE; 4] };
        }
        let [m, p, s, red] = each;
        let (first, last) = (m.and(p), s.and(red));
        let others = [p.and(last), m.and(last), first.and(red), first.and(s)];
        Parts { keys, n_red, each, others }
    }

    /// The same hand without one `tile`, of which it must hold one.
    pub fn without(&self, tile: Tile) -> Parts {
        let (mut keys, mut n_red, mut each) = (self.keys, self.n_red, self.each);
        match (tile.suit(), tile.rank()) {
            (Some(suit), Some(rank)) => {
                let key = keys[suit as usize].without(usize::from(rank) - 1);
                keys[suit as usize] = key;
                each[suit as usize] = look_up(&OUTCOMES, key);
            }
            _ => {
                n_red = n_red.saturating_sub(1);
                each[3] = red_outcomes(n_red);
            }
        }
        Parts::join(keys, n_red, each)
    }

    /// The outcomes of a hand with one more `tile`, of which it holds at most three: [`Parts::with`] for one tile only.
    pub(in crate::game) fn finish(hand: &Counts, tile: Tile) -> Outcomes {
        let mut all = *hand;
        all.add(tile);
        let n_red = all.of(Tile::RED);
        let keys = SUITS.map(|suit| SuitKey::of(all.suit(suit)));
        let ([Some(m), Some(p), Some(s)], true) = (keys, all.n_honours() == n_red) else {
            return Outcomes::NONE;
        };
        let table: &[u8] = &OUTCOMES;
        let [m, p, s] = [m, p, s].map(|key| look_up(table, key));
        m.and(p).and(s.and(red_outcomes(n_red)))
    }

    /// True if one more tile could finish the hand: at most one suit is in pieces, the red dragons counted as one.
    pub fn is_near(&self) -> bool {
        self.others.iter().any(|outcomes| !outcomes.is_none())
    }

    /// True if the hand by itself is finished: sets and one pair.
    pub fn is_finished(&self) -> bool {
        let [m, p, s, red] = self.each;
        m.and(p).and(s.and(red)).finished().next().is_some()
    }

    /// True if the suit of a kind, or the red dragons, are neither sets nor sets and a pair.
    pub(in crate::game) fn is_in_pieces(&self, tile: Tile) -> bool {
        self.each[tile.suit().map_or(3, |suit| suit as usize)].is_none()
    }

    /// How many suits, the red dragons counted as one, are in pieces: neither sets nor sets and a pair.
    pub fn n_in_pieces(&self) -> usize {
        self.each.iter().filter(|outcomes| outcomes.is_none()).count()
    }

    /// The outcomes of the hand with one more `tile`, of which it holds at most three.
    pub fn with(&self, tile: Tile) -> Outcomes {
        match (tile.suit(), tile.rank()) {
            (Some(suit), Some(rank)) => {
                let others = self.others[suit as usize];
                if others.is_none() {
                    return Outcomes::NONE;
                }
                look_up(&OUTCOMES, self.keys[suit as usize].with(usize::from(rank) - 1)).and(others)
            }
            _ if tile == Tile::RED => red_outcomes(self.n_red + 1).and(self.others[3]),
            _ => Outcomes::NONE,
        }
    }

    /// Calls `see` with each kind that finishes the hand if there is one more of it, in tile order, and with the
    /// outcomes. The hand must hold at most three of a kind, or `holds_four` say of which it holds all.
    pub(in crate::game) fn each_finish(
        &self,
        holds_four: impl Fn(Tile) -> bool,
        mut see: impl FnMut(Tile, Outcomes),
    ) {
        let table: &[u8] = &OUTCOMES;
        for (suit, (key, others)) in self.keys.iter().zip(&self.others).enumerate() {
            if others.is_none() {
                continue;
            }
            for (place, index) in key.after_each().into_iter().enumerate() {
                let alone = table.get(index).copied().unwrap_or_default();
                let Some(tile) = Tile::from_index(9 * suit + place).filter(|_| alone != 0) else { continue };
                let outcomes = Outcomes(alone).and(*others);
                if outcomes.is_finished() && !holds_four(tile) {
                    see(tile, outcomes);
                }
            }
        }
        let with_red = red_outcomes(self.n_red + 1).and(self.others[3]);
        if with_red.is_finished() && !holds_four(Tile::RED) {
            see(Tile::RED, with_red);
        }
    }
}

/// What the tiles of one suit are by themselves.
pub(in crate::game) fn suit_outcomes(counts: &[u8]) -> Outcomes {
    SuitKey::of(counts).map_or(Outcomes::NONE, |key| look_up(&OUTCOMES, key))
}

/// What the tiles of one suit are with one more of each rank. What a rank gives of which there are four means nothing.
pub(in crate::game) fn suit_outcomes_after_each(counts: &[u8]) -> [Outcomes; 9] {
    let table: &[u8] = &OUTCOMES;
    let outcomes = |index| Outcomes(table.get(index).copied().unwrap_or_default());
    SuitKey::of(counts).map_or([Outcomes::NONE; 9], |key| key.after_each().map(outcomes))
}

fn look_up(table: &[u8], key: SuitKey) -> Outcomes {
    key.index().and_then(|index| table.get(index)).map_or(Outcomes::NONE, |&bits| Outcomes(bits))
}

#[cfg(test)]
mod tests {
    use super::super::tile::parse_tiles;
    use super::*;

    fn counts(text: &str) -> Counts {
        parse_tiles(text).unwrap().into_iter().collect()
    }

    #[test]
    fn every_reading_is_kept_not_only_the_first() {
        let found = readings(&counts("111222333m55p"));
        let mut flags: Vec<u8> = found.iter().map(Reading::flags).collect();
        flags.sort_unstable();
        assert_eq!(flags, [TRIPLET, RUN]);
    }

    #[test]
    fn the_table_agrees_with_the_readings() {
        for text in
            ["111222333m55p", "22344m345p99s", "11m", "2223m567p55s", "CC234m", "CCC22s", "1133m", "CCCC22m"]
        {
            let all = counts(text);
            let last = all.kinds().next().unwrap();
            let mut hand = all;
            assert!(hand.remove(last));
            let mut from_table: Vec<u8> = Parts::of(&hand).with(last).finished().collect();
            let mut from_readings: Vec<u8> = readings(&all).iter().map(Reading::flags).collect();
            from_table.sort_unstable();
            from_readings.sort_unstable();
            from_readings.dedup();
            assert_eq!(from_table, from_readings, "{text}");
        }
    }

    #[test]
    fn a_tile_is_the_middle_or_the_edge_of_its_own_run_only() {
        let reading = &readings(&counts("123m789p55s"))[0];
        let middle: Vec<Tile> = Tile::all().filter(|&tile| reading.is_middle(tile)).collect();
        let edge: Vec<Tile> = Tile::all().filter(|&tile| reading.is_edge(tile)).collect();
        assert_eq!(middle, parse_tiles("2m8p").unwrap());
        assert_eq!(edge, parse_tiles("3m7p").unwrap());
    }
}
