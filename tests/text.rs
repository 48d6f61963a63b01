//! Words: every message that the program says exists in both languages, and pictures in words keep their limits.
#![allow(clippy::unwrap_used, clippy::panic)] // clippy's own exception ends at the test functions

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tinghu::game::action::{Offer, PromptId, Wait};
use tinghu::game::event::WinHow;
use tinghu::game::meld::{Meld, MeldKind};
use tinghu::game::ruleset::{Options, Variant};
use tinghu::game::score::{Fan, FanLine, FanValue, Settlement, Share};
use tinghu::game::seat::{BySeat, Seat};
use tinghu::game::tile::{Tile, parse_tiles};
use tinghu::game::view::{
    Concealed, KongGround, KongShare, Outcome, PlayerView, PublicPhase, PublicSeat, PublicView, WinView,
};
use tinghu::t;
use tinghu::text::{self, Lang};

/// Keys made from data: their prefix, and the rest of the key for each datum.
fn keys_from_data() -> BTreeSet<String> {
    let knobs = Variant::PLAYABLE.into_iter().flat_map(|variant| Options::of(variant).iter(variant));
    knobs.map(|(name, _)| format!("knob-{}", name.replace('_', "-"))).collect()
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn files(folder: &Path, extension: &str, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, extension, found);
        } else if path.extension().is_some_and(|e| e == extension) {
            found.push(path);
        }
    }
}

fn sources() -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    files(&root().join("src"), "rs", &mut found);
    found.into_iter().map(|path| (path.clone(), fs::read_to_string(&path).unwrap())).collect()
}

/// Key → variables, over all message files of a language.
fn messages(lang: Lang) -> BTreeMap<String, BTreeSet<String>> {
    let mut found = Vec::new();
    files(&root().join("assets/locales").join(lang.code()), "ftl", &mut found);
    let mut messages = BTreeMap::new();
    for path in found {
        let mut key = None;
        for line in fs::read_to_string(&path).unwrap().lines() {
            if line.starts_with(|c: char| c.is_ascii_lowercase()) {
                let name = line.split(" =").next().unwrap().to_owned();
                assert!(messages.insert(name.clone(), BTreeSet::new()).is_none(), "{name} stands twice");
                key = Some(name);
            }
            for part in line.split('$').skip(1).filter(|_| !line.starts_with('#')) {
                let variable = part.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next().unwrap();
                messages.get_mut(key.as_ref().unwrap()).unwrap().insert(variable.to_owned());
            }
        }
    }
    messages
}

/// Up to the bracket that closes an open one.
fn inside(text: &str) -> &str {
    let mut depth = 1;
    let end = text.find(|c| {
        depth += i32::from(matches!(c, '(' | '[')) - i32::from(matches!(c, ')' | ']'));
        depth == 0
    });
    &text[..end.unwrap_or(text.len())]
}

/// The parts between the commas that stand in no bracket.
fn elements(list: &str) -> Vec<&str> {
    let mut depth = 0;
    let parts = list.split(|c| {
        depth += i32::from(matches!(c, '(' | '[')) - i32::from(matches!(c, ')' | ']'));
        c == ',' && depth == 0
    });
    parts.map(str::trim).filter(|part| !part.is_empty()).collect()
}

/// The calls `say(…, "key", …)` of a source text: the key, and its variables where the call lists them all.
fn calls(source: &str) -> Vec<(String, Option<BTreeSet<String>>)> {
    let call = |(at, _): (usize, &str)| {
        let parts = elements(inside(&source[at + 4..]));
        let key = parts.get(1)?.strip_prefix('"')?.strip_suffix('"')?.to_owned();
        let name = |part: &&str| Some(part.strip_prefix("(\"")?.split('"').next()?.to_owned());
        let list = parts.get(2).and_then(|part| part.strip_prefix("&["));
        Some((key, list.and_then(|list| elements(inside(list)).iter().map(name).collect())))
    };
    source.match_indices("say(").filter_map(call).collect()
}

#[test]
fn all_languages_have_the_same_messages_with_the_same_variables() {
    assert_eq!(text::problems(), [] as [&str; 0]);
    let english = messages(Lang::En);
    assert!(english.len() > 150, "{}", english.len());
    let keys =
        |messages: &BTreeMap<String, BTreeSet<String>>| messages.keys().cloned().collect::<BTreeSet<_>>();
    for lang in [Lang::ZhCn, Lang::ZhTw] {
        let chinese = messages(lang);
        assert_eq!(keys(&chinese), keys(&english), "{lang:?}");
        for (key, variables) in &chinese {
            assert_eq!(variables, &english[key], "{lang:?} {key}");
        }
    }
}

#[test]
fn every_key_that_the_source_says_exists_and_gets_its_variables() {
    let messages = messages(Lang::En);
    let (mut n_calls, mut n_listed) = (0, 0);
    for (path, source) in sources() {
        for (key, given) in calls(&source).into_iter().filter(|(key, _)| key != "no-such-key") {
            let wanted =
                messages.get(&key).unwrap_or_else(|| panic!("{path:?} says {key:?}, which does not exist"));
            assert!(
                given.as_ref().is_none_or(|given| given == wanted),
                "{path:?}: {key} wants {wanted:?}, gets {given:?}"
            );
            n_listed += usize::from(given.is_some());
            n_calls += 1;
        }
    }
    assert!(n_calls > 40, "only {n_calls} calls found: has `say` another name?");
    assert!(n_listed > 25, "only {n_listed} calls list their variables");
}

#[test]
fn no_message_is_unused() {
    let all: String = sources().into_iter().map(|(_, source)| source).collect();
    let from_data = keys_from_data();
    for key in messages(Lang::En).keys() {
        let awaited = key.starts_with("refusal-"); // the Discord layer maps the table's refusals to these
        assert!(
            awaited || all.contains(&format!("\"{key}\"")) || from_data.contains(key),
            "nobody says {key}"
        );
    }
    for key in from_data {
        assert!(messages(Lang::En).contains_key(&key), "{key} is missing");
    }
}

fn tiles(text: &str) -> Vec<Tile> {
    parse_tiles(text).unwrap()
}

fn names() -> BySeat<String> {
    BySeat(["东东", "南南", "西西", "北北"].map(String::from))
}

fn board() -> PublicView {
    let meld = Meld { kind: MeldKind::Chow, tile: t!("3m"), claimed: Some((t!("4m"), Seat::East)) };
    PublicView {
        variant: Variant::HarbinNew,
        dealer: Seat::East,
        n_drawable: 40,
        seats: BySeat::from_fn(|seat| PublicSeat {
            concealed: Concealed { n_tiles: if seat == Seat::South { 10 } else { 13 } },
            melds: Arc::new(if seat == Seat::South { vec![meld] } else { Vec::new() }),
            river: Arc::new(tiles("1m9p")),
            ting: (seat == Seat::South).then_some(1),
            opened_pair: None,
            standing: seat != Seat::South,
        }),
        phase: PublicPhase::Claims { from: Seat::West, tile: t!("9p"), robbing: false },
        prompt: PromptId(7),
        last_discard: Some(Seat::West),
        n_treasures: 4,
        n_flipped: 1,
        liable: false,
        run_points: BySeat([0; 4]),
        shown_replacement: None,
        indicator: None,
        outcome: None,
    }
}

#[test]
fn a_board_says_whose_turn_it_is_and_what_lies_open() {
    let alt = text::board_alt(Lang::ZhCn, &board(), &names());
    assert_eq!(
        alt,
        "西西 打出 9筒，正在问另外三家。\n\
         新哈尔滨麻将，庄家东。牌墙剩 40 张，4 张宝牌翻开了 1 张。\n\
         东家 东东：手牌 13 张，站立，打出 1万、9筒\n\
         南家 南南：手牌 10 张，已听，副露 吃 3-4-5万，打出 1万、9筒\n\
         西家 西西：手牌 13 张，站立，打出 1万、9筒\n\
         北家 北北：手牌 13 张，站立，打出 1万、9筒"
    );
}

#[test]
fn a_crowded_board_drops_its_oldest_discards_first() {
    let kong = |tile| Meld { kind: MeldKind::ConcealedKong, tile, claimed: None };
    let mut view = board();
    for seat in Seat::ALL {
        view.seats[seat].melds = Arc::new(vec![kong(t!("1m")), kong(t!("C")), kong(t!("9s"))]);
        view.seats[seat].river =
            Arc::new(std::iter::once(t!("C")).chain(tiles("1m2p3s").repeat(8)).chain([t!("7p")]).collect());
    }
    for lang in Lang::ALL {
        let alt = text::board_alt(lang, &view, &names());
        assert!(alt.encode_utf16().count() <= 1024, "{lang:?}");
        assert_eq!(alt.matches(&text::tile_name(lang, t!("7p"))).count(), 4, "the newest stay: {alt}");
    }
    assert!(text::board_alt(Lang::En, &view, &names()).contains('…'));
    let endless = BySeat::from_fn(|_| "名".repeat(900));
    let alt = text::board_alt(Lang::En, &view, &endless);
    assert!(alt.encode_utf16().count() <= 1024 && alt.ends_with('…'));
}

#[test]
fn a_hand_says_its_tiles_waits_treasures_and_choices() {
    let view = PlayerView {
        public: board(),
        seat: Seat::South,
        hand: tiles("234m55p678s"),
        drawn: Some(t!("C")),
        waits: vec![Wait { tile: t!("1m"), n_unseen: 2 }],
        treasures: vec![(Seat::South, t!("7p")), (Seat::West, t!("3s"))],
        offers: vec![Offer::Win, Offer::Pass],
        answered: false,
    };
    assert_eq!(
        text::hand_alt(Lang::ZhCn, &view),
        "你坐南。\n手牌：2 3 4万、5 5筒、6 7 8条。\n刚摸到：红中。\n副露：吃 3-4-5万。\n已听，听 1万（剩2张）。\n\
         宝牌：7筒（你翻的）、3条（西翻的）。\n可以：胡、过。"
    );
    let answered = PlayerView { answered: true, ..view };
    assert!(text::hand_alt(Lang::En, &answered).ends_with("Answered; waiting for the others."));
}

fn won() -> PublicView {
    let step = |fan, value| FanLine { fan, value };
    let share = |debtor, value: i32| Share {
        debtor,
        payer: Seat::East,
        steps: vec![step(Fan::Plain, FanValue::Points(1)), step(Fan::Standing, FanValue::AtLeast(value))],
        points: value,
    };
    let shares = vec![share(Seat::East, 3), share(Seat::West, 1), share(Seat::North, 3)];
    let fans = vec![step(Fan::Plain, FanValue::Points(1))];
    let win = WinView {
        winner: Seat::South,
        tile: t!("1m"),
        how: WinHow::Discard { from: Seat::East },
        sets: vec![tiles("123m"), tiles("678s"), tiles("555p"), tiles("99s")],
        place: Some((0, 0)),
        waits: tiles("14m"),
    };
    let outcome = Outcome {
        win: Some(win),
        settlement: Settlement::won(Seat::South, fans, shares),
        hands: BySeat::from_fn(|_| tiles("23m555p678s99s")),
        treasures: vec![(t!("7p"), Some(Seat::South)), (t!("3s"), None)],
        retired: Vec::new(),
        kongs: Vec::new(),
    };
    PublicView { phase: PublicPhase::Settled, outcome: Some(outcome), ..board() }
}

#[test]
fn a_result_says_who_won_and_every_sum() {
    let view = won();
    let lines = text::result_lines(Lang::ZhCn, view.outcome.as_ref().unwrap(), &names());
    assert_eq!(
        lines,
        [
            "南南 胡了 东东 打出的 1万",
            "番种：平胡 1番",
            "东东 付 max(平胡1, 站立3) = 3",
            "东东 替 西西 付 max(平胡1, 站立1) = 1",
            "东东 替 北北 付 max(平胡1, 站立3) = 3",
            "得分：东东 -7 · 南南 +7 · 西西 +0 · 北北 +0",
            "宝牌：7筒（南翻开）、3条（未翻）",
        ]
    );
    let alt = text::result_alt(Lang::ZhCn, &view, &names());
    assert!(alt.contains("胡牌手：吃 3-4-5万、1-2-3万、6-7-8条、5-5-5筒、9-9条"), "{alt}");
    assert!(alt.contains("北北 手牌：2 3万、5 5 5筒、6 7 8 9 9条"), "{alt}");
    let endless = BySeat::from_fn(|_| "名".repeat(400));
    assert!(text::result_alt(Lang::En, &view, &endless).encode_utf16().count() <= 1024);
}

/// L17 and C23: each kong with who is paid and how much by each, so that the sums can be checked.
#[test]
fn points_for_kongs_say_which_kongs() {
    let mut view = won();
    let outcome = view.outcome.as_mut().unwrap();
    outcome.settlement.kong_points = BySeat([27, -9, -9, -9]);
    let share = |ground, tile, each| KongShare { seat: Seat::East, ground, tile, each };
    outcome.kongs = vec![
        share(KongGround::Kong(MeldKind::ExposedKong), t!("1s"), 2),
        share(KongGround::OneBamboo, t!("7p"), 7),
    ];
    let told = |lang| text::result_lines(lang, view.outcome.as_ref().unwrap(), &names()).join("\n");
    let zh = "杠分：东东 +27 · 南南 -9 · 西西 -9 · 北北 -9（东东 明杠 1条 每家2、东东 杠小鸡 7筒 每家7）";
    assert!(told(Lang::ZhCn).contains(zh), "{}", told(Lang::ZhCn));
    let en = "(东东 gang 1 tiao, 2 from each, 东东 1 tiao gang drew 7 tong, 7 from each)";
    assert!(told(Lang::En).contains(en), "{}", told(Lang::En));
}

#[test]
fn a_drawn_hand_says_so() {
    let outcome = Outcome {
        win: None,
        settlement: Settlement::drawn(),
        hands: BySeat::from_fn(|_| Vec::new()),
        treasures: Vec::new(),
        retired: Vec::new(),
        kongs: Vec::new(),
    };
    let lines = text::result_lines(Lang::En, &outcome, &names());
    assert_eq!(lines[0], "Drawn hand, nobody won");
    assert_eq!(lines.len(), 2);
}
