//! The board: the table as everybody sees it. Says that three are asked, never who can claim.

use super::{
    Wanted, at_seats, button, end_text, is_automatic, labels, mentions, pause_text, plain_names, run,
    standstill, table_lang, time_left,
};
use crate::discord::component::Press;
use crate::discord::model::{Embed, Footer, Message, Row, Style};
use crate::discord::picture::{Scene, Sketch};
use crate::game::seat::Seat;
use crate::game::view::{Public, PublicPhase, PublicView};
use crate::table::view::{TableInfo, TablePhase};
use crate::text::{
    Button as Label, Lang, board_alt, changed_rules, list, progress_text, say, seat_name, turn_line,
    variant_name,
};

const COLOUR: u32 = 0x1f_6f_8b;

/// The board's message; without buttons once the hand is over. `unreached` are the people who must press 手牌 to see
/// their tiles.
pub fn wanted(info: &TableInfo, public: &Public<PublicView>, unreached: &[Seat]) -> Wanted {
    let lang = table_lang(info);
    let view = public.get();
    let title = say(
        lang,
        "board-title",
        &[
            ("variant", variant_name(lang, view.variant).into()),
            ("hand", progress_text(lang, &info.progress()).into()),
        ],
    );
    let embed = Embed {
        title,
        description: description(lang, info, view, unreached),
        color: Some(COLOUR),
        fields: Vec::new(),
        footer: info.fair.as_ref().map(|fair| Footer {
            text: say(lang, "fair-commitment", &[("hex", fair.commitment.as_str().into())]),
        }),
    };
    let message =
        Message { embeds: vec![embed], components: buttons(lang, info, view), ..Message::default() };
    let scene =
        Scene::Board { view: view.clone(), players: labels(lang, info), progress: info.progress(), lang };
    let alt_text = board_alt(lang, view, &plain_names(lang, info));
    Wanted { message, sketch: Some(Sketch { scene, alt_text }) }
}

fn description(lang: Lang, info: &TableInfo, view: &PublicView, unreached: &[Seat]) -> String {
    let turn = turn_line(lang, view, &at_seats(lang, info, mentions(lang, info)));
    let mut lines = match &info.phase {
        TablePhase::Playing { deadline, .. } => match view.phase {
            PublicPhase::Turn { seat } if is_automatic(info, seat) => vec![turn],
            _ => vec![format!("{turn} {}", time_left(*deadline))],
        },
        TablePhase::Paused { reason } => vec![pause_text(lang, *reason)],
        TablePhase::Closed { end } if view.phase != PublicPhase::Settled => vec![end_text(lang, *end)],
        _ => vec![turn],
    };
    if is_running(info, view) {
        lines.splice(..0, standstill(lang, info));
    }
    if view.liable {
        lines.push(say(lang, "board-liable", &[]));
    }
    let away: Vec<Seat> =
        info.seats.iter().filter(|(_, s)| s.as_ref().is_some_and(|s| s.away)).map(|(s, _)| s).collect();
    let names = mentions(lang, info);
    lines.extend(
        away.into_iter().map(|seat| say(lang, "board-away", &[("name", names[seat].as_str().into())])),
    );
    lines.extend(promised(lang, info));
    if is_running(info, view) && unreached.is_empty() {
        lines.push(say(lang, "board-hint", &[]));
    } else if is_running(info, view) {
        let names: Vec<String> = unreached.iter().map(|&seat| names[seat].clone()).collect();
        lines.push(say(lang, "board-unreached", &[("names", list(lang, &names).into())]));
    }
    lines.extend(run::shown(lang, info, view));
    lines.extend(house_rules(lang, info));
    lines.join("\n")
}

/// Who takes a seat at the next deal.
fn promised(lang: Lang, info: &TableInfo) -> Vec<String> {
    let lines = info.promised.iter().filter_map(|(seat, player)| {
        let name = format!("<@{}>", player.as_ref()?.user()?.0);
        let values = [("name", name.into()), ("seat", seat_name(lang, seat).into())];
        Some(say(lang, "board-promised", &values))
    });
    lines.collect()
}

/// The house rules that differ from the game's own, in one line.
fn house_rules(lang: Lang, info: &TableInfo) -> Option<String> {
    const MOST: usize = 4;
    let mut changed = changed_rules(info.settings.variant, &info.settings.options, lang);
    let n_more = changed.len().saturating_sub(MOST);
    changed.truncate(MOST);
    let rules = list(lang, &changed);
    match (changed.len(), n_more) {
        (0, _) => None,
        (_, 0) => Some(say(lang, "board-rules", &[("rules", rules.into())])),
        _ => Some(say(lang, "board-rules-more", &[("rules", rules.into()), ("n", n_more.into())])),
    }
}

fn is_running(info: &TableInfo, view: &PublicView) -> bool {
    matches!(info.phase, TablePhase::Playing { .. } | TablePhase::Paused { .. })
        && view.phase != PublicPhase::Settled
}

/// 手牌, 过 and 胡, always all three: who may press them with effect is nobody else's business.
fn buttons(lang: Lang, info: &TableInfo, view: &PublicView) -> Vec<Row> {
    if !is_running(info, view) {
        return Vec::new();
    }
    let make = |press, style, label| button(info.id, view.prompt, press, style, label);
    vec![Row::new([
        make(Press::Hand, Style::Primary, Label::Hand.label(lang)),
        make(Press::Pass, Style::Secondary, Label::Pass.label(lang)),
        make(Press::Win, Style::Success, Label::Hu.label(lang)),
    ])]
}
