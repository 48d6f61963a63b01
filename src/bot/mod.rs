//! Seats played by the program: they see only a [`PlayerView`](crate::game::view::PlayerView), and choose only from its
//! offers.

mod program;
mod xingdong;

pub use crate::game::level::{Level, UnknownLevel};
pub use program::Program;
