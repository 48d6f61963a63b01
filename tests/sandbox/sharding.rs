//! Several shards: which may connect, how often, and what each of them hears.

use serde_json::{Value, json};
use tinghu::sandbox::BOT_TOKEN;

use crate::support::{Bot, CHANNEL, EAST, GUILD, Local};

/// The shard of a server by Discord's formula.
fn shard_of(guild: &str, of: u64) -> u64 {
    (guild.parse::<u64>().unwrap() >> 22) % of
}

/// One more server, with its text channel, on the shard of two that the first server is not on.
async fn guild_on_the_other(local: &Local) -> (String, String) {
    loop {
        let made = local.done("POST", "/guilds", json!({"name": "别处"})).await;
        let [guild, channel] = ["id", "channel"].map(|field| made[field].as_str().unwrap().to_owned());
        if shard_of(&guild, 2) != shard_of(GUILD, 2) {
            return (guild, channel);
        }
        local.done("POST", &format!("/guilds/{guild}/kick-bot"), Value::Null).await;
        local.advance(1).await;
    }
}

async fn identify(local: &Local, shard: Value) -> Bot {
    let mut bot = Bot::connect(local, "?v=10&encoding=json").await;
    assert_eq!(bot.frame().await["op"], 10);
    bot.send(json!({"op": 2, "d": {"token": BOT_TOKEN, "intents": 1, "shard": shard}})).await;
    bot
}

#[tokio::test]
async fn each_server_is_heard_by_its_shard_and_private_messages_by_the_first() {
    let local = Local::start().await;
    local.done("POST", "/gateway", json!({"identify_every_ms": 0})).await;
    let (_, elsewhere) = guild_on_the_other(&local).await;
    let mut shards = [Bot::shard(&local, 0, 2).await, Bot::shard(&local, 1, 2).await];
    local.register(json!([{"name": "probe", "description": "A probe"}])).await;
    let home = usize::try_from(shard_of(GUILD, 2)).unwrap();
    let dm = local.done("POST", "/dms", json!({"user": EAST})).await["id"].as_str().unwrap().to_owned();
    for (channel, shard) in [(CHANNEL, home), (&elsewhere, 1 - home), (&dm, 0)] {
        let path = format!("/channels/{channel}/commands");
        local.done("POST", &path, json!({"user": EAST, "name": "probe"})).await;
        assert_eq!(shards[shard].event("INTERACTION_CREATE").await["channel_id"], *channel);
        // The other shard's next frame is the answer to its own heartbeat.
        shards[1 - shard].send(json!({"op": 1, "d": null})).await;
        assert_eq!(shards[1 - shard].frame().await["op"], 11);
    }
    let state = local.done("GET", "/state", Value::Null).await;
    assert_eq!(state["bot"]["sessions"], json!([[0, 2], [1, 2]]));
    local.stop().await;
}

#[tokio::test]
async fn a_session_that_begins_too_soon_is_invalid_and_may_try_again_later() {
    let local = Local::start().await;
    let mut first = identify(&local, json!([0, 3])).await;
    first.event("READY").await;
    local.advance(4_000).await;
    let mut second = identify(&local, json!([1, 3])).await;
    assert_eq!(second.frame().await, json!({"op": 9, "t": null, "s": null, "d": false}));
    local.advance(1_000).await;
    second.send(json!({"op": 2, "d": {"token": BOT_TOKEN, "intents": 1, "shard": [1, 3]}})).await;
    assert_eq!(second.event("READY").await["shard"], json!([1, 3]));
    local.stop().await;
}

#[tokio::test]
async fn shards_of_different_rests_may_begin_at_once() {
    let local = Local::start().await;
    local.done("POST", "/gateway", json!({"shards": 3, "max_concurrency": 2})).await;
    let (status, told) = local.rest("GET", "/gateway/bot", Value::Null).await;
    assert_eq!((status, &told["shards"]), (200, &json!(3)));
    let mut bots = Vec::new();
    for (shard, op) in [(0, 0), (1, 0), (2, 9)] {
        let mut bot = identify(&local, json!([shard, 3])).await;
        assert_eq!(bot.frame().await["op"], op, "shard {shard}");
        bots.push(bot);
    }
    let (_, told) = local.rest("GET", "/gateway/bot", Value::Null).await;
    let limit = &told["session_start_limit"];
    assert_eq!((&limit["remaining"], &limit["max_concurrency"]), (&json!(998), &json!(2)));
    local.advance(86_400_000).await;
    let (_, told) = local.rest("GET", "/gateway/bot", Value::Null).await;
    assert_eq!(told["session_start_limit"]["remaining"], 1000, "a day later");
    local.stop().await;
}

#[tokio::test]
async fn numbers_that_name_no_shard_close_the_connection() {
    let local = Local::start().await;
    for shard in [json!([2, 2]), json!([0, 0]), json!([-1, 2]), json!([0]), json!([0, 1, 2]), json!("0/1")] {
        let mut bot = identify(&local, shard.clone()).await;
        assert_eq!(bot.close_code().await, Some(4010), "{shard}");
    }
    let refused = local.human("POST", "/gateway", json!({"max_concurrency": 0})).await;
    assert_eq!(refused.0, 400, "{}", refused.1);
    local.stop().await;
}

#[tokio::test]
async fn a_bot_in_too_many_servers_must_have_shards() {
    let local = Local::start().await;
    local.done("POST", "/gateway", json!({"guilds_a_shard": 1, "identify_every_ms": 0})).await;
    let (elsewhere, _) = guild_on_the_other(&local).await;
    let (_, told) = local.rest("GET", "/gateway/bot", Value::Null).await;
    assert_eq!(told["shards"], 2);
    let mut alone = identify(&local, Value::Null).await;
    assert_eq!(alone.close_code().await, Some(4011));
    let mut beside = identify(&local, json!([shard_of(&elsewhere, 2), 2])).await;
    assert_eq!(beside.event("READY").await["guilds"], json!([{"id": elsewhere, "unavailable": true}]));
    local.stop().await;
}
