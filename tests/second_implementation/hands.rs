//! Random hands: finished ones of every shape with a tile taken away and some exchanged, and wholly random ones.

use std::fmt;

use tinghu::game::meld::{Meld, MeldKind};
use tinghu::game::tile::Counts;

use super::{RED, Tiles, tile};

/// SplitMix64.
pub struct Luck(u64);

impl Luck {
    pub fn of(seed: u64) -> Luck {
        Luck(seed)
    }

    pub fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ mixed >> 31) % n
    }

    fn pick(&mut self, kinds: &[usize]) -> usize {
        kinds[self.below(kinds.len() as u64) as usize]
    }
}

/// 13 − 3 × melds concealed tiles with their melds.
pub struct RandomHand {
    pub tiles: Tiles,
    pub melds: Vec<Meld>,
}

impl fmt::Display for RandomHand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tiles: Vec<String> = self.counts().tiles().map(|tile| tile.to_string()).collect();
        let melds: Vec<String> = self.melds.iter().map(|meld| format!("\"{meld}\"")).collect();
        write!(f, "\"hand\":\"{}\",\"melds\":[{}]", tiles.join(""), melds.join(","))
    }
}

impl RandomHand {
    pub fn of_112(luck: &mut Luck) -> RandomHand {
        let all: Vec<usize> = (0..27).chain([RED]).collect();
        RandomHand::of(luck, &all)
    }

    pub fn of_136(luck: &mut Luck) -> RandomHand {
        RandomHand::of(luck, &(0..34).collect::<Vec<usize>>())
    }

    pub fn counts(&self) -> Counts {
        (0..34).flat_map(|index| std::iter::repeat_n(tile(index), self.tiles[index].into())).collect()
    }

    fn of(luck: &mut Luck, all: &[usize]) -> RandomHand {
        loop {
            // Few suits make for more readings, and for hands of one suit.
            let suits = [0b111, 0b111, 0b111, 0b011, 0b110, 0b001][luck.below(6) as usize];
            let kinds: Vec<usize> =
                all.iter().copied().filter(|&kind| kind >= 27 || suits >> (kind / 9) & 1 == 1).collect();
            let n_melds = [0, 0, 0, 1, 1, 2, 2, 3, 3, 4][luck.below(10) as usize];
            let pungs_only = luck.below(6) == 0;
            let melds: Vec<Meld> = (0..n_melds).map(|_| meld(luck, &kinds, pungs_only)).collect();
            let mut tiles = concealed(luck, &kinds, n_melds, pungs_only);
            let lost = luck.below(tiles.len() as u64) as usize;
            tiles.swap_remove(lost);
            for _ in 0..[0, 0, 0, 1, 1, 2, 3, 13][luck.below(8) as usize] {
                let place = luck.below(tiles.len() as u64) as usize;
                let any = luck.below(3) == 0;
                tiles[place] = luck.pick(if any { all } else { &kinds });
            }
            let mut hand = RandomHand { tiles: [0; 34], melds };
            tiles.into_iter().for_each(|kind| hand.tiles[kind] += 1);
            let melded = melded(&hand.melds);
            if (0..34).all(|kind| hand.tiles[kind] + melded[kind] <= 4) {
                return hand;
            }
        }
    }
}

/// The tiles of the melds.
pub fn melded(melds: &[Meld]) -> Tiles {
    let mut tiles = [0; 34];
    melds.iter().flat_map(Meld::tiles).for_each(|tile| tiles[tile.index()] += 1);
    tiles
}

fn starts_run(kind: usize) -> bool {
    kind < 27 && kind % 9 < 7
}

fn meld(luck: &mut Luck, kinds: &[usize], pungs_only: bool) -> Meld {
    let low = luck.pick(kinds);
    let kind = match luck.below(6) {
        0..3 if starts_run(low) && !pungs_only => MeldKind::Chow,
        3 => MeldKind::ExposedKong,
        4 => MeldKind::ConcealedKong,
        _ => MeldKind::Pung,
    };
    Meld { kind, tile: tile(low), claimed: None }
}

/// A finished hand's concealed tiles.
fn concealed(luck: &mut Luck, kinds: &[usize], n_melds: usize, pungs_only: bool) -> Vec<usize> {
    let mut tiles = vec![luck.pick(kinds); 2];
    if n_melds == 0 && luck.below(5) == 0 {
        (0..6).for_each(|_| tiles.extend([luck.pick(kinds); 2]));
        return tiles;
    }
    if n_melds == 0 && kinds.len() == 34 && luck.below(4) == 0 {
        return special(luck);
    }
    let mut n_sets = 4 - n_melds;
    if n_sets >= 3 && luck.below(8) == 0 {
        // A straight, knitted or not.
        let first = 9 * luck.below(3) as usize;
        let knitted = kinds.len() == 34 && luck.below(2) == 0;
        let at = |rank: usize| if knitted { 9 * ((first / 9 + rank) % 3) + rank } else { first + rank };
        tiles.extend((0..9).map(at));
        n_sets -= 3;
    }
    for _ in 0..n_sets {
        let low = luck.pick(kinds);
        if starts_run(low) && !pungs_only && luck.below(3) > 0 {
            tiles.extend([low, low + 1, low + 2]);
        } else {
            tiles.extend([low; 3]);
        }
    }
    tiles
}

/// Thirteen orphans, or fourteen tiles of a knitted pattern and the honours.
fn special(luck: &mut Luck) -> Vec<usize> {
    if luck.below(2) == 0 {
        let orphans = [0, 8, 9, 17, 18, 26, 27, 28, 29, 30, 31, 32, 33];
        return orphans.into_iter().chain([luck.pick(&orphans)]).collect();
    }
    let turn = luck.below(3) as usize;
    let mut tiles: Vec<usize> = (0..9).map(|rank| 9 * ((rank + turn) % 3) + rank).chain(27..34).collect();
    for _ in 0..2 {
        let lost = luck.below(tiles.len() as u64) as usize;
        tiles.swap_remove(lost);
    }
    tiles
}
