//! How often each fan was made: bars with their numbers.

use super::super::canvas::Rect;
use super::super::font::Font;
use super::super::painter::{Kit, Painter, Style};
use super::super::palette::Colour;
use super::super::{FansScene, Picture, RenderError, labels};
use super::{HEIGHT, WIDTH, empty, titled};

/// Bars in a chart.
const N_BARS: usize = 10;
const PITCH: i32 = 46;
/// Room for the names, of which the longest decides.
const NAMES_WIDTHS: [i32; 2] = [260, 520];
/// Pixels of em of the names; the smaller is 9.3 CSS pixels where the picture is 350 wide.
const NAME_SIZES: [u8; 2] = [28, 24];
/// Left and right of the names.
const NAMES_MARGIN: i32 = 20;
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
    let (size, names_width) = names_fit(&kit.font, scene.fans.iter().take(N_BARS).map(|(name, _)| name));
    let bars = area.w - names_width - NUMBER_WIDTH;
    for (i, (name, n)) in (0..).zip(scene.fans.iter().take(N_BARS)) {
        let cy = area.y + 6 + PITCH / 2 + i * PITCH;
        let x = area.x + names_width;
        let shown = kit.font.cut(name, size, names_width - NAMES_MARGIN);
        painter.text(x - 14, cy, &shown, Style::right(size, Colour::IVORY));
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

/// The largest size at which all names are whole, and the room that they take; past the smallest they are cut.
fn names_fit<'a>(font: &Font, names: impl Iterator<Item = &'a String> + Clone) -> (u8, i32) {
    let [least_width, most_width] = NAMES_WIDTHS;
    let [largest, smallest] = NAME_SIZES;
    let needed = |size| names.clone().map(|name| font.width(name, size)).max().unwrap_or(0) + NAMES_MARGIN;
    let size = (smallest..=largest).rev().find(|&size| needed(size) <= most_width).unwrap_or(smallest);
    (size, needed(size).clamp(least_width, most_width))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;
    use crate::text::Lang;

    #[test]
    fn the_name_of_every_fan_has_room_at_a_size_that_a_phone_can_show() {
        let font = Font::new().unwrap();
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/locales");
        let mut n_names = 0;
        for lang in Lang::ALL {
            for file in fs::read_dir(folder.join(lang.code())).unwrap() {
                let messages = fs::read_to_string(file.unwrap().path()).unwrap();
                for name in messages.lines().filter_map(fan_name) {
                    let (size, width) = names_fit(&font, std::iter::once(&name));
                    assert_eq!(font.cut(&name, size, width - NAMES_MARGIN), name);
                    n_names += 1;
                }
            }
        }
        assert!(n_names > 80, "only {n_names} names");
    }

    /// The text of a message that names a fan and nothing beside it.
    fn fan_name(line: &str) -> Option<String> {
        let (key, text) = line.split_once(" = ")?;
        (key.starts_with("fan-") && !text.contains('{')).then(|| text.to_owned())
    }
}
