//! The leaderboard as a picture: ten rows with place, avatar, name, points and hands.
//!
//! The only picture in true colour: avatars have colours of their own.

use image::RgbImage;

use super::super::avatar::SIDE;
use super::super::canvas::Rect;
use super::super::painter::{Kit, Painter, Style};
use super::super::palette::Colour;
use super::super::{Avatar, LeaderboardScene, Picture, RenderError, Standing, labels, name, png};
use super::{WIDTH, empty, titled};
use crate::game::seat::Seat;

const N_ROWS: usize = 10;
const PITCH: i32 = 62;
/// Height of the picture in pixels, whatever it holds.
const HEIGHT: u32 = 704;
const AVATAR_X: i32 = 88;

/// Draws the leaderboard; ten rows at most.
pub(in super::super) fn draw(kit: &Kit, scene: &LeaderboardScene<'_>) -> Result<Picture, RenderError> {
    let mut painter = Painter::new(kit, WIDTH, HEIGHT);
    let area = titled(&mut painter, scene.title);
    if scene.rows.is_empty() {
        empty(&mut painter, area, labels::nothing_yet(scene.lang));
    }
    let rows = &scene.rows[..scene.rows.len().min(N_ROWS)];
    for (i, standing) in (0..).zip(rows) {
        row(&mut painter, scene, standing, Rect::new(10, area.y + i * PITCH, area.w, PITCH - 4));
    }
    let mut image = painter.in_true_colour();
    for (i, standing) in (0..).zip(rows) {
        if let Some(avatar) = &standing.avatar {
            lay(&mut image, avatar, AVATAR_X as u32, (area.y + i * PITCH + 3) as u32);
        }
    }
    png::in_true_colour(&image)
}

fn row(painter: &mut Painter<'_>, scene: &LeaderboardScene<'_>, standing: &Standing, rect: Rect) {
    painter.canvas.round_rect(rect, 12, Colour::PANEL);
    let cy = rect.centre().1;
    let place = Rect::new(rect.x + 10, cy - 22, 58, 44);
    let (fill, ink) =
        if standing.place <= 3 { (Colour::GOLD, Colour::INK) } else { (Colour::DARK, Colour::IVORY) };
    painter.chip(place, fill, &standing.place.to_string(), ink);
    let label = name::label(&painter.kit.font, &standing.name, Seat::East, scene.lang);
    if standing.avatar.is_none() {
        let side = SIDE as i32;
        painter.canvas.round_rect(Rect::new(AVATAR_X, rect.y + 3, side, side), side / 2, Colour::DARK);
        let initial: String = label.chars().take(1).collect();
        painter.text(AVATAR_X + side / 2, rect.y + 3 + side / 2, &initial, Style::middle(30, Colour::MUTED));
    }
    let x = AVATAR_X + SIDE as i32 + 14;
    let shown = painter.kit.font.cut(&label, 30, 360);
    painter.text(x, cy, &shown, Style::left(30, Colour::IVORY));
    let hands = labels::n_hands(scene.lang, standing.n_hands);
    painter.text_within(rect.right() - 190, cy, 150, &hands, Style::right(25, Colour::MUTED));
    let colour = match standing.points.signum() {
        1 => Colour::GAIN,
        -1 => Colour::LOSS,
        _ => Colour::IVORY,
    };
    painter.text_within(
        rect.right() - 18,
        cy,
        160,
        &labels::signed(standing.points),
        Style::right(34, colour),
    );
}

/// Lays an avatar down, cut to a circle.
fn lay(image: &mut RgbImage, avatar: &Avatar, left: u32, top: u32) {
    let middle = SIDE as f32 / 2.0;
    for (x, y, pixel) in avatar.image.enumerate_pixels() {
        let (dx, dy) = (x as f32 + 0.5 - middle, y as f32 + 0.5 - middle);
        let inside = (middle - (dx * dx + dy * dy).sqrt() + 0.5).clamp(0.0, 1.0);
        let alpha = inside * f32::from(pixel.0[3]) / 255.0;
        if let Some(below) = image.get_pixel_mut_checked(left + x, top + y) {
            for (under, over) in below.0.iter_mut().zip(pixel.0) {
                *under = (f32::from(over) * alpha + f32::from(*under) * (1.0 - alpha)) as u8;
            }
        }
    }
}
