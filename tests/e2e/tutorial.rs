//! The hand that explains itself, from the first press to the last.

use serde_json::json;

use crate::audit::audit;
use crate::people::{EAST, SOUTH, all_words, embed_words};
use crate::world::World;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_tutorial_leads_a_newcomer_to_a_win_and_nobody_else_sees_it() {
    let world = World::start().await;
    let people = &world.people;
    let first = people.ask(EAST, "tutorial", json!({})).await;
    assert_eq!(first["ephemeral"], json!(true));
    assert!(first["attachments"][0]["description"].as_str().unwrap().contains("刚摸到：9条"), "{first}");
    // Not what the lesson says: it says so, and stays where it is.
    people.press(EAST, "1万").await;
    people
        .until("the lesson says that this is for later", async || {
            let seen = people.messages(EAST).await;
            seen.iter().any(|message| all_words(message).contains("但这一课先照说明来")).then_some(())
        })
        .await;
    for label in ["9条", "碰", "1筒", "听吃 2-3-4条", "返回", "听吃 2-3-4条", "7条", "继续", "胡"]
    {
        people.press(EAST, label).await;
    }
    let (over, _) = people.message_with(EAST, "再学一遍").await;
    assert!(embed_words(&over).contains("大宝中宝") && embed_words(&over).contains("+48"), "{over}");
    assert_eq!(people.messages(EAST).await.len(), 1, "all in one message");
    people.press(EAST, "再学一遍").await;
    people.message_with(EAST, "9条").await;
    assert!(people.messages(SOUTH).await.is_empty());
    audit(people, &[]).await;
    world.stop().await;
}
