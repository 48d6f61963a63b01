//! The bot is killed in the middle of a hand, and started again against the same Discord.

use std::path::Path;

use serde_json::json;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, query};
use tinghu::discord::component::{CustomId, Press};
use tinghu::game::action::PromptId;
use tinghu::store::event::TableId;
use tokio_util::sync::CancellationToken;

use crate::arranged::{Lobby, arrange, prompt_in, rivals, user_at};
use crate::audit::audit;
use crate::killable::Process;
use crate::people::{EAST, FOUR, People, all_words, buttons};
use crate::play::{press_of, private_hands};
use crate::world::{ANSWER_LIMIT_MS, start_sandbox};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_killed_bot_goes_on_where_it_was() {
    let dir = tempfile::tempdir().unwrap();
    let (table, arranged) = arrange(dir.path(), Lobby::slow(4), rivals).await;
    let stop = CancellationToken::new();
    let sandbox = start_sandbox(dir.path(), stop.clone()).await;
    let base = sandbox.base_url();
    let people = People::at(&base).await;
    let bot = Process::bot(&base, dir.path(), &people).await;
    let hands = Hands { people: &people, table };
    people.press(EAST, "开始").await;
    for user in FOUR {
        people.press(user, "手牌").await;
    }
    let (dealer, discard) = arranged.discard;
    hands.press(user_at(dealer), press_of(discard)).await;
    let [pung, chow, idle] = [arranged.pung, arranged.chow.0, arranged.idle].map(user_at);
    let window = hands.press(pung, Press::Pung).await;
    people
        .until("the answer is confirmed", async || {
            let hand = hands.newest(pung).await?;
            all_words(&hand).contains("你已答过").then_some(())
        })
        .await;
    let (hand, id) = hands.find(chow, press_of(arranged.chow.1)).await;

    bot.kill_bot(&people).await;
    // A press while nobody is there fails, and does nothing.
    let lost = people.touch(chow, &hand, &id).await.unwrap();
    people.done("POST", "/clock", json!({"advance_ms": ANSWER_LIMIT_MS})).await;
    let state = people.done("GET", &format!("/interactions/{lost}"), json!(null)).await;
    assert_eq!(state["state"], "failed", "{state}");
    let bot = Process::bot(&base, dir.path(), &people).await;

    assert_eq!(hands.press(chow, press_of(arranged.chow.1)).await, window, "the same window");
    hands.press(idle, Press::Pass).await;
    let turn = hands.until_turn(pung).await;
    assert!(turn > window, "the answer from before counts, and goes before 吃");

    bot.kill_bot(&people).await;
    forget_posts(dir.path()).await;
    let bot = Process::bot(&base, dir.path(), &people).await;
    assert_eq!(hands.until_turn(pung).await, turn, "the same turn");
    people.click_found(pung, async || hands.find_discard(pung).await).await;
    let next = hands.until_asked(user_at(dealer)).await;
    assert!(next > turn, "play goes on");
    for user in FOUR {
        let what = format!("{user} has one hand");
        people
            .until(&what, async || (private_hands(&people.messages(user).await).len() == 1).then_some(()))
            .await;
    }
    let boards = people.messages(EAST).await.into_iter().filter(|message| {
        message["embeds"][0]["title"].as_str().is_some_and(|title| title.ends_with("第 1/1 局"))
    });
    assert_eq!(boards.count(), 1, "the board is the same message");
    audit(&people, &[]).await;
    bot.kill().await;
    stop.cancel();
    sandbox.stopped().await;
}

/// As if the bot had been killed between posting and noting where the post is.
async fn forget_posts(dir: &Path) {
    let mut past = SqliteConnectOptions::new().filename(dir.join("tinghu.db")).connect().await.unwrap();
    let forgotten = query("DELETE FROM surfaces WHERE key LIKE 'board:%'").execute(&mut past).await.unwrap();
    past.close().await.unwrap();
    assert_eq!(forgotten.rows_affected(), 1);
}

/// The private hands, seen from outside alone.
struct Hands<'a> {
    people: &'a People,
    table: TableId,
}

impl Hands<'_> {
    async fn newest(&self, user: &str) -> Option<serde_json::Value> {
        private_hands(&self.people.messages(user).await).pop()
    }

    /// The hand with a button that does this.
    async fn find(&self, user: &str, press: Press) -> (serde_json::Value, String) {
        self.find_where(user, &format!("{press:?}"), |id| id.press == press).await
    }

    async fn find_discard(&self, user: &str) -> (serde_json::Value, String) {
        self.find_where(user, "a discard", |id| matches!(id.press, Press::Discard { .. })).await
    }

    async fn find_where(
        &self,
        user: &str,
        what: &str,
        fits: impl Fn(CustomId) -> bool,
    ) -> (serde_json::Value, String) {
        self.people
            .until(&format!("{user} has a button for {what}"), async || {
                let hand = self.newest(user).await?;
                let ids = buttons(&hand).into_iter().map(|(_, id)| id);
                let id = ids
                    .into_iter()
                    .find(|id| id.parse::<CustomId>().is_ok_and(|id| id.table == self.table && fits(id)))?;
                Some((hand, id))
            })
            .await
    }

    /// Presses it; the prompt for which it was shown.
    async fn press(&self, user: &str, press: Press) -> PromptId {
        let (_, id) = self.people.click_found(user, async || self.find(user, press).await).await;
        id.parse::<CustomId>().unwrap().prompt
    }

    async fn until_turn(&self, user: &str) -> PromptId {
        let (hand, _) = self.find_discard(user).await;
        prompt_in(&buttons(&hand)).unwrap()
    }

    async fn until_asked(&self, user: &str) -> PromptId {
        let (hand, _) = self.find(user, Press::Pass).await;
        prompt_in(&buttons(&hand)).unwrap()
    }
}
