//! Names of tiles, seats, melds and games.

use crate::game::length::{MatchLength, Progress};
use crate::game::meld::{Meld, MeldKind};
use crate::game::ruleset::Variant;
use crate::game::seat::Seat;
use crate::game::tile::{Suit, Tile};

use super::{Lang, list, say};

/// Where in its match a hand stands: `第 3/8 局`, `东风圈（1/2）第 3 局`; `hand 3 of 8`.
pub fn progress_text(lang: Lang, progress: &Progress) -> String {
    let hand = progress.hand_no;
    match progress.length {
        MatchLength::Hands(hands) => {
            say(lang, "hand-of-hands", &[("hand", hand.into()), ("hands", hands.into())])
        }
        MatchLength::Rounds(rounds) => {
            let wind = seat_name(lang, progress.round_wind());
            let args = [
                ("hand", hand.into()),
                ("wind", wind.into()),
                ("round", progress.round_no().into()),
                ("rounds", rounds.into()),
            ];
            say(lang, "hand-of-rounds", &args)
        }
    }
}

/// A tile in words, as on its button: `5万`, `红中`; `5 wan`, `red dragon`.
pub fn tile_name(lang: Lang, tile: Tile) -> String {
    match (tile.suit(), tile.rank()) {
        (Some(suit), Some(rank)) => suited(lang, suit, &rank.to_string()),
        _ => {
            say(lang, honour_key(tile, ["tile-east", "tile-south", "tile-west", "tile-north"], DRAGONS), &[])
        }
    }
}

/// A tile in the fewest letters: `5万`, `中`; `5wan`, `red`.
pub fn tile_short(lang: Lang, tile: Tile) -> String {
    let key = match tile.suit() {
        Some(Suit::Characters) => "tile-short-characters",
        Some(Suit::Dots) => "tile-short-dots",
        Some(Suit::Bamboos) => "tile-short-bamboos",
        None => honour_key(tile, SHORT_WINDS, SHORT_DRAGONS),
    };
    say(lang, key, &[("rank", tile.rank().unwrap_or_default().into())])
}

const DRAGONS: [&str; 3] = ["tile-red", "tile-green", "tile-white"];
const SHORT_WINDS: [&str; 4] = ["tile-short-east", "tile-short-south", "tile-short-west", "tile-short-north"];
const SHORT_DRAGONS: [&str; 3] = ["tile-short-red", "tile-short-green", "tile-short-white"];

/// `E S W N`, then `C F P`: tile order from 27 on.
fn honour_key(tile: Tile, winds: [&'static str; 4], dragons: [&'static str; 3]) -> &'static str {
    match tile.index() {
        i @ 0..=30 => winds[i % 27 % 4],
        i => dragons[(i - 31) % 3],
    }
}

fn suited(lang: Lang, suit: Suit, ranks: &str) -> String {
    let key = match suit {
        Suit::Characters => "tile-characters",
        Suit::Dots => "tile-dots",
        Suit::Bamboos => "tile-bamboos",
    };
    say(lang, key, &[("rank", ranks.into())])
}

/// Tiles in the order given, neighbours of one suit sharing its word: `2 2 3万、5筒、红中`.
pub fn tiles_text(lang: Lang, tiles: &[Tile]) -> String {
    let mut parts: Vec<String> = Vec::new();
    for group in tiles.chunk_by(|a, b| a.suit().is_some() && a.suit() == b.suit()) {
        parts.push(match (group[0].suit(), group.len()) {
            (Some(suit), 2..) => suited(lang, suit, &ranks(group, " ")),
            _ => tile_name(lang, group[0]),
        });
    }
    list(lang, &parts)
}

/// The tiles of one set, joined: `3-4-5万`, `5-5-5 wan`, `红中 ×3` for equal honours; one by one where they differ, for a
/// treasure may stand among them.
pub fn set_text(lang: Lang, tiles: &[Tile]) -> String {
    if tiles.iter().any(|tile| tile.suit() != tiles[0].suit() || tile.suit().is_none() && *tile != tiles[0]) {
        return tiles_text(lang, tiles);
    }
    match tiles.first().map(|&first| (first, first.suit())) {
        Some((_, Some(suit))) => suited(lang, suit, &ranks(tiles, "-")),
        Some((first, None)) => format!("{} ×{}", tile_name(lang, first), tiles.len()),
        None => String::new(),
    }
}

/// The run that starts at `low`: `3-4-5万`, `3-4-5 wan`.
pub fn run_text(lang: Lang, low: Tile) -> String {
    low.run().map_or_else(|| tile_name(lang, low), |run| set_text(lang, &run))
}

fn ranks(tiles: &[Tile], between: &str) -> String {
    let ranks: Vec<String> =
        tiles.iter().filter_map(|tile| tile.rank()).map(|rank| rank.to_string()).collect();
    ranks.join(between)
}

/// A meld in words: `吃 3-4-5万`, `concealed gang 5-5-5-5 tong`.
pub fn meld_text(lang: Lang, meld: &Meld) -> String {
    say(lang, meld_key(meld.kind), &[("tiles", set_text(lang, &meld.tiles()).into())])
}

/// The message that names a kind of meld and its `tiles`.
pub(super) fn meld_key(kind: MeldKind) -> &'static str {
    match kind {
        MeldKind::Chow => "meld-chow",
        MeldKind::Pung => "meld-pung",
        MeldKind::ExposedKong => "meld-exposed-kong",
        MeldKind::AddedKong => "meld-added-kong",
        MeldKind::ConcealedKong => "meld-concealed-kong",
    }
}

/// A seat: `东`, `East`. The same word names its wind.
pub fn seat_name(lang: Lang, seat: Seat) -> String {
    let key = match seat {
        Seat::East => "seat-east",
        Seat::South => "seat-south",
        Seat::West => "seat-west",
        Seat::North => "seat-north",
    };
    say(lang, key, &[])
}

/// A game: `新哈尔滨麻将`, `New Harbin mahjong`.
pub fn variant_name(lang: Lang, variant: Variant) -> String {
    let key = match variant {
        Variant::HarbinNew => "variant-harbin-new",
        Variant::Harbin => "variant-harbin",
        Variant::Qiqihar => "variant-qiqihar",
        Variant::QiqiharYuema => "variant-qiqihar-yuema",
        Variant::Xingdong => "variant-xingdong",
    };
    say(lang, key, &[])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::tile::parse_tiles;
    use crate::t;

    #[test]
    fn tiles_have_the_words_of_their_buttons() {
        let words = |lang, tiles: &str| -> Vec<String> {
            parse_tiles(tiles).unwrap().into_iter().map(|tile| tile_name(lang, tile)).collect()
        };
        assert_eq!(words(Lang::ZhCn, "5m 3p 7s C N P"), ["5万", "3筒", "7条", "红中", "北风", "白板"]);
        assert_eq!(words(Lang::En, "5m 3p 7s C"), ["5 wan", "3 tong", "7 tiao", "red dragon"]);
    }

    #[test]
    fn all_34_tiles_have_different_words() {
        for lang in Lang::ALL {
            for name in [tile_name, tile_short] {
                let names: std::collections::HashSet<String> =
                    Tile::all().map(|tile| name(lang, tile)).collect();
                assert_eq!(names.len(), 34, "{lang:?}");
            }
        }
    }

    #[test]
    fn neighbours_of_a_suit_share_its_word() {
        let tiles = parse_tiles("2223m 5p CC").unwrap();
        assert_eq!(tiles_text(Lang::ZhCn, &tiles), "2 2 2 3万、5筒、红中、红中");
        assert_eq!(tiles_text(Lang::En, &tiles), "2 2 2 3 wan, 5 tong, red dragon, red dragon");
        assert_eq!(run_text(Lang::ZhCn, t!("3m")), "3-4-5万");
        assert_eq!(set_text(Lang::En, &[Tile::RED; 3]), "red dragon ×3");
    }
}
