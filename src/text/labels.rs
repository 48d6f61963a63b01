//! Labels of buttons and words for actions.

use crate::game::action::{Action, Illegal, Offer, TingDiscard, Wait};
use crate::game::hints::Hint;

use super::{Lang, list, run_text, say, seat_name, tile_name, tile_short};

/// A button whose label never changes. People and tests find buttons by these words (discord.md section 4).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Button {
    /// 手牌: opens the private hand.
    Hand,
    /// 加入.
    Join,
    /// 离开.
    Leave,
    /// 开始.
    Start,
    /// 下一局.
    NextHand,
    /// 再来一局.
    Rematch,
    /// 我回来了: ends 托管.
    Back,
    /// 听: opens the choice of the discard.
    Ting,
    /// 胡.
    Hu,
    /// 吃.
    Chi,
    /// 碰.
    Peng,
    /// 杠.
    Gang,
    /// 过.
    Pass,
}

impl Button {
    /// The label.
    pub fn label(self, lang: Lang) -> String {
        let key = match self {
            Button::Hand => "button-hand",
            Button::Join => "button-join",
            Button::Leave => "button-leave",
            Button::Start => "button-start",
            Button::NextHand => "button-next-hand",
            Button::Rematch => "button-rematch",
            Button::Back => "button-back",
            Button::Ting => "button-ting",
            Button::Hu => "button-hu",
            Button::Chi => "button-chi",
            Button::Peng => "button-peng",
            Button::Gang => "button-gang",
            Button::Pass => "button-pass",
        };
        say(lang, key, &[])
    }
}

/// The label of the button for an offer: `5万`, `听`, `吃 3-4-5万`, `听吃 3-4-5万`, `杠 5万` on the own turn.
pub fn offer_label(lang: Lang, offer: &Offer) -> String {
    match offer {
        Offer::Discard { tile, .. } => tile_name(lang, *tile),
        Offer::Ting { .. } => Button::Ting.label(lang),
        Offer::Kong { tile, .. } => say(lang, "offer-kong", &[("tile", tile_name(lang, *tile).into())]),
        Offer::Chow { low } => say(lang, "offer-chow", &[("tiles", run_text(lang, *low).into())]),
        Offer::TingChow { low, .. } => {
            say(lang, "offer-ting-chow", &[("tiles", run_text(lang, *low).into())])
        }
        Offer::Pung => Button::Peng.label(lang),
        Offer::TingPung { .. } => say(lang, "offer-ting-pung", &[]),
        Offer::StickyTing { .. } => say(lang, "offer-sticky-ting", &[]),
        Offer::ClaimKong => Button::Gang.label(lang),
        Offer::Win => Button::Hu.label(lang),
        Offer::Pass => Button::Pass.label(lang),
    }
}

/// What can be done, in one line; all plain discards together are one entry.
pub fn offers_text(lang: Lang, offers: &[Offer]) -> String {
    let mut parts = Vec::new();
    if offers.iter().any(|offer| matches!(offer, Offer::Discard { .. })) {
        parts.push(say(lang, "offer-discard-any", &[]));
    }
    parts.extend(
        offers
            .iter()
            .filter(|offer| !matches!(offer, Offer::Discard { .. }))
            .map(|offer| offer_label(lang, offer)),
    );
    list(lang, &parts)
}

/// An action in words, for its own player: `打 5万`, `听，打 5万`, `听吃 3-4-5万，打 9筒`.
pub fn action_text(lang: Lang, action: &Action) -> String {
    let tile = |tile| tile_name(lang, tile).into();
    match *action {
        Action::Discard { tile: discard, .. } => say(lang, "action-discard", &[("tile", tile(discard))]),
        Action::Ting { tile: discard, .. } => say(lang, "action-ting", &[("tile", tile(discard))]),
        Action::Kong { tile: kind } => say(lang, "offer-kong", &[("tile", tile(kind))]),
        Action::Chow { low, ting_discard: None } => offer_label(lang, &Offer::Chow { low }),
        Action::Chow { low, ting_discard: Some(discard) } => {
            say(lang, "action-ting-chow", &[("tiles", run_text(lang, low).into()), ("tile", tile(discard))])
        }
        Action::Pung { ting_discard: None } => Button::Peng.label(lang),
        Action::Pung { ting_discard: Some(discard) } => {
            say(lang, "action-ting-pung", &[("tile", tile(discard))])
        }
        Action::StickyTing { discard } => say(lang, "action-sticky-ting", &[("tile", tile(discard))]),
        Action::ClaimKong => Button::Gang.label(lang),
        Action::Win => Button::Hu.label(lang),
        Action::Pass => Button::Pass.label(lang),
    }
}

fn wait_list(lang: Lang, waits: &[Wait]) -> String {
    let parts: Vec<String> = waits
        .iter()
        .map(|wait| {
            let tile = tile_short(lang, wait.tile);
            say(lang, "wait-unseen", &[("tile", tile.into()), ("n", wait.n_unseen.into())])
        })
        .collect();
    list(lang, &parts)
}

/// Waits with the copies that may still come: `听 3万（剩2张）、6万（剩1张）`.
pub fn waits_text(lang: Lang, waits: &[Wait]) -> String {
    say(lang, "waits", &[("tiles", wait_list(lang, waits).into())])
}

/// A ting discard with its waits: `打 5万：听 3万（剩2张）`. May be longer than a button label (80 characters).
pub fn ting_discard_text(lang: Lang, discard: &TingDiscard) -> String {
    let tiles = wait_list(lang, &discard.waits);
    say(lang, "ting-discard", &[("tile", tile_name(lang, discard.tile).into()), ("tiles", tiles.into())])
}

/// A discard with what finishes the hand then: `打 5万：听 3万（剩2张） · 只能自摸 东（剩4张）`.
pub fn hint_text(lang: Lang, hint: &Hint) -> String {
    let waits = (!hint.waits.is_empty()).then(|| waits_text(lang, &hint.waits));
    let drawn = || say(lang, "hint-draws", &[("tiles", wait_list(lang, &hint.draws).into())]);
    let draws = (!hint.draws.is_empty()).then(drawn);
    let wins: Vec<String> = waits.into_iter().chain(draws).collect();
    let tile = tile_name(lang, hint.tile).into();
    say(lang, "hint-discard", &[("tile", tile), ("wins", wins.join(" · ").into())])
}

/// Why the engine refused, with what is possible: `offers` are those of the player who asked.
pub fn illegal_text(lang: Lang, illegal: &Illegal, offers: &[Offer]) -> String {
    match illegal {
        Illegal::NotAsked { turn: Some(seat) } => {
            say(lang, "illegal-not-asked", &[("seat", seat_name(lang, *seat).into())])
        }
        Illegal::NotAsked { turn: None } => say(lang, "illegal-nothing-asked", &[]),
        Illegal::AlreadyAnswered => say(lang, "illegal-already-answered", &[]),
        Illegal::NotOffered if offers.is_empty() => say(lang, "illegal-not-offered-nothing", &[]),
        Illegal::NotOffered => {
            say(lang, "illegal-not-offered", &[("offers", offers_text(lang, offers).into())])
        }
        Illegal::HandOver => say(lang, "illegal-hand-over", &[]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::action::Origin;
    use crate::t;

    #[test]
    fn offers_carry_the_fixed_labels() {
        let discards = vec![TingDiscard {
            tile: t!("9p"),
            origin: Origin::Hand,
            waits: vec![Wait { tile: t!("3m"), n_unseen: 2 }],
        }];
        let offers = [
            Offer::Discard { tile: t!("5m"), origin: Origin::Hand },
            Offer::Ting { discards: discards.clone() },
            Offer::Kong { tile: t!("C"), added: true },
            Offer::Chow { low: t!("3m") },
            Offer::TingChow { low: t!("3m"), discards: discards.clone() },
            Offer::Pung,
            Offer::TingPung { discards: discards.clone() },
            Offer::ClaimKong,
            Offer::Win,
            Offer::Pass,
        ];
        let labels = |lang| offers.iter().map(|offer| offer_label(lang, offer)).collect::<Vec<_>>().join("|");
        assert_eq!(labels(Lang::ZhCn), "5万|听|杠 红中|吃 3-4-5万|听吃 3-4-5万|碰|听碰|杠|胡|过");
        assert_eq!(
            labels(Lang::En),
            "5 wan|Ting|Gang red dragon|Chi 3-4-5 wan|Ting chi 3-4-5 wan|Peng|Ting peng|Gang|Hu|Pass"
        );
        assert_eq!(ting_discard_text(Lang::ZhCn, &discards[0]), "打 9筒：听 3万（剩2张）");
        assert_eq!(offers_text(Lang::ZhCn, &[offers[0].clone(), Offer::Win]), "打一张牌、胡");
    }

    #[test]
    fn a_refusal_says_what_is_possible() {
        let offers = [Offer::Pung, Offer::Pass];
        assert!(illegal_text(Lang::ZhCn, &Illegal::NotOffered, &offers).contains("碰、过"));
        let turn = Illegal::NotAsked { turn: Some(crate::game::seat::Seat::West) };
        assert!(illegal_text(Lang::En, &turn, &[]).contains("West"));
    }

    #[test]
    fn a_ting_claim_names_its_discard() {
        let action = Action::Chow { low: t!("3m"), ting_discard: Some(t!("9p")) };
        assert_eq!(action_text(Lang::ZhCn, &action), "听吃 3-4-5万，打 9筒");
    }
}
