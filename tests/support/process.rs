//! Sandbox and bot as processes of their own.

#![allow(dead_code, reason = "each test program uses its part of this")]

use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};
use tokio::time::interval;

use crate::mentions;

/// Addresses that somebody else may take away one after the other.
const MOST_ADDRESSES: usize = 10;

/// The program of this build, or the one that `TINGHU_BIN` names, such as a release build.
fn program() -> PathBuf {
    let own = || PathBuf::from(env!("CARGO_BIN_EXE_tinghu"));
    std::env::var_os("TINGHU_BIN").map_or_else(own, PathBuf::from)
}

/// The local Discord; it outlives every bot.
pub struct Sandbox {
    child: Child,
    pub base: String,
}

impl Sandbox {
    pub async fn start(folder: &Path) -> Sandbox {
        let mut command = tinghu();
        command.args(["sandbox", "--no-bot", "--port", "0", "--data"]).arg(folder);
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let line = lines.next_line().await.unwrap().expect("the sandbox says where it is");
        let sandbox = Sandbox { child, base: line.trim_start_matches("sandbox: ").to_owned() };
        // Bots are started as often as a test likes; Discord would let one begin every 5 s.
        let identify = json!({"identify_every_ms": 0});
        let url = format!("{}/sandbox/gateway", sandbox.base);
        let answer = reqwest::Client::new().post(url).json(&identify).send().await.unwrap();
        assert_eq!(answer.status(), 200);
        sandbox
    }

    /// Looks through what the bots sent last, and ends it.
    pub async fn kill(mut self) {
        let log = reqwest::get(format!("{}/sandbox/requests?since=0", self.base)).await.unwrap();
        let log: Value = log.json().await.unwrap();
        mentions::name_nobody(log["requests"].as_array().unwrap());
        self.child.kill().await.unwrap();
    }
}

/// How a bot is started.
#[derive(Clone)]
pub struct Launch {
    base: String,
    folder: PathBuf,
    database: Option<String>,
    config: Option<PathBuf>,
}

impl Launch {
    /// On this sandbox, with its data in this folder.
    pub fn of(base: &str, folder: &Path) -> Launch {
        Launch { base: base.to_owned(), folder: folder.to_owned(), database: None, config: None }
    }

    /// With its tables in a PostgreSQL database.
    pub fn on(mut self, database: String) -> Launch {
        self.database = Some(database);
        self
    }

    /// For the shards `first` to `last` of `total`.
    pub fn for_shards(self, [first, last, total]: [u32; 3]) -> Launch {
        let shards = format!("[discord.shards]\nfirst = {first}\nlast = {last}\ntotal = {total}\n");
        self.configured(&format!("shards-{first}-{last}-{total}"), &shards)
    }

    /// Starts it with its counts at an address of its own, and waits until they are there. Somebody else may take a free
    /// address before the bot does: that bot ends by itself, and another address is tried.
    pub async fn start_measured(&self) -> (Bot, SocketAddr) {
        for _ in 0..MOST_ADDRESSES {
            let address = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap().local_addr().unwrap();
            let config = format!("[discord]\nmetrics_address = \"{address}\"\n");
            let mut bot = self.clone().configured("metrics", &config).start();
            tokio::select! {
                _ = bot.ended() => {}
                () = answers(address) => return (bot, address),
            }
        }
        panic!("{MOST_ADDRESSES} bots ended by themselves");
    }

    fn configured(mut self, name: &str, config: &str) -> Launch {
        let path = self.folder.join(format!("{name}.toml"));
        std::fs::write(&path, config).unwrap();
        self.config = Some(path);
        self
    }

    /// Does not wait until it is connected.
    pub fn start(&self) -> Bot {
        Bot(self.prepared(Command::new(program())).spawn().unwrap())
    }

    /// The same, and what it says is kept for [`Bot::last_words`].
    pub fn start_heard(&self) -> Bot {
        Bot(self.prepared(Command::new(program())).stderr(Stdio::piped()).spawn().unwrap())
    }

    /// The same, started by another program: its command line goes before the bot's.
    pub fn start_under(&self, wrapper: &[&str]) -> Bot {
        let mut command = Command::new(wrapper[0]);
        command.args(&wrapper[1..]).arg(program());
        Bot(self.prepared(command).stderr(Stdio::null()).spawn().unwrap())
    }

    fn prepared(&self, mut command: Command) -> Command {
        command.arg("run");
        as_usual(&mut command).env("TINGHU_DISCORD_API", &self.base).env("TINGHU_DATA", &self.folder);
        if let Some(database) = &self.database {
            command.env("DATABASE_URL", database);
        }
        if let Some(config) = &self.config {
            command.arg("--config").arg(config);
        }
        command.stdout(Stdio::null());
        command
    }
}

/// A running bot.
pub struct Bot(Child);

impl Bot {
    /// Sends it a signal, such as `-TERM`.
    pub async fn signal(&self, name: &str) {
        let pid = self.0.id().expect("it runs").to_string();
        let sent = Command::new("kill").args([name, &pid]).status().await.unwrap();
        assert!(sent.success());
    }

    /// The same for one that was started under strace, which would keep the signal for itself.
    pub async fn terminate_traced(&self) {
        let strace = self.0.id().expect("it runs");
        let children = std::fs::read_to_string(format!("/proc/{strace}/task/{strace}/children")).unwrap();
        let pid = children.split_whitespace().next().expect("it runs");
        let sent = Command::new("kill").args(["-TERM", pid]).status().await.unwrap();
        assert!(sent.success());
    }

    /// What comes of this, during which the bot must not end by itself.
    pub async fn lives_on<T>(&mut self, work: impl Future<Output = T>) -> T {
        tokio::select! {
            done = work => done,
            status = self.ended() => panic!("the bot has ended by itself: {status}"),
        }
    }

    /// When it ends by itself.
    pub async fn ended(&mut self) -> ExitStatus {
        self.0.wait().await.unwrap()
    }

    /// When it ends by itself, and what it said (only for one that is heard).
    pub async fn last_words(self) -> (ExitStatus, String) {
        let output = self.0.wait_with_output().await.unwrap();
        (output.status, String::from_utf8(output.stderr).unwrap())
    }

    /// `kill -9`.
    pub async fn kill(mut self) {
        self.0.kill().await.unwrap();
    }
}

/// Waits until the counts are there.
async fn answers(address: SocketAddr) {
    let mut rhythm = interval(Duration::from_millis(50));
    while reqwest::get(format!("http://{address}/metrics")).await.is_err() {
        rhythm.tick().await;
    }
}

fn tinghu() -> Command {
    let mut command = Command::new(program());
    as_usual(&mut command);
    command
}

fn as_usual(command: &mut Command) -> &mut Command {
    // `RUST_LOG=info` shows what sandbox and bot say, for a run that fails.
    let log = std::env::var("RUST_LOG").unwrap_or_else(|_| "error".into());
    command
        .env_remove("DISCORD_TOKEN")
        .env_remove("DATABASE_URL")
        .env_remove("TINGHU_DISCORD_API")
        .env("RUST_LOG", log)
        .kill_on_drop(true)
}
