//! The facts of a table, from its creation to its end. The log of these is the truth; all else is projected from it.
//!
//! Hidden things pass through here (the secret of a running hand, drawn tiles), so nothing here has a `Debug` that
//! shows them, and the stored form is made in [`record`](super::record) alone.

use std::fmt;

use crate::game::event::{Event, Mover};
use crate::game::length::MatchLength;
use crate::game::level::Level;
use crate::game::ruleset::{Options, RunPoints, Variant};
use crate::game::seat::{BySeat, Seat};
use crate::game::wall::Secret;

/// A table: given by the store, never reused.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TableId(pub u64);

impl TableId {
    /// An id for a table that is opened at this moment; `random` keeps two of one millisecond apart. Milliseconds, then
    /// 20 random bits: ids grow with time, and even when the database was lost and made anew, an old button's table is
    /// not a new table. Fits the database's 63 bits until the year 2248.
    pub fn opened_now(at: UnixMs, random: u32) -> TableId {
        TableId(((at.0 << 20) | u64::from(random >> 12)) & (u64::MAX >> 1))
    }

    /// When the table was opened.
    pub fn opened_at(self) -> UnixMs {
        UnixMs(self.0 >> 20)
    }
}

/// A Discord user.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct UserId(pub u64);

/// The number of an event in its table's log, from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Seq(pub u64);

/// A moment, milliseconds since 1970 UTC.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct UnixMs(pub u64);

/// Where a table stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Place {
    /// The server; `None` in a direct message.
    pub guild: Option<u64>,
    /// The channel or thread whose table this is.
    pub channel: u64,
}

/// Who sits on a seat.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Player {
    /// A person.
    Person {
        /// Their Discord id.
        user: UserId,
        /// Their display name when they sat down, as Discord gave it (not sanitised).
        name: String,
    },
    /// A seat played by the program.
    Program,
}

impl Player {
    /// The person's id.
    pub fn user(&self) -> Option<UserId> {
        match self {
            Player::Person { user, .. } => Some(*user),
            Player::Program => None,
        }
    }
}

/// The pace of a table (docs/ARCHITECTURE.md, "Clocks and pace").
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ClockPreset {
    /// 10 s a turn, 3 s a claim window.
    Fast,
    /// 20 s a turn, 5 s a claim window.
    Normal,
    /// 60 s a turn, 10 s a claim window.
    Slow,
    /// For tests: as short as a machine can play.
    Test,
}

/// What the host chose when the table was made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// The game.
    pub variant: Variant,
    /// Its house rules.
    pub options: Options,
    /// Length of the match.
    pub length: MatchLength,
    /// AI seats that fill up at the start.
    pub n_programs: u8,
    /// How well the AI seats play, and whoever plays for people who are away.
    pub level: Level,
    /// The pace.
    pub clock: ClockPreset,
    /// Language of the public messages, a locale code (`zh-CN`, `en`).
    pub locale: String,
}

/// Why a match ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MatchEnd {
    /// All hands were played.
    Complete,
    /// Host or moderator ended it; the running hand is void.
    Ended,
    /// Nobody took part any more, or the lobby or a pause lasted too long.
    Idle,
}

/// Why a table pauses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PauseReason {
    /// No person acted in a whole hand.
    NobodyActed,
    /// The program met a fault; the log is intact.
    Fault,
    /// The bot lacks a permission in the table's channel.
    NoPermission,
    /// The bot may not look into the table's channel any more.
    NoAccess,
    /// The table's thread is archived.
    Archived,
    /// The table's channel or thread was deleted.
    ChannelDeleted,
    /// The bot was removed from the server.
    BotRemoved,
}

impl PauseReason {
    /// True where the place is to blame: the match goes on by itself when it can be shown again.
    pub fn is_of_place(self) -> bool {
        !matches!(self, PauseReason::NobodyActed | PauseReason::Fault)
    }
}

/// One fact of a table.
#[derive(Clone, PartialEq)]
pub enum TableEvent {
    /// The table was opened. Always the first event.
    Opened {
        /// Where.
        place: Place,
        /// Whose table it is.
        host: UserId,
        /// The choices made.
        settings: Settings,
    },
    /// The host chose other house rules before the match.
    SettingsChanged {
        /// All choices as they are now.
        settings: Settings,
    },
    /// The secret of a hand was drawn; its commitment may be shown from now on.
    SecretDrawn {
        /// Number of the hand, from 1.
        hand_no: u32,
        /// The 32 bytes. Hidden until the hand has ended.
        secret: Secret,
    },
    /// A seat was taken.
    SeatTaken {
        /// Which.
        seat: Seat,
        /// By whom.
        player: Player,
    },
    /// A seat became empty (before the match), or will be played by the program (during it).
    SeatLeft {
        /// Which.
        seat: Seat,
    },
    /// A person will take this seat at the next deal; the program plays it until then.
    SeatPromised {
        /// Which.
        seat: Seat,
        /// To whom.
        player: Player,
    },
    /// Whether players are told which discards leave which waits.
    HintsSet {
        /// Yes or no.
        on: bool,
    },
    /// Somebody else became the host.
    HostChanged {
        /// Who.
        host: UserId,
    },
    /// A seat is ready for the next hand; its nonce counts for that hand only.
    Readied {
        /// Which.
        seat: Seat,
        /// Discord id of the interaction, the luck text, `"ai"` or `"timeout"`.
        nonce: String,
    },
    /// All four are asked for their 跑分 of the next hand (L20).
    RunPointsAsked,
    /// A seat chose its 跑分. Hidden until the hand is dealt.
    RunPointsChosen {
        /// Which.
        seat: Seat,
        /// What.
        choice: RunPoints,
        /// The player, or the clock with what stands for a choice.
        by: Mover,
    },
    /// A hand was dealt, from the secret of its number and these nonces.
    HandBegan {
        /// Number of the hand, from 1.
        hand_no: u32,
        /// Who deals.
        dealer: Seat,
        /// One a seat.
        nonces: BySeat<String>,
    },
    /// Something happened in the running hand.
    Played(Event),
    /// The running hand was given up; nobody pays.
    HandVoided,
    /// The program plays the seat from now on (托管, L18).
    ProgramTookOver {
        /// Which.
        seat: Seat,
    },
    /// The player of the seat plays again.
    PlayerCameBack {
        /// Which.
        seat: Seat,
    },
    /// The match pauses.
    Paused {
        /// Why.
        reason: PauseReason,
    },
    /// The match goes on.
    Resumed,
    /// The match is over. Rematch opens a new table.
    Closed {
        /// Why.
        end: MatchEnd,
    },
}

/// The names of the facts that mean nothing to a table once another hand has begun: how tiles went.
pub(super) const ENDING_WITH_THEIR_HAND: [&str; 12] = [
    "Answered",
    "Chowed",
    "Drew",
    "Exhausted",
    "KongClaimed",
    "PairOpened",
    "PlayBegan",
    "Punged",
    "ReplacementShown",
    "TreasureExamined",
    "TreasureFlipped",
    "Won",
];

impl TableEvent {
    /// Whether a table needs the fact when another hand has begun: whatever is no move of a hand, and of a hand its
    /// settlement and the moves by which missed turns are counted (L18).
    pub fn outlives_its_hand(&self) -> bool {
        !ENDING_WITH_THEIR_HAND.contains(&self.name().as_str())
    }

    /// The name for logs and for the stored form's tag: never a tile, never a secret.
    pub fn name(&self) -> String {
        match self {
            TableEvent::Opened { .. } => "Opened".into(),
            TableEvent::SettingsChanged { .. } => "SettingsChanged".into(),
            TableEvent::SecretDrawn { .. } => "SecretDrawn".into(),
            TableEvent::SeatTaken { .. } => "SeatTaken".into(),
            TableEvent::SeatLeft { .. } => "SeatLeft".into(),
            TableEvent::SeatPromised { .. } => "SeatPromised".into(),
            TableEvent::HintsSet { .. } => "HintsSet".into(),
            TableEvent::HostChanged { .. } => "HostChanged".into(),
            TableEvent::Readied { .. } => "Readied".into(),
            TableEvent::RunPointsAsked => "RunPointsAsked".into(),
            TableEvent::RunPointsChosen { .. } => "RunPointsChosen".into(),
            TableEvent::HandBegan { .. } => "HandBegan".into(),
            TableEvent::Played(event) => event.name(),
            TableEvent::HandVoided => "HandVoided".into(),
            TableEvent::ProgramTookOver { .. } => "ProgramTookOver".into(),
            TableEvent::PlayerCameBack { .. } => "PlayerCameBack".into(),
            TableEvent::Paused { .. } => "Paused".into(),
            TableEvent::Resumed => "Resumed".into(),
            TableEvent::Closed { .. } => "Closed".into(),
        }
    }
}

impl fmt::Debug for TableEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())
    }
}

const CROCKFORD: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// Thirteen characters of Crockford base32, as in custom ids, logs and the wall's key.
impl fmt::Display for TableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for place in (0..13).rev() {
            let digit = (self.0 >> (5 * place)) & 31;
            write!(f, "{}", char::from(CROCKFORD[digit as usize]))?;
        }
        Ok(())
    }
}

/// A text that is no table id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a table id")]
pub struct NotATableId;

impl std::str::FromStr for TableId {
    type Err = NotATableId;

    fn from_str(text: &str) -> Result<TableId, NotATableId> {
        if text.len() != 13 {
            return Err(NotATableId);
        }
        let mut id: u64 = 0;
        for (i, c) in text.bytes().enumerate() {
            let digit = CROCKFORD.iter().position(|&d| d == c).ok_or(NotATableId)? as u64;
            if i == 0 && digit > 15 {
                return Err(NotATableId); // 13 × 5 = 65 bits: the first digit has four
            }
            id = id << 5 | digit;
        }
        Ok(TableId(id))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_ids_round_trip_in_thirteen_characters() {
        for id in [0, 1, 31, 32, 0x7f3a_0042, u64::MAX] {
            let text = TableId(id).to_string();
            assert_eq!(text.len(), 13);
            assert_eq!(text.parse(), Ok(TableId(id)));
        }
        for bad in ["", "0", "zzzzzzzzzzzzz", "000000000000u", "00000000000000"] {
            assert_eq!(bad.parse::<TableId>(), Err(NotATableId), "{bad}");
        }
    }
}
