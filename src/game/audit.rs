//! The invariants of a hand (docs/ARCHITECTURE.md, "Invariants", 1), for simulations and
//! tests. Nothing here tells a tile.

use super::event::WinHow;
use super::meld::Meld;
use super::seat::{BySeat, Seat};
use super::state::{HandState, Phase, Win};
use super::tile::{Counts, Tile};
use super::waits::TileSet;

/// An invariant that does not hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unsound {
    /// Hands, melds, rivers, wall and treasures are not the tiles of the game, each kind four times.
    #[error("the tiles of the game are not all there, or one is there too often")]
    Tiles,
    /// The treasures are not the last tiles of the wall.
    #[error("a treasure is none of the last tiles of the wall")]
    Treasures,
    /// Not 13 − 3 × melds concealed tiles beside the one drawn or still to be discarded.
    #[error("{seat} holds {n_tiles} concealed tiles beside {n_melds} melds")]
    Concealed {
        /// Whose hand.
        seat: Seat,
        /// How many tiles.
        n_tiles: usize,
        /// How many melds.
        n_melds: usize,
    },
    /// The points of a settlement do not sum to zero.
    #[error("the points of the hand sum to {sum}")]
    Points {
        /// Their sum.
        sum: i32,
    },
    /// The winner has not declared ting, and did not win with the dealt tiles.
    #[error("{winner} won without ting")]
    WinnerNotTing {
        /// Who.
        winner: Seat,
    },
    /// The legal waits of a ting hand are not those that it declared with.
    #[error("the waits of {seat} changed after ting")]
    Waits {
        /// Whose.
        seat: Seat,
    },
    /// More tiles were drawn than may be.
    #[error("tiles were drawn that are never drawn")]
    Drawn,
}

/// Checks the states of one hand, one after the other. It remembers the waits of ting seats, so it has no `Debug`.
#[derive(Default)]
pub struct Audit {
    waits: BySeat<Option<TileSet>>,
}

impl Audit {
    /// Checks the state after an event.
    ///
    /// # Errors
    /// The first invariant that does not hold.
    pub fn check(&mut self, state: &HandState) -> Result<(), Unsound> {
        state.audit_tiles()?;
        state.audit_treasures()?;
        Seat::ALL.into_iter().try_for_each(|seat| state.audit_concealed(seat))?;
        state.audit_end()?;
        Seat::ALL.into_iter().try_for_each(|seat| self.check_waits(state, seat))
    }

    fn check_waits(&mut self, state: &HandState, seat: Seat) -> Result<(), Unsound> {
        if !state.is_ting(seat) {
            return Ok(());
        }
        let waits = state.legal_waits(seat);
        let known = self.waits[seat].get_or_insert(waits);
        if waits.is_empty() || *known != waits { Err(Unsound::Waits { seat }) } else { Ok(()) }
    }
}

impl HandState {
    fn audit_tiles(&self) -> Result<(), Unsound> {
        let apart = self.rules.n_treasures() + self.rules.options().reserve_tiles as usize;
        let wall = self.secret.wall.tiles();
        if self.secret.n_taken + apart > wall.len() {
            return Err(Unsound::Drawn);
        }
        let mut all: Counts = wall[self.secret.n_taken..].iter().copied().collect();
        for (seat, open) in self.public.seats.iter() {
            all.extend(self.secret.hands[seat].tiles().chain(self.secret.kept[seat].tiles()));
            all.extend(open.river.iter().copied());
            all.extend(open.melds.iter().flat_map(Meld::tiles));
        }
        // The drawn tile lies apart from the hand, and so does the winning tile.
        all.extend(match &self.phase {
            Phase::Turn(_) | Phase::Deal(_) => self.drawn().map(|(_, tile)| tile),
            // 漏宝 is won by the treasure, which stays where it lies, 开牌炸 by tiles of the hand.
            Phase::Ended(win) | Phase::Settled(win, _) => {
                win.filter(|win| !is_won_in_place(win)).map(|win| win.tile)
            }
            Phase::Claims(_) => None,
        });
        let n_kinds = self.rules.kinds().len();
        let complete = self.rules.kinds().iter().all(|&kind| all.of(kind) == 4);
        if complete && all.total() == 4 * n_kinds { Ok(()) } else { Err(Unsound::Tiles) }
    }

    fn audit_concealed(&self, seat: Seat) -> Result<(), Unsound> {
        let n_melds = self.public.seats[seat].melds.len();
        let n_tiles = self.secret.hands[seat].total();
        let to_discard = match &self.phase {
            Phase::Turn(turn) => turn.seat == seat && turn.drawn.is_none() && !self.awaits_replacement(seat),
            _ => false,
        };
        // 漏宝 after a claim ends the hand before the claimer has discarded (L03), 开牌炸 before the dealer has.
        let undiscarded = self.ends_early() && n_tiles + 3 * n_melds == 14;
        if undiscarded || n_tiles + 3 * n_melds == 13 + usize::from(to_discard) {
            Ok(())
        } else {
            Err(Unsound::Concealed { seat, n_tiles, n_melds })
        }
    }

    fn ends_early(&self) -> bool {
        matches!(&self.phase, Phase::Ended(Some(win)) | Phase::Settled(Some(win), _) if is_won_in_place(win))
    }

    /// The treasures, those that left play with them, are the last tiles of the wall.
    fn audit_treasures(&self) -> Result<(), Unsound> {
        let retired = self.secret.retired.iter().map(|old| old.tile);
        let apart: Vec<Tile> = retired.chain(self.secret.treasures.iter().copied()).collect();
        let end = self.secret.wall.tiles().iter().rev().take(apart.len());
        if end.eq(apart.iter()) { Ok(()) } else { Err(Unsound::Treasures) }
    }

    /// Between a kong and its replacement tile, no tile is left to be discarded.
    fn awaits_replacement(&self, seat: Seat) -> bool {
        let last = self.public.seats[seat].melds.last();
        last.is_some_and(|meld| meld.is_kong()) && self.secret.hands[seat].total() % 3 == 1
    }

    fn audit_end(&self) -> Result<(), Unsound> {
        let Phase::Settled(win, settlement) = &self.phase else { return Ok(()) };
        for points in [settlement.payments, settlement.kong_points] {
            let sum = points.iter().map(|(_, points)| points).sum();
            if sum != 0 {
                return Err(Unsound::Points { sum });
            }
        }
        let dealt = matches!(win, Some(win) if matches!(win.how, WinHow::Heavenly | WinHow::FourAtDeal));
        let needs_ting = self.rules.has_ting() && !dealt;
        match settlement.winner.filter(|&winner| needs_ting && !self.is_ting(winner)) {
            Some(winner) => Err(Unsound::WinnerNotTing { winner }),
            None => Ok(()),
        }
    }
}

/// Won by a tile that lies where it lay before.
fn is_won_in_place(win: &Win) -> bool {
    matches!(win.how, WinHow::Reveal | WinHow::FourAtDeal)
}
