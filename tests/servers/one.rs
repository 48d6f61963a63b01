//! One bot with its tables on a server: a whole match, kills in the middle of a hand, a server that goes away.

use std::time::Duration;

use tinghu::text::{Lang, say};
use tokio::time::timeout;

use crate::dice::Dice;
use crate::postgres::{Database, Server};
use crate::town::Town;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_is_played_with_its_tables_on_a_server() {
    let Some(town) = Town::new().await else { return };
    let mut bot = town.launch().start();
    town.city.shards_are_there(&[[0, 1]]).await;
    let mut players = town.loner("单").await.at_a_table("whole", 1, "normal", &mut Dice::new(1)).await;
    let told = players.remove(0).play().await;
    bot.signal("-TERM").await;
    let status = bot.ended().await;
    assert_eq!(status.code(), Some(0), "{status}");
    assert!(!town.folder().join("tinghu.db").exists(), "no second database in a file");
    town.close(told, 5).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_answered_survives_kills_in_the_middle_of_a_hand() {
    let Some(town) = Town::new().await else { return };
    let mut dice = Dice::new(2);
    let mut players = town.loner("劳").await.at_a_table("kills", 2, "slow", &mut dice).await;
    let mut player = players.remove(0);
    for _ in 0..3 {
        let mut bot = town.launch().start();
        town.city.shards_are_there(&[[0, 1]]).await;
        player.make_moves(1).await;
        // Not only while it waits for the person.
        let life = Duration::from_millis(dice.below(900));
        let ended = timeout(life, bot.ended()).await;
        assert!(ended.is_err(), "the bot has ended by itself: {ended:?}");
        town.city.note_kill();
        bot.kill().await;
        town.city.shards_are_there(&[]).await;
    }
    let bot = town.launch().start();
    town.city.shards_are_there(&[[0, 1]]).await;
    let told = player.play().await;
    bot.kill().await;
    town.close(told, 5).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_waits_for_its_server_says_so_and_goes_on_by_itself() {
    let Some(server) = Server::start() else { return };
    let town = Town::with(Database::on(server.url.clone()).await).await;
    let bot = town.launch().start();
    town.city.shards_are_there(&[[0, 1]]).await;
    let mut players = town.loner("等").await.at_a_table("server", 2, "slow", &mut Dice::new(3)).await;
    let mut player = players.remove(0);
    player.make_moves(1).await;
    server.halt();
    let words = say(Lang::ZhCn, "board-store", &[]);
    player.press_blindly().await;
    player.until_board(&words, true).await;
    server.resume();
    player.until_board(&words, false).await;
    player.make_moves(1).await;
    server.restart();
    let told = player.play().await;
    bot.kill().await;
    town.close(told, 5).await;
}
