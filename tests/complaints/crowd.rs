//! Two hundred tables, one of which is flooded and throttled.

use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::human::GUILD;
use crate::people::{CHANNEL, EAST, NORTH, People, SOUTH, WEST, buttons};
use crate::world::World;

const N_TABLES: usize = 200;
const N_FLOOD: usize = 40;

/// What this person sees in any channel.
async fn messages(people: &People, channel: &str, user: &str) -> Vec<Value> {
    let path = format!("/channels/{channel}/messages?as={user}");
    people.done("GET", &path, Value::Null).await.as_array().unwrap().clone()
}

/// The newest button of this label there.
async fn button(people: &People, channel: &str, label: &str) -> (Value, String) {
    people
        .until(&format!("{channel} has the button {label}"), async || {
            messages(people, channel, SOUTH).await.into_iter().rev().find_map(|message| {
                let found = buttons(&message).into_iter().find(|(text, _)| text == label)?;
                Some((message, found.1))
            })
        })
        .await
}

/// A table in each of so many channels, all in their lobbies.
async fn open_tables(world: &World) -> Vec<String> {
    let people = &world.people;
    let mut channels = vec![CHANNEL.to_owned()];
    for n in 1..N_TABLES {
        let body = json!({"name": format!("table-{n}")});
        let made = people.done("POST", &format!("/guilds/{GUILD}/channels"), body).await;
        channels.push(made["id"].as_str().unwrap().to_owned());
    }
    let body = json!({"user": EAST, "name": "table new", "options": {"ai": 2, "clock": "slow"}});
    for channel in &channels {
        people.done("POST", &format!("/channels/{channel}/commands"), body.clone()).await;
    }
    let all = async || (world.bot.registry.len() == N_TABLES).then_some(());
    people.until("all tables are open", all).await;
    channels
}

async fn is_answered(people: &People, interaction: &str) -> bool {
    let state = people.done("GET", &format!("/interactions/{interaction}"), Value::Null).await;
    let message = &state["response"]["message"];
    message.is_object() && message["thinking"] == json!(false)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flooded_and_throttled_table_delays_no_other() {
    let world = World::start().await;
    let people = &world.people;
    let channels = open_tables(&world).await;
    let mut joins = Vec::new();
    for channel in &channels {
        joins.push(button(people, channel, "加入").await);
    }
    // The first table: nothing that is sent there gets through, and everybody presses again and again.
    people.fault(json!({"hold": [channels[0]]})).await;
    let (lobby, join) = &joins[0];
    let flood = (0..N_FLOOD).map(|n| people.touch([SOUTH, WEST, NORTH][n % 3], lobby, join));
    let flood: Vec<String> = join_all(flood).await.into_iter().map(Result::unwrap).collect();
    for press in &flood {
        people.answered(press, true).await;
    }
    // All others answer, the last as the first, while the first table has answered nobody.
    let mut presses = Vec::new();
    for (lobby, join) in &joins[1..] {
        presses.push(people.touch(SOUTH, lobby, join).await.unwrap());
    }
    for press in &presses {
        people.words(press).await;
    }
    for press in &flood {
        assert!(!is_answered(people, press).await, "the first table was not held, so this proves nothing");
    }
    people.fault(json!({})).await;
    // The flood is answered too: each person has one answer, and none that is still open.
    for user in [SOUTH, WEST, NORTH] {
        people
            .until(&format!("{user} has an answer"), async || {
                let seen = messages(people, &channels[0], user).await;
                let own: Vec<&Value> = seen.iter().filter(|one| one["ephemeral"] == json!(true)).collect();
                (own.len() == 1 && own[0]["thinking"] == json!(false)).then_some(())
            })
            .await;
    }
    let requests = people.requests().await;
    let n_refused = requests.iter().filter(|request| request["status"] == 429).count();
    let n_all = requests.len();
    assert!(n_refused * 20 <= n_all, "the bot ran into limits with {n_refused} of {n_all} requests");
    world.stop().await;
}
