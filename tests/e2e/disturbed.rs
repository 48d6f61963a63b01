//! A bad connection: nothing is lost, done twice or shown to the wrong person.

use serde_json::json;
use tinghu::game::action::PromptId;
use tinghu::table::view::TablePhase;

use crate::audit::audit;
use crate::bot::{World, connected};
use crate::people::{EAST, NORTH, SOUTH, WEST};
use crate::play::Game;
use crate::result_card;

/// Four people in the first prompt of a hand.
async fn start(world: &World) -> Game<'_> {
    let people = &world.people;
    people.command(EAST, "table new", json!({"hands": 1, "clock": "slow"})).await;
    for user in [SOUTH, WEST, NORTH] {
        people.press(user, "加入").await;
    }
    people.until("all sit", async || (world.table().snapshot().info.n_people() == 4).then_some(())).await;
    people.press(EAST, "开始").await;
    let game = Game::new(people, world.table());
    game.moved_on(PromptId(0)).await;
    game
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hand_is_played_over_a_bad_connection() {
    let world = World::start().await;
    let people = &world.people;
    let mut game = start(&world).await;
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
    let commitment = over.info.fair.as_ref().unwrap().commitment.clone();
    result_card::check(&world, &over, &commitment).await;
    audit(people, &[429, 502]).await;
    world.stop().await;
}
