//! The id of a button: `m1:<table>:<prompt>:<action>[:<tile>][:<tile>]` (docs/DISCORD.md, "custom ids").
//!
//! Stateless and versioned: tile kinds only, no index, no user. The actor is whoever clicked, so a copied or old id
//! proves nothing; the table judges it by its prompt.

use std::fmt;
use std::str::FromStr;

use crate::game::action::{Action, Origin, PromptId, debug_by_name};
use crate::game::ruleset::RunPoints;
use crate::game::tile::Tile;
use crate::store::event::TableId;

/// What a button or form does.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum Press {
    /// 手牌: shows the own hand privately.
    Hand,
    /// 打 a tile.
    Discard {
        /// The tile.
        tile: Tile,
        /// From the hand, or the tile just drawn.
        origin: Origin,
    },
    /// 听: shows the discards that declare ting.
    OpenTing,
    /// Declares ting with this discard.
    Ting {
        /// The tile.
        tile: Tile,
        /// From the hand, or the tile just drawn.
        origin: Origin,
    },
    /// Concealed or added kong on the own turn.
    Kong {
        /// The kind.
        tile: Tile,
    },
    /// 杠 of a discard.
    ClaimKong,
    /// 吃.
    Chow {
        /// Lowest tile of the run.
        low: Tile,
    },
    /// 听吃: shows the discards that declare ting.
    OpenTingChow {
        /// Lowest tile of the run.
        low: Tile,
    },
    /// 听吃 with this discard.
    TingChow {
        /// Lowest tile of the run.
        low: Tile,
        /// The discard.
        discard: Tile,
    },
    /// 碰.
    Pung,
    /// 听碰: shows the discards that declare ting.
    OpenTingPung,
    /// 听碰 with this discard.
    TingPung {
        /// The discard.
        discard: Tile,
    },
    /// 粘听: shows the discards that declare ting.
    OpenStickyTing,
    /// 粘听 with this discard.
    StickyTing {
        /// The discard.
        discard: Tile,
    },
    /// 胡.
    Win,
    /// 过.
    Pass,
    /// Back from a choice to the whole hand.
    Back,
    /// 我回来了.
    ComeBack,
    /// 加入.
    Join,
    /// Opens the form for the luck text.
    Luck,
    /// 离开.
    Leave,
    /// 开始.
    Start,
    /// 电脑补位: the program takes the empty seats at the start.
    Fill,
    /// 下一局.
    Ready,
    /// 跑分 for the hand whose number is the prompt.
    RunPoints {
        /// The choice.
        choice: RunPoints,
    },
    /// Another page of the form of house rules; the prompt is the page.
    SettingsPage,
    /// The switches of that form.
    SettingsSwitches,
    /// One of its selects.
    SettingsPick {
        /// Its place on the page, from 0.
        slot: u8,
    },
    /// Takes the form's house rules for the table.
    SettingsSave,
    /// 再来一局.
    Rematch,
    /// 回放 of the hand whose number is the prompt.
    Replay,
    /// A tile of the list that stands for the tile buttons; what was chosen is the id of that button.
    PickTile,
    /// The switches of `/settings`.
    MySwitches,
    /// The language of `/settings`.
    MyLanguage,
    /// A select of `/admin`.
    Server(ServerPick),
}

/// The selects of `/admin`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ServerPick {
    /// Game or house rules of new tables.
    Rules,
    /// Their pace.
    Clock,
    /// The language of their public messages.
    Language,
    /// Whether they get a thread of their own.
    Thread,
    /// Roles that may end tables.
    Enders,
}

/// Every select of `/admin` with its word.
const SERVER_PICKS: [(ServerPick, &str); 5] = [
    (ServerPick::Rules, "arules"),
    (ServerPick::Clock, "aclock"),
    (ServerPick::Language, "alang"),
    (ServerPick::Thread, "athread"),
    (ServerPick::Enders, "aend"),
];

debug_by_name!(Press {
    Hand,
    Discard,
    OpenTing,
    Ting,
    Kong,
    ClaimKong,
    Chow,
    OpenTingChow,
    TingChow,
    Pung,
    OpenTingPung,
    TingPung,
    OpenStickyTing,
    StickyTing,
    Win,
    Pass,
    Back,
    ComeBack,
    Join,
    Luck,
    Leave,
    Start,
    Fill,
    Ready,
    RunPoints,
    SettingsPage,
    SettingsSwitches,
    SettingsPick,
    SettingsSave,
    Rematch,
    Replay,
    PickTile,
    MySwitches,
    MyLanguage,
    Server,
});

impl Press {
    /// The game action that the press asks for, if it asks for one by itself.
    pub fn action(self) -> Option<Action> {
        Some(match self {
            Press::Discard { tile, origin } => Action::Discard { tile, origin },
            Press::Ting { tile, origin } => Action::Ting { tile, origin },
            Press::Kong { tile } => Action::Kong { tile },
            Press::ClaimKong => Action::ClaimKong,
            Press::Chow { low } => Action::Chow { low, ting_discard: None },
            Press::TingChow { low, discard } => Action::Chow { low, ting_discard: Some(discard) },
            Press::Pung => Action::Pung { ting_discard: None },
            Press::TingPung { discard } => Action::Pung { ting_discard: Some(discard) },
            Press::StickyTing { discard } => Action::StickyTing { discard },
            Press::Win => Action::Win,
            Press::Pass => Action::Pass,
            _ => return None,
        })
    }

    /// The word of the action and its tiles, as they stand in the id.
    fn fields(self) -> (&'static str, [Option<Tile>; 2]) {
        match self {
            Press::Hand => ("hand", [None, None]),
            Press::Discard { tile, origin: Origin::Hand } => ("d", [Some(tile), None]),
            Press::Discard { tile, origin: Origin::Drawn } => ("t", [Some(tile), None]),
            Press::OpenTing => ("T", [None, None]),
            Press::Ting { tile, origin: Origin::Hand } => ("td", [Some(tile), None]),
            Press::Ting { tile, origin: Origin::Drawn } => ("tt", [Some(tile), None]),
            Press::Kong { tile } => ("k", [Some(tile), None]),
            Press::ClaimKong => ("K", [None, None]),
            Press::Chow { low } => ("c", [Some(low), None]),
            Press::OpenTingChow { low } => ("cc", [Some(low), None]),
            Press::TingChow { low, discard } => ("cd", [Some(low), Some(discard)]),
            Press::Pung => ("p", [None, None]),
            Press::OpenTingPung => ("pp", [None, None]),
            Press::TingPung { discard } => ("pd", [Some(discard), None]),
            Press::OpenStickyTing => ("ss", [None, None]),
            Press::StickyTing { discard } => ("sd", [Some(discard), None]),
            Press::Win => ("w", [None, None]),
            Press::Pass => ("x", [None, None]),
            Press::Back => ("back", [None, None]),
            Press::ComeBack => ("here", [None, None]),
            Press::Join => ("join", [None, None]),
            Press::Luck => ("luck", [None, None]),
            Press::Leave => ("leave", [None, None]),
            Press::Start => ("start", [None, None]),
            Press::Fill => ("fill", [None, None]),
            Press::Ready => ("ready", [None, None]),
            Press::RunPoints { choice } => (run_word(choice), [None, None]),
            Press::SettingsPage => ("opage", [None, None]),
            Press::SettingsSwitches => ("oset", [None, None]),
            Press::SettingsPick { slot: 0 } => ("o0", [None, None]),
            Press::SettingsPick { slot: 1 } => ("o1", [None, None]),
            Press::SettingsPick { .. } => ("o2", [None, None]),
            Press::SettingsSave => ("osave", [None, None]),
            Press::Rematch => ("rematch", [None, None]),
            Press::Replay => ("replay", [None, None]),
            Press::PickTile => ("pick", [None, None]),
            Press::MySwitches => ("myset", [None, None]),
            Press::MyLanguage => ("mylang", [None, None]),
            Press::Server(pick) => (server_word(pick), [None, None]),
        }
    }

    fn from_fields(word: &str, tiles: &[Tile]) -> Option<Press> {
        Some(match (word, tiles) {
            ("hand", []) => Press::Hand,
            ("d", &[tile]) => Press::Discard { tile, origin: Origin::Hand },
            ("t", &[tile]) => Press::Discard { tile, origin: Origin::Drawn },
            ("T", []) => Press::OpenTing,
            ("td", &[tile]) => Press::Ting { tile, origin: Origin::Hand },
            ("tt", &[tile]) => Press::Ting { tile, origin: Origin::Drawn },
            ("k", &[tile]) => Press::Kong { tile },
            ("K", []) => Press::ClaimKong,
            ("c", &[low]) => Press::Chow { low },
            ("cc", &[low]) => Press::OpenTingChow { low },
            ("cd", &[low, discard]) => Press::TingChow { low, discard },
            ("p", []) => Press::Pung,
            ("pp", []) => Press::OpenTingPung,
            ("pd", &[discard]) => Press::TingPung { discard },
            ("ss", []) => Press::OpenStickyTing,
            ("sd", &[discard]) => Press::StickyTing { discard },
            ("w", []) => Press::Win,
            ("x", []) => Press::Pass,
            ("back", []) => Press::Back,
            ("here", []) => Press::ComeBack,
            ("join", []) => Press::Join,
            ("luck", []) => Press::Luck,
            ("leave", []) => Press::Leave,
            ("start", []) => Press::Start,
            ("fill", []) => Press::Fill,
            ("ready", []) => Press::Ready,
            ("opage", []) => Press::SettingsPage,
            ("oset", []) => Press::SettingsSwitches,
            ("o0", []) => Press::SettingsPick { slot: 0 },
            ("o1", []) => Press::SettingsPick { slot: 1 },
            ("o2", []) => Press::SettingsPick { slot: 2 },
            ("osave", []) => Press::SettingsSave,
            ("rematch", []) => Press::Rematch,
            ("replay", []) => Press::Replay,
            ("pick", []) => Press::PickTile,
            ("myset", []) => Press::MySwitches,
            ("mylang", []) => Press::MyLanguage,
            (word, []) => word_alone(word)?,
            _ => return None,
        })
    }
}

/// Every 跑分 that can be chosen, with its word.
const RUNS: [(RunPoints, &str); 5] = [
    (RunPoints::Points(0), "r0"),
    (RunPoints::Points(1), "r1"),
    (RunPoints::Points(3), "r3"),
    (RunPoints::Points(5), "r5"),
    (RunPoints::Top, "rt"),
];

/// The presses of one word that has a table of its own.
fn word_alone(word: &str) -> Option<Press> {
    let server = SERVER_PICKS.iter().find(|(_, own)| *own == word).map(|(pick, _)| Press::Server(*pick));
    server.or_else(|| run_choice(word).map(|choice| Press::RunPoints { choice }))
}

fn server_word(pick: ServerPick) -> &'static str {
    SERVER_PICKS.iter().find(|(own, _)| *own == pick).map_or("arules", |(_, word)| word)
}

fn run_word(choice: RunPoints) -> &'static str {
    RUNS.iter().find(|(run, _)| *run == choice).map_or("r0", |(_, word)| word)
}

fn run_choice(word: &str) -> Option<RunPoints> {
    RUNS.iter().find(|(_, own)| *own == word).map(|(run, _)| *run)
}

/// A whole id.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CustomId {
    /// The table the button belongs to.
    pub table: TableId,
    /// The prompt it was shown for. In the lobby 0; for [`Press::Ready`] and [`Press::Replay`] the number of
    /// the hand that ended.
    pub prompt: PromptId,
    /// What it does.
    pub press: Press,
}

/// A text that is none of our ids, or none any more. Forged or very old; changes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadCustomId {
    /// Made by another version of the program.
    #[error("a button of another version")]
    OtherVersion,
    /// Fields are missing, too many, or none of ours.
    #[error("not a button of this program")]
    Malformed,
}

const VERSION: &str = "m1";

impl fmt::Display for CustomId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (word, tiles) = self.press.fields();
        write!(f, "{VERSION}:{}:{}:{word}", self.table, self.prompt.0)?;
        tiles.into_iter().flatten().try_for_each(|tile| write!(f, ":{tile}"))
    }
}

impl FromStr for CustomId {
    type Err = BadCustomId;

    fn from_str(text: &str) -> Result<CustomId, BadCustomId> {
        let mut fields = text.split(':');
        match fields.next() {
            Some(VERSION) => {}
            Some(word) if word.strip_prefix('m').is_some_and(|n| n.parse::<u32>().is_ok()) => {
                return Err(BadCustomId::OtherVersion);
            }
            _ => return Err(BadCustomId::Malformed),
        }
        let table = fields.next().and_then(|t| t.parse().ok()).ok_or(BadCustomId::Malformed)?;
        let prompt = fields.next().and_then(parse_number).ok_or(BadCustomId::Malformed)?;
        let word = fields.next().ok_or(BadCustomId::Malformed)?;
        let tiles: Vec<Tile> =
            fields.map(str::parse).collect::<Result<_, _>>().map_err(|_| BadCustomId::Malformed)?;
        let press = Press::from_fields(word, &tiles).ok_or(BadCustomId::Malformed)?;
        Ok(CustomId { table, prompt: PromptId(prompt), press })
    }
}

/// Decimal digits without sign or leading zeros, so that one id has one text.
fn parse_number(text: &str) -> Option<u64> {
    let number: u64 = text.parse().ok()?;
    (number.to_string() == text).then_some(number)
}

#[cfg(test)]
mod tests;
