//! 听胡 (tinghu): north-east Chinese mahjong for Discord servers.
pub mod bot;
pub mod cli;
pub mod config;
pub mod discord;
pub mod game;
pub mod metrics;
pub mod render;
pub mod sandbox;
pub mod store;
pub mod table;
pub mod text;
