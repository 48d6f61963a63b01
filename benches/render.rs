//! Pictures beside their peers in one run: `cargo bench --bench render`. The ratios decide; times are medians of the time that
//! the thread is on its core, ours and the peers' in turn. Peers: the same picture as one SVG document, read and drawn by resvg,
//! without packing and with that of `image` where nothing else is asked of it; and `image`'s default PNG of our pixels.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a bench")]

use std::hint::black_box;
use std::io::Cursor;

use image::{ImageFormat, RgbImage};
use tinghu::cli::bench::clock::{Seconds, median};
use tinghu::render::fixtures::{self, Example};
use tinghu::render::{Document, Documents, Picture, PointsScene, Renderer};
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

fn default_png(image: &RgbImage) -> Vec<u8> {
    let mut png = Vec::new();
    image.write_to(&mut Cursor::new(&mut png), ImageFormat::Png).unwrap();
    png
}

fn print_row(name: &str, ours: f64, picture: &Picture, peer: &str) {
    let pixels = image::load_from_memory(&picture.png).unwrap().to_rgb8();
    let (bytes, default) = (picture.png.len(), default_png(&pixels).len());
    let ratio = bytes as f64 / default as f64;
    println!("{name:<18} {ours:6.2} ms  {bytes:>6} bytes  image {default:>7}, ratio {ratio:4.2}{peer}");
}

/// What a program without the tricks of ours does: the pixels of the whole SVG, packed as `image` packs.
fn packed_svg(document: &Document) -> Vec<u8> {
    let whole = document.drawn().unwrap();
    let pixels = whole.pixels().iter().flat_map(|pixel| [pixel.red(), pixel.green(), pixel.blue()]).collect();
    default_png(&RgbImage::from_raw(document.width, document.height, pixels).unwrap())
}

/// Ours, the whole SVG, and it with its packing, in turn.
fn beside_svg(name: &str, example: &Example, renderer: &Renderer, document: &Document) {
    let draw = || drop(black_box(example.draw(renderer, Lang::ZhCn).unwrap()));
    let whole = || drop(black_box(document.drawn().unwrap()));
    let pack = || drop(black_box(packed_svg(document)));
    let [mut ours, mut drawn, mut packed] = [const { Vec::new() }; 3];
    for _ in 0..N_RUNS {
        ours.push(timed(draw));
        drawn.push(timed(whole));
        packed.push(timed(pack));
    }
    let [ours, drawn, packed] = [&mut ours, &mut drawn, &mut packed].map(|times| median(times));
    let picture = example.draw(renderer, Lang::ZhCn).unwrap();
    let n_bytes = packed_svg(document).len();
    let peer = format!(
        "  whole SVG {drawn:6.2} ms, ratio {:4.2}; packed {packed:6.2} ms, ratio {:4.2}, {n_bytes:>7} bytes, ratio {:4.2}",
        ours / drawn,
        ours / packed,
        picture.png.len() as f64 / n_bytes as f64
    );
    print_row(name, ours, &picture, &peer);
}

fn main() {
    println!("start-up {:.1} ms", median_of(|| drop(black_box(Renderer::new().unwrap()))));
    let (renderer, documents) = (Renderer::new().unwrap(), Documents::new().unwrap());
    for (name, example) in fixtures::examples() {
        if let Some(document) = documents.of(&example, Lang::ZhCn).unwrap() {
            beside_svg(name, &example, &renderer, &document);
            continue;
        }
        let ours = median_of(|| drop(black_box(example.draw(&renderer, Lang::ZhCn).unwrap())));
        print_row(name, ours, &example.draw(&renderer, Lang::ZhCn).unwrap(), "");
    }
    let (lines, lang) = (fixtures::lines(60), Lang::ZhCn);
    let scene = PointsScene { title: "60", lines: &lines, lang };
    let ours = median_of(|| drop(black_box(renderer.points_chart(&scene).unwrap())));
    print_row("points of 60 hands", ours, &renderer.points_chart(&scene).unwrap(), "");
}
