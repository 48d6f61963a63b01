//! A file that may not grow, a full disk, a server that has come to an end: what fits is written, what doesn't leaves nothing
//! behind, and a table waits for space.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::path::PathBuf;
use std::process;
use std::sync::Arc;

use tinghu::bot::{self, Program};
use tinghu::game::length::MatchLength;
use tinghu::game::ruleset::{Options, Variant};
use tinghu::game::variants;
use tinghu::store::Store;
use tinghu::store::event::{ClockPreset, Place, Seq, Settings, TableEvent};
use tinghu::store::hand_log::{verify, write};
use tinghu::store::ledger::{Ledger, LedgerError};
use tinghu::table::command::{Command, Done, Refusal, Request};
use tinghu::table::handle::Table;
use tinghu::table::registry::{NewTable, Registry};
use tinghu::table::view::{Snapshot, TablePhase};
use tokio::sync::watch;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::fixture::{Disk, Home, LI, NOVEMBER, opened};
use crate::postgres::Database;
use crate::watched::{Watch, Watched};

const LIMIT: u64 = 1 << 20;

/// A store whose file has reached its limit: something else in it has taken the space.
struct Full {
    home: Home,
    store: Store,
}

impl Full {
    async fn new() -> Full {
        let disk = Disk::new();
        let store = Store::open_sqlite_within(&disk.path(), Some(LIMIT)).await.unwrap();
        Full { home: Home::Sqlite(disk), store }
    }

    async fn fill(&self) {
        self.home.execute("CREATE TABLE ballast AS SELECT randomblob(2000000) AS bytes").await.unwrap();
    }

    async fn make_room(&self) {
        self.home.execute("DROP TABLE ballast").await.unwrap();
    }
}

/// Facts that need pages of their own.
fn many() -> Vec<TableEvent> {
    vec![TableEvent::Resumed; 1_000]
}

#[tokio::test]
async fn an_append_that_finds_no_space_leaves_nothing_and_takes_no_other_along() {
    let full = Full::new().await;
    let ledger = full.store.ledger();
    let (large, next) = ledger.open(opened(), NOVEMBER).await.unwrap();
    let (small, _) = ledger.open(opened(), NOVEMBER).await.unwrap();
    full.fill().await;
    let (refused, done) = tokio::join!(
        ledger.append(large, next, many(), NOVEMBER),
        ledger.append(small, next, vec![TableEvent::Resumed], NOVEMBER)
    );
    assert_eq!(refused, Err(LedgerError::Full));
    assert_eq!(done, Ok(Seq(2)), "what needs no page of its own still fits");
    assert_eq!(ledger.load(large).await.unwrap().len(), 1, "no part of it");
    assert_eq!(ledger.rehearse(large, next, many(), NOVEMBER).await, Err(LedgerError::Full));
    assert_eq!(ledger.rehearse(large, next, Vec::new(), NOVEMBER).await, Ok(()), "nothing always fits");
    full.make_room().await;
    assert_eq!(ledger.rehearse(large, next, many(), NOVEMBER).await, Ok(()));
    assert_eq!(ledger.load(large).await.unwrap().len(), 1);
    assert_eq!(ledger.append(large, next, many(), NOVEMBER).await, Ok(Seq(1_001)));
    drop(ledger);
    full.store.close().await;
}

/// A disk of its own, of 4 MiB; only an administrator can have one.
struct SmallDisk(tempfile::TempDir);

impl SmallDisk {
    fn new() -> Option<SmallDisk> {
        let folder = tempfile::tempdir().unwrap();
        let mount = ["-t", "tmpfs", "-o", "size=4m", "tinghu-test"];
        let mounted = process::Command::new("mount").args(mount).arg(folder.path()).output();
        let is_there = mounted.is_ok_and(|output| output.status.success());
        if !is_there {
            eprintln!("no disk could be mounted: what a full one does is not tested");
        }
        is_there.then(|| SmallDisk(folder))
    }

    fn ballast(&self) -> PathBuf {
        self.0.path().join("ballast")
    }

    /// To the last byte.
    fn fill(&self) {
        let mut ballast = File::create(self.ballast()).unwrap();
        let full = io::copy(&mut io::repeat(1), &mut ballast).unwrap_err();
        assert_eq!(full.kind(), io::ErrorKind::StorageFull);
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        drop(process::Command::new("umount").arg("--lazy").arg(self.0.path()).output());
    }
}

#[tokio::test]
async fn on_a_full_disk_a_rehearsal_is_refused_like_the_append_until_both_find_room() {
    let Some(disk) = SmallDisk::new() else { return };
    let path = disk.0.path().join("tinghu.sqlite");
    let store = Store::open_sqlite(&path).await.unwrap();
    let ledger = store.ledger();
    let (table, next) = ledger.open(opened(), NOVEMBER).await.unwrap();
    disk.fill();
    assert_eq!(ledger.append(table, next, many(), NOVEMBER).await, Err(LedgerError::Full));
    assert_eq!(ledger.rehearse(table, next, many(), NOVEMBER).await, Err(LedgerError::Full));
    assert_eq!(ledger.load(table).await.unwrap().len(), 1);
    // Room for a little is not room for the next moves too.
    let ballast = File::options().write(true).open(disk.ballast()).unwrap();
    ballast.set_len(ballast.metadata().unwrap().len() - (512 << 10)).unwrap();
    let little = vec![TableEvent::Resumed];
    assert_eq!(ledger.rehearse(table, next, little, NOVEMBER).await, Err(LedgerError::Full));
    drop(ballast);
    fs::remove_file(disk.ballast()).unwrap();
    assert_eq!(ledger.rehearse(table, next, many(), NOVEMBER).await, Ok(()));
    assert_eq!(ledger.append(table, next, many(), NOVEMBER).await, Ok(Seq(1_001)));
    let mut names: Vec<_> =
        fs::read_dir(disk.0.path()).unwrap().map(|file| file.unwrap().file_name()).collect();
    names.sort();
    let beside = ["", "-shm", "-wal", ".lock"].map(|end| OsString::from(format!("tinghu.sqlite{end}")));
    assert_eq!(names, beside, "a trial leaves nothing behind");
    drop(ledger);
    store.close().await;
}

#[tokio::test]
async fn a_table_stands_still_while_the_file_is_full_and_then_goes_on_by_itself() {
    let full = Full::new().await;
    stands_still(full.store.ledger(), async || full.fill().await, async || full.make_room().await).await;
    full.store.close().await;
}

/// Refuses facts with the code that stands in `refusal`, as a server does that has come to an end of something.
const REFUSING: &str = "
    CREATE TABLE refusal (code TEXT NOT NULL);
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE found TEXT := (SELECT max(code) FROM refusal);
    BEGIN
        IF found IS NOT NULL THEN RAISE EXCEPTION 'refused' USING ERRCODE = found; END IF;
        RETURN NULL;
    END $$;
    CREATE TRIGGER refuses AFTER INSERT ON events FOR EACH STATEMENT EXECUTE FUNCTION refuse();";

#[tokio::test]
async fn what_a_server_lacks_is_named_and_nothing_is_half_written() {
    let Some(database) = Database::new().await else { return };
    let home = Home::Postgres(database);
    let store = home.open().await;
    let ledger = store.ledger();
    let (table, next) = ledger.open(opened(), NOVEMBER).await.unwrap();
    home.execute(REFUSING).await.unwrap();
    let append = || ledger.append(table, next, many(), NOVEMBER);
    let rehearse = || ledger.rehearse(table, next, many(), NOVEMBER);
    let unavailable = |told: &LedgerError| matches!(told, LedgerError::Unavailable { .. });
    type Named = fn(&LedgerError) -> bool;
    let refusals: [(&'static str, Named); 4] = [
        ("INSERT INTO refusal VALUES ('53100')", |told| *told == LedgerError::Full),
        ("INSERT INTO refusal VALUES ('55P03')", |told| *told == LedgerError::Busy),
        ("INSERT INTO refusal VALUES ('53200')", unavailable),
        ("INSERT INTO refusal VALUES ('57P03')", unavailable),
    ];
    for (refuse, is_named) in refusals {
        home.execute(refuse).await.unwrap();
        for told in [append().await.map(drop), rehearse().await, append().await.map(drop)] {
            let told = told.unwrap_err();
            assert!(is_named(&told), "{refuse}: {told}");
        }
        assert_eq!(ledger.load(table).await.unwrap().len(), 1);
        home.execute("DELETE FROM refusal").await.unwrap();
        assert_eq!(rehearse().await, Ok(()), "{refuse}");
    }
    assert_eq!(append().await, Ok(Seq(1_001)));
    drop(ledger);
    store.close().await;
    home.remove().await;
}

#[tokio::test]
async fn a_table_stands_still_while_the_servers_disk_is_full_and_then_goes_on_by_itself() {
    let Some(database) = Database::new().await else { return };
    let home = Home::Postgres(database);
    let store = home.open().await;
    home.execute(REFUSING).await.unwrap();
    let fill = async || home.execute("INSERT INTO refusal VALUES ('53100')").await.unwrap();
    stands_still(store.ledger(), fill, async || home.execute("DELETE FROM refusal").await.unwrap()).await;
    store.close().await;
    home.remove().await;
}

/// A person plays a hand at a table whose store takes nothing for a while.
async fn stands_still(ledger: Arc<dyn Ledger>, fill: impl AsyncFn(), make_room: impl AsyncFn()) {
    let (tally, mut told) = watch::channel(Tally::default());
    let watched = Watched { ledger: Arc::clone(&ledger), watch: tally };
    let registry = Registry::new(Arc::new(watched), CancellationToken::new());
    let table = registry.open(new_table()).await.unwrap();
    assert_eq!(table.ask(request(1, Command::Start)).await, Ok(Done::Started));
    fill().await;
    let rules = variants::rules(Variant::HarbinNew, Options::of(Variant::HarbinNew)).unwrap();
    let mut person = Person {
        table: table.clone(),
        program: Program::new(bot::Level::default(), rules.needs()),
        n_presses: 1,
    };
    person.play_until(|now| now.info.waits_for_store).await;

    let (stands, log) = (table.snapshot(), ledger.load(table.id()).await.unwrap());
    let n_taken = told.borrow().n_taken;
    told.wait_for(|tally| tally.n_refused >= 4 || tally.n_taken > n_taken).await.unwrap();
    assert_eq!(told.borrow().n_taken, n_taken, "it never takes itself for working");
    let still = table.snapshot();
    assert!(still.info.waits_for_store, "the table says why");
    assert_eq!((&still.public, &still.info.phase), (&stands.public, &stands.info.phase));
    assert!(ledger.load(table.id()).await.unwrap() == log, "its log stands still too");

    make_room().await;
    table.watch().wait_for(|now| !now.info.waits_for_store).await.unwrap();
    person.play_until(|now| matches!(now.info.phase, TablePhase::Closed { .. })).await;
    let hand = registry.finished_hand(table.id(), 1).await.unwrap().unwrap();
    let n_events = hand.events.len();
    assert_eq!(verify(&write(&hand).unwrap()), Ok(n_events), "no move twice, none half");
    registry.stop().await;
}

/// How many writes the store has taken, and how many it has refused since it last took one.
#[derive(Clone, Copy, Default)]
struct Tally {
    n_taken: usize,
    n_refused: usize,
}

/// Counts what the store says to a table.
impl Watch for watch::Sender<Tally> {
    fn hear(&self, result: Result<(), &LedgerError>) {
        self.send_modify(|tally| match result {
            Ok(()) => *tally = Tally { n_taken: tally.n_taken + 1, n_refused: 0 },
            Err(_) => tally.n_refused += 1,
        });
    }
}

/// One person against three programs, on clocks that let a machine play.
fn new_table() -> NewTable {
    let settings = Settings {
        variant: Variant::HarbinNew,
        options: Options::of(Variant::HarbinNew),
        length: MatchLength::Hands(1),
        n_programs: 3,
        level: tinghu::bot::Level::default(),
        clock: ClockPreset::Test,
        locale: "zh-CN".into(),
    };
    NewTable { place: Place { guild: None, channel: 7 }, host: LI, host_name: "李丽".into(), settings }
}

/// Presses what the program would.
struct Person {
    table: Table,
    program: Program,
    n_presses: u64,
}

impl Person {
    async fn play_until(&mut self, done: impl Fn(&Snapshot) -> bool) {
        let mut watch = self.table.watch();
        loop {
            let now = watch.borrow_and_update().clone();
            if done(&now) {
                return;
            }
            let seat = now.info.seat_of(LI).unwrap();
            let view = now.private[seat].as_ref().and_then(|view| view.open(seat));
            let asked = view.filter(|view| !view.offers.is_empty());
            let action = asked.and_then(|view| self.program.choose(view));
            match (action, now.info.phase.clone()) {
                (Some(action), TablePhase::Playing { prompt, .. }) => {
                    self.n_presses += 1;
                    let command = Command::Act { prompt: Some(prompt), action };
                    let asked = self.table.ask(request(self.n_presses, command)).await;
                    // The clock, or the end of a window or of the hand, may have been faster.
                    let is_late = matches!(asked, Err(Refusal::Stale | Refusal::Closed));
                    assert!(is_late || matches!(asked, Ok(_) | Err(Refusal::Paused)), "{asked:?}");
                }
                _ => watch.changed().await.unwrap(),
            }
        }
    }
}

fn request(interaction: u64, command: Command) -> Request {
    let name = "李丽".to_owned();
    Request { who: LI, name, interaction, received_at: Instant::now(), moderator: false, command }
}
