//! What stops a running table for a while: a store that takes nothing (the table says so, tries again by itself, and goes
//! on with full clocks), and the end of the program.

use tokio::time::Instant;

use super::actor::{Actor, STORE_RETRY, Stuck};
use super::bank::Bank;
use super::system::unix_now;
use super::timer::Timer;
use crate::store::ledger::LedgerError;

impl Actor {
    /// An append failed: nothing was applied, and what the log holds is read back before anything else is done.
    pub(super) fn store_failed(&mut self, error: LedgerError) -> Stuck {
        let table = self.state.id;
        if matches!(error, LedgerError::Conflict { .. } | LedgerError::NotOwner) {
            tracing::warn!(%table, "another process has taken the table over");
            self.fenced = true;
            return Stuck::Fenced;
        }
        self.doubtful = true;
        self.rests_until = Instant::now() + STORE_RETRY;
        if !std::mem::replace(&mut self.waits_for_store, true) {
            tracing::error!(%table, %error, "the store refused an append; the table waits");
            self.publish();
        }
        Stuck::Store
    }

    /// An append succeeded. After a failure the open prompt gets its full clock and bank: nobody could act meanwhile.
    pub(super) fn store_works(&mut self) {
        if std::mem::take(&mut self.waits_for_store) {
            tracing::info!(table = %self.state.id, "the store takes appends again");
            self.refused.clear();
            self.timer = Timer::unset(self.state.stage);
            self.bank = Bank::empty();
        }
    }

    /// The last snapshot before the program ends: everything in it is in the log.
    pub(super) fn say_goodbye(&self) {
        if !self.fenced {
            self.publish();
        }
    }

    /// Asks whether the store would take now what it refused. Less would not do: on a full disk there may be space for
    /// nothing or little, and the table would be stopped by its next move again. It is not done: who asked for it was told
    /// so, and may have changed their mind.
    pub(super) async fn try_store(&mut self) {
        let refused_at = self.state.next_seq;
        if self.be_certain().await.is_err() {
            return;
        }
        if self.state.next_seq != refused_at {
            self.refused.clear(); // it had been written all the same
        }
        let rehearsed =
            self.ledger.rehearse(self.state.id, self.state.next_seq, self.refused.clone(), unix_now()).await;
        match rehearsed {
            Ok(_) => {
                self.store_works();
                self.arm();
                self.publish();
            }
            Err(error) => drop(self.store_failed(error)),
        }
    }
}
