//! What a new table is by default, and how long matches are.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

use crate::game::length::{MOST_HANDS, MOST_ROUNDS};
use crate::game::ruleset::Variant;
use crate::store::event::ClockPreset;

/// What a new table is by default.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TableDefaults {
    /// The game.
    #[serde(deserialize_with = "playable")]
    pub ruleset: Variant,
    /// The pace.
    #[serde(deserialize_with = "clock")]
    pub clock: ClockPreset,
    /// Length of a match in hands, 1–32.
    #[serde(deserialize_with = "hands")]
    pub hands: u32,
}

impl Default for TableDefaults {
    fn default() -> TableDefaults {
        TableDefaults { ruleset: Variant::HarbinNew, clock: ClockPreset::Normal, hands: 8 }
    }
}

pub(super) fn playable<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Variant, D::Error> {
    let variant: Variant = String::deserialize(deserializer)?.parse().map_err(D::Error::custom)?;
    if Variant::PLAYABLE.contains(&variant) {
        return Ok(variant);
    }
    Err(D::Error::custom(format_args!("ruleset \"{variant}\" can't be played yet")))
}

fn clock<'de, D: Deserializer<'de>>(deserializer: D) -> Result<ClockPreset, D::Error> {
    match String::deserialize(deserializer)?.as_str() {
        "fast" => Ok(ClockPreset::Fast),
        "normal" => Ok(ClockPreset::Normal),
        "slow" => Ok(ClockPreset::Slow),
        "test" => Ok(ClockPreset::Test),
        other => {
            Err(D::Error::custom(format_args!("unknown clock {other:?}; there are fast, normal and slow")))
        }
    }
}

fn hands<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    Hands::deserialize(deserializer).map(|Hands(hands)| hands)
}

/// A length in hands, 1–[`MOST_HANDS`].
pub(super) struct Hands(pub(super) u32);

/// A length in rounds, 1–[`MOST_ROUNDS`].
pub(super) struct Rounds(pub(super) u32);

impl<'de> Deserialize<'de> for Hands {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Hands, D::Error> {
        match u32::deserialize(deserializer)? {
            hands @ 1..=MOST_HANDS => Ok(Hands(hands)),
            other => Err(D::Error::custom(format_args!("a match has 1 to {MOST_HANDS} hands, not {other}"))),
        }
    }
}

impl<'de> Deserialize<'de> for Rounds {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Rounds, D::Error> {
        match u32::deserialize(deserializer)? {
            rounds @ 1..=MOST_ROUNDS => Ok(Rounds(rounds)),
            other => {
                Err(D::Error::custom(format_args!("a match has 1 to {MOST_ROUNDS} rounds, not {other}")))
            }
        }
    }
}
