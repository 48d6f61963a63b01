//! Numbers for what a suit can hold: each way to hold up to fourteen tiles of nine ranks, at most four a rank, has its
//! own, without gaps. Tables by these numbers are a fifth of what nine base-5 digits would take.
//!
//! Ways are ordered by their ranks 5–9 and then by their ranks 1–4, so a number is the place of the first way with
//! those high ranks, and the place of the low ranks among those that still fit.

/// How many ways there are.
pub(super) const N_WAYS: usize = 405_350;

/// Most tiles of a way.
const MOST: usize = 14;
/// Base-5 numbers of four and of five digits.
const N_LOW: usize = 625;
const N_HIGH: usize = 3_125;
/// More than any number of a way.
const NOWHERE: usize = N_WAYS;
/// A place that low ranks don't have.
const NO_PLACE: u16 = u16::MAX;

/// What one more tile of a rank adds to the key of its half.
const STEP: [u16; 9] = [1, 5, 25, 125, 1, 5, 25, 125, 625];

/// The counts of a suit as two base-5 numbers: ranks 1–4 and 5–9, the lower rank the lower digit.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct SuitKey {
    low: u16,
    high: u16,
}

impl SuitKey {
    /// The key of nine counts; `None` if one is more than four.
    pub(super) fn of(counts: &[u8]) -> Option<SuitKey> {
        let (&low, &[nine]) = counts.split_first_chunk::<8>()? else { return None };
        let each = u64::from_le_bytes(low);
        // A byte of five and more reaches the highest bit.
        if (each + 0x7b7b_7b7b_7b7b_7b7b) & 0x8080_8080_8080_8080 != 0 || nine > 4 {
            return None;
        }
        // Digits are joined in pairs, and those in pairs: all of them at once.
        let pairs = (each & 0x00ff_00ff_00ff_00ff) + 5 * (each >> 8 & 0x00ff_00ff_00ff_00ff);
        let fours = (pairs & 0x0000_ffff_0000_ffff) + 25 * (pairs >> 16 & 0x0000_ffff_0000_ffff);
        Some(SuitKey { low: fours as u16, high: (fours >> 32) as u16 + 625 * u16::from(nine) })
    }

    /// With one more of the rank at `place` (0–8), of which there are at most three.
    pub(super) fn with(self, place: usize) -> SuitKey {
        let step = STEP[place];
        if place < 4 {
            SuitKey { low: self.low + step, ..self }
        } else {
            SuitKey { high: self.high + step, ..self }
        }
    }

    /// With one fewer of the rank at `place` (0–8), of which there must be one.
    pub(super) fn without(self, place: usize) -> SuitKey {
        let step = STEP[place];
        if place < 4 {
            SuitKey { low: self.low.saturating_sub(step), ..self }
        } else {
            SuitKey { high: self.high.saturating_sub(step), ..self }
        }
    }

    /// The numbers of the nine ways with one more of a rank, rank 1 first; [`N_WAYS`] and more for one that is none.
    /// There must be at most three of the rank.
    pub(super) fn after_each(self) -> [usize; 9] {
        let (low, high) = (usize::from(self.low), usize::from(self.high));
        let n_high = usize::from(INDEX.n_high.get(high).copied().unwrap_or_default());
        let first = |high: usize| INDEX.first.get(high).map_or(NOWHERE, |&first| first as usize);
        let place = |n_high: usize, low: usize| {
            let place = INDEX.place.get(n_high).and_then(|places| places.get(low)).copied();
            place.filter(|&place| place != NO_PLACE).map_or(NOWHERE, usize::from)
        };
        let (first_here, place_here) = (first(high), place(n_high + 1, low));
        std::array::from_fn(|rank| {
            let step = usize::from(STEP[rank]);
            if rank < 4 { first_here + place(n_high, low + step) } else { first(high + step) + place_here }
        })
    }

    /// The number of the way; `None` for more than fourteen tiles.
    pub(super) fn index(self) -> Option<usize> {
        let high = usize::from(self.high);
        let n_high = usize::from(*INDEX.n_high.get(high)?);
        let place = *INDEX.place.get(n_high)?.get(usize::from(self.low))?;
        let first = *INDEX.first.get(high)? as usize;
        (place != NO_PLACE).then_some(first + usize::from(place))
    }
}

/// What a number is put together from: 34 KB.
struct Index {
    /// The number of the first way with these high ranks.
    first: [u32; N_HIGH],
    /// Their tiles.
    n_high: [u8; N_HIGH],
    /// By the tiles of the high ranks, the place of the low ranks among those that still fit.
    place: [[u16; N_LOW]; 21],
}

static INDEX: Index = {
    let mut index = Index { first: [0; N_HIGH], n_high: [0; N_HIGH], place: [[NO_PLACE; N_LOW]; 21] };
    let mut n_ways = [0; 21];
    let mut n_high = 0;
    while n_high <= MOST {
        let mut low = 0;
        while low < N_LOW {
            if n_tiles(low) + n_high <= MOST {
                index.place[n_high][low] = n_ways[n_high];
                n_ways[n_high] += 1;
            }
            low += 1;
        }
        n_high += 1;
    }
    let (mut high, mut first) = (0, 0);
    while high < N_HIGH {
        let n_high = n_tiles(high);
        index.n_high[high] = n_high as u8;
        index.first[high] = first;
        first += n_ways[n_high] as u32;
        high += 1;
    }
    assert!(first as usize == N_WAYS);
    index
};

/// The sum of base-5 digits.
const fn n_tiles(key: usize) -> usize {
    key % 5 + key / 5 % 5 + key / 25 % 5 + key / 125 % 5 + key / 625
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Calls `see` with every way in which nine ranks can hold up to `n` tiles.
    fn each_way(counts: &mut [u8; 9], rank: usize, n: u8, see: &mut impl FnMut(&[u8; 9])) {
        if rank == 9 {
            return see(counts);
        }
        for count in 0..=n.min(4) {
            counts[rank] = count;
            each_way(counts, rank + 1, n - count, see);
        }
        counts[rank] = 0;
    }

    #[test]
    fn every_way_has_its_own_number() {
        let mut seen = vec![false; N_WAYS];
        each_way(&mut [0; 9], 0, 14, &mut |counts| {
            let index = SuitKey::of(counts).and_then(SuitKey::index).unwrap();
            assert!(!std::mem::replace(&mut seen[index], true), "{counts:?}");
        });
        assert!(seen.into_iter().all(|seen| seen));
    }

    #[test]
    fn a_key_moves_with_its_tiles() {
        let counts = [3, 1, 0, 2, 0, 3, 0, 0, 1];
        let key = SuitKey::of(&counts).unwrap();
        for place in 0..9 {
            let mut more = counts;
            more[place] += 1;
            let moved = SuitKey::of(&more).unwrap();
            assert!(key.with(place) == moved && moved.without(place) == key, "rank {}", place + 1);
            assert_eq!(Some(key.after_each()[place]), moved.index(), "rank {}", place + 1);
        }
    }

    #[test]
    fn what_no_hand_holds_has_no_number() {
        assert!(SuitKey::of(&[5, 0, 0, 0, 0, 0, 0, 0, 0]).is_none());
        assert!(SuitKey::of(&[0, 0, 0, 0, 0, 0, 0, 0, 5]).is_none());
        assert!(SuitKey::of(&[4, 4, 4, 3, 0, 0, 0, 0, 0]).and_then(SuitKey::index).is_none());
    }
}
