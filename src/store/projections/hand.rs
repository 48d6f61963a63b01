//! Finished hands, folded from the log of one table.

use crate::game::event::{Event, WinHow};
use crate::game::ruleset::Variant;
use crate::game::score::Settlement;
use crate::game::seat::{BySeat, Seat};
use crate::store::event::{Place, Player, TableEvent, UnixMs};

/// A finished hand, as statistics see it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProjectedHand {
    /// Number of the hand, from 1.
    pub hand_no: u32,
    /// The server.
    pub guild: Option<u64>,
    /// When it was settled.
    pub at: UnixMs,
    /// The game.
    pub variant: Variant,
    /// People at the deal. Who left after it still counts, and still gets the points.
    pub n_people: u32,
    /// The four seats.
    pub seats: BySeat<ProjectedSeat>,
}

/// One seat of a finished hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProjectedSeat {
    /// Who sat there at the deal.
    pub player: Player,
    /// Points got for the win and for kongs (negative: paid).
    pub points: i32,
    /// Won the hand.
    pub won: bool,
    /// Won it by the own draw.
    pub self_drawn: bool,
    /// Gave the winning tile: by a discard or a robbed kong.
    pub dealt_in: bool,
    /// Was the dealer.
    pub dealer: bool,
    /// Had declared ting.
    pub tinged: bool,
}

/// The names of the facts that [`HandFold::apply`] looks at; the others need not be read.
pub(in crate::store) const RELEVANT_NAMES: [&str; 8] =
    ["Opened", "SeatTaken", "SeatLeft", "HandBegan", "HandVoided", "Discarded", "Won", "Settled"];

/// Reads the facts of a table in order and gives out a hand whenever one was settled.
#[derive(Default)]
pub(in crate::store) struct HandFold {
    opened: Option<(Place, Variant)>,
    seats: BySeat<Option<Player>>,
    running: Option<Running>,
}

struct Running {
    hand_no: u32,
    dealer: Seat,
    players: BySeat<Player>,
    tinged: BySeat<bool>,
    won: Option<WinHow>,
}

impl HandFold {
    /// Takes in the next fact. A settlement without a hand, which no table writes, is no hand.
    pub(in crate::store) fn apply(&mut self, event: &TableEvent, at: UnixMs) -> Option<ProjectedHand> {
        match event {
            TableEvent::Opened { place, settings, .. } => self.opened = Some((*place, settings.variant)),
            TableEvent::SeatTaken { seat, player } => self.seats[*seat] = Some(player.clone()),
            TableEvent::SeatLeft { seat } => self.seats[*seat] = None,
            TableEvent::HandBegan { hand_no, dealer, .. } => {
                self.running = Some(Running {
                    hand_no: *hand_no,
                    dealer: *dealer,
                    players: self.seats.map(|_, player| player.clone().unwrap_or(Player::Program)),
                    tinged: BySeat([false; 4]),
                    won: None,
                });
            }
            TableEvent::HandVoided => self.running = None,
            TableEvent::Played(event) => return self.apply_played(event, at),
            _ => {}
        }
        None
    }

    fn apply_played(&mut self, event: &Event, at: UnixMs) -> Option<ProjectedHand> {
        match event {
            Event::Discarded { seat, ting: true, .. } => self.running.as_mut()?.tinged[*seat] = true,
            Event::Won { how, .. } => self.running.as_mut()?.won = Some(*how),
            Event::Settled(settlement) => {
                let (place, variant) = self.opened?;
                return Some(self.running.take()?.settle(place, variant, settlement, at));
            }
            _ => {}
        }
        None
    }
}

impl Running {
    fn settle(self, place: Place, variant: Variant, settlement: &Settlement, at: UnixMs) -> ProjectedHand {
        let giver = match self.won {
            Some(WinHow::Discard { from } | WinHow::RobKong { from }) => Some(from),
            _ => None,
        };
        let n_people = self.players.iter().filter(|(_, player)| player.user().is_some()).count();
        let total = settlement.total();
        let seats = self.players.map(|seat, player| {
            let won = settlement.winner == Some(seat);
            ProjectedSeat {
                player: player.clone(),
                points: total[seat],
                won,
                self_drawn: won && giver.is_none(),
                dealt_in: giver == Some(seat),
                dealer: self.dealer == seat,
                tinged: self.tinged[seat],
            }
        });
        let n_people = n_people as u32; // at most four
        ProjectedHand { hand_no: self.hand_no, guild: place.guild, at, variant, n_people, seats }
    }
}
