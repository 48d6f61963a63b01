//! The claim window: who was asked about a tile, what each answered, and who gets it.
//!
//! The result is a function of the set of answers, never of the order in which they arrived (A23–A29).

use super::action::Action;
use super::ruleset::TingClaimTie;
use super::seat::{BySeat, Seat};
use super::tile::Tile;

/// What opened a window.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum WindowKind {
    /// A discard: any claim is possible.
    Discard,
    /// A tile added to a pung: 胡 can take it (抢杠), and in the games of Qiqihar 抢吃听 (C-Q17).
    AddedKong,
}

/// An open window. All three other seats are asked, whatever they hold (L19).
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct ClaimWindow {
    /// Who discarded the tile or added it to a pung.
    pub from: Seat,
    /// The tile.
    pub tile: Tile,
    /// Discard or added kong.
    pub kind: WindowKind,
    /// True where the discard declared ting.
    pub declares_ting: bool,
    answers: BySeat<Option<Action>>,
}

impl ClaimWindow {
    /// A window that nobody has answered.
    pub fn new(from: Seat, tile: Tile, kind: WindowKind) -> ClaimWindow {
        ClaimWindow { from, tile, kind, declares_ting: false, answers: BySeat([None; 4]) }
    }

    /// True while the window waits for this seat.
    pub fn waits_for(&self, seat: Seat) -> bool {
        seat != self.from && self.answers[seat].is_none()
    }

    /// The seats that have not answered, nearest after the discarder first.
    pub fn unanswered(&self) -> impl Iterator<Item = Seat> + use<> {
        let window = *self;
        self.from.others().into_iter().filter(move |&seat| window.waits_for(seat))
    }

    /// True when all who are asked have answered.
    pub fn is_complete(&self) -> bool {
        self.unanswered().next().is_none()
    }

    /// Records an answer. A second one of the same seat changes nothing.
    pub(in crate::game) fn record(&mut self, seat: Seat, answer: Action) {
        if self.waits_for(seat) {
            self.answers[seat] = Some(answer);
        }
    }

    /// Who takes the tile, by 胡 > 听吃 = 听碰 > 杠 > 碰 > 吃, equals by distance from the discarder (A23–A29, A-Q01).
    /// `None` when everybody passed.
    pub fn result(&self, tie: TingClaimTie) -> Option<(Seat, Action)> {
        self.from
            .others()
            .into_iter()
            .rev() // `max_by_key` keeps the last of equals: the nearest must come last
            .filter_map(|seat| Some((seat, self.answers[seat]?)))
            .filter(|(_, answer)| !matches!(answer, Action::Pass))
            .max_by_key(|(_, answer)| priority(answer, tie))
    }
}

/// The window before the first turn, in which all four are asked for 开牌炸 (L09).
#[derive(Clone, Copy)]
pub(in crate::game) struct DealWindow {
    /// Who deals.
    pub(in crate::game) dealer: Seat,
    /// The dealer's 14th tile.
    pub(in crate::game) drawn: Option<Tile>,
    answers: BySeat<Option<Action>>,
}

impl DealWindow {
    /// A window that nobody has answered.
    pub(in crate::game) fn new(dealer: Seat, drawn: Option<Tile>) -> DealWindow {
        DealWindow { dealer, drawn, answers: BySeat([None; 4]) }
    }

    /// The seats that have not answered, in turn order from the dealer.
    pub(in crate::game) fn unanswered(&self) -> impl Iterator<Item = Seat> + use<> {
        let window = *self;
        self.dealer.from_here().into_iter().filter(move |&seat| window.answers[seat].is_none())
    }

    /// Records an answer. A second one of the same seat changes nothing.
    pub(in crate::game) fn record(&mut self, seat: Seat, answer: Action) {
        self.answers[seat].get_or_insert(answer);
    }

    /// The earliest in turn order that takes the win.
    pub(in crate::game) fn winner(&self) -> Option<Seat> {
        self.dealer.from_here().into_iter().find(|&seat| self.answers[seat] == Some(Action::Win))
    }
}

/// How strong a claim is; equal levels go to the nearest seat.
fn priority(claim: &Action, tie: TingClaimTie) -> u8 {
    match claim {
        Action::Win => 6,
        Action::Pung { ting_discard: Some(_) } if tie == TingClaimTie::PungFirst => 5,
        Action::Chow { ting_discard: Some(_), .. }
        | Action::Pung { ting_discard: Some(_) }
        | Action::StickyTing { .. } => 4, // C-Q20
        Action::ClaimKong => 3,
        Action::Pung { ting_discard: None } => 2,
        Action::Chow { ting_discard: None, .. } => 1,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::t;
    use Seat::{East, North, South, West};

    const CHOW: Action = Action::Chow { low: t!("4m"), ting_discard: None };
    const TING_CHOW: Action = Action::Chow { low: t!("4m"), ting_discard: Some(t!("9p")) };
    const PUNG: Action = Action::Pung { ting_discard: None };
    const TING_PUNG: Action = Action::Pung { ting_discard: Some(t!("9p")) };

    /// Asks a discard of East in every order of the answers; all orders must agree.
    #[track_caller]
    fn check(tie: TingClaimTie, answers: [(Seat, Action); 3], expect: Option<(Seat, Action)>) {
        for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            let mut window = ClaimWindow::new(East, t!("5m"), WindowKind::Discard);
            for i in order {
                assert!(!window.is_complete());
                window.record(answers[i].0, answers[i].1);
            }
            assert!(window.is_complete());
            assert_eq!(window.result(tie), expect, "order {order:?}");
        }
    }

    #[test]
    fn priority_is_win_then_ting_claims_then_kong_pung_chow() {
        let order = TingClaimTie::SeatOrder;
        let pass = Action::Pass;
        // F01: N's 听吃 against S's 碰
        check(order, [(South, PUNG), (West, pass), (North, TING_CHOW)], Some((North, TING_CHOW)));
        // F02: W's 听吃 against S's 杠
        check(order, [(South, Action::ClaimKong), (West, TING_CHOW), (North, pass)], Some((West, TING_CHOW)));
        // F03: S 听吃, W 听碰: the nearer
        check(order, [(South, TING_CHOW), (West, TING_PUNG), (North, pass)], Some((South, TING_CHOW)));
        // F04: N's 碰 against S's 吃
        check(order, [(South, CHOW), (West, pass), (North, PUNG)], Some((North, PUNG)));
        // F05: two wins: the nearest after the discarder
        check(order, [(South, pass), (West, Action::Win), (North, Action::Win)], Some((West, Action::Win)));
        check(order, [(South, TING_CHOW), (West, pass), (North, Action::Win)], Some((North, Action::Win)));
        check(order, [(South, pass), (West, pass), (North, pass)], None);
        // A26: several 听吃: the nearest
        check(order, [(South, pass), (West, TING_CHOW), (North, TING_CHOW)], Some((West, TING_CHOW)));
    }

    #[test]
    fn pung_first_prefers_ting_pung_at_any_distance() {
        let answers = [(South, TING_CHOW), (West, Action::Pass), (North, TING_PUNG)];
        check(TingClaimTie::PungFirst, answers, Some((North, TING_PUNG)));
        check(TingClaimTie::SeatOrder, answers, Some((South, TING_CHOW)));
    }

    #[test]
    fn a_second_answer_changes_nothing() {
        let mut window = ClaimWindow::new(East, t!("5m"), WindowKind::Discard);
        window.record(South, Action::Pass);
        window.record(South, Action::Win);
        window.record(East, Action::Win); // was not asked
        window.record(West, Action::Pass);
        window.record(North, Action::Pass);
        assert_eq!(window.result(TingClaimTie::SeatOrder), None);
    }
}
