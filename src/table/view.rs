//! What a table publishes: one snapshot a change. Only the newest counts; there is no queue.

use crate::game::action::PromptId;
use crate::game::length::Progress;
use crate::game::seat::{BySeat, Seat};
use crate::game::view::{PlayerView, Private, Public, PublicView};
use crate::store::event::{MatchEnd, PauseReason, Place, Player, Settings, TableId, UnixMs, UserId};

/// The state of a table at one moment.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// What everybody may know of the table and its match.
    pub info: TableInfo,
    /// The running hand, or the one just ended, as all see it. `None` in the lobby.
    pub public: Option<Public<PublicView>>,
    /// The same hand as each seat sees it.
    pub private: BySeat<Option<Private<PlayerView>>>,
}

/// The public facts of a table. No hidden tile can be in here.
#[derive(Clone, PartialEq, Debug)]
pub struct TableInfo {
    /// Which table.
    pub id: TableId,
    /// Where it stands.
    pub place: Place,
    /// Whose it is.
    pub host: UserId,
    /// Game, house rules, length, pace.
    pub settings: Settings,
    /// Where the match is.
    pub phase: TablePhase,
    /// The seats; `None` while empty.
    pub seats: BySeat<Option<SeatInfo>>,
    /// Players are told which discards leave which waits.
    pub hints: bool,
    /// Who takes a seat at the next deal.
    pub promised: BySeat<Option<Player>>,
    /// Number of the running or just ended hand, from 1; 0 in the lobby.
    pub hand_no: u32,
    /// How often the deal has passed on before that hand.
    pub n_passes: u32,
    /// The fair-play facts of the running or just ended hand.
    pub fair: Option<FairInfo>,
    /// Commitment of the next hand (of the first one in the lobby), hex; `None` after the last hand.
    pub next_commitment: Option<String>,
    /// The store takes nothing just now; the table tries again by itself, and nothing that was answered is lost.
    pub waits_for_store: bool,
    /// The program is going to end, and will resume the table when it is started again.
    pub restarting: bool,
    /// Payments of the finished hands, oldest first.
    pub history: Vec<BySeat<i32>>,
}

/// Where a match is.
#[derive(Clone, PartialEq, Debug)]
pub enum TablePhase {
    /// Before the first hand.
    Lobby,
    /// A hand is being played.
    Playing {
        /// The open prompt.
        prompt: PromptId,
        /// When its time is over.
        deadline: UnixMs,
        /// When half of it is gone: then a person whose turn it is gets a ping. `None` where the program moves.
        late_at: Option<UnixMs>,
        /// How much of it is the time bank of the person whose turn it is, seconds.
        bank_s: u64,
    },
    /// All four are asked for their 跑分 of the next hand. What was chosen is shown with the deal.
    Choosing {
        /// Who has chosen.
        chosen: BySeat<bool>,
        /// When their last choices count.
        deadline: UnixMs,
    },
    /// A hand has ended and the next one waits for the players.
    Ready {
        /// Who pressed ready.
        ready: BySeat<bool>,
        /// When it begins anyway.
        deadline: UnixMs,
    },
    /// The table pauses.
    Paused {
        /// Why.
        reason: PauseReason,
    },
    /// The match is over.
    Closed {
        /// Why.
        end: MatchEnd,
    },
}

/// Who sits on a seat, and how they stand.
#[derive(Clone, PartialEq, Debug)]
pub struct SeatInfo {
    /// The player.
    pub player: Player,
    /// Points of the match so far.
    pub points: i32,
    /// 托管: the program plays for the person.
    pub away: bool,
}

/// What a hand shows so that anyone can verify its wall (docs/FAIR-PLAY.md).
#[derive(Clone, PartialEq, Debug)]
pub struct FairInfo {
    /// Commitment, hex.
    pub commitment: String,
    /// The four nonces, shown at the deal.
    pub nonces: BySeat<String>,
    /// The secret, hex; only after the hand has ended.
    pub secret: Option<String>,
}

impl TableInfo {
    /// The seat of a person.
    pub fn seat_of(&self, user: UserId) -> Option<Seat> {
        Seat::ALL
            .into_iter()
            .find(|&seat| self.seats[seat].as_ref().and_then(|info| info.player.user()) == Some(user))
    }

    /// Where in the match the running or just ended hand stands.
    pub fn progress(&self) -> Progress {
        Progress { hand_no: self.hand_no, n_passes: self.n_passes, length: self.settings.length }
    }

    /// How many people (not programs) have a seat.
    pub fn n_people(&self) -> usize {
        self.seats.iter().filter(|(_, info)| info.as_ref().is_some_and(|i| i.player.user().is_some())).count()
    }
}
