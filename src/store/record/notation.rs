//! How single values are written: tiles, seats and games in their notation, ids as decimal strings (JavaScript reads
//! numbers above 2⁵³ wrongly), four of anything as an object with the seats as keys.

use std::fmt::Display;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::game::seat::BySeat;
use crate::game::wall::Secret;

pub(super) fn serialize<T: Display, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

pub(super) fn deserialize<'de, T: FromStr, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    String::deserialize(deserializer)?.parse().map_err(|_| D::Error::custom("unknown notation"))
}

/// The same for values that may be absent (`null`).
pub(super) mod option {
    use super::*;

    pub(in super::super) fn serialize<T: Display, S: Serializer>(
        value: &Option<T>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        value.as_ref().map(ToString::to_string).serialize(serializer)
    }

    pub(in super::super) fn deserialize<'de, T: FromStr, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<T>, D::Error> {
        let text = Option::<String>::deserialize(deserializer)?;
        text.map(|text| text.parse().map_err(|_| D::Error::custom("unknown notation"))).transpose()
    }
}

/// `{"E":…,"S":…,"W":…,"N":…}`.
pub(super) mod by_seat {
    use super::*;

    #[derive(Serialize, Deserialize)]
    struct Four<T> {
        #[serde(rename = "E")]
        east: T,
        #[serde(rename = "S")]
        south: T,
        #[serde(rename = "W")]
        west: T,
        #[serde(rename = "N")]
        north: T,
    }

    pub(in super::super) fn serialize<T: Serialize, S: Serializer>(
        values: &BySeat<T>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let [east, south, west, north] = &values.0;
        Four { east, south, west, north }.serialize(serializer)
    }

    pub(in super::super) fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<BySeat<T>, D::Error> {
        let Four { east, south, west, north } = Four::deserialize(deserializer)?;
        Ok(BySeat([east, south, west, north]))
    }
}

/// 64 hexadecimal digits.
pub(super) mod secret {
    use super::*;

    pub(in super::super) fn serialize<S: Serializer>(
        secret: &Secret,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&secret.to_hex())
    }

    pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Secret, D::Error> {
        let hex = String::deserialize(deserializer)?;
        Secret::from_hex(&hex).map_err(|_| D::Error::custom("not a secret"))
    }
}

/// Serde's remote mirrors work on single values; this makes lists of them.
macro_rules! list_of {
    ($module:ident, $type:ty, $def:literal) => {
        mod $module {
            use serde::{Deserialize, Deserializer, Serialize, Serializer};

            use super::*;

            #[derive(Serialize)]
            struct Written<'a>(#[serde(with = $def)] &'a $type);

            #[derive(Deserialize)]
            struct Read(#[serde(with = $def)] $type);

            pub(super) fn serialize<S: Serializer>(list: &[$type], serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_seq(list.iter().map(Written))
            }

            pub(super) fn deserialize<'de, D: Deserializer<'de>>(
                deserializer: D,
            ) -> Result<Vec<$type>, D::Error> {
                let list = Vec::<Read>::deserialize(deserializer)?;
                Ok(list.into_iter().map(|Read(value)| value).collect())
            }
        }
    };
}
pub(super) use list_of;
