//! Which servers a process plays for. Discord gives each server a shard, (server id >> 22) % total; several processes
//! can share one database when each plays for shards of its own.

use std::fmt;

/// Most shards of a bot: far above what Discord asks of any.
pub const MOST_SHARDS: u32 = 16_384;

/// The shards `first..=last` of `total`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shards {
    first: u32,
    last: u32,
    total: u32,
}

/// Why three numbers name no shards.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("shards {first} to {last} of {total}: needed is first ≤ last < total ≤ {MOST_SHARDS}")]
pub struct NoShards {
    /// As given.
    pub first: u32,
    /// As given.
    pub last: u32,
    /// As given.
    pub total: u32,
}

impl Shards {
    /// Every server.
    pub const ALL: Shards = Shards { first: 0, last: 0, total: 1 };

    /// The shards from `first` to `last`, both included.
    ///
    /// # Errors
    /// [`NoShards`].
    pub fn new(first: u32, last: u32, total: u32) -> Result<Shards, NoShards> {
        if first <= last && last < total && total <= MOST_SHARDS {
            Ok(Shards { first, last, total })
        } else {
            Err(NoShards { first, last, total })
        }
    }

    /// The first one.
    pub fn first(self) -> u32 {
        self.first
    }

    /// The last one, which belongs to them.
    pub fn last(self) -> u32 {
        self.last
    }

    /// How many there are in all processes together.
    pub fn total(self) -> u32 {
        self.total
    }

    /// True where no other process plays for any server.
    pub fn are_all(self) -> bool {
        self.first == 0 && self.last + 1 == self.total
    }

    /// Their part of all shards, above 0 and at most 1.
    pub fn share(self) -> f64 {
        f64::from(self.last - self.first + 1) / f64::from(self.total)
    }

    /// Whether a server is among theirs. What happens in no server, such as a private message, is the first shard's.
    pub fn contain(self, guild: Option<u64>) -> bool {
        let shard = (guild.unwrap_or(0) >> 22) % u64::from(self.total);
        (u64::from(self.first)..=u64::from(self.last)).contains(&shard)
    }
}

impl fmt::Display for Shards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.first, self.last) {
            (first, last) if first == last => write!(f, "shard {first} of {}", self.total),
            (first, last) => write!(f, "shards {first} to {last} of {}", self.total),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_server_is_of_one_shard_and_private_messages_of_the_first() {
        let guild = 1_100_000_000_000_000_100;
        let parts = [(0, 1), (2, 2), (3, 3)].map(|(first, last)| Shards::new(first, last, 4).unwrap());
        assert_eq!(parts.map(|shards| shards.contain(Some(guild))), [false, false, true]);
        assert_eq!(parts.map(|shards| shards.contain(None)), [true, false, false]);
        assert!(Shards::ALL.contain(Some(guild)) && Shards::ALL.contain(None) && Shards::ALL.are_all());
        assert_eq!(parts.map(Shards::share), [0.5, 0.25, 0.25]);
        assert_eq!(parts[0].to_string(), "shards 0 to 1 of 4");
    }

    #[test]
    fn numbers_that_name_no_shards_are_refused() {
        for (first, last, total) in [(1, 0, 2), (0, 2, 2), (0, 0, 0), (0, 0, MOST_SHARDS + 1)] {
            assert_eq!(Shards::new(first, last, total), Err(NoShards { first, last, total }));
        }
        assert!(Shards::new(0, MOST_SHARDS - 1, MOST_SHARDS).unwrap().are_all());
    }
}
