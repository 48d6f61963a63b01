//! Seats played by the program: they see only a [`PlayerView`](crate::game::view::PlayerView), and choose only from its
//! offers.

mod greedy;
mod xingdong;

pub use greedy::Greedy;
