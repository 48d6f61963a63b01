//! Who sits where: leaving, being removed, being replaced, and the host's role.

use super::command::{Done, Refusal, Request};
use super::plan::Plan;
use super::state::{Stage, TableState};
use crate::game::seat::{BySeat, Seat};
use crate::store::event::{MatchEnd, Player, TableEvent, UserId};

/// Seats that people will take at the next deal.
pub(super) type Promised = BySeat<Option<Player>>;

impl TableState {
    /// A free seat in the lobby, a program seat during the match; the host's role goes on to the next person, and a
    /// table without people closes.
    pub(super) fn plan_leave(&self, seat: Seat, done: Done) -> Plan {
        let user = self.seats[seat].as_ref().and_then(|seated| seated.player.user());
        let mut events = vec![TableEvent::SeatLeft { seat }];
        match self.heir_of(seat) {
            Some(heir) if user == Some(self.host) => events.push(TableEvent::HostChanged { host: heir }),
            Some(_) => {}
            None => events.extend(self.closing(MatchEnd::Idle)),
        }
        Ok((events, done))
    }

    pub(super) fn plan_kick(&self, request: &Request, player: UserId) -> Plan {
        self.need_host(request)?;
        self.plan_leave(self.seat_of(player).ok_or(Refusal::NoSuchPlayer)?, Done::Kicked)
    }

    /// Before the match, like every choice about it.
    pub(super) fn plan_set_hints(&self, request: &Request, on: bool) -> Plan {
        self.need_host(request)?;
        match self.stage {
            Stage::Lobby => Ok((vec![TableEvent::HintsSet { on }], Done::Configured)),
            _ => Err(Refusal::MatchRunning),
        }
    }

    pub(super) fn plan_make_host(&self, request: &Request, player: UserId) -> Plan {
        self.need_host(request)?;
        self.seat_of(player).ok_or(Refusal::NoSuchPlayer)?;
        Ok((vec![TableEvent::HostChanged { host: player }], Done::HostMade))
    }

    /// The program takes a seat over at once. A person enters where no hand runs, else at the next deal, and the program
    /// plays until then: nobody gets to know tiles that were another player's.
    pub(super) fn plan_replace(&self, request: &Request, seat: Seat, by: &Player) -> Plan {
        self.need_host(request)?;
        let former = self.seats[seat].as_ref().and_then(|seated| seated.player.user());
        let Some(newcomer) = by.user() else {
            return match former {
                Some(_) => self.plan_leave(seat, Done::Replaced { seat }),
                None => Ok((Vec::new(), Done::Replaced { seat })),
            };
        };
        if self.seat_of(newcomer).is_some() {
            return Err(Refusal::PlayerSeated);
        }
        let left = former.map(|_| TableEvent::SeatLeft { seat });
        let heir = self.heir_of(seat).unwrap_or(newcomer);
        let host = former.filter(|&user| user == self.host).map(|_| TableEvent::HostChanged { host: heir });
        let player = by.clone();
        let is_open = match self.stage {
            Stage::Lobby | Stage::Between => true,
            Stage::Paused(_) => self.stage_of_hand() == Stage::Between && !self.was_choosing,
            _ => false,
        };
        let (enters, done) = match is_open {
            true => (TableEvent::SeatTaken { seat, player }, Done::Replaced { seat }),
            false => (TableEvent::SeatPromised { seat, player }, Done::Promised { seat }),
        };
        Ok((left.into_iter().chain([enters]).chain(host).collect(), done))
    }

    /// The people who were promised a seat take it, between two hands.
    pub(super) fn kept_promises(&self) -> impl Iterator<Item = TableEvent> + '_ {
        self.promised.iter().filter_map(|(seat, promised)| {
            let player = promised.clone()?;
            let is_free = self.seats[seat].as_ref().is_some_and(|seated| seated.player == Player::Program);
            let is_new = self.seat_of(player.user()?).is_none();
            (is_free && is_new).then_some(TableEvent::SeatTaken { seat, player })
        })
    }

    /// A person has one seat, so the newest promise counts.
    pub(super) fn promise(&mut self, seat: Seat, player: Player) {
        self.promised = self.promised.map(|_, old| old.clone().filter(|old| *old != player));
        self.promised[seat] = Some(player);
    }

    /// Who becomes the host when the host leaves this seat: the next person in the order of the seats.
    fn heir_of(&self, seat: Seat) -> Option<UserId> {
        let people = seat.others().into_iter().filter_map(|s| self.seats[s].as_ref()?.player.user());
        people.min_by_key(|&heir| self.seat_of(heir))
    }
}
