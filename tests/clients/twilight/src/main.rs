//! twilight against a running sandbox: `cargo run -- http://127.0.0.1:8787`
//!
//! The program is the bot and, over the human side's HTTP calls, the person who uses it.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, from_value, json, to_value};
use tokio::sync::mpsc;
use twilight_gateway::{ConfigBuilder, Event, EventTypeFlags, Intents, Shard, ShardId, StreamExt as _};
use twilight_http::Client;
use twilight_model::application::command::Command;
use twilight_model::application::interaction::{Interaction, InteractionType};
use twilight_model::channel::ChannelType;
use twilight_model::channel::message::Component;
use twilight_model::channel::message::MessageFlags;
use twilight_model::http::attachment::Attachment;
use twilight_model::http::interaction::{
    InteractionResponse, InteractionResponseData, InteractionResponseType as Kind,
};
use twilight_model::id::Id;

const TOKEN: &str = "MTEwMDAwMDAwMDAwMDAwMDAwMQ.sandbox.any-token";
const GUILD: u64 = 1_100_000_000_000_000_100;
const CHANNEL: u64 = 1_100_000_000_000_000_200;
const EAST: &str = "1100000000000000301";
const SOUTH: &str = "1100000000000000302";

/// What the bot's side tells the person's.
enum News {
    Ready,
    Resumed,
    Failed(String),
}

type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Outcome<()> {
    let base = std::env::args().nth(1).ok_or("the address of a sandbox is missing")?;
    let play = async {
        let host = base.trim_start_matches("http://").to_owned();
        let http =
            Client::builder().token(TOKEN.to_owned()).proxy(host.clone(), true).ratelimiter(None).build();
        let http = Arc::new(http);
        let intents = Intents::GUILDS | Intents::GUILD_MESSAGES;
        let config = ConfigBuilder::new(TOKEN.to_owned(), intents).proxy_url(format!("ws://{host}")).build();
        let (tell, news) = mpsc::unbounded_channel();
        let bot = listen(Shard::with_config(ShardId::ONE, config), Arc::clone(&http), tell);
        let person = Person { base, http: reqwest::Client::new() };
        tokio::select! {
            () = bot => Err("the gateway ended".into()),
            result = person.play(&http, news) => result,
        }
    };
    tokio::time::timeout(Duration::from_secs(90), play).await??;
    println!("twilight: ok");
    Ok(())
}

/// The bot: answers what comes.
async fn listen(mut shard: Shard, http: Arc<Client>, tell: mpsc::UnboundedSender<News>) {
    let wanted = EventTypeFlags::READY | EventTypeFlags::RESUMED | EventTypeFlags::INTERACTION_CREATE;
    while let Some(event) = shard.next_event(wanted).await {
        let news = match event {
            Ok(Event::Ready(_)) => News::Ready,
            Ok(Event::Resumed) => News::Resumed,
            Ok(Event::InteractionCreate(interaction)) => match answer(&http, &interaction.0).await {
                Ok(()) => continue,
                Err(error) => News::Failed(error.to_string()),
            },
            // A dropped connection is an error of the stream; it goes on by itself.
            _ => continue,
        };
        if tell.send(news).is_err() {
            return;
        }
    }
}

fn picture(name: &str) -> Attachment {
    let mut picture = Attachment::from_bytes(name.to_owned(), PIXEL.to_vec(), 0);
    picture.description("one pixel".to_owned());
    picture
}

/// A PNG of one pixel.
const PIXEL: [u8; 70] = [
    137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0, 1, 0, 0, 0, 1, 8, 6, 0, 0, 0, 31,
    21, 196, 137, 0, 0, 0, 13, 73, 68, 65, 84, 120, 218, 99, 100, 248, 207, 80, 15, 0, 3, 134, 1, 128, 90,
    52, 125, 107, 0, 0, 0, 0, 73, 69, 78, 68, 174, 66, 96, 130,
];

fn rows() -> Outcome<Vec<Component>> {
    let button = |id: &str| json!({"type": 2, "style": 1, "label": id, "custom_id": id});
    let options = json!([{"label": "一", "value": "1"}, {"label": "二", "value": "2"}]);
    Ok(from_value(json!([
        {"type": 1, "components": [button("press"), button("ask")]},
        {"type": 1, "components": [{"type": 3, "custom_id": "pick", "options": options}]},
    ]))?)
}

async fn answer(http: &Client, interaction: &Interaction) -> Outcome<()> {
    let client = http.interaction(interaction.application_id);
    let data = to_value(&interaction.data)?;
    let respond = async |kind: Kind, data: Option<InteractionResponseData>| {
        let response = InteractionResponse { kind, data };
        client.create_response(interaction.id, &interaction.token, &response).await
    };
    let private = || InteractionResponseData { flags: Some(MessageFlags::EPHEMERAL), ..Default::default() };
    let text =
        |content: &str| InteractionResponseData { content: Some(content.to_owned()), ..Default::default() };
    match (interaction.kind, data["custom_id"].as_str()) {
        (InteractionType::ApplicationCommand, _) => {
            let options = data["options"].to_string();
            assert!(options.contains("你好") && options.contains(SOUTH), "{options}");
            respond(Kind::DeferredChannelMessageWithSource, Some(private())).await?;
            client
                .update_response(&interaction.token)
                .content(Some("手牌"))
                .attachments(&[picture("hand.png")])
                .components(Some(&rows()?))
                .await?;
            client.create_followup(&interaction.token).content("公开").await?;
        }
        (_, Some("press")) => {
            let gone = InteractionResponseData { attachments: Some(Vec::new()), ..text("已按") };
            respond(Kind::UpdateMessage, Some(gone)).await?;
        }
        (_, Some("ask")) => {
            let field = json!({"type": 4, "custom_id": "word", "style": 1, "label": "词"});
            let rows = from_value(json!([{"type": 1, "components": [field]}]))?;
            let form = InteractionResponseData {
                custom_id: Some("form".to_owned()),
                title: Some("表".to_owned()),
                components: Some(rows),
                ..Default::default()
            };
            respond(Kind::Modal, Some(form)).await?;
        }
        (_, Some("pick")) => {
            respond(Kind::DeferredUpdateMessage, None).await?;
            let chosen = format!("选 {}", data["values"][0].as_str().unwrap_or_default());
            client
                .update_response(&interaction.token)
                .content(Some(&chosen))
                .attachments(&[picture("new.png")])
                .keep_attachment_ids(&[])
                .await?;
        }
        (InteractionType::ModalSubmit, _) => {
            let word = data["components"][0]["components"][0]["value"].as_str().unwrap_or_default();
            let flags = private().flags;
            respond(Kind::ChannelMessageWithSource, Some(InteractionResponseData { flags, ..text(word) }))
                .await?;
        }
        other => return Err(format!("nobody expects {other:?}").into()),
    }
    Ok(())
}

/// The person, over HTTP.
struct Person {
    base: String,
    http: reqwest::Client,
}

impl Person {
    async fn human(&self, method: &str, path: &str, body: Value) -> Outcome<Value> {
        let request = self.http.request(method.parse()?, format!("{}/sandbox/{path}", self.base));
        let request = if body.is_null() { request } else { request.json(&body) };
        let response = request.send().await?;
        let (is_done, answer): (bool, Value) = (response.status().is_success(), response.json().await?);
        if is_done { Ok(answer) } else { Err(format!("{path}: {answer}").into()) }
    }

    async fn until<T>(&self, what: &str, mut check: impl AsyncFnMut() -> Outcome<Option<T>>) -> Outcome<T> {
        let mut glances = tokio::time::interval(Duration::from_millis(50));
        for _ in 0..200 {
            glances.tick().await;
            if let Some(found) = check().await? {
                return Ok(found);
            }
        }
        Err(format!("waited in vain for {what}").into())
    }

    async fn answered(&self, sent: &Value) -> Outcome<Value> {
        let path = format!("interactions/{}", sent["interaction"].as_str().unwrap_or_default());
        self.until("an answer", async || {
            let state = self.human("GET", &path, Value::Null).await?;
            let is_there = state["state"] == "answered" && state["response"]["message"]["thinking"] != true;
            if state["state"] == "failed" {
                Err("an interaction failed".into())
            } else {
                Ok(is_there.then_some(state))
            }
        })
        .await
    }

    async fn seen(&self, user: &str) -> Outcome<Vec<Value>> {
        let seen = self.human("GET", &format!("channels/{CHANNEL}/messages?as={user}"), Value::Null).await?;
        Ok(seen.as_array().cloned().unwrap_or_default())
    }

    /// The message once it says this.
    async fn says(&self, id: &Value, content: &str) -> Outcome<Value> {
        self.until(content, async || {
            Ok(self.seen(EAST).await?.into_iter().find(|one| one["id"] == *id && one["content"] == content))
        })
        .await
    }

    async fn play(&self, http: &Client, mut news: mpsc::UnboundedReceiver<News>) -> Outcome<()> {
        next(&mut news, |news| matches!(news, News::Ready)).await?;
        let application = http.current_user_application().await?.model().await?.id;
        let options = json!([
            {"type": 3, "name": "text", "description": "Any text", "required": true},
            {"type": 6, "name": "who", "description": "Anybody"},
        ]);
        let probe =
            json!({"type": 1, "name": "probe", "description": "A probe", "options": options, "version": "1"});
        let commands: Vec<Command> = from_value(json!([probe]))?;
        let commands = http
            .interaction(application)
            .set_guild_commands(Id::new(GUILD), &commands)
            .await?
            .models()
            .await?;
        assert_eq!(commands.len(), 1);
        self.answers().await?;
        channel(http).await?;
        for fault in ["reconnect", "drop_gateway"] {
            self.human("POST", "faults", json!({fault: true})).await?;
            next(&mut news, |news| matches!(news, News::Resumed)).await?;
        }
        assert_eq!(self.probe().await?["content"], "手牌");
        Ok(())
    }

    async fn probe(&self) -> Outcome<Value> {
        let body = json!({"user": EAST, "name": "probe", "options": {"text": "你好", "who": SOUTH}});
        let sent = self.human("POST", &format!("channels/{CHANNEL}/commands"), body).await?;
        Ok(self.answered(&sent).await?["response"]["message"].clone())
    }

    /// A command, a button, a select and a form.
    async fn answers(&self) -> Outcome<()> {
        let hand = self.probe().await?;
        assert!(hand["ephemeral"] == true && hand["attachments"][0]["description"] == "one pixel", "{hand}");
        self.until("the follow-up", async || {
            Ok(self.seen(SOUTH).await?.iter().any(|one| one["content"] == "公开").then_some(()))
        })
        .await?;
        assert!(
            self.seen(SOUTH).await?.iter().all(|one| one["id"] != hand["id"]),
            "a private answer is seen"
        );
        let id = &hand["id"];
        let path = format!("messages/{}/components", id.as_str().unwrap_or_default());
        let press = async |custom_id: &str, values: Value| {
            let body = json!({"user": EAST, "custom_id": custom_id, "values": values});
            self.human("POST", &path, body).await
        };
        self.answered(&press("press", Value::Null).await?).await?;
        assert_eq!(self.says(id, "已按").await?["attachments"], json!([]));
        self.answered(&press("pick", json!(["1"])).await?).await?;
        assert_eq!(self.says(id, "选 1").await?["attachments"][0]["filename"], "new.png");
        let asked = press("ask", Value::Null).await?;
        assert_eq!(self.answered(&asked).await?["response"]["modal"]["title"], "表");
        let form = format!("interactions/{}/modal", asked["interaction"].as_str().unwrap_or_default());
        let sent = self.human("POST", &form, json!({"user": EAST, "values": {"word": "听胡"}})).await?;
        assert_eq!(self.answered(&sent).await?["response"]["message"]["content"], "听胡");
        Ok(())
    }
}

/// A message in a channel, its edit, a thread, and its end.
async fn channel(http: &Client) -> Outcome<()> {
    let channel = Id::new(CHANNEL);
    let picture = [picture("board.png")];
    let board = http.create_message(channel).content("牌桌").attachments(&picture).await?.model().await?;
    let board = http.update_message(channel, board.id).content(Some("牌桌 2")).await?.model().await?;
    assert_eq!((board.content.as_str(), board.attachments.len()), ("牌桌 2", 1));
    let thread = http.create_thread(channel, "一桌", ChannelType::PublicThread).await?.model().await?;
    http.create_message(thread.id).content("在这里").await?;
    http.delete_message(channel, board.id).await?;
    Ok(())
}

/// Waits for a piece of news.
async fn next(news: &mut mpsc::UnboundedReceiver<News>, wanted: impl Fn(&News) -> bool) -> Outcome<()> {
    loop {
        match news.recv().await {
            Some(News::Failed(why)) => return Err(why.into()),
            Some(one) if wanted(&one) => return Ok(()),
            Some(_) => {}
            None => return Err("the bot is gone".into()),
        }
    }
}
