//! A bad connection: nothing is lost, done twice or shown to the wrong person.

use serde_json::json;
use tinghu::game::action::PromptId;
use tinghu::table::view::TablePhase;

use crate::arranged::{Lobby, won_by_program};
use crate::audit::audit;
use crate::people::{EAST, FOUR};
use crate::play::Game;
use crate::result_card;
use crate::world::{World, connected};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hand_is_played_over_a_bad_connection() {
    let (world, expected) = World::arranged(Lobby::slow(4), won_by_program).await;
    let people = &world.people;
    people.press(EAST, "开始").await;
    let mut game = Game::new(people, world.table());
    game.moved_on(PromptId(0)).await;
    for user in FOUR {
        people.press(user, "手牌").await;
    }
    game.bad_connection = true;
    people
        .fault(json!({"rest_5xx_every": 9, "rest_429_every": 14, "latency_ms": 20, "duplicate_events": true}))
        .await;
    for fault in ["reconnect", "drop_gateway", "invalid_session"] {
        for _ in 0..2 {
            let snapshot = game.table.snapshot();
            if matches!(snapshot.info.phase, TablePhase::Playing { .. }) {
                game.step(&snapshot).await;
            }
        }
        people.fault(json!({fault: true})).await;
        connected(people).await;
    }
    let over = game.play_hand().await;
    people.fault(json!({})).await;
    let outcome = over.public.as_ref().unwrap().get().outcome.clone();
    assert!(outcome == expected.public_view().get().outcome, "{outcome:?}");
    let commitment = over.info.fair.as_ref().unwrap().commitment.clone();
    result_card::check(&world, &over, &commitment).await;
    audit(people, &[429, 502]).await;
    world.stop().await;
}
