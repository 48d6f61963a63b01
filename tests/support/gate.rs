//! A ledger whose appends wait as long as its gate is closed: what a table is doing then takes as long as a test wants.

use std::sync::Arc;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use tinghu::store::ledger::Ledger;
use tokio::sync::watch;

use super::watched::{Watch, Watched};

/// Opens and closes a gate.
#[derive(Clone)]
pub struct Gate {
    is_open: watch::Sender<bool>,
    n_waiting: watch::Sender<usize>,
}

impl Gate {
    /// An open gate.
    pub fn new() -> Gate {
        Gate { is_open: watch::Sender::new(true), n_waiting: watch::Sender::new(0) }
    }

    pub fn close(&self) {
        self.is_open.send_replace(false);
    }

    pub fn open(&self) {
        self.is_open.send_replace(true);
    }

    /// Waits until a table stands before the closed gate.
    pub async fn somebody_waits(&self) {
        let mut n_waiting = self.n_waiting.subscribe();
        let waits = n_waiting.wait_for(|n| *n > 0);
        drop(tokio::time::timeout(super::human::PATIENCE, waits).await.expect("nobody came to the gate"));
    }

    /// The ledger behind this gate.
    pub fn before(&self, ledger: Arc<dyn Ledger>) -> Arc<dyn Ledger> {
        Arc::new(Watched { ledger, watch: self.clone() })
    }

    async fn pass(&self) {
        let mut is_open = self.is_open.subscribe();
        if *is_open.borrow() {
            return;
        }
        self.n_waiting.send_modify(|n| *n += 1);
        drop(is_open.wait_for(|open| *open).await);
        self.n_waiting.send_modify(|n| *n -= 1);
    }
}

impl Watch for Gate {
    fn before_append(&self) -> BoxFuture<'_, ()> {
        self.pass().boxed()
    }
}
