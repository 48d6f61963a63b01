//! What the tasks of a running sandbox share.
use std::ops::Deref;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::world::World;

/// A cheap handle; the world is locked for one call at a time and never across an await.
#[derive(Clone)]
pub struct Server(Arc<Shared>);

/// What [`Server`] points to.
pub struct Shared {
    world: Mutex<World>,
    /// The host names that a request may be addressed to.
    pub hosts: Vec<String>,
    /// Where attachments lie, where the state is kept.
    pub files_dir: Option<PathBuf>,
    /// Whether the log of requests has the answers too.
    pub records_answers: bool,
    /// A held channel may have been let go.
    pub let_go: Notify,
    /// A new deadline or something to save.
    pub changed: Notify,
    pub stop: CancellationToken,
    /// No request is under way any more: what is saved now is the last word.
    pub served: CancellationToken,
    /// The tasks that live as long as the sandbox.
    pub tasks: TaskTracker,
    /// Gateway connections.
    pub connections: TaskTracker,
}

impl Deref for Server {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}

impl Server {
    /// A server around a world; nothing runs yet.
    pub fn new(
        world: World,
        hosts: Vec<String>,
        files_dir: Option<PathBuf>,
        stop: CancellationToken,
        records_answers: bool,
    ) -> Server {
        Server(Arc::new(Shared {
            world: Mutex::new(world),
            hosts,
            files_dir,
            records_answers,
            let_go: Notify::new(),
            changed: Notify::new(),
            stop,
            served: CancellationToken::new(),
            tasks: TaskTracker::new(),
            connections: TaskTracker::new(),
        }))
    }

    /// The world, locked. A panic of another holder leaves it usable: each call keeps it whole.
    pub fn world(&self) -> MutexGuard<'_, World> {
        self.0.world.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Wakes the clock: a deadline may be new or moved.
    pub fn touched(&self) {
        self.changed.notify_one();
    }

    /// Waits as long as requests of this path are held.
    pub async fn while_held(&self, path: &str) {
        loop {
            let let_go = self.let_go.notified();
            if !self.world().is_held(path) {
                return;
            }
            tokio::select! {
                () = let_go => {}
                () = self.stop.cancelled() => return,
            }
        }
    }

    /// Waits, but not beyond the end of the sandbox.
    pub async fn pause(&self, time: Duration) {
        tokio::select! {
            () = tokio::time::sleep(time) => {}
            () = self.stop.cancelled() => {}
        }
    }
}

/// Fails what the bot did not answer in time, until the sandbox stops.
pub async fn run_clock(server: Server) {
    loop {
        let wait_ms = {
            let mut world = server.world();
            let next = world.fail_overdue();
            next.map_or(u64::from(u32::MAX), |due| due.saturating_sub(world.now_ms()))
        };
        tokio::select! {
            () = server.stop.cancelled() => return,
            () = server.changed.notified() => {}
            () = tokio::time::sleep(Duration::from_millis(wait_ms)) => {}
        }
    }
}
