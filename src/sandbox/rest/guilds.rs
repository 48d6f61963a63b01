//! Servers and their members, as far as a bot asks for them.
use serde_json::{Value, json};

use super::{Outcome, Reply};
use crate::sandbox::error::ApiError;
use crate::sandbox::ids::BOT;
use crate::sandbox::request::{Call, id};
use crate::sandbox::wire;
use crate::sandbox::world::World;

/// Routes below `/guilds/{guild}`.
pub fn route(world: &mut World, method: &str, path: &[&str], call: &Call) -> Outcome {
    let Some(guild) = path.get(1) else { return Err(ApiError::NoSuchRoute) };
    let guild = id(guild, ApiError::UnknownGuild)?;
    let Some(guild) = world.data.guilds.get(&guild) else { return Err(ApiError::UnknownGuild) };
    if !guild.members.contains_key(&BOT) {
        return Err(ApiError::UnknownGuild);
    }
    let in_guild = || world.data.channels.values().filter(|channel| channel.guild == Some(guild.id));
    match (method, &path[2..]) {
        ("GET", []) => Ok(Reply::Json(world.guild_json(guild))),
        ("GET", ["channels"]) => Ok(Reply::Json(
            in_guild().filter(|one| !one.is_thread()).map(|one| world.channel_json(one)).collect(),
        )),
        ("GET", ["threads", "active"]) => {
            let open = in_guild().filter(|one| one.is_thread() && !one.archived);
            let threads: Vec<Value> = open.map(|one| world.channel_json(one)).collect();
            Ok(Reply::Json(json!({"threads": threads, "members": [], "has_more": false})))
        }
        ("GET", ["roles"]) => Ok(Reply::Json(Value::Array(wire::roles(guild)))),
        ("GET", ["emojis"]) => Ok(Reply::Json(json!([]))),
        ("GET", ["members"]) => {
            let limit = call.param("limit").and_then(|text| text.parse().ok()).unwrap_or(1);
            let members = guild.members.iter().take(limit);
            Ok(Reply::Json(members.map(|(user, member)| world.member_json(*user, member)).collect()))
        }
        ("GET", ["members", user]) => {
            let user = if *user == "@me" { BOT } else { id(user, ApiError::UnknownUser)? };
            let member = guild.members.get(&user).ok_or(ApiError::UnknownMember)?;
            Ok(Reply::Json(world.member_json(user, member)))
        }
        _ => Err(ApiError::NoSuchRoute),
    }
}
