//! How many swaps a hand is away from a legal ting: for AI seats and hints.
//!
//! A target is a finished hand that breaks no rule. What a suit lacks of its part of a target is kept by the number of
//! sets, the pair and the flags of the part, as [`suit`] finds it; the suits and the red dragons are then combined.
//! Which tiles are missing follows from what a suit with one more tile lacks. Closed hands are judged as if they will
//! open.

mod answers;
mod discards;
mod known;
mod search;
mod suit;

use super::SUITS;
use crate::game::meld::Meld;
use crate::game::tile::{Counts, Tile};
use crate::game::waits::{Held, Needs, TerminalNeed, TileSet, legal_waits, ting_discards};
use answers::{Answers, Question};
use known::{Known, Place, SuitTiles};
use search::{Chosen, Goal, Groups};
use suit::{Cell, red_parts};

pub use discards::Discards;

/// The distance of a hand that cannot become legal any more, as with four melds.
pub const UNREACHABLE: u8 = 99;

/// Measures hands, and remembers what suits lack beside melds; one for each AI seat or thread.
#[derive(Default)]
pub struct Shapes {
    known: Known,
    answers: Answers,
}

/// The suits of a hand, and its red dragons.
#[derive(Clone, Copy)]
struct Hand {
    suits: [SuitTiles; 3],
    places: [Place; 3],
    n_red: u8,
    n_red_melded: u8,
}

impl Hand {
    /// What it lacks, as a question; `None` where a part of it has no number.
    fn question(&self, goal: &Goal) -> Option<Question> {
        let [m, p, s] = self.places.map(Place::number);
        let red = u64::from(self.n_red) << 3 | u64::from(self.n_red_melded);
        Some(Question::of(&[(13, m?), (13, p?), (13, s?), (6, red), (12, goal.number())]))
    }
}

impl Shapes {
    /// Nothing remembered yet.
    pub fn new() -> Shapes {
        Shapes::default()
    }

    /// The fewest swaps to a hand that could declare ting but for openness; 0 if it can now. `hand` holds 13 or
    /// 14 − 3 × melds tiles; with 14 a tile is discarded first. [`UNREACHABLE`] from four melds on.
    pub fn distance(&mut self, needs: &Needs, hand: &Counts, melds: &[Meld]) -> u8 {
        self.distance_within(needs, hand, melds, UNREACHABLE).unwrap_or(UNREACHABLE)
    }

    /// The same where it is at most `most`: a narrow bound spares most of the search.
    pub fn distance_within(&mut self, needs: &Needs, hand: &Counts, melds: &[Meld], most: u8) -> Option<u8> {
        if melds.len() >= needs.hand_one_melds {
            return None;
        }
        let (held, goal) = self.task(needs, hand, melds);
        self.distance_of(&held, &goal, most, || can_ting(needs, hand, melds))
    }

    /// The distance of a hand, if it is at most `most`; `can_ting` says whether the hand itself can declare ting.
    fn distance_of(
        &mut self,
        held: &Hand,
        goal: &Goal,
        most: u8,
        can_ting: impl FnOnce() -> bool,
    ) -> Option<u8> {
        let bound = most.saturating_add(2).min(UNREACHABLE);
        let distance = match self.missing_of(held, goal, bound) {
            0 => 0,
            // The last tile may be the only terminal, which has to be held before the win (A-Q08).
            1 => u8::from(!can_ting()),
            missing if missing == bound => return None,
            missing => missing - 1,
        };
        (distance <= most).then_some(distance)
    }

    /// The kinds whose draw lowers the distance of 13 − 3 × melds tiles; for a hand at distance 0, its waits.
    pub fn useful(&mut self, needs: &Needs, hand: &Counts, melds: &[Meld]) -> TileSet {
        let distance = self.distance(needs, hand, melds);
        self.useful_at(needs, hand, melds, distance)
    }

    /// The same for a hand whose distance is known.
    pub fn useful_at(&mut self, needs: &Needs, hand: &Counts, melds: &[Meld], distance: u8) -> TileSet {
        if distance >= UNREACHABLE {
            return TileSet::EMPTY;
        }
        let waits = legal_waits(&needs.opened(), hand, melds);
        if !waits.is_empty() {
            return waits;
        }
        // Targets of a hand at this distance lack one tile more than it says, or as many (A-Q08).
        let missing = self.missing(needs, hand, melds, distance + 2);
        if missing > distance + 1 {
            return TileSet::EMPTY;
        }
        if missing == 1 {
            let own = Held::of(hand, melds).own;
            let in_play = Tile::all().filter(|&tile| is_in_play(tile) && own.of(tile) < 4);
            return in_play.filter(|&tile| can_ting_with(needs, hand, melds, tile)).collect();
        }
        let melded = Held::of(&Counts::EMPTY, melds);
        let held = self.hand(hand, &melded);
        let chosen = self.chosen(&held, &Goal::of(needs, &melded, melds.len()), missing);
        let wanted = chosen.iter().fold(TileSet::EMPTY, |all, cells| {
            let of_each = (0..4).map(|group| self.wanted(&held, group, cells[group]));
            of_each.fold(all, TileSet::union)
        });
        if missing == 2 { next_to_ting(needs, hand, melds, wanted) } else { wanted }
    }

    /// The fewest tiles that `hand` lacks of a target, if they are fewer than `bound`; else `bound`.
    fn missing(&mut self, needs: &Needs, hand: &Counts, melds: &[Meld], bound: u8) -> u8 {
        let (held, goal) = self.task(needs, hand, melds);
        self.missing_of(&held, &goal, bound)
    }

    fn missing_of(&mut self, held: &Hand, goal: &Goal, bound: u8) -> u8 {
        let search = || Self::groups(&self.known, held).map_or(bound, |groups| groups.fewest(goal, bound));
        match held.question(goal) {
            Some(question) => self.answers.within(question, bound, search),
            None => search(),
        }
    }

    /// A hand with what is asked of it beside its melds.
    fn task(&mut self, needs: &Needs, hand: &Counts, melds: &[Meld]) -> (Hand, Goal) {
        let melded = Held::of(&Counts::EMPTY, melds);
        (self.hand(hand, &melded), Goal::of(needs, &melded, melds.len()))
    }

    fn hand(&mut self, hand: &Counts, melded: &Held) -> Hand {
        self.known.make_room();
        let melded = &melded.own;
        let suits = SUITS.map(|suit| SuitTiles::of(hand.suit(suit), melded.suit(suit)));
        let places = suits.each_ref().map(|tiles| self.known.find(tiles));
        Hand { suits, places, n_red: hand.of(Tile::RED), n_red_melded: melded.of(Tile::RED) }
    }

    /// The same hand without one of its tiles.
    fn hand_without(&mut self, hand: &Hand, tile: Tile) -> Hand {
        let mut rest = *hand;
        let (suit, rank) = (tile.index() / 9, tile.index() % 9);
        match (rest.suits.get_mut(suit), rest.places.get_mut(suit)) {
            (Some(tiles), Some(place)) => {
                *tiles = tiles.without(rank);
                *place = self.known.find(tiles);
            }
            _ => rest.n_red = rest.n_red.saturating_sub(1),
        }
        rest
    }

    fn groups<'a>(known: &'a Known, hand: &Hand) -> Option<Groups<'a>> {
        let [m, p, s] = hand.places.map(|place| known.at(place));
        Some(Groups::of([m?, p?, s?, red_parts(hand.n_red, hand.n_red_melded)]))
    }

    /// All ways to choose cells of targets that lack so many tiles, which are the fewest.
    fn chosen(&self, hand: &Hand, goal: &Goal, missing: u8) -> Vec<Chosen> {
        Self::groups(&self.known, hand).map_or_else(Vec::new, |groups| groups.all_with(goal, missing))
    }

    /// The kinds that targets with this cell lack in a group: a suit, or the red dragons.
    fn wanted(&mut self, hand: &Hand, group: usize, cell: Cell) -> TileSet {
        match (hand.suits.get(group), hand.places.get(group)) {
            (Some(tiles), Some(&place)) => self.wanted_of_suit(group, tiles, place, cell),
            _ if red_parts(hand.n_red, hand.n_red_melded).missing(cell) > 0 => {
                TileSet::from_ranks(Tile::RED, 1)
            }
            _ => TileSet::EMPTY,
        }
    }

    fn wanted_of_suit(&mut self, suit: usize, tiles: &SuitTiles, place: Place, cell: Cell) -> TileSet {
        let missing = self.known.at(place).map_or(0, |parts| parts.missing(cell));
        if missing == 0 {
            return TileSet::EMPTY;
        }
        let mut lacks = |tiles: &SuitTiles| {
            let place = self.known.find(tiles);
            self.known.at(place).map_or(0, |parts| parts.missing(cell))
        };
        let helps = |&rank: &usize| {
            let Some(more) = tiles.with(rank) else { return false };
            // Melds only take targets away: what doesn't help without them doesn't help, and is found for less.
            lacks(&more.without_melds()) < missing && (!tiles.has_melds() || lacks(&more) < missing)
        };
        let ranks = (0..9).filter(helps).fold(0, |ranks, rank| ranks | 1 << rank);
        Tile::from_index(9 * suit).map_or(TileSet::EMPTY, |first| TileSet::from_ranks(first, ranks))
    }
}

/// A kind of the 112-tile games.
fn is_in_play(tile: Tile) -> bool {
    !tile.is_honour() || tile == Tile::RED
}

/// True if the hand can declare ting now, or after one of its discards, but for openness.
fn can_ting(needs: &Needs, hand: &Counts, melds: &[Meld]) -> bool {
    if hand.total() % 3 == 1 {
        return !legal_waits(&needs.opened(), hand, melds).is_empty();
    }
    !ting_discards(&needs.opened(), hand, melds).is_empty()
}

fn can_ting_with(needs: &Needs, hand: &Counts, melds: &[Meld], tile: Tile) -> bool {
    let mut more = *hand;
    more.add(tile);
    can_ting(needs, &more, melds)
}

/// The kinds after whose draw a hand that lacks two tiles of its targets can declare ting. All kinds that targets lack
/// do, but where the other missing tile is the only terminal (A-Q08): then it is among the kinds.
fn next_to_ting(needs: &Needs, hand: &Counts, melds: &[Meld], wanted: TileSet) -> TileSet {
    let is_outside = |tile: Tile| tile.is_terminal() || tile == Tile::RED;
    let always = needs.terminal == TerminalNeed::HeldOrWinning
        || Held::of(&Counts::EMPTY, melds).has_terminal()
        || !wanted.iter().any(is_outside);
    if always {
        return wanted;
    }
    wanted.iter().filter(|&tile| is_outside(tile) || can_ting_with(needs, hand, melds, tile)).collect()
}
