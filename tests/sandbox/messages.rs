//! What a message may hold, and what an edit keeps.
use serde_json::{Value, json};

use crate::support::{APP, CHANNEL, EAST, Local, SOUTH, button};

/// The first bytes of a PNG of 640 × 300.
fn png() -> Vec<u8> {
    b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\x02\x80\0\0\x01\x2c".to_vec()
}

fn names(message: &Value) -> Vec<&str> {
    message["attachments"].as_array().unwrap().iter().map(|one| one["filename"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn an_edit_keeps_only_the_attachments_that_it_lists() {
    let (local, mut bot) = Local::with_probe().await;
    let event = local.probe(&mut bot, EAST).await;
    local.callback(&event, json!({"type": 5, "data": {"flags": 64}})).await;
    let original = local.webhook(&event, "/messages/@original");
    let body = json!({
        "embeds": [{"image": {"url": "attachment://a.png"}}],
        "attachments": [{"id": 0, "description": "the hand"}, {"id": 1}],
    });
    let (status, hand) = local.upload("PATCH", &original, &body, &[("a.png", png()), ("b.png", png())]).await;
    assert_eq!(status, 200, "{hand}");
    assert_eq!(names(&hand), ["a.png", "b.png"]);
    let first = &hand["attachments"][0];
    assert_eq!((&first["description"], &first["width"]), (&json!("the hand"), &json!(640)));
    assert_eq!(hand["embeds"][0]["image"]["url"], first["url"]);
    let url = first["url"].as_str().unwrap();
    assert_eq!(local.http.get(url).send().await.unwrap().bytes().await.unwrap(), png());

    // Not named: all stay.
    let (_, same) = local.rest("PATCH", &original, json!({"content": "x"})).await;
    assert_eq!(names(&same), ["a.png", "b.png"]);
    // Named: the others go, a new one comes.
    let keep =
        json!({"attachments": [{"id": hand["attachments"][1]["id"]}, {"id": 0, "description": "new"}]});
    let (_, next) = local.upload("PATCH", &original, &keep, &[("c.png", png())]).await;
    assert_eq!(names(&next), ["b.png", "c.png"]);
    assert_eq!(local.http.get(url).send().await.unwrap().status(), 404);
    // An upload that the list does not name is dropped.
    let (_, next) = local.upload("PATCH", &original, &json!({"attachments": []}), &[("d.png", png())]).await;
    assert_eq!(names(&next), Vec::<&str>::new());
    local.stop().await;
}

#[tokio::test]
async fn a_post_with_a_known_nonce_is_the_same_message() {
    let (local, _bot) = Local::with_probe().await;
    let path = format!("/channels/{CHANNEL}/messages");
    let post = async |content: &str, nonce: &str, enforce: bool| {
        local.advance(5_000).await;
        let body = json!({"content": content, "nonce": nonce, "enforce_nonce": enforce});
        local.rest("POST", &path, body).await.1
    };
    let first = post("first", "lobby", true).await;
    let again = post("again", "lobby", true).await;
    assert_eq!((&again["id"], &again["content"]), (&first["id"], &json!("first")));
    assert_ne!(post("other", "board", true).await["id"], first["id"]);
    assert_ne!(post("not enforced", "lobby", false).await["id"], first["id"]);
    local.advance(10 * 60 * 1000).await;
    assert_eq!(post("later", "board", true).await["content"], "later", "a nonce is known for a few minutes");
    local.stop().await;
}

/// Posts and returns `code` and the field that was refused.
async fn refusal(local: &Local, body: Value) -> (u16, Value, Value) {
    local.advance(5_000).await;
    let (status, json) = local.rest("POST", &format!("/channels/{CHANNEL}/messages"), body).await;
    (status, json["code"].clone(), json["errors"].clone())
}

fn buttons(n: usize) -> Value {
    (0..n).map(|n| json!({"type": 2, "style": 1, "label": "x", "custom_id": format!("b{n}")})).collect()
}

#[tokio::test]
async fn limits_are_discords() {
    let local = Local::start().await;
    let embed = |part: Value| json!({"embeds": [part]});
    let row = |children: Value| json!({"components": [{"type": 1, "components": children}]});
    let option = |n: usize| json!({"label": "x", "value": n.to_string()});
    let options = |n: usize| -> Value { (0..n).map(option).collect() };
    let select = |n: usize| row(json!([{"type": 3, "custom_id": "s", "options": options(n)}]));
    let labelled =
        |label: &str, id: &str| row(json!([{"type": 2, "style": 1, "label": label, "custom_id": id}]));
    let cases = [
        (json!({"content": "字".repeat(2001)}), "/content"),
        (embed(json!({"title": "t".repeat(257)})), "/embeds/0/title"),
        (embed(json!({"description": "t".repeat(4097)})), "/embeds/0/description"),
        (embed(json!({"fields": vec![json!({"name": "n", "value": "v"}); 26]})), "/embeds/0/fields"),
        (embed(json!({"image": {"url": "file:///etc/passwd"}})), "/embeds/0/image/url"),
        (json!({"embeds": vec![json!({"description": "d".repeat(3001)}); 2]}), "/embeds"),
        (json!({"embeds": vec![json!({"title": "t"}); 11]}), "/embeds"),
        (row(buttons(6)), "/components/0/components"),
        (row(json!([])), "/components/0/components"),
        (select(26), "/components/0/components/0/options"),
        (labelled(&"x".repeat(81), "a"), "/components/0/components/0/label"),
        (labelled("x", &"a".repeat(101)), "/components/0/components/0/custom_id"),
        (labelled("x", ""), "/components/0/components/0/custom_id"),
        (json!({"components": [button("a")[0], button("a")[0]]}), "/components/1/components/0/custom_id"),
        (json!({"components": vec![json!({"type": 1, "components": []}); 6]}), "/components"),
        (
            row(json!([{"type": 2, "style": 1, "custom_id": "e", "emoji": {"id": "1234567"}}])),
            "/components/0/components/0/emoji/id",
        ),
        (
            json!({"content": "x", "attachments": [{"id": 0, "description": "d".repeat(1025)}]}),
            "/attachments/0/description",
        ),
    ];
    for (body, at) in cases {
        let (status, code, errors) = refusal(&local, body).await;
        assert_eq!((status, &code), (400, &json!(50035)), "{at}: {errors}");
        assert!(errors.pointer(&format!("{at}/_errors/0/code")).is_some(), "{at}: {errors}");
    }
    assert_eq!(refusal(&local, json!({"content": ""})).await.1, 50006);
    // Just within.
    for body in
        [json!({"content": "字".repeat(2000)}), row(buttons(5)), select(25), labelled(&"x".repeat(80), "a")]
    {
        assert_eq!(refusal(&local, body).await.0, 200);
    }
    local.stop().await;
}

#[tokio::test]
async fn a_file_has_at_most_10_mib() {
    let local = Local::start().await;
    let path = format!("/channels/{CHANNEL}/messages");
    let big = vec![0u8; 10 * 1024 * 1024 + 1];
    let (status, body) = local.upload("POST", &path, &json!({}), &[("big.bin", big)]).await;
    assert_eq!((status, &body["code"]), (413, &json!(40005)));
    let (status, _) = local.upload("POST", &path, &json!({}), &[("ok.bin", vec![0; 1024])]).await;
    assert_eq!(status, 200);
    local.stop().await;
}

#[tokio::test]
async fn an_edit_notifies_nobody() {
    let local = Local::start().await;
    let path = format!("/channels/{CHANNEL}/messages");
    let (_, message) = local.rest("POST", &path, json!({"content": format!("<@{EAST}>")})).await;
    let path = format!("{path}/{}", message["id"].as_str().unwrap());
    local.rest("PATCH", &path, json!({"content": format!("<@{EAST}> <@{SOUTH}>")})).await;
    let seen = &local.messages(EAST).await[0];
    assert_eq!(seen["pinged"], json!([EAST]));
    assert_eq!(seen["mentions"].as_array().unwrap().len(), 2);
    assert_eq!(seen["edited"], true);
    local.stop().await;
}

#[tokio::test]
async fn allowed_mentions_decide_whom_a_message_notifies() {
    let local = Local::start().await;
    let body = json!({"content": format!("@everyone <@{EAST}> <@{SOUTH}>"), "allowed_mentions": {"parse": [], "users": [SOUTH]}});
    local.rest("POST", &format!("/channels/{CHANNEL}/messages"), body).await;
    let seen = &local.messages(EAST).await[0];
    assert_eq!((&seen["pinged"], &seen["mention_everyone"]), (&json!([SOUTH]), &json!(false)));
    local.stop().await;
}

#[tokio::test]
async fn a_thread_is_opened_archived_and_reopened() {
    let (local, mut bot) = Local::with_probe().await;
    let path = format!("/channels/{CHANNEL}/messages");
    let (_, message) = local.rest("POST", &path, json!({"content": "table"})).await;
    bot.event("MESSAGE_CREATE").await;
    let id = message["id"].as_str().unwrap();
    let (status, thread) = local.rest("POST", &format!("{path}/{id}/threads"), json!({"name": "一桌"})).await;
    assert_eq!((status, thread["id"].as_str(), &thread["type"]), (201, Some(id), &json!(11)));
    bot.event("THREAD_CREATE").await;
    let (status, body) = local.rest("POST", &format!("{path}/{id}/threads"), json!({"name": "again"})).await;
    assert_eq!((status, &body["code"]), (400, &json!(160004)));
    bot.event("MESSAGE_UPDATE").await;
    let inside = format!("/channels/{id}/messages");
    let (_, posted) = local.rest("POST", &inside, json!({"content": "in here"})).await;
    bot.event("MESSAGE_CREATE").await;
    local.done("POST", &format!("/channels/{id}/archive"), Value::Null).await;
    assert_eq!(bot.event("THREAD_UPDATE").await["thread_metadata"]["archived"], true);
    let edit = format!("{inside}/{}", posted["id"].as_str().unwrap());
    let (status, body) = local.rest("PATCH", &edit, json!({"content": "late"})).await;
    assert_eq!((status, &body["code"]), (400, &json!(50083)));
    local.rest("PATCH", &format!("/channels/{id}"), json!({"archived": false})).await;
    assert_eq!(local.rest("PATCH", &edit, json!({"content": "late"})).await.0, 200);
    local.stop().await;
}

#[tokio::test]
async fn closed_direct_messages_are_50007() {
    let local = Local::start().await;
    let (status, dm) = local.rest("POST", "/users/@me/channels", json!({"recipient_id": EAST})).await;
    assert_eq!((status, &dm["type"]), (200, &json!(1)));
    let path = format!("/channels/{}/messages", dm["id"].as_str().unwrap());
    assert_eq!(local.rest("POST", &path, json!({"content": "hello"})).await.0, 200);
    let look = format!("/channels/{}/messages?as={SOUTH}", dm["id"].as_str().unwrap());
    assert_eq!(local.human("GET", &look, Value::Null).await.0, 404);
    local.done("PATCH", &format!("/users/{EAST}"), json!({"dms_closed": true})).await;
    let (status, body) = local.rest("POST", &path, json!({"content": "hello"})).await;
    assert_eq!((status, &body["code"]), (403, &json!(50007)));
    local.stop().await;
}

#[tokio::test]
async fn emojis_are_registered_and_then_usable() {
    use base64::Engine;
    let local = Local::start().await;
    let image = base64::engine::general_purpose::STANDARD.encode(png());
    let path = format!("/applications/{APP}/emojis");
    let body = json!({"name": "th1_5m", "image": format!("data:image/png;base64,{image}")});
    let (status, emoji) = local.rest("POST", &path, body.clone()).await;
    assert_eq!(status, 201, "{emoji}");
    assert_eq!(local.rest("POST", &path, body).await.0, 400);
    assert_eq!(local.rest("GET", &path, Value::Null).await.1["items"][0]["name"], "th1_5m");
    let button = json!({"type": 2, "style": 1, "custom_id": "e", "emoji": {"id": emoji["id"]}});
    let row = json!({"components": [{"type": 1, "components": [button]}]});
    assert_eq!(local.rest("POST", &format!("/channels/{CHANNEL}/messages"), row).await.0, 200);
    let state = local.done("GET", "/state", Value::Null).await;
    let picture = local.http.get(state["emojis"][0]["url"].as_str().unwrap()).send().await.unwrap();
    assert_eq!(picture.headers()["content-type"], "image/png");
    local.stop().await;
}
