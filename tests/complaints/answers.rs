//! Presses and what answers them.

use serde_json::{Value, json};
use tinghu::discord::component::Press;
use tinghu::game::view::PublicPhase;

use crate::arranged::{Lobby, rivals, user_at};
use crate::audit::audit;
use crate::gate::Gate;
use crate::people::{CHANNEL, EAST, FOUR, NORTH, SOUTH, WEST, all_words};
use crate::play::{Game, PRIVATE_WORDS, own_view, press_of, prompt_of};
use crate::world::World;
use crate::{begin, begun, discard_button, n_facts, told};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn missing_or_late_answer() {
    let (gate, dir) = (Gate::new(), begun(2).await.stop().await);
    let world = World::with_ledger(dir, |ledger| gate.before(ledger)).await;
    let people = &world.people;
    let n_discards = n_facts(&world, "Discarded").await;
    let (hand, id) = discard_button(&world, EAST).await;
    gate.close();
    let pressed = people.touch(EAST, &hand, &id).await.unwrap();
    gate.somebody_waits().await;
    // The table stands still. What is pressed now is acknowledged all the same, whoever presses what.
    people.answered(&pressed, false).await;
    for user in FOUR {
        people.press(user, "手牌").await;
        people.command(user, "table status", json!({})).await;
    }
    assert_eq!(n_facts(&world, "Discarded").await, n_discards, "acknowledged is not done");
    gate.open();
    Game::new(people, world.table()).all_see_their_hands().await;
    people
        .until("the discard is done", async || {
            (n_facts(&world, "Discarded").await == n_discards + 1).then_some(())
        })
        .await;
    audit(people, &[]).await;
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn private_hand_shown_publicly() {
    let world = begun(3).await;
    let people = &world.people;
    let mut game = Game::new(people, world.table());
    for _ in 0..3 {
        // Looks at everything that everybody sees.
        game.step(&game.table.snapshot()).await;
        for user in FOUR {
            people.press(user, "手牌").await;
        }
    }
    for message in people.messages(NORTH).await {
        assert!(!all_words(&message).contains(PRIVATE_WORDS), "who has no seat sees a hand: {message}");
    }
    audit(people, &[]).await;
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn stale_or_copied_messages_acted_on() {
    let world = begun(2).await;
    let people = &world.people;
    let (board, pass) = people.message_with(SOUTH, "过").await;
    let old_hand = discard_button(&world, EAST).await;
    // The board stays as it is on everybody's screen while the game goes on.
    people.fault(json!({"hold": [CHANNEL]})).await;
    let game = Game::new(people, world.table());
    let prompt = prompt_of(&game.table.snapshot());
    for (hand, id) in [&old_hand, &old_hand] {
        let pressed = people.touch(EAST, hand, id).await.unwrap();
        people.answered(&pressed, false).await;
        game.moved_on(prompt).await;
    }
    let window = prompt_of(&game.table.snapshot());
    let pressed = people.touch(SOUTH, &board, &pass).await.unwrap();
    people.answered(&pressed, true).await;
    people.fault(json!({})).await;
    told(people, SOUTH, "更早的牌面").await;
    assert_eq!(n_facts(&world, "Discarded").await, 1, "the copied press counts no second time");
    let now = game.table.snapshot();
    assert_eq!(prompt_of(&now), window, "South has not answered yet");
    assert!(!own_view(&now, SOUTH).unwrap().answered, "the old 过 answers no newer question");
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn button_of_another_tables_game() {
    let world = begun(1).await;
    let people = &world.people;
    let elsewhere = people.human.done("POST", "/guilds", json!({"name": "elsewhere"})).await;
    let elsewhere = elsewhere["channel"].as_str().unwrap().to_owned();
    let new = json!({"user": WEST, "name": "table new", "options": {"ai": 3}});
    people.done("POST", &format!("/channels/{elsewhere}/commands"), new).await;
    let path = format!("/channels/{elsewhere}/messages?as={EAST}");
    let lobby = people
        .until("there is another table", async || {
            let seen = people.done("GET", &path, Value::Null).await;
            seen.as_array()?.iter().find(|message| message.to_string().contains("开始")).cloned()
        })
        .await;
    let before = world.bot.log(world.table().id()).await.len();
    let (_, start) = crate::people::buttons(&lobby).into_iter().find(|(label, _)| label == "开始").unwrap();
    let pressed = people.touch(EAST, &lobby, &start).await.unwrap();
    let answer = people.words(&pressed).await;
    assert!(
        all_words(&answer).contains("不在这张桌上") || all_words(&answer).contains("只有桌主"),
        "{answer}"
    );
    assert_eq!(world.bot.log(world.table().id()).await.len(), before, "the own table is another one");
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn double_click_or_two_devices_count_twice() {
    let world = begun(2).await;
    let people = &world.people;
    let game = Game::new(people, world.table());
    let prompt = prompt_of(&game.table.snapshot());
    let (hand, id) = discard_button(&world, EAST).await;
    people.fault(json!({"duplicate_events": true})).await;
    let presses = (0..4).map(|_| people.touch(EAST, &hand, &id));
    for pressed in futures_util::future::join_all(presses).await.into_iter().flatten() {
        people.answered(&pressed, false).await;
    }
    people.fault(json!({})).await;
    game.moved_on(prompt).await;
    game.all_see_their_hands().await;
    assert_eq!(n_facts(&world, "Discarded").await, 1);
    audit(people, &[]).await;
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn claim_races() {
    let (world, rivals) = World::arranged(Lobby::slow(4), rivals).await;
    begin(&world, 4).await;
    let people = &world.people;
    let game = Game::new(people, world.table());
    let prompt = prompt_of(&game.table.snapshot());
    assert!(game.press(user_at(rivals.discard.0), prompt, press_of(rivals.discard.1)).await);
    game.moved_on(prompt).await;
    let prompt = prompt_of(&game.table.snapshot());
    let answers =
        [(rivals.chow.0, press_of(rivals.chow.1)), (rivals.pung, Press::Pung), (rivals.idle, Press::Pass)];
    let all = answers.map(|(seat, press)| game.press(user_at(seat), prompt, press));
    futures_util::future::join_all(all).await;
    game.moved_on(prompt).await;
    let phase = game.table.snapshot().public.as_ref().unwrap().get().phase;
    assert_eq!(phase, PublicPhase::Turn { seat: rivals.pung }, "碰 goes before 吃, whoever was faster");
    audit(people, &[]).await;
    world.stop().await;
}
