//! The bot side's websocket: hello, identify, heartbeat, resume, and events.
use std::time::Duration;

use axum::extract::ws::{Message, WebSocket};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio::time::Instant;

use super::hub::{Frame, intent};
use super::ids::{BOT, Id};
use super::request::query_param;
use super::server::Server;
use super::sharding::{Shard, Unwelcome, named_shard};
use super::world::{Audience, World};
use super::zlib::Deflater;

/// Between two heartbeats of the client, ms.
const HEARTBEAT_MS: u64 = 41_250;
/// Frames waiting for a slow client before it is cut.
const QUEUE: usize = 8_192;
/// A client that is still silent after this has lost its session.
const SILENCE: Duration = Duration::from_millis(HEARTBEAT_MS * 2);

/// Discord's close codes.
mod close {
    pub const UNKNOWN_OPCODE: u16 = 4001;
    pub const DECODE_ERROR: u16 = 4002;
    pub const NOT_AUTHENTICATED: u16 = 4003;
    pub const AUTHENTICATION_FAILED: u16 = 4004;
    pub const ALREADY_AUTHENTICATED: u16 = 4005;
    pub const SESSION_TIMED_OUT: u16 = 4009;
    pub const INVALID_SHARD: u16 = 4010;
    pub const SHARDING_REQUIRED: u16 = 4011;
}

struct Wire {
    sink: SplitSink<WebSocket, Message>,
    zlib: Option<Deflater>,
}

impl Wire {
    async fn send(&mut self, text: String) -> Result<(), axum::Error> {
        let frame = match &mut self.zlib {
            Some(zlib) => match zlib.deflate(text.as_bytes()) {
                Some(bytes) => Message::Binary(bytes.into()),
                None => return self.close(4000).await,
            },
            None => Message::Text(text.into()),
        };
        self.sink.send(frame).await
    }

    async fn close(&mut self, code: u16) -> Result<(), axum::Error> {
        let frame = axum::extract::ws::CloseFrame { code, reason: "".into() };
        self.sink.send(Message::Close(Some(frame))).await
    }
}

/// One connection, from hello to its end.
pub async fn serve(server: Server, socket: WebSocket, query: String) {
    let connection = server.world().hub.next_connection();
    let (sink, stream) = socket.split();
    let zlib = (query_param(&query, "compress") == Some("zlib-stream")).then(Deflater::new);
    let mut wire = Wire { sink, zlib };
    let good_bye = talk(&server, &mut wire, stream, connection).await;
    let mut world = server.world();
    world.hub.lost(connection, good_bye);
    tell_bot(&mut world);
}

/// What to do after a frame of the client.
enum Next {
    GoOn,
    Reply(Value),
    Close(u16),
}

/// Returns whether the client ended its session itself (close code 1000 or 1001).
async fn talk(server: &Server, wire: &mut Wire, mut stream: SplitStream<WebSocket>, connection: u64) -> bool {
    let (link, mut queue) = mpsc::channel(QUEUE);
    let mut client = Client { link, connection, session: None };
    let hello =
        json!({"op": 10, "t": null, "s": null, "d": {"heartbeat_interval": HEARTBEAT_MS, "_trace": []}});
    if wire.send(hello.to_string()).await.is_err() {
        return false;
    }
    let mut silent_at = Instant::now() + SILENCE;
    loop {
        let sent = tokio::select! {
            () = server.stop.cancelled() => {
                // The client is gone or hears it; either way this connection is over.
                let _ = wire.close(1001).await;
                return false;
            }
            () = tokio::time::sleep_until(silent_at) => {
                let _ = wire.close(close::SESSION_TIMED_OUT).await;
                return false;
            }
            frame = queue.recv() => match frame {
                Some(Frame::Text(text)) => wire.send(text).await,
                Some(Frame::Close(code)) => {
                    let _ = wire.close(code).await;
                    return false;
                }
                Some(Frame::Cut) | None => return false,
            },
            incoming = stream.next() => {
                silent_at = Instant::now() + SILENCE;
                let text = match incoming {
                    Some(Ok(Message::Text(text))) => text.to_string(),
                    Some(Ok(Message::Binary(bytes))) => String::from_utf8_lossy(&bytes).into_owned(),
                    Some(Ok(Message::Close(frame))) => {
                        return frame.is_some_and(|frame| matches!(frame.code, 1000 | 1001));
                    }
                    Some(Ok(_)) => continue,
                    Some(Err(_)) | None => return false,
                };
                match client.hear(server, &text) {
                    Next::GoOn => Ok(()),
                    Next::Reply(reply) => wire.send(reply.to_string()).await,
                    Next::Close(code) => {
                        let _ = wire.close(code).await;
                        return false;
                    }
                }
            }
        };
        if sent.is_err() {
            return false;
        }
    }
}

struct Client {
    link: mpsc::Sender<Frame>,
    connection: u64,
    session: Option<String>,
}

impl Client {
    fn hear(&mut self, server: &Server, text: &str) -> Next {
        let Ok(frame) = serde_json::from_str::<Value>(text) else { return Next::Close(close::DECODE_ERROR) };
        let data = &frame["d"];
        match frame["op"].as_u64() {
            Some(1) => Next::Reply(json!({"op": 11, "t": null, "s": null, "d": null})),
            Some(2 | 6) if self.session.is_some() => Next::Close(close::ALREADY_AUTHENTICATED),
            Some(2) => self.identify(server, data),
            Some(6) => self.resume(server, data),
            Some(3 | 4 | 8 | 31 | 43) if self.session.is_none() => Next::Close(close::NOT_AUTHENTICATED),
            Some(3 | 4 | 31 | 43) => Next::GoOn,
            Some(8) => {
                self.send_members(server, data);
                Next::GoOn
            }
            _ => Next::Close(close::UNKNOWN_OPCODE),
        }
    }

    fn identify(&mut self, server: &Server, data: &Value) -> Next {
        let token = data["token"].as_str().unwrap_or_default();
        if !super::is_token(token.strip_prefix("Bot ").unwrap_or(token)) {
            return Next::Close(close::AUTHENTICATION_FAILED);
        }
        let Some(shard) = named_shard(&data["shard"]) else { return Next::Close(close::INVALID_SHARD) };
        let intents = data["intents"].as_u64().unwrap_or(intent::NONE);
        let mut world = server.world();
        match world.welcome(shard) {
            Ok(()) => {}
            Err(Unwelcome::TooManyGuilds) => return Next::Close(close::SHARDING_REQUIRED),
            Err(Unwelcome::TooSoon) => return Next::Reply(invalid_session()),
        }
        let session = format!("{:032x}", u128::from(world.next_id().0) << 32 | u128::from(self.connection));
        self.session = Some(session.clone());
        world.hub.open(session.clone(), shard, intents, self.link.clone(), self.connection);
        greet(&mut world, &session, shard, intents);
        tell_bot(&mut world);
        Next::GoOn
    }

    fn resume(&mut self, server: &Server, data: &Value) -> Next {
        let id = data["session_id"].as_str().unwrap_or_default();
        let seq = data["seq"].as_u64().unwrap_or(0);
        let mut world = server.world();
        if world.hub.resume(id, seq, self.link.clone(), self.connection) {
            self.session = Some(id.to_owned());
            tell_bot(&mut world);
            Next::GoOn
        } else {
            Next::Reply(invalid_session())
        }
    }

    fn send_members(&self, server: &Server, data: &Value) {
        let Some(session) = &self.session else { return };
        let mut world = server.world();
        let wanted = serde_json::from_value::<Id>(data["guild_id"].clone()).ok();
        let Some(guild) = wanted.and_then(|id| world.data.guilds.get(&id)) else { return };
        let members: Vec<Value> =
            guild.members.iter().map(|(id, member)| world.member_json(*id, member)).collect();
        let mut chunk = json!({
            "guild_id": guild.id, "members": members, "chunk_index": 0, "chunk_count": 1, "not_found": [],
        });
        if data["nonce"].is_string() {
            chunk["nonce"] = data["nonce"].clone();
        }
        world.hub.send_to(session, "GUILD_MEMBERS_CHUNK", &chunk);
    }
}

/// The client may identify (anew) on the same connection.
fn invalid_session() -> Value {
    json!({"op": 9, "t": null, "s": null, "d": false})
}

/// READY, then the servers of this shard.
fn greet(world: &mut World, session: &str, shard: Shard, intents: u64) {
    let guilds = world.guilds_of(shard);
    let unavailable: Vec<Value> = guilds.iter().map(|id| json!({"id": id, "unavailable": true})).collect();
    let url = world.gateway_url();
    let ready = json!({
        "v": 10, "user": me(world), "guilds": unavailable, "session_id": session,
        "session_type": "normal", "resume_gateway_url": url, "shard": [shard.0, shard.1],
        "application": {"id": BOT, "flags": 0}, "private_channels": [], "presences": [],
        "relationships": [], "geo_ordered_rtc_regions": [], "user_settings": {}, "guild_join_requests": [],
        "_trace": ["tinghu-sandbox"],
    });
    world.hub.send_to(session, "READY", &ready);
    if intents & intent::GUILDS == 0 {
        return;
    }
    for id in guilds {
        let Some(guild) = world.data.guilds.get(&id) else { continue };
        let event = world.guild_create_json(guild, intents & intent::GUILD_MEMBERS != 0);
        world.hub.send_to(session, "GUILD_CREATE", &event);
    }
}

fn me(world: &World) -> Value {
    let mut me = world.user_json(BOT);
    me["mfa_enabled"] = json!(true);
    me["verified"] = json!(true);
    me["email"] = Value::Null;
    me
}

fn tell_bot(world: &mut World) {
    let bot = world.bot_state();
    world.tell(Audience::All, &json!({"type": "bot", "bot": bot}));
}
