//! Words: fluent messages, names of tiles and actions, plain-text views, sanitised player names.
//!
//! [`say`] gives the sentence of a key; the rest builds on it. Adding a language = one folder under
//! `assets/locales`, one line a file in [`catalog`], one [`Lang`].

mod alt;
mod catalog;
mod labels;
mod lang;
mod names;
mod rules;
mod sanitise;
mod scoring;

pub use alt::{board_alt, hand_alt, result_alt, turn_line};
pub use catalog::{list, problems, say};
/// The value of a message's variable: `("n", 3.into())`, `("name", name.as_str().into())`.
pub use fluent_bundle::FluentValue as Value;
pub use labels::{
    Button, action_text, hint_text, illegal_text, offer_label, offers_text, ting_discard_text, waits_text,
};
pub use lang::Lang;
pub use names::{
    meld_text, progress_text, run_text, seat_name, set_text, tile_name, tile_short, tiles_text, variant_name,
};
pub use rules::{changed_rules, help_text, impossible_text, rule_phrase, rules_pages};
pub use sanitise::{escape_markdown, sanitise_name};
pub use scoring::{
    fan_name, fan_text, headline, payments_line, result_lines, share_arithmetic, share_line, treasures_line,
    win_line,
};
