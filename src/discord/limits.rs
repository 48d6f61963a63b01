//! Discord's rate limits: one bucket a route, learned from the headers, and 50 requests a second for the bot.
//!
//! Each route with its major parameter (channel, or interaction token) has a bucket of its own, so a slow table never
//! delays another one. Interaction callbacks are not limited and never come here. Memory is bounded: buckets at rest
//! are forgotten.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// Requests a bot may make in a second, interaction routes apart.
const GLOBAL_PER_S: u32 = 50;
/// Discord's second begins when the first request arrives there, later than it left here: with a second of our own, the
/// next 50 could arrive while that one still runs.
const GLOBAL_WINDOW: Duration = Duration::from_millis(1_100);
/// Above this many buckets, those at rest are forgotten.
const MAX_RESTING: usize = 2_000;

/// What shares a bucket.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Route {
    /// New messages in a channel.
    Post {
        /// The channel.
        channel: u64,
    },
    /// Edits of the bot's messages in a channel.
    Edit {
        /// The channel.
        channel: u64,
    },
    /// Deletions in a channel.
    Delete {
        /// The channel.
        channel: u64,
    },
    /// New threads in a channel.
    Thread {
        /// The channel.
        channel: u64,
    },
    /// Look-ups of members of a server.
    Member {
        /// The server.
        guild: u64,
    },
    /// Everything by an interaction token; the number stands for the token.
    Interaction {
        /// Hash of the token: the token itself is kept nowhere else.
        token: u64,
    },
    /// The bot's own application.
    Application,
}

impl Route {
    /// Interaction routes don't count towards the limit of the whole bot.
    fn is_global(&self) -> bool {
        !matches!(self, Route::Interaction { .. })
    }

    /// What to assume before Discord has told: hints measured by users.
    fn guess(&self) -> (u32, Duration) {
        match self {
            Route::Interaction { .. } => (5, Duration::from_secs(2)),
            _ => (5, Duration::from_secs(5)),
        }
    }
}

/// What the headers of an answer say of its bucket.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Learned {
    /// `X-RateLimit-Limit`.
    pub limit: u32,
    /// `X-RateLimit-Remaining`.
    pub remaining: u32,
    /// `X-RateLimit-Reset-After`.
    pub reset_after: Duration,
}

#[derive(Debug)]
struct Bucket {
    limit: u32,
    window: Duration,
    remaining: u32,
    n_in_flight: u32,
    /// When `remaining` is `limit` again; `None` while the bucket is full.
    reset_at: Option<Instant>,
}

impl Bucket {
    fn new(route: &Route) -> Bucket {
        let (limit, window) = route.guess();
        Bucket { limit, window, remaining: limit, n_in_flight: 0, reset_at: None }
    }

    fn refill(&mut self, now: Instant) {
        if self.reset_at.is_some_and(|at| at <= now) {
            self.remaining = self.limit;
            self.reset_at = None;
        }
    }

    fn is_resting(&self, now: Instant) -> bool {
        self.n_in_flight == 0 && self.reset_at.is_none_or(|at| at <= now)
    }
}

#[derive(Debug, Default)]
struct State {
    buckets: HashMap<Route, Bucket>,
    /// The running second of the bot's own limit: its end, and the requests made in it.
    second: Option<(Instant, u32)>,
    /// Nothing at all before this moment: a 429 with `global`.
    blocked_until: Option<Instant>,
}

/// All limits of the bot.
#[derive(Debug)]
pub struct Limits {
    /// This process's part of [`GLOBAL_PER_S`].
    per_s: u32,
    state: Mutex<State>,
}

/// The right to make one request. Give it back with what the answer said, or drop it.
#[derive(Debug)]
#[must_use]
pub struct Slot<'a> {
    limits: &'a Limits,
    route: Route,
}

impl Limits {
    /// No request made yet. `share` is this process's part of what the bot may do in a second, above 0 and at most 1:
    /// Discord counts the requests of all processes together.
    pub fn new(share: f64) -> Limits {
        let per_s = (f64::from(GLOBAL_PER_S) * share) as u32;
        Limits { per_s: per_s.max(1), state: Mutex::default() }
    }

    /// Waits until a request on this route may be sent.
    pub async fn slot(&self, route: Route) -> Slot<'_> {
        loop {
            let wait_until = match self.try_take(&route) {
                Ok(()) => return Slot { limits: self, route },
                Err(at) => at,
            };
            tokio::time::sleep_until(wait_until).await;
        }
    }

    fn try_take(&self, route: &Route) -> Result<(), Instant> {
        let now = Instant::now();
        let mut state = self.lock();
        if let Some(until) = state.blocked_until.filter(|&until| until > now && route.is_global()) {
            return Err(until);
        }
        let second = state.second.filter(|&(end, _)| end > now).unwrap_or((now + GLOBAL_WINDOW, 0));
        if route.is_global() && second.1 >= self.per_s {
            return Err(second.0);
        }
        if state.buckets.len() > MAX_RESTING {
            state.buckets.retain(|_, bucket| !bucket.is_resting(now));
        }
        let bucket = state.buckets.entry(route.clone()).or_insert_with(|| Bucket::new(route));
        bucket.refill(now);
        if bucket.remaining == 0 {
            // Without a reset the answer that will tell it is still on its way: look again soon.
            return Err(bucket.reset_at.unwrap_or(now + Duration::from_millis(50)));
        }
        bucket.remaining -= 1;
        bucket.n_in_flight += 1;
        let window = bucket.window;
        bucket.reset_at.get_or_insert(now + window);
        if route.is_global() {
            state.second = Some((second.0, second.1 + 1));
        }
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // A panic elsewhere leaves counts that the next answers correct.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    #[cfg(test)]
    fn n_buckets(&self) -> usize {
        self.lock().buckets.len()
    }
}

impl Slot<'_> {
    /// The answer's headers.
    pub fn learn(self, learned: Learned) {
        let now = Instant::now();
        let mut state = self.limits.lock();
        if let Some(bucket) = state.buckets.get_mut(&self.route) {
            let others = bucket.n_in_flight.saturating_sub(1);
            bucket.limit = learned.limit.max(1);
            bucket.window = bucket.window.max(learned.reset_after);
            bucket.remaining = learned.remaining.saturating_sub(others);
            bucket.reset_at = Some(now + learned.reset_after);
        }
    }

    /// A 429: nothing on this route, or nothing at all, for this long.
    pub fn obey(self, retry_after: Duration, global: bool) {
        let until = Instant::now() + retry_after;
        let mut state = self.limits.lock();
        if global {
            state.blocked_until = Some(until);
        }
        if let Some(bucket) = state.buckets.get_mut(&self.route) {
            bucket.remaining = 0;
            bucket.reset_at = Some(until);
        }
    }
}

impl Drop for Slot<'_> {
    fn drop(&mut self) {
        if let Some(bucket) = self.limits.lock().buckets.get_mut(&self.route) {
            bucket.n_in_flight = bucket.n_in_flight.saturating_sub(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: Route = Route::Post { channel: 1 };
    const B: Route = Route::Post { channel: 2 };

    async fn waited(limits: &Limits, route: Route) -> Duration {
        let start = Instant::now();
        drop(limits.slot(route).await);
        start.elapsed()
    }

    #[tokio::test(start_paused = true)]
    async fn an_empty_bucket_waits_for_its_reset_and_no_other_bucket_does() {
        let limits = Limits::new(1.0);
        let learned = Learned { limit: 5, remaining: 0, reset_after: Duration::from_secs(4) };
        limits.slot(A).await.learn(learned);
        assert_eq!(waited(&limits, B).await, Duration::ZERO);
        assert_eq!(waited(&limits, A).await.as_secs(), 4);
        assert_eq!(waited(&limits, A).await, Duration::ZERO);
    }

    #[tokio::test(start_paused = true)]
    async fn a_429_is_obeyed_on_its_route() {
        let limits = Limits::new(1.0);
        limits.slot(A).await.obey(Duration::from_millis(2_500), false);
        assert_eq!(waited(&limits, B).await, Duration::ZERO);
        assert!(waited(&limits, A).await >= Duration::from_millis(2_500));
    }

    #[tokio::test(start_paused = true)]
    async fn a_global_429_stops_all_but_interactions() {
        let limits = Limits::new(1.0);
        limits.slot(A).await.obey(Duration::from_secs(3), true);
        assert_eq!(waited(&limits, Route::Interaction { token: 9 }).await, Duration::ZERO);
        assert!(waited(&limits, B).await >= Duration::from_secs(3));
    }

    #[tokio::test(start_paused = true)]
    async fn fifty_requests_a_second() {
        let limits = Limits::new(1.0);
        let start = Instant::now();
        for channel in 0..101 {
            drop(limits.slot(Route::Edit { channel }).await);
        }
        assert_eq!(start.elapsed().as_secs(), 2);
    }

    #[tokio::test(start_paused = true)]
    async fn a_quarter_of_the_shards_has_a_quarter_of_the_requests() {
        let limits = Limits::new(0.25);
        let start = Instant::now();
        for channel in 0..25 {
            drop(limits.slot(Route::Edit { channel }).await);
        }
        assert_eq!(start.elapsed().as_secs(), 2, "12 + 12 + 1");
    }

    #[tokio::test(start_paused = true)]
    async fn buckets_at_rest_are_forgotten() {
        let limits = Limits::new(1.0);
        for token in 0..10_000 {
            drop(limits.slot(Route::Interaction { token }).await);
            tokio::time::advance(Duration::from_millis(10)).await;
        }
        assert!(limits.n_buckets() <= MAX_RESTING + 1);
    }
}
