//! The knobs as data: one row a house rule, with its default in each game (docs/RULES.md).

use std::fmt;

use super::{
    AutoWin, DealerOnDraw, DealerPass, KongAfterTing, OptionError, OptionValue, Options, RobKongPays,
    StandingCombine, TingClaimTie, TreasureSwap, Variant,
};

/// What an option may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Allowed {
    /// On or off.
    Bool,
    /// A whole number from 0 on.
    Number {
        /// The highest that leaves a playable table.
        most: u32,
    },
    /// One of these words.
    Words(&'static [&'static str]),
}

impl fmt::Display for Allowed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Allowed::Bool => f.write_str("true or false"),
            Allowed::Number { most } => write!(f, "a whole number from 0 to {most}"),
            Allowed::Words([word]) => write!(f, "\"{word}\""),
            Allowed::Words(words) => write!(f, "one of \"{}\"", words.join("\", \"")),
        }
    }
}

/// The default of a knob in one game.
#[derive(Clone, Copy)]
enum Preset {
    /// The game has no such knob.
    Absent,
    Bool(bool),
    Number(u32),
    Word(&'static str),
}

impl Preset {
    fn value(self) -> Option<OptionValue> {
        match self {
            Preset::Absent => None,
            Preset::Bool(on) => Some(OptionValue::Bool(on)),
            Preset::Number(n) => Some(OptionValue::Number(n)),
            Preset::Word(word) => Some(OptionValue::Word(word.to_owned())),
        }
    }
}

/// One house rule.
struct Knob {
    name: &'static str,
    allowed: Allowed,
    /// Defaults in the order of [`Variant::ALL`].
    presets: [Preset; 5],
    read: fn(&Options) -> OptionValue,
    /// `false`, and nothing changed, when the value is none that the knob can have.
    write: fn(&mut Options, &OptionValue) -> bool,
}

impl Knob {
    fn preset(&self, variant: Variant) -> Option<OptionValue> {
        self.presets[variant as usize].value()
    }
}

macro_rules! bool_knob {
    ($field:ident, $presets:expr) => {
        Knob {
            name: stringify!($field),
            allowed: Allowed::Bool,
            presets: $presets,
            read: |options| OptionValue::Bool(options.$field),
            write: |options, value| match value {
                OptionValue::Bool(on) => {
                    options.$field = *on;
                    true
                }
                _ => false,
            },
        }
    };
}

macro_rules! number_knob {
    ($field:ident, most $most:literal, $presets:expr) => {
        Knob {
            name: stringify!($field),
            allowed: Allowed::Number { most: $most },
            presets: $presets,
            read: |options| OptionValue::Number(options.$field),
            write: |options, value| match value {
                OptionValue::Number(n) if *n <= $most => {
                    options.$field = *n;
                    true
                }
                _ => false,
            },
        }
    };
}

macro_rules! word_knob {
    ($field:ident: $words:ident, $presets:expr) => {
        Knob {
            name: stringify!($field),
            allowed: Allowed::Words($words::WORDS),
            presets: $presets,
            read: |options| OptionValue::Word(options.$field.word().to_owned()),
            write: |options, value| match value {
                OptionValue::Word(word) => match $words::from_word(word) {
                    Some(word) => {
                        options.$field = word;
                        true
                    }
                    None => false,
                },
                _ => false,
            },
        }
    };
}

const NO: Preset = Preset::Absent;
const OFF: Preset = Preset::Bool(false);
const ON: Preset = Preset::Bool(true);
const ZERO: Preset = Preset::Number(0);

const fn n(number: u32) -> Preset {
    Preset::Number(number)
}

const fn w(word: &'static str) -> Preset {
    Preset::Word(word)
}

/// Columns: harbin-new, harbin, qiqihar, qiqihar-yuema, xingdong. In the order of docs/RULES.md.
static KNOBS: &[Knob] = &[
    bool_knob!(soft_terminal, [OFF, OFF, OFF, OFF, NO]),
    bool_knob!(closed_wait_single, [ON, ON, OFF, OFF, NO]),
    bool_knob!(closed_wait_all_readings, [OFF, ON, NO, NO, NO]),
    bool_knob!(edge_wait_37, [OFF, OFF, ON, ON, NO]),
    bool_knob!(pair_wait, [OFF, OFF, ON, ON, NO]),
    word_knob!(standing_combine: StandingCombine, [w("max"), w("max"), NO, NO, NO]),
    bool_knob!(dealer_double, [OFF, OFF, ON, ON, NO]),
    word_knob!(rob_kong: RobKongPays, [w("self_draw"), w("self_draw"), w("discarder"), w("discarder"), NO]),
    number_knob!(kong_points_exposed, most 1000, [ZERO, ZERO, n(2), n(2), NO]),
    number_knob!(kong_points_concealed, most 1000, [ZERO, ZERO, n(4), n(4), NO]),
    bool_knob!(ting_discard_is_ting, [ON, ON, ON, ON, NO]),
    word_knob!(kong_after_ting: KongAfterTing,
        [w("same_waits"), w("same_waits"), w("same_waits"), w("same_waits"), NO]),
    word_knob!(auto_win: AutoWin, [w("timeout"), w("timeout"), w("timeout"), w("timeout"), NO]),
    word_knob!(ting_claim_tie: TingClaimTie,
        [w("seat_order"), w("seat_order"), w("seat_order"), w("seat_order"), NO]),
    bool_knob!(ting_by_pung, [ON, ON, ON, ON, NO]),
    bool_knob!(concealed_kong_breaks_standing, [OFF, OFF, NO, NO, NO]),
    word_knob!(dealer_pass: DealerPass,
        [w("winner"), w("winner"), w("next_seat"), w("next_seat"), w("winner")]),
    word_knob!(dealer_on_draw: DealerOnDraw,
        [w("stays"), w("stays"), w("stays"), w("stays"), w("last_drawer")]),
    number_knob!(reserve_tiles, most 40, [ZERO, n(8), ZERO, n(13), ZERO]),
    number_knob!(no_win_last_discards, most 40, [ZERO, n(4), ZERO, ZERO, ZERO]),
    number_knob!(keep_last_tiles, most 40, [ZERO, ZERO, ZERO, n(4), ZERO]),
    word_knob!(treasure_swap: TreasureSwap,
        [w("never"), w("three_visible"), w("three_visible"), w("three_visible"), NO]),
    bool_knob!(treasure_visible_to_ting, [ON, ON, ON, ON, NO]),
];

/// A value for every field, for the knobs that a game does not have: without effect there.
const BASE: Options = Options {
    soft_terminal: false,
    closed_wait_single: true,
    closed_wait_all_readings: false,
    edge_wait_37: false,
    pair_wait: false,
    standing_combine: StandingCombine::Max,
    dealer_double: false,
    rob_kong: RobKongPays::SelfDraw,
    kong_points_exposed: 0,
    kong_points_concealed: 0,
    ting_discard_is_ting: true,
    kong_after_ting: KongAfterTing::SameWaits,
    auto_win: AutoWin::Timeout,
    ting_claim_tie: TingClaimTie::SeatOrder,
    ting_by_pung: true,
    concealed_kong_breaks_standing: false,
    dealer_pass: DealerPass::Winner,
    dealer_on_draw: DealerOnDraw::Stays,
    reserve_tiles: 0,
    no_win_last_discards: 0,
    keep_last_tiles: 0,
    treasure_swap: TreasureSwap::Never,
    treasure_visible_to_ting: true,
};

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
        assert_eq!(Options::of(Variant::HarbinNew).iter(Variant::HarbinNew).len(), 23);
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
        assert_eq!(text("nothing"), None);
    }
}
