//! What happened in a hand. Facts, past tense; the only thing that changes a [`HandState`](super::state::HandState).
//!
//! Events hold hidden tiles. They go to the store alone, so they have no `Serialize` and their `Debug` is the name.

use super::action::{Action, Origin, debug_by_name};
use super::score::Settlement;
use super::seat::Seat;
use super::tile::Tile;

/// Who gave an answer or made a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mover {
    /// The seat itself: its player's press, or the AI that owns the seat.
    Seat,
    /// The program, because the time was over, nothing was to be decided, or the player chose so once and for all.
    Clock,
}

/// How a winning tile came.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum WinHow {
    /// Another seat's discard.
    Discard {
        /// Who discarded it.
        from: Seat,
    },
    /// 抢杠: the tile another seat added to a pung (A49).
    RobKong {
        /// The robbed seat.
        from: Seat,
    },
    /// 自摸 or 摸宝: the own draw; the settlement says which.
    Draw,
    /// 杠上开花: the replacement tile.
    KongDraw,
    /// 漏宝, 对宝: the treasure itself is the wait (C11, D25).
    Reveal,
    /// 天胡, 天和: the dealt tiles are a finished hand (C29, D27).
    Heavenly,
    /// 开牌炸: four equal tiles were dealt (C46); the winning tile names their kind.
    FourAtDeal,
}

/// 换宝: one exchange of the treasure.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Swap {
    /// The new treasure; `None` when there is none to take and play goes on without.
    pub tile: Option<Tile>,
    /// With `swap_source=random`, where the new one lay and the old one lies now: tiles before it in the wall. `None`
    /// where the new one came from the end and the old one left play.
    pub place: Option<u8>,
}

/// One fact of a hand.
#[derive(Clone, PartialEq, Eq)]
pub enum Event {
    /// The next wall tile went to a seat.
    Drew {
        /// Who.
        seat: Seat,
        /// What: hidden from the others.
        tile: Tile,
        /// True for the tile after a kong.
        replacement: bool,
    },
    /// A tile went to the pool; with `ting` the seat declared ting by it. Opens a claim window.
    Discarded {
        /// Who.
        seat: Seat,
        /// What.
        tile: Tile,
        /// From the hand or as drawn.
        origin: Origin,
        /// Whether ting was declared with it.
        ting: bool,
        /// Whose decision.
        by: Mover,
    },
    /// The next treasure was flipped for the seat that has just declared ting (A32). Seen by ting seats only.
    TreasureFlipped {
        /// Who tinged.
        seat: Seat,
        /// The treasure.
        tile: Tile,
    },
    /// 看宝, 换宝: in a game with one treasure it was looked at, because a seat declared ting or because a third copy of
    /// some kind lies open while somebody is ting (L03, L04). It happens whether the treasure is exchanged or not, so
    /// that the number of events tells nobody of an exchange. Seen by ting seats only.
    TreasureExamined {
        /// The exchanges, one after the other; mostly none.
        swaps: Vec<Swap>,
    },
    /// A seat answered the open window. Nobody else learns what.
    Answered {
        /// Who.
        seat: Seat,
        /// `Pass`, `Win`, or a claim.
        answer: Action,
        /// Whose decision.
        by: Mover,
    },
    /// Chow made.
    Chowed {
        /// Who.
        seat: Seat,
        /// From whom.
        from: Seat,
        /// The claimed tile.
        tile: Tile,
        /// Lowest of the run.
        low: Tile,
    },
    /// Pung made.
    Punged {
        /// Who.
        seat: Seat,
        /// From whom.
        from: Seat,
        /// The tile.
        tile: Tile,
    },
    /// Exposed kong made; the replacement follows.
    KongClaimed {
        /// Who.
        seat: Seat,
        /// From whom.
        from: Seat,
        /// The tile.
        tile: Tile,
    },
    /// Concealed kong made; the replacement follows.
    KongConcealed {
        /// Who.
        seat: Seat,
        /// The tile.
        tile: Tile,
        /// Whose decision.
        by: Mover,
    },
    /// A tile was added to a pung. Opens a window in which it can be robbed (L05).
    KongAdded {
        /// Who.
        seat: Seat,
        /// The tile.
        tile: Tile,
        /// Whose decision.
        by: Mover,
    },
    /// 粘听: a discard made the sixth pair of a closed hand, and both its tiles lie open (C18). The ting discard
    /// follows.
    PairOpened {
        /// Who.
        seat: Seat,
        /// From whom.
        from: Seat,
        /// The tile.
        tile: Tile,
    },
    /// 杠小鸡: the replacement tile of a kong of 1s is a 饼 and was shown to all (C23).
    ReplacementShown {
        /// Who drew it.
        seat: Seat,
        /// What.
        tile: Tile,
    },
    /// Nobody took 开牌炸: the dealer's first turn began (L09).
    PlayBegan,
    /// A seat won.
    Won {
        /// Who.
        seat: Seat,
        /// The tile that ended the hand.
        tile: Tile,
        /// How it came.
        how: WinHow,
    },
    /// No drawable tile was left and nobody won.
    Exhausted,
    /// The hand ended with these payments.
    Settled(Box<Settlement>),
}

debug_by_name!(Event {
    Drew,
    Discarded,
    TreasureFlipped,
    TreasureExamined,
    Answered,
    Chowed,
    Punged,
    KongClaimed,
    KongConcealed,
    KongAdded,
    PairOpened,
    ReplacementShown,
    PlayBegan,
    Won,
    Exhausted,
    Settled,
});

impl Event {
    /// The name for logs: never a tile.
    pub fn name(&self) -> String {
        format!("{self:?}")
    }
}
