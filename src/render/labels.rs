//! The words inside pictures, few and short. All other words are messages of `text`.

use crate::game::action::Offer;
use crate::game::event::WinHow;
use crate::game::indicator::Indicator;
use crate::game::length::{MatchLength, Progress};
use crate::game::score::{Fan, FanLine};
use crate::game::seat::Seat;
use crate::game::tile::{Suit, Tile};
use crate::text::{Lang, tile_short};

/// One letter or character for a seat.
pub(super) const fn wind(lang: Lang, seat: Seat) -> &'static str {
    match lang {
        Lang::ZhCn => ["东", "南", "西", "北"][seat.index()],
        Lang::ZhTw => ["東", "南", "西", "北"][seat.index()],
        Lang::En => ["E", "S", "W", "N"][seat.index()],
    }
}

/// Name of a seat.
pub(super) const fn seat(lang: Lang, seat: Seat) -> &'static str {
    match lang {
        Lang::ZhCn | Lang::ZhTw => wind(lang, seat),
        Lang::En => ["East", "South", "West", "North"][seat.index()],
    }
}

/// Who sits there, when the name cannot be shown.
pub(super) fn player(lang: Lang, at: Seat) -> String {
    match lang {
        Lang::ZhCn | Lang::ZhTw => format!("玩家{}", seat(lang, at)),
        Lang::En => format!("Player {}", seat(lang, at)),
    }
}

macro_rules! words {
    ($($(#[$doc:meta])* $name:ident: $zh:literal, $tw:literal, $en:literal;)+) => {
        $($(#[$doc])* pub(super) const fn $name(lang: Lang) -> &'static str {
            match lang { Lang::ZhCn => $zh, Lang::ZhTw => $tw, Lang::En => $en }
        })+
    };
}

words! {
    /// The dealer's chip.
    dealer: "庄", "莊", "D";
    /// The chip of a seat that has declared ting, and the word before its waits.
    ting: "听", "聽", "Ting";
    /// Before the wild kind.
    wild_word: "宝", "寶", "Wild";
    /// Before the flipped treasures.
    treasures: "宝", "寶", "Treasure";
    /// Before the tiles that would win.
    waits: "听", "聽", "Waits";
    /// After the number of tiles left.
    tiles_left: "张", "張", "left";
    /// A seat played by the program.
    program: "AI", "AI", "AI";
    /// 托管.
    away: "托管", "託管", "Away";
    /// Everybody is asked about a discard.
    asking: "等人应牌", "等人應牌", "Claims open";
    /// A tile added to a kong can be robbed.
    asking_robbing: "抢杠？", "搶槓？", "Rob the kong?";
    /// All four are asked whether they win with four equal dealt tiles.
    asking_dealt_four: "开牌炸？", "開牌炸？", "Four dealt?";
    /// The dealer, as a word.
    dealer_word: "庄家", "莊家", "dealer";
    /// It is the turn of whoever looks at the picture.
    your_turn: "轮到你打牌", "輪到你打牌", "Your turn";
    /// Whoever looks at the picture has answered.
    answered: "已应", "已應", "answered";
    /// A hand that nobody won.
    drawn_hand: "流局", "流局", "Drawn hand";
    /// A chart without anything to show.
    nothing_yet: "还没有打完的局", "還沒有打完的局", "No finished hands yet";
    /// Under the axis of hands.
    hands_played: "局", "局", "hands";
    /// The hand is over.
    over: "本局结束", "本局結束", "Hand over";
}

/// Number of the hand, with the hands of the match or the round that it belongs to.
fn hand_of_match(lang: Lang, progress: &Progress) -> String {
    let no = progress.hand_no;
    match (lang, progress.length) {
        (Lang::ZhCn | Lang::ZhTw, MatchLength::Hands(hands)) => format!("第{no}/{hands}局"),
        (Lang::En, MatchLength::Hands(hands)) => format!("Hand {no}/{hands}"),
        (Lang::ZhCn, MatchLength::Rounds(_)) => format!("{}风圈第{no}局", wind(lang, progress.round_wind())),
        (Lang::ZhTw, MatchLength::Rounds(_)) => format!("{}風圈第{no}局", wind(lang, progress.round_wind())),
        (Lang::En, MatchLength::Rounds(_)) => {
            format!("{} round, hand {no}", seat(lang, progress.round_wind()))
        }
    }
}

/// Where the match is, and where treasures are flipped one by one, how many are.
pub(super) fn progress(lang: Lang, progress: &Progress, n_flipped: u8, n_treasures: u8) -> String {
    let hand = hand_of_match(lang, progress);
    match lang {
        _ if n_treasures < 2 => hand,
        Lang::ZhCn => format!("{hand} · 宝{n_flipped}/{n_treasures}"),
        Lang::ZhTw => format!("{hand} · 寶{n_flipped}/{n_treasures}"),
        Lang::En => format!("{hand} · treasure {n_flipped}/{n_treasures}"),
    }
}

/// Where the match is, the turned tile and the wild that it names.
pub(super) fn progress_with_wild(lang: Lang, progress: &Progress, turned: Indicator) -> String {
    let hand = hand_of_match(lang, progress);
    let [tile, wild] = [turned.tile, turned.wild()].map(|tile| tile_short(lang, tile));
    match lang {
        Lang::ZhCn => format!("{hand} · {tile}→宝{wild}"),
        Lang::ZhTw => format!("{hand} · {tile}→寶{wild}"),
        Lang::En => format!("{hand} · wild {wild}"), // the turned tile lies beside it
    }
}

/// The name under a tile of a hand. English words would have to be smaller than a phone can show: they are cut to two or
/// three letters, and the winds to those of their badges.
pub(super) fn under_tile(lang: Lang, tile: Tile) -> String {
    let suit = match (lang, tile.suit()) {
        (Lang::ZhCn | Lang::ZhTw, _) => return tile_short(lang, tile),
        (Lang::En, Some(Suit::Characters)) => "wa",
        (Lang::En, Some(Suit::Dots)) => "to",
        (Lang::En, Some(Suit::Bamboos)) => "ti",
        (Lang::En, None) => {
            let honour = tile.index().saturating_sub(FIRST_HONOUR) % ENGLISH_HONOURS.len();
            return ENGLISH_HONOURS[honour].to_owned();
        }
    };
    format!("{}{suit}", tile.rank().unwrap_or_default())
}

/// Index of 东, after which the honours stand in the order of their names here.
const FIRST_HONOUR: usize = 27;
const ENGLISH_HONOURS: [&str; 7] = ["E", "S", "W", "N", "red", "grn", "wht"];

/// Whose turn it is.
pub(super) fn turn(lang: Lang, whose: Seat) -> String {
    match lang {
        Lang::ZhCn => format!("轮到{}", seat(lang, whose)),
        Lang::ZhTw => format!("輪到{}", seat(lang, whose)),
        Lang::En => format!("{}'s turn", seat(lang, whose)),
    }
}

/// How many tiles a seat holds; in English the number stands beside a little tile.
pub(super) fn tiles_held(lang: Lang, n_tiles: u8) -> String {
    match lang {
        Lang::ZhCn | Lang::ZhTw => format!("手牌 {n_tiles}"),
        Lang::En => n_tiles.to_string(),
    }
}

/// How many tiles can still be drawn, for the strip under a hand.
pub(super) fn drawable(lang: Lang, n_tiles: u8) -> String {
    match lang {
        Lang::ZhCn => format!("余 {n_tiles} 张"),
        Lang::ZhTw => format!("剩 {n_tiles} 張"),
        Lang::En => format!("{n_tiles} tiles left"),
    }
}

/// Who discarded the tile that follows.
pub(super) fn discarded_by(lang: Lang, from: Seat) -> String {
    match lang {
        Lang::ZhCn | Lang::ZhTw => format!("{}打", seat(lang, from)),
        Lang::En => format!("{}:", seat(lang, from)),
    }
}

/// Who added the tile that follows to a pung.
pub(super) fn added_by(lang: Lang, from: Seat) -> String {
    match lang {
        Lang::ZhCn => format!("{}补杠", seat(lang, from)),
        Lang::ZhTw => format!("{}補槓", seat(lang, from)),
        Lang::En => format!("{} adds:", seat(lang, from)),
    }
}

/// What can be done beside discarding; `None` for 过, and for 听, whose discards are marked.
pub(super) const fn claim(lang: Lang, offer: &Offer) -> Option<&'static str> {
    let [zh, tw, en] = match offer {
        Offer::Win => ["胡", "胡", "Hu"],
        Offer::ClaimKong | Offer::Kong { .. } => ["杠", "槓", "Gang"],
        Offer::Pung => ["碰", "碰", "Peng"],
        Offer::TingPung { .. } => ["听碰", "聽碰", "Ting peng"],
        Offer::StickyTing { .. } => ["粘听", "黏聽", "Sticky ting"],
        Offer::Chow { .. } => ["吃", "吃", "Chi"],
        Offer::TingChow { .. } => ["听吃", "聽吃", "Ting chi"],
        Offer::Discard { .. } | Offer::Ting { .. } | Offer::Pass => return None,
    };
    Some(match lang {
        Lang::ZhCn => zh,
        Lang::ZhTw => tw,
        Lang::En => en,
    })
}

/// Space between two claims, in pixels: English ones may be two words.
pub(super) const fn gap_between_claims(lang: Lang) -> i32 {
    match lang {
        Lang::ZhCn | Lang::ZhTw => 0,
        Lang::En => 6,
    }
}

/// How a hand was won.
pub(super) fn how(lang: Lang, how: WinHow, fans: &[FanLine]) -> String {
    let treasure = fans.iter().find_map(|line| match line.fan {
        Fan::OwnTreasure => Some(["摸大宝", "摸大寶", "Own treasure drawn"]),
        Fan::OtherTreasure => Some(["摸小宝", "摸小寶", "Treasure drawn"]),
        Fan::OwnTreasureInTreasure => Some(["大宝中宝", "大寶中寶", "Own treasure, in waits"]),
        Fan::OtherTreasureInTreasure => Some(["小宝中宝", "小寶中寶", "Treasure, in waits"]),
        Fan::Treasure => Some(["摸宝", "摸寶", "Treasure drawn"]),
        Fan::TreasureInTreasure => Some(["宝中宝", "寶中寶", "Treasure, in waits"]),
        _ => None,
    });
    let [zh, tw, en] = match (how, treasure) {
        (WinHow::Discard { from }, _) => {
            return match lang {
                Lang::ZhCn => format!("胡 {}点炮", seat(lang, from)),
                Lang::ZhTw => format!("胡 {}點炮", seat(lang, from)),
                Lang::En => format!("{}'s discard", seat(lang, from)),
            };
        }
        (WinHow::RobKong { from }, _) => {
            return match lang {
                Lang::ZhCn => format!("抢杠胡 {}", seat(lang, from)),
                Lang::ZhTw => format!("搶槓胡 {}", seat(lang, from)),
                Lang::En => format!("Robs {}'s gang", seat(lang, from)),
            };
        }
        (_, Some(words)) => words,
        (WinHow::KongDraw, None) => ["杠上开花", "槓上開花", "Gang draw"],
        (WinHow::Draw, None) => ["自摸", "自摸", "Self-draw"],
        (WinHow::Reveal, None) => ["漏宝", "漏寶", "Treasure in waits"],
        (WinHow::Heavenly, None) => ["天胡", "天胡", "Heavenly hand"],
        (WinHow::FourAtDeal, None) => ["开牌炸", "開牌炸", "Four dealt"],
    };
    match lang {
        Lang::ZhCn => zh,
        Lang::ZhTw => tw,
        Lang::En => en,
    }
    .to_owned()
}

/// Whose share it is, and who pays it where that is somebody else.
pub(super) fn payer(lang: Lang, payer: Seat, debtor: Seat) -> String {
    let (own, other) = (wind(lang, debtor), wind(lang, payer));
    if payer == debtor {
        return own.to_owned();
    }
    match lang {
        Lang::ZhCn | Lang::ZhTw => format!("{other}替{own}"),
        Lang::En => format!("{other} for {own}"),
    }
}

/// Between two payers with the same sum.
pub(super) const fn and(lang: Lang) -> &'static str {
    match lang {
        Lang::ZhCn | Lang::ZhTw => "、",
        Lang::En => ", ",
    }
}

/// How many hands somebody has played.
pub(super) fn n_hands(lang: Lang, n_hands: u32) -> String {
    match lang {
        Lang::ZhCn | Lang::ZhTw => format!("{n_hands} 局"),
        Lang::En if n_hands == 1 => "1 hand".to_owned(),
        Lang::En => format!("{n_hands} hands"),
    }
}

/// Nobody won the hand; kongs are paid all the same.
pub(super) const fn nobody_won(lang: Lang, kongs: bool) -> &'static str {
    match (lang, kongs) {
        (Lang::ZhCn, false) => "没有人胡牌，不付分",
        (Lang::ZhCn, true) => "没有人胡牌，只算杠分",
        (Lang::ZhTw, false) => "沒有人胡牌，不付分",
        (Lang::ZhTw, true) => "沒有人胡牌，只算槓分",
        (Lang::En, false) => "Nobody won; nobody pays",
        (Lang::En, true) => "Nobody won; only kongs are paid",
    }
}

/// Number of a hand.
pub(super) fn hand_no(lang: Lang, hand_no: u32) -> String {
    match lang {
        Lang::ZhCn | Lang::ZhTw => format!("第{hand_no}局"),
        Lang::En => format!("Hand {hand_no}"),
    }
}

/// The score after the hand.
pub(super) fn total(lang: Lang, points: i32) -> String {
    match lang {
        Lang::ZhCn => format!("总{}", signed(points)),
        Lang::ZhTw => format!("總{}", signed(points)),
        Lang::En => format!("Σ {}", signed(points)),
    }
}

/// The part of a payment that is for kongs.
pub(super) fn kong_points(lang: Lang, points: i32) -> String {
    match lang {
        Lang::ZhCn => format!("杠{}", signed(points)),
        Lang::ZhTw => format!("槓{}", signed(points)),
        Lang::En => format!("kong {}", signed(points)),
    }
}

/// Points with their sign: nothing is told by colour alone.
pub(super) fn signed(points: i32) -> String {
    match points {
        0 => "0".to_owned(),
        1.. => format!("+{points}"),
        _ => format!("−{}", points.unsigned_abs()),
    }
}

#[cfg(test)]
mod tests;
