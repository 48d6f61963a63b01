//! Pictures: exact pixels, sizes, and what may change them.
//!
//! A golden picture that differs is written beside the build as `NAME.new.png`; `UPDATE=1 cargo test --test render`
//! accepts all. Look at them before they are committed.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "in tests; the lint sees only functions marked as tests"
)]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use image::RgbImage;
use tinghu::game::seat::{BySeat, Seat};
use tinghu::game::tile::Tile;
use tinghu::game::view::{PublicPhase, PublicView};
use tinghu::render::fixtures::{self, Chart, Example};
use tinghu::render::{
    BoardScene, FansScene, HandScene, Picture, PlayerLabel, PointsLine, PointsScene, RenderError, Renderer,
    ReplayScene, ResultScene,
};
use tinghu::t;
use tinghu::text::Lang;

static RENDERER: LazyLock<Renderer> = LazyLock::new(|| Renderer::new().unwrap());

fn pixels(picture: &Picture) -> RgbImage {
    image::load_from_memory(&picture.png).unwrap().to_rgb8()
}

fn board(view: &PublicView, players: &BySeat<PlayerLabel>) -> Picture {
    RENDERER
        .board(&BoardScene {
            view,
            players,
            progress: fixtures::PROGRESS,
            lang: Lang::ZhCn,
            index_digits: false,
        })
        .unwrap()
}

#[track_caller]
fn check_golden(name: &str, picture: &Picture) {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/data/pictures/{name}.png"));
    if std::env::var_os("UPDATE").is_some() {
        fs::create_dir_all(golden.parent().unwrap()).unwrap();
        fs::write(&golden, &picture.png).unwrap();
        return;
    }
    let wanted = fs::read(&golden).ok().map(|png| image::load_from_memory(&png).unwrap().to_rgb8());
    if wanted.as_ref() != Some(&pixels(picture)) {
        let new = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.new.png"));
        fs::write(&new, &picture.png).unwrap();
        panic!("{name} differs from its golden picture; the new one is {}", new.display());
    }
}

#[test]
fn every_example_is_drawn_as_its_golden_picture_shows() {
    for (name, example) in fixtures::examples() {
        check_golden(name, &example.draw(&RENDERER, Lang::ZhCn).unwrap());
    }
    for (name, example) in fixtures::examples() {
        if ["board-claims", "hand-ting-choice", "result-treasure", "result-fans", "chart-fans"]
            .contains(&name)
        {
            check_golden(&format!("{name}.en"), &example.draw(&RENDERER, Lang::En).unwrap());
        }
    }
}

#[test]
fn tiles_with_an_index_are_drawn_as_their_golden_pictures_show() {
    for (name, example) in fixtures::examples() {
        if ["board-full", "hand-ting-choice"].contains(&name) {
            let picture = example.draw_with(&RENDERER, Lang::En, true).unwrap();
            check_golden(&format!("{name}.index"), &picture);
        }
    }
}

#[test]
fn a_kind_of_picture_has_one_size_and_few_bytes() {
    for (name, example) in fixtures::examples() {
        let (size, max_bytes) = match example {
            Example::Board { .. } => ((1100, 900), 100_000),
            Example::Hand { .. } => ((900, 192), 18_000),
            Example::Result { .. } => ((900, 694), 60_000),
            Example::Chart(Chart::Leaders) => ((900, 704), 150_000),
            Example::Chart(_) => ((900, 560), 40_000),
        };
        for lang in Lang::ALL {
            let picture = example.draw(&RENDERER, lang).unwrap();
            assert_eq!((picture.width, picture.height), size, "{name}");
            assert_eq!(pixels(&picture).dimensions(), size, "{name}");
            assert!(picture.png.len() <= max_bytes, "{name}: {} bytes", picture.png.len());
        }
    }
}

#[test]
fn a_board_is_the_same_whatever_is_hidden() {
    let players = fixtures::players();
    let mut one = fixtures::hand_waiting();
    let seen = board(&one.public, &players);
    let hand = RENDERER.hand(&HandScene { view: &one, lang: Lang::ZhCn, index_digits: false }).unwrap();
    one.hand = vec![t!("9m"); 13];
    one.drawn = Some(t!("C"));
    one.treasures = vec![(Seat::South, t!("1p"))];
    assert_eq!(board(&one.public, &players).png, seen.png);
    let other_hand = RENDERER.hand(&HandScene { view: &one, lang: Lang::ZhCn, index_digits: false }).unwrap();
    assert_ne!(other_hand.png, hand.png);
}

#[test]
fn equal_views_give_equal_bytes_also_from_another_renderer() {
    let another = Renderer::new().unwrap();
    // Another order of drawing fills the caches of glyphs and colours in another order.
    for (name, example) in fixtures::examples().into_iter().rev() {
        let picture = example.draw(&another, Lang::ZhCn).unwrap();
        assert_eq!(picture.png, example.draw(&RENDERER, Lang::ZhCn).unwrap().png, "{name}");
    }
}

/// The pixels that differ must lie in one of the boxes (x, y, width, height).
#[track_caller]
fn check_differ_only_in(a: &Picture, b: &Picture, boxes: &[(u32, u32, u32, u32)]) {
    let (a, b) = (pixels(a), pixels(b));
    let mut n_differing = 0;
    for (x, y, pixel) in a.enumerate_pixels() {
        if pixel != b.get_pixel(x, y) {
            n_differing += 1;
            let inside = |&(left, top, w, h): &(u32, u32, u32, u32)| {
                (left..left + w).contains(&x) && (top..top + h).contains(&y)
            };
            assert!(boxes.iter().any(inside), "({x}, {y}) differs");
        }
    }
    assert!(n_differing > 0, "nothing differs");
}

/// Name and score of each corner.
const HEADS: [(u32, u32, u32, u32); 4] =
    [(101, 612, 252, 72), (819, 612, 252, 72), (819, 20, 252, 72), (101, 20, 252, 72)];

#[test]
fn the_longest_names_and_scores_stay_in_their_slots() {
    let view = fixtures::board_full();
    let short = board(&view, &fixtures::players());
    check_differ_only_in(&short, &board(&view, &fixtures::long_players()), &HEADS);
}

#[test]
fn a_discard_changes_its_slot_and_the_middle_alone() {
    let players = fixtures::players();
    let mut before = fixtures::board_mid();
    before.phase = PublicPhase::Turn { seat: Seat::East };
    before.seats[Seat::South].concealed.n_tiles = 4;
    let slot = (376, 740, 68, 89);
    let middle = (382, 314, 336, 272);
    let arrow = (520, 586, 60, 20);
    let corner = (19, 602, 344, 288);
    let after = board(&fixtures::board_claims(), &players);
    check_differ_only_in(&board(&before, &players), &after, &[slot, middle, arrow, corner]);
}

#[test]
fn a_name_that_the_font_lacks_still_shows_something() {
    let view = fixtures::board_start();
    let mut players = fixtures::players();
    players[Seat::East].name = String::new();
    let nobody = board(&view, &players);
    for name in ["🀄🀅🀆", "\u{202e}\u{200b}", "한국말이름", "שלום", "𓀀𓀁"] {
        players[Seat::East].name = name.to_owned();
        let shown = pixels(&board(&view, &players));
        let (x, y, w, _) = HEADS[0];
        let ground = *shown.get_pixel(x + w - 2, y + 2);
        let inked = (x..x + w).any(|x| (y..y + 36).any(|y| *shown.get_pixel(x, y) != ground));
        assert!(inked, "{name:?}");
    }
    players[Seat::East].name = "\u{202e}🀄".to_owned();
    assert_eq!(board(&view, &players).png, nobody.png, "hardly readable: the seat's name");
}

#[test]
fn any_number_of_discards_and_melds_is_drawn() {
    let players = fixtures::long_players();
    let mut view = fixtures::board_full();
    for n_discards in [0, 1, 6, 7, 12, 13, 18, 19, 20, 21, 22, 23, 34] {
        for seat in Seat::ALL {
            view.seats[seat].river =
                Arc::new((0..n_discards).filter_map(|i| Tile::from_index(i % 34)).collect());
            view.last_discard = Some(seat);
        }
        let picture = board(&view, &players);
        assert_eq!((picture.width, picture.height), (1100, 900));
    }
}

#[test]
fn there_is_no_result_before_the_end() {
    let view = fixtures::board_mid();
    let scene = ResultScene {
        view: &view,
        players: &fixtures::players(),
        hand_no: 1,
        lang: Lang::En,
        index_digits: false,
    };
    assert!(matches!(RENDERER.result(&scene), Err(RenderError::NotOver)));
}

#[test]
fn a_renderer_is_shared_between_threads_and_no_picture_prints_its_bytes() {
    fn shared<T: Send + Sync>(_: &T) {}
    shared(&*RENDERER);
    let picture = RENDERER
        .hand(&HandScene { view: &fixtures::hand_turn(), lang: Lang::En, index_digits: false })
        .unwrap();
    assert_eq!(format!("{picture:?}"), format!("Picture(900 × 192, {} bytes)", picture.png.len()));
}

#[test]
fn charts_hold_any_number_of_points() {
    for points in [vec![], vec![0], vec![i32::MAX / 2, i32::MIN / 2], vec![7; 5_000]] {
        let lines = vec![PointsLine { name: "a".to_owned(), points }; 5];
        let scene = PointsScene { title: "", lines: &lines, lang: Lang::En };
        let picture = RENDERER.points_chart(&scene).unwrap();
        assert_eq!((picture.width, picture.height), (900, 560));
    }
    let empty = FansScene { title: "", fans: &[], lang: Lang::En };
    let one = FansScene { title: "", fans: &[("a".to_owned(), u32::MAX)], lang: Lang::En };
    assert_ne!(RENDERER.fans_chart(&empty).unwrap().png, RENDERER.fans_chart(&one).unwrap().png);
}

#[test]
fn a_replay_moves_from_the_deal_to_the_result_in_few_bytes() {
    let players = fixtures::players();
    let views = fixtures::replay_views();
    let scene = ReplayScene {
        views: &views,
        before: &players,
        after: &players,
        progress: fixtures::PROGRESS,
        lang: Lang::ZhCn,
        index_digits: false,
    };
    let animation = RENDERER.animation(&scene).unwrap();
    assert!(animation.gif.len() < 2_000_000);
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(animation.gif.as_slice()).unwrap();
    let mut shown = RgbImage::new(animation.width, animation.height);
    let mut n_frames = 0;
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        n_frames += 1;
        for (i, pixel) in frame.buffer.chunks_exact(4).enumerate().filter(|(_, pixel)| pixel[3] > 0) {
            let (x, y) = (i as u32 % u32::from(frame.width), i as u32 / u32::from(frame.width));
            let place = (u32::from(frame.left) + x, u32::from(frame.top) + y);
            shown.put_pixel(place.0, place.1, image::Rgb([pixel[0], pixel[1], pixel[2]]));
        }
    }
    assert_eq!(n_frames, animation.n_frames);
    let card = pixels(&RENDERER.still(&scene, 3).unwrap().unwrap());
    let (left, top) = ((1100 - card.width()) / 2, (900 - card.height()) / 2);
    let middle = image::imageops::crop_imm(&shown, left, top, card.width(), card.height()).to_image();
    assert!(middle == card, "the last frame is the result");
    assert!(RENDERER.still(&scene, 4).unwrap().is_none());
    assert_eq!(RENDERER.still(&scene, 1).unwrap().unwrap().png, board(&views[1], &players).png);
    let unfinished = ReplayScene { views: &views[..2], ..scene };
    assert!(matches!(RENDERER.animation(&unfinished), Err(RenderError::NotOver)));
}

#[test]
fn there_is_an_emoji_for_each_face_and_no_two_look_alike_at_22_pixels() {
    let emoji = RENDERER.emoji().unwrap();
    assert_eq!(emoji.len(), 36);
    let small: Vec<RgbImage> = emoji
        .iter()
        .map(|emoji| {
            assert!(emoji.picture.png.len() <= 256 * 1024, "{}", emoji.name);
            let image = image::load_from_memory(&emoji.picture.png).unwrap();
            assert_eq!((image.width(), image.height()), (128, 128));
            image.resize_exact(22, 22, image::imageops::FilterType::Triangle).to_rgb8()
        })
        .collect();
    for (i, a) in small.iter().enumerate() {
        for (j, b) in small.iter().enumerate().skip(i + 1) {
            let squares: u32 =
                a.as_raw().iter().zip(b.as_raw()).map(|(&a, &b)| u32::from(a.abs_diff(b)).pow(2)).sum();
            let rms = (f64::from(squares) / f64::from(22 * 22)).sqrt() / 255.0;
            assert!(rms >= 0.15, "{} and {}: {rms:.3}", emoji[i].name, emoji[j].name);
        }
    }
    assert!(emoji.iter().any(|emoji| emoji.name == "th1_5m"));
}
