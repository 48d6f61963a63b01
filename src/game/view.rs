//! Projections: what all may see, what one seat may see.
//!
//! Views are built up from what a viewer may know, never stripped down from more. [`Public`] and [`Private`] are
//! born here alone; a public surface takes only `Public`, a private one only the `Private` of its own seat.

use std::fmt;
use std::sync::Arc;

use super::action::{Action, Offer, PromptId, Wait};
use super::event::WinHow;
use super::indicator::Indicator;
use super::meld::{Meld, MeldKind};
use super::ruleset::Variant;
use super::score::Settlement;
use super::seat::{BySeat, Seat};
use super::tile::Tile;

/// Something everybody may see.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Public<T>(pub(in crate::game) T);

impl<T> Public<T> {
    /// The value.
    pub fn get(&self) -> &T {
        &self.0
    }

    /// Something derived from the value and from nothing hidden.
    pub fn map<U>(self, f: impl FnOnce(T) -> U) -> Public<U> {
        Public(f(self.0))
    }
}

/// Something one seat alone may see.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Private<T> {
    owner: Seat,
    value: T,
}

impl<T> Private<T> {
    pub(in crate::game) fn new(owner: Seat, value: T) -> Private<T> {
        Private { owner, value }
    }

    /// Whose it is.
    pub fn owner(&self) -> Seat {
        self.owner
    }

    /// The value, for the seat that owns it; `None` for any other.
    pub fn open(&self, seat: Seat) -> Option<&T> {
        (seat == self.owner).then_some(&self.value)
    }

    /// Something derived from the value, still private to the same seat.
    pub fn map<U>(self, f: impl FnOnce(T) -> U) -> Private<U> {
        Private { owner: self.owner, value: f(self.value) }
    }
}

impl<T> fmt::Debug for Private<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Private(of {})", self.owner)
    }
}

/// Tiles in somebody's hand: how many, and no field that could hold one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Concealed {
    /// Number of tiles.
    pub n_tiles: u8,
}

/// What all see of one seat.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct PublicSeat {
    /// The hand, face down.
    pub concealed: Concealed,
    /// Melds in the order they were made.
    pub melds: Arc<Vec<Meld>>,
    /// Discards that nobody claimed, oldest first.
    pub river: Arc<Vec<Tile>>,
    /// The place in the order of declaring ting, 1–4.
    pub ting: Option<u8>,
    /// 粘听: the kind of the pair that lies open, two of the concealed tiles (C18).
    pub opened_pair: Option<Tile>,
    /// 站立: no open meld.
    pub standing: bool,
}

/// What the table waits for, as far as all may know it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PublicPhase {
    /// All four are asked whether they win with four equal dealt tiles (开牌炸, L09).
    Deal,
    /// A seat has to discard (or to do something else with its turn).
    Turn {
        /// Which.
        seat: Seat,
    },
    /// The three others are asked; never who could claim.
    Claims {
        /// Who discarded the tile or added it to a pung.
        from: Seat,
        /// The tile.
        tile: Tile,
        /// True where it was added to a pung and only 胡 can take it.
        robbing: bool,
    },
    /// The hand is over.
    Settled,
}

/// What everybody sees of a hand.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct PublicView {
    /// The game.
    pub variant: Variant,
    /// Who deals.
    pub dealer: Seat,
    /// Tiles that can still be drawn.
    pub n_drawable: u8,
    /// The four seats.
    pub seats: BySeat<PublicSeat>,
    /// What is waited for.
    pub phase: PublicPhase,
    /// The prompt that is open, for buttons on public messages.
    pub prompt: PromptId,
    /// Whose newest river tile is the last discard, while nobody has claimed it.
    pub last_discard: Option<Seat>,
    /// Treasures of the hand.
    pub n_treasures: u8,
    /// How many of them are flipped (A31: never which). Where there is one for all: 1 once somebody is ting.
    pub n_flipped: u8,
    /// 包庄: the dealer pays for whoever else wins (B18).
    pub liable: bool,
    /// 跑分 of each seat, in points (C21).
    pub run_points: BySeat<u32>,
    /// 杠小鸡: the 饼 that a seat drew after a kong of 1s (C23).
    pub shown_replacement: Option<(Seat, Tile)>,
    /// The turned tile, in a game with wilds (E04).
    pub indicator: Option<Indicator>,
    /// The end of the hand.
    pub outcome: Option<Outcome>,
}

/// What is laid open when a hand ends (L14).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// The win; `None` for a drawn hand.
    pub win: Option<WinView>,
    /// Values and payments.
    pub settlement: Settlement,
    /// Everybody's concealed tiles in tile order, without the winning tile.
    pub hands: BySeat<Vec<Tile>>,
    /// All treasures, each with the seat that flipped it. Where there is one for all: it, unless it is exhausted.
    pub treasures: Vec<(Tile, Option<Seat>)>,
    /// Treasures that left play, oldest first.
    pub retired: Vec<Tile>,
    /// What the settlement's kong points are made of.
    pub kongs: Vec<KongShare>,
}

/// What each of the others pays a seat for a kong, whoever wins (L17).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct KongShare {
    /// Who is paid.
    pub seat: Seat,
    /// For what.
    pub ground: KongGround,
    /// The kong's tile, or the one that was drawn after it.
    pub tile: Tile,
    /// Points from each of the three others.
    pub each: i32,
}

/// What a [`KongShare`] is paid for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum KongGround {
    /// The kong itself, by its kind.
    Kong(MeldKind),
    /// 杠小鸡: the tile drawn after a kong of one bamboo (C-Q15).
    OneBamboo,
}

/// A win, laid open.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct WinView {
    /// Who.
    pub winner: Seat,
    /// The tile that ended the hand.
    pub tile: Tile,
    /// How it came.
    pub how: WinHow,
    /// The concealed part by sets, pair last, winning tile included; a treasure that stands for a wait lies in its place.
    /// Empty where no reading is known.
    pub sets: Vec<Vec<Tile>>,
    /// Where in `sets` the winning tile lies: which set, and which tile of it.
    pub place: Option<(usize, usize)>,
    /// What the hand waited on.
    pub waits: Vec<Tile>,
}

/// What one seat sees beside the public view.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct PlayerView {
    /// Everybody's part.
    pub public: PublicView,
    /// Whose view this is.
    pub seat: Seat,
    /// The own concealed tiles in tile order, without the drawn one.
    pub hand: Vec<Tile>,
    /// The tile just drawn.
    pub drawn: Option<Tile>,
    /// The waits of a ting hand.
    pub waits: Vec<Wait>,
    /// Flipped treasures with the seats that flipped them; empty unless ting (A31, A32).
    pub treasures: Vec<(Seat, Tile)>,
    /// What the seat may do now; empty when nothing is asked of it, or it has answered.
    pub offers: Vec<Offer>,
    /// True when the seat has answered the open window.
    pub answered: bool,
}

impl fmt::Debug for PlayerView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PlayerView({}, {} offers)", self.seat, self.offers.len())
    }
}

impl PlayerView {
    /// True when the player can decide something: more than 过 is offered.
    pub fn has_choice(&self) -> bool {
        self.offers.iter().any(|offer| !matches!(offer, Offer::Pass))
    }
}

/// What a hand asks of a seat. Hidden from everybody else, so it can't be printed.
#[expect(
    clippy::large_enum_variant,
    reason = "it is looked at once, at once: a box costs more than it saves"
)]
pub enum Asked {
    /// Nothing.
    Nothing,
    /// This, and nothing else is legal.
    Only(Action),
    /// To choose, by what the seat may see.
    Choice(Private<PlayerView>),
}
