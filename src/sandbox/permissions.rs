//! Discord's permission bits, as far as a game bot meets them.
use super::ids::{BOT, Id};
use super::model::{Channel, Guild};
use super::world::World;

pub const ADMINISTRATOR: u64 = 1 << 3;
pub const VIEW_CHANNEL: u64 = 1 << 10;
pub const SEND_MESSAGES: u64 = 1 << 11;
pub const MANAGE_MESSAGES: u64 = 1 << 13;
pub const EMBED_LINKS: u64 = 1 << 14;
pub const ATTACH_FILES: u64 = 1 << 15;
pub const READ_MESSAGE_HISTORY: u64 = 1 << 16;
pub const MENTION_EVERYONE: u64 = 1 << 17;
pub const USE_APPLICATION_COMMANDS: u64 = 1 << 31;
pub const MANAGE_THREADS: u64 = 1 << 34;
pub const CREATE_PUBLIC_THREADS: u64 = 1 << 35;
pub const CREATE_PRIVATE_THREADS: u64 = 1 << 36;
pub const SEND_MESSAGES_IN_THREADS: u64 = 1 << 38;

/// Every bit that is defined (0–46, 49, 50).
pub const ALL: u64 = ((1 << 47) - 1) | (1 << 49) | (1 << 50);

const NAMES: &[(&str, u64)] = &[
    ("CREATE_INSTANT_INVITE", 1),
    ("KICK_MEMBERS", 1 << 1),
    ("BAN_MEMBERS", 1 << 2),
    ("ADMINISTRATOR", ADMINISTRATOR),
    ("MANAGE_CHANNELS", 1 << 4),
    ("MANAGE_GUILD", 1 << 5),
    ("ADD_REACTIONS", 1 << 6),
    ("VIEW_CHANNEL", VIEW_CHANNEL),
    ("SEND_MESSAGES", SEND_MESSAGES),
    ("MANAGE_MESSAGES", MANAGE_MESSAGES),
    ("EMBED_LINKS", EMBED_LINKS),
    ("ATTACH_FILES", ATTACH_FILES),
    ("READ_MESSAGE_HISTORY", READ_MESSAGE_HISTORY),
    ("MENTION_EVERYONE", MENTION_EVERYONE),
    ("USE_EXTERNAL_EMOJIS", 1 << 18),
    ("CONNECT", 1 << 20),
    ("SPEAK", 1 << 21),
    ("CHANGE_NICKNAME", 1 << 26),
    ("MANAGE_NICKNAMES", 1 << 27),
    ("MANAGE_ROLES", 1 << 28),
    ("MANAGE_WEBHOOKS", 1 << 29),
    ("USE_APPLICATION_COMMANDS", USE_APPLICATION_COMMANDS),
    ("MANAGE_THREADS", MANAGE_THREADS),
    ("CREATE_PUBLIC_THREADS", CREATE_PUBLIC_THREADS),
    ("CREATE_PRIVATE_THREADS", CREATE_PRIVATE_THREADS),
    ("SEND_MESSAGES_IN_THREADS", SEND_MESSAGES_IN_THREADS),
    ("MODERATE_MEMBERS", 1 << 40),
    ("PIN_MESSAGES", 1 << 51),
];

/// What `@everyone` may do in a new server.
pub const EVERYONE: u64 = VIEW_CHANNEL
    | SEND_MESSAGES
    | EMBED_LINKS
    | ATTACH_FILES
    | READ_MESSAGE_HISTORY
    | 1 << 6
    | 1 << 18
    | 1 << 20
    | 1 << 21
    | 1 << 26
    | USE_APPLICATION_COMMANDS
    | CREATE_PUBLIC_THREADS
    | CREATE_PRIVATE_THREADS
    | SEND_MESSAGES_IN_THREADS;

/// What the bot's own role adds.
pub const BOT_ROLE: u64 = EVERYONE | MANAGE_MESSAGES | MANAGE_THREADS | MENTION_EVERYONE;

/// The bit of a name such as `SEND_MESSAGES`.
pub fn by_name(name: &str) -> Option<u64> {
    NAMES.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|&(_, bit)| bit)
}

impl Guild {
    /// What a member may do in the whole server; nothing for a stranger.
    pub fn permissions(&self, user: Id) -> u64 {
        let Some(member) = self.members.get(&user) else { return 0 };
        if user == self.owner {
            return ALL;
        }
        let from_roles = self
            .roles
            .iter()
            .filter(|role| role.id == self.id || member.roles.contains(&role.id))
            .fold(0, |bits, role| bits | role.permissions);
        let bits = from_roles | member.extra_permissions;
        if bits & ADMINISTRATOR != 0 { ALL } else { bits }
    }
}

impl World {
    /// What `user` may do in `channel`, the denials of the fault call included for the bot.
    pub fn permissions_in(&self, user: Id, channel: &Channel) -> u64 {
        let Some(guild) = channel.guild.and_then(|id| self.data.guilds.get(&id)) else {
            return if user == BOT || channel.people.contains(&user) { EVERYONE } else { 0 };
        };
        let mut bits = guild.permissions(user);
        if user == BOT {
            for id in [Some(channel.id), channel.parent].into_iter().flatten() {
                bits &= !self.faults.denied.get(&id).copied().unwrap_or(0);
            }
        }
        bits
    }

    /// Whether `user` may look into `channel`.
    pub fn can_see_channel(&self, user: Id, channel: &Channel) -> bool {
        let bits = self.permissions_in(user, channel);
        let let_in = channel.kind != super::model::kind::PRIVATE_THREAD
            || channel.owner == Some(user)
            || channel.people.contains(&user)
            || bits & MANAGE_THREADS != 0;
        bits & VIEW_CHANNEL != 0 && let_in
    }
}
