//! A person: looks at the channel, presses what the messages offer, and remembers what was answered.

#![allow(dead_code, reason = "each test program uses its part of this")]

use std::sync::Arc;

use serde_json::{Value, json};
use tinghu::discord::component::{CustomId, Press};
use tinghu::game::action::{Origin, PromptId};
use tinghu::game::tile::Tile;
use tinghu::text::{Lang, say};

use crate::city::{City, News};
use crate::dice::Dice;

/// A press whose effect was shown to the person who made it.
#[derive(Clone)]
pub struct Told {
    pub user: String,
    pub interaction: String,
    pub id: CustomId,
}

pub struct Player {
    pub city: Arc<City>,
    pub news: News,
    pub user: String,
    /// All who sit down, in the order of their seats.
    pub everybody: Vec<String>,
    pub channel: String,
    /// The options of the table that this person opens.
    pub opens: Option<Value>,
    pub dice: Dice,
    pub told: Vec<Told>,
    /// The prompt of the last press whose outcome is not known: it may have counted, and then another press at it is
    /// refused as a second answer, in a sentence that goes with the next hand.
    pub blind: Option<PromptId>,
}

/// A message with a button on it.
#[derive(Clone)]
struct Button {
    message: String,
    id: CustomId,
    is_private: bool,
}

/// What the channel shows this person.
struct Sight {
    messages: Vec<Value>,
}

enum Next {
    Press(Button),
    Open,
    Wait,
    Over,
}

/// What became of a press.
enum Outcome {
    /// Its effect is shown.
    Shown,
    /// It was refused.
    Refused,
    /// The bot was killed meanwhile, or the press did not reach it.
    Unknown,
}

impl Player {
    /// Until the match is over.
    pub async fn play(mut self) -> Vec<Told> {
        loop {
            match self.something_to_do().await {
                Next::Over => return self.told,
                next => self.follow(next).await,
            }
        }
    }

    /// Until so many more moves were shown to have been made, and there is one more to make.
    pub async fn make_moves(&mut self, n: usize) {
        let is_move = |told: &&Told| told.id.press.action().is_some();
        let until = self.told.iter().filter(is_move).count() + n;
        loop {
            let next = self.something_to_do().await;
            let is_turn = matches!(&next, Next::Press(button) if button.id.press.action().is_some());
            if is_turn && self.told.iter().filter(is_move).count() >= until {
                return;
            }
            assert!(!matches!(next, Next::Over), "the match is over before {n} moves were made");
            self.follow(next).await;
        }
    }

    /// Presses what there is to press and does not wait for what comes of it; the interaction.
    pub async fn press_blindly(&mut self) -> String {
        let Next::Press(button) = self.something_to_do().await else { panic!("nothing to press") };
        let path = format!("/messages/{}/components", button.message);
        let body = json!({"user": self.user, "custom_id": button.id.to_string()});
        self.blind = Some(button.id.prompt);
        let pressed = self.city.done("POST", &path, body).await;
        pressed["interaction"].as_str().unwrap().to_owned()
    }

    /// Waits until Discord says that an interaction failed.
    pub async fn until_failed(&self, interaction: &str) {
        let what = format!("{interaction} has failed");
        let failed = async || self.has_failed(interaction).await.then_some(());
        self.city.until(&self.news, &what, failed).await;
    }

    /// Waits until a public message says this, or until none does any more.
    pub async fn until_board(&self, words: &str, says: bool) {
        let what = format!("that a board says {words:?} is {says}");
        self.city
            .until(&self.news, &what, async || {
                let sight = self.look().await;
                let found = sight.public_messages().any(|one| one["embeds"].to_string().contains(words));
                (found == says).then_some(())
            })
            .await;
    }

    async fn something_to_do(&mut self) -> Next {
        let (city, news) = (Arc::clone(&self.city), self.news.clone());
        city.someone_listens().await;
        let what = format!("{} has something to do in {}", self.user, self.channel);
        city.until(&news, &what, async || match self.next().await {
            Next::Wait => None,
            next => Some(next),
        })
        .await
    }

    async fn follow(&mut self, next: Next) {
        match next {
            Next::Open => self.open().await,
            Next::Press(button) => self.press(button).await,
            Next::Wait | Next::Over => {}
        }
    }

    async fn look(&self) -> Sight {
        let path = format!("/channels/{}/messages?as={}", self.channel, self.user);
        let messages = self.city.done("GET", &path, Value::Null).await;
        Sight { messages: messages.as_array().unwrap().clone() }
    }

    async fn next(&mut self) -> Next {
        let sight = self.look().await;
        if sight.public(Press::Rematch).is_some() {
            return Next::Over;
        }
        let me = format!("<@{}>", self.user);
        if let Some((lobby, join)) = sight.public(Press::Join) {
            let words = lobby["embeds"].to_string();
            if !words.contains(&me) {
                return Next::Press(join);
            }
            let all_sit = self.everybody.iter().all(|one| words.contains(&format!("<@{one}>")));
            return match sight.public(Press::Start) {
                Some((_, start)) if all_sit && self.opens.is_some() => Next::Press(start),
                _ => Next::Wait,
            };
        }
        if let Some((_, ready)) = sight.public(Press::Ready) {
            return if sight.is_ready() { Next::Wait } else { Next::Press(ready) };
        }
        if let Some(button) = self.choose(&sight.own_buttons()) {
            return Next::Press(button);
        }
        if sight.is_asked_for_run_points() {
            return match sight.public(Press::Hand) {
                Some((_, hand)) if !sight.shows_run_points() => Next::Press(hand),
                _ => Next::Wait,
            };
        }
        match sight.public(Press::Hand) {
            Some((board, hand)) if !sight.has_hand() || is_unreached(board, &me) => Next::Press(hand),
            None if sight.is_empty() && self.opens.is_some() => Next::Open,
            _ => Next::Wait,
        }
    }

    /// Wins and tings where it can, claims now and then, else discards what has the fewest neighbours.
    fn choose(&mut self, buttons: &[Button]) -> Option<Button> {
        let of = |fits: fn(Press) -> bool| {
            buttons.iter().filter(|button| fits(button.id.press)).cloned().collect::<Vec<_>>()
        };
        let first = of(|press| matches!(press, Press::ComeBack | Press::Win | Press::RunPoints { .. }));
        let ting = of(|press| {
            use Press::{OpenStickyTing, OpenTing, OpenTingChow, OpenTingPung};
            use Press::{StickyTing, Ting, TingChow, TingPung};
            matches!(press, Ting { .. } | TingChow { .. } | TingPung { .. } | StickyTing { .. })
                || matches!(press, OpenTing | OpenTingChow { .. } | OpenTingPung | OpenStickyTing)
        });
        let claims = of(|press| matches!(press, Press::Chow { .. } | Press::Pung | Press::ClaimKong));
        let kongs = of(|press| matches!(press, Press::Kong { .. }));
        let pass = of(|press| press == Press::Pass);
        for list in [first, ting, kongs] {
            if let Some(button) = self.dice.one_of(&list) {
                return Some(button);
            }
        }
        if self.dice.below(2) == 0
            && let Some(button) = self.dice.one_of(&claims)
        {
            return Some(button);
        }
        self.dice.one_of(&pass).or_else(|| loneliest(buttons))
    }

    async fn open(&mut self) {
        let path = format!("/channels/{}/commands", self.channel);
        let body = json!({"user": self.user, "name": "table new", "options": self.opens});
        let n_kills = self.city.kills().n;
        let (status, answer) = self.city.call("POST", &path, body).await;
        if status != 200 {
            // The commands are not registered yet, or nobody is there to be asked.
            return self.next_kill_or_news(n_kills).await;
        }
        let interaction = answer["interaction"].as_str().unwrap().to_owned();
        let what = format!("a table is opened in {}", self.channel);
        self.city
            .until(&self.news, &what, async || {
                let shown = !self.look().await.is_empty();
                (shown || self.city.kills().n != n_kills || self.has_failed(&interaction).await).then_some(())
            })
            .await;
    }

    async fn next_kill_or_news(&self, n_kills: u64) {
        let mut news = self.news.clone();
        if self.city.kills().n == n_kills {
            news.mark_unchanged();
            news.changed().await.unwrap();
        }
    }

    async fn has_failed(&self, interaction: &str) -> bool {
        self.state_of(interaction).await == "failed"
    }

    async fn is_answered(&self, interaction: &str) -> bool {
        self.state_of(interaction).await == "answered"
    }

    async fn state_of(&self, interaction: &str) -> Value {
        let path = format!("/interactions/{interaction}");
        self.city.done("GET", &path, Value::Null).await["state"].take()
    }

    async fn press(&mut self, button: Button) {
        let n_kills = self.city.kills().n;
        let path = format!("/messages/{}/components", button.message);
        let body = json!({"user": self.user, "custom_id": button.id.to_string()});
        let (status, answer) = self.city.call("POST", &path, body).await;
        if status != 200 {
            return; // replaced or edited between the look and the press
        }
        let interaction = answer["interaction"].as_str().unwrap().to_owned();
        let what = format!("{} sees what came of {} ({interaction})", self.user, button.id);
        let outcome = self
            .city
            .until(&self.news, &what, async || {
                let outcome = self.outcome(&button, &interaction).await;
                // Whatever was shown was shown while that bot lived, or it does not count.
                let is_same_bot = self.city.kills().n == n_kills;
                if is_same_bot { outcome } else { Some(Outcome::Unknown) }
            })
            .await;
        match outcome {
            Outcome::Shown if self.blind != Some(button.id.prompt) => {
                self.told.push(Told { user: self.user.clone(), interaction, id: button.id });
            }
            Outcome::Unknown => self.blind = Some(button.id.prompt),
            Outcome::Shown | Outcome::Refused => {}
        }
    }

    async fn outcome(&self, button: &Button, interaction: &str) -> Option<Outcome> {
        let sight = self.look().await;
        if sight.shows(button) {
            // A table that can't save keeps its buttons, and says why nothing came of the press.
            if sight.says(&say(Lang::ZhCn, "refusal-paused", &[])) && self.is_answered(interaction).await {
                return Some(Outcome::Refused);
            }
            return self.has_failed(interaction).await.then_some(Outcome::Unknown);
        }
        let refusals = [
            "refusal-stale",
            "refusal-paused",
            "refusal-closed",
            "refusal-run-chosen",
            "illegal-already-answered",
        ];
        let is_refused = refusals.iter().any(|key| sight.says(&say(Lang::ZhCn, key, &[])));
        Some(if is_refused { Outcome::Refused } else { Outcome::Shown })
    }
}

/// The board says that this person has to press 手牌.
fn is_unreached(board: &Value, mention: &str) -> bool {
    let names = say(Lang::ZhCn, "board-unreached", &[("names", "".into())]);
    let sentence = names.trim_matches(|c: char| !c.is_alphanumeric());
    let text = board["embeds"][0]["description"].as_str().unwrap_or_default();
    text.lines().any(|line| line.contains(sentence) && line.contains(mention))
}

/// The discard with the fewest equal and neighbouring tiles among the others.
fn loneliest(buttons: &[Button]) -> Option<Button> {
    let tile = |button: &Button| match button.id.press {
        Press::Discard { tile, origin: Origin::Hand | Origin::Drawn } => Some(tile),
        _ => None,
    };
    let held: Vec<Tile> = buttons.iter().filter_map(tile).collect();
    let friends = |one: Tile| {
        let near = |other: &&Tile| {
            let (a, b) = (one.to_string(), other.to_string());
            let same_suit = a.len() == 2 && b.len() == 2 && a[1..] == b[1..];
            let apart = a.as_bytes()[0].abs_diff(b.as_bytes()[0]);
            a == b || (same_suit && apart <= 2)
        };
        held.iter().filter(near).count()
    };
    let mut discards: Vec<(&Button, Tile)> =
        buttons.iter().filter_map(|button| Some((button, tile(button)?))).collect();
    discards.sort_by_key(|(_, tile)| friends(*tile));
    discards.first().map(|(button, _)| (*button).clone())
}

impl Sight {
    fn is_empty(&self) -> bool {
        self.public_messages().next().is_none()
    }

    fn public_messages(&self) -> impl Iterator<Item = &Value> {
        self.messages.iter().filter(|message| message["ephemeral"] != json!(true))
    }

    fn private_messages(&self) -> impl Iterator<Item = &Value> {
        self.messages.iter().filter(|message| message["ephemeral"] == json!(true))
    }

    /// The newest public message with such a button.
    fn public(&self, press: Press) -> Option<(&Value, Button)> {
        let messages: Vec<&Value> = self.public_messages().collect();
        messages.into_iter().rev().find_map(|message| {
            Some((message, buttons(message).into_iter().find(|button| button.id.press == press)?))
        })
    }

    /// The buttons of the newest private hand that has some.
    fn own_buttons(&self) -> Vec<Button> {
        let messages: Vec<&Value> = self.private_messages().collect();
        messages.into_iter().rev().map(buttons).find(|buttons| !buttons.is_empty()).unwrap_or_default()
    }

    fn has_hand(&self) -> bool {
        self.private_messages().any(|message| !message["attachments"][0].is_null())
    }

    /// 跑分 of the next hand are being chosen.
    fn is_asked_for_run_points(&self) -> bool {
        let asked = say(Lang::ZhCn, "run-asked", &[]);
        let newest = self.public_messages().last();
        newest.is_some_and(|message| message["embeds"].to_string().contains(&asked))
    }

    /// The own choice of 跑分, or the buttons for it.
    fn shows_run_points(&self) -> bool {
        let is_run = |button: &Button| matches!(button.id.press, Press::RunPoints { .. });
        self.says(&say(Lang::ZhCn, "run-chosen", &[])) || self.own_buttons().iter().any(is_run)
    }

    fn is_ready(&self) -> bool {
        self.says(&say(Lang::ZhCn, "hand-ready", &[]))
    }

    /// Whether a private message holds this text.
    fn says(&self, text: &str) -> bool {
        self.private_messages().any(|message| message["content"].as_str().unwrap_or_default().contains(text))
    }

    /// Whether the press could be made again: its effect is not shown yet.
    fn shows(&self, button: &Button) -> bool {
        if button.is_private {
            return self.private_messages().flat_map(buttons).any(|one| one.id == button.id);
        }
        match button.id.press {
            Press::Hand if self.is_asked_for_run_points() => !self.shows_run_points(),
            Press::Hand => !self.has_hand(),
            Press::Ready => !self.is_ready() && self.public(Press::Ready).is_some(),
            Press::Join => self.private_messages().next().is_none(),
            _ => self.public(button.id.press).is_some(),
        }
    }
}

fn buttons(message: &Value) -> Vec<Button> {
    let rows = message["components"].as_array().into_iter().flatten();
    rows.flat_map(|row| row["components"].as_array().into_iter().flatten())
        .filter(|button| button["disabled"] != json!(true))
        .filter_map(|button| {
            Some(Button {
                message: message["id"].as_str()?.to_owned(),
                id: button["custom_id"].as_str()?.parse().ok()?,
                is_private: message["ephemeral"] == json!(true),
            })
        })
        .collect()
}
