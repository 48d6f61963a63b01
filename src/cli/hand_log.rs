//! The log of one finished hand as text: what `tinghu sim --log` writes and `tinghu replay` reads.
//!
//! One fact a line in its stored form. The first line says that the hand began, and in the same object `fair` (docs/
//! FAIR-PLAY.md 9) and `options`, the house rules. It shows everything, so it exists only of hands that have ended.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::game::event::Event;
use crate::game::ruleset::{OptionValue, Options, Variant};
use crate::game::seat::{BySeat, Seat};
use crate::game::tile::format_tiles;
use crate::game::variants::kinds;
use crate::game::wall::{FAIR_PLAY_VERSION, Nonces, Secret, Wall, commit};
use crate::store::event::TableEvent;
use crate::store::record::{RecordFault, from_log_line, to_log_line};

/// The log of a finished hand. It holds the secret and every tile, so it has no `Debug`.
pub(super) struct HandLog {
    pub(super) fair: Fair,
    pub(super) options: Options,
    pub(super) events: Vec<Event>,
}

/// What the wall was made from, and who dealt.
#[derive(Clone)]
pub(super) struct Fair {
    /// The table as it stands in the key.
    pub(super) table: String,
    pub(super) hand_no: u32,
    pub(super) variant: Variant,
    pub(super) dealer: Seat,
    pub(super) secret: Secret,
    pub(super) nonces: Nonces,
}

impl Fair {
    /// The wall of the hand.
    pub(super) fn wall(&self) -> Wall {
        let kinds = kinds(self.variant);
        Wall::make(kinds, self.variant.id(), &self.table, self.hand_no, &self.secret, &self.nonces)
    }
}

/// What is wrong with a log, or with one of its lines.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LogFault {
    /// A line is no record.
    #[error(transparent)]
    Record(#[from] RecordFault),
    /// The first line does not say that a hand began.
    #[error("the first line is not the beginning of a hand")]
    NoBeginning,
    /// A member of the first line is missing or cannot be read.
    #[error("{field} is missing or can't be read")]
    Field {
        /// Which.
        field: &'static str,
    },
    /// A member of `fair` is not what follows from the others.
    #[error("fair.{field} doesn't follow from the rest of fair")]
    Differs {
        /// Which.
        field: &'static str,
    },
    /// A later line is not about the hand.
    #[error("not an event of a hand")]
    NotPlayed,
}

#[derive(Serialize, Deserialize)]
struct FairText {
    version: u32,
    table: String,
    hand: u32,
    ruleset: String,
    dealer: String,
    commitment: String,
    secret: String,
    nonces: NonceTexts,
    wall: String,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
struct NonceTexts {
    e: String,
    s: String,
    w: String,
    n: String,
}

/// The whole log as text.
pub(super) fn write(log: &HandLog) -> Result<String, LogFault> {
    let mut text = first_line(log)?.to_string();
    for event in &log.events {
        text.push('\n');
        text.push_str(&to_log_line(&TableEvent::Played(event.clone()))?);
    }
    text.push('\n');
    Ok(text)
}

fn first_line(log: &HandLog) -> Result<Value, LogFault> {
    let fair = &log.fair;
    let began =
        TableEvent::HandBegan { hand_no: fair.hand_no, dealer: fair.dealer, nonces: fair.nonces.clone() };
    let BySeat([e, s, w, n]) = fair.nonces.clone();
    let text = FairText {
        version: FAIR_PLAY_VERSION,
        table: fair.table.clone(),
        hand: fair.hand_no,
        ruleset: fair.variant.to_string(),
        dealer: fair.dealer.to_string(),
        commitment: commit(&fair.table, fair.hand_no, &fair.secret).to_string(),
        secret: fair.secret.to_hex(),
        nonces: NonceTexts { e, s, w, n },
        wall: format_tiles(&fair.wall().reveal()),
    };
    let unwritable = |_| LogFault::Record(RecordFault::Unwritable);
    let mut line: Value = serde_json::from_str(&to_log_line(&began)?).map_err(unwritable)?;
    line["fair"] = serde_json::to_value(text).map_err(unwritable)?;
    let options = log.options.iter(fair.variant).into_iter().map(|(name, value)| {
        let value = match value {
            OptionValue::Bool(on) => Value::from(on),
            OptionValue::Number(number) => Value::from(number),
            OptionValue::Word(word) => Value::from(word),
        };
        (name.to_owned(), value)
    });
    line["options"] = Value::Object(options.collect());
    Ok(line)
}

/// Reads what the first line says: the hand, its wall checked against `fair.wall`, and its house rules.
pub(super) fn read_first(line: &str) -> Result<(Fair, Options), LogFault> {
    let TableEvent::HandBegan { hand_no, dealer, nonces } = from_log_line(line)? else {
        return Err(LogFault::NoBeginning);
    };
    let value: Value = serde_json::from_str(line).map_err(|_| LogFault::Record(RecordFault::NotJson))?;
    let text = FairText::deserialize(&value["fair"]).map_err(|_| LogFault::Field { field: "fair" })?;
    if text.version != FAIR_PLAY_VERSION {
        return Err(LogFault::Field { field: "fair.version" });
    }
    let fair = Fair {
        variant: text.ruleset.parse().map_err(|_| LogFault::Field { field: "fair.ruleset" })?,
        secret: Secret::from_hex(&text.secret).map_err(|_| LogFault::Field { field: "fair.secret" })?,
        table: text.table,
        hand_no,
        dealer,
        nonces,
    };
    let NonceTexts { e, s, w, n } = text.nonces;
    for (field, same) in [
        ("hand", text.hand == hand_no),
        ("dealer", text.dealer == dealer.to_string()),
        ("nonces", fair.nonces == BySeat([e, s, w, n])),
        ("commitment", text.commitment == commit(&fair.table, hand_no, &fair.secret).to_string()),
        ("wall", text.wall == format_tiles(&fair.wall().reveal())),
    ] {
        if !same {
            return Err(LogFault::Differs { field });
        }
    }
    Ok((fair.clone(), read_options(&value, fair.variant)?))
}

/// The house rules of a log; those that it does not name have their defaults.
fn read_options(line: &Value, variant: Variant) -> Result<Options, LogFault> {
    let refused = || LogFault::Field { field: "options" };
    let mut options = Options::of(variant);
    let Some(written) = line.get("options") else { return Ok(options) };
    for (name, value) in written.as_object().ok_or_else(refused)? {
        let value = match value {
            Value::Bool(on) => OptionValue::Bool(*on),
            Value::String(word) => OptionValue::Word(word.clone()),
            other => {
                let number = other.as_u64().and_then(|number| u32::try_from(number).ok());
                OptionValue::Number(number.ok_or_else(refused)?)
            }
        };
        options.set(variant, name, &value).map_err(|_| refused())?;
    }
    Ok(options)
}

/// Reads a later line.
pub(super) fn read_event(line: &str) -> Result<Event, LogFault> {
    match from_log_line(line)? {
        TableEvent::Played(event) => Ok(event),
        _ => Err(LogFault::NotPlayed),
    }
}
