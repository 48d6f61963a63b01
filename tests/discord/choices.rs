//! What people and servers choose once and for all: kept, effective at once, and telling nothing to others.

use serde_json::{Value, json};

use crate::support::{EAST, Local, Messages, SOUTH};

/// Whether the form of the server shows the language and the role as chosen.
fn is_kept(seen: &Messages, role: &Value) -> Option<()> {
    let rows = seen.private()?["components"].as_array()?.clone();
    let part = |word: &str| {
        let mut parts = rows.iter().map(|row| row["components"][0].clone());
        parts.find(|part| part["custom_id"].as_str().is_some_and(|id| id.ends_with(word)))
    };
    let mut lines = part(":alang")?["options"].as_array()?.clone().into_iter();
    let english = lines.find(|line| line["value"] == "en")?["default"] == true;
    (english && part(":aend")?["default_values"][0]["id"] == *role).then_some(())
}

/// The select with this word in the newest private message, with its message.
fn select(seen: &Messages, word: &str) -> Option<(String, String)> {
    let message = seen.private()?;
    let rows = message["components"].as_array()?;
    let mut parts = rows.iter().flat_map(|row| row["components"].as_array().cloned().unwrap_or_default());
    let found = parts.find(|part| part["custom_id"].as_str().is_some_and(|id| id.ends_with(word)))?;
    Some((message["id"].as_str()?.to_owned(), found["custom_id"].as_str()?.to_owned()))
}

async fn choose(local: &Local, user: &str, word: &str, values: Value) {
    let (message, id) = local.until(user, |seen| select(seen, word)).await;
    let body = json!({"user": user, "custom_id": id, "values": values});
    local.human("POST", &format!("/messages/{message}/components"), body).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_persons_choices_count_at_once_and_outlive_a_restart() {
    let mut local = crate::started().await;
    crate::own_turn(&local, EAST).await;
    local.command(EAST, "settings", json!({})).await;
    choose(&local, EAST, ":myset", json!(["settings-mine-pings", "settings-mine-compact"])).await;
    local.until(EAST, |seen| seen.told("已保存")).await;
    choose(&local, EAST, ":mylang", json!(["en"])).await;
    local.until(EAST, |seen| seen.told("Saved")).await;
    local.stop_bot().await;
    local.start_bot().await;
    // The next hand has one list in the chosen language, and a line of it is a discard.
    local.command(EAST, "hand", json!({})).await;
    let (message, id) = local.until(EAST, |seen| select(seen, ":pick")).await;
    let seen = local.messages(EAST).await;
    assert!(seen.private().unwrap().to_string().contains("Your turn"), "{:?}", seen.private());
    let list = seen.private().unwrap()["components"][0]["components"][0].clone();
    let tile = list["options"][0]["value"].clone();
    local
        .human(
            "POST",
            &format!("/messages/{message}/components"),
            json!({"user": EAST, "custom_id": id, "values": [tile]}),
        )
        .await;
    local.until(EAST, |seen| select(seen, ":pick").is_none_or(|(_, now)| now != id).then_some(())).await;
    local.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_servers_choices_are_those_of_its_new_tables_and_its_role_may_end_them() {
    let local = Local::with_bot().await;
    local.command(EAST, "admin", json!({})).await;
    choose(&local, EAST, ":arules", json!(["game:qiqihar"])).await;
    local.until(EAST, |seen| seen.told("已保存")).await;
    choose(&local, EAST, ":alang", json!(["en"])).await;
    // A role without any permission of its own.
    local.human("PATCH", &format!("/users/{SOUTH}"), json!({"roles": ["enders"]})).await;
    let state = local.human("GET", "/state", Value::Null).await;
    let mut roles = state["guilds"][0]["roles"].as_array().unwrap().iter();
    let role = roles.find(|role| role["name"] == "enders").unwrap()["id"].clone();
    choose(&local, EAST, ":aend", json!([role])).await;
    local.until(EAST, |seen| is_kept(seen, &role)).await;
    local.command(EAST, "table new", json!({"ai": 3})).await;
    local
        .until(EAST, |seen| {
            seen.titled("lobby").filter(|lobby| lobby.to_string().contains("Qiqihar")).map(|_| ())
        })
        .await;
    // The role ends tables, and does nothing else of a host's.
    local.command(SOUTH, "table kick", json!({"player": EAST})).await;
    local.until(SOUTH, |seen| seen.told("只有桌主")).await;
    local.command(SOUTH, "table end", json!({})).await;
    local.until(EAST, |seen| seen.button("Start").is_none().then_some(())).await;
    local.stop().await;
}
