//! Messages as a person sees them, clicks on their components, and forms.
use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::{Outcome, id, options, person, seen_channel, text};
use crate::sandbox::components::{self, kind};
use crate::sandbox::error::HumanError;
use crate::sandbox::ids::Id;
use crate::sandbox::interaction::Deeds;
use crate::sandbox::modal;
use crate::sandbox::model::{Deed, Progress};
use crate::sandbox::request::query_param;
use crate::sandbox::world::World;

/// `GET /sandbox/channels/{channel}/messages?as=user`; without `as`, what everybody sees.
pub fn messages(world: &World, channel: &str, query: &str) -> Outcome {
    let user = match query_param(query, "as").filter(|text| !text.is_empty()) {
        Some(user) => Some(person(world, &json!({"user": user}))?),
        None => None,
    };
    let channel = match user {
        Some(user) => seen_channel(world, channel, user)?,
        None => {
            let id = id(channel, "channel")?;
            let open = world.data.channels.get(&id).is_some_and(|one| one.guild.is_some());
            if !open {
                return Err(HumanError::Unknown { what: "channel", id: channel.to_owned() });
            }
            id
        }
    };
    Ok(Value::Array(world.seen_messages(user, channel)))
}

/// A click on a button or a selection.
pub fn press(world: &mut World, message: &str, body: &Value) -> Outcome {
    let user = person(world, body)?;
    let unknown = || HumanError::Unknown { what: "message", id: message.to_owned() };
    let message_id = id(message, "message")?;
    let found = world.seen_message(Some(user), message_id).ok_or_else(unknown)?;
    let custom_id = text(body, "custom_id")?;
    let component = components::find(&found.components, custom_id);
    let component =
        component.ok_or_else(|| HumanError::Refused(format!("The message has no {custom_id:?}.")))?.clone();
    if component["disabled"] == json!(true) {
        return Err(HumanError::Refused(format!("{custom_id:?} is disabled.")));
    }
    let channel = found.channel;
    let guild = world.data.channels.get(&channel).and_then(|channel| channel.guild);
    if guild.is_some_and(|guild| !world.bot_is_in(guild)) {
        return Err(HumanError::Conflict("The bot is not in this server.".to_owned()));
    }
    let mut data = json!({
        "custom_id": custom_id, "component_type": component["type"], "id": component["id"],
    });
    if component["type"] != kind::BUTTON {
        select(world, &component, &body["values"], &mut data)?;
    }
    let id = world.interact(Deeds {
        deed: Deed::Component,
        user,
        channel,
        name: custom_id.to_owned(),
        source: Some(message_id),
        data,
    });
    Ok(json!({"interaction": id}))
}

/// Checks and adds the chosen values of a select.
fn select(world: &World, select: &Value, values: &Value, data: &mut Value) -> Result<(), HumanError> {
    let values: Vec<&str> = match values {
        Value::Null => Vec::new(),
        Value::Array(list) => list.iter().filter_map(Value::as_str).collect(),
        _ => return Err(HumanError::Field("values")),
    };
    let (min, max) = components::select_range(select);
    let count = values.len() as u64;
    if count < min || count > max {
        return Err(HumanError::Refused(format!("{min} to {max} values must be chosen, not {count}.")));
    }
    let mut resolved = Map::new();
    for value in &values {
        let offered = match select["type"].as_u64() {
            Some(kind::STRING_SELECT) => {
                select["options"].as_array().into_iter().flatten().any(|one| one["value"] == *value)
            }
            Some(kind::USER_SELECT) => match value.parse::<Id>() {
                Ok(user) if world.data.users.contains_key(&user) => {
                    options::add_user(world, &mut resolved, user);
                    true
                }
                _ => false,
            },
            _ => value.parse::<Id>().is_ok(),
        };
        if !offered {
            return Err(HumanError::Refused(format!("{value:?} can't be chosen here.")));
        }
    }
    data["values"] = json!(values);
    if select["type"] != kind::STRING_SELECT {
        data["resolved"] = Value::Object(resolved);
    }
    Ok(())
}

/// `GET /sandbox/interactions/{id}`: what became of it.
pub fn interaction(world: &mut World, interaction: &str) -> Outcome {
    world.fail_overdue();
    let id = id(interaction, "interaction")?;
    match world.data.interactions.get(&id) {
        Some(found) => Ok(world.interaction_state(found)),
        None => Err(HumanError::Unknown { what: "interaction", id: interaction.to_owned() }),
    }
}

/// Sends the form that a type 9 answer showed.
pub fn submit(world: &mut World, interaction: &str, body: &Value) -> Outcome {
    let user = person(world, body)?;
    let shown_by = id(interaction, "interaction")?;
    let unknown = || HumanError::Unknown { what: "interaction", id: interaction.to_owned() };
    let found = world.data.interactions.get_mut(&shown_by).filter(|one| one.user == user);
    let found = found.ok_or_else(unknown)?;
    let form = match &found.progress {
        Progress::Answered { callback: 9, data, .. } if !found.submitted => data.clone(),
        Progress::Answered { callback: 9, .. } => {
            return Err(HumanError::Conflict("This form was sent already.".to_owned()));
        }
        _ => return Err(HumanError::Refused("This interaction shows no form.".to_owned())),
    };
    let values: BTreeMap<String, Value> = match &body["values"] {
        Value::Null => BTreeMap::new(),
        Value::Object(map) => map.iter().map(|(name, value)| (name.clone(), value.clone())).collect(),
        _ => return Err(HumanError::Field("values")),
    };
    let components = modal::fill(&form, &values)?;
    found.submitted = true;
    let (channel, source) = (found.channel, found.source);
    let custom_id = form["custom_id"].as_str().unwrap_or_default().to_owned();
    let data = json!({"custom_id": custom_id, "components": components});
    let id = world.interact(Deeds { deed: Deed::Modal, user, channel, name: custom_id, source, data });
    if let Some(sent) = world.data.interactions.get_mut(&id) {
        sent.shown_by = Some(shown_by);
    }
    Ok(json!({"interaction": id}))
}
