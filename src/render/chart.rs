//! Charts: points over time, how often each fan was made. Dark, in the pictures' own colours.
//!
//! Nothing is told by colour alone: each line has its own mark and its own name at the end, each bar its number.

mod axis;
mod fans;
mod leaderboard;
mod points;

pub(super) use fans::draw as draw_fans;
pub(super) use leaderboard::draw as draw_leaderboard;
pub(super) use points::draw as draw_points;

use super::canvas::Rect;
use super::painter::{Painter, Style};
use super::palette::Colour;

/// Width of every chart in pixels.
pub(super) const WIDTH: u32 = 900;
/// Height of every chart in pixels.
pub(super) const HEIGHT: u32 = 560;
/// Pixels of em of the small texts: more than 9 CSS pixels where the picture is 350 wide.
const SMALL: u8 = 25;
/// Pixels of em of a title.
const TITLE: u8 = 36;

/// The title in its own band; gives what is left below it.
fn titled(painter: &mut Painter<'_>, title: &str) -> Rect {
    painter.canvas.round_rect(Rect::new(10, 10, WIDTH as i32 - 20, 56), 14, Colour::DARK);
    painter.text_within(28, 38, WIDTH as i32 - 56, title, Style::left(TITLE, Colour::IVORY));
    Rect::new(10, 76, WIDTH as i32 - 20, HEIGHT as i32 - 86)
}

/// Where there is nothing to show yet.
fn empty(painter: &mut Painter<'_>, area: Rect, text: &str) {
    let (cx, cy) = area.centre();
    painter.text_within(cx, cy, area.w - 40, text, Style::middle(30, Colour::MUTED));
}
