//! Tables: one actor each.
pub mod command;
pub mod view;
