//! Two bots that both want the same servers.

use crate::dice::Dice;
use crate::town::Town;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_second_bot_for_the_same_shards_ends_with_a_sentence() {
    let Some(town) = Town::new().await else { return };
    let first = town.launch().start();
    town.city.shards_are_there(&[[0, 1]]).await;
    let (status, words) = town.launch().start_heard().last_words().await;
    assert_eq!(status.code(), Some(2), "{words}");
    let sentence = "another process plays for them, or for some of them";
    assert!(words.lines().count() == 1 && words.contains(sentence), "{words}");
    let (status, words) = town.launch().for_shards([0, 0, 2]).start_heard().last_words().await;
    assert_eq!(status.code(), Some(2), "{words}");
    assert!(words.contains("another process counts 1 shards"), "{words}");
    town.city.shards_are_there(&[[0, 1]]).await;
    first.kill().await;
    town.close(Vec::new(), 0).await;
}

/// The bot stands still while the server ends its session, as it does after 30 s of silence; another one takes its place and
/// plays on. When the first one wakes up, the second one stands still, so whatever happens is the first one's doing.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_that_wakes_up_late_writes_and_answers_nothing_more() {
    let Some(town) = Town::new().await else { return };
    let late = town.launch().start_heard();
    town.city.shards_are_there(&[[0, 1]]).await;
    let mut players = town.loner("迟").await.at_a_table("late", 2, "slow", &mut Dice::new(4)).await;
    let mut player = players.remove(0);
    player.make_moves(2).await;
    late.signal("-STOP").await;
    town.database.end_sessions().await;
    let heir = town.launch().start();
    // Discord still holds the first one for connected, and tells both of them everything.
    town.city.shards_are_there(&[[0, 1], [0, 1]]).await;
    player.make_moves(2).await;

    heir.signal("-STOP").await;
    let (n_facts, request) = (town.n_facts().await, town.next_request().await);
    late.signal("-CONT").await;
    let (status, words) = late.last_words().await;
    assert_eq!(status.code(), Some(2), "{words}");
    assert!(words.contains("another process plays on with the tables of this one"), "{words}");
    let mut said = town.deeds_since(request).await;
    // The edit of a board that waited for its turn when the bot stopped may still go out.
    said.retain(|deed| !deed.starts_with("PATCH /channels/"));
    assert_eq!(said, Vec::<String>::new(), "nobody is answered, and nothing is posted");
    assert_eq!(town.n_facts().await, n_facts, "nothing is written");

    heir.signal("-CONT").await;
    let told = player.play().await;
    heir.kill().await;
    town.close(told, 5).await;
}
