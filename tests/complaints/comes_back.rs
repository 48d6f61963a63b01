//! Tables whose place goes away: wherever a match is, and whatever takes the place away, the match goes on by itself when
//! that is over. Nobody presses anything for it.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use futures_util::future::join_all;
use serde_json::{Value, json};
use tinghu::game::event::Event;
use tinghu::game::length::MatchLength;
use tinghu::game::ruleset::{Options, RunPoints, Variant};
use tinghu::game::score::Settlement;
use tinghu::game::wall::sim_secret;
use tinghu::store::Store;
use tinghu::store::event::{ClockPreset, PauseReason, Place, Settings, TableEvent, TableId, UnixMs, UserId};
use tinghu::store::ledger::Ledger;
use tinghu::table::command::{Command, Request};
use tinghu::table::state::TableState;
use tinghu::table::view::TablePhase;
use tokio::time::Instant;

use crate::audit::audit;
use crate::people::{EAST, FOUR, NORTH, buttons};
use crate::world::World;

static NEXT_INTERACTION: AtomicU64 = AtomicU64::new(1);

/// Where a match is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Lobby,
    /// 跑分 are asked for, before there is a board.
    FirstChoice,
    Hand,
    Between,
    LaterChoice,
    /// Nobody acted in a whole hand.
    Unattended,
}

use Stage::{Between, FirstChoice, Hand, LaterChoice, Lobby, Unattended};

/// In every stage, what the public message offers and whether the match pauses when its place goes away.
const STAGES: [(Stage, &str, bool); 6] = [
    (Lobby, "加入", false),
    (FirstChoice, "手牌", true),
    (Hand, "手牌", true),
    (Between, "下一局", true),
    (LaterChoice, "手牌", true),
    (Unattended, "下一局", false),
];

/// What takes a place away that can come back, and the kind of channel to which it happens.
const REASONS: [(PauseReason, &str); 4] = [
    (PauseReason::NoPermission, "text"),
    (PauseReason::NoAccess, "text"),
    (PauseReason::Archived, "thread"),
    (PauseReason::BotRemoved, "text"),
];

impl Stage {
    fn of(phase: &TablePhase, hand_no: u32) -> Option<Stage> {
        match phase {
            TablePhase::Lobby => Some(Lobby),
            TablePhase::Choosing { .. } if hand_no == 0 => Some(FirstChoice),
            TablePhase::Choosing { .. } => Some(LaterChoice),
            TablePhase::Playing { .. } => Some(Hand),
            TablePhase::Ready { .. } => Some(Between),
            TablePhase::Paused { reason: PauseReason::NobodyActed } => Some(Unattended),
            _ => None,
        }
    }
}

/// A table of one of the stages, in a channel of its own.
struct Spot {
    stage: Stage,
    button: &'static str,
    pauses: bool,
    reason: PauseReason,
    guild: String,
    channel: String,
}

impl Spot {
    fn place(&self) -> Place {
        let id = |text: &String| text.parse().unwrap();
        Place { guild: Some(id(&self.guild)), channel: id(&self.channel) }
    }

    fn name(&self) -> String {
        format!("{:?} × {:?}", self.stage, self.reason)
    }
}

/// A table for each stage and each reason; the reasons have a server each.
async fn spots(world: &World) -> Vec<Spot> {
    let mut spots = Vec::new();
    for (reason, kind) in REASONS {
        let made = world.people.done("POST", "/guilds", json!({"name": format!("{reason:?}")})).await;
        let guild = made["id"].as_str().unwrap().to_owned();
        for (stage, button, pauses) in STAGES {
            let body = json!({"name": format!("{stage:?}"), "type": kind});
            let made = world.people.done("POST", &format!("/guilds/{guild}/channels"), body).await;
            let channel = made["id"].as_str().unwrap().to_owned();
            spots.push(Spot { stage, button, pauses, reason, guild: guild.clone(), channel });
        }
    }
    spots
}

/// A table of four people at 齐齐哈尔, as its log grows.
struct Log {
    state: TableState,
    events: Vec<TableEvent>,
}

impl Log {
    fn add(&mut self, events: Vec<TableEvent>) {
        events.iter().for_each(|event| self.state.apply(event));
        self.events.extend(events);
    }

    fn ask(&mut self, user: &str, command: Command) {
        let (events, _) = self.state.plan(&request(user, command), &sim_secret(9, 9)).unwrap();
        self.add(events);
    }

    fn all(&mut self, command: impl Fn() -> Command) {
        FOUR.into_iter().for_each(|user| self.ask(user, command()));
    }

    fn reach(&mut self, stage: Stage) {
        self.add(vec![TableEvent::SecretDrawn { hand_no: 1, secret: sim_secret(1, 1) }]);
        self.all(|| Command::Join { luck: None });
        if stage == Lobby {
            return;
        }
        self.ask(EAST, Command::Start);
        if stage == FirstChoice {
            return;
        }
        self.all(|| Command::ChooseRunPoints { hand_no: 1, choice: RunPoints::Points(1) });
        if stage == Hand {
            return;
        }
        let end = [Event::Exhausted, Event::Settled(Box::new(Settlement::drawn()))];
        self.add(end.into_iter().map(TableEvent::Played).collect());
        self.add(vec![TableEvent::SecretDrawn { hand_no: 2, secret: sim_secret(1, 2) }]);
        match stage {
            LaterChoice => self.all(|| Command::Ready { luck: None }),
            Unattended => self.add(vec![TableEvent::Paused { reason: PauseReason::NobodyActed }]),
            _ => {}
        }
    }
}

fn request(user: &str, command: Command) -> Request {
    let who = UserId(user.parse().unwrap());
    // No two requests are one.
    let interaction = NEXT_INTERACTION.fetch_add(1, Ordering::Relaxed);
    let (name, received_at) = ("玩家".to_owned(), Instant::now());
    Request { who, name, interaction, received_at, moderator: false, command }
}

/// Writes the logs of these tables into the database of a bot that does not run.
async fn write_logs(world: &World, spots: &[Spot]) {
    let store = Store::open_sqlite(&world.database()).await.unwrap();
    let ledger = store.ledger();
    for spot in spots {
        open(&*ledger, spot).await;
    }
    drop(ledger);
    store.close().await;
}

async fn open(ledger: &dyn Ledger, spot: &Spot) -> TableId {
    let settings = Settings {
        variant: Variant::Qiqihar,
        options: Options::of(Variant::Qiqihar),
        length: MatchLength::Hands(8),
        n_programs: 0,
        level: tinghu::bot::Level::default(),
        clock: ClockPreset::Slow,
        locale: "zh-CN".into(),
    };
    let opening = TableEvent::Opened { place: spot.place(), host: UserId(EAST.parse().unwrap()), settings };
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis();
    let now = UnixMs(u64::try_from(now).unwrap());
    let (table, seq) = ledger.open(opening.clone(), now).await.unwrap();
    let mut log = Log { state: TableState::open(table, &opening).unwrap(), events: Vec::new() };
    log.reach(spot.stage);
    let info = log.state.last_snapshot().info;
    assert_eq!(Stage::of(&info.phase, info.hand_no), Some(spot.stage));
    ledger.append(table, seq, log.events, now).await.unwrap();
    table
}

/// Waits until the table's phase is as wanted.
async fn until_phase(world: &World, spot: &Spot, wanted: impl Fn(&TablePhase, u32) -> bool) {
    let table = world.bot.registry.at(spot.place().channel).expect("the table runs");
    let mut snapshots = table.watch();
    let as_wanted = snapshots.wait_for(|now| wanted(&now.info.phase, now.info.hand_no));
    let found = tokio::time::timeout(crate::human::PATIENCE, as_wanted).await.map(drop);
    assert!(found.is_ok(), "{}: {:?}", spot.name(), table.snapshot().info.phase);
}

/// Waits until the newest public message of the channel that offers anything offers what the stage does.
async fn until_offered(world: &World, spot: &Spot) -> Value {
    let path = format!("/channels/{}/messages?as={EAST}", spot.channel);
    let what = format!("{} offers {}", spot.name(), spot.button);
    world
        .people
        .until(&what, async || {
            let seen = world.people.done("GET", &path, Value::Null).await;
            let mut public =
                seen.as_array()?.iter().rev().filter(|message| message["ephemeral"] != json!(true));
            let newest = public.find(|message| !buttons(message).is_empty())?;
            buttons(newest).iter().any(|(label, _)| label == spot.button).then(|| newest.clone())
        })
        .await
}

async fn until_all_offered(world: &World, spots: &[Spot]) {
    join_all(spots.iter().map(|spot| until_offered(world, spot))).await;
}

/// Takes the place away, or gives it back.
async fn set(world: &World, spots: &[Spot], is_away: bool) {
    let people = &world.people;
    for spot in spots {
        let deny = |permission: &str| {
            let deny = if is_away { json!([permission]) } else { json!([]) };
            json!({"permissions": {"channel": spot.channel, "deny": deny}})
        };
        match spot.reason {
            PauseReason::NoPermission => {
                if is_away {
                    // An edit needs no permission to send: the message that follows a deleted one does.
                    let shown = until_offered(world, spot).await;
                    people.fault(json!({"delete_message": shown["id"]})).await;
                }
                people.fault(deny("SEND_MESSAGES")).await;
            }
            PauseReason::NoAccess => people.fault(deny("VIEW_CHANNEL")).await,
            PauseReason::Archived => {
                let path = format!("/channels/{}/archive", spot.channel);
                drop(people.done("POST", &path, json!({"archived": is_away})).await);
            }
            // Of the whole server at once.
            _ if spot.stage == Lobby => {
                let what = if is_away { "kick-bot" } else { "invite-bot" };
                drop(people.done("POST", &format!("/guilds/{}/{what}", spot.guild), json!({})).await);
            }
            _ => {}
        }
    }
}

/// Brings all tables into their stages, takes all places away, and gives them back.
async fn comes_back(is_restarted: bool) {
    let mut world = World::start().await;
    let spots = spots(&world).await;
    world.bot.stop().await;
    write_logs(&world, &spots).await;
    world.start_bot().await;
    until_all_offered(&world, &spots).await;

    set(&world, &spots, true).await;
    for spot in &spots {
        // Changes every message, and so finds out what the gateway does not tell.
        let table = world.bot.registry.at(spot.place().channel).unwrap();
        table.ask(request(NORTH, Command::Leave)).await.unwrap();
    }
    let paused = spots.iter().filter(|spot| spot.pauses);
    let reasons = paused.clone().map(|spot| {
        until_phase(&world, spot, |phase, _| *phase == TablePhase::Paused { reason: spot.reason })
    });
    join_all(reasons).await;
    if is_restarted {
        world.bot.stop().await;
        world.start_bot().await;
        let again = paused
            .map(|spot| until_phase(&world, spot, |phase, _| matches!(phase, TablePhase::Paused { .. })));
        join_all(again).await;
    }

    set(&world, &spots, false).await;
    let stages = spots.iter().map(|spot| {
        until_phase(&world, spot, |phase, hand_no| Stage::of(phase, hand_no) == Some(spot.stage))
    });
    join_all(stages).await;
    until_all_offered(&world, &spots).await;
    audit(&world.people, &[400, 403, 404, 429]).await;
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_stage_comes_back_when_its_place_does() {
    comes_back(false).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_stage_comes_back_after_a_restart_while_its_place_was_gone() {
    comes_back(true).await;
}
