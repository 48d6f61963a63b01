//! A file that may not grow: what fits is written, what doesn't leaves nothing behind, and a table waits for space.

use std::fs;
use std::sync::Arc;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, query, query_scalar};
use tinghu::bot::{self, Program};
use tinghu::game::length::MatchLength;
use tinghu::game::ruleset::{Options, Variant};
use tinghu::game::variants;
use tinghu::store::Store;
use tinghu::store::event::{ClockPreset, Place, Seq, Settings, TableEvent, TableId, UnixMs};
use tinghu::store::hand_log::{verify, write};
use tinghu::store::ledger::{Ledger, LedgerError, Logged};
use tinghu::table::command::{Command, Done, Refusal, Request};
use tinghu::table::handle::Table;
use tinghu::table::registry::{NewTable, Registry};
use tinghu::table::view::{Snapshot, TablePhase};
use tokio::sync::watch;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::fixture::{Disk, LI, NOVEMBER, opened};

const LIMIT: u64 = 1 << 20;

/// A store whose file has reached its limit: something else in it has taken the space.
struct Full {
    _disk: Disk,
    store: Store,
    past: SqliteConnection,
}

impl Full {
    async fn new() -> Full {
        let disk = Disk::new();
        let store = Store::open_sqlite_within(&disk.path(), Some(LIMIT)).await.unwrap();
        let past = SqliteConnectOptions::new().filename(disk.path()).connect().await.unwrap();
        Full { _disk: disk, store, past }
    }

    async fn fill(&mut self) {
        query("CREATE TABLE ballast AS SELECT randomblob(2000000) AS bytes")
            .execute(&mut self.past)
            .await
            .unwrap();
    }

    async fn n_facts(&mut self) -> i64 {
        query_scalar("SELECT count(*) FROM events").fetch_one(&mut self.past).await.unwrap()
    }

    async fn make_room(&mut self) {
        query("DROP TABLE ballast").execute(&mut self.past).await.unwrap();
    }
}

/// Facts that need pages of their own.
fn many() -> Vec<TableEvent> {
    vec![TableEvent::Resumed; 1_000]
}

#[tokio::test]
async fn an_append_that_finds_no_space_leaves_nothing_and_takes_no_other_along() {
    let mut full = Full::new().await;
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

/// In the log before the file, which is where a full disk is met first. Pages that the file gets anew are written by a
/// commit only, and a rehearsal has none of them left by then.
#[tokio::test]
async fn a_rehearsal_takes_as_much_of_the_disk_as_the_append_but_for_new_pages() {
    let disk = Disk::new();
    let store = disk.open().await;
    let ledger = store.ledger();
    let (table, next) = ledger.open(opened(), NOVEMBER).await.unwrap();
    let wal = disk.folder.path().join("tinghu.sqlite-wal");
    let length = || fs::metadata(&wal).unwrap().len();
    let mut next = next;
    for (n_events, grows) in [(3, false), (200, true)] {
        let events = vec![TableEvent::Resumed; n_events];
        let before = length();
        ledger.rehearse(table, next, events.clone(), NOVEMBER).await.unwrap();
        let rehearsed = length() - before;
        next = ledger.append(table, next, events, NOVEMBER).await.unwrap();
        let appended = length() - before - rehearsed;
        let is_as_told = if grows { rehearsed < appended } else { rehearsed == appended };
        assert!(
            rehearsed > 0 && is_as_told,
            "{n_events} events: {rehearsed} bytes rehearsed, {appended} appended"
        );
    }
    drop(ledger);
    store.close().await;
}

#[tokio::test]
async fn a_table_stands_still_while_the_file_is_full_and_then_goes_on_by_itself() {
    let mut full = Full::new().await;
    let (tally, mut told) = watch::channel(Tally::default());
    let counted = Arc::new(Counted { ledger: full.store.ledger(), tally });
    let registry = Registry::new(counted, CancellationToken::new());
    let table = registry.open(new_table()).await.unwrap();
    assert_eq!(table.ask(request(1, Command::Start)).await, Ok(Done::Started));
    full.fill().await;
    let rules = variants::rules(Variant::HarbinNew, Options::of(Variant::HarbinNew)).unwrap();
    let mut person = Person {
        table: table.clone(),
        program: Program::new(bot::Level::default(), rules.needs()),
        n_presses: 1,
    };
    person.play_until(|now| now.info.waits_for_store).await;

    let (stands, n_facts) = (table.snapshot(), full.n_facts().await);
    let n_taken = told.borrow().n_taken;
    told.wait_for(|tally| tally.n_refused >= 4 || tally.n_taken > n_taken).await.unwrap();
    assert_eq!(told.borrow().n_taken, n_taken, "it never takes itself for working");
    let still = table.snapshot();
    assert!(still.info.waits_for_store, "the table says why");
    assert_eq!((&still.public, &still.info.phase), (&stands.public, &stands.info.phase));
    assert_eq!(full.n_facts().await, n_facts);

    full.make_room().await;
    table.watch().wait_for(|now| !now.info.waits_for_store).await.unwrap();
    person.play_until(|now| matches!(now.info.phase, TablePhase::Closed { .. })).await;
    let hand = registry.finished_hand(table.id(), 1).await.unwrap().unwrap();
    let n_events = hand.events.len();
    assert_eq!(verify(&write(&hand).unwrap()), Ok(n_events), "no move twice, none half");
    registry.stop().await;
    drop((registry, table, person));
    full.store.close().await;
}

/// How many writes the store has taken, and how many it has refused since it last took one.
#[derive(Clone, Copy, Default)]
struct Tally {
    n_taken: usize,
    n_refused: usize,
}

/// Counts what the store says to a table.
struct Counted {
    ledger: Arc<dyn Ledger>,
    tally: watch::Sender<Tally>,
}

impl Counted {
    fn count<T>(&self, result: Result<T, LedgerError>) -> Result<T, LedgerError> {
        self.tally.send_modify(|tally| match result {
            Ok(_) => *tally = Tally { n_taken: tally.n_taken + 1, n_refused: 0 },
            Err(_) => tally.n_refused += 1,
        });
        result
    }
}

impl Ledger for Counted {
    fn open(&self, first: TableEvent, at: UnixMs) -> BoxFuture<'_, Result<(TableId, Seq), LedgerError>> {
        self.ledger.open(first, at)
    }

    fn append(
        &self,
        table: TableId,
        expected: Seq,
        events: Vec<TableEvent>,
        at: UnixMs,
    ) -> BoxFuture<'_, Result<Seq, LedgerError>> {
        async move { self.count(self.ledger.append(table, expected, events, at).await) }.boxed()
    }

    fn rehearse(
        &self,
        table: TableId,
        expected: Seq,
        events: Vec<TableEvent>,
        at: UnixMs,
    ) -> BoxFuture<'_, Result<(), LedgerError>> {
        async move { self.count(self.ledger.rehearse(table, expected, events, at).await) }.boxed()
    }

    fn load(&self, table: TableId) -> BoxFuture<'_, Result<Vec<Logged>, LedgerError>> {
        self.ledger.load(table)
    }

    fn tables(&self) -> BoxFuture<'_, Result<Vec<TableId>, LedgerError>> {
        self.ledger.tables()
    }

    fn unfinished(&self) -> BoxFuture<'_, Result<Vec<TableId>, LedgerError>> {
        self.ledger.unfinished()
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
