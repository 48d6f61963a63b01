//! Secrets that pass through here: the bot's token and the tokens of interactions.

use std::fmt;

/// A token. Prints as `***` wherever something tries to print it.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Token(String);

impl Token {
    /// Wraps a token.
    pub fn new(text: impl Into<String>) -> Token {
        Token(text.into())
    }

    /// The token itself, for the one place that puts it into a request or into the store.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}
