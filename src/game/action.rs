//! What a seat asks for, and what it is offered. Requests are imperative; facts are in [`event`](super::event).

use super::seat::Seat;
use super::tile::Tile;

/// The sequence number of the event that opened a prompt. Every button echoes it; an old one changes nothing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct PromptId(pub u64);

/// Where a discarded tile came from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Origin {
    /// One of the tiles held before.
    Hand,
    /// The tile just drawn.
    Drawn,
}

/// What a seat asks to do. Tile kinds only: which physical copy never matters.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum Action {
    /// 打: discards.
    Discard {
        /// The tile.
        tile: Tile,
        /// From the hand, or the tile just drawn.
        origin: Origin,
    },
    /// 听: declares ting with this discard (A10–A20).
    Ting {
        /// The tile discarded with the declaration.
        tile: Tile,
        /// From the hand, or the tile just drawn.
        origin: Origin,
    },
    /// 暗杠 or 补杠 on the own turn; which of the two follows from the hand.
    Kong {
        /// The kind.
        tile: Tile,
    },
    /// 吃, or 听吃 when a ting discard is named (A25–A28, L07).
    Chow {
        /// Lowest tile of the run, the claimed tile included.
        low: Tile,
        /// The discard that declares ting.
        ting_discard: Option<Tile>,
    },
    /// 碰, or 听碰 when a ting discard is named (S-Q9, L07).
    Pung {
        /// The discard that declares ting.
        ting_discard: Option<Tile>,
    },
    /// 明杠: claims a discard for a kong.
    ClaimKong,
    /// 粘听: claims a discard for the sixth pair of seven, with the discard that declares ting (C18, L07).
    StickyTing {
        /// The discard.
        discard: Tile,
    },
    /// 胡.
    Win,
    /// 过: claims nothing.
    Pass,
}

/// A tile that ends the wait, with the copies the owner of the view cannot see.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Wait {
    /// The kind.
    pub tile: Tile,
    /// Copies neither in the own hand nor open on the table, 0–4.
    pub n_unseen: u8,
}

/// A discard that may declare ting, with what the hand would wait on.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct TingDiscard {
    /// The discard.
    pub tile: Tile,
    /// From the hand, or the tile just drawn. After a claim always the hand.
    pub origin: Origin,
    /// Its legal waits in tile order; never empty.
    pub waits: Vec<Wait>,
}

/// One thing a seat may do now. The list of offers is the only authority on legality: buttons, autocomplete,
/// the AI seats and [`HandState::decide`](super::state::HandState::decide) all ask it.
#[derive(Clone, PartialEq, Eq, Hash)]
pub enum Offer {
    /// Discard this tile.
    Discard {
        /// The tile.
        tile: Tile,
        /// From the hand, or the tile just drawn.
        origin: Origin,
    },
    /// Declare ting with one of these discards.
    Ting {
        /// Never empty.
        discards: Vec<TingDiscard>,
    },
    /// Concealed or added kong.
    Kong {
        /// The kind.
        tile: Tile,
        /// True where the tile goes to an own pung (补杠), which can be robbed.
        added: bool,
    },
    /// Plain chow with this run.
    Chow {
        /// Lowest tile of the run.
        low: Tile,
    },
    /// 听吃 with this run.
    TingChow {
        /// Lowest tile of the run.
        low: Tile,
        /// Never empty.
        discards: Vec<TingDiscard>,
    },
    /// Plain pung.
    Pung,
    /// 听碰.
    TingPung {
        /// Never empty.
        discards: Vec<TingDiscard>,
    },
    /// 明杠 from the discard.
    ClaimKong,
    /// 粘听.
    StickyTing {
        /// Never empty.
        discards: Vec<TingDiscard>,
    },
    /// 胡.
    Win,
    /// 过.
    Pass,
}

impl Offer {
    /// The action, where the offer leaves no choice of its own and is the only one.
    pub fn only_action(offers: &[Offer]) -> Option<Action> {
        match *offers {
            [Offer::Discard { tile, origin }] => Some(Action::Discard { tile, origin }),
            [Offer::Win] => Some(Action::Win),
            [Offer::Pass] => Some(Action::Pass),
            _ => None,
        }
    }

    /// True if `action` is what is offered here.
    pub fn permits(&self, action: &Action) -> bool {
        let names = |discards: &[TingDiscard], tile: Tile| discards.iter().any(|d| d.tile == tile);
        match (self, action) {
            (Offer::Discard { tile, origin }, Action::Discard { tile: t, origin: o }) => {
                tile == t && origin == o
            }
            (Offer::Ting { discards }, Action::Ting { tile, origin }) => {
                discards.iter().any(|d| d.tile == *tile && d.origin == *origin)
            }
            (Offer::Kong { tile, .. }, Action::Kong { tile: t }) => tile == t,
            (Offer::Chow { low }, Action::Chow { low: l, ting_discard: None }) => low == l,
            (Offer::TingChow { low, discards }, Action::Chow { low: l, ting_discard: Some(tile) }) => {
                low == l && names(discards, *tile)
            }
            (Offer::Pung, Action::Pung { ting_discard: None })
            | (Offer::ClaimKong, Action::ClaimKong)
            | (Offer::Win, Action::Win)
            | (Offer::Pass, Action::Pass) => true,
            (Offer::TingPung { discards }, Action::Pung { ting_discard: Some(tile) }) => {
                names(discards, *tile)
            }
            (Offer::StickyTing { discards }, Action::StickyTing { discard }) => names(discards, *discard),
            _ => false,
        }
    }
}

/// Why the engine refused. The hand is unchanged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Illegal {
    /// Nothing is asked of this seat now.
    #[error("it is not this seat's turn")]
    NotAsked {
        /// Who has the turn, where it is a turn.
        turn: Option<Seat>,
    },
    /// This seat has answered the window already.
    #[error("this seat has answered already")]
    AlreadyAnswered,
    /// The action is none of the seat's offers.
    #[error("the rules do not allow that now")]
    NotOffered,
    /// The hand is over.
    #[error("the hand is over")]
    HandOver,
}

/// Actions can show hidden tiles (a passed ting discard, a claim that lost), so `Debug` names only the kind.
macro_rules! debug_by_name {
    ($type:ident { $($variant:ident),+ $(,)? }) => {
        impl std::fmt::Debug for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(match self { $($type::$variant { .. } => stringify!($variant),)+ })
            }
        }
    };
}
pub(crate) use debug_by_name;

debug_by_name!(Action { Discard, Ting, Kong, Chow, Pung, ClaimKong, StickyTing, Win, Pass });
debug_by_name!(Offer {
    Discard,
    Ting,
    Kong,
    Chow,
    TingChow,
    Pung,
    TingPung,
    ClaimKong,
    StickyTing,
    Win,
    Pass
});

impl std::fmt::Debug for TingDiscard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "TingDiscard({} waits)", self.waits.len())
    }
}

impl std::fmt::Debug for Wait {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Wait")
    }
}
