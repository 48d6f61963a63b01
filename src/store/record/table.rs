//! Stored form of what happens at a table around its hands.

use std::collections::BTreeMap;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::hand::{EventDef, MoverDef};
use super::notation;
use crate::game::event::{Event, Mover};
use crate::game::length::MatchLength;
use crate::game::level::Level;
use crate::game::ruleset::{OptionValue, Options, RunPoints, Variant};
use crate::game::seat::{BySeat, Seat};
use crate::game::wall::Secret;
use crate::store::event::{ClockPreset, MatchEnd, PauseReason, Place, Player, Settings, TableEvent, UserId};

#[derive(Serialize, Deserialize)]
#[serde(remote = "UserId", transparent)]
struct UserIdDef(#[serde(with = "notation")] u64);

#[derive(Serialize, Deserialize)]
#[serde(remote = "Place")]
struct PlaceDef {
    #[serde(with = "notation::option")]
    guild: Option<u64>,
    #[serde(with = "notation")]
    channel: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Player", tag = "kind", rename_all = "snake_case")]
enum PlayerDef {
    Person {
        #[serde(with = "UserIdDef")]
        user: UserId,
        name: String,
    },
    Program,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "ClockPreset", rename_all = "snake_case")]
enum ClockPresetDef {
    Fast,
    Normal,
    Slow,
    Test,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "MatchEnd", rename_all = "snake_case")]
enum MatchEndDef {
    Complete,
    Ended,
    Idle,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "PauseReason", rename_all = "snake_case")]
enum PauseReasonDef {
    NobodyActed,
    Fault,
    NoPermission,
    NoAccess,
    Archived,
    ChannelDeleted,
    BotRemoved,
}

/// An option's value: a JSON bool, number or string.
#[derive(Serialize, Deserialize)]
#[serde(remote = "OptionValue", untagged)]
enum OptionValueDef {
    Bool(bool),
    Number(u32),
    Word(String),
}

#[derive(Serialize, Deserialize)]
struct StoredOption(#[serde(with = "OptionValueDef")] OptionValue);

/// Settings, with the options by name and all of them written, so that a changed default changes no old table.
#[derive(Serialize, Deserialize)]
struct StoredSettings {
    #[serde(with = "notation")]
    variant: Variant,
    options: BTreeMap<String, StoredOption>,
    /// For a match by rounds the hands after which it ends in any case.
    n_hands: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    n_rounds: Option<u32>,
    n_programs: u8,
    /// Tables of older programs had the usual level alone.
    #[serde(default, with = "notation", skip_serializing_if = "is_usual")]
    level: Level,
    #[serde(with = "ClockPresetDef")]
    clock: ClockPreset,
    locale: String,
}

fn is_usual(level: &Level) -> bool {
    *level == Level::default()
}

mod settings {
    use super::*;

    pub(super) fn serialize<S: Serializer>(settings: &Settings, serializer: S) -> Result<S::Ok, S::Error> {
        let Settings { variant, options, length, n_programs, level, clock, locale } = settings.clone();
        let n_hands = length.most_hands();
        let n_rounds = match length {
            MatchLength::Hands(_) => None,
            MatchLength::Rounds(rounds) => Some(rounds),
        };
        let options = options.iter(variant).into_iter();
        let options = options.map(|(name, value)| (name.to_owned(), StoredOption(value))).collect();
        StoredSettings { variant, options, n_hands, n_rounds, n_programs, level, clock, locale }
            .serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Settings, D::Error> {
        let stored = StoredSettings::deserialize(deserializer)?;
        let StoredSettings { variant, n_hands, n_rounds, n_programs, level, clock, locale, .. } = stored;
        let length = n_rounds.map_or(MatchLength::Hands(n_hands), MatchLength::Rounds);
        let mut options = Options::of(variant);
        for (name, StoredOption(value)) in &stored.options {
            options.set(variant, name, value).map_err(D::Error::custom)?;
        }
        Ok(Settings { variant, options, length, n_programs, level, clock, locale })
    }
}

/// 跑分 as its option writes it: a number, or "top".
mod run_points {
    use super::*;

    pub(super) fn serialize<S: Serializer>(choice: &RunPoints, serializer: S) -> Result<S::Ok, S::Error> {
        OptionValueDef::serialize(&choice.value(), serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<RunPoints, D::Error> {
        let value = OptionValueDef::deserialize(deserializer)?;
        RunPoints::from_value(&value).ok_or_else(|| D::Error::custom("no 跑分"))
    }
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "TableEvent", tag = "type")]
pub(super) enum TableEventDef {
    Opened {
        #[serde(with = "PlaceDef")]
        place: Place,
        #[serde(with = "UserIdDef")]
        host: UserId,
        #[serde(with = "settings")]
        settings: Settings,
    },
    SettingsChanged {
        #[serde(with = "settings")]
        settings: Settings,
    },
    SecretDrawn {
        hand_no: u32,
        #[serde(with = "notation::secret")]
        secret: Secret,
    },
    SeatTaken {
        #[serde(with = "notation")]
        seat: Seat,
        #[serde(with = "PlayerDef")]
        player: Player,
    },
    SeatLeft {
        #[serde(with = "notation")]
        seat: Seat,
    },
    SeatPromised {
        #[serde(with = "notation")]
        seat: Seat,
        #[serde(with = "PlayerDef")]
        player: Player,
    },
    HintsSet {
        on: bool,
    },
    HostChanged {
        #[serde(with = "UserIdDef")]
        host: UserId,
    },
    Readied {
        #[serde(with = "notation")]
        seat: Seat,
        nonce: String,
    },
    RunPointsAsked,
    RunPointsChosen {
        #[serde(with = "notation")]
        seat: Seat,
        #[serde(with = "run_points")]
        choice: RunPoints,
        #[serde(with = "MoverDef")]
        by: Mover,
    },
    HandBegan {
        hand_no: u32,
        #[serde(with = "notation")]
        dealer: Seat,
        #[serde(with = "notation::by_seat")]
        nonces: BySeat<String>,
    },
    HandVoided,
    ProgramTookOver {
        #[serde(with = "notation")]
        seat: Seat,
    },
    PlayerCameBack {
        #[serde(with = "notation")]
        seat: Seat,
    },
    Paused {
        #[serde(with = "PauseReasonDef")]
        reason: PauseReason,
    },
    Resumed,
    Closed {
        #[serde(with = "MatchEndDef")]
        end: MatchEnd,
    },
    /// A hand's fact stands in the same object, under its own name.
    #[serde(untagged)]
    Played(#[serde(with = "EventDef")] Event),
}
