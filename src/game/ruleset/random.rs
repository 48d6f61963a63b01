//! House rules drawn by lot, for simulations and tests.

use super::table::KNOBS;
use super::{Allowed, OptionValue, Options, Variant};

/// Numbers that are drawn lie this near to the least one, unless they are the greatest.
const SPAN: u32 = 12;

impl Options {
    /// The defaults of a game, but about every third option has a value by lot, of those that it can have; for an option
    /// whose values are many, a small one or the greatest. They can stand together ([`Options::check`]). `below(n)` is a
    /// random number below `n`.
    pub fn random(variant: Variant, mut below: impl FnMut(u32) -> u32) -> Options {
        let mut options = Options::of(variant);
        for knob in KNOBS.iter().filter(|knob| knob.preset(variant).is_some()) {
            if below(3) > 0 {
                continue;
            }
            let value = draw(knob.allowed, &mut below);
            // A word that only another game knows is refused, and so is what can't stand beside the others.
            let mut changed = options.clone();
            if changed.set(variant, knob.name, &value).is_ok() && changed.check(variant).is_ok() {
                options = changed;
            }
        }
        options
    }
}

fn draw(allowed: Allowed, below: &mut impl FnMut(u32) -> u32) -> OptionValue {
    match allowed {
        Allowed::Bool => OptionValue::Bool(below(2) == 1),
        Allowed::Off => OptionValue::Bool(false),
        Allowed::Number { least, most } => OptionValue::Number(match below(8) {
            0 => most,
            _ => least + below((most - least + 1).min(SPAN)),
        }),
        Allowed::Words(words) => word(words, below),
        Allowed::Choice { numbers, words } => {
            let n = below((numbers.len() + words.len()) as u32) as usize;
            numbers.get(n).map_or_else(|| word(words, below), |&number| OptionValue::Number(number))
        }
    }
}

fn word(words: &[&str], below: &mut impl FnMut(u32) -> u32) -> OptionValue {
    let n = if words.is_empty() { 0 } else { below(words.len() as u32) as usize };
    OptionValue::Word(words.get(n).copied().unwrap_or_default().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::wall::{Words, key, sim_nonces, sim_secret};

    #[test]
    fn every_value_of_every_switch_and_word_is_drawn() {
        for variant in Variant::ALL {
            let mut words = Words::of(&key("options", "test", 1, &sim_secret(1, 1), &sim_nonces()));
            let drawn: Vec<Options> =
                (0..400).map(|_| Options::random(variant, |n| words.below(n))).collect();
            assert!(drawn.iter().all(|options| options.check(variant).is_ok()));
            for (name, default) in Options::of(variant).iter(variant) {
                let mut values: Vec<OptionValue> = drawn
                    .iter()
                    .flat_map(|options| options.iter(variant))
                    .filter_map(|(other, value)| (other == name && value != default).then_some(value))
                    .collect();
                values.sort_by_key(|value| format!("{value:?}"));
                values.dedup();
                // Of a number there are many values; the default is not among the drawn ones.
                let n_choices = Options::choices(variant, name).len();
                let expected = if n_choices == 0 { 5 } else { n_choices - 1 };
                assert!(values.len() >= expected, "{variant} {name}: {values:?}");
            }
        }
    }
}
