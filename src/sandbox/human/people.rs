//! People, servers and channels: coming, changing, going.
use serde_json::{Value, json};

use super::{Outcome, id, person, text};
use crate::sandbox::error::HumanError;
use crate::sandbox::ids::{BOT, Id};
use crate::sandbox::model::{Member, Role, User, kind};
use crate::sandbox::permissions;
use crate::sandbox::world::{World, new_channel, new_guild, new_member};

/// A channel or role name, a nickname.
const NAME_MAX: usize = 100;

fn name(body: &Value) -> Result<String, HumanError> {
    let name = text(body, "name")?.trim();
    match name.chars().count() {
        1..=NAME_MAX => Ok(name.to_owned()),
        _ => Err(HumanError::Refused(format!("A name has 1 to {NAME_MAX} characters."))),
    }
}

fn known_user(world: &World, user: &str) -> Result<Id, HumanError> {
    person(world, &json!({"user": user}))
}

/// A new person, member of the first server (or of `guild`).
pub fn add(world: &mut World, body: &Value) -> Outcome {
    let name = name(body)?;
    let locale = body["locale"].as_str().unwrap_or("zh-CN").to_owned();
    let user = world.next_id();
    let now = world.now_ms();
    world.data.users.insert(user, User { id: user, name, locale, bot: false, dms_closed: false });
    let wanted = body["guild"].as_str().and_then(|text| text.parse::<Id>().ok());
    let Some(guild) = wanted.or_else(|| world.data.guilds.keys().next().copied()) else {
        return Err(HumanError::Refused("There is no server to enter.".to_owned()));
    };
    enter(world, guild, user, now)?;
    Ok(json!({"id": user}))
}

fn enter(world: &mut World, guild: Id, user: Id, now: u64) -> Result<(), HumanError> {
    let unknown = HumanError::Unknown { what: "guild", id: guild.to_string() };
    let members = &mut world.data.guilds.get_mut(&guild).ok_or(unknown)?.members;
    members.insert(user, new_member(now));
    world.member_changed(guild, user, "GUILD_MEMBER_ADD");
    Ok(())
}

/// Leaves every server; the account stays, so that old messages keep their names.
pub fn leave(world: &mut World, user: &str) -> Outcome {
    let user = known_user(world, user)?;
    let guilds: Vec<Id> = world
        .data
        .guilds
        .values_mut()
        .filter_map(|guild| guild.members.remove(&user).map(|_| guild.id))
        .collect();
    for guild in &guilds {
        world.member_changed(*guild, user, "GUILD_MEMBER_REMOVE");
    }
    Ok(json!({"left": guilds}))
}

/// Changes name, locale, nickname, roles, extra permissions or closed direct messages.
pub fn change(world: &mut World, user: &str, body: &Value) -> Outcome {
    let user = known_user(world, user)?;
    if let Some(known) = world.data.users.get_mut(&user) {
        if let Some(locale) = body["locale"].as_str() {
            known.locale = locale.to_owned();
        }
        if let Some(name) = body["name"].as_str() {
            known.name = name.to_owned();
        }
        known.dms_closed = body["dms_closed"].as_bool().unwrap_or(known.dms_closed);
    }
    let guilds: Vec<Id> = world.data.guilds.keys().copied().collect();
    for guild in guilds {
        let Some(mut member) = world.member(Some(guild), user).cloned() else { continue };
        match &body["nick"] {
            Value::String(nick) => member.nick = (!nick.is_empty()).then(|| nick.clone()),
            Value::Null if body.get("nick").is_some() => member.nick = None,
            _ => {}
        }
        if let Some(roles) = body["roles"].as_array() {
            member.roles = roles_of(world, guild, roles)?;
        }
        if let Some(wanted) = body.get("permissions") {
            member.extra_permissions = bits(wanted)?;
        }
        set_member(world, guild, user, member);
    }
    Ok(json!({"id": user}))
}

fn set_member(world: &mut World, guild: Id, user: Id, member: Member) {
    if let Some(guild) = world.data.guilds.get_mut(&guild) {
        guild.members.insert(user, member);
    }
    world.member_changed(guild, user, "GUILD_MEMBER_UPDATE");
}

/// Roles by id or name; a name that is new makes a role.
fn roles_of(world: &mut World, guild: Id, wanted: &[Value]) -> Result<Vec<Id>, HumanError> {
    let mut roles = Vec::new();
    for role in wanted {
        let named = role.as_str().ok_or(HumanError::Field("roles"))?;
        let fresh = world.next_id();
        let Some(guild) = world.data.guilds.get_mut(&guild) else { continue };
        let known = guild.roles.iter().find(|one| one.name == named || one.id.to_string() == named);
        roles.push(match known {
            Some(role) => role.id,
            None => {
                guild.roles.push(Role { id: fresh, name: named.to_owned(), permissions: 0 });
                fresh
            }
        });
    }
    Ok(roles)
}

/// Permission bits: a number, its decimal text, a name, or a list of these.
pub fn bits(wanted: &Value) -> Result<u64, HumanError> {
    match wanted {
        Value::Null => Ok(0),
        Value::Number(number) => number.as_u64().ok_or(HumanError::Field("permissions")),
        Value::String(text) => match text.parse().ok().or_else(|| permissions::by_name(text)) {
            Some(bits) => Ok(bits),
            None => Err(HumanError::Refused(format!("There is no permission {text:?}."))),
        },
        Value::Array(list) => list.iter().try_fold(0, |sum, one| Ok(sum | bits(one)?)),
        _ => Err(HumanError::Field("permissions")),
    }
}

/// The direct message channel between a person and the bot.
pub fn open_dm(world: &mut World, body: &Value) -> Outcome {
    let user = person(world, body)?;
    let channel = world.dm_with(user);
    Ok(json!({"id": channel, "channel": channel}))
}

/// A new server with everybody of the first one in it, the bot, and a text channel.
pub fn add_guild(world: &mut World, body: &Value) -> Outcome {
    let name = name(body)?;
    let (guild_id, role) = (world.next_id(), world.next_id());
    let now = world.now_ms();
    let people: Vec<Id> = match world.data.guilds.values().next() {
        Some(first) => first.members.keys().copied().filter(|user| *user != BOT).collect(),
        None => world.data.users.values().filter(|user| !user.bot).map(|user| user.id).collect(),
    };
    let owner = people.first().copied().unwrap_or(BOT);
    let mut guild = new_guild(guild_id, &name, owner, role, now);
    for user in people {
        guild.members.insert(user, new_member(now));
    }
    world.data.guilds.insert(guild_id, guild);
    let channel = world.next_id();
    world.data.channels.insert(channel, new_channel(channel, kind::TEXT, Some(guild_id), "mahjong"));
    world.guild_joined(guild_id);
    Ok(json!({"id": guild_id, "channel": channel}))
}

/// The channel kinds by name, and by Discord's number.
fn channel_kind(body: &Value) -> Result<u8, HumanError> {
    let number = body["type"].as_u64().and_then(|number| u8::try_from(number).ok());
    let named = match body["type"].as_str() {
        Some("text") => Some(kind::TEXT),
        Some("voice") => Some(kind::VOICE),
        Some("announcement") => Some(kind::ANNOUNCEMENT),
        Some("thread" | "public_thread") => Some(kind::PUBLIC_THREAD),
        Some("private_thread") => Some(kind::PRIVATE_THREAD),
        Some(other) => other.parse().ok(),
        None if body["type"].is_null() => Some(kind::TEXT),
        None => number,
    };
    let takes =
        |kind: &u8| matches!(*kind, kind::TEXT | kind::VOICE | kind::ANNOUNCEMENT..=kind::PRIVATE_THREAD);
    named.filter(takes).ok_or(HumanError::Field("type"))
}

/// A new channel or thread of a server.
pub fn add_channel(world: &mut World, guild: &str, body: &Value) -> Outcome {
    let guild = id(guild, "guild")?;
    let Some(owner) = world.data.guilds.get(&guild).map(|guild| guild.owner) else {
        return Err(HumanError::Unknown { what: "guild", id: guild.to_string() });
    };
    let name = name(body)?;
    let channel_id = world.next_id();
    let mut channel = new_channel(channel_id, channel_kind(body)?, Some(guild), &name);
    if channel.is_thread() {
        let first_text = world
            .data
            .channels
            .values()
            .find(|one| one.guild == Some(guild) && matches!(one.kind, kind::TEXT | kind::ANNOUNCEMENT));
        let wanted = body["parent"].as_str().or(body["parent_id"].as_str());
        channel.parent = match wanted {
            Some(parent) => Some(id(parent, "channel")?),
            None => first_text.map(|one| one.id),
        };
        let parent = channel.parent.and_then(|parent| world.data.channels.get(&parent));
        if parent.is_none_or(|parent| parent.guild != Some(guild) || parent.is_thread()) {
            return Err(HumanError::Refused("A thread needs a channel of this server.".to_owned()));
        }
        channel.owner = Some(owner);
        channel.people.insert(owner);
    }
    world.data.channels.insert(channel_id, channel);
    world.channel_made(channel_id);
    Ok(json!({"id": channel_id}))
}

/// Throws the bot out of a server.
pub fn kick_bot(world: &mut World, guild: &str) -> Outcome {
    let guild = id(guild, "guild")?;
    if world.remove_bot(guild) {
        Ok(json!({"id": guild}))
    } else {
        Err(HumanError::Conflict("The bot is not in this server.".to_owned()))
    }
}

/// Lets the bot into a server again.
pub fn invite_bot(world: &mut World, guild: &str) -> Outcome {
    let guild = id(guild, "guild")?;
    let now = world.now_ms();
    let unknown = HumanError::Unknown { what: "guild", id: guild.to_string() };
    let found = world.data.guilds.get_mut(&guild).ok_or(unknown)?;
    let roles = found.roles.get(1).map(|role| role.id).into_iter().collect();
    found.members.insert(BOT, Member { roles, ..new_member(now) });
    world.guild_joined(guild);
    Ok(json!({"id": guild}))
}

/// Archives a thread, or reopens it with `{"archived":false}`; `locked` goes with it.
pub fn archive(world: &mut World, channel: &str, body: &Value) -> Outcome {
    let id = id(channel, "channel")?;
    let unknown = HumanError::Unknown { what: "channel", id: channel.to_owned() };
    let found = world.data.channels.get_mut(&id).ok_or(unknown)?;
    if !found.is_thread() {
        return Err(HumanError::Refused("Only threads can be archived.".to_owned()));
    }
    found.archived = body["archived"].as_bool().unwrap_or(true);
    found.locked = body["locked"].as_bool().unwrap_or(found.locked);
    world.channel_changed(id);
    Ok(json!({"id": id, "archived": body["archived"].as_bool().unwrap_or(true)}))
}
