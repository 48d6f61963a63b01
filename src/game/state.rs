//! A hand as a machine: what is public, what is secret, and what is waited for.

use std::fmt;
use std::sync::Arc;

use super::action::PromptId;
use super::claims::{ClaimWindow, DealWindow};
use super::event::WinHow;
use super::indicator::Indicator;
use super::meld::Meld;
use super::ruleset::{DealerOnDraw, DealerPass, Options, Variant};
use super::score::Settlement;
use super::seat::{BySeat, Seat};
use super::tile::{Counts, Tile};
use super::treasure::Retired;
use super::variants::Rules;
use super::waits::TileSet;
use super::wall::Wall;

/// What the match brings into a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Terms {
    /// 包庄: the dealer pays for whoever wins, and the next seat deals after it (B18).
    pub liable: bool,
    /// 跑分 of each seat, in points (C21).
    pub run_points: BySeat<u32>,
}

impl Terms {
    /// The terms of a hand by itself: nobody is liable, and everybody's 跑分 is that of the options.
    pub fn of(options: &Options) -> Terms {
        Terms { liable: false, run_points: BySeat([options.run_points.points(options); 4]) }
    }
}

/// A running or finished hand.
#[derive(Clone)]
pub struct HandState {
    pub(super) rules: Arc<dyn Rules>,
    pub(super) terms: Terms,
    pub(super) dealer: Seat,
    pub(super) public: PublicPart,
    pub(super) secret: SecretPart,
    pub(super) phase: Phase,
    pub(super) prompt: PromptId,
    /// Number of the next event in the table's log.
    pub(super) next_seq: u64,
}

/// What everybody sees.
#[derive(Clone, Debug)]
pub(super) struct PublicPart {
    pub(super) seats: BySeat<OpenSeat>,
    /// Seats in the order in which they declared ting; the k-th flipped treasure k.
    pub(super) ting_order: Vec<Seat>,
    pub(super) n_flipped: usize,
    /// Tiles drawn since the deal, replacements included.
    pub(super) n_drawn: usize,
    pub(super) last_drawer: Seat,
    /// The kind of the newest kong.
    pub(super) last_kong: Option<Tile>,
    /// 杠小鸡: the 饼 that a seat drew after a kong of 1s.
    pub(super) shown_replacement: Option<(Seat, Tile)>,
    /// The turned tile, in a game with wilds (E04).
    pub(super) indicator: Option<Indicator>,
}

/// The open part of one seat.
#[derive(Clone, Debug, Default)]
pub(super) struct OpenSeat {
    /// Shared with the views of it.
    pub(super) melds: Arc<Vec<Meld>>,
    pub(super) river: Arc<Vec<Tile>>,
    /// 粘听: the kind of the pair that lies open; its two tiles are still the hand's.
    pub(super) opened_pair: Option<Tile>,
}

/// What nobody sees as a whole. No `Serialize`, no `Display`; `Debug` prints counts.
#[derive(Clone)]
pub(super) struct SecretPart {
    /// The whole wall, front first. Changes only where `swap_source=random` lets a treasure change places with a tile of it.
    pub(super) wall: Wall,
    /// Tiles taken from the front.
    pub(super) n_taken: usize,
    /// Concealed tiles without the one just drawn.
    pub(super) hands: BySeat<Counts>,
    /// Last tiles that their drawers keep beside the hand (knob `keep_last_tiles`, F38).
    pub(super) kept: BySeat<Counts>,
    /// Treasures in the order of flipping; where there is one, the one in play, or none.
    pub(super) treasures: Vec<Tile>,
    /// Treasures that left play, oldest first.
    pub(super) retired: Vec<Retired>,
}

impl fmt::Debug for SecretPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SecretPart({} tiles taken)", self.n_taken)
    }
}

impl fmt::Debug for HandState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "HandState({}, event {})", self.rules.variant(), self.next_seq)
    }
}

/// What the hand waits for.
#[derive(Clone)]
pub(super) enum Phase {
    /// All four are asked for 开牌炸.
    Deal(DealWindow),
    /// A seat must discard, or do something else with its turn.
    Turn(Turn),
    /// Three seats are asked about a tile.
    Claims(ClaimWindow),
    /// Won or exhausted, the settlement follows in the same batch of events.
    Ended(Option<Win>),
    /// Over.
    Settled(Option<Win>, Box<Settlement>),
}

/// A seat's turn.
#[derive(Clone, Copy)]
pub(super) struct Turn {
    pub(super) seat: Seat,
    /// The tile just drawn; `None` after a chow or pung.
    pub(super) drawn: Option<Tile>,
    /// True for a replacement tile.
    pub(super) replacement: bool,
}

/// A win that has happened.
#[derive(Clone, Copy)]
pub(super) struct Win {
    pub(super) winner: Seat,
    pub(super) tile: Tile,
    pub(super) how: WinHow,
}

/// Whom the hand waits for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Pending {
    /// One seat's turn; `locked` means it is ting: its tile wins or goes by itself.
    Turn {
        /// Whose.
        seat: Seat,
        /// Ting.
        locked: bool,
    },
    /// Answers to a claim window, or to the one before the first turn, from these seats, nearest first.
    Claims {
        /// Not answered yet.
        seats: Vec<Seat>,
    },
    /// Nothing: the hand is over.
    Nothing,
}

impl HandState {
    /// Deals a hand (fair-play 7, 8): blocks of 13 from the front to the dealer and on in turn order, the dealer's 14th,
    /// the treasures from the end, or the indicator. `seq` is the number of the event that began the hand.
    pub fn begin(rules: Arc<dyn Rules>, dealer: Seat, mut wall: Wall, seq: u64) -> HandState {
        let indicator = if rules.turns_indicator() { Indicator::turn(&mut wall) } else { None };
        let tiles = wall.tiles();
        let mut hands = BySeat([Counts::EMPTY; 4]);
        for (block, seat) in tiles.chunks(13).zip(dealer.from_here()) {
            hands[seat].extend(block.iter().copied());
        }
        let treasures = tiles.iter().rev().take(rules.n_treasures()).copied().collect();
        let drawn = tiles.get(52).copied();
        let phase = if rules.options().four_at_deal {
            Phase::Deal(DealWindow::new(dealer, drawn))
        } else {
            Phase::Turn(Turn { seat: dealer, drawn, replacement: false })
        };
        HandState {
            rules,
            terms: Terms::default(),
            dealer,
            public: PublicPart {
                seats: BySeat::from_fn(|_| OpenSeat::default()),
                ting_order: Vec::new(),
                n_flipped: 0,
                n_drawn: 0,
                last_drawer: dealer,
                last_kong: None,
                shown_replacement: None,
                indicator,
            },
            secret: SecretPart {
                n_taken: 53,
                hands,
                kept: BySeat([Counts::EMPTY; 4]),
                treasures,
                retired: Vec::new(),
                wall,
            },
            phase,
            prompt: PromptId(seq),
            next_seq: seq + 1,
        }
    }

    /// The same hand with what the match brings into it.
    pub fn under(self, terms: Terms) -> HandState {
        HandState { terms, ..self }
    }

    /// What the match brought into the hand.
    pub fn terms(&self) -> Terms {
        self.terms
    }

    /// Tells the number of the next event, where others than this hand's have been logged between.
    pub fn continue_at(&mut self, seq: u64) {
        self.next_seq = seq;
    }

    /// Which game.
    pub fn variant(&self) -> Variant {
        self.rules.variant()
    }

    /// Who deals.
    pub fn dealer(&self) -> Seat {
        self.dealer
    }

    /// The open prompt.
    pub fn prompt(&self) -> PromptId {
        self.prompt
    }

    /// Whom the hand waits for.
    pub fn pending(&self) -> Pending {
        match &self.phase {
            Phase::Turn(turn) => Pending::Turn { seat: turn.seat, locked: self.is_ting(turn.seat) },
            Phase::Claims(window) => Pending::Claims { seats: window.unanswered().collect() },
            Phase::Deal(window) => Pending::Claims { seats: window.unanswered().collect() },
            Phase::Ended(_) | Phase::Settled(..) => Pending::Nothing,
        }
    }

    /// The seat that is to act next: the one whose turn it is, or the nearest that has not answered.
    pub fn first_asked(&self) -> Option<Seat> {
        match &self.phase {
            Phase::Turn(turn) => Some(turn.seat),
            Phase::Claims(window) => window.unanswered().next(),
            Phase::Deal(window) => window.unanswered().next(),
            Phase::Ended(_) | Phase::Settled(..) => None,
        }
    }

    /// The end of the hand.
    pub fn settlement(&self) -> Option<&Settlement> {
        match &self.phase {
            Phase::Settled(_, settlement) => Some(settlement),
            _ => None,
        }
    }

    /// Has declared ting.
    pub fn is_ting(&self, seat: Seat) -> bool {
        self.public.ting_order.contains(&seat)
    }

    /// Tiles that can still be drawn: never the treasures, the indicator nor the reserve (A03, A-Q10, E08).
    pub fn n_drawable(&self) -> usize {
        self.secret.wall.tiles().len().saturating_sub(self.secret.n_taken + self.n_apart())
    }

    /// Tiles at the end of the wall that are never drawn.
    pub(super) fn n_apart(&self) -> usize {
        let turned = usize::from(self.public.indicator.is_some());
        self.rules.n_treasures() + turned + self.rules.options().reserve_tiles as usize
    }

    /// Who deals the next hand (A-Q13, knobs `dealer_pass` and `dealer_on_draw`); after a hand in which the dealer is
    /// liable the next seat, whatever happened in it (B18). `None` while the hand runs.
    pub fn next_dealer(&self) -> Option<Seat> {
        let options = self.rules.options();
        Some(match (self.settlement()?.winner, options.dealer_pass, options.dealer_on_draw) {
            _ if self.terms.liable => self.dealer.next(),
            (Some(winner), _, _) if winner == self.dealer => self.dealer,
            (Some(winner), DealerPass::Winner, _) => winner,
            (Some(_), DealerPass::NextSeat, _) => self.dealer.next(),
            (None, _, DealerOnDraw::Stays) => self.dealer,
            (None, _, DealerOnDraw::LastDrawer) => self.public.last_drawer,
        })
    }

    /// True while the last `n` drawn tiles are kept by who draws them (knob `keep_last_tiles`, L11).
    pub(super) fn draw_is_kept(&self) -> bool {
        self.n_drawable() < self.rules.options().keep_last_tiles as usize
    }

    /// Whether the next discard can be won on (knob `no_win_last_discards`, L12).
    pub(super) fn discard_is_winnable(&self) -> bool {
        self.n_drawable() >= self.rules.options().no_win_last_discards as usize
    }

    /// 站立: no open meld (A42, A-Q14).
    pub(super) fn is_standing(&self, seat: Seat) -> bool {
        let breaks = self.rules.options().concealed_kong_breaks_standing;
        !self.public.seats[seat].melds.iter().any(|meld| meld.is_open() || breaks)
    }

    /// The legal waits of a seat's concealed tiles, without the one just drawn.
    pub(super) fn legal_waits(&self, seat: Seat) -> TileSet {
        self.waits_with(seat, &self.secret.hands[seat], &self.public.seats[seat].melds)
    }

    /// The legal waits that a seat would have with this hand; after 粘听 those of seven pairs (C18).
    pub(super) fn waits_with(&self, seat: Seat, hand: &Counts, melds: &[Meld]) -> TileSet {
        match self.public.seats[seat].opened_pair {
            Some(_) if !melds.is_empty() => TileSet::EMPTY,
            Some(_) => self.rules.pinned_waits(hand).legal.into_iter().collect(),
            None => self.rules.wait_set(hand, melds),
        }
    }

    /// The tile that a seat has just drawn and not yet kept, the dealer's 14th included.
    pub(super) fn drawn(&self) -> Option<(Seat, Tile)> {
        match &self.phase {
            Phase::Turn(turn) => Some((turn.seat, turn.drawn?)),
            Phase::Deal(window) => Some((window.dealer, window.drawn?)),
            _ => None,
        }
    }
}
