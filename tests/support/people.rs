//! The people of the sandbox: what they see, type and press, over HTTP. Nothing here knows the game.

use std::fmt::Write as _;

use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::task::JoinSet;

use super::human::{Human, News, until};

/// The channel that every sandbox has.
pub const CHANNEL: &str = "1100000000000000200";
pub const EAST: &str = "1100000000000000301";
pub const SOUTH: &str = "1100000000000000302";
pub const WEST: &str = "1100000000000000303";
pub const NORTH: &str = "1100000000000000304";
pub const FOUR: [&str; 4] = [EAST, SOUTH, WEST, NORTH];

/// The four people of a sandbox.
pub struct People {
    pub human: Human,
    /// Grows with everything that any of the four sees happen.
    news: News,
    _ears: JoinSet<()>,
}

impl People {
    /// The four in front of a sandbox at this address.
    pub async fn at(base: &str) -> People {
        let human = Human::at(base);
        // Bots are started as often as a test likes; Discord would let one begin every 5 s.
        human.done("POST", "/gateway", json!({"identify_every_ms": 0})).await;
        let (tell, news) = watch::channel(0);
        let mut ears = JoinSet::new();
        for user in FOUR {
            let mut stream = human.events(Some(user)).await;
            let tell = tell.clone();
            ears.spawn(async move {
                while let Ok(Some(_)) = stream.chunk().await {
                    tell.send_modify(|n| *n += 1);
                }
            });
        }
        People { human, news, _ears: ears }
    }

    /// One call of the human side: status and body.
    pub async fn call(&self, method: &str, path: &str, body: Value) -> (u16, Value) {
        self.human.call(method, path, body).await
    }

    /// A call that must succeed.
    pub async fn done(&self, method: &str, path: &str, body: Value) -> Value {
        self.human.done(method, path, body).await
    }

    /// Waits until `check` finds something; looks again whenever anybody sees something happen.
    pub async fn until<T>(&self, what: &str, check: impl AsyncFnMut() -> Option<T>) -> T {
        match until(&self.news, check).await {
            Some(found) => found,
            None => panic!("waited in vain until {what}\n{}", self.picture().await),
        }
    }

    /// What all four see, for a failed test.
    async fn picture(&self) -> String {
        let mut text = String::new();
        for user in FOUR {
            let _ = writeln!(text, "— {user} sees");
            for message in self.messages(user).await {
                let alt = alt_text(&message).unwrap_or_default();
                let buttons = buttons(&message);
                let _ = writeln!(
                    text,
                    "[{} private {}] {} {} | {alt} | {buttons:?}",
                    message["id"], message["ephemeral"], message["content"], message["embeds"]
                );
            }
        }
        text
    }

    /// What this person sees in the channel, newest last.
    pub async fn messages(&self, user: &str) -> Vec<Value> {
        let list = self.done("GET", &format!("/channels/{CHANNEL}/messages?as={user}"), Value::Null).await;
        list.as_array().unwrap().clone()
    }

    /// Sends a slash command without waiting for the answer; its interaction.
    pub async fn type_in(&self, user: &str, name: &str, options: Value) -> String {
        let body = json!({"user": user, "name": name, "options": options});
        let sent = self.done("POST", &format!("/channels/{CHANNEL}/commands"), body).await;
        sent["interaction"].as_str().unwrap().to_owned()
    }

    /// Runs a slash command and waits until it is acknowledged, which it always must be, and privately.
    pub async fn command(&self, user: &str, name: &str, options: Value) -> Value {
        let interaction = self.type_in(user, name, options).await;
        self.answered(&interaction, true).await
    }

    /// Presses a button without waiting; the interaction, or the sandbox's refusal where the button is gone.
    pub async fn touch(&self, user: &str, message: &Value, custom_id: &str) -> Result<String, String> {
        let path = format!("/messages/{}/components", message["id"].as_str().unwrap());
        let (status, json) = self.call("POST", &path, json!({"user": user, "custom_id": custom_id})).await;
        if status == 200 {
            Ok(json["interaction"].as_str().unwrap().to_owned())
        } else {
            Err(json.to_string())
        }
    }

    /// Presses what `find` finds and waits until that is acknowledged. A message or button that was replaced between
    /// looking and pressing is gone: nothing was pressed, and one looks again, as a person does.
    pub async fn click_found(
        &self,
        user: &str,
        mut find: impl AsyncFnMut() -> (Value, String),
    ) -> (Value, String) {
        for _ in 0..10 {
            let (message, id) = find().await;
            match self.touch(user, &message, &id).await {
                Ok(interaction) => {
                    let answer = self.answered(&interaction, message["ephemeral"] == json!(false)).await;
                    return (answer, id);
                }
                Err(gone) => {
                    let is_gone =
                        ["There is no message", "The message has no"].iter().any(|it| gone.contains(it));
                    assert!(is_gone, "{gone}");
                }
            }
        }
        panic!("{user} found a message ten times that was gone at once");
    }

    /// Waits until an interaction is acknowledged or has failed.
    pub async fn settled(&self, interaction: &str) -> Value {
        let path = format!("/interactions/{interaction}");
        self.until("an interaction is acknowledged", async || {
            let state = self.done("GET", &path, Value::Null).await;
            (state["state"] != "pending").then_some(state)
        })
        .await
    }

    /// Waits for the acknowledgement. What answers a command or a click on a public message must be private from
    /// its first byte on.
    pub async fn answered(&self, interaction: &str, in_public: bool) -> Value {
        let state = self.settled(interaction).await;
        assert_eq!(state["state"], "answered", "{state}");
        let kind = state["response"]["type"].as_u64().unwrap();
        let message = &state["response"]["message"];
        if in_public {
            assert!(matches!(kind, 4 | 5 | 9), "{state}");
            assert!(kind == 9 || message.is_null() || message["ephemeral"] == json!(true), "{state}");
        } else {
            assert!(matches!(kind, 6 | 9), "{state}");
        }
        state
    }

    /// Runs a command and waits for the words of its answer.
    pub async fn ask(&self, user: &str, name: &str, options: Value) -> Value {
        let interaction = self.type_in(user, name, options).await;
        self.words(&interaction).await
    }

    /// Waits for the message that answers an interaction given in public.
    pub async fn words(&self, interaction: &str) -> Value {
        self.answered(interaction, true).await;
        let path = format!("/interactions/{interaction}");
        self.until("an answer has its words", async || {
            let state = self.done("GET", &path, Value::Null).await;
            let message = state["response"]["message"].clone();
            (message.is_object() && message["thinking"] == json!(false)).then_some(message)
        })
        .await
    }

    /// Sets faults of the sandbox.
    pub async fn fault(&self, faults: Value) {
        self.done("POST", "/faults", faults).await;
    }

    /// Every request that the bot has made.
    pub async fn requests(&self) -> Vec<Value> {
        let log = self.done("GET", "/requests?since=0", Value::Null).await;
        log["requests"].as_array().unwrap().clone()
    }

    /// The newest message that this person sees with a button of this label.
    pub async fn message_with(&self, user: &str, label: &str) -> (Value, String) {
        self.until(&format!("{user} has the button {label}"), async || {
            let messages = self.messages(user).await;
            messages.into_iter().rev().find_map(|message| {
                let id = buttons(&message).into_iter().find(|(text, _)| text == label)?.1;
                Some((message, id))
            })
        })
        .await
    }

    /// Presses the newest button of this label.
    pub async fn press(&self, user: &str, label: &str) -> Value {
        self.click_found(user, async || self.message_with(user, label).await).await.0
    }
}

/// The buttons of a message that can be pressed: label and id.
pub fn buttons(message: &Value) -> Vec<(String, String)> {
    let rows = message["components"].as_array().into_iter().flatten();
    rows.flat_map(|row| row["components"].as_array().into_iter().flatten())
        .filter(|button| button["disabled"] != json!(true))
        .map(|button| {
            let text = |field: &str| button[field].as_str().unwrap_or_default().to_owned();
            (text("label"), text("custom_id"))
        })
        .collect()
}

/// The description of the first picture.
pub fn alt_text(message: &Value) -> Option<String> {
    message["attachments"][0]["description"].as_str().map(str::to_owned)
}

/// All words of a message: text, embeds, picture.
pub fn all_words(message: &Value) -> String {
    let alt = alt_text(message).unwrap_or_default();
    format!("{}\n{}\n{alt}", message["content"].as_str().unwrap_or_default(), embed_words(message))
}

/// The words of the embeds.
pub fn embed_words(message: &Value) -> String {
    let mut words = Vec::new();
    for embed in message["embeds"].as_array().into_iter().flatten() {
        words.extend([&embed["title"], &embed["description"], &embed["footer"]["text"]]);
        for field in embed["fields"].as_array().into_iter().flatten() {
            words.extend([&field["name"], &field["value"]]);
        }
    }
    words.into_iter().filter_map(Value::as_str).collect::<Vec<_>>().join("\n")
}
