//! What the local Discord remembers. Everything here is written to the state file.
use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::ids::Id;
use super::shelf::Messages;

/// Channel kinds in Discord's numbering.
pub mod kind {
    pub const TEXT: u8 = 0;
    pub const DM: u8 = 1;
    pub const VOICE: u8 = 2;
    pub const ANNOUNCEMENT: u8 = 5;
    pub const ANNOUNCEMENT_THREAD: u8 = 10;
    pub const PUBLIC_THREAD: u8 = 11;
    pub const PRIVATE_THREAD: u8 = 12;
}

/// Message flags in Discord's numbering.
pub mod flag {
    pub const SUPPRESS_EMBEDS: u64 = 1 << 2;
    pub const EPHEMERAL: u64 = 1 << 6;
    /// Deferred: the client shows "thinking…".
    pub const LOADING: u64 = 1 << 7;
    pub const SUPPRESS_NOTIFICATIONS: u64 = 1 << 12;
    pub const COMPONENTS_V2: u64 = 1 << 15;
}

/// The whole remembered world.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Data {
    /// How far the sandbox's clock is ahead of the machine's, in ms.
    pub clock_ahead_ms: u64,
    pub last_id: Option<Id>,
    pub users: BTreeMap<Id, User>,
    pub guilds: BTreeMap<Id, Guild>,
    pub channels: BTreeMap<Id, Channel>,
    #[serde(with = "super::shelf")]
    pub messages: Messages,
    pub interactions: BTreeMap<Id, Interaction>,
    pub commands: Vec<Command>,
    pub emojis: BTreeMap<Id, Emoji>,
}

/// A person, or the bot.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct User {
    pub id: Id,
    pub name: String,
    /// Discord's locale code, for example `zh-CN`.
    pub locale: String,
    #[serde(default)]
    pub bot: bool,
    /// Whether the bot's direct messages are refused (50007).
    #[serde(default)]
    pub dms_closed: bool,
}

/// A user in a server.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Member {
    pub nick: Option<String>,
    pub roles: Vec<Id>,
    /// Added to what the roles give.
    pub extra_permissions: u64,
    pub joined_ms: u64,
}

/// A role of a server.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Role {
    pub id: Id,
    pub name: String,
    pub permissions: u64,
}

/// A server.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Guild {
    pub id: Id,
    pub name: String,
    pub owner: Id,
    pub locale: String,
    /// `@everyone` (the guild's own id) is the first.
    pub roles: Vec<Role>,
    pub members: BTreeMap<Id, Member>,
}

/// A channel, a thread or a direct message channel.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Channel {
    pub id: Id,
    pub kind: u8,
    pub guild: Option<Id>,
    pub name: String,
    pub parent: Option<Id>,
    pub archived: bool,
    pub locked: bool,
    pub auto_archive_minutes: u64,
    pub owner: Option<Id>,
    /// The person of a direct message channel; who was let into a private thread.
    pub people: BTreeSet<Id>,
}

impl Channel {
    /// Whether it is a thread of any kind.
    pub fn is_thread(&self) -> bool {
        matches!(self.kind, kind::ANNOUNCEMENT_THREAD | kind::PUBLIC_THREAD | kind::PRIVATE_THREAD)
    }
}

/// A file of a message; its bytes lie elsewhere.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Attachment {
    pub id: Id,
    pub filename: String,
    pub size: usize,
    /// The alternative text.
    pub description: Option<String>,
    pub content_type: String,
    pub width: Option<u32>,
    pub height: Option<u32>,
}

/// A message; its author is always the bot, people speak by commands and clicks.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Message {
    pub id: Id,
    pub channel: Id,
    pub kind: u8,
    pub content: String,
    pub created_ms: u64,
    pub edited_ms: Option<u64>,
    pub embeds: Vec<Value>,
    pub components: Vec<Value>,
    pub attachments: Vec<Attachment>,
    pub flags: u64,
    /// Whom the content names and allowed_mentions lets it name.
    pub mentions: Vec<Id>,
    /// Whom the message notified when it was posted: an edit adds nobody.
    pub pinged: Vec<Id>,
    pub mention_everyone: bool,
    pub nonce: Option<Value>,
    /// The only person who may see it, where it is ephemeral.
    pub only_for: Option<Id>,
    /// The interaction whose answer or follow-up it is.
    pub answers: Option<Id>,
    pub replies_to: Option<Id>,
    pub pinned: bool,
}

/// What a person did: the `type` of Discord's interaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Deed {
    Command,
    Component,
    Autocomplete,
    Modal,
}

impl Deed {
    /// Discord's interaction type.
    pub fn number(self) -> u8 {
        match self {
            Deed::Command => 2,
            Deed::Component => 3,
            Deed::Autocomplete => 4,
            Deed::Modal => 5,
        }
    }
}

/// How far an interaction got.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Progress {
    Pending,
    /// `callback` is the callback's `type`, `data` what came with it (modal, choices).
    Answered {
        at_ms: u64,
        callback: u8,
        data: Value,
    },
    /// Nothing came within 3 s.
    Failed,
}

/// A command, click, autocomplete or form that was sent to the bot.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Interaction {
    pub id: Id,
    pub token: String,
    pub deed: Deed,
    pub user: Id,
    pub channel: Id,
    pub guild: Option<Id>,
    /// `table new` for a command, the custom_id for the others.
    pub name: String,
    pub created_ms: u64,
    pub progress: Progress,
    /// The message that was clicked.
    pub source: Option<Id>,
    /// What `@original` means now.
    pub original: Option<Id>,
    /// A type 5 answer that nothing has replaced yet: the first follow-up becomes the original.
    pub deferred: bool,
    /// The token died before its 15 minutes.
    #[serde(default)]
    pub expired: bool,
    /// The form shown by a type 9 answer was sent.
    #[serde(default)]
    pub submitted: bool,
    /// For a sent form: the interaction that showed it.
    #[serde(default)]
    pub shown_by: Option<Id>,
}

/// A registered application command, as sent, completed with Discord's defaults.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Command {
    pub id: Id,
    pub guild: Option<Id>,
    pub body: Value,
}

impl Command {
    /// The name under which it is called.
    pub fn name(&self) -> &str {
        self.body["name"].as_str().unwrap_or_default()
    }
}

/// An application emoji.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Emoji {
    pub id: Id,
    pub name: String,
    pub content_type: String,
    pub image_base64: String,
}
