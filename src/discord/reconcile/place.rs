//! Where a surface stands: taking over a new message, putting a private hand below its board, and clearing the answers
//! that newer ones came before.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::Instant;

use super::{At, Left, Reconciler, Shown};
use crate::discord::door::Door;
use crate::discord::model::Message;
use crate::discord::rest::{PictureEdit, TokenMessage, token_route};
use crate::discord::surface::{Order, Place, Status};
use crate::store::event::UnixMs;
use crate::store::surfaces::SurfaceRow;

/// How long a private hand waits for the board above it.
const BOARD_PATIENCE: Duration = Duration::from_secs(3);

impl Reconciler {
    /// Takes over a new place.
    pub(super) async fn follow(&mut self, order: &Order) {
        if order.n_moves == self.n_moves {
            return;
        }
        let is_first = self.n_moves == 0;
        let was_emptied = self.make_way(order).await;
        self.n_moves = order.n_moves;
        let (at, message) = match &order.place {
            Place::Post | Place::PostUnlessThere => (At::Channel { message: None }, None),
            Place::Posted { message } => (At::Channel { message: Some(*message) }, Some(*message)),
            Place::Answer { door, message } => {
                (At::Token { door: door.clone(), which: Some(TokenMessage::Original) }, *message)
            }
            Place::FollowUp { door, below } => {
                if let Some(below) = below {
                    self.wait_until_shown(below.clone()).await;
                }
                (At::Token { door: door.clone(), which: None }, None)
            }
            Place::InsteadOfAnswer { door, meanwhile, below } => {
                let answered = self.answer(door, meanwhile).await.then(|| door.clone());
                if let Some(older) = std::mem::replace(&mut self.superseded, answered) {
                    self.clear_answer(older);
                }
                self.wait_until_shown(below.clone()).await;
                (At::Token { door: door.clone(), which: None }, None)
            }
            Place::Followed { door, message } => {
                let which = Some(TokenMessage::Followup(*message));
                (At::Token { door: door.clone(), which }, Some(*message))
            }
        };
        // A press on the message that was about to go keeps it, and the newer one goes instead.
        let returns = message.is_some() && self.replaced.as_ref().is_some_and(|old| old.message == message);
        // After a restart the id of a shown message may be unknown until somebody clicks on it.
        let unknown = self.message.is_none() && self.replaced.is_none() && self.shown.fingerprint.is_some();
        let is_same = message.is_some() && (message == self.message || unknown);
        let old = Left { at: std::mem::replace(&mut self.at, at), message: self.message };
        if !is_first && !is_same && !was_emptied {
            self.shown = Shown::default();
            // What is lost can't be deleted either, and a dead token is not tried again.
            let forgotten = std::mem::replace(&mut self.replaced, (!self.lost).then_some(old));
            if let Some(forgotten) = forgotten.filter(|_| !returns) {
                self.delete(forgotten.at).await;
            }
        }
        if self.lost && is_same {
            // What it shows is unknown: it was lost while something else was wanted.
            self.shown = Shown::default();
        }
        self.message = message;
        self.may_be_there = matches!(order.place, Place::PostUnlessThere);
        (self.lost, self.obstacle) = (false, None);
        (self.n_faults, self.n_reposts) = (0, 0);
        self.next_at = Instant::now();
        self.publish();
        let is_new = matches!(order.place, Place::Post | Place::PostUnlessThere);
        if is_new || (is_same && self.shown.fingerprint.is_some()) {
            self.remember().await;
        }
    }

    /// The place may be open again: what was refused is tried as soon as the pace allows, however often somebody presses. Or
    /// the message may be gone: whether it is comes out when it is sent once more.
    pub(super) fn wake_up(&mut self, order: &Order) {
        let is_new = std::mem::replace(&mut self.n_wakes, order.n_wakes) != order.n_wakes;
        if is_new && self.obstacle.is_some() {
            self.next_at = self.tried_at + self.studio.interval(self.name.pace);
            self.n_faults = 0;
        }
        if std::mem::replace(&mut self.n_checks, order.n_checks) != order.n_checks {
            self.shown.fingerprint = None;
        }
    }

    /// Deletes the empty answers that the order passes by. One whose interaction is to carry a follow-up has to be gone
    /// first, as the follow-up of a deferred answer that is still empty becomes that answer. True where that was the
    /// present message.
    async fn make_way(&self, order: &Order) -> bool {
        let carrier = match &order.place {
            Place::FollowUp { door, .. } => Some(door),
            _ => None,
        };
        let is_unsent = self.message.is_none() && self.shown.fingerprint.is_none();
        let is_present = is_unsent
            && matches!(&self.at, At::Token { door, which: Some(TokenMessage::Original) } if Some(door) == carrier);
        let passed = order.passed.iter().filter(|(n_moves, _)| *n_moves > self.n_moves).map(|(_, door)| door);
        let mut is_in_the_way = is_present;
        for door in passed {
            if Some(door) == carrier {
                is_in_the_way = true;
            } else {
                self.clear_answer(door.clone());
            }
        }
        if let Some(door) = carrier.filter(|_| is_in_the_way) {
            self.delete(At::Token { door: door.clone(), which: Some(TokenMessage::Original) }).await;
        }
        is_present
    }

    /// Puts a text into an interaction's own answer; false where that failed.
    async fn answer(&self, door: &Door, text: &str) -> bool {
        let slot = self.studio.rest.slot(token_route(&door.token)).await;
        let (message, picture) = (Message::text(text.to_owned()), PictureEdit::None);
        let edited =
            self.studio.rest.edit_by_token(&door.token, TokenMessage::Original, &message, picture, slot);
        edited.await.is_ok()
    }

    /// Late or never, the hand is shown all the same; a newer place ends the wait.
    async fn wait_until_shown(&self, mut status: watch::Receiver<Status>) {
        let shown = status.wait_for(|status| status.message.is_some() || status.lost);
        let mut orders = self.orders.clone();
        tokio::select! {
            _ = tokio::time::timeout(BOARD_PATIENCE, shown) => {}
            _ = orders.wait_for(|order| order.n_moves != self.n_moves) => {}
        }
    }

    /// Deletes an interaction's own answer that will never show anything, beside everything else.
    fn clear_answer(&self, door: Door) {
        let (rest, table) = (Arc::clone(&self.studio.rest), self.name.table);
        self.studio.spawn(async move {
            if let Err(error) = rest.delete_by_token(&door.token, TokenMessage::Original).await {
                tracing::debug!(%table, %error, "an answer passed by is not deleted");
            }
        });
    }

    /// Writes down where the message is, so that a restart finds it: a new one before it can be there, so that a message with
    /// buttons always has an owner, and one that has a younger token.
    pub(super) async fn remember(&self) {
        let (message, door) = match &self.at {
            At::Channel { message } => (message.unwrap_or(0), None),
            At::Token { door, which: Some(TokenMessage::Followup(id)) } => (*id, Some(door)),
            At::Token { door, .. } => (0, Some(door)),
        };
        let row = SurfaceRow {
            table: self.name.table,
            key: self.name.key.clone(),
            channel: self.name.channel,
            message,
            token: door.map(|door| door.token.clone()),
            token_at: door.map_or(UnixMs(0), |door| door.issued_at),
            owner: self.name.owner,
            hash: self.shown.fingerprint.unwrap_or(0),
        };
        if let Err(error) = self.studio.surfaces.upsert(row).await {
            tracing::warn!(table = %self.name.table, key = self.name.key, %error, "surface not remembered");
        }
    }

    pub(super) async fn forget(&self) {
        if let Err(error) = self.studio.surfaces.delete(self.name.table, self.name.key.clone()).await {
            tracing::warn!(table = %self.name.table, key = self.name.key, %error, "surface not forgotten");
        }
    }
}
