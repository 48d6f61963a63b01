//! Pictures beside their peers in one run: `cargo bench --bench render`. The ratios decide; times are medians of one
//! thread. Peers: the same tiles as one SVG document through resvg, and `image`'s default PNG of the same pixels.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a bench")]

use std::fmt::Write as _;
use std::hint::black_box;
use std::io::Cursor;
use std::time::{Duration, Instant};

use image::{ImageFormat, RgbImage};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg;
use tinghu::render::fixtures::{self, Example};
use tinghu::render::{FansScene, Picture, PointsLine, PointsScene, Renderer};
use tinghu::text::Lang;

const N_RUNS: usize = 31;

fn median(mut work: impl FnMut()) -> Duration {
    let mut times: Vec<Duration> = (0..N_RUNS)
        .map(|_| {
            let start = Instant::now();
            work();
            start.elapsed()
        })
        .collect();
    times.sort();
    times[N_RUNS / 2]
}

/// One document with `n_tiles` tiles `size` pixels wide, in rows.
fn document(n_tiles: usize, size: u32, width: u32, height: u32) -> String {
    let mut svg = format!(r##"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}">"##);
    svg.push_str(r##"<rect width="100%" height="100%" fill="#1c3833"/>"##);
    let per_row = (width / size).max(1) as usize;
    for i in 0..n_tiles {
        let path = format!("{}/assets/tiles/{:02}.svg", env!("CARGO_MANIFEST_DIR"), i * 7 % 34);
        let file = std::fs::read_to_string(path).unwrap();
        let inner = file.split_once('>').unwrap().1.trim_end().trim_end_matches("</svg>");
        let (x, y) = (i % per_row * size as usize, i / per_row * (size as usize * 11 / 8));
        let scale = f64::from(size) / 128.0;
        write!(svg, r##"<g transform="translate({x} {y}) scale({scale})">{inner}</g>"##).unwrap();
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

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

fn row(name: &str, ours: Duration, picture: &Picture, peer: Option<Duration>) {
    let pixels = image::load_from_memory(&picture.png).unwrap().to_rgb8();
    let default = default_png(&pixels).len();
    let bytes_ratio = picture.png.len() as f64 / default as f64;
    let (peer_ms, ratio) = peer.map_or((f64::NAN, f64::NAN), |p| (ms(p), ms(ours) / ms(p)));
    println!(
        "{name:<18} {:>7.2} ms  whole SVG {peer_ms:>7.2} ms  time ratio {ratio:>5.2}  {:>6} bytes  image {default:>7}  bytes ratio {bytes_ratio:>5.2}",
        ms(ours),
        picture.png.len()
    );
}

fn main() {
    let start = median(|| drop(black_box(Renderer::new().unwrap())));
    println!("start-up {:.1} ms", ms(start));
    let renderer = Renderer::new().unwrap();
    for (name, example) in fixtures::examples() {
        let (n_tiles, size) = match &example {
            Example::Hand { view } => {
                (view.hand.len() + 1 + 3 * view.public.seats[view.seat].melds.len(), 60)
            }
            Example::Board { view, .. } => {
                (view.seats.iter().map(|(_, s)| s.river.len() + 4 * s.melds.len()).sum(), 56)
            }
            Example::Result { .. } => (58, 48),
        };
        let picture = example.draw(&renderer, Lang::ZhCn).unwrap();
        let ours = median(|| drop(black_box(example.draw(&renderer, Lang::ZhCn).unwrap())));
        let svg = document(n_tiles, size, picture.width, picture.height);
        let peer = median(|| drop(black_box(whole_svg(&svg, picture.width, picture.height))));
        row(name, ours, &picture, Some(peer));
    }
    charts(&renderer);
}

fn charts(renderer: &Renderer) {
    let line = |k: i32| PointsLine {
        name: format!("player {k}"),
        points: (1..=60).map(|i: i32| (i * k * 7 % 41 - 20) * k).collect(),
    };
    let lines = [1, 2, 3, 4].map(line);
    let scene = PointsScene { title: "60", lines: &lines, lang: Lang::En };
    let picture = renderer.points_chart(&scene).unwrap();
    row("points chart", median(|| drop(black_box(renderer.points_chart(&scene).unwrap()))), &picture, None);
    let fans: Vec<(String, u32)> = (1..=10).map(|i| (format!("fan {i}"), 100 / i)).collect();
    let scene = FansScene { title: "60", fans: &fans, lang: Lang::En };
    let picture = renderer.fans_chart(&scene).unwrap();
    row("fans chart", median(|| drop(black_box(renderer.fans_chart(&scene).unwrap()))), &picture, None);
}
