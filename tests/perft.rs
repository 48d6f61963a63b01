//! Every sequence of actions from fixed walls, to a fixed depth: how many there are, and a digest of their events. A
//! number that changes shows that the engine offers or does something else than before; whoever changes it says why.
//!
//! `TINGHU_PERFT_WRITE=1 cargo test --test perft` writes the files of `tests/data/perft` again.

#![allow(clippy::unwrap_used, reason = "in tests; the lint sees only functions marked as tests")]

use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Arc;

use sha2::{Digest, Sha256};
use tinghu::game::action::{Action, Offer, TingDiscard};
use tinghu::game::ruleset::{Options, Variant};
use tinghu::game::seat::Seat;
use tinghu::game::state::HandState;
use tinghu::game::variants::{Rules, kinds, rules};
use tinghu::game::wall::{Wall, sim_nonces, sim_secret};
use tinghu::store::event::TableEvent;
use tinghu::store::record::to_log_line;

/// Choices that are counted.
const DEPTH: usize = 9;
/// Time-outs before them, so that there are rivers and short walls too.
const STARTS: [usize; 3] = [0, 44, 72];
const WALLS: [u32; 2] = [1, 2];

/// The actions that an offer stands for.
fn actions(offer: &Offer) -> Vec<Action> {
    let each = |discards: &[TingDiscard], action: &dyn Fn(&TingDiscard) -> Action| {
        discards.iter().map(action).collect::<Vec<_>>()
    };
    match *offer {
        Offer::Discard { tile, origin } => vec![Action::Discard { tile, origin }],
        Offer::Ting { ref discards } => each(discards, &|d| Action::Ting { tile: d.tile, origin: d.origin }),
        Offer::Kong { tile, .. } => vec![Action::Kong { tile }],
        Offer::Chow { low } => vec![Action::Chow { low, ting_discard: None }],
        Offer::TingChow { low, ref discards } => {
            each(discards, &|d| Action::Chow { low, ting_discard: Some(d.tile) })
        }
        Offer::Pung => vec![Action::Pung { ting_discard: None }],
        Offer::TingPung { ref discards } => each(discards, &|d| Action::Pung { ting_discard: Some(d.tile) }),
        Offer::ClaimKong => vec![Action::ClaimKong],
        Offer::StickyTing { ref discards } => each(discards, &|d| Action::StickyTing { discard: d.tile }),
        Offer::Win => vec![Action::Win],
        Offer::Pass => vec![Action::Pass],
    }
}

/// Adds every sequence of `depth` choices; the nearest seat that is asked chooses.
fn walk(hand: &HandState, depth: usize, counts: &mut [u64], hash: &mut Sha256) {
    let Some(seat) = hand.first_asked().filter(|_| depth > 0) else { return };
    for action in hand.offers(seat).iter().flat_map(actions) {
        let decision = hand.decide(seat, action).unwrap();
        counts[counts.len() - depth] += 1;
        for event in decision.events {
            hash.update(to_log_line(&TableEvent::Played(event)).unwrap());
        }
        walk(&decision.next, depth - 1, counts, hash);
    }
}

/// One line a wall and start: how many sequences of each length, and the digest of the events of all.
fn counted(variant: Variant) -> String {
    let mut text = String::new();
    for wall_no in WALLS {
        for start in STARTS {
            let rules: Arc<dyn Rules> = rules(variant, Options::of(variant)).unwrap().into();
            let (secret, nonces) = (sim_secret(2026, wall_no), sim_nonces());
            let wall = Wall::make(kinds(variant), variant.id(), "perft", wall_no, &secret, &nonces);
            let mut hand = HandState::begin(rules, Seat::East, wall, 0);
            for _ in 0..start {
                hand = hand.time_out().next;
            }
            let (mut counts, mut hash) = ([0; DEPTH], Sha256::new());
            walk(&hand, DEPTH, &mut counts, &mut hash);
            let digest: String = hash.finalize()[..8].iter().map(|byte| format!("{byte:02x}")).collect();
            let counts: Vec<String> = counts.iter().map(u64::to_string).collect();
            writeln!(text, "wall {wall_no} start {start}: {} {digest}", counts.join(" ")).unwrap();
        }
    }
    text
}

#[track_caller]
fn compare(variant: Variant) {
    let counted = counted(variant);
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/data/perft/{variant}.txt"));
    if std::env::var_os("TINGHU_PERFT_WRITE").is_some() {
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(&file, &counted).unwrap();
    }
    assert_eq!(counted, std::fs::read_to_string(&file).unwrap());
}

#[test]
fn sequences_of_harbin_new() {
    compare(Variant::HarbinNew);
}

#[test]
fn sequences_of_harbin() {
    compare(Variant::Harbin);
}

#[test]
fn sequences_of_qiqihar() {
    compare(Variant::Qiqihar);
}

#[test]
fn sequences_of_xingdong() {
    compare(Variant::Xingdong);
}

#[test]
fn sequences_of_qiqihar_yuema() {
    compare(Variant::QiqiharYuema);
}
