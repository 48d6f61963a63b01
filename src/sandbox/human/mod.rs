//! The human side: JSON under `/sandbox`, the event stream, pictures, and the page itself.
mod clicks;
mod commands;
mod faults;
mod options;
mod people;

use std::convert::Infallible;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{FromRequest, Path, RawQuery, Request, State};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderName, StatusCode};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use futures_util::StreamExt;
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;

use super::error::HumanError;
use super::gateway;
use super::ids::Id;
use super::page;
use super::request::query_param;
use super::server::Server;
use super::world::{Listener, World};

/// Events waiting for a slow page before its stream is cut.
const EVENTS: usize = 2_048;

type Outcome = Result<Value, HumanError>;

/// One call of a person.
struct Call {
    method: String,
    path: String,
    query: String,
    body: Value,
}

impl Call {
    async fn read(request: Request) -> Result<Call, HumanError> {
        let method = request.method().to_string();
        let path = request.uri().path().trim_start_matches("/sandbox/").trim_end_matches('/').to_owned();
        let query = request.uri().query().unwrap_or_default().to_owned();
        let bytes = Bytes::from_request(request, &());
        let bytes = bytes.await.map_err(|error| HumanError::NotJson(error.to_string()))?;
        let body = if bytes.is_empty() {
            json!({})
        } else {
            serde_json::from_slice(&bytes).map_err(|error| HumanError::NotJson(error.to_string()))?
        };
        Ok(Call { method, path, query, body })
    }
}

/// Answers one JSON call.
pub async fn serve(State(server): State<Server>, request: Request) -> Response {
    let outcome = match Call::read(request).await {
        Ok(call) => answer(&server, &call).await,
        Err(error) => Err(error),
    };
    server.touched();
    server.let_go.notify_waiters();
    match outcome {
        Ok(body) => axum::Json(body).into_response(),
        Err(error) => (error.status(), axum::Json(error.body())).into_response(),
    }
}

async fn answer(server: &Server, call: &Call) -> Outcome {
    let path: Vec<&str> = call.path.split('/').collect();
    if let ("POST", ["channels", channel, "autocomplete"]) = (call.method.as_str(), path.as_slice()) {
        let waiting = commands::autocomplete(&mut server.world(), channel, &call.body)?;
        server.touched();
        // The clock drops the other end after 3 s.
        return tokio::select! {
            choices = waiting => choices.map_err(|_| HumanError::NoAnswer),
            () = server.stop.cancelled() => Err(HumanError::NoAnswer),
        };
    }
    let mut world = server.world();
    let outcome = route(&mut world, call, &path);
    if outcome.is_ok() && call.method != "GET" {
        world.unsaved = true;
    }
    outcome
}

fn route(world: &mut World, call: &Call, path: &[&str]) -> Outcome {
    let body = &call.body;
    match (call.method.as_str(), path) {
        ("GET", ["state"]) => Ok(world.state_json()),
        ("GET", ["requests"]) => {
            let since = query_param(&call.query, "since").and_then(|text| text.parse().ok()).unwrap_or(0);
            Ok(world.requests.since(since))
        }
        ("POST", ["users"]) => people::add(world, body),
        ("DELETE", ["users", user]) => people::leave(world, user),
        ("PATCH", ["users", user]) => people::change(world, user, body),
        ("POST", ["dms"]) => people::open_dm(world, body),
        ("POST", ["guilds"]) => people::add_guild(world, body),
        ("POST", ["guilds", guild, "channels"]) => people::add_channel(world, guild, body),
        ("POST", ["guilds", guild, "kick-bot"]) => people::kick_bot(world, guild),
        ("POST", ["guilds", guild, "invite-bot"]) => people::invite_bot(world, guild),
        ("POST", ["channels", channel, "archive"]) => people::archive(world, channel, body),
        ("POST", ["channels", channel, "commands"]) => commands::run(world, channel, body),
        ("GET", ["channels", channel, "messages"]) => clicks::messages(world, channel, &call.query),
        ("POST", ["messages", message, "components"]) => clicks::press(world, message, body),
        ("GET", ["interactions", interaction]) => clicks::interaction(world, interaction),
        ("POST", ["interactions", interaction, "modal"]) => clicks::submit(world, interaction, body),
        ("POST", ["faults"]) => faults::set(world, body),
        ("POST", ["gateway"]) => world.set_sharding(body).map_err(HumanError::Field),
        ("POST", ["clock"]) => faults::advance(world, body),
        _ => Err(HumanError::NoSuchCall {
            method: call.method.clone(),
            path: format!("/sandbox/{}", call.path),
        }),
    }
}

/// A text field of a body.
fn text<'a>(body: &'a Value, field: &'static str) -> Result<&'a str, HumanError> {
    body[field].as_str().ok_or(HumanError::Field(field))
}

/// An id in a path or body.
fn id(text: &str, what: &'static str) -> Result<Id, HumanError> {
    text.parse().map_err(|_| HumanError::Unknown { what, id: text.to_owned() })
}

/// The person named by the field `user`.
fn person(world: &World, body: &Value) -> Result<Id, HumanError> {
    let named = text(body, "user")?;
    let user = id(named, "user")?;
    match world.data.users.get(&user) {
        Some(known) if !known.bot => Ok(user),
        _ => Err(HumanError::Unknown { what: "user", id: named.to_owned() }),
    }
}

/// A channel that this person sees.
fn seen_channel(world: &World, channel: &str, user: Id) -> Result<Id, HumanError> {
    let unknown = || HumanError::Unknown { what: "channel", id: channel.to_owned() };
    let id = id(channel, "channel")?;
    let found = world.data.channels.get(&id).ok_or_else(unknown)?;
    if world.can_see_channel(user, found) { Ok(id) } else { Err(unknown()) }
}

/// `GET /sandbox/events?as=user`: what happens, as that person sees it.
pub async fn events(State(server): State<Server>, RawQuery(query): RawQuery) -> Response {
    let query = query.unwrap_or_default();
    let user = query_param(&query, "as").filter(|text| !text.is_empty());
    let user = match user.map(|text| id(text, "user")).transpose() {
        Ok(user) => user,
        Err(error) => return (error.status(), axum::Json(error.body())).into_response(),
    };
    let (sink, events) = mpsc::channel(EVENTS);
    server.world().listeners.push(Listener { user, sink });
    let told = ReceiverStream::new(events)
        .map(|text| Ok::<_, Infallible>(Event::default().event("message").data(text)));
    let ended = server.stop.clone().cancelled_owned();
    let alive = KeepAlive::new().interval(Duration::from_secs(15)).text("alive");
    Sse::new(told.take_until(ended)).keep_alive(alive).into_response()
}

/// `GET /sandbox/attachments/{id}`: the bytes.
pub async fn attachment(State(server): State<Server>, Path(id): Path<String>) -> Response {
    let Ok(id) = id.split('.').next().unwrap_or_default().parse::<Id>() else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let (kind, bytes) = {
        let world = server.world();
        let found = world.data.messages.values().flat_map(|m| &m.attachments).find(|one| one.id == id);
        let Some(found) = found else { return StatusCode::NOT_FOUND.into_response() };
        (found.content_type.clone(), world.blobs.get(&id).cloned())
    };
    let bytes = match (bytes, &server.files_dir) {
        (Some(bytes), _) => bytes,
        (None, Some(folder)) => match tokio::fs::read(folder.join(id.to_string())).await {
            Ok(bytes) => bytes.into(),
            Err(_) => return StatusCode::NOT_FOUND.into_response(),
        },
        (None, None) => return StatusCode::NOT_FOUND.into_response(),
    };
    cached(kind, bytes)
}

/// `GET /sandbox/emojis/{id}`: the picture of an application emoji.
pub async fn emoji(State(server): State<Server>, Path(id): Path<String>) -> Response {
    let id = id.split('.').next().unwrap_or_default().parse::<Id>().ok();
    let found = id.and_then(|id| server.world().data.emojis.get(&id).cloned());
    match found.and_then(|one| Some((one.content_type, STANDARD.decode(one.image_base64).ok()?))) {
        Some((kind, bytes)) => cached(kind, bytes.into()),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// Bytes that never change under their address.
fn cached(kind: String, bytes: Bytes) -> Response {
    let cache = (HeaderName::from_static("cache-control"), "private, max-age=31536000, immutable".to_owned());
    ([(CONTENT_TYPE, kind), cache], bytes).into_response()
}

/// `/`: the page for a browser, the gateway for a websocket.
pub async fn page_or_gateway(State(server): State<Server>, request: Request) -> Response {
    let query = request.uri().query().unwrap_or_default().to_owned();
    match WebSocketUpgrade::from_request(request, &()).await {
        Ok(upgrade) => upgrade.on_upgrade(move |socket| {
            let tasks = server.connections.clone();
            tasks.track_future(gateway::serve(server, socket, query))
        }),
        Err(_) => page_file(Path("index.html".to_owned())).await,
    }
}

/// The page's files.
pub async fn page_file(Path(name): Path<String>) -> Response {
    match page::file(&name) {
        Some((kind, text)) => ([(CONTENT_TYPE, kind)], text).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}
