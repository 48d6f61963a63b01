//! How a bot may connect: on how many shards, and how often a session may begin. Source: Discord's "Gateway", sections
//! "Sharding" and "Session Start Limit".

use serde_json::{Value, json};

use super::ids::{BOT, Id};
use super::world::World;

/// Session starts that a bot has in a day. Discord takes the token from a bot that uses more; here they are only counted.
const STARTS_A_DAY: u64 = 1_000;
const DAY_MS: u64 = 86_400_000;
/// More shards than this are no shards.
const MOST_SHARDS: u64 = 16_384;

/// This shard, of how many.
pub type Shard = (u64, u64);

/// What is asked of a bot that connects.
#[derive(Debug)]
pub struct Sharding {
    /// Shards that a bot is told to use.
    pub shards: u64,
    /// Sessions that may begin within [`Sharding::identify_every_ms`], one of each rest of the shard's number.
    pub max_concurrency: u64,
    /// Between two session starts with the same rest. 0: no limit.
    pub identify_every_ms: u64,
    /// A shard with more servers is refused.
    pub guilds_a_shard: u64,
    day_began_ms: u64,
    n_starts: u64,
}

impl Default for Sharding {
    fn default() -> Sharding {
        Sharding {
            shards: 1,
            max_concurrency: 1,
            identify_every_ms: 5_000,
            guilds_a_shard: 2_500,
            day_began_ms: 0,
            n_starts: 0,
        }
    }
}

/// Why no session begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unwelcome {
    /// Another one of the same rest began a moment ago: the session is invalid, the connection stays.
    TooSoon,
    /// This shard would have too many servers.
    TooManyGuilds,
}

/// The shard that an IDENTIFY names, the only one where it names none; `None` where what it names is no shard.
pub fn named_shard(field: &Value) -> Option<Shard> {
    match field {
        Value::Null => Some((0, 1)),
        Value::Array(pair) => match pair.as_slice() {
            [n, of] => Some((n.as_u64()?, of.as_u64()?)).filter(|(n, of)| n < of && *of <= MOST_SHARDS),
            _ => None,
        },
        _ => None,
    }
}

/// The shard of a server among `of`; what happens in no server is the first one's.
pub fn shard_of(guild: Option<Id>, of: u64) -> u64 {
    guild.map_or(0, |guild| (guild.0 >> 22) % of)
}

impl World {
    /// The servers of a shard in which the bot is.
    pub fn guilds_of(&self, shard: Shard) -> Vec<Id> {
        let guilds = self.data.guilds.values().filter(|guild| guild.members.contains_key(&BOT));
        guilds.map(|guild| guild.id).filter(|id| shard_of(Some(*id), shard.1) == shard.0).collect()
    }

    /// Whether a session of this shard may begin now. If so, it counts.
    pub fn welcome(&mut self, shard: Shard) -> Result<(), Unwelcome> {
        let n_guilds = self.guilds_of(shard).len();
        let now = self.now_ms();
        let rules = &mut self.sharding;
        if u64::try_from(n_guilds).is_ok_and(|n| n > rules.guilds_a_shard) {
            return Err(Unwelcome::TooManyGuilds);
        }
        let rest = (shard.0 % rules.max_concurrency).to_string();
        if self.rates.take_own("identify", &rest, 1, rules.identify_every_ms, now).is_some() {
            return Err(Unwelcome::TooSoon);
        }
        if rules.day_began_ms + DAY_MS <= now {
            (rules.day_began_ms, rules.n_starts) = (now, 0);
        }
        rules.n_starts += 1;
        Ok(())
    }

    /// The body of `GET /gateway/bot`.
    pub fn gateway_bot_json(&self) -> Value {
        let rules = &self.sharding;
        let n_guilds = u64::try_from(self.guilds_of((0, 1)).len()).unwrap_or(u64::MAX);
        let now = self.now_ms();
        let is_today = rules.day_began_ms + DAY_MS > now;
        let (used, reset_after) =
            if is_today { (rules.n_starts, rules.day_began_ms + DAY_MS - now) } else { (0, DAY_MS) };
        json!({
            "url": self.gateway_url(), "shards": rules.shards.max(n_guilds.div_ceil(rules.guilds_a_shard)),
            "session_start_limit": {
                "total": STARTS_A_DAY, "remaining": STARTS_A_DAY.saturating_sub(used),
                "reset_after": reset_after, "max_concurrency": rules.max_concurrency,
            },
        })
    }

    /// Changes what is asked of bots that connect from now on; what isn't named stays. The name of a field that holds no
    /// such number is the error.
    pub fn set_sharding(&mut self, wanted: &Value) -> Result<Value, &'static str> {
        let number = |field: &'static str, known: u64, least: u64, most: u64| match &wanted[field] {
            Value::Null => Ok(known),
            value => value.as_u64().filter(|n| (least..=most).contains(n)).ok_or(field),
        };
        let rules = &self.sharding;
        let shards = number("shards", rules.shards, 1, MOST_SHARDS)?;
        let max_concurrency = number("max_concurrency", rules.max_concurrency, 1, MOST_SHARDS)?;
        let identify_every_ms = number("identify_every_ms", rules.identify_every_ms, 0, DAY_MS)?;
        let guilds_a_shard = number("guilds_a_shard", rules.guilds_a_shard, 1, u64::MAX)?;
        let rules = &mut self.sharding;
        (rules.shards, rules.max_concurrency) = (shards, max_concurrency);
        (rules.identify_every_ms, rules.guilds_a_shard) = (identify_every_ms, guilds_a_shard);
        Ok(json!({
            "shards": shards, "max_concurrency": max_concurrency, "identify_every_ms": identify_every_ms,
            "guilds_a_shard": guilds_a_shard,
        }))
    }
}
