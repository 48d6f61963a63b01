//! Registration of application commands, for all servers or one.
use serde_json::{Value, json};

use super::command_check;
use super::{Outcome, Reply};
use crate::sandbox::error::ApiError;
use crate::sandbox::ids::{BOT, Id};
use crate::sandbox::model::Command;
use crate::sandbox::request::{Call, id};
use crate::sandbox::wire::{self, Localizations};
use crate::sandbox::world::{Audience, World};

/// Routes below `…/commands`.
pub fn route(world: &mut World, method: &str, path: &[&str], call: &Call) -> Outcome {
    let (app, guild, rest) = match path {
        ["applications", app, "commands", rest @ ..] => (app, None, rest),
        ["applications", app, "guilds", guild, "commands", rest @ ..] => {
            let guild = id(guild, ApiError::UnknownGuild)?;
            if !world.bot_is_in(guild) {
                return Err(ApiError::MissingAccess);
            }
            (app, Some(guild), rest)
        }
        _ => return Err(ApiError::NoSuchRoute),
    };
    if *app != BOT.to_string() {
        return Err(ApiError::MissingAccess);
    }
    match (method, rest) {
        ("GET", []) => Ok(list(world, guild, call)),
        ("PUT", []) => replace(world, guild, &call.body),
        ("POST", []) => {
            command_check::check(&call.body, "")?;
            let (command, made) = put(world, guild, &call.body);
            announce(world);
            Ok(if made { Reply::Created(command) } else { Reply::Json(command) })
        }
        ("GET", ["permissions"]) => Ok(Reply::Json(json!([]))),
        (_, [command]) => one(world, method, guild, command, call),
        _ => Err(ApiError::NoSuchRoute),
    }
}

fn list(world: &World, guild: Option<Id>, call: &Call) -> Reply {
    let how = if call.asks("with_localizations") { Localizations::Full } else { Localizations::Omitted };
    let ours = world.data.commands.iter().filter(|command| command.guild == guild);
    Reply::Json(ours.map(|command| wire::command(command, how)).collect())
}

fn replace(world: &mut World, guild: Option<Id>, body: &Value) -> Outcome {
    let empty = Vec::new();
    let list = body.as_array().unwrap_or(&empty);
    command_check::check_all(list)?;
    let same = |known: &Command, sent: &Value| {
        known.body["name"] == sent["name"] && known.body["type"] == json!(sent["type"].as_u64().unwrap_or(1))
    };
    world.data.commands.retain(|known| known.guild != guild || list.iter().any(|sent| same(known, sent)));
    let commands: Vec<Value> = list.iter().map(|sent| put(world, guild, sent).0).collect();
    announce(world);
    Ok(Reply::Json(Value::Array(commands)))
}

/// Registers a command; one of the same name and type keeps its id. `true`: it is new.
fn put(world: &mut World, guild: Option<Id>, sent: &Value) -> (Value, bool) {
    let version = world.next_id();
    let body = command_check::complete(sent, version, guild);
    let known = world.data.commands.iter().position(|command| {
        command.guild == guild && command.body["name"] == body["name"] && command.body["type"] == body["type"]
    });
    let index = match known {
        Some(index) => {
            world.data.commands[index].body = body;
            index
        }
        None => {
            let id = world.next_id();
            world.data.commands.push(Command { id, guild, body });
            world.data.commands.len() - 1
        }
    };
    (wire::command(&world.data.commands[index], Localizations::Full), known.is_none())
}

fn one(world: &mut World, method: &str, guild: Option<Id>, command: &str, call: &Call) -> Outcome {
    let command = id(command, ApiError::UnknownCommand)?;
    let is_it = |known: &Command| known.id == command && known.guild == guild;
    let index = world.data.commands.iter().position(is_it).ok_or(ApiError::UnknownCommand)?;
    match method {
        "GET" => {}
        "PATCH" => {
            let mut body = world.data.commands[index].body.clone();
            for (field, value) in call.body.as_object().into_iter().flatten() {
                body[field] = value.clone();
            }
            command_check::check(&body, "")?;
            let version = world.next_id();
            world.data.commands[index].body = command_check::complete(&body, version, guild);
            announce(world);
        }
        "DELETE" => {
            world.data.commands.remove(index);
            announce(world);
            return Ok(Reply::Empty);
        }
        _ => return Err(ApiError::NoSuchRoute),
    }
    Ok(Reply::Json(wire::command(&world.data.commands[index], Localizations::Full)))
}

fn announce(world: &mut World) {
    let commands = world.commands_json();
    world.tell(Audience::All, &json!({"type": "commands", "commands": commands}));
}
