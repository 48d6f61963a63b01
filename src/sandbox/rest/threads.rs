//! Threads: opening one, with or without a message, and who is in it.
use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{Outcome, Reply};
use crate::sandbox::error::{ApiError, FormErrors};
use crate::sandbox::ids::{BOT, Id};
use crate::sandbox::model::{Channel, kind};
use crate::sandbox::permissions::{CREATE_PRIVATE_THREADS, CREATE_PUBLIC_THREADS};
use crate::sandbox::request::{Call, id};
use crate::sandbox::wire::timestamp;
use crate::sandbox::world::{World, new_channel};

/// Routes that open threads or concern their members.
pub fn route(world: &mut World, method: &str, path: &[&str], call: &Call) -> Outcome {
    let channel = world.open_channel(path[1])?;
    match (method, &path[2..]) {
        ("POST", ["threads"]) => {
            let kind = call.body["type"].as_u64().and_then(|kind| u8::try_from(kind).ok());
            let kind = kind.unwrap_or(kind::PRIVATE_THREAD);
            let id = world.next_id();
            open(world, &channel, id, kind, &call.body)
        }
        ("POST", ["messages", message, "threads"]) => {
            let message = id(message, ApiError::UnknownMessage)?;
            let found = world.data.messages.get(&message).ok_or(ApiError::UnknownMessage)?;
            if found.channel != channel.id || found.only_for.is_some() {
                return Err(ApiError::UnknownMessage);
            }
            if world.data.channels.contains_key(&message) {
                return Err(ApiError::ThreadExists);
            }
            let outcome = open(world, &channel, message, kind::PUBLIC_THREAD, &call.body)?;
            world.announce(message, "MESSAGE_UPDATE");
            Ok(outcome)
        }
        ("GET", ["threads", "archived", which @ ("public" | "private")]) => {
            let private = *which == "private";
            let is_listed = |one: &&Channel| {
                let same_kind = (one.kind == kind::PRIVATE_THREAD) == private;
                one.parent == Some(channel.id) && one.archived && same_kind
            };
            let threads: Vec<Value> =
                world.data.channels.values().filter(is_listed).map(|one| world.channel_json(one)).collect();
            Ok(Reply::Json(json!({"threads": threads, "members": [], "has_more": false})))
        }
        ("GET", ["thread-members"]) => {
            Ok(Reply::Json(channel.people.iter().map(|&user| thread_member(channel.id, user)).collect()))
        }
        (_, ["thread-members", user]) => members(world, method, &channel, user),
        _ => Err(ApiError::NoSuchRoute),
    }
}

fn open(world: &mut World, parent: &Channel, id: Id, kind: u8, body: &Value) -> Outcome {
    let mut errors = FormErrors::default();
    errors.check_len("name", body["name"].as_str().unwrap_or_default(), 1, 100);
    let duration = body["auto_archive_duration"].as_u64().unwrap_or(1440);
    if ![60, 1440, 4320, 10080].contains(&duration) {
        let message = "Value must be one of {60, 1440, 4320, 10080}.";
        errors.add("auto_archive_duration", "BASE_TYPE_CHOICES", message);
    }
    errors.finish()?;
    if !matches!(parent.kind, kind::TEXT | kind::ANNOUNCEMENT) {
        return Err(FormErrors::one("type", "CHANNEL_TYPE_INVALID", "No threads in this channel."));
    }
    let kind = match (parent.kind, kind) {
        (kind::ANNOUNCEMENT, _) => kind::ANNOUNCEMENT_THREAD,
        (_, kind::PUBLIC_THREAD | kind::PRIVATE_THREAD) => kind,
        _ => return Err(FormErrors::one("type", "BASE_TYPE_CHOICES", "Value must be one of {11, 12}.")),
    };
    let private = kind == kind::PRIVATE_THREAD;
    world.needs(parent, if private { CREATE_PRIVATE_THREADS } else { CREATE_PUBLIC_THREADS })?;
    let mut thread = new_channel(id, kind, parent.guild, body["name"].as_str().unwrap_or_default());
    thread.parent = Some(parent.id);
    thread.owner = Some(BOT);
    thread.auto_archive_minutes = duration;
    thread.people = BTreeSet::from([BOT]);
    let mut json = world.channel_json(&thread);
    world.data.channels.insert(id, thread);
    world.channel_made(id);
    json["member"] = thread_member(id, BOT);
    Ok(Reply::Created(json))
}

fn thread_member(thread: Id, user: Id) -> Value {
    json!({"id": thread, "user_id": user, "join_timestamp": timestamp(thread.created_ms()), "flags": 0})
}

fn members(world: &mut World, method: &str, thread: &Channel, user: &str) -> Outcome {
    let user = if user == "@me" { BOT } else { id(user, ApiError::UnknownUser)? };
    if world.member(thread.guild, user).is_none() {
        return Err(ApiError::UnknownMember);
    }
    world.not_archived(thread.id)?;
    match method {
        "GET" if thread.people.contains(&user) => Ok(Reply::Json(thread_member(thread.id, user))),
        "GET" => Err(ApiError::UnknownMember),
        "PUT" | "DELETE" => {
            if let Some(thread) = world.data.channels.get_mut(&thread.id) {
                if method == "PUT" {
                    thread.people.insert(user);
                } else {
                    thread.people.remove(&user);
                }
            }
            world.tell_channel(thread.id, "channel_update");
            Ok(Reply::Empty)
        }
        _ => Err(ApiError::NoSuchRoute),
    }
}
