//! Stored form of what happens in a hand.

use serde::{Deserialize, Serialize};

use super::notation::{self, list_of};
use super::score;
use crate::game::action::{Action, Origin};
use crate::game::event::{Event, Mover, Swap, WinHow};
use crate::game::score::Settlement;
use crate::game::seat::Seat;
use crate::game::tile::Tile;

#[derive(Serialize, Deserialize)]
#[serde(remote = "Mover", rename_all = "snake_case")]
pub(super) enum MoverDef {
    Seat,
    Clock,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Origin", rename_all = "snake_case")]
enum OriginDef {
    Hand,
    Drawn,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "WinHow", tag = "kind", rename_all = "snake_case")]
enum WinHowDef {
    Discard {
        #[serde(with = "notation")]
        from: Seat,
    },
    RobKong {
        #[serde(with = "notation")]
        from: Seat,
    },
    Draw,
    KongDraw,
    Reveal,
    Heavenly,
    FourAtDeal,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Action", tag = "kind", rename_all = "snake_case")]
enum ActionDef {
    Discard {
        #[serde(with = "notation")]
        tile: Tile,
        #[serde(with = "OriginDef")]
        origin: Origin,
    },
    Ting {
        #[serde(with = "notation")]
        tile: Tile,
        #[serde(with = "OriginDef")]
        origin: Origin,
    },
    Kong {
        #[serde(with = "notation")]
        tile: Tile,
    },
    Chow {
        #[serde(with = "notation")]
        low: Tile,
        #[serde(with = "notation::option")]
        ting_discard: Option<Tile>,
    },
    Pung {
        #[serde(with = "notation::option")]
        ting_discard: Option<Tile>,
    },
    ClaimKong,
    StickyTing {
        #[serde(with = "notation")]
        discard: Tile,
    },
    Win,
    Pass,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Swap")]
struct SwapDef {
    #[serde(with = "notation::option")]
    tile: Option<Tile>,
    place: Option<u8>,
}

list_of!(swaps, Swap, "SwapDef");

#[derive(Serialize, Deserialize)]
#[serde(remote = "Event", tag = "type")]
pub(super) enum EventDef {
    Drew {
        #[serde(with = "notation")]
        seat: Seat,
        #[serde(with = "notation")]
        tile: Tile,
        replacement: bool,
    },
    Discarded {
        #[serde(with = "notation")]
        seat: Seat,
        #[serde(with = "notation")]
        tile: Tile,
        #[serde(with = "OriginDef")]
        origin: Origin,
        ting: bool,
        #[serde(with = "MoverDef")]
        by: Mover,
    },
    TreasureFlipped {
        #[serde(with = "notation")]
        seat: Seat,
        #[serde(with = "notation")]
        tile: Tile,
    },
    TreasureExamined {
        #[serde(with = "swaps", default)]
        swaps: Vec<Swap>,
    },
    Answered {
        #[serde(with = "notation")]
        seat: Seat,
        #[serde(with = "ActionDef")]
        answer: Action,
        #[serde(with = "MoverDef")]
        by: Mover,
    },
    Chowed {
        #[serde(with = "notation")]
        seat: Seat,
        #[serde(with = "notation")]
        from: Seat,
        #[serde(with = "notation")]
        tile: Tile,
        #[serde(with = "notation")]
        low: Tile,
    },
    Punged {
        #[serde(with = "notation")]
        seat: Seat,
        #[serde(with = "notation")]
        from: Seat,
        #[serde(with = "notation")]
        tile: Tile,
    },
    KongClaimed {
        #[serde(with = "notation")]
        seat: Seat,
        #[serde(with = "notation")]
        from: Seat,
        #[serde(with = "notation")]
        tile: Tile,
    },
    KongConcealed {
        #[serde(with = "notation")]
        seat: Seat,
        #[serde(with = "notation")]
        tile: Tile,
        #[serde(with = "MoverDef")]
        by: Mover,
    },
    KongAdded {
        #[serde(with = "notation")]
        seat: Seat,
        #[serde(with = "notation")]
        tile: Tile,
        #[serde(with = "MoverDef")]
        by: Mover,
    },
    PairOpened {
        #[serde(with = "notation")]
        seat: Seat,
        #[serde(with = "notation")]
        from: Seat,
        #[serde(with = "notation")]
        tile: Tile,
    },
    ReplacementShown {
        #[serde(with = "notation")]
        seat: Seat,
        #[serde(with = "notation")]
        tile: Tile,
    },
    PlayBegan,
    Won {
        #[serde(with = "notation")]
        seat: Seat,
        #[serde(with = "notation")]
        tile: Tile,
        #[serde(with = "WinHowDef")]
        how: WinHow,
    },
    Exhausted,
    Settled(#[serde(with = "score::boxed")] Box<Settlement>),
}
