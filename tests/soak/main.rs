//! Many tables at once under every trouble that the local Discord can make: each ends its match, or pauses with a named
//! reason and ends once the trouble is over.
//!
//! `TINGHU_SOAK_S` says for how many seconds (a few tables for a short time unless told), `TINGHU_SOAK_TABLES` how many
//! tables, `TINGHU_SOAK_SEED` repeats a run's choices, `TINGHU_SOAK_CALM=1` leaves the trouble away and so measures how
//! fast clicks are acknowledged, `TINGHU_BIN` names another build of the program.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "in tests; the lint sees only functions marked as tests"
)]

#[path = "../support/city.rs"]
mod city;
#[path = "../support/dice.rs"]
mod dice;
mod guest;
#[path = "../support/mentions.rs"]
mod mentions;
#[path = "../support/process.rs"]
mod process;
mod trouble;
mod verdict;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{Instant, interval, sleep};

use city::City;
use dice::Dice;
use guest::{Act, Guest, Report, Spot};
use process::{Bot, Launch, Sandbox};
use tinghu::store::Store;
use trouble::Imp;

const SHORT: (u64, u64) = (12, 6);
const N_TABLES: u64 = 100;
const N_GUILDS: u64 = 4;
const ONE_IN_THREADS: u64 = 8;
const GAMES: [&str; 5] = ["harbin-new", "harbin", "qiqihar", "qiqihar-yuema", "xingdong"];
/// A guest looks this often, and less often where there are many tables: they share one machine.
const RHYTHM_MS: (u64, u64) = (400, 20);
/// So long no table at all may end while tables are left and nothing disturbs them: a hang is a failure, not a wait.
const PATIENCE: Duration = Duration::from_secs(120);

/// What the environment asks for.
struct Plan {
    time: Duration,
    n_tables: u64,
    seed: u64,
    calm: bool,
}

impl Plan {
    fn read() -> Plan {
        let number = |name: &str| std::env::var(name).ok().map(|text| text.parse::<u64>().expect("a number"));
        let of_the_clock = || SystemTime::now().duration_since(UNIX_EPOCH).unwrap().subsec_nanos().into();
        let seconds = number("TINGHU_SOAK_S");
        let n_usual = if seconds.is_some() { N_TABLES } else { SHORT.1 };
        Plan {
            time: Duration::from_secs(seconds.unwrap_or(SHORT.0)),
            n_tables: number("TINGHU_SOAK_TABLES").unwrap_or(n_usual),
            seed: number("TINGHU_SOAK_SEED").unwrap_or_else(of_the_clock),
            calm: number("TINGHU_SOAK_CALM").is_some_and(|n| n > 0),
        }
    }
}

/// The parties in front of their channels.
struct Town {
    city: Arc<City>,
    spots: Vec<Arc<Spot>>,
    /// All but the hosts.
    others: Vec<String>,
    act: watch::Sender<Act>,
    guests: JoinSet<Report>,
}

impl Town {
    async fn found(base: &str, plan: &Plan, dice: &mut Dice) -> Town {
        let city = Arc::new(City::at(base));
        let mut guilds = Vec::new();
        for n in 0..N_GUILDS {
            let made = city.done("POST", "/guilds", json!({"name": format!("server {n}")})).await;
            guilds.push(made);
        }
        let (act, _) = watch::channel(Act::Open);
        let mut town = Town { city, spots: Vec::new(), others: Vec::new(), act, guests: JoinSet::new() };
        let rhythm = Duration::from_millis(RHYTHM_MS.0.max(RHYTHM_MS.1 * plan.n_tables));
        for n in 0..plan.n_tables {
            let guild = &guilds[usize::try_from(n % N_GUILDS).unwrap()];
            town.settle(n, guild, rhythm, dice).await;
        }
        town
    }

    /// A party of one, now and then of more: programs have the other seats.
    async fn settle(&mut self, n: u64, guild: &Value, rhythm: Duration, dice: &mut Dice) {
        let text = |field: &str| guild[field].as_str().unwrap().to_owned();
        let (id, is_thread) = (text("id"), n % ONE_IN_THREADS == 1);
        let kind = if is_thread { "thread" } else { "text" };
        let body = json!({"name": format!("table {n}"), "type": kind});
        let made = self.city.done("POST", &format!("/guilds/{id}/channels"), body).await;
        let channel = made["id"].as_str().unwrap().to_owned();
        let spot = Arc::new(Spot { guild: id, hall: text("channel"), channel, is_thread });
        let n_people = [1, 1, 2, 1, 1, 1, 4, 1, 2, 1][usize::try_from(n % 10).unwrap()];
        let mut party = Vec::new();
        for one in 0..n_people {
            party.push(self.city.new_person_in(&spot.guild, &format!("guest {n}.{one}")).await);
        }
        let game = GAMES[usize::try_from(n).unwrap() % GAMES.len()];
        // The program takes the seat of a guest who has left too.
        let table = json!({"ruleset": game, "hands": 1, "ai": 3, "clock": "test"});
        for user in &party {
            let guest = Guest {
                city: Arc::clone(&self.city),
                spot: Arc::clone(&spot),
                user: user.clone(),
                party: party.clone(),
                table: table.clone(),
                dice: Dice::new(dice.below(u64::MAX)),
                rhythm,
                act: self.act.subscribe(),
                unanswered: Vec::new(),
                report: Report::default(),
            };
            self.guests.spawn(guest.stay());
        }
        self.others.extend(party.into_iter().skip(1));
        self.spots.push(spot);
    }

    async fn go_home(mut self) -> Vec<Report> {
        self.act.send_replace(Act::Over);
        std::mem::take(&mut self.guests).join_all().await
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_table_ends_or_says_why_it_waits() {
    let plan = Plan::read();
    println!("{} tables for {:?}, TINGHU_SOAK_SEED={}", plan.n_tables, plan.time, plan.seed);
    let mut dice = Dice::new(plan.seed);
    let folder = tempfile::tempdir().unwrap();
    let sandbox = Sandbox::start(folder.path()).await;
    let (mut bot, metrics) = Launch::of(&sandbox.base, folder.path()).start_measured().await;
    City::at(&sandbox.base).bot_is_there().await;
    let town = Town::found(&sandbox.base, &plan, &mut dice).await;
    let mut imp = Imp::new(Arc::clone(&town.city), town.spots.clone(), town.others.clone(), dice);
    if plan.calm {
        bot.lives_on(sleep(plan.time)).await; // so long the tables are played
    } else {
        imp.trouble(&mut bot, plan.time).await;
    }
    town.act.send_replace(Act::LastRound);
    let n_left = bot.lives_on(until_all_have_ended(metrics)).await;
    println!("{n_left} tables left; of the bot: {}", counts(metrics).await.replace('\n', ", "));
    tell(&town.go_home().await);
    say_goodbye(bot).await;
    sandbox.kill().await;
    let store = Store::open_sqlite(&folder.path().join("tinghu.db")).await.unwrap();
    let is_there = |channel: u64| imp.spots.iter().any(|spot| spot.channel == channel.to_string());
    verdict::pass(&store, |channel| !is_there(channel), usize::try_from(plan.n_tables / 2).unwrap()).await;
    store.close().await;
}

async fn say_goodbye(mut bot: Bot) {
    bot.signal("-TERM").await;
    assert!(bot.ended().await.success());
}

/// The bot's page of numbers, without its comments.
async fn counts(metrics: SocketAddr) -> String {
    let page = reqwest::get(format!("http://{metrics}/metrics")).await.unwrap().text().await.unwrap();
    page.lines().filter(|line| !line.starts_with('#')).collect::<Vec<_>>().join("\n")
}

async fn n_tables(metrics: SocketAddr) -> usize {
    let page = counts(metrics).await;
    page.lines().find_map(|line| line.strip_prefix("tinghu_tables ")).unwrap().parse().unwrap()
}

/// How many tables are left in the end: none, unless no table ended for so long that they are stuck.
async fn until_all_have_ended(metrics: SocketAddr) -> usize {
    let mut rhythm = interval(Duration::from_secs(1));
    let (mut least, mut since) = (usize::MAX, Instant::now());
    while least > 0 && since.elapsed() < PATIENCE {
        rhythm.tick().await;
        let left = n_tables(metrics).await;
        if left < least {
            (least, since) = (left, Instant::now());
        }
    }
    least
}

/// How fast clicks and commands were acknowledged, by Discord's clock.
fn tell(reports: &[Report]) {
    let mut times: Vec<u64> = reports.iter().flat_map(|report| report.acknowledged_ms.clone()).collect();
    times.sort_unstable();
    let at = |permille: usize| times.get(times.len().saturating_sub(1) * permille / 1_000);
    println!(
        "{} presses, {} failed; {} of them while all tables lived, acknowledged within ms: p50 {:?}, p99 {:?}, longest {:?}",
        reports.iter().map(|report| report.n_presses).sum::<u64>(),
        reports.iter().map(|report| report.n_failed).sum::<u64>(),
        times.len(),
        at(500),
        at(990),
        times.last(),
    );
}
