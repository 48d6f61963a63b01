//! Sandbox and bot as processes of their own.

use std::path::Path;
use std::process::{ExitStatus, Stdio};

use serde_json::json;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

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

    pub async fn kill(mut self) {
        self.child.kill().await.unwrap();
    }
}

/// A running bot.
pub struct Bot(Child);

impl Bot {
    /// Does not wait until it is connected.
    pub fn start(base: &str, folder: &Path) -> Bot {
        let mut command = tinghu();
        command.arg("run").env("TINGHU_DISCORD_API", base).env("TINGHU_DATA", folder);
        Bot(command.stdout(Stdio::null()).spawn().unwrap())
    }

    /// The same, started by another program: its command line goes before the bot's.
    pub fn start_under(wrapper: &[&str], base: &str, folder: &Path) -> Bot {
        let mut command = Command::new(wrapper[0]);
        command.args(&wrapper[1..]).arg(env!("CARGO_BIN_EXE_tinghu")).arg("run");
        as_usual(&mut command).env("TINGHU_DISCORD_API", base).env("TINGHU_DATA", folder);
        Bot(command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap())
    }

    /// Asks it to end, as the system does (`SIGTERM`).
    pub async fn terminate(&self) {
        let pid = self.0.id().expect("it runs").to_string();
        let sent = Command::new("kill").args(["-TERM", &pid]).status().await.unwrap();
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

    /// When it ends by itself.
    pub async fn ended(&mut self) -> ExitStatus {
        self.0.wait().await.unwrap()
    }

    /// `kill -9`.
    pub async fn kill(mut self) {
        self.0.kill().await.unwrap();
    }
}

fn tinghu() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tinghu"));
    as_usual(&mut command);
    command
}

fn as_usual(command: &mut Command) -> &mut Command {
    // `RUST_LOG=info` shows what sandbox and bot say, for a run that fails.
    let log = std::env::var("RUST_LOG").unwrap_or_else(|_| "error".into());
    command
        .env_remove("DISCORD_TOKEN")
        .env_remove("DATABASE_URL")
        .env_remove("DATABASE_URL")
        .env_remove("TINGHU_DISCORD_API")
        .env("RUST_LOG", log)
        .kill_on_drop(true)
}
