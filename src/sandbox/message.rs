//! Posting, editing and deleting messages, and how each side sees one.
use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::components::{self, Palette};
use super::error::{ApiError, FormErrors};
use super::hub::intent;
use super::ids::{BOT, Id};
use super::limits::{self, FILE_MAX, FILES_MAX};
use super::model::{Attachment, Message, flag};
use super::picture;
use super::request::Upload;
use super::wire;
use super::world::{Audience, World};

/// The flags that a bot may set when it posts.
const SETTABLE: u64 =
    flag::SUPPRESS_EMBEDS | flag::EPHEMERAL | flag::SUPPRESS_NOTIFICATIONS | flag::COMPONENTS_V2;

/// Where a new message goes and on whose behalf.
pub struct Posting {
    pub channel: Id,
    pub only_for: Option<Id>,
    /// The interaction that it answers.
    pub answers: Option<Id>,
    pub kind: u8,
    pub replies_to: Option<Id>,
}

/// The flags of a body that a bot may set.
pub fn asked_flags(body: &Value) -> u64 {
    body["flags"].as_u64().unwrap_or(0) & SETTABLE
}

impl World {
    /// Posts a message and tells both sides. An empty `body` with [`flag::LOADING`] is a deferred answer.
    pub fn post(
        &mut self,
        posting: Posting,
        body: &Value,
        files: Vec<Upload>,
        loading: bool,
    ) -> Result<Id, ApiError> {
        let mut message = Message {
            id: self.next_id(),
            channel: posting.channel,
            kind: posting.kind,
            content: String::new(),
            created_ms: self.now_ms(),
            edited_ms: None,
            embeds: Vec::new(),
            components: Vec::new(),
            attachments: Vec::new(),
            flags: asked_flags(body) & !flag::EPHEMERAL,
            mentions: Vec::new(),
            pinged: Vec::new(),
            mention_everyone: false,
            nonce: body.get("nonce").cloned().filter(|nonce| !nonce.is_null()),
            only_for: posting.only_for,
            answers: posting.answers,
            replies_to: posting.replies_to,
            pinned: false,
        };
        if posting.only_for.is_some() {
            message.flags |= flag::EPHEMERAL;
        }
        if loading {
            message.flags |= flag::LOADING;
        } else {
            self.fill(&mut message, body, files)?;
            message.pinged = message.mentions.clone();
        }
        let id = message.id;
        self.put_message(message);
        self.announce(id, "MESSAGE_CREATE");
        Ok(id)
    }

    /// Edits a message: a field that is absent stays, `null` empties it.
    pub fn edit(&mut self, id: Id, body: &Value, files: Vec<Upload>) -> Result<(), ApiError> {
        let kept = self.data.messages.get(&id).ok_or(ApiError::UnknownMessage)?;
        let mut message = Message::clone(kept);
        let first = message.flags & flag::LOADING != 0;
        let lasting = flag::EPHEMERAL | flag::COMPONENTS_V2;
        if !body["flags"].is_null() {
            message.flags = message.flags & lasting | asked_flags(body) & !flag::EPHEMERAL;
        }
        message.flags &= !flag::LOADING;
        self.fill(&mut message, body, files)?;
        if first {
            message.pinged = message.mentions.clone();
        } else {
            message.edited_ms = Some(self.now_ms());
        }
        self.put_message(message);
        self.announce(id, "MESSAGE_UPDATE");
        Ok(())
    }

    /// Removes a message and tells both sides. `false`: there is none.
    pub fn delete(&mut self, id: Id) -> bool {
        let Some(message) = self.take_message(id) else { return false };
        let guild = self.data.channels.get(&message.channel).and_then(|channel| channel.guild);
        let mut data = json!({"id": id, "channel_id": message.channel});
        if let Some(guild) = guild {
            data["guild_id"] = json!(guild);
        }
        let audience = message.only_for.map_or(Audience::Channel(message.channel), Audience::User);
        if message.only_for.is_none() {
            self.dispatch(guild, message_intent(guild), "MESSAGE_DELETE", &data);
        }
        let event = json!({"type": "message_delete", "channel_id": message.channel, "message": {"id": id}});
        self.tell(audience, &event);
        true
    }

    fn fill(&mut self, message: &mut Message, body: &Value, files: Vec<Upload>) -> Result<(), ApiError> {
        let mut errors = FormErrors::default();
        let palette = Palette(self.data.emojis.keys().copied().collect());
        limits::check_message(body, message.flags, &palette, &mut errors);
        errors.finish()?;
        let list = |field: &str| body[field].as_array().cloned().unwrap_or_default();
        if let Some(content) = body.get("content") {
            message.content = content.as_str().unwrap_or_default().to_owned();
        }
        if body.get("embeds").is_some() {
            message.embeds = list("embeds");
        }
        if body.get("components").is_some() {
            message.components = list("components");
            components::complete(&mut message.components);
        }
        let before = message.attachments.clone();
        self.attach(message, body, files)?;
        let nothing = message.content.is_empty()
            && message.embeds.is_empty()
            && message.components.is_empty()
            && message.attachments.is_empty();
        if nothing {
            return Err(ApiError::EmptyMessage);
        }
        self.drop_attachments(&before, &message.attachments);
        self.name_people(message, &body["allowed_mentions"]);
        Ok(())
    }

    /// `attachments`, where it is there, lists all that the message keeps and describes the new files.
    fn attach(&mut self, message: &mut Message, body: &Value, files: Vec<Upload>) -> Result<(), ApiError> {
        if files.iter().any(|file| file.bytes.len() > FILE_MAX) {
            return Err(ApiError::TooLarge);
        }
        if files.len() > FILES_MAX {
            return Err(FormErrors::one("attachments", "BASE_TYPE_BAD_LENGTH", "Must be 10 or fewer."));
        }
        let listed: Option<Vec<Value>> =
            body.get("attachments").map(|list| list.as_array().cloned().unwrap_or_default());
        let id_of = |entry: &Value| match &entry["id"] {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        let editing = self.data.messages.contains_key(&message.id);
        if let Some(listed) = &listed {
            message.attachments.retain(|old| listed.iter().any(|entry| id_of(entry) == old.id.to_string()));
            for old in &mut message.attachments {
                let entry = listed.iter().find(|entry| id_of(entry) == old.id.to_string());
                if let Some(text) = entry.and_then(|entry| entry.get("description")) {
                    old.description = text.as_str().map(str::to_owned);
                }
            }
        }
        for file in files {
            let entry = listed.iter().flatten().find(|entry| id_of(entry) == file.number);
            if editing && listed.is_some() && entry.is_none() {
                continue;
            }
            let named = entry.and_then(|entry| entry["filename"].as_str());
            let description = entry.and_then(|entry| entry["description"].as_str()).map(str::to_owned);
            let size = picture::size(&file.bytes);
            let id = self.next_id();
            message.attachments.push(Attachment {
                id,
                filename: named.unwrap_or(&file.filename).replace(['/', '\\', ' '], "_"),
                size: file.bytes.len(),
                description: description.filter(|text| !text.is_empty()),
                content_type: picture::content_type(&file.bytes, file.content_type.as_deref()),
                width: size.map(|(width, _)| width),
                height: size.map(|(_, height)| height),
            });
            self.blobs.insert(id, file.bytes);
        }
        if message.attachments.len() > FILES_MAX {
            return Err(FormErrors::one("attachments", "BASE_TYPE_BAD_LENGTH", "Must be 10 or fewer."));
        }
        Ok(())
    }

    /// Forgets the bytes of attachments that are in `before` and not in `after`.
    pub(super) fn drop_attachments(&mut self, before: &[Attachment], after: &[Attachment]) {
        for gone in before.iter().filter(|old| after.iter().all(|kept| kept.id != old.id)) {
            self.blobs.remove(&gone.id);
            self.dropped_blobs.insert(gone.id);
        }
    }

    /// Sets whom the content mentions, as far as `allowed_mentions` lets it.
    fn name_people(&self, message: &mut Message, allowed: &Value) {
        let parses = |what: &str| {
            allowed.is_null()
                || allowed["parse"].as_array().is_some_and(|list| list.iter().any(|w| w == what))
        };
        let mut named = BTreeSet::new();
        for part in message.content.split("<@").skip(1) {
            let digits = part.trim_start_matches('!').split('>').next().unwrap_or_default();
            let Ok(id) = digits.parse::<Id>() else { continue };
            let listed =
                allowed["users"].as_array().is_some_and(|ids| ids.iter().any(|one| *one == json!(id)));
            if self.data.users.contains_key(&id) && (parses("users") || listed) {
                named.insert(id);
            }
        }
        message.mentions = named.into_iter().collect();
        let loud = ["@everyone", "@here"].iter().any(|word| message.content.contains(word));
        message.mention_everyone = loud && parses("everyone");
    }

    /// Tells the gateway (public messages only) and the pages about a new or changed message.
    pub fn announce(&mut self, id: Id, event: &str) {
        let Some(message) = self.data.messages.get(&id) else { return };
        let channel = message.channel;
        let only_for = message.only_for;
        let guild = self.data.channels.get(&channel).and_then(|channel| channel.guild);
        let told = json!({
            "type": event.to_lowercase(), "channel_id": channel, "message": self.human_message_json(message),
        });
        let mut data = self.message_json(message);
        if only_for.is_none() {
            if let Some(guild) = guild {
                data["guild_id"] = json!(guild);
                if let Some(member) = self.member(Some(guild), BOT) {
                    data["member"] = wire::bare_member(member);
                }
            }
            self.dispatch(guild, message_intent(guild), event, &data);
        }
        self.tell(only_for.map_or(Audience::Channel(channel), Audience::User), &told);
    }
}

fn message_intent(guild: Option<Id>) -> u64 {
    if guild.is_some() { intent::GUILD_MESSAGES } else { intent::DIRECT_MESSAGES }
}

/// The kind of a message that answers an interaction.
pub fn kind_of_answer(source: Option<Id>) -> u8 {
    const REPLY: u8 = 19;
    const CHAT_INPUT_COMMAND: u8 = 20;
    if source.is_some() { REPLY } else { CHAT_INPUT_COMMAND }
}
