//! What must hold: the lines of a case that are no action.

use super::script::Play;
use super::words;
use crate::game::score::{Fan, Settlement};
use crate::game::seat::{BySeat, Seat};
use crate::game::state::Pending;
use crate::game::view::PlayerView;

pub(super) fn line(play: &mut Play, line: &str) -> Result<(), String> {
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    match word {
        "->" => same(rest, &std::mem::take(&mut play.untold).join("; ")),
        "offers" => offers(play, rest),
        "waits" => of_view(play, rest, |view| {
            view.waits.iter().map(|wait| wait.tile.to_string()).collect::<Vec<_>>().join(" ")
        }),
        "treasures" => of_view(play, rest, |view| {
            view.treasures.iter().map(|(seat, tile)| format!("{tile}({seat})")).collect::<Vec<_>>().join(" ")
        }),
        "melds" => of_view(play, rest, |view| {
            view.public.seats[view.seat].melds.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
        }),
        "wild" => {
            let indicator = play.state.public_view().get().indicator;
            same(rest, &indicator.map(|turned| turned.wild().to_string()).unwrap_or_default())
        }
        "flipped" => same(rest, &play.state.public_view().get().n_flipped.to_string()),
        "left" => same(rest, &play.state.n_drawable().to_string()),
        "standing" => {
            let view = play.state.public_view();
            let standing = Seat::ALL.into_iter().filter(|&seat| view.get().seats[seat].standing);
            same(rest, &standing.map(|seat| seat.to_string()).collect::<Vec<_>>().join(" "))
        }
        "pending" => same(rest, &pending(&play.state.pending())),
        "shown" => shown(play, rest),
        "unseen" => unseen(play, rest),
        "points" => points(settlement(play)?.total(), rest),
        "kong-points" => points(kong_points(play)?, rest),
        "fans" => {
            let fans = settlement(play)?.fans.iter().map(|line| match line.fan {
                Fan::Counted(fan) => fan.rule_name().to_owned(),
                fan => format!("{fan:?}"),
            });
            same(rest, &fans.collect::<Vec<_>>().join(" "))
        }
        "next-dealer" => {
            same(rest, &play.state.next_dealer().map(|seat| seat.to_string()).unwrap_or_default())
        }
        _ => Err("this line says nothing that is known".to_owned()),
    }
}

fn same(expected: &str, got: &str) -> Result<(), String> {
    if expected == got { Ok(()) } else { Err(format!("got: {got}")) }
}

/// The points for kongs, which what the view says of each kong must add up to.
fn kong_points(play: &Play) -> Result<BySeat<i32>, String> {
    let settled = settlement(play)?.kong_points;
    let view = play.state.public_view();
    let mut told = BySeat([0; 4]);
    for share in view.get().outcome.iter().flat_map(|outcome| &outcome.kongs) {
        told[share.seat] += 4 * share.each;
        Seat::ALL.into_iter().for_each(|seat| told[seat] -= share.each);
    }
    if told == settled { Ok(settled) } else { Err(format!("settled {settled:?}, told {told:?}")) }
}

fn settlement(play: &Play) -> Result<&Settlement, String> {
    play.state.settlement().ok_or_else(|| "the hand is not over".to_owned())
}

fn pending(pending: &Pending) -> String {
    match pending {
        Pending::Turn { seat, locked: false } => format!("turn {seat}"),
        Pending::Turn { seat, locked: true } => format!("turn {seat} locked"),
        Pending::Claims { seats } => {
            let seats: Vec<String> = seats.iter().map(ToString::to_string).collect();
            format!("claims {}", seats.join(" "))
        }
        Pending::Nothing => "nothing".to_owned(),
    }
}

/// The treasures that are laid open at the end.
fn shown(play: &Play, expected: &str) -> Result<(), String> {
    let view = play.state.public_view();
    let outcome = view.get().outcome.as_ref().ok_or("the hand is not over")?;
    let treasures = outcome.treasures.iter().map(|(tile, seat)| match seat {
        Some(seat) => format!("{tile}({seat})"),
        None => tile.to_string(),
    });
    let mut got = treasures.collect::<Vec<_>>().join(" ");
    if !outcome.retired.is_empty() {
        let retired: Vec<String> = outcome.retired.iter().map(ToString::to_string).collect();
        got = format!("{got}; after {}", retired.join(" "));
    }
    same(expected, got.trim_start_matches("; "))
}

/// `unseen S 1m 3`.
fn unseen(play: &Play, text: &str) -> Result<(), String> {
    let words: Vec<&str> = text.split(' ').collect();
    let [seat, tile, n_unseen] = words[..] else { return Err("who, which wait, how many?".to_owned()) };
    let tile = tile.parse().map_err(|_| "no tile")?;
    same(n_unseen, &play.state.wait(words::seat(seat)?, tile).n_unseen.to_string())
}

fn points(got: BySeat<i32>, expected: &str) -> Result<(), String> {
    same(expected, &got.iter().map(|(seat, points)| format!("{seat} {points}")).collect::<Vec<_>>().join(" "))
}

fn of_view(play: &Play, text: &str, tell: impl FnOnce(&PlayerView) -> String) -> Result<(), String> {
    let (seat, expected) = text.split_once(' ').unwrap_or((text, ""));
    let seat = words::seat(seat)?;
    let view = play.state.view_of(seat);
    same(expected, &view.open(seat).map(tell).unwrap_or_default())
}

/// `offers S win, pass`, `offers S has win`, `offers S lacks pung, chow`.
fn offers(play: &Play, text: &str) -> Result<(), String> {
    let (seat, expected) = text.split_once(' ').unwrap_or((text, ""));
    let offers: Vec<String> = play.state.offers(words::seat(seat)?).iter().flat_map(words::offer).collect();
    let got = offers.join(", ");
    let begins = |list: &str, want: bool| {
        list.split(", ").all(|start| offers.iter().any(|offer| offer.starts_with(start)) == want)
    };
    let holds = match expected.split_once(' ') {
        Some(("has", list)) => begins(list, true),
        Some(("lacks", list)) => begins(list, false),
        _ => return same(expected, &got),
    };
    if holds { Ok(()) } else { Err(format!("got: {got}")) }
}
