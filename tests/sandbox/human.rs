//! The human side: commands checked against what is registered, clicks, selects, forms, people.
use serde_json::{Value, json};

use crate::support::{CHANNEL, EAST, GUILD, Local, SOUTH};

fn table() -> Value {
    json!([{
        "name": "table", "description": "Tables", "name_localizations": {"zh-CN": "牌桌"},
        "options": [{
            "type": 1, "name": "new", "description": "Opens one", "options": [
                {"type": 3, "name": "ruleset", "description": "Rules", "required": true,
                 "choices": [{"name": "哈尔滨", "value": "harbin"}]},
                {"type": 4, "name": "hands", "description": "Hands", "min_value": 1, "max_value": 16},
                {"type": 5, "name": "thread", "description": "Own thread"},
                {"type": 6, "name": "player", "description": "Who"},
                {"type": 3, "name": "tile", "description": "Tile", "autocomplete": true},
            ],
        }],
    }])
}

#[tokio::test]
async fn a_sub_command_reaches_the_bot_typed_and_nested() {
    let (local, mut bot) = Local::with_probe().await;
    let registered = local.register(table()).await;
    let options = json!({"ruleset": "harbin", "hands": 8, "thread": true, "player": SOUTH});
    let body = json!({"user": EAST, "name": "table new", "options": options});
    let sent = local.done("POST", &format!("/channels/{CHANNEL}/commands"), body).await;
    let event = bot.event("INTERACTION_CREATE").await;
    assert_eq!(event["id"], sent["interaction"]);
    assert_eq!(event["data"]["id"], registered[0]["id"]);
    assert_eq!(event["data"]["name"], "table");
    let sub = &event["data"]["options"][0];
    assert_eq!((&sub["name"], &sub["type"]), (&json!("new"), &json!(1)));
    assert_eq!(sub["options"][1], json!({"name": "hands", "type": 4, "value": 8}));
    assert_eq!(sub["options"][3]["value"], SOUTH);
    assert_eq!(event["data"]["resolved"]["users"][SOUTH]["global_name"], "南南");
    assert!(event["data"]["resolved"]["members"][SOUTH]["roles"].is_array());
    assert_eq!((&event["locale"], &event["context"]), (&json!("zh-CN"), &json!(0)));
    local.stop().await;
}

#[tokio::test]
async fn what_is_not_registered_is_refused_with_a_sentence() {
    let (local, _bot) = Local::with_probe().await;
    local.register(table()).await;
    let ok = json!({"ruleset": "harbin"});
    for (name, options) in [
        ("nothing", json!({})),
        ("table", json!({})),
        ("table old", json!({})),
        ("table new", json!({})),
        ("table new", json!({"ruleset": "riichi"})),
        ("table new", json!({"ruleset": "harbin", "stake": 1})),
        ("table new", json!({"ruleset": "harbin", "hands": "many"})),
        ("table new", json!({"ruleset": "harbin", "hands": 17})),
        ("table new", json!({"ruleset": "harbin", "player": "1"})),
    ] {
        let body = json!({"user": EAST, "name": name, "options": options});
        let (status, body) = local.human("POST", &format!("/channels/{CHANNEL}/commands"), body).await;
        assert_eq!(status, 400, "{name} {options}: {body}");
        assert!(body["error"].as_str().unwrap().ends_with('.'), "{body}");
    }
    let body = json!({"user": "1", "name": "table new", "options": ok});
    assert_eq!(local.human("POST", &format!("/channels/{CHANNEL}/commands"), body).await.0, 404);
    local.stop().await;
}

#[tokio::test]
async fn autocomplete_returns_the_bots_choices() {
    let (local, mut bot) = Local::with_probe().await;
    local.register(table()).await;
    let body = json!({"user": EAST, "name": "table new", "options": {"tile": "5"}, "focused": "tile"});
    let path = format!("/channels/{CHANNEL}/autocomplete");
    let ask = local.done("POST", &path, body);
    let answer = async {
        let event = bot.event("INTERACTION_CREATE").await;
        assert_eq!(event["type"], 4);
        let option = &event["data"]["options"][0]["options"][0];
        assert_eq!(*option, json!({"name": "tile", "type": 3, "value": "5", "focused": true}));
        let many: Value = (0..26).map(|n| json!({"name": n.to_string(), "value": "v"})).collect();
        let refused = local.callback(&event, json!({"type": 8, "data": {"choices": many}})).await;
        assert_eq!(refused.1["code"], 50035);
        local
            .callback(&event, json!({"type": 8, "data": {"choices": [{"name": "5万", "value": "5m"}]}}))
            .await;
    };
    let (choices, ()) = tokio::join!(ask, answer);
    assert_eq!(choices, json!({"choices": [{"name": "5万", "value": "5m"}]}));
    local.stop().await;
}

#[tokio::test]
async fn clicks_and_selections_are_checked() {
    let (local, mut bot) = Local::with_probe().await;
    let options = json!([{"label": "a", "value": "a"}, {"label": "b", "value": "b"}]);
    let components = json!([
        {"type": 1, "components": [{"type": 2, "style": 1, "label": "off", "custom_id": "off", "disabled": true}]},
        {"type": 1, "components": [{"type": 3, "custom_id": "pick", "options": options, "max_values": 2}]},
        {"type": 1, "components": [{"type": 5, "custom_id": "who"}]},
    ]);
    let (_, message) =
        local.rest("POST", &format!("/channels/{CHANNEL}/messages"), json!({"components": components})).await;
    bot.event("MESSAGE_CREATE").await;
    let path = format!("/messages/{}/components", message["id"].as_str().unwrap());
    for (custom_id, values) in [
        ("off", json!(null)),
        ("gone", json!(null)),
        ("pick", json!(["c"])),
        ("pick", json!([])),
        ("who", json!(["5"])),
    ] {
        let body = json!({"user": EAST, "custom_id": custom_id, "values": values});
        assert_eq!(local.human("POST", &path, body).await.0, 400, "{custom_id} {values}");
    }
    local.done("POST", &path, json!({"user": EAST, "custom_id": "pick", "values": ["a", "b"]})).await;
    let event = bot.event("INTERACTION_CREATE").await;
    assert_eq!((&event["data"]["values"], &event["data"]["component_type"]), (&json!(["a", "b"]), &json!(3)));
    local.done("POST", &path, json!({"user": EAST, "custom_id": "who", "values": [SOUTH]})).await;
    let event = bot.event("INTERACTION_CREATE").await;
    assert_eq!(event["data"]["resolved"]["users"][SOUTH]["id"], SOUTH);
    local.stop().await;
}

#[tokio::test]
async fn a_form_is_shown_filled_and_sent_once() {
    let (local, mut bot) = Local::with_probe().await;
    let event = local.probe(&mut bot, EAST).await;
    let input = json!({"type": 4, "custom_id": "name", "label": "Name", "style": 1, "max_length": 4});
    let form =
        json!({"custom_id": "form", "title": "Form", "components": [{"type": 1, "components": [input]}]});
    let (status, body) = local.callback(&event, json!({"type": 9, "data": form})).await;
    assert_eq!(status, 200, "{body}");
    let path = format!("/interactions/{}", event["id"].as_str().unwrap());
    let shown = local.done("GET", &path, Value::Null).await;
    assert_eq!(shown["response"]["modal"]["title"], "Form");
    let send = format!("{path}/modal");
    let filled = |user: &str, values: Value| json!({"user": user, "values": values});
    for (body, status) in [
        (filled(SOUTH, json!({"name": "x"})), 404),
        (filled(EAST, json!({})), 400),
        (filled(EAST, json!({"name": "too long"})), 400),
        (filled(EAST, json!({"name": "x", "other": "y"})), 400),
        (filled(EAST, json!({"name": "听胡"})), 200),
        (filled(EAST, json!({"name": "听胡"})), 409),
    ] {
        assert_eq!(local.human("POST", &send, body.clone()).await.0, status, "{body}");
    }
    let submitted = bot.event("INTERACTION_CREATE").await;
    assert_eq!((&submitted["type"], &submitted["data"]["custom_id"]), (&json!(5), &json!("form")));
    assert_eq!(submitted["data"]["components"][0]["components"][0]["value"], "听胡");
    local.stop().await;
}

#[tokio::test]
async fn people_come_change_and_leave() {
    let (local, mut bot) = Local::with_probe().await;
    let new = local.done("POST", "/users", json!({"name": "@everyone 发", "locale": "en-US"})).await;
    let user = new["id"].as_str().unwrap();
    assert_eq!(bot.event("GUILD_MEMBER_ADD").await["user"]["global_name"], "@everyone 发");
    let change =
        json!({"nick": "发财", "roles": ["裁判"], "permissions": ["MANAGE_GUILD"], "locale": "zh-TW"});
    local.done("PATCH", &format!("/users/{user}"), change).await;
    bot.event("GUILD_MEMBER_UPDATE").await;
    let event = local.probe(&mut bot, user).await;
    assert_eq!((&event["locale"], &event["member"]["nick"]), (&json!("zh-TW"), &json!("发财")));
    let bits: u64 = event["member"]["permissions"].as_str().unwrap().parse().unwrap();
    assert_ne!(bits & 1 << 5, 0);
    assert_eq!(event["member"]["roles"].as_array().unwrap().len(), 1);
    local.done("DELETE", &format!("/users/{user}"), Value::Null).await;
    assert_eq!(bot.event("GUILD_MEMBER_REMOVE").await["user"]["id"], user);
    let body = json!({"user": user, "name": "probe"});
    assert_eq!(local.human("POST", &format!("/channels/{CHANNEL}/commands"), body).await.0, 404);
    local.stop().await;
}

#[tokio::test]
async fn a_command_for_moderators_is_for_moderators() {
    let (local, mut bot) = Local::with_probe().await;
    local.register(json!([{"name": "admin", "description": "A", "default_member_permissions": "32"}])).await;
    let path = format!("/channels/{CHANNEL}/commands");
    let body = |user: &str| json!({"user": user, "name": "admin"});
    assert_eq!(local.human("POST", &path, body(SOUTH)).await.0, 403);
    local.done("POST", &path, body(EAST)).await;
    assert_eq!(bot.event("INTERACTION_CREATE").await["data"]["name"], "admin");
    local.stop().await;
}

#[tokio::test]
async fn servers_channels_and_direct_messages() {
    let (local, mut bot) = Local::with_probe().await;
    let guild = local.done("POST", "/guilds", json!({"name": "第二"})).await;
    let guild = guild["id"].as_str().unwrap();
    assert_eq!(bot.event("GUILD_CREATE").await["name"], "第二");
    for (kind, number) in [("text", 0), ("voice", 2), ("announcement", 5)] {
        local.done("POST", &format!("/guilds/{guild}/channels"), json!({"name": "c", "type": kind})).await;
        assert_eq!(bot.event("CHANNEL_CREATE").await["type"], number);
    }
    let body = json!({"name": "t", "type": "thread"});
    let thread = local.done("POST", &format!("/guilds/{GUILD}/channels"), body).await;
    assert_eq!(bot.event("THREAD_CREATE").await["parent_id"], CHANNEL);
    let use_in = async |channel: &Value| {
        let path = format!("/channels/{}/commands", channel["id"].as_str().unwrap());
        local.done("POST", &path, json!({"user": EAST, "name": "probe"})).await
    };
    use_in(&thread).await;
    assert_eq!(bot.event("INTERACTION_CREATE").await["channel"]["type"], 11);
    let dm = local.done("POST", "/dms", json!({"user": EAST})).await;
    use_in(&dm).await;
    let event = bot.event("INTERACTION_CREATE").await;
    assert_eq!((&event["user"]["id"], &event["context"]), (&json!(EAST), &json!(1)));
    assert!(event["member"].is_null() && event["guild_id"].is_null());
    local.done("POST", &format!("/guilds/{GUILD}/kick-bot"), Value::Null).await;
    assert_eq!(bot.event("GUILD_DELETE").await, json!({"id": GUILD}));
    let (status, body) = local.rest("GET", &format!("/channels/{CHANNEL}"), Value::Null).await;
    assert_eq!((status, &body["code"]), (403, &json!(50001)));
    local.stop().await;
}
