//! A player's own hand, seen by that player alone, with the buttons of everything that the rules offer now.

use super::{Wanted, at_seats, button, end_text, is_automatic, pause_text, plain_names, run, time_left};
use crate::discord::component::{CustomId, Press};
use crate::discord::faces::Faces;
use crate::discord::model::{Button, Choosable, Message, Row, Select, Style};
use crate::discord::picture::{Scene, Sketch};
use crate::game::action::{Offer, Origin, PromptId, TingDiscard};
use crate::game::hints::Hint;
use crate::game::seat::Seat;
use crate::game::tile::Tile;
use crate::game::view::{PlayerView, Private, PublicPhase};
use crate::store::event::{TableId, UnixMs};
use crate::store::preferences::PersonChoices;
use crate::table::view::{Snapshot, TableInfo, TablePhase};
use crate::text::{
    Button as Label, Lang, escape_markdown, hand_alt, hint_text, offer_label, say, tile_name,
    ting_discard_text, turn_line, waits_text,
};

/// Characters that hints may take of the 2,000 of a message.
const MAX_HINTS: usize = 1_200;

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
    /// The discards of 粘听.
    StickyTing,
}

/// What to show to the player of a seat.
pub struct HandAsk<'a> {
    /// The player's language.
    pub lang: Lang,
    /// What the player chose once and for all.
    pub choices: &'a PersonChoices,
    /// Emoji for the tile buttons.
    pub faces: &'a Faces,
    /// The part that is open.
    pub pane: Pane,
    /// One sentence on what was just asked for.
    pub notice: Option<&'a str>,
    /// Which discards leave a hand one tile from a win, where the rules offer no ting and it is known.
    pub hints: Option<&'a Private<Vec<Hint>>>,
}

/// The private message of a seat; `None` while no hand was dealt.
pub fn wanted(snapshot: &Snapshot, seat: Seat, ask: &HandAsk<'_>) -> Option<Private<Wanted>> {
    let own = snapshot.private[seat].clone()?;
    Some(own.map(|view| for_player(&snapshot.info, &view, ask)))
}

/// The private message of a seated player before the first deal, or of one whose table is closed: nothing hidden.
pub fn waiting(info: &TableInfo, seat: Seat, ask: &HandAsk<'_>) -> Wanted {
    let lang = ask.lang;
    let (line, components) = match &info.phase {
        TablePhase::Closed { end } => (end_text(lang, *end), Vec::new()),
        TablePhase::Choosing { chosen, deadline } => run::choice(lang, info, chosen[seat], *deadline),
        TablePhase::Paused { reason } => (pause_text(lang, *reason), Vec::new()),
        _ => (say(lang, "hand-lobby", &[]), Vec::new()),
    };
    let content = join_lines([ask.notice.map(str::to_owned), Some(line)]);
    Wanted::plain(Message { content, components, ..Message::default() })
}

fn for_player(info: &TableInfo, view: &PlayerView, ask: &HandAsk<'_>) -> Wanted {
    let lang = ask.lang;
    let view = &asked_of(view, ask.choices);
    let away = info.seats[view.seat].as_ref().is_some_and(|seat| seat.away);
    let (lines, components) = match (&info.phase, away) {
        (TablePhase::Playing { prompt, deadline, bank_s, .. }, false) => {
            let menu = Menu {
                table: info.id,
                prompt: *prompt,
                lang,
                compact: ask.choices.compact,
                faces: Some(ask.faces),
            };
            let asked = view.has_choice() || (!view.offers.is_empty() && n_present(info) > 1);
            let left = if asked { clock(lang, *deadline, *bank_s, view) } else { String::new() };
            let (text, rows) = if asked { menu.pane(view, ask.pane) } else { (None, Vec::new()) };
            let told = || hints(lang, view).or_else(|| found(lang, view.seat, ask));
            let text = text.or_else(|| told().filter(|_| info.hints));
            ([Some(format!("{} {left}", status(lang, info, view)).trim_end().to_owned()), text], rows)
        }
        (TablePhase::Playing { prompt, .. }, true) => {
            let label = Label::Back.label(lang);
            let back = button(info.id, *prompt, Press::ComeBack, Style::Primary, label);
            ([Some(say(lang, "hand-away", &[])), None], vec![Row::new([back])])
        }
        (TablePhase::Choosing { chosen, deadline }, _) => {
            let (line, rows) = run::choice(lang, info, chosen[view.seat], *deadline);
            ([Some(line), None], rows)
        }
        (TablePhase::Closed { end }, _) => ([Some(end_text(lang, *end)), None], Vec::new()),
        (TablePhase::Paused { reason }, _) if reason.is_of_place() => {
            ([Some(pause_text(lang, *reason)), None], Vec::new())
        }
        (TablePhase::Paused { .. }, _) => ([Some(say(lang, "hand-paused", &[])), None], Vec::new()),
        (TablePhase::Ready { ready, .. }, _) if ready[view.seat] => {
            ([Some(say(lang, "hand-ready", &[])), None], Vec::new())
        }
        _ => ([Some(say(lang, "hand-over", &[])), None], Vec::new()),
    };
    let content = join_lines([ask.notice.map(str::to_owned)].into_iter().chain(lines));
    let message = Message { content, components, ..Message::default() };
    let scene = Scene::Hand { view: view.clone(), lang, index_digits: ask.choices.digits };
    Wanted { message, sketch: Some(Sketch { scene, alt_text: hand_alt(lang, view) }) }
}

/// 听牌提示: which discards leave which waits, as the rules offer them, or the waits of a ting hand.
fn hints(lang: Lang, view: &PlayerView) -> Option<String> {
    if !view.waits.is_empty() {
        return Some(waits_text(lang, &view.waits));
    }
    let lines = view.offers.iter().flat_map(|offer| {
        let (label, discards) = match offer {
            Offer::Ting { discards } => (None, discards),
            Offer::TingChow { discards, .. }
            | Offer::TingPung { discards }
            | Offer::StickyTing { discards } => (Some(offer_label(lang, offer)), discards),
            _ => return Vec::new(),
        };
        let line = |discard| match &label {
            Some(label) => format!("{label} · {}", ting_discard_text(lang, discard)),
            None => ting_discard_text(lang, discard),
        };
        discards.iter().map(line).collect()
    });
    let mut lines: Vec<String> = lines.collect();
    lines.dedup();
    let title = say(lang, "hand-hints", &[]);
    (!lines.is_empty()).then(|| [title].into_iter().chain(lines).collect::<Vec<_>>().join("\n"))
}

/// 听牌提示 where nothing is declared: the discards after which most unseen tiles win, as many as there is room for.
fn found(lang: Lang, seat: Seat, ask: &HandAsk<'_>) -> Option<String> {
    let mut hints: Vec<&Hint> = ask.hints?.open(seat)?.iter().collect();
    hints.sort_by_key(|hint| std::cmp::Reverse(hint.n_unseen()));
    let mut text = say(lang, "hand-hints-of-win", &[]);
    let n_before = text.chars().count();
    for line in hints.into_iter().map(|hint| hint_text(lang, hint)) {
        if text.chars().count() + line.chars().count() > MAX_HINTS {
            break;
        }
        text = join_lines([Some(text), Some(line)]);
    }
    (text.chars().count() > n_before).then_some(text)
}

/// What a player is asked who lets discards go that don't win: nothing, unless this one does.
fn asked_of(view: &PlayerView, choices: &PersonChoices) -> PlayerView {
    let mut view = view.clone();
    let is_claim = matches!(view.public.phase, PublicPhase::Claims { .. });
    if is_claim && choices.auto_pass {
        let wins = view.offers.contains(&Offer::Win);
        view.offers.retain(|offer| wins && matches!(offer, Offer::Win | Offer::Pass));
    }
    view
}

/// What is left of the time, and on the own turn how much of it is the time bank.
fn clock(lang: Lang, deadline: UnixMs, bank_s: u64, view: &PlayerView) -> String {
    let own_turn = view.public.phase == PublicPhase::Turn { seat: view.seat };
    match time_left(deadline) {
        left if own_turn && bank_s > 0 && !left.is_empty() => {
            format!("{left} {}", say(lang, "hand-bank", &[("n", bank_s.into())]))
        }
        left => left,
    }
}

/// The buttons of a view that belongs to no table, and what stands above them.
pub fn loose_buttons(
    id: (TableId, PromptId),
    lang: Lang,
    view: &PlayerView,
    pane: Pane,
) -> (Option<String>, Vec<Row>) {
    let (table, prompt) = id;
    Menu { table, prompt, lang, compact: false, faces: None }.pane(view, pane)
}

/// People who play themselves. One alone is never asked where there is nothing to decide (docs/ARCHITECTURE.md,
/// "clocks and pace"), so a lone 过 would only flash up.
fn n_present(info: &TableInfo) -> usize {
    Seat::ALL.into_iter().filter(|&seat| !is_automatic(info, seat)).count()
}

fn join_lines(lines: impl IntoIterator<Item = Option<String>>) -> String {
    let mut lines: Vec<String> = lines.into_iter().flatten().collect();
    // What was just asked for may be what there is to say anyway: the table has ended.
    lines.dedup();
    lines.join("\n").chars().take(MAX_CONTENT).collect()
}

/// Characters of a message's text.
const MAX_CONTENT: usize = 2_000;

fn status(lang: Lang, info: &TableInfo, view: &PlayerView) -> String {
    let names = plain_names(lang, info).map(|_, name| escape_markdown(name));
    let turn = turn_line(lang, &view.public, &at_seats(lang, info, names));
    if view.answered {
        return format!("{turn} {}", say(lang, "hand-waits-for-others", &[]));
    }
    let own_turn = view.offers.iter().any(|offer| matches!(offer, Offer::Discard { .. }));
    match (own_turn, view.has_choice()) {
        (true, _) => say(lang, "hand-your-turn", &[]),
        _ if view.offers.contains(&Offer::Win) => format!("{turn} {}", say(lang, "hand-you-may-win", &[])),
        (false, true) => format!("{turn} {}", say(lang, "hand-you-may", &[])),
        (false, false) => turn,
    }
}

/// Makes the buttons of one prompt.
struct Menu<'a> {
    table: TableId,
    prompt: PromptId,
    lang: Lang,
    /// One list instead of a button for each tile.
    compact: bool,
    faces: Option<&'a Faces>,
}

impl Menu<'_> {
    fn button(&self, press: Press, style: Style, label: String) -> Button {
        button(self.table, self.prompt, press, style, label)
    }

    fn pane(&self, view: &PlayerView, pane: Pane) -> (Option<String>, Vec<Row>) {
        let choices = view.offers.iter().find_map(|offer| match (offer, pane) {
            (Offer::Ting { discards }, Pane::Ting) => Some(discards),
            (Offer::TingChow { low, discards }, Pane::TingChow { low: l }) if *low == l => Some(discards),
            (Offer::TingPung { discards }, Pane::TingPung) => Some(discards),
            (Offer::StickyTing { discards }, Pane::StickyTing) => Some(discards),
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
            tiles.extend(from(origin).map(|tile| {
                self.button(Press::Discard { tile, origin }, style, tile_name(self.lang, tile))
                    .with_face(self.faces.and_then(|faces| faces.of(tile)))
            }));
        }
        let actions = offers.iter().filter_map(|offer| self.action(offer)).collect::<Vec<_>>();
        let mut rows = if self.compact { self.tile_list(&tiles) } else { Row::wrap(tiles) };
        rows.extend(Row::wrap(actions));
        rows.truncate(5);
        rows
    }

    /// The tile buttons as lines of a list, each with the id that its button would have.
    fn tile_list(&self, tiles: &[Button]) -> Vec<Row> {
        let lines = tiles.iter().map(|tile| Choosable {
            value: tile.custom_id().to_owned(),
            label: tile.label().to_owned(),
            description: match tile.style() {
                Style::Primary => say(self.lang, "hand-list-drawn", &[]),
                _ => String::new(),
            },
            default: false,
        });
        let lines: Vec<Choosable> = lines.collect();
        if lines.is_empty() {
            return Vec::new();
        }
        let id = CustomId { table: self.table, prompt: self.prompt, press: Press::PickTile };
        vec![Row::select(Select::new(id, &say(self.lang, "hand-list", &[]), false, lines))]
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
            Offer::StickyTing { .. } => (Press::OpenStickyTing, Style::Primary),
            Offer::ClaimKong => (Press::ClaimKong, Style::Primary),
            Offer::Win => (Press::Win, Style::Success),
            Offer::Pass => (Press::Pass, Style::Secondary),
        };
        Some(self.button(press, style, offer_label(self.lang, offer)))
    }

    /// Only the legal discards, each with its waits in the text.
    fn ting_choice(&self, discards: &[TingDiscard], pane: Pane) -> (Option<String>, Vec<Row>) {
        let choices = discards.iter().map(|discard| ting_discard_text(self.lang, discard));
        let lines: Vec<String> =
            [say(self.lang, "hand-choose-ting", &[])].into_iter().chain(choices).collect();
        let mut rows = Row::wrap(
            discards
                .iter()
                .map(|&TingDiscard { tile, origin, .. }| {
                    let press = match pane {
                        Pane::TingChow { low } => Press::TingChow { low, discard: tile },
                        Pane::TingPung => Press::TingPung { discard: tile },
                        Pane::StickyTing => Press::StickyTing { discard: tile },
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

#[cfg(test)]
pub(in crate::discord) mod tests;
