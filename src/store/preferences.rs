//! What people and servers chose once and for all. Outside the log: it says how things are shown and begun, not what
//! happened.

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use serde::{Deserialize, Serialize};

use super::event::UserId;
use super::ledger::LedgerError;

/// What a person chose for themselves, at every table.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct PersonChoices {
    /// May be pinged when late.
    pub pings: bool,
    /// Locale code of the language; `None` as Discord says.
    pub lang: Option<String>,
    /// What Discord said last, where that is not the language of the table: a message that is shown again after a
    /// restart comes before the person's next click.
    pub locale: Option<String>,
    /// Digits and letters on the tiles of the own hand.
    pub digits: bool,
    /// Lets every discard go that does not win.
    pub auto_pass: bool,
    /// Wins as soon as the rules allow it.
    pub auto_win: bool,
    /// One list instead of a button for each tile.
    pub compact: bool,
}

impl Default for PersonChoices {
    fn default() -> PersonChoices {
        PersonChoices {
            pings: true,
            lang: None,
            locale: None,
            digits: false,
            auto_pass: false,
            auto_win: false,
            compact: false,
        }
    }
}

/// What a server's tables are when their maker leaves the choice open.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct ServerChoices {
    /// The id of a game.
    pub ruleset: Option<String>,
    /// A set of house rules by its name in the configuration; goes before the game.
    pub preset: Option<String>,
    /// The name of a pace.
    pub clock: Option<String>,
    /// A table plays in a thread of its own.
    pub thread: bool,
    /// Locale code of the public messages; `None` as the host's.
    pub lang: Option<String>,
    /// Roles whose members may end tables.
    pub enders: Vec<u64>,
}

/// Where choices are kept. What can't be read counts as never chosen, so a newer program's record harms nobody; it stays as
/// it is until its owner chooses anew.
pub trait Preferences: Send + Sync {
    /// A person's choices; `None` where there is a record that this program can't read.
    fn readable_person(&self, user: UserId) -> BoxFuture<'_, Result<Option<PersonChoices>, LedgerError>>;

    /// A person's choices.
    fn person(&self, user: UserId) -> BoxFuture<'_, Result<PersonChoices, LedgerError>> {
        self.readable_person(user).map(|read| read.map(Option::unwrap_or_default)).boxed()
    }

    /// Keeps what Discord says of a person's language beside their choices, which stay what they are. Whoever calls it
    /// lets nobody else write them meanwhile.
    fn set_locale(&self, user: UserId, locale: String) -> BoxFuture<'_, Result<(), LedgerError>> {
        async move {
            match self.readable_person(user).await? {
                Some(now) => self.set_person(user, PersonChoices { locale: Some(locale), ..now }).await,
                None => Ok(()),
            }
        }
        .boxed()
    }

    /// Replaces a person's choices.
    fn set_person(&self, user: UserId, choices: PersonChoices) -> BoxFuture<'_, Result<(), LedgerError>>;

    /// A server's choices.
    fn server(&self, guild: u64) -> BoxFuture<'_, Result<ServerChoices, LedgerError>>;

    /// Replaces a server's choices.
    fn set_server(&self, guild: u64, choices: ServerChoices) -> BoxFuture<'_, Result<(), LedgerError>>;
}
