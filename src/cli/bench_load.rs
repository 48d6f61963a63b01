//! `tinghu bench-load`: how fast the store takes what tables append, how big the log gets, how fast tables come back.

pub mod load;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use tokio_util::sync::CancellationToken;

use super::CliError;
use crate::store::ledger::LedgerError;
use crate::store::shards::Shards;
use crate::store::{ServerAddress, Store, StoreError};
use crate::table::registry::Registry;
use load::{Load, Measured};

/// How fast the store is.
#[derive(Debug, clap::Args)]
pub struct BenchLoadArgs {
    /// Folder for the SQLite database; it must not exist yet and is deleted in the end. It decides which disk is measured.
    dir: PathBuf,
    /// Tables in the middle of a hand.
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    tables: u32,
    /// Hands that each table has behind it: so much more is to be read and played again at a start.
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..i64::from(load::N_HANDS)))]
    hands: u32,
    /// Seconds for each row.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u64).range(1..=600))]
    seconds: u64,
}

/// Why nothing was measured.
#[derive(Debug, thiserror::Error)]
pub enum BenchError {
    /// The folder is there already: nothing in it is touched.
    #[error("{} exists already", path.display())]
    Exists {
        /// The folder.
        path: PathBuf,
    },
    /// The server's database has tables already: nothing in it is touched.
    #[error("{server} has tables in it: DATABASE_URL must name an empty database")]
    NotEmpty {
        /// Which.
        server: ServerAddress,
    },
    /// The database could not be opened.
    #[error(transparent)]
    Open(#[from] StoreError),
    /// It failed while it was measured.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// The engine refused what its own player chose.
    #[error("a hand could not be played")]
    Hand,
    /// Not all tables came back.
    #[error("{n_resumed} of {n_tables} tables came back")]
    Lost {
        /// How many did.
        n_resumed: usize,
        /// How many there were.
        n_tables: usize,
    },
}

/// Where the tables are that are measured.
enum Place<'a> {
    File(PathBuf),
    Server(&'a ServerAddress),
}

impl Place<'_> {
    async fn open(&self) -> Result<Store, StoreError> {
        match self {
            Place::File(path) => Store::open_sqlite(path).await,
            Place::Server(server) => Store::open_postgres(server, Some(Shards::ALL)).await,
        }
    }

    fn name(&self) -> &'static str {
        match self {
            Place::File(_) => "SQLite",
            Place::Server(_) => "PostgreSQL",
        }
    }
}

/// Measures SQLite, and PostgreSQL where there is a server, and prints a Markdown table of each.
///
/// # Errors
/// [`CliError::Bench`], or [`CliError::File`] where the folder can't be made or deleted.
pub async fn run(args: &BenchLoadArgs, server: Option<&ServerAddress>) -> Result<(), CliError> {
    if args.dir.exists() {
        return Err(BenchError::Exists { path: args.dir.clone() }.into());
    }
    let file = |source| CliError::File { path: args.dir.clone(), source };
    std::fs::create_dir_all(&args.dir).map_err(file)?;
    let measured = measure(args, &Place::File(args.dir.join("tinghu.db"))).await;
    std::fs::remove_dir_all(&args.dir).map_err(file)?;
    measured?;
    if let Some(server) = server {
        println!();
        measure(args, &Place::Server(server)).await?;
        println!("the tables stay in {server}, which is good for nothing else now");
    }
    Ok(())
}

async fn measure(args: &BenchLoadArgs, place: &Place<'_>) -> Result<(), BenchError> {
    let n_tables = args.tables as usize;
    let store = place.open().await?;
    if let Place::Server(server) = place
        && !store.ledger().tables().await?.is_empty()
    {
        return Err(BenchError::NotEmpty { server: (*server).clone() });
    }
    let mut load = Load::begin(store.ledger(), n_tables, args.hands).await?;
    println!(
        "{}, {n_tables} tables in the middle of hand {}; an append is one decision with its consequences",
        place.name(),
        args.hands + 1
    );
    println!("| tables appending at once | appends/s | events/s | p50 | p99 |\n|---|---|---|---|---|");
    let levels = levels(n_tables);
    for (n_done, &n_at_once) in levels.iter().enumerate() {
        // On a fast disk a row ends early, so that those after it have something to append too.
        let most = load.n_left() / (levels.len() - n_done);
        let measured = load.run(n_at_once, Duration::from_secs(args.seconds), most).await?;
        println!("{}", row(n_at_once, &measured));
    }
    let (n_events, n_bytes) = (load.n_events(), store.n_bytes().await?);
    drop(load);
    store.close().await;
    println!("{n_events} events in {n_bytes} bytes: {} bytes an event", n_bytes / n_events.max(1));
    resume(place, n_tables).await
}

fn levels(n_tables: usize) -> Vec<usize> {
    let mut levels: Vec<usize> = [1, 10, 100].into_iter().filter(|&n| n < n_tables).collect();
    levels.push(n_tables);
    levels
}

fn row(n_at_once: usize, measured: &Measured) -> String {
    let a_second = |n: usize| n as f64 / measured.time.as_secs_f64();
    let ms = |permille| measured.latency(permille).as_secs_f64() * 1_000.0;
    format!(
        "| {n_at_once} | {:.0} | {:.0} | {:.2} ms | {:.2} ms |",
        a_second(measured.latencies.len()),
        a_second(measured.n_events),
        ms(500),
        ms(990)
    )
}

/// From a closed database to tables that answer.
async fn resume(place: &Place<'_>, n_tables: usize) -> Result<(), BenchError> {
    let began = Instant::now();
    let store = place.open().await?;
    let opened = began.elapsed();
    let registry = Registry::new(store.ledger(), CancellationToken::new());
    let n_resumed = registry.resume().await?;
    let resumed = began.elapsed();
    println!(
        "{n_resumed} tables resumed in {:.2} s, of which opening the database took {:.2} s",
        resumed.as_secs_f64(),
        opened.as_secs_f64()
    );
    registry.stop().await;
    drop(registry);
    store.close().await;
    if n_resumed == n_tables { Ok(()) } else { Err(BenchError::Lost { n_resumed, n_tables }) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn what_was_measured_is_what_is_in_the_log() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tinghu.db");
        let store = Store::open_sqlite(&path).await.unwrap();
        let mut load = Load::begin(store.ledger(), 5, 1).await.unwrap();
        let measured = load.run(3, Duration::from_secs(60), 20).await.unwrap();
        assert_eq!(measured.latencies.len(), 20);
        assert!(measured.n_events >= 20);
        let ledger = store.ledger();
        let mut n_events = 0;
        for table in ledger.unfinished().await.unwrap() {
            n_events += ledger.load(table).await.unwrap().len() as u64;
        }
        assert_eq!(n_events, load.n_events());
        drop((ledger, load));
        store.close().await;
        resume(&Place::File(path.clone()), 5).await.unwrap();
        assert!(resume(&Place::File(path), 6).await.is_err());
    }
}
