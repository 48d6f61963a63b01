//! What is answered for people who chose so (`/settings`): the table is asked in their name. It is no sign of life: a
//! match whose people only let answer for them pauses like any other.
//!
//! When it is answered must tell nothing of the tiles. A window of L stays open for as long as anybody is asked, so a pass
//! that comes at once must come at once whatever is held: it does where wins are taken at once too. Without that, the
//! discard is let go by the clock at the end of L, and only its buttons are gone. Against programs alone nobody learns.

use tokio::time::Instant;

use super::Stage;
use crate::game::action::{Action, Offer, PromptId};
use crate::game::seat::Seat;
use crate::game::view::{PlayerView, PublicPhase};
use crate::store::event::UserId;
use crate::store::preferences::PersonChoices;
use crate::table::command::{Command, Request};
use crate::table::view::{Snapshot, TablePhase};

impl Stage {
    pub(super) fn may_ping(&self, user: UserId) -> bool {
        self.people.get(&user).is_none_or(|person| person.choices.pings)
    }

    /// Asks the table for what was chosen once and for all; once a prompt.
    pub(super) fn answer_for_people(&mut self, snapshot: &Snapshot) {
        let TablePhase::Playing { prompt, .. } = snapshot.info.phase else { return };
        let alone = snapshot.info.n_people() == 1;
        for seat in Seat::ALL {
            let Some(taken) = snapshot.info.seats[seat].as_ref().filter(|taken| !taken.away) else {
                continue;
            };
            let Some(user) = taken.player.user() else { continue };
            let Some(person) = self.people.get_mut(&user).filter(|person| person.answered != Some(prompt))
            else {
                continue;
            };
            let view = snapshot.private[seat].as_ref().and_then(|view| view.open(seat));
            if let Some(action) = view.and_then(|view| chosen_once(view, &person.choices, alone)) {
                person.answered = Some(prompt);
                self.press_for(user, seat, prompt, action);
            }
        }
    }

    fn press_for(&self, who: UserId, seat: Seat, prompt: PromptId, action: Action) {
        let Some(table) = self.live.clone() else { return };
        let request = Request {
            who,
            name: String::new(),
            // Unique at the table, and smaller than any id of Discord's.
            interaction: prompt.0 << 3 | 4 | seat as u64,
            received_at: Instant::now(),
            moderator: false,
            command: Command::ActAsChosen { prompt, action },
        };
        self.studio.spawn(async move {
            if let Err(refusal) = table.ask(request).await {
                tracing::debug!(table = %table.id(), %refusal, "an answer for a person came too late");
            }
        });
    }
}

/// What is done at once for a person who chose so.
fn chosen_once(view: &PlayerView, choices: &PersonChoices, alone: bool) -> Option<Action> {
    let wins = view.offers.contains(&Offer::Win);
    if wins && choices.auto_win {
        return Some(Action::Win);
    }
    let is_asked =
        matches!(view.public.phase, PublicPhase::Claims { .. }) && view.offers.contains(&Offer::Pass);
    let passes = is_asked && choices.auto_pass && !wins && (choices.auto_win || alone);
    passes.then_some(Action::Pass)
}

#[cfg(test)]
pub(in crate::discord) mod tests {
    use super::*;
    use crate::discord::views::hand::tests::view;
    use crate::t;

    const BOTH: [bool; 2] = [false, true];

    fn choices(auto_pass: bool, auto_win: bool) -> PersonChoices {
        PersonChoices { auto_pass, auto_win, ..PersonChoices::default() }
    }

    fn window(offers: &[Offer]) -> PlayerView {
        let phase = PublicPhase::Claims { from: Seat::South, tile: t!("5m"), robbing: false };
        view(phase, offers.iter().cloned().chain([Offer::Pass]).collect())
    }

    #[test]
    fn whether_an_answer_comes_at_once_does_not_depend_on_the_tiles_where_others_could_learn() {
        let hands: [&[Offer]; 5] = [
            &[],
            &[Offer::Pung],
            &[Offer::Pung, Offer::ClaimKong],
            &[Offer::Win],
            &[Offer::Chow { low: t!("4m") }],
        ];
        for (auto_pass, auto_win) in BOTH.map(|pass| BOTH.map(|win| (pass, win))).concat() {
            let at_once = hands.map(|offers| {
                let action = chosen_once(&window(offers), &choices(auto_pass, auto_win), false);
                // A win is a claim like any other press, and closes no window: the others are still asked.
                action.filter(|action| *action != Action::Win || auto_pass).is_some()
            });
            assert!(at_once.iter().all(|now| *now == at_once[0]), "{auto_pass} {auto_win}: {at_once:?}");
        }
    }

    #[test]
    fn a_win_is_never_passed_by_itself_and_the_own_turn_is_only_won() {
        for alone in BOTH {
            assert_eq!(chosen_once(&window(&[Offer::Win]), &choices(true, false), alone), None);
            assert_eq!(chosen_once(&window(&[Offer::Win]), &choices(true, true), alone), Some(Action::Win));
        }
        assert_eq!(chosen_once(&window(&[Offer::Pung]), &choices(true, false), true), Some(Action::Pass));
        let turn = view(PublicPhase::Turn { seat: Seat::East }, vec![Offer::Pass]);
        assert_eq!(chosen_once(&turn, &choices(true, true), true), None);
    }
}
