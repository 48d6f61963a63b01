//! People who do not press: the game goes on without them, and they can come back.

use serde_json::json;
use tinghu::game::action::PromptId;
use tinghu::store::event::{ClockPreset, PauseReason};
use tinghu::table::view::TablePhase;

use crate::arranged::{Lobby, east_sleeps_through};
use crate::audit::audit;
use crate::people::{EAST, SOUTH, all_words, buttons};
use crate::play::{Game, prompt_of};
use crate::result_card;
use crate::world::World;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_misses_three_turns_is_played_for_and_comes_back() {
    let lobby = Lobby { n_people: 1, n_hands: 8, clock: ClockPreset::Test };
    let (world, ()) = World::arranged(lobby, east_sleeps_through(5)).await;
    let people = &world.people;
    people.press(EAST, "开始").await;
    let mut game = Game::new(people, world.table());
    people.until("three turns are missed", async || game.is_away(EAST).then_some(())).await;
    people
        .until("the board says who is away", async || {
            let messages = people.messages(SOUTH).await;
            messages.iter().any(|message| all_words(message).contains("不在，电脑代打")).then_some(())
        })
        .await;
    while game.is_away(EAST) {
        let (hand, id) = people.message_with(EAST, "我回来了").await;
        // Refused where the hand ended in this moment; the next one has the button again.
        if let Ok(interaction) = people.touch(EAST, &hand, &id).await {
            people.answered(&interaction, false).await;
            people
                .until("the player is back, or the hand over", async || {
                    let is_over = prompt_of(&game.table.snapshot()) == PromptId(0);
                    (is_over || !game.is_away(EAST)).then_some(())
                })
                .await;
        }
    }
    let over = game.play_hand().await;
    let commitment = over.info.fair.as_ref().unwrap().commitment.clone();
    result_card::check(&world, &over, &commitment).await;
    audit(people, &[]).await;
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_where_nobody_acts_pauses_and_waits() {
    let world = World::start().await;
    let people = &world.people;
    people.command(EAST, "table new", json!({"hands": 2, "clock": "test", "ai": 3})).await;
    people.press(EAST, "开始").await;
    let game = Game::new(people, world.table());
    let mut watch = game.table.watch();
    let paused = watch.wait_for(|now| matches!(now.info.phase, TablePhase::Paused { .. }));
    let paused =
        tokio::time::timeout(std::time::Duration::from_secs(40), paused).await.unwrap().unwrap().clone();
    assert_eq!(paused.info.phase, TablePhase::Paused { reason: PauseReason::NobodyActed });
    let commitment = paused.info.fair.as_ref().unwrap().commitment.clone();
    let card = result_card::check(&world, &paused, &commitment).await;
    assert!(all_words(&card).contains("牌桌暂停"), "{card}");
    people.press(EAST, "下一局").await;
    game.moved_on(PromptId(0)).await;
    assert!(!game.is_away(EAST), "who presses 下一局 plays");
    people.message_with(EAST, "手牌").await;
    let answer = people.ask(EAST, "table end", json!({})).await;
    assert!(all_words(&answer).contains("打完的局都算数"), "{answer}");
    people
        .until("the board of the hand that was given up has no buttons", async || {
            let messages = people.messages(SOUTH).await;
            let board = messages.iter().find(|message| {
                message["embeds"][0]["title"].as_str().is_some_and(|title| title.ends_with("第 2/2 局"))
            })?;
            (buttons(board).is_empty() && all_words(board).contains("已由桌主或管理员结束")).then_some(())
        })
        .await;
    audit(people, &[]).await;
    world.stop().await;
}
