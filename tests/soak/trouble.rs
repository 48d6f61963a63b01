//! Everything that the local Discord can do to a bot, in random order.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::{Instant, sleep};

use crate::city::City;
use crate::dice::Dice;
use crate::guest::Spot;
use crate::process::Bot;

/// The longest time between two troubles.
const LONGEST_REST_MS: u64 = 2_500;
/// One of so many spots may lose its channel, and one of so many guests may leave.
const ONE_IN_GONE: usize = 20;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Trouble {
    TooMany,
    Errors,
    Slow,
    Twice,
    Cut,
    Reconnect,
    InvalidSession,
    DeadTokens,
    MessageDeleted,
    ChannelDeleted,
    NoPermission,
    Held,
    Archived,
    BotRemoved,
    GuestLeft,
    /// All is well again, but for what is gone.
    Cleared,
}

const EVERY: [Trouble; 16] = [
    Trouble::TooMany,
    Trouble::Errors,
    Trouble::Slow,
    Trouble::Twice,
    Trouble::Cut,
    Trouble::Reconnect,
    Trouble::InvalidSession,
    Trouble::DeadTokens,
    Trouble::MessageDeleted,
    Trouble::ChannelDeleted,
    Trouble::NoPermission,
    Trouble::Held,
    Trouble::Archived,
    Trouble::BotRemoved,
    Trouble::GuestLeft,
    Trouble::Cleared,
];

/// Who makes trouble.
pub struct Imp {
    pub city: Arc<City>,
    pub spots: Vec<Arc<Spot>>,
    /// Guests who are no hosts.
    pub guests: Vec<String>,
    pub dice: Dice,
    /// What was done how often.
    done: BTreeMap<Trouble, u64>,
    archived: Vec<Arc<Spot>>,
    removed_from: Vec<String>,
    n_may_leave: usize,
    n_may_be_deleted: usize,
}

impl Imp {
    pub fn new(city: Arc<City>, spots: Vec<Arc<Spot>>, guests: Vec<String>, dice: Dice) -> Imp {
        Imp {
            n_may_leave: guests.len() / ONE_IN_GONE,
            n_may_be_deleted: spots.len() / ONE_IN_GONE,
            city,
            spots,
            guests,
            dice,
            done: BTreeMap::new(),
            archived: Vec::new(),
            removed_from: Vec::new(),
        }
    }

    /// Makes trouble for so long, each as often as any other, and sets right what can be set right.
    pub async fn trouble(&mut self, bot: &mut Bot, time: Duration) {
        let until = Instant::now() + time;
        let mut deck = Vec::new();
        while Instant::now() < until {
            if deck.is_empty() {
                deck.extend(EVERY);
            }
            let drawn = usize::try_from(self.dice.below(deck.len() as u64)).unwrap();
            self.make(deck.swap_remove(drawn)).await;
            let rest = Duration::from_millis(self.dice.below(LONGEST_REST_MS));
            bot.lives_on(sleep(rest)).await; // waits for nothing: so long the trouble lasts alone
        }
        self.clear().await;
        println!("troubles: {:?}", self.done);
    }

    async fn make(&mut self, trouble: Trouble) {
        let rare = 4 + self.dice.below(12);
        let latency_ms = 100 + self.dice.below(1_200);
        let spot = self.dice.one_of(&self.spots).unwrap();
        let channel = &spot.channel;
        let is_done = match trouble {
            Trouble::TooMany => self.fault(json!({"rest_429_every": rare})).await,
            Trouble::Errors => self.fault(json!({"rest_5xx_every": rare})).await,
            Trouble::Slow => self.fault(json!({"latency_ms": latency_ms})).await,
            Trouble::Twice => self.fault(json!({"duplicate_events": true})).await,
            Trouble::Cut => self.fault(json!({"drop_gateway": true})).await,
            Trouble::Reconnect => self.fault(json!({"reconnect": true})).await,
            Trouble::InvalidSession => self.fault(json!({"invalid_session": true})).await,
            Trouble::DeadTokens => self.fault(json!({"expire_tokens": true})).await,
            Trouble::MessageDeleted => self.delete_message().await,
            Trouble::ChannelDeleted => self.delete_channel(&spot).await,
            Trouble::NoPermission => self.deny(channel).await,
            Trouble::Held => self.fault(json!({"hold": [channel]})).await,
            Trouble::Archived => self.archive(&spot).await,
            Trouble::BotRemoved => self.remove_bot(&spot.guild).await,
            Trouble::GuestLeft => self.let_guest_leave().await,
            Trouble::Cleared => {
                self.clear().await;
                true
            }
        };
        *self.done.entry(trouble).or_default() += u64::from(is_done);
    }

    async fn fault(&self, fault: Value) -> bool {
        self.city.call("POST", "/faults", fault).await.0 == 200
    }

    async fn deny(&mut self, channel: &str) -> bool {
        let permissions = ["VIEW_CHANNEL", "SEND_MESSAGES", "ATTACH_FILES", "EMBED_LINKS"];
        let denied = self.dice.one_of(&permissions).unwrap();
        self.fault(json!({"permissions": {"channel": channel, "deny": [denied]}})).await
    }

    /// The newest message that everybody sees, of a channel by lot that has one.
    async fn delete_message(&mut self) -> bool {
        for _ in 0..self.spots.len() {
            let channel = self.dice.one_of(&self.spots).unwrap().channel.clone();
            let (_, seen) =
                self.city.call("GET", &format!("/channels/{channel}/messages"), Value::Null).await;
            if let Some(newest) = seen.as_array().and_then(|seen| seen.last()) {
                return self.fault(json!({"delete_message": newest["id"]})).await;
            }
        }
        false
    }

    async fn delete_channel(&mut self, spot: &Arc<Spot>) -> bool {
        if self.n_may_be_deleted == 0 {
            return false;
        }
        self.n_may_be_deleted -= 1;
        self.spots.retain(|one| one.channel != spot.channel);
        self.archived.retain(|one| one.channel != spot.channel);
        self.fault(json!({"delete_channel": spot.channel})).await
    }

    async fn archive(&mut self, spot: &Arc<Spot>) -> bool {
        let threads: Vec<_> = self.spots.iter().filter(|one| one.is_thread).cloned().collect();
        let spot = self.dice.one_of(&threads).unwrap_or_else(|| Arc::clone(spot));
        let done = self.set_archived(&spot, true).await;
        if done {
            self.archived.push(spot);
        }
        done
    }

    async fn set_archived(&self, spot: &Spot, archived: bool) -> bool {
        let path = format!("/channels/{}/archive", spot.channel);
        self.city.call("POST", &path, json!({"archived": archived})).await.0 == 200
    }

    async fn remove_bot(&mut self, guild: &str) -> bool {
        let done = self.city.call("POST", &format!("/guilds/{guild}/kick-bot"), json!({})).await.0 == 200;
        if done {
            self.removed_from.push(guild.to_owned());
        }
        done
    }

    async fn let_guest_leave(&mut self) -> bool {
        if self.n_may_leave == 0 {
            return false;
        }
        self.n_may_leave -= 1;
        let user = self.dice.one_of(&self.guests).unwrap();
        self.city.call("DELETE", &format!("/users/{user}"), Value::Null).await.0 == 200
    }

    async fn clear(&mut self) {
        assert!(self.fault(json!({})).await);
        for spot in std::mem::take(&mut self.archived) {
            assert!(self.set_archived(&spot, false).await);
        }
        for guild in std::mem::take(&mut self.removed_from) {
            self.city.done("POST", &format!("/guilds/{guild}/invite-bot"), json!({})).await;
        }
    }
}
