//! A surface: one message on Discord that is kept equal to what is wanted, or reported lost.
//!
//! One loop a surface. Only the newest wish counts, and it is drawn when it can be sent. Restart, deleted message,
//! dead token, 429 and lost permission are the same case: compare, send, learn.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use sha2::{Digest, Sha256};
use tokio::sync::{Notify, watch};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::door::{Door, now};
use super::easel::Easel;
use super::faces::Faces;
use super::reconcile::Reconciler;
use super::rest::Rest;
use super::views::Wanted;
use crate::game::seat::Seat;
use crate::game::view::Private;
use crate::render::Renderer;
use crate::store::event::{PauseReason, TableId, UnixMs, UserId};
use crate::store::preferences::Preferences;
use crate::store::surfaces::Surfaces;

/// What all surfaces share.
pub struct Studio {
    pub(super) rest: Arc<Rest>,
    pub(super) easel: Easel,
    pub(super) surfaces: Arc<dyn Surfaces>,
    pub(super) preferences: Arc<dyn Preferences>,
    pub(super) faces: Faces,
    pub(super) stop: CancellationToken,
    /// When the program began: older tables may have messages that nobody noted.
    pub(super) started_at: UnixMs,
    tasks: TaskTracker,
    n_boards: AtomicUsize,
}

/// How often a surface may be edited.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pace {
    /// A public board: at most once a second, slower when many boards live.
    Board,
    /// Everything else: as fast as Discord allows, a little calmed.
    Prompt,
}

/// What a surface is.
#[derive(Clone, Debug)]
pub struct Name {
    /// Whose message it is.
    pub table: TableId,
    /// What it shows, unique in the table: `lobby`, `board:3`, `result:3`, `hand:<user>`.
    pub key: String,
    /// Where it stands.
    pub channel: u64,
    /// The one user who sees it.
    pub owner: Option<UserId>,
    /// How often it may change.
    pub pace: Pace,
    /// Told when the surface's status changes.
    pub news: Arc<Notify>,
}

impl Name {
    /// By which Discord knows a post that is sent a second time, as after a kill between the post and the note of it;
    /// `n_reposts` makes the one that replaces a deleted or too old message another. At most 25 characters.
    pub(super) fn nonce(&self, n_reposts: u32) -> String {
        let mut hasher = Sha256::new();
        hasher.update(self.table.0.to_be_bytes());
        hasher.update(n_reposts.to_be_bytes());
        hasher.update(self.key.as_bytes());
        hasher.finalize().iter().take(12).map(|byte| format!("{byte:02x}")).collect()
    }
}

/// Which message a surface is.
#[derive(Clone)]
pub enum Place {
    /// A new message in the channel.
    Post,
    /// The same, unless the program was killed after posting it and before noting where it is: then that message.
    PostUnlessThere,
    /// A message of the bot in the channel.
    Posted {
        /// Its id.
        message: u64,
    },
    /// The message that answers this interaction, or on whose button was clicked.
    Answer {
        /// The interaction's token.
        door: Door,
        /// Its id where it is known: of a clicked message.
        message: Option<u64>,
    },
    /// A new private message by this token, below the board once that is there.
    FollowUp {
        /// The token.
        door: Door,
        /// The board's status.
        below: Option<watch::Receiver<Status>>,
    },
    /// Like [`Place::FollowUp`], for an interaction whose own answer stands above the board: that answer goes.
    InsteadOfAnswer {
        /// The token.
        door: Door,
        /// What the answer says until it goes. It must say something first: the follow-up of a deferred answer that
        /// is still empty would become that answer.
        meanwhile: String,
        /// The board's status.
        below: watch::Receiver<Status>,
    },
    /// A private message made earlier by this token.
    Followed {
        /// The token.
        door: Door,
        /// Its id.
        message: u64,
    },
}

impl Place {
    /// The interaction whose deferred answer waits to be filled by this place.
    fn open_answer(&self) -> Option<Door> {
        match self {
            Place::Answer { door, message: None } | Place::InsteadOfAnswer { door, .. } => Some(door.clone()),
            _ => None,
        }
    }
}

/// What Discord shows, as far as the surface knows.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Status {
    /// The message, once it is there.
    pub message: Option<u64>,
    /// It can't be shown any more: dead token, deleted channel. A new place heals it.
    pub lost: bool,
    /// Why its channel took nothing the last time.
    pub obstacle: Option<PauseReason>,
    /// When the request was begun with which its channel took something the last time.
    pub(super) taken_at: Option<Instant>,
    /// Up to which move the surface has come.
    pub(super) n_moves: u64,
}

/// How a surface ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// Not yet.
    Open,
    /// When the newest wish is shown; the next run of the program takes the message over.
    Leave,
    /// When the newest wish is shown; the message stays as it is, and nobody has to look after it any more.
    Finish,
    /// Now; the message is deleted.
    Remove,
}

/// The newest wish.
#[derive(Clone)]
pub(super) struct Order {
    pub(super) wanted: Option<Arc<Wanted>>,
    pub(super) place: Place,
    /// Grows with every new place.
    pub(super) n_moves: u64,
    /// Grows when the place may be open again: what waits is tried at once.
    pub(super) n_wakes: u64,
    /// Grows when the message may be gone: it is sent once more.
    pub(super) n_checks: u64,
    /// Interactions whose deferred answers other places came before, by their move: they must not stay empty.
    pub(super) passed: Vec<(u64, Door)>,
    pub(super) end: End,
}

/// A handle to a surface. Dropping it leaves the message as it was last wished.
pub struct Surface {
    orders: watch::Sender<Order>,
    status: watch::Receiver<Status>,
}

/// One of a number of things, until it is dropped: also where its task meets a fault.
struct Counted<'a>(&'a AtomicUsize);

impl Counted<'_> {
    fn new(number: &AtomicUsize) -> Counted<'_> {
        number.fetch_add(1, Ordering::Relaxed);
        Counted(number)
    }
}

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Studio {
    /// Shares these between all surfaces of the bot.
    pub fn new(
        rest: Arc<Rest>,
        renderer: Arc<Renderer>,
        (surfaces, preferences): (Arc<dyn Surfaces>, Arc<dyn Preferences>),
        tasks: TaskTracker,
        stop: CancellationToken,
    ) -> Studio {
        Studio {
            rest,
            easel: Easel::new(renderer),
            surfaces,
            preferences,
            faces: Faces::default(),
            stop,
            started_at: now(),
            tasks,
            n_boards: AtomicUsize::new(0),
        }
    }

    /// Starts a surface. `shown` is the fingerprint of what the message shows already.
    pub fn open(self: &Arc<Studio>, name: Name, place: Place, shown: Option<u64>) -> Surface {
        let (orders, wishes) = watch::channel(Order {
            wanted: None,
            place,
            n_moves: 1,
            n_wakes: 0,
            n_checks: 0,
            passed: Vec::new(),
            end: End::Open,
        });
        let (report, status) = watch::channel(Status::default());
        let studio = Arc::clone(self);
        self.tasks.spawn(async move {
            let _counted = (name.pace == Pace::Board).then(|| Counted::new(&studio.n_boards));
            Reconciler::new(Arc::clone(&studio), name, wishes, report, shown).run().await;
        });
        Surface { orders, status }
    }

    /// Runs a request beside the surfaces; the program waits for it before it ends.
    pub(super) fn spawn(&self, work: impl Future<Output = ()> + Send + 'static) {
        self.tasks.spawn(work);
    }

    /// Time between two edits of a surface.
    pub(super) fn interval(&self, pace: Pace) -> Duration {
        match pace {
            Pace::Board => {
                let live = u64::try_from(self.n_boards.load(Ordering::Relaxed)).unwrap_or(u64::MAX);
                Duration::from_millis((live * 1000 / 40).max(1000))
            }
            Pace::Prompt => Duration::from_millis(250),
        }
    }
}

impl Surface {
    /// Wishes for this message.
    pub fn show(&self, wanted: Wanted) {
        self.orders.send_modify(|order| order.wanted = Some(Arc::new(wanted)));
    }

    /// Wishes for something that only the player of `seat` may see. The one place where such a thing is opened: the
    /// surface's token was issued to the player whose seat the table says this is.
    pub fn show_own(&self, wanted: &Private<Wanted>, seat: Seat) {
        if let Some(own) = wanted.open(seat) {
            self.show(own.clone());
        }
    }

    /// Another message takes over; the old one is deleted through its own token once the new one is there. What the new
    /// one shows is wished for after that: it never shows what was wished for the old one.
    pub fn move_to(&self, place: Place) {
        let n_followed = self.status.borrow().n_moves;
        self.orders.send_modify(|order| {
            order.passed.retain(|(n_moves, _)| *n_moves > n_followed);
            if let Some(door) = order.place.open_answer() {
                order.passed.push((order.n_moves, door));
            }
            order.place = place;
            order.wanted = None;
            order.n_moves += 1;
        });
    }

    /// The place may be open again: does not wait for the next try.
    pub fn wake(&self) {
        self.orders.send_modify(|order| order.n_wakes += 1);
    }

    /// The message may be gone: shows it once more, which posts it again then.
    pub fn check(&self) {
        self.orders.send_modify(|order| order.n_checks += 1);
    }

    /// Ends when the newest wish is shown, and leaves the message to the next run of the program.
    pub fn leave(&self) {
        self.orders.send_modify(|order| order.end = End::Leave);
    }

    /// Ends when the newest wish is shown: the last one, so the message is forgotten then.
    pub fn finish(&self) {
        self.orders.send_modify(|order| order.end = End::Finish);
    }

    /// Deletes the message and ends.
    pub fn remove(&self) {
        self.orders.send_modify(|order| order.end = End::Remove);
    }

    /// What Discord shows.
    pub fn status(&self) -> watch::Receiver<Status> {
        self.status.clone()
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::*;

    #[test]
    fn a_board_whose_task_meets_a_fault_is_counted_no_longer() {
        let n_boards = AtomicUsize::new(2);
        let task = || {
            let _counted = Counted::new(&n_boards);
            assert_eq!(n_boards.load(Ordering::Relaxed), 2, "a fault");
        };
        assert!(catch_unwind(AssertUnwindSafe(task)).is_err());
        assert_eq!(n_boards.load(Ordering::Relaxed), 2);
    }
}
