//! The calls of the sandbox's human side over HTTP, and waiting for what comes of them.

#![allow(dead_code, reason = "each test program uses its part of this")]

use std::time::Duration;

use serde_json::Value;
use tokio::sync::watch;

/// The server that every sandbox has.
pub const GUILD: &str = "1100000000000000100";

/// A hang is a failure, not a wait: nothing that is waited for takes this long, on a busy machine either.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// Grows with each event that concerns somebody.
pub type News = watch::Receiver<u64>;

/// The human side of one sandbox.
#[derive(Clone)]
pub struct Human {
    base: String,
    http: reqwest::Client,
}

impl Human {
    /// The human side of the sandbox at this address.
    pub fn at(base: &str) -> Human {
        Human { base: base.to_owned(), http: reqwest::Client::new() }
    }

    /// Where the sandbox is.
    pub fn base(&self) -> &str {
        &self.base
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

    /// A call that must succeed.
    pub async fn done(&self, method: &str, path: &str, body: Value) -> Value {
        let (status, answer) = self.call(method, path, body).await;
        assert_eq!(status, 200, "{method} {path}: {answer}");
        answer
    }

    /// The server-sent events of what this user sees, or of what everybody does.
    pub async fn events(&self, user: Option<&str>) -> reqwest::Response {
        let eyes = user.map(|user| format!("?as={user}")).unwrap_or_default();
        self.http.get(format!("{}/sandbox/events{eyes}", self.base)).send().await.unwrap()
    }
}

/// Waits until `check` finds something, and looks again at each piece of news; `None` where it never came.
pub async fn until<T>(news: &News, mut check: impl AsyncFnMut() -> Option<T>) -> Option<T> {
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
    tokio::time::timeout(PATIENCE, found).await.ok()
}
