//! The loop of a [`Surface`](super::surface::Surface).

mod place;

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::Instant;

use super::door::Door;
use super::limits::{Route, Slot};
use super::model::Picture;
use super::picture::Sketch;
use super::rest::{PictureEdit, Posted, TokenMessage, token_route};
use super::rest_error::RestError;
use super::surface::{End, Name, Order, Status, Studio};
use super::views::Wanted;
use crate::metrics::Tally;
use crate::render::Renderer;
use crate::store::event::PauseReason;

/// A message that moderators keep deleting is not posted for ever.
const MAX_REPOSTS: u32 = 3;
const LONGEST_PAUSE: Duration = Duration::from_secs(30);
/// How often the last wish of a closed table is tried.
const MAX_LAST_FAULTS: u32 = 20;

/// The message as it is addressed now.
#[derive(Clone)]
enum At {
    Channel { message: Option<u64> },
    Token { door: Door, which: Option<TokenMessage> },
}

/// A message that another one takes the place of.
struct Left {
    at: At,
    /// Its id where it is known.
    message: Option<u64>,
}

/// What Discord shows, to the best of our knowledge.
#[derive(Clone, Copy, Default)]
struct Shown {
    fingerprint: Option<u64>,
    picture: Option<u64>,
    attachment: Option<u64>,
}

pub(super) struct Reconciler {
    studio: Arc<Studio>,
    name: Name,
    orders: watch::Receiver<Order>,
    report: watch::Sender<Status>,
    at: At,
    /// The message that the present one replaces.
    replaced: Option<Left>,
    /// Whose own answer goes once the present message is there.
    superseded: Option<Door>,
    n_moves: u64,
    n_wakes: u64,
    n_checks: u64,
    shown: Shown,
    message: Option<u64>,
    lost: bool,
    obstacle: Option<PauseReason>,
    taken_at: Option<Instant>,
    tried_at: Instant,
    /// The next post may find a message that is there already, with what was wanted then.
    may_be_there: bool,
    next_at: Instant,
    n_faults: u32,
    n_reposts: u32,
    /// How often a new message has taken the place of one that was too old.
    n_renewals: u32,
}

/// What ended a wait.
enum Granted<'a> {
    Slot(Slot<'a>),
    NewOrder,
    Stop,
}

impl Reconciler {
    pub(super) fn new(
        studio: Arc<Studio>,
        name: Name,
        orders: watch::Receiver<Order>,
        report: watch::Sender<Status>,
        shown: Option<u64>,
    ) -> Reconciler {
        Reconciler {
            studio,
            name,
            orders,
            report,
            at: At::Channel { message: None },
            replaced: None,
            superseded: None,
            n_moves: 0,
            n_wakes: 0,
            n_checks: 0,
            shown: Shown { fingerprint: shown, ..Shown::default() },
            message: None,
            lost: false,
            obstacle: None,
            taken_at: None,
            tried_at: Instant::now(),
            may_be_there: false,
            next_at: Instant::now(),
            n_faults: 0,
            n_reposts: 0,
            n_renewals: 0,
        }
    }

    pub(super) async fn run(mut self) {
        loop {
            let order = self.orders.borrow_and_update().clone();
            self.wake_up(&order);
            self.follow(&order).await;
            if self.orders.has_changed().unwrap_or(false) {
                continue;
            }
            if order.end == End::Remove {
                self.delete(self.at.clone()).await;
                self.forget().await;
                return;
            }
            let Some(wanted) = order.wanted.filter(|wanted| self.differs(wanted)) else {
                match order.end {
                    End::Finish => return self.forget().await,
                    End::Leave => return,
                    _ if self.wait_for_order().await.is_none() => return,
                    _ => continue,
                }
            };
            if matches!(order.end, End::Finish | End::Leave) && self.n_faults > MAX_LAST_FAULTS {
                // Given up until the next start, so it says nothing of its place any more.
                self.obstacle = None;
                return self.publish();
            }
            // The borrow of the limits must not last longer than the sending.
            let studio = Arc::clone(&self.studio);
            match self.granted(&studio).await {
                Granted::Slot(slot) => self.send(&wanted, slot).await,
                Granted::NewOrder => {}
                Granted::Stop => return,
            }
        }
    }

    fn differs(&self, wanted: &Wanted) -> bool {
        !self.lost && self.shown.fingerprint != Some(wanted.fingerprint())
    }

    /// `None` when there will be no more.
    async fn wait_for_order(&mut self) -> Option<()> {
        tokio::select! {
            changed = self.orders.changed() => changed.ok(),
            () = self.studio.stop.cancelled() => None,
        }
    }

    async fn granted<'a>(&mut self, studio: &'a Studio) -> Granted<'a> {
        let route = match &self.at {
            At::Channel { message: None } => Route::Post { channel: self.name.channel },
            At::Channel { message: Some(_) } => Route::Edit { channel: self.name.channel },
            At::Token { door, .. } => token_route(&door.token),
        };
        let next_at = self.next_at;
        let slot = async {
            tokio::time::sleep_until(next_at).await;
            studio.rest.slot(route).await
        };
        let no_more = self.orders.has_changed().is_err();
        tokio::select! {
            biased;
            () = studio.stop.cancelled() => Granted::Stop,
            slot = slot => Granted::Slot(slot),
            _ = self.orders.changed(), if !no_more => Granted::NewOrder,
        }
    }

    async fn send(&mut self, wanted: &Arc<Wanted>, slot: Slot<'_>) {
        if let At::Token { door, .. } = &self.at
            && !door.is_open()
        {
            return self.lose("its token is too old", None).await;
        }
        let begun_at = Instant::now();
        let result = self.put(wanted, slot).await;
        self.tried_at = Instant::now();
        self.next_at = self.tried_at + self.studio.interval(self.name.pace);
        match result {
            Ok(posted) => {
                self.taken_at = Some(begun_at).filter(|_| matches!(self.at, At::Channel { .. }));
                self.shown(wanted, posted).await;
            }
            Err(error) => self.fail(wanted, error).await,
        }
    }

    /// One request: creates the message or edits it.
    async fn put(&mut self, wanted: &Arc<Wanted>, slot: Slot<'_>) -> Result<Posted, RestError> {
        let picture_number = wanted.sketch.as_ref().map(Sketch::fingerprint);
        let keep = self
            .shown
            .attachment
            .filter(|_| picture_number.is_some() && self.shown.picture == picture_number);
        let picture = match keep {
            None => self.draw(wanted).await,
            Some(_) => {
                self.studio.rest.metrics().count(Tally::PictureKept);
                None
            }
        };
        let rest = Arc::clone(&self.studio.rest);
        let message = &wanted.message;
        match &self.at {
            At::Channel { message: None } => {
                let nonce = self.name.nonce(self.n_reposts + self.n_renewals);
                rest.post(self.name.channel, &nonce, message, picture, slot).await
            }
            At::Token { door, which: None } => rest.follow_up(&door.token, message, picture, slot).await,
            At::Channel { message: Some(id) } => {
                rest.edit(self.name.channel, *id, message, PictureEdit::of(keep, picture), slot).await
            }
            At::Token { door, which: Some(which) } => {
                rest.edit_by_token(&door.token, *which, message, PictureEdit::of(keep, picture), slot).await
            }
        }
    }

    async fn draw(&self, wanted: &Arc<Wanted>) -> Option<Picture> {
        wanted.sketch.as_ref()?;
        let wanted = Arc::clone(wanted);
        let draw = move |renderer: &Renderer| wanted.sketch.as_ref().map(|sketch| sketch.draw(renderer));
        match self.studio.easel.draw(draw).await {
            Some(Some(Ok(picture))) => {
                self.studio.rest.metrics().count(Tally::PictureDrawn);
                return Some(picture);
            }
            Some(None) | None => {}
            Some(Some(Err(error))) => {
                tracing::error!(table = %self.name.table, key = self.name.key, %error, "no picture")
            }
        }
        None
    }

    async fn shown(&mut self, wanted: &Wanted, posted: Posted) {
        self.n_faults = 0;
        self.obstacle = None;
        self.shown = Shown {
            fingerprint: Some(wanted.fingerprint()),
            picture: wanted.sketch.as_ref().map(Sketch::fingerprint),
            attachment: posted.attachment,
        };
        if std::mem::take(&mut self.may_be_there) {
            self.shown = Shown::default(); // an edit follows, which changes nothing where the message was new
        }
        self.message = Some(posted.message);
        match &mut self.at {
            At::Channel { message } => *message = Some(posted.message),
            At::Token { which, .. } => {
                which.get_or_insert(TokenMessage::Followup(posted.message));
            }
        }
        self.publish();
        self.remember().await;
        if let Some(old) = self.replaced.take() {
            self.delete(old.at).await;
        }
        if let Some(door) = self.superseded.take() {
            self.delete(At::Token { door, which: Some(TokenMessage::Original) }).await;
        }
    }

    async fn fail(&mut self, wanted: &Wanted, error: RestError) {
        match error {
            RestError::RateLimited { retry_after, .. } => self.next_at = Instant::now() + retry_after,
            ref passing if passing.is_passing() => {
                self.may_be_there |= matches!(self.at, At::Channel { message: None });
                self.try_later();
            }
            RestError::MissingMessage if self.repost() => {}
            RestError::OldMessage if matches!(self.at, At::Channel { .. }) => self.renew(),
            RestError::Forbidden { code } => {
                tracing::warn!(table = %self.name.table, key = self.name.key, code, "not permitted");
                match self.at {
                    // Permission may come back.
                    At::Channel { .. } => {
                        self.try_later();
                        self.obstacle = Some(reason_of(code));
                        self.publish();
                    }
                    At::Token { .. } => self.lose("it is forbidden", None).await,
                }
            }
            RestError::MissingChannel if matches!(self.at, At::Channel { .. }) => {
                self.lose("its channel is deleted", Some(PauseReason::ChannelDeleted)).await;
            }
            error @ (RestError::Refused { .. } | RestError::UnreadableAnswer) => {
                // A fault of this program: the same message would be refused again, so wait for the next one.
                tracing::error!(table = %self.name.table, key = self.name.key, %error, "message refused");
                self.shown.fingerprint = Some(wanted.fingerprint());
                self.obstacle = None;
                self.publish();
            }
            error => match self.replaced.take() {
                // A press on a message that was being replaced just then: the newer one is still there.
                Some(left) => {
                    (self.at, self.message, self.shown) = (left.at, left.message, Shown::default());
                }
                None => self.lose(&error.to_string(), None).await,
            },
        }
    }

    fn try_later(&mut self) {
        let pause = Duration::from_millis(500) * 2u32.saturating_pow(self.n_faults.min(10));
        self.n_faults += 1;
        self.next_at = Instant::now() + pause.min(LONGEST_PAUSE);
    }

    /// Posts a deleted message again, a few times at most; a private one as a follow-up by the same token.
    fn repost(&mut self) -> bool {
        self.n_reposts += 1;
        let again = self.n_reposts <= MAX_REPOSTS;
        if again {
            match &mut self.at {
                At::Channel { message } => *message = None,
                At::Token { which, .. } => *which = None,
            }
            self.shown = Shown::default();
        }
        again
    }

    /// Has a new message posted, which the old one then makes way for.
    fn renew(&mut self) {
        self.n_renewals += 1;
        let old = std::mem::replace(&mut self.at, At::Channel { message: None });
        self.replaced = Some(Left { at: old, message: self.message });
        self.shown = Shown::default();
    }

    /// There will be no further try, so an obstacle that could be cleared is none any more: nobody would notice.
    async fn lose(&mut self, why: &str, obstacle: Option<PauseReason>) {
        tracing::info!(table = %self.name.table, key = self.name.key, why, "surface lost");
        (self.lost, self.obstacle) = (true, obstacle);
        self.studio.rest.metrics().count(Tally::SurfaceLost);
        self.publish();
        self.forget().await;
    }

    fn publish(&self) {
        let message = self.message.filter(|_| self.shown.fingerprint.is_some());
        let (obstacle, taken_at) = (self.obstacle, self.taken_at);
        let status = Status { message, lost: self.lost, obstacle, taken_at, n_moves: self.n_moves };
        if self.report.send_if_modified(|old| std::mem::replace(old, status) != status) {
            self.name.news.notify_one();
        }
    }

    async fn delete(&self, at: At) {
        let result = match at {
            At::Channel { message: Some(id) } => self.studio.rest.delete(self.name.channel, id).await,
            At::Token { door, which: Some(which) } if door.is_open() => {
                self.studio.rest.delete_by_token(&door.token, which).await
            }
            _ => Ok(()),
        };
        if let Err(error) = result {
            tracing::debug!(table = %self.name.table, key = self.name.key, %error, "old message not deleted");
        }
    }
}

/// What a refusal of a channel means for the match in it.
fn reason_of(code: u32) -> PauseReason {
    match code {
        50083 => PauseReason::Archived,
        50001 => PauseReason::NoAccess,
        _ => PauseReason::NoPermission,
    }
}

#[cfg(test)]
mod tests;
