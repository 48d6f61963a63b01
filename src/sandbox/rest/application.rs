//! The bot about itself: gateway address, application, own user, application emojis, direct messages.
use std::collections::BTreeSet;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use super::{Outcome, Reply};
use crate::sandbox::error::{ApiError, FormErrors};
use crate::sandbox::ids::{BOT, Id};
use crate::sandbox::model::{Emoji, kind};
use crate::sandbox::picture;
use crate::sandbox::request::{Call, id};
use crate::sandbox::wire;
use crate::sandbox::world::{World, new_channel};

/// Bytes of an emoji's picture.
const EMOJI_MAX: usize = 256 * 1024;
const EMOJIS_MAX: usize = 2_000;

/// Routes about the bot itself.
pub fn route(world: &mut World, method: &str, path: &[&str], call: &Call) -> Outcome {
    match (method, path) {
        ("GET", ["gateway"]) => Ok(Reply::Json(json!({"url": world.gateway_url()}))),
        ("GET", ["gateway", "bot"]) => Ok(Reply::Json(world.gateway_bot_json())),
        ("GET", ["users", "@me"]) | ("PATCH", ["users", "@me"]) => {
            let mut me = world.user_json(BOT);
            me["mfa_enabled"] = json!(true);
            me["verified"] = json!(true);
            me["locale"] = json!("en-US");
            me["email"] = Value::Null;
            Ok(Reply::Json(me))
        }
        ("GET", ["users", "@me", "guilds"]) => {
            let guilds = world.data.guilds.values().filter(|guild| guild.members.contains_key(&BOT));
            let short = guilds.map(|guild| {
                json!({
                    "id": guild.id, "name": guild.name, "icon": null, "banner": null, "owner": false,
                    "permissions": guild.permissions(BOT).to_string(), "features": [],
                })
            });
            Ok(Reply::Json(short.collect()))
        }
        ("DELETE", ["users", "@me", "guilds", guild]) => {
            let guild = id(guild, ApiError::UnknownGuild)?;
            if world.remove_bot(guild) { Ok(Reply::Empty) } else { Err(ApiError::UnknownGuild) }
        }
        ("POST", ["users", "@me", "channels"]) => open_dm(world, &call.body),
        ("GET", ["users", user]) => {
            let user = id(user, ApiError::UnknownUser)?;
            let known = world.data.users.get(&user).ok_or(ApiError::UnknownUser)?;
            Ok(Reply::Json(wire::user(known)))
        }
        ("GET" | "PATCH", ["oauth2", "applications", "@me"] | ["applications", "@me"]) => {
            Ok(Reply::Json(application(world)))
        }
        (_, ["applications", _, "emojis", rest @ ..]) => emojis(world, method, rest, call),
        ("GET", ["applications", _, "entitlements" | "skus"]) => Ok(Reply::Json(json!([]))),
        _ => Err(ApiError::NoSuchRoute),
    }
}

fn application(world: &World) -> Value {
    let owner = world.data.users.values().find(|user| !user.bot).map(|user| user.id).unwrap_or(BOT);
    let guilds = world.data.guilds.len();
    json!({
        "id": BOT, "name": "tinghu", "icon": null, "description": "", "type": null,
        "bot": world.user_json(BOT), "bot_public": true, "bot_require_code_grant": false,
        "verify_key": "0".repeat(64), "flags": 0, "flags_new": "0", "redirect_uris": [],
        "interactions_endpoint_url": null, "role_connections_verification_url": null,
        "owner": world.user_json(owner), "approximate_guild_count": guilds,
        "approximate_user_install_count": 0, "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0, "team": null, "eligible_oauth2_scopes": [],
        "summary": "", "rpc_origins": [], "tags": [], "hook": true,
        "integration_types_config": {"0": {}, "1": {}},
    })
}

fn open_dm(world: &mut World, body: &Value) -> Outcome {
    let user = serde_json::from_value::<Id>(body["recipient_id"].clone())
        .map_err(|_| FormErrors::one("recipient_id", "BASE_TYPE_REQUIRED", "This field is required"))?;
    if world.data.users.get(&user).is_none_or(|known| known.bot) {
        return Err(ApiError::UnknownUser);
    }
    let channel = world.dm_with(user);
    match world.data.channels.get(&channel) {
        Some(channel) => Ok(Reply::Json(world.channel_json(channel))),
        None => Err(ApiError::UnknownChannel),
    }
}

impl World {
    /// Where a bot connects to the gateway.
    pub fn gateway_url(&self) -> String {
        self.base_url.replacen("http", "ws", 1)
    }

    /// The bot's direct message channel with a person, made where there is none.
    pub fn dm_with(&mut self, user: Id) -> Id {
        let is_theirs = |c: &&crate::sandbox::model::Channel| c.kind == kind::DM && c.people.contains(&user);
        if let Some(channel) = self.data.channels.values().find(is_theirs) {
            return channel.id;
        }
        let mut channel = new_channel(self.next_id(), kind::DM, None, "");
        channel.people = BTreeSet::from([user]);
        let id = channel.id;
        self.data.channels.insert(id, channel);
        // Since API v8 bots get no CHANNEL_CREATE for direct messages.
        self.tell_channel(id, "channel_create");
        id
    }
}

fn emojis(world: &mut World, method: &str, path: &[&str], call: &Call) -> Outcome {
    let bot = world.user_json(BOT);
    match (method, path) {
        ("GET", []) => {
            let items: Vec<Value> = world.data.emojis.values().map(|one| wire::emoji(one, &bot)).collect();
            Ok(Reply::Json(json!({"items": items})))
        }
        ("POST", []) => {
            let name = emoji_name(&call.body)?;
            if world.data.emojis.len() >= EMOJIS_MAX {
                return Err(FormErrors::one("name", "EMOJI_LIMIT", "Maximum number of emojis reached"));
            }
            if world.data.emojis.values().any(|one| one.name == name) {
                let message = "An emoji with this name already exists";
                return Err(FormErrors::one("name", "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", message));
            }
            let (content_type, image_base64) = emoji_picture(&call.body)?;
            let emoji = Emoji { id: world.next_id(), name, content_type, image_base64 };
            let json = wire::emoji(&emoji, &bot);
            world.data.emojis.insert(emoji.id, emoji);
            world.unsaved = true;
            Ok(Reply::Created(json))
        }
        (_, [emoji]) => {
            let emoji = id(emoji, ApiError::UnknownEmoji)?;
            let known = world.data.emojis.get_mut(&emoji).ok_or(ApiError::UnknownEmoji)?;
            match method {
                "GET" => {}
                "PATCH" => known.name = emoji_name(&call.body)?,
                "DELETE" => {
                    world.data.emojis.remove(&emoji);
                    world.unsaved = true;
                    return Ok(Reply::Empty);
                }
                _ => return Err(ApiError::NoSuchRoute),
            }
            let json = wire::emoji(known, &bot);
            world.unsaved = true;
            Ok(Reply::Json(json))
        }
        _ => Err(ApiError::NoSuchRoute),
    }
}

fn emoji_name(body: &Value) -> Result<String, ApiError> {
    let name = body["name"].as_str().unwrap_or_default();
    let mut errors = FormErrors::default();
    errors.check_len("name", name, 2, 32);
    if !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
        errors.add("name", "STRING_TYPE_REGEX", "String value did not match validation regex.");
    }
    errors.finish()?;
    Ok(name.to_owned())
}

/// The picture of a `data:image/png;base64,…` address.
fn emoji_picture(body: &Value) -> Result<(String, String), ApiError> {
    let refuse = |message: &str| FormErrors::one("image", "IMAGE_INVALID", message);
    let data = body["image"].as_str().and_then(|text| text.strip_prefix("data:"));
    let (_, base64) =
        data.and_then(|text| text.split_once(";base64,")).ok_or(refuse("Invalid image data"))?;
    let bytes = STANDARD.decode(base64).map_err(|_| refuse("Invalid image data"))?;
    if bytes.len() > EMOJI_MAX {
        let message = "File cannot be larger than 256.0 kb.";
        return Err(FormErrors::one("image", "BINARY_TYPE_MAX_SIZE", message));
    }
    if picture::size(&bytes).is_none() {
        return Err(refuse("Unsupported image type given"));
    }
    Ok((picture::content_type(&bytes, None), base64.to_owned()))
}
