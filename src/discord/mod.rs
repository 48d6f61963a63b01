//! Discord: gateway, surfaces, REST.
//!
//! An interaction is decoded ([`incoming`]), acknowledged at once ([`edge`]) and then turned into a request to a
//! table ([`clicks`], [`commands`]). In the other direction each table has a [`stage`] that turns its snapshots into
//! wishes ([`views`]) for [`surface`]s, whose loops make Discord equal to them through [`rest`] and its [`limits`].

mod app;
mod audit;
pub mod checkup;
mod clicks;
mod commands;
pub mod component;
mod door;
mod easel;
pub mod edge;
mod error;
pub mod faces;
pub mod incoming;
mod late;
pub mod limits;
pub mod model;
mod permissions;
mod personal;
mod picture;
mod places;
mod reconcile;
pub mod rest;
pub mod rest_error;
mod run;
mod server;
mod settings;
mod stage;
mod stages;
mod surface;
mod turns;
mod tutorial;
pub mod views;

pub use error::DiscordError;
pub use run::{RunConfig, run};
