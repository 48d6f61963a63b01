//! The parts of suits that have been met: one memory for all, filled as it is asked, of about 2 MB at most.
//!
//! Few parts are different, so each has a number. A suit without melds has a place of its own for its number; suits with
//! melds share places, and the one asked last stays.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU16, AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock};

use super::suit::{Missing, Parts, missing_of};
use crate::game::shape::index::{N_WAYS, SuitKey};

/// Different parts that there is room for; a million hands of all games meet fewer.
const MOST_PARTS: usize = 8_192; // thirteen bits

/// The number of the parts of each way without melds, from 1; 0 where nobody has asked yet: 811 KB.
static NUMBERS: [AtomicU16; N_WAYS] = [const { AtomicU16::new(0) }; N_WAYS];
/// A suit with melds above the number of its parts in the lowest sixteen bits: 512 KB.
static MELDED: [AtomicU64; 1 << PLACE_BITS] = [const { AtomicU64::new(0) }; 1 << PLACE_BITS];
const PLACE_BITS: u32 = 16;
/// The parts by their numbers.
static PARTS: [OnceLock<Box<Parts>>; MOST_PARTS] = [const { OnceLock::new() }; MOST_PARTS];
/// The numbers that are given.
static GIVEN: Mutex<Option<HashMap<Missing, u16>>> = Mutex::new(None);

/// Parts that found no room and are kept for the question at hand.
const MOST_OWN: usize = 200;

/// The nine counts of a suit in the hand, and in melds.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct SuitTiles {
    pub(super) hand: [u8; 9],
    pub(super) melded: [u8; 9],
}

impl SuitTiles {
    /// These nine counts each.
    pub(super) fn of(hand: &[u8], melded: &[u8]) -> SuitTiles {
        let nine = |counts: &[u8]| std::array::from_fn(|rank| counts.get(rank).copied().unwrap_or_default());
        SuitTiles { hand: nine(hand), melded: nine(melded) }
    }

    /// With one more of a rank (0–8); `None` where there are no more.
    pub(super) fn with(mut self, rank: usize) -> Option<SuitTiles> {
        self.hand[rank] += 1;
        (self.hand[rank] + self.melded[rank] <= 4).then_some(self)
    }

    /// With one fewer of a rank (0–8), of which there must be one.
    pub(super) fn without(mut self, rank: usize) -> SuitTiles {
        self.hand[rank] = self.hand[rank].saturating_sub(1);
        self
    }

    pub(super) fn has_melds(&self) -> bool {
        self.melded != [0; 9]
    }

    /// The same parts with fewer melded tiles, so that fewer suits differ: where one copy of a rank is melded and at most
    /// one is in the hand, no target is spared by the fourth copy that a better one could do without.
    fn without_idle_melds(mut self) -> SuitTiles {
        for (melded, &held) in self.melded.iter_mut().zip(&self.hand) {
            if *melded == 1 && held <= 1 {
                *melded = 0;
            }
        }
        self
    }

    /// The same tiles in the hand, beside no melds.
    pub(super) fn without_melds(mut self) -> SuitTiles {
        self.melded = [0; 9];
        self
    }

    /// Its number among all suits with melds: eighteen digits. Its mirror image, 9 for 1 and so on, has the same number:
    /// what is missing of a target is missing of the target's mirror image.
    fn key(&self) -> u64 {
        let mut number = [0, 0]; // of the suit, and of its mirror image
        for counts in [&self.hand, &self.melded] {
            for (&low, &high) in counts.iter().zip(counts.iter().rev()) {
                number = [number[0] * 5 + u64::from(low), number[1] * 5 + u64::from(high)];
            }
        }
        number[0].min(number[1])
    }
}

/// Where the parts of a suit are.
#[derive(Clone, Copy)]
pub(super) enum Place {
    /// The parts, and their number.
    Shared(&'static Parts, u16),
    Own(usize),
}

impl Place {
    /// The number of the parts, below [`MOST_PARTS`].
    pub(super) fn number(self) -> Option<u64> {
        match self {
            Place::Shared(_, number) => Some(u64::from(number)),
            Place::Own(_) => None,
        }
    }
}

/// What had no room in the common memory.
#[derive(Default)]
pub(super) struct Known {
    own: Vec<Parts>,
}

impl Known {
    /// Forgets what has become too much; places that were given before are worth nothing after this.
    pub(super) fn make_room(&mut self) {
        if self.own.len() > MOST_OWN {
            self.own.clear();
        }
    }

    /// Where the parts of a suit are, which are found now if they never were.
    pub(super) fn find(&mut self, suit: &SuitTiles) -> Place {
        let shared = if suit.has_melds() { with_melds(suit) } else { without_melds(suit) };
        shared.unwrap_or_else(|| self.keep(suit))
    }

    fn keep(&mut self, suit: &SuitTiles) -> Place {
        self.own.push(Parts::new(missing_of(&suit.hand, &suit.melded)));
        Place::Own(self.own.len() - 1)
    }

    /// The parts at a place.
    pub(super) fn at(&self, place: Place) -> Option<&Parts> {
        match place {
            Place::Shared(parts, _) => Some(parts),
            Place::Own(place) => self.own.get(place),
        }
    }
}

/// The parts of a suit without melds; `None` for more than fourteen tiles.
fn without_melds(suit: &SuitTiles) -> Option<Place> {
    let entry = NUMBERS.get(SuitKey::of(&suit.hand)?.index()?)?;
    match entry.load(Ordering::Acquire).checked_sub(1) {
        Some(number) => parts(number),
        None => {
            let number = number_of(suit)?;
            entry.store(number + 1, Ordering::Release);
            parts(number)
        }
    }
}

fn with_melds(suit: &SuitTiles) -> Option<Place> {
    let suit = &suit.without_idle_melds();
    if !suit.has_melds() {
        return without_melds(suit);
    }
    let key = suit.key();
    let place = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - PLACE_BITS);
    let entry = MELDED.get(place as usize)?;
    let known = entry.load(Ordering::Acquire);
    if known >> 16 == key {
        return parts(known as u16);
    }
    let number = number_of(suit)?;
    entry.store(key << 16 | u64::from(number), Ordering::Release);
    parts(number)
}

fn parts(number: u16) -> Option<Place> {
    PARTS.get(usize::from(number))?.get().map(|parts| Place::Shared(parts, number))
}

/// Finds the parts of a suit and gives them a number, if they have none yet; `None` where there is no room for more.
fn number_of(suit: &SuitTiles) -> Option<u16> {
    let missing = missing_of(&suit.hand, &suit.melded);
    let mut given = GIVEN.lock().ok()?;
    let given = given.get_or_insert_default();
    if let Some(&number) = given.get(&missing) {
        return Some(number);
    }
    let number = given.len() as u16;
    PARTS.get(given.len())?.get_or_init(|| Box::new(Parts::new(missing)));
    given.insert(missing, number);
    Some(number)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::game::shape::distance::suit::Cell;

    /// One to three chows, pungs and kongs of a suit, and tiles that lie beside them.
    fn beside_melds() -> impl Strategy<Value = ([u8; 9], [u8; 9], u8)> {
        let melds = prop::collection::vec(0_usize..25, 1..=3);
        (melds, prop::collection::vec(0_usize..9, 0..=11)).prop_map(|(melds, tiles)| {
            let mut suit = SuitTiles { hand: [0; 9], melded: [0; 9] };
            let mut n_melds = 0;
            for meld in melds {
                let mut melded = suit.melded;
                match meld {
                    0..7 => melded[meld..meld + 3].iter_mut().for_each(|n| *n += 1),
                    7..16 => melded[meld - 7] += 3,
                    _ => melded[meld - 16] += 4,
                }
                if melded.iter().all(|&n| n <= 4) {
                    (suit.melded, n_melds) = (melded, n_melds + 1);
                }
            }
            for rank in tiles.into_iter().take(14 - 3 * usize::from(n_melds)) {
                suit = suit.with(rank).unwrap_or(suit);
            }
            (suit.hand, suit.melded, n_melds)
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn a_mirror_image_lacks_the_same_and_has_the_same_number((hand, melded, _) in beside_melds()) {
            let suit = SuitTiles { hand, melded };
            let mut mirrored = suit;
            mirrored.hand.reverse();
            mirrored.melded.reverse();
            prop_assert_eq!(mirrored.key(), suit.key());
            prop_assert_eq!(missing_of(&mirrored.hand, &mirrored.melded), missing_of(&suit.hand, &suit.melded));
        }

        #[test]
        fn melds_that_are_left_out_spare_no_target((hand, melded, n_melds) in beside_melds()) {
            let suit = SuitTiles { hand, melded };
            let parts = |suit: &SuitTiles| Parts::new(missing_of(&suit.hand, &suit.melded));
            let (whole, fewer) = (parts(&suit), parts(&suit.without_idle_melds()));
            for (sets, pair) in (0..=4 - n_melds).flat_map(|sets| [(sets, 0), (sets, 1)]) {
                for flags in 0..8 {
                    let cell = Cell { sets, pair, flags };
                    prop_assert_eq!(whole.missing(cell), fewer.missing(cell), "{} {} {}", sets, pair, flags);
                }
            }
        }
    }
}
