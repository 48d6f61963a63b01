//! A player's own hand, seen by that player alone, with the buttons of everything that the rules offer now.

use super::{Wanted, button, end_text, is_automatic, plain_names, time_left};
use crate::discord::component::Press;
use crate::discord::model::{Button, Message, Row, Style};
use crate::discord::picture::{Scene, Sketch};
use crate::game::action::{Offer, Origin, PromptId, TingDiscard};
use crate::game::seat::Seat;
use crate::game::tile::Tile;
use crate::game::view::{PlayerView, Private};
use crate::store::event::TableId;
use crate::table::view::{Snapshot, TableInfo, TablePhase};
use crate::text::{
    Button as Label, Lang, hand_alt, offer_label, say, tile_name, ting_discard_text, turn_line,
};

/// Which part of the hand's choices is shown.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub enum Pane {
    /// All offers.
    #[default]
    Main,
    /// The discards that declare ting.
    Ting,
    /// The discards for 听吃 with this run.
    TingChow {
        /// Lowest tile of the run.
        low: Tile,
    },
    /// The discards for 听碰.
    TingPung,
}

/// What to show to the player of a seat.
pub struct HandAsk<'a> {
    /// The player's language.
    pub lang: Lang,
    /// The part that is open.
    pub pane: Pane,
    /// One sentence on what was just asked for.
    pub notice: Option<&'a str>,
}

/// The private message of a seat; `None` while no hand was dealt.
pub fn wanted(snapshot: &Snapshot, seat: Seat, ask: &HandAsk<'_>) -> Option<Private<Wanted>> {
    let own = snapshot.private[seat].clone()?;
    Some(own.map(|view| for_player(&snapshot.info, &view, ask)))
}

/// The private message of a seated player before the first deal, or of one whose table is closed: nothing hidden.
pub fn waiting(info: &TableInfo, ask: &HandAsk<'_>) -> Wanted {
    let lang = ask.lang;
    let line = match info.phase {
        TablePhase::Closed { end } => end_text(lang, end),
        _ => say(lang, "hand-lobby", &[]),
    };
    Wanted::plain(Message::text(join_lines([ask.notice.map(str::to_owned), Some(line)])))
}

fn for_player(info: &TableInfo, view: &PlayerView, ask: &HandAsk<'_>) -> Wanted {
    let lang = ask.lang;
    let away = info.seats[view.seat].as_ref().is_some_and(|seat| seat.away);
    let (lines, components) = match (&info.phase, away) {
        (TablePhase::Playing { prompt, deadline }, false) => {
            let menu = Menu { table: info.id, prompt: *prompt, lang };
            let asked = view.has_choice() || (!view.offers.is_empty() && n_present(info) > 1);
            let left = if asked { time_left(*deadline) } else { String::new() };
            let (text, rows) = if asked { menu.pane(view, ask.pane) } else { (None, Vec::new()) };
            ([Some(format!("{} {left}", status(lang, info, view)).trim_end().to_owned()), text], rows)
        }
        (TablePhase::Playing { prompt, .. }, true) => {
            let label = Label::Back.label(lang);
            let back = button(info.id, *prompt, Press::ComeBack, Style::Primary, label);
            ([Some(say(lang, "hand-away", &[])), None], vec![Row::new([back])])
        }
        (TablePhase::Closed { end }, _) => ([Some(end_text(lang, *end)), None], Vec::new()),
        (TablePhase::Paused { .. }, _) => ([Some(say(lang, "hand-paused", &[])), None], Vec::new()),
        _ => ([Some(say(lang, "hand-over", &[])), None], Vec::new()),
    };
    let content = join_lines([ask.notice.map(str::to_owned)].into_iter().chain(lines));
    let message = Message { content, components, ..Message::default() };
    let scene = Scene::Hand { view: view.clone(), lang };
    Wanted { message, sketch: Some(Sketch { scene, alt_text: hand_alt(lang, view) }) }
}

/// People who play themselves. One alone is never asked where there is nothing to decide (docs/ARCHITECTURE.md,
/// "clocks and pace"), so a lone 过 would only flash up.
fn n_present(info: &TableInfo) -> usize {
    Seat::ALL.into_iter().filter(|&seat| !is_automatic(info, seat)).count()
}

fn join_lines(lines: impl IntoIterator<Item = Option<String>>) -> String {
    let text = lines.into_iter().flatten().collect::<Vec<_>>().join("\n");
    text.chars().take(MAX_CONTENT).collect()
}

/// Characters of a message's text.
const MAX_CONTENT: usize = 2_000;

fn status(lang: Lang, info: &TableInfo, view: &PlayerView) -> String {
    let turn = turn_line(lang, &view.public, &plain_names(lang, info));
    if view.answered {
        return format!("{turn} {}", say(lang, "hand-waits-for-others", &[]));
    }
    let own_turn = view.offers.iter().any(|offer| matches!(offer, Offer::Discard { .. }));
    match (own_turn, view.has_choice()) {
        (true, _) => say(lang, "hand-your-turn", &[]),
        (false, true) => format!("{turn} {}", say(lang, "hand-you-may", &[])),
        (false, false) => turn,
    }
}

/// Makes the buttons of one prompt.
struct Menu {
    table: TableId,
    prompt: PromptId,
    lang: Lang,
}

impl Menu {
    fn button(&self, press: Press, style: Style, label: String) -> Button {
        button(self.table, self.prompt, press, style, label)
    }

    fn pane(&self, view: &PlayerView, pane: Pane) -> (Option<String>, Vec<Row>) {
        let choices = view.offers.iter().find_map(|offer| match (offer, pane) {
            (Offer::Ting { discards }, Pane::Ting) => Some(discards),
            (Offer::TingChow { low, discards }, Pane::TingChow { low: l }) if *low == l => Some(discards),
            (Offer::TingPung { discards }, Pane::TingPung) => Some(discards),
            _ => None,
        });
        match choices {
            Some(discards) => self.ting_choice(discards, pane),
            None => (None, self.offers(&view.offers)),
        }
    }

    /// Tiles in rows 1–3 on the own turn, then the other actions: at most ten there, so never more than five rows.
    fn offers(&self, offers: &[Offer]) -> Vec<Row> {
        let from = |wanted: Origin| {
            offers.iter().filter_map(move |offer| match offer {
                Offer::Discard { tile, origin } if *origin == wanted => Some(*tile),
                _ => None,
            })
        };
        let mut tiles: Vec<Button> = Vec::new();
        for (origin, style) in [(Origin::Hand, Style::Secondary), (Origin::Drawn, Style::Primary)] {
            tiles.extend(
                from(origin).map(|tile| {
                    self.button(Press::Discard { tile, origin }, style, tile_name(self.lang, tile))
                }),
            );
        }
        let actions = offers.iter().filter_map(|offer| self.action(offer)).collect::<Vec<_>>();
        let mut rows = Row::wrap(tiles);
        rows.extend(Row::wrap(actions));
        rows.truncate(5);
        rows
    }

    fn action(&self, offer: &Offer) -> Option<Button> {
        let (press, style) = match offer {
            Offer::Discard { .. } => return None,
            Offer::Ting { .. } => (Press::OpenTing, Style::Primary),
            Offer::Kong { tile, .. } => (Press::Kong { tile: *tile }, Style::Primary),
            Offer::Chow { low } => (Press::Chow { low: *low }, Style::Primary),
            Offer::TingChow { low, .. } => (Press::OpenTingChow { low: *low }, Style::Primary),
            Offer::Pung => (Press::Pung, Style::Primary),
            Offer::TingPung { .. } => (Press::OpenTingPung, Style::Primary),
            Offer::ClaimKong => (Press::ClaimKong, Style::Primary),
            Offer::Win => (Press::Win, Style::Success),
            Offer::Pass => (Press::Pass, Style::Secondary),
        };
        Some(self.button(press, style, offer_label(self.lang, offer)))
    }

    /// Only the legal discards, each with its waits in the text.
    fn ting_choice(&self, discards: &[TingDiscard], pane: Pane) -> (Option<String>, Vec<Row>) {
        let lines: Vec<String> =
            discards.iter().map(|discard| ting_discard_text(self.lang, discard)).collect();
        let mut rows = Row::wrap(
            discards
                .iter()
                .map(|&TingDiscard { tile, origin, .. }| {
                    let press = match pane {
                        Pane::TingChow { low } => Press::TingChow { low, discard: tile },
                        Pane::TingPung => Press::TingPung { discard: tile },
                        Pane::Main | Pane::Ting => Press::Ting { tile, origin },
                    };
                    self.button(press, Style::Primary, tile_name(self.lang, tile))
                })
                .collect(),
        );
        rows.truncate(4);
        rows.push(Row::new([self.button(Press::Back, Style::Secondary, say(self.lang, "button-undo", &[]))]));
        (Some(lines.join("\n")), rows)
    }
}
