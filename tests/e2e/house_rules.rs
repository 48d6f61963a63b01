//! House rules: chosen in a private form before the match, and 跑分 before each hand.

use serde_json::{Value, json};
use tinghu::discord::component::{CustomId, Press};
use tinghu::game::action::PromptId;
use tinghu::game::ruleset::{Options, TingClaimTie, Variant};
use tinghu::game::seat::BySeat;
use tinghu::table::view::TablePhase;

use crate::audit::audit;
use crate::people::{EAST, People, SOUTH, all_words, buttons};
use crate::world::World;

/// A table of 齐齐哈尔 with two people and two seats for the program.
async fn qiqihar() -> World {
    let world = World::start().await;
    let options = json!({"ruleset": "qiqihar", "hands": 2, "clock": "slow", "ai": 2});
    world.people.command(EAST, "table new", options).await;
    world.people.press(SOUTH, "加入").await;
    let two = async || (world.table().snapshot().info.n_people() == 2).then_some(());
    world.people.until("both sit", two).await;
    world
}

/// Chooses values in the form; what the form says then.
async fn choose(world: &World, form: &Value, page: u64, press: Press, values: &[&str]) -> Value {
    let custom_id = CustomId { table: world.table().id(), prompt: PromptId(page), press }.to_string();
    let path = format!("/messages/{}/components", form["id"].as_str().unwrap());
    let body = json!({"user": EAST, "custom_id": custom_id, "values": values});
    let sent = world.people.done("POST", &path, body).await;
    world.people.answered(sent["interaction"].as_str().unwrap(), false).await;
    form.clone()
}

/// Waits until this message, as the host sees it, says something.
async fn says(people: &People, message: &Value, words: &str) -> Value {
    people
        .until(&format!("the form says {words:?}"), async || {
            let seen = people.messages(EAST).await;
            let found = seen.into_iter().find(|one| one["id"] == message["id"])?;
            all_words(&found).contains(words).then_some(found)
        })
        .await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_host_chooses_house_rules_and_everybody_is_shown_what_will_be_scored() {
    let world = qiqihar().await;
    let people = &world.people;
    let refused = people.ask(SOUTH, "table settings", json!({})).await;
    assert!(all_words(&refused).contains("桌主"), "{refused}");
    let form = people.ask(EAST, "table settings", json!({})).await;
    let switches = ["four_at_deal", "heavy_rain", "ting_discard_is_ting", "treasure_visible_to_ting"];
    choose(&world, &form, 0, Press::SettingsSwitches, &switches).await;
    says(people, &form, "下大雨：摸到").await;
    // Page 1 begins with 抢杠, 点炮 × 4 and 明杠.
    choose(&world, &form, 0, Press::SettingsPick { slot: 2 }, &["6"]).await;
    let shown = says(people, &form, "补杠每家给6分").await;
    // Nothing counts before it is saved.
    let usual = Options::of(Variant::Qiqihar);
    assert_eq!(world.table().snapshot().info.settings.options, usual);
    let id = buttons(&shown).into_iter().find(|(label, _)| label == "保存").unwrap().1;
    people.touch(EAST, &shown, &id).await.unwrap();
    says(people, &form, "规则改好了").await;
    let chosen = world.table().snapshot().info.settings.options.clone();
    assert!(chosen.heavy_rain && chosen.four_at_deal && !chosen.big_wind && !chosen.ting_by_pung);
    assert_eq!(chosen.kong_points_exposed, 6);
    people
        .until("the lobby shows the rules to all", async || {
            let seen = people.messages(SOUTH).await;
            seen.iter().any(|one| all_words(one).contains("补杠每家给6分")).then_some(())
        })
        .await;
    let rules = people.ask(SOUTH, "rules", json!({})).await;
    assert!(all_words(&rules).contains("补杠每家给6分"), "{rules}");
    // A hand is scored by them, so they stay as they are once the match has begun.
    people.press(EAST, "开始").await;
    let begun = async || {
        let phase = world.table().snapshot().info.phase.clone();
        (phase != TablePhase::Lobby).then_some(())
    };
    people.until("the match begins", begun).await;
    let late = people.ask(EAST, "table settings", json!({})).await;
    assert!(all_words(&late).contains("开始"), "{late}");
    audit(people, &[]).await;
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn house_rules_that_cannot_stand_together_are_refused_with_the_reason() {
    let world = qiqihar().await;
    let people = &world.people;
    let form = people.ask(EAST, "table settings", json!({})).await;
    choose(&world, &form, 0, Press::SettingsSwitches, &["pair_wait_single"]).await;
    let pages = tinghu::discord::views::settings::pages(Variant::Qiqihar);
    let place = |name: &str| {
        pages
            .iter()
            .enumerate()
            .find_map(|(page, names)| Some((page as u64, names.iter().position(|own| *own == name)? as u8)))
    };
    let (page, slot) = place("ting_claim_tie").unwrap();
    let id = CustomId { table: world.table().id(), prompt: PromptId(page), press: Press::SettingsPage };
    // The page is reached by its neighbours' buttons; each shows the next.
    for n in 1..=page {
        let id = CustomId { prompt: PromptId(n), ..id }.to_string();
        let shown = people
            .until("the next page has its button", async || {
                let seen = people.messages(EAST).await;
                let found = seen.into_iter().find(|one| one["id"] == form["id"])?;
                buttons(&found).iter().any(|(_, own)| *own == id).then_some(found)
            })
            .await;
        people.touch(EAST, &shown, &id).await.unwrap();
    }
    let tie = CustomId { prompt: PromptId(page), press: Press::SettingsPick { slot }, ..id }.to_string();
    people
        .until("the choice is there", async || {
            let seen = people.messages(EAST).await;
            let found = seen.into_iter().find(|one| one["id"] == form["id"])?;
            found.to_string().contains(&tie).then_some(())
        })
        .await;
    let shown = choose(&world, &form, page, Press::SettingsPick { slot }, &["pung_first"]).await;
    let save = CustomId { prompt: PromptId(page), press: Press::SettingsSave, ..id }.to_string();
    says(people, &shown, "听碰先于听吃").await;
    people.touch(EAST, &form, &save).await.unwrap();
    says(people, &form, "要和").await;
    assert_eq!(world.table().snapshot().info.settings.options.ting_claim_tie, TingClaimTie::SeatOrder);
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn run_points_are_chosen_privately_and_shown_when_all_have_chosen() {
    let world = qiqihar().await;
    let people = &world.people;
    people.press(EAST, "开始").await;
    people.press(EAST, "顶跑（10 分）").await;
    let all_public = async || {
        let seen = people.messages(SOUTH).await;
        let public = seen.iter().filter(|one| one["ephemeral"] == json!(false));
        public.map(all_words).collect::<Vec<_>>().join("\n")
    };
    let (chosen, missing) = (format!("✅ <@{EAST}>"), format!("⏳ <@{SOUTH}>"));
    let half = async || {
        let words = all_public().await;
        (words.contains(&chosen) && words.contains(&missing)).then_some(words)
    };
    let words = people.until("it is shown who has chosen", half).await;
    assert!(!words.contains("顶跑") && !words.contains("跑 10"), "{words}");
    assert!(world.table().snapshot().public.is_none(), "dealt before all have chosen");
    people.press(SOUTH, "3 分").await;
    let run = format!("<@{EAST}> 跑 10");
    let shown = async || all_public().await.contains(&run).then_some(());
    people.until("the board shows what everybody runs", shown).await;
    let now = world.table().snapshot();
    assert_eq!(now.public.as_ref().unwrap().get().run_points, BySeat([10, 3, 0, 0]));
    audit(people, &[]).await;
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn run_points_that_nobody_chooses_are_those_of_the_room_and_a_restart_loses_none() {
    let world = World::start().await;
    let options = json!({"ruleset": "qiqihar", "hands": 1, "clock": "slow", "ai": 2});
    world.people.command(EAST, "table new", options).await;
    world.people.press(SOUTH, "加入").await;
    let two = async || (world.table().snapshot().info.n_people() == 2).then_some(());
    world.people.until("both sit", two).await;
    world.people.press(EAST, "开始").await;
    world.people.press(EAST, "5 分").await;
    let east = BySeat([true, false, true, true]);
    let half = async || match world.table().snapshot().info.phase {
        TablePhase::Choosing { chosen, .. } => (chosen == east).then_some(()),
        _ => None,
    };
    world.people.until("one has chosen", half).await;
    let world = World::on(world.stop().await).await;
    let phase = world.table().snapshot().info.phase.clone();
    assert!(matches!(phase, TablePhase::Choosing { chosen, .. } if chosen == east), "{phase:?}");
    world.people.command(SOUTH, "hand", json!({})).await;
    world.people.press(SOUTH, "1 分").await;
    let dealt = async || world.table().snapshot().public.as_ref().map(|public| public.get().run_points);
    assert_eq!(world.people.until("the hand is dealt", dealt).await, BySeat([5, 1, 0, 0]));
    world.stop().await;
}
