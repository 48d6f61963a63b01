//! The human side of the sandbox for many people and channels, over HTTP.

#![allow(dead_code, reason = "each test program uses its part of this")]

use std::sync::Mutex;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::timeout;

/// The server that every sandbox has.
pub const GUILD: &str = "1100000000000000100";
/// A hang is a failure, not a wait.
const PATIENCE: Duration = Duration::from_secs(90);

/// How far the kills are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kills {
    /// How many bots were killed; grows before the signal is sent.
    pub n: u64,
    /// A bot is connected, and nobody has begun to kill it.
    pub is_bot_there: bool,
    /// There will be no more.
    pub over: bool,
}

/// Everybody.
pub struct City {
    base: String,
    http: reqwest::Client,
    kills: watch::Sender<Kills>,
    ears: Mutex<JoinSet<()>>,
}

/// What somebody hears of: grows with each event that concerns them.
pub type News = watch::Receiver<u64>;

impl City {
    pub fn at(base: &str) -> City {
        let (kills, _) = watch::channel(Kills { n: 0, is_bot_there: false, over: false });
        City { base: base.to_owned(), http: reqwest::Client::new(), kills, ears: Mutex::default() }
    }

    pub fn note_kill(&self) {
        self.kills.send_modify(|kills| {
            kills.n += 1;
            kills.is_bot_there = false;
        });
    }

    pub fn kills_are_over(&self) {
        self.kills.send_modify(|kills| kills.over = true);
    }

    pub fn kills(&self) -> Kills {
        *self.kills.borrow()
    }

    /// Status and body of one call.
    pub async fn call(&self, method: &str, path: &str, body: Value) -> (u16, Value) {
        let url = format!("{}/sandbox{path}", self.base);
        let mut request = self.http.request(method.parse().unwrap(), url);
        if !body.is_null() {
            request = request.json(&body);
        }
        let response = request.send().await.unwrap();
        (response.status().as_u16(), response.json().await.unwrap())
    }

    pub async fn done(&self, method: &str, path: &str, body: Value) -> Value {
        let (status, answer) = self.call(method, path, body).await;
        assert_eq!(status, 200, "{method} {path}: {answer}");
        answer
    }

    pub async fn new_person(&self, name: &str) -> String {
        self.new_person_in(GUILD, name).await
    }

    /// A member of this server alone.
    pub async fn new_person_in(&self, guild: &str, name: &str) -> String {
        let added = self.done("POST", "/users", json!({"name": name, "guild": guild})).await;
        added["id"].as_str().unwrap().to_owned()
    }

    /// A channel of the first server.
    pub async fn new_channel(&self, name: &str) -> String {
        self.new_channel_in(GUILD, name).await
    }

    pub async fn new_channel_in(&self, guild: &str, name: &str) -> String {
        let added = self.done("POST", &format!("/guilds/{guild}/channels"), json!({"name": name})).await;
        added["id"].as_str().unwrap().to_owned()
    }

    /// A server of this shard, with everybody who is there already.
    pub async fn new_guild_on(&self, shard: u64, of: u64) -> String {
        loop {
            let made = self.done("POST", "/guilds", json!({"name": format!("{shard}/{of}")})).await;
            let guild = made["id"].as_str().unwrap().to_owned();
            if (guild.parse::<u64>().unwrap() >> 22) % of == shard {
                return guild;
            }
            self.done("POST", "/clock", json!({"advance_ms": 1})).await;
        }
    }

    /// What this person hears: the channel's messages, and what becomes of the own presses.
    pub async fn listen(&self, user: &str, channel: &str) -> News {
        let url = format!("{}/sandbox/events?as={user}", self.base);
        let mut stream = self.http.get(url).send().await.unwrap();
        let (tell, news) = watch::channel(0);
        let mut kills = self.kills.subscribe();
        let channel = channel.to_owned();
        self.ears.lock().unwrap().spawn(async move {
            loop {
                let is_news = tokio::select! {
                    chunk = stream.chunk() => match chunk {
                        Ok(Some(chunk)) => {
                            let text = String::from_utf8_lossy(&chunk);
                            // An event that came in pieces counts in any case.
                            text.contains(&channel) || text.contains("\"interaction") || !text.ends_with("\n\n")
                        }
                        _ => return,
                    },
                    changed = kills.changed() => if changed.is_ok() { true } else { return },
                };
                if is_news {
                    tell.send_modify(|n| *n += 1);
                }
                if tell.is_closed() {
                    return;
                }
            }
        });
        news
    }

    /// Waits until `check` finds something; looks again at each piece of news.
    pub async fn until<T>(&self, news: &News, what: &str, mut check: impl AsyncFnMut() -> Option<T>) -> T {
        let mut news = news.clone();
        let found = async {
            loop {
                news.borrow_and_update();
                if let Some(found) = check().await {
                    return found;
                }
                news.changed().await.expect("the sandbox is gone");
            }
        };
        let mut kills = self.kills.subscribe();
        tokio::pin!(found);
        loop {
            tokio::select! {
                found = &mut found => return found,
                // What a bot that is killed every second cannot do must be done when the kills are over.
                changed = timeout(PATIENCE, kills.changed()) => {
                    assert!(changed.is_ok(), "waited in vain until {what}");
                }
            }
        }
    }

    /// Waits until a bot can be reached: a press that nobody hears would be waited for until that bot is killed too.
    pub async fn someone_listens(&self) {
        let mut kills = self.kills.subscribe();
        let reached = timeout(PATIENCE, kills.wait_for(|kills| kills.is_bot_there)).await;
        reached.expect("a bot is connected at last").expect("the sender is in this city");
    }

    /// Waits until a bot is connected.
    pub async fn bot_is_there(&self) {
        self.until_bot("a bot is connected", |bot| bot["connected"] == json!(true)).await;
        self.kills.send_modify(|kills| kills.is_bot_there = true);
    }

    /// Waits until the local Discord has noticed that a bot is dead.
    pub async fn bot_is_gone(&self) {
        self.until_bot("no bot is connected", |bot| bot["connected"] == json!(false)).await;
    }

    /// Waits until exactly these shards of bots are connected.
    pub async fn shards_are_there(&self, wanted: &[[u64; 2]]) {
        let mut wanted = wanted.to_vec();
        wanted.sort_unstable();
        self.until_bot(&format!("the bots are connected as {wanted:?}"), |bot| {
            let mut sessions: Vec<[u64; 2]> = serde_json::from_value(bot["sessions"].clone()).unwrap();
            sessions.sort_unstable();
            sessions == wanted
        })
        .await;
        self.kills.send_modify(|kills| kills.is_bot_there = !wanted.is_empty());
    }

    async fn until_bot(&self, what: &str, check: impl Fn(&Value) -> bool) {
        let (tell, news) = watch::channel(0);
        let mut stream = self.http.get(format!("{}/sandbox/events", self.base)).send().await.unwrap();
        let listen = async {
            while let Ok(Some(_)) = stream.chunk().await {
                tell.send_modify(|n: &mut u64| *n += 1);
            }
        };
        let as_wanted = self.until(&news, what, async || {
            let state = self.done("GET", "/state", Value::Null).await;
            check(&state["bot"]).then_some(())
        });
        tokio::select! {
            () = as_wanted => {}
            () = listen => panic!("the sandbox is gone"),
        }
    }
}
