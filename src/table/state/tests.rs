//! What the match carries from hand to hand.

use super::*;
use crate::game::length::MatchLength;
use crate::game::ruleset::{Options, Variant};
use crate::game::score::Settlement;
use crate::game::wall::sim_secret;
use crate::store::event::ClockPreset;

fn table(variant: Variant) -> TableState {
    table_of(variant, MatchLength::Hands(16))
}

fn table_of(variant: Variant, length: MatchLength) -> TableState {
    let settings = Settings {
        variant,
        options: Options::of(variant),
        length,
        n_programs: 4,
        level: crate::game::level::Level::default(),
        clock: ClockPreset::Normal,
        locale: "en".into(),
    };
    let place = Place { guild: None, channel: 1 };
    let id = TableId(1);
    TableState::open(id, &TableEvent::Opened { place, host: UserId(1), settings }).unwrap()
}

/// Begins the next hand and ends it, drawn or won by this seat; whether its dealer was liable, and who deals next.
fn play(table: &mut TableState, dealer: Seat, winner: Option<Seat>) -> (bool, Option<Seat>) {
    let hand_no = table.hand_no + 1;
    table.apply(&TableEvent::SecretDrawn { hand_no, secret: sim_secret(1, hand_no) });
    let nonces = BySeat::from_fn(|_| "ai".to_owned());
    table.apply(&TableEvent::HandBegan { hand_no, dealer, nonces });
    let liable = table.hand.as_ref().unwrap().terms().liable;
    let settlement = match winner {
        Some(winner) => Settlement::won(winner, Vec::new(), Vec::new()),
        None => Settlement::drawn(),
    };
    table.apply(&TableEvent::Played(Event::Exhausted));
    table.apply(&TableEvent::Played(Event::Settled(Box::new(settlement))));
    (liable, table.hand.as_ref().unwrap().next_dealer())
}

#[test]
fn three_drawn_hands_in_a_row_make_the_dealer_liable_once() {
    use Seat::{East, South};
    let mut table = table(Variant::Harbin);
    for _ in 0..3 {
        assert_eq!(play(&mut table, East, None), (false, Some(East)));
    }
    // F40: whatever happens in it, the next seat deals and the count begins anew.
    assert_eq!(play(&mut table, East, None), (true, Some(South)));
    assert_eq!(play(&mut table, South, None), (false, Some(South)));
}

#[test]
fn a_win_between_ends_the_count() {
    use Seat::East;
    let mut table = table(Variant::Harbin);
    for winner in [None, None, Some(East), None, None, None] {
        assert_eq!(play(&mut table, East, winner), (false, Some(East)));
    }
    assert!(play(&mut table, East, None).0);
}

#[test]
fn other_games_have_no_liable_dealer() {
    let mut table = table(Variant::HarbinNew);
    assert!((0..5).all(|_| !play(&mut table, Seat::East, None).0));
}

/// Plays hands of a match by rounds until it is complete, the winners given; the round of each hand.
fn rounds_of(length: MatchLength, winners: &[Option<Seat>]) -> (Vec<u32>, bool) {
    let mut table = table_of(Variant::Qiqihar, length);
    let (mut dealer, mut rounds) = (Seat::South, Vec::new());
    for winner in winners {
        assert!(!table.is_complete(), "hand {}", table.hand_no + 1);
        dealer = play(&mut table, dealer, *winner).1.unwrap();
        rounds.push(table.last_snapshot().info.progress().round_no());
    }
    (rounds, table.is_complete())
}

#[test]
fn a_round_is_over_when_the_deal_has_passed_all_four_seats() {
    use Seat::{East, North, South, West};
    // L16. South deals first and wins, a hand is drawn, then each dealer loses.
    let passes = [Some(West), Some(East), Some(East), Some(South)];
    let first: Vec<Option<Seat>> = [Some(South), None].into_iter().chain(passes).collect();
    assert_eq!(rounds_of(MatchLength::Rounds(1), &first), (vec![1; 6], true));
    assert_eq!(rounds_of(MatchLength::Rounds(1), &first[..5]), (vec![1; 5], false));
    let second = [&first[..], &[Some(North), Some(South)]].concat();
    assert_eq!(rounds_of(MatchLength::Rounds(2), &second), (vec![1, 1, 1, 1, 1, 1, 2, 2], false));
}

#[test]
fn a_dealer_who_stays_keeps_the_round_open_but_not_past_32_hands() {
    let stays = [None; 32];
    assert!(!rounds_of(MatchLength::Rounds(1), &stays[..31]).1);
    assert_eq!(rounds_of(MatchLength::Rounds(1), &stays), (vec![1; 32], true));
}
