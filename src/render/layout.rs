//! Where things stand on the board: constant slots, so that nothing moves between two edits of the message.
//!
//! East is at the bottom, South on the right, West on top, North on the left; each seat's corner is the one
//! clockwise before its river.

use super::atlas::TileSize;
use super::canvas::Rect;
use crate::game::seat::Seat;

pub(super) const WIDTH: u32 = 1100;
pub(super) const HEIGHT: u32 = 884;

/// The field in the middle.
pub(super) const CENTRE: Rect = Rect::new(382, 310, 336, 264);
/// Side of the seats' badges in the middle.
const BADGE: (i32, i32) = (54, 48);

/// The corner with name, score and melds.
pub(super) const fn corner(seat: Seat) -> Rect {
    let (x, y) = match seat {
        Seat::East => (19, 586),
        Seat::South => (737, 586),
        Seat::West => (737, 10),
        Seat::North => (19, 10),
    };
    Rect::new(x, y, 344, 288)
}

/// Left top of the first discard.
const fn river(seat: Seat) -> (i32, i32) {
    match seat {
        Seat::East => (382, 598),
        Seat::South => (741, 327),
        Seat::West => (382, 52),
        Seat::North => (23, 327),
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
    let (reach, half) = (17, 20);
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
/// Discards before the last row.
const N_BEFORE_LAST_ROW: usize = 2 * N_ROW;
/// The last row holds ten small tiles at most. More than 22 discards of one seat are hardly possible.
const N_LAST_ROW_AT_MOST: usize = 10;
/// Distance of rows.
const ROW_PITCH: i32 = 78;

/// The slots of a river of `n_tiles`, oldest first. Of more than 22 the slots are those of the first twelve and
/// the last ten.
pub(super) fn river_slots(seat: Seat, n_tiles: usize) -> Vec<RiverSlot> {
    let (left, top) = river(seat);
    let n_last_row = n_tiles.saturating_sub(N_BEFORE_LAST_ROW).min(N_LAST_ROW_AT_MOST);
    let last_row_size = match n_last_row {
        0..=6 => TileSize::River,
        7 => TileSize::Meld,
        _ => TileSize::Small,
    };
    let slot = |i: usize| {
        let row = (i / N_ROW).min(2);
        let size = if row == 2 { last_row_size } else { TileSize::River };
        let width = size.width();
        // Nine or ten small tiles are a little wider than the rows above: hang over on both sides.
        let overhang =
            if row == 2 && n_last_row > 9 { (N_LAST_ROW_AT_MOST as i32 * width - 336) / 2 } else { 0 };
        let column = (i - row * N_ROW) as i32;
        RiverSlot { x: left - overhang + column * width, y: top + row as i32 * ROW_PITCH, size }
    };
    (0..n_tiles.min(N_BEFORE_LAST_ROW + n_last_row)).map(slot).collect()
}

/// The discards that have a slot: all of them, or the first twelve and the last ten.
pub(super) fn shown<T: Copy>(river: &[T]) -> Vec<T> {
    let n_first = river.len().min(N_BEFORE_LAST_ROW);
    let n_last = (river.len() - n_first).min(N_LAST_ROW_AT_MOST);
    river[..n_first].iter().chain(&river[river.len() - n_last..]).copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

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
                rects.extend(slots.iter().map(|slot| slot.rect()));
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
    fn the_badges_and_the_arrow_keep_to_their_side() {
        for seat in Seat::ALL {
            let badge = badge(seat);
            assert!(!apart(badge, CENTRE));
            assert!(arrow(seat).iter().all(|&(x, y)| x >= CENTRE.x - 20 && y >= CENTRE.y - 20));
        }
    }
}
