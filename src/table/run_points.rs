//! 跑分 before the deal (L20): all four are asked at once, and what they chose stays hidden until all have.

use super::command::{Done, Refusal, Request};
use super::plan::Plan;
use super::state::{Stage, TableState};
use crate::game::event::Mover;
use crate::game::ruleset::{RunPoints, RunPointsScope};
use crate::game::seat::{BySeat, Seat};
use crate::store::event::TableEvent;

/// What each seat runs in the next hand.
#[derive(Clone, Debug)]
pub(super) struct Runs {
    /// The choices for the next hand. Only whether there is one may be shown before the deal.
    chosen: BySeat<Option<RunPoints>>,
    /// What each player chose before: stands for them when their time is over.
    last: BySeat<Option<RunPoints>>,
}

impl Default for Runs {
    fn default() -> Runs {
        Runs { chosen: BySeat([None; 4]), last: BySeat([None; 4]) }
    }
}

impl Runs {
    pub(super) fn ask(&mut self) {
        self.chosen = BySeat([None; 4]);
    }

    pub(super) fn choose(&mut self, seat: Seat, choice: RunPoints) {
        self.chosen[seat] = Some(choice);
        self.last[seat] = Some(choice);
    }

    /// Somebody else sits there now.
    pub(super) fn forget(&mut self, seat: Seat) {
        self.last[seat] = None;
    }

    /// Who has chosen.
    pub(super) fn done(&self) -> BySeat<bool> {
        self.chosen.map(|_, choice| choice.is_some())
    }

    /// The choices of a hand that is dealt; those of the options where nobody was asked.
    pub(super) fn take(&mut self) -> BySeat<Option<RunPoints>> {
        std::mem::replace(&mut self.chosen, BySeat([None; 4]))
    }
}

impl TableState {
    /// Whether the players choose their 跑分 before each hand.
    pub(super) fn asks_run_points(&self) -> bool {
        self.rules.options().run_points_scope == RunPointsScope::Player
    }

    /// A person's choice for the hand of this number. The first one counts.
    pub(super) fn plan_run(&self, request: &Request, hand_no: u64, choice: RunPoints) -> Plan {
        let seat = self.seated(request.who)?;
        if self.stage != Stage::Choosing || u64::from(self.hand_no) + 1 != hand_no {
            return Err(Refusal::Stale);
        }
        if self.runs.done()[seat] {
            return Err(Refusal::RunPointsChosen);
        }
        let events = vec![TableEvent::RunPointsChosen { seat, choice, by: Mover::Seat }];
        Ok((self.with_deal(events), Done::RunPointsChosen))
    }

    /// The choices of the seats that the program plays: at once, whatever the people do.
    pub(super) fn automatic_run_points(&self) -> Vec<TableEvent> {
        self.run_points_of(|seat| self.is_automatic(seat))
    }

    /// The choices of everybody who has not chosen in time.
    pub(super) fn timed_out_run_points(&self) -> Vec<TableEvent> {
        self.run_points_of(|_| true)
    }

    /// The last choice of the player, else the value of the room.
    fn run_points_of(&self, is_meant: impl Fn(Seat) -> bool) -> Vec<TableEvent> {
        if self.stage != Stage::Choosing {
            return Vec::new();
        }
        let done = self.runs.done();
        let choices = Seat::ALL.into_iter().filter(|&seat| !done[seat] && is_meant(seat)).map(|seat| {
            let choice = self.runs.last[seat].unwrap_or(self.rules.options().run_points);
            TableEvent::RunPointsChosen { seat, choice, by: Mover::Clock }
        });
        self.with_deal(choices.collect())
    }
}

#[cfg(test)]
mod tests {
    use crate::game::length::MatchLength;
    use tokio::time::Instant;

    use super::*;
    use crate::game::ruleset::{OptionValue, Options, Variant};
    use crate::game::wall::sim_secret;
    use crate::store::event::{ClockPreset, Place, Player, Settings, TableId, UserId};
    use crate::table::command::Command;

    const EAST: UserId = UserId(1);
    const SOUTH: UserId = UserId(2);

    /// Two people and two programs at a table of 齐齐哈尔 with these options, all ready for the first hand.
    fn ready(options: &[(&str, OptionValue)]) -> (TableState, Vec<TableEvent>) {
        let variant = Variant::Qiqihar;
        let options = options.iter().map(|(name, value)| ((*name).to_owned(), value.clone()));
        let settings = Settings {
            variant,
            options: Options::of(variant).with(variant, options).unwrap(),
            length: MatchLength::Hands(8),
            n_programs: 2,
            level: crate::game::level::Level::default(),
            clock: ClockPreset::Normal,
            locale: "en".into(),
        };
        let place = Place { guild: None, channel: 1 };
        let mut log = vec![
            TableEvent::Opened { place, host: EAST, settings },
            TableEvent::SecretDrawn { hand_no: 1, secret: sim_secret(1, 1) },
        ];
        let person = |user: UserId| Player::Person { user, name: "x".into() };
        let players = BySeat([person(EAST), person(SOUTH), Player::Program, Player::Program]);
        for (seat, player) in players.iter() {
            log.push(TableEvent::SeatTaken { seat, player: player.clone() });
            log.push(TableEvent::Readied { seat, nonce: "n".into() });
        }
        let mut table = TableState::fold(TableId(1), log.iter()).unwrap();
        let dealt = table.with_deal(Vec::new());
        dealt.iter().for_each(|event| table.apply(event));
        log.extend(dealt);
        (table, log)
    }

    fn apply(table: &mut TableState, log: &mut Vec<TableEvent>, events: Vec<TableEvent>) {
        events.iter().for_each(|event| table.apply(event));
        log.extend(events);
    }

    fn choose(table: &TableState, who: UserId, hand_no: u64, choice: RunPoints) -> Plan {
        let request = Request {
            who,
            name: "x".into(),
            interaction: 7,
            received_at: Instant::now(),
            moderator: false,
            command: Command::ChooseRunPoints { hand_no, choice },
        };
        table.plan(&request, &sim_secret(9, 9))
    }

    fn run_points(table: &TableState) -> Option<BySeat<u32>> {
        table.hand.as_ref().map(|hand| hand.terms().run_points)
    }

    #[test]
    fn the_hand_is_dealt_when_all_four_have_chosen() {
        let (mut table, mut log) = ready(&[]);
        assert_eq!((table.stage, run_points(&table)), (Stage::Choosing, None));
        let programs = table.automatic_run_points();
        apply(&mut table, &mut log, programs);
        assert_eq!(table.runs.done(), BySeat([false, false, true, true]));
        let (events, _) = choose(&table, SOUTH, 1, RunPoints::Top).unwrap();
        apply(&mut table, &mut log, events);
        assert_eq!((table.stage, run_points(&table)), (Stage::Choosing, None));
        // A restart in the middle asks nobody twice.
        let mut table = TableState::fold(TableId(1), log.iter()).unwrap();
        assert_eq!(table.runs.done(), BySeat([false, true, true, true]));
        let (events, _) = choose(&table, EAST, 1, RunPoints::Points(3)).unwrap();
        apply(&mut table, &mut log, events);
        assert_eq!(table.stage, Stage::Playing);
        assert_eq!(run_points(&table), Some(BySeat([3, 10, 0, 0])));
    }

    #[test]
    fn the_first_choice_counts_and_only_for_the_hand_it_was_made_for() {
        let (mut table, mut log) = ready(&[]);
        let (events, _) = choose(&table, EAST, 1, RunPoints::Points(1)).unwrap();
        apply(&mut table, &mut log, events);
        assert_eq!(choose(&table, EAST, 1, RunPoints::Points(5)).unwrap_err(), Refusal::RunPointsChosen);
        assert_eq!(choose(&table, SOUTH, 2, RunPoints::Points(5)).unwrap_err(), Refusal::Stale);
        assert_eq!(choose(&table, UserId(9), 1, RunPoints::Top).unwrap_err(), Refusal::NotSeated);
    }

    #[test]
    fn out_of_time_the_last_choice_counts_else_that_of_the_room() {
        let (mut table, mut log) = ready(&[("run_points", OptionValue::Number(1))]);
        table.runs.choose(Seat::East, RunPoints::Points(5));
        table.runs.ask();
        let late = table.timed_out_run_points();
        apply(&mut table, &mut log, late);
        assert_eq!(run_points(&table), Some(BySeat([5, 1, 1, 1])));
        assert_eq!(table.stage, Stage::Playing);
    }

    #[test]
    fn somebody_new_on_a_seat_has_no_last_choice() {
        let (mut table, _) = ready(&[]);
        table.runs.choose(Seat::East, RunPoints::Points(5));
        table.runs.ask();
        table.apply(&TableEvent::SeatLeft { seat: Seat::East });
        table.timed_out_run_points().iter().for_each(|event| table.apply(event));
        assert_eq!(run_points(&table), Some(BySeat([0; 4])));
    }

    #[test]
    fn where_one_value_holds_for_the_room_nobody_is_asked() {
        let scope = OptionValue::Word("room".into());
        let (table, _) = ready(&[("run_points_scope", scope), ("run_points", OptionValue::Number(3))]);
        assert_eq!((table.stage, run_points(&table)), (Stage::Playing, Some(BySeat([3; 4]))));
    }
}
