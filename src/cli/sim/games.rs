//! Which games a simulation plays, and under which house rules.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use super::SimError;
use crate::game::ruleset::{OptionValue, Options, UnknownVariant, Variant};
use crate::game::variants::{Rules, rules};
use crate::game::wall::{Words, key, sim_nonces, sim_secret};

/// `--ruleset`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Games {
    /// Every hand is of this game.
    One(Variant),
    /// `all`: the playable games in turn, four hands each.
    All,
}

impl Games {
    /// The game of hand number `hand_no` (from 1): four hands in a row, so that each seat deals once.
    fn of_hand(self, hand_no: u32) -> Variant {
        match self {
            Games::One(variant) => variant,
            Games::All => Variant::PLAYABLE[hand_no.saturating_sub(1) as usize / 4 % Variant::PLAYABLE.len()],
        }
    }
}

impl From<Variant> for Games {
    fn from(variant: Variant) -> Games {
        Games::One(variant)
    }
}

impl fmt::Display for Games {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Games::One(variant) => variant.fmt(f),
            Games::All => f.write_str("all"),
        }
    }
}

impl FromStr for Games {
    type Err = UnknownVariant;

    fn from_str(text: &str) -> Result<Games, UnknownVariant> {
        if text == "all" { Ok(Games::All) } else { text.parse().map(Games::One) }
    }
}

/// `--options`.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub enum House {
    /// The defaults of the game.
    #[default]
    Default,
    /// Other house rules each hand, by lot.
    Random,
    /// The defaults but for these.
    Named(Vec<(String, OptionValue)>),
}

/// A part of `--options` that sets nothing.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{part:?} is neither `random` nor of the form name=value")]
pub struct NotAnOption {
    /// What was given.
    pub part: String,
}

impl FromStr for House {
    type Err = NotAnOption;

    fn from_str(text: &str) -> Result<House, NotAnOption> {
        match text {
            "" => Ok(House::Default),
            "random" => Ok(House::Random),
            _ => text.split(',').map(named).collect::<Result<_, _>>().map(House::Named),
        }
    }
}

fn named(part: &str) -> Result<(String, OptionValue), NotAnOption> {
    let (name, value) = part.split_once('=').ok_or_else(|| NotAnOption { part: part.to_owned() })?;
    let value = match (value, value.parse()) {
        ("true", _) => OptionValue::Bool(true),
        ("false", _) => OptionValue::Bool(false),
        (_, Ok(number)) => OptionValue::Number(number),
        _ => OptionValue::Word(value.to_owned()),
    };
    Ok((name.trim().to_owned(), value))
}

/// House rules as `--options` takes them: those that are not the defaults.
pub(super) struct AsArgument<'a>(pub(super) Variant, pub(super) &'a Options);

impl fmt::Display for AsArgument<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let AsArgument(variant, options) = *self;
        let defaults = Options::of(variant).iter(variant);
        let changed =
            options.iter(variant).into_iter().zip(defaults).filter(|(value, default)| value != default);
        for (i, ((name, value), _)) in changed.enumerate() {
            f.write_str(if i > 0 { "," } else { "" })?;
            match value {
                OptionValue::Bool(on) => write!(f, "{name}={on}"),
                OptionValue::Number(number) => write!(f, "{name}={number}"),
                OptionValue::Word(word) => write!(f, "{name}={word}"),
            }?;
        }
        Ok(())
    }
}

/// The rules of each hand of a simulation.
#[derive(Clone)]
pub(super) struct Rulebooks {
    games: Games,
    seed: u64,
    /// Those of every hand, by game; `None` where they are by lot.
    fixed: Option<Vec<Arc<dyn Rules>>>,
}

impl Rulebooks {
    /// # Errors
    /// [`SimError::NoSuchGame`], [`SimError::Option`], [`SimError::Impossible`], [`SimError::OptionsOfMany`].
    pub(super) fn new(games: Games, house: &House, seed: u64) -> Result<Rulebooks, SimError> {
        let variants = match games {
            Games::One(variant) => vec![variant],
            Games::All => Variant::PLAYABLE.to_vec(),
        };
        let defaults = |variant: Variant| playable(variant, Options::of(variant));
        let books: Vec<Arc<dyn Rules>> = variants.into_iter().map(defaults).collect::<Result<_, _>>()?;
        let fixed = match (house, games) {
            (House::Default, _) => Some(books),
            (House::Random, _) => None,
            (House::Named(named), Games::One(variant)) => {
                Some(vec![playable(variant, set(variant, named)?)?])
            }
            (House::Named(_), Games::All) => return Err(SimError::OptionsOfMany),
        };
        Ok(Rulebooks { games, seed, fixed })
    }

    /// The rules of hand number `hand_no`.
    pub(super) fn of_hand(&self, hand_no: u32) -> Result<Arc<dyn Rules>, SimError> {
        let variant = self.games.of_hand(hand_no);
        let fixed = self.fixed.iter().flatten().find(|rules| rules.variant() == variant);
        match fixed {
            Some(rules) => Ok(Arc::clone(rules)),
            None => {
                // Another key than the wall's: house rules say nothing about it.
                let secret = sim_secret(self.seed, hand_no);
                let mut lot = Words::of(&key("options", "sim", hand_no, &secret, &sim_nonces()));
                playable(variant, Options::random(variant, |n| lot.below(n)))
            }
        }
    }
}

fn set(variant: Variant, named: &[(String, OptionValue)]) -> Result<Options, SimError> {
    let mut options = Options::of(variant);
    named.iter().try_for_each(|(name, value)| options.set(variant, name, value))?;
    options.check(variant)?;
    Ok(options)
}

fn playable(variant: Variant, options: Options) -> Result<Arc<dyn Rules>, SimError> {
    rules(variant, options).map(Arc::from).ok_or(SimError::NoSuchGame { variant })
}
