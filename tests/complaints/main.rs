//! What users of Discord bots complain of, each as a test over the real protocol that is named after its complaint.
//!
//! | complaint | test |
//! |---|---|
//! | missing or late answer | `answers::missing_or_late_answer` |
//! | private hand shown publicly | `answers::private_hand_shown_publicly` |
//! | token dead after 15 min | `taken_away::token_dead_after_15_min` |
//! | game lost on restart | `machine::game_lost_on_restart` |
//! | a player away blocks the table | `people_at_it::player_away_blocks_the_table` |
//! | host can't remove a player or end a table | `people_at_it::host_cannot_remove_a_player_or_end_a_table` |
//! | stale or copied hand messages acted on | `answers::stale_or_copied_messages_acted_on` |
//! | button of another table's game | `answers::button_of_another_tables_game` |
//! | double click or two devices count twice | `answers::double_click_or_two_devices_count_twice` |
//! | claim races | `answers::claim_races` |
//! | closed DMs crash the start | `people_at_it::closed_dms_crash_the_start` |
//! | channel, thread or message deleted mid-game | `taken_away::message_deleted_mid_game`, `taken_away::message_deleted_before_the_game`, `taken_away::channel_deleted_mid_game` |
//! | permission removed mid-game | `taken_away::permission_removed_mid_game` |
//! | bot kicked from the server | `taken_away::bot_kicked_from_the_server`, `comes_back` (every stage × every reason) |
//! | player leaves the server | `people_at_it::player_leaves_the_server` |
//! | command used in a thread, a voice channel's chat, a DM | `places::command_used_in_a_thread_a_voice_chat_or_a_dm` |
//! | missing permission without saying which | `taken_away::missing_permission_without_saying_which` |
//! | two instances answer the same click | `machine::two_instances_answer_the_same_click` |
//! | CJK or emoji names as boxes | `names::cjk_or_emoji_names_as_boxes` |
//! | image cropped on phones | `names::image_cropped_on_phones` |
//! | no alt text | `names::no_alt_text` |
//! | `@everyone` or markdown in a nickname | `names::everyone_or_markdown_in_a_nickname` |
//! | a ghost seat | `people_at_it::ghost_seat` |
//! | timer not reset or never firing | `machine::timer_not_reset_or_never_firing` |
//! | rate-limit 429 stalls edits | `machine::rate_limit_429_stalls_edits`, `taken_away::message_too_old_for_edits_mid_game`, `crowd::a_flooded_and_throttled_table_delays_no_other` |
//! | old dead lobby posts after a restart | `machine::old_dead_lobby_posts_after_a_restart`, `machine::old_messages_have_an_owner_until_their_buttons_are_off` |

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "in tests; the lint sees only functions marked as tests"
)]

mod answers;
mod comes_back;
mod crowd;
mod machine;
mod names;
mod people_at_it;
mod places;
#[path = "../support/mod.rs"]
mod support;
mod taken_away;
mod texts;

use serde_json::Value;
use support::arranged::{Lobby, east_deals};
use support::{arranged, audit, gate, human, people, play, world};
use tinghu::game::action::{Offer, PromptId};

use people::{FOUR, People, all_words};
use play::{Game, own_view, press_of, private_hands, prompt_of};
use world::World;

/// A hand that has begun with East's turn: this many people, each of whom has opened the own hand, and the program.
async fn begun(n_people: usize) -> World {
    let (world, ()) = World::arranged(Lobby::slow(n_people), east_deals).await;
    begin(&world, n_people).await;
    world
}

/// Starts the table and opens the hands.
async fn begin(world: &World, n_people: usize) {
    world.people.press(FOUR[0], "开始").await;
    let game = Game::new(&world.people, world.table());
    game.moved_on(PromptId(0)).await;
    // The host's hand came with the start.
    for user in &FOUR[1..n_people] {
        world.people.press(user, "手牌").await;
    }
    game.all_see_their_hands().await;
}

/// The first discard that this person may make: the button's id, and the hand on which it stands.
async fn discard_button(world: &World, user: &str) -> (Value, String) {
    let table = world.table();
    world
        .people
        .until(&format!("{user} can discard"), async || {
            let now = table.snapshot();
            let offers = own_view(&now, user)?.offers;
            let press = offers.iter().find_map(|offer| match *offer {
                Offer::Discard { tile, origin } => {
                    Some(press_of(tinghu::game::action::Action::Discard { tile, origin }))
                }
                _ => None,
            })?;
            let id =
                tinghu::discord::component::CustomId { table: table.id(), prompt: prompt_of(&now), press };
            let id = id.to_string();
            let hand = private_hands(&world.people.messages(user).await).pop()?;
            people::buttons(&hand).iter().any(|(_, own)| *own == id).then_some((hand, id))
        })
        .await
}

/// Discards, and waits until the table has moved on.
async fn discards(world: &World, user: &str) {
    let game = Game::new(&world.people, world.table());
    let prompt = prompt_of(&game.table.snapshot());
    world.people.click_found(user, async || discard_button(world, user).await).await;
    game.moved_on(prompt).await;
}

/// How many facts of this name the table's log holds.
async fn n_facts(world: &World, name: &str) -> usize {
    let log = world.bot.log(world.table().id()).await;
    log.iter().filter(|event| event.name() == name).count()
}

/// Waits until this person is privately told these words.
async fn told(people: &People, user: &str, words: &str) {
    people
        .until(&format!("{user} is told {words:?}"), async || {
            let seen = people.messages(user).await;
            let private = seen.iter().filter(|message| message["ephemeral"] == true);
            private.map(all_words).any(|text| text.contains(words)).then_some(())
        })
        .await;
}
