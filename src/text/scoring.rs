//! Wins, values and payments in words: every sum so that a friend can check it.

use crate::game::event::WinHow;
use crate::game::score::{Fan, FanLine, FanValue, Settlement, Share};
use crate::game::seat::BySeat;
use crate::game::tile::Tile;
use crate::game::view::{KongGround, KongShare, Outcome, WinView};

use super::names::meld_key;
use super::{Lang, list, say, seat_name, tile_name};

/// The name of a value: `卡当`, `closed wait`.
pub fn fan_name(lang: Lang, fan: Fan) -> String {
    let key = match fan {
        Fan::Plain => "fan-plain",
        Fan::SelfDraw => "fan-self-draw",
        Fan::KongDraw => "fan-kong-draw",
        Fan::RobKong => "fan-rob-kong",
        Fan::OwnTreasure => "fan-own-treasure",
        Fan::OtherTreasure => "fan-other-treasure",
        Fan::OwnTreasureInTreasure => "fan-own-treasure-in-treasure",
        Fan::OtherTreasureInTreasure => "fan-other-treasure-in-treasure",
        Fan::ClosedWait => "fan-closed-wait",
        Fan::Standing => "fan-standing",
        Fan::UnreadyDiscarder => "fan-unready-discarder",
        Fan::DealerDouble => "fan-dealer-double",
        Fan::Treasure => "fan-treasure",
        Fan::TreasureInTreasure => "fan-treasure-in-treasure",
        Fan::Reveal => "fan-reveal",
        Fan::Base => "fan-base",
        Fan::AllPungs => "fan-all-pungs",
        Fan::SevenPairs => "fan-seven-pairs",
        Fan::PureStraight => "fan-pure-straight",
        Fan::FullFlush => "fan-full-flush",
        Fan::RedDoubles => "fan-red-doubles",
        Fan::StickyTing => "fan-sticky-ting",
        Fan::PureInPure => "fan-pure-in-pure",
        Fan::Heavenly => "fan-heavenly",
        Fan::FourAtDeal => "fan-four-at-deal",
        Fan::DealIn => "fan-deal-in",
        Fan::Cap => "fan-cap",
        Fan::RunPoints => "fan-run-points",
        Fan::AllFans => "fan-all-fans",
        Fan::Counted(fan) => return say(lang, "fan-counted", &[("fan", format!("{fan:?}").into())]),
    };
    say(lang, key, &[])
}

/// A value with what it does: `自摸 2番`, `卡当 ×2`.
pub fn fan_text(lang: Lang, line: &FanLine) -> String {
    let (key, n) = match line.value {
        FanValue::Points(n) => ("fan-points", n),
        FanValue::AtLeast(n) => ("fan-at-least", n),
        FanValue::Factor(n) => ("fan-factor", n),
        FanValue::Divisor(n) => ("fan-divisor", n),
        FanValue::AtMost(n) => ("fan-at-most", n),
        FanValue::Flat(n) => ("fan-flat", n),
    };
    say(lang, key, &[("fan", fan_name(lang, line.fan).into()), ("n", n.into())])
}

/// A sum in the making: what was written last decides where brackets are needed.
enum Sum {
    Nothing,
    Term(String),
    Added(String),
    Raised(Vec<String>),
    Lowered(String),
    Multiplied(String),
}

impl Sum {
    fn write(&self) -> String {
        match self {
            Sum::Nothing => "0".to_owned(),
            Sum::Term(text) | Sum::Added(text) | Sum::Multiplied(text) | Sum::Lowered(text) => text.clone(),
            Sum::Raised(terms) => format!("max({})", terms.join(", ")),
        }
    }

    fn then(self, value: FanValue, term: String) -> Sum {
        match (value, self) {
            (FanValue::Flat(_), _) | (FanValue::Points(_), Sum::Nothing) => Sum::Term(term),
            (FanValue::Points(_), before) => Sum::Added(format!("{} + {term}", before.write())),
            (FanValue::AtLeast(_), Sum::Raised(mut terms)) => {
                terms.push(term);
                Sum::Raised(terms)
            }
            (FanValue::AtLeast(_), before) => Sum::Raised(vec![before.write(), term]),
            (FanValue::AtMost(_), before) => Sum::Lowered(format!("min({}, {term})", before.write())),
            (FanValue::Divisor(_), Sum::Added(text)) => Sum::Multiplied(format!("({text}) ÷ {term}")),
            (FanValue::Divisor(_), before) => Sum::Multiplied(format!("{} ÷ {term}", before.write())),
            (FanValue::Factor(_), Sum::Added(text)) => Sum::Multiplied(format!("({text}) × {term}")),
            (FanValue::Factor(_), before) => Sum::Multiplied(format!("{} × {term}", before.write())),
        }
    }
}

/// The arithmetic of a share: `max(自摸2, 站立3) × 卡当2 = 6`.
pub fn share_arithmetic(lang: Lang, share: &Share) -> String {
    let sum = share.steps.iter().fold(Sum::Nothing, |sum, step| {
        let n = match step.value {
            FanValue::Points(n) | FanValue::Flat(n) | FanValue::Factor(n) | FanValue::Divisor(n) => n,
            FanValue::AtLeast(n) | FanValue::AtMost(n) => n,
        };
        let term = say(lang, "fan-term", &[("fan", fan_name(lang, step.fan).into()), ("n", n.into())]);
        sum.then(step.value, term)
    });
    format!("{} = {}", sum.write(), share.points)
}

/// Who pays one share, and why so much: `南 付 …`, or `南 替 西 付 …` where one pays for another.
pub fn share_line(lang: Lang, share: &Share, names: &BySeat<String>) -> String {
    let arithmetic = share_arithmetic(lang, share);
    let debtor = names[share.debtor].as_str();
    if share.payer == share.debtor {
        return say(lang, "share-own", &[("debtor", debtor.into()), ("arithmetic", arithmetic.into())]);
    }
    let payer = names[share.payer].as_str();
    say(
        lang,
        "share-for",
        &[("payer", payer.into()), ("debtor", debtor.into()), ("arithmetic", arithmetic.into())],
    )
}

/// What each seat gets, with signs: `东 +12 · 南 -6 · 西 -2 · 北 -4`.
pub fn payments_line(lang: Lang, payments: &BySeat<i32>, names: &BySeat<String>) -> String {
    let parts: Vec<String> = payments
        .iter()
        .map(|(seat, points)| {
            let name = names[seat].as_str();
            say(lang, "payment", &[("name", name.into()), ("points", format!("{points:+}").into())])
        })
        .collect();
    parts.join(" · ")
}

/// Who won, how and on what.
pub fn win_line(lang: Lang, win: &WinView, settlement: &Settlement, names: &BySeat<String>) -> String {
    let winner = ("winner", names[win.winner].as_str().into());
    let tile = ("tile", tile_name(lang, win.tile).into());
    let by_treasure = settlement.fans.iter().any(|line| {
        use Fan::{OtherTreasure, OtherTreasureInTreasure, OwnTreasure, OwnTreasureInTreasure};
        use Fan::{Treasure, TreasureInTreasure};
        matches!(line.fan, OwnTreasure | OtherTreasure | OwnTreasureInTreasure | OtherTreasureInTreasure)
            || matches!(line.fan, Treasure | TreasureInTreasure)
    });
    let names_of_waits: Vec<String> = win.waits.iter().map(|&wait| tile_name(lang, wait)).collect();
    let waits = ("waits", list(lang, &names_of_waits).into());
    // A tile that fits nothing wins by a rule that is worth a word: 下大雨 (C20), or a reveal by rank or red (C17, C19, C24).
    let fits = win.waits.is_empty() || win.waits.contains(&win.tile);
    match win.how {
        WinHow::Discard { from } => {
            say(lang, "win-discard", &[winner, tile, ("from", names[from].as_str().into())])
        }
        WinHow::RobKong { from } => {
            say(lang, "win-rob-kong", &[winner, tile, ("from", names[from].as_str().into())])
        }
        WinHow::Draw if by_treasure => say(lang, "win-treasure", &[winner, tile]),
        WinHow::Draw if !fits => say(lang, "win-rain", &[winner, tile, waits]),
        WinHow::Draw => say(lang, "win-draw", &[winner, tile]),
        WinHow::KongDraw if !fits && !by_treasure => say(lang, "win-kong-rain", &[winner, tile, waits]),
        WinHow::KongDraw => say(lang, "win-kong-draw", &[winner, tile]),
        WinHow::Reveal if !fits => say(lang, "win-reveal-other", &[winner, tile, waits]),
        WinHow::Reveal => say(lang, "win-reveal", &[winner, tile]),
        WinHow::Heavenly => say(lang, "win-heavenly", &[winner, tile]),
        WinHow::FourAtDeal => say(lang, "win-four-at-deal", &[winner, tile]),
    }
}

/// The first line of a result: the win, or that the hand was drawn.
pub fn headline(lang: Lang, outcome: &Outcome, names: &BySeat<String>) -> String {
    match &outcome.win {
        Some(win) => win_line(lang, win, &outcome.settlement, names),
        None => say(lang, "hand-drawn", &[]),
    }
}

/// All treasures of a finished hand, each with who flipped it; where there is one, it and those that it replaced.
/// `None` for a game without treasures.
pub fn treasures_line(lang: Lang, outcome: &Outcome) -> Option<String> {
    let names = |tiles: &[Tile]| {
        let names: Vec<String> = tiles.iter().map(|&tile| tile_name(lang, tile)).collect();
        list(lang, &names)
    };
    if outcome.treasures.len() < 2 {
        let now: Vec<Tile> = outcome.treasures.iter().map(|(tile, _)| *tile).collect();
        return match (now.as_slice(), outcome.retired.as_slice()) {
            ([], []) => None,
            ([], old) => Some(say(lang, "treasure-exhausted", &[("old", names(old).into())])),
            (now, []) => Some(say(lang, "treasures", &[("tiles", names(now).into())])),
            (now, old) => Some(say(
                lang,
                "treasure-replaced",
                &[("tiles", names(now).into()), ("old", names(old).into())],
            )),
        };
    }
    let parts: Vec<String> = outcome
        .treasures
        .iter()
        .map(|(tile, flipped_by)| {
            let tile = ("tile", tile_name(lang, *tile).into());
            match flipped_by {
                Some(seat) => say(lang, "treasure-flipped", &[tile, ("seat", seat_name(lang, *seat).into())]),
                None => say(lang, "treasure-hidden", &[tile]),
            }
        })
        .collect();
    Some(say(lang, "treasures", &[("tiles", list(lang, &parts).into())]))
}

/// What the hand changed for each seat, kong points included.
pub(super) fn total_line(lang: Lang, settlement: &Settlement, names: &BySeat<String>) -> String {
    let payments = payments_line(lang, &settlement.total(), names);
    say(lang, "outcome-payments", &[("payments", payments.into())])
}

/// Who is paid how much for which kong: `南 明杠 1条 每家2`.
fn kong_share(lang: Lang, share: &KongShare, names: &BySeat<String>) -> String {
    let tile = tile_name(lang, share.tile);
    let ground = match share.ground {
        KongGround::Kong(kind) => say(lang, meld_key(kind), &[("tiles", tile.into())]),
        KongGround::OneBamboo => say(lang, "kong-one-bamboo", &[("tile", tile.into())]),
    };
    let name = names[share.seat].as_str();
    say(lang, "kong-share", &[("name", name.into()), ("ground", ground.into()), ("each", share.each.into())])
}

/// A result in lines: headline, values, one line a share, kong points, totals, treasures.
pub fn result_lines(lang: Lang, outcome: &Outcome, names: &BySeat<String>) -> Vec<String> {
    let settlement = &outcome.settlement;
    let mut lines = vec![headline(lang, outcome, names)];
    if !settlement.fans.is_empty() {
        let fans: Vec<String> = settlement.fans.iter().map(|line| fan_text(lang, line)).collect();
        lines.push(say(lang, "outcome-fans", &[("fans", list(lang, &fans).into())]));
    }
    lines.extend(settlement.shares.iter().map(|share| share_line(lang, share, names)));
    if settlement.kong_points != BySeat([0; 4]) {
        let kongs = payments_line(lang, &settlement.kong_points, names);
        let grounds: Vec<String> = outcome.kongs.iter().map(|share| kong_share(lang, share, names)).collect();
        let grounds = list(lang, &grounds);
        lines.push(say(lang, "outcome-kongs", &[("payments", kongs.into()), ("kongs", grounds.into())]));
    }
    lines.push(total_line(lang, settlement, names));
    lines.extend(treasures_line(lang, outcome));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::seat::Seat;

    fn share(steps: &[(Fan, FanValue)], points: i32) -> Share {
        let steps = steps.iter().map(|&(fan, value)| FanLine { fan, value }).collect();
        Share { debtor: Seat::South, payer: Seat::South, steps, points }
    }

    #[test]
    fn arithmetic_reads_as_a_sum() {
        use FanValue::{AtLeast, AtMost, Divisor, Factor, Flat, Points};
        let text = |steps: &[(Fan, FanValue)], points| share_arithmetic(Lang::ZhCn, &share(steps, points));
        let closed = [(Fan::SelfDraw, Points(2)), (Fan::Standing, AtLeast(3)), (Fan::ClosedWait, Factor(2))];
        assert_eq!(text(&closed, 6), "max(自摸2, 站立3) × 卡当2 = 6");
        let discard =
            [(Fan::Plain, Points(1)), (Fan::UnreadyDiscarder, AtLeast(3)), (Fan::Standing, AtLeast(3))];
        assert_eq!(text(&discard, 3), "max(平胡1, 出冲3, 站立3) = 3");
        let flat = [(Fan::OwnTreasureInTreasure, Flat(16)), (Fan::DealerDouble, Factor(2))];
        assert_eq!(text(&flat, 32), "大宝中宝16 × 庄家2 = 32");
        let added = [(Fan::Plain, Points(1)), (Fan::KongDraw, Points(2)), (Fan::ClosedWait, Factor(2))];
        assert_eq!(text(&added, 6), "(平胡1 + 杠上开花2) × 卡当2 = 6");
        let limited = [
            (Fan::Base, Points(1)),
            (Fan::SevenPairs, Factor(8)),
            (Fan::StickyTing, Divisor(2)),
            (Fan::DealIn, Factor(4)),
            (Fan::Cap, AtMost(8)),
            (Fan::RunPoints, Points(3)),
        ];
        let told = "min(底分1 × 七小对8 ÷ 粘听减半2 × 点炮4, 封顶8) + 跑分3 = 11";
        assert_eq!(text(&limited, 11), told);
        assert_eq!(FanValue::total(&share(&limited, 11).steps), 11);
    }

    #[test]
    fn paying_for_another_says_for_whom() {
        let names = BySeat(["甲", "乙", "丙", "丁"].map(String::from));
        let mut line = share(&[(Fan::Plain, FanValue::Points(1))], 1);
        assert_eq!(share_line(Lang::ZhCn, &line, &names), "乙 付 平胡1 = 1");
        line.payer = Seat::West;
        assert_eq!(share_line(Lang::ZhCn, &line, &names), "丙 替 乙 付 平胡1 = 1");
        assert_eq!(share_line(Lang::En, &line, &names), "丙 pays for 乙 plain win 1 = 1");
    }

    #[test]
    fn payments_carry_signs() {
        let names = BySeat(["甲", "乙", "丙", "丁"].map(String::from));
        assert_eq!(
            payments_line(Lang::ZhCn, &BySeat([5, -1, -1, -3]), &names),
            "甲 +5 · 乙 -1 · 丙 -1 · 丁 -3"
        );
    }

    /// C17, C19, C20, C24: what wins without being waited on is told with the waits, so that friends can check it.
    #[test]
    fn a_win_on_a_tile_that_fits_nothing_says_why() {
        let names = BySeat(["甲", "乙", "丙", "丁"].map(String::from));
        let told = |lang, how, tile, fan| {
            let waits = vec![crate::t!("5m"), crate::t!("8m")];
            let win = WinView { winner: Seat::South, tile, how, sets: Vec::new(), place: None, waits };
            let fans = vec![FanLine { fan, value: FanValue::Factor(2) }];
            let settlement = Settlement { fans, ..Settlement::drawn() };
            win_line(lang, &win, &settlement, &names)
        };
        let (fitting, other) = (crate::t!("5m"), crate::t!("5s"));
        let zh = |how, tile, fan| told(Lang::ZhCn, how, tile, fan);
        assert_eq!(zh(WinHow::Draw, fitting, Fan::SelfDraw), "乙 自摸 5万，胡");
        assert_eq!(zh(WinHow::Draw, other, Fan::SelfDraw), "乙 下大雨，自摸 5条（听5万、8万），胡");
        assert_eq!(zh(WinHow::Draw, other, Fan::Treasure), "乙 摸宝 5条，胡");
        assert_eq!(
            zh(WinHow::KongDraw, other, Fan::KongDraw),
            "乙 杠上开花，下大雨摸到 5条（听5万、8万），胡"
        );
        assert_eq!(zh(WinHow::KongDraw, other, Fan::Treasure), "乙 杠上开花 5条，胡");
        assert_eq!(zh(WinHow::Reveal, fitting, Fan::Treasure), "乙 漏宝 5万，胡");
        assert_eq!(zh(WinHow::Reveal, other, Fan::Treasure), "乙 漏宝 5条（听5万、8万），胡");
        assert!(!told(Lang::En, WinHow::Reveal, other, Fan::Treasure).contains("is a wait"));
    }
}
