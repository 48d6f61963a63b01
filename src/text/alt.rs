//! Pictures in words, for people who hear them. Each is a function of the view alone.

use crate::game::meld::Meld;
use crate::game::seat::{BySeat, Seat};
use crate::game::tile::Tile;
use crate::game::view::{Outcome, PlayerView, PublicPhase, PublicView};

use super::scoring::total_line;
use super::{
    Lang, headline, list, meld_text, offers_text, say, seat_name, set_text, tile_name, tiles_text,
    treasures_line, variant_name, waits_text,
};

/// Discord's limit for the description of a picture, counted in UTF-16 units to be safe.
const MOST_UNITS: usize = 1024;

fn fits(text: &str) -> bool {
    text.encode_utf16().count() <= MOST_UNITS
}

/// Cuts at the limit, with `…` where something is missing.
fn clip(text: String) -> String {
    if fits(&text) {
        return text;
    }
    let mut n_units = 1;
    let kept = text.chars().take_while(|c| {
        n_units += c.len_utf16();
        n_units <= MOST_UNITS
    });
    kept.chain(['…']).collect()
}

/// Whose turn it is, or what the three others are asked. `names` may be mentions or plain names.
pub fn turn_line(lang: Lang, view: &PublicView, names: &BySeat<String>) -> String {
    let who = |seat: Seat| ("name", names[seat].as_str().into());
    match view.phase {
        PublicPhase::Deal => say(lang, "turn-deal", &[]),
        PublicPhase::Turn { seat } => say(lang, "turn-seat", &[who(seat)]),
        PublicPhase::Claims { from, tile, robbing } => {
            let name = who(from);
            let tile = ("tile", tile_name(lang, tile).into());
            if robbing {
                say(lang, "turn-robbing", &[name, tile])
            } else {
                say(lang, "turn-claims", &[name, tile])
            }
        }
        PublicPhase::Settled => say(lang, "turn-settled", &[]),
    }
}

fn melds_text(lang: Lang, melds: &[Meld]) -> String {
    let parts: Vec<String> = melds.iter().map(|meld| meld_text(lang, meld)).collect();
    list(lang, &parts)
}

/// The newest `n_kept` discards of a river; older ones stand as `…`.
fn river_text(lang: Lang, river: &[Tile], n_kept: usize) -> String {
    let kept = &river[river.len().saturating_sub(n_kept)..];
    let tiles = [("tiles", tiles_text(lang, kept).into())];
    match (river.len(), kept.len()) {
        (0, _) => say(lang, "board-river-empty", &[]),
        (all, kept) if kept < all => say(lang, "board-river-cut", &tiles),
        _ => say(lang, "board-river", &tiles),
    }
}

/// All of a seat but its river, and the river.
fn seat_text(lang: Lang, view: &PublicView, seat: Seat, name: &str, n_kept: usize) -> String {
    let public = &view.seats[seat];
    let mut parts = vec![say(
        lang,
        "board-seat",
        &[
            ("seat", seat_name(lang, seat).into()),
            ("name", name.into()),
            ("n", public.concealed.n_tiles.into()),
        ],
    )];
    if public.ting.is_some() {
        parts.push(say(lang, "board-ting", &[]));
    }
    if public.standing && view.indicator.is_none() {
        parts.push(say(lang, "board-standing", &[]));
    }
    if !public.melds.is_empty() {
        parts.push(say(lang, "board-melds", &[("melds", melds_text(lang, &public.melds).into())]));
    }
    if let Some(tile) = public.opened_pair {
        parts.push(say(lang, "board-pair", &[("tile", tile_name(lang, tile).into())]));
    }
    parts.push(river_text(lang, &public.river, n_kept));
    let between = if lang.is_chinese() { "，" } else { "; " };
    parts.join(between)
}

/// The board in words, at most 1,024 characters: whose turn first, then the seats; the oldest discards go first
/// where the room is short.
pub fn board_alt(lang: Lang, view: &PublicView, names: &BySeat<String>) -> String {
    let turned = view.indicator.map_or_else(Default::default, |turned| {
        (tile_name(lang, turned.tile), tile_name(lang, turned.wild()))
    });
    let head = say(
        lang,
        "board-head",
        &[
            ("variant", variant_name(lang, view.variant).into()),
            ("dealer", seat_name(lang, view.dealer).into()),
            ("drawable", view.n_drawable.into()),
            ("treasures", view.n_treasures.into()),
            ("flipped", view.n_flipped.into()),
            ("turned", turned.0.into()),
            ("wild", turned.1.into()),
            ("liable", if view.liable { "yes" } else { "no" }.into()),
        ],
    );
    let turn = turn_line(lang, view, names);
    let text = |n_kept: usize| {
        let seats = Seat::ALL.map(|seat| seat_text(lang, view, seat, &names[seat], n_kept));
        let head = match view.shown_replacement {
            Some((seat, tile)) => format!("{head}{}", shown_replacement(lang, names, seat, tile)),
            None => head.clone(),
        };
        format!("{turn}\n{head}\n{}", seats.join("\n"))
    };
    let longest = view.seats.iter().map(|(_, seat)| seat.river.len()).max().unwrap_or(0);
    (0..=longest).rev().map(text).find(|text| fits(text)).unwrap_or_else(|| clip(text(0)))
}

/// 杠小鸡 in words.
fn shown_replacement(lang: Lang, names: &BySeat<String>, seat: Seat, tile: Tile) -> String {
    let args = [("name", names[seat].as_str().into()), ("tile", tile_name(lang, tile).into())];
    say(lang, "board-shown-replacement", &args)
}

/// A private hand in words: its tiles, melds, waits, treasures and what it may do.
pub fn hand_alt(lang: Lang, view: &PlayerView) -> String {
    let public = &view.public.seats[view.seat];
    let mut parts = vec![
        say(lang, "hand-seat", &[("seat", seat_name(lang, view.seat).into())]),
        say(lang, "hand-tiles", &[("tiles", tiles_text(lang, &view.hand).into())]),
    ];
    if let Some(turned) = view.public.indicator {
        parts.push(say(lang, "hand-wild", &[("tile", tile_name(lang, turned.wild()).into())]));
    }
    if let Some(tile) = view.drawn {
        parts.push(say(lang, "hand-tile-drawn", &[("tile", tile_name(lang, tile).into())]));
    }
    if !public.melds.is_empty() {
        parts.push(say(lang, "hand-melds", &[("melds", melds_text(lang, &public.melds).into())]));
    }
    if public.ting.is_some() {
        parts.push(say(lang, "hand-ting", &[("waits", waits_text(lang, &view.waits).into())]));
    }
    if !view.treasures.is_empty() {
        parts.push(say(lang, "hand-treasures", &[("tiles", own_treasures(lang, view).into())]));
    }
    if view.answered {
        parts.push(say(lang, "hand-answered", &[]));
    } else if !view.offers.is_empty() {
        parts.push(say(lang, "hand-offers", &[("offers", offers_text(lang, &view.offers).into())]));
    }
    clip(parts.join("\n"))
}

/// The flipped treasures as their viewer knows them.
fn own_treasures(lang: Lang, view: &PlayerView) -> String {
    let parts: Vec<String> = view
        .treasures
        .iter()
        .map(|&(seat, tile)| {
            if view.public.n_treasures == 1 {
                return tile_name(lang, tile);
            }
            let tile = ("tile", tile_name(lang, tile).into());
            if seat == view.seat {
                say(lang, "hand-treasure-own", &[tile])
            } else {
                say(lang, "hand-treasure-other", &[tile, ("seat", seat_name(lang, seat).into())])
            }
        })
        .collect();
    list(lang, &parts)
}

/// The winning hand by sets; its tiles in order where a treasure stands for the wait.
fn winning_hand(lang: Lang, view: &PublicView, outcome: &Outcome) -> Option<String> {
    let win = outcome.win.as_ref()?;
    let melds = view.seats[win.winner].melds.iter().map(|meld| meld_text(lang, meld));
    let mut parts: Vec<String> = melds.collect();
    if win.sets.is_empty() {
        parts.push(tiles_text(lang, &outcome.hands[win.winner]));
    } else {
        parts.extend(win.sets.iter().map(|set| set_text(lang, set)));
    }
    Some(say(lang, "outcome-hand", &[("tiles", list(lang, &parts).into())]))
}

/// The result of a hand in words: who won how, the winning hand, payments, treasures, then the other hands.
pub fn result_alt(lang: Lang, view: &PublicView, names: &BySeat<String>) -> String {
    let Some(outcome) = &view.outcome else { return board_alt(lang, view, names) };
    let mut lines = vec![headline(lang, outcome, names)];
    lines.extend(winning_hand(lang, view, outcome));
    lines.push(total_line(lang, &outcome.settlement, names));
    lines.extend(treasures_line(lang, outcome));
    if let Some(turned) = view.indicator {
        lines.push(say(lang, "hand-wild", &[("tile", tile_name(lang, turned.wild()).into())]));
    }
    let winner = outcome.win.as_ref().map(|win| win.winner);
    for (seat, tiles) in outcome.hands.iter().filter(|(seat, _)| Some(*seat) != winner) {
        let name = names[seat].as_str();
        lines.push(say(
            lang,
            "outcome-hands",
            &[("name", name.into()), ("tiles", tiles_text(lang, tiles).into())],
        ));
    }
    clip(lines.join("\n"))
}
