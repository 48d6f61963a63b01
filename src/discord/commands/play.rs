//! The commands of a running hand: the same acts as the buttons, for keyboards and screen readers.

use std::sync::Arc;

use super::{ask, table_or_tell};
use crate::discord::app::{App, own_offers};
use crate::discord::incoming::{Call, Incoming};
use crate::discord::model::Choice;
use crate::discord::views::hand::Pane;
use crate::game::action::{Action, Illegal, Offer, Origin, TingDiscard};
use crate::game::tile::{Tile, parse_tiles};
use crate::game::view::PublicPhase;
use crate::table::command::{Command, Refusal};
use crate::table::view::Snapshot;
use crate::text::{Lang, offer_label, run_text, say, tile_name, ting_discard_text};

/// Runs a command of a hand.
pub(super) async fn run(app: &Arc<App>, incoming: &Incoming, call: &Call, name: &str) {
    let Some(table) = table_or_tell(app, incoming).await else { return };
    if name == "hand" {
        return app.show_hand(incoming, &table, Pane::Main, None).await;
    }
    let snapshot = table.snapshot();
    let offers = own_offers(&snapshot, incoming.user);
    match action(name, call, &offers, in_the_middle(&snapshot)) {
        Ok(action) => ask(app, incoming, Command::Act { prompt: None, action }).await,
        Err(NoAction::UnknownTile) => {
            let text = say(incoming.lang, "tile-unknown", &[]);
            app.show_hand(incoming, &table, Pane::Main, Some(text)).await;
        }
        Err(NoAction::NotOffered) => {
            let refusal = Refusal::Illegal(Illegal::NotOffered);
            let text = app.refusal(incoming, &table, &refusal);
            app.show_hand(incoming, &table, Pane::Main, Some(text)).await;
        }
        Err(NoAction::UnknownCommand) => app.tell(incoming, say(incoming.lang, "command-unknown", &[])).await,
    }
}

/// The tile that the open window is about.
fn in_the_middle(snapshot: &Snapshot) -> Option<Tile> {
    match snapshot.public.as_ref()?.get().phase {
        PublicPhase::Claims { tile, .. } => Some(tile),
        _ => None,
    }
}

/// Why a command means no action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum NoAction {
    UnknownCommand,
    UnknownTile,
    NotOffered,
}

/// The action that a command means. Where the text leaves it open (`/gang` without a tile, a tile that is both held
/// and drawn), what is offered decides. `claimed` is the tile that a claim would take.
fn action(name: &str, call: &Call, offers: &[Offer], claimed: Option<Tile>) -> Result<Action, NoAction> {
    Ok(match name {
        "discard" => discard(tile(call, "tile")?.ok_or(NoAction::UnknownTile)?, offers),
        "ting" => ting(tile(call, "discard")?, offers)?,
        "chi" => chow(call, offers, claimed)?,
        "peng" => pung(tile(call, "ting")?, offers),
        "gang" => kong(tile(call, "tile")?, offers, claimed)?,
        "hu" => Action::Win,
        "pass" => Action::Pass,
        _ => return Err(NoAction::UnknownCommand),
    })
}

/// A tile option: notation (`5m`) or the tile's word in any language.
fn tile(call: &Call, option: &str) -> Result<Option<Tile>, NoAction> {
    call.text(option).map(|text| parse_tile(text).ok_or(NoAction::UnknownTile)).transpose()
}

fn parse_tile(text: &str) -> Option<Tile> {
    let text = text.trim();
    text.parse().ok().or_else(|| {
        Tile::all()
            .find(|&tile| Lang::ALL.into_iter().any(|lang| tile_name(lang, tile).eq_ignore_ascii_case(text)))
    })
}

fn discard(tile: Tile, offers: &[Offer]) -> Action {
    let held = offers.contains(&Offer::Discard { tile, origin: Origin::Hand });
    let drawn = offers.contains(&Offer::Discard { tile, origin: Origin::Drawn });
    let origin = if drawn && !held { Origin::Drawn } else { Origin::Hand };
    Action::Discard { tile, origin }
}

fn ting(tile: Option<Tile>, offers: &[Offer]) -> Result<Action, NoAction> {
    let choices = offers.iter().find_map(|offer| match offer {
        Offer::Ting { discards } => Some(discards),
        _ => None,
    });
    let choices: Vec<&TingDiscard> =
        choices.into_iter().flatten().filter(|choice| tile.is_none_or(|tile| choice.tile == tile)).collect();
    // The same kind from the hand and as drawn is the same choice; without a tile it must be the only kind.
    match &choices[..] {
        [first, rest @ ..] if rest.iter().all(|other| other.tile == first.tile) => {
            Ok(Action::Ting { tile: first.tile, origin: first.origin })
        }
        _ => Err(NoAction::NotOffered),
    }
}

/// 碰, 听碰 with a discard; where the discard belongs to 粘听, that.
fn pung(ting_discard: Option<Tile>, offers: &[Offer]) -> Action {
    let sticky = ting_discard.map(|discard| Action::StickyTing { discard });
    let is_offered = |action: &Action| offers.iter().any(|offer| offer.permits(action));
    sticky.filter(is_offered).unwrap_or(Action::Pung { ting_discard })
}

/// 吃, 听吃 with a discard. The run is named by all three tiles, or by the two that are not claimed.
fn chow(call: &Call, offers: &[Offer], claimed: Option<Tile>) -> Result<Action, NoAction> {
    let ting_discard = tile(call, "ting")?;
    let lows: Vec<Tile> = offers
        .iter()
        .filter_map(|offer| match (offer, ting_discard) {
            (Offer::Chow { low }, None) | (Offer::TingChow { low, .. }, Some(_)) => Some(*low),
            _ => None,
        })
        .collect();
    let Some(text) = call.text("tiles") else {
        return match lows[..] {
            [low] => Ok(Action::Chow { low, ting_discard }),
            _ => Err(NoAction::NotOffered),
        };
    };
    let mut named = parse_tiles(text).map_err(|_| NoAction::UnknownTile)?;
    if named.len() == 2 {
        named.extend(claimed);
    }
    named.sort_unstable();
    let is_named = |low: &&Tile| low.run().is_some_and(|run| named == run);
    let low = lows.iter().find(is_named).ok_or(NoAction::NotOffered)?;
    Ok(Action::Chow { low: *low, ting_discard })
}

fn kong(tile: Option<Tile>, offers: &[Offer], claimed: Option<Tile>) -> Result<Action, NoAction> {
    let own: Vec<Tile> = offers
        .iter()
        .filter_map(|offer| match offer {
            Offer::Kong { tile, .. } => Some(*tile),
            _ => None,
        })
        .collect();
    match (tile, &own[..]) {
        (_, []) if offers.contains(&Offer::ClaimKong) && (tile.is_none() || tile == claimed) => {
            Ok(Action::ClaimKong)
        }
        (Some(tile), _) => Ok(Action::Kong { tile }),
        (None, &[tile]) => Ok(Action::Kong { tile }),
        (None, _) => Err(NoAction::NotOffered),
    }
}

/// What an option of a command may be now.
pub(super) fn completions(lang: Lang, offers: &[Offer], call: &Call) -> Vec<Choice> {
    let Some(focused) = call.focused.as_deref() else { return Vec::new() };
    let typed = call.text(focused).unwrap_or_default().trim().to_lowercase();
    let mut choices: Vec<Choice> =
        offers.iter().flat_map(|offer| for_offer(lang, offer, &call.path, focused)).collect();
    choices.dedup();
    choices.retain(|choice| choice.name.to_lowercase().contains(&typed) || choice.value.starts_with(&typed));
    choices.truncate(25);
    choices
}

fn for_offer(lang: Lang, offer: &Offer, command: &str, option: &str) -> Vec<Choice> {
    let choice = |name: String, value: String| Choice { name: name.chars().take(100).collect(), value };
    let of_ting = |discards: &[TingDiscard]| {
        discards.iter().map(|ting| choice(ting_discard_text(lang, ting), ting.tile.to_string())).collect()
    };
    match (command, option, offer) {
        ("discard", "tile", Offer::Discard { tile, .. }) => {
            vec![choice(tile_name(lang, *tile), tile.to_string())]
        }
        ("gang", "tile", Offer::Kong { tile, .. }) => {
            vec![choice(offer_label(lang, offer), tile.to_string())]
        }
        ("ting", "discard", Offer::Ting { discards })
        | ("chi", "ting", Offer::TingChow { discards, .. })
        | ("peng", "ting", Offer::TingPung { discards } | Offer::StickyTing { discards }) => {
            of_ting(discards)
        }
        ("chi", "tiles", Offer::Chow { low } | Offer::TingChow { low, .. }) => {
            let run = low.run().map(|run| run.map(|tile| tile.to_string()).concat()).unwrap_or_default();
            vec![choice(run_text(lang, *low), run)]
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::incoming::Given;
    use crate::game::action::Wait;
    use crate::t;

    fn call(path: &str, options: &[(&str, &str)]) -> Call {
        let options =
            options.iter().map(|(name, text)| ((*name).into(), Given::Text((*text).into()))).collect();
        Call { path: path.into(), options, focused: None, people: Default::default() }
    }

    fn choice(tile: Tile, origin: Origin) -> TingDiscard {
        TingDiscard { tile, origin, waits: vec![Wait { tile: t!("1m"), n_unseen: 2 }] }
    }

    #[test]
    fn words_and_notation_mean_the_same_tile() {
        for text in ["5m", "5万", "5 wan", " 5 WAN "] {
            assert_eq!(parse_tile(text), Some(t!("5m")), "{text}");
        }
        assert_eq!(parse_tile("红中"), Some(Tile::RED));
        assert_eq!(parse_tile("10m"), None);
    }

    #[test]
    fn a_discard_is_the_drawn_tile_only_where_none_is_held() {
        let drawn = Offer::Discard { tile: t!("5m"), origin: Origin::Drawn };
        let held = Offer::Discard { tile: t!("5m"), origin: Origin::Hand };
        let means = |offers: &[Offer]| action("discard", &call("discard", &[("tile", "5m")]), offers, None);
        assert_eq!(
            means(std::slice::from_ref(&drawn)),
            Ok(Action::Discard { tile: t!("5m"), origin: Origin::Drawn })
        );
        assert_eq!(means(&[held, drawn]), Ok(Action::Discard { tile: t!("5m"), origin: Origin::Hand }));
    }

    #[test]
    fn chi_finds_its_run_from_the_two_own_tiles() {
        let offers = [Offer::Chow { low: t!("3m") }, Offer::Chow { low: t!("4m") }];
        let claimed = Some(t!("5m"));
        let means = |text| action("chi", &call("chi", &[("tiles", text)]), &offers, claimed);
        // 34m makes 345m, 46m makes 456m.
        assert_eq!(means("34m"), Ok(Action::Chow { low: t!("3m"), ting_discard: None }));
        assert_eq!(means("46m"), Ok(Action::Chow { low: t!("4m"), ting_discard: None }));
        assert_eq!(means("67m"), Err(NoAction::NotOffered));
        assert_eq!(means("45m"), Err(NoAction::NotOffered), "two runs have both");
        assert_eq!(means("456m"), Ok(Action::Chow { low: t!("4m"), ting_discard: None }));
        assert_eq!(action("chi", &call("chi", &[]), &offers, claimed), Err(NoAction::NotOffered));
        assert_eq!(means("x"), Err(NoAction::UnknownTile));
    }

    #[test]
    fn ting_without_a_tile_works_when_there_is_one_choice() {
        let one =
            [Offer::Ting { discards: vec![choice(t!("9p"), Origin::Hand), choice(t!("9p"), Origin::Drawn)] }];
        let expected = Action::Ting { tile: t!("9p"), origin: Origin::Hand };
        assert_eq!(action("ting", &call("ting", &[]), &one, None), Ok(expected));
        let two =
            [Offer::Ting { discards: vec![choice(t!("9p"), Origin::Hand), choice(t!("1s"), Origin::Drawn)] }];
        assert_eq!(action("ting", &call("ting", &[]), &two, None), Err(NoAction::NotOffered));
        let named = action("ting", &call("ting", &[("discard", "1s")]), &two, None);
        assert_eq!(named, Ok(Action::Ting { tile: t!("1s"), origin: Origin::Drawn }));
    }

    #[test]
    fn gang_is_a_claim_where_one_is_offered_and_no_other_tile_is_named() {
        let none = call("gang", &[]);
        let named = |tile| call("gang", &[("tile", tile)]);
        let means = |call: &Call| action("gang", call, &[Offer::ClaimKong, Offer::Pass], Some(t!("5m")));
        assert_eq!(means(&none), Ok(Action::ClaimKong));
        assert_eq!(means(&named("5m")), Ok(Action::ClaimKong));
        assert_eq!(means(&named("7s")), Ok(Action::Kong { tile: t!("7s") }), "which the table refuses");
        let own = Offer::Kong { tile: t!("7s"), added: false };
        assert_eq!(action("gang", &none, &[own], None), Ok(Action::Kong { tile: t!("7s") }));
    }

    #[test]
    fn completions_are_the_own_legal_offers() {
        let offers = [
            Offer::Discard { tile: t!("5m"), origin: Origin::Hand },
            Offer::Discard { tile: t!("5m"), origin: Origin::Drawn },
            Offer::Discard { tile: t!("7p"), origin: Origin::Hand },
        ];
        let mut typing = call("discard", &[("tile", "5")]);
        typing.focused = Some("tile".into());
        let names: Vec<String> =
            completions(Lang::ZhCn, &offers, &typing).into_iter().map(|c| c.name).collect();
        assert_eq!(names, ["5万"]);
        assert!(completions(Lang::ZhCn, &[], &typing).is_empty());
    }
}
