//! Some people who play one table after the other, each in a channel of its own.

use std::sync::Arc;

use futures_util::future::join_all;
use serde_json::json;

use crate::city::City;
use crate::dice::Dice;
use crate::player::{Player, Told};

pub struct Party {
    city: Arc<City>,
    n: u64,
    ruleset: &'static str,
    people: Vec<String>,
    n_programs: u8,
}

impl Party {
    pub async fn new(
        city: Arc<City>,
        n: u64,
        ruleset: &'static str,
        n_people: usize,
        n_programs: u8,
    ) -> Party {
        let mut people = Vec::new();
        for one in 0..n_people {
            people.push(city.new_person(&format!("p{n}{one}")).await);
        }
        Party { city, n, ruleset, people, n_programs }
    }

    /// Plays whole matches until no bot will be killed any more; the last one is played to its end too.
    pub async fn play_until_the_kills_are_over(self, mut dice: Dice) -> Vec<Told> {
        let mut told = Vec::new();
        let mut n_tables = 0;
        while n_tables == 0 || !self.city.kills().over {
            n_tables += 1;
            let channel = self.city.new_channel(&format!("t{}-{n_tables}", self.n)).await;
            let table = json!({
                "ruleset": self.ruleset,
                "hands": 1 + dice.below(2),
                "ai": self.n_programs,
                "clock": "slow",
            });
            let mut players = Vec::new();
            for user in &self.people {
                let is_host = *user == self.people[0];
                let player = Player {
                    city: Arc::clone(&self.city),
                    news: self.city.listen(user, &channel).await,
                    user: user.clone(),
                    everybody: self.people.clone(),
                    channel: channel.clone(),
                    opens: is_host.then(|| table.clone()),
                    dice: Dice::new(dice.below(u64::MAX)),
                    told: Vec::new(),
                };
                players.push(player.play());
            }
            told.extend(join_all(players).await.into_iter().flatten());
        }
        told
    }
}
