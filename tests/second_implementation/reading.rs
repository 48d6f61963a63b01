//! Waits and their reasons as docs/RULES.md S-K1 and S-K2 read: one kind and one reading after the other.

use std::collections::BTreeSet;

use tinghu::game::meld::{Meld, MeldKind};

use super::hands::melded;
use super::{RED, Tiles};

/// What a game asks of a finished hand, by the table "Fixed properties" and the knobs.
pub struct Book {
    pub needs_run: bool,
    pub soft_terminal: bool,
    /// 站立听.
    pub closed_may_ting: bool,
    /// 清一色.
    pub one_suit_may_win: bool,
    pub has_seven_pairs: bool,
    /// 粘听.
    has_sticky_ting: bool,
    /// 手把一 for 飘.
    pub pungs_may_have_four_melds: bool,
    pub pungs_need_no_terminal: bool,
    /// 一条龙 免刻.
    pub straight_needs_no_triplet: bool,
}

/// What is asked of one reading of a finished hand, melds included.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub struct Reading {
    /// A triplet, a kong or a pair of 红中.
    pub has_triplet: bool,
    pub has_run: bool,
    /// Runs that begin with 1, 4 or 7: three bits a suit.
    straight: u16,
}

impl Reading {
    pub fn with_triplet(self) -> Reading {
        Reading { has_triplet: true, ..self }
    }

    pub fn with_run(self, low: usize) -> Reading {
        let bit = if (low % 9).is_multiple_of(3) { 1 << (low / 9 * 3 + low % 9 / 3) } else { 0 };
        Reading { has_run: true, straight: self.straight | bit, ..self }
    }

    pub fn with_pair(self, kind: usize) -> Reading {
        Reading { has_triplet: self.has_triplet || kind == RED, ..self }
    }

    pub fn of_melds(melds: &[Meld]) -> Reading {
        melds.iter().fold(Reading::default(), |reading, meld| match meld.kind {
            MeldKind::Chow => reading.with_run(meld.tile.index()),
            _ => reading.with_triplet(),
        })
    }

    pub fn has_straight(self) -> bool {
        (0..3).any(|suit| self.straight >> (3 * suit) & 7 == 7)
    }
}

/// Waits with the reasons of what is none.
#[derive(PartialEq, Eq, Default, Debug)]
pub struct Judged {
    pub legal: Vec<usize>,
    pub blocked: Vec<(usize, Vec<&'static str>)>,
}

pub fn is_terminal(kind: usize) -> bool {
    kind == RED || kind < 27 && [0, 8].contains(&(kind % 9))
}

pub fn n_suits(tiles: &Tiles) -> usize {
    (0..3).filter(|suit| tiles[9 * suit..9 * suit + 9].iter().any(|&n| n > 0)).count()
}

/// Every way to take sets and one pair out of the tiles.
fn readings(tiles: &mut Tiles, paired: bool, so_far: Reading, found: &mut BTreeSet<Reading>) {
    let Some(lowest) = tiles.iter().position(|&n| n > 0) else {
        found.extend(paired.then_some(so_far));
        return;
    };
    let n = tiles[lowest];
    if n >= 2 && !paired {
        tiles[lowest] -= 2;
        readings(tiles, true, so_far.with_pair(lowest), found);
        tiles[lowest] += 2;
    }
    if n >= 3 {
        tiles[lowest] -= 3;
        readings(tiles, paired, so_far.with_triplet(), found);
        tiles[lowest] += 3;
    }
    if lowest < 27 && lowest % 9 < 7 && tiles[lowest + 1] > 0 && tiles[lowest + 2] > 0 {
        (lowest..lowest + 3).for_each(|kind| tiles[kind] -= 1);
        readings(tiles, paired, so_far.with_run(lowest), found);
        (lowest..lowest + 3).for_each(|kind| tiles[kind] += 1);
    }
}

impl Book {
    /// The game with these switches on.
    pub fn of(game: &str, on: &[&str]) -> Book {
        let is_on = |name: &str| on.contains(&name);
        let (harbin, qiqihar) = (game.starts_with("harbin"), game == "qiqihar");
        Book {
            needs_run: harbin,
            soft_terminal: is_on("soft_terminal"),
            closed_may_ting: is_on("standing_ting"),
            one_suit_may_win: is_on("full_flush"),
            has_seven_pairs: qiqihar || is_on("seven_pairs"),
            has_sticky_ting: qiqihar,
            pungs_may_have_four_melds: !harbin,
            pungs_need_no_terminal: qiqihar || is_on("all_pungs_terminal_exempt"),
            straight_needs_no_triplet: qiqihar,
        }
    }

    /// The reasons why a reading, melds included, is no win, but for openness. `has_terminal`: among the tiles held.
    pub fn broken(
        &self,
        reading: Reading,
        win: usize,
        has_terminal: bool,
        n_melds: usize,
        n_suits: usize,
    ) -> Vec<&'static str> {
        let all_pungs = !reading.has_run;
        let terminal = has_terminal || self.soft_terminal && is_terminal(win);
        let exempt = self.straight_needs_no_triplet && reading.has_straight();
        let mut reasons = Vec::new();
        if n_melds == 4 && !(all_pungs && self.pungs_may_have_four_melds) {
            reasons.push("hand-one");
        }
        if self.needs_run && !reading.has_run {
            reasons.push("no-run");
        }
        if !(terminal || all_pungs && self.pungs_need_no_terminal) {
            reasons.push("no-terminal");
        }
        if !reading.has_triplet && !exempt {
            reasons.push("no-triplet");
        }
        reasons.extend(self.broken_by_suits(n_suits));
        reasons
    }

    pub fn broken_by_suits(&self, n_suits: usize) -> Option<&'static str> {
        (n_suits < 2 && !self.one_suit_may_win).then_some("one-suit")
    }

    /// The waits of a hand.
    pub fn waits(&self, hand: &Tiles, melds: &[Meld]) -> Judged {
        self.judge(hand, melds, true)
    }

    /// The waits after 粘听: only seven pairs count, in qiqihar.
    pub fn pinned_waits(&self, hand: &Tiles) -> Judged {
        if self.has_sticky_ting { self.judge(hand, &[], false) } else { Judged::default() }
    }

    fn judge(&self, hand: &Tiles, melds: &[Meld], with_sets: bool) -> Judged {
        let mut judged = Judged::default();
        let mut own = melded(melds);
        (0..34).for_each(|kind| own[kind] += hand[kind]);
        let has_terminal = (0..34).any(|kind| own[kind] > 0 && is_terminal(kind));
        let is_open = melds.iter().any(|meld| meld.kind != MeldKind::ConcealedKong);
        for win in (0..27).chain([RED]).filter(|&kind| own[kind] < 4) {
            let (mut finished, mut all) = (*hand, own);
            finished[win] += 1;
            all[win] += 1;
            let mut broken: Vec<Vec<&str>> = Vec::new();
            if melds.is_empty() && self.has_seven_pairs && finished.iter().all(|n| n % 2 == 0) {
                broken.push(self.broken_by_suits(n_suits(&all)).into_iter().collect());
            }
            if with_sets {
                let mut found = BTreeSet::new();
                readings(&mut finished, false, Reading::of_melds(melds), &mut found);
                broken.extend(found.into_iter().map(|reading| {
                    let mut reasons = self.broken(reading, win, has_terminal, melds.len(), n_suits(&all));
                    if !is_open && !self.closed_may_ting {
                        reasons.push("not-open");
                        reasons.sort_unstable();
                    }
                    reasons
                }));
            }
            let Some(fewest) = broken.iter().map(Vec::len).min() else { continue };
            if fewest == 0 {
                judged.legal.push(win);
                continue;
            }
            let least = broken.into_iter().filter(|reasons| reasons.len() == fewest);
            let union: BTreeSet<&str> = least.flatten().collect();
            judged.blocked.push((win, union.into_iter().collect()));
        }
        judged
    }
}
