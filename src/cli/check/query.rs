//! Queries read from JSON. A hidden hand never gets here: these are lines that somebody typed.

use serde_json::{Map, Value};

use crate::game::meld::{Meld, NotAMeld};
use crate::game::ruleset::{OptionError, OptionValue, Options, UnknownVariant, Variant};
use crate::game::seat::{BySeat, NotASeat, Seat};
use crate::game::tile::{Counts, NotATile, Tile, parse_tiles};
use crate::game::variants::Rules;

/// Why a line got no answer. Each names the field.
#[derive(Debug, thiserror::Error)]
pub(super) enum QueryError {
    #[error("the line is not JSON: {source}")]
    NotJson { source: serde_json::Error },
    #[error("the line is longer than {} bytes", super::MAX_LINE_BYTES)]
    LineTooLong,
    #[error("the line is JSON, but no object")]
    NotAnObject,
    #[error("{field}: the field is missing")]
    Missing { field: String },
    #[error("{field}: must be {expected}")]
    WrongType { field: String, expected: &'static str },
    #[error("ask: {ask:?} is none of waits, settle, fan and shanten")]
    UnknownAsk { ask: String },
    #[error("ruleset: {source}")]
    UnknownRuleset { source: UnknownVariant },
    #[error("ruleset: this ask is for {only} alone")]
    OtherRuleset { only: Variant },
    #[error("ruleset: in {variant} nobody declares ting, so only fan and shanten are answered")]
    NoTing { variant: Variant },
    #[error(transparent)]
    Option(#[from] OptionError),
    #[error("options.{name}: must be true or false, a whole number from 0 on, or a word")]
    OptionType { name: String },
    #[error("{field}: {source}")]
    Tile { field: String, source: NotATile },
    #[error("{field}: must be exactly one tile, not {text:?}")]
    OneTile { field: String, text: String },
    #[error("{field}: {tile} is no tile of this game")]
    NotInPlay { field: String, tile: Tile },
    #[error("{field}: {source}")]
    Meld { field: String, source: NotAMeld },
    #[error("{field}: {source}")]
    Seat { field: String, source: NotASeat },
    #[error("melds: {n} melds, but a hand has four at most")]
    TooManyMelds { n: usize },
    #[error("hand: {have} tiles, but with {n_melds} melds it must be {need}")]
    TileCount { have: usize, n_melds: usize, need: usize },
    #[error("{field}: more than four copies of {tile} on this line")]
    FiveCopies { field: &'static str, tile: Tile },
    #[error("win.how: {how:?} is unknown")]
    UnknownHow { how: String },
    #[error("win.how: {how} is a win with the dealt tiles, so melds must be empty")]
    DealtWithMelds { how: &'static str },
    #[error("win.from: {seat} is the winner")]
    FromWinner { seat: Seat },
    #[error("{field}: a copy of {tile} is held or is a treasure, but the robbed player has all the others")]
    RobbedCopy { field: &'static str, tile: Tile },
    #[error("kong: nobody adds a tile to a pung when no tile is left to draw")]
    KongAfterLast,
    #[error("kong: a replacement tile needs a kong in melds")]
    NoKong,
    #[error("run: must be 0, 1, 3, 5 or \"top\", or an object of these for the seats E S W N")]
    Run,
    #[error("melds: a hand with these melds can never declare ting")]
    NeverTing,
    #[error("pinned: only qiqihar has 粘听")]
    Pinned,
    #[error(
        "pinned: 粘听 opens a pair of a hand without melds, but there is no pair of {tile}, or there are melds"
    )]
    PinnedPair { tile: Tile },
    #[error("win.tile: a reveal names the treasure")]
    RevealedOther,
}

/// The fields of an object. Null is the same as absent.
pub(super) struct Fields<'a> {
    map: &'a Map<String, Value>,
    prefix: &'static str,
}

impl<'a> Fields<'a> {
    /// The fields of the line itself.
    pub(super) fn root(map: &'a Map<String, Value>) -> Fields<'a> {
        Fields { map, prefix: "" }
    }

    fn path(&self, name: &str) -> String {
        format!("{}{name}", self.prefix)
    }

    pub(super) fn get(&self, name: &str) -> Option<&'a Value> {
        self.map.get(name).filter(|value| !value.is_null())
    }

    pub(super) fn need<T>(&self, name: &str, value: Option<T>) -> Result<T, QueryError> {
        value.ok_or_else(|| QueryError::Missing { field: self.path(name) })
    }

    pub(super) fn typed<T>(
        &self,
        name: &str,
        expected: &'static str,
        read: impl Fn(&'a Value) -> Option<T>,
    ) -> Result<Option<T>, QueryError> {
        match self.get(name) {
            None => Ok(None),
            Some(value) => match read(value) {
                Some(value) => Ok(Some(value)),
                None => Err(QueryError::WrongType { field: self.path(name), expected }),
            },
        }
    }

    /// A text that must be there.
    pub(super) fn text(&self, name: &str) -> Result<&'a str, QueryError> {
        self.need(name, self.maybe_text(name)?)
    }

    pub(super) fn maybe_text(&self, name: &str) -> Result<Option<&'a str>, QueryError> {
        self.typed(name, "a text", Value::as_str)
    }

    pub(super) fn texts(&self, name: &str) -> Result<Vec<&'a str>, QueryError> {
        let list = |value: &'a Value| value.as_array()?.iter().map(Value::as_str).collect();
        Ok(self.typed(name, "a list of texts", list)?.unwrap_or_default())
    }

    pub(super) fn object(&self, name: &str, prefix: &'static str) -> Result<Option<Fields<'a>>, QueryError> {
        let map = self.typed(name, "an object", Value::as_object)?;
        Ok(map.map(|map| Fields { map, prefix }))
    }

    /// True or false; false where it is absent.
    pub(super) fn flag(&self, name: &str) -> Result<bool, QueryError> {
        Ok(self.typed(name, "true or false", Value::as_bool)?.unwrap_or(false))
    }

    pub(super) fn seat(&self, name: &str) -> Result<Seat, QueryError> {
        self.need(name, self.maybe_seat(name)?)
    }

    pub(super) fn maybe_seat(&self, name: &str) -> Result<Option<Seat>, QueryError> {
        let seat =
            |text: &str| text.parse().map_err(|source| QueryError::Seat { field: self.path(name), source });
        self.maybe_text(name)?.map(seat).transpose()
    }

    pub(super) fn seats(&self, name: &str) -> Result<BySeat<bool>, QueryError> {
        let mut seats = BySeat([false; 4]);
        for text in self.texts(name)? {
            let seat: Seat =
                text.parse().map_err(|source| QueryError::Seat { field: self.path(name), source })?;
            seats[seat] = true;
        }
        Ok(seats)
    }

    fn tiles_of(&self, name: &str, text: &str, kinds: &[Tile]) -> Result<Vec<Tile>, QueryError> {
        let field = || self.path(name);
        let tiles = parse_tiles(text).map_err(|source| QueryError::Tile { field: field(), source })?;
        match tiles.iter().find(|tile| !kinds.contains(tile)) {
            Some(&tile) => Err(QueryError::NotInPlay { field: field(), tile }),
            None => Ok(tiles),
        }
    }

    pub(super) fn tile_of(&self, name: &str, text: &str, kinds: &[Tile]) -> Result<Tile, QueryError> {
        match self.tiles_of(name, text, kinds)?[..] {
            [tile] => Ok(tile),
            _ => Err(QueryError::OneTile { field: self.path(name), text: text.to_owned() }),
        }
    }

    /// A tile, if there is one.
    pub(super) fn maybe_tile(&self, name: &str, kinds: &[Tile]) -> Result<Option<Tile>, QueryError> {
        self.maybe_text(name)?.map(|text| self.tile_of(name, text, kinds)).transpose()
    }

    pub(super) fn each_tile(&self, name: &str, kinds: &[Tile]) -> Result<Vec<Tile>, QueryError> {
        self.texts(name)?.into_iter().map(|text| self.tile_of(name, text, kinds)).collect()
    }

    /// The ruleset with its options.
    pub(super) fn ruleset(&self) -> Result<(Variant, Options), QueryError> {
        let variant: Variant =
            self.text("ruleset")?.parse().map_err(|source| QueryError::UnknownRuleset { source })?;
        Ok((variant, self.options(variant)?))
    }

    /// Refuses another ruleset than the only one that the ask is for; the line need not name it.
    pub(super) fn only_ruleset(&self, only: Variant) -> Result<Options, QueryError> {
        match self.get("ruleset") {
            Some(_) if self.ruleset()?.0 != only => Err(QueryError::OtherRuleset { only }),
            _ => self.options(only),
        }
    }

    fn options(&self, variant: Variant) -> Result<Options, QueryError> {
        let mut options = Options::of(variant);
        if let Some(given) = self.object("options", "options.")? {
            for (name, value) in given.map {
                options.set(variant, name, &option_value(name, value)?)?;
            }
        }
        Ok(options)
    }

    /// Whether the hand is one after 粘听: `pinned` names the pair that was opened.
    pub(super) fn pinned(&self, rules: &dyn Rules, query: &HandQuery) -> Result<bool, QueryError> {
        match self.get("pinned") {
            None | Some(Value::Bool(false)) => return Ok(false),
            Some(_) if rules.variant() != Variant::Qiqihar => return Err(QueryError::Pinned),
            Some(_) => {}
        }
        let tile = self.tile_of("pinned", self.text("pinned")?, rules.kinds())?;
        if !query.melds.is_empty() || query.hand.of(tile) < 2 {
            return Err(QueryError::PinnedPair { tile });
        }
        Ok(true)
    }
}

pub(super) fn option_value(name: &str, value: &Value) -> Result<OptionValue, QueryError> {
    let refused = || QueryError::OptionType { name: name.to_owned() };
    match value {
        Value::Bool(on) => Ok(OptionValue::Bool(*on)),
        Value::String(word) => Ok(OptionValue::Word(word.clone())),
        Value::Number(n) => {
            let n = n.as_u64().and_then(|n| u32::try_from(n).ok());
            n.map(OptionValue::Number).ok_or_else(refused)
        }
        _ => Err(refused()),
    }
}

/// The tiles of the asked or the winning hand.
pub(super) struct HandQuery {
    pub(super) hand: Counts,
    pub(super) melds: Vec<Meld>,
}

impl HandQuery {
    /// Reads `hand` and `melds`; the number of tiles must be right.
    pub(super) fn read(fields: &Fields<'_>, kinds: &[Tile]) -> Result<HandQuery, QueryError> {
        let tiles = fields.tiles_of("hand", fields.text("hand")?, kinds)?;
        let mut melds = Vec::new();
        for text in fields.texts("melds")? {
            let meld: Meld =
                text.parse().map_err(|source| QueryError::Meld { field: "melds".to_owned(), source })?;
            if !kinds.contains(&meld.tile) {
                return Err(QueryError::NotInPlay { field: "melds".to_owned(), tile: meld.tile });
            }
            melds.push(meld);
        }
        let n_melds = melds.len();
        if n_melds > 4 {
            return Err(QueryError::TooManyMelds { n: n_melds });
        }
        let (have, need) = (tiles.len(), 13 - 3 * n_melds);
        if have != need {
            return Err(QueryError::TileCount { have, n_melds, need });
        }
        Ok(HandQuery { hand: tiles.into_iter().collect(), melds })
    }

    /// Refuses a fifth copy over hand, melds and these further tiles.
    pub(super) fn check_copies(&self, further: &[Tile]) -> Result<(), QueryError> {
        self.check_copies_with(if further.is_empty() { "hand" } else { "win.tile" }, further)
    }

    /// The same, blaming this field.
    pub(super) fn check_copies_with(&self, field: &'static str, further: &[Tile]) -> Result<(), QueryError> {
        let own = self.own();
        let copies =
            |tile: Tile| usize::from(own.of(tile)) + further.iter().filter(|&&other| other == tile).count();
        match Tile::all().find(|&tile| copies(tile) > 4) {
            Some(tile) => Err(QueryError::FiveCopies { field, tile }),
            None => Ok(()),
        }
    }

    pub(super) fn own(&self) -> Counts {
        let mut own = self.hand;
        self.melds.iter().for_each(|meld| own.extend(meld.tiles()));
        own
    }
}
