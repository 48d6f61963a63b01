//! Which values a table can choose, and which of them can stand together. [`Options::set`] takes every value that the
//! knob table names, as `tinghu check` must; whoever makes a table asks [`Options::check`] too.

use std::fmt;

use super::{Allowed, OptionError, OptionValue, Options, TreasureSwap, Variant};
use crate::game::seat::Seat;

/// Why house rules can't stand together at a table.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Impossible {
    /// The game's own rule leaves the option no effect.
    #[error("options.treasure_swap: treasures are never exchanged in {variant} (A36)")]
    NeverSwapped {
        /// The game.
        variant: Variant,
    },
    /// An option says how another one works, and that one is off.
    #[error("options.{}: {} has no effect unless options.{} is {}", .0.name, .0.value, .0.needs, .0.needed)]
    Needs(&'static Need),
    /// Each player needs a draw that is followed by a discard.
    #[error(
        "options.reserve_tiles and options.keep_last_tiles leave {n_drawn} tiles to draw and discard, at least {least} are needed"
    )]
    TooFewTiles {
        /// Tiles that are drawn and not kept.
        n_drawn: i64,
        /// How many a table needs.
        least: i64,
    },
    /// A match is counted in rounds, and the deal does not go from seat to seat.
    #[error("a match by rounds needs options.dealer_pass next_seat and options.dealer_on_draw stays (L16)")]
    NoRounds,
}

/// An option that says how another one works.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Need {
    /// The option.
    pub name: &'static str,
    /// Its value that means nothing by itself.
    pub value: Fixed,
    /// The option it belongs to.
    pub needs: &'static str,
    /// The value that one must have.
    pub needed: Fixed,
}

const fn need(name: &'static str, value: Fixed, needs: &'static str) -> Need {
    Need { name, value, needs, needed: Fixed::Bool(true) }
}

const NEEDS: &[Need] = &[
    need("ting_claim_tie", Fixed::Word("pung_first"), "ting_by_pung"),
    // 单吊夹 is the only closed wait that 飘 can have (C-K02).
    need("all_pungs_closed_wait", Fixed::Bool(true), "pair_wait"),
    need("four_at_deal_dealer_pays", Fixed::Number(8), "four_at_deal"),
];

/// A value that the program knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fixed {
    /// On or off.
    Bool(bool),
    /// A whole number.
    Number(u32),
    /// A word.
    Word(&'static str),
}

impl fmt::Display for Fixed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value().fmt(f)
    }
}

impl Fixed {
    /// As options hold it.
    pub fn value(self) -> OptionValue {
        match self {
            Fixed::Bool(on) => OptionValue::Bool(on),
            Fixed::Number(number) => OptionValue::Number(number),
            Fixed::Word(word) => OptionValue::Word(word.to_owned()),
        }
    }
}

impl Options {
    /// Whether a table of this game can be played by these options.
    ///
    /// # Errors
    /// The first [`Impossible`] combination.
    pub fn check(&self, variant: Variant) -> Result<(), Impossible> {
        if variant == Variant::HarbinNew && self.treasure_swap != TreasureSwap::Never {
            return Err(Impossible::NeverSwapped { variant });
        }
        let values = self.iter(variant);
        let is = |name: &str, wanted: Fixed| {
            values.iter().find(|(knob, _)| *knob == name).map(|(_, value)| *value == wanted.value())
        };
        for need in NEEDS {
            if is(need.name, need.value) == Some(true) && is(need.needs, need.needed) == Some(false) {
                return Err(Impossible::Needs(need));
            }
        }
        let taken = self.reserve_tiles + self.keep_last_tiles;
        let n_drawn = i64::from(n_undealt(variant)) - i64::from(taken);
        let least = Seat::ALL.len() as i64;
        if n_drawn < least {
            return Err(Impossible::TooFewTiles { n_drawn, least });
        }
        Ok(())
    }

    /// The values that a table of this game can choose for an option, where they can be listed: switches, words and
    /// choices; empty for a free number, and for a name that the game does not have.
    pub fn choices(variant: Variant, name: &str) -> Vec<OptionValue> {
        let listed = match Options::allowed(name) {
            Some(Allowed::Bool) => vec![OptionValue::Bool(true), OptionValue::Bool(false)],
            Some(Allowed::Off) => vec![OptionValue::Bool(false)],
            Some(Allowed::Words(words)) => words.iter().map(|&word| Fixed::Word(word).value()).collect(),
            Some(Allowed::Choice { numbers, words }) => {
                let numbers = numbers.iter().map(|&number| OptionValue::Number(number));
                numbers.chain(words.iter().map(|&word| Fixed::Word(word).value())).collect()
            }
            Some(Allowed::Number { .. }) | None => Vec::new(),
        };
        let never = |value: &OptionValue| {
            variant == Variant::HarbinNew && name == "treasure_swap" && *value != Fixed::Word("never").value()
        };
        let takes = |value: &OptionValue| Options::of(variant).set(variant, name, value).is_ok();
        listed.into_iter().filter(|value| takes(value) && !never(value)).collect()
    }

    /// Sets several options at once, all or none, and checks that they can stand together.
    ///
    /// # Errors
    /// [`OptionError`] with the first that is refused.
    pub fn with(
        &self,
        variant: Variant,
        changes: impl IntoIterator<Item = (String, OptionValue)>,
    ) -> Result<Options, OptionError> {
        let mut options = self.clone();
        for (name, value) in changes {
            options.set(variant, &name, &value)?;
        }
        options.check(variant)?;
        Ok(options)
    }
}

/// Tiles of the wall after the deal, without treasures (rules README, 6).
const fn n_undealt(variant: Variant) -> u32 {
    match variant {
        Variant::HarbinNew => 55,
        Variant::Harbin | Variant::Qiqihar | Variant::QiqiharYuema => 58,
        Variant::Xingdong => 82,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(variant: Variant, changes: &[(&str, Fixed)]) -> Result<Options, OptionError> {
        let changes = changes.iter().map(|(name, value)| ((*name).to_owned(), value.value()));
        Options::of(variant).with(variant, changes)
    }

    #[test]
    fn the_defaults_of_every_game_can_stand_together() {
        for variant in Variant::ALL {
            assert_eq!(Options::of(variant).check(variant), Ok(()), "{variant}");
        }
    }

    #[test]
    fn treasures_of_the_new_game_of_harbin_are_never_exchanged() {
        let swap = [("treasure_swap", Fixed::Word("three_visible"))];
        let variant = Variant::HarbinNew;
        let refused = with(variant, &swap).unwrap_err();
        assert_eq!(refused, OptionError::Impossible(Impossible::NeverSwapped { variant }));
        assert!(refused.to_string().contains("A36"));
        assert!(with(Variant::Harbin, &swap).is_ok());
        let choices = |variant| Options::choices(variant, "treasure_swap").len();
        assert_eq!([choices(Variant::HarbinNew), choices(Variant::Harbin)], [1, 2]);
    }

    #[test]
    fn an_option_of_an_option_that_is_off_is_refused_with_both_names() {
        let refused = with(
            Variant::HarbinNew,
            &[("ting_claim_tie", Fixed::Word("pung_first")), ("ting_by_pung", Fixed::Bool(false))],
        );
        let words = "options.ting_claim_tie: pung_first has no effect unless options.ting_by_pung is true";
        assert_eq!(refused.unwrap_err().to_string(), words);
        for (off, on) in [
            (("pair_wait", Fixed::Bool(false)), ("all_pungs_closed_wait", Fixed::Bool(true))),
            (("four_at_deal", Fixed::Bool(false)), ("four_at_deal_dealer_pays", Fixed::Number(8))),
        ] {
            assert!(with(Variant::Qiqihar, &[on]).is_ok() && with(Variant::Qiqihar, &[off]).is_ok());
            let refused = with(Variant::Qiqihar, &[off, on]);
            assert!(matches!(refused, Err(OptionError::Impossible(Impossible::Needs(_)))), "{}", on.0);
        }
    }

    #[test]
    fn a_wall_that_leaves_nothing_to_discard_is_refused() {
        let tiles = |reserve, keep| {
            let changes =
                [("reserve_tiles", Fixed::Number(reserve)), ("keep_last_tiles", Fixed::Number(keep))];
            with(Variant::HarbinNew, &changes)
        };
        assert!(tiles(40, 11).is_ok());
        let few = Impossible::TooFewTiles { n_drawn: 3, least: 4 };
        assert_eq!(tiles(40, 12), Err(OptionError::Impossible(few)));
    }

    #[test]
    fn every_listed_choice_can_be_chosen_and_the_default_is_one() {
        for variant in Variant::ALL {
            let usual = Options::of(variant);
            for (name, value) in usual.iter(variant) {
                let choices = Options::choices(variant, name);
                assert!(choices.is_empty() || choices.contains(&value), "{variant} {name}");
                for choice in choices {
                    assert!(Options::of(variant).set(variant, name, &choice).is_ok(), "{variant} {name}");
                }
            }
        }
    }
}
