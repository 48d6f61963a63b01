//! What each surface should show: pure functions from a table's snapshot to a message.
//!
//! A public view takes `TableInfo` and `PublicView` alone; a hand stays inside `Private` until the surface of its
//! own seat opens it.

pub mod board;
pub mod hand;
pub mod lobby;
pub mod result;
mod run;
pub mod settings;

use std::hash::{DefaultHasher, Hash, Hasher};

use super::component::{CustomId, Press};
use super::model::{Button, Message, Style};
use super::picture::Sketch;
use crate::game::action::PromptId;
use crate::game::seat::{BySeat, Seat};
use crate::render::PlayerLabel;
use crate::store::event::{ClockPreset, MatchEnd, PauseReason, Player, TableId, UnixMs};
use crate::table::view::{SeatInfo, TableInfo};
use crate::text::{Lang, sanitise_name, say, seat_name};

/// A message with the picture it should carry.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Wanted {
    /// Text and buttons.
    pub message: Message,
    /// The picture, not drawn yet.
    pub sketch: Option<Sketch>,
}

impl Wanted {
    /// A message without picture.
    pub fn plain(message: Message) -> Wanted {
        Wanted { message, sketch: None }
    }

    /// The same number for the same message.
    pub fn fingerprint(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.hash(&mut hasher);
        hasher.finish()
    }
}

/// The language of a table's public messages.
pub fn table_lang(info: &TableInfo) -> Lang {
    Lang::from_locale(&info.settings.locale)
}

/// A button of a table.
fn button(table: TableId, prompt: PromptId, press: Press, style: Style, label: String) -> Button {
    Button::new(style, label, CustomId { table, prompt, press })
}

/// How a seat is called in message text: a mention that every device shows and reads aloud.
fn mention(lang: Lang, seat: Seat, info: Option<&SeatInfo>) -> String {
    match info.map(|info| &info.player) {
        Some(Player::Person { user, .. }) => format!("<@{}>", user.0),
        Some(Player::Program) => program_name(lang, seat),
        None => say(lang, "seat-empty", &[]),
    }
}

fn mentions(lang: Lang, info: &TableInfo) -> BySeat<String> {
    info.seats.map(|seat, taken| mention(lang, seat, taken.as_ref()))
}

/// How a seat is called in pictures and alt texts.
fn plain_name(lang: Lang, seat: Seat, info: Option<&SeatInfo>) -> String {
    match info.map(|info| &info.player) {
        Some(Player::Person { name, .. }) => sanitise_name(name, seat, lang),
        Some(Player::Program) => program_name(lang, seat),
        None => say(lang, "seat-empty", &[]),
    }
}

fn plain_names(lang: Lang, info: &TableInfo) -> BySeat<String> {
    info.seats.map(|seat, taken| plain_name(lang, seat, taken.as_ref()))
}

/// People's names with their seats; a program's name says its seat already.
fn at_seats(lang: Lang, info: &TableInfo, names: BySeat<String>) -> BySeat<String> {
    names.map(|seat, name| match &info.seats[seat] {
        Some(taken) if taken.player != Player::Program => say(
            lang,
            "name-at-seat",
            &[("name", name.as_str().into()), ("seat", seat_name(lang, seat).into())],
        ),
        _ => name.clone(),
    })
}

fn program_name(lang: Lang, seat: Seat) -> String {
    say(lang, "program-name", &[("seat", seat_name(lang, seat).into())])
}

fn labels(lang: Lang, info: &TableInfo) -> BySeat<PlayerLabel> {
    info.seats.map(|seat, taken| PlayerLabel {
        name: plain_name(lang, seat, taken.as_ref()),
        points: taken.as_ref().map_or(0, |taken| taken.points),
        away: taken.as_ref().is_some_and(|taken| taken.away),
        program: taken.as_ref().is_some_and(|taken| taken.player == Player::Program),
    })
}

/// A moment as every reader's own clock shows it, counting down by itself: no edit is needed for it.
/// Empty while the table has not set its clock yet.
fn countdown(at: UnixMs) -> String {
    if at == UnixMs(0) { String::new() } else { format!("<t:{}:R>", at.0.div_ceil(1000)) }
}

/// A countdown behind a line of text.
pub(super) fn time_left(at: UnixMs) -> String {
    if at == UnixMs(0) { String::new() } else { format!("⏳ {}", countdown(at)) }
}

/// True where the program acts for this seat: nobody needs to see its clock.
fn is_automatic(info: &TableInfo, seat: Seat) -> bool {
    info.seats[seat].as_ref().is_none_or(|taken| taken.away || taken.player == Player::Program)
}

/// How a match ended.
fn end_text(lang: Lang, end: MatchEnd) -> String {
    match end {
        MatchEnd::Complete => say(lang, "match-complete", &[]),
        MatchEnd::Ended => say(lang, "match-ended", &[]),
        MatchEnd::Idle => say(lang, "match-idle", &[]),
    }
}

/// Why a table pauses, and what makes it go on.
pub(super) fn pause_text(lang: Lang, reason: PauseReason) -> String {
    let key = match reason {
        PauseReason::NobodyActed => "paused-nobody",
        PauseReason::Fault => "paused-fault",
        PauseReason::NoPermission => "paused-no-permission",
        PauseReason::NoAccess => "paused-no-access",
        PauseReason::Archived => "paused-archived",
        PauseReason::ChannelDeleted => "paused-channel-deleted",
        PauseReason::BotRemoved => "paused-bot-removed",
    };
    say(lang, key, &[])
}

/// The pace in words.
fn clock_text(lang: Lang, clock: ClockPreset) -> String {
    match clock {
        ClockPreset::Fast => say(lang, "clock-fast", &[]),
        ClockPreset::Normal => say(lang, "clock-normal", &[]),
        ClockPreset::Slow => say(lang, "clock-slow", &[]),
        ClockPreset::Test => say(lang, "clock-test", &[]),
    }
}

/// Why the table stands still though nobody at it is to blame.
fn standstill(lang: Lang, info: &TableInfo) -> Option<String> {
    let key = match (info.restarting, info.waits_for_store) {
        (true, _) => "restarting",
        (false, true) => "board-store",
        (false, false) => return None,
    };
    Some(say(lang, key, &[]))
}

#[cfg(test)]
mod secrecy_tests;
