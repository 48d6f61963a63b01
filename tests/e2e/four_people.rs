//! Four people play complete hands by the buttons that they see.

use serde_json::json;
use tinghu::game::score::Settlement;
use tinghu::text::{Lang, fan_name};

use crate::arranged::{Lobby, user_at, won_by_program};
use crate::audit::audit;
use crate::people::{EAST, FOUR, People, SOUTH, WEST, all_words, alt_text};
use crate::play::{Game, private_hands};
use crate::result_card;
use crate::world::World;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn four_people_play_a_match_and_see_only_their_own_hands() {
    let lobby = Lobby { n_hands: 2, ..Lobby::slow(4) };
    let (world, expected) = World::arranged(lobby, won_by_program).await;
    let people = &world.people;
    let (lobby, _) = people.message_with(EAST, "开始").await;
    let commitment = world.table().snapshot().info.next_commitment.clone().unwrap();
    assert!(all_words(&lobby).contains(&commitment), "the commitment is shown before the first hand");
    people.press(EAST, "开始").await;
    let table = world.table().id().to_string();
    let mut game = Game::new(people, world.table());
    game.moved_on(tinghu::game::action::PromptId(0)).await;
    for user in FOUR {
        people.press(user, "手牌").await;
    }

    let over = game.play_hand().await;
    // The wall is known, so everything that follows from it is.
    let outcome = over.public.as_ref().unwrap().get().outcome.clone();
    assert!(outcome == expected.public_view().get().outcome, "{outcome:?}");
    let settlement = outcome.unwrap().settlement;
    let card = result_card::check(&world, &over, &commitment).await;
    let commitment = over.info.next_commitment.clone().unwrap();
    assert!(all_words(&card).contains(&commitment), "the next commitment is on the card");
    for user in FOUR {
        people.press(user, "下一局").await;
    }
    game.moved_on(tinghu::game::action::PromptId(0)).await;

    let over = game.play_hand().await;
    result_card::check(&world, &over, &commitment).await;
    people.message_with(WEST, "再来一局").await;
    for user in FOUR {
        let what = format!("{user} has one hand left, the last one");
        people
            .until(&what, async || (private_hands(&people.messages(user).await).len() == 1).then_some(()))
            .await;
    }
    let board = people.ask(SOUTH, "leaderboard", json!({})).await;
    for name in ["东东", "南南", "西西", "北北"] {
        assert!(all_words(&board).contains(name), "{board}");
    }
    told_in_charts(people, &settlement, &table).await;
    assert!(game.n_presses > 20 && game.n_boards_seen > game.n_presses, "hardly anything was played or seen");
    audit(people, &[]).await;
    world.stop().await;
}

/// `/stats` names the fans of the hand that was won, and `/history` tells the match hand by hand, each with a picture.
async fn told_in_charts(people: &People, settlement: &Settlement, table: &str) {
    let winner = user_at(settlement.winner.unwrap());
    people.ask(winner, "stats", json!({})).await;
    let fans = people
        .until("the fans of the won hands are shown", async || {
            let seen = people.messages(winner).await;
            seen.iter().rev().filter_map(alt_text).find(|alt| alt.starts_with("胡牌的番"))
        })
        .await;
    assert!(!settlement.fans.is_empty(), "a win without a fan");
    for line in &settlement.fans {
        let name = fan_name(Lang::ZhCn, line.fan);
        assert!(fans.contains(&name), "{name} is not in {fans}");
    }
    let history = people.ask(EAST, "history", json!({"match": table})).await;
    for hand in ["第 1 局", "第 2 局"] {
        assert!(all_words(&history).contains(hand), "{history}");
    }
    assert!(alt_text(&history).is_some_and(|alt| alt.contains("东东")), "{history}");
}
