//! Distances by their definition: the fewest tiles to exchange for a hand that waits on a legal win.
//!
//! Every finished hand is built set by set, as long as it lacks no more tiles than are looked for; each of its kinds is
//! tried as the winning tile. What is left of it is a hand that waits.

use std::collections::BTreeSet;

use tinghu::game::meld::Meld;

use super::hands::melded;
use super::reading::{Book, Reading, is_terminal, n_suits};
use super::{RED, Tiles};

/// How near a hand is to waiting.
#[derive(PartialEq, Eq, Debug)]
pub struct Nearness {
    pub swaps: u8,
    /// Kinds whose draw lowers it, or at 0 the waits.
    pub useful: Vec<usize>,
}

/// The search for the hands that wait and are nearest to this one.
struct Search<'a> {
    hand: &'a Tiles,
    melded: Tiles,
    kinds: Vec<usize>,
    /// Finished hands may lack so many tiles.
    bound: u8,
    swaps: u8,
    useful: BTreeSet<usize>,
    target: Tiles,
}

/// Farther than any hand.
const FAR: u8 = 50;

impl<'a> Search<'a> {
    fn new(hand: &'a Tiles, melds: &[Meld], kinds: impl Iterator<Item = usize>) -> Search<'a> {
        let kinds = kinds.collect();
        let useful = BTreeSet::new();
        Search { hand, melded: melded(melds), kinds, bound: 0, swaps: FAR, useful, target: [0; 34] }
    }

    /// Looks with a higher and higher bound; a hand beyond the bound is farther than one less than the bound.
    fn run(mut self, mut look: impl FnMut(&mut Search<'_>)) -> Option<Nearness> {
        for bound in 1..=14 {
            self.bound = bound;
            look(&mut self);
            if self.swaps < bound {
                break;
            }
        }
        let useful = self.useful.into_iter().collect();
        (self.swaps < FAR).then_some(Nearness { swaps: self.swaps, useful })
    }

    /// Puts a tile into the target; how many more it lacks then, or `None` if that would be a fifth copy.
    fn put(&mut self, kind: usize) -> Option<u8> {
        self.target[kind] += 1;
        let fits = self.target[kind] + self.melded[kind] <= 4;
        fits.then_some(u8::from(self.target[kind] > self.hand[kind]))
    }

    /// Puts all these tiles, goes on if not too many are missing, and takes them away again.
    fn with(&mut self, tiles: &[usize], missing: u8, go_on: impl FnOnce(&mut Search<'a>, u8)) {
        let mut lacks = Some(missing);
        for &kind in tiles {
            let more = self.put(kind);
            lacks = lacks.zip(more).map(|(sum, more)| sum + more);
        }
        if let Some(lacks) = lacks.filter(|&lacks| lacks <= self.bound) {
            go_on(self, lacks);
        }
        tiles.iter().for_each(|&kind| self.target[kind] -= 1);
    }

    /// Sets number `from` and on: triplets of the kinds, then runs.
    fn sets(
        &mut self,
        n: usize,
        from: usize,
        missing: u8,
        reading: Reading,
        end: &dyn Fn(&mut Search<'a>, u8, Reading),
    ) {
        if n == 0 {
            for i in 0..self.kinds.len() {
                let kind = self.kinds[i];
                self.with(&[kind; 2], missing, |search, missing| {
                    end(search, missing, reading.with_pair(kind))
                });
            }
            return;
        }
        let n_kinds = self.kinds.len();
        for set in from..n_kinds + 21 {
            if set < n_kinds {
                let kind = self.kinds[set];
                let go_on = |search: &mut Search<'a>, missing| {
                    search.sets(n - 1, set, missing, reading.with_triplet(), end);
                };
                self.with(&[kind; 3], missing, go_on);
            } else {
                let low = (set - n_kinds) / 7 * 9 + (set - n_kinds) % 7;
                let go_on = |search: &mut Search<'a>, missing| {
                    search.sets(n - 1, set, missing, reading.with_run(low), end);
                };
                self.with(&[low, low + 1, low + 2], missing, go_on);
            }
        }
    }

    /// Pairs number `from` and on; the same twice are four equal tiles.
    fn pairs(&mut self, n: usize, from: usize, missing: u8, end: &dyn Fn(&mut Search<'a>, u8)) {
        if n == 0 {
            return end(self, missing);
        }
        for i in from..self.kinds.len() {
            let kind = self.kinds[i];
            self.with(&[kind; 2], missing, |search, missing| search.pairs(n - 1, i, missing, end));
        }
    }

    /// A finished hand that lacks so many tiles; `wins` says if it may be won with this kind.
    fn finished(&mut self, missing: u8, wins: impl Fn(&Tiles, usize) -> bool) {
        for win in 0..34 {
            if self.target[win] == 0 {
                continue;
            }
            // What is lacked before the winning tile comes.
            let lacks_win = self.target[win] > self.hand[win];
            let swaps = missing - u8::from(lacks_win);
            if swaps > self.swaps || !wins(&self.target, win) {
                continue;
            }
            if swaps < self.swaps {
                self.swaps = swaps;
                self.useful.clear();
            }
            if swaps == 0 {
                self.useful.insert(win);
                continue;
            }
            for kind in 0..34 {
                let wanted = self.target[kind] - u8::from(kind == win);
                if wanted > self.hand[kind] {
                    self.useful.insert(kind);
                }
            }
        }
    }
}

/// The distance in a game of the north-east; a closed hand is judged as if it will open.
pub fn nearest_legal(book: &Book, hand: &Tiles, melds: &[Meld]) -> Option<Nearness> {
    let n_melds = melds.len();
    let melded = melded(melds);
    let melded_terminal = (0..34).any(|kind| melded[kind] > 0 && is_terminal(kind));
    let suits = |target: &Tiles| {
        let mut all = melded;
        (0..34).for_each(|kind| all[kind] += target[kind]);
        n_suits(&all)
    };
    let by_sets = |target: &Tiles, win: usize, reading: Reading| {
        let held = |kind: usize| target[kind] > u8::from(kind == win);
        let has_terminal = melded_terminal || (0..34).any(|kind| is_terminal(kind) && held(kind));
        book.broken(reading, win, has_terminal, n_melds, suits(target)).is_empty()
    };
    let by_pairs = |target: &Tiles| book.broken_by_suits(suits(target)).is_none();
    let search = Search::new(hand, melds, (0..27).chain([RED]));
    search.run(|search| {
        search.sets(4 - n_melds, 0, 0, Reading::of_melds(melds), &|search, missing, reading| {
            search.finished(missing, |target, win| by_sets(target, win, reading));
        });
        if book.has_seven_pairs && n_melds == 0 {
            search.pairs(7, 0, 0, &|search, missing| search.finished(missing, |target, _| by_pairs(target)));
        }
    })
}

/// The distance in xingdong, where every shape wins.
pub fn nearest_of_136(hand: &Tiles, melds: &[Meld]) -> Nearness {
    let n_sets = 4 - melds.len();
    let knitted: Vec<Vec<usize>> = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
        .into_iter()
        .map(|suits: [usize; 3]| (0..9).map(|rank| 9 * suits[rank % 3] + rank).collect())
        .collect();
    let orphans = [0, 8, 9, 17, 18, 26, 27, 28, 29, 30, 31, 32, 33];
    let any = |_: &Tiles, _: usize| true;
    let found = Search::new(hand, melds, 0..34).run(|search| {
        search.sets(n_sets, 0, 0, Reading::default(), &|search, missing, _| search.finished(missing, any));
        for pattern in &knitted {
            if n_sets >= 3 {
                search.with(pattern, 0, |search, missing| {
                    search.sets(n_sets - 3, 0, missing, Reading::default(), &|search, missing, _| {
                        search.finished(missing, any);
                    });
                });
            }
            if n_sets == 4 {
                singles(search, pattern);
            }
        }
        if n_sets == 4 {
            search.pairs(7, 0, 0, &|search, missing| search.finished(missing, any));
            for twice in orphans {
                let tiles: Vec<usize> = orphans.into_iter().chain([twice]).collect();
                search.with(&tiles, 0, |search, missing| search.finished(missing, any));
            }
        }
    });
    found.unwrap()
}

/// 全不靠 and 七星不靠: fourteen of the pattern's nine tiles and the seven honours, each once.
fn singles(search: &mut Search<'_>, pattern: &[usize]) {
    let all: Vec<usize> = pattern.iter().copied().chain(27..34).collect();
    for one in 0..16 {
        for other in one + 1..16 {
            let tiles: Vec<usize> = (0..16).filter(|&i| i != one && i != other).map(|i| all[i]).collect();
            search.with(&tiles, 0, |search, missing| search.finished(missing, |_, _| true));
        }
    }
}
