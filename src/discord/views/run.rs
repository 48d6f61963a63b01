//! 跑分 before the deal: the private choice, and in public who has chosen, never what.

use super::{button, is_automatic, mentions, time_left};
use crate::discord::component::Press;
use crate::discord::model::{Button, Row, Style};
use crate::game::action::PromptId;
use crate::game::ruleset::RunPoints;
use crate::game::seat::{BySeat, Seat};
use crate::game::view::PublicView;
use crate::store::event::UnixMs;
use crate::table::view::TableInfo;
use crate::text::{Button as Label, Lang, list, say};

/// What can be chosen, in the order of the buttons.
const CHOICES: [RunPoints; 5] =
    [RunPoints::Points(0), RunPoints::Points(1), RunPoints::Points(3), RunPoints::Points(5), RunPoints::Top];

/// The words and buttons of a player's private message; the buttons' prompt is the number of the hand to be dealt.
pub(super) fn choice(lang: Lang, info: &TableInfo, has_chosen: bool, deadline: UnixMs) -> (String, Vec<Row>) {
    if has_chosen {
        return (say(lang, "run-chosen", &[]), Vec::new());
    }
    let next = PromptId(u64::from(info.hand_no) + 1);
    let top = info.settings.options.top_run_points;
    let buttons = CHOICES.map(|choice| {
        let label = match choice {
            RunPoints::Points(points) => say(lang, "button-run", &[("n", u32::from(points).into())]),
            RunPoints::Top => say(lang, "button-run-top", &[("n", top.into())]),
        };
        button(info.id, next, Press::RunPoints { choice }, Style::Primary, label)
    });
    let line = format!("{} {}", say(lang, "run-choose", &[]), time_left(deadline));
    (line.trim_end().to_owned(), vec![Row::new(buttons)])
}

/// Who has chosen, and until when the others may.
pub(super) fn progress(lang: Lang, info: &TableInfo, chosen: &BySeat<bool>, deadline: UnixMs) -> String {
    let names = mentions(lang, info);
    let marks: Vec<String> = Seat::ALL
        .into_iter()
        .filter(|&seat| !is_automatic(info, seat))
        .map(|seat| format!("{} {}", if chosen[seat] { "✅" } else { "⏳" }, names[seat]))
        .collect();
    format!("{} {}\n{}", say(lang, "run-asked", &[]), time_left(deadline), marks.join(" "))
}

/// Opens the private message again where it is out of sight.
pub(super) fn hand_button(lang: Lang, info: &TableInfo) -> Button {
    let next = PromptId(u64::from(info.hand_no) + 1);
    button(info.id, next, Press::Hand, Style::Primary, Label::Hand.label(lang))
}

/// What everybody runs in the dealt hand; nothing where nobody runs.
pub(super) fn shown(lang: Lang, info: &TableInfo, view: &PublicView) -> Option<String> {
    let names = mentions(lang, info);
    let runs: Vec<String> = view
        .run_points
        .iter()
        .filter(|(_, points)| **points > 0)
        .map(|(seat, points)| {
            say(lang, "run-of", &[("name", names[seat].as_str().into()), ("n", (*points).into())])
        })
        .collect();
    (!runs.is_empty()).then(|| say(lang, "run-shown", &[("runs", list(lang, &runs).into())]))
}
