//! Seats played by the program: they see only a [`PlayerView`](crate::game::view::PlayerView), and choose only from its
//! offers.

mod greedy;

pub use greedy::Greedy;
