//! Disturbances of the connection and of the world, and the sandbox's clock.
use serde_json::{Value, json};

use super::{Outcome, people};
use crate::sandbox::error::HumanError;
use crate::sandbox::hub::Frame;
use crate::sandbox::ids::Id;
use crate::sandbox::world::{Faults, World};

/// Sets the faults that are named and does the ones that happen once; `{}` clears all.
pub fn set(world: &mut World, body: &Value) -> Outcome {
    let wanted = body.as_object().ok_or(HumanError::Field("faults"))?;
    if wanted.is_empty() {
        let denied: Vec<Id> = world.faults.denied.keys().copied().collect();
        world.faults = Faults::default();
        for channel in denied {
            world.channel_changed(channel);
        }
    }
    for (name, value) in wanted {
        one(world, name, value)?;
    }
    Ok(json!({
        "rest_429_every": world.faults.rest_429_every, "rest_5xx_every": world.faults.rest_5xx_every,
        "latency_ms": world.faults.latency_ms, "duplicate_events": world.faults.duplicate_events,
        "held": world.faults.held, "denied": world.faults.denied.iter().map(|(id, bits)| (id.to_string(), json!(bits.to_string())))
            .collect::<serde_json::Map<_, _>>(),
    }))
}

fn one(world: &mut World, name: &str, value: &Value) -> Result<(), HumanError> {
    let on = value.as_bool().unwrap_or(false);
    let number = || value.as_u64().ok_or_else(|| HumanError::Refused(format!("{name} takes a number.")));
    match name {
        "drop_gateway" if on => world.hub.send_all(&Frame::Cut),
        "reconnect" if on => {
            let frame = json!({"op": 7, "t": null, "s": null, "d": null}).to_string();
            world.hub.send_all(&Frame::Text(frame));
        }
        "invalid_session" if on => {
            let frame = json!({"op": 9, "t": null, "s": null, "d": false}).to_string();
            world.hub.send_all(&Frame::Text(frame));
            world.hub.forget_all();
        }
        "drop_gateway" | "reconnect" | "invalid_session" | "expire_tokens" if !on => {}
        "rest_429_every" => (world.faults.rest_429_every, world.faults.counted) = (number()?, 0),
        "rest_5xx_every" => (world.faults.rest_5xx_every, world.faults.counted) = (number()?, 0),
        "latency_ms" => world.faults.latency_ms = number()?.min(60_000),
        "hold" => {
            let held = value.as_array().ok_or(HumanError::Field("hold"))?;
            world.faults.held = held.iter().map(id_of).collect::<Result<_, _>>()?;
        }
        "duplicate_events" => world.faults.duplicate_events = on,
        "expire_tokens" => world.expire_tokens(),
        "delete_message" => {
            if !world.delete(id_of(value)?) {
                return Err(HumanError::Unknown { what: "message", id: value.to_string() });
            }
        }
        "delete_channel" => {
            if !world.remove_channel(id_of(value)?) {
                return Err(HumanError::Unknown { what: "channel", id: value.to_string() });
            }
        }
        "permissions" => deny(world, value)?,
        _ => return Err(HumanError::Refused(format!("There is no fault {name:?}."))),
    }
    Ok(())
}

fn id_of(value: &Value) -> Result<Id, HumanError> {
    serde_json::from_value(value.clone()).map_err(|_| HumanError::Field("id"))
}

/// Takes permissions from the bot in one channel; an empty list gives them back.
fn deny(world: &mut World, value: &Value) -> Result<(), HumanError> {
    let channel = id_of(&value["channel"])?;
    if !world.data.channels.contains_key(&channel) {
        return Err(HumanError::Unknown { what: "channel", id: channel.to_string() });
    }
    let bits = people::bits(&value["deny"])?;
    if bits == 0 {
        world.faults.denied.remove(&channel);
    } else {
        world.faults.denied.insert(channel, bits);
    }
    world.channel_changed(channel);
    Ok(())
}

/// Moves the sandbox's clock forward.
pub fn advance(world: &mut World, body: &Value) -> Outcome {
    let by_ms = body["advance_ms"].as_u64().ok_or(HumanError::Field("advance_ms"))?;
    world.data.clock_ahead_ms = world.data.clock_ahead_ms.saturating_add(by_ms.min(10 * 365 * 86_400_000));
    world.fail_overdue();
    Ok(json!({"now_ms": world.now_ms(), "ahead_ms": world.data.clock_ahead_ms}))
}
