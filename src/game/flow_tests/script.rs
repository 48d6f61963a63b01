//! Reads the case files and plays them.

use super::expect;
use super::words;
use crate::game::arranged::Position;
use crate::game::audit::Audit;
use crate::game::event::Event;
use crate::game::ruleset::{OptionValue, Variant};
use crate::game::seat::{BySeat, Seat};
use crate::game::state::{HandState, Pending};
use crate::game::tile::{Tile, parse_tiles};

/// One case of a file.
pub(super) struct Case {
    file: String,
    name: String,
    /// Line numbers and texts.
    lines: Vec<(usize, String)>,
}

/// Splits a file into its cases.
pub(super) fn cases(file: &str, text: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for (i, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default().trim();
        if let Some(name) = line.strip_prefix("== ") {
            cases.push(Case { file: file.to_owned(), name: name.to_owned(), lines: Vec::new() });
        } else if !line.is_empty() {
            let case = cases.last_mut().expect("a line before the first case");
            case.lines.push((i + 1, line.to_owned()));
        }
    }
    cases
}

/// A case being played.
pub(super) struct Play {
    pub(super) state: HandState,
    /// What happened since the last line that told it.
    pub(super) untold: Vec<String>,
    audit: Audit,
}

impl Case {
    /// Plays the case.
    pub(super) fn run(&self) -> Result<(), String> {
        let mut position = Position::of(Variant::HarbinNew);
        let mut play: Option<Play> = None;
        for (number, line) in &self.lines {
            let at = |fault: String| {
                format!("tests/data/rules/{}:{number}: {}\n  {line}\n  {fault}", self.file, self.name)
            };
            if play.is_none() && place(&mut position, line).map_err(at)? {
                continue;
            }
            let now = match play.take() {
                Some(play) => play,
                None => Play::of(&position).map_err(at)?,
            };
            play.insert(now).line(line).map_err(at)?;
        }
        Ok(())
    }
}

/// Adds a line to the position; `false` if the line is not about the position.
fn place(position: &mut Position, line: &str) -> Result<bool, String> {
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    let tiles = |text: &str| parse_tiles(text).map_err(|error| error.to_string());
    match word {
        "game" => {
            let variant = rest.parse().map_err(|_| "which game?")?;
            *position = Position::of(variant);
        }
        "options" => set_options(position, rest)?,
        "opened" => {
            let (seat, tile) = rest.split_once(' ').ok_or("whose pair?")?;
            position.opened_pairs[words::seat(seat)?] = Some(tile.parse().map_err(|_| "no tile")?);
        }
        "deal" => position.at_deal = true,
        "run-points" => {
            let points: Result<Vec<u32>, _> = rest.split(' ').map(str::parse).collect();
            let points = points.map_err(|_| "how many?")?.try_into().map_err(|_| "four numbers")?;
            position.terms.run_points = BySeat(points);
        }
        "liable" => position.terms.liable = true,
        "reserve" => position.reserve = tiles(rest)?,
        "indicator" => position.indicator = Some(rest.parse().map_err(|_| "no tile")?),
        "dealer" => position.dealer = words::seat(rest)?,
        "E" | "S" | "W" | "N" => place_hand(position, words::seat(word)?, rest)?,
        "river" => {
            let (seat, river) = rest.split_once(' ').ok_or("whose river?")?;
            position.rivers[words::seat(seat)?] = tiles(river)?;
        }
        "ting" => position.ting = rest.split(' ').map(words::seat).collect::<Result<_, _>>()?,
        "treasures" if !rest.starts_with(['E', 'S', 'W', 'N']) => position.treasures = tiles(rest)?,
        "draws" => position.draws = tiles(rest)?,
        "left" => position.n_drawable = Some(rest.parse().map_err(|_| "how many?")?),
        _ => return Ok(false),
    }
    Ok(true)
}

fn set_options(position: &mut Position, text: &str) -> Result<(), String> {
    for setting in text.split_whitespace() {
        let (name, value) = setting.split_once('=').ok_or("an option without a value")?;
        let value = match (value.parse::<bool>(), value.parse::<u32>()) {
            (Ok(value), _) => OptionValue::Bool(value),
            (_, Ok(value)) => OptionValue::Number(value),
            _ => OptionValue::Word(value.to_owned()),
        };
        position.options.set(position.variant, name, &value).map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// `[111p] 23m55p | 9s`.
fn place_hand(position: &mut Position, seat: Seat, text: &str) -> Result<(), String> {
    let (held, drawn) = match text.split_once('|') {
        Some((held, drawn)) => (held, Some(drawn.trim())),
        None => (text, None),
    };
    if let Some(drawn) = drawn {
        position.turn = seat;
        position.drawn =
            Some(drawn).filter(|text| !text.is_empty()).map(str::parse).transpose().map_err(|_| "no tile")?;
    }
    for part in held.split_whitespace() {
        if part.starts_with(['[', '<']) {
            position.melds[seat].push(part.parse().map_err(|_| format!("{part} is no meld"))?);
        } else {
            position.hands[seat].extend(parse_tiles(part).map_err(|error| error.to_string())?);
        }
    }
    Ok(())
}

impl Play {
    fn of(position: &Position) -> Result<Play, String> {
        let mut play = Play { state: position.state()?, untold: Vec::new(), audit: Audit::default() };
        play.audit.check(&play.state).map_err(|unsound| unsound.to_string())?;
        Ok(play)
    }

    fn line(&mut self, line: &str) -> Result<(), String> {
        if let Some(refused) = line.strip_prefix(">!") {
            return self.refuse(refused.trim());
        }
        if let Some(done) = line.strip_prefix('>').filter(|rest| rest.starts_with(' ')) {
            return self.act(done.trim());
        }
        expect::line(self, line)
    }

    fn drawn(&self, seat: Seat) -> Option<Tile> {
        self.state.view_of(seat).open(seat).and_then(|view| view.drawn)
    }

    fn refuse(&mut self, text: &str) -> Result<(), String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let (seat, rest) = words.split_first().ok_or("who?")?;
        let seat = words::seat(seat)?;
        let action = words::action(rest, self.drawn(seat))?;
        match self.state.decide(seat, action) {
            Ok(_) => Err("this was not refused".to_owned()),
            Err(_) => Ok(()),
        }
    }

    fn act(&mut self, text: &str) -> Result<(), String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        match (words.as_slice(), self.state.pending()) {
            (["time"], _) => {
                let decision = self.state.time_out();
                self.follow(decision.events)
            }
            (["rest", rest @ ..], Pending::Claims { seats }) => {
                seats.into_iter().try_for_each(|seat| self.act_as(seat, rest))
            }
            ([seat, rest @ ..], _) => self.act_as(words::seat(seat)?, rest),
            ([], _) => Err("who?".to_owned()),
        }
    }

    fn act_as(&mut self, seat: Seat, words: &[&str]) -> Result<(), String> {
        let action = words::action(words, self.drawn(seat))?;
        let decision = self.state.decide(seat, action).map_err(|illegal| illegal.to_string())?;
        self.follow(decision.events)
    }

    /// Applies the events one by one; every invariant holds after each.
    fn follow(&mut self, events: Vec<Event>) -> Result<(), String> {
        for event in events {
            self.state.apply(&event);
            self.audit.check(&self.state).map_err(|unsound| format!("after {event:?}: {unsound}"))?;
            self.untold.extend(words::event(&event));
        }
        Ok(())
    }
}
