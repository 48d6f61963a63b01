//! The digest of a simulation: SHA-256 over the SHA-256 of each hand, in the order of the hands.
//!
//! A hand is its number, its dealer, and its events in a compact encoding: a byte for the kind of event, one for each
//! seat (0–3), tile (0–33, tile order; 255 for none) and choice, four (big-endian) for each number.

use sha2::{Digest, Sha256};

use crate::game::action::{Action, Origin};
use crate::game::event::{Event, Mover, WinHow};
use crate::game::score::Settlement;
use crate::game::seat::{BySeat, Seat};
use crate::game::tile::Tile;

/// The digests of hands, put together.
#[derive(Default)]
pub(super) struct Digests(Sha256);

impl Digests {
    pub(super) fn add(&mut self, hand: &[u8; 32]) {
        self.0.update(hand);
    }

    pub(super) fn finish(self) -> String {
        self.0.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

/// The digest of one hand.
pub(super) fn of_hand(hand_no: u32, dealer: Seat, events: &[Event]) -> [u8; 32] {
    let mut bytes = Vec::with_capacity(4 * events.len() + 64);
    bytes.extend(hand_no.to_be_bytes());
    bytes.push(seat(dealer));
    events.iter().for_each(|event| encode(event, &mut bytes));
    Sha256::digest(&bytes).into()
}

fn seat(seat: Seat) -> u8 {
    seat.index() as u8
}

fn tile(tile: Tile) -> u8 {
    tile.index() as u8
}

fn maybe<T>(value: Option<T>, encode: impl FnOnce(T) -> u8) -> u8 {
    value.map_or(u8::MAX, encode)
}

fn mover(by: Mover) -> u8 {
    u8::from(by == Mover::Clock)
}

fn origin(origin: Origin) -> u8 {
    u8::from(origin == Origin::Drawn)
}

fn encode(event: &Event, out: &mut Vec<u8>) {
    match event {
        Event::Drew { seat: s, tile: t, replacement } => {
            out.extend([1, seat(*s), tile(*t), u8::from(*replacement)]);
        }
        Event::Discarded { seat: s, tile: t, origin: o, ting, by } => {
            out.extend([2, seat(*s), tile(*t), origin(*o), u8::from(*ting), mover(*by)]);
        }
        Event::TreasureFlipped { seat: s, tile: t } => out.extend([3, seat(*s), tile(*t)]),
        Event::TreasureExamined { swaps } => {
            out.extend([13, swaps.len() as u8]);
            out.extend(
                swaps.iter().flat_map(|swap| [maybe(swap.tile, tile), maybe(swap.place, |place| place)]),
            );
        }
        Event::Answered { seat: s, answer, by } => {
            out.extend([4, seat(*s), mover(*by)]);
            out.extend(action(answer));
        }
        Event::Chowed { seat: s, from, tile: t, low } => {
            out.extend([5, seat(*s), seat(*from), tile(*t), tile(*low)]);
        }
        Event::Punged { seat: s, from, tile: t } => out.extend([6, seat(*s), seat(*from), tile(*t)]),
        Event::KongClaimed { seat: s, from, tile: t } => out.extend([7, seat(*s), seat(*from), tile(*t)]),
        Event::KongConcealed { seat: s, tile: t, by } => out.extend([8, seat(*s), tile(*t), mover(*by)]),
        Event::KongAdded { seat: s, tile: t, by } => out.extend([9, seat(*s), tile(*t), mover(*by)]),
        Event::PairOpened { seat: s, from, tile: t } => out.extend([14, seat(*s), seat(*from), tile(*t)]),
        Event::ReplacementShown { seat: s, tile: t } => out.extend([15, seat(*s), tile(*t)]),
        Event::PlayBegan => out.push(16),
        Event::Won { seat: s, tile: t, how } => {
            let (kind, from) = match how {
                WinHow::Discard { from } => (0, Some(*from)),
                WinHow::RobKong { from } => (1, Some(*from)),
                WinHow::Draw => (2, None),
                WinHow::KongDraw => (3, None),
                WinHow::Reveal => (4, None),
                WinHow::Heavenly => (5, None),
                WinHow::FourAtDeal => (6, None),
            };
            out.extend([10, seat(*s), tile(*t), kind, maybe(from, seat)]);
        }
        Event::Exhausted => out.push(11),
        Event::Settled(settlement) => settled(settlement, out),
    }
}

/// Always three bytes.
fn action(action: &Action) -> [u8; 3] {
    match *action {
        Action::Discard { tile: t, origin: o } => [0, tile(t), origin(o)],
        Action::Ting { tile: t, origin: o } => [1, tile(t), origin(o)],
        Action::Kong { tile: t } => [2, tile(t), u8::MAX],
        Action::Chow { low, ting_discard } => [3, tile(low), maybe(ting_discard, tile)],
        Action::Pung { ting_discard } => [4, u8::MAX, maybe(ting_discard, tile)],
        Action::ClaimKong => [5, u8::MAX, u8::MAX],
        Action::StickyTing { discard } => [8, u8::MAX, tile(discard)],
        Action::Win => [6, u8::MAX, u8::MAX],
        Action::Pass => [7, u8::MAX, u8::MAX],
    }
}

fn settled(settlement: &Settlement, out: &mut Vec<u8>) {
    out.extend([12, maybe(settlement.winner, seat)]);
    let mut numbers =
        |numbers: BySeat<i32>| out.extend(numbers.0.iter().flat_map(|number| number.to_be_bytes()));
    numbers(settlement.payments);
    numbers(settlement.kong_points);
    for share in &settlement.shares {
        out.extend([seat(share.debtor), seat(share.payer)]);
        out.extend(share.points.to_be_bytes());
    }
}
