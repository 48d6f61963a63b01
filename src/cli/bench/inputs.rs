//! Hands to work on, always the same ones.

use crate::game::ruleset::Variant;
use crate::game::tile::{Counts, Tile};
use crate::game::variants::kinds;
use crate::game::wall::{Words, key, shuffle, sim_nonces, sim_secret};

/// A waiting hand and the tile that it was left without.
pub(super) struct Waiting {
    pub(super) hand: Counts,
    pub(super) tile: Tile,
}

/// A hand with all four wilds and a drawn tile; mostly it is finished.
pub(super) struct Wild {
    pub(super) hand: Counts,
    pub(super) tile: Tile,
    pub(super) wild: Tile,
}

/// What the rows work on.
pub(super) struct Inputs {
    /// 13 tiles of the 112-tile games, one short of four sets and a pair.
    pub(super) waiting: Vec<Waiting>,
    /// 14 random tiles of 136.
    pub(super) random_14: Vec<Counts>,
    /// 11 random tiles of 136, to lie beside a meld.
    pub(super) random_11: Vec<Counts>,
    pub(super) wilds: Vec<Wild>,
    /// Hands that a pass plays.
    pub(super) n_played: u32,
}

impl Inputs {
    pub(super) fn new() -> Inputs {
        Inputs::of(10_000, 200)
    }

    /// So many hands of each sort, and so many to play.
    pub(super) fn of(n_hands: usize, n_played: u32) -> Inputs {
        let mut luck = Words::of(&key("bench", "bench", 1, &sim_secret(1, 1), &sim_nonces()));
        let waiting = (0..n_hands).map(|_| waiting(kinds(Variant::HarbinNew), &mut luck)).collect();
        let random_14 = (0..n_hands).map(|_| random(14, &mut luck)).collect();
        let random_11 = (0..n_hands).map(|_| random(11, &mut luck)).collect();
        let wilds = (0..n_hands / 10 + 1).map(|_| wild(&mut luck)).collect();
        Inputs { waiting, random_14, random_11, wilds, n_played }
    }
}

fn below(luck: &mut Words, n: usize) -> usize {
    luck.below(n as u32) as usize
}

/// So many tiles of 136.
fn random(n: usize, luck: &mut Words) -> Counts {
    shuffle(kinds(Variant::Xingdong), luck).into_iter().take(n).collect()
}

/// Four sets, three in ten of them triplets, and a pair.
fn finished(kinds: &[Tile], luck: &mut Words) -> Vec<Tile> {
    loop {
        let mut tiles = vec![kinds[below(luck, kinds.len())]; 2];
        while tiles.len() < 14 {
            let tile = kinds[below(luck, kinds.len())];
            let is_run = below(luck, 10) >= 3;
            match tile.run() {
                Some(run) if is_run => tiles.extend(run),
                None if is_run => {}
                _ => tiles.extend([tile; 3]),
            }
        }
        let counts: Counts = tiles.iter().copied().collect();
        if counts.most_of_a_kind() <= 4 {
            return tiles;
        }
    }
}

fn waiting(kinds: &[Tile], luck: &mut Words) -> Waiting {
    let mut tiles = finished(kinds, luck);
    let tile = tiles.swap_remove(below(luck, tiles.len()));
    Waiting { hand: tiles.into_iter().collect(), tile }
}

/// Four tiles of a finished hand are wilds instead, each place equally likely.
fn wild(luck: &mut Words) -> Wild {
    let kinds = kinds(Variant::Xingdong);
    loop {
        let mut tiles = finished(kinds, luck);
        let wild = kinds[below(luck, kinds.len())];
        if tiles.contains(&wild) {
            continue;
        }
        let tile = tiles.swap_remove(below(luck, tiles.len()));
        for _ in 0..4 {
            tiles.swap_remove(below(luck, tiles.len()));
        }
        tiles.extend([wild; 4]);
        return Wild { hand: tiles.into_iter().collect(), tile, wild };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hands_have_the_tiles_they_should() {
        let inputs = Inputs::of(50, 1);
        let again = Inputs::of(50, 1);
        for (hand, same) in inputs.waiting.iter().zip(&again.waiting) {
            assert_eq!((hand.hand.total(), hand.hand.most_of_a_kind() <= 4), (13, true));
            assert!(hand.hand == same.hand && hand.tile == same.tile);
        }
        assert!(inputs.random_14.iter().all(|hand| hand.total() == 14));
        assert!(inputs.random_11.iter().all(|hand| hand.total() == 11));
        assert!(inputs.wilds.iter().all(|wild| wild.hand.total() == 13 && wild.hand.of(wild.wild) == 4));
    }
}
