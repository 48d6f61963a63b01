//! Other projects' engines at the same work (feature `peers`).

use std::collections::HashMap;

use riichienv_core::action::{Action, ActionType};
use riichienv_core::observation::Observation;
use riichienv_core::rule::GameRule;
use riichienv_core::shanten::calc_shanten_from_counts;
use riichienv_core::state::GameState;
use xiangting::{PlayerCount, calculate_necessary_tiles};

use super::inputs::Inputs;
use super::{Peer, Work};
use crate::game::tile::{Counts, N_KINDS, Tile};

/// Copies of each kind in tile order; where 红中 stands among the dragons makes no difference to these peers.
type Copies = [u8; N_KINDS];

fn copies(hand: &Counts) -> Copies {
    let mut copies = [0; N_KINDS];
    Tile::all().for_each(|tile| copies[tile.index()] = hand.of(tile));
    copies
}

/// xiangting: the waits of a waiting hand by no rules but the shape's, seven pairs and thirteen orphans among them.
pub(super) fn waits(inputs: &Inputs) -> Option<Peer<'_>> {
    let hands: Vec<Copies> = inputs.waiting.iter().map(|hand| copies(&hand.hand)).collect();
    let n_waits = |hand: &Copies| {
        calculate_necessary_tiles(hand, PlayerCount::Four)
            .map_or(0, |(_, tiles)| u64::from(tiles.count_ones()))
    };
    let work = Work::new(hands.len(), move || Ok(hands.iter().map(n_waits).sum()));
    Some(Peer { name: "xiangting", work, most: 0.5 })
}

/// riichienv-core: a finished hand is one whose shanten is −1; no rules.
pub(super) fn wins(inputs: &Inputs) -> Option<Peer<'_>> {
    let with_tile = |hand: &super::inputs::Waiting| {
        let mut all = hand.hand;
        all.add(hand.tile);
        copies(&all)
    };
    let hands: Vec<Copies> = inputs.waiting.iter().map(with_tile).collect();
    let is_win = |hand: &Copies| u64::from(calc_shanten_from_counts(hand, 4) == -1);
    let work = Work::new(hands.len(), move || Ok(hands.iter().map(is_win).sum()));
    Some(Peer { name: "riichienv-core", work, most: 2.0 })
}

/// Four sets and a pair alone, which the peer looks at only where there are melds.
pub(super) fn shanten_11(inputs: &Inputs) -> Option<Peer<'_>> {
    Some(shanten(&inputs.random_11, 3))
}

/// With seven pairs and thirteen orphans, which ours does not look at here.
pub(super) fn shanten_14(inputs: &Inputs) -> Option<Peer<'_>> {
    Some(shanten(&inputs.random_14, 4))
}

fn shanten(hands: &[Counts], n_sets: u8) -> Peer<'_> {
    let hands: Vec<Copies> = hands.iter().map(copies).collect();
    let work = Work::new(hands.len(), move || {
        Ok(hands.iter().map(|hand| (calc_shanten_from_counts(hand, n_sets) + 1) as u64).sum())
    });
    Peer { name: "riichienv-core", work, most: 1.0 }
}

/// Hands of riichienv-core in Rust, four players that win and declare riichi when they may, else discard for the lowest
/// shanten; its event log is built.
pub(super) fn hands(inputs: &Inputs) -> Option<Peer<'_>> {
    let n_hands = inputs.n_played.div_ceil(10);
    let mut seed = 0;
    let work = Work::new(n_hands as usize, move || {
        let mut n_events = 0;
        for _ in 0..n_hands {
            seed += 1;
            n_events += play(seed);
        }
        Ok(n_events)
    });
    Some(Peer { name: "riichienv-core, greedy in Rust", work, most: 1.0 / 30.0 })
}

/// Far more steps than a hand has.
const MOST_STEPS: usize = 2_000;

/// Plays one hand; how many events it has.
fn play(seed: u64) -> u64 {
    let mut state = GameState::new(0, false, Some(seed), 0, GameRule::default_tenhou());
    for _ in 0..MOST_STEPS {
        if state.is_done || state.needs_initialize_next_round {
            break;
        }
        let mut actions = HashMap::new();
        for player in state.active_players.clone() {
            let observation = state.get_observation(player);
            actions.extend(choose(&observation).map(|action| (player, action)));
        }
        state.step(&actions);
    }
    state.mjai_log.len() as u64
}

fn choose(observation: &Observation) -> Option<Action> {
    let legal = observation.legal_actions_method();
    let takes = [ActionType::Tsumo, ActionType::Ron, ActionType::Riichi];
    if let Some(action) = legal.iter().find(|action| takes.contains(&action.action_type)) {
        return Some(action.clone());
    }
    let mut hand = [0; N_KINDS];
    let own = &observation.hands[usize::from(observation.player_id)];
    own.iter().for_each(|&tile| hand[tile as usize / 4] += 1);
    let n_sets = (own.len() / 3) as u8;
    // One discard a kind is looked at.
    let (mut seen, mut best) = ([false; N_KINDS], None);
    for action in legal.iter().filter(|action| action.action_type == ActionType::Discard) {
        let kind = usize::from(action.tile? / 4);
        if std::mem::replace(&mut seen[kind], true) {
            continue;
        }
        hand[kind] -= 1;
        let shanten = calc_shanten_from_counts(&hand, n_sets);
        hand[kind] += 1;
        if best.is_none_or(|(least, _)| shanten < least) {
            best = Some((shanten, action));
        }
    }
    let pass = legal.iter().find(|action| action.action_type == ActionType::Pass);
    best.map(|(_, action)| action).or(pass).or(legal.first()).cloned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_peer_plays_hands_to_their_end() {
        let n_events: Vec<u64> = (1..=5).map(play).collect();
        assert!(n_events.iter().all(|&n| n > 40), "{n_events:?}");
    }
}
