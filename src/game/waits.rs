//! Waits: what would complete a hand, and why a tile that completes a shape may still not win.

use super::meld::{Meld, MeldKind};
use super::shape::{Parts, RUN, SUITS, TRIPLET};
use super::tile::{Counts, Tile};

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

/// What a game asks of a finished hand, beside four sets and a pair of two suits (docs/RULES.md S-K2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Needs {
    /// The flags that a reading needs: [`TRIPLET`], [`RUN`] or both.
    pub sets: u8,
    /// 幺九.
    pub terminal: TerminalNeed,
    /// Melds from which on the hand is 手把一.
    pub hand_one_melds: usize,
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
        Tile::all().filter(move |&tile| self.contains(tile))
    }
}

impl FromIterator<Tile> for TileSet {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> TileSet {
        let mut set = TileSet::EMPTY;
        tiles.into_iter().for_each(|tile| set.insert(tile));
        set
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
    n_melds: usize,
}

impl Held {
    pub(in crate::game) fn of(hand: &Counts, melds: &[Meld]) -> Held {
        let mut held =
            Held { own: *hand, flags: 0, suits: 0, terminal: false, open: false, n_melds: melds.len() };
        for meld in melds {
            let tiles =
                [0, 1, 2].map(|step| if meld.is_run() { meld.tile.plus(step) } else { Some(meld.tile) });
            held.own.extend(tiles.into_iter().flatten());
            held.own.extend(meld.is_kong().then_some(meld.tile));
            held.flags |= if meld.kind == MeldKind::Chow { RUN } else { TRIPLET };
            held.open |= meld.is_open();
        }
        for suit in SUITS {
            let counts = held.own.suit(suit);
            held.suits |= u8::from(counts.iter().any(|&count| count > 0)) << suit as u8;
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

    /// The rules that every reading with this winning tile breaks: all but triplet and run.
    fn broken_by_all(&self, needs: &Needs, tile: Tile) -> Broken {
        let soft = needs.terminal == TerminalNeed::HeldOrWinning && (tile.is_terminal() || tile == Tile::RED);
        let suits = self.suits | tile.suit().map_or(0, |suit| 1 << suit as u8);
        Broken {
            hand_one: self.n_melds >= needs.hand_one_melds,
            no_terminal: !self.terminal && !soft,
            not_open: !self.open,
            one_suit: suits.count_ones() < 2,
        }
    }

    /// True if a win with `tile` breaks no rule but those about triplets and runs.
    pub(in crate::game) fn permits(&self, needs: &Needs, tile: Tile) -> bool {
        self.broken_by_all(needs, tile) == Broken::default()
    }
}

/// The broken rules that do not depend on the reading.
#[derive(PartialEq, Eq, Default)]
struct Broken {
    hand_one: bool,
    no_terminal: bool,
    not_open: bool,
    one_suit: bool,
}

/// The legal waits and the blocked kinds of 13 − 3 × melds concealed tiles (docs/RULES.md S-K1, S-K2).
pub fn waits(needs: &Needs, hand: &Counts, melds: &[Meld]) -> Waits {
    let (held, parts) = (Held::of(hand, melds), Parts::of(hand));
    let mut waits = Waits::default();
    for tile in Tile::all().filter(|&tile| held.own.of(tile) < 4) {
        let finished = parts.with(tile).finished();
        let Some(missing) = fewest_missing(finished.map(|flags| needs.sets & !(flags | held.flags))) else {
            continue;
        };
        let broken = held.broken_by_all(needs, tile);
        let reasons: Vec<Reason> = [
            (broken.hand_one, Reason::HandOne),
            (missing & RUN != 0, Reason::NoRun),
            (broken.no_terminal, Reason::NoTerminal),
            (missing & TRIPLET != 0, Reason::NoTriplet),
            (broken.not_open, Reason::NotOpen),
            (broken.one_suit, Reason::OneSuit),
        ]
        .into_iter()
        .filter_map(|(holds, reason)| holds.then_some(reason))
        .collect();
        if reasons.is_empty() { waits.legal.push(tile) } else { waits.blocked.push((tile, reasons)) }
    }
    waits
}

/// The flags that the readings with the fewest missing flags miss, all of them together; `None` without a reading.
fn fewest_missing(readings: impl Iterator<Item = u8>) -> Option<u8> {
    let mut seen = [false; 4];
    readings.for_each(|missing| seen[usize::from(missing)] = true);
    let [none, triplet, run, both] = seen;
    match (none, triplet, run, both) {
        (true, ..) => Some(0),
        (_, true, true, _) => Some(TRIPLET | RUN),
        (_, true, false, _) => Some(TRIPLET),
        (_, false, true, _) => Some(RUN),
        (_, false, false, true) => Some(TRIPLET | RUN),
        _ => None,
    }
}

/// Whether the open meld that a win needs is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Openness {
    /// 开门 is needed (A18).
    Needed,
    /// A closed hand is judged as if it will open.
    Assumed,
}

impl Openness {
    /// True if a hand with these melds is open enough.
    fn is_met(self, melds: &[Meld]) -> bool {
        self == Openness::Assumed || melds.iter().any(Meld::is_open)
    }
}

/// Only the legal waits: the fast path, without allocation.
pub fn legal_waits(needs: &Needs, hand: &Counts, melds: &[Meld], openness: Openness) -> TileSet {
    if !openness.is_met(melds) || melds.len() >= needs.hand_one_melds {
        return TileSet::EMPTY;
    }
    waits_of(needs, &Parts::of(hand), hand, melds)
}

/// The discards of 14 − 3 × melds concealed tiles that leave legal waits, with these, in tile order (docs/RULES.md
/// 2.4.1).
pub fn ting_discards(
    needs: &Needs,
    hand: &Counts,
    melds: &[Meld],
    openness: Openness,
) -> Vec<(Tile, TileSet)> {
    let parts = Parts::of(hand);
    // The discard mends at most one suit and the winning tile another.
    if !openness.is_met(melds) || melds.len() >= needs.hand_one_melds || parts.n_in_pieces() > 2 {
        return Vec::new();
    }
    let with_waits = |tile: Tile| {
        let mut rest = *hand;
        let held = rest.remove(tile);
        debug_assert!(held, "only kinds of the hand are discarded");
        (tile, waits_of(needs, &parts.without(tile), &rest, melds))
    };
    hand.kinds().map(with_waits).filter(|(_, waits)| !waits.is_empty()).collect()
}

/// The legal waits of an open hand that is not 手把一, which `parts` are of.
fn waits_of(needs: &Needs, parts: &Parts, hand: &Counts, melds: &[Meld]) -> TileSet {
    let mut legal = TileSet::EMPTY;
    if !parts.is_near() {
        return legal;
    }
    let mut held = Held::of(hand, melds);
    held.open = true;
    for tile in Tile::all().filter(|&tile| held.own.of(tile) < 4) {
        let outcomes = parts.with(tile);
        if outcomes.is_none() || !held.permits(needs, tile) {
            continue;
        }
        if outcomes.finished().any(|flags| needs.sets & !(flags | held.flags) == 0) {
            legal.insert(tile);
        }
    }
    legal
}
