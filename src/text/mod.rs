//! Words: fluent messages, names of tiles and actions, sanitised player names.
mod lang;

pub use lang::Lang;
