//! Every word that is drawn has its characters in the font.

use super::*;
use crate::game::score::FanValue;
use crate::render::font::Font;

fn plain_words(lang: Lang) -> Vec<String> {
    let words = [
        dealer,
        ting,
        treasures,
        wild_word,
        waits,
        tiles_left,
        program,
        away,
        asking,
        asking_robbing,
        asking_dealt_four,
        dealer_word,
        your_turn,
        answered,
        drawn_hand,
        nothing_yet,
        hands_played,
        over,
    ];
    words.map(|word| word(lang).to_owned()).into()
}

fn words_of_a_seat(lang: Lang, at: Seat) -> Vec<String> {
    vec![
        wind(lang, at).to_owned(),
        seat(lang, at).to_owned(),
        player(lang, at),
        turn(lang, at),
        discarded_by(lang, at),
        added_by(lang, at),
        how(lang, WinHow::Discard { from: at }, &[]),
        how(lang, WinHow::RobKong { from: at }, &[]),
    ]
}

fn words_with_numbers(lang: Lang) -> Vec<String> {
    let at = |length| Progress { hand_no: 12, n_passes: 4, length };
    vec![
        progress(lang, &at(MatchLength::Hands(34)), 5, 6),
        progress(lang, &at(MatchLength::Rounds(4)), 0, 1),
        progress_with_wild(
            lang,
            &at(MatchLength::Hands(34)),
            Indicator { tile: crate::t!("5m"), dice: [1, 1] },
        ),
        tiles_held(lang, 78),
        drawable(lang, 90),
        hand_no(lang, 1),
        n_hands(lang, 1) + &n_hands(lang, 2),
        kong_points(lang, 2),
        payer(lang, Seat::East, Seat::North) + and(lang),
        nobody_won(lang, true).to_owned() + nobody_won(lang, false),
        total(lang, -5),
        signed(0),
    ]
}

fn words_of_wins(lang: Lang) -> Vec<String> {
    let fans =
        [Fan::OwnTreasure, Fan::OtherTreasure, Fan::OwnTreasureInTreasure, Fan::OtherTreasureInTreasure];
    let line = |fan| FanLine { fan, value: FanValue::Points(1) };
    let mut words: Vec<String> = fans.map(|fan| how(lang, WinHow::Draw, &[line(fan)])).into();
    words.extend([how(lang, WinHow::Draw, &[]), how(lang, WinHow::KongDraw, &[])]);
    let low = crate::t!("1m");
    let offers = [Offer::Win, Offer::ClaimKong, Offer::Pung, Offer::Chow { low }];
    words.extend(offers.iter().filter_map(|offer| claim(lang, offer)).map(str::to_owned));
    words
}

#[test]
fn the_font_has_every_character_of_every_word() {
    let font = Font::new().unwrap();
    for lang in Lang::ALL {
        let mut words = vec!["…×→□".to_owned()];
        words.extend(plain_words(lang));
        words.extend(Seat::ALL.into_iter().flat_map(|at| words_of_a_seat(lang, at)));
        words.extend(words_with_numbers(lang));
        words.extend(words_of_wins(lang));
        words.extend(Tile::all().map(|tile| under_tile(lang, tile)));
        for word in words {
            assert!(!word.is_empty());
            for c in word.chars() {
                assert!(font.has(c), "{c:?} of {word:?}");
            }
        }
    }
}

#[test]
fn points_carry_their_sign() {
    assert_eq!([signed(12), signed(0), signed(-9_999)], ["+12", "0", "−9999"]);
    assert_eq!(signed(i32::MIN), "−2147483648");
}

#[test]
fn the_names_under_the_tiles_are_34() {
    for lang in Lang::ALL {
        let names: std::collections::BTreeSet<String> =
            Tile::all().map(|tile| under_tile(lang, tile)).collect();
        assert_eq!(names.len(), 34, "{lang:?}");
    }
    assert_eq!(
        ["5m", "5p", "5s", "N", "F"].map(|t| under_tile(Lang::En, t.parse().unwrap())),
        ["5wa", "5to", "5ti", "N", "grn"]
    );
}
