//! Errors at the edge: why the bot can't run, and refusals in a person's words.

use std::net::SocketAddr;

use super::rest_error::RestError;
use crate::game::action::Offer;
use crate::store::ledger::LedgerError;
use crate::table::command::Refusal;
use crate::text::{Lang, illegal_text, impossible_text, say, seat_name};

/// Why the bot does not run.
#[derive(Debug, thiserror::Error)]
pub enum DiscordError {
    /// The token is wrong.
    #[error("Discord does not accept the bot's token; check DISCORD_TOKEN")]
    BadToken,
    /// Discord can't be reached.
    #[error("Discord can't be reached at {base}: {source}")]
    Unreachable {
        /// The address asked.
        base: String,
        /// What happened.
        source: RestError,
    },
    /// The gateway's address belongs to another host than the API: with a sandbox the bot must never leave it.
    #[error("the gateway {gateway} is not part of {base}")]
    ForeignGateway {
        /// The gateway's address.
        gateway: String,
        /// The API's address.
        base: String,
    },
    /// The page of the metrics can't be offered.
    #[error("the metrics can't be shown at {address}: {source}; change [discord] metrics_address")]
    Metrics {
        /// The address asked for.
        address: SocketAddr,
        /// Why not.
        source: std::io::Error,
    },
    /// The tables of an earlier run can't be read.
    #[error("tables: {0}")]
    Tables(#[from] LedgerError),
    /// The connection to the gateway failed for good.
    #[error("gateway: {0}")]
    Gateway(#[from] Box<serenity::Error>),
}

/// Why nothing was done, in one kind sentence that says what is possible.
pub fn refusal_text(lang: Lang, refusal: &Refusal, offers: &[Offer]) -> String {
    match refusal {
        Refusal::Repeated => say(lang, "refusal-repeated", &[]),
        Refusal::NotSeated => say(lang, "refusal-not-seated", &[]),
        Refusal::AlreadySeated { seat } => {
            say(lang, "refusal-already-seated", &[("seat", seat_name(lang, *seat).into())])
        }
        Refusal::Full => say(lang, "refusal-full", &[]),
        Refusal::MatchRunning => say(lang, "refusal-match-running", &[]),
        Refusal::NotHost { host } => {
            say(lang, "refusal-not-host", &[("host", format!("<@{}>", host.0).into())])
        }
        Refusal::TooFewPlayers { n_missing } => {
            say(lang, "refusal-too-few-players", &[("n", (*n_missing).into())])
        }
        Refusal::NoHand => say(lang, "refusal-no-hand", &[]),
        Refusal::Stale => say(lang, "refusal-stale", &[]),
        Refusal::Illegal(illegal) => illegal_text(lang, illegal, offers),
        Refusal::Impossible(impossible) => impossible_text(lang, impossible),
        Refusal::RunPointsChosen => say(lang, "refusal-run-chosen", &[]),
        Refusal::NotAway => say(lang, "refusal-not-away", &[]),
        Refusal::LuckTooLong => say(lang, "refusal-luck-too-long", &[]),
        Refusal::NoSuchPlayer => say(lang, "refusal-no-such-player", &[]),
        Refusal::PlayerSeated => say(lang, "refusal-player-seated", &[]),
        Refusal::Closed => say(lang, "refusal-closed", &[]),
        Refusal::Paused => say(lang, "refusal-paused", &[]),
    }
}
