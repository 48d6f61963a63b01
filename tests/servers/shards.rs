//! Two bots at once, each with a shard and a server of its own, and one database.

use std::sync::Arc;

use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::city::City;
use crate::dice::Dice;
use crate::party::Party;
use crate::player::Player;
use crate::town::Town;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_bots_play_for_their_own_servers_and_share_the_leaderboards() {
    let Some(town) = Town::new().await else { return };
    let city = &town.city;
    // As Discord does it: of two that begin at once one has to try again.
    city.done("POST", "/gateway", json!({"shards": 2, "identify_every_ms": 5_000})).await;
    let bots = [0, 1].map(|shard| town.launch().for_shards([shard, shard, 2]).start());
    let names = ["甲甲", "乙乙", "丙丙"];
    let [first, second, everywhere] =
        join_all(names.map(|name| city.new_person(name))).await.try_into().unwrap();
    let mut dice = Dice::new(5);
    let mut channels = Vec::new();
    let mut players = Vec::new();
    for (shard, local) in [(0, first), (1, second)] {
        let guild = city.new_guild_on(shard, 2).await;
        let people = vec![local, everywhere.clone()];
        let party = Party::new(Arc::clone(city), shard, "harbin-new", people, 2).in_guild(&guild);
        let table = party.at_a_table("both", 1, "normal", &mut dice).await;
        channels.push(table[0].channel.clone());
        players.extend(table);
    }
    city.shards_are_there(&[[0, 2], [1, 2]]).await;
    let told = join_all(players.into_iter().map(Player::play)).await.concat();

    for channel in &channels {
        let all = leaderboard(city, &everywhere, channel, "all").await;
        assert!(names.iter().all(|name| all.contains(name)), "{all}");
    }
    let here = leaderboard(city, &everywhere, &channels[0], "server").await;
    assert_eq!(names.map(|name| here.contains(name)), [true, false, true], "{here}");
    for bot in bots {
        bot.kill().await;
    }
    town.close(told, 10).await;
}

/// What `/leaderboard` answers.
async fn leaderboard(city: &City, user: &str, channel: &str, scope: &str) -> String {
    let news = city.listen(user, channel).await;
    let body = json!({"user": user, "name": "leaderboard", "options": {"scope": scope}});
    let asked = city.done("POST", &format!("/channels/{channel}/commands"), body).await;
    let path = format!("/interactions/{}", asked["interaction"].as_str().unwrap());
    city.until(&news, "the leaderboard is shown", async || {
        let state = city.done("GET", &path, Value::Null).await;
        let message = &state["response"]["message"];
        (message.is_object() && message["thinking"] == json!(false)).then(|| message["embeds"].to_string())
    })
    .await
}
