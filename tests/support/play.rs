//! Plays a table by its buttons, and at each step holds what the people see against what the table knows.

use std::collections::BTreeMap;
use std::sync::Arc;

use futures_util::future::join_all;
use serde_json::{Value, json};
use tinghu::bot::{self, Program};
use tinghu::discord::component::{CustomId, Press};
use tinghu::game::action::{Action, PromptId};
use tinghu::game::ruleset::{Options, Variant};
use tinghu::game::tile::Tile;
use tinghu::game::variants;
use tinghu::game::view::{PlayerView, PublicPhase, PublicView};
use tinghu::store::event::UserId;
use tinghu::table::handle::Table;
use tinghu::table::view::{Snapshot, TablePhase};
use tinghu::text::{Lang, hand_alt, tile_name};

use super::human::PATIENCE;
use super::people::{FOUR, People, alt_text, buttons};

/// How the words of a private hand begin, and of nothing else.
pub const PRIVATE_WORDS: &str = "你坐";

/// A table that is played by the buttons that its players see.
pub struct Game<'a> {
    pub people: &'a People,
    pub table: Table,
    program: Program,
    /// Presses may fail.
    pub bad_connection: bool,
    /// People who press nothing.
    pub idle: Vec<String>,
    /// How many presses were made.
    pub n_presses: usize,
    /// How often a board of the running hand was looked at.
    pub n_boards_seen: usize,
}

/// A person's next press.
struct Move {
    user: String,
    action: Action,
    /// The choice that has to be opened first.
    opens: Option<Press>,
}

impl<'a> Game<'a> {
    pub fn new(people: &'a People, table: Table) -> Game<'a> {
        let rules = variants::rules(Variant::HarbinNew, Options::of(Variant::HarbinNew)).unwrap();
        let program = Program::new(bot::Level::default(), rules.needs());
        Game {
            people,
            table,
            program,
            bad_connection: false,
            idle: Vec::new(),
            n_presses: 0,
            n_boards_seen: 0,
        }
    }

    /// Plays until the running hand is over.
    pub async fn play_hand(&mut self) -> Arc<Snapshot> {
        loop {
            let snapshot = self.table.snapshot();
            if !matches!(snapshot.info.phase, TablePhase::Playing { .. }) {
                return snapshot;
            }
            self.step(&snapshot).await;
        }
    }

    /// One prompt: looks at everything, presses for everybody who is asked, waits until the table has moved on.
    pub async fn step(&mut self, snapshot: &Snapshot) {
        let prompt = prompt_of(snapshot);
        self.all_see_their_hands().await;
        for user in FOUR {
            self.n_boards_seen += self.look(user).await;
        }
        self.press_all(snapshot).await;
        self.moved_on(prompt).await;
    }

    /// Presses for everybody who is asked.
    pub async fn press_all(&mut self, snapshot: &Snapshot) {
        let prompt = prompt_of(snapshot);
        let moves = self.moves(snapshot);
        self.n_presses += moves.len();
        join_all(moves.iter().map(|one| self.make(prompt, one))).await;
    }

    /// Waits until the newest private hand of everybody is the own one as it is now; older ones may be out of reach.
    pub async fn newest_hands_are_right(&self) {
        for user in seated(&self.table.snapshot()) {
            self.people
                .until(&format!("{user} sees the own hand again"), async || {
                    let view = own_view(&self.table.snapshot(), &user)?;
                    let hand = private_hands(&self.people.messages(&user).await).pop()?;
                    (alt_text(&hand)? == hand_alt(Lang::ZhCn, &view)).then_some(())
                })
                .await;
        }
    }

    /// Waits until another prompt is open, or none.
    pub async fn moved_on(&self, prompt: PromptId) {
        let mut watch = self.table.watch();
        let moved = watch.wait_for(|now| prompt_of(now) != prompt);
        drop(tokio::time::timeout(PATIENCE, moved).await.expect("the table stands"));
    }

    /// 托管: the program plays for this person.
    pub fn is_away(&self, user: &str) -> bool {
        let info = &self.table.snapshot().info;
        let seat = info.seat_of(UserId(user.parse().unwrap())).unwrap();
        info.seats[seat].as_ref().unwrap().away
    }

    fn moves(&mut self, snapshot: &Snapshot) -> Vec<Move> {
        let mut moves = Vec::new();
        for user in seated(snapshot).into_iter().filter(|user| !self.idle.contains(user)) {
            let Some(view) = own_view(snapshot, &user) else { continue };
            let Some(action) = self.program.choose(&view) else { continue };
            moves.push(Move { user, action, opens: choice_of(action) });
        }
        moves
    }

    /// Presses what the private hand offers, as soon as it does; nothing where the prompt has passed meanwhile.
    async fn make(&self, prompt: PromptId, one: &Move) {
        let press = press_of(one.action);
        for press in one.opens.into_iter().chain([press]) {
            if !self.press(&one.user, prompt, press).await {
                return;
            }
        }
    }

    /// Presses one button of the private hand; `false` if its prompt has passed. On a bad connection a press may fail,
    /// as everybody sees, and is repeated.
    pub async fn press(&self, user: &str, prompt: PromptId, press: Press) -> bool {
        let id = CustomId { table: self.table.id(), prompt, press }.to_string();
        loop {
            let Some(hand) = self.hand_with(user, prompt, &id).await else { return false };
            match self.people.touch(user, &hand, &id).await {
                Ok(interaction) if self.people.settled(&interaction).await["state"] == "failed" => {
                    assert!(self.bad_connection, "{user} pressed {id} in vain");
                }
                Ok(interaction) => {
                    self.people.answered(&interaction, false).await;
                    return true;
                }
                // The message was edited between the look and the press.
                Err(_) => return false,
            }
        }
    }

    /// The private hand with this button, once it is there; `None` if the prompt has passed.
    async fn hand_with(&self, user: &str, prompt: PromptId, id: &str) -> Option<Value> {
        self.people
            .until(&format!("{user} can press {id}"), async || {
                let hand = private_hands(&self.people.messages(user).await).pop();
                let here = hand.filter(|hand| buttons(hand).iter().any(|(_, own)| own == id));
                let passed = prompt_of(&self.table.snapshot()) != prompt;
                if passed { Some(None) } else { here.map(Some) }
            })
            .await
    }

    /// Waits until everybody at the table sees the own hand as it is now.
    pub async fn all_see_their_hands(&self) {
        let users = seated(&self.table.snapshot());
        join_all(users.iter().map(|user| self.sees_own_hand(user))).await;
    }

    /// Waits until this person sees exactly one hand: the own one, as it is now.
    async fn sees_own_hand(&self, user: &str) {
        let what = format!("{user} sees the own hand");
        self.people
            .until(&what, async || {
                let now = self.table.snapshot();
                let Some(view) = own_view(&now, user) else { return Some(()) };
                let hands = private_hands(&self.people.messages(user).await);
                let [hand] = &hands[..] else { return None };
                (alt_text(hand)? == hand_alt(Lang::ZhCn, &view)).then_some(())
            })
            .await;
    }

    /// What this person sees now: no private message of another, one board of the hand, and in public no tile that is
    /// not public.
    async fn look(&self, user: &str) -> usize {
        let messages = self.people.messages(user).await;
        // Taken after the messages: what is public only grows.
        let now = self.table.snapshot();
        let Some(public) = now.public.as_ref() else { return 0 };
        let public = public.get();
        let head = format!("第 {}/{} 局", now.info.hand_no, now.info.settings.length.most_hands());
        let boards = messages
            .iter()
            .filter(|message| message["ephemeral"] == json!(false))
            .filter(|message| {
                message["embeds"][0]["title"].as_str().is_some_and(|title| title.ends_with(&head))
            })
            .inspect(|board| shows_only_public_tiles(board, public));
        let n_boards = boards.count();
        assert!(n_boards <= 1, "two boards of one hand");
        for message in &messages {
            let own = alt_text(message).is_some_and(|alt| alt.starts_with(PRIVATE_WORDS));
            assert!(!own || message["ephemeral"] == json!(true), "a hand in public: {message}");
            if message["ephemeral"] == json!(true) {
                let owner = &message["interaction_metadata"]["user"]["id"];
                assert_eq!(owner, user, "a private message of somebody else: {message}");
            }
        }
        n_boards
    }
}

/// Every tile named by a board is on the table, as often as it is named. The tile that is claimed is named twice: in
/// its river and in the question.
fn shows_only_public_tiles(board: &Value, public: &PublicView) {
    if public.outcome.is_some() {
        return;
    }
    let mut open: BTreeMap<String, usize> = BTreeMap::new();
    let mut lay_open = |tile: Tile| *open.entry(tile_name(Lang::ZhCn, tile)).or_default() += 1;
    for (_, seat) in public.seats.iter() {
        seat.river.iter().copied().for_each(&mut lay_open);
        seat.melds.iter().flat_map(|meld| meld.tiles()).for_each(&mut lay_open);
    }
    if let PublicPhase::Claims { tile, .. } = public.phase {
        lay_open(tile);
    }
    let words = [alt_text(board).unwrap_or_default(), super::people::embed_words(board)];
    for (tile, words) in Tile::all()
        .map(|tile| tile_name(Lang::ZhCn, tile))
        .flat_map(|tile| words.clone().map(|w| (tile.clone(), w)))
    {
        let n_named = words.matches(&tile).count();
        let n_open = open.get(&tile).copied().unwrap_or(0);
        assert!(
            n_named <= n_open + 1 && (n_open > 0 || n_named == 0),
            "{tile} is named {n_named} times, {n_open} are open: {words}"
        );
    }
}

/// The prompt that is open.
pub fn prompt_of(snapshot: &Snapshot) -> PromptId {
    match snapshot.info.phase {
        TablePhase::Playing { prompt, .. } => prompt,
        _ => PromptId(0),
    }
}

/// The people at the table, in seat order.
pub fn seated(snapshot: &Snapshot) -> Vec<String> {
    let users = snapshot.info.seats.iter().filter_map(|(_, seat)| seat.as_ref()?.player.user());
    users.map(|user| user.0.to_string()).collect()
}

/// What the table lets this person see.
pub fn own_view(snapshot: &Snapshot, user: &str) -> Option<PlayerView> {
    let seat = snapshot.info.seat_of(UserId(user.parse().unwrap()))?;
    snapshot.private[seat].as_ref()?.open(seat).cloned()
}

/// The private hands among these messages.
pub fn private_hands(messages: &[Value]) -> Vec<Value> {
    let is_hand = |message: &&Value| {
        message["ephemeral"] == json!(true)
            && alt_text(message).is_some_and(|alt| alt.starts_with(PRIVATE_WORDS))
    };
    messages.iter().filter(is_hand).cloned().collect()
}

/// The press that leads to an action.
pub fn press_of(action: Action) -> Press {
    match action {
        Action::Discard { tile, origin } => Press::Discard { tile, origin },
        Action::Ting { tile, origin } => Press::Ting { tile, origin },
        Action::Kong { tile } => Press::Kong { tile },
        Action::Chow { low, ting_discard: None } => Press::Chow { low },
        Action::Chow { low, ting_discard: Some(discard) } => Press::TingChow { low, discard },
        Action::Pung { ting_discard: None } => Press::Pung,
        Action::Pung { ting_discard: Some(discard) } => Press::TingPung { discard },
        Action::StickyTing { discard } => Press::StickyTing { discard },
        Action::ClaimKong => Press::ClaimKong,
        Action::Win => Press::Win,
        Action::Pass => Press::Pass,
    }
}

/// The choice in which the button of an action stands, where it does not stand in the hand itself.
fn choice_of(action: Action) -> Option<Press> {
    match action {
        Action::Ting { .. } => Some(Press::OpenTing),
        Action::StickyTing { .. } => Some(Press::OpenStickyTing),
        Action::Chow { low, ting_discard: Some(_) } => Some(Press::OpenTingChow { low }),
        Action::Pung { ting_discard: Some(_) } => Some(Press::OpenTingPung),
        _ => None,
    }
}
