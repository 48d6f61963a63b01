//! What every handler needs, and the ways to answer.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::door::Door;
use super::edge::{Seen, acknowledge};
use super::error::refusal_text;
use super::incoming::{Incoming, Kind};
use super::model::{Choice, Message, Picture};
use super::permissions::{missing_permissions, missing_text};
use super::rest::{Callback, PictureEdit, Posted, Rest, TokenMessage, token_route};
use super::rest_error::RestError;
use super::settings::Drafts;
use super::stages::{Knock, Stages};
use super::surface::Studio;
use super::turns::Turns;
use super::views::hand::Pane;
use super::views::{pause_text, table_lang};
use super::{clicks, commands, personal, places};
use crate::config::{Preset, TableDefaults};
use crate::game::action::Offer;
use crate::game::view::PlayerView;
use crate::store::event::{PauseReason, TableId, UserId};
use crate::store::preferences::{Preferences, ServerChoices};
use crate::store::projections::Stats;
use crate::table::command::{Command, Done, Refusal, Request};
use crate::table::handle::Table;
use crate::table::registry::Registry;
use crate::table::view::{Snapshot, TablePhase};
use crate::text::{Lang, say};

/// Discord waits 3 s for the first answer; a try after this would come too late.
const ACKNOWLEDGE_WITHIN: Duration = Duration::from_millis(2_500);
/// Between two tries, where Discord names no time.
const ACKNOWLEDGE_PAUSE: Duration = Duration::from_millis(50);

/// Waits between the tries of an answer that Discord failed to take: without an end, "thinking" would stay there.
const ANSWER_PAUSES: [Duration; 4] =
    [Duration::from_millis(300), Duration::from_secs(1), Duration::from_secs(3), Duration::from_secs(10)];

/// The bot's parts.
pub struct App {
    pub(super) rest: Arc<Rest>,
    pub(super) registry: Registry,
    pub(super) stats: Arc<dyn Stats>,
    pub(super) preferences: Arc<dyn Preferences>,
    pub(super) studio: Arc<Studio>,
    pub(super) stages: Arc<Stages>,
    pub(super) seen: Seen,
    pub(super) tasks: TaskTracker,
    pub(super) stop: CancellationToken,
    pub(super) table: TableDefaults,
    pub(super) presets: BTreeMap<String, Preset>,
    pub(super) drafts: Drafts,
    /// Whether missing emoji are uploaded: on the real Discord.
    pub(super) uploads_emoji: bool,
    /// Held while choices are read, changed and kept, so that of two clicks neither undoes the other.
    pub(super) choosing: Turns,
}

/// A message for one person as the answer to an interaction.
pub(super) struct Answer {
    pub(super) message: Message,
    pub(super) picture: Option<Picture>,
}

impl From<String> for Answer {
    fn from(text: String) -> Answer {
        Answer { message: Message::text(text), picture: None }
    }
}

impl App {
    /// Acknowledges an interaction at once, then does what it asks for.
    pub(super) async fn handle(self: &Arc<App>, mut incoming: Incoming) {
        if !self.seen.is_new(&incoming) {
            return;
        }
        let Some(callback) = acknowledge(&incoming.kind, incoming.lang) else {
            return self.complete(&incoming).await;
        };
        if let Err(error) = self.acknowledge(&incoming, &callback).await {
            // Not acknowledged means not done: the person sees that it failed and presses again.
            tracing::warn!(interaction = incoming.id, %error, "not acknowledged");
            return;
        }
        self.look_up_choices(&mut incoming).await;
        match &incoming.kind {
            Kind::Command(call) => commands::run(self, &incoming, call).await,
            Kind::Click { custom_id, message, private, .. } => {
                let clicked = private.then_some(*message);
                clicks::click(self, &incoming, *custom_id, clicked).await;
            }
            Kind::Submitted { custom_id, text } => clicks::submitted(self, &incoming, *custom_id, text).await,
            Kind::Typing(_) => {}
        }
    }

    /// What can't be read counts as never chosen.
    async fn look_up_choices(&self, incoming: &mut Incoming) {
        let choices = self.preferences.person(incoming.user).await;
        let choices = choices.inspect_err(|error| tracing::error!(%error, "a person's choices are not read"));
        incoming.choices = choices.unwrap_or_default();
        if let Some(lang) = &incoming.choices.lang {
            incoming.lang = Lang::from_locale(lang);
        }
    }

    /// What the interaction's server chose; nothing in a direct message.
    pub(super) async fn server_choices(&self, incoming: &Incoming) -> ServerChoices {
        let Some(guild) = incoming.guild else { return ServerChoices::default() };
        let choices = self.preferences.server(guild).await;
        choices
            .inspect_err(|error| tracing::error!(%error, "a server's choices are not read"))
            .unwrap_or_default()
    }

    /// A lost answer is tried again while Discord still waits; that it was there already then means that an earlier
    /// try arrived.
    async fn acknowledge(&self, incoming: &Incoming, callback: &Callback) -> Result<(), RestError> {
        let until = incoming.received_at + ACKNOWLEDGE_WITHIN;
        let mut is_first = true;
        loop {
            let error = match self.rest.callback(incoming.id, &incoming.token, callback).await {
                Err(RestError::AlreadyAcknowledged) if !is_first => return Ok(()),
                Err(error) if error.is_passing() => error,
                result => return result,
            };
            let pause = match error {
                RestError::RateLimited { retry_after, .. } => retry_after,
                _ => ACKNOWLEDGE_PAUSE,
            };
            if Instant::now() + pause >= until {
                return Err(error);
            }
            tokio::time::sleep(pause).await;
            is_first = false;
        }
    }

    async fn complete(&self, incoming: &Incoming) {
        let Kind::Typing(call) = &incoming.kind else { return };
        let choices: Vec<Choice> = commands::complete(self, incoming, call);
        let callback = Callback::Choices(choices.into_iter().take(25).collect());
        if let Err(error) = self.rest.callback(incoming.id, &incoming.token, &callback).await {
            tracing::debug!(interaction = incoming.id, %error, "completions not sent");
        }
    }

    /// Tells the person something privately, whatever the interaction was.
    pub(super) async fn tell(&self, incoming: &Incoming, answer: impl Into<Answer>) {
        self.tell_all(incoming, [answer.into()]).await;
    }

    /// The same for what is too long for one message: the rest follows the first one, privately too. What comes after a
    /// message that could not be sent is not sent either.
    pub(super) async fn tell_all(&self, incoming: &Incoming, answers: impl IntoIterator<Item = Answer>) {
        for (answer, is_first) in answers.into_iter().zip([true].into_iter().chain(std::iter::repeat(false)))
        {
            let mut pauses = ANSWER_PAUSES.into_iter();
            while let Err(error) = self.send(incoming, &answer, is_first).await {
                let Some(pause) = pauses.next().filter(|_| error.is_passing()) else {
                    return tracing::warn!(interaction = incoming.id, %error, "answer not sent");
                };
                tokio::select! {
                    () = tokio::time::sleep(pause) => {}
                    () = self.stop.cancelled() => return,
                }
            }
        }
    }

    async fn send(&self, incoming: &Incoming, answer: &Answer, is_first: bool) -> Result<Posted, RestError> {
        let (message, picture) = (&answer.message, answer.picture.clone());
        let slot = self.rest.slot(token_route(&incoming.token)).await;
        let updates_own_message = matches!(incoming.kind, Kind::Click { private: true, .. });
        if updates_own_message || !is_first {
            return self.rest.follow_up(&incoming.token, message, picture, slot).await;
        }
        let picture = picture.map_or(PictureEdit::None, PictureEdit::Replace);
        self.rest.edit_by_token(&incoming.token, TokenMessage::Original, message, picture, slot).await
    }

    /// Asks the table.
    pub(super) async fn ask(
        &self,
        incoming: &Incoming,
        table: &Table,
        command: Command,
    ) -> Result<Done, Refusal> {
        // A moderator is one of the table's channel. The same person may own another server and play here as a guest.
        // Who manages a server does so in all its channels.
        let place = table.snapshot().info.place;
        let is_here = place.channel == incoming.channel;
        let is_in_server = incoming.guild.is_some() && place.guild == incoming.guild;
        let request = Request {
            who: incoming.user,
            name: incoming.name.clone(),
            interaction: incoming.id,
            received_at: incoming.received_at,
            moderator: (incoming.moderator && is_here)
                || (incoming.manager && is_in_server)
                || (is_in_server && self.is_ender(incoming, &command).await),
            command,
        };
        table.ask(request).await
    }

    /// A member of a role that the server lets end tables.
    async fn is_ender(&self, incoming: &Incoming, command: &Command) -> bool {
        matches!(command, Command::End)
            && self.server_choices(incoming).await.enders.iter().any(|role| incoming.roles.contains(role))
    }

    /// Makes the answer to this interaction the player's private hand, with a sentence on top.
    /// A person without a seat gets the sentence alone.
    pub(super) async fn show_hand(
        self: &Arc<App>,
        incoming: &Incoming,
        table: &Table,
        pane: Pane,
        notice: Option<String>,
    ) {
        if matches!(table.snapshot().info.phase, TablePhase::Paused { reason } if reason.is_of_place()) {
            places::look_again(self, table).await;
        }
        if table.snapshot().info.seat_of(incoming.user).is_none() {
            let text = notice.unwrap_or_else(|| say(incoming.lang, "refusal-not-seated", &[]));
            return self.tell(incoming, text).await;
        }
        self.follow(table);
        personal::note_locale(self, incoming, table_lang(&table.snapshot().info));
        let clicked = match incoming.kind {
            Kind::Click { private: true, message, .. } => Some(message),
            _ => None,
        };
        let knock = Knock {
            user: incoming.user,
            lang: incoming.lang,
            choices: incoming.choices.clone(),
            door: Door { token: incoming.token.clone(), issued_at: incoming.received_unix },
            interaction: incoming.id,
            clicked,
            pane,
            notice,
        };
        if let Err(knock) = self.stages.knock(table.id(), knock).await {
            let text = knock.notice.unwrap_or_else(|| say(incoming.lang, "refusal-closed", &[]));
            self.tell(incoming, text).await;
        }
    }

    /// A refusal in words, with what the person may do instead.
    pub(super) fn refusal(&self, incoming: &Incoming, table: &Table, refusal: &Refusal) -> String {
        let snapshot = table.snapshot();
        if let (Refusal::Paused, TablePhase::Paused { reason }) = (refusal, &snapshot.info.phase) {
            let is_here = snapshot.info.place.channel == incoming.channel;
            let missing = missing_permissions(incoming, false);
            return match reason {
                PauseReason::NoPermission if is_here && !missing.is_empty() => {
                    missing_text(incoming, missing)
                }
                reason => pause_text(incoming.lang, *reason),
            };
        }
        let offers = own_view(&snapshot, incoming.user).map(|view| view.offers).unwrap_or_default();
        refusal_text(incoming.lang, refusal, &offers)
    }

    /// Shows a table on Discord from now on.
    pub(super) fn follow(&self, table: &Table) {
        self.stages.ensure(&self.studio, &self.tasks, table.id(), table.watch(), Some(table.clone()));
    }

    /// A table by its id.
    pub(super) fn table(&self, id: TableId) -> Option<Table> {
        self.registry.get(id)
    }
}

/// What a person may see of their own hand. For completions and refusals to that same person only.
pub(super) fn own_view(snapshot: &Snapshot, user: UserId) -> Option<PlayerView> {
    let seat = snapshot.info.seat_of(user)?;
    snapshot.private[seat].as_ref()?.open(seat).cloned()
}

/// What a person may do now.
pub(super) fn own_offers(snapshot: &Snapshot, user: UserId) -> Vec<Offer> {
    own_view(snapshot, user).map(|view| view.offers).unwrap_or_default()
}
