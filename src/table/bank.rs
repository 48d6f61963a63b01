//! The time bank: what a player may use beyond the time of a turn, counted over one hand (docs/ARCHITECTURE.md,
//! "clocks and pace"). Not in the log: a restart gives each hand its full bank, as it gives each prompt its full clock.

use std::time::Duration;

use tokio::time::Instant;

use crate::game::seat::{BySeat, Seat};

/// What is left of the four banks of a hand.
pub(super) struct Bank {
    hand_no: u32,
    left: BySeat<Duration>,
    /// The running turn: whose, and since when it is paid from the bank.
    running: Option<(Seat, Instant)>,
}

impl Bank {
    /// Banks that the first turn of a hand fills.
    pub(super) fn empty() -> Bank {
        Bank { hand_no: 0, left: BySeat([Duration::ZERO; 4]), running: None }
    }

    /// A turn of a person begins: `turn` of it is free. Says what its bank adds.
    pub(super) fn begin_turn(
        &mut self,
        hand_no: u32,
        full: Duration,
        seat: Seat,
        turn: Duration,
    ) -> Duration {
        if self.hand_no != hand_no {
            *self = Bank { hand_no, left: BySeat([full; 4]), running: None };
        }
        self.running = Some((seat, Instant::now() + turn));
        self.left[seat]
    }

    /// The running turn is over: what it took beyond its own time is gone.
    pub(super) fn end_turn(&mut self) {
        if let Some((seat, paid_since)) = self.running.take() {
            let used = Instant::now().saturating_duration_since(paid_since);
            self.left[seat] = self.left[seat].saturating_sub(used);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const S: fn(u64) -> Duration = Duration::from_secs;

    #[tokio::test(start_paused = true)]
    async fn only_the_time_beyond_a_turn_is_taken_from_the_bank_and_a_new_hand_fills_it() {
        let mut bank = Bank::empty();
        let begin = |bank: &mut Bank, hand_no, seat| bank.begin_turn(hand_no, S(60), seat, S(20));
        assert_eq!(begin(&mut bank, 1, Seat::East), S(60));
        tokio::time::advance(S(19)).await;
        bank.end_turn();
        assert_eq!(begin(&mut bank, 1, Seat::East), S(60), "in time costs nothing");
        tokio::time::advance(S(45)).await;
        bank.end_turn();
        assert_eq!(begin(&mut bank, 1, Seat::South), S(60), "each seat has its own");
        bank.end_turn();
        assert_eq!(begin(&mut bank, 1, Seat::East), S(35));
        tokio::time::advance(S(99)).await;
        bank.end_turn();
        bank.end_turn();
        assert_eq!(begin(&mut bank, 1, Seat::East), Duration::ZERO);
        assert_eq!(begin(&mut bank, 2, Seat::East), S(60));
    }
}
