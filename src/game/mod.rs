//! The games: pure rules. No clock, no I/O, no global randomness; the same input gives the same events for ever.
//!
//! In reading order: the vocabulary ([`tile`], [`seat`], [`meld`], [`hand`]), the [`wall`], shapes and waits
//! ([`shape`], [`waits`]), house rules ([`ruleset`], [`variants`], [`score`]), then a hand as a machine:
//! [`action`] → [`state`] → [`event`], its claim window ([`claims`]) and what may be seen of it ([`view`]).

pub mod action;
pub mod claims;
pub mod event;
pub mod hand;
pub mod meld;
pub mod ruleset;
pub mod score;
pub mod seat;
pub mod shape;
pub mod state;
pub mod tile;
pub mod variants;
pub mod view;
pub mod waits;
pub mod wall;
