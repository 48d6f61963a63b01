//! Whether the table can be shown where it stands: from what its messages met, and from what the gateway says.

use tokio::time::Instant;

use super::Stage;
use crate::discord::stages::Word;
use crate::discord::surface::{Status, Surface};
use crate::store::event::PauseReason;
use crate::table::reach::Reach;

impl Stage {
    pub(super) fn hear(&mut self, word: Word) {
        match word {
            Word::Knock(knock) => self.admit(*knock),
            Word::Chose(user, lang, choices) => {
                let person = self.people.entry(user).or_default();
                (person.lang, person.choices) = (Some(lang), choices);
            }
            Word::Blocked(reason) => self.blocked = Some((reason, Instant::now())),
            Word::Sought => self.public_surfaces().for_each(Surface::check),
            Word::Look => {
                // A deleted channel never comes back.
                self.blocked = self.blocked.filter(|(reason, _)| *reason == PauseReason::ChannelDeleted);
                self.public_surfaces().for_each(Surface::wake);
            }
        }
    }

    /// Tells the table what is known now.
    pub(super) fn report_reach(&self) {
        let Some(table) = &self.live else { return };
        let statuses: Vec<Status> =
            self.public_surfaces().map(|surface| *surface.status().borrow()).collect();
        table.set_reach(reach(self.blocked, &statuses));
    }

    fn public_surfaces(&self) -> impl Iterator<Item = &Surface> {
        let board = self.board.as_ref().map(|(_, surface)| surface);
        let result = self.result.as_ref().map(|(_, surface)| surface);
        [self.lobby.as_ref(), board, result].into_iter().flatten()
    }
}

/// The gateway knows best, until a message is taken that was sent after it had spoken: its words are not always heard in
/// the order in which it said them. Else one message that is refused is enough, and one that is there says that others
/// can be.
fn reach(blocked: Option<(PauseReason, Instant)>, statuses: &[Status]) -> Reach {
    let is_refuted = |since: Instant| {
        statuses
            .iter()
            .any(|status| status.obstacle.is_none() && status.taken_at.is_some_and(|at| at > since))
    };
    let told = blocked.filter(|(_, since)| !is_refuted(*since)).map(|(reason, _)| reason);
    match told.or_else(|| statuses.iter().find_map(|status| status.obstacle)) {
        Some(reason) => Reach::Blocked(reason),
        None if statuses.iter().any(|status| status.message.is_some()) => Reach::Open,
        None => Reach::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_refused_message_blocks_and_the_gateway_knows_best() {
        let shown = Status { message: Some(1), ..Status::default() };
        let refused = Status { obstacle: Some(PauseReason::NoPermission), ..shown };
        assert_eq!(reach(None, &[Status::default()]), Reach::Unknown);
        assert_eq!(reach(None, &[shown, Status::default()]), Reach::Open);
        assert_eq!(reach(None, &[shown, refused]), Reach::Blocked(PauseReason::NoPermission));
        let removed = Some((PauseReason::BotRemoved, Instant::now()));
        assert_eq!(reach(removed, &[shown, refused]), Reach::Blocked(PauseReason::BotRemoved));
        assert_eq!(reach(removed, &[]), Reach::Blocked(PauseReason::BotRemoved));
    }

    #[test]
    fn a_message_that_is_taken_after_the_gateway_spoke_refutes_it() {
        let spoke = Instant::now();
        let removed = Some((PauseReason::BotRemoved, spoke));
        let sent_at = |taken_at| Status { message: Some(1), taken_at: Some(taken_at), ..Status::default() };
        let (before, after) = (sent_at(spoke), sent_at(spoke + std::time::Duration::from_millis(1)));
        assert_eq!(reach(removed, &[before]), Reach::Blocked(PauseReason::BotRemoved));
        assert_eq!(reach(removed, &[before, after]), Reach::Open);
        let refused = Status { obstacle: Some(PauseReason::NoAccess), ..after };
        assert_eq!(reach(removed, &[refused]), Reach::Blocked(PauseReason::BotRemoved));
    }
}
