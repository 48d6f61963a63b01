//! A guest: looks at a channel now and then, presses something that is offered, and looks again. Never waits for what
//! comes of a press, as it may have been lost.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use tinghu::discord::component::{CustomId, Press};
use tokio::sync::watch;
use tokio::time::{MissedTickBehavior, interval};

use crate::city::City;
use crate::dice::Dice;

/// How far the soak is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Act {
    /// Whoever has no table opens one.
    Open,
    /// Tables are played to their ends.
    LastRound,
    /// There is no table any more.
    Over,
}

/// Where a party plays.
pub struct Spot {
    pub guild: String,
    /// The server's first channel, which is never deleted.
    pub hall: String,
    pub channel: String,
    pub is_thread: bool,
}

/// What a guest did and what came of it.
#[derive(Default)]
pub struct Report {
    pub n_presses: u64,
    /// From the event to the acknowledgement, by Discord's clock, as long as every party has a table.
    pub acknowledged_ms: Vec<u64>,
    /// "This interaction failed."
    pub n_failed: u64,
}

/// One person.
pub struct Guest {
    pub city: Arc<City>,
    pub spot: Arc<Spot>,
    pub user: String,
    /// All who sit down together; the first is the host.
    pub party: Vec<String>,
    /// The options of the party's tables.
    pub table: Value,
    pub dice: Dice,
    /// How often the guest looks.
    pub rhythm: Duration,
    pub act: watch::Receiver<Act>,
    pub unanswered: Vec<String>,
    pub report: Report,
}

/// A button that can be pressed.
#[derive(Clone)]
struct Button {
    message: String,
    id: CustomId,
}

impl Guest {
    /// Until there is no table any more.
    pub async fn stay(mut self) -> Report {
        let mut rhythm = interval(self.rhythm + Duration::from_millis(self.dice.below(100)));
        rhythm.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            rhythm.tick().await;
            self.read_answers().await;
            if *self.act.borrow() == Act::Over {
                return self.report;
            }
            let path = format!("/channels/{}/messages?as={}", self.spot.channel, self.user);
            match self.city.call("GET", &path, Value::Null).await {
                (200, seen) => self.do_something(seen.as_array().unwrap()).await,
                // The guest has left, or the channel is gone.
                _ if self.is_host() => self.end_lost_tables().await,
                _ => {}
            }
        }
    }

    fn is_host(&self) -> bool {
        self.user == self.party[0]
    }

    async fn do_something(&mut self, seen: &[Value]) {
        let (public, private): (Vec<&Value>, Vec<&Value>) =
            seen.iter().partition(|message| message["ephemeral"] != json!(true));
        let Some(newest) = current(&public) else { return self.open_at_last().await };
        let offered = buttons(newest);
        let table = offered[0].id.table;
        let is_now = |button: &Button| button.id.table == table;
        let own = private.iter().rev().map(|message| buttons(message)).find(|own| own.iter().any(is_now));
        let has_hand = private.iter().any(|message| !message["attachments"][0].is_null());
        let words = newest["embeds"].to_string();
        match self.choose(&offered, own.as_deref().unwrap_or_default(), has_hand, &words) {
            Some(button) => self.press(button).await,
            None => self.open_at_last().await,
        }
    }

    /// What of the newest public message and the own private one to press.
    fn choose(&mut self, public: &[Button], own: &[Button], has_hand: bool, words: &str) -> Option<Button> {
        let find = |press: Press| public.iter().find(|button| button.id.press == press).cloned();
        let sits = |user: &String| words.contains(&format!("<@{user}>"));
        if let Some(join) = find(Press::Join) {
            if !sits(&self.user) {
                return Some(join);
            }
            // Who has left the server never comes: after a while the others go without.
            let is_time = self.party.iter().all(sits) || self.dice.below(10) == 0;
            return find(Press::Start).filter(|_| self.is_host() && is_time);
        }
        if let Some(rematch) = find(Press::Rematch) {
            return Some(rematch).filter(|_| self.is_host() && self.may_open());
        }
        if let Some(button) = self.move_of(own) {
            return Some(button);
        }
        if let Some(ready) = find(Press::Ready) {
            return Some(ready);
        }
        // Now and then for nothing, as people do.
        if self.dice.below(50) == 0
            && let Some(replay) = find(Press::Replay)
        {
            return Some(replay);
        }
        let wants_hand = !has_hand || self.dice.below(6) == 0;
        find(Press::Hand).filter(|_| wants_hand)
    }

    /// Wins where it can; of everything else anything.
    fn move_of(&mut self, own: &[Button]) -> Option<Button> {
        let is_first = |button: &&Button| matches!(button.id.press, Press::Win | Press::ComeBack);
        if let Some(button) = own.iter().find(is_first) {
            return Some(button.clone());
        }
        let is_move = |button: &Button| {
            let opens =
                matches!(button.id.press, Press::OpenTing | Press::OpenTingPung | Press::OpenStickyTing);
            let chooses = matches!(button.id.press, Press::OpenTingChow { .. } | Press::RunPoints { .. });
            opens || chooses || button.id.press.action().is_some()
        };
        let moves: Vec<Button> = own.iter().filter(|button| is_move(button)).cloned().collect();
        self.dice.one_of(&moves)
    }

    fn may_open(&self) -> bool {
        *self.act.borrow() == Act::Open
    }

    /// A new table, some time after there was nothing to press any more: something may be on its way. In the end the host
    /// asks after the old one, whose message may have been deleted.
    async fn open_at_last(&mut self) {
        if !(self.is_host() && self.dice.below(8) == 0) {
            return;
        }
        let body = if self.may_open() {
            json!({"user": self.user, "name": "table new", "options": self.table})
        } else {
            json!({"user": self.user, "name": "table status"})
        };
        let path = format!("/channels/{}/commands", self.spot.channel);
        self.send(&path, body).await;
    }

    async fn press(&mut self, button: Button) {
        let body = json!({"user": self.user, "custom_id": button.id.to_string()});
        self.send(&format!("/messages/{}/components", button.message), body).await;
    }

    /// Refused where the message was replaced since the look, or where nobody is there to be asked.
    async fn send(&mut self, path: &str, body: Value) {
        let (status, answer) = self.city.call("POST", path, body).await;
        if status == 200 {
            self.report.n_presses += 1;
            self.unanswered.push(answer["interaction"].as_str().unwrap().to_owned());
        }
    }

    /// What stands in a channel that was deleted can be ended from another one.
    async fn end_lost_tables(&mut self) {
        let hall = self.spot.hall.clone();
        let typing =
            json!({"user": self.user, "name": "table end", "options": {"table": ""}, "focused": "table"});
        let (status, choices) =
            self.city.call("POST", &format!("/channels/{hall}/autocomplete"), typing).await;
        if status != 200 {
            return;
        }
        let choices = choices["choices"].as_array().or(choices.as_array()).cloned().unwrap_or_default();
        for choice in choices {
            let body = json!({"user": self.user, "name": "table end", "options": {"table": choice["value"]}});
            self.send(&format!("/channels/{hall}/commands"), body).await;
        }
    }

    async fn read_answers(&mut self) {
        for interaction in std::mem::take(&mut self.unanswered) {
            let (status, state) =
                self.city.call("GET", &format!("/interactions/{interaction}"), Value::Null).await;
            match state["state"].as_str() {
                Some("pending") => self.unanswered.push(interaction),
                Some("answered") if self.may_open() => {
                    self.report.acknowledged_ms.push(state["ms"].as_u64().unwrap());
                }
                Some("answered") => {}
                Some("failed") => self.report.n_failed += 1,
                // So many came after it that it is forgotten.
                _ => assert_eq!(status, 404, "{state}"),
            }
        }
    }
}

/// The message of the running table: its lobby, which may stand above the result of the table before, or the newest one
/// with buttons.
fn current<'a>(public: &[&'a Value]) -> Option<&'a Value> {
    let is_lobby = |message: &&&Value| buttons(message).iter().any(|button| button.id.press == Press::Join);
    let has_buttons = |message: &&&Value| !buttons(message).is_empty();
    public.iter().rev().find(is_lobby).or_else(|| public.iter().rev().find(has_buttons)).copied()
}

fn buttons(message: &Value) -> Vec<Button> {
    let rows = message["components"].as_array().into_iter().flatten();
    rows.flat_map(|row| row["components"].as_array().into_iter().flatten())
        .filter(|button| button["disabled"] != json!(true))
        .filter_map(|button| {
            let id = button["custom_id"].as_str()?.parse().ok()?;
            Some(Button { message: message["id"].as_str()?.to_owned(), id })
        })
        .collect()
}
