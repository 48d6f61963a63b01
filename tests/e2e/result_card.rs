//! The result card of a hand: everything that a friend needs to check it, checked.

use std::sync::Arc;

use serde_json::{Value, json};
use tinghu::game::ruleset::{Options, Variant};
use tinghu::game::seat::BySeat;
use tinghu::game::state::HandState;
use tinghu::game::wall::{Secret, Wall, commit};
use tinghu::game::{seat::Seat, variants};
use tinghu::store::event::{Player, TableEvent};
use tinghu::table::view::Snapshot;
use tinghu::text::{Lang, result_alt, sanitise_name, say, seat_name};

use crate::people::{alt_text, embed_words};
use crate::world::World;

/// The result card of hand `hand_no` as this person sees it.
pub async fn find(world: &World, user: &str, hand_no: u32) -> Value {
    let head = format!("第 {hand_no}/");
    world
        .people
        .until(&format!("the card of hand {hand_no} is there"), async || {
            world.people.messages(user).await.into_iter().find(|message| {
                let title = message["embeds"][0]["title"].as_str().unwrap_or_default();
                title.starts_with(&head) && title.ends_with("局结束") && alt_text(message).is_some()
            })
        })
        .await
}

/// Checks the card of the hand that has just ended: sums, arithmetic, and the wall made again from what is on it.
pub async fn check(world: &World, snapshot: &Snapshot, commitment: &str) -> Value {
    let hand_no = snapshot.info.hand_no;
    let card = find(world, crate::people::EAST, hand_no).await;
    assert_eq!(card["ephemeral"], json!(false));
    let outcome = snapshot.public.as_ref().unwrap().get().outcome.clone().unwrap();
    assert_eq!(outcome.settlement.payments.0.iter().sum::<i32>(), 0);
    let words = embed_words(&card);
    if outcome.win.is_some() {
        let arithmetic = words.lines().any(|line| line.contains(" = ") && line.contains('付'));
        assert!(arithmetic, "no arithmetic: {words}");
    }
    let field = |names: &[&str]| {
        let fields = card["embeds"][0]["fields"].as_array().unwrap();
        let found = fields.iter().find(|field| names.contains(&field["name"].as_str().unwrap()));
        found.unwrap()["value"].as_str().unwrap().to_owned()
    };
    let points: Vec<i32> = field(&["总分", "最终名次"])
        .split([' ', '*', '\n'])
        .filter(|word| word.starts_with(['+', '-']))
        .map(|word| word.parse().unwrap())
        .collect();
    assert_eq!((points.len(), points.iter().sum::<i32>()), (4, 0), "{words}");
    let fair = field(&["公平"]);
    let quoted: Vec<&str> = fair.split('`').skip(1).step_by(2).collect();
    let [shown, secret, nonces @ ..] = &quoted[..] else { panic!("{fair}") };
    assert_eq!(*shown, commitment, "not the commitment that was shown before");
    let secret = Secret::from_hex(secret).unwrap();
    let table = snapshot.info.id.to_string();
    assert_eq!(commit(&table, hand_no, &secret).to_string(), commitment);
    let nonces = BySeat::<String>(<[&str; 4]>::try_from(nonces).unwrap().map(str::to_owned));
    let played_again = play_again(world, snapshot, &secret, &nonces).await;
    let names = snapshot.info.seats.map(|seat, taken| name(seat, &taken.as_ref().unwrap().player));
    let expected = result_alt(Lang::ZhCn, played_again.public_view().get(), &names);
    assert_eq!(alt_text(&card).unwrap(), expected);
    card
}

/// The hand played again from the wall that the card gives and the moves of the log.
async fn play_again(
    world: &World,
    snapshot: &Snapshot,
    secret: &Secret,
    nonces: &BySeat<String>,
) -> HandState {
    let (id, hand_no) = (snapshot.info.id, snapshot.info.hand_no);
    let kinds = variants::kinds(Variant::HarbinNew);
    let wall = Wall::make(kinds, Variant::HarbinNew.id(), &id.to_string(), hand_no, secret, nonces);
    let rules = variants::rules(Variant::HarbinNew, Options::of(Variant::HarbinNew)).unwrap();
    let log = world.bot.log(id).await;
    let mut events = log
        .iter()
        .enumerate()
        .skip_while(|(_, event)| !matches!(event, TableEvent::HandBegan { hand_no: n, .. } if *n == hand_no));
    let Some((seq, TableEvent::HandBegan { dealer, .. })) = events.next() else { panic!("no hand") };
    let mut hand = HandState::begin(Arc::from(rules), *dealer, wall, seq as u64);
    let played = events.take_while(|(_, event)| !matches!(event, TableEvent::HandBegan { .. }));
    for (_, event) in played {
        if let TableEvent::Played(event) = event {
            hand.apply(event);
        }
    }
    assert!(hand.settlement().is_some());
    hand
}

fn name(seat: Seat, player: &Player) -> String {
    match player {
        Player::Person { name, .. } => sanitise_name(name, seat, Lang::ZhCn),
        Player::Program => say(Lang::ZhCn, "program-name", &[("seat", seat_name(Lang::ZhCn, seat).into())]),
    }
}
