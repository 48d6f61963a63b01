//! How well the program plays.

use std::fmt;
use std::str::FromStr;

/// How the program chooses among what is offered. In 兴动, where it aims at fans, both play alike.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Level {
    /// Keeps the hand as near to ting as it can, and looks no further.
    Greedy,
    /// Among hands equally near it takes the one that more unseen tiles help.
    #[default]
    Counting,
}

impl Level {
    /// All levels, the weakest first.
    pub const ALL: [Level; 2] = [Level::Greedy, Level::Counting];

    /// The name in commands and logs.
    pub const fn name(self) -> &'static str {
        match self {
            Level::Greedy => "greedy",
            Level::Counting => "counting",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A text that names no level.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no player {name:?}")]
pub struct UnknownLevel {
    /// What was given.
    pub name: String,
}

impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(name: &str) -> Result<Level, UnknownLevel> {
        Level::ALL
            .into_iter()
            .find(|level| level.name() == name)
            .ok_or_else(|| UnknownLevel { name: name.to_owned() })
    }
}
