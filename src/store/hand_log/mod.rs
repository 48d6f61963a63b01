//! The log of one finished hand as text: what `tinghu sim --log` and `/verify` write, and `tinghu replay` and
//! `tinghu verify` read.
//!
//! One fact a line in its stored form. The first line says that the hand began, and in the same object `fair` (docs/
//! FAIR-PLAY.md 9), `options`, the house rules, and `terms`, what the match brought into the hand. It shows
//! everything, so it exists only of hands that have ended.

mod replay;

pub use replay::{Difference, Fault, Seen, replay, replay_seen, verify};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::event::TableEvent;
use super::record::{RecordFault, from_log_line, to_log_line};
use crate::game::event::Event;
use crate::game::ruleset::{OptionValue, Options, RunPoints, Variant};
use crate::game::seat::{BySeat, Seat};
use crate::game::state::Terms;
use crate::game::tile::format_tiles;
use crate::game::variants::kinds;
use crate::game::wall::{FAIR_PLAY_VERSION, Nonces, Secret, Wall, commit};

/// The log of a finished hand. It holds the secret and every tile, so it has no `Debug`.
pub struct HandLog {
    /// What the wall was made from.
    pub fair: Fair,
    /// The house rules.
    pub options: Options,
    /// What the match brought into the hand.
    pub terms: Terms,
    /// From the first discard to the settlement.
    pub events: Vec<Event>,
}

/// What the first line says.
pub struct First {
    /// What the wall was made from.
    pub fair: Fair,
    /// The house rules.
    pub options: Options,
    /// What the match brought into the hand.
    pub terms: Terms,
}

/// What the wall was made from, and who dealt.
pub struct Fair {
    /// The table as it stands in the key.
    pub table: String,
    /// Number of the hand in its match, from 1.
    pub hand_no: u32,
    /// The game.
    pub variant: Variant,
    /// Who deals.
    pub dealer: Seat,
    /// Shown to nobody before the hand has ended.
    pub secret: Secret,
    /// One a seat.
    pub nonces: Nonces,
}

impl Fair {
    /// The wall of the hand.
    pub fn wall(&self) -> Wall {
        let kinds = kinds(self.variant);
        Wall::make(kinds, self.variant.id(), &self.table, self.hand_no, &self.secret, &self.nonces)
    }
}

/// What is wrong with a log, or with one of its lines.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LogFault {
    /// A line is no record.
    #[error(transparent)]
    Record(#[from] RecordFault),
    /// The first line does not say that a hand began.
    #[error("the first line is not the beginning of a hand")]
    NoBeginning,
    /// A member of the first line is missing or cannot be read.
    #[error("{field} is missing or can't be read")]
    Field {
        /// Which.
        field: &'static str,
    },
    /// A member of `fair` is not what follows from the others.
    #[error("fair.{field} doesn't follow from the rest of fair")]
    Differs {
        /// Which.
        field: &'static str,
    },
    /// A later line is not about the hand.
    #[error("not an event of a hand")]
    NotPlayed,
}

#[derive(Serialize, Deserialize)]
struct FairText {
    version: u32,
    table: String,
    hand: u32,
    ruleset: String,
    dealer: String,
    commitment: String,
    secret: String,
    nonces: NonceTexts,
    wall: String,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
struct NonceTexts {
    e: String,
    s: String,
    w: String,
    n: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct TermsText {
    liable: bool,
    run_points: RunTexts,
}

/// 跑分 of each seat, in points.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE", deny_unknown_fields)]
struct RunTexts {
    e: u32,
    s: u32,
    w: u32,
    n: u32,
}

/// The whole log as text.
///
/// # Errors
/// [`LogFault::Record`] when a fact has no stored form.
pub fn write(log: &HandLog) -> Result<String, LogFault> {
    let mut text = first_line(log)?.to_string();
    for event in &log.events {
        text.push('\n');
        text.push_str(&to_log_line(&TableEvent::Played(event.clone()))?);
    }
    text.push('\n');
    Ok(text)
}

fn first_line(log: &HandLog) -> Result<Value, LogFault> {
    let fair = &log.fair;
    let began =
        TableEvent::HandBegan { hand_no: fair.hand_no, dealer: fair.dealer, nonces: fair.nonces.clone() };
    let BySeat([e, s, w, n]) = fair.nonces.clone();
    let text = FairText {
        version: FAIR_PLAY_VERSION,
        table: fair.table.clone(),
        hand: fair.hand_no,
        ruleset: fair.variant.to_string(),
        dealer: fair.dealer.to_string(),
        commitment: commit(&fair.table, fair.hand_no, &fair.secret).to_string(),
        secret: fair.secret.to_hex(),
        nonces: NonceTexts { e, s, w, n },
        wall: format_tiles(&fair.wall().reveal()),
    };
    let unwritable = |_| LogFault::Record(RecordFault::Unwritable);
    let mut line: Value = serde_json::from_str(&to_log_line(&began)?).map_err(unwritable)?;
    line["fair"] = serde_json::to_value(text).map_err(unwritable)?;
    let options = log.options.iter(fair.variant).into_iter().map(|(name, value)| {
        let value = match value {
            OptionValue::Bool(on) => Value::from(on),
            OptionValue::Number(number) => Value::from(number),
            OptionValue::Word(word) => Value::from(word),
        };
        (name.to_owned(), value)
    });
    line["options"] = Value::Object(options.collect());
    let BySeat([e, s, w, n]) = log.terms.run_points;
    let terms = TermsText { liable: log.terms.liable, run_points: RunTexts { e, s, w, n } };
    line["terms"] = serde_json::to_value(terms).map_err(unwritable)?;
    Ok(line)
}

/// Reads what the first line says: the hand, its wall checked against `fair.wall`, its house rules and its terms.
///
/// # Errors
/// The [`LogFault`] of the first member that is missing, unreadable or doesn't follow from the others.
pub fn read_first(line: &str) -> Result<First, LogFault> {
    let TableEvent::HandBegan { hand_no, dealer, nonces } = from_log_line(line)? else {
        return Err(LogFault::NoBeginning);
    };
    let value: Value = serde_json::from_str(line).map_err(|_| LogFault::Record(RecordFault::NotJson))?;
    let text = FairText::deserialize(&value["fair"]).map_err(|_| LogFault::Field { field: "fair" })?;
    if text.version != FAIR_PLAY_VERSION {
        return Err(LogFault::Field { field: "fair.version" });
    }
    let fair = Fair {
        variant: text.ruleset.parse().map_err(|_| LogFault::Field { field: "fair.ruleset" })?,
        secret: Secret::from_hex(&text.secret).map_err(|_| LogFault::Field { field: "fair.secret" })?,
        table: text.table,
        hand_no,
        dealer,
        nonces,
    };
    let NonceTexts { e, s, w, n } = text.nonces;
    for (field, same) in [
        ("hand", text.hand == hand_no),
        ("dealer", text.dealer == dealer.to_string()),
        ("nonces", fair.nonces == BySeat([e, s, w, n])),
        ("commitment", text.commitment == commit(&fair.table, hand_no, &fair.secret).to_string()),
        ("wall", text.wall == format_tiles(&fair.wall().reveal())),
    ] {
        if !same {
            return Err(LogFault::Differs { field });
        }
    }
    let options = read_options(&value, fair.variant)?;
    let terms = read_terms(&value, &options)?;
    Ok(First { fair, options, terms })
}

/// A log of a version that wrote no terms is of a hand by itself.
fn read_terms(line: &Value, options: &Options) -> Result<Terms, LogFault> {
    let Some(written) = line.get("terms") else { return Ok(Terms::of(options)) };
    let text = TermsText::deserialize(written).map_err(|_| LogFault::Field { field: "terms" })?;
    let RunTexts { e, s, w, n } = text.run_points;
    // The engine adds them up: only what could be chosen at this table.
    if [e, s, w, n].iter().any(|&points| !RunPoints::can_be_worth(points, options)) {
        return Err(LogFault::Field { field: "terms" });
    }
    Ok(Terms { liable: text.liable, run_points: BySeat([e, s, w, n]) })
}

/// The house rules of a log; those that it does not name have their defaults.
fn read_options(line: &Value, variant: Variant) -> Result<Options, LogFault> {
    let refused = || LogFault::Field { field: "options" };
    let mut options = Options::of(variant);
    let Some(written) = line.get("options") else { return Ok(options) };
    for (name, value) in written.as_object().ok_or_else(refused)? {
        let value = match value {
            Value::Bool(on) => OptionValue::Bool(*on),
            Value::String(word) => OptionValue::Word(word.clone()),
            other => {
                let number = other.as_u64().and_then(|number| u32::try_from(number).ok());
                OptionValue::Number(number.ok_or_else(refused)?)
            }
        };
        options.set(variant, name, &value).map_err(|_| refused())?;
    }
    Ok(options)
}

/// Reads a later line.
///
/// # Errors
/// [`LogFault`] when it is no event of a hand.
pub fn read_event(line: &str) -> Result<Event, LogFault> {
    match from_log_line(line)? {
        TableEvent::Played(event) => Ok(event),
        _ => Err(LogFault::NotPlayed),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::bot::{self, Program};
    use crate::cli::replay::replay;
    use crate::game::state::HandState;
    use crate::game::variants::rules;
    use crate::game::wall::{sim_nonces, sim_secret};

    /// A finished hand under these terms: East deals, the program plays all seats.
    fn play(variant: Variant, hand_no: u32, terms: Terms) -> HandLog {
        let options = Options::of(variant);
        let rules = Arc::from(rules(variant, options.clone()).unwrap());
        let fair = Fair {
            table: "sim".into(),
            hand_no,
            variant,
            dealer: Seat::East,
            secret: sim_secret(1, hand_no),
            nonces: sim_nonces(),
        };
        let mut hand = HandState::begin(Arc::clone(&rules), fair.dealer, fair.wall(), 0).under(terms);
        let (mut player, mut events) = (Program::new(bot::Level::default(), rules.needs()), Vec::new());
        while let Some(seat) = hand.first_asked() {
            let action = hand.view_of(seat).open(seat).and_then(|view| player.choose(view)).unwrap();
            hand.advance(seat, action, &mut events).unwrap();
        }
        HandLog { fair, options, terms, events }
    }

    /// The text of the first hand that another seat than the dealer wins, and the text without its terms.
    fn won_by_another(variant: Variant, terms: Terms) -> (String, String) {
        let won = |log: &HandLog| {
            let winner = log.events.iter().find_map(|event| match event {
                Event::Settled(settlement) => Some(settlement.winner),
                _ => None,
            });
            winner.flatten().is_some_and(|winner| winner != Seat::East)
        };
        let log = (1..40).map(|hand_no| play(variant, hand_no, terms)).find(won).unwrap();
        let text = write(&log).unwrap();
        let (first, rest) = text.split_once('\n').unwrap();
        let mut first: Value = serde_json::from_str(first).unwrap();
        first.as_object_mut().unwrap().remove("terms").unwrap();
        let without = format!("{first}\n{rest}");
        (text, without)
    }

    #[test]
    fn a_hand_is_replayed_under_the_terms_of_its_match() {
        let liable = Terms { liable: true, ..Terms::default() };
        let run = Terms { run_points: BySeat([0, 1, 10, 5]), ..Terms::default() };
        for (variant, terms) in [(Variant::Harbin, liable), (Variant::Qiqihar, run)] {
            let (text, without) = won_by_another(variant, terms);
            let n_events = text.lines().count() - 1;
            assert_eq!(replay(&text), Ok(n_events), "{variant}");
            // Under other terms another settlement follows, in the last line.
            assert_eq!(replay(&without).map_err(|differs| differs.line), Err(n_events + 1), "{variant}");
        }
    }

    #[test]
    fn a_log_without_terms_is_of_a_hand_by_itself() {
        let (text, without) = won_by_another(Variant::Harbin, Terms::default());
        assert_eq!(replay(&without), replay(&text));
        assert!(replay(&without).is_ok());
    }

    #[test]
    fn terms_that_cannot_be_read_or_that_nobody_could_choose_are_refused() {
        let (text, _) = won_by_another(Variant::Qiqihar, Terms::default());
        for (from, to) in [
            ("\"liable\":false", "\"liable\":0"),
            ("\"run_points\":{\"E\"", "\"run_points\":{\"X\""),
            ("\"run_points\":{\"E\":0", "\"run_points\":{\"E\":2"),
            ("\"run_points\":{\"E\":0", "\"run_points\":{\"E\":11"),
            ("\"run_points\":{\"E\":0", "\"run_points\":{\"E\":1500000000"),
            ("\"run_points\":{\"E\":0", "\"run_points\":{\"E\":4000000000"),
        ] {
            assert!(text.contains(from), "{from}");
            let refused = replay(&text.replacen(from, to, 1)).unwrap_err();
            assert_eq!(refused.to_string(), "line 1: terms is missing or can't be read");
        }
    }
}
