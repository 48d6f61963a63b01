//! The stored form of the facts: versioned JSON, one object an event, `{"v":1,"type":"Discarded",…}`.
//!
//! The game's types have no `Serialize`, so nothing outside this module can write a hidden tile by accident. Serde's
//! `remote` mirrors below fail to compile when a fact gains a field that is not stored.

mod hand;
mod notation;
mod score;
mod table;

use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Map, Value};

use super::event::TableEvent;
use crate::game::event::Event;
use hand::EventDef;
use table::TableEventDef;

/// The version that is written. Older ones are turned into this one when they are read.
pub const RECORD_VERSION: u64 = 1;

/// Why a record could not be read or written. Never holds the content, which may be hidden.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RecordFault {
    /// Not a JSON object.
    #[error("not a JSON object")]
    NotJson,
    /// No version number.
    #[error("no version number")]
    NoVersion,
    /// Written by a newer program.
    #[error("record version {version} is newer than this program's {RECORD_VERSION}")]
    TooNew {
        /// The version found.
        version: u64,
    },
    /// None of the facts that its version knows.
    #[error("not a record of an event")]
    NotAnEvent,
    /// The row itself is gone.
    #[error("the row is missing")]
    Missing,
    /// The fact has no stored form.
    #[error("the event cannot be written")]
    Unwritable,
}

/// One stored fact. It may hold hidden tiles, so it has neither `Debug` nor `Display`.
#[derive(Clone)]
pub(super) struct EventRecord {
    json: String,
}

impl EventRecord {
    /// The stored form of a fact, in the newest version.
    pub(super) fn of(event: &TableEvent) -> Result<EventRecord, RecordFault> {
        let versioned = Versioned { v: RECORD_VERSION, event: Stored(event) };
        let json = serde_json::to_string(&versioned).map_err(|_| RecordFault::Unwritable)?;
        Ok(EventRecord { json })
    }

    /// The text for the database.
    pub(super) fn json(&self) -> &str {
        &self.json
    }

    /// The fact.
    pub(super) fn decode(&self) -> Result<TableEvent, RecordFault> {
        decode(&self.json)
    }
}

/// The fact in a record as it stands in the database.
pub(super) fn decode(json: &str) -> Result<TableEvent, RecordFault> {
    if let Some(event) = decode_played(json) {
        return Ok(TableEvent::Played(event));
    }
    let Ok(Value::Object(mut record)) = serde_json::from_str(json) else {
        return Err(RecordFault::NotJson);
    };
    let version = record.remove("v").and_then(|v| v.as_u64()).ok_or(RecordFault::NoVersion)?;
    let record = upcast(version, record)?;
    TableEventDef::deserialize(Value::Object(record)).map_err(|_| RecordFault::NotAnEvent)
}

#[derive(Deserialize)]
struct Version {
    v: u64,
}

/// A fact of a hand in the newest version, as nearly all records are: without an upcast it needs no [`serde_json::Value`] in
/// between, which takes more time than all else at a start. Anything else is nothing here.
fn decode_played(json: &str) -> Option<Event> {
    let version: Version = json.starts_with('{').then(|| serde_json::from_str(json).ok())??;
    let mut record = serde_json::Deserializer::from_str(json);
    (version.v == RECORD_VERSION).then(|| EventDef::deserialize(&mut record).ok())?
}

/// Turns a record of an older version into one of the newest. Version 1 is the first, so there is nothing to do yet;
/// each later version adds one step here and one file `tests/data/events/v<n>.jsonl`.
fn upcast(version: u64, record: Map<String, Value>) -> Result<Map<String, Value>, RecordFault> {
    match version {
        RECORD_VERSION => Ok(record),
        0 => Err(RecordFault::NoVersion),
        version => Err(RecordFault::TooNew { version }),
    }
}

/// A fact as a line of a hand's log (`tinghu sim --log`, `replay`, `verify`, export). It shows everything: only for
/// hands that have ended.
///
/// # Errors
/// [`RecordFault::Unwritable`] when the fact has no stored form.
pub fn to_log_line(event: &TableEvent) -> Result<String, RecordFault> {
    EventRecord::of(event).map(|record| record.json)
}

/// Reads a line of a log; unknown members (such as the first line's `fair`) are ignored.
///
/// # Errors
/// [`RecordFault`] when the line is no record that this program knows.
pub fn from_log_line(line: &str) -> Result<TableEvent, RecordFault> {
    decode(line)
}

#[derive(Serialize)]
struct Versioned<'a> {
    v: u64,
    #[serde(flatten)]
    event: Stored<'a>,
}

struct Stored<'a>(&'a TableEvent);

impl Serialize for Stored<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        TableEventDef::serialize(self.0, serializer)
    }
}
