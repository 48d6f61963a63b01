//! Gateway sessions: who is connected as which shard, and what a resuming client missed.
use std::collections::VecDeque;

use serde_json::{Value, json};
use tokio::sync::mpsc;

use super::ids::Id;
use super::sharding::{Shard, shard_of};
use super::world::World;

/// Events kept for a resume, a session.
const REPLAY_KEPT: usize = 5_000;
/// Sessions kept for a resume; the oldest lost one goes first.
const SESSIONS_KEPT: usize = 256;

/// Intents that decide which events a session gets.
pub mod intent {
    pub const NONE: u64 = 0;
    pub const GUILDS: u64 = 1;
    pub const GUILD_MEMBERS: u64 = 1 << 1;
    pub const GUILD_MESSAGES: u64 = 1 << 9;
    pub const DIRECT_MESSAGES: u64 = 1 << 12;
}

/// What a connection task is told to do.
#[derive(Clone, Debug)]
pub enum Frame {
    Text(String),
    Close(u16),
    /// Drop the TCP connection without a word.
    Cut,
}

/// A bot session: one shard of one client, connected or waiting for a resume.
pub struct Session {
    pub id: String,
    pub shard: Shard,
    pub intents: u64,
    seq: u64,
    replay: VecDeque<(u64, String)>,
    link: Option<mpsc::Sender<Frame>>,
    /// Which connection the link belongs to.
    connection: u64,
}

impl Session {
    fn takes(&self, guild: Option<Id>) -> bool {
        shard_of(guild, self.shard.1) == self.shard.0
    }

    fn push(&mut self, name: &str, data: &Value) {
        self.seq += 1;
        let text = json!({"op": 0, "t": name, "s": self.seq, "d": data}).to_string();
        if self.replay.len() == REPLAY_KEPT {
            self.replay.pop_front();
        }
        self.replay.push_back((self.seq, text.clone()));
        self.send(Frame::Text(text));
    }

    /// A connection that does not drain its queue is cut: its client resumes from the replay.
    fn send(&mut self, frame: Frame) {
        if self.link.as_ref().is_some_and(|link| link.try_send(frame).is_err()) {
            self.link = None;
        }
    }
}

/// All sessions.
#[derive(Default)]
pub struct Hub {
    sessions: Vec<Session>,
    connections: u64,
}

impl Hub {
    /// A number for a new connection.
    pub fn next_connection(&mut self) -> u64 {
        self.connections += 1;
        self.connections
    }

    /// Opens a session on a connection.
    pub fn open(
        &mut self,
        id: String,
        shard: Shard,
        intents: u64,
        link: mpsc::Sender<Frame>,
        connection: u64,
    ) {
        if self.sessions.len() >= SESSIONS_KEPT
            && let Some(lost) = self.sessions.iter().position(|session| session.link.is_none())
        {
            self.sessions.remove(lost);
        }
        let replay = VecDeque::new();
        self.sessions.push(Session { id, shard, intents, seq: 0, replay, link: Some(link), connection });
    }

    /// Sends an event to one session alone.
    pub fn send_to(&mut self, session: &str, name: &str, data: &Value) {
        if let Some(session) = self.sessions.iter_mut().find(|known| known.id == session) {
            session.push(name, data);
        }
    }

    /// Puts a session on a new connection and sends what came after `seq`. `false`: it can't be resumed.
    pub fn resume(&mut self, id: &str, seq: u64, link: mpsc::Sender<Frame>, connection: u64) -> bool {
        let Some(session) = self.sessions.iter_mut().find(|known| known.id == id) else { return false };
        let oldest = session.seq - session.replay.len() as u64;
        if seq > session.seq || seq < oldest {
            return false;
        }
        session.send(Frame::Close(4000));
        session.link = Some(link);
        session.connection = connection;
        let missed: Vec<String> =
            session.replay.iter().filter(|(n, _)| *n > seq).map(|(_, text)| text.clone()).collect();
        for text in missed {
            session.send(Frame::Text(text));
        }
        session.push("RESUMED", &json!({"_trace": ["tinghu-sandbox"]}));
        true
    }

    /// The connection is gone. A client that said good-bye can't resume.
    pub fn lost(&mut self, connection: u64, good_bye: bool) {
        if good_bye {
            self.sessions.retain(|session| session.connection != connection);
        }
        for session in self.sessions.iter_mut().filter(|session| session.connection == connection) {
            session.link = None;
        }
    }

    /// Sends a frame to every connection.
    pub fn send_all(&mut self, frame: &Frame) {
        for session in &mut self.sessions {
            session.send(frame.clone());
        }
    }

    /// Makes every session unresumable; its client has to identify anew.
    pub fn forget_all(&mut self) {
        self.sessions.clear();
    }

    /// The shards of the sessions that are connected.
    pub fn connected(&self) -> Vec<Shard> {
        let connected = self.sessions.iter().filter(|session| session.link.is_some());
        connected.map(|session| session.shard).collect()
    }
}

impl World {
    /// Sends an event to the sessions whose shard serves `guild` and that asked for one of `intents`
    /// ([`intent::NONE`]: to all), twice where that fault is on.
    pub fn dispatch(&mut self, guild: Option<Id>, intents: u64, name: &str, data: &Value) {
        let times = if self.faults.duplicate_events { 2 } else { 1 };
        for session in &mut self.hub.sessions {
            if session.takes(guild) && (intents == intent::NONE || session.intents & intents != 0) {
                for _ in 0..times {
                    session.push(name, data);
                }
            }
        }
    }

    /// Whether a bot is connected, and which of its shards are.
    pub fn bot_state(&self) -> Value {
        let sessions = self.hub.connected();
        let n = sessions.len();
        json!({"connected": n > 0, "shards": n, "sessions": sessions, "id": super::ids::BOT})
    }
}
