//! The games: pure rules. No clock, no I/O, no global randomness; the same input gives the same events for ever.
//!
//! In reading order: the vocabulary ([`tile`], [`seat`], [`meld`]), the [`wall`], shapes and waits
//! ([`shape`], [`waits`]), house rules ([`ruleset`], [`variants`], [`score`]), the fans of xingdong ([`mcr`]), then a hand as a machine:
//! [`action`] → [`decide`] → [`event`] → [`apply`] → [`state`], its claim window ([`claims`]), what is legal
//! ([`offers`]), what may be seen of it ([`project`] makes the [`view`]s), and [`hints`] out of that.

pub mod action;
mod apply;
#[cfg(test)]
mod arranged;
pub mod audit;
pub mod claims;
mod dealt;
mod decide;
pub mod event;
#[cfg(test)]
mod flow_tests;
pub mod hints;
pub mod indicator;
pub mod length;
pub mod lesson;
pub mod level;
pub mod mcr;
pub mod meld;
mod offers;
mod project;
pub mod ruleset;
pub mod score;
pub mod seat;
#[cfg(test)]
pub(crate) mod secrecy_tests;
pub mod shape;
pub mod state;
pub mod tile;
mod treasure;
pub mod variants;
pub mod view;
pub mod waits;
pub mod wall;
mod worth;
