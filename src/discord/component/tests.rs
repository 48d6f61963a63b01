//! The ids against their grammar.

use super::*;
use crate::t;
use proptest::prelude::*;

fn presses() -> impl Strategy<Value = Press> {
    let tile = || (0..34usize).prop_map(|i| Tile::from_index(i).unwrap());
    let origin = || prop_oneof![Just(Origin::Hand), Just(Origin::Drawn)];
    prop_oneof![
        (tile(), origin()).prop_map(|(tile, origin)| Press::Discard { tile, origin }),
        (tile(), origin()).prop_map(|(tile, origin)| Press::Ting { tile, origin }),
        tile().prop_map(|tile| Press::Kong { tile }),
        tile().prop_map(|low| Press::Chow { low }),
        tile().prop_map(|low| Press::OpenTingChow { low }),
        (tile(), tile()).prop_map(|(low, discard)| Press::TingChow { low, discard }),
        tile().prop_map(|discard| Press::TingPung { discard }),
        tile().prop_map(|discard| Press::StickyTing { discard }),
        prop::sample::select(vec![
            Press::Hand,
            Press::OpenTing,
            Press::ClaimKong,
            Press::Pung,
            Press::OpenTingPung,
            Press::OpenStickyTing,
            Press::Win,
            Press::Pass,
            Press::Back,
            Press::ComeBack,
            Press::Join,
            Press::Luck,
            Press::Leave,
            Press::Start,
            Press::Fill,
            Press::Ready,
            Press::Rematch,
            Press::Replay,
            Press::RunPoints { choice: RunPoints::Points(3) },
            Press::RunPoints { choice: RunPoints::Top },
            Press::SettingsPage,
            Press::SettingsSwitches,
            Press::SettingsPick { slot: 0 },
            Press::SettingsPick { slot: 2 },
            Press::SettingsSave,
            Press::Rematch,
        ]),
    ]
}

proptest! {
    #[test]
    fn ids_round_trip_and_fit(table: u64, prompt: u64, press in presses()) {
        let id = CustomId { table: TableId(table), prompt: PromptId(prompt), press };
        let text = id.to_string();
        prop_assert!(text.len() <= 100);
        prop_assert_eq!(text.parse::<CustomId>(), Ok(id));
    }

    #[test]
    fn whatever_parses_prints_itself(text in "m1:0{12}[0-9a-z]:[0-9]{1,3}:[a-zT0-9]{1,2}(:[1-9][mps]){0,3}") {
        if let Ok(id) = text.parse::<CustomId>() {
            prop_assert_eq!(id.to_string(), text);
        }
    }
}

#[test]
fn refuses_what_is_not_ours() {
    for text in [
        "",
        "x",
        "m1",
        "m1:0000000000001:1",
        "m1:0000000000001:01:x",
        "m1:0000000000001:1:x:5m",
        "m1:0000000000001:1:d",
        "m1:0000000000001:1:d:5",
        "m1:0000000000001:-1:x",
        "m1:000000000001:1:x",
    ] {
        assert_eq!(text.parse::<CustomId>(), Err(BadCustomId::Malformed), "{text}");
    }
    assert_eq!("m2:anything".parse::<CustomId>(), Err(BadCustomId::OtherVersion));
}

#[test]
fn prints_as_documented() {
    let id = |press| CustomId { table: TableId(1), prompt: PromptId(42), press }.to_string();
    assert_eq!(id(Press::Discard { tile: t!("5m"), origin: Origin::Drawn }), "m1:0000000000001:42:t:5m");
    assert_eq!(id(Press::TingChow { low: t!("3m"), discard: Tile::RED }), "m1:0000000000001:42:cd:3m:C");
    // A press may name a hidden tile, so logs get its kind alone.
    assert_eq!(format!("{:?}", Press::Ting { tile: t!("5m"), origin: Origin::Hand }), "Ting");
}
