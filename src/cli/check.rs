//! `tinghu check`: the rules engine as a filter, one JSON object a line in and out (docs/CHECK.md).

mod answer;
mod query;

use std::io::{self, BufRead, Write};

use serde_json::Value;

use crate::game::shape::{Shapes, UNREACHABLE};
use crate::game::variants::{self, Refused, Rules, WinFacts};
use answer::Answer;
use query::{Fields, HandQuery, QueryError, WinHowQuery, WinQuery};

/// Answers every line of `input` on `output`, flushed line by line. `true` if a line was an error.
///
/// # Errors
/// Only those of reading and writing; a line that cannot be understood is answered with an `error`.
pub fn run(mut input: impl BufRead, mut output: impl Write) -> io::Result<bool> {
    let mut any_error = false;
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line)? > 0 {
        let (id, answer) = answer_line(&line);
        any_error |= answer.is_err();
        answer::write(&mut output, &id, &answer)?;
        output.flush()?;
        line.clear();
    }
    Ok(any_error)
}

/// The id of a line, whatever JSON it is (null if it has none), and what is answered.
fn answer_line(line: &[u8]) -> (Value, Result<Answer, QueryError>) {
    let value: Value = match serde_json::from_slice(line) {
        Ok(value) => value,
        Err(source) => return (Value::Null, Err(QueryError::NotJson { source })),
    };
    let Value::Object(map) = &value else { return (Value::Null, Err(QueryError::NotAnObject)) };
    (map.get("id").cloned().unwrap_or_default(), answer_query(&Fields::root(map)))
}

fn answer_query(fields: &Fields<'_>) -> Result<Answer, QueryError> {
    match fields.text("ask")? {
        "waits" => answer_waits(fields),
        "settle" => answer_settle(fields),
        "shanten" => answer_shanten(fields),
        "fan" => Err(QueryError::NotYet { field: "ask", value: "fan".to_owned() }),
        ask => Err(QueryError::UnknownAsk { ask: ask.to_owned() }),
    }
}

/// The engine for the line's ruleset and options.
fn engine(fields: &Fields<'_>) -> Result<Box<dyn Rules>, QueryError> {
    let (variant, options) = fields.ruleset()?;
    variants::rules(variant, options)
        .ok_or_else(|| QueryError::NotYet { field: "ruleset", value: variant.to_string() })
}

fn answer_waits(fields: &Fields<'_>) -> Result<Answer, QueryError> {
    let rules = engine(fields)?;
    let query = HandQuery::read(fields, rules.kinds())?;
    query.check_copies(&[])?;
    fields.no_pinned()?;
    Ok(Answer::Waits(rules.waits(&query.hand, &query.melds)))
}

fn answer_shanten(fields: &Fields<'_>) -> Result<Answer, QueryError> {
    let rules = engine(fields)?;
    let query = HandQuery::read(fields, rules.kinds())?;
    query.check_copies(&[])?;
    let (needs, mut shapes) = (rules.needs(), Shapes::new());
    match shapes.distance(&needs, &query.hand, &query.melds) {
        UNREACHABLE => Err(QueryError::NeverTing),
        shanten => Ok(Answer::Shanten { shanten, useful: shapes.useful(&needs, &query.hand, &query.melds) }),
    }
}

fn answer_settle(fields: &Fields<'_>) -> Result<Answer, QueryError> {
    let rules = engine(fields)?;
    let query = HandQuery::read(fields, rules.kinds())?;
    fields.no_pinned()?;
    let win = WinQuery::read(fields, rules.kinds())?;
    win.check_possible(&query)?;
    Ok(settle(rules.as_ref(), &query, &win).map_or_else(Answer::Refused, Answer::Settled))
}

/// Reads the win as docs/CHECK.md says.
fn settle(
    rules: &dyn Rules,
    query: &HandQuery,
    win: &WinQuery,
) -> Result<crate::game::score::Settlement, Refused> {
    let dealt = matches!(win.how, WinHowQuery::Heavenly | WinHowQuery::FourAtDeal);
    // A dealt win does not exist where ting is needed (A22), so without ting it is refused like any other.
    if dealt || !win.ting[win.winner] {
        return Err(Refused::NotTing);
    }
    let (Some(how), Some(tile)) = (win.how.as_game(), win.tile) else { return Err(Refused::NotAWait) };
    let flipped = win.own_treasures.contains(&tile) || win.other_treasures.contains(&tile);
    if win.how == WinHowQuery::Treasure
        && (!flipped || rules.legal_waits(&query.hand, &query.melds).is_empty())
    {
        return Err(Refused::NotAWait);
    }
    rules.settle(&WinFacts {
        dealer: win.dealer,
        winner: win.winner,
        hand: &query.hand,
        melds: &query.melds,
        tile,
        how,
        own_treasures: &win.own_treasures,
        other_treasures: &win.other_treasures,
        ting: win.ting,
        standing: win.standing,
    })
}
