//! The longest texts, in every language: Discord refuses what is longer than it takes, and so does the sandbox.

use serde_json::{Value, json};

use crate::audit::audit;
use crate::people::{EAST, FOUR, SOUTH, WEST};
use crate::world::World;

const LANGUAGES: [&str; 3] = ["zh-CN", "zh-TW", "en-US"];
const GAMES: [&str; 5] = ["harbin-new", "harbin", "qiqihar", "qiqihar-yuema", "xingdong"];
/// 32 characters, each wider in JSON, UTF-8 and on the screen than most.
const LONGEST_NAME: &str = "龘龘龘龘龘龘龘龘龘龘龘龘龘龘龘龘龘龘龘龘龘龘龘龘龘龘龘龘龘龘龘龘";

/// The commands whose answers are long, with nothing that changes a table.
fn long_answers(game: &str) -> Vec<(&'static str, Value)> {
    vec![
        ("rules", json!({"ruleset": game})),
        ("table rules", json!({})),
        ("table status", json!({})),
        ("table settings", json!({})),
        ("help", json!({})),
        ("tutorial", json!({})),
    ]
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_longest_texts_fit_in_every_language() {
    let world = World::start().await;
    let people = &world.people;
    let mut n_answers = 0;
    for locale in LANGUAGES {
        for user in FOUR {
            let changes = json!({"locale": locale, "nick": LONGEST_NAME});
            people.done("PATCH", &format!("/users/{user}"), changes).await;
        }
        for game in GAMES {
            people
                .ask(EAST, "table new", json!({"ruleset": game, "hands": 16, "ai": 1, "clock": "slow"}))
                .await;
            for user in [SOUTH, WEST] {
                people.ask(user, "table join", json!({"luck": "福".repeat(21)})).await;
            }
            for (name, options) in long_answers(game) {
                people.ask(EAST, name, options).await;
                n_answers += 1;
            }
            people.ask(EAST, "table start", json!({})).await;
            people.ask(SOUTH, "hand", json!({})).await;
            people.ask(EAST, "table end", json!({})).await;
            let ended = async || world.bot.registry.is_empty().then_some(());
            people.until("the table has ended", ended).await;
        }
    }
    assert_eq!(n_answers, LANGUAGES.len() * GAMES.len() * long_answers("").len());
    // No 50035: not one of the bodies was too long. So many tables in one channel may meet its limit.
    audit(people, &[429]).await;
    world.stop().await;
}
