//! The ping of a late player: one message that names them when half of their clock is gone, and goes when they act.
//! An edited message notifies nobody, so it is a message of its own.

use std::time::Duration;

use super::model::{Mentions, Message};
use super::surface::Surface;
use super::views::{Wanted, table_lang, time_left};
use crate::game::action::PromptId;
use crate::game::view::PublicPhase;
use crate::store::event::{Player, UnixMs, UserId};
use crate::table::view::{Snapshot, TablePhase};
use crate::text::say;

/// Begins the key of the surface; the prompt's number follows, so that a restart doesn't ping twice.
pub(super) const KEY: &str = "late:";

/// The newest ping of a table.
#[derive(Default)]
pub(super) struct LatePing {
    /// For which prompt somebody was pinged.
    prompt: Option<PromptId>,
    message: Option<Surface>,
    /// Pinged just now.
    newly: Option<Waited>,
}

/// Who is waited for, and from when on they are late.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Waited {
    pub(super) prompt: PromptId,
    user: UserId,
    late_at: UnixMs,
    deadline: UnixMs,
}

impl Waited {
    /// The person whose turn it is, if they play themselves.
    pub(super) fn of(snapshot: &Snapshot) -> Option<Waited> {
        let TablePhase::Playing { prompt, deadline, late_at: Some(late_at), .. } = snapshot.info.phase else {
            return None;
        };
        let PublicPhase::Turn { seat } = snapshot.public.as_ref()?.get().phase else { return None };
        let taken = snapshot.info.seats[seat].as_ref().filter(|taken| !taken.away)?;
        match taken.player {
            Player::Person { user, .. } => Some(Waited { prompt, user, late_at, deadline }),
            Player::Program => None,
        }
    }

    /// Who.
    pub(super) fn user(self) -> UserId {
        self.user
    }

    /// The surface's key.
    pub(super) fn key(self) -> String {
        format!("{KEY}{}", self.prompt.0)
    }

    fn wanted(self, snapshot: &Snapshot) -> Wanted {
        let who = format!("<@{}>", self.user.0);
        let sentence = say(table_lang(&snapshot.info), "late-ping", &[("name", who.into())]);
        let allowed_mentions = Mentions { users: vec![self.user.0], ..Mentions::default() };
        let content = format!("{sentence} {}", time_left(self.deadline));
        Wanted::plain(Message { content, allowed_mentions, ..Message::default() })
    }
}

impl LatePing {
    /// Takes over the message of an earlier run of the program.
    pub(super) fn found(&mut self, prompt: PromptId, message: Surface) {
        *self = LatePing { prompt: Some(prompt), message: Some(message), newly: None };
    }

    /// Deletes the message of a prompt that is over, and posts one where it is time for it.
    pub(super) fn refresh(
        &mut self,
        snapshot: &Snapshot,
        now: UnixMs,
        may_ping: impl Fn(UserId) -> bool,
        post: impl FnOnce(String) -> Surface,
    ) {
        let waited = Waited::of(snapshot);
        if waited.map(|waited| waited.prompt) != self.prompt
            && let Some(message) = self.message.take()
        {
            message.remove();
        }
        let Some(waited) =
            waited.filter(|waited| waited.late_at <= now && self.prompt != Some(waited.prompt))
        else {
            return;
        };
        let message = may_ping(waited.user).then(|| {
            let message = post(waited.key());
            message.show(waited.wanted(snapshot));
            message
        });
        *self = LatePing { prompt: Some(waited.prompt), message, newly: Some(waited) };
    }

    /// Who was pinged since this was asked the last time.
    pub(super) fn newly_pinged(&mut self) -> Option<Waited> {
        self.newly.take()
    }

    /// How long until somebody is late.
    pub(super) fn due_in(&self, snapshot: &Snapshot, now: UnixMs) -> Option<Duration> {
        let waited = Waited::of(snapshot).filter(|waited| self.prompt != Some(waited.prompt))?;
        Some(Duration::from_millis(waited.late_at.0.saturating_sub(now.0)))
    }
}
