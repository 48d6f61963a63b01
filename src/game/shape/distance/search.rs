//! Puts the parts of three suits and of the red dragons together to targets.

use super::UNREACHABLE;
use super::suit::{Cell, Least, Part, Parts, TERMINAL, least_of_both};
use crate::game::waits::{Held, Needs};

/// What a target needs beside the melds.
#[derive(Clone, Copy)]
pub(super) struct Goal {
    sets: u8,
    /// Flags that the melds don't have.
    flags: u8,
    /// The fewest suits, those of the melds included.
    n_suits: u32,
    /// A bit a suit that has melds.
    melded: u8,
}

impl Goal {
    /// `melded` is what the melds say by themselves.
    pub(super) fn of(needs: &Needs, melded: &Held, n_melds: usize) -> Goal {
        let flags = melded.flags | if melded.has_terminal() { TERMINAL } else { 0 };
        Goal {
            sets: 4_u8.saturating_sub(n_melds as u8),
            flags: (needs.sets | TERMINAL) & !flags,
            n_suits: needs.n_suits,
            melded: melded.suits(),
        }
    }

    /// Its number among all goals: twelve bits.
    pub(super) fn number(&self) -> u64 {
        let suits = u64::from(self.n_suits.min(7)) << 3 | u64::from(self.melded);
        u64::from(self.sets) << 9 | u64::from(self.flags) << 6 | suits
    }
}

/// One cell a group: the suits in their order, then the red dragons.
pub(super) type Chosen = [Cell; 4];

/// After the last group there is nothing: no sets, no pair.
const NOTHING_AFTER: Least = {
    let mut least = [[UNREACHABLE; 2]; 5];
    least[0][0] = 0;
    least
};

/// What suits and red dragons can be.
pub(super) struct Groups<'a> {
    parts: [&'a Parts; 4],
    /// For each group, the least of all groups after it.
    least_after: [Least; 4],
}

/// Cells chosen so far.
#[derive(Clone, Copy)]
struct SoFar {
    missing: u8,
    /// What is still needed.
    sets: u8,
    pair: u8,
    flags: u8,
    /// A bit a suit that has tiles in the target or in the melds.
    suits: u8,
}

impl SoFar {
    fn begin(goal: &Goal) -> SoFar {
        SoFar { missing: 0, sets: goal.sets, pair: 1, flags: goal.flags, suits: goal.melded }
    }

    /// With a cell of a group; `None` if it is more than a target has.
    fn with(&self, group: usize, cell: Cell, missing: u8) -> Option<SoFar> {
        let is_suit_used = group < 3 && cell.sets + cell.pair > 0;
        Some(SoFar {
            missing: self.missing + missing,
            sets: self.sets.checked_sub(cell.sets)?,
            pair: self.pair.checked_sub(cell.pair)?,
            flags: self.flags & !cell.flags,
            suits: self.suits | u8::from(is_suit_used) << group.min(3),
        })
    }

    fn is_target(&self, goal: &Goal) -> bool {
        self.flags == 0 && (self.suits & 0b111).count_ones() >= goal.n_suits
    }
}

impl<'a> Groups<'a> {
    pub(super) fn of(parts: [&'a Parts; 4]) -> Groups<'a> {
        let [_, p, s, red] = parts;
        let after_p = least_of_both(&s.least, &red.least);
        let least_after = [least_of_both(&p.least, &after_p), after_p, red.least, NOTHING_AFTER];
        Groups { parts, least_after }
    }

    /// The fewest tiles that a target lacks, if they are fewer than `bound`; else `bound`.
    pub(super) fn fewest(&self, goal: &Goal, bound: u8) -> u8 {
        let floor = self.floor(goal);
        let mut search = Search { goal, floor, best: bound };
        if floor < bound {
            self.improve(0, &SoFar::begin(goal), &mut search);
        }
        search.best
    }

    /// What no target lacks fewer than, whatever is asked of its flags and suits.
    fn floor(&self, goal: &Goal) -> u8 {
        let (first, after) = (&self.parts[0].least, &self.least_after[0]);
        let splits = (0..=goal.sets.min(4)).map(usize::from).flat_map(|sets| {
            let others = usize::from(goal.sets.min(4)) - sets;
            [first[sets][0] + after[others][1], first[sets][1] + after[others][0]]
        });
        splits.min().unwrap_or(UNREACHABLE)
    }

    /// Chooses one part of each group from number `group` on. Lists are sorted by missing tiles, so one ends at the
    /// first that is too bad.
    fn improve(&self, group: usize, so_far: &SoFar, search: &mut Search<'_>) {
        let Some(parts) = self.parts.get(group) else {
            if so_far.is_target(search.goal) {
                search.best = so_far.missing;
            }
            return;
        };
        for &Part { missing, cell } in &parts.list {
            if so_far.missing + missing >= search.best || search.best <= search.floor {
                return;
            }
            let Some(next) = so_far.with(group, cell, missing) else { continue };
            if next.missing + self.least(group, &next) < search.best {
                self.improve(group + 1, &next, search);
            }
        }
    }

    /// The least that the groups after this one lack.
    fn least(&self, group: usize, so_far: &SoFar) -> u8 {
        self.least_after[group][usize::from(so_far.sets)][usize::from(so_far.pair)]
    }

    /// All ways to choose cells of targets that lack so many tiles, which must be the fewest. A cell has at least its
    /// flags, so each flag is asked of one group alone.
    pub(super) fn all_with(&self, goal: &Goal, missing: u8) -> Vec<Chosen> {
        let mut all = Vec::with_capacity(16);
        let nothing = Cell { sets: 0, pair: 0, flags: 0 };
        self.gather(&Gathering { goal, missing }, 0, &SoFar::begin(goal), [nothing; 4], &mut all);
        all
    }

    fn gather(
        &self,
        what: &Gathering<'_>,
        group: usize,
        so_far: &SoFar,
        cells: Chosen,
        all: &mut Vec<Chosen>,
    ) {
        let Some(parts) = self.parts.get(group) else {
            if so_far.is_target(what.goal) {
                all.push(cells);
            }
            return;
        };
        for sets in 0..=so_far.sets {
            for pair in 0..=so_far.pair {
                let plain = Cell { sets, pair, flags: 0 };
                let least = parts.missing(plain);
                let Some(next) = so_far.with(group, plain, least) else { continue };
                if next.missing + self.least(group, &next) > what.missing {
                    continue;
                }
                for flags in (0..=so_far.flags).filter(|flags| flags & !so_far.flags == 0) {
                    let cell = Cell { flags, ..plain };
                    let Some(next) = so_far.with(group, cell, parts.missing(cell)) else { continue };
                    if next.missing + self.least(group, &next) <= what.missing {
                        let mut cells = cells;
                        cells[group] = cell;
                        self.gather(what, group + 1, &next, cells, all);
                    }
                }
            }
        }
    }
}

/// The fewest missing tiles found so far.
struct Search<'a> {
    goal: &'a Goal,
    /// There is nothing below it.
    floor: u8,
    best: u8,
}

/// What is gathered.
struct Gathering<'a> {
    goal: &'a Goal,
    /// Tiles that the targets lack.
    missing: u8,
}
