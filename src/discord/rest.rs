//! The requests that the bot makes to Discord, all message routes. Its own path beside serenity's, because limits and
//! privacy must be in one hand (docs/decisions/0003-own-message-routes.md).
//!
//! Tokens stand in the addresses of interaction routes, so no address, body or transport error is ever logged.

mod files;
mod members;

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use reqwest::Method;
use serde::Deserialize;
use serde_json::{Value, json};

use files::{multipart, with_edited_picture, with_new_picture};

use super::limits::{Learned, Limits, Route, Slot};
use super::model::{Choice, EPHEMERAL, Form, Message, Picture, Row};
use super::rest_error::{RestError, classify};
use crate::metrics::{Metrics, Tally};
use crate::store::surfaces::Token;

pub use self::files::PictureEdit;

const REQUEST_TIMEOUT: Duration = Duration::from_secs(20);
/// A callback that has not arrived by then is lost: Discord waits 3 s.
const CALLBACK_TIMEOUT: Duration = Duration::from_millis(2_800);

/// The first answer to an interaction: what [`edge`](super::edge) decides before anything else.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Callback {
    /// Type 5 with the ephemeral flag: a private answer follows.
    DeferPrivate,
    /// Type 6: the clicked message itself will change.
    DeferUpdate,
    /// Type 8.
    Choices(Vec<Choice>),
    /// Type 9.
    OpenForm(Form),
}

impl Callback {
    fn to_json(&self) -> Value {
        match self {
            Callback::DeferPrivate => json!({ "type": 5, "data": { "flags": EPHEMERAL } }),
            Callback::DeferUpdate => json!({ "type": 6 }),
            Callback::Choices(choices) => json!({ "type": 8, "data": { "choices": choices } }),
            Callback::OpenForm(form) => json!({ "type": 9, "data": form.to_json() }),
        }
    }
}

/// Which message of an interaction is meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TokenMessage {
    /// The message that answered it, or on which was clicked.
    Original,
    /// A follow-up.
    Followup(u64),
}

/// A message as Discord has it now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Posted {
    /// Its id.
    pub message: u64,
    /// The id of its picture.
    pub attachment: Option<u64>,
}

/// The bot's way to Discord.
pub struct Rest {
    http: reqwest::Client,
    base: String,
    authorization: String,
    application: OnceLock<u64>,
    limits: Limits,
    metrics: Arc<Metrics>,
}

/// What names a message or channel in an answer.
#[derive(Deserialize)]
struct Created {
    id: String,
    #[serde(default)]
    attachments: Vec<CreatedAttachment>,
}

#[derive(Deserialize)]
struct CreatedAttachment {
    id: String,
}

impl Rest {
    /// `base` is the address up to and without `/api/v10`, such as `https://discord.com`; `share` is this process's part
    /// of the bot's limits.
    ///
    /// # Errors
    /// [`RestError::Network`] when no HTTP client can be made.
    pub fn new(base: &str, bot_token: &str, share: f64) -> Result<Rest, RestError> {
        let agent = concat!("DiscordBot (tinghu, ", env!("CARGO_PKG_VERSION"), ")");
        let http = reqwest::Client::builder()
            .user_agent(agent)
            .timeout(REQUEST_TIMEOUT)
            .build()
            .map_err(|error| RestError::Network { what: network_fault(&error) })?;
        Ok(Rest {
            http,
            base: format!("{}/api/v10", base.trim_end_matches('/')),
            authorization: format!("Bot {bot_token}"),
            application: OnceLock::new(),
            limits: Limits::new(share),
            metrics: Arc::default(),
        })
    }

    /// What is counted of these requests and of what they show.
    pub fn metrics(&self) -> &Arc<Metrics> {
        &self.metrics
    }

    /// Asks who the token belongs to. Must succeed once before any interaction route is used.
    ///
    /// # Errors
    /// [`RestError::Unauthorized`] for a wrong token.
    pub async fn identify(&self) -> Result<u64, RestError> {
        let slot = self.limits.slot(Route::Application).await;
        let answer = self.send(Method::GET, "/oauth2/applications/@me", None, None, Some(slot)).await?;
        let id = parse_created(&answer)?.message;
        Ok(*self.application.get_or_init(|| id))
    }

    /// The first answer. Never waits for a limit; a second one is [`RestError::AlreadyAcknowledged`].
    pub async fn callback(&self, id: u64, token: &Token, callback: &Callback) -> Result<(), RestError> {
        let path = format!("/interactions/{id}/{}/callback", token.expose());
        let request = self.send(Method::POST, &path, Some(callback.to_json()), None, None);
        let result = match tokio::time::timeout(CALLBACK_TIMEOUT, request).await {
            Ok(result) => result.map(drop),
            Err(_) => Err(RestError::Network { what: "timeout" }),
        };
        self.metrics.count(if result.is_ok() { Tally::Acknowledged } else { Tally::AcknowledgementFailed });
        result
    }

    /// Waits until this route may be used, so that a picture is drawn only when it can be sent.
    pub async fn slot(&self, route: Route) -> Slot<'_> {
        self.limits.slot(route).await
    }

    /// Posts a message in a channel.
    pub async fn post(
        &self,
        channel: u64,
        nonce: &str,
        message: &Message,
        picture: Option<Picture>,
        slot: Slot<'_>,
    ) -> Result<Posted, RestError> {
        let path = format!("/channels/{channel}/messages");
        let (mut body, picture) = with_new_picture(message, picture);
        body["nonce"] = json!(nonce);
        body["enforce_nonce"] = json!(true);
        self.send(Method::POST, &path, Some(body), picture, Some(slot)).await.and_then(|a| parse_created(&a))
    }

    /// Edits a message of the bot.
    pub async fn edit(
        &self,
        channel: u64,
        id: u64,
        message: &Message,
        picture: PictureEdit,
        slot: Slot<'_>,
    ) -> Result<Posted, RestError> {
        let path = format!("/channels/{channel}/messages/{id}");
        let (body, picture) = with_edited_picture(message, picture);
        self.send(Method::PATCH, &path, Some(body), picture, Some(slot)).await.and_then(|a| parse_created(&a))
    }

    /// Gives a message of the bot other buttons, and leaves all else as it is.
    pub async fn edit_buttons(
        &self,
        channel: u64,
        id: u64,
        rows: &[Row],
        slot: Slot<'_>,
    ) -> Result<(), RestError> {
        let path = format!("/channels/{channel}/messages/{id}");
        let body = json!({"components": rows, "allowed_mentions": {"parse": []}});
        self.send(Method::PATCH, &path, Some(body), None, Some(slot)).await.map(drop)
    }

    /// Deletes a message of the bot.
    pub async fn delete(&self, channel: u64, id: u64) -> Result<(), RestError> {
        let slot = self.limits.slot(Route::Delete { channel }).await;
        let path = format!("/channels/{channel}/messages/{id}");
        self.send(Method::DELETE, &path, None, None, Some(slot)).await.map(drop)
    }

    /// Opens a public thread in a channel; returns its id.
    pub async fn open_thread(&self, channel: u64, name: &str) -> Result<u64, RestError> {
        let slot = self.limits.slot(Route::Thread { channel }).await;
        let name: String = name.chars().take(100).collect();
        let body = json!({ "name": name, "type": 11, "auto_archive_duration": 1440 });
        let path = format!("/channels/{channel}/threads");
        let answer = self.send(Method::POST, &path, Some(body), None, Some(slot)).await?;
        parse_created(&answer).map(|created| created.message)
    }

    /// Archives a thread of the bot's own: who made one may, without a permission for it; to delete it would need one.
    pub async fn close_thread(&self, thread: u64) -> Result<(), RestError> {
        let slot = self.limits.slot(Route::Thread { channel: thread }).await;
        let body = json!({ "archived": true });
        self.send(Method::PATCH, &format!("/channels/{thread}"), Some(body), None, Some(slot)).await.map(drop)
    }

    /// A private follow-up, or with the deferred answer still open that answer itself.
    pub async fn follow_up(
        &self,
        token: &Token,
        message: &Message,
        picture: Option<Picture>,
        slot: Slot<'_>,
    ) -> Result<Posted, RestError> {
        let path = format!("/webhooks/{}/{}?wait=true", self.application_id()?, token.expose());
        let private = Message { flags: Some(EPHEMERAL), ..message.clone() };
        let (body, picture) = with_new_picture(&private, picture);
        self.send(Method::POST, &path, Some(body), picture, Some(slot)).await.and_then(|a| parse_created(&a))
    }

    /// Edits a message through the token that owns it.
    pub async fn edit_by_token(
        &self,
        token: &Token,
        which: TokenMessage,
        message: &Message,
        picture: PictureEdit,
        slot: Slot<'_>,
    ) -> Result<Posted, RestError> {
        let path = self.token_path(token, which)?;
        let (body, picture) = with_edited_picture(message, picture);
        self.send(Method::PATCH, &path, Some(body), picture, Some(slot)).await.and_then(|a| parse_created(&a))
    }

    /// Deletes a message through the token that owns it.
    pub async fn delete_by_token(&self, token: &Token, which: TokenMessage) -> Result<(), RestError> {
        let path = self.token_path(token, which)?;
        let slot = self.limits.slot(token_route(token)).await;
        self.send(Method::DELETE, &path, None, None, Some(slot)).await.map(drop)
    }

    fn token_path(&self, token: &Token, which: TokenMessage) -> Result<String, RestError> {
        let name = match which {
            TokenMessage::Original => "@original".to_owned(),
            TokenMessage::Followup(id) => id.to_string(),
        };
        Ok(format!("/webhooks/{}/{}/messages/{name}", self.application_id()?, token.expose()))
    }

    fn application_id(&self) -> Result<u64, RestError> {
        self.application.get().copied().ok_or(RestError::NotIdentified)
    }

    async fn send(
        &self,
        method: Method,
        path: &str,
        body: Option<Value>,
        picture: Option<Picture>,
        slot: Option<Slot<'_>>,
    ) -> Result<String, RestError> {
        let result = self.exchange(method, path, body, picture, slot).await;
        self.metrics.count(match &result {
            Ok(_) => Tally::RequestDone,
            Err(RestError::RateLimited { .. } | RestError::OldMessage) => Tally::RequestLimited,
            Err(_) => Tally::RequestFailed,
        });
        result
    }

    async fn exchange(
        &self,
        method: Method,
        path: &str,
        body: Option<Value>,
        picture: Option<Picture>,
        slot: Option<Slot<'_>>,
    ) -> Result<String, RestError> {
        let mut request = self.http.request(method, format!("{}{path}", self.base));
        if !path.starts_with("/webhooks/") && !path.starts_with("/interactions/") {
            request = request.header("Authorization", &self.authorization);
        }
        request = match (body, picture) {
            (Some(body), Some(picture)) => request.multipart(multipart(&body, picture)?),
            (Some(body), None) => request.json(&body),
            (None, _) => request,
        };
        let fault = |error: reqwest::Error| RestError::Network { what: network_fault(&error) };
        let response = request.send().await.map_err(fault)?;
        let status = response.status().as_u16();
        let learned = learned(response.headers());
        let text = response.text().await.map_err(fault)?;
        if (200..300).contains(&status) {
            if let (Some(slot), Some(learned)) = (slot, learned) {
                slot.learn(learned);
            }
            return Ok(text);
        }
        let error = classify(status, &text);
        match (&error, slot) {
            (RestError::RateLimited { retry_after, global }, Some(slot)) => slot.obey(*retry_after, *global),
            // What its headers say is true of this message alone, and the slot is its channel's.
            (RestError::OldMessage, _) => {}
            (_, Some(slot)) => {
                if let Some(learned) = learned {
                    slot.learn(learned)
                }
            }
            (_, None) => {}
        }
        Err(error)
    }
}

/// The bucket of an interaction token.
pub fn token_route(token: &Token) -> Route {
    let mut hasher = DefaultHasher::new();
    token.expose().hash(&mut hasher);
    Route::Interaction { token: hasher.finish() }
}

fn parse_created(text: &str) -> Result<Posted, RestError> {
    let bad = || RestError::UnreadableAnswer;
    let created: Created = serde_json::from_str(text).map_err(|_| bad())?;
    let message = created.id.parse().map_err(|_| bad())?;
    let attachment = created.attachments.first().and_then(|attachment| attachment.id.parse().ok());
    Ok(Posted { message, attachment })
}

fn learned(headers: &reqwest::header::HeaderMap) -> Option<Learned> {
    let text = |name: &str| headers.get(name)?.to_str().ok();
    let seconds: f64 = text("x-ratelimit-reset-after")?.parse().ok()?;
    Some(Learned {
        limit: text("x-ratelimit-limit")?.parse().ok()?,
        remaining: text("x-ratelimit-remaining")?.parse().ok()?,
        reset_after: Duration::try_from_secs_f64(seconds).ok()?,
    })
}

/// Names the fault without the address, which may hold a token.
fn network_fault(error: &reqwest::Error) -> &'static str {
    if error.is_timeout() {
        "timeout"
    } else if error.is_connect() {
        "connection"
    } else {
        "transport"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_private_defer_is_private() {
        assert_eq!(Callback::DeferPrivate.to_json(), json!({ "type": 5, "data": { "flags": 64 } }));
        assert_eq!(Callback::DeferUpdate.to_json(), json!({ "type": 6 }));
    }

    #[test]
    fn tokens_have_a_bucket_each() {
        assert_ne!(token_route(&Token::new("a".into())), token_route(&Token::new("b".into())));
        assert_eq!(format!("{:?}", Token::new("a".into())), "Token(…)");
    }
}
