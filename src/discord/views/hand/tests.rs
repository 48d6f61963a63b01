use super::*;
use std::sync::Arc;

use crate::game::action::Wait;
use crate::game::length::MatchLength;
use crate::game::ruleset::{Options, Variant};
use crate::game::seat::BySeat;
use crate::game::view::{Concealed, PublicPhase, PublicSeat, PublicView};
use crate::store::event::{ClockPreset, Place, Player, Settings, UnixMs, UserId};
use crate::t;
use crate::table::view::SeatInfo;

pub(in crate::discord) fn info(away: bool) -> TableInfo {
    let person = |user| Player::Person { user: UserId(user), name: format!("p{user}") };
    let seats = BySeat::from_fn(|seat| {
        let player = if seat.index() < 2 { person(seat.index() as u64 + 1) } else { Player::Program };
        Some(SeatInfo { player, points: 0, away: away && seat == Seat::East })
    });
    TableInfo {
        id: TableId(1),
        place: Place { guild: Some(1), channel: 2 },
        host: UserId(1),
        settings: Settings {
            variant: Variant::HarbinNew,
            options: Options::of(Variant::HarbinNew),
            length: MatchLength::Hands(8),
            n_programs: 2,
            level: crate::game::level::Level::default(),
            clock: ClockPreset::Normal,
            locale: "zh-CN".into(),
        },
        phase: TablePhase::Playing {
            prompt: PromptId(42),
            deadline: UnixMs(1_000),
            late_at: None,
            bank_s: 0,
        },
        seats,
        hints: false,
        promised: BySeat([const { None }; 4]),
        hand_no: 1,
        n_passes: 0,
        fair: None,
        next_commitment: None,
        waits_for_store: false,
        restarting: false,
        history: Vec::new(),
    }
}

pub(in crate::discord) fn view(phase: PublicPhase, offers: Vec<Offer>) -> PlayerView {
    let seat = PublicSeat {
        concealed: Concealed { n_tiles: 13 },
        melds: Arc::default(),
        river: Arc::default(),
        ting: None,
        standing: true,
        opened_pair: None,
    };
    let public = PublicView {
        variant: Variant::HarbinNew,
        dealer: Seat::East,
        n_drawable: 40,
        seats: BySeat::from_fn(|_| seat.clone()),
        phase,
        prompt: PromptId(42),
        last_discard: None,
        n_treasures: 4,
        n_flipped: 0,
        liable: false,
        run_points: BySeat([0; 4]),
        shown_replacement: None,
        indicator: None,
        outcome: None,
    };
    PlayerView {
        public,
        seat: Seat::East,
        hand: Vec::new(),
        drawn: None,
        waits: Vec::new(),
        treasures: Vec::new(),
        offers,
        answered: false,
    }
}

fn discards(tiles: &[Tile]) -> Vec<TingDiscard> {
    let waits = vec![Wait { tile: t!("3m"), n_unseen: 2 }];
    tiles.iter().map(|&tile| TingDiscard { tile, origin: Origin::Hand, waits: waits.clone() }).collect()
}

/// The buttons as lines of `label id-without-table`, after checking what Discord asks of them.
fn rows(info: &TableInfo, view: &PlayerView, pane: Pane) -> Vec<String> {
    let ask = HandAsk {
        lang: Lang::ZhCn,
        choices: &PersonChoices::default(),
        faces: &Faces::default(),
        pane,
        notice: None,
        hints: None,
    };
    let rows = for_player(info, view, &ask).message.components;
    let ids: Vec<&str> = rows.iter().flat_map(|row| row.buttons()).map(Button::custom_id).collect();
    let different: std::collections::HashSet<&&str> = ids.iter().collect();
    assert_eq!(different.len(), ids.len(), "ids must differ");
    assert!(rows.len() <= 5 && rows.iter().all(|row| (1..=5).contains(&row.buttons().len())));
    let text = |button: &Button| {
        let id = button.custom_id().trim_start_matches("m1:0000000000001:42:");
        format!("{} {id}", button.label())
    };
    rows.iter().map(|row| row.buttons().iter().map(text).collect::<Vec<_>>().join(" | ")).collect()
}

#[test]
fn the_own_turn_has_tiles_then_actions() {
    let mut offers: Vec<Offer> = [t!("1m"), t!("2m"), t!("5p"), t!("5s"), t!("9s"), Tile::RED]
        .map(|tile| Offer::Discard { tile, origin: Origin::Hand })
        .to_vec();
    offers.push(Offer::Discard { tile: t!("1m"), origin: Origin::Drawn });
    offers.push(Offer::Ting { discards: discards(&[t!("9s")]) });
    offers.push(Offer::Kong { tile: t!("5p"), added: false });
    let turn = view(PublicPhase::Turn { seat: Seat::East }, offers);
    let expected =
        ["1万 d:1m | 2万 d:2m | 5筒 d:5p | 5条 d:5s | 9条 d:9s", "红中 d:C | 1万 t:1m", "听 T | 杠 5筒 k:5p"];
    assert_eq!(rows(&info(false), &turn, Pane::Main), expected);
    assert_eq!(rows(&info(false), &turn, Pane::Ting), ["9条 td:9s", "返回 back"]);
    assert_eq!(rows(&info(true), &turn, Pane::Main), ["我回来了 here"]);
}

#[test]
fn the_own_turn_says_how_much_of_the_clock_is_the_time_bank() {
    let own = view(PublicPhase::Turn { seat: Seat::East }, Vec::new());
    let others = view(PublicPhase::Turn { seat: Seat::South }, Vec::new());
    let shown = |bank_s, view| clock(Lang::ZhCn, UnixMs(9_000), bank_s, view);
    assert_eq!(shown(25, &own), "⏳ <t:9:R> （其中存时 25 秒）");
    assert_eq!([shown(0, &own), shown(25, &others)], ["⏳ <t:9:R>"; 2]);
    assert_eq!(clock(Lang::ZhCn, UnixMs(0), 25, &own), "");
}

#[test]
fn a_claim_has_everything_that_is_offered_and_no_tiles() {
    let low = [t!("3m"), t!("4m"), t!("5m")];
    let mut offers: Vec<Offer> = low.map(|low| Offer::Chow { low }).to_vec();
    offers.extend(low.map(|low| Offer::TingChow { low, discards: discards(&[t!("9s")]) }));
    offers.push(Offer::Pung);
    offers.push(Offer::TingPung { discards: discards(&[t!("9s"), t!("1p")]) });
    offers.extend([Offer::ClaimKong, Offer::Win, Offer::Pass]);
    let phase = PublicPhase::Claims { from: Seat::North, tile: t!("5m"), robbing: false };
    let claim = view(phase, offers);
    let expected = [
        "吃 3-4-5万 c:3m | 吃 4-5-6万 c:4m | 吃 5-6-7万 c:5m | 听吃 3-4-5万 cc:3m | 听吃 4-5-6万 cc:4m",
        "听吃 5-6-7万 cc:5m | 碰 p | 听碰 pp | 杠 K | 胡 w",
        "过 x",
    ];
    assert_eq!(rows(&info(false), &claim, Pane::Main), expected);
    let pane = Pane::TingChow { low: t!("4m") };
    assert_eq!(rows(&info(false), &claim, pane), ["9条 cd:4m:9s", "返回 back"]);
    assert_eq!(rows(&info(false), &claim, Pane::TingPung), ["9条 pd:9s | 1筒 pd:1p", "返回 back"]);
}

#[test]
fn the_compact_hand_has_one_list_with_the_ids_of_the_buttons() {
    let offers = vec![
        Offer::Discard { tile: t!("1m"), origin: Origin::Hand },
        Offer::Discard { tile: t!("1m"), origin: Origin::Drawn },
        Offer::Win,
    ];
    let turn = view(PublicPhase::Turn { seat: Seat::East }, offers);
    let choices = PersonChoices { compact: true, ..PersonChoices::default() };
    let faces = Faces::default();
    let ask = HandAsk {
        lang: Lang::ZhCn,
        choices: &choices,
        faces: &faces,
        pane: Pane::Main,
        notice: None,
        hints: None,
    };
    let rows = serde_json::to_value(for_player(&info(false), &turn, &ask).message.components).unwrap();
    assert_eq!(rows.as_array().unwrap().len(), 2);
    let lines = rows[0]["components"][0]["options"].as_array().unwrap().clone();
    let ids: Vec<CustomId> =
        lines.iter().map(|line| line["value"].as_str().unwrap().parse().unwrap()).collect();
    let press = |origin| Press::Discard { tile: t!("1m"), origin };
    assert_eq!(
        ids.iter().map(|id| id.press).collect::<Vec<_>>(),
        [press(Origin::Hand), press(Origin::Drawn)]
    );
    assert_eq!(lines[1]["description"], "刚摸的");
}

#[test]
fn who_lets_discards_go_is_asked_for_a_win_alone() {
    let phase = PublicPhase::Claims { from: Seat::North, tile: t!("5m"), robbing: false };
    let shown = |offers: Vec<Offer>| {
        let choices = PersonChoices { auto_pass: true, ..PersonChoices::default() };
        let faces = Faces::default();
        let ask = HandAsk {
            lang: Lang::ZhCn,
            choices: &choices,
            faces: &faces,
            pane: Pane::Main,
            notice: None,
            hints: None,
        };
        let rows = for_player(&info(false), &view(phase, offers), &ask).message.components;
        rows.iter().flat_map(|row| row.buttons()).map(|button| button.label().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(shown(vec![Offer::Pung, Offer::Pass]), [""; 0]);
    assert_eq!(shown(vec![Offer::Pung, Offer::Win, Offer::Pass]), ["胡", "过"]);
}

#[test]
fn hints_say_which_discards_leave_which_waits_only_where_the_table_has_them() {
    let offers = vec![
        Offer::Discard { tile: t!("9s"), origin: Origin::Hand },
        Offer::Ting { discards: discards(&[t!("9s")]) },
    ];
    let turn = view(PublicPhase::Turn { seat: Seat::East }, offers);
    let shown = |hints| {
        let info = TableInfo { hints, ..info(false) };
        let choices = PersonChoices::default();
        let faces = Faces::default();
        let ask = HandAsk {
            lang: Lang::ZhCn,
            choices: &choices,
            faces: &faces,
            pane: Pane::Main,
            notice: None,
            hints: None,
        };
        for_player(&info, &turn, &ask).message.content
    };
    let hint = ting_discard_text(Lang::ZhCn, &discards(&[t!("9s")])[0]);
    assert!(hint.contains("3万") && hint.contains('2'), "{hint}");
    assert!(shown(true).contains(&hint));
    assert!(!shown(false).contains(&hint));
}

/// These hints as East's own.
fn of_east(hints: Vec<Hint>) -> Private<Vec<Hint>> {
    let variant = Variant::Xingdong;
    let rules = crate::game::variants::rules(variant, Options::of(variant)).unwrap();
    let (secret, nonces) = (crate::game::wall::sim_secret(1, 1), BySeat::from_fn(|_| "ai".to_owned()));
    let wall = crate::game::wall::Wall::make(rules.kinds(), variant.id(), "table", 1, &secret, &nonces);
    let hand = crate::game::state::HandState::begin(rules.into(), Seat::East, wall, 0);
    hand.view_of(Seat::East).map(|_| hints)
}

#[test]
fn where_nothing_is_declared_the_discards_with_most_wins_are_told_as_far_as_there_is_room() {
    let kinds = || (0..34).filter_map(Tile::from_index);
    let waiting = |tile, n_unseen| {
        let wait = |tile| Wait { tile, n_unseen };
        Hint {
            tile,
            waits: kinds().take(17).map(wait).collect(),
            draws: kinds().skip(17).map(wait).collect(),
        }
    };
    let few = Hint { tile: t!("9s"), waits: vec![Wait { tile: t!("3m"), n_unseen: 2 }], draws: Vec::new() };
    let all_discards = kinds().take(13).map(|tile| waiting(tile, 4));
    let hints: Vec<Hint> = [few.clone()].into_iter().chain(all_discards).collect();
    let told = |hints: Vec<Hint>, lang| {
        let offers = vec![Offer::Discard { tile: t!("9s"), origin: Origin::Hand }];
        let turn = view(PublicPhase::Turn { seat: Seat::East }, offers);
        let (choices, faces, hints) = (PersonChoices::default(), Faces::default(), of_east(hints));
        let (pane, notice, hints) = (Pane::Main, None, Some(&hints));
        let ask = HandAsk { lang, choices: &choices, faces: &faces, pane, notice, hints };
        let shown = |hints| for_player(&TableInfo { hints, ..info(false) }, &turn, &ask).message.content;
        (shown(true), shown(false))
    };
    let (one, none) = told(vec![few.clone()], Lang::ZhCn);
    assert!(one.contains(&hint_text(Lang::ZhCn, &few)) && one.contains("3万"), "{one}");
    assert!(!none.contains("3万"), "{none}");
    for lang in Lang::ALL {
        let (all, _) = told(hints.clone(), lang);
        assert!(all.chars().count() <= 2_000, "{}", all.chars().count());
        assert!(all.contains(&hint_text(lang, &hints[1])), "the best one has room in {lang:?}");
        assert!(!all.contains(&hint_text(lang, &few)), "the worst one has none in {lang:?}");
    }
}
