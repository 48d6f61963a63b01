//! A player's own hand, seen by that player alone, with the buttons of everything that the rules offer now.

use super::{Wanted, at_seats, button, end_text, is_automatic, pause_text, plain_names, run, time_left};
use crate::discord::component::Press;
use crate::discord::model::{Button, Message, Row, Style};
use crate::discord::picture::{Scene, Sketch};
use crate::game::action::{Offer, Origin, PromptId, TingDiscard};
use crate::game::seat::Seat;
use crate::game::tile::Tile;
use crate::game::view::{PlayerView, Private, PublicPhase};
use crate::store::event::{TableId, UnixMs};
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
    /// The discards of 粘听.
    StickyTing,
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
pub fn waiting(info: &TableInfo, seat: Seat, ask: &HandAsk<'_>) -> Wanted {
    let lang = ask.lang;
    let (line, components) = match &info.phase {
        TablePhase::Closed { end } => (end_text(lang, *end), Vec::new()),
        TablePhase::Choosing { chosen, deadline } => run::choice(lang, info, chosen[seat], *deadline),
        _ => (say(lang, "hand-lobby", &[]), Vec::new()),
    };
    let content = join_lines([ask.notice.map(str::to_owned), Some(line)]);
    Wanted::plain(Message { content, components, ..Message::default() })
}

fn for_player(info: &TableInfo, view: &PlayerView, ask: &HandAsk<'_>) -> Wanted {
    let lang = ask.lang;
    let away = info.seats[view.seat].as_ref().is_some_and(|seat| seat.away);
    let (lines, components) = match (&info.phase, away) {
        (TablePhase::Playing { prompt, deadline, bank_s, .. }, false) => {
            let menu = Menu { table: info.id, prompt: *prompt, lang };
            let asked = view.has_choice() || (!view.offers.is_empty() && n_present(info) > 1);
            let left = if asked { clock(lang, *deadline, *bank_s, view) } else { String::new() };
            let (text, rows) = if asked { menu.pane(view, ask.pane) } else { (None, Vec::new()) };
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
    let scene = Scene::Hand { view: view.clone(), lang };
    Wanted { message, sketch: Some(Sketch { scene, alt_text: hand_alt(lang, view) }) }
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
    Menu { table, prompt, lang }.pane(view, pane)
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
    let turn = turn_line(lang, &view.public, &at_seats(lang, info, plain_names(lang, info)));
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
mod tests {
    use super::*;
    use crate::game::action::Wait;
    use crate::game::length::MatchLength;
    use crate::game::ruleset::{Options, Variant};
    use crate::game::seat::BySeat;
    use crate::game::view::{Concealed, PublicPhase, PublicSeat, PublicView};
    use crate::store::event::{ClockPreset, Place, Player, Settings, UnixMs, UserId};
    use crate::t;
    use crate::table::view::SeatInfo;

    fn info(away: bool) -> TableInfo {
        let person = |user| Player::Person { user: UserId(user), name: format!("p{user}") };
        let seats = BySeat::from_fn(|seat| {
            let player = if seat.index() < 2 { person(seat.index() as u64 + 1) } else { Player::Program };
            Some(SeatInfo { player, points: 0, away: away && seat == Seat::East })
        });
        TableInfo {
            id: TableId(1),
            place: Place { guild: Some(1), channel: 2 },
            host: UserId(1),
            settings: Settings {
                variant: Variant::HarbinNew,
                options: Options::of(Variant::HarbinNew),
                length: MatchLength::Hands(8),
                n_programs: 2,
                clock: ClockPreset::Normal,
                locale: "zh-CN".into(),
            },
            phase: TablePhase::Playing {
                prompt: PromptId(42),
                deadline: UnixMs(1_000),
                late_at: None,
                bank_s: 0,
            },
            seats,
            promised: BySeat([const { None }; 4]),
            hand_no: 1,
            n_passes: 0,
            fair: None,
            next_commitment: None,
            waits_for_store: false,
            restarting: false,
            history: Vec::new(),
        }
    }

    fn view(phase: PublicPhase, offers: Vec<Offer>) -> PlayerView {
        let seat = PublicSeat {
            concealed: Concealed { n_tiles: 13 },
            melds: Vec::new(),
            river: Vec::new(),
            ting: None,
            standing: true,
            opened_pair: None,
        };
        let public = PublicView {
            variant: Variant::HarbinNew,
            dealer: Seat::East,
            n_drawable: 40,
            seats: BySeat::from_fn(|_| seat.clone()),
            phase,
            prompt: PromptId(42),
            last_discard: None,
            n_treasures: 4,
            n_flipped: 0,
            liable: false,
            run_points: BySeat([0; 4]),
            shown_replacement: None,
            indicator: None,
            outcome: None,
        };
        PlayerView {
            public,
            seat: Seat::East,
            hand: Vec::new(),
            drawn: None,
            waits: Vec::new(),
            treasures: Vec::new(),
            offers,
            answered: false,
        }
    }

    fn discards(tiles: &[Tile]) -> Vec<TingDiscard> {
        let waits = vec![Wait { tile: t!("3m"), n_unseen: 2 }];
        tiles.iter().map(|&tile| TingDiscard { tile, origin: Origin::Hand, waits: waits.clone() }).collect()
    }

    /// The buttons as lines of `label id-without-table`, after checking what Discord asks of them.
    fn rows(info: &TableInfo, view: &PlayerView, pane: Pane) -> Vec<String> {
        let ask = HandAsk { lang: Lang::ZhCn, pane, notice: None };
        let rows = for_player(info, view, &ask).message.components;
        let ids: Vec<&str> = rows.iter().flat_map(|row| row.buttons()).map(Button::custom_id).collect();
        let different: std::collections::HashSet<&&str> = ids.iter().collect();
        assert_eq!(different.len(), ids.len(), "ids must differ");
        assert!(rows.len() <= 5 && rows.iter().all(|row| (1..=5).contains(&row.buttons().len())));
        let text = |button: &Button| {
            let id = button.custom_id().trim_start_matches("m1:0000000000001:42:");
            format!("{} {id}", button.label())
        };
        rows.iter().map(|row| row.buttons().iter().map(text).collect::<Vec<_>>().join(" | ")).collect()
    }

    #[test]
    fn the_own_turn_has_tiles_then_actions() {
        let mut offers: Vec<Offer> = [t!("1m"), t!("2m"), t!("5p"), t!("5s"), t!("9s"), Tile::RED]
            .map(|tile| Offer::Discard { tile, origin: Origin::Hand })
            .to_vec();
        offers.push(Offer::Discard { tile: t!("1m"), origin: Origin::Drawn });
        offers.push(Offer::Ting { discards: discards(&[t!("9s")]) });
        offers.push(Offer::Kong { tile: t!("5p"), added: false });
        let turn = view(PublicPhase::Turn { seat: Seat::East }, offers);
        let expected = [
            "1万 d:1m | 2万 d:2m | 5筒 d:5p | 5条 d:5s | 9条 d:9s",
            "红中 d:C | 1万 t:1m",
            "听 T | 杠 5筒 k:5p",
        ];
        assert_eq!(rows(&info(false), &turn, Pane::Main), expected);
        assert_eq!(rows(&info(false), &turn, Pane::Ting), ["9条 td:9s", "返回 back"]);
        assert_eq!(rows(&info(true), &turn, Pane::Main), ["我回来了 here"]);
    }

    #[test]
    fn the_own_turn_says_how_much_of_the_clock_is_the_time_bank() {
        let own = view(PublicPhase::Turn { seat: Seat::East }, Vec::new());
        let others = view(PublicPhase::Turn { seat: Seat::South }, Vec::new());
        let shown = |bank_s, view| clock(Lang::ZhCn, UnixMs(9_000), bank_s, view);
        assert_eq!(shown(25, &own), "⏳ <t:9:R> （其中存时 25 秒）");
        assert_eq!([shown(0, &own), shown(25, &others)], ["⏳ <t:9:R>"; 2]);
        assert_eq!(clock(Lang::ZhCn, UnixMs(0), 25, &own), "");
    }

    #[test]
    fn a_claim_has_everything_that_is_offered_and_no_tiles() {
        let low = [t!("3m"), t!("4m"), t!("5m")];
        let mut offers: Vec<Offer> = low.map(|low| Offer::Chow { low }).to_vec();
        offers.extend(low.map(|low| Offer::TingChow { low, discards: discards(&[t!("9s")]) }));
        offers.push(Offer::Pung);
        offers.push(Offer::TingPung { discards: discards(&[t!("9s"), t!("1p")]) });
        offers.extend([Offer::ClaimKong, Offer::Win, Offer::Pass]);
        let phase = PublicPhase::Claims { from: Seat::North, tile: t!("5m"), robbing: false };
        let claim = view(phase, offers);
        let expected = [
            "吃 3-4-5万 c:3m | 吃 4-5-6万 c:4m | 吃 5-6-7万 c:5m | 听吃 3-4-5万 cc:3m | 听吃 4-5-6万 cc:4m",
            "听吃 5-6-7万 cc:5m | 碰 p | 听碰 pp | 杠 K | 胡 w",
            "过 x",
        ];
        assert_eq!(rows(&info(false), &claim, Pane::Main), expected);
        let pane = Pane::TingChow { low: t!("4m") };
        assert_eq!(rows(&info(false), &claim, pane), ["9条 cd:4m:9s", "返回 back"]);
        assert_eq!(rows(&info(false), &claim, Pane::TingPung), ["9条 pd:9s | 1筒 pd:1p", "返回 back"]);
    }
}
