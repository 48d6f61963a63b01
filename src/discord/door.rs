//! A way to a player's private messages: the token of one of their interactions.

use std::time::{SystemTime, UNIX_EPOCH};

use crate::store::event::UnixMs;
use crate::store::surfaces::{TOKEN_LIFE_MS, Token};

/// The last of a token's minutes is left for requests on their way.
const OPEN_FOR_MS: u64 = TOKEN_LIFE_MS - 60 * 1000;

/// A token with its age.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Door {
    /// The token.
    pub token: Token,
    /// When its interaction arrived.
    pub issued_at: UnixMs,
}

impl Door {
    /// False once the token is too old to be used.
    pub fn is_open(&self) -> bool {
        now().0 < self.issued_at.0.saturating_add(OPEN_FOR_MS)
    }
}

/// The moment by the calendar.
pub fn now() -> UnixMs {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    UnixMs(u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_used_for_14_minutes_and_not_longer() {
        let minutes_ago = |minutes: u64, seconds: u64| {
            let age = (60 * minutes + seconds) * 1000;
            Door { token: Token::new("aW50".into()), issued_at: UnixMs(now().0 - age) }
        };
        assert!(minutes_ago(0, 0).is_open());
        assert!(minutes_ago(13, 50).is_open());
        assert!(!minutes_ago(14, 0).is_open());
        assert!(!minutes_ago(15, 0).is_open());
    }
}
