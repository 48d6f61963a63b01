//! How long a match is (L16), and where in it a hand stands.

use super::ruleset::{DealerOnDraw, DealerPass, Impossible, Options};
use super::seat::Seat;

/// The longest match, in hands, also where it is counted in rounds (L16).
pub const MOST_HANDS: u32 = 32;

/// The longest match in rounds: a round for each wind.
pub const MOST_ROUNDS: u32 = 4;

/// How long a match is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MatchLength {
    /// So many hands; drawn ones and repeats of the dealer count.
    Hands(u32),
    /// 圈: over when the deal has passed all four seats so many times, or after [`MOST_HANDS`] hands.
    Rounds(u32),
}

impl MatchLength {
    /// Hands after which the match is over in any case.
    pub fn most_hands(self) -> u32 {
        match self {
            MatchLength::Hands(hands) => hands,
            MatchLength::Rounds(_) => MOST_HANDS,
        }
    }

    /// Whether a match played by these house rules can be this long: rounds need a deal that goes from seat to seat.
    ///
    /// # Errors
    /// [`Impossible::NoRounds`].
    pub fn check(self, options: &Options) -> Result<(), Impossible> {
        let goes_round =
            options.dealer_pass == DealerPass::NextSeat && options.dealer_on_draw == DealerOnDraw::Stays;
        match self {
            MatchLength::Rounds(_) if !goes_round => Err(Impossible::NoRounds),
            _ => Ok(()),
        }
    }

    /// True when a match is over after `n_hands` hands in which the deal has passed on `n_passes` times.
    pub fn is_reached(self, n_hands: u32, n_passes: u32) -> bool {
        let rounds_done = n_passes / Seat::ALL.len() as u32;
        n_hands >= self.most_hands() || matches!(self, MatchLength::Rounds(rounds) if rounds_done >= rounds)
    }
}

/// Where in its match a hand stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Progress {
    /// Number of the hand, from 1; 0 before the first one.
    pub hand_no: u32,
    /// How often the deal has passed on before it.
    pub n_passes: u32,
    /// The whole match.
    pub length: MatchLength,
}

impl Progress {
    /// The round of the hand, from 1.
    pub fn round_no(&self) -> u32 {
        self.n_passes / Seat::ALL.len() as u32 + 1
    }

    /// The wind after which the round is called: 东风圈, 南风圈, 西风圈, 北风圈.
    pub fn round_wind(&self) -> Seat {
        Seat::from_index((self.round_no() as usize - 1) % Seat::ALL.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::ruleset::{OptionValue, Variant};

    #[test]
    fn rounds_are_for_games_whose_deal_passes_to_the_next_seat() {
        let goes = |variant| MatchLength::Rounds(1).check(&Options::of(variant)).is_ok();
        assert_eq!(Variant::ALL.map(goes), [false, false, true, true, false]);
        assert!(
            Variant::ALL.iter().all(|&variant| MatchLength::Hands(8).check(&Options::of(variant)).is_ok())
        );
        let mut options = Options::of(Variant::Qiqihar);
        options
            .set(Variant::Qiqihar, "dealer_on_draw", &OptionValue::Word("last_drawer".to_owned()))
            .unwrap();
        assert_eq!(MatchLength::Rounds(1).check(&options), Err(Impossible::NoRounds));
    }

    #[test]
    fn a_match_by_rounds_ends_with_the_last_pass_or_with_hand_32() {
        let two = MatchLength::Rounds(2);
        assert!(!two.is_reached(8, 7) && two.is_reached(8, 8));
        assert!(!two.is_reached(31, 7) && two.is_reached(32, 3));
        let hands = MatchLength::Hands(8);
        assert!(!hands.is_reached(7, 7) && hands.is_reached(8, 0));
    }

    #[test]
    fn a_round_is_named_after_its_wind() {
        let at = |n_passes| Progress { hand_no: 9, n_passes, length: MatchLength::Rounds(4) };
        assert_eq!([0, 3, 4, 11, 12].map(|n| at(n).round_no()), [1, 1, 2, 3, 4]);
        assert_eq!([0, 4, 15].map(|n| at(n).round_wind()), [Seat::East, Seat::South, Seat::North]);
    }
}
