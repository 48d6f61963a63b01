//! Some people who play one table after the other, each in a channel of its own.

#![allow(dead_code, reason = "each test program uses its part of this")]

use std::sync::Arc;

use futures_util::future::join_all;
use serde_json::json;

use crate::city::{City, GUILD};
use crate::dice::Dice;
use crate::player::{Player, Told};

pub struct Party {
    city: Arc<City>,
    n: u64,
    ruleset: &'static str,
    people: Vec<String>,
    n_programs: u8,
    guild: String,
}

impl Party {
    pub fn new(city: Arc<City>, n: u64, ruleset: &'static str, people: Vec<String>, n_programs: u8) -> Party {
        Party { city, n, ruleset, people, n_programs, guild: GUILD.to_owned() }
    }

    /// The same, in another server than the first.
    pub fn in_guild(self, guild: &str) -> Party {
        Party { guild: guild.to_owned(), ..self }
    }

    /// Everybody of it in front of a new channel; the first opens the table.
    pub async fn at_a_table(&self, name: &str, n_hands: u64, clock: &str, dice: &mut Dice) -> Vec<Player> {
        let channel = self.city.new_channel_in(&self.guild, name).await;
        let table = json!({"ruleset": self.ruleset, "hands": n_hands, "ai": self.n_programs, "clock": clock});
        let mut players = Vec::new();
        for user in &self.people {
            let is_host = *user == self.people[0];
            players.push(Player {
                city: Arc::clone(&self.city),
                news: self.city.listen(user, &channel).await,
                user: user.clone(),
                everybody: self.people.clone(),
                channel: channel.clone(),
                opens: is_host.then(|| table.clone()),
                dice: Dice::new(dice.below(u64::MAX)),
                told: Vec::new(),
                blind: None,
            });
        }
        players
    }

    /// Plays whole matches until no bot will be killed any more; the last one is played to its end too.
    pub async fn play_until_the_kills_are_over(self, mut dice: Dice) -> Vec<Told> {
        let mut told = Vec::new();
        let mut n_tables = 0;
        while n_tables == 0 || !self.city.kills().over {
            n_tables += 1;
            let n_hands = 1 + dice.below(2);
            let players =
                self.at_a_table(&format!("t{}-{n_tables}", self.n), n_hands, "slow", &mut dice).await;
            told.extend(join_all(players.into_iter().map(Player::play)).await.into_iter().flatten());
        }
        told
    }
}
