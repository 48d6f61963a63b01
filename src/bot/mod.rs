//! Seats played by the program: they see only a `PlayerView`.
