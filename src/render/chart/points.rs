//! Points over time: one line a player, for a match or for a player's past.

use super::super::canvas::{Canvas, Rect};
use super::super::painter::{Kit, Painter, Style};
use super::super::palette::Colour;
use super::super::{Picture, PointsScene, RenderError, labels, name};
use super::axis::ticks;
use super::{HEIGHT, SMALL, WIDTH, empty, titled};
use crate::game::seat::Seat;

/// Room for the names at the ends of the lines.
const NAMES_WIDTH: i32 = 206;
/// Room for the numbers on the left.
const NUMBERS_WIDTH: i32 = 84;
/// Middle line of the numbers of hands, below the plot.
const HANDS_BELOW: i32 = 28;
/// Least distance of two names.
const NAME_PITCH: i32 = 60;
/// Half the size of a mark.
const MARK: i32 = 8;
const COLOURS: [Colour; 4] = [Colour::GOLD, Colour::SKY, Colour::IVORY, Colour::LOSS];

/// Draws the chart; four lines at most.
pub(in super::super) fn draw(kit: &Kit, scene: &PointsScene<'_>) -> Result<Picture, RenderError> {
    let mut painter = Painter::new(kit, WIDTH, HEIGHT);
    let area = titled(&mut painter, scene.title);
    let lines = &scene.lines[..scene.lines.len().min(COLOURS.len())];
    let n_points = lines.iter().map(|line| line.points.len()).max().unwrap_or(0);
    if n_points == 0 {
        empty(&mut painter, area, labels::nothing_yet(scene.lang));
        return painter.finish();
    }
    let all = || lines.iter().flat_map(|line| line.points.iter().copied());
    let grid = Grid::new(area, all().min().unwrap_or(0), all().max().unwrap_or(0), n_points);
    grid.draw(&mut painter, scene);
    for (line, colour) in lines.iter().zip(COLOURS) {
        let places = grid.places(&line.points);
        painter.canvas.polyline(&places, 5, colour);
    }
    for (i, line) in lines.iter().enumerate() {
        for &(x, y) in grid.marks(&grid.places(&line.points)).iter() {
            mark(&mut painter.canvas, i, x, y, COLOURS[i]);
        }
    }
    names(&mut painter, scene, &grid);
    painter.finish()
}

/// Where values lie.
struct Grid {
    plot: Rect,
    ticks: Vec<i32>,
    n_points: usize,
}

impl Grid {
    fn new(area: Rect, low: i32, high: i32, n_points: usize) -> Grid {
        let w = area.w - NUMBERS_WIDTH - NAMES_WIDTH;
        let plot = Rect::new(area.x + NUMBERS_WIDTH, area.y + 20, w, area.h - 66);
        Grid { plot, ticks: ticks(low, high, 6), n_points }
    }

    fn y(&self, value: i32) -> i32 {
        let low = self.ticks.first().map_or(0, |&t| i64::from(t));
        let high = self.ticks.last().map_or(1, |&t| i64::from(t));
        let part = (i64::from(value) - low) * i64::from(self.plot.h) / (high - low).max(1);
        self.plot.bottom() - part as i32
    }

    /// Every line begins at 0 points, before the first hand.
    fn x(&self, hand: usize) -> i32 {
        self.plot.x + (hand as i64 * i64::from(self.plot.w) / self.n_points as i64) as i32
    }

    fn places(&self, points: &[i32]) -> Vec<(i32, i32)> {
        let after = points.iter().enumerate().map(|(i, &value)| (self.x(i + 1), self.y(value)));
        std::iter::once((self.x(0), self.y(0))).chain(after).collect()
    }

    /// The places that get a mark: not more than about twelve a line.
    fn marks(&self, places: &[(i32, i32)]) -> Vec<(i32, i32)> {
        let stride = places.len().div_ceil(12).max(1);
        places.iter().rev().step_by(stride).copied().collect()
    }

    fn draw(&self, painter: &mut Painter<'_>, scene: &PointsScene<'_>) {
        for &tick in &self.ticks {
            let y = self.y(tick);
            let (thickness, colour) = if tick == 0 { (3, Colour::MUTED) } else { (2, Colour::PANEL) };
            let line = Rect::new(self.plot.x, y - thickness / 2, self.plot.w, thickness);
            painter.canvas.round_rect(line, 0, colour);
            let room = NUMBERS_WIDTH - 14;
            let x = self.plot.x - 10;
            let number = labels::signed(tick);
            painter.text_within(x, y, room, &number, Style::right(SMALL, Colour::MUTED));
        }
        let stride = self.n_points.div_ceil(10).max(1);
        for hand in (stride..=self.n_points).step_by(stride) {
            let style = Style::middle(SMALL, Colour::MUTED);
            painter.text(self.x(hand), self.plot.bottom() + HANDS_BELOW, &hand.to_string(), style);
        }
        let unit = labels::hands_played(scene.lang);
        let x = self.plot.x - 10;
        painter.text_within(
            x,
            self.plot.bottom() + HANDS_BELOW,
            NUMBERS_WIDTH - 14,
            unit,
            Style::right(22, Colour::MUTED),
        );
    }
}

/// A circle, a square, a triangle, a diamond: one shape a line.
fn mark(canvas: &mut Canvas<'_>, which: usize, x: i32, y: i32, colour: Colour) {
    let r = MARK;
    match which {
        0 => canvas.round_rect(Rect::new(x - r, y - r, 2 * r, 2 * r), r, colour),
        1 => canvas.round_rect(Rect::new(x - r + 1, y - r + 1, 2 * r - 2, 2 * r - 2), 0, colour),
        2 => canvas.triangle([(x - r - 1, y + r), (x + r + 1, y + r), (x, y - r - 2)], colour),
        _ => {
            canvas.triangle([(x - r - 2, y), (x + r + 2, y), (x, y - r - 2)], colour);
            canvas.triangle([(x - r - 2, y), (x + r + 2, y), (x, y + r + 2)], colour);
        }
    }
}

/// Name and points at the end of each line, moved apart where lines end close together.
fn names(painter: &mut Painter<'_>, scene: &PointsScene<'_>, grid: &Grid) {
    let mut ends: Vec<(usize, i32, i32)> = Vec::new();
    for (i, line) in scene.lines.iter().take(COLOURS.len()).enumerate() {
        let last = line.points.last().copied().unwrap_or(0);
        ends.push((i, last, grid.y(last)));
    }
    ends.sort_by_key(|&(i, _, y)| (y, i));
    let ys = apart(&ends.iter().map(|&(_, _, y)| y).collect::<Vec<_>>(), grid.plot);
    for (&(i, points, _), cy) in ends.iter().zip(ys) {
        let x = grid.plot.right() + 18;
        mark(&mut painter.canvas, i, x + MARK, cy - 14, COLOURS[i]);
        let (left, room) = (x + 2 * MARK + 8, NAMES_WIDTH - 2 * MARK - 36);
        let seat = Seat::ALL[i % Seat::ALL.len()];
        let label = name::label(&painter.kit.font, &scene.lines[i].name, seat, scene.lang);
        let shown = painter.kit.font.cut(&label, SMALL, room);
        painter.text(left, cy - 14, &shown, Style::left(SMALL, Colour::IVORY));
        painter.text_within(left, cy + 14, room, &labels::signed(points), Style::left(28, COLOURS[i]));
    }
}

/// Sorted places, each at least [`NAME_PITCH`] below the one before it, all of them beside the plot.
fn apart(sorted: &[i32], plot: Rect) -> Vec<i32> {
    let mut ys = sorted.to_vec();
    for i in 1..ys.len() {
        ys[i] = ys[i].max(ys[i - 1] + NAME_PITCH);
    }
    let mut least = plot.bottom() - NAME_PITCH / 2 + 20;
    for y in ys.iter_mut().rev() {
        *y = (*y).min(least);
        least = *y - NAME_PITCH;
    }
    ys
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_at_the_ends_never_overlap() {
        let plot = Rect::new(0, 90, 500, 400);
        for places in [[100, 100, 100, 100], [90, 95, 480, 490], [490; 4], [90, 200, 300, 490]] {
            let ys = apart(&places, plot);
            assert!(ys.windows(2).all(|w| w[1] - w[0] >= NAME_PITCH), "{ys:?}");
            assert!(ys[0] >= plot.y && ys[3] <= plot.bottom(), "{ys:?}");
        }
    }
}
