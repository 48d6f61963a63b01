//! Three answers to one discard, in every order.

use std::path::Path;

use tempfile::TempDir;
use tinghu::discord::component::Press;
use tinghu::game::action::PromptId;
use tinghu::game::seat::Seat;
use tinghu::game::view::PublicPhase;
use tinghu::text::{Lang, board_alt, hand_alt};

use crate::arranged::{Lobby, Rivals, rivals, user_at};
use crate::audit::audit;
use crate::people::{EAST, FOUR, all_words};
use crate::play::{Game, own_view, press_of, private_hands, prompt_of};
use crate::world::World;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn three_answers_lead_to_the_same_in_every_order() {
    let (world, arranged) = World::arranged(Lobby::slow(4), rivals).await;
    let prompt = to_the_window(&world, &arranged).await;
    let dir = world.stop().await;

    let answers = [
        (arranged.pung, Press::Pung),
        (arranged.chow.0, press_of(arranged.chow.1)),
        (arranged.idle, Press::Pass),
    ];
    let mut results = Vec::new();
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        // Every order starts from the same moment: copies of bot and sandbox.
        let world = World::on(copy(dir.path())).await;
        results.push(answer(&world, prompt, order.map(|n| answers[n])).await);
        world.stop().await;
    }
    assert!(results.iter().all(|result| *result == results[0]), "{results:?}");
}

/// Starts the arranged hand, opens all four hands and discards.
async fn to_the_window(world: &World, arranged: &Rivals) -> PromptId {
    let people = &world.people;
    people.press(EAST, "开始").await;
    let game = Game::new(people, world.table());
    game.moved_on(PromptId(0)).await;
    for user in FOUR {
        people.press(user, "手牌").await;
    }
    let (dealer, discard) = arranged.discard;
    let prompt = prompt_of(&world.table().snapshot());
    assert!(game.press(user_at(dealer), prompt, press_of(discard)).await);
    game.moved_on(prompt).await;
    let prompt = prompt_of(&world.table().snapshot());
    game.all_see_their_hands().await;
    prompt
}

/// Answers in this order; what the table and its people see afterwards.
async fn answer(world: &World, prompt: PromptId, order: [(Seat, Press); 3]) -> Vec<String> {
    let people = &world.people;
    let game = Game::new(people, world.table());
    for (n, &(seat, press)) in order.iter().enumerate() {
        game.all_see_their_hands().await;
        let before = words_of_others(world, seat).await;
        assert!(game.press(user_at(seat), prompt, press).await, "{seat} can answer");
        if n < 2 {
            people
                .until("the answer is taken", async || {
                    let view = own_view(&world.table().snapshot(), user_at(seat))?;
                    view.answered.then_some(())
                })
                .await;
            assert_eq!(prompt_of(&world.table().snapshot()), prompt, "an answer alone decides nothing");
            game.all_see_their_hands().await;
            assert_eq!(words_of_others(world, seat).await, before, "an answer is nobody else's business");
        }
    }
    game.moved_on(prompt).await;
    audit(people, &[]).await;
    let now = world.table().snapshot();
    let public = now.public.as_ref().unwrap().get();
    let claimer = order.iter().find(|(_, press)| *press == Press::Pung).unwrap().0;
    assert_eq!(public.phase, PublicPhase::Turn { seat: claimer }, "碰 goes before 吃");
    let names = tinghu::game::seat::BySeat::from_fn(|seat| user_at(seat).to_owned());
    let own = FOUR.map(|user| hand_alt(Lang::ZhCn, &own_view(&now, user).unwrap()));
    [board_alt(Lang::ZhCn, public, &names)].into_iter().chain(own).collect()
}

/// The private hands of the two others who are asked, in words.
async fn words_of_others(world: &World, answered: Seat) -> Vec<String> {
    let mut words = Vec::new();
    for seat in answered.others() {
        let hands = private_hands(&world.people.messages(user_at(seat)).await);
        words.extend(hands.iter().map(|hand| without_clock(&all_words(hand))));
    }
    words
}

/// The words without the countdown, which a restart sets anew.
fn without_clock(words: &str) -> String {
    let mut parts = words.split("<t:");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + part.split_once(":R>").map_or("", |(_, rest)| rest))
}

/// A copy of a data folder.
fn copy(from: &Path) -> TempDir {
    let to = tempfile::tempdir().unwrap();
    copy_into(from, to.path());
    to
}

fn copy_into(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy_into(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).unwrap();
        }
    }
}
