//! `tinghu export DIR`: finished hands, points and players as JSON lines and as CSV, for other programs.

mod csv;

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::CliError;
use crate::config::Config;
use crate::game::seat::Seat;
use crate::store::event::{Player, TableId, UserId};
use crate::store::projections::ProjectedHand;
use crate::store::{Store, backup_sqlite};

/// The copy from which is read, so that all files show the same moment while the bot plays on.
const SNAPSHOT: &str = ".snapshot.db";

/// What one person's hands add up to.
#[derive(Default)]
struct Sum {
    name: String,
    n_hands: u64,
    n_wins: u64,
    points: i64,
}

/// Exports into the new folder `dir`: of a file one moment, of a server every hand that has ended when its turn comes.
///
/// # Errors
/// [`CliError::NoDatabase`] where there is none, else the store's, or [`CliError::File`].
pub async fn run(config: &Config, dir: &Path) -> Result<(), CliError> {
    let file = |source| CliError::File { path: dir.to_owned(), source };
    let (n_hands, n_players) = match &config.store.server {
        Some(server) => {
            let store = Store::open_postgres(server, None).await?;
            fs::create_dir(dir).map_err(file)?;
            export(store, dir).await?
        }
        None => {
            let path = super::existing(config.database())?;
            fs::create_dir(dir).map_err(file)?;
            export_file(&path, dir).await?
        }
    };
    println!("exported: {n_hands} finished hands and {n_players} players into {}", dir.display());
    Ok(())
}

async fn export_file(path: &Path, dir: &Path) -> Result<(usize, usize), CliError> {
    let snapshot = dir.join(SNAPSHOT);
    backup_sqlite(path, &snapshot).await?;
    let written = match Store::open_sqlite(&snapshot).await {
        Ok(store) => export(store, dir).await,
        Err(error) => Err(error.into()),
    };
    for end in ["", "-wal", "-shm", ".lock"] {
        let _ = fs::remove_file(dir.join(format!("{SNAPSHOT}{end}"))); // most of them are not there
    }
    written
}

/// How many hands and players there were.
async fn export(store: Store, dir: &Path) -> Result<(usize, usize), CliError> {
    let (ledger, stats) = (store.ledger(), store.stats());
    let mut hands = Table::create(dir, "hands", &["table", "hand", "at_ms", "guild", "variant", "people"])?;
    let columns = [
        "table",
        "hand",
        "seat",
        "user",
        "name",
        "points",
        "won",
        "self_drawn",
        "dealt_in",
        "dealer",
        "ting",
    ];
    let mut points = Table::create(dir, "points", &columns)?;
    let mut players: BTreeMap<UserId, Sum> = BTreeMap::new();
    let mut n_hands = 0;
    for table in ledger.tables().await? {
        for hand in stats.hands(table).await? {
            n_hands += 1;
            hands.write(&hand_row(table, &hand))?;
            for seat in Seat::ALL {
                points.write(&seat_row(table, &hand, seat))?;
            }
            add_up(&mut players, &hand);
        }
    }
    let mut list = Table::create(dir, "players", &["user", "name", "hands", "wins", "points"])?;
    for (user, sum) in &players {
        let user = json!(user.0.to_string());
        list.write(&[user, json!(sum.name), json!(sum.n_hands), json!(sum.n_wins), json!(sum.points)])?;
    }
    for table in [hands, points, list] {
        table.finish()?;
    }
    drop((ledger, stats));
    store.close().await;
    Ok((n_hands, players.len()))
}

fn hand_row(table: TableId, hand: &ProjectedHand) -> [Value; 6] {
    [
        json!(table.to_string()),
        json!(hand.hand_no),
        json!(hand.at.0),
        json!(hand.guild.map(|guild| guild.to_string())),
        json!(hand.variant.id()),
        json!(hand.n_people),
    ]
}

fn seat_row(table: TableId, hand: &ProjectedHand, seat: Seat) -> [Value; 11] {
    let played = &hand.seats[seat];
    let (user, name) = match &played.player {
        Player::Person { user, name } => (Some(user.0.to_string()), Some(name)),
        Player::Program => (None, None),
    };
    [
        json!(table.to_string()),
        json!(hand.hand_no),
        json!(seat.to_string()),
        json!(user),
        json!(name),
        json!(played.points),
        json!(played.won),
        json!(played.self_drawn),
        json!(played.dealt_in),
        json!(played.dealer),
        json!(played.tinged),
    ]
}

/// The tables are read oldest first, so the last name is the newest.
fn add_up(players: &mut BTreeMap<UserId, Sum>, hand: &ProjectedHand) {
    for (_, played) in hand.seats.iter() {
        let Player::Person { user, name } = &played.player else { continue };
        let sum = players.entry(*user).or_default();
        sum.name.clone_from(name);
        sum.n_hands += 1;
        sum.n_wins += u64::from(played.won);
        sum.points += i64::from(played.points);
    }
}

/// One list, in both forms.
struct Table {
    columns: Vec<&'static str>,
    lines: Output,
    cells: Output,
}

struct Output {
    path: PathBuf,
    file: BufWriter<File>,
}

impl Output {
    fn create(path: PathBuf) -> Result<Output, CliError> {
        match File::create_new(&path) {
            Ok(file) => Ok(Output { path, file: BufWriter::new(file) }),
            Err(source) => Err(CliError::File { path, source }),
        }
    }

    fn line(&mut self, text: &str) -> Result<(), CliError> {
        writeln!(self.file, "{text}").map_err(|source| CliError::File { path: self.path.clone(), source })
    }

    fn finish(mut self) -> Result<(), CliError> {
        let flushed = self.file.flush().and_then(|()| self.file.get_ref().sync_all());
        flushed.map_err(|source| CliError::File { path: self.path, source })
    }
}

impl Table {
    fn create(dir: &Path, name: &str, columns: &[&'static str]) -> Result<Table, CliError> {
        let lines = Output::create(dir.join(format!("{name}.jsonl")))?;
        let mut cells = Output::create(dir.join(format!("{name}.csv")))?;
        cells.line(&columns.join(","))?;
        Ok(Table { columns: columns.to_vec(), lines, cells })
    }

    /// One value a column.
    fn write(&mut self, row: &[Value]) -> Result<(), CliError> {
        let object: serde_json::Map<String, Value> =
            self.columns.iter().map(|&name| name.to_owned()).zip(row.iter().cloned()).collect();
        self.lines.line(&Value::Object(object).to_string())?;
        self.cells.line(&csv::line(row))
    }

    fn finish(self) -> Result<(), CliError> {
        self.lines.finish()?;
        self.cells.finish()
    }
}
