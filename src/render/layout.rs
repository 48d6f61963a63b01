//! Where things stand on the board: constant slots, so that nothing moves between two edits of the message.
//!
//! East is at the bottom, South on the right, West on top, North on the left; each seat's corner is the one
//! clockwise before its river.

use super::atlas::TileSize;
use super::canvas::Rect;
use crate::game::seat::Seat;

pub(super) const WIDTH: u32 = 1100;
pub(super) const HEIGHT: u32 = 900;

/// The field in the middle.
pub(super) const CENTRE: Rect = Rect::new(382, 314, 336, 272);
/// Side of the seats' badges in the middle.
const BADGE: (i32, i32) = (54, 48);

/// Left top of the turned tile in a game with wilds, and right of it of the kind that it makes wild: the corner of the
/// middle that no badge has.
pub(super) const TURNED: (i32, i32) = (CENTRE.x + 12, CENTRE.bottom() - 6 - TURNED_SIZE.height());
pub(super) const WILD: (i32, i32) = (TURNED.0 + TURNED_SIZE.width() + 10, TURNED.1);
/// Both are as large as a meld's tiles.
pub(super) const TURNED_SIZE: TileSize = TileSize::Meld;

/// The corner with name, score and melds.
pub(super) const fn corner(seat: Seat) -> Rect {
    let (x, y) = match seat {
        Seat::East => (19, 602),
        Seat::South => (737, 602),
        Seat::West => (737, 10),
        Seat::North => (19, 10),
    };
    Rect::new(x, y, 344, 288)
}

/// Left top of the first discard.
const fn river(seat: Seat) -> (i32, i32) {
    match seat {
        Seat::East => (382, 606),
        Seat::South => (741, 306),
        Seat::West => (382, 7),
        Seat::North => (23, 306),
    }
}

/// The seat's badge in the middle field.
pub(super) const fn badge(seat: Seat) -> Rect {
    let (w, h) = BADGE;
    let (cx, cy) = CENTRE.centre();
    match seat {
        Seat::East => Rect::new(cx - w / 2, CENTRE.bottom() - 8 - h, w, h),
        Seat::South => Rect::new(CENTRE.right() - 9 - w, cy - h / 2 + 2, w, h),
        Seat::West => Rect::new(cx - w / 2, CENTRE.y + 8, w, h),
        Seat::North => Rect::new(CENTRE.x + 9, cy - h / 2 + 2, w, h),
    }
}

/// The arrow from the middle field towards the seat whose turn it is.
pub(super) const fn arrow(seat: Seat) -> [(i32, i32); 3] {
    let (cx, cy) = CENTRE.centre();
    let (reach, half) = (14, 20);
    match seat {
        Seat::East => {
            let y = CENTRE.bottom();
            [(cx - half, y), (cx + half, y), (cx, y + reach)]
        }
        Seat::South => {
            let x = CENTRE.right();
            [(x, cy - half), (x, cy + half), (x + reach, cy)]
        }
        Seat::West => [(cx - half, CENTRE.y), (cx + half, CENTRE.y), (cx, CENTRE.y - reach)],
        Seat::North => [(CENTRE.x, cy - half), (CENTRE.x, cy + half), (CENTRE.x - reach, cy)],
    }
}

/// A place for one discard.
#[derive(Clone, Copy, Debug)]
pub(super) struct RiverSlot {
    pub(super) x: i32,
    pub(super) y: i32,
    pub(super) size: TileSize,
}

#[cfg(test)]
impl RiverSlot {
    pub(super) const fn rect(self) -> Rect {
        Rect::new(self.x, self.y, self.size.width(), self.size.height())
    }
}

/// Tiles in a full row.
const N_ROW: usize = 6;
/// Rows of a river. A row lies on the lower side of the one above it, so all four fit with tiles of one size.
const N_ROWS: usize = 4;
/// Discards before the last two rows.
const N_FIRST: usize = 2 * N_ROW;
/// Discards that have a slot at the same time.
const N_SLOTS: usize = N_ROWS * N_ROW;
/// Distance of rows: a tile's height without its side.
const ROW_PITCH: i32 = 70;
/// All discards have this size: 17.8 CSS pixels wide where the board is 350.
const RIVER_SIZE: TileSize = TileSize::River;

/// The slots of a river of `n_tiles`, oldest first: the first 24 at most.
pub(super) fn river_slots(seat: Seat, n_tiles: usize) -> Vec<RiverSlot> {
    let (left, top) = river(seat);
    let slot = |i: usize| RiverSlot {
        x: left + (i % N_ROW) as i32 * RIVER_SIZE.width(),
        y: top + (i / N_ROW) as i32 * ROW_PITCH,
        size: RIVER_SIZE,
    };
    (0..n_tiles.min(N_SLOTS)).map(slot).collect()
}

/// The discards that have a slot: all of them, or of more than 24 the first twelve and the last twelve.
pub(super) fn shown<T: Copy>(river: &[T]) -> Vec<T> {
    let n_first = river.len().min(N_FIRST);
    let n_last = (river.len() - n_first).min(N_SLOTS - N_FIRST);
    river[..n_first].iter().chain(&river[river.len() - n_last..]).copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::painter::RING;

    fn apart(a: Rect, b: Rect) -> bool {
        a.right() <= b.x || b.right() <= a.x || a.bottom() <= b.y || b.bottom() <= a.y
    }

    #[test]
    fn nothing_overlaps_at_any_number_of_discards() {
        let picture = Rect::new(0, 0, WIDTH as i32, HEIGHT as i32);
        for n in 0..=30 {
            let mut rects: Vec<Rect> = Seat::ALL.map(corner).into();
            rects.push(CENTRE);
            for seat in Seat::ALL {
                let slots = river_slots(seat, n);
                assert_eq!(slots.len(), shown(&vec![0; n]).len());
                // A row covers the side of the row above, never its face.
                rects.extend(slots.iter().map(|slot| Rect { h: ROW_PITCH, ..slot.rect() }));
                let face = slots.iter().map(|slot| slot.rect().h * 158 / 176);
                assert!(face.max().unwrap_or(0) <= ROW_PITCH);
                let ring = |slot: &RiverSlot| slot.rect().grown(RING);
                let others = Seat::ALL.into_iter().map(corner);
                for corner in others {
                    assert!(slots.iter().all(|slot| apart(ring(slot), corner)), "a ring on {corner:?}");
                }
            }
            for (i, a) in rects.iter().enumerate() {
                assert!(a.x >= 0 && a.y >= 0 && a.right() <= picture.w && a.bottom() <= picture.h, "{a:?}");
                for b in &rects[i + 1..] {
                    assert!(apart(*a, *b), "{n} discards: {a:?} {b:?}");
                }
            }
        }
    }

    #[test]
    fn the_turned_tile_and_the_wild_keep_off_the_badges() {
        let size = TURNED_SIZE;
        let tiles = [TURNED, WILD].map(|(x, y)| Rect::new(x, y, size.width(), size.height()));
        assert!(apart(tiles[0], tiles[1].grown(RING)));
        for tile in tiles.map(|tile| tile.grown(RING)) {
            assert!(tile.x >= CENTRE.x && tile.bottom() <= CENTRE.bottom());
            assert!(Seat::ALL.into_iter().all(|seat| apart(tile, badge(seat))));
        }
    }

    #[test]
    fn the_badges_and_the_arrow_keep_to_their_side() {
        for seat in Seat::ALL {
            let badge = badge(seat);
            assert!(!apart(badge, CENTRE));
            assert!(arrow(seat).iter().all(|&(x, y)| x >= CENTRE.x - 20 && y >= CENTRE.y - 20));
        }
    }
}
