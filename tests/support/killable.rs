//! The bot as a process of its own, so that it can be killed.

use std::path::Path;
use std::process::Stdio;

use serde_json::{Value, json};
use tokio::process::{Child, Command};

use super::people::People;
use super::world::connected;

/// A process that dies with the test.
pub struct Process(Child);

impl Process {
    /// A bot that is connected to the sandbox at `base`.
    pub async fn bot(base: &str, dir: &Path, people: &People) -> Process {
        // Bots are started as often as a test likes; Discord would let one begin every 5 s.
        people.done("POST", "/gateway", json!({"identify_every_ms": 0})).await;
        let mut command = tinghu();
        command.arg("run").env("TINGHU_DISCORD_API", base).env("TINGHU_DATA", dir);
        let child = command.stdout(Stdio::null()).spawn().unwrap();
        connected(people).await;
        Process(child)
    }

    /// Kills it without a word (`kill -9`).
    pub async fn kill(mut self) {
        self.0.kill().await.unwrap();
    }

    /// Kills a bot, and waits until the sandbox has noticed.
    pub async fn kill_bot(self, people: &People) {
        self.kill().await;
        people
            .until("the bot is gone", async || {
                let state = people.done("GET", "/state", Value::Null).await;
                (state["bot"]["connected"] == json!(false)).then_some(())
            })
            .await;
    }
}

fn tinghu() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tinghu"));
    command
        .env_remove("DISCORD_TOKEN")
        .env_remove("DATABASE_URL")
        .env_remove("TINGHU_DISCORD_API")
        .env("RUST_LOG", "off")
        .stderr(Stdio::null())
        .kill_on_drop(true);
    command
}
