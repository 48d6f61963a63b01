//! Sub-commands, one file each.

pub mod check;
