//! How the bot and the people see a message.
use serde_json::{Value, json};

use super::ids::{BOT, Id};
use super::model::{Attachment, Deed, Interaction, Message, flag};
use super::wire::timestamp;
use super::world::World;

impl World {
    /// The message object of the bot side.
    pub fn message_json(&self, message: &Message) -> Value {
        let mentions: Vec<Value> = message.mentions.iter().map(|&id| self.user_json(id)).collect();
        let attachments: Vec<Value> = message
            .attachments
            .iter()
            .map(|one| self.attachment_json(one, message.only_for.is_some()))
            .collect();
        let mut json = json!({
            "id": message.id, "channel_id": message.channel, "type": message.kind,
            "author": self.user_json(BOT), "content": message.content,
            "timestamp": timestamp(message.created_ms),
            "edited_timestamp": message.edited_ms.map(timestamp),
            "tts": false, "mention_everyone": message.mention_everyone, "mentions": mentions,
            "mention_roles": [], "attachments": attachments, "embeds": self.embeds_json(message),
            "components": message.components, "flags": message.flags, "pinned": message.pinned,
        });
        if let Some(nonce) = &message.nonce {
            json["nonce"] = nonce.clone();
        }
        if let Some(to) = message.replies_to {
            let guild = self.data.channels.get(&message.channel).and_then(|channel| channel.guild);
            json["message_reference"] = json!({"type": 0, "channel_id": message.channel, "message_id": to});
            if let Some(guild) = guild {
                json["message_reference"]["guild_id"] = json!(guild);
            }
        }
        if let Some(thread) = self.data.channels.get(&message.id) {
            json["thread"] = self.channel_json(thread);
        }
        self.add_interaction(message, &mut json);
        json
    }

    fn add_interaction(&self, message: &Message, json: &mut Value) {
        let Some(interaction) = message.answers.and_then(|id| self.data.interactions.get(&id)) else {
            return;
        };
        json["application_id"] = json!(BOT);
        json["webhook_id"] = json!(BOT);
        json["interaction_metadata"] = self.interaction_metadata(interaction);
        if interaction.source.is_none() {
            json["interaction"] = json!({
                "id": interaction.id, "type": interaction.deed.number(), "name": interaction.name,
                "user": self.user_json(interaction.user),
            });
        }
    }

    /// Of what a message answers; a sent form tells of the interaction that showed it too.
    fn interaction_metadata(&self, interaction: &Interaction) -> Value {
        let owners = match interaction.guild {
            Some(guild) => json!({"0": guild}),
            None => json!({"0": "0"}),
        };
        let mut json = json!({
            "id": interaction.id, "type": interaction.deed.number(), "user": self.user_json(interaction.user),
            "authorizing_integration_owners": owners,
        });
        if interaction.deed == Deed::Modal {
            let shown_by = interaction.shown_by.and_then(|id| self.data.interactions.get(&id));
            json["triggering_interaction_metadata"] =
                shown_by.map_or(Value::Null, |one| self.interaction_metadata(one));
        } else if let Some(source) = interaction.source {
            json["interacted_message_id"] = json!(source);
        }
        json
    }

    fn attachment_json(&self, one: &Attachment, ephemeral: bool) -> Value {
        let url = format!("{}/sandbox/attachments/{}", self.base_url, one.id);
        let mut json = json!({
            "id": one.id, "filename": one.filename, "size": one.size, "url": url, "proxy_url": url,
            "content_type": one.content_type,
        });
        if let Some(text) = &one.description {
            json["description"] = json!(text);
        }
        if let (Some(width), Some(height)) = (one.width, one.height) {
            json["width"] = json!(width);
            json["height"] = json!(height);
        }
        if ephemeral {
            json["ephemeral"] = json!(true);
        }
        json
    }

    /// The embeds with `attachment://name` replaced by the attachment's address.
    fn embeds_json(&self, message: &Message) -> Value {
        let mut embeds = message.embeds.clone();
        for embed in embeds.iter_mut().filter_map(Value::as_object_mut) {
            embed.retain(|_, value| !value.is_null());
            embed.insert("type".to_owned(), json!("rich"));
            for place in ["image", "thumbnail"] {
                let Some(image) = embed.get_mut(place) else { continue };
                let name = image["url"].as_str().and_then(|url| url.strip_prefix("attachment://"));
                let known = name.and_then(|name| message.attachments.iter().find(|a| a.filename == name));
                if let Some(attachment) = known {
                    let url = format!("{}/sandbox/attachments/{}", self.base_url, attachment.id);
                    *image = json!({
                        "url": url, "proxy_url": url, "width": attachment.width.unwrap_or(0),
                        "height": attachment.height.unwrap_or(0),
                        "content_type": attachment.content_type,
                    });
                }
            }
        }
        Value::Array(embeds)
    }

    /// A message as the human side sees it.
    pub fn human_message_json(&self, message: &Message) -> Value {
        let mut json = self.message_json(message);
        json["edited"] = json!(message.edited_ms.is_some());
        json["ephemeral"] = json!(message.only_for.is_some());
        json["thinking"] = json!(message.flags & flag::LOADING != 0);
        json["pinged"] = json!(message.pinged);
        if json["interaction"].is_object() {
            let name = json["interaction"]["user"]["global_name"].clone();
            json["interaction"]["user"]["name"] = name;
        }
        json
    }

    /// The messages of a channel that `user` sees, oldest first.
    pub fn seen_messages(&self, user: Option<Id>, channel: Id) -> Vec<Value> {
        self.messages_in(channel)
            .filter(|m| m.only_for.is_none() || m.only_for == user)
            .map(|m| self.human_message_json(m))
            .collect()
    }
}
