//! A sandbox in this process, a bot's websocket and both HTTP sides.
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};
use tinghu::sandbox::{self, BOT_TOKEN, Sandbox, SandboxConfig};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};
use tokio_util::sync::CancellationToken;

pub const APP: &str = "1100000000000000001";
pub const GUILD: &str = "1100000000000000100";
pub const CHANNEL: &str = "1100000000000000200";
pub const EAST: &str = "1100000000000000301";
pub const SOUTH: &str = "1100000000000000302";

/// A hang is a failure, not a wait: nothing here takes this long.
const PATIENCE: Duration = Duration::from_secs(20);

pub struct Local {
    pub base: String,
    pub http: reqwest::Client,
    sandbox: Sandbox,
    stop: CancellationToken,
}

pub type Answer = (u16, Value);

impl Local {
    pub async fn start() -> Local {
        Local::start_with(None, true).await
    }

    pub async fn start_with(state_file: Option<std::path::PathBuf>, fresh: bool) -> Local {
        let stop = CancellationToken::new();
        let config = SandboxConfig { state_file, fresh, ..SandboxConfig::default() };
        let sandbox = sandbox::start(config, stop.clone()).await.unwrap();
        Local { base: sandbox.base_url(), http: reqwest::Client::new(), sandbox, stop }
    }

    pub async fn stop(self) {
        self.stop.cancel();
        within(self.sandbox.stopped()).await;
    }

    async fn send(&self, method: &str, url: String, body: Option<Value>) -> Answer {
        let method = method.parse().unwrap();
        let mut request = self.http.request(method, url).header("authorization", format!("Bot {BOT_TOKEN}"));
        if let Some(body) = body {
            request = request.json(&body);
        }
        read(within(request.send()).await.unwrap()).await
    }

    pub async fn rest(&self, method: &str, path: &str, body: Value) -> Answer {
        let body = (!body.is_null()).then_some(body);
        self.send(method, format!("{}/api/v10{path}", self.base), body).await
    }

    /// A multipart request with `payload_json` and `files[n]`.
    pub async fn upload(&self, method: &str, path: &str, body: &Value, files: &[(&str, Vec<u8>)]) -> Answer {
        let mut form = Form::new().text("payload_json", body.to_string());
        for (n, (name, bytes)) in files.iter().enumerate() {
            form = form.part(format!("files[{n}]"), Part::bytes(bytes.clone()).file_name((*name).to_owned()));
        }
        let url = format!("{}/api/v10{path}", self.base);
        let request = self.http.request(method.parse().unwrap(), url);
        let request = request.header("authorization", format!("Bot {BOT_TOKEN}")).multipart(form);
        read(within(request.send()).await.unwrap()).await
    }

    pub async fn human(&self, method: &str, path: &str, body: Value) -> Answer {
        let body = (!body.is_null()).then_some(body);
        self.send(method, format!("{}/sandbox{path}", self.base), body).await
    }

    /// A human call that must succeed.
    pub async fn done(&self, method: &str, path: &str, body: Value) -> Value {
        let (status, json) = self.human(method, path, body).await;
        assert_eq!(status, 200, "{method} {path}: {json}");
        json
    }

    pub async fn advance(&self, ms: u64) {
        self.done("POST", "/clock", json!({"advance_ms": ms})).await;
    }

    pub async fn messages(&self, user: &str) -> Vec<Value> {
        let list = self.done("GET", &format!("/channels/{CHANNEL}/messages?as={user}"), Value::Null).await;
        list.as_array().unwrap().clone()
    }

    /// Registers commands for all servers.
    pub async fn register(&self, commands: Value) -> Value {
        let (status, json) = self.rest("PUT", &format!("/applications/{APP}/commands"), commands).await;
        assert_eq!(status, 200, "{json}");
        json
    }

    pub async fn callback(&self, event: &Value, body: Value) -> Answer {
        let (id, token) = (event["id"].as_str().unwrap(), event["token"].as_str().unwrap());
        self.rest("POST", &format!("/interactions/{id}/{token}/callback?with_response=true"), body).await
    }

    /// `/webhooks/{app}/{token}` and what follows it.
    pub fn webhook(&self, event: &Value, rest: &str) -> String {
        format!("/webhooks/{APP}/{}{rest}", event["token"].as_str().unwrap())
    }

    /// Runs `/probe` as a person and returns the event that the bot got.
    pub async fn probe(&self, bot: &mut Bot, user: &str) -> Value {
        let body = json!({"user": user, "name": "probe"});
        self.done("POST", &format!("/channels/{CHANNEL}/commands"), body).await;
        bot.event("INTERACTION_CREATE").await
    }

    pub async fn click(&self, bot: &mut Bot, user: &str, message: &Value, custom_id: &str) -> Value {
        let path = format!("/messages/{}/components", message["id"].as_str().unwrap());
        self.done("POST", &path, json!({"user": user, "custom_id": custom_id})).await;
        bot.event("INTERACTION_CREATE").await
    }

    /// A sandbox with the command `/probe` and a connected bot.
    pub async fn with_probe() -> (Local, Bot) {
        let local = Local::start().await;
        let bot = Bot::ready(&local).await;
        local.register(json!([{"name": "probe", "description": "A probe"}])).await;
        (local, bot)
    }
}

async fn read(response: reqwest::Response) -> Answer {
    let status = response.status().as_u16();
    let text = response.text().await.unwrap();
    let json = if text.is_empty() { Value::Null } else { serde_json::from_str(&text).unwrap() };
    (status, json)
}

pub async fn within<F: Future>(future: F) -> F::Output {
    tokio::time::timeout(PATIENCE, future).await.expect("nothing came")
}

/// A row with one button.
pub fn button(custom_id: &str) -> Value {
    json!([{"type": 1, "components": [{"type": 2, "style": 1, "label": "B", "custom_id": custom_id}]}])
}

/// The bot's websocket.
pub struct Bot {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    pub session: String,
    /// The last sequence number.
    pub seq: u64,
}

/// All intents that anything here looks at.
pub const INTENTS: u64 = 1 | 1 << 1 | 1 << 9 | 1 << 12;

impl Bot {
    pub async fn connect(local: &Local, query: &str) -> Bot {
        let url = format!("{}/{query}", local.base.replace("http", "ws"));
        let (socket, _) = within(tokio_tungstenite::connect_async(url)).await.unwrap();
        Bot { socket, session: String::new(), seq: 0 }
    }

    /// Connected, identified, READY and GUILD_CREATE read.
    pub async fn ready(local: &Local) -> Bot {
        Bot::shard(local, 0, 1).await
    }

    pub async fn shard(local: &Local, n: u64, of: u64) -> Bot {
        let mut bot = Bot::connect(local, "?v=10&encoding=json").await;
        assert_eq!(bot.frame().await["op"], 10);
        bot.send(json!({"op": 2, "d": {"token": BOT_TOKEN, "intents": INTENTS, "shard": [n, of]}})).await;
        let ready = bot.event("READY").await;
        bot.session = ready["session_id"].as_str().unwrap().to_owned();
        for _ in ready["guilds"].as_array().unwrap() {
            bot.event("GUILD_CREATE").await;
        }
        bot
    }

    pub async fn send(&mut self, frame: Value) {
        self.socket.send(Message::text(frame.to_string())).await.unwrap();
    }

    pub async fn message(&mut self) -> Option<Message> {
        within(self.socket.next()).await?.ok()
    }

    /// The next frame; a closed socket fails the test.
    pub async fn frame(&mut self) -> Value {
        match self.message().await {
            Some(Message::Text(text)) => {
                let frame: Value = serde_json::from_str(&text).unwrap();
                self.seq = frame["s"].as_u64().unwrap_or(self.seq);
                frame
            }
            other => panic!("no frame but {other:?}"),
        }
    }

    /// The data of the next dispatch, which must have this name.
    pub async fn event(&mut self, name: &str) -> Value {
        let frame = self.frame().await;
        assert_eq!(frame["t"], name, "{frame}");
        frame["d"].clone()
    }

    /// The close code that ends the connection.
    pub async fn close_code(&mut self) -> Option<u16> {
        loop {
            match self.message().await {
                Some(Message::Close(frame)) => return frame.map(|frame| frame.code.into()),
                Some(_) => {}
                None => return None,
            }
        }
    }
}
