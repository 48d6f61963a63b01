//! Channels and their messages.
use std::sync::Arc;

use serde_json::{Value, json};

use super::{Outcome, Reply};
use crate::sandbox::error::ApiError;
use crate::sandbox::ids::{BOT, Id};
use crate::sandbox::message::Posting;
use crate::sandbox::model::{Channel, Message, kind};
use crate::sandbox::permissions::{
    ATTACH_FILES, EMBED_LINKS, MANAGE_THREADS, READ_MESSAGE_HISTORY, SEND_MESSAGES, SEND_MESSAGES_IN_THREADS,
    VIEW_CHANNEL,
};
use crate::sandbox::request::{Call, id};
use crate::sandbox::world::World;

/// Routes below `/channels/{channel}`, threads aside.
pub fn route(world: &mut World, method: &str, path: &[&str], call: Call) -> Outcome {
    let Some(channel) = path.get(1) else { return Err(ApiError::NoSuchRoute) };
    let channel = world.open_channel(channel)?;
    match (method, &path[2..]) {
        ("GET", []) => Ok(Reply::Json(world.channel_json(&channel))),
        ("PATCH", []) => change(world, channel, &call.body),
        ("DELETE", []) => remove(world, &channel),
        ("POST", ["typing"]) => Ok(Reply::Empty),
        ("GET", ["pins"]) => Ok(Reply::Json(json!([]))),
        ("GET", ["messages", "pins"]) => Ok(Reply::Json(json!({"items": [], "has_more": false}))),
        ("PUT" | "DELETE", ["pins", message] | ["messages", "pins", message]) => {
            let message = public_message(world, &channel, message)?;
            if let Some(message) = world.data.messages.get_mut(&message) {
                Arc::make_mut(message).pinned = method == "PUT";
            }
            Ok(Reply::Empty)
        }
        ("GET", ["messages"]) => list(world, &channel, &call),
        ("POST", ["messages"]) => post(world, &channel, call),
        ("POST", ["messages", "bulk-delete"]) => bulk_delete(world, &channel, &call.body),
        ("GET", ["messages", message]) => {
            let message = public_message(world, &channel, message)?;
            reply_with(world, message)
        }
        ("PATCH", ["messages", message]) => {
            let message = public_message(world, &channel, message)?;
            world.may_edit(message)?;
            world.edit(message, &call.body, call.files)?;
            reply_with(world, message)
        }
        ("DELETE", ["messages", message]) => {
            let message = public_message(world, &channel, message)?;
            world.delete(message);
            Ok(Reply::Empty)
        }
        _ => Err(ApiError::NoSuchRoute),
    }
}

impl World {
    /// A channel that the bot may look into.
    pub(super) fn open_channel(&self, segment: &str) -> Result<Channel, ApiError> {
        let channel = id(segment, ApiError::UnknownChannel)?;
        let channel = self.data.channels.get(&channel).ok_or(ApiError::UnknownChannel)?;
        if self.can_see_channel(BOT, channel) { Ok(channel.clone()) } else { Err(ApiError::MissingAccess) }
    }

    /// Refuses where the bot lacks one of `bits` in the channel.
    pub(super) fn needs(&self, channel: &Channel, bits: u64) -> Result<(), ApiError> {
        let has = self.permissions_in(BOT, channel);
        if has & VIEW_CHANNEL == 0 {
            Err(ApiError::MissingAccess)
        } else if has & bits == bits {
            Ok(())
        } else {
            Err(ApiError::MissingPermissions)
        }
    }
}

/// A message of this channel that is no ephemeral one: those exist only for their tokens.
fn public_message(world: &World, channel: &Channel, segment: &str) -> Result<Id, ApiError> {
    let message = id(segment, ApiError::UnknownMessage)?;
    let found = world.data.messages.get(&message).ok_or(ApiError::UnknownMessage)?;
    if found.channel == channel.id && found.only_for.is_none() {
        Ok(message)
    } else {
        Err(ApiError::UnknownMessage)
    }
}

fn reply_with(world: &World, message: Id) -> Outcome {
    let message = world.data.messages.get(&message).ok_or(ApiError::UnknownMessage)?;
    Ok(Reply::Json(world.message_json(message)))
}

fn post(world: &mut World, channel: &Channel, mut call: Call) -> Outcome {
    let send = if channel.is_thread() { SEND_MESSAGES_IN_THREADS } else { SEND_MESSAGES };
    world.needs(channel, send)?;
    if !call.files.is_empty() {
        world.needs(channel, ATTACH_FILES)?;
    }
    if channel.kind == kind::DM {
        let closed = |id| world.data.users.get(id).is_none_or(|user| user.dms_closed);
        if channel.people.iter().any(closed) {
            return Err(ApiError::DirectMessagesClosed);
        }
    }
    world.not_archived(channel.id)?;
    let embeds = world.permissions_in(BOT, channel) & EMBED_LINKS != 0;
    if !embeds && call.body["embeds"].is_array() {
        // Discord accepts the message and leaves its embeds out.
        call.body["embeds"] = json!([]);
    }
    let reference: Option<Id> =
        serde_json::from_value(call.body["message_reference"]["message_id"].clone()).ok();
    let kind = if reference.is_some() { 19 } else { 0 };
    let posting = Posting { channel: channel.id, only_for: None, answers: None, kind, replies_to: reference };
    if let Some(flags) = call.body["flags"].as_u64() {
        // Only the answer to an interaction can be ephemeral.
        call.body["flags"] = json!(flags & !crate::sandbox::model::flag::EPHEMERAL);
    }
    if let Some(same) = same_nonce(world, channel, &call.body) {
        return reply_with(world, same);
    }
    let message = world.post(posting, &call.body, call.files, false)?;
    reply_with(world, message)
}

/// The message that this post repeats: with `enforce_nonce`, Discord answers with a message of the same author and nonce
/// of the last few minutes instead of posting another.
fn same_nonce(world: &World, channel: &Channel, body: &Value) -> Option<Id> {
    const REMEMBERED_MS: u64 = 5 * 60 * 1000;
    if body["enforce_nonce"] != json!(true) || body["nonce"].is_null() {
        return None;
    }
    let now_ms = world.now_ms();
    let is_same = |message: &&Message| {
        message.nonce.as_ref() == Some(&body["nonce"])
            && message.only_for.is_none()
            && message.created_ms + REMEMBERED_MS > now_ms
    };
    world.messages_in(channel.id).rev().find(is_same).map(|message| message.id)
}

fn list(world: &World, channel: &Channel, call: &Call) -> Outcome {
    if world.permissions_in(BOT, channel) & READ_MESSAGE_HISTORY == 0 {
        return Ok(Reply::Json(json!([])));
    }
    let number = |name: &str| call.param(name).and_then(|text| text.parse::<u64>().ok());
    let limit = number("limit").unwrap_or(50).clamp(1, 100);
    let (before, after) = (number("before").unwrap_or(u64::MAX), number("after").unwrap_or(0));
    let found = world.messages_in(channel.id).rev();
    let found = found.filter(|m| m.only_for.is_none() && m.id.0 < before && m.id.0 > after);
    let bodies: Vec<Value> =
        found.take(usize::try_from(limit).unwrap_or(50)).map(|m| world.message_json(m)).collect();
    Ok(Reply::Json(Value::Array(bodies)))
}

fn bulk_delete(world: &mut World, channel: &Channel, body: &Value) -> Outcome {
    world.needs(channel, crate::sandbox::permissions::MANAGE_MESSAGES)?;
    for message in body["messages"].as_array().into_iter().flatten().filter_map(Value::as_str) {
        if let Ok(message) = public_message(world, channel, message) {
            world.delete(message);
        }
    }
    Ok(Reply::Empty)
}

/// Renames a channel, or archives, reopens or locks a thread.
fn change(world: &mut World, mut channel: Channel, body: &Value) -> Outcome {
    let own = channel.is_thread() && channel.owner == Some(BOT);
    let reopens = channel.is_thread() && body["archived"] == json!(false) && !channel.locked;
    if !own && !reopens {
        let bit = if channel.is_thread() { MANAGE_THREADS } else { 1 << 4 };
        world.needs(&channel, bit)?;
    }
    if channel.archived && body["archived"] != json!(false) {
        return Err(ApiError::ArchivedThread);
    }
    if let Some(name) = body["name"].as_str() {
        channel.name = name.to_owned();
    }
    if channel.is_thread() {
        channel.archived = body["archived"].as_bool().unwrap_or(channel.archived);
        channel.locked = body["locked"].as_bool().unwrap_or(channel.locked);
        channel.auto_archive_minutes =
            body["auto_archive_duration"].as_u64().unwrap_or(channel.auto_archive_minutes);
    }
    let json = world.channel_json(&channel);
    let id = channel.id;
    world.data.channels.insert(id, channel);
    world.channel_changed(id);
    Ok(Reply::Json(json))
}

fn remove(world: &mut World, channel: &Channel) -> Outcome {
    if channel.kind != kind::DM {
        world.needs(channel, if channel.is_thread() { MANAGE_THREADS } else { 1 << 4 })?;
        world.remove_channel(channel.id);
    }
    Ok(Reply::Json(world.channel_json(channel)))
}
