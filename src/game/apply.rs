//! Events change the state. No rules here and nothing can fail: live play and replay share this path.

use std::sync::Arc;

use super::action::PromptId;
use super::claims::{ClaimWindow, DealWindow, WindowKind};
use super::event::{Event, WinHow};
use super::meld::{Meld, MeldKind};
use super::offers::{chow, partners, pung};
use super::seat::Seat;
use super::state::{HandState, Phase, Turn, Win};
use super::tile::Tile;

/// A kong of the own turn.
#[derive(Clone, Copy)]
enum OwnKong {
    Concealed,
    Added,
}

impl HandState {
    /// Makes an event part of the state.
    pub fn apply(&mut self, event: &Event) {
        let seq = PromptId(self.next_seq);
        self.next_seq += 1;
        match *event {
            Event::Drew { seat, tile, replacement } => self.drew(seq, seat, tile, replacement),
            Event::Discarded { seat, tile, ting, .. } => self.discarded(seq, seat, tile, ting),
            Event::TreasureFlipped { .. } => self.public.n_flipped += 1,
            Event::TreasureExamined { ref swaps } => {
                self.public.n_flipped = 1;
                let n_ting = self.public.ting_order.len();
                swaps.iter().for_each(|&swap| self.secret.exchange(swap, n_ting));
            }
            Event::Answered { seat, answer, .. } => match &mut self.phase {
                Phase::Claims(window) => window.record(seat, answer),
                Phase::Deal(window) => window.record(seat, answer),
                _ => {}
            },
            Event::Chowed { .. }
            | Event::Punged { .. }
            | Event::KongClaimed { .. }
            | Event::PairOpened { .. } => {
                self.claim(seq, event);
            }
            Event::KongConcealed { seat, tile, .. } => self.own_kong(seq, seat, tile, OwnKong::Concealed),
            Event::KongAdded { seat, tile, .. } => self.own_kong(seq, seat, tile, OwnKong::Added),
            Event::ReplacementShown { seat, tile } => self.public.shown_replacement = Some((seat, tile)),
            Event::PlayBegan => {
                if let Phase::Deal(DealWindow { dealer, drawn, .. }) = self.phase {
                    self.phase = Phase::Turn(Turn { seat: dealer, drawn, replacement: false });
                }
                self.prompt = seq;
            }
            Event::Won { seat, tile, how } => self.won(Win { winner: seat, tile, how }),
            Event::Exhausted => {
                self.lay_drawn_tile_apart();
                self.phase = Phase::Ended(None);
            }
            Event::Settled(ref settlement) => {
                let win = match self.phase {
                    Phase::Ended(win) => win,
                    _ => None,
                };
                self.phase = Phase::Settled(win, settlement.clone());
                self.prompt = seq;
            }
        }
    }

    /// A discard, or a tile added to a pung, went to a seat.
    fn claim(&mut self, seq: PromptId, event: &Event) {
        match *event {
            Event::Chowed { seat, from, tile, low } => {
                self.claimed(seq, seat, &partners(low, tile), chow(low, tile, from));
            }
            Event::Punged { seat, from, tile } => self.claimed(seq, seat, &[tile; 2], pung(tile, from)),
            Event::KongClaimed { seat, from, tile } => {
                let meld = Meld { kind: MeldKind::ExposedKong, ..pung(tile, from) };
                self.claimed(seq, seat, &[tile; 3], meld);
                self.public.last_kong = Some(tile);
            }
            Event::PairOpened { seat, from, tile } => {
                Arc::make_mut(&mut self.public.seats[from].river).pop();
                self.public.seats[seat].opened_pair = Some(tile);
                self.secret.hands[seat].add(tile);
                self.phase = Phase::Turn(Turn { seat, drawn: None, replacement: false });
                self.prompt = seq;
            }
            _ => {}
        }
    }

    fn own_kong(&mut self, seq: PromptId, seat: Seat, tile: Tile, kong: OwnKong) {
        self.keep_drawn_tile();
        self.public.last_kong = Some(tile);
        match kong {
            OwnKong::Concealed => {
                self.take_from_hand(seat, &[tile; 4]);
                Arc::make_mut(&mut self.public.seats[seat].melds).push(Meld {
                    kind: MeldKind::ConcealedKong,
                    tile,
                    claimed: None,
                });
            }
            OwnKong::Added => {
                self.take_from_hand(seat, &[tile]);
                self.change_meld(seat, tile, MeldKind::Pung, MeldKind::AddedKong);
                self.phase = Phase::Claims(ClaimWindow::new(seat, tile, WindowKind::AddedKong));
                self.prompt = seq;
            }
        }
    }

    fn drew(&mut self, seq: PromptId, seat: Seat, tile: Tile, replacement: bool) {
        self.lay_drawn_tile_apart();
        self.secret.n_taken += 1;
        self.public.n_drawn += 1;
        self.public.last_drawer = seat;
        self.phase = Phase::Turn(Turn { seat, drawn: Some(tile), replacement });
        self.prompt = seq;
    }

    fn discarded(&mut self, seq: PromptId, seat: Seat, tile: Tile, ting: bool) {
        self.keep_drawn_tile();
        self.take_from_hand(seat, &[tile]);
        Arc::make_mut(&mut self.public.seats[seat].river).push(tile);
        if ting {
            self.public.ting_order.push(seat);
        }
        let mut window = ClaimWindow::new(seat, tile, WindowKind::Discard);
        window.declares_ting = ting;
        self.phase = Phase::Claims(window);
        self.prompt = seq;
    }

    /// A claim took the newest tile of a river, or the one added to a pung (L06).
    fn claimed(&mut self, seq: PromptId, seat: Seat, own: &[Tile], meld: Meld) {
        let added = matches!(&self.phase, Phase::Claims(window) if window.kind == WindowKind::AddedKong);
        match meld.claimed {
            Some((tile, from)) if added => {
                self.change_meld(from, tile, MeldKind::AddedKong, MeldKind::Pung);
            }
            Some((_, from)) => {
                Arc::make_mut(&mut self.public.seats[from].river).pop();
            }
            None => {}
        }
        self.take_from_hand(seat, own);
        Arc::make_mut(&mut self.public.seats[seat].melds).push(meld);
        self.phase = Phase::Turn(Turn { seat, drawn: None, replacement: false });
        self.prompt = seq;
    }

    fn won(&mut self, win: Win) {
        match win.how {
            WinHow::Discard { from } => {
                Arc::make_mut(&mut self.public.seats[from].river).pop();
            }
            WinHow::RobKong { from } => self.change_meld(from, win.tile, MeldKind::AddedKong, MeldKind::Pung), // L05
            WinHow::FourAtDeal => {
                if let Some((seat, tile)) = self.drawn() {
                    self.secret.hands[seat].add(tile); // the dealer's 14th lies with the others
                }
            }
            WinHow::Draw | WinHow::KongDraw | WinHow::Reveal | WinHow::Heavenly => {}
        }
        self.phase = Phase::Ended(Some(win));
    }

    /// Puts the tile just drawn among the others.
    fn keep_drawn_tile(&mut self) {
        if let Phase::Turn(turn) = &mut self.phase
            && let Some(tile) = turn.drawn.take()
        {
            self.secret.hands[turn.seat].add(tile);
        }
    }

    /// A tile that was drawn and neither discarded nor used is one of the last, which are kept: the hand it lies
    /// beside still waits on the same tiles.
    fn lay_drawn_tile_apart(&mut self) {
        if let Phase::Turn(turn) = &mut self.phase
            && let Some(tile) = turn.drawn.take()
        {
            self.secret.kept[turn.seat].add(tile);
        }
    }

    fn take_from_hand(&mut self, seat: Seat, tiles: &[Tile]) {
        let hand = &mut self.secret.hands[seat];
        for &tile in tiles {
            let held = hand.remove(tile);
            debug_assert!(held, "an event took a tile that its seat does not hold");
        }
    }

    fn change_meld(&mut self, seat: Seat, tile: Tile, from: MeldKind, to: MeldKind) {
        let melds = Arc::make_mut(&mut self.public.seats[seat].melds);
        if let Some(meld) = melds.iter_mut().find(|meld| meld.kind == from && meld.tile == tile) {
            meld.kind = to;
        }
    }
}
