//! One file a game, one trait. Adding a game = one file here + one vector file (docs/RULES.md says how).

use super::event::WinHow;
use super::indicator::Indicator;
use super::meld::Meld;
use super::ruleset::{Options, Variant};
use super::score::Settlement;
use super::seat::{BySeat, Seat};
use super::tile::{Counts, Tile};
use super::waits::{Needs, Reason, TileSet, Waits};
use harbin_common::Harbin;
use qiqihar_common::Qiqihar;

mod harbin;
mod harbin_common;
mod harbin_new;
mod qiqihar;
mod qiqihar_common;
mod qiqihar_score;
mod xingdong;
mod yuema;

/// The 28 kinds of a 112-tile game: three suits and 红中 (A01).
const KINDS_112: [Tile; 28] = {
    let mut kinds = [Tile::RED; 28];
    let mut i = 0;
    while i < 27 {
        kinds[i] = Tile::known(Tile::from_index(i));
        i += 1;
    }
    kinds
};

/// All 34 kinds: the game of 136 tiles.
const KINDS_136: [Tile; 34] = {
    let mut kinds = [Tile::RED; 34];
    let mut i = 0;
    while i < 34 {
        kinds[i] = Tile::known(Tile::from_index(i));
        i += 1;
    }
    kinds
};

/// The tile kinds of a game, four copies each, in tile order.
pub fn kinds(variant: Variant) -> &'static [Tile] {
    if variant == Variant::Xingdong { &KINDS_136 } else { &KINDS_112 }
}

/// Everything a settlement depends on. `hand` and `melds` are the winner's, without the winning tile.
pub struct WinFacts<'a> {
    /// Who deals.
    pub dealer: Seat,
    /// Who wins.
    pub winner: Seat,
    /// Concealed tiles, 13 − 3 × melds.
    pub hand: &'a Counts,
    /// The melds.
    pub melds: &'a [Meld],
    /// The tile that ends the hand.
    pub tile: Tile,
    /// How it came.
    pub how: WinHow,
    /// Treasures that the winner flipped; in the games with one treasure, that one.
    pub own_treasures: &'a [Tile],
    /// Flipped treasures of the others.
    pub other_treasures: &'a [Tile],
    /// Who has declared ting.
    pub ting: BySeat<bool>,
    /// Who has no open meld (站立).
    pub standing: BySeat<bool>,
    /// 包庄: the hand after three drawn ones, in which the dealer pays (B18).
    pub liable: bool,
    /// The winner declared by 粘听, so that only seven pairs count (C18).
    pub pinned: bool,
    /// 跑分, in points (C21).
    pub run_points: BySeat<u32>,
    /// What a game asks that counts fans.
    pub fan_facts: FanFacts,
}

/// What lies open on the table, as far as the fans of a win ask for it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct FanFacts {
    /// The turned indicator, which names the wild kind (E04).
    pub indicator: Option<Indicator>,
    /// No tile can be drawn any more: 妙手回春, 海底捞月 (E-K07).
    pub is_last: bool,
    /// Everybody sees the three other copies of the winning tile: 和绝张 (E-D6).
    pub is_fourth: bool,
}

impl<'a> WinFacts<'a> {
    /// A draw of this hand's seat, East, who deals: the beginning of facts of which only some matter.
    #[cfg(test)]
    fn of_hand(hand: &'a Counts, melds: &'a [Meld]) -> WinFacts<'a> {
        WinFacts {
            dealer: Seat::East,
            winner: Seat::East,
            hand,
            melds,
            tile: Tile::RED,
            how: WinHow::Draw,
            own_treasures: &[],
            other_treasures: &[],
            ting: BySeat([false; 4]),
            standing: BySeat([false; 4]),
            liable: false,
            pinned: false,
            run_points: BySeat([0; 4]),
            fan_facts: FanFacts::default(),
        }
    }
}

/// Why a win is not legal: the reason codes of `docs/CHECK.md`, sorted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refused {
    /// The winner has not declared ting.
    NotTing,
    /// The tile ends no wait.
    NotAWait,
    /// The hand breaks these rules.
    Broken(Vec<Reason>),
}

impl Refused {
    /// The refusal of a tile that ends nothing: the reasons why it is blocked, if it is.
    fn of(waits: Waits, tile: Tile) -> Refused {
        let blocked = waits.blocked.into_iter().find_map(|(kind, reasons)| (kind == tile).then_some(reasons));
        blocked.map_or(Refused::NotAWait, Refused::Broken)
    }
}

/// What a game must answer. Object safe; one value a table, built from its options.
pub trait Rules: Send + Sync {
    /// Which game.
    fn variant(&self) -> Variant;

    /// The house options it was built from.
    fn options(&self) -> &Options;

    /// The tile kinds in play, four copies each, in tile order.
    fn kinds(&self) -> &'static [Tile];

    /// Treasures taken from the end of the wall before play (A03).
    fn n_treasures(&self) -> usize;

    /// Most melds a hand may have after a claim or kong (A20, A-K07).
    fn most_melds(&self) -> usize;

    /// Ting is declared, and only who has declared it wins (2.4.7). Without it the tiles decide alone (E18).
    fn has_ting(&self) -> bool {
        true
    }

    /// An indicator is turned from the end of the wall, and names four wild tiles (E04).
    fn turns_indicator(&self) -> bool {
        false
    }

    /// A fourth meld may be of any kind: there is no 手把一.
    fn allows_any_fourth_meld(&self) -> bool {
        false
    }

    /// 粘听 exists (C18).
    fn has_sticky_ting(&self) -> bool {
        false
    }

    /// 抢吃听: a tile added to a pung may be taken by 听吃 too, not by 胡 alone (C-Q17, D-K07).
    fn ting_chow_robs(&self) -> bool {
        false
    }

    /// What the game asks of a finished hand, for [`Shapes`](super::shape::Shapes).
    fn needs(&self) -> Needs;

    /// The waits of 13 − 3 × melds concealed tiles (docs/CHECK.md, S-K1).
    fn waits(&self, hand: &Counts, melds: &[Meld]) -> Waits;

    /// The waits of 13 concealed tiles after 粘听, where only seven pairs count (C18); none where that does not exist.
    fn pinned_waits(&self, _hand: &Counts) -> Waits {
        Waits::default()
    }

    /// Only the legal waits: the fast path of [`Rules::waits`].
    fn wait_set(&self, hand: &Counts, melds: &[Meld]) -> TileSet;

    /// The same as a list, in tile order.
    fn legal_waits(&self, hand: &Counts, melds: &[Meld]) -> Vec<Tile> {
        self.wait_set(hand, melds).iter().collect()
    }

    /// The discards of 14 − 3 × melds concealed tiles that leave legal waits, with these, in tile order.
    fn ting_discards(&self, hand: &Counts, melds: &[Meld]) -> Vec<(Tile, TileSet)>;

    /// The payments of a win.
    ///
    /// # Errors
    /// [`Refused`] when the win is not legal; nothing is paid then.
    fn settle(&self, win: &WinFacts<'_>) -> Result<Settlement, Refused>;

    /// True if [`Rules::settle`] would pay: without the arithmetic and the reasons.
    fn is_win(&self, win: &WinFacts<'_>) -> bool;

    /// The concealed part of a finished hand with `tile` by sets, pair last, in the legal reading that pays best, for pictures.
    /// Empty if the tile completes no reading by itself (a drawn treasure).
    fn winning_sets(&self, win: &WinFacts<'_>, tile: Tile) -> Vec<Vec<Tile>>;
}

/// The rules of a game with these options, for a live table; `None` while the game cannot be played.
pub fn rules(variant: Variant, options: Options) -> Option<Box<dyn Rules>> {
    Variant::PLAYABLE.contains(&variant).then(|| rulebook(variant, options))
}

/// The rules of a game with these options, for questions about single hands.
pub fn rulebook(variant: Variant, options: Options) -> Box<dyn Rules> {
    match variant {
        Variant::HarbinNew => Box::new(Harbin::new(harbin_new::New, options)),
        Variant::Harbin => Box::new(Harbin::new(harbin::Classic, options)),
        Variant::Qiqihar => Box::new(Qiqihar::new(qiqihar::Room, options)),
        Variant::QiqiharYuema => Box::new(Qiqihar::new(yuema::Yuema, options)),
        Variant::Xingdong => Box::new(xingdong::Xingdong::new(options)),
    }
}
