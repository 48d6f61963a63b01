//! The golden vectors of docs/FAIR-PLAY.md, computed by an independent program.

use serde_json::Value;
use tinghu::game::ruleset::{Options, Variant};
use tinghu::game::seat::{BySeat, Seat};
use tinghu::game::state::HandState;
use tinghu::game::tile::{Tile, format_tiles, parse_tiles};
use tinghu::game::variants::{kinds, rules};
use tinghu::game::wall::{Secret, Wall, commit, first_dealer, sim_nonces, sim_secret};

#[test]
fn commitments_and_walls_agree_with_the_vectors() {
    let lines: Vec<Value> = include_str!("data/vectors/fair-play.jsonl")
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 50);
    for line in &lines {
        let fair = &line["fair"];
        let text = |name: &str| fair[name].as_str().unwrap();
        let (table, hand) = (text("table"), u32::try_from(fair["hand"].as_u64().unwrap()).unwrap());
        let secret = Secret::from_hex(text("secret")).unwrap();
        let nonces =
            BySeat::from_fn(|seat: Seat| fair["nonces"][seat.to_string()].as_str().unwrap().to_owned());
        assert_eq!(commit(table, hand, &secret).to_string(), text("commitment"), "{table}");
        let variant: Variant = text("ruleset").parse().unwrap();
        let wall = Wall::make(kinds(variant), variant.id(), table, hand, &secret, &nonces).reveal();
        assert_eq!(format_tiles(&wall), format_tiles(&parse_tiles(text("wall")).unwrap()), "{table}");
    }
}

#[test]
fn dice_and_indicator_agree_with_the_vectors() {
    let mut n_thrown = 0;
    for line in include_str!("data/vectors/fair-play.jsonl").lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        let Some(dice) = line["dice"].as_array() else { continue };
        let fair = &line["fair"];
        let text = |name: &str| fair[name].as_str().unwrap();
        let (table, hand) = (text("table"), u32::try_from(fair["hand"].as_u64().unwrap()).unwrap());
        let secret = Secret::from_hex(text("secret")).unwrap();
        let nonces =
            BySeat::from_fn(|seat: Seat| fair["nonces"][seat.to_string()].as_str().unwrap().to_owned());
        let variant: Variant = text("ruleset").parse().unwrap();
        let wall = Wall::make(kinds(variant), variant.id(), table, hand, &secret, &nonces);
        let rules = rules(variant, Options::of(variant)).unwrap().into();
        let dealt = HandState::begin(rules, text("dealer").parse().unwrap(), wall, 0).public_view();
        let turned = dealt.get().indicator.unwrap();
        let thrown: Vec<u64> = dice.iter().map(|die| die.as_u64().unwrap()).collect();
        assert_eq!(turned.dice.map(u64::from)[..], thrown[..], "{table}");
        assert_eq!(turned.tile.to_string(), line["indicator"].as_str().unwrap(), "{table}");
        n_thrown += 1;
    }
    assert_eq!(n_thrown, 10);
}

#[test]
fn a_wall_has_four_of_each_kind() {
    for variant in Variant::ALL {
        let wall =
            Wall::make(kinds(variant), variant.id(), "sim", 1, &sim_secret(7, 1), &sim_nonces()).reveal();
        let copies = |tile: Tile| wall.iter().filter(|&&other| other == tile).count();
        assert_eq!(wall.len(), kinds(variant).len() * 4);
        assert!(kinds(variant).iter().all(|&tile| copies(tile) == 4));
    }
}

#[test]
fn every_seat_deals_first_at_some_table() {
    let mut seen = BySeat([0; 4]);
    for hand in 0..100 {
        seen[first_dealer("harbin-new", "sim", hand, &sim_secret(1, hand), &sim_nonces())] += 1;
    }
    assert!(seen.iter().all(|(_, &times)| times > 10), "{seen:?}");
}
