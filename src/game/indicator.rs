//! The tile that 兴动 turns up before play, and the kind that it makes wild (docs/RULES.md E04–E08).

use super::tile::{Counts, Tile};
use super::wall::Wall;

/// The dice of a wall that was given tile by tile: there is no stream to throw them from.
const DICE_OF_NO_STREAM: [u8; 2] = [1, 1];

/// The turned tile, seen by all and never drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Indicator {
    /// The tile.
    pub tile: Tile,
    /// The dice that chose it, 1–6 each: their sum counts the stacks of two from the end of the wall (E-Q09).
    pub dice: [u8; 2],
}

impl Indicator {
    /// Turns the indicator of a wall and lays it behind the last tile, so that the others are drawn as they lie
    /// (fair-play 8).
    pub(super) fn turn(wall: &mut Wall) -> Option<Indicator> {
        let dice = wall.dice().unwrap_or(DICE_OF_NO_STREAM);
        let tile = wall.lay_last(wall.indicator_index(dice))?;
        Some(Indicator { tile, dice })
    }

    /// 宝: the kind that follows, the first of its row after the last (E04–E07).
    pub fn wild(self) -> Tile {
        let (first, n) = match self.tile.index() {
            index @ 0..27 => (index / 9 * 9, 9),
            27..31 => (27, 4),
            _ => (31, 3),
        };
        let next = first + (self.tile.index() - first + 1) % n;
        Tile::from_index(next).unwrap_or(self.tile)
    }

    /// The tiles of a hand that are not wild, and how many are.
    pub fn part(self, hand: &Counts) -> (Counts, u8) {
        let wild = self.wild();
        (hand.tiles().filter(|&tile| tile != wild).collect(), hand.of(wild))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wild_is_the_next_of_its_row() {
        // F29, E05–E07
        let rows = [
            ("9s", "1s"),
            ("9m", "1m"),
            ("N", "E"),
            ("P", "C"),
            ("5m", "6m"),
            ("C", "F"),
            ("E", "S"),
            ("1p", "2p"),
        ];
        for (tile, wild) in rows {
            let indicator = Indicator { tile: tile.parse().unwrap(), dice: [1, 1] };
            assert_eq!(indicator.wild(), wild.parse().unwrap(), "{tile}");
        }
    }

    #[test]
    fn turning_it_leaves_the_other_tiles_in_their_order() {
        let tiles: Vec<Tile> = Tile::all().flat_map(|tile| [tile; 4]).collect();
        let mut wall = Wall::from_tiles(tiles.clone());
        let indicator = Indicator::turn(&mut wall).unwrap();
        let mut expected = tiles;
        let turned = expected.remove(132);
        expected.push(turned);
        assert_eq!(indicator, Indicator { tile: turned, dice: [1, 1] });
        assert!(wall.tiles() == expected);
    }
}
