//! Rate limits: a fixed window for each route and its major parameter, and 50 requests/s for the bot.
use std::collections::HashMap;

use axum::http::{HeaderMap, HeaderName, HeaderValue};
use serde_json::{Value, json};

/// The bot's limit over all routes but those of interactions.
const GLOBAL: Rule = Rule { name: "global", limit: 50, window_ms: 1_000 };
/// More buckets than this are swept of the finished ones.
const BUCKETS_KEPT: usize = 4_096;

/// A route's limit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rule {
    name: &'static str,
    limit: u64,
    window_ms: u64,
}

/// All windows that are open.
#[derive(Default)]
pub struct Rates {
    buckets: HashMap<String, Window>,
}

struct Window {
    started_ms: u64,
    length_ms: u64,
    used: u64,
}

/// What a request got from its bucket.
pub struct Ticket {
    rule: Rule,
    remaining: u64,
    reset_ms: u64,
    now_ms: u64,
    refused: Option<Scope>,
}

/// Which limit refused a request.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scope {
    Route,
    Global,
}

/// The rule and the major parameter of a route.
pub fn rule<'a>(method: &str, path: &[&'a str]) -> (Rule, &'a str) {
    let rule = |name, limit, window_ms| Rule { name, limit, window_ms };
    match (method, path) {
        ("POST", ["channels", c, "messages"]) => (rule("channel-messages-create", 5, 5_000), c),
        ("PATCH", ["channels", c, "messages", _]) => (rule("channel-messages-edit", 5, 5_000), c),
        ("DELETE", ["channels", c, "messages", _]) => (rule("channel-messages-delete", 5, 1_000), c),
        ("GET", ["webhooks", _, token, ..]) => (rule("interaction-token-get", 5, 2_000), token),
        (_, ["webhooks", _, token, ..]) => (rule("interaction-token", 5, 2_000), token),
        // Only a refusal that a fault forces speaks of it: `Rates::take`.
        ("POST", ["interactions", _, token, "callback"]) => (rule("interaction-callback", 5, 2_000), token),
        ("POST", ["channels", c, "threads"] | ["channels", c, "messages", _, "threads"]) => {
            (rule("threads-create", 50, 300_000), c)
        }
        ("POST", ["applications", _, "emojis"]) => (rule("emojis-create", 50, 1_000), ""),
        (_, ["channels", c, ..]) => (rule("channel", 50, 1_000), c),
        (_, ["guilds", g, ..]) => (rule("guild", 50, 1_000), g),
        _ => (rule("other", 50, 1_000), ""),
    }
}

impl Rates {
    /// Takes one request out of the route's window and out of the global one. `None` for the first answer to an
    /// interaction, which has no limit, and says nothing of one: clients such as hikari warn where it does.
    pub fn take(&mut self, method: &str, path: &[&str], now_ms: u64) -> Option<Ticket> {
        if matches!((method, path), ("POST", ["interactions", _, _, "callback"])) {
            return None;
        }
        let (rule, major) = rule(method, path);
        let exempt = matches!(path.first(), Some(&"interactions" | &"webhooks"));
        if !exempt {
            let ticket = self.hit(GLOBAL, "", now_ms, Scope::Global);
            if ticket.refused.is_some() {
                return Some(ticket);
            }
        }
        Some(self.hit(rule, major, now_ms, Scope::Route))
    }

    /// Counts one use of any other window: how long to wait where it is used up.
    pub fn take_own(
        &mut self,
        name: &'static str,
        major: &str,
        limit: u64,
        window_ms: u64,
        now_ms: u64,
    ) -> Option<u64> {
        let ticket = self.hit(Rule { name, limit, window_ms }, major, now_ms, Scope::Route);
        ticket.refused.map(|_| ticket.reset_ms - now_ms)
    }

    fn hit(&mut self, rule: Rule, major: &str, now_ms: u64, scope: Scope) -> Ticket {
        if self.buckets.len() > BUCKETS_KEPT {
            self.buckets.retain(|_, window| window.started_ms + window.length_ms > now_ms);
        }
        let fresh = || Window { started_ms: now_ms, length_ms: rule.window_ms, used: 0 };
        let window = self.buckets.entry(format!("{}:{major}", rule.name)).or_insert_with(fresh);
        if window.started_ms + rule.window_ms <= now_ms {
            *window = fresh();
        }
        let refused = (window.used >= rule.limit).then_some(scope);
        if refused.is_none() {
            window.used += 1;
        }
        let remaining = rule.limit - window.used;
        Ticket { rule, remaining, reset_ms: window.started_ms + rule.window_ms, now_ms, refused }
    }
}

impl Ticket {
    /// A refusal that no bucket caused (the `rest_429_every` fault).
    pub fn fault(method: &str, path: &[&str], now_ms: u64) -> Ticket {
        let (rule, _) = rule(method, path);
        Ticket { rule, remaining: 0, reset_ms: now_ms + 500, now_ms, refused: Some(Scope::Route) }
    }

    /// Whether the request gets a 429.
    pub fn is_refused(&self) -> bool {
        self.refused.is_some()
    }

    /// The body of the 429.
    pub fn body(&self) -> Value {
        json!({
            "message": "You are being rate limited.",
            "retry_after": self.wait_s(),
            "global": self.refused == Some(Scope::Global),
            "code": 0,
        })
    }

    fn wait_s(&self) -> f64 {
        self.reset_ms.saturating_sub(self.now_ms) as f64 / 1000.0
    }

    /// `X-RateLimit-*`, and for a 429 also `Retry-After` and the `Via` that clients look for.
    pub fn headers(&self, headers: &mut HeaderMap) {
        let mut set = |name: &'static str, value: String| {
            if let Ok(value) = HeaderValue::from_str(&value) {
                headers.insert(HeaderName::from_static(name), value);
            }
        };
        set("x-ratelimit-limit", self.rule.limit.to_string());
        set("x-ratelimit-remaining", self.remaining.to_string());
        set("x-ratelimit-reset", format!("{:.3}", self.reset_ms as f64 / 1000.0));
        set("x-ratelimit-reset-after", format!("{:.3}", self.wait_s()));
        set("x-ratelimit-bucket", self.rule.name.to_owned());
        if let Some(scope) = self.refused {
            set("retry-after", format!("{}", self.wait_s().ceil().max(1.0)));
            set("via", "1.1 tinghu-sandbox".to_owned());
            let global = scope == Scope::Global;
            set("x-ratelimit-scope", if global { "global" } else { "user" }.to_owned());
            if global {
                set("x-ratelimit-global", "true".to_owned());
            }
        }
    }
}
