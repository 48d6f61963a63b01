//! Options by their names: what queries, configuration files and logs say (docs/RULES.md).

use std::fmt;

use super::table::{BASE, KNOBS};
use super::{OptionError, OptionValue, Options, RobKongPays, Variant};

/// What an option may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Allowed {
    /// On or off.
    Bool,
    /// Off: the other value is not implemented.
    Off,
    /// A whole number.
    Number {
        /// The lowest that has a meaning.
        least: u32,
        /// The highest that leaves a playable table.
        most: u32,
    },
    /// One of these words.
    Words(&'static [&'static str]),
    /// One of these numbers, or one of these words.
    Choice {
        /// The numbers.
        numbers: &'static [u32],
        /// The words.
        words: &'static [&'static str],
    },
}

impl fmt::Display for Allowed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Allowed::Bool => f.write_str("true or false"),
            Allowed::Off => f.write_str("false, the only value so far"),
            Allowed::Number { least, most } => write!(f, "a whole number from {least} to {most}"),
            Allowed::Words([word]) => write!(f, "\"{word}\""),
            Allowed::Words(words) => write!(f, "one of \"{}\"", words.join("\", \"")),
            Allowed::Choice { numbers, words } => {
                let numbers = numbers.iter().map(ToString::to_string);
                let all: Vec<String> =
                    numbers.chain(words.iter().map(|word| format!("\"{word}\""))).collect();
                write!(f, "one of {}", all.join(", "))
            }
        }
    }
}

impl Options {
    /// The defaults of a game.
    pub fn of(variant: Variant) -> Options {
        let mut options = BASE;
        for knob in KNOBS {
            if let Some(value) = knob.preset(variant) {
                let fits = (knob.write)(&mut options, &value);
                debug_assert!(fits, "the default of {} is none of its values", knob.name);
            }
        }
        options
    }

    /// Sets one option by its name.
    ///
    /// # Errors
    /// [`OptionError::Unknown`] for a name that this game does not have, [`OptionError::Value`] for a value of the
    /// wrong type (a bool is no number) or outside the option's values. Nothing is changed then.
    pub fn set(&mut self, variant: Variant, name: &str, value: &OptionValue) -> Result<(), OptionError> {
        let knob = KNOBS
            .iter()
            .find(|knob| knob.name == name && knob.preset(variant).is_some())
            .ok_or_else(|| OptionError::Unknown { name: name.to_owned(), variant })?;
        // A choice that only some games have: `self_draw_konger_pays` belongs to the two games of Harbin.
        let harbin_only = *value == OptionValue::Word(RobKongPays::KongerPays.word().to_owned());
        let refused = harbin_only && !matches!(variant, Variant::HarbinNew | Variant::Harbin);
        if refused || !(knob.write)(self, value) {
            return Err(OptionError::Value { name: knob.name, allowed: knob.allowed });
        }
        Ok(())
    }

    /// Every option of a game with its value, in the order of the rule documents: for logs and rule texts.
    pub fn iter(&self, variant: Variant) -> Vec<(&'static str, OptionValue)> {
        KNOBS
            .iter()
            .filter(|knob| knob.preset(variant).is_some())
            .map(|knob| (knob.name, (knob.read)(self)))
            .collect()
    }

    /// What the option of this name may be, in any game; `None` if no game has it.
    pub fn allowed(name: &str) -> Option<Allowed> {
        KNOBS.iter().find(|knob| knob.name == name).map(|knob| knob.allowed)
    }
}

#[cfg(test)]
mod tests {
    use super::super::RunPoints;
    use super::*;

    #[test]
    fn every_value_that_iter_gives_can_be_set_again() {
        for variant in Variant::ALL {
            let options = Options::of(variant);
            let mut copy = Options::of(variant);
            for (name, value) in options.iter(variant) {
                assert_eq!(copy.set(variant, name, &value), Ok(()), "{variant} {name}");
            }
            assert_eq!(copy, options);
        }
        let n_knobs = |variant| Options::of(variant).iter(variant).len();
        assert_eq!(Variant::ALL.map(n_knobs), [23, 29, 46, 34, 9]);
    }

    #[test]
    fn a_value_of_the_wrong_type_is_refused_and_changes_nothing() {
        let variant = Variant::HarbinNew;
        let before = Options::of(variant);
        let mut options = before.clone();
        let word = |word: &str| OptionValue::Word(word.to_owned());
        for (name, value) in [
            ("soft_terminal", OptionValue::Number(1)),
            ("reserve_tiles", OptionValue::Bool(true)),
            ("reserve_tiles", OptionValue::Number(41)),
            ("reserve_tiles", word("3")),
            ("rob_kong", word("each")),
            ("rob_kong", OptionValue::Bool(false)),
        ] {
            let refused = options.set(variant, name, &value);
            assert!(matches!(refused, Err(OptionError::Value { .. })), "{name} {value:?}");
        }
        assert_eq!(options, before);
    }

    #[test]
    fn a_value_outside_its_range_or_choice_is_refused() {
        let mut options = Options::of(Variant::Qiqihar);
        let word = |word: &str| OptionValue::Word(word.to_owned());
        for (name, wrong, right) in [
            ("heavenly_factor", OptionValue::Number(0), OptionValue::Number(4)),
            ("run_points", OptionValue::Number(2), OptionValue::Number(5)),
            ("run_points", word("5"), word("top")),
            ("four_at_deal_dealer_pays", OptionValue::Number(12), OptionValue::Number(8)),
            ("one_bamboo_kong_pay", word("all"), word("each")),
        ] {
            let refused = options.set(Variant::Qiqihar, name, &wrong);
            assert!(matches!(refused, Err(OptionError::Value { .. })), "{name} {wrong:?}");
            assert_eq!(options.set(Variant::Qiqihar, name, &right), Ok(()), "{name} {right:?}");
        }
        let chosen = (options.run_points, options.heavenly_factor, options.four_at_deal_dealer_pays);
        assert_eq!(chosen, (RunPoints::Top, 4, 8));
    }

    #[test]
    fn a_knob_of_another_game_is_unknown() {
        let mut options = Options::of(Variant::Xingdong);
        for name in ["soft_terminal", "double_dragon", ""] {
            let refused = options.set(Variant::Xingdong, name, &OptionValue::Bool(true));
            assert!(matches!(refused, Err(OptionError::Unknown { .. })), "{name}");
        }
    }

    #[test]
    fn only_the_games_of_harbin_let_the_konger_pay_for_all() {
        let value = OptionValue::Word("self_draw_konger_pays".to_owned());
        assert!(Options::of(Variant::Harbin).set(Variant::Harbin, "rob_kong", &value).is_ok());
        assert!(Options::of(Variant::Qiqihar).set(Variant::Qiqihar, "rob_kong", &value).is_err());
    }

    #[test]
    fn allowed_values_read_as_words() {
        let text = |name| Options::allowed(name).map(|allowed| allowed.to_string());
        assert_eq!(text("pair_wait").as_deref(), Some("true or false"));
        assert_eq!(text("reserve_tiles").as_deref(), Some("a whole number from 0 to 40"));
        assert_eq!(text("standing_combine").as_deref(), Some("one of \"max\", \"multiply\""));
        assert_eq!(text("heavenly_factor").as_deref(), Some("a whole number from 1 to 1000"));
        assert_eq!(text("run_points").as_deref(), Some("one of 0, 1, 3, 5, \"top\""));
        assert_eq!(text("show_honours").as_deref(), Some("\"off\""));
        assert_eq!(text("nothing"), None);
    }
}
