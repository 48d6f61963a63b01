//! The hand of the tutorial: known tiles and known moves, played through the engine like any other hand. What the
//! learner sees at a step is a function of the step alone, so nothing has to be kept between two clicks.

use std::sync::Arc;

use super::action::{Action, Illegal, Origin};
use super::ruleset::{Options, Variant};
use super::seat::Seat;
use super::state::{HandState, Pending};
use super::tile::{Counts, Tile, parse_tiles};
use super::variants;
use super::view::{PlayerView, Private, Public, PublicView};
use super::wall::Wall;
use crate::t;

/// Where the learner sits, who also deals.
pub const LEARNER: Seat = Seat::East;

/// A move of the learner.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Move {
    /// What they ask for.
    Act(Action),
    /// A turn that goes by itself, because they are ting.
    GoOn,
}

/// The learner's moves: opening, then 听吃, then a draw that does nothing, then the treasure that is also the wait.
const MOVES: [Move; 6] = [
    Move::Act(Action::Discard { tile: t!("9s"), origin: Origin::Drawn }),
    Move::Act(Action::Pung { ting_discard: None }),
    Move::Act(Action::Discard { tile: t!("1p"), origin: Origin::Hand }),
    Move::Act(Action::Chow { low: t!("2s"), ting_discard: Some(t!("7s")) }),
    Move::GoOn,
    Move::Act(Action::Win),
];

/// How many moves the learner makes; at this step the hand is over.
pub const N_MOVES: usize = MOVES.len();

/// What the others discard from their hands, in the order of their turns; later they discard what they draw.
const FROM_HANDS: [Option<Tile>; 3] = [Some(t!("5p")), None, Some(t!("3s"))];

/// The learner's first 13 tiles, and those with which South and West begin; the rest is filled up.
const DEALT: [&str; 3] = ["123m46m88m55p24s1p7s", "5p", "3s"];
/// From the dealer's 14th tile on.
const DRAWN: &str = "9s 1s 9m 7s 1s 9p 6p 8s 1p 7m 9s 5m";
/// The treasures, in the order in which they are flipped.
const TREASURES: &str = "5m 2p 6s 9m";

/// What a press of the learner comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The lesson goes on.
    Right,
    /// The rules allow it, but the lesson wants something else.
    NotNow,
    /// The rules don't allow it here.
    Illegal,
}

/// The lesson before one of the learner's moves.
pub struct Lesson {
    hand: HandState,
    step: usize,
}

impl Lesson {
    /// The lesson at a step, from 0 to [`N_MOVES`]; a larger step is the last one. `None` without its game.
    pub fn at(step: usize) -> Option<Lesson> {
        let step = step.min(N_MOVES);
        let mut lesson = Lesson { hand: deal()?, step };
        let mut n_others = 0;
        lesson.play_others(&mut n_others);
        for made in &MOVES[..step] {
            let next = match made {
                Move::Act(action) => lesson.hand.decide(LEARNER, *action),
                Move::GoOn => Ok(lesson.hand.time_out()),
            };
            // A script that the engine refuses stands still; a test plays it to the end.
            if let Ok(decision) = next {
                lesson.hand = decision.next;
            }
            lesson.play_others(&mut n_others);
        }
        Some(lesson)
    }

    /// The learner's hand.
    pub fn view(&self) -> Private<PlayerView> {
        self.hand.view_of(LEARNER)
    }

    /// The table, laid open once the hand is over.
    pub fn public(&self) -> Public<PublicView> {
        self.hand.public_view()
    }

    /// What the lesson asks for; `None` when it is over.
    pub fn wanted(&self) -> Option<Move> {
        MOVES.get(self.step).copied()
    }

    /// What a request of the learner comes to.
    pub fn judge(&self, action: Action) -> Verdict {
        match self.hand.decide(LEARNER, action) {
            Ok(_) if self.wanted() == Some(Move::Act(action)) => Verdict::Right,
            Ok(_) => Verdict::NotNow,
            Err(_) => Verdict::Illegal,
        }
    }

    /// Plays the other seats until the learner has something to do.
    fn play_others(&mut self, n_turns: &mut usize) {
        while let Some(next) = self.move_of_others(n_turns) {
            match next {
                Ok(decided) => self.hand = decided,
                Err(_) => return,
            }
        }
    }

    fn move_of_others(&self, n_turns: &mut usize) -> Option<Result<HandState, Illegal>> {
        let hand = &self.hand;
        match hand.pending() {
            Pending::Claims { seats } => {
                let has_choice = hand.view_of(LEARNER).open(LEARNER).is_some_and(PlayerView::has_choice);
                let seat = seats.into_iter().find(|&seat| seat != LEARNER || !has_choice)?;
                Some(Ok(hand.answer_for(seat).next))
            }
            Pending::Turn { seat, .. } if seat != LEARNER => {
                let from_hand = FROM_HANDS.get(*n_turns).copied().flatten();
                *n_turns += 1;
                let discard = match (from_hand, hand.drawn()) {
                    (Some(tile), _) => Action::Discard { tile, origin: Origin::Hand },
                    (None, Some((_, tile))) => Action::Discard { tile, origin: Origin::Drawn },
                    (None, None) => return None,
                };
                Some(hand.decide(seat, discard).map(|decision| decision.next))
            }
            _ => None,
        }
    }
}

fn deal() -> Option<HandState> {
    let rules = variants::rules(Variant::HarbinNew, Options::of(Variant::HarbinNew))?;
    Some(HandState::begin(Arc::from(rules), LEARNER, Wall::from_tiles(tiles()), 0))
}

/// All 112 tiles in the order of the wall.
fn tiles() -> Vec<Tile> {
    let parse = |text: &str| parse_tiles(text).unwrap_or_default();
    let [east, south, west] = DEALT.map(parse);
    let (drawn, treasures) = (parse(DRAWN), parse(TREASURES));
    let mut named = Counts::EMPTY;
    named.extend([&east, &south, &west, &drawn, &treasures].into_iter().flatten().copied());
    let kinds = variants::kinds(Variant::HarbinNew);
    // 11 and 28 have no common divisor: neighbours stay far apart, so nobody is dealt sets.
    let mut rest = (0..4).flat_map(|copy| {
        (0..kinds.len()).map(|i| kinds[i * 11 % kinds.len()]).filter(move |&tile| copy < 4 - named.of(tile))
    });
    let mut wall = Vec::with_capacity(112);
    for hand in [east, south, west, Vec::new()] {
        let n_missing = 13 - hand.len();
        wall.extend(hand);
        wall.extend(rest.by_ref().take(n_missing));
    }
    wall.extend(drawn);
    wall.extend(rest);
    wall.extend(treasures.into_iter().rev());
    wall
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::action::Offer;
    use crate::game::score::Fan;
    use crate::game::tile::format_tiles;

    fn view(step: usize) -> PlayerView {
        Lesson::at(step).unwrap().view().open(LEARNER).cloned().unwrap()
    }

    #[test]
    fn the_wall_is_a_whole_set_of_tiles() {
        let mut all = tiles();
        all.sort();
        let kinds = variants::kinds(Variant::HarbinNew);
        let expected: Vec<Tile> = kinds.iter().flat_map(|&tile| [tile; 4]).collect();
        assert_eq!(all, expected);
    }

    #[test]
    fn each_step_asks_for_a_legal_move_and_refuses_what_the_rules_refuse() {
        for step in 0..N_MOVES {
            let lesson = Lesson::at(step).unwrap();
            match lesson.wanted() {
                Some(Move::Act(action)) => assert_eq!(lesson.judge(action), Verdict::Right, "step {step}"),
                Some(Move::GoOn) => assert!(view(step).treasures.len() == 1 && view(step).drawn.is_some()),
                None => panic!("step {step} asks for nothing"),
            }
        }
        let first = Lesson::at(0).unwrap();
        assert_eq!(first.judge(Action::Discard { tile: t!("1m"), origin: Origin::Hand }), Verdict::NotNow);
        assert_eq!(first.judge(Action::Pung { ting_discard: None }), Verdict::Illegal);
        assert_eq!(first.judge(Action::Ting { tile: t!("9s"), origin: Origin::Drawn }), Verdict::Illegal);
    }

    #[test]
    fn it_teaches_opening_ting_chow_treasure_and_payment() {
        assert_eq!(format_tiles(&view(0).hand), "1234688m155p247s");
        assert!(view(1).offers.contains(&Offer::Pung));
        let chow = view(3).offers;
        assert!(chow.iter().any(|offer| matches!(offer, Offer::TingChow { low, .. } if *low == t!("2s"))));
        assert!(
            !chow.iter().any(|offer| matches!(offer, Offer::Chow { .. })),
            "a plain chow is for the left"
        );
        let waits: Vec<Tile> = view(4).waits.iter().map(|wait| wait.tile).collect();
        assert_eq!((waits, view(4).drawn), (vec![t!("5m")], Some(t!("8s"))));
        assert_eq!(view(5).drawn, Some(t!("5m")));
        let over = Lesson::at(N_MOVES).unwrap();
        assert!(over.wanted().is_none());
        let public = over.public();
        let outcome = public.get().outcome.as_ref().unwrap();
        assert_eq!(outcome.win.as_ref().unwrap().winner, LEARNER);
        assert!(outcome.settlement.fans.iter().any(|line| line.fan == Fan::OwnTreasureInTreasure));
        assert_eq!(outcome.settlement.total().0, [48, -16, -16, -16]);
        assert!(Lesson::at(99).unwrap().wanted().is_none());
    }
}
