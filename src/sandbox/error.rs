//! How the two sides refuse: Discord's JSON error codes for the bot, a sentence for people.
use axum::http::StatusCode;
use serde_json::{Map, Value, json};

/// Why a bot's request was refused. Codes and words are those of Discord's "JSON Error Codes".
#[derive(Debug, thiserror::Error)]
pub enum ApiError {
    #[error("401: Unauthorized")]
    Unauthorized,
    #[error("404: Not Found")]
    NoSuchRoute,
    #[error("Unknown Channel")]
    UnknownChannel,
    #[error("Unknown Guild")]
    UnknownGuild,
    #[error("Unknown Member")]
    UnknownMember,
    #[error("Unknown Message")]
    UnknownMessage,
    #[error("Unknown User")]
    UnknownUser,
    #[error("Unknown Emoji")]
    UnknownEmoji,
    #[error("Unknown Webhook")]
    UnknownWebhook,
    #[error("Unknown interaction")]
    UnknownInteraction,
    #[error("Unknown application command")]
    UnknownCommand,
    #[error("Interaction has already been acknowledged.")]
    AlreadyAcknowledged,
    #[error("Missing Access")]
    MissingAccess,
    #[error("Cannot send an empty message")]
    EmptyMessage,
    #[error("Cannot send messages to this user")]
    DirectMessagesClosed,
    #[error("Missing Permissions")]
    MissingPermissions,
    #[error("Invalid Webhook Token")]
    DeadToken,
    #[error("Invalid Form Body")]
    Form(FormErrors),
    #[error(
        "Tried to perform an operation on an archived thread, such as editing a message or adding a user to the thread"
    )]
    ArchivedThread,
    #[error("Request entity too large")]
    TooLarge,
    #[error("Thread is already created for this message")]
    ThreadExists,
    #[error("The request body contains invalid JSON.")]
    InvalidJson,
    #[error("Maximum number of edits to messages older than 1 hour reached. Try again later.")]
    OldMessageEdits { retry_ms: u64 },
}

impl ApiError {
    /// The HTTP status that goes with the code.
    pub fn status(&self) -> StatusCode {
        use ApiError::*;
        match self {
            Unauthorized | DeadToken => StatusCode::UNAUTHORIZED,
            NoSuchRoute | UnknownChannel | UnknownGuild | UnknownMember | UnknownMessage | UnknownUser
            | UnknownEmoji | UnknownWebhook | UnknownInteraction | UnknownCommand => StatusCode::NOT_FOUND,
            MissingAccess | DirectMessagesClosed | MissingPermissions => StatusCode::FORBIDDEN,
            TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            OldMessageEdits { .. } => StatusCode::TOO_MANY_REQUESTS,
            AlreadyAcknowledged | EmptyMessage | Form(_) | ArchivedThread | ThreadExists | InvalidJson => {
                StatusCode::BAD_REQUEST
            }
        }
    }

    /// Discord's JSON error code; 0 where it has none.
    pub fn code(&self) -> u32 {
        use ApiError::*;
        match self {
            Unauthorized | NoSuchRoute => 0,
            UnknownChannel => 10003,
            UnknownGuild => 10004,
            UnknownMember => 10007,
            UnknownMessage => 10008,
            UnknownUser => 10013,
            UnknownEmoji => 10014,
            UnknownWebhook => 10015,
            UnknownInteraction => 10062,
            UnknownCommand => 10063,
            OldMessageEdits { .. } => 30046,
            TooLarge => 40005,
            AlreadyAcknowledged => 40060,
            MissingAccess => 50001,
            EmptyMessage => 50006,
            DirectMessagesClosed => 50007,
            MissingPermissions => 50013,
            DeadToken => 50027,
            Form(_) => 50035,
            ArchivedThread => 50083,
            InvalidJson => 50109,
            ThreadExists => 160004,
        }
    }

    /// The body that Discord sends: `{"message","code"}`, with `errors` for a refused form.
    pub fn body(&self) -> Value {
        let mut body = json!({"message": self.to_string(), "code": self.code()});
        match self {
            ApiError::Form(errors) => body["errors"] = errors.tree(),
            ApiError::OldMessageEdits { retry_ms } => {
                body["retry_after"] = json!(*retry_ms as f64 / 1000.0);
                body["global"] = json!(false);
            }
            _ => {}
        }
        body
    }
}

/// What is wrong with a body, field by field.
#[derive(Debug, Default)]
pub struct FormErrors(Vec<FieldError>);

#[derive(Debug)]
struct FieldError {
    /// `embeds.0.title`
    path: String,
    code: &'static str,
    message: String,
}

impl FormErrors {
    /// Notes one wrong field; `path` is dotted, `embeds.0.title`.
    pub fn add(&mut self, path: &str, code: &'static str, message: impl Into<String>) {
        self.0.push(FieldError { path: path.to_owned(), code, message: message.into() });
    }

    /// One wrong field.
    pub fn one(path: &str, code: &'static str, message: impl Into<String>) -> ApiError {
        let mut errors = FormErrors::default();
        errors.add(path, code, message);
        ApiError::Form(errors)
    }

    /// Puts every path below `parent`.
    pub fn below(mut self, parent: &str) -> FormErrors {
        for error in &mut self.0 {
            error.path = format!("{parent}.{}", error.path);
        }
        self
    }

    /// Refuses where anything was added.
    pub fn finish(self) -> Result<(), ApiError> {
        if self.0.is_empty() { Ok(()) } else { Err(ApiError::Form(self)) }
    }

    /// Text length in characters, both ends included.
    pub fn check_len(&mut self, path: &str, text: &str, min: usize, max: usize) {
        let len = text.chars().count();
        if len > max {
            self.add(path, "BASE_TYPE_MAX_LENGTH", format!("Must be {max} or fewer in length."));
        } else if len < min {
            let code = if min == 1 { "BASE_TYPE_REQUIRED" } else { "BASE_TYPE_MIN_LENGTH" };
            self.add(path, code, format!("Must be {min} or more in length."));
        }
    }

    /// Number of list elements.
    pub fn check_count(&mut self, path: &str, count: usize, min: usize, max: usize) {
        if count < min || count > max {
            let message = format!("Must be between {min} and {max} in length.");
            self.add(path, "BASE_TYPE_BAD_LENGTH", message);
        }
    }

    fn tree(&self) -> Value {
        let mut root = Value::Object(Map::new());
        for error in &self.0 {
            let mut node = &mut root;
            for key in error.path.split('.').filter(|key| !key.is_empty()) {
                node = &mut node[key];
            }
            let entry = json!({"code": error.code, "message": error.message});
            match &mut node["_errors"] {
                Value::Array(list) => list.push(entry),
                slot => *slot = json!([entry]),
            }
        }
        root
    }
}

/// Why a person's request was refused: the body is `{"error": sentence}`.
#[derive(Debug, thiserror::Error)]
pub enum HumanError {
    #[error("There is no {what} {id:?} here.")]
    Unknown { what: &'static str, id: String },
    #[error("{0}")]
    Refused(String),
    #[error("{0}")]
    Forbidden(String),
    #[error("{0}")]
    Conflict(String),
    #[error("The field {0:?} is missing or of the wrong type.")]
    Field(&'static str),
    #[error("The body is not JSON: {0}")]
    NotJson(String),
    #[error("There is no such call: {method} {path}")]
    NoSuchCall { method: String, path: String },
    #[error("The bot did not answer within 3 seconds.")]
    NoAnswer,
}

impl HumanError {
    /// The HTTP status of the refusal.
    pub fn status(&self) -> StatusCode {
        match self {
            HumanError::Unknown { .. } | HumanError::NoSuchCall { .. } => StatusCode::NOT_FOUND,
            HumanError::Refused(_) | HumanError::Field(_) | HumanError::NotJson(_) => StatusCode::BAD_REQUEST,
            HumanError::Forbidden(_) => StatusCode::FORBIDDEN,
            HumanError::Conflict(_) => StatusCode::CONFLICT,
            HumanError::NoAnswer => StatusCode::GATEWAY_TIMEOUT,
        }
    }

    /// `{"error": sentence}`
    pub fn body(&self) -> Value {
        json!({"error": self.to_string()})
    }
}
