//! A command's options: found by name, checked and typed as the registered command says.
use serde_json::{Map, Value, json};

use crate::sandbox::error::HumanError;
use crate::sandbox::ids::Id;
use crate::sandbox::model::Command;
use crate::sandbox::wire;
use crate::sandbox::world::World;

/// Option types in Discord's numbering.
mod kind {
    pub const SUB_COMMAND: u64 = 1;
    pub const SUB_COMMAND_GROUP: u64 = 2;
    pub const STRING: u64 = 3;
    pub const INTEGER: u64 = 4;
    pub const BOOLEAN: u64 = 5;
    pub const USER: u64 = 6;
    pub const CHANNEL: u64 = 7;
    pub const ROLE: u64 = 8;
    pub const MENTIONABLE: u64 = 9;
    pub const NUMBER: u64 = 10;
}

/// A command, or the sub-command of it, that takes values.
pub struct Leaf {
    command: Id,
    command_name: String,
    guild: Option<Id>,
    /// The sub-command group and sub-command, outermost first, with their types.
    nesting: Vec<(String, u64)>,
    options: Vec<Value>,
    full_name: String,
}

impl Leaf {
    /// Follows `table new` into the command's sub-commands.
    pub fn find(command: &Command, name: &str) -> Result<Leaf, HumanError> {
        let mut options = list(&command.body["options"]);
        let mut nesting = Vec::new();
        for word in name.split_whitespace().skip(1) {
            let is_it = |one: &&Value| one["name"] == word && is_nested(one);
            let Some(sub) = options.iter().find(is_it) else {
                return Err(HumanError::Refused(format!("There is no command /{name}.")));
            };
            nesting.push((word.to_owned(), sub["type"].as_u64().unwrap_or(0)));
            options = list(&sub["options"]);
        }
        if options.iter().any(is_nested) {
            return Err(HumanError::Refused(format!("/{name} needs a sub-command.")));
        }
        Ok(Leaf {
            command: command.id,
            command_name: command.name().to_owned(),
            guild: command.guild,
            nesting,
            options,
            full_name: name.to_owned(),
        })
    }

    /// The `data` of the interaction, with the sub-commands around the options.
    pub fn data(&self, world: &World, options: Vec<Value>) -> Value {
        let resolved = resolved(world, &options);
        let mut nested = options;
        for (name, kind) in self.nesting.iter().rev() {
            nested = vec![json!({"name": name, "type": kind, "options": nested})];
        }
        let mut data = json!({"id": self.command, "name": self.command_name, "type": 1});
        if !nested.is_empty() {
            data["options"] = Value::Array(nested);
        }
        if let Some(guild) = self.guild {
            data["guild_id"] = json!(guild);
        }
        if !resolved.is_empty() {
            data["resolved"] = Value::Object(resolved);
        }
        data
    }

    fn option(&self, name: &str) -> Result<&Value, HumanError> {
        let found = self.options.iter().find(|option| option["name"] == name);
        found.ok_or_else(|| HumanError::Refused(format!("/{} has no option {name:?}.", self.full_name)))
    }
}

fn list(value: &Value) -> Vec<Value> {
    value.as_array().cloned().unwrap_or_default()
}

fn is_nested(option: &Value) -> bool {
    matches!(option["type"].as_u64(), Some(kind::SUB_COMMAND | kind::SUB_COMMAND_GROUP))
}

/// The options of a command that is sent: all known, the required ones there, each of its type.
pub fn complete(world: &World, leaf: &Leaf, given: &Map<String, Value>) -> Result<Vec<Value>, HumanError> {
    for name in given.keys() {
        leaf.option(name)?;
    }
    let mut typed = Vec::new();
    for option in &leaf.options {
        let name = option["name"].as_str().unwrap_or_default();
        match given.get(name).filter(|value| !value.is_null()) {
            Some(value) => {
                let value = typed_value(world, option, value)?;
                typed.push(json!({"name": name, "type": option["type"], "value": value}));
            }
            None if option["required"] == json!(true) => {
                let message = format!("/{} needs the option {name:?}.", leaf.full_name);
                return Err(HumanError::Refused(message));
            }
            None => {}
        }
    }
    Ok(typed)
}

/// The options of an autocomplete: as far as they are typed in, unchecked, the focused one marked.
pub fn partial(leaf: &Leaf, given: &Map<String, Value>, focused: &str) -> Result<Vec<Value>, HumanError> {
    if leaf.option(focused)?["autocomplete"] != json!(true) {
        return Err(HumanError::Refused(format!("The option {focused:?} has no autocomplete.")));
    }
    let mut typed = Vec::new();
    for option in &leaf.options {
        let name = option["name"].as_str().unwrap_or_default();
        let is_focused = name == focused;
        let value = match given.get(name) {
            None | Some(Value::Null) if is_focused => json!(""),
            None | Some(Value::Null) => continue,
            // Discord sends what is being typed as text, whatever the option's type.
            Some(value) if is_focused => json!(plain(value)),
            Some(value) => value.clone(),
        };
        let mut entry = json!({"name": name, "type": option["type"], "value": value});
        if is_focused {
            entry["focused"] = json!(true);
        }
        typed.push(entry);
    }
    Ok(typed)
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn typed_value(world: &World, option: &Value, value: &Value) -> Result<Value, HumanError> {
    let name = option["name"].as_str().unwrap_or_default();
    let refuse = |what: &str| HumanError::Refused(format!("The option {name:?} takes {what}."));
    let text = plain(value);
    let typed = match option["type"].as_u64().unwrap_or(0) {
        kind::STRING => json!(text),
        kind::INTEGER => json!(text.parse::<i64>().map_err(|_| refuse("a whole number"))?),
        kind::NUMBER => json!(text.parse::<f64>().map_err(|_| refuse("a number"))?),
        kind::BOOLEAN => json!(text.to_lowercase().parse::<bool>().map_err(|_| refuse("true or false"))?),
        kind::USER | kind::MENTIONABLE => {
            let user = mentioned(&text).filter(|id| world.data.users.contains_key(id));
            json!(user.ok_or_else(|| refuse("a person"))?)
        }
        kind::CHANNEL => {
            let channel = mentioned(&text).filter(|id| world.data.channels.contains_key(id));
            json!(channel.ok_or_else(|| refuse("a channel"))?)
        }
        kind::ROLE => json!(mentioned(&text).ok_or_else(|| refuse("a role"))?),
        _ => return Err(refuse("nothing that the sandbox can send")),
    };
    check_range(option, &typed, name)?;
    Ok(typed)
}

/// An id, bare or as a mention.
fn mentioned(text: &str) -> Option<Id> {
    text.trim_matches(|c: char| !c.is_ascii_digit()).parse().ok()
}

fn check_range(option: &Value, value: &Value, name: &str) -> Result<(), HumanError> {
    let choices = list(&option["choices"]);
    let chosen = |choice: &Value| match (choice["value"].as_f64(), value.as_f64()) {
        (Some(one), Some(other)) => one == other,
        _ => choice["value"] == *value,
    };
    if !choices.is_empty() && !choices.iter().any(chosen) {
        let values: Vec<String> = choices.iter().map(|choice| plain(&choice["value"])).collect();
        let message = format!("The option {name:?} takes one of: {}.", values.join(", "));
        return Err(HumanError::Refused(message));
    }
    let (size, low, high) = match value.as_f64() {
        Some(number) => (number, &option["min_value"], &option["max_value"]),
        None => {
            let len = value.as_str().map_or(0, |text| text.chars().count());
            (len as f64, &option["min_length"], &option["max_length"])
        }
    };
    let (low, high) = (low.as_f64().unwrap_or(f64::MIN), high.as_f64().unwrap_or(f64::MAX));
    if size < low || size > high {
        return Err(HumanError::Refused(format!("The option {name:?} is out of its range.")));
    }
    if value.as_str().is_some_and(|text| text.chars().count() > 6000) {
        return Err(HumanError::Refused(format!("The option {name:?} is too long.")));
    }
    Ok(())
}

/// The people and channels that the options name, in full.
fn resolved(world: &World, options: &[Value]) -> Map<String, Value> {
    let mut resolved = Map::new();
    for option in options {
        let Ok(id) = serde_json::from_value::<Id>(option["value"].clone()) else { continue };
        match option["type"].as_u64().unwrap_or(0) {
            kind::USER | kind::MENTIONABLE => add_user(world, &mut resolved, id),
            kind::CHANNEL => {
                if let Some(channel) = world.data.channels.get(&id) {
                    put(&mut resolved, "channels", id, world.channel_json(channel));
                }
            }
            kind::ROLE => {
                let roles = world.data.guilds.values().flat_map(|guild| guild.roles.iter().enumerate());
                if let Some((position, role)) = roles.into_iter().find(|(_, role)| role.id == id) {
                    put(&mut resolved, "roles", id, wire::role(role, position));
                }
            }
            _ => {}
        }
    }
    resolved
}

/// Puts a person into `resolved`, with the member where there is one.
pub fn add_user(world: &World, resolved: &mut Map<String, Value>, id: Id) {
    put(resolved, "users", id, world.user_json(id));
    let home = world.data.guilds.values().find_map(|guild| Some((guild, guild.members.get(&id)?)));
    if let Some((guild, member)) = home {
        let mut json = wire::bare_member(member);
        json["permissions"] = json!(guild.permissions(id).to_string());
        put(resolved, "members", id, json);
    }
}

fn put(resolved: &mut Map<String, Value>, kind: &str, id: Id, json: Value) {
    resolved.entry(kind).or_insert_with(|| json!({}))[id.to_string()] = json;
}
