//! The one treasure of a game that exchanges it: when it is dead, and what replaces it (docs/RULES.md L03, L04).

use super::event::{Swap, WinHow};
use super::ruleset::{SwapSource, TreasureSwap};
use super::seat::Seat;
use super::state::{HandState, SecretPart, Win};
use super::tile::Tile;

/// Copies that lie open when the treasure is dead.
const N_OPEN_OF_DEAD: usize = 3;

/// Replacements that are taken at one examination (F15).
const MOST_SWAPS: usize = 8;

/// A treasure that left play, and how many seats, the first to declare ting, had seen it.
#[derive(Clone, Copy)]
pub(super) struct Retired {
    pub(super) tile: Tile,
    pub(super) n_seen_by: usize,
}

impl HandState {
    /// One treasure, which every ting seat sees; else several are flipped one by one.
    pub(super) fn has_one_treasure(&self) -> bool {
        self.rules.n_treasures() == 1
    }

    /// Copies that lie open: in the rivers, the open melds and the opened pairs; never a hand's.
    pub(super) fn n_open(&self, tile: Tile) -> usize {
        let of_kind = |tiles: &[Tile]| tiles.iter().filter(|&&t| t == tile).count();
        let seats = self.public.seats.iter().map(|(_, seat)| {
            let melds = seat.melds.iter().filter(|meld| meld.is_open()).map(|meld| of_kind(&meld.tiles()));
            let pair = if seat.opened_pair == Some(tile) { 2 } else { 0 };
            of_kind(&seat.river) + melds.sum::<usize>() + pair
        });
        seats.sum()
    }

    /// True if these tiles, which came to lie open, call for an examination: public facts alone (L03).
    pub(super) fn calls_for_examination(&self, opened: &[Tile]) -> bool {
        self.has_one_treasure()
            && !self.public.ting_order.is_empty()
            && opened.iter().any(|&tile| self.n_open(tile) == N_OPEN_OF_DEAD)
    }

    /// The exchanges that are due now, one after the other.
    pub(super) fn due_swaps(&self) -> Vec<Swap> {
        let mut swaps = Vec::new();
        if self.rules.options().treasure_swap == TreasureSwap::Never || !self.is_dead(&self.secret) {
            return swaps;
        }
        let mut secret = self.secret.clone();
        while self.is_dead(&secret) {
            let swap = match swaps.len() {
                MOST_SWAPS => Swap { tile: None, place: None },
                _ => self.next_swap(&secret),
            };
            secret.exchange(swap, self.public.ting_order.len());
            swaps.push(swap);
        }
        swaps
    }

    fn is_dead(&self, secret: &SecretPart) -> bool {
        secret.treasures.first().is_some_and(|&tile| self.n_open(tile) >= N_OPEN_OF_DEAD)
    }

    /// What takes the place of the treasure (B-Q04, C-Q18; fair-play 8).
    fn next_swap(&self, secret: &SecretPart) -> Swap {
        let wall = secret.wall.tiles();
        let place = match self.rules.options().swap_source {
            SwapSource::WallEnd => {
                let is_left = secret.retired.len() < self.rules.options().reserve_tiles as usize;
                let tile = wall.iter().rev().nth(secret.retired.len() + 1).copied().filter(|_| is_left);
                return Swap { tile, place: None };
            }
            SwapSource::Random => {
                let n_left = wall.len().saturating_sub(secret.n_taken + 1);
                u32::try_from(n_left).ok().and_then(|n| secret.wall.clone().pick(n))
            }
        };
        let tile = place.and_then(|place| wall.get(secret.n_taken + place)).copied();
        Swap { tile, place: place.and_then(|place| u8::try_from(place).ok()) }
    }

    /// The treasures that left play after this seat had seen them.
    pub(super) fn seen_retired(&self, seat: Seat) -> impl Iterator<Item = Tile> + '_ {
        let place = self.public.ting_order.iter().position(|&ting| ting == seat);
        let place = place.filter(|_| self.rules.options().treasure_visible_to_ting);
        let seen = self.secret.retired.iter().filter(move |old| place.is_some_and(|p| p < old.n_seen_by));
        seen.map(|old| old.tile)
    }

    /// 漏宝: the first seat, in the order of declaring ting, that the treasure makes win by itself (C11, C31, D25).
    pub(super) fn revealed_win(&self) -> Option<Win> {
        let tile = *self.secret.treasures.first()?;
        let mut wins = self.public.ting_order.iter().map(|&winner| Win { winner, tile, how: WinHow::Reveal });
        wins.find(|&win| self.is_win(win))
    }
}

impl SecretPart {
    /// Carries an exchange out; `n_ting` seats have seen the old treasure. One that lies in the wall again is not
    /// retired.
    pub(super) fn exchange(&mut self, swap: Swap, n_ting: usize) {
        let Some(old) = self.treasures.pop() else { return };
        match swap.place {
            Some(place) => {
                let last = self.wall.tiles().len().saturating_sub(1);
                // The stream of the wall moves on, whoever drew the place from it.
                let _ = self.wall.pick(u32::try_from(last.saturating_sub(self.n_taken)).unwrap_or(1));
                self.wall.exchange(self.n_taken + usize::from(place), last);
            }
            None => self.retired.push(Retired { tile: old, n_seen_by: n_ting }),
        }
        self.treasures.extend(swap.tile);
    }
}
