//! Names and pictures.

use serde_json::{Value, json};

use crate::audit::audit;
use crate::people::{EAST, NORTH, SOUTH, WEST};
use crate::play::Game;
use crate::world::World;
use crate::{begun, discards};

/// Names that people have, and that break bots.
const NAMES: [&str; 8] = [
    "麻将の王🀄🎉",
    "אבגדהוזח",
    "\u{202e}gnp.exe",
    "Z\u{335}\u{31b}\u{34e}a\u{338}\u{325}l\u{336}\u{30d}g\u{337}o\u{334}",
    "**粗** `码` ||藏|| [链](http://x.y)",
    "@everyone",
    "x",
    "一二三四五六七八九十一二三四五六七八九十一二三四五六七八九十一二",
];

/// Tables of people who have these names; what the bot has sent.
async fn named_tables(world: &World) -> Vec<Value> {
    let people = &world.people;
    for (n, four) in NAMES.chunks(4).enumerate() {
        for (user, name) in [EAST, SOUTH, WEST, NORTH].into_iter().zip(four) {
            people.done("PATCH", &format!("/users/{user}"), json!({"nick": name})).await;
        }
        people.ask(EAST, "table new", json!({"ai": 0, "hands": 1, "clock": "slow"})).await;
        for (n_seated, user) in [(2, SOUTH), (3, WEST), (4, NORTH)] {
            people.press(user, "加入").await;
            people
                .until(&format!("{n_seated} sit at table {n}"), async || {
                    (world.table().snapshot().info.n_people() == n_seated).then_some(())
                })
                .await;
        }
        people.press(EAST, "开始").await;
        // The board of the table before may still have its buttons.
        let table = world.table().id().to_string();
        let shown = async || people.message_with(EAST, "手牌").await.1.contains(&table).then_some(());
        people.until(&format!("the board of table {n} is there"), shown).await;
        people.ask(EAST, "table end", json!({})).await;
        let ended = async || world.bot.registry.is_empty().then_some(());
        people.until("the table has ended", ended).await;
    }
    people.requests().await
}

/// Everything in a body that Discord reads as markdown: all but the words of pictures, which it shows as they are.
fn marked_texts(body: &Value) -> Vec<&str> {
    ["content", "embeds", "components", "data"].iter().flat_map(|field| shown_texts(&body[field])).collect()
}

/// Everything in a body that Discord shows.
fn shown_texts(body: &Value) -> Vec<&str> {
    let mut texts = Vec::new();
    let mut rest = vec![body];
    while let Some(value) = rest.pop() {
        match value {
            Value::String(text) => texts.push(&**text),
            Value::Array(items) => rest.extend(items),
            Value::Object(fields) => rest.extend(fields.values()),
            _ => {}
        }
    }
    texts
}

fn is_of_a_message(request: &&Value) -> bool {
    let path = request["path"].as_str().unwrap();
    let writes = matches!(request["method"].as_str(), Some("POST" | "PATCH"));
    writes && path.contains("/messages") || request["method"] == "POST" && path.contains("/webhooks/")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn everyone_or_markdown_in_a_nickname() {
    let world = World::start().await;
    let people = &world.people;
    let requests = named_tables(&world).await;
    let mut n_messages = 0;
    for request in requests.iter().filter(is_of_a_message) {
        n_messages += 1;
        let mentions = &request["body"]["allowed_mentions"];
        assert_eq!(mentions["parse"], json!([]), "this may notify somebody: {request}");
        for text in marked_texts(&request["body"]) {
            assert!(
                !text.contains("@everyone") && !text.contains("||藏||") && !text.contains("**粗**"),
                "{text}"
            );
            assert!(!text.contains("](http"), "{text}");
        }
        for text in shown_texts(&request["body"]) {
            assert!(!text.contains('\u{202e}'), "this turns what follows around: {text}");
        }
    }
    assert!(n_messages >= 8, "only {n_messages} messages were looked at");
    audit(people, &[]).await;
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cjk_or_emoji_names_as_boxes() {
    let world = World::start().await;
    let requests = named_tables(&world).await;
    let all: String =
        requests.iter().flat_map(|request| shown_texts(&request["body"])).collect::<Vec<_>>().join("\n");
    for part in ["麻将の王", "אבגד", "一二三四"] {
        assert!(all.contains(part), "{part} is not shown in any text");
    }
    assert!(!all.contains(['\u{fffd}', '\u{25a1}']), "a name is shown as a box");
    world.stop().await;
}

/// The pictures that everybody sees of a running hand, with what they are.
async fn pictures(world: &World) -> Vec<(Value, Vec<u8>)> {
    let mut pictures = Vec::new();
    for message in world.people.messages(EAST).await {
        for attachment in message["attachments"].as_array().unwrap().clone() {
            let path = format!("{}/sandbox/attachments/{}", world.base(), attachment["id"].as_str().unwrap());
            let bytes = reqwest::get(format!("{path}?as={EAST}")).await.unwrap().bytes().await.unwrap();
            pictures.push((attachment, bytes.to_vec()));
        }
    }
    pictures
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn image_cropped_on_phones() {
    let world = begun(1).await;
    let pictures = pictures(&world).await;
    assert!(pictures.len() >= 2, "a board and a hand");
    for (attachment, bytes) in pictures {
        let picture = image::load_from_memory(&bytes).unwrap();
        assert!(
            picture.width() * 10 >= picture.height() * 12,
            "{attachment} is {} × {}: phones crop what is not wide",
            picture.width(),
            picture.height()
        );
    }
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_alt_text() {
    let world = begun(1).await;
    discards(&world, EAST).await;
    let people = &world.people;
    Game::new(people, world.table()).all_see_their_hands().await;
    let requests = people.requests().await;
    let uploads: Vec<&Value> = requests
        .iter()
        .filter(|request| request["files"].as_array().is_some_and(|files| !files.is_empty()))
        .collect();
    assert!(uploads.len() >= 3, "board and hands");
    for request in uploads {
        let (files, listed) = (request["files"].as_array().unwrap(), &request["body"]["attachments"]);
        for (n, file) in files.iter().enumerate() {
            let alt = listed[n]["description"].as_str().unwrap_or_default();
            assert!((10..=1_024).contains(&alt.chars().count()), "{file}: {alt:?}");
        }
    }
    world.stop().await;
}
