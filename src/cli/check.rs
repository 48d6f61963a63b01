//! `tinghu check`: the rules engine as a filter, one JSON object a line in and out (docs/CHECK.md).

mod answer;
mod fan;
mod query;
mod win;

use std::collections::HashMap;
use std::io::{self, BufRead, Read, Write};

use serde_json::Value;
use serde_json::value::RawValue;

use crate::game::event::WinHow;
use crate::game::ruleset::Variant;
use crate::game::score::Settlement;
use crate::game::shape::{Nearest, Shapes};
use crate::game::tile::{Counts, Tile};
use crate::game::variants::{self, FanFacts, Refused, Rules, WinFacts};
use crate::game::waits::TileSet;
use answer::Answer;
use query::{Fields, HandQuery, QueryError};
use win::{WinHowQuery, WinQuery};

/// Longest line that is read, in bytes without its end: far more than any query needs, so that an endless line costs no
/// memory.
pub const MAX_LINE_BYTES: usize = 64 * 1024;

/// Answers every line of `input` on `output`, flushed line by line. `true` if a line was an error.
///
/// # Errors
/// Only those of reading and writing; a line that cannot be understood, or is longer than [`MAX_LINE_BYTES`], is
/// answered with an `error`.
pub fn run(mut input: impl BufRead, mut output: impl Write) -> io::Result<bool> {
    let mut any_error = false;
    let mut line = Vec::new();
    while (&mut input).take(MAX_LINE_BYTES as u64 + 1).read_until(b'\n', &mut line)? > 0 {
        let is_whole = line.ends_with(b"\n") || line.len() <= MAX_LINE_BYTES;
        let (id, answer) = if is_whole { answer_line(&line) } else { (None, Err(QueryError::LineTooLong)) };
        any_error |= answer.is_err();
        answer::write(&mut output, id, &answer)?;
        output.flush()?;
        line.clear();
        if !is_whole {
            skip_line(&mut input)?;
        }
    }
    Ok(any_error)
}

/// Reads up to the end of the line and keeps nothing.
fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let bytes = input.fill_buf()?;
        let end = bytes.iter().position(|&byte| byte == b'\n');
        let n = end.map_or(bytes.len(), |end| end + 1);
        input.consume(n);
        if end.is_some() || n == 0 {
            return Ok(());
        }
    }
}

/// The id of a line, whatever JSON it is, as it stands there: a long number has more digits than a value of the program.
/// And what is answered.
fn answer_line(line: &[u8]) -> (Option<&RawValue>, Result<Answer, QueryError>) {
    let value: Value = match serde_json::from_slice(line) {
        Ok(value) => value,
        Err(source) => return (None, Err(QueryError::NotJson { source })),
    };
    let Value::Object(map) = &value else { return (None, Err(QueryError::NotAnObject)) };
    let written: HashMap<String, &RawValue> = serde_json::from_slice(line).unwrap_or_default();
    (written.get("id").copied(), answer_query(&Fields::root(map)))
}

fn answer_query(fields: &Fields<'_>) -> Result<Answer, QueryError> {
    match fields.text("ask")? {
        "waits" => answer_waits(fields),
        "settle" => answer_settle(fields),
        "shanten" => answer_shanten(fields),
        "fan" => fan::answer_fan(fields),
        ask => Err(QueryError::UnknownAsk { ask: ask.to_owned() }),
    }
}

/// The engine for the line's ruleset and options.
fn engine(fields: &Fields<'_>) -> Result<Box<dyn Rules>, QueryError> {
    let (variant, options) = fields.ruleset()?;
    let rules = variants::rulebook(variant, options);
    if rules.has_ting() { Ok(rules) } else { Err(QueryError::NoTing { variant }) }
}

fn answer_waits(fields: &Fields<'_>) -> Result<Answer, QueryError> {
    let rules = engine(fields)?;
    let query = HandQuery::read(fields, rules.kinds())?;
    query.check_copies(&[])?;
    let pinned = fields.pinned(rules.as_ref(), &query)?;
    Ok(Answer::Waits(if pinned {
        rules.pinned_waits(&query.hand)
    } else {
        rules.waits(&query.hand, &query.melds)
    }))
}

fn answer_shanten(fields: &Fields<'_>) -> Result<Answer, QueryError> {
    if fields.ruleset()?.0 == Variant::Xingdong {
        return fan::answer_shanten(fields);
    }
    let rules = engine(fields)?;
    let query = HandQuery::read(fields, rules.kinds())?;
    query.check_copies(&[])?;
    let nearest = Shapes::new().nearest(&rules.needs(), &query.hand, &query.melds);
    let Nearest { swaps, useful } = nearest.ok_or(QueryError::NeverTing)?;
    Ok(Answer::Shanten { shanten: swaps, useful })
}

fn answer_settle(fields: &Fields<'_>) -> Result<Answer, QueryError> {
    let rules = engine(fields)?;
    let query = HandQuery::read(fields, rules.kinds())?;
    let win = WinQuery::read(fields, rules.as_ref())?;
    let pinned = fields.pinned(rules.as_ref(), &query)?;
    win.check_possible(&query)?;
    Ok(settle(rules.as_ref(), &query, &win, pinned).map_or_else(Answer::Refused, Answer::Settled))
}

/// Reads the win as docs/CHECK.md says.
fn settle(rules: &dyn Rules, query: &HandQuery, win: &WinQuery, pinned: bool) -> Result<Settlement, Refused> {
    let (how, hand, tile) = as_played(query, win)?;
    let facts = WinFacts {
        dealer: win.dealer,
        winner: win.winner,
        hand: &hand,
        melds: &query.melds,
        tile,
        how,
        own_treasures: &win.own_treasures,
        other_treasures: &win.other_treasures,
        ting: win.ting,
        standing: win.standing,
        liable: win.liable,
        pinned,
        run_points: win.run_points,
        fan_facts: FanFacts::default(),
    };
    let settled = rules.settle(&facts);
    match win.how {
        // What the line says of the tile must be true, also where the tile wins in another way.
        WinHowQuery::Treasure | WinHowQuery::Rain if !matches!(settled, Err(Refused::NotTing)) => {
            let legal: TileSet = if pinned {
                rules.pinned_waits(&hand).legal.into_iter().collect()
            } else {
                rules.wait_set(&hand, &query.melds)
            };
            let holds = if win.how == WinHowQuery::Rain {
                rains(rules, legal, tile)
            } else {
                !legal.is_empty() && is_treasure(rules, win, tile)
            };
            if holds { settled } else { Err(Refused::NotAWait) }
        }
        _ => settled,
    }
}

/// How the tile came, the hand before it, and the tile: with four tiles at the deal, all that were dealt, and their
/// commonest kind.
fn as_played(query: &HandQuery, win: &WinQuery) -> Result<(WinHow, Counts, Tile), Refused> {
    let how = match win.how {
        WinHowQuery::Discard { from } => WinHow::Discard { from },
        WinHowQuery::RobKong { from } => WinHow::RobKong { from },
        WinHowQuery::Draw | WinHowQuery::Treasure | WinHowQuery::Rain => WinHow::Draw,
        WinHowQuery::KongDraw => WinHow::KongDraw,
        WinHowQuery::Reveal => WinHow::Reveal,
        WinHowQuery::Heavenly => WinHow::Heavenly,
        WinHowQuery::FourAtDeal => WinHow::FourAtDeal,
    };
    let mut hand = query.hand;
    let tile = match win.how {
        WinHowQuery::FourAtDeal => {
            // Only the dealer has a 14th tile.
            hand.extend(win.tile.filter(|_| win.winner == win.dealer));
            hand.kinds().max_by_key(|&kind| hand.of(kind))
        }
        _ => win.tile,
    };
    Ok((how, hand, tile.ok_or(Refused::NotAWait)?))
}

/// True if a drawn `tile` is a treasure for the winner; 红中 also is with 红中满天飞 (C17).
fn is_treasure(rules: &dyn Rules, win: &WinQuery, tile: Tile) -> bool {
    win.own_treasures.contains(&tile)
        || win.other_treasures.contains(&tile)
        || rules.options().red_wild_sky && tile == Tile::RED
}

/// 下大雨: the drawn tile has the rank of a wait (C20).
fn rains(rules: &dyn Rules, legal: TileSet, tile: Tile) -> bool {
    rules.options().heavy_rain && tile.rank().is_some() && legal.iter().any(|wait| wait.rank() == tile.rank())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_comes_back_as_it_was_written() {
        for id in ["12345678901234567890123", "0.10", "-0", "\"a\\u00e9\"", "[1.0, {\"b\": 2}]", "null"] {
            let line = format!(r#"{{"id":0,"id":{id},"ask":"nothing"}}"#);
            let mut output = Vec::new();
            assert!(run(line.as_bytes(), &mut output).unwrap(), "an unknown ask is an error");
            let output = String::from_utf8(output).unwrap();
            assert!(output.starts_with(&format!(r#"{{"id":{id},"error":"#)), "{output}");
        }
    }
}
