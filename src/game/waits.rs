//! Waits: what would complete a hand, and why a tile that completes a shape may still not win.

use super::meld::Meld;
use super::shape::Parts;
use super::tile::{Counts, Tile};

mod judge;

use judge::Terms;
pub(in crate::game) use judge::{Held, Judge};

/// A rule that a finished hand breaks. In the order of their codes, which is the sorted order of answers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Reason {
    /// Fewer points than the minimum.
    BelowMinimum,
    /// 手把一: four melds.
    HandOne,
    /// No run (A14).
    NoRun,
    /// No 1, 9 or 红中 (A10–A12).
    NoTerminal,
    /// No triplet (A13).
    NoTriplet,
    /// No open meld (A18).
    NotOpen,
    /// One suit only (A08).
    OneSuit,
}

impl Reason {
    /// All reasons, in the order of their codes.
    pub const ALL: [Reason; 7] = [
        Reason::BelowMinimum,
        Reason::HandOne,
        Reason::NoRun,
        Reason::NoTerminal,
        Reason::NoTriplet,
        Reason::NotOpen,
        Reason::OneSuit,
    ];

    /// The code of `docs/CHECK.md`.
    pub const fn code(self) -> &'static str {
        match self {
            Reason::BelowMinimum => "below-minimum",
            Reason::HandOne => "hand-one",
            Reason::NoRun => "no-run",
            Reason::NoTerminal => "no-terminal",
            Reason::NoTriplet => "no-triplet",
            Reason::NotOpen => "not-open",
            Reason::OneSuit => "one-suit",
        }
    }
}

/// The waits of a hand.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Waits {
    /// Kinds that would complete a legal win, in tile order.
    pub legal: Vec<Tile>,
    /// Kinds that complete a shape but break rules, with the sorted reasons, in tile order.
    pub blocked: Vec<(Tile, Vec<Reason>)>,
}

/// Where the 1, 9 or 红中 of a hand may come from (A-Q08).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TerminalNeed {
    /// 硬幺: it is among the tiles held when ting is declared.
    Held,
    /// 软幺: the winning tile may supply it.
    HeldOrWinning,
}

/// 开门: whether the open meld that a win needs is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Openness {
    /// A chow, pung or exposed kong is needed (A18).
    Needed,
    /// It is not asked for: a closed hand may win, or is judged as if it will open.
    Assumed,
}

/// What 飘, four triplets and a pair, may do that another hand may not.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AllPungs {
    /// Nothing: it is a hand like any other.
    Ordinary,
    /// 手把一: it may have four melds (D15).
    HandOne,
    /// 手把一, and it needs no 1, 9 or 红中 (C25, C32).
    HandOneWithoutTerminal,
}

/// Whether 一条龙, 123 456 789 of one suit, needs a triplet beside (C26, C-Q24).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PureStraight {
    /// It does, as any hand.
    Ordinary,
    /// 免刻: it does not.
    WithoutTriplet,
}

/// The shapes a finished hand may have.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum WinShape {
    /// Four sets and a pair.
    Sets,
    /// That, or seven pairs (C38).
    SetsOrPairs,
    /// Seven pairs alone: after 粘听 (C18).
    Pairs,
}

/// What a game asks of a finished hand (docs/RULES.md S-K2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Needs {
    /// The flags that a reading needs: [`TRIPLET`](super::shape::TRIPLET), [`RUN`](super::shape::RUN) or both.
    pub sets: u8,
    /// 幺九.
    pub terminal: TerminalNeed,
    /// 开门.
    pub openness: Openness,
    /// The fewest suits; 红中 is none (A08, A09).
    pub n_suits: u32,
    /// Melds from which on the hand is 手把一.
    pub hand_one_melds: usize,
    /// 飘.
    pub all_pungs: AllPungs,
    /// 一条龙.
    pub pure_straight: PureStraight,
    /// Which shapes there are.
    pub shape: WinShape,
    /// The fewest points of a win, where fans are counted (E-Q02); 0 where none are.
    pub min_fan: u32,
}

impl Needs {
    /// The same, for a closed hand that is judged as if it will open.
    pub fn opened(&self) -> Needs {
        Needs { openness: Openness::Assumed, ..*self }
    }

    /// True if no hand with these melds wins, whatever its concealed tiles are.
    fn forbid(&self, melds: &[Meld]) -> bool {
        let pairs = self.shape != WinShape::Sets && melds.is_empty();
        let closed = self.openness == Openness::Needed && !melds.iter().any(Meld::is_open);
        let hand_one = melds.len() >= self.hand_one_melds && self.all_pungs == AllPungs::Ordinary;
        !pairs && (closed || hand_one || self.shape == WinShape::Pairs)
    }
}

/// A set of tile kinds; no allocation, iterated in tile order.
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct TileSet(u64);

impl TileSet {
    /// No kind.
    pub const EMPTY: TileSet = TileSet(0);

    /// The kinds of both sets.
    pub fn union(self, other: TileSet) -> TileSet {
        TileSet(self.0 | other.0)
    }

    /// The kinds from `first` on whose bits are set in `ranks`, the lowest bit for `first` itself.
    pub(in crate::game) const fn from_ranks(first: Tile, ranks: u16) -> TileSet {
        TileSet((ranks as u64) << first.index())
    }

    /// Adds a kind.
    pub fn insert(&mut self, tile: Tile) {
        self.0 |= 1 << tile.index();
    }

    /// Takes a kind away.
    pub fn remove(&mut self, tile: Tile) {
        self.0 &= !(1 << tile.index());
    }

    /// True if the kind is in the set.
    pub fn contains(self, tile: Tile) -> bool {
        self.0 >> tile.index() & 1 == 1
    }

    /// True if no kind is in the set.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many kinds.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The kinds in tile order.
    pub fn iter(self) -> impl Iterator<Item = Tile> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let tile = Tile::from_index(left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(tile)
        })
    }
}

impl FromIterator<Tile> for TileSet {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> TileSet {
        let mut set = TileSet::EMPTY;
        tiles.into_iter().for_each(|tile| set.insert(tile));
        set
    }
}

/// The legal waits and the blocked kinds of 13 − 3 × melds concealed tiles (docs/RULES.md S-K1, S-K2).
pub fn waits(needs: &Needs, hand: &Counts, melds: &[Meld]) -> Waits {
    let judge = Judge::of(needs, Parts::of(hand), hand, melds);
    let mut waits = Waits::default();
    for tile in Tile::all() {
        match judge.broken_rules(tile) {
            Some(broken) if broken.is_empty() => waits.legal.push(tile),
            Some(broken) => waits.blocked.push((tile, broken.iter().collect())),
            None => {}
        }
    }
    waits
}

/// Only the legal waits: the fast path, without allocation.
pub fn legal_waits(needs: &Needs, hand: &Counts, melds: &[Meld]) -> TileSet {
    if needs.forbid(melds) {
        return TileSet::EMPTY;
    }
    waits_of(needs, Parts::of(hand), hand, melds)
}

/// True if `tile` completes 13 − 3 × melds concealed tiles to a legal win: whether [`legal_waits`] holds it, for less.
pub fn is_legal_wait(needs: &Needs, hand: &Counts, melds: &[Meld], tile: Tile) -> bool {
    if needs.forbid(melds) {
        return false;
    }
    if needs.shape == WinShape::Sets && needs.pure_straight == PureStraight::Ordinary {
        let outcomes = Parts::finish(hand, tile);
        return outcomes.is_finished() && Terms::of(needs, hand, melds).accept(tile, outcomes);
    }
    Judge::of(needs, Parts::of(hand), hand, melds).is_legal(tile)
}

/// The discards of 14 − 3 × melds concealed tiles that leave legal waits, with these, in tile order (docs/RULES.md
/// 2.4.1).
pub fn ting_discards(needs: &Needs, hand: &Counts, melds: &[Meld]) -> Vec<(Tile, TileSet)> {
    if needs.forbid(melds) {
        return Vec::new();
    }
    let parts = Parts::of(hand);
    // The discard mends at most one suit and the winning tile another.
    let n_in_pieces = if needs.shape == WinShape::Sets { parts.n_in_pieces() } else { 0 };
    if n_in_pieces > 2 {
        return Vec::new();
    }
    let may_help = |tile: &Tile| n_in_pieces < 2 || parts.is_in_pieces(*tile);
    let with_waits = |tile: Tile| {
        let mut rest = *hand;
        let held = rest.remove(tile);
        debug_assert!(held, "only kinds of the hand are discarded");
        (tile, waits_of(needs, parts.without(tile), &rest, melds))
    };
    hand.kinds().filter(may_help).map(with_waits).filter(|(_, waits)| !waits.is_empty()).collect()
}

/// The legal waits of a hand of which `parts` are the parts.
fn waits_of(needs: &Needs, parts: Parts, hand: &Counts, melds: &[Meld]) -> TileSet {
    if needs.shape == WinShape::Sets && !parts.is_near() {
        return TileSet::EMPTY;
    }
    Judge::of(needs, parts, hand, melds).legal_waits()
}
