//! Events, offers and actions in the words of the case files.

use crate::game::action::{Action, Offer, Origin, TingDiscard};
use crate::game::event::{Event, Swap, WinHow};
use crate::game::seat::Seat;
use crate::game::tile::{Tile, format_tiles};

/// An event; `None` for an answer, which shows only in what follows from it.
pub(super) fn event(event: &Event) -> Option<String> {
    Some(match event {
        Event::Drew { seat, tile, replacement: false } => format!("{seat} draws {tile}"),
        Event::Drew { seat, tile, replacement: true } => format!("{seat} replaces {tile}"),
        Event::Discarded { seat, tile, ting, .. } => {
            format!("{seat} {} {tile}", if *ting { "tings" } else { "discards" })
        }
        Event::TreasureFlipped { seat, tile } => format!("{seat} flips {tile}"),
        Event::TreasureExamined { swaps } => {
            let now = |swap: &Swap| swap.tile.map_or("nothing".to_owned(), |tile| tile.to_string());
            let swaps: Vec<String> = swaps.iter().map(now).collect();
            if swaps.is_empty() { "looked".to_owned() } else { format!("swaps to {}", swaps.join(" ")) }
        }
        Event::Answered { .. } => return None,
        Event::Chowed { seat, low, tile, from } => format!("{seat} chows {tile} from {from} in {low}"),
        Event::Punged { seat, tile, from } => format!("{seat} pungs {tile} from {from}"),
        Event::KongClaimed { seat, tile, from } => format!("{seat} kongs {tile} from {from}"),
        Event::KongConcealed { seat, tile, .. } => format!("{seat} hides {tile}"),
        Event::KongAdded { seat, tile, .. } => format!("{seat} adds {tile}"),
        Event::PairOpened { seat, tile, from } => format!("{seat} pairs {tile} from {from}"),
        Event::ReplacementShown { seat, tile } => format!("{seat} shows {tile}"),
        Event::PlayBegan => "begins".to_owned(),
        Event::Won { seat, tile, how } => match how {
            WinHow::Discard { from } => format!("{seat} wins {tile} from {from}"),
            WinHow::RobKong { from } => format!("{seat} robs {tile} from {from}"),
            WinHow::Draw => format!("{seat} wins {tile} drawn"),
            WinHow::KongDraw => format!("{seat} wins {tile} replaced"),
            WinHow::Reveal => format!("{seat} wins {tile} revealed"),
            WinHow::Heavenly => format!("{seat} wins {tile} dealt"),
            WinHow::FourAtDeal => format!("{seat} wins four {tile}"),
        },
        Event::Exhausted => "exhausted".to_owned(),
        Event::Settled(_) => "settled".to_owned(),
    })
}

/// An offer; each discard of a ting by itself.
pub(super) fn offer(offer: &Offer) -> Vec<String> {
    let tings = |name: &str, discards: &[TingDiscard]| -> Vec<String> {
        let waits = |d: &TingDiscard| format_tiles(&d.waits.iter().map(|wait| wait.tile).collect::<Vec<_>>());
        discards.iter().map(|d| format!("{name} {}({})", d.tile, waits(d))).collect()
    };
    vec![match offer {
        Offer::Discard { tile, origin: Origin::Hand } => format!("discard {tile}"),
        Offer::Discard { tile, origin: Origin::Drawn } => format!("discard drawn {tile}"),
        Offer::Ting { discards } => return tings("ting", discards),
        Offer::Kong { tile, added: false } => format!("kong {tile}"),
        Offer::Kong { tile, added: true } => format!("add {tile}"),
        Offer::Chow { low } => format!("chow {low}"),
        Offer::TingChow { low, discards } => return tings(&format!("ting-chow {low}"), discards),
        Offer::Pung => "pung".to_owned(),
        Offer::TingPung { discards } => return tings("ting-pung", discards),
        Offer::StickyTing { discards } => return tings("sticky", discards),
        Offer::ClaimKong => "claim-kong".to_owned(),
        Offer::Win => "win".to_owned(),
        Offer::Pass => "pass".to_owned(),
    }]
}

/// An action of a seat; `drawn` is the tile that it has just drawn.
pub(super) fn action(words: &[&str], drawn: Option<Tile>) -> Result<Action, String> {
    let tile = |text: &str| text.parse::<Tile>().map_err(|error| error.to_string());
    let origin = |tile: Tile| if drawn == Some(tile) { Origin::Drawn } else { Origin::Hand };
    Ok(match *words {
        ["discard", "drawn"] => {
            Action::Discard { tile: drawn.ok_or("nothing was drawn")?, origin: Origin::Drawn }
        }
        ["discard", text] => Action::Discard { tile: tile(text)?, origin: origin(tile(text)?) },
        ["ting", text] => Action::Ting { tile: tile(text)?, origin: origin(tile(text)?) },
        ["kong", text] => Action::Kong { tile: tile(text)? },
        ["chow", low] => Action::Chow { low: tile(low)?, ting_discard: None },
        ["chow", low, "ting", text] => Action::Chow { low: tile(low)?, ting_discard: Some(tile(text)?) },
        ["pung"] => Action::Pung { ting_discard: None },
        ["pung", "ting", text] => Action::Pung { ting_discard: Some(tile(text)?) },
        ["kong"] => Action::ClaimKong,
        ["sticky", text] => Action::StickyTing { discard: tile(text)? },
        ["win"] => Action::Win,
        ["pass"] => Action::Pass,
        _ => return Err(format!("{words:?} is no action")),
    })
}

/// A seat by its letter.
pub(super) fn seat(text: &str) -> Result<Seat, String> {
    text.parse().map_err(|_| format!("{text:?} is no seat"))
}
