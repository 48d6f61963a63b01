//! Positions made to order: a hand in the middle of its play, for tests.

use std::sync::Arc;

use super::action::PromptId;
use super::claims::DealWindow;
use super::indicator::Indicator;
use super::meld::Meld;
use super::ruleset::{Options, Variant};
use super::seat::{BySeat, Seat};
use super::state::{HandState, OpenSeat, Phase, PublicPart, SecretPart, Terms, Turn};
use super::tile::{Counts, Tile};
use super::variants;
use super::wall::{Wall, sim_nonces, sim_secret};

/// What a test says about a position. Everything it leaves open is filled up, always in the same way, from the tiles
/// that it does not name, so that every tile of the game is somewhere.
pub(super) struct Position {
    pub(super) variant: Variant,
    pub(super) options: Options,
    pub(super) terms: Terms,
    pub(super) dealer: Seat,
    /// Whose turn it is.
    pub(super) turn: Seat,
    /// The tile just drawn; `None` after a chow or pung.
    pub(super) drawn: Option<Tile>,
    /// Concealed tiles without the drawn one; fewer than the seat must have are filled up.
    pub(super) hands: BySeat<Vec<Tile>>,
    pub(super) melds: BySeat<Vec<Meld>>,
    pub(super) rivers: BySeat<Vec<Tile>>,
    pub(super) opened_pairs: BySeat<Option<Tile>>,
    /// The hand is at its beginning: all are asked for 开牌炸.
    pub(super) at_deal: bool,
    /// Ting seats in the order of their declarations.
    pub(super) ting: Vec<Seat>,
    /// The first treasures.
    pub(super) treasures: Vec<Tile>,
    /// The next tiles of the wall.
    pub(super) draws: Vec<Tile>,
    /// The last tiles before the treasures, the nearest to them first.
    pub(super) reserve: Vec<Tile>,
    /// The turned tile of a game that turns one; any where it is not said.
    pub(super) indicator: Option<Tile>,
    /// Drawable tiles left; all beyond them lie in the rivers.
    pub(super) n_drawable: Option<usize>,
}

impl Position {
    pub(super) fn of(variant: Variant) -> Position {
        Position {
            variant,
            options: Options::of(variant),
            terms: Terms::default(),
            dealer: Seat::East,
            turn: Seat::East,
            drawn: None,
            hands: BySeat::default(),
            melds: BySeat::default(),
            rivers: BySeat::default(),
            opened_pairs: BySeat::default(),
            at_deal: false,
            ting: Vec::new(),
            treasures: Vec::new(),
            draws: Vec::new(),
            reserve: Vec::new(),
            indicator: None,
            n_drawable: None,
        }
    }

    fn open_seats(&self, rivers: &BySeat<Vec<Tile>>) -> BySeat<OpenSeat> {
        BySeat::from_fn(|seat| OpenSeat {
            melds: Arc::new(self.melds[seat].clone()),
            river: Arc::new(rivers[seat].clone()),
            opened_pair: self.opened_pairs[seat],
        })
    }

    fn phase(&self) -> Phase {
        if self.at_deal {
            Phase::Deal(DealWindow::new(self.dealer, self.drawn))
        } else {
            Phase::Turn(Turn { seat: self.turn, drawn: self.drawn, replacement: false })
        }
    }

    /// The hand in this position, or what is impossible in it.
    pub(super) fn state(&self) -> Result<HandState, String> {
        let rules = variants::rulebook(self.variant, self.options.clone());
        let mut rest = Rest::without(self)?;
        let mut hands = self.hands.clone();
        for seat in Seat::ALL {
            let after_claim = seat == self.turn && self.drawn.is_none();
            let n_tiles = 13 - 3 * self.melds[seat].len() + usize::from(after_claim);
            hands[seat] = rest.fill(self.hands[seat].clone(), n_tiles)?;
        }
        let treasures = rest.fill(self.treasures.clone(), rules.n_treasures())?;
        let turned = rest.fill(self.indicator.into_iter().collect(), usize::from(rules.turns_indicator()))?;
        let mut front = rest.fill(self.draws.clone(), self.n_drawable.unwrap_or(self.draws.len()))?;
        let reserve = rest.fill(self.reserve.clone(), self.options.reserve_tiles as usize)?;
        let mut rivers = self.rivers.clone();
        let surplus = rest.all();
        if self.n_drawable.is_some() {
            for (tile, seat) in surplus.into_iter().zip(Seat::ALL.into_iter().cycle()) {
                rivers[seat].insert(0, tile);
            }
        } else {
            front.extend(surplus);
        }
        let seats = self.open_seats(&rivers);
        let open = seats
            .iter()
            .flat_map(|(_, open)| open.melds.iter().flat_map(Meld::tiles).chain(open.river.iter().copied()));
        let concealed = hands.iter().flat_map(|(_, hand)| hand.iter().copied());
        let mut wall: Vec<Tile> = open.chain(concealed).chain(self.drawn).collect();
        let n_taken = wall.len();
        wall.extend(
            front.into_iter().chain(reserve.into_iter().rev()).chain(treasures.iter().rev().copied()),
        );
        wall.extend(&turned);
        let n_flipped = self.ting.len().min(rules.n_treasures());
        Ok(HandState {
            rules: rules.into(),
            terms: self.terms,
            dealer: self.dealer,
            public: PublicPart {
                seats,
                ting_order: self.ting.clone(),
                n_flipped,
                n_drawn: n_taken.saturating_sub(53),
                last_drawer: self.turn,
                last_kong: None,
                shown_replacement: None,
                indicator: turned.first().map(|&tile| Indicator { tile, dice: [1, 1] }),
            },
            secret: SecretPart {
                n_taken,
                hands: hands.map(|_, hand| hand.iter().copied().collect()),
                kept: BySeat([Counts::EMPTY; 4]),
                treasures,
                retired: Vec::new(),
                wall: any_wall(self.variant).with_tiles(wall),
            },
            phase: self.phase(),
            prompt: PromptId(100),
            next_seq: 101,
        })
    }
}

/// A wall for its stream of numbers, from which random exchanges are drawn.
fn any_wall(variant: Variant) -> Wall {
    Wall::make(variants::kinds(variant), variant.id(), "arranged", 1, &sim_secret(1, 1), &sim_nonces())
}

/// The tiles that a position does not name, in an order that makes few sets.
struct Rest(Vec<Tile>);

impl Rest {
    fn without(position: &Position) -> Result<Rest, String> {
        let mut named = Counts::EMPTY;
        for seat in Seat::ALL {
            named.extend(position.hands[seat].iter().chain(&position.rivers[seat]).copied());
            named.extend(position.melds[seat].iter().flat_map(Meld::tiles));
        }
        named.extend(position.treasures.iter().chain(&position.draws).chain(&position.reserve).copied());
        named.extend(position.drawn.into_iter().chain(position.indicator));
        if let Some(tile) = named.kinds().find(|&tile| named.of(tile) > 4) {
            return Err(format!("the position names {} copies of {tile}", named.of(tile)));
        }
        let kinds = variants::kinds(position.variant);
        let mut rest = Vec::new();
        for copy in 0..4 {
            // 11 has no common divisor with 28 or 34, so each round meets every kind, neighbours far apart.
            let in_rags = (0..kinds.len()).map(|i| kinds[i * 11 % kinds.len()]);
            rest.extend(in_rags.filter(|&tile| copy < 4 - named.of(tile)));
        }
        rest.reverse();
        Ok(Rest(rest))
    }

    /// Fills `tiles` up to `n_tiles`.
    fn fill(&mut self, mut tiles: Vec<Tile>, n_tiles: usize) -> Result<Vec<Tile>, String> {
        if tiles.len() > n_tiles {
            return Err(format!("{tiles:?} are more than {n_tiles} tiles"));
        }
        while tiles.len() < n_tiles {
            tiles.push(self.0.pop().ok_or("the position needs more tiles than there are")?);
        }
        Ok(tiles)
    }

    fn all(&mut self) -> Vec<Tile> {
        let mut all = std::mem::take(&mut self.0);
        all.reverse();
        all
    }
}
