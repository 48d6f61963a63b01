//! Settings for many servers: where the database is, and which shards this process plays for.

use std::net::SocketAddr;
use std::num::NonZeroU32;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

use crate::store::ServerAddress;
use crate::store::shards::Shards;

/// Where the tables are kept.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct StoreSettings {
    /// A PostgreSQL database; without one, a file in the data folder.
    #[serde(rename = "url", deserialize_with = "address_without_password")]
    pub server: Option<ServerAddress>,
    /// The most that the file takes, in MiB; without it, what the disk has. A server has limits of its own, so it is refused
    /// beside one that the configuration names.
    pub most_mib: Option<NonZeroU32>,
}

impl StoreSettings {
    /// What to say where a limit is given that limits nothing: the environment names a server.
    pub fn ignored_limit(&self) -> Option<&'static str> {
        (self.server.is_some() && self.most_mib.is_some()).then_some(
            "[store] most_mib means nothing beside DATABASE_URL, whose server has limits of its own: take it out of the configuration",
        )
    }

    /// The most that the file takes, in bytes.
    pub fn most_bytes(&self) -> Option<u64> {
        self.most_mib.map(|mib| u64::from(mib.get()) << 20)
    }
}

/// How to be on Discord.
#[derive(Clone, Copy, PartialEq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct DiscordSettings {
    /// The shards of this process; without them it plays for every server, on as many shards as Discord wants.
    #[serde(deserialize_with = "shards")]
    pub shards: Option<Shards>,
    /// What of Discord's limits is this process's.
    pub limits: LimitSettings,
    /// Where `GET /metrics` is answered, in the format that Prometheus reads; nowhere without it.
    pub metrics_address: Option<SocketAddr>,
}

/// What of Discord's limits is this process's.
#[derive(Clone, Copy, PartialEq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct LimitSettings {
    /// The part of the 50 requests a second that all processes of a bot have together, above 0 and at most 1; without
    /// it, the shards' part of all shards.
    #[serde(deserialize_with = "share")]
    pub share: Option<f64>,
}

impl DiscordSettings {
    /// The part of Discord's limits that is this process's.
    pub fn share(&self) -> f64 {
        self.limits.share.unwrap_or_else(|| self.shards.unwrap_or(Shards::ALL).share())
    }
}

fn address_without_password<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<ServerAddress>, D::Error> {
    let address: ServerAddress = String::deserialize(deserializer)?.parse().map_err(D::Error::custom)?;
    if address.has_password() {
        return Err(D::Error::custom("a password doesn't belong here: set DATABASE_URL in the environment"));
    }
    Ok(Some(address))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenShards {
    first: u32,
    last: u32,
    total: u32,
}

fn shards<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Shards>, D::Error> {
    let WrittenShards { first, last, total } = WrittenShards::deserialize(deserializer)?;
    Shards::new(first, last, total).map(Some).map_err(D::Error::custom)
}

fn share<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<f64>, D::Error> {
    let share = f64::deserialize(deserializer)?;
    if share > 0.0 && share <= 1.0 {
        return Ok(Some(share));
    }
    Err(D::Error::custom(format_args!("a share is above 0 and at most 1, not {share}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn discord(text: &str) -> Result<DiscordSettings, toml::de::Error> {
        toml::from_str(text)
    }

    #[test]
    fn the_share_of_the_limits_is_that_of_the_shards_unless_it_is_named() {
        assert_eq!(discord("").unwrap().share(), 1.0);
        let part = "[shards]\nfirst = 1\nlast = 1\ntotal = 4\n";
        assert_eq!(discord(part).unwrap().share(), 0.25);
        assert_eq!(discord(&format!("{part}[limits]\nshare = 0.5\n")).unwrap().share(), 0.5);
        for share in ["0.0", "-0.5", "1.5", "nan"] {
            assert!(discord(&format!("[limits]\nshare = {share}\n")).is_err(), "{share}");
        }
    }

    #[test]
    fn shards_are_three_numbers_that_fit_together() {
        assert!(discord("[shards]\nfirst = 0\nlast = 1\n").is_err());
        let refused = discord("[shards]\nfirst = 0\nlast = 2\ntotal = 2\n").unwrap_err();
        assert!(refused.message().contains("first ≤ last < total"), "{refused}");
    }

    #[test]
    fn a_password_in_the_file_is_refused() {
        let store = |url: &str| toml::from_str::<StoreSettings>(&format!("url = \"{url}\""));
        assert!(store("postgres://tinghu@db.example/tinghu").unwrap().server.is_some());
        let refused = store("postgres://tinghu:geheim@db.example/tinghu").unwrap_err();
        assert!(refused.message().contains("DATABASE_URL") && !refused.message().contains("geheim"));
    }
}
