//! Slash commands and autocomplete, as a client sends them.
use serde_json::{Map, Value, json};
use tokio::sync::oneshot;

use super::options::{self, Leaf};
use super::{Outcome, person, seen_channel, text};
use crate::sandbox::error::HumanError;
use crate::sandbox::ids::Id;
use crate::sandbox::interaction::Deeds;
use crate::sandbox::model::{Channel, Command, Deed};
use crate::sandbox::permissions::{SEND_MESSAGES, SEND_MESSAGES_IN_THREADS, USE_APPLICATION_COMMANDS};
use crate::sandbox::world::World;

/// Who uses which command where.
struct Use {
    user: Id,
    channel: Id,
    leaf: Leaf,
    given: Map<String, Value>,
    name: String,
}

/// Sends a slash command, checked against what is registered.
pub fn run(world: &mut World, channel: &str, body: &Value) -> Outcome {
    let used = resolve(world, channel, body)?;
    let options = options::complete(world, &used.leaf, &used.given)?;
    let data = used.leaf.data(world, options);
    reopen(world, used.channel);
    let id = world.interact(Deeds {
        deed: Deed::Command,
        user: used.user,
        channel: used.channel,
        name: used.name,
        source: None,
        data,
    });
    Ok(json!({"interaction": id}))
}

/// Sends an autocomplete interaction; the receiver gets the bot's answer.
pub fn autocomplete(
    world: &mut World,
    channel: &str,
    body: &Value,
) -> Result<oneshot::Receiver<Value>, HumanError> {
    let used = resolve(world, channel, body)?;
    let focused = text(body, "focused")?;
    let options = options::partial(&used.leaf, &used.given, focused)?;
    let data = used.leaf.data(world, options);
    let id = world.interact(Deeds {
        deed: Deed::Autocomplete,
        user: used.user,
        channel: used.channel,
        name: used.name,
        source: None,
        data,
    });
    let (answer, waiting) = oneshot::channel();
    world.waiting.insert(id, answer);
    Ok(waiting)
}

fn resolve(world: &World, channel: &str, body: &Value) -> Result<Use, HumanError> {
    let user = person(world, body)?;
    let channel = seen_channel(world, channel, user)?;
    let name = text(body, "name")?.trim().trim_start_matches('/').to_owned();
    let leaf = match world.data.channels.get(&channel) {
        Some(found) => {
            let first = name.split_whitespace().next().unwrap_or_default();
            let command = available(world, found, first)?;
            may_use(world, user, found, command)?;
            Leaf::find(command, &name)?
        }
        None => return Err(HumanError::Unknown { what: "channel", id: channel.to_string() }),
    };
    let given = match &body["options"] {
        Value::Null => Map::new(),
        Value::Object(given) => given.clone(),
        _ => return Err(HumanError::Field("options")),
    };
    Ok(Use { user, channel, leaf, given, name })
}

/// The command of this name that the channel offers; a server's own goes before one for all.
fn available<'a>(world: &'a World, channel: &Channel, name: &str) -> Result<&'a Command, HumanError> {
    if let Some(guild) = channel.guild
        && !world.bot_is_in(guild)
    {
        return Err(HumanError::Conflict("The bot is not in this server.".to_owned()));
    }
    let context = u64::from(channel.guild.is_none());
    let fits = |command: &&Command| {
        let here = match command.guild {
            Some(guild) => channel.guild == Some(guild),
            None => match &command.body["contexts"] {
                Value::Array(list) => list.iter().any(|one| one.as_u64() == Some(context)),
                _ => channel.guild.is_some() || command.body["dm_permission"] != json!(false),
            },
        };
        here && command.name() == name && command.body["type"] == json!(1)
    };
    let mut found: Vec<&Command> = world.data.commands.iter().filter(fits).collect();
    found.sort_by_key(|command| command.guild.is_none());
    match found.first() {
        Some(command) => Ok(command),
        None => Err(HumanError::Refused(format!("There is no command /{name} here."))),
    }
}

fn may_use(world: &World, user: Id, channel: &Channel, command: &Command) -> Result<(), HumanError> {
    if channel.guild.is_none() {
        return Ok(());
    }
    let has = world.permissions_in(user, channel);
    let send = if channel.is_thread() { SEND_MESSAGES_IN_THREADS } else { SEND_MESSAGES };
    if has & (USE_APPLICATION_COMMANDS | send) != USE_APPLICATION_COMMANDS | send {
        return Err(HumanError::Forbidden("This person may not use commands here.".to_owned()));
    }
    let needed = command.body["default_member_permissions"].as_str();
    let needed: u64 = needed.and_then(|bits| bits.parse().ok()).unwrap_or(0);
    let closed = command.body["default_member_permissions"] == json!("0") && has & (1 << 3) == 0;
    if has & needed != needed || closed {
        let message = format!("This person may not use /{}.", command.name());
        return Err(HumanError::Forbidden(message));
    }
    Ok(())
}

/// A command in an archived thread reopens it, unless a moderator locked it.
fn reopen(world: &mut World, channel: Id) {
    if let Some(found) = world.data.channels.get_mut(&channel)
        && found.archived
        && !found.locked
    {
        found.archived = false;
        world.channel_changed(channel);
    }
}
