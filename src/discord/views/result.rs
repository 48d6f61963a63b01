//! The result card: a permanent message with everything a friend needs to check the hand.

use super::{
    Wanted, button, countdown, end_text, labels, mentions, pause_text, plain_names, run, standstill,
    table_lang,
};
use crate::discord::component::Press;
use crate::discord::model::{Button, Embed, Field, Message, Row, Style};
use crate::discord::picture::{Scene, Sketch};
use crate::game::action::PromptId;
use crate::game::seat::{BySeat, Seat};
use crate::game::view::{Public, PublicView};
use crate::store::event::{MatchEnd, UnixMs};
use crate::table::view::{TableInfo, TablePhase};
use crate::text::{Button as Label, Lang, progress_text, result_alt, result_lines, say, seat_name};

const COLOUR: u32 = 0xc9_8a_1b;
/// Characters of an embed's description.
const MAX_DESCRIPTION: usize = 4_096;

/// The card of the hand that has ended; `None` while it is played, or when it was voided.
pub fn wanted(info: &TableInfo, public: &Public<PublicView>) -> Option<Wanted> {
    let lang = table_lang(info);
    let view = public.get();
    let outcome = view.outcome.as_ref()?;
    let mut lines = result_lines(lang, outcome, &mentions(lang, info));
    // Why the dealer pays for others (包庄), behind the headline.
    if view.liable && outcome.win.as_ref().is_some_and(|win| win.winner != view.dealer) {
        lines.insert(1, say(lang, "board-liable", &[]));
    }
    let title = say(lang, "result-title", &[("hand", progress_text(lang, &info.progress()).into())]);
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
    let mut fields = match info.phase {
        TablePhase::Closed { end: MatchEnd::Complete } => vec![field("result-ranks", ranks(lang, info))],
        _ => vec![field("result-totals", totals(lang, info))],
    };
    if let Some(fair) = &info.fair {
        let nonces: Vec<String> = fair
            .nonces
            .iter()
            .map(|(seat, nonce)| format!("{} `{}`", seat_name(lang, seat), code_safe(nonce)))
            .collect();
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
    let status = match &info.phase {
        TablePhase::Ready { ready, deadline } => {
            Some(("result-next-hand", waiting(lang, info, ready, *deadline)))
        }
        TablePhase::Choosing { chosen, deadline } => {
            Some(("result-run", run::progress(lang, info, chosen, *deadline)))
        }
        TablePhase::Closed { end } => Some(("result-end", end_text(lang, *end))),
        TablePhase::Paused { reason } => Some(("result-pause", pause_text(lang, *reason))),
        TablePhase::Lobby | TablePhase::Playing { .. } => None,
    };
    fields.extend(status.map(|(key, text)| match standstill(lang, info) {
        Some(why) if !matches!(info.phase, TablePhase::Closed { .. }) => field(key, format!("{text}\n{why}")),
        _ => field(key, text),
    }));
    fields
}

fn points(info: &TableInfo, seat: Seat) -> i32 {
    info.seats[seat].as_ref().map_or(0, |taken| taken.points)
}

fn totals(lang: Lang, info: &TableInfo) -> String {
    let names = mentions(lang, info);
    Seat::ALL.map(|seat| format!("{} {:+}", names[seat], points(info, seat))).join(" · ")
}

/// The final order, best first; equal points share a rank.
fn ranks(lang: Lang, info: &TableInfo) -> String {
    const MEDALS: [&str; 4] = ["🥇", "🥈", "🥉", "4️⃣"];
    let names = mentions(lang, info);
    let mut seats = Seat::ALL;
    seats.sort_by_key(|&seat| std::cmp::Reverse(points(info, seat)));
    let line = |seat: Seat| {
        let n_better =
            Seat::ALL.into_iter().filter(|&other| points(info, other) > points(info, seat)).count();
        format!("{} {} **{:+}**", MEDALS[n_better.min(3)], names[seat], points(info, seat))
    };
    seats.map(line).join("\n")
}

/// A nonce is a text that a player chose: inside a code span only the back-tick can end it.
fn code_safe(nonce: &str) -> String {
    nonce.chars().map(|c| if c == '`' || c.is_control() { '\'' } else { c }).collect()
}

/// Who is ready, and when the next hand begins by itself.
fn waiting(lang: Lang, info: &TableInfo, ready: &BySeat<bool>, deadline: UnixMs) -> String {
    let names = mentions(lang, info);
    let marks: Vec<String> = info
        .seats
        .iter()
        .filter(|(_, taken)| taken.as_ref().is_some_and(|taken| taken.player.user().is_some()))
        .map(|(seat, _)| format!("{} {}", if ready[seat] { "✅" } else { "⏳" }, names[seat]))
        .collect();
    let begins = say(lang, "ready-deadline", &[("when", countdown(deadline).into())]);
    format!("{}\n{begins}", marks.join(" "))
}

/// The buttons' prompt is the number of the ended hand, so an old card's button starts nothing. 回放 stays for good.
fn buttons(lang: Lang, info: &TableInfo) -> Vec<Row> {
    let make = |press, style, label| button(info.id, PromptId(u64::from(info.hand_no)), press, style, label);
    let mut row: Vec<Button> = match &info.phase {
        TablePhase::Ready { .. } | TablePhase::Paused { .. } => vec![
            make(Press::Ready, Style::Success, Label::NextHand.label(lang)),
            make(Press::Luck, Style::Secondary, say(lang, "button-luck", &[])),
        ],
        TablePhase::Closed { end: MatchEnd::Complete } => {
            vec![make(Press::Rematch, Style::Success, Label::Rematch.label(lang))]
        }
        TablePhase::Choosing { .. } => vec![run::hand_button(lang, info)],
        _ => Vec::new(),
    };
    row.push(replay_button(lang, info, info.hand_no));
    Row::wrap(row)
}

fn replay_button(lang: Lang, info: &TableInfo, hand_no: u32) -> Button {
    let prompt = PromptId(u64::from(hand_no));
    button(info.id, prompt, Press::Replay, Style::Secondary, say(lang, "button-replay", &[]))
}

/// The buttons of the card of a hand after which others have begun.
pub fn buttons_of_earlier(info: &TableInfo, hand_no: u32) -> Vec<Row> {
    vec![Row::new([replay_button(table_lang(info), info, hand_no)])]
}

#[cfg(test)]
mod tests {
    use super::super::board;
    use super::super::hand::tests::info;
    use super::wanted;
    use crate::game::ruleset::Variant;
    use crate::game::secrecy_tests::positions;
    use crate::text::say;

    /// The dealer of 哈尔滨 who pays for all after three drawn hands (B-Q06) learns it before, and sees afterwards why.
    #[test]
    fn a_dealer_who_pays_for_all_is_told_so_on_the_board_and_on_the_card() {
        let info = info(false);
        let lang = super::table_lang(&info);
        let told = say(lang, "board-liable", &[]);
        let is_told = |wanted: super::Wanted| wanted.message.embeds[0].description.contains(&told);
        let hands = (1..).map(|number| positions(Variant::Harbin, number));
        let positions = hands.into_iter().find(|hand| {
            hand.last()
                .is_some_and(|last| last.settlement().is_some_and(|settlement| settlement.winner.is_some()))
        });
        let positions = positions.unwrap();
        let (begun, over) = (positions[0].public_view(), positions[positions.len() - 1].public_view());
        for liable in [false, true] {
            let begun = begun.clone().map(|mut view| {
                view.liable = liable;
                view
            });
            assert_eq!(is_told(board::wanted(&info, &begun, &[])), liable);
            for dealer_wins in [false, true] {
                let over = over.clone().map(|mut view| {
                    view.liable = liable;
                    let winner = view.outcome.as_ref().unwrap().win.as_ref().unwrap().winner;
                    view.dealer = if dealer_wins { winner } else { winner.next() };
                    view
                });
                assert_eq!(is_told(wanted(&info, &over).unwrap()), liable && !dealer_wins);
            }
        }
    }
}
