//! The store fails in the middle of a hand: the board says so, no press is done half or twice, and play goes on by itself.

use std::pin::pin;

use serde_json::{Value, json};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, query};
use tinghu::game::action::PromptId;
use tinghu::game::state::HandState;
use tinghu::store::event::UserId;
use tinghu::store::hand_log::{verify, write};
use tinghu::store::preferences::PersonChoices;
use tinghu::text::{Lang, say};

use crate::arranged::{Lobby, won_by_program};
use crate::audit::audit;
use crate::people::{EAST, FOUR, embed_words};
use crate::play::{Game, prompt_of};
use crate::world::World;

/// Less than what the test puts in the way, more than a hand needs.
const LIMIT: u64 = 1 << 20;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_program_holds_the_database_for_a_while() {
    let (world, expected) = World::arranged(Lobby::slow(4), won_by_program).await;
    stands_still_and_goes_on(world, &expected, "BEGIN IMMEDIATE", "ROLLBACK").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_disk_is_full_for_a_while() {
    let (world, expected) = World::arranged_within(LIMIT, Lobby::slow(4), won_by_program).await;
    let fill = "CREATE TABLE ballast AS SELECT randomblob(2000000) AS bytes";
    stands_still_and_goes_on(world, &expected, fill, "DROP TABLE ballast").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_open_thread_stays_of_a_table_that_the_store_refused() {
    let (world, _) = World::arranged(Lobby::slow(4), won_by_program).await;
    let people = &world.people;
    let mut past = SqliteConnectOptions::new().filename(world.database()).connect().await.unwrap();
    query("BEGIN IMMEDIATE").execute(&mut past).await.unwrap();
    people.type_in(EAST, "table new", json!({"thread": true, "ai": 3})).await;
    let closed = async || {
        let requests = people.requests().await;
        let thread = requests.iter().find(|one| one["path"].as_str().unwrap().ends_with("/threads"))?;
        let changed =
            |one: &&Value| one["method"] == "PATCH" && !one["path"].to_string().contains("/messages/");
        let change = requests.iter().find(changed)?;
        Some((thread["status"].clone(), change["status"].clone()))
    };
    let (made, changed) = people.until("the thread is closed", closed).await;
    assert!(made.as_u64().is_some_and(|status| status < 300) && changed == 200, "{made} {changed}");
    past.close().await.unwrap();
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_choice_that_is_not_kept_is_told_so_and_counts_when_it_is_made_again() {
    let world = World::start().await;
    let people = &world.people;
    let form = people.ask(EAST, "settings", json!({})).await;
    let switches = form["components"][0]["components"][0]["custom_id"].clone();
    let choose = async || {
        let body = json!({"user": EAST, "custom_id": switches, "values": ["settings-mine-compact"]});
        let path = format!("/messages/{}/components", form["id"].as_str().unwrap());
        let sent = people.done("POST", &path, body).await;
        people.answered(sent["interaction"].as_str().unwrap(), false).await;
    };
    let says = async |key: &str| {
        let words = say(Lang::ZhCn, key, &[]);
        people
            .until(&format!("the form says {words:?}"), async || {
                let seen = people.messages(EAST).await;
                let shown = seen.into_iter().find(|message| message["id"] == form["id"])?;
                (shown["content"] == json!(words)).then_some(())
            })
            .await;
    };
    let (user, preferences) = (UserId(EAST.parse().unwrap()), world.bot.preferences());
    let mut past = SqliteConnectOptions::new().filename(world.database()).connect().await.unwrap();
    query("BEGIN IMMEDIATE").execute(&mut past).await.unwrap();
    choose().await;
    says("store-fault").await;
    query("ROLLBACK").execute(&mut past).await.unwrap();
    past.close().await.unwrap();
    assert_eq!(preferences.person(user).await.unwrap(), PersonChoices::default(), "nothing is kept by half");
    choose().await;
    says("settings-mine-saved").await;
    assert!(preferences.person(user).await.unwrap().compact);
    drop(preferences);
    world.stop().await;
}

/// Plays a hand, between two moves of which the store begins to fail by one statement; another one mends it.
async fn stands_still_and_goes_on(
    world: World,
    expected: &HandState,
    fails: &'static str,
    mended: &'static str,
) {
    let people = &world.people;
    people.press(EAST, "开始").await;
    let mut game = Game::new(people, world.table());
    game.moved_on(PromptId(0)).await;
    for user in FOUR {
        people.press(user, "手牌").await;
    }
    game.step(&game.table.snapshot()).await;
    let mut past = SqliteConnectOptions::new().filename(world.database()).connect().await.unwrap();
    query(fails).execute(&mut past).await.unwrap();
    let mut stands = game.table.snapshot();
    while !stands.info.waits_for_store {
        let prompt = prompt_of(&stands);
        let mut watch = game.table.watch();
        let mut changed = pin!(watch.wait_for(|now| now.info.waits_for_store || prompt_of(now) != prompt));
        // Who has nothing to press waits for the next prompt, which doesn't come.
        stands = tokio::select! {
            changed = &mut changed => changed.unwrap().clone(),
            () = game.press_all(&stands) => changed.await.unwrap().clone(),
        };
    }
    board_says_so(&world, true).await;
    let told = say(Lang::ZhCn, "refusal-paused", &[]);
    people
        .until("who pressed in vain is told so", async || {
            for user in FOUR {
                let seen = people.messages(user).await;
                if seen.iter().any(|message| message.to_string().contains(&told)) {
                    return Some(());
                }
            }
            None
        })
        .await;
    assert_eq!(prompt_of(&game.table.snapshot()), prompt_of(&stands));

    query(mended).execute(&mut past).await.unwrap();
    past.close().await.unwrap();
    board_says_so(&world, false).await;
    let over = game.play_hand().await;
    let outcome = over.public.as_ref().unwrap().get().outcome.clone();
    assert!(outcome == expected.public_view().get().outcome, "{outcome:?}");
    let hand = world.bot.registry.finished_hand(game.table.id(), 1).await.unwrap().unwrap();
    assert_eq!(verify(&write(&hand).unwrap()), Ok(hand.events.len()));
    audit(people, &[]).await;
    world.stop().await;
}

/// Waits until the board tells, or no longer tells, that nothing can be saved.
async fn board_says_so(world: &World, says: bool) {
    let words = say(Lang::ZhCn, "board-store", &[]);
    world
        .people
        .until(&format!("the board says that nothing can be saved: {says}"), async || {
            let seen = world.people.messages(EAST).await;
            let told = seen.iter().any(|message| embed_words(message).contains(&words));
            (told == says).then_some(())
        })
        .await;
}
