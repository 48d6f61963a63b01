//! Sub-commands, one file each.
