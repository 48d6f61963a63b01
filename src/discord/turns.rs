//! One after the other for each person or server, whatever the others wait for.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Who has a turn, or waits for one. Nothing is kept of those who don't.
#[derive(Default)]
pub(super) struct Turns(Mutex<HashMap<u64, Weak<Semaphore>>>);

impl Turns {
    /// Waits until all that was asked for this person or server before is done, and holds off what comes after.
    pub(super) async fn take(&self, id: u64) -> Option<OwnedSemaphorePermit> {
        self.of(id).acquire_owned().await.ok()
    }

    /// The same without waiting: `None` where something is done for them now.
    pub(super) fn try_take(&self, id: u64) -> Option<OwnedSemaphorePermit> {
        self.of(id).try_acquire_owned().ok()
    }

    fn of(&self, id: u64) -> Arc<Semaphore> {
        let mut turns = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        turns.retain(|_, turn| turn.strong_count() > 0);
        let known = turns.get(&id).and_then(Weak::upgrade);
        known.unwrap_or_else(|| {
            let turn = Arc::new(Semaphore::new(1));
            turns.insert(id, Arc::downgrade(&turn));
            turn
        })
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    #[tokio::test]
    async fn each_waits_for_their_own_turn_and_for_nobody_elses() {
        let turns = Turns::default();
        let first = turns.take(1).await.unwrap();
        assert!(turns.try_take(2).is_some(), "another's turn is free");
        assert!(turns.try_take(1).is_none(), "the own one is not");
        let mut second = Box::pin(turns.take(1));
        assert!(second.as_mut().now_or_never().is_none());
        drop(first);
        let second = second.await.unwrap();
        assert!(turns.try_take(1).is_none());
        drop(second);
        assert!(turns.try_take(3).is_some());
        drop(turns.try_take(4));
        assert_eq!(turns.0.lock().unwrap().len(), 1, "who is done is forgotten");
    }
}
