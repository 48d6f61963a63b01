//! The lobby: who sits where, what is played, how fast.

use super::{Wanted, button, clock_text, end_text, mention, pause_text, run, standstill, table_lang};
use crate::discord::component::Press;
use crate::discord::model::{Embed, Footer, Message, Row, Style};
use crate::game::action::PromptId;
use crate::game::length::MatchLength;
use crate::game::level::Level;
use crate::game::seat::Seat;
use crate::table::view::{TableInfo, TablePhase};
use crate::text::{Button as Label, Lang, changed_rules, say, seat_name, variant_name};

const COLOUR: u32 = 0x2f_8f_5b;

/// The lobby's message. Without buttons once the match has begun or the table is closed.
pub fn wanted(info: &TableInfo) -> Wanted {
    let lang = table_lang(info);
    let settings = &info.settings;
    let length = match settings.length {
        MatchLength::Hands(hands) => say(lang, "lobby-length", &[("n", hands.into())]),
        MatchLength::Rounds(rounds) => say(lang, "lobby-rounds", &[("n", rounds.into())]),
    };
    let mut choices = vec![length, clock_text(lang, settings.clock)];
    if settings.n_programs > 0 {
        choices.push(say(lang, "lobby-programs", &[("n", settings.n_programs.into())]));
    }
    if settings.level == Level::Greedy {
        choices.push(say(lang, "lobby-beginners", &[]));
    }
    if info.hints {
        choices.push(say(lang, "lobby-hints", &[]));
    }
    let mut lines = vec![choices.join(" · "), options_text(lang, info), String::new()];
    lines.extend(Seat::ALL.map(|seat| seat_line(lang, info, seat)));
    lines.push(String::new());
    lines.push(status(lang, info));
    lines.extend(standstill(lang, info).filter(|_| info.phase == TablePhase::Lobby));
    let footer = info.next_commitment.as_ref().filter(|_| info.phase == TablePhase::Lobby);
    let embed = Embed {
        title: say(lang, "lobby-title", &[("variant", variant_name(lang, settings.variant).into())]),
        description: lines.join("\n"),
        color: Some(COLOUR),
        fields: Vec::new(),
        footer: footer
            .map(|hex| Footer { text: say(lang, "fair-commitment", &[("hex", hex.as_str().into())]) }),
    };
    Wanted::plain(Message { embeds: vec![embed], components: buttons(lang, info), ..Message::default() })
}

/// The program takes the seats that are empty at the start; people who join take the first free ones.
fn seat_line(lang: Lang, info: &TableInfo, seat: Seat) -> String {
    let name = seat_name(lang, seat);
    let taken = info.seats[seat].as_ref();
    let n_empty_from_here = Seat::ALL.into_iter().filter(|&s| s >= seat && info.seats[s].is_none()).count();
    if taken.is_none() && n_empty_from_here <= usize::from(info.settings.n_programs) {
        return format!("**{name}** {}", say(lang, "seat-for-program", &[]));
    }
    let is_host = taken.is_some_and(|taken| taken.player.user() == Some(info.host));
    let star = if is_host { say(lang, "lobby-host", &[]) } else { String::new() };
    format!("**{name}** {}{star}", mention(lang, seat, taken))
}

fn buttons(lang: Lang, info: &TableInfo) -> Vec<Row> {
    if let TablePhase::Choosing { .. } | TablePhase::Paused { .. } = info.phase {
        return vec![Row::new([run::hand_button(lang, info)])];
    }
    if info.phase != TablePhase::Lobby {
        return Vec::new();
    }
    let make = |press, style, label| button(info.id, PromptId(0), press, style, label);
    let fill = || make(Press::Fill, Style::Secondary, say(lang, "button-fill", &[]));
    let buttons = [
        make(Press::Join, Style::Success, Label::Join.label(lang)),
        make(Press::Leave, Style::Secondary, Label::Leave.label(lang)),
        make(Press::Start, Style::Primary, Label::Start.label(lang)),
        make(Press::Luck, Style::Secondary, say(lang, "button-luck", &[])),
    ];
    vec![Row::new(buttons.into_iter().chain((n_missing(info) > 0).then(fill)))]
}

/// Seats that neither a person nor the program will take.
fn n_missing(info: &TableInfo) -> usize {
    let n_free = info.seats.iter().filter(|(_, taken)| taken.is_none()).count();
    n_free.saturating_sub(usize::from(info.settings.n_programs))
}

fn status(lang: Lang, info: &TableInfo) -> String {
    match &info.phase {
        TablePhase::Lobby => match n_missing(info) {
            0 => say(lang, "lobby-ready", &[]),
            n => say(lang, "lobby-missing", &[("n", n.into())]),
        },
        TablePhase::Choosing { chosen, deadline } if info.hand_no == 0 => {
            run::progress(lang, info, chosen, *deadline)
        }
        TablePhase::Paused { reason } => pause_text(lang, *reason),
        TablePhase::Closed { end } => end_text(lang, *end),
        _ => say(lang, "lobby-begun", &[]),
    }
}

/// The house rules that differ from the game's own, a line each.
fn options_text(lang: Lang, info: &TableInfo) -> String {
    let changed = changed_rules(info.settings.variant, &info.settings.options, lang);
    if changed.is_empty() {
        return say(lang, "options-usual", &[]);
    }
    let lines: Vec<String> = changed.iter().map(|rule| format!("- {rule}")).collect();
    format!("{}\n{}", say(lang, "options-changed", &[]), lines.join("\n"))
}
