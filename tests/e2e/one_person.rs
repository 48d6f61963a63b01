//! One person against three seats of the program.

use serde_json::json;
use tinghu::game::action::PromptId;

use crate::arranged::{Lobby, won_by_program};
use crate::audit::audit;
use crate::people::{EAST, all_words};
use crate::play::Game;
use crate::result_card;
use crate::world::World;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_person_plays_a_match_against_the_program() {
    let lobby = Lobby { n_hands: 2, ..Lobby::slow(1) };
    let (world, expected) = World::arranged(lobby, won_by_program).await;
    let people = &world.people;
    people.press(EAST, "开始").await;
    let mut game = Game::new(people, world.table());
    game.moved_on(PromptId(0)).await;
    let over = game.play_hand().await;
    let outcome = over.public.as_ref().unwrap().get().outcome.clone();
    assert!(outcome == expected.public_view().get().outcome, "{outcome:?}");
    let commitment = over.info.fair.as_ref().unwrap().commitment.clone();
    result_card::check(&world, &over, &commitment).await;
    people.press(EAST, "下一局").await;
    game.moved_on(PromptId(0)).await;
    game.play_hand().await;

    let board = people.ask(EAST, "leaderboard", json!({})).await;
    assert!(all_words(&board).contains("还没有成绩"), "a match of one person is not ranked: {board}");
    let stats = people.ask(EAST, "stats", json!({})).await;
    assert!(all_words(&stats).contains("打了 2 局"), "{stats}");
    audit(people, &[]).await;
    world.stop().await;
}
