//! The end in good order: players are told, and the next start goes on.

use std::sync::Arc;

use serde_json::{Value, json};
use tinghu::text::{Lang, say};

use crate::city::{City, News};
use crate::process::{Launch, Sandbox};

/// A person alone with three programs, at the first turn.
struct Table {
    city: Arc<City>,
    user: String,
    channel: String,
    news: News,
}

impl Table {
    async fn begun(city: Arc<City>) -> Table {
        let user = city.new_person("lone").await;
        let channel = city.new_channel("farewell").await;
        let news = city.listen(&user, &channel).await;
        let table = Table { city, user, channel, news };
        let path = format!("/channels/{}/commands", table.channel);
        let options = json!({"hands": 1, "ai": 3, "clock": "slow"});
        let body = json!({"user": table.user, "name": "table new", "options": options});
        table
            .city
            .until(&table.news, "the command is taken", async || {
                (table.city.call("POST", &path, body.clone()).await.0 == 200).then_some(())
            })
            .await;
        table.press("开始").await;
        table.until_board("it is played", |board| board.contains("第 1/1 局")).await;
        table
    }

    async fn messages(&self) -> Vec<Value> {
        let path = format!("/channels/{}/messages?as={}", self.channel, self.user);
        self.city.done("GET", &path, Value::Null).await.as_array().unwrap().clone()
    }

    async fn press(&self, label: &str) {
        let button = self
            .city
            .until(&self.news, label, async || {
                let buttons = self.messages().await.into_iter().flat_map(|message| {
                    let rows = message["components"].as_array().cloned().unwrap_or_default();
                    let buttons = rows.into_iter().flat_map(|row| row["components"].as_array().cloned());
                    buttons.flatten().map(move |button| (message["id"].clone(), button)).collect::<Vec<_>>()
                });
                buttons.into_iter().find(|(_, button)| button["label"] == label)
            })
            .await;
        let path = format!("/messages/{}/components", button.0.as_str().unwrap());
        self.city.done("POST", &path, json!({"user": self.user, "custom_id": button.1["custom_id"]})).await;
    }

    async fn until_board(&self, what: &str, fits: impl Fn(&str) -> bool) {
        self.city
            .until(&self.news, what, async || {
                let messages = self.messages().await;
                let boards = messages.iter().filter(|message| message["ephemeral"] != json!(true));
                boards.map(|board| board["embeds"].to_string()).any(|board| fits(&board)).then_some(())
            })
            .await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_terminated_bot_tells_its_players_and_goes_on_when_it_is_back() {
    let folder = tempfile::tempdir().unwrap();
    let sandbox = Sandbox::start(folder.path()).await;
    let city = Arc::new(City::at(&sandbox.base));
    let launch = Launch::of(&sandbox.base, folder.path());
    let mut bot = launch.start();
    city.bot_is_there().await;
    let table = Table::begun(city).await;
    bot.signal("-TERM").await;
    let status = bot.ended().await;
    assert_eq!(status.code(), Some(0), "{status}");
    let restarting = say(Lang::ZhCn, "restarting", &[]);
    table.until_board("all are told", |board| board.contains(&restarting)).await;

    let bot = launch.start();
    let goes_on = |board: &str| board.contains("第 1/1 局") && !board.contains(&restarting);
    table.until_board("the same board goes on", goes_on).await;
    let messages = table.messages().await;
    let boards = messages.iter().filter(|message| message["embeds"].to_string().contains("第 1/1 局"));
    assert_eq!(boards.count(), 1, "it is the same message");
    bot.kill().await;
    sandbox.kill().await;
}
