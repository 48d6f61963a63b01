//! Servers, channels and members that come, change and go, and who is told.
use serde_json::{Value, json};

use super::hub::intent;
use super::ids::{BOT, Id};
use super::wire::{self, Localizations};
use super::world::{Audience, World};

impl World {
    /// Tells the pages about a channel.
    pub fn tell_channel(&mut self, id: Id, event: &str) {
        let Some(channel) = self.data.channels.get(&id) else { return };
        let event = json!({"type": event, "channel_id": id, "channel": self.channel_json(channel)});
        self.tell(Audience::Channel(id), &event);
    }

    fn dispatch_channel(&mut self, id: Id, what: &str) {
        let Some(channel) = self.data.channels.get(&id) else { return };
        let name = if channel.is_thread() { format!("THREAD_{what}") } else { format!("CHANNEL_{what}") };
        let (guild, json) = (channel.guild, self.channel_json(channel));
        // A bot hears of channels that it may not look into, but not of other people's private threads.
        if !channel.is_thread() || self.can_see_channel(BOT, channel) {
            self.dispatch(guild, intent::GUILDS, &name, &json);
        }
    }

    /// A channel or thread was made.
    pub fn channel_made(&mut self, id: Id) {
        self.dispatch_channel(id, "CREATE");
        self.tell_channel(id, "channel_create");
    }

    /// A channel or thread was renamed, archived, reopened, or its permissions changed.
    pub fn channel_changed(&mut self, id: Id) {
        self.dispatch_channel(id, "UPDATE");
        self.tell_channel(id, "channel_update");
    }

    /// Removes a channel with its threads and messages. `false`: there is none.
    pub fn remove_channel(&mut self, id: Id) -> bool {
        let Some(channel) = self.data.channels.get(&id) else { return false };
        let (guild, thread) = (channel.guild, channel.is_thread());
        let event = if thread {
            json!({"id": id, "guild_id": guild, "parent_id": channel.parent, "type": channel.kind})
        } else {
            self.channel_json(channel)
        };
        let threads: Vec<Id> =
            self.data.channels.values().filter(|one| one.parent == Some(id)).map(|one| one.id).collect();
        for thread in threads {
            self.remove_channel(thread);
        }
        self.tell_channel(id, "channel_delete");
        self.data.channels.remove(&id);
        let gone: Vec<Id> = self.messages_in(id).map(|message| message.id).collect();
        for message in gone {
            self.take_message(message);
        }
        let name = if thread { "THREAD_DELETE" } else { "CHANNEL_DELETE" };
        self.dispatch(guild, intent::GUILDS, name, &event);
        true
    }

    /// The bot enters a server (or comes back to it).
    pub fn guild_joined(&mut self, id: Id) {
        let Some(guild) = self.data.guilds.get(&id) else { return };
        let event = self.guild_create_json(guild, true);
        self.dispatch(Some(id), intent::GUILDS, "GUILD_CREATE", &event);
        self.tell_state();
    }

    /// The bot is thrown out of a server. `false`: it was not in it.
    pub fn remove_bot(&mut self, id: Id) -> bool {
        let was = self.data.guilds.get_mut(&id).and_then(|guild| guild.members.remove(&BOT)).is_some();
        if was {
            self.dispatch(Some(id), intent::GUILDS, "GUILD_DELETE", &json!({"id": id}));
            self.tell_state();
        }
        was
    }

    /// Tells the bot about a member who came, changed or went.
    pub fn member_changed(&mut self, guild: Id, user: Id, event: &str) {
        let mut json = match self.member(Some(guild), user) {
            Some(member) => self.member_json(user, member),
            None => json!({"user": self.user_json(user)}),
        };
        json["guild_id"] = json!(guild);
        self.dispatch(Some(guild), intent::GUILD_MEMBERS, event, &json);
        self.tell_state();
    }

    /// Tells the pages that the picture of the whole changed.
    pub fn tell_state(&mut self) {
        let state = self.state_json();
        self.tell(Audience::All, &json!({"type": "state", "state": state}));
    }

    /// All registered commands with their localisations.
    pub fn commands_json(&self) -> Value {
        self.data.commands.iter().map(|command| wire::command(command, Localizations::Full)).collect()
    }

    /// The body of `GET /sandbox/state`. Names of private threads and direct messages are in it, no message.
    pub fn state_json(&self) -> Value {
        let guilds: Vec<Value> = self
            .data
            .guilds
            .values()
            .map(|guild| {
                let members: Vec<Value> = guild
                    .members
                    .iter()
                    .map(|(id, member)| {
                        let user = self.data.users.get(id);
                        json!({
                            "id": id, "name": user.map(|user| &user.name), "nick": member.nick,
                            "locale": user.map(|user| &user.locale), "roles": member.roles,
                            "bot": user.is_some_and(|user| user.bot),
                            "permissions": guild.permissions(*id).to_string(),
                        })
                    })
                    .collect();
                json!({
                    "id": guild.id, "name": guild.name, "owner_id": guild.owner,
                    "channels": self.channels_json(Some(guild.id)), "members": members,
                    "roles": wire::roles(guild), "bot": guild.members.contains_key(&BOT),
                })
            })
            .collect();
        let users = self.data.users.values().filter(|user| !user.bot);
        let users: Vec<Value> =
            users.map(|user| json!({"id": user.id, "name": user.name, "locale": user.locale})).collect();
        let emojis = self.data.emojis.values().map(|one| {
            json!({
                "id": one.id, "name": one.name,
                "url": format!("{}/sandbox/emojis/{}", self.base_url, one.id),
            })
        });
        json!({
            "guilds": guilds, "users": users, "dms": self.channels_json(None),
            "commands": self.commands_json(), "bot": self.bot_state(),
            "emojis": emojis.collect::<Vec<Value>>(), "now_ms": self.now_ms(),
        })
    }

    fn channels_json(&self, guild: Option<Id>) -> Value {
        let ours = self.data.channels.values().filter(|channel| channel.guild == guild);
        ours.map(|channel| {
            json!({
                "id": channel.id, "name": channel.name, "type": channel.kind,
                "parent_id": channel.parent, "archived": channel.archived,
                "recipients": channel.people.iter().filter(|id| **id != BOT).collect::<Vec<_>>(),
            })
        })
        .collect()
    }
}
