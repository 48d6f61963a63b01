//! A sandbox with the bot in it, and people who press buttons.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use tinghu::config::{Config, Token};
use tinghu::discord::{self, DiscordError, RunConfig};
use tinghu::game::state::HandState;
use tinghu::render::Renderer;
use tinghu::sandbox::{self, BOT_TOKEN, Sandbox, SandboxConfig};
use tinghu::store::Store;
use tinghu::table::registry::Registry;
use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;

use crate::shared::arranged::{Lobby, arrange};
use crate::shared::world::ANSWER_LIMIT_MS;
use crate::shared::{mentions, openapi};

pub const CHANNEL: &str = "1100000000000000200";
pub const EAST: &str = "1100000000000000301";
pub const SOUTH: &str = "1100000000000000302";
pub const WEST: &str = "1100000000000000303";

/// A hang is a failure, not a wait: nothing here takes this long.
const PATIENCE: Duration = Duration::from_secs(120);

pub struct Local {
    pub base: String,
    http: reqwest::Client,
    sandbox: Sandbox,
    stop: CancellationToken,
    data: tempfile::TempDir,
    bot: Option<Bot>,
}

struct Bot {
    stop: CancellationToken,
    task: oneshot::Receiver<Result<(), DiscordError>>,
}

impl Local {
    /// A sandbox whose bot is connected and has registered its commands.
    pub async fn with_bot() -> Local {
        Local::on(tempfile::tempdir().unwrap()).await
    }

    /// The same, with the lobby of a table whose first hand is one that `find` finds.
    pub async fn with_lobby(lobby: Lobby, find: impl Fn(&HandState) -> Option<()>) -> Local {
        let data = tempfile::tempdir().unwrap();
        arrange(data.path(), lobby, find).await;
        Local::on(data).await
    }

    async fn on(data: tempfile::TempDir) -> Local {
        let stop = CancellationToken::new();
        // A busy machine must not decide what a test says.
        let config = SandboxConfig {
            answer_limit_ms: ANSWER_LIMIT_MS,
            records_answers: true,
            ..SandboxConfig::default()
        };
        let sandbox = sandbox::start(config, stop.clone()).await.unwrap();
        let mut local =
            Local { base: sandbox.base_url(), http: reqwest::Client::new(), sandbox, stop, data, bot: None };
        local.start_bot().await;
        local
    }

    pub fn database(&self) -> std::path::PathBuf {
        self.data.path().join("tinghu.db")
    }

    pub async fn start_bot(&mut self) {
        let stop = CancellationToken::new();
        let (database, base) = (self.database(), self.base.clone());
        let (ended, task) = oneshot::channel();
        let listened = stop.clone();
        // A runtime of its own, as in a process of its own.
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
            ended
                .send(runtime.unwrap().block_on(run_bot(database, Token::new(BOT_TOKEN), base, listened)))
                .ok();
        });
        self.bot = Some(Bot { stop, task });
        self.until_state(|state| {
            let n_commands = state["commands"].as_array()?.len();
            (state["bot"]["connected"] == true && n_commands > 10).then_some(())
        })
        .await;
    }

    pub async fn stop_bot(&mut self) {
        let Bot { stop, task } = self.bot.take().unwrap();
        stop.cancel();
        within(task).await.unwrap().unwrap();
    }

    /// Ends everything in good order, and looks through all that was sent.
    pub async fn stop(mut self) {
        self.stop_bot().await;
        let log = self.human("GET", "/requests?since=0", Value::Null).await;
        let requests = log["requests"].as_array().unwrap();
        openapi::check_all(requests);
        mentions::name_nobody(requests);
        self.stop.cancel();
        within(self.sandbox.stopped()).await;
    }

    /// A call of the human side that must succeed.
    pub async fn human(&self, method: &str, path: &str, body: Value) -> Value {
        let request = self.http.request(method.parse().unwrap(), format!("{}/sandbox{path}", self.base));
        let request = if body.is_null() { request } else { request.json(&body) };
        let response = within(request.send()).await.unwrap();
        let status = response.status();
        let text = response.text().await.unwrap();
        assert!(status.is_success(), "{method} {path}: {status} {text}");
        serde_json::from_str(&text).unwrap_or(Value::Null)
    }

    pub async fn command(&self, user: &str, name: &str, options: Value) {
        let body = json!({"user": user, "name": name, "options": options});
        self.human("POST", &format!("/channels/{CHANNEL}/commands"), body).await;
    }

    /// Presses a button; `false` if the message has changed since it was seen, and the button is gone.
    pub async fn click(&self, user: &str, button: &Button) -> bool {
        let url = format!("{}/sandbox/messages/{}/components", self.base, button.message);
        let body = json!({"user": user, "custom_id": button.custom_id});
        let response = within(self.http.post(url).json(&body).send()).await.unwrap();
        let is_pressed = response.status().is_success();
        let text = response.text().await.unwrap();
        let is_gone = text.contains("The message has no") || text.contains("There is no message");
        assert!(is_pressed || is_gone, "{text}");
        is_pressed
    }

    /// Presses a button many times at once; how many of the presses met it.
    pub async fn click_often(&self, user: &str, button: &Button, n_presses: usize) -> usize {
        let presses = (0..n_presses).map(|_| self.click(user, button));
        futures_util::future::join_all(presses).await.into_iter().filter(|&met| met).count()
    }

    pub async fn messages(&self, user: &str) -> Messages {
        let list = self.human("GET", &format!("/channels/{CHANNEL}/messages?as={user}"), Value::Null).await;
        Messages(list.as_array().unwrap().clone())
    }

    pub async fn fault(&self, fault: Value) {
        self.human("POST", "/faults", fault).await;
    }

    /// Waits until what `user` sees satisfies `check`.
    pub async fn until<T>(&self, user: &str, check: impl Fn(&Messages) -> Option<T>) -> T {
        let mut events = self.events(user).await;
        loop {
            let seen = self.messages(user).await;
            if let Some(found) = check(&seen) {
                return found;
            }
            events.next(&seen).await;
        }
    }

    async fn until_state<T>(&self, check: impl Fn(&Value) -> Option<T>) -> T {
        let mut events = self.events(EAST).await;
        loop {
            if let Some(found) = check(&self.human("GET", "/state", Value::Null).await) {
                return found;
            }
            events.next(&Messages(Vec::new())).await;
        }
    }

    async fn events(&self, user: &str) -> Events {
        let request = self.http.get(format!("{}/sandbox/events?as={user}", self.base));
        Events(within(request.send()).await.unwrap(), tokio::time::Instant::now() + PATIENCE)
    }

    /// Presses the button with this label as soon as it is there.
    pub async fn press(&self, user: &str, label: &str) {
        loop {
            let button = self.until(user, |seen| seen.button(label)).await;
            if self.click(user, &button).await {
                return;
            }
        }
    }

    /// Every REST request of the bot.
    pub async fn requests(&self) -> Vec<Value> {
        let log = self.human("GET", "/requests?since=0", Value::Null).await;
        log["requests"].as_array().unwrap().clone()
    }
}

/// The bot as `tinghu run` makes it.
pub async fn run_bot(
    database: std::path::PathBuf,
    token: Token,
    base: String,
    stop: CancellationToken,
) -> Result<(), DiscordError> {
    let store = Arc::new(Store::open_sqlite(&database).await.unwrap());
    let registry = Registry::new(store.ledger(), stop.clone());
    let config = Config::default();
    let settings = RunConfig {
        token,
        api_base: Some(base),
        discord: config.discord,
        table: config.table.clone(),
        presets: config.presets.clone(),
    };
    let renderer = Arc::new(Renderer::new().unwrap());
    let result = discord::run(settings, Arc::clone(&store), registry.clone(), renderer, stop.clone()).await;
    stop.cancel();
    registry.stopped().await;
    drop(registry);
    Arc::into_inner(store).unwrap().close().await;
    result
}

/// Server-sent events: each is a reason to look again.
struct Events(reqwest::Response, tokio::time::Instant);

impl Events {
    async fn next(&mut self, seen: &Messages) {
        // The deadline is the whole wait's: keep-alives are events too.
        match tokio::time::timeout_at(self.1, self.0.chunk()).await {
            Ok(chunk) => assert!(chunk.unwrap().is_some(), "the sandbox has ended"),
            Err(_) => panic!("nothing came; seen:\n{}", seen.summary()),
        }
    }
}

pub async fn within<F: Future>(future: F) -> F::Output {
    tokio::time::timeout(PATIENCE, future).await.expect("nothing came")
}

/// A button on a message.
#[derive(Clone, PartialEq, Debug)]
pub struct Button {
    pub message: String,
    pub custom_id: String,
    pub label: String,
}

impl Button {
    /// The action of its id: `d`, `x`, `ready` …
    pub fn action(&self) -> &str {
        self.custom_id.split(':').nth(3).unwrap_or_default()
    }
}

/// What a user sees, oldest first.
#[derive(Clone)]
pub struct Messages(pub Vec<Value>);

impl Messages {
    /// The newest button with this label.
    pub fn button(&self, label: &str) -> Option<Button> {
        self.0.iter().rev().flat_map(buttons).find(|button| button.label == label)
    }

    /// The newest public message whose embed's title contains `title`.
    pub fn titled(&self, title: &str) -> Option<&Value> {
        self.0
            .iter()
            .rev()
            .find(|message| message["embeds"][0]["title"].as_str().is_some_and(|text| text.contains(title)))
    }

    /// The newest message that only this user sees.
    pub fn private(&self) -> Option<&Value> {
        self.0.iter().rev().find(|message| message["ephemeral"] == true)
    }

    /// The newest private text, once it contains `part`.
    pub fn told(&self, part: &str) -> Option<String> {
        let text = self.private()?["content"].as_str()?;
        text.contains(part).then(|| text.to_owned())
    }

    /// For failures: a line a message.
    fn summary(&self) -> String {
        let line = |message: &Value| {
            let labels: Vec<String> = buttons(message).into_iter().map(|button| button.label).collect();
            let (content, title) = (&message["content"], &message["embeds"][0]["title"]);
            format!("{} private={} {content} {title} {labels:?}\n", message["id"], message["ephemeral"])
        };
        self.0.iter().map(line).collect()
    }

    /// The buttons of the private hand.
    pub fn hand_buttons(&self) -> Vec<Button> {
        self.private().map(buttons).unwrap_or_default()
    }
}

pub fn buttons(message: &Value) -> Vec<Button> {
    let rows = message["components"].as_array().cloned().unwrap_or_default();
    let all = rows.iter().flat_map(|row| row["components"].as_array().cloned().unwrap_or_default());
    all.filter(|button| button["disabled"] != true)
        .map(|button| Button {
            message: message["id"].as_str().unwrap().to_owned(),
            custom_id: button["custom_id"].as_str().unwrap_or_default().to_owned(),
            label: button["label"].as_str().unwrap_or_default().to_owned(),
        })
        .collect()
}

/// Names of the files of a message.
pub fn files(message: &Value) -> Vec<String> {
    let list = message["attachments"].as_array().cloned().unwrap_or_default();
    list.iter().map(|file| file["filename"].as_str().unwrap().to_owned()).collect()
}

/// Looks again ten times a second until there is something; for what no event of the sandbox tells.
pub async fn looked_for<T>(mut look: impl AsyncFnMut() -> Option<T>) -> T {
    let mut ticks = tokio::time::interval(Duration::from_millis(100));
    let found = async {
        loop {
            ticks.tick().await;
            if let Some(found) = look().await {
                return found;
            }
        }
    };
    tokio::time::timeout(4 * PATIENCE, found).await.expect("nothing was found")
}
