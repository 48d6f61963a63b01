//! Interaction callbacks and the messages behind an interaction token.
use serde_json::{Value, json};

use super::{Outcome, Reply};
use crate::sandbox::error::ApiError;
use crate::sandbox::ids::{BOT, Id};
use crate::sandbox::interaction::TOKEN_MS;
use crate::sandbox::message::{Posting, asked_flags, kind_of_answer};
use crate::sandbox::model::{Interaction, flag};
use crate::sandbox::request::{Call, id};
use crate::sandbox::world::World;

/// Routes that an interaction token opens.
pub fn route(world: &mut World, method: &str, path: &[&str], call: Call) -> Outcome {
    match (method, path) {
        ("POST", ["interactions", interaction, token, "callback"]) => {
            let interaction = id(interaction, ApiError::UnknownInteraction)?;
            let full = call.asks("with_response");
            let body = world.callback(interaction, token, &call.body, call.files)?;
            Ok(if full { Reply::Json(body) } else { Reply::Empty })
        }
        (_, ["webhooks", app, token, rest @ ..]) => {
            if *app != BOT.to_string() {
                return Err(ApiError::UnknownWebhook);
            }
            let interaction = world.by_token(token)?.clone();
            by_token(world, method, rest, &interaction, call)
        }
        _ => Err(ApiError::NoSuchRoute),
    }
}

fn by_token(
    world: &mut World,
    method: &str,
    path: &[&str],
    interaction: &Interaction,
    call: Call,
) -> Outcome {
    match (method, path) {
        ("GET", []) => Ok(Reply::Json(json!({
            "id": BOT, "type": 3, "application_id": BOT, "avatar": null, "name": "tinghu",
            "channel_id": interaction.channel, "guild_id": interaction.guild,
        }))),
        ("POST", []) => follow_up(world, interaction, call),
        ("GET", ["messages", which]) => {
            let message = reach(world, interaction, which)?;
            let message = world.data.messages.get(&message).ok_or(ApiError::UnknownMessage)?;
            Ok(Reply::Json(world.message_json(message)))
        }
        ("PATCH", ["messages", which]) => {
            let message = reach(world, interaction, which)?;
            edit(world, message, call)
        }
        ("DELETE", ["messages", which]) => {
            let message = reach(world, interaction, which)?;
            if world.delete(message) { Ok(Reply::Empty) } else { Err(ApiError::UnknownMessage) }
        }
        _ => Err(ApiError::NoSuchRoute),
    }
}

/// The message that a token opens: its `@original`, or one that it posted itself.
fn reach(world: &World, interaction: &Interaction, which: &str) -> Result<Id, ApiError> {
    let original = interaction.original;
    let message = match which {
        "@original" => original.ok_or(ApiError::UnknownMessage)?,
        other => id(other, ApiError::UnknownMessage)?,
    };
    match world.data.messages.get(&message) {
        Some(found) if original == Some(message) || found.answers == Some(interaction.id) => Ok(message),
        _ => Err(ApiError::UnknownMessage),
    }
}

fn edit(world: &mut World, message: Id, call: Call) -> Outcome {
    world.may_edit(message)?;
    world.edit(message, &call.body, call.files)?;
    if let Some(interaction) = world.data.messages.get(&message).and_then(|message| message.answers)
        && let Some(interaction) = world.data.interactions.get_mut(&interaction)
        && interaction.original == Some(message)
    {
        interaction.deferred = false;
    }
    reply_with(world, message)
}

/// A follow-up; the first one after a deferred answer fills that answer instead.
fn follow_up(world: &mut World, interaction: &Interaction, call: Call) -> Outcome {
    if interaction.deferred
        && let Some(original) = interaction.original
        && world.data.messages.contains_key(&original)
    {
        return edit(world, original, call);
    }
    if !world.data.channels.contains_key(&interaction.channel) {
        return Err(ApiError::UnknownChannel);
    }
    let private = asked_flags(&call.body) & flag::EPHEMERAL != 0;
    if !private {
        world.not_archived(interaction.channel)?;
    }
    let posting = Posting {
        channel: interaction.channel,
        only_for: private.then_some(interaction.user),
        answers: Some(interaction.id),
        kind: kind_of_answer(interaction.source),
        replies_to: interaction.original.or(interaction.source),
    };
    let message = world.post(posting, &call.body, call.files, false)?;
    reply_with(world, message)
}

fn reply_with(world: &World, message: Id) -> Outcome {
    let message = world.data.messages.get(&message).ok_or(ApiError::UnknownMessage)?;
    let body: Value = world.message_json(message);
    Ok(Reply::Json(body))
}

impl World {
    /// Checks what holds for every edit: the thread is open, and an old message is not edited too often.
    pub fn may_edit(&mut self, message: Id) -> Result<(), ApiError> {
        const OLD_MS: u64 = 60 * 60 * 1_000;
        // Discord does not publish the number; it lets a few through and then refuses for minutes.
        const OLD_EDITS: u64 = 3;
        let found = self.data.messages.get(&message).ok_or(ApiError::UnknownMessage)?;
        let (channel, age_ms) = (found.channel, self.now_ms().saturating_sub(found.created_ms));
        let private = found.only_for.is_some();
        if !private {
            self.not_archived(channel)?;
        }
        if age_ms >= OLD_MS {
            let now = self.now_ms();
            let wait = self.rates.take_own("old-edits", &message.to_string(), OLD_EDITS, TOKEN_MS, now);
            if let Some(retry_ms) = wait {
                return Err(ApiError::OldMessageEdits { retry_ms });
            }
        }
        Ok(())
    }

    /// Refuses where the channel is an archived thread, or gone.
    pub fn not_archived(&self, channel: Id) -> Result<(), ApiError> {
        match self.data.channels.get(&channel) {
            None => Err(ApiError::UnknownChannel),
            Some(channel) if channel.archived => Err(ApiError::ArchivedThread),
            Some(_) => Ok(()),
        }
    }
}
