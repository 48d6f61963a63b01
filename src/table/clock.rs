//! Clocks and pace (docs/ARCHITECTURE.md): how long a table waits, by preset.

use std::time::Duration;

use crate::store::event::ClockPreset;

/// The times of one preset.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pace {
    /// A turn of a person who is not ting.
    pub turn: Duration,
    /// What a person may use beyond that, over all turns of a hand.
    pub bank: Duration,
    /// A claim window, whatever anybody holds (L19).
    pub window: Duration,
    /// What a pressed claim adds for its details.
    pub hold: Duration,
    /// How long a ting seat's drawn tile stays before the program wins or discards.
    pub ting_draw: Duration,
    /// How long a program seat takes for its turn, so that people can follow. Never depends on its tiles.
    pub program_turn: Duration,
    /// How long the next hand waits for the players.
    pub ready: Duration,
    /// An unstarted table closes after this.
    pub lobby: Duration,
    /// A paused table is closed after this.
    pub paused: Duration,
    /// One whose channel was deleted, which nobody can give back.
    pub without_channel: Duration,
}

impl Pace {
    /// The times of a preset.
    pub const fn of(preset: ClockPreset) -> Pace {
        let (turn, bank, window, hold, ting_draw, program_turn, ready) = match preset {
            ClockPreset::Fast => (10_000, 30_000, 3_000, 8_000, 2_000, 600, 60_000),
            ClockPreset::Normal => (20_000, 60_000, 5_000, 8_000, 3_000, 900, 60_000),
            ClockPreset::Slow => (60_000, 120_000, 10_000, 15_000, 5_000, 900, 60_000),
            ClockPreset::Test => (1_500, 0, 700, 1_000, 50, 0, 2_000),
        };
        Pace {
            turn: Duration::from_millis(turn),
            bank: Duration::from_millis(bank),
            window: Duration::from_millis(window),
            hold: Duration::from_millis(hold),
            ting_draw: Duration::from_millis(ting_draw),
            program_turn: Duration::from_millis(program_turn),
            ready: Duration::from_millis(ready),
            lobby: Duration::from_secs(30 * 60),
            paused: Duration::from_secs(24 * 60 * 60),
            without_channel: Duration::from_secs(10 * 60),
        }
    }
}
