//! What Discord's refusals mean for a message (docs/DISCORD.md, "errors to treat").

use std::time::Duration;

use serde::Deserialize;

/// Why a request did not do what it should.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum RestError {
    /// The interaction's token is too old or was never valid: never to be used again.
    #[error("the interaction token is dead (code {code})")]
    DeadToken {
        /// Discord's code.
        code: u32,
    },
    /// The interaction has been acknowledged: by an earlier attempt, or by another process.
    #[error("acknowledged before")]
    AlreadyAcknowledged,
    /// The message was deleted.
    #[error("the message is gone")]
    MissingMessage,
    /// The message is older than an hour and was edited often since: Discord edits it no more for a while. Only this message is
    /// meant, so it is no [`RestError::RateLimited`], although its status is 429.
    #[error("the message is too old for another edit")]
    OldMessage,
    /// The channel or thread was deleted.
    #[error("the channel is gone")]
    MissingChannel,
    /// A permission is missing, or the thread is archived.
    #[error("not permitted (code {code})")]
    Forbidden {
        /// Discord's code.
        code: u32,
    },
    /// The bot's token is wrong.
    #[error("Discord does not accept the bot's token")]
    Unauthorized,
    /// Too many requests.
    #[error("rate limited for {retry_after:?}")]
    RateLimited {
        /// How long to wait.
        retry_after: Duration,
        /// For all routes.
        global: bool,
    },
    /// Discord refuses the body: a fault of this program.
    #[error("refused (status {status}, code {code}): {fields}")]
    Refused {
        /// HTTP status.
        status: u16,
        /// Discord's code.
        code: u32,
        /// The names of the refused fields; never their content.
        fields: String,
    },
    /// Discord has a fault.
    #[error("Discord answered {status}")]
    Unavailable {
        /// HTTP status.
        status: u16,
    },
    /// No answer.
    #[error("no answer: {what}")]
    Network {
        /// What kind of fault; never an address.
        what: &'static str,
    },
    /// An answer without the id it must have.
    #[error("an answer that can't be read")]
    UnreadableAnswer,
    /// [`Rest::identify`](super::rest::Rest::identify) has not succeeded yet.
    #[error("the bot does not know its application yet")]
    NotIdentified,
}

impl RestError {
    /// True where the same request may succeed later.
    pub fn is_passing(&self) -> bool {
        matches!(
            self,
            RestError::RateLimited { .. } | RestError::Unavailable { .. } | RestError::Network { .. }
        )
    }
}

#[derive(Deserialize, Default)]
struct Body {
    #[serde(default)]
    code: u32,
    #[serde(default)]
    retry_after: f64,
    #[serde(default)]
    global: bool,
    #[serde(default)]
    errors: serde_json::Value,
}

/// Reads an answer that is not 2xx.
pub(super) fn classify(status: u16, text: &str) -> RestError {
    let body: Body = serde_json::from_str(text).unwrap_or_default();
    match (status, body.code) {
        (_, 30046) => RestError::OldMessage, // its status is 429, too
        (429, _) => RestError::RateLimited {
            retry_after: Duration::try_from_secs_f64(body.retry_after).unwrap_or(Duration::from_secs(1)),
            global: body.global,
        },
        (_, 40060) => RestError::AlreadyAcknowledged,
        (_, 50027 | 10015 | 10062) => RestError::DeadToken { code: body.code },
        (_, 10008) => RestError::MissingMessage,
        (_, 10003) => RestError::MissingChannel,
        (401, _) => RestError::Unauthorized,
        (403, code) | (_, code @ (50001 | 50013 | 50083)) => RestError::Forbidden { code },
        (500.., _) => RestError::Unavailable { status },
        (_, code) => RestError::Refused { status, code, fields: field_names(&body.errors) },
    }
}

/// The paths of the refused fields, without what was in them.
fn field_names(errors: &serde_json::Value) -> String {
    fn walk(value: &serde_json::Value, path: &str, names: &mut Vec<String>) {
        if let Some(map) = value.as_object() {
            for (key, inner) in map {
                if key == "_errors" {
                    names.push(path.to_owned());
                } else {
                    walk(inner, &format!("{path}.{key}"), names);
                }
            }
        }
    }
    let mut names = Vec::new();
    walk(errors, "", &mut names);
    names.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_mean_what_discord_says() {
        let code = |status, code| classify(status, &format!("{{\"code\":{code}}}"));
        assert_eq!(code(404, 10062), RestError::DeadToken { code: 10062 });
        assert_eq!(code(401, 50027), RestError::DeadToken { code: 50027 });
        assert_eq!(code(404, 10015), RestError::DeadToken { code: 10015 });
        assert_eq!(code(404, 10008), RestError::MissingMessage);
        assert_eq!(code(429, 30046), RestError::OldMessage);
        assert_eq!(code(404, 10003), RestError::MissingChannel);
        assert_eq!(code(400, 40060), RestError::AlreadyAcknowledged);
        assert_eq!(code(401, 0), RestError::Unauthorized);
        assert_eq!(code(403, 50013), RestError::Forbidden { code: 50013 });
        assert_eq!(code(400, 50083), RestError::Forbidden { code: 50083 });
        assert_eq!(classify(502, "<html>"), RestError::Unavailable { status: 502 });
    }

    #[test]
    fn a_429_says_how_long() {
        let error = classify(429, r#"{"message":"slow","retry_after":0.65,"global":true}"#);
        assert_eq!(error, RestError::RateLimited { retry_after: Duration::from_millis(650), global: true });
    }

    #[test]
    fn a_refused_body_names_fields_only() {
        let text =
            r#"{"code":50035,"errors":{"components":{"0":{"label":{"_errors":[{"message":"secret 5m"}]}}}}}"#;
        let RestError::Refused { fields, .. } = classify(400, text) else { panic!("not refused") };
        assert_eq!(fields, ".components.0.label");
    }
}
