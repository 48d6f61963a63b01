//! Properties of the engine over random legal play, with random house rules (docs/ARCHITECTURE.md, "Invariants").

#![allow(clippy::unwrap_used, reason = "in tests; the lint sees only functions marked as tests")]

use std::sync::Arc;

use tinghu::bot::{self, Program};
use tinghu::game::action::{Action, Offer, Origin, TingDiscard};
use tinghu::game::audit::Audit;
use tinghu::game::event::Event;
use tinghu::game::ruleset::{Allowed, OptionValue, Options, Variant};
use tinghu::game::seat::{BySeat, Seat};
use tinghu::game::state::{HandState, Pending};
use tinghu::game::tile::Tile;
use tinghu::game::variants::{Rules, kinds, rules};
use tinghu::game::view::{Asked, PlayerView, PublicView};
use tinghu::game::wall::{Wall, Words, key, sim_nonces, sim_secret};

/// The game of a hand: all that can be played, in turn.
fn game(number: u32) -> Variant {
    Variant::PLAYABLE[number as usize % Variant::PLAYABLE.len()]
}

/// A player a game.
fn players() -> Vec<(Variant, Program)> {
    let player =
        |game| (game, Program::new(bot::Level::default(), rules(game, Options::of(game)).unwrap().needs()));
    Variant::PLAYABLE.into_iter().map(player).collect()
}

/// Random choices, the same for the same number.
struct Luck(Words);

impl Luck {
    fn of(number: u32) -> Luck {
        Luck(Words::of(&key("properties", "test", number, &sim_secret(0, number), &sim_nonces())))
    }

    fn below(&mut self, n: usize) -> usize {
        self.0.below(u32::try_from(n).unwrap()) as usize
    }

    fn pick<'a, T>(&mut self, choices: &'a [T]) -> &'a T {
        &choices[self.below(choices.len())]
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}

/// A hand with house rules of which about every third is not the default.
fn deal(number: u32, luck: &mut Luck) -> HandState {
    let game = game(number);
    let mut options = Options::of(game);
    for (name, value) in options.iter(game) {
        if !luck.one_in(3) || name == "treasure_swap" && game == Variant::HarbinNew {
            continue;
        }
        let value = match (Options::allowed(name).unwrap(), value) {
            (Allowed::Bool, OptionValue::Bool(on)) => OptionValue::Bool(!on),
            (Allowed::Words(words), _) => OptionValue::Word((*luck.pick(words)).to_owned()),
            (Allowed::Choice { numbers, .. }, _) => OptionValue::Number(*luck.pick(numbers)),
            (Allowed::Number { least, .. }, _) => {
                OptionValue::Number(least + u32::try_from(luck.below(10)).unwrap())
            }
            (Allowed::Bool | Allowed::Off, _) => continue,
        };
        let _ = options.set(game, name, &value); // a word may be another game's
    }
    let wall = Wall::make(kinds(game), game.id(), "test", number, &sim_secret(1, number), &sim_nonces());
    let rules: Arc<dyn Rules> = rules(game, options).unwrap().into();
    HandState::begin(rules, Seat::from_index(luck.below(4)), wall, 7)
}

/// The actions that an offer stands for.
fn actions(offer: &Offer) -> Vec<Action> {
    let each = |discards: &[TingDiscard], action: &dyn Fn(&TingDiscard) -> Action| {
        discards.iter().map(action).collect::<Vec<_>>()
    };
    vec![match *offer {
        Offer::Discard { tile, origin } => Action::Discard { tile, origin },
        Offer::Ting { ref discards } => {
            return each(discards, &|d| Action::Ting { tile: d.tile, origin: d.origin });
        }
        Offer::Kong { tile, .. } => Action::Kong { tile },
        Offer::Chow { low } => Action::Chow { low, ting_discard: None },
        Offer::TingChow { low, ref discards } => {
            return each(discards, &|d| Action::Chow { low, ting_discard: Some(d.tile) });
        }
        Offer::Pung => Action::Pung { ting_discard: None },
        Offer::TingPung { ref discards } => {
            return each(discards, &|d| Action::Pung { ting_discard: Some(d.tile) });
        }
        Offer::ClaimKong => Action::ClaimKong,
        Offer::StickyTing { ref discards } => {
            return each(discards, &|d| Action::StickyTing { discard: d.tile });
        }
        Offer::Win => Action::Win,
        Offer::Pass => Action::Pass,
    }]
}

/// What a seat does: mostly what the program does, so that hands get somewhere, else anything legal.
fn choose(hand: &HandState, seat: Seat, players: &mut [(Variant, Program)], luck: &mut Luck) -> Action {
    if luck.one_in(4) {
        let offers = hand.offers(seat);
        let offer = luck.pick(&offers);
        return *luck.pick(&actions(offer));
    }
    let program = players.iter_mut().find_map(|(game, player)| (*game == hand.variant()).then_some(player));
    program.unwrap().choose(hand.view_of(seat).open(seat).unwrap()).unwrap()
}

fn asked(hand: &HandState) -> Vec<Seat> {
    match hand.pending() {
        Pending::Turn { seat, .. } => vec![seat],
        Pending::Claims { seats } => seats,
        Pending::Nothing => Vec::new(),
    }
}

/// Everything that anybody can see.
fn views(hand: &HandState) -> (PublicView, BySeat<PlayerView>) {
    let own = BySeat::from_fn(|seat| hand.view_of(seat).open(seat).unwrap().clone());
    (hand.public_view().get().clone(), own)
}

/// Plays `n_hands` hands and shows each prompt, and each end, to `look`.
fn play(n_hands: u32, mut look: impl FnMut(&HandState, &mut Luck)) {
    let mut players = players();
    for number in 1..=n_hands {
        let mut luck = Luck::of(number);
        let mut hand = deal(number, &mut luck);
        while hand.settlement().is_none() {
            look(&hand, &mut luck);
            let seat = *luck.pick(&asked(&hand));
            hand = match luck.below(20) {
                0 => hand.time_out().next,
                1 if matches!(hand.pending(), Pending::Claims { .. }) => hand.answer_for(seat).next,
                _ => {
                    let action = choose(&hand, seat, &mut players, &mut luck);
                    hand.decide(seat, action).unwrap().next
                }
            };
        }
        look(&hand, &mut luck);
    }
}

#[test]
fn who_has_a_choice_is_shown_the_table_to_choose() {
    let [mut n_not, mut n_only, mut n_shown] = [0; 3];
    play(60, |hand, _| {
        for seat in Seat::ALL {
            let offers = hand.offers(seat);
            match hand.asked_of(seat) {
                Asked::Nothing => {
                    assert!(offers.is_empty(), "{seat}");
                    n_not += 1;
                }
                Asked::Only(action) => {
                    assert!(offers.len() == 1 && offers[0].permits(&action), "{seat}");
                    n_only += 1;
                }
                Asked::Choice(view) => {
                    assert!(view.open(seat) == hand.view_of(seat).open(seat));
                    assert!(offers.len() > 1 || Offer::only_action(&offers).is_none(), "{seat}");
                    n_shown += 1;
                }
            }
        }
    });
    assert!([n_not, n_only, n_shown].iter().all(|&n| n > 1_000), "{n_not} {n_only} {n_shown}");
}

#[test]
fn invariants_hold_after_every_event_and_the_events_are_the_state() {
    let mut players = players();
    let mut n_wins = 0;
    for number in 1..=30 {
        let mut luck = Luck::of(number);
        let mut hand = deal(number, &mut luck);
        let mut replayed = hand.clone();
        let mut audit = Audit::default();
        while hand.settlement().is_none() {
            let seat = *luck.pick(&asked(&hand));
            let decision = if luck.one_in(20) {
                hand.time_out()
            } else {
                let action = choose(&hand, seat, &mut players, &mut luck);
                hand.decide(seat, action).unwrap()
            };
            assert!(!decision.events.is_empty());
            for event in &decision.events {
                replayed.apply(event);
                assert_eq!(audit.check(&replayed), Ok(()), "hand {number}, after {event:?}");
            }
            hand = decision.next;
            assert!(views(&hand) == views(&replayed), "hand {number}: the events are not the state");
            assert_eq!((hand.prompt(), hand.pending()), (replayed.prompt(), replayed.pending()));
        }
        n_wins += usize::from(hand.settlement().is_some_and(|settlement| settlement.winner.is_some()));
        assert!(hand.next_dealer().is_some());
    }
    assert!(n_wins > 5, "only {n_wins} hands were won: the test does not see enough");
}

#[test]
fn the_deal_is_blocks_of_thirteen_and_the_treasures_lie_at_the_end() {
    let tiles: Vec<Tile> = kinds(Variant::HarbinNew).iter().flat_map(|&tile| [tile; 4]).rev().collect();
    let rules: Arc<dyn Rules> = rules(Variant::HarbinNew, Options::of(Variant::HarbinNew)).unwrap().into();
    let mut hand = HandState::begin(rules, Seat::West, Wall::from_tiles(tiles.clone()), 0);
    for (seat, block) in Seat::West.from_here().into_iter().zip(tiles.chunks(13)) {
        let mut block = block.to_vec();
        block.sort_unstable();
        assert_eq!(views(&hand).1[seat].hand, block);
    }
    assert_eq!(views(&hand).1[Seat::West].drawn, Some(tiles[52]));
    assert_eq!(hand.n_drawable(), 55);
    let mut drawn = Vec::new();
    while hand.settlement().is_none() {
        let decision = hand.time_out();
        drawn.extend(decision.events.iter().filter_map(|event| match event {
            Event::Drew { tile, .. } => Some(*tile),
            _ => None,
        }));
        hand = decision.next;
    }
    assert_eq!(drawn, tiles[53..108]);
    let shown: Vec<Tile> = views(&hand).0.outcome.unwrap().treasures.iter().map(|shown| shown.0).collect();
    assert_eq!(shown, tiles[108..].iter().rev().copied().collect::<Vec<_>>());
}

#[test]
fn moving_on_in_place_is_deciding() {
    let mut players = players();
    for number in 1..=10 {
        let mut luck = Luck::of(number);
        let mut hand = deal(number, &mut luck);
        let (mut moved, mut events) = (hand.clone(), Vec::new());
        let mut decided = Vec::new();
        while let Some(seat) = hand.first_asked() {
            let action = choose(&hand, seat, &mut players, &mut luck);
            assert!(moved.advance(seat.opposite(), Action::Kong { tile: Tile::RED }, &mut events).is_err());
            assert_eq!(moved.advance(seat, action, &mut events), Ok(()));
            let decision = hand.decide(seat, action).unwrap();
            decided.extend(decision.events);
            hand = decision.next;
            assert!(views(&hand) == views(&moved));
        }
        assert!(decided == events);
    }
}

#[test]
fn a_finished_hand_takes_no_action() {
    play(5, |hand, _| {
        if hand.settlement().is_some() {
            assert!(Seat::ALL.into_iter().all(|seat| hand.offers(seat).is_empty()));
            assert!(Seat::ALL.into_iter().all(|seat| hand.decide(seat, Action::Pass).is_err()));
            assert!(hand.time_out().events.is_empty());
        }
    });
}

/// Every action there is, a few thousand; the legal ones and all others.
fn universe() -> Vec<Action> {
    let mut all = vec![Action::ClaimKong, Action::Win, Action::Pass, Action::Pung { ting_discard: None }];
    for tile in Tile::all() {
        for origin in [Origin::Hand, Origin::Drawn] {
            all.extend([Action::Discard { tile, origin }, Action::Ting { tile, origin }]);
        }
        all.extend([Action::Kong { tile }, Action::Chow { low: tile, ting_discard: None }]);
        all.extend([Action::Pung { ting_discard: Some(tile) }, Action::StickyTing { discard: tile }]);
        all.extend(Tile::all().map(|discard| Action::Chow { low: tile, ting_discard: Some(discard) }));
    }
    all
}

#[test]
fn what_is_not_offered_is_refused_and_what_is_offered_is_not() {
    let universe = universe();
    let mut n_refused = 0;
    play(12, |hand, luck| {
        for seat in Seat::ALL {
            let offered: Vec<Action> = hand.offers(seat).iter().flat_map(actions).collect();
            assert_eq!(offered.is_empty(), !asked(hand).contains(&seat));
            assert!(offered.iter().all(|&action| hand.decide(seat, action).is_ok()));
            for _ in 0..8 {
                let action = *luck.pick(&universe);
                assert_eq!(hand.decide(seat, action).is_ok(), offered.contains(&action), "{action:?}");
                n_refused += usize::from(!offered.contains(&action));
            }
        }
    });
    assert!(n_refused > 5_000);
}

#[test]
fn every_action_there_is_is_refused_unless_it_is_offered() {
    let universe = universe();
    play(2, |hand, luck| {
        if luck.one_in(20) {
            for seat in Seat::ALL {
                let offered: Vec<Action> = hand.offers(seat).iter().flat_map(actions).collect();
                let accepted = universe.iter().filter(|&&action| hand.decide(seat, action).is_ok());
                assert_eq!(accepted.count(), offered.len());
            }
        }
    });
}

#[test]
fn the_order_of_answers_changes_nothing() {
    const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let mut n_claimed = 0;
    play(15, |hand, luck| {
        let Pending::Claims { seats } = hand.pending() else { return };
        if seats.len() < 3 {
            return;
        }
        let answers: Vec<(Seat, Action)> = seats
            .into_iter()
            .map(|seat| {
                let offers: Vec<Action> = hand.offers(seat).iter().flat_map(actions).collect();
                (seat, *luck.pick(&offers))
            })
            .collect();
        let outcomes = ORDERS.map(|order| {
            let mut hand = hand.clone();
            let mut events = Vec::new();
            for (seat, answer) in order.map(|i| answers[i]) {
                let decision = hand.decide(seat, answer).unwrap();
                events.extend(decision.events.into_iter().filter(|e| !matches!(e, Event::Answered { .. })));
                hand = decision.next;
            }
            (views(&hand), events)
        });
        assert!(outcomes.iter().all(|outcome| *outcome == outcomes[0]));
        n_claimed += usize::from(answers.iter().any(|(_, answer)| *answer != Action::Pass));
    });
    assert!(n_claimed > 50, "only {n_claimed} windows had a claim");
}

#[test]
fn a_hand_that_nobody_plays_ends_by_its_time_limits() {
    for number in 1..=20 {
        let mut luck = Luck::of(number);
        let mut hand = deal(number, &mut luck);
        for _ in 0..500 {
            hand = hand.time_out().next;
        }
        let settlement = hand.settlement().unwrap();
        // Where nobody has to declare ting, a lucky deal may win by itself.
        let may_win = hand.variant() == Variant::Xingdong;
        assert!(settlement.winner.is_none() || may_win, "hand {number}");
    }
}

#[test]
fn each_game_has_as_many_tiles_to_draw_as_its_rules_say() {
    for (variant, n_drawable) in Variant::ALL.into_iter().zip([55, 50, 58, 45, 82]) {
        let rules: Arc<dyn Rules> = rules(variant, Options::of(variant)).unwrap().into();
        let wall = Wall::make(rules.kinds(), variant.id(), "sim", 1, &sim_secret(1, 1), &sim_nonces());
        let dealt = HandState::begin(rules, Seat::East, wall, 0);
        assert_eq!(dealt.public_view().get().n_drawable, n_drawable, "{variant}");
    }
}
