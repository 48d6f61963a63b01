//! Where a command is given.

use serde_json::{Value, json};

use crate::human::GUILD;
use crate::people::{EAST, all_words, buttons};
use crate::world::World;

/// Opens a table there; the lobby's start button where there is a lobby, else the words that say why not.
async fn opened(world: &World, channel: &str) -> Result<(Value, String), String> {
    let people = &world.people;
    let new = json!({"user": EAST, "name": "table new", "options": {"ai": 3, "clock": "slow"}});
    let (status, sent) = people.call("POST", &format!("/channels/{channel}/commands"), new).await;
    if status == 400 {
        // Discord does not even offer the command here.
        return Err(sent["error"].as_str().unwrap().to_owned());
    }
    let answer = people.words(sent["interaction"].as_str().unwrap()).await;
    if world.bot.registry.at(channel.parse().unwrap()).is_none() {
        return Err(all_words(&answer).trim().to_owned());
    }
    Ok(button(world, channel, "开始").await)
}

async fn button(world: &World, channel: &str, label: &str) -> (Value, String) {
    let path = format!("/channels/{channel}/messages?as={EAST}");
    world
        .people
        .until(&format!("{channel} has the button {label}"), async || {
            let seen = world.people.done("GET", &path, Value::Null).await;
            seen.as_array()?.iter().rev().find_map(|message| {
                let found = buttons(message).into_iter().find(|(text, _)| text == label)?;
                Some((message.clone(), found.1))
            })
        })
        .await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn command_used_in_a_thread_a_voice_chat_or_a_dm() {
    let world = World::start().await;
    let people = &world.people;
    let mut places = Vec::new();
    for kind in ["thread", "private_thread", "voice", "announcement"] {
        let body = json!({"name": kind, "type": kind});
        let made = people.done("POST", &format!("/guilds/{GUILD}/channels"), body).await;
        places.push((kind, made["id"].as_str().unwrap().to_owned()));
    }
    let dm = people.done("POST", "/dms", json!({"user": EAST})).await;
    places.push(("dm", dm["id"].as_str().unwrap().to_owned()));
    let mut n_games = 0;
    for (kind, channel) in &places {
        match opened(&world, channel).await {
            Ok((lobby, start)) => {
                let pressed = people.touch(EAST, &lobby, &start).await.unwrap();
                people.answered(&pressed, true).await;
                let (board, _) = button(&world, channel, "手牌").await;
                assert_eq!(board["attachments"][0]["filename"], "board.png", "{kind}");
                n_games += 1;
            }
            Err(why) => assert!(why.chars().count() >= 6, "no game and no reason in a {kind}: {why:?}"),
        }
    }
    assert!(n_games >= 2, "a game works in {n_games} of {} kinds of places", places.len());
    world.stop().await;
}
