//! The state of the local Discord while it runs, and its two loudspeakers: gateway and page.
use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::time::{SystemTime, UNIX_EPOCH};

use axum::body::Bytes;
use serde_json::{Value, json};
use tokio::sync::{mpsc, oneshot};

use super::hub::Hub;
use super::ids::{BOT, CHANNEL, FIRST_USER, GUILD, Id};
use super::model::{Channel, Data, Guild, Interaction, Member, Message, Progress, Role, User, kind};
use super::permissions;
use super::rates::Rates;
use super::sharding::Sharding;
use super::shelf::Shelf;

/// Remembered requests of the bot; older ones are forgotten.
const REQUESTS_KEPT: usize = 10_000;

/// Everything, behind one lock. Each call of either side is one synchronous function of it.
pub struct World {
    pub data: Data,
    pub shelf: Shelf,
    /// The interactions that wait for their first answer.
    pub pending: BTreeSet<Id>,
    /// `http://127.0.0.1:8787`
    pub base_url: String,
    /// How long an interaction waits for its first answer.
    pub answer_limit_ms: u64,
    pub hub: Hub,
    pub sharding: Sharding,
    pub faults: Faults,
    pub rates: Rates,
    pub requests: RequestLog,
    /// Bytes of attachments that are not (or never) on disk.
    pub blobs: BTreeMap<Id, Bytes>,
    /// Attachments whose message is gone or edited: their files can go too.
    pub dropped_blobs: BTreeSet<Id>,
    /// Who waits for the choices of an autocomplete interaction.
    pub waiting: HashMap<Id, oneshot::Sender<Value>>,
    pub listeners: Vec<Listener>,
    /// Something changed that is to be written to the state file.
    pub unsaved: bool,
}

/// Disturbances that stay until the fault call clears them.
#[derive(Default)]
pub struct Faults {
    pub rest_429_every: u64,
    pub rest_5xx_every: u64,
    /// Requests counted for the two above since they were set.
    pub counted: u64,
    pub latency_ms: u64,
    pub duplicate_events: bool,
    /// Channels whose requests wait, and so does everything by the interactions that came from them.
    pub held: BTreeSet<Id>,
    /// Permission bits taken from the bot, by channel.
    pub denied: BTreeMap<Id, u64>,
}

/// The requests of the bot, numbered.
#[derive(Default)]
pub struct RequestLog {
    entries: VecDeque<Value>,
    next: u64,
}

impl RequestLog {
    /// Appends and numbers a request.
    pub fn push(&mut self, mut entry: Value) {
        entry["n"] = json!(self.next);
        self.next += 1;
        if self.entries.len() == REQUESTS_KEPT {
            self.entries.pop_front();
        }
        self.entries.push_back(entry);
    }

    /// The requests numbered `since` or later, and the number of the next.
    pub fn since(&self, since: u64) -> Value {
        let first = self.next - self.entries.len() as u64;
        let skipped = usize::try_from(since.saturating_sub(first)).unwrap_or(usize::MAX);
        let requests: Vec<&Value> = self.entries.iter().skip(skipped).collect();
        json!({"requests": requests, "next": self.next})
    }
}

/// An open event stream of the human side.
pub struct Listener {
    /// Whose eyes; without one, only what everybody sees.
    pub user: Option<Id>,
    pub sink: mpsc::Sender<String>,
}

/// Whom an event of the human side is for.
#[derive(Clone, Copy, Debug)]
pub enum Audience {
    All,
    Channel(Id),
    User(Id),
}

impl World {
    /// A running world from a remembered one.
    pub fn new(data: Data, base_url: String, answer_limit_ms: u64) -> World {
        let waits = |one: &&Interaction| one.progress == Progress::Pending;
        let pending = data.interactions.values().filter(waits).map(|one| one.id).collect();
        World {
            shelf: Shelf::of(&data.messages),
            pending,
            data,
            base_url,
            answer_limit_ms,
            hub: Hub::default(),
            sharding: Sharding::default(),
            faults: Faults::default(),
            rates: Rates::default(),
            requests: RequestLog::default(),
            blobs: BTreeMap::new(),
            dropped_blobs: BTreeSet::new(),
            waiting: HashMap::new(),
            listeners: Vec::new(),
            unsaved: true,
        }
    }

    /// The sandbox's own time, Unix ms.
    pub fn now_ms(&self) -> u64 {
        machine_ms() + self.data.clock_ahead_ms
    }

    /// A fresh snowflake, later than all before.
    pub fn next_id(&mut self) -> Id {
        let last = self.data.last_id.unwrap_or(BOT);
        let id = Id::after(last, self.now_ms());
        self.data.last_id = Some(id);
        id
    }

    /// A message that `user` sees: in a channel that the user sees, and not somebody else's ephemeral one.
    pub fn seen_message(&self, user: Option<Id>, message: Id) -> Option<&Message> {
        let message = self.data.messages.get(&message)?;
        let audience = match message.only_for {
            Some(owner) => Audience::User(owner),
            None => Audience::Channel(message.channel),
        };
        self.hears(user, audience).then_some(message)
    }

    fn hears(&self, user: Option<Id>, audience: Audience) -> bool {
        match (audience, user) {
            (Audience::All, _) => true,
            (Audience::User(owner), user) => user == Some(owner),
            (Audience::Channel(id), Some(user)) => match self.data.channels.get(&id) {
                Some(channel) => self.can_see_channel(user, channel),
                None => true,
            },
            (Audience::Channel(id), None) => match self.data.channels.get(&id) {
                Some(channel) => !matches!(channel.kind, kind::DM | kind::PRIVATE_THREAD),
                None => true,
            },
        }
    }

    /// Sends an event to the pages of those who may see it. A page that reads too slowly is cut off and
    /// fetches everything again when it comes back.
    pub fn tell(&mut self, audience: Audience, event: &Value) {
        self.unsaved = true;
        let text = event.to_string();
        let mut listeners = std::mem::take(&mut self.listeners);
        listeners.retain(|listener| {
            if self.hears(listener.user, audience) {
                listener.sink.try_send(text.clone()).is_ok()
            } else {
                !listener.sink.is_closed()
            }
        });
        self.listeners = listeners;
    }

    /// Whether a request waits until its channel is let go (a fault). First answers never do.
    pub fn is_held(&self, path: &str) -> bool {
        if self.faults.held.is_empty() {
            return false;
        }
        let segments: Vec<&str> = path.split('/').filter(|segment| !segment.is_empty()).collect();
        let channel = match segments[..] {
            ["channels", channel, ..] => channel.parse().ok(),
            ["webhooks", _, token, ..] => {
                let of_token = |one: &&Interaction| one.token == token;
                self.data.interactions.values().rev().find(of_token).map(|one| one.channel)
            }
            _ => None,
        };
        channel.is_some_and(|channel| self.faults.held.contains(&channel))
    }

    /// The member record of a person who shares the channel's server.
    pub fn member(&self, guild: Option<Id>, user: Id) -> Option<&Member> {
        self.data.guilds.get(&guild?)?.members.get(&user)
    }

    /// Whether the bot is a member of a server.
    pub fn bot_is_in(&self, guild: Id) -> bool {
        self.data.guilds.get(&guild).is_some_and(|guild| guild.members.contains_key(&BOT))
    }
}

/// The machine's own time, Unix ms.
pub fn machine_ms() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

/// The world of the first start: one server, one channel, the bot and four people.
pub fn first_world() -> Data {
    let mut data = Data::default();
    let now = machine_ms();
    let person = |id: Id, name: &str, bot: bool| User {
        id,
        name: name.to_owned(),
        locale: "zh-CN".to_owned(),
        bot,
        dms_closed: false,
    };
    data.users.insert(BOT, person(BOT, "tinghu", true));
    let mut guild = new_guild(GUILD, "听胡", FIRST_USER, Id(GUILD.0 + 1), now);
    for (n, name) in (0..).zip(["东东", "南南", "西西", "北北"]) {
        let id = Id(FIRST_USER.0 + n);
        data.users.insert(id, person(id, name, false));
        guild.members.insert(id, new_member(now));
    }
    data.guilds.insert(GUILD, guild);
    data.channels.insert(CHANNEL, new_channel(CHANNEL, kind::TEXT, Some(GUILD), "mahjong"));
    data
}

/// A member without nickname or roles.
pub fn new_member(now_ms: u64) -> Member {
    Member { nick: None, roles: Vec::new(), extra_permissions: 0, joined_ms: now_ms }
}

/// A server with the bot in it.
pub fn new_guild(id: Id, name: &str, owner: Id, bot_role: Id, now_ms: u64) -> Guild {
    let role = |id, name: &str, permissions| Role { id, name: name.to_owned(), permissions };
    let bot = Member { roles: vec![bot_role], ..new_member(now_ms) };
    Guild {
        id,
        name: name.to_owned(),
        owner,
        locale: "zh-CN".to_owned(),
        roles: vec![
            role(id, "@everyone", permissions::EVERYONE),
            role(bot_role, "tinghu", permissions::BOT_ROLE),
        ],
        members: BTreeMap::from([(BOT, bot)]),
    }
}

/// An open channel with nobody let in.
pub fn new_channel(id: Id, kind: u8, guild: Option<Id>, name: &str) -> Channel {
    Channel {
        id,
        kind,
        guild,
        name: name.to_owned(),
        parent: None,
        archived: false,
        locked: false,
        auto_archive_minutes: 1440,
        owner: None,
        people: BTreeSet::new(),
    }
}
