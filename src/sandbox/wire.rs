//! Discord's JSON forms of what the world holds, complete enough for its published OpenAPI document.
use serde_json::{Value, json};
use time::OffsetDateTime;

use super::ids::{BOT, Id};
use super::model::{Channel, Command, Deed, Emoji, Guild, Member, Role, User, kind};
use super::permissions::ALL;
use super::world::World;

/// Fields of a guild that nothing here sets.
const GUILD_UNSET: &[&str] = &[
    "icon",
    "description",
    "home_header",
    "splash",
    "discovery_splash",
    "banner",
    "application_id",
    "afk_channel_id",
    "system_channel_id",
    "widget_channel_id",
    "max_presences",
    "vanity_url_code",
    "rules_channel_id",
    "safety_alerts_channel_id",
    "public_updates_channel_id",
    "incidents_data",
];

/// ISO 8601 with microseconds and offset, as Discord writes time.
pub fn timestamp(unix_ms: u64) -> String {
    let nanos = i128::from(unix_ms) * 1_000_000;
    let t = OffsetDateTime::from_unix_timestamp_nanos(nanos).unwrap_or(OffsetDateTime::UNIX_EPOCH);
    format!(
        "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:06}+00:00",
        t.year(),
        u8::from(t.month()),
        t.day(),
        t.hour(),
        t.minute(),
        t.second(),
        t.microsecond()
    )
}

/// The user object.
pub fn user(user: &User) -> Value {
    let username = if user.bot { user.name.clone() } else { format!("person{}", user.id.0 % 1_000_000) };
    json!({
        "id": user.id, "username": username,
        "global_name": if user.bot { Value::Null } else { json!(user.name) },
        "discriminator": if user.bot { "0001" } else { "0" },
        "avatar": null, "bot": user.bot, "system": false, "public_flags": 0, "flags": 0,
        "banner": null, "accent_color": null, "avatar_decoration_data": null,
        "collectibles": null, "primary_guild": null,
    })
}

/// A member without its `user`.
pub fn bare_member(member: &Member) -> Value {
    json!({
        "nick": member.nick, "roles": member.roles, "joined_at": timestamp(member.joined_ms),
        "avatar": null, "banner": null, "communication_disabled_until": null, "flags": 0,
        "pending": false, "premium_since": null, "deaf": false, "mute": false,
        "avatar_decoration_data": null, "collectibles": null,
    })
}

/// The role object; the role after `@everyone` is the bot's own.
pub fn role(role: &Role, position: usize) -> Value {
    json!({
        "id": role.id, "name": role.name, "permissions": role.permissions.to_string(),
        "position": position, "color": 0,
        "colors": {"primary_color": 0, "secondary_color": null, "tertiary_color": null},
        "hoist": false, "managed": position == 1, "mentionable": false,
        "icon": null, "unicode_emoji": null, "flags": 0,
    })
}

/// All roles of a server.
pub fn roles(guild: &Guild) -> Vec<Value> {
    guild.roles.iter().enumerate().map(|(position, one)| role(one, position)).collect()
}

/// The emoji object of an application emoji.
pub fn emoji(emoji: &Emoji, bot: &Value) -> Value {
    json!({
        "id": emoji.id, "name": emoji.name, "roles": [], "user": bot, "require_colons": true,
        "managed": false, "animated": false, "available": true,
    })
}

/// How a command's localised texts are sent.
#[derive(Clone, Copy, PartialEq)]
pub enum Localizations {
    Full,
    Omitted,
}

/// The command object.
pub fn command(command: &Command, localizations: Localizations) -> Value {
    let mut body = command.body.clone();
    body["id"] = json!(command.id);
    body["application_id"] = json!(BOT);
    if let Some(guild) = command.guild {
        body["guild_id"] = json!(guild);
    }
    if localizations == Localizations::Omitted {
        body["name_localizations"] = Value::Null;
        body["description_localizations"] = Value::Null;
    }
    body
}

impl World {
    /// The user object of an id; a placeholder for one that is not known any more.
    pub fn user_json(&self, id: Id) -> Value {
        match self.data.users.get(&id) {
            Some(known) => user(known),
            None => user(&User {
                id,
                name: "deleted".to_owned(),
                locale: "en-US".to_owned(),
                bot: false,
                dms_closed: true,
            }),
        }
    }

    /// The member object with its user.
    pub fn member_json(&self, id: Id, member: &Member) -> Value {
        let mut json = bare_member(member);
        json["user"] = self.user_json(id);
        json
    }

    /// The channel object of a channel, thread or direct message channel.
    pub fn channel_json(&self, channel: &Channel) -> Value {
        if channel.kind == kind::DM {
            let recipients: Vec<Value> = channel.people.iter().map(|&id| self.user_json(id)).collect();
            return json!({
                "id": channel.id, "type": channel.kind, "flags": 0, "recipients": recipients,
                "last_message_id": self.last_message(channel.id),
            });
        }
        let mut json = json!({
            "id": channel.id, "type": channel.kind, "guild_id": channel.guild, "name": channel.name,
            "parent_id": channel.parent, "flags": 0, "last_message_id": self.last_message(channel.id),
            "rate_limit_per_user": 0,
        });
        if channel.is_thread() {
            let count = self.shelf.count(channel.id);
            json["owner_id"] = json!(channel.owner.unwrap_or(BOT));
            json["message_count"] = json!(count);
            json["total_message_sent"] = json!(count);
            json["member_count"] = json!(channel.people.len().min(50));
            json["thread_metadata"] = json!({
                "archived": channel.archived, "locked": channel.locked,
                "auto_archive_duration": channel.auto_archive_minutes,
                "archive_timestamp": timestamp(channel.id.created_ms()),
                "create_timestamp": timestamp(channel.id.created_ms()),
                "invitable": true,
            });
        } else {
            json["position"] = json!(0);
            json["nsfw"] = json!(false);
            json["topic"] = Value::Null;
            json["permission_overwrites"] = self.overwrites_json(channel);
        }
        if channel.kind == kind::VOICE {
            json["bitrate"] = json!(64_000);
            json["user_limit"] = json!(0);
        }
        json
    }

    fn overwrites_json(&self, channel: &Channel) -> Value {
        match self.faults.denied.get(&channel.id) {
            Some(denied) => json!([{"id": BOT, "type": 1, "allow": "0", "deny": denied.to_string()}]),
            None => json!([]),
        }
    }

    fn last_message(&self, channel: Id) -> Option<Id> {
        self.messages_in(channel).rev().find(|message| message.only_for.is_none()).map(|message| message.id)
    }

    /// The guild object of `GET /guilds/{id}`.
    pub fn guild_json(&self, guild: &Guild) -> Value {
        let mut json = json!({
            "id": guild.id, "name": guild.name, "features": [], "owner_id": guild.owner,
            "region": "deprecated", "afk_timeout": 300, "system_channel_flags": 0, "widget_enabled": false,
            "verification_level": 0, "roles": roles(guild), "default_message_notifications": 1,
            "mfa_level": 0, "explicit_content_filter": 0, "max_members": 500_000,
            "max_stage_video_channel_users": 50, "max_video_channel_users": 25, "premium_tier": 0,
            "premium_subscription_count": 0, "preferred_locale": guild.locale,
            "premium_progress_bar_enabled": false, "nsfw": false, "nsfw_level": 0, "emojis": [],
            "stickers": [], "approximate_member_count": guild.members.len(),
            "approximate_presence_count": guild.members.len(),
        });
        for unset in GUILD_UNSET {
            json[*unset] = Value::Null;
        }
        json
    }

    /// The data of GUILD_CREATE; all members only for a session that may have them.
    pub fn guild_create_json(&self, guild: &Guild, all_members: bool) -> Value {
        let mut json = self.guild_json(guild);
        let members: Vec<Value> = guild
            .members
            .iter()
            .filter(|(id, _)| all_members || **id == BOT)
            .map(|(id, member)| self.member_json(*id, member))
            .collect();
        let ours = || self.data.channels.values().filter(|c| c.guild == Some(guild.id));
        let channels: Vec<Value> = ours().filter(|c| !c.is_thread()).map(|c| self.channel_json(c)).collect();
        let threads: Vec<Value> = ours()
            .filter(|c| c.is_thread() && !c.archived && self.can_see_channel(BOT, c))
            .map(|c| self.channel_json(c))
            .collect();
        let joined = guild.members.get(&BOT).map_or(0, |member| member.joined_ms);
        json["joined_at"] = json!(timestamp(joined));
        json["large"] = json!(false);
        json["unavailable"] = json!(false);
        json["member_count"] = json!(guild.members.len());
        json["members"] = json!(members);
        json["channels"] = json!(channels);
        json["threads"] = json!(threads);
        for empty in
            ["presences", "voice_states", "stage_instances", "guild_scheduled_events", "soundboard_sounds"]
        {
            json[empty] = json!([]);
        }
        json
    }

    /// The data of INTERACTION_CREATE. `data` is what the deed carries; the clicked message is added whole.
    pub fn interaction_json(&self, interaction: &super::model::Interaction, data: &Value) -> Value {
        let mut json = json!({
            "id": interaction.id, "application_id": BOT, "type": interaction.deed.number(),
            "data": data, "token": interaction.token, "version": 1,
            "channel_id": interaction.channel, "entitlements": [], "attachment_size_limit": 10_485_760,
        });
        let locale = self.data.users.get(&interaction.user).map_or("en-US", |user| user.locale.as_str());
        json["locale"] = json!(locale);
        let Some(channel) = self.data.channels.get(&interaction.channel) else { return json };
        json["channel"] = self.channel_json(channel);
        json["app_permissions"] = json!(self.permissions_in(BOT, channel).to_string());
        match interaction.guild.and_then(|id| self.data.guilds.get(&id)) {
            Some(guild) => {
                json["guild_id"] = json!(guild.id);
                json["guild"] = json!({"id": guild.id, "locale": guild.locale, "features": []});
                json["guild_locale"] = json!(guild.locale);
                json["context"] = json!(0);
                json["authorizing_integration_owners"] = json!({"0": guild.id});
                if let Some(member) = guild.members.get(&interaction.user) {
                    json["member"] = self.member_json(interaction.user, member);
                    let bits = self.permissions_in(interaction.user, channel) & ALL;
                    json["member"]["permissions"] = json!(bits.to_string());
                }
                json["channel"]["permissions"] =
                    json!(self.permissions_in(interaction.user, channel).to_string());
            }
            None => {
                json["user"] = self.user_json(interaction.user);
                json["context"] = json!(1);
                json["authorizing_integration_owners"] = json!({"0": "0"});
            }
        }
        let clicked = interaction.source.and_then(|id| self.data.messages.get(&id));
        if let Some(message) = clicked.filter(|_| interaction.deed != Deed::Command) {
            json["message"] = self.message_json(message);
        }
        json
    }
}
