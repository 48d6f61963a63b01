//! Fans of chows with each other. A selection of them is legal if it forms no cycle (docs/RULES.md, 兴动), so
//! of four chows it is one fan of all four, or one of three and one of two that takes in the fourth, or up to three of
//! two; every fan of two chows is worth 1.

use super::fan::Fan;
use super::tally::Tally;

/// The chows of a reading by the places of their lowest tiles in the tile order.
#[derive(Clone, Copy)]
pub(super) struct Chows {
    lowest: [u8; 4],
    n: u8,
}

impl Chows {
    pub(super) const NONE: Chows = Chows { lowest: [0; 4], n: 0 };

    /// One more chow; a fifth is left out.
    pub(super) fn with(mut self, index: usize) -> Chows {
        if let Some(slot) = self.lowest.get_mut(usize::from(self.n)) {
            *slot = index as u8;
            self.n += 1;
        }
        self
    }

    pub(super) fn len(&self) -> usize {
        usize::from(self.n)
    }

    fn as_slice(&self) -> &[u8] {
        &self.lowest[..self.len()]
    }
}

/// Adds the best selection; `pair` is the place of the pair.
pub(super) fn add_chow_fans(tally: &mut Tally, chows: &Chows, pair: usize) {
    let mut sorted = *chows;
    sorted.lowest[..chows.len()].sort_unstable();
    let chows = sorted.as_slice();
    if let &[a, b, c, d] = chows
        && let Some(fan) = fan_of_four([a, b, c, d], pair)
    {
        return tally.add(fan);
    }
    match best_of_three(chows) {
        Some((fan, left_out)) => {
            tally.add(fan);
            let with_left = |i: usize| left_out.and_then(|left| fan_of_two(chows[i], chows[left]));
            let second = (0..chows.len()).filter(|&i| Some(i) != left_out).filter_map(with_left).min();
            if let Some(fan) = second {
                tally.add(fan);
            }
        }
        None => add_fans_of_two(tally, chows),
    }
}

/// The best fan of three of the chows, with the number of the fourth if there is one.
fn best_of_three(chows: &[u8]) -> Option<(Fan, Option<usize>)> {
    match *chows {
        [a, b, c] => fan_of_three([a, b, c]).map(|fan| (fan, None)),
        [a, b, c, d] => [[b, c, d], [a, c, d], [a, b, d], [a, b, c]]
            .into_iter()
            .enumerate()
            .filter_map(|(left_out, three)| fan_of_three(three).map(|fan| (fan, Some(left_out))))
            .min_by_key(|&(fan, _)| fan),
        _ => None,
    }
}

/// Fans of two chows that join all chows which can be joined, one fewer than the chows of each joined group. Of
/// several lists it is the one with the earliest fans.
fn add_fans_of_two(tally: &mut Tally, chows: &[u8]) {
    let mut group = [0, 1, 2, 3];
    for fan in [Fan::PureDoubleChow, Fan::MixedDoubleChow, Fan::ShortStraight, Fan::TwoTerminalChows] {
        let mut times = 0;
        for (i, j) in [(0, 1), (0, 2), (1, 2), (0, 3), (1, 3), (2, 3)] {
            if j < chows.len() && group[i] != group[j] && fan_of_two(chows[i], chows[j]) == Some(fan) {
                let (from, to) = (group[j], group[i]);
                group.iter_mut().filter(|member| **member == from).for_each(|member| *member = to);
                times += 1;
            }
        }
        tally.add_times(times, fan);
    }
}

fn suit(chow: u8) -> u8 {
    chow / 9
}

fn rank(chow: u8) -> u8 {
    chow % 9
}

/// The fan of two chows.
fn fan_of_two(one: u8, other: u8) -> Option<Fan> {
    if suit(one) != suit(other) {
        return (rank(one) == rank(other)).then_some(Fan::MixedDoubleChow);
    }
    match other.abs_diff(one) {
        0 => Some(Fan::PureDoubleChow),
        3 => Some(Fan::ShortStraight),
        6 => Some(Fan::TwoTerminalChows),
        _ => None,
    }
}

/// The fan of three chows in order. No three have two of them.
fn fan_of_three(chows: [u8; 3]) -> Option<Fan> {
    let [a, b, c] = chows;
    if suit(a) == suit(c) {
        return match (b - a, c - b) {
            (0, 0) => Some(Fan::PureTripleChow),
            (1, 1) | (2, 2) => Some(Fan::PureShiftedChows),
            (3, 3) => Some(Fan::PureStraight),
            _ => None,
        };
    }
    if suit(a) == suit(b) || suit(b) == suit(c) {
        return None;
    }
    let mut ranks = chows.map(rank);
    ranks.sort_unstable();
    match (ranks[1] - ranks[0], ranks[2] - ranks[1]) {
        (0, 0) => Some(Fan::MixedTripleChow),
        (1, 1) => Some(Fan::MixedShiftedChows),
        (3, 3) => Some(Fan::MixedStraight),
        _ => None,
    }
}

/// The fan of four chows in order and the pair. Each is worth more than any other selection with all that it excludes.
fn fan_of_four([a, b, c, d]: [u8; 4], pair: usize) -> Option<Fan> {
    if suit(a) == suit(d) {
        return match (b - a, c - b, d - c) {
            (0, 0, 0) => Some(Fan::QuadrupleChow),
            (1, 1, 1) | (2, 2, 2) => Some(Fan::FourPureShiftedChows),
            (0, 6, 0) if pair == usize::from(suit(a)) * 9 + 4 => Some(Fan::PureTerminalChows),
            _ => None,
        };
    }
    let two_suits = suit(a) == suit(b) && suit(c) == suit(d);
    let third_suit = usize::from(3_u8.saturating_sub(suit(a) + suit(c)));
    let ends = [a, b, c, d].map(rank) == [0, 6, 0, 6];
    (two_suits && ends && pair == third_suit * 9 + 4).then_some(Fan::ThreeSuitedTerminalChows)
}
