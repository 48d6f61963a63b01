//! One hand judged tile by tile: which rules a finished hand breaks, over all its readings.

use super::{AllPungs, Needs, Openness, PureStraight, Reason, TerminalNeed, TileSet, WinShape};
use crate::game::meld::{Meld, MeldKind};
use crate::game::shape::{Outcomes, Parts, RUN, Reading, SUITS, TRIPLET, completes_straight, readings};
use crate::game::tile::{Counts, Tile};

/// Reasons as bits, so that readings are compared without allocation.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::game) struct ReasonSet(u8);

impl ReasonSet {
    /// The reasons whose condition holds.
    fn of(conditions: &[(Reason, bool)]) -> ReasonSet {
        ReasonSet(
            conditions
                .iter()
                .filter(|(_, holds)| *holds)
                .fold(0, |bits, (reason, _)| bits | 1 << *reason as u8),
        )
    }

    /// True if no rule is broken.
    pub(in crate::game) fn is_empty(self) -> bool {
        self.0 == 0
    }

    fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The smaller set; of two equally large ones their union (S-K1).
    fn fewest(self, other: ReasonSet) -> ReasonSet {
        match self.len().cmp(&other.len()) {
            std::cmp::Ordering::Less => self,
            std::cmp::Ordering::Equal => ReasonSet(self.0 | other.0),
            std::cmp::Ordering::Greater => other,
        }
    }

    /// The reasons in the order of their codes.
    pub(in crate::game) fn iter(self) -> impl Iterator<Item = Reason> {
        Reason::ALL.into_iter().filter(move |&reason| self.0 >> reason as u8 & 1 == 1)
    }
}

/// What the tiles held before the win say by themselves.
pub(in crate::game) struct Held {
    /// Hand and melds together.
    pub(in crate::game) own: Counts,
    /// [`TRIPLET`] and [`RUN`] of the melds.
    pub(in crate::game) flags: u8,
    /// Which suits are there: a bit a suit.
    suits: u8,
    terminal: bool,
    open: bool,
}

impl Held {
    pub(in crate::game) fn of(hand: &Counts, melds: &[Meld]) -> Held {
        let mut held = Held { own: *hand, flags: 0, suits: 0, terminal: false, open: false };
        for meld in melds {
            let step = usize::from(meld.is_run());
            let tiles = [0, 1, 2].map(|place| Tile::from_index(meld.tile.index() + place * step));
            held.own.extend(tiles.into_iter().flatten());
            held.own.extend(meld.is_kong().then_some(meld.tile));
            held.flags |= if meld.kind == MeldKind::Chow { RUN } else { TRIPLET };
            held.open |= meld.is_open();
        }
        for suit in SUITS {
            let counts = held.own.suit(suit);
            held.suits |= u8::from(counts.iter().fold(0, |all, &count| all | count) > 0) << suit as u8;
            held.terminal |= counts[0] > 0 || counts[8] > 0;
        }
        held.terminal |= held.own.of(Tile::RED) > 0;
        held
    }

    /// Which suits are there: a bit a suit.
    pub(in crate::game) fn suits(&self) -> u8 {
        self.suits
    }

    /// A 1, a 9 or 红中 is there.
    pub(in crate::game) fn has_terminal(&self) -> bool {
        self.terminal
    }
}

/// For each combination of flags, the combinations that have all of them, one bit each.
const COVERING: [u8; 4] = [0b1111, 0b1010, 0b1100, 0b1000];

/// What is asked of a finished hand, and what the tiles held before the win say of it.
pub(in crate::game) struct Terms<'a> {
    needs: &'a Needs,
    n_melds: usize,
    held: Held,
}

impl<'a> Terms<'a> {
    pub(in crate::game) fn of(needs: &'a Needs, hand: &Counts, melds: &[Meld]) -> Terms<'a> {
        Terms { needs, n_melds: melds.len(), held: Held::of(hand, melds) }
    }

    /// True if `tile`, with which the concealed tiles have these outcomes, makes sets that break no rule.
    pub(in crate::game) fn accept(&self, tile: Tile, outcomes: Outcomes) -> bool {
        let accepted = self.accepted(is_outside(tile));
        let held_all = self.held.own.of(tile) >= 4;
        !held_all && outcomes.finished_bits() & accepted != 0 && !self.has_too_few_suits(tile)
    }

    /// The flags of readings that break no rule, one bit a combination; `outside` says of the winning tile that it is a 1,
    /// a 9 or 红中.
    fn accepted(&self, outside: bool) -> u8 {
        if self.needs.all_pungs != AllPungs::Ordinary {
            let bit = |flags| u8::from(self.broken_by_flags(outside, flags).is_empty()) << flags;
            return (0..4).map(bit).sum();
        }
        // No rule but that of the sets depends on the flags.
        let missing = self.needs.sets & !self.held.flags & (TRIPLET | RUN);
        if self.broken_by_flags(outside, TRIPLET | RUN).is_empty() {
            COVERING[usize::from(missing)]
        } else {
            0
        }
    }

    /// True if no run is in the melds or, by its flags, in the reading: 飘.
    pub(in crate::game) fn is_all_pungs(&self, flags: u8) -> bool {
        (flags | self.held.flags) & RUN == 0
    }

    /// What a reading with these flags breaks, whatever its suits; `outside` says of the winning tile that it is a 1, a 9
    /// or 红中.
    fn broken_by_flags(&self, outside: bool, flags: u8) -> ReasonSet {
        let needs = self.needs;
        let missing = needs.sets & !(flags | self.held.flags);
        let all_pungs = if self.is_all_pungs(flags) { needs.all_pungs } else { AllPungs::Ordinary };
        let soft = needs.terminal == TerminalNeed::HeldOrWinning && outside;
        let terminal = self.held.terminal || soft || all_pungs == AllPungs::HandOneWithoutTerminal;
        let too_many = self.n_melds >= needs.hand_one_melds;
        ReasonSet::of(&[
            (Reason::HandOne, too_many && all_pungs == AllPungs::Ordinary),
            (Reason::NoRun, missing & RUN != 0),
            (Reason::NoTerminal, !terminal),
            (Reason::NoTriplet, missing & TRIPLET != 0),
            (Reason::NotOpen, needs.openness == Openness::Needed && !self.held.open),
        ])
    }

    fn has_too_few_suits(&self, tile: Tile) -> bool {
        let suits = self.held.suits | tile.suit().map_or(0, |suit| 1 << suit as u8);
        suits.count_ones() < self.needs.n_suits
    }
}

/// A hand of 13 − 3 × melds concealed tiles before its winning tile.
pub(in crate::game) struct Judge<'a> {
    hand: &'a Counts,
    melds: &'a [Meld],
    parts: Parts,
    terms: Terms<'a>,
    /// The kind that makes seven pairs, where the game has that shape.
    pairs_wait: Option<Tile>,
}

impl<'a> Judge<'a> {
    /// `parts` must be those of `hand`.
    pub(in crate::game) fn of(
        needs: &'a Needs,
        parts: Parts,
        hand: &'a Counts,
        melds: &'a [Meld],
    ) -> Judge<'a> {
        let pairs = needs.shape != WinShape::Sets && melds.is_empty();
        let pairs_wait = if pairs { single_of_pairs(hand) } else { None };
        Judge { hand, melds, parts, terms: Terms::of(needs, hand, melds), pairs_wait }
    }

    /// The rules that the finished hand breaks with `tile`; `None` if it completes no shape or all four are held.
    pub(in crate::game) fn broken_rules(&self, tile: Tile) -> Option<ReasonSet> {
        if self.terms.held.own.of(tile) >= 4 {
            return None;
        }
        let mut fewest: Option<ReasonSet> = None;
        let mut consider = |broken: ReasonSet| {
            fewest = Some(fewest.map_or(broken, |before| before.fewest(broken)));
        };
        if self.pairs_wait == Some(tile) {
            consider(self.broken_by_pairs(tile));
        }
        if self.terms.needs.shape != WinShape::Pairs {
            let outcomes = self.parts.with(tile);
            outcomes.finished().for_each(|flags| consider(self.broken_by_sets(tile, flags)));
            // 一条龙 is one of these readings; without it only the triplet can be missing (C26).
            if self.terms.needs.pure_straight == PureStraight::WithoutTriplet
                && !outcomes.is_none()
                && completes_straight(self.hand, self.melds, tile)
            {
                consider(self.broken_by_sets(tile, TRIPLET | RUN));
            }
        }
        fewest
    }

    /// The kinds that complete a legal hand.
    pub(in crate::game) fn legal_waits(&self) -> TileSet {
        if self.pairs_wait.is_none() && !self.parts.is_near() {
            return TileSet::EMPTY;
        }
        let mut legal = TileSet::EMPTY;
        if let Some(tile) = self.pairs_wait.filter(|&tile| self.is_legal(tile)) {
            legal.insert(tile);
        }
        if self.terms.needs.shape == WinShape::Pairs {
            return legal;
        }
        let accepted = [false, true].map(|outside| self.terms.accepted(outside));
        self.parts.each_finish(
            |tile| self.terms.held.own.of(tile) >= 4,
            |tile, outcomes| {
                let unbroken = outcomes.finished_bits() & accepted[usize::from(is_outside(tile))] != 0;
                if unbroken && !self.terms.has_too_few_suits(tile) || self.is_legal_straight(tile) {
                    legal.insert(tile);
                }
            },
        );
        legal
    }

    /// True if `tile` completes a hand that breaks no rule.
    pub(in crate::game) fn is_legal(&self, tile: Tile) -> bool {
        self.broken_rules(tile).is_some_and(ReasonSet::is_empty)
    }

    /// True if `tile`, which completes a shape, makes a 一条龙 that needs no triplet and breaks no other rule (C26).
    fn is_legal_straight(&self, tile: Tile) -> bool {
        self.terms.needs.pure_straight == PureStraight::WithoutTriplet && self.is_legal(tile)
    }

    /// True if `tile` makes seven pairs that break no rule.
    pub(in crate::game) fn legal_pairs(&self, tile: Tile) -> bool {
        self.pairs_wait == Some(tile) && self.broken_by_pairs(tile).is_empty()
    }

    /// The readings of sets that break no rule with `tile`.
    pub(in crate::game) fn legal_readings(&self, tile: Tile) -> Vec<Reading> {
        if self.terms.held.own.of(tile) >= 4 || self.terms.needs.shape == WinShape::Pairs {
            return Vec::new();
        }
        let mut all = *self.hand;
        all.add(tile);
        let legal = |reading: &Reading| {
            let exempt = self.terms.needs.pure_straight == PureStraight::WithoutTriplet
                && reading.has_straight(self.melds);
            let flags = reading.flags() | if exempt { TRIPLET } else { 0 };
            self.broken_by_sets(tile, flags).is_empty()
        };
        readings(&all).into_iter().filter(legal).collect()
    }

    /// What the melds and the hand are before the win.
    pub(in crate::game) fn held(&self) -> &Held {
        &self.terms.held
    }

    /// Four sets and a pair (S-K2); `flags` are those of the concealed part.
    fn broken_by_sets(&self, tile: Tile, flags: u8) -> ReasonSet {
        let by_suits = ReasonSet::of(&[(Reason::OneSuit, self.terms.has_too_few_suits(tile))]);
        ReasonSet(self.terms.broken_by_flags(is_outside(tile), flags).0 | by_suits.0)
    }

    /// Seven pairs need no 幺九, no triplet and no open meld (C25, C26, C30).
    fn broken_by_pairs(&self, tile: Tile) -> ReasonSet {
        ReasonSet::of(&[(Reason::OneSuit, self.terms.has_too_few_suits(tile))])
    }
}

/// A 1, a 9 or 红中.
fn is_outside(tile: Tile) -> bool {
    tile.is_terminal() || tile == Tile::RED
}

/// The single tile among pairs, four equal tiles being two of them (C-Q27); `None` if there are more singles.
fn single_of_pairs(hand: &Counts) -> Option<Tile> {
    let mut singles = hand.kinds().filter(|&tile| hand.of(tile) % 2 == 1);
    singles.next().filter(|_| singles.next().is_none())
}
