//! The result card: a permanent message with everything a friend needs to check the hand.

use super::{Wanted, button, countdown, labels, mentions, plain_names, table_lang};
use crate::discord::component::Press;
use crate::discord::model::{Button, Embed, Field, Message, Row, Style};
use crate::discord::picture::{Scene, Sketch};
use crate::game::action::PromptId;
use crate::game::seat::Seat;
use crate::game::view::{Public, PublicView};
use crate::store::event::MatchEnd;
use crate::table::view::{TableInfo, TablePhase};
use crate::text::{Button as Label, Lang, result_alt, result_lines, say};

const COLOUR: u32 = 0xc9_8a_1b;
/// Characters of an embed's description.
const MAX_DESCRIPTION: usize = 4_096;

/// The card of the hand that has ended; `None` while it is played, or when it was voided.
pub fn wanted(info: &TableInfo, public: &Public<PublicView>) -> Option<Wanted> {
    let lang = table_lang(info);
    let view = public.get();
    let outcome = view.outcome.as_ref()?;
    let lines = result_lines(lang, outcome, &mentions(lang, info));
    let title =
        say(lang, "result-title", &[("hand", info.hand_no.into()), ("hands", info.settings.n_hands.into())]);
    let embed = Embed {
        title,
        description: lines.join("\n").chars().take(MAX_DESCRIPTION).collect(),
        color: Some(COLOUR),
        fields: fields(lang, info),
        footer: None,
    };
    let message = Message { embeds: vec![embed], components: buttons(lang, info), ..Message::default() };
    let scene =
        Scene::Result { view: view.clone(), players: labels(lang, info), hand_no: info.hand_no, lang };
    let alt_text = result_alt(lang, view, &plain_names(lang, info));
    Some(Wanted { message, sketch: Some(Sketch { scene, alt_text }) })
}

fn fields(lang: Lang, info: &TableInfo) -> Vec<Field> {
    let field = |key: &str, value: String| Field { name: say(lang, key, &[]), value, inline: false };
    let names = mentions(lang, info);
    let totals = Seat::ALL.map(|seat| {
        format!("{} {:+}", names[seat], info.seats[seat].as_ref().map_or(0, |taken| taken.points))
    });
    let mut fields = vec![field("result-totals", totals.join(" · "))];
    if let Some(fair) = &info.fair {
        let nonces: Vec<String> =
            fair.nonces.iter().map(|(seat, nonce)| format!("{seat} `{}`", code_safe(nonce))).collect();
        let secret = fair.secret.as_deref().unwrap_or("…");
        fields.push(field(
            "result-fair",
            say(
                lang,
                "fair-hand",
                &[
                    ("commitment", fair.commitment.as_str().into()),
                    ("secret", secret.into()),
                    ("nonces", nonces.join(" ").into()),
                ],
            ),
        ));
    }
    if let Some(hex) = &info.next_commitment {
        fields.push(field("result-next", format!("`{hex}`")));
    }
    let status = status(lang, info);
    if !status.is_empty() {
        fields.push(field("result-status", status));
    }
    fields
}

/// A nonce is a text that a player chose: inside a code span only the back-tick can end it.
fn code_safe(nonce: &str) -> String {
    nonce.chars().map(|c| if c == '`' || c.is_control() { '\'' } else { c }).collect()
}

fn status(lang: Lang, info: &TableInfo) -> String {
    match &info.phase {
        TablePhase::Ready { ready, deadline } => {
            let names = mentions(lang, info);
            let people = Seat::ALL
                .into_iter()
                .filter(|&seat| info.seats[seat].as_ref().is_some_and(|taken| taken.player.user().is_some()));
            let marks: Vec<String> = people
                .map(|seat| format!("{} {}", if ready[seat] { "✅" } else { "⏳" }, names[seat]))
                .collect();
            format!(
                "{}\n{}",
                marks.join(" "),
                say(lang, "ready-deadline", &[("when", countdown(*deadline).into())])
            )
        }
        TablePhase::Closed { end: MatchEnd::Complete } => say(lang, "match-complete", &[]),
        TablePhase::Closed { end: MatchEnd::Ended } => say(lang, "match-ended", &[]),
        TablePhase::Closed { end: MatchEnd::Idle } => say(lang, "match-idle", &[]),
        TablePhase::Paused { .. } => say(lang, "paused-nobody", &[]),
        TablePhase::Lobby | TablePhase::Playing { .. } => String::new(),
    }
}

/// The buttons' prompt is the number of the ended hand, so an old card's button starts nothing.
fn buttons(lang: Lang, info: &TableInfo) -> Vec<Row> {
    let make = |press, style, label| button(info.id, PromptId(u64::from(info.hand_no)), press, style, label);
    let row: Vec<Button> = match &info.phase {
        TablePhase::Ready { .. } | TablePhase::Paused { .. } => vec![
            make(Press::Ready, Style::Success, Label::NextHand.label(lang)),
            make(Press::Luck, Style::Secondary, say(lang, "button-luck", &[])),
        ],
        TablePhase::Closed { end: MatchEnd::Complete } => {
            vec![make(Press::Rematch, Style::Success, Label::Rematch.label(lang))]
        }
        _ => Vec::new(),
    };
    Row::wrap(row)
}
