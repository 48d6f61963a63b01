//! From a table's state to what it publishes.

use super::state::{Stage, TableState};
use super::timer::Timer;
use super::view::{FairInfo, SeatInfo, Snapshot, TableInfo, TablePhase};
use crate::game::seat::BySeat;
use crate::game::wall::commit;

impl TableState {
    /// What is published now, with the clock of the open prompt.
    pub(super) fn snapshot(&self, timer: &Timer) -> Snapshot {
        Snapshot {
            info: self.info(timer),
            public: self.hand.as_ref().map(|hand| hand.public_view()),
            private: BySeat::from_fn(|seat| self.hand.as_ref().map(|hand| hand.view_of(seat))),
        }
    }

    /// A table as its log leaves it, without a clock.
    pub fn last_snapshot(&self) -> Snapshot {
        self.snapshot(&Timer::unset(self.stage))
    }

    fn info(&self, timer: &Timer) -> TableInfo {
        TableInfo {
            id: self.id,
            place: self.place,
            host: self.host,
            settings: self.settings.clone(),
            phase: self.phase(timer),
            seats: self.seats.map(|_, seated| {
                let seated = seated.as_ref()?;
                Some(SeatInfo { player: seated.player.clone(), points: seated.points, away: seated.away })
            }),
            hints: self.hints,
            promised: self.promised.clone(),
            hand_no: self.hand_no,
            n_passes: self.n_passes,
            fair: self.fair_info(),
            next_commitment: self.commitment(self.hand_no + 1),
            waits_for_store: false,
            restarting: false,
            history: self.history.clone(),
        }
    }

    fn phase(&self, timer: &Timer) -> TablePhase {
        let deadline = timer.shown_at;
        match self.stage {
            Stage::Lobby => TablePhase::Lobby,
            Stage::Playing => {
                let prompt = self.hand.as_ref().map(|hand| hand.prompt()).unwrap_or_default();
                TablePhase::Playing { prompt, deadline, late_at: timer.late_at, bank_s: timer.bank.as_secs() }
            }
            Stage::Choosing => TablePhase::Choosing { chosen: self.runs.done(), deadline },
            Stage::Between => {
                TablePhase::Ready { ready: self.ready.map(|_, nonce| nonce.is_some()), deadline }
            }
            Stage::Paused(reason) => TablePhase::Paused { reason },
            Stage::Closed(end) => TablePhase::Closed { end },
        }
    }

    fn commitment(&self, hand_no: u32) -> Option<String> {
        let fair = self.fair_of(hand_no)?;
        Some(commit(&self.id.to_string(), hand_no, &fair.secret).to_string())
    }

    /// The secret is shown once nobody can gain by it: the hand has ended or is void.
    fn fair_info(&self) -> Option<FairInfo> {
        let fair = self.fair_of(self.hand_no)?;
        let over = self.hand.as_ref().is_none_or(|hand| hand.settlement().is_some());
        Some(FairInfo {
            commitment: self.commitment(self.hand_no)?,
            nonces: fair.nonces.clone()?,
            secret: over.then(|| fair.secret.to_hex()),
        })
    }
}
