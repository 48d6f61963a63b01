//! How often each fan was made: bars with their numbers.

use super::super::canvas::Rect;
use super::super::painter::{Kit, Painter, Style};
use super::super::palette::Colour;
use super::super::{FansScene, Picture, RenderError, labels};
use super::{HEIGHT, WIDTH, empty, titled};

/// Bars in a chart.
const N_BARS: usize = 10;
const PITCH: i32 = 46;
const NAMES_WIDTH: i32 = 260;
const NUMBER_WIDTH: i32 = 110;

/// Draws the chart: the ten most frequent fans, in the order given.
pub(in super::super) fn draw(kit: &Kit, scene: &FansScene<'_>) -> Result<Picture, RenderError> {
    let mut painter = Painter::new(kit, WIDTH, HEIGHT);
    let area = titled(&mut painter, scene.title);
    let most = scene.fans.iter().map(|&(_, n)| n).max().unwrap_or(0);
    if most == 0 {
        empty(&mut painter, area, labels::nothing_yet(scene.lang));
        return painter.finish();
    }
    let bars = area.w - NAMES_WIDTH - NUMBER_WIDTH;
    for (i, (name, n)) in (0..).zip(scene.fans.iter().take(N_BARS)) {
        let cy = area.y + 6 + PITCH / 2 + i * PITCH;
        let x = area.x + NAMES_WIDTH;
        painter.text_within(x - 14, cy, NAMES_WIDTH - 20, name, Style::right(28, Colour::IVORY));
        let length = (i64::from(bars) * i64::from(*n) / i64::from(most)) as i32;
        let bar = Rect::new(x, cy - 15, length.max(4), 30);
        painter.canvas.round_rect(bar, 6, Colour::GOLD);
        painter.text_within(
            bar.right() + 12,
            cy,
            NUMBER_WIDTH - 14,
            &n.to_string(),
            Style::left(28, Colour::IVORY),
        );
    }
    painter.finish()
}
