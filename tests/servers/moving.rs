//! A server of Discord moves from one process to another.

use std::sync::Arc;

use futures_util::future::join_all;

use crate::dice::Dice;
use crate::party::Party;
use crate::player::Player;
use crate::town::Town;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_moves_to_another_bot_goes_on_there() {
    let Some(town) = Town::new().await else { return };
    let [mut one, other] = [0, 1].map(|shard| town.launch().for_shards([shard, shard, 2]).start());
    town.city.shards_are_there(&[[0, 2], [1, 2]]).await;
    let mut dice = Dice::new(6);
    let mut players = Vec::new();
    for shard in [0, 1] {
        let person = town.city.new_person(&format!("移{shard}")).await;
        let guild = town.city.new_guild_on(shard, 2).await;
        let party = Party::new(Arc::clone(&town.city), shard, "harbin-new", vec![person], 3);
        players.extend(party.in_guild(&guild).at_a_table("moving", 2, "slow", &mut dice).await);
    }
    join_all(players.iter_mut().map(|player| player.make_moves(1))).await;

    town.city.note_kill();
    other.kill().await;
    town.city.shards_are_there(&[[0, 2]]).await;
    let lost = players[1].press_blindly().await;
    players[1].until_failed(&lost).await;
    players[0].make_moves(1).await; // nobody else plays for the second server, and the first one goes on

    one.signal("-TERM").await;
    assert_eq!(one.ended().await.code(), Some(0));
    let both = town.launch().for_shards([0, 1, 2]).start();
    town.city.shards_are_there(&[[0, 2], [1, 2]]).await;
    let told = join_all(players.into_iter().map(Player::play)).await.concat();
    both.kill().await;
    town.close(told, 10).await;
}
