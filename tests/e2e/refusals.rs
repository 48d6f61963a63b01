//! Presses and commands that can't be: each gets one kind, private sentence and changes nothing.

use serde_json::{Value, json};
use tinghu::discord::component::{CustomId, Press};
use tinghu::game::action::{Offer, Origin, PromptId};
use tinghu::game::tile::Tile;

use crate::arranged::{Lobby, east_deals};
use crate::audit::audit;
use crate::people::{EAST, NORTH, SOUTH, WEST, all_words, alt_text, buttons};
use crate::play::{Game, own_view, private_hands, prompt_of};
use crate::world::World;

/// A table of three people and one seat of the program.
async fn seated() -> World {
    let world = World::start().await;
    let people = &world.people;
    people.command(EAST, "table new", json!({"hands": 1, "clock": "slow", "ai": 1})).await;
    for user in [SOUTH, WEST] {
        people.press(user, "加入").await;
    }
    people.until("all sit", async || (world.table().snapshot().info.n_people() == 3).then_some(())).await;
    world
}

/// Runs a command that must be refused with these words.
async fn refused(world: &World, user: &str, name: &str, options: Value, words: &str) {
    let before = world.bot.log(world.table().id()).await.len();
    let interaction = world.people.type_in(user, name, options).await;
    let path = format!("/interactions/{interaction}");
    world
        .people
        .until(&format!("/{name} is refused with {words:?}"), async || {
            let state = world.people.done("GET", &path, Value::Null).await;
            let message = &state["response"]["message"];
            (message["thinking"] == json!(false) && all_words(message).contains(words)).then_some(())
        })
        .await;
    world.people.answered(&interaction, true).await;
    assert_eq!(world.bot.log(world.table().id()).await.len(), before, "/{name} changed something");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_can_not_be_done_in_a_lobby_is_refused() {
    let world = seated().await;
    for (user, name, options, words) in [
        (SOUTH, "table start", json!({}), "只有桌主"),
        (SOUTH, "table end", json!({}), "只有桌主"),
        (SOUTH, "table kick", json!({"player": WEST}), "只有桌主"),
        (SOUTH, "table join", json!({}), "你已经坐在南家"),
        (EAST, "table kick", json!({"player": NORTH}), "不在这张桌上"),
        (NORTH, "table leave", json!({}), "不在这张桌上"),
        (NORTH, "table new", json!({}), "这里已经有一张桌"),
        (EAST, "discard", json!({"tile": "5m"}), ""),
        (EAST, "hu", json!({}), ""),
        (NORTH, "table join", json!({"luck": "福福福福福福福福福福福福福福福福福福福福福福福福福"}), "64"),
    ] {
        refused(&world, user, name, options, words).await;
    }
    audit(&world.people, &[]).await;
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_can_not_be_done_in_a_hand_is_refused() {
    let (world, ()) = World::arranged(Lobby::slow(3), east_deals).await;
    let people = &world.people;
    people.press(EAST, "开始").await;
    let game = Game::new(people, world.table());
    game.moved_on(PromptId(0)).await;
    for user in [EAST, SOUTH, WEST] {
        people.press(user, "手牌").await;
    }
    game.all_see_their_hands().await;
    let (turn, other) = (EAST, SOUTH);
    let view = own_view(&game.table.snapshot(), turn).unwrap();
    let holds = |tile: &Tile| view.hand.contains(tile) || view.drawn == Some(*tile);
    let foreign = Tile::all().take(27).find(|tile| !holds(tile)).unwrap().to_string();
    for (user, name, options, words) in [
        (turn, "discard", json!({"tile": "nonsense"}), "没看懂是哪张牌"),
        (turn, "discard", json!({"tile": foreign}), "按规则现在不能这样做"),
        (turn, "pass", json!({}), "按规则现在不能这样做"),
        (turn, "peng", json!({}), "按规则现在不能这样做"),
        (turn, "chi", json!({}), "按规则现在不能这样做"),
        (other, "hu", json!({}), "现在轮到"),
        (other, "discard", json!({"tile": "5m"}), "现在轮到"),
        (NORTH, "hand", json!({}), "你不在这张桌上"),
        (NORTH, "discard", json!({"tile": "5m"}), "你不在这张桌上"),
        (NORTH, "table join", json!({}), "牌局已经开始"),
    ] {
        refused(&world, user, name, options, words).await;
    }
    strangers_and_foreign_buttons(&world, &game, turn, other).await;
    double_click(&world, &game, turn).await;
    audit(people, &[]).await;
    world.stop().await;
}

/// Who has no seat sees the public picture; a private button is nobody else's.
async fn strangers_and_foreign_buttons(world: &World, game: &Game<'_>, turn: &str, other: &str) {
    let people = &world.people;
    let n_events = world.bot.log(game.table.id()).await.len();
    let (board, hand) = people.message_with(NORTH, "手牌").await;
    let answer = people.touch(NORTH, &board, &hand).await.unwrap();
    let answer = people.words(&answer).await;
    assert!(all_words(&answer).contains("你不在这张桌上"), "{answer}");
    assert!(alt_text(&answer).unwrap().contains("牌墙剩"), "the public picture: {answer}");
    for press in ["过", "胡"] {
        let (board, id) = people.message_with(NORTH, press).await;
        let answer = people.touch(NORTH, &board, &id).await.unwrap();
        assert!(all_words(&people.words(&answer).await).contains("你不在这张桌上"));
    }
    let own = private_hands(&people.messages(turn).await).pop().unwrap();
    let (_, id) = buttons(&own).remove(0);
    for user in [other, NORTH] {
        assert!(
            people.touch(user, &own, &id).await.is_err(),
            "a private message can't even be pressed by {user}"
        );
    }
    let id =
        CustomId { table: game.table.id(), prompt: prompt_of(&game.table.snapshot()), press: Press::Pass };
    let id = id.to_string();
    let board = people
        .until("the board has the buttons of this prompt", async || {
            let messages = people.messages(other).await;
            messages.into_iter().find(|message| buttons(message).iter().any(|(_, own)| *own == id))
        })
        .await;
    let answer = people.touch(other, &board, &id).await.unwrap();
    assert!(all_words(&people.words(&answer).await).contains("现在轮到"));
    assert_eq!(world.bot.log(game.table.id()).await.len(), n_events, "nothing was done");
}

/// Two presses on a discard at once, with every gateway event sent twice: one tile goes.
async fn double_click(world: &World, game: &Game<'_>, turn: &str) {
    let people = &world.people;
    game.all_see_their_hands().await;
    people.fault(json!({"duplicate_events": true})).await;
    let before = world.bot.log(game.table.id()).await;
    let snapshot = game.table.snapshot();
    let view = own_view(&snapshot, turn).unwrap();
    let Some(Offer::Discard { tile, origin }) = view
        .offers
        .iter()
        .find(|offer| matches!(offer, Offer::Discard { origin: Origin::Hand, .. }))
        .cloned()
    else {
        panic!("no discard from the hand")
    };
    let id = CustomId {
        table: game.table.id(),
        prompt: prompt_of(&snapshot),
        press: Press::Discard { tile, origin },
    };
    let hand = private_hands(&people.messages(turn).await).pop().unwrap();
    let id = id.to_string();
    let (first, second) = tokio::join!(people.touch(turn, &hand, &id), people.touch(turn, &hand, &id));
    for press in [first, second] {
        people.answered(&press.unwrap(), false).await;
    }
    people
        .until("the second press is refused", async || {
            let hand = private_hands(&people.messages(turn).await).pop()?;
            all_words(&hand).contains("更早的牌面").then_some(())
        })
        .await;
    let after = world.bot.log(game.table.id()).await;
    let n_discards = after[before.len()..].iter().filter(|event| event.name() == "Discarded").count();
    assert_eq!(n_discards, 1);
    people.fault(json!({})).await;
}
