//! Questions that were asked a moment ago: a hand is measured anew for each tile that others discard, and is the same
//! again after its drawn tile has gone.

/// Answers that are kept, the newest of each place: 8 KB.
const N_PLACES: usize = 1 << PLACE_BITS;
const PLACE_BITS: u32 = 10;

/// A hand among others, by the numbers of its parts and of what is asked of it: not its tiles, and never 0.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Question(u64);

impl Question {
    /// The numbers one after the other, each with the bits that it takes, 57 at most; they must tell all that the answer
    /// depends on.
    pub(super) fn of(numbers: &[(u32, u64)]) -> Question {
        Question(numbers.iter().fold(1, |all, &(n_bits, number)| all << n_bits | number))
    }
}

/// The fewest tiles that hands lack.
pub(super) struct Answers(Vec<(Question, Answer)>);

/// What is known of a number.
#[derive(Clone, Copy)]
pub(super) enum Answer {
    Exactly(u8),
    AtLeast(u8),
}

impl Answer {
    /// The number where it is below the bound, or else the bound; `None` where that is not known.
    fn within(self, bound: u8) -> Option<u8> {
        match self {
            Answer::Exactly(n) => Some(n.min(bound)),
            Answer::AtLeast(n) => (n >= bound).then_some(bound),
        }
    }
}

impl Default for Answers {
    fn default() -> Answers {
        Answers(vec![(Question(0), Answer::AtLeast(0)); N_PLACES])
    }
}

impl Answers {
    /// The number where it is below the bound, or else the bound; found by `find`, for the same bound, if it isn't known.
    pub(super) fn within(&mut self, question: Question, bound: u8, find: impl FnOnce() -> u8) -> u8 {
        let place = question.0.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - PLACE_BITS);
        let known = self.0.get_mut(place as usize);
        if let Some((_, answer)) = known.as_deref().filter(|(asked, _)| *asked == question)
            && let Some(n) = answer.within(bound)
        {
            return n;
        }
        let n = find();
        if let Some(known) = known {
            *known = (question, if n < bound { Answer::Exactly(n) } else { Answer::AtLeast(bound) });
        }
        n
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bound_is_no_answer_to_a_wider_one() {
        let mut answers = Answers::default();
        let question = Question::of(&[(8, 3)]);
        let mut asked = |bound: u8, truth: u8| {
            let mut searched = false;
            let n = answers.within(question, bound, || {
                searched = true;
                truth.min(bound)
            });
            (n, searched)
        };
        assert_eq!(asked(3, 5), (3, true));
        assert_eq!(asked(2, 5), (2, false));
        assert_eq!(asked(9, 5), (5, true));
        assert_eq!(asked(9, 5), (5, false));
        assert_eq!(asked(4, 5), (4, false));
    }
}
