//! What the two games of Qiqihar share: how a win applies, and who may win. The numbers in the comments are those of
//! docs/RULES.md; what the hand is worth is in `qiqihar_score`.

use super::qiqihar_score::{Scored, Split, best_score, dealt_four_shares, pattern_of, shares};
use super::{
    Counts, KINDS_112, Meld, Needs, Options, Refused, Rules, Settlement, Tile, Variant, Waits, WinFacts,
    WinHow,
};
use crate::game::shape::{Parts, Reading};
use crate::game::waits::{self, Judge, Openness, TerminalNeed, TileSet, WinShape};

/// What differs between the two games.
pub(super) trait House: Send + Sync {
    /// Which game.
    fn variant(&self) -> Variant;

    /// 粘听 exists.
    fn has_sticky_ting(&self) -> bool;

    /// What a finished hand needs after ting.
    fn needs(&self, options: &Options) -> Needs;

    /// True if a treasure that is drawn makes 宝中宝 in this reading (C-K04, D-K02).
    fn draws_in_treasure(&self, scored: &Scored<'_>) -> bool;
}

/// A game of Qiqihar under the options of a table.
pub(super) struct Qiqihar<H> {
    house: H,
    options: Options,
}

/// How the wait of a finished hand was met.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Met {
    /// By the tile itself, or by one of its rank in 下大雨: no treasure enters (C20, C-Q11).
    Wait,
    /// 摸宝: by a treasure that was drawn (C48).
    Treasure,
    /// 漏宝: by the treasure that lies there (C47).
    Reveal,
    /// 漏宝 by 红中通幺九, which is 宝中宝 whatever the hand is (C24).
    RedReveal,
}

impl<H: House> Qiqihar<H> {
    pub(super) fn new(house: H, options: Options) -> Qiqihar<H> {
        Qiqihar { house, options }
    }

    /// What this win needs: after 粘听 seven pairs alone count (C18); dealt tiles need no open meld, and any of the 14
    /// may be the terminal (C29, C-K08, D-K04).
    fn needs_of(&self, win: &WinFacts<'_>) -> Needs {
        let needs = self.house.needs(&self.options);
        match win.how {
            _ if win.pinned => Needs { shape: WinShape::Pairs, ..needs },
            WinHow::Heavenly => {
                Needs { openness: Openness::Assumed, terminal: TerminalNeed::HeldOrWinning, ..needs }
            }
            _ => needs,
        }
    }

    /// Only a ting seat wins; but the dealer with 天胡, and with the option anybody with 开牌炸 (C29, C46).
    fn may_win(&self, win: &WinFacts<'_>) -> bool {
        match win.how {
            WinHow::Heavenly => win.winner == win.dealer,
            WinHow::FourAtDeal => self.options.four_at_deal,
            _ => win.ting[win.winner],
        }
    }

    /// Every way the win meets one of the legal waits (S-K4, C-K07).
    fn ways<'a>(&'a self, win: &'a WinFacts<'_>, legal: TileSet) -> impl Iterator<Item = (Met, Tile)> + 'a {
        legal.iter().flat_map(move |wait| {
            let met = match win.how {
                WinHow::Draw | WinHow::KongDraw => {
                    let treasure = self.is_treasure(win, win.tile).then_some(Met::Treasure);
                    let own = (wait == win.tile || self.rains_on(win.tile, wait)).then_some(Met::Wait);
                    [treasure, own]
                }
                WinHow::Reveal => [self.reveals(win, wait), None],
                _ => [(wait == win.tile).then_some(Met::Wait), None],
            };
            met.into_iter().flatten().map(move |met| (met, wait))
        })
    }

    /// A drawn treasure; with 红中满天飞 a 红中 always is one (C09, C17).
    fn is_treasure(&self, win: &WinFacts<'_>, tile: Tile) -> bool {
        win.own_treasures.contains(&tile) || self.options.red_wild_sky && tile == Tile::RED
    }

    /// 下大雨: a drawn tile of the same rank as the wait; 红中 has none (C20, C-Q11).
    fn rains_on(&self, drawn: Tile, wait: Tile) -> bool {
        self.options.heavy_rain && drawn.rank().is_some() && drawn.rank() == wait.rank()
    }

    /// How the treasure meets this wait by itself (C11, C17, C19, C24).
    fn reveals(&self, win: &WinFacts<'_>, wait: Tile) -> Option<Met> {
        let options = &self.options;
        win.own_treasures.iter().find_map(|&treasure| {
            let by_red = options.red_matches_terminals && wait == Tile::RED && treasure.is_terminal();
            let same_rank = treasure.rank().is_some() && treasure.rank() == wait.rank();
            let meets = treasure == wait
                || options.big_wind && same_rank
                || options.red_wild_sky && treasure == Tile::RED;
            if by_red { Some(Met::RedReveal) } else { meets.then_some(Met::Reveal) }
        })
    }

    fn refusal(&self, win: &WinFacts<'_>) -> Refused {
        match win.how {
            WinHow::Reveal | WinHow::FourAtDeal => Refused::NotAWait,
            _ => Refused::of(waits::waits(&self.needs_of(win), win.hand, win.melds), win.tile),
        }
    }

    /// 开牌炸: four of the kind that `tile` names (C46, C-K09).
    fn settle_four(&self, win: &WinFacts<'_>) -> Result<Settlement, Refused> {
        if !has_four(win) {
            return Err(Refused::NotAWait);
        }
        let shares = dealt_four_shares(&self.options, win);
        let fans = shares.first().and_then(|share| share.steps.first()).copied();
        Ok(Settlement::won(win.winner, Vec::from_iter(fans), shares.into()))
    }
}

fn has_four(win: &WinFacts<'_>) -> bool {
    win.hand.of(win.tile) == 4
}

impl<H: House> Rules for Qiqihar<H> {
    fn variant(&self) -> Variant {
        self.house.variant()
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn kinds(&self) -> &'static [Tile] {
        &KINDS_112 // C01, D01
    }

    fn n_treasures(&self) -> usize {
        1 // C06, D08
    }

    fn most_melds(&self) -> usize {
        4 // for 飘 (C32, C-K17, D15, D-K08)
    }

    fn has_sticky_ting(&self) -> bool {
        self.house.has_sticky_ting()
    }

    fn ting_chow_robs(&self) -> bool {
        true
    }

    fn needs(&self) -> Needs {
        self.house.needs(&self.options)
    }

    fn waits(&self, hand: &Counts, melds: &[Meld]) -> Waits {
        waits::waits(&self.needs(), hand, melds)
    }

    fn pinned_waits(&self, hand: &Counts) -> Waits {
        if !self.house.has_sticky_ting() {
            return Waits::default();
        }
        waits::waits(&Needs { shape: WinShape::Pairs, ..self.needs() }, hand, &[])
    }

    fn wait_set(&self, hand: &Counts, melds: &[Meld]) -> TileSet {
        waits::legal_waits(&self.needs(), hand, melds)
    }

    fn ting_discards(&self, hand: &Counts, melds: &[Meld]) -> Vec<(Tile, TileSet)> {
        waits::ting_discards(&self.needs(), hand, melds)
    }

    fn settle(&self, win: &WinFacts<'_>) -> Result<Settlement, Refused> {
        if !self.may_win(win) {
            return Err(Refused::NotTing);
        }
        if win.how == WinHow::FourAtDeal {
            return self.settle_four(win);
        }
        let needs = self.needs_of(win);
        let judge = Judge::of(&needs, Parts::of(win.hand), win.hand, win.melds);
        let legal = judge.legal_waits();
        let mut best = None;
        for (met, wait) in self.ways(win, legal) {
            let readings = judge.legal_readings(wait);
            let pairs = judge.legal_pairs(wait).then_some(Split::Pairs);
            for split in readings.iter().map(Split::Sets).chain(pairs) {
                let scored =
                    Scored { options: &self.options, win, held: judge.held(), legal, met, wait, split };
                best = best_score(best, scored.fans(self.house.draws_in_treasure(&scored)));
            }
        }
        let fans = best.ok_or_else(|| self.refusal(win))?;
        let shares = shares(&self.options, win, &fans);
        Ok(Settlement::won(win.winner, fans, shares.into()))
    }

    fn is_win(&self, win: &WinFacts<'_>) -> bool {
        if !self.may_win(win) {
            return false;
        }
        if win.how == WinHow::FourAtDeal {
            return has_four(win);
        }
        let legal = waits::legal_waits(&self.needs_of(win), win.hand, win.melds);
        self.ways(win, legal).next().is_some()
    }

    fn winning_sets(&self, win: &WinFacts<'_>, tile: Tile) -> Vec<Vec<Tile>> {
        let needs = self.needs_of(win);
        let judge = Judge::of(&needs, Parts::of(win.hand), win.hand, win.melds);
        if judge.legal_pairs(tile) {
            let mut all = *win.hand;
            all.add(tile);
            // Four equal tiles are two pairs (C-Q27).
            let pairs = all
                .kinds()
                .flat_map(|kind| std::iter::repeat_n(vec![kind; 2], usize::from(all.of(kind) / 2)));
            return pairs.collect();
        }
        let (legal, readings) = (judge.legal_waits(), judge.legal_readings(tile));
        let factor = |reading: &&Reading| {
            pattern_of(&self.options, judge.held(), legal, tile, Split::Sets(reading)).factor()
        };
        readings.iter().max_by_key(factor).map_or_else(Vec::new, Reading::tiles)
    }
}
