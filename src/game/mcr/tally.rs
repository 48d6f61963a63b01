//! Which fans hold how often, and what they come to.

use super::fan::{Fan, FanSet, N_FANS};

/// The fans that hold for one reading, whether they are counted or not.
#[derive(Clone, Copy)]
pub(super) struct Tally {
    held: FanSet,
    times: [u8; N_FANS],
}

/// The fans of a win that are counted, with their points.
#[derive(Clone, Copy)]
pub struct FanCount {
    total: u16,
    times: [u8; N_FANS],
}

impl Tally {
    /// Fans that hold once each.
    pub(super) fn of(held: FanSet) -> Tally {
        Tally { held, times: [1; N_FANS] }
    }

    pub(super) fn add(&mut self, fan: Fan) {
        self.held = self.held.union(FanSet::of(&[fan]));
    }

    /// Adds a fan if it holds.
    pub(super) fn add_if(&mut self, holds: bool, fan: Fan) {
        self.add_times(u32::from(holds), fan);
    }

    /// Adds a fan that holds so many times; it must not be there yet.
    pub(super) fn add_times(&mut self, n: u32, fan: Fan) {
        if n > 0 {
            self.add(fan);
            self.times[fan as usize] = n as u8;
        }
    }

    /// Takes back one time of a fan, if it holds.
    pub(super) fn take_one(&mut self, fan: Fan) {
        if self.held.contains(fan) {
            self.times[fan as usize] -= 1;
        }
    }

    /// The counted fans: what a counted fan excludes is left out, and what an excluded fan excludes is not. A hand
    /// without any fan is 无番和.
    pub(super) fn counted(&self) -> impl Iterator<Item = Fan> {
        let mut excluded = FanSet::EMPTY;
        let nothing = self.held == FanSet::EMPTY;
        let counts = move |fan: &Fan| {
            let counts = !excluded.contains(*fan);
            excluded = if counts { excluded.union(fan.excludes()) } else { excluded };
            counts
        };
        self.held.iter().filter(counts).chain(nothing.then_some(Fan::ChickenHand))
    }

    /// The points of the counted fans.
    pub(super) fn total(&self) -> u16 {
        self.counted().map(|fan| fan.points() * u16::from(self.times[fan as usize])).sum()
    }

    /// The counted fans for good.
    pub(super) fn settled(&self) -> FanCount {
        let mut times = [0; N_FANS];
        self.counted().for_each(|fan| times[fan as usize] = self.times[fan as usize]);
        FanCount { total: self.total(), times }
    }
}

impl FanCount {
    /// All points together.
    pub fn total(&self) -> u16 {
        self.total
    }

    /// The fans in the order of the rule book, each with the points of all its times.
    pub fn fans(&self) -> impl Iterator<Item = (Fan, u16)> + '_ {
        let points = |fan: Fan| (fan, fan.points() * u16::from(self.times[fan as usize]));
        Fan::ALL.into_iter().map(points).filter(|&(_, points)| points > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_excluded_fan_excludes_nothing() {
        // 四暗刻 excludes 不求人, so 自摸 counts.
        let held = [Fan::FourConcealedPungs, Fan::FullyConcealedHand, Fan::SelfDrawn];
        assert_eq!(Tally::of(FanSet::of(&held)).total(), 65);
        assert_eq!(Tally::of(FanSet::of(&held[1..])).total(), 4);
    }

    #[test]
    fn fans_count_as_often_as_they_hold() {
        let mut tally = Tally::of(FanSet::EMPTY);
        assert_eq!(tally.total(), 8);
        tally.add_times(3, Fan::TileHog);
        tally.add_times(0, Fan::AllPungs);
        assert!(tally.settled().fans().eq([(Fan::TileHog, 6)]));
    }
}
