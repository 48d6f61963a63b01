//! Snowflakes: Discord's 64-bit ids, whose upper bits are the time of creation.
use std::fmt;
use std::str::FromStr;

use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The application, which is also the bot's user.
pub const BOT: Id = Id(1_100_000_000_000_000_001);
/// The first server.
pub const GUILD: Id = Id(1_100_000_000_000_000_100);
/// The first server's text channel.
pub const CHANNEL: Id = Id(1_100_000_000_000_000_200);
/// The first of the four first users; the others follow it.
pub const FIRST_USER: Id = Id(1_100_000_000_000_000_301);

/// Discord counts milliseconds from the first second of 2015 (UTC).
const DISCORD_EPOCH_MS: u64 = 1_420_070_400_000;

/// A snowflake. Never 0. JSON form: a decimal string.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Id(pub u64);

impl Id {
    /// The id for something made at `now_ms` (Unix time), later than every id up to `last`.
    pub fn after(last: Id, now_ms: u64) -> Id {
        let fresh = now_ms.saturating_sub(DISCORD_EPOCH_MS) << 22;
        Id(fresh.max(last.0 + 1))
    }

    /// When the thing with this id was made, Unix time in ms.
    pub fn created_ms(self) -> u64 {
        (self.0 >> 22) + DISCORD_EPOCH_MS
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Text that is no snowflake.
#[derive(Debug, thiserror::Error)]
#[error("{0:?} is not a snowflake")]
pub struct NotAnId(pub String);

impl FromStr for Id {
    type Err = NotAnId;

    fn from_str(text: &str) -> Result<Id, NotAnId> {
        match text.parse::<u64>() {
            Ok(n) if n > 0 => Ok(Id(n)),
            _ => Err(NotAnId(text.to_owned())),
        }
    }
}

impl Serialize for Id {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Id, D::Error> {
        struct Digits;
        impl Visitor<'_> for Digits {
            type Value = Id;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a snowflake")
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<Id, E> {
                text.parse().map_err(E::custom)
            }
            fn visit_u64<E: de::Error>(self, n: u64) -> Result<Id, E> {
                Ok(Id(n))
            }
        }
        deserializer.deserialize_any(Digits)
    }
}
