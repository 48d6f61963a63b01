//! Tables: one actor each.
