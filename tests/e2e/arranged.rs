//! A table whose first hand is known beforehand: soon after the deal two players want the same tile.

use std::path::Path;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use tinghu::game::action::{Action, Offer, PromptId};
use tinghu::game::length::MatchLength;
use tinghu::game::ruleset::{Options, Variant};
use tinghu::game::seat::{BySeat, Seat};
use tinghu::game::state::HandState;
use tinghu::game::wall::{Secret, Wall, first_dealer, sim_secret};
use tinghu::game::{variants, view::PlayerView};
use tinghu::store::Store;
use tinghu::store::event::{ClockPreset, Place, Player, Settings, TableEvent, TableId, UnixMs, UserId};

use crate::people::{CHANNEL, FOUR};

const GAME: Variant = Variant::HarbinNew;

/// The table, in its lobby, with everybody seated.
pub struct Arranged {
    pub table: TableId,
    /// The dealer and the first discard.
    pub discard: (Seat, Action),
    /// 碰 of that discard.
    pub pung: Seat,
    /// 吃 of it: weaker.
    pub chow: (Seat, Action),
    /// Has nothing to decide.
    pub idle: Seat,
}

/// Who sits there: the four in seat order.
pub fn user_at(seat: Seat) -> &'static str {
    FOUR[seat.index()]
}

/// Writes the log of such a table into the data folder of a bot that does not run yet.
pub async fn arrange(dir: &Path) -> Arranged {
    let store = Store::open_sqlite(&dir.join("tinghu.db")).await.unwrap();
    let ledger = store.ledger();
    let host = UserId(FOUR[0].parse().unwrap());
    let place = Place { guild: Some(1_100_000_000_000_000_100), channel: CHANNEL.parse().unwrap() };
    let settings = Settings {
        variant: GAME,
        options: Options::of(GAME),
        length: MatchLength::Hands(1),
        n_programs: 0,
        clock: ClockPreset::Slow,
        locale: "zh-CN".into(),
    };
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis();
    let now = UnixMs(u64::try_from(now).unwrap());
    let (table, seq) = ledger.open(TableEvent::Opened { place, host, settings }, now).await.unwrap();
    let (secret, arranged) = (0..).find_map(|n| try_secret(table, sim_secret(n, 1))).unwrap();
    let mut events = vec![TableEvent::SecretDrawn { hand_no: 1, secret }];
    for seat in Seat::ALL {
        let user = UserId(user_at(seat).parse().unwrap());
        let name = ["东东", "南南", "西西", "北北"][seat.index()].to_owned();
        events.push(TableEvent::SeatTaken { seat, player: Player::Person { user, name } });
        events.push(TableEvent::Readied { seat, nonce: nonces()[seat].clone() });
    }
    ledger.append(table, seq, events, now).await.unwrap();
    drop(ledger);
    store.close().await;
    arranged
}

fn nonces() -> BySeat<String> {
    BySeat(["a", "b", "c", "d"].map(str::to_owned))
}

/// The hand of this secret, if the dealer has a discard that one wants by 碰 and another by 吃.
fn try_secret(table: TableId, secret: Secret) -> Option<(Secret, Arranged)> {
    let (id, nonces) = (table.to_string(), nonces());
    let dealer = first_dealer(GAME.id(), &id, 1, &secret, &nonces);
    let wall = Wall::make(variants::kinds(GAME), GAME.id(), &id, 1, &secret, &nonces);
    let rules = variants::rules(GAME, Options::of(GAME)).unwrap();
    let hand = HandState::begin(Arc::from(rules), dealer, wall, 0);
    hand.offers(dealer).iter().find_map(|offer| {
        let &Offer::Discard { tile, origin } = offer else { return None };
        let action = Action::Discard { tile, origin };
        let mut after = hand.clone();
        after.advance(dealer, action, &mut Vec::new()).unwrap();
        let views = BySeat::from_fn(|seat| after.view_of(seat).open(seat).unwrap().clone());
        let pung = plain(&views, |offer| matches!(offer, Offer::Pung))?.0;
        let (chow, Offer::Chow { low }) = plain(&views, |offer| matches!(offer, Offer::Chow { .. }))? else {
            return None;
        };
        let idle = dealer.others().into_iter().find(|&seat| !views[seat].has_choice())?;
        let chow = (chow, Action::Chow { low, ting_discard: None });
        (chow.0 != pung)
            .then(|| (secret.clone(), Arranged { table, discard: (dealer, action), pung, chow, idle }))
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
