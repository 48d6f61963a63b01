//! Interactions seen lately, so that a repeated gateway event does nothing twice. Bounded.

use std::collections::{HashSet, VecDeque};

/// How many are remembered a table.
const N_REMEMBERED: usize = 512;

/// A bounded set of interaction ids.
#[derive(Default)]
pub(super) struct Recent {
    known: HashSet<u64>,
    order: VecDeque<u64>,
}

impl Recent {
    /// Remembers an id; `false` if it was known.
    pub(super) fn insert(&mut self, id: u64) -> bool {
        if !self.known.insert(id) {
            return false;
        }
        self.order.push_back(id);
        if self.order.len() > N_REMEMBERED
            && let Some(oldest) = self.order.pop_front()
        {
            self.known.remove(&oldest);
        }
        true
    }

    /// Forgets an id whose request had no effect.
    pub(super) fn forget(&mut self, id: u64) {
        self.known.remove(&id);
        self.order.retain(|&known| known != id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remembers_a_bounded_number() {
        let mut recent = Recent::default();
        assert!(recent.insert(7));
        assert!(!recent.insert(7));
        (100..100 + N_REMEMBERED as u64).for_each(|id| assert!(recent.insert(id)));
        assert_eq!(recent.known.len(), N_REMEMBERED);
        assert!(recent.insert(7), "the oldest was forgotten");
        recent.forget(7);
        assert!(recent.insert(7));
    }
}
