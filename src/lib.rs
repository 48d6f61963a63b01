//! 听胡 (tinghu): north-east Chinese mahjong for Discord servers.
pub mod game;
pub mod bot;
pub mod store;
pub mod text;
pub mod render;
pub mod table;
pub mod config;
pub mod discord;
pub mod sandbox;
pub mod cli;
