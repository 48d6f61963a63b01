//! Pictures beside their peers in one run: `cargo bench --bench render`. The ratios decide; times are medians of the time that
//! the thread is on its core, ours and the peer's in turn. Peers: the tiles of the same picture, in their sizes and drawings,
//! as one SVG document through resvg, without texts and without packing them; and `image`'s default PNG of our pixels.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a bench")]

use std::fmt::Write as _;
use std::hint::black_box;
use std::io::Cursor;

use image::{ImageFormat, RgbImage};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg;
use tinghu::cli::bench::clock::{Seconds, median};
use tinghu::game::meld::Meld;
use tinghu::game::tile::Tile;
use tinghu::render::fixtures::{self, Example};
use tinghu::render::{Picture, PointsScene, Renderer};
use tinghu::text::Lang;

const N_RUNS: usize = 31;

/// Milliseconds on the core.
fn timed(mut work: impl FnMut()) -> f64 {
    let start = Seconds::now();
    work();
    start.elapsed() * 1e3
}

fn median_of(mut work: impl FnMut()) -> f64 {
    median(&mut (0..N_RUNS).map(|_| timed(&mut work)).collect::<Vec<_>>())
}

/// The tiles of an example that lie face up, each with its width in the picture.
fn tiles(example: &Example) -> Vec<(Tile, u32)> {
    let sized = |tiles: &[Tile], width: u32| tiles.iter().map(|&tile| (tile, width)).collect::<Vec<_>>();
    let melds = |melds: &[Meld]| sized(&melds.iter().flat_map(Meld::tiles).collect::<Vec<_>>(), 48);
    match example {
        Example::Hand { view } => {
            let mut tiles = sized(&view.hand, 60);
            tiles.extend(view.drawn.map(|tile| (tile, 60)));
            tiles.extend(melds(&view.public.seats[view.seat].melds));
            tiles
        }
        Example::Board { view, .. } => {
            let seats = view.seats.iter();
            seats.flat_map(|(_, seat)| [sized(&seat.river, 56), melds(&seat.melds)].concat()).collect()
        }
        Example::Result { view, .. } => {
            let hands = view.outcome.iter().flat_map(|outcome| outcome.hands.iter());
            let mut tiles: Vec<_> = hands.flat_map(|(_, hand)| sized(hand, 48)).collect();
            tiles.extend(view.seats.iter().flat_map(|(_, seat)| melds(&seat.melds)));
            tiles
        }
        Example::Chart(_) => Vec::new(),
    }
}

/// Tiles narrower than this have the plainer drawing, where there is one.
const FINE_FROM: u32 = 58;

/// The drawing of a tile without the element round it.
fn drawing(tile: Tile, width: u32) -> String {
    let folder = format!("{}/assets/tiles", env!("CARGO_MANIFEST_DIR"));
    let [fine, plain] = ["", "small/"].map(|kind| format!("{folder}/{kind}{:02}.svg", tile.index()));
    let plainer = width < FINE_FROM && std::path::Path::new(&plain).exists();
    let file = std::fs::read_to_string(if plainer { plain } else { fine }).unwrap();
    file.split_once('>').unwrap().1.trim_end().trim_end_matches("</svg>").to_owned()
}

/// One document with all tiles, in rows.
fn document(tiles: &[(Tile, u32)], width: u32, height: u32) -> String {
    let mut svg = format!(r##"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}">"##);
    svg.push_str(r##"<rect width="100%" height="100%" fill="#1c3833"/>"##);
    let (mut x, mut y) = (0, 0);
    for &(tile, size) in tiles {
        if x + size > width {
            (x, y) = (0, y + 83);
        }
        let (inner, scale) = (drawing(tile, size), f64::from(size) / 128.0);
        write!(svg, r##"<g transform="translate({x} {y}) scale({scale})">{inner}</g>"##).unwrap();
        x += size;
    }
    svg.push_str("</svg>");
    svg
}

fn whole_svg(document: &str, width: u32, height: u32) -> Pixmap {
    let tree = usvg::Tree::from_str(document, &usvg::Options::default()).unwrap();
    let mut pixmap = Pixmap::new(width, height).unwrap();
    resvg::render(&tree, Transform::identity(), &mut pixmap.as_mut());
    pixmap
}

fn default_png(image: &RgbImage) -> Vec<u8> {
    let mut png = Vec::new();
    image.write_to(&mut Cursor::new(&mut png), ImageFormat::Png).unwrap();
    png
}

fn row(name: &str, ours: f64, peer: Option<f64>, picture: &Picture) {
    let pixels = image::load_from_memory(&picture.png).unwrap().to_rgb8();
    let (bytes, default) = (picture.png.len(), default_png(&pixels).len());
    let beside = peer.map_or_else(String::new, |peer| format!("{peer:7.2} ms, ratio {:4.2}", ours / peer));
    let ratio = bytes as f64 / default as f64;
    println!(
        "{name:<18} {ours:6.2} ms  whole SVG {beside:<22}  {bytes:>6} bytes  image {default:>7}, ratio {ratio:4.2}"
    );
}

/// Ours and the whole SVG in turn.
fn beside_svg(name: &str, example: &Example, renderer: &Renderer) {
    let picture = example.draw(renderer, Lang::ZhCn).unwrap();
    let svg = document(&tiles(example), picture.width, picture.height);
    let draw = || drop(black_box(example.draw(renderer, Lang::ZhCn).unwrap()));
    let whole = || drop(black_box(whole_svg(&svg, picture.width, picture.height)));
    let (mut ours, mut peer): (Vec<f64>, Vec<f64>) = (0..N_RUNS).map(|_| (timed(draw), timed(whole))).unzip();
    row(name, median(&mut ours), Some(median(&mut peer)), &picture);
}

fn main() {
    println!("start-up {:.1} ms", median_of(|| drop(black_box(Renderer::new().unwrap()))));
    let renderer = Renderer::new().unwrap();
    for (name, example) in fixtures::examples() {
        if !matches!(example, Example::Chart(_)) {
            beside_svg(name, &example, &renderer);
            continue;
        }
        let ours = median_of(|| drop(black_box(example.draw(&renderer, Lang::ZhCn).unwrap())));
        row(name, ours, None, &example.draw(&renderer, Lang::ZhCn).unwrap());
    }
    let (lines, lang) = (fixtures::lines(60), Lang::ZhCn);
    let scene = PointsScene { title: "60", lines: &lines, lang };
    let ours = median_of(|| drop(black_box(renderer.points_chart(&scene).unwrap())));
    row("points of 60 hands", ours, None, &renderer.points_chart(&scene).unwrap());
}
