//! Restarts, second processes, clocks and limits.

use std::time::Duration;

use serde_json::json;
use tinghu::game::seat::Seat;
use tinghu::game::view::PublicPhase;
use tinghu::store::Store;
use tinghu::store::event::{ClockPreset, TableId, UnixMs, UserId};
use tinghu::store::surfaces::SurfaceRow;
use tinghu::table::view::{Snapshot, TablePhase};
use tinghu::text::{Lang, hand_alt};
use tokio::time::{interval, timeout};

use crate::arranged::{Lobby, east_deals, east_sleeps_through};
use crate::audit::audit;
use crate::human::PATIENCE;
use crate::people::{CHANNEL, EAST, SOUTH, alt_text, buttons};
use crate::play::{Game, own_view, prompt_of};
use crate::taken_away::board_is_current;
use crate::world::{Bot, World};
use crate::{begin, begun, discard_button, discards, n_facts};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn game_lost_on_restart() {
    let mut world = begun(2).await;
    discards(&world, EAST).await;
    let (board, _) = world.people.message_with(EAST, "手牌").await;
    let before = world.bot.log(world.table().id()).await.len();
    world.bot.stop().await;
    world.start_bot().await;
    assert!(world.bot.log(world.table().id()).await.len() >= before);
    let mut game = Game::new(&world.people, world.table());
    game.all_see_their_hands().await;
    board_is_current(&world).await;
    let (again, _) = world.people.message_with(EAST, "手牌").await;
    assert_eq!(again["id"], board["id"], "the same board");
    // What was on the screen before still works.
    game.step(&game.table.snapshot()).await;
    audit(&world.people, &[]).await;
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn private_hand_in_another_language_after_a_restart() {
    let mut world = begun(2).await;
    world.people.done("PATCH", &format!("/users/{SOUTH}"), json!({"locale": "en-US"})).await;
    world.people.press(SOUTH, "手牌").await;
    let in_english = async |world: &World| {
        let seen = world.people.messages(SOUTH).await;
        let alt = seen.iter().rev().filter(|one| one["ephemeral"] == json!(true)).find_map(alt_text)?;
        let now = own_view(&world.table().snapshot(), SOUTH)?;
        (alt == hand_alt(Lang::En, &now)).then_some(())
    };
    world.people.until("the hand is in English", async || in_english(&world).await).await;
    // Nobody waits until it is kept that this is their language.
    let id = UserId(SOUTH.parse().unwrap());
    let preferences = world.bot.preferences();
    let kept = async || (preferences.person(id).await.ok()?.locale? == "en").then_some(());
    world.people.until("the language is kept", kept).await;
    drop(preferences);
    world.bot.stop().await;
    world.start_bot().await;
    discards(&world, EAST).await;
    world.people.until("the hand is in English, and as it is now", async || in_english(&world).await).await;
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn old_dead_lobby_posts_after_a_restart() {
    let mut world = World::start().await;
    world.people.ask(EAST, "table new", json!({"ai": 2, "clock": "slow"})).await;
    let (lobby, _) = world.people.message_with(SOUTH, "加入").await;
    world.bot.stop().await;
    world.start_bot().await;
    let (again, _) = world.people.message_with(SOUTH, "加入").await;
    assert_eq!(again["id"], lobby["id"], "no second lobby");
    world.people.press(SOUTH, "加入").await;
    let two = async || (world.table().snapshot().info.n_people() == 2).then_some(());
    world.people.until("the old button still works", two).await;
    // The table ends while its message cannot be reached: the next start takes the buttons off.
    world.people.fault(json!({"hold": [CHANNEL]})).await;
    world.people.command(EAST, "table end", json!({})).await;
    let ended = async || world.bot.registry.at(CHANNEL.parse().unwrap()).is_none().then_some(());
    world.people.until("the table has ended", ended).await;
    world.bot.stop().await;
    world.people.fault(json!({})).await;
    world.start_bot().await;
    world
        .people
        .until("the lobby of the ended table has no buttons", async || {
            let seen = world.people.messages(SOUTH).await;
            let old = seen.into_iter().find(|message| message["id"] == lobby["id"])?;
            buttons(&old).is_empty().then_some(())
        })
        .await;
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_instances_answer_the_same_click() {
    let world = begun(2).await;
    let people = &world.people;
    let second = Store::open_sqlite(&world.database()).await;
    assert!(second.is_err(), "a second process gets the same tables");
    // One with tables of its own hears the same clicks. Each is answered once, and done at most once.
    let elsewhere = tempfile::tempdir().unwrap();
    let mut stray = Bot::start(&world.base(), elsewhere.path(), |ledger| ledger).await;
    people
        .until("both are connected", async || {
            let requests = people.requests().await;
            let registers =
                |request: &&serde_json::Value| request["method"] == "PUT" && request["status"] == 200;
            (requests.iter().filter(registers).count() >= 2).then_some(())
        })
        .await;
    while n_facts(&world, "Discarded").await == 0 {
        people.press(EAST, "手牌").await;
        let (hand, id) = discard_button(&world, EAST).await;
        if let Ok(pressed) = people.touch(EAST, &hand, &id).await {
            people.answered(&pressed, false).await;
            people
                .until("the press is done, or was the other one's", async || {
                    let is_mine = n_facts(&world, "Discarded").await > 0;
                    let requests = people.requests().await;
                    let refused = requests.iter().filter(|request| {
                        request["path"].as_str().unwrap().contains(&pressed) && request["status"] == 400
                    });
                    (is_mine || refused.count() > 0).then_some(())
                })
                .await;
        }
    }
    assert_eq!(n_facts(&world, "Discarded").await, 1);
    audit(people, &[400]).await;
    stray.stop().await;
    world.stop().await;
}

fn deadline(snapshot: &Snapshot) -> Option<UnixMs> {
    match snapshot.info.phase {
        TablePhase::Playing { deadline, .. } => Some(deadline),
        _ => None,
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn timer_not_reset_or_never_firing() {
    let lobby = Lobby { n_people: 1, n_hands: 1, clock: ClockPreset::Test };
    let (world, ()) = World::arranged(lobby, east_sleeps_through(4)).await;
    let people = &world.people;
    people.press(EAST, "开始").await;
    let table = world.table();
    // Each turn has a clock of its own that ends later than the one before, and each of them ends by itself.
    let (mut last, mut deadlines) = (None, Vec::new());
    people
        .until("the clock has moved the game on", async || {
            let now = table.snapshot();
            let is_turn = own_view(&now, EAST)?.public.phase == PublicPhase::Turn { seat: Seat::East };
            if is_turn && Some(prompt_of(&now)) != last {
                last = Some(prompt_of(&now));
                deadlines.extend(deadline(&now));
            }
            (deadlines.len() >= 3).then_some(())
        })
        .await;
    assert!(deadlines.is_sorted_by(|earlier, later| earlier < later), "{deadlines:?}");
    audit(people, &[]).await;
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rate_limit_429_stalls_edits() {
    let world = begun(2).await;
    let people = &world.people;
    let mut game = Game::new(people, world.table());
    game.bad_connection = true;
    people.fault(json!({"rest_429_every": 3})).await;
    for _ in 0..3 {
        game.step(&game.table.snapshot()).await;
    }
    people.fault(json!({})).await;
    game.all_see_their_hands().await;
    board_is_current(&world).await;
    let requests = people.requests().await;
    assert!(requests.iter().any(|request| request["status"] == 429), "nothing was limited in {CHANNEL}");
    audit(people, &[429]).await;
    world.stop().await;
}

/// Waits until exactly these public messages of a table are noted: those that still have to be looked after.
async fn until_noted(world: &World, table: TableId, wanted: &[&str]) {
    let mut noted = vec![String::new()];
    let as_wanted = async {
        // Nobody who looks at Discord sees this change.
        let mut rhythm = interval(Duration::from_millis(50));
        while noted != wanted {
            rhythm.tick().await;
            let rows = world.bot.surfaces(table).await;
            noted = rows.into_iter().map(|row| row.key).filter(|key| !key.starts_with("hand:")).collect();
        }
    };
    let in_time = timeout(PATIENCE, as_wanted).await.is_ok();
    assert!(in_time, "{noted:?} are noted instead of {wanted:?}");
}

/// Of messages whose buttons do nothing any more.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn old_messages_have_an_owner_until_their_buttons_are_off() {
    let (mut world, ()) = World::arranged(Lobby::slow(1), east_deals).await;
    let table = world.table().id();
    until_noted(&world, table, &["lobby"]).await;
    let (lobby, _) = world.people.message_with(EAST, "开始").await;
    begin(&world, 1).await;
    until_noted(&world, table, &["board:1"]).await;
    // As if the program had been killed before the buttons were off the card of a hand before this one.
    let row = world.bot.surfaces(table).await.into_iter().find(|row| row.key == "board:1").unwrap();
    world.bot.stop().await;
    let card =
        SurfaceRow { key: "result:0".into(), message: lobby["id"].as_str().unwrap().parse().unwrap(), ..row };
    let store = Store::open_sqlite(&world.database()).await.unwrap();
    store.surfaces().upsert(card).await.unwrap();
    store.close().await;
    world.start_bot().await;
    let only_replay = async || {
        let seen = world.people.messages(EAST).await;
        let card = seen.into_iter().find(|message| message["id"] == lobby["id"])?;
        let labels: Vec<String> = buttons(&card).into_iter().map(|(label, _)| label).collect();
        (labels == ["回放"]).then_some(())
    };
    world.people.until("the old card has the button for good alone", only_replay).await;
    until_noted(&world, table, &["board:1"]).await;
    // The table ends while its board can't be reached.
    world.people.fault(json!({"hold": [CHANNEL]})).await;
    world.people.command(EAST, "table end", json!({})).await;
    let ended = async || world.bot.registry.at(CHANNEL.parse().unwrap()).is_none().then_some(());
    world.people.until("the table has ended", ended).await;
    until_noted(&world, table, &["board:1"]).await;
    world.people.fault(json!({})).await;
    until_noted(&world, table, &[]).await;
    world.stop().await;
}
