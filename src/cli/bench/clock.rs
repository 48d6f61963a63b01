//! Time on the core.

use std::time::Instant;

/// A moment of the thread.
pub struct Seconds {
    on_core: Option<f64>,
    wall: Instant,
}

impl Seconds {
    /// Now.
    pub fn now() -> Seconds {
        Seconds { on_core: on_core(), wall: Instant::now() }
    }

    /// What the thread has been on its core since then; on systems that don't tell, what the clock on the wall says.
    pub fn elapsed(&self) -> f64 {
        match (self.on_core, on_core()) {
            (Some(begin), Some(end)) => end - begin,
            _ => self.wall.elapsed().as_secs_f64(),
        }
    }
}

/// Linux counts it up to the last time the thread was looked at, which a yield is.
fn on_core() -> Option<f64> {
    std::thread::yield_now();
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let ns: u64 = text.split_whitespace().next()?.parse().ok()?;
    Some(ns as f64 / 1e9)
}

/// The middle one, or 0 of nothing.
pub fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_the_middle_one() {
        assert_eq!(median(&mut [3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(&mut []), 0.0);
    }
}
