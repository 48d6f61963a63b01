//! Seats, and four of anything.

use std::fmt;
use std::ops::{Index, IndexMut};
use std::str::FromStr;

/// A place at the table. Play runs E → S → W → N → E (A04).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Seat {
    /// 东.
    East,
    /// 南.
    South,
    /// 西.
    West,
    /// 北.
    North,
}

impl Seat {
    /// The four seats in turn order from East.
    pub const ALL: [Seat; 4] = [Seat::East, Seat::South, Seat::West, Seat::North];

    /// The seat at a place of the turn order; numbers wrap round.
    pub const fn from_index(index: usize) -> Seat {
        Seat::ALL[index % 4]
    }

    /// 0 for East … 3 for North.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// 下家: who plays next.
    pub const fn next(self) -> Seat {
        Seat::from_index(self.index() + 1)
    }

    /// 上家: who plays before.
    pub const fn previous(self) -> Seat {
        Seat::from_index(self.index() + 3)
    }

    /// 对家: who sits opposite.
    pub const fn opposite(self) -> Seat {
        Seat::from_index(self.index() + 2)
    }

    /// Steps in turn order from `from` to here: 1 for the next seat, 3 for the previous one, 0 for itself.
    pub const fn steps_after(self, from: Seat) -> usize {
        (self.index() + 4 - from.index()) % 4
    }

    /// The other three, nearest in turn order first.
    pub const fn others(self) -> [Seat; 3] {
        [self.next(), self.opposite(), self.previous()]
    }

    /// All four in turn order, beginning here.
    pub const fn from_here(self) -> [Seat; 4] {
        [self, self.next(), self.opposite(), self.previous()]
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(["E", "S", "W", "N"][self.index()])
    }
}

/// A text that is none of `E S W N`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} is none of the seats E S W N")]
pub struct NotASeat {
    /// What was given.
    pub text: String,
}

impl FromStr for Seat {
    type Err = NotASeat;

    fn from_str(text: &str) -> Result<Seat, NotASeat> {
        Seat::ALL
            .into_iter()
            .find(|seat| seat.to_string() == text)
            .ok_or_else(|| NotASeat { text: text.to_owned() })
    }
}

/// Four of anything, indexed by [`Seat`] alone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct BySeat<T>(pub [T; 4]);

impl<T> BySeat<T> {
    /// Builds one value a seat.
    pub fn from_fn(mut make: impl FnMut(Seat) -> T) -> BySeat<T> {
        BySeat(Seat::ALL.map(&mut make))
    }

    /// Seats with their values in turn order from East.
    pub fn iter(&self) -> impl Iterator<Item = (Seat, &T)> {
        Seat::ALL.into_iter().zip(self.0.iter())
    }

    /// Turns each value into another.
    pub fn map<U>(&self, mut f: impl FnMut(Seat, &T) -> U) -> BySeat<U> {
        BySeat::from_fn(|seat| f(seat, &self[seat]))
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;

    fn index(&self, seat: Seat) -> &T {
        &self.0[seat.index()]
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_turn_runs_east_south_west_north() {
        assert_eq!(Seat::West.next(), Seat::North); // A04: 如西的最近的下家是北
        assert_eq!(Seat::North.next(), Seat::East);
        assert_eq!(Seat::East.others(), [Seat::South, Seat::West, Seat::North]);
        assert_eq!(Seat::East.steps_after(Seat::North), 1);
        assert_eq!(Seat::South.previous(), Seat::East);
    }
}
