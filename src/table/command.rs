//! What people ask of a table, and what it answers. Words are chosen at the edge.

use tokio::time::Instant;

use crate::game::action::{Action, Illegal, PromptId};
use crate::game::ruleset::{Impossible, Options, RunPoints};
use crate::game::seat::Seat;
use crate::store::event::{Player, UserId};

/// A person's request with all that the table needs to judge it.
#[derive(Clone, Debug)]
pub struct Request {
    /// Who asks: the clicking user, never an id from the message.
    pub who: UserId,
    /// Their display name now, as Discord gave it.
    pub name: String,
    /// The Discord id of the interaction: the nonce of a ready, and what repeated gateway events are known by.
    pub interaction: u64,
    /// When it reached the program; a click counts as in time by this.
    pub received_at: Instant,
    /// True if Discord says that they may manage messages here (moderators).
    pub moderator: bool,
    /// What they ask.
    pub command: Command,
}

/// What can be asked of a table.
#[derive(Clone, Debug)]
pub enum Command {
    /// Take a seat. `luck` replaces the interaction id as nonce, at most 64 bytes.
    Join {
        /// The text for the wall's nonce.
        luck: Option<String>,
    },
    /// Give the seat back; during a match the program plays it on.
    Leave,
    /// The host starts the match.
    Start,
    /// The program takes the seats that are empty when the match starts.
    Fill,
    /// Ready for the next hand.
    Ready {
        /// The text for the wall's nonce.
        luck: Option<String>,
    },
    /// Other house rules, before the match.
    Configure {
        /// All of them.
        options: Box<Options>,
    },
    /// Whether players are told which discards leave which waits; before the match.
    SetHints {
        /// Yes or no.
        on: bool,
    },
    /// 跑分 for the hand of this number, which is dealt when all have chosen.
    ChooseRunPoints {
        /// The number of that hand.
        hand_no: u64,
        /// The choice.
        choice: RunPoints,
    },
    /// Do something in the running hand.
    Act {
        /// The prompt that the button showed; `None` for a slash command, which means the current one.
        prompt: Option<PromptId>,
        /// What.
        action: Action,
    },
    /// What a person chose once and for all (`/settings`), done in their place.
    ActAsChosen {
        /// The prompt that it is meant for.
        prompt: PromptId,
        /// What.
        action: Action,
    },
    /// A claim button was pressed that needs details (which chow, which ting discard): holds the window.
    HoldClaim {
        /// The prompt that the button showed.
        prompt: PromptId,
    },
    /// 我回来了: ends 托管.
    ComeBack,
    /// Host or moderator removes a player.
    Kick {
        /// Whom.
        player: UserId,
    },
    /// Host or moderator gives a seat to somebody else.
    Replace {
        /// Which.
        seat: Seat,
        /// To whom: a person, who enters between two hands, or the program, which takes over at once.
        by: Player,
    },
    /// Host or moderator makes somebody else the host.
    MakeHost {
        /// Whom.
        player: UserId,
    },
    /// Host or moderator ends the table.
    End,
}

/// What was done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Done {
    /// Sat down.
    Joined {
        /// On this seat.
        seat: Seat,
    },
    /// Stood up.
    Left,
    /// The first hand is dealt.
    Started,
    /// The program will take the seats that are empty then.
    Filled,
    /// Ready; the hand begins when all are.
    Readied,
    /// The table has these house rules now.
    Configured,
    /// 跑分 is chosen; the hand is dealt when all have.
    RunPointsChosen,
    /// The action was accepted.
    Acted,
    /// The window is held for the details.
    Held,
    /// Plays again.
    CameBack,
    /// The player was removed.
    Kicked,
    /// The seat has its new player.
    Replaced {
        /// Which.
        seat: Seat,
    },
    /// The seat's new player enters at the next deal; the program plays it until then.
    Promised {
        /// Which.
        seat: Seat,
    },
    /// The host changed.
    HostMade,
    /// The table is closed.
    Ended,
}

/// Why nothing was done. The table is unchanged.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    /// This interaction was handled before: a repeated gateway event.
    #[error("handled before")]
    Repeated,
    /// Has no seat here.
    #[error("no seat at this table")]
    NotSeated,
    /// Has a seat already.
    #[error("seated already")]
    AlreadySeated {
        /// Which.
        seat: Seat,
    },
    /// All four seats are taken.
    #[error("the table is full")]
    Full,
    /// Only before the match.
    #[error("the match has begun")]
    MatchRunning,
    /// Only the host, or a moderator.
    #[error("only the host may do that")]
    NotHost {
        /// Who is.
        host: UserId,
    },
    /// Seats are empty and the table's AI seats don't fill them.
    #[error("players are missing")]
    TooFewPlayers {
        /// How many.
        n_missing: u8,
    },
    /// No hand is being played.
    #[error("no hand is running")]
    NoHand,
    /// The button belongs to an older prompt.
    #[error("an older prompt")]
    Stale,
    /// The engine says no.
    #[error("not allowed by the rules: {0}")]
    Illegal(Illegal),
    /// The house rules can't stand together.
    #[error(transparent)]
    Impossible(Impossible),
    /// 跑分 was chosen for this hand; the first choice counts.
    #[error("run points are chosen")]
    RunPointsChosen,
    /// Not away, so there is nothing to come back from.
    #[error("not away")]
    NotAway,
    /// The luck text is longer than 64 bytes.
    #[error("the luck text is too long")]
    LuckTooLong,
    /// That user has no seat here.
    #[error("that user has no seat here")]
    NoSuchPlayer,
    /// That user has a seat here already.
    #[error("that user has a seat here")]
    PlayerSeated,
    /// The table is closed.
    #[error("the table is closed")]
    Closed,
    /// The table met a fault and pauses; nothing is lost.
    #[error("the table pauses")]
    Paused,
}
