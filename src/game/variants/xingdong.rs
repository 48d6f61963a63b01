//! 兴动 (ruleset E): 136 tiles, four wilds, 81 fans. The numbers in the comments are those of docs/RULES.md.

use super::{FanFacts, Needs, Options, Refused, Rules, Variant, WinFacts};
use crate::game::event::WinHow;
use crate::game::indicator::Indicator;
use crate::game::mcr::{Source, Win, count_fans, reaches};
use crate::game::meld::Meld;
use crate::game::ruleset::{FanPayment, PrevalentWind};
use crate::game::score::{Fan, FanLine, FanValue, Settlement, Share};
use crate::game::seat::Seat;
use crate::game::tile::{Counts, Tile};
use crate::game::waits::{AllPungs, Openness, PureStraight, Reason, TerminalNeed, TileSet, Waits, WinShape};

/// What each loser pays whatever the win is worth (E-Q03).
const BASE: i32 = 8;

/// 兴动 with the options of a table.
pub(super) struct Xingdong {
    options: Options,
}

impl Xingdong {
    pub(super) fn new(options: Options) -> Xingdong {
        Xingdong { options }
    }

    fn win<'a>(&self, win: &WinFacts<'a>) -> Win<'a> {
        let FanFacts { indicator, is_last, is_fourth } = win.fan_facts;
        Win {
            hand: win.hand,
            melds: win.melds,
            tile: win.tile,
            source: match win.how {
                WinHow::Discard { .. } => Source::Discard,
                WinHow::RobKong { .. } => Source::RobKong,
                WinHow::KongDraw => Source::KongDraw,
                WinHow::Draw | WinHow::Reveal | WinHow::Heavenly | WinHow::FourAtDeal => Source::Draw,
            },
            is_last,
            is_fourth,
            seat: seat_wind(win.dealer, win.winner),
            prevalent: match self.options.prevalent {
                PrevalentWind::East => Seat::East,
            },
            wild: indicator.map(Indicator::wild),
            indicator: indicator.map(|indicator| indicator.tile),
        }
    }

    fn min_fan(&self) -> u16 {
        u16::try_from(self.options.min_fan).unwrap_or(u16::MAX)
    }
}

/// The seat whose wind the winner's is: the dealer sits East in each hand (E-Q11).
fn seat_wind(dealer: Seat, winner: Seat) -> Seat {
    dealer
        .from_here()
        .into_iter()
        .zip(Seat::ALL)
        .find_map(|(seat, wind)| (seat == winner).then_some(wind))
        .unwrap_or(winner)
}

impl Rules for Xingdong {
    fn variant(&self) -> Variant {
        Variant::Xingdong
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn kinds(&self) -> &'static [Tile] {
        super::kinds(Variant::Xingdong)
    }

    fn n_treasures(&self) -> usize {
        0
    }

    fn most_melds(&self) -> usize {
        4
    }

    fn has_ting(&self) -> bool {
        false
    }

    fn turns_indicator(&self) -> bool {
        true
    }

    fn allows_any_fourth_meld(&self) -> bool {
        true // 全求人 is a fan, of four melds of any kind
    }

    /// None of what these ask but points (E18).
    fn needs(&self) -> Needs {
        Needs {
            sets: 0,
            terminal: TerminalNeed::HeldOrWinning,
            openness: Openness::Assumed,
            n_suits: 0,
            hand_one_melds: 5,
            all_pungs: AllPungs::Ordinary,
            pure_straight: PureStraight::Ordinary,
            shape: WinShape::SetsOrPairs,
            min_fan: self.options.min_fan,
        }
    }

    /// None: what a tile is worth depends on more than the hand, and nothing is declared.
    fn waits(&self, _hand: &Counts, _melds: &[Meld]) -> Waits {
        Waits::default()
    }

    fn wait_set(&self, _hand: &Counts, _melds: &[Meld]) -> TileSet {
        TileSet::EMPTY
    }

    fn ting_discards(&self, _hand: &Counts, _melds: &[Meld]) -> Vec<(Tile, TileSet)> {
        Vec::new()
    }

    /// E-Q03: the discarder, or at a self-draw everybody, pays 8 and the fans, the others pay 8.
    fn settle(&self, win: &WinFacts<'_>) -> Result<Settlement, Refused> {
        let counted = count_fans(&self.win(win)).ok_or(Refused::NotAWait)?;
        if counted.total() < self.min_fan() {
            return Err(Refused::Broken(vec![Reason::BelowMinimum]));
        }
        let line = |fan, points| FanLine { fan, value: FanValue::Points(points) };
        let fans = counted.fans().map(|(fan, points)| line(Fan::Counted(fan), i32::from(points))).collect();
        let share = |debtor: Seat| {
            let FanPayment::Mcr = self.options.payment;
            let pays_fans = match win.how {
                WinHow::Discard { from } | WinHow::RobKong { from } => debtor == from,
                _ => true,
            };
            let mut steps = vec![line(Fan::Base, BASE)];
            steps.extend(pays_fans.then(|| line(Fan::AllFans, i32::from(counted.total()))));
            Share { debtor, payer: debtor, points: FanValue::total(&steps), steps }
        };
        Ok(Settlement::won(win.winner, fans, win.winner.others().map(share).into()))
    }

    fn is_win(&self, win: &WinFacts<'_>) -> bool {
        reaches(&self.win(win), self.min_fan())
    }

    /// The wilds hide which reading counts most, so the hand is shown as it lies.
    fn winning_sets(&self, _win: &WinFacts<'_>, _tile: Tile) -> Vec<Vec<Tile>> {
        Vec::new()
    }
}
