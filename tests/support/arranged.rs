//! Tables whose first hand is known beforehand: the log of a lobby in which everybody has sat down and readied, written
//! with a secret whose wall is as a test wants it. The bot that finds the log plays it as any other.

use std::path::Path;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use tinghu::bot::{self, Program};
use tinghu::game::action::{Action, Offer, PromptId};
use tinghu::game::event::Event;
use tinghu::game::length::MatchLength;
use tinghu::game::ruleset::{Options, Variant};
use tinghu::game::seat::{BySeat, Seat};
use tinghu::game::state::{HandState, Pending};
use tinghu::game::variants::{self, Rules};
use tinghu::game::view::PlayerView;
use tinghu::game::wall::{Secret, Wall, first_dealer, sim_secret};
use tinghu::store::Store;
use tinghu::store::event::{ClockPreset, Place, Player, Settings, TableEvent, TableId, UnixMs, UserId};

use super::human::GUILD;
use super::people::{CHANNEL, FOUR};

const GAME: Variant = Variant::HarbinNew;
/// The nonce of a seat that the program plays (fair-play 3).
const NONCE_PROGRAM: &str = "ai";

/// What is played at a table, and by how many of the four people; the program has the other seats.
#[derive(Clone, Copy)]
pub struct Lobby {
    pub n_people: usize,
    pub n_hands: u32,
    pub clock: ClockPreset,
}

impl Lobby {
    /// One hand, with clocks that nobody waits for.
    pub fn slow(n_people: usize) -> Lobby {
        Lobby { n_people, n_hands: 1, clock: ClockPreset::Slow }
    }
}

/// Who sits there: the four in seat order.
pub fn user_at(seat: Seat) -> &'static str {
    FOUR[seat.index()]
}

/// Writes the log of such a lobby into the data folder of a bot that does not run yet. `find` says whether a hand is one
/// that the test wants; the first such is what the host's start deals.
pub async fn arrange<T>(dir: &Path, lobby: Lobby, find: impl Fn(&HandState) -> Option<T>) -> (TableId, T) {
    let store = Store::open_sqlite(&dir.join("tinghu.db")).await.unwrap();
    let ledger = store.ledger();
    let host = UserId(FOUR[0].parse().unwrap());
    let place = Place { guild: Some(GUILD.parse().unwrap()), channel: CHANNEL.parse().unwrap() };
    let settings = Settings {
        variant: GAME,
        options: Options::of(GAME),
        length: MatchLength::Hands(lobby.n_hands),
        n_programs: u8::try_from(4 - lobby.n_people).unwrap(),
        level: tinghu::bot::Level::default(),
        clock: lobby.clock,
        locale: "zh-CN".into(),
    };
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis();
    let now = UnixMs(u64::try_from(now).unwrap());
    let (table, seq) = ledger.open(TableEvent::Opened { place, host, settings }, now).await.unwrap();
    let nonces = nonces(lobby.n_people);
    let (secret, found) = (0..)
        .map(|n| sim_secret(n, 1))
        .find_map(|secret| {
            let found = find(&dealt(table, &secret, &nonces))?;
            Some((secret, found))
        })
        .unwrap();
    let mut events = vec![TableEvent::SecretDrawn { hand_no: 1, secret }];
    for seat in Seat::ALL.into_iter().take(lobby.n_people) {
        let user = UserId(user_at(seat).parse().unwrap());
        let name = ["东东", "南南", "西西", "北北"][seat.index()].to_owned();
        events.push(TableEvent::SeatTaken { seat, player: Player::Person { user, name } });
        events.push(TableEvent::Readied { seat, nonce: nonces[seat].clone() });
    }
    ledger.append(table, seq, events, now).await.unwrap();
    drop(ledger);
    store.close().await;
    (table, found)
}

fn nonces(n_people: usize) -> BySeat<String> {
    let luck =
        |seat: Seat| if seat.index() < n_people { format!("luck {seat}") } else { NONCE_PROGRAM.into() };
    BySeat::from_fn(luck)
}

fn dealt(table: TableId, secret: &Secret, nonces: &BySeat<String>) -> HandState {
    let id = table.to_string();
    let dealer = first_dealer(GAME.id(), &id, 1, secret, nonces);
    let wall = Wall::make(variants::kinds(GAME), GAME.id(), &id, 1, secret, nonces);
    HandState::begin(Arc::from(rules()), dealer, wall, 0)
}

fn rules() -> Box<dyn Rules> {
    variants::rules(GAME, Options::of(GAME)).unwrap()
}

/// What this seat sees.
pub fn view(hand: &HandState, seat: Seat) -> PlayerView {
    hand.view_of(seat).open(seat).unwrap().clone()
}

/// A hand in which East deals and so has the first turn.
pub fn east_deals(hand: &HandState) -> Option<()> {
    let offers = view(hand, Seat::East).offers;
    offers.iter().any(|offer| matches!(offer, Offer::Discard { .. })).then_some(())
}

/// A hand in which East deals, passes every claim and discards the first tile that may go, and which lasts until East has
/// had so many turns.
pub fn east_discards_first(n_turns: usize) -> impl Fn(&HandState) -> Option<()> {
    move |hand| {
        east_deals(hand)?;
        let mut n_had = 0;
        play_out(hand, |hand, seat, choice| {
            if seat != Seat::East {
                return choice;
            }
            let offers = view(hand, seat).offers;
            let discard = offers.iter().find_map(|offer| match *offer {
                Offer::Discard { tile, origin } => Some(Action::Discard { tile, origin }),
                _ => None,
            });
            n_had += usize::from(discard.is_some());
            Some(discard.unwrap_or(Action::Pass))
        });
        (n_had >= n_turns).then_some(())
    }
}

/// A hand in which East never presses, and which lasts until East has missed so many turns in a row.
pub fn east_sleeps_through(n_turns: usize) -> impl Fn(&HandState) -> Option<()> {
    move |hand| {
        let mut n_missed = 0;
        let mut last = None;
        play_out(hand, |hand, seat, choice| {
            if seat == Seat::East {
                if is_turn_of(hand, seat) && last != Some(hand.prompt()) {
                    (n_missed, last) = (n_missed + 1, Some(hand.prompt()));
                }
                return None;
            }
            choice
        });
        (n_missed >= n_turns).then_some(())
    }
}

fn is_turn_of(hand: &HandState, seat: Seat) -> bool {
    matches!(hand.pending(), Pending::Turn { seat: turn, .. } if turn == seat)
}

/// A hand as four who press what [`Program`] chooses play it: how many prompts it takes, and how it ends.
pub fn as_program_plays(hand: &HandState) -> (usize, HandState) {
    play_out(hand, |_, _, choice| choice)
}

/// A hand that is won, and not at once, where all four press what [`Program`] chooses; and how it ends then.
pub fn won_by_program(hand: &HandState) -> Option<HandState> {
    let (n_prompts, end) = as_program_plays(hand);
    let is_won = end.public_view().get().outcome.as_ref().is_some_and(|outcome| outcome.win.is_some());
    (n_prompts >= 16 && is_won).then_some(end)
}

/// Plays a hand to its end: `press` gets what the program would do at a seat and says what is pressed; nothing is a turn
/// or a window that time ends.
fn play_out(
    hand: &HandState,
    mut press: impl FnMut(&HandState, Seat, Option<Action>) -> Option<Action>,
) -> (usize, HandState) {
    let mut hand = hand.clone();
    let mut program = Program::new(bot::Level::default(), rules().needs());
    let (mut n_prompts, mut events): (usize, Vec<Event>) = (0, Vec::new());
    while hand.settlement().is_none() {
        n_prompts += 1;
        let prompt = hand.prompt();
        let asked = Seat::ALL.map(|seat| (seat, program.choose(&view(&hand, seat))));
        for (seat, choice) in asked {
            if hand.prompt() != prompt || hand.settlement().is_some() {
                break;
            }
            if let Some(action) = press(&hand, seat, choice).filter(|_| choice.is_some()) {
                // Refused where an answer before it took the choice away.
                let _ = hand.advance(seat, action, &mut events);
            }
        }
        if hand.prompt() == prompt && hand.settlement().is_none() {
            hand = hand.time_out().next;
        }
    }
    (n_prompts, hand)
}

/// Soon after the deal two players want the same tile.
pub struct Rivals {
    /// The dealer and the first discard.
    pub discard: (Seat, Action),
    /// 碰 of that discard.
    pub pung: Seat,
    /// 吃 of it: weaker.
    pub chow: (Seat, Action),
    /// Has nothing to decide.
    pub idle: Seat,
}

/// A hand whose dealer has a discard that one wants by 碰 and another by 吃.
pub fn rivals(hand: &HandState) -> Option<Rivals> {
    let dealer = Seat::ALL.into_iter().find(|&seat| is_turn_of(hand, seat))?;
    hand.offers(dealer).iter().find_map(|offer| {
        let &Offer::Discard { tile, origin } = offer else { return None };
        let action = Action::Discard { tile, origin };
        let mut after = hand.clone();
        after.advance(dealer, action, &mut Vec::new()).unwrap();
        let views = BySeat::from_fn(|seat| view(&after, seat));
        let pung = plain(&views, |offer| matches!(offer, Offer::Pung))?.0;
        let (chow, Offer::Chow { low }) = plain(&views, |offer| matches!(offer, Offer::Chow { .. }))? else {
            return None;
        };
        let idle = dealer.others().into_iter().find(|&seat| !views[seat].has_choice())?;
        let chow = (chow, Action::Chow { low, ting_discard: None });
        (chow.0 != pung).then_some(Rivals { discard: (dealer, action), pung, chow, idle })
    })
}

/// The first seat with such an offer, and the offer.
fn plain(views: &BySeat<PlayerView>, wanted: impl Fn(&Offer) -> bool) -> Option<(Seat, Offer)> {
    views.iter().find_map(|(seat, view)| {
        view.offers.iter().find(|offer| wanted(offer)).map(|offer| (seat, offer.clone()))
    })
}

/// The open prompt, read from the buttons of a message.
pub fn prompt_in(buttons: &[(String, String)]) -> Option<PromptId> {
    let id = buttons.iter().find_map(|(_, id)| id.parse::<tinghu::discord::component::CustomId>().ok())?;
    Some(id.prompt)
}
