//! Facts to store, and places to store them.

use std::path::PathBuf;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, raw_sql};
use tempfile::TempDir;
use tinghu::game::action::Origin;
use tinghu::game::event::{Event, Mover, WinHow};
use tinghu::game::length::MatchLength;
use tinghu::game::ruleset::{Options, Variant};
use tinghu::game::score::{Settlement, Share};
use tinghu::game::seat::{BySeat, Seat};
use tinghu::store::Store;
use tinghu::store::event::{ClockPreset, Place, Player, Settings, TableEvent, UnixMs, UserId};
use tinghu::store::shards::Shards;
use tinghu::t;

use crate::postgres::Database;

/// 2026-11-01T00:00:00Z.
pub const NOVEMBER: UnixMs = UnixMs(1_793_491_200_000);
/// The server that the tables stand in.
pub const GUILD: u64 = 1_100_000_000_000_000_001;
/// Somebody.
pub const LI: UserId = UserId(1_200_000_000_000_000_001);
/// Somebody else.
pub const WANG: UserId = UserId(1_200_000_000_000_000_002);

/// A database in its own folder.
pub struct Disk {
    pub folder: TempDir,
}

impl Disk {
    pub fn new() -> Disk {
        Disk { folder: TempDir::new().unwrap() }
    }

    pub fn path(&self) -> PathBuf {
        self.folder.path().join("tinghu.sqlite")
    }

    pub async fn open(&self) -> Store {
        Store::open_sqlite(&self.path()).await.unwrap()
    }
}

/// Where a store can be: what every store does is tested in each.
pub enum Home {
    Sqlite(Disk),
    Postgres(Database),
}

impl Home {
    /// Opens the store, or opens it again.
    pub async fn open(&self) -> Store {
        match self {
            Home::Sqlite(disk) => disk.open().await,
            Home::Postgres(database) => {
                Store::open_postgres(&database.address(), Some(Shards::ALL)).await.unwrap()
            }
        }
    }

    /// Carries out a statement past the store; the database's words where it refuses.
    pub async fn execute(&self, sql: &'static str) -> Result<(), String> {
        let done = match self {
            Home::Sqlite(disk) => {
                let mut past = SqliteConnectOptions::new().filename(disk.path()).connect().await.unwrap();
                let done = raw_sql(sql).execute(&mut past).await.map(|_| ());
                past.close().await.unwrap();
                done
            }
            Home::Postgres(database) => {
                let mut past = database.connect().await;
                raw_sql(sql).execute(&mut past).await.map(|_| ())
            }
        };
        done.map_err(|error| error.to_string())
    }

    /// Leaves nothing behind.
    pub async fn remove(self) {
        if let Home::Postgres(database) = self {
            database.remove().await;
        }
    }
}

/// Makes each function a test in every database.
macro_rules! in_every_database {
    ($($test:ident),+ $(,)?) => {
        mod sqlite {
            $(#[tokio::test]
            async fn $test() {
                super::$test(&crate::fixture::Home::Sqlite(crate::fixture::Disk::new())).await;
            })+
        }

        mod postgres {
            $(#[tokio::test]
            async fn $test() {
                let Some(database) = crate::postgres::Database::new().await else { return };
                let home = crate::fixture::Home::Postgres(database);
                super::$test(&home).await;
                home.remove().await;
            })+
        }
    };
}
pub(crate) use in_every_database;

pub fn opened_in(guild: Option<u64>) -> TableEvent {
    TableEvent::Opened {
        place: Place { guild, channel: 7 },
        host: LI,
        settings: Settings {
            variant: Variant::HarbinNew,
            options: Options::of(Variant::HarbinNew),
            length: MatchLength::Hands(8),
            n_programs: 2,
            level: tinghu::bot::Level::default(),
            clock: ClockPreset::Normal,
            locale: "zh-CN".into(),
        },
    }
}

pub fn opened() -> TableEvent {
    opened_in(Some(GUILD))
}

pub fn person(user: UserId, name: &str) -> Player {
    Player::Person { user, name: name.into() }
}

pub fn taken(seat: Seat, player: Player) -> TableEvent {
    TableEvent::SeatTaken { seat, player }
}

pub fn began(hand_no: u32, dealer: Seat) -> TableEvent {
    TableEvent::HandBegan { hand_no, dealer, nonces: BySeat::from_fn(|_| "ai".to_owned()) }
}

/// A discard with which ting is declared.
pub fn tinged(seat: Seat) -> TableEvent {
    let tile = t!("9m");
    TableEvent::Played(Event::Discarded { seat, tile, origin: Origin::Hand, ting: true, by: Mover::Seat })
}

/// A win with its settlement: every other seat owes `points`; after a discard its giver pays them all.
pub fn won(winner: Seat, how: WinHow, points: i32) -> Vec<TableEvent> {
    let payer = |debtor| match how {
        WinHow::Discard { from } | WinHow::RobKong { from } => from,
        _ => debtor,
    };
    let shares =
        winner.others().map(|debtor| Share { debtor, payer: payer(debtor), steps: Vec::new(), points });
    let settlement = Settlement::won(winner, Vec::new(), shares.into());
    vec![
        TableEvent::Played(Event::Won { seat: winner, tile: t!("5p"), how }),
        TableEvent::Played(Event::Settled(Box::new(settlement))),
    ]
}

pub fn drawn() -> Vec<TableEvent> {
    vec![
        TableEvent::Played(Event::Exhausted),
        TableEvent::Played(Event::Settled(Box::new(Settlement::drawn()))),
    ]
}
