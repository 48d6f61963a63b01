//! The bot side: Discord's REST API v10. A request is read whole, counted against the faults and the rate
//! limits, and then answered by one synchronous function of the world.
mod application;
mod channels;
mod command_check;
mod commands;
mod guilds;
mod threads;
mod webhooks;

use std::time::{Duration, Instant};

use axum::extract::{Request, State};
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use super::error::ApiError;
use super::rates::Ticket;
use super::request::Call;
use super::server::Server;
use super::world::World;

/// A body to send, or nothing (204).
#[derive(Debug)]
pub enum Reply {
    Json(Value),
    Created(Value),
    Empty,
}

/// What a route answers.
pub type Outcome = Result<Reply, ApiError>;

/// Answers one request of the bot and writes it to the request log.
pub async fn serve(State(server): State<Server>, request: Request) -> Response {
    let started = Instant::now();
    let known = is_authorized(request.headers());
    let mut call = Call::default();
    let read = call.read(request).await;
    let latency_ms = server.world().faults.latency_ms;
    if latency_ms > 0 {
        server.pause(Duration::from_millis(latency_ms)).await;
    }
    server.while_held(&call.path).await;
    let mut headers = HeaderMap::new();
    let (status, body) = {
        let mut world = server.world();
        let entry = json!({
            "method": call.method, "path": call.path, "body": call.body, "files": call.files_json(),
        });
        let (status, body) = answer(&mut world, call, known, read, &mut headers);
        let answer = body.as_ref().filter(|_| server.records_answers);
        log(&mut world, entry, status, answer, started);
        (status, body)
    };
    server.touched();
    match body {
        Some(body) => {
            headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
            (status, headers, body.to_string()).into_response()
        }
        None => (status, headers).into_response(),
    }
}

fn log(world: &mut World, mut entry: Value, status: StatusCode, answer: Option<&Value>, started: Instant) {
    if let Some(answer) = answer {
        entry["answer"] = answer.clone();
    }
    entry["path"] = json!(format!("/{}", entry["path"].as_str().unwrap_or_default()));
    entry["status"] = json!(status.as_u16());
    entry["ms"] = json!(u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX));
    world.requests.push(entry);
}

/// The routes that a token in the path opens, without `Authorization`.
fn is_open(path: &[&str]) -> bool {
    matches!(path, ["gateway"] | ["interactions", ..] | ["webhooks", _, _, ..])
}

fn is_authorized(headers: &HeaderMap) -> bool {
    let value = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok()).unwrap_or_default();
    value.strip_prefix("Bot ").is_some_and(super::is_token)
}

fn answer(
    world: &mut World,
    call: Call,
    known: bool,
    read: Result<(), ApiError>,
    headers: &mut HeaderMap,
) -> (StatusCode, Option<Value>) {
    let now = world.now_ms();
    let method = call.method.clone();
    let path = call.path.clone();
    let segments: Vec<&str> = path.split('/').filter(|segment| !segment.is_empty()).collect();
    let faults = &mut world.faults;
    faults.counted += 1;
    let falls = |every: u64, counted: u64| every > 0 && counted.is_multiple_of(every);
    if falls(faults.rest_5xx_every, faults.counted) {
        let body = json!({"message": "502: Bad Gateway", "code": 0});
        return (StatusCode::BAD_GATEWAY, Some(body));
    }
    let ticket = if falls(faults.rest_429_every, faults.counted) {
        Some(Ticket::fault(&method, &segments, now))
    } else {
        world.rates.take(&method, &segments, now)
    };
    if let Some(ticket) = ticket {
        ticket.headers(headers);
        if ticket.is_refused() {
            return (StatusCode::TOO_MANY_REQUESTS, Some(ticket.body()));
        }
    }
    let outcome = match read {
        Err(error) => Err(error),
        Ok(()) if !known && !is_open(&segments) => Err(ApiError::Unauthorized),
        Ok(()) => route(world, &method, &segments, call),
    };
    match outcome {
        Ok(Reply::Json(body)) => (StatusCode::OK, Some(body)),
        Ok(Reply::Created(body)) => (StatusCode::CREATED, Some(body)),
        Ok(Reply::Empty) => (StatusCode::NO_CONTENT, None),
        Err(error) => {
            if let ApiError::OldMessageEdits { retry_ms } = &error {
                let wait = HeaderValue::from(retry_ms.div_ceil(1000));
                headers.insert("retry-after", wait);
                headers.insert("via", HeaderValue::from_static("1.1 tinghu-sandbox"));
            }
            (error.status(), Some(error.body()))
        }
    }
}

fn route(world: &mut World, method: &str, path: &[&str], call: Call) -> Outcome {
    match path {
        ["gateway", ..] | ["oauth2", ..] | ["users", ..] => application::route(world, method, path, &call),
        ["applications", _, "commands", ..] | ["applications", _, "guilds", ..] => {
            commands::route(world, method, path, &call)
        }
        ["applications", ..] => application::route(world, method, path, &call),
        ["interactions", ..] | ["webhooks", ..] => webhooks::route(world, method, path, call),
        ["channels", _, "threads", ..]
        | ["channels", _, "thread-members", ..]
        | ["channels", _, "messages", _, "threads"] => threads::route(world, method, path, &call),
        ["channels", ..] => channels::route(world, method, path, call),
        ["guilds", ..] => guilds::route(world, method, path, &call),
        _ => Err(ApiError::NoSuchRoute),
    }
}
