//! The band of a result that says what the hand was worth: its fans, and the arithmetic of each payer.

use super::canvas::Rect;
use super::painter::{Painter, Style};
use super::palette::Colour;
use super::{ResultScene, labels};
use crate::game::score::{Settlement, Share};
use crate::game::view::Outcome;
use crate::text::{fan_text, share_arithmetic};

/// Rows of text in the band.
const N_ROWS: usize = 3;
/// Columns of fans: three a column.
const N_COLUMNS: usize = 4;
const ROW_HEIGHT: i32 = 34;
const PAD: i32 = 16;
/// Pixels of em: 10 CSS pixels where the picture is 350 wide.
const SIZE: u8 = 26;
/// Height of the band.
pub(super) const HEIGHT: i32 = N_ROWS as i32 * ROW_HEIGHT + 6;

/// Draws the band: up to six fans leave its right half to the arithmetic; more of them need it all.
pub(super) fn draw(painter: &mut Painter<'_>, scene: &ResultScene<'_>, outcome: &Outcome, rect: Rect) {
    painter.canvas.round_rect(rect, 14, Colour::DARK);
    let settlement = &outcome.settlement;
    if settlement.winner.is_none() {
        let text = labels::nobody_won(scene.lang, settlement.kong_points.iter().any(|(_, &n)| n != 0));
        let (cx, cy) = rect.centre();
        painter.text_within(cx, cy, rect.w - 2 * PAD, text, Style::middle(30, Colour::IVORY));
        return;
    }
    let column_width = (rect.w - 2 * PAD) / N_COLUMNS as i32;
    let n_columns = columns(settlement.fans.len());
    for (i, line) in shown(settlement).iter().enumerate() {
        let (column, row) = ((i / N_ROWS) as i32, i % N_ROWS);
        let x = rect.x + PAD + column * column_width;
        let colour = if row % 2 == 0 { Colour::IVORY } else { Colour::GOLD };
        let text = fan_text(scene.lang, line);
        painter.text_within(x, row_cy(rect, row), column_width - 10, &text, Style::left(SIZE, colour));
    }
    if n_columns <= N_COLUMNS / 2 {
        let left = rect.x + PAD + n_columns as i32 * column_width;
        let room = Rect::new(left, rect.y, rect.right() - PAD - left, rect.h);
        arithmetic(painter, scene, &settlement.shares, room);
    }
}

fn row_cy(rect: Rect, row: usize) -> i32 {
    rect.y + 3 + ROW_HEIGHT / 2 + row as i32 * ROW_HEIGHT
}

/// Columns that the fans take.
fn columns(n_fans: usize) -> usize {
    n_fans.div_ceil(N_ROWS).clamp(1, N_COLUMNS)
}

/// The fans that have a place; more than twelve fans in one hand do not occur.
fn shown(settlement: &Settlement) -> &[crate::game::score::FanLine] {
    &settlement.fans[..settlement.fans.len().min(N_ROWS * N_COLUMNS)]
}

/// Who pays by which sum; payers with the same sum share a line.
fn arithmetic(painter: &mut Painter<'_>, scene: &ResultScene<'_>, shares: &[Share], room: Rect) {
    let mut sums: Vec<(String, String)> = Vec::new();
    for share in shares {
        let who = labels::payer(scene.lang, share.payer, share.debtor);
        let sum = share_arithmetic(scene.lang, share);
        match sums.iter_mut().find(|(_, known)| *known == sum) {
            Some((all, _)) => {
                all.push_str(labels::and(scene.lang));
                all.push_str(&who);
            }
            None => sums.push((who, sum)),
        }
    }
    let n_lines = N_ROWS / sums.len().clamp(1, N_ROWS);
    let mut row = 0;
    for (who, sum) in sums.iter().take(N_ROWS) {
        let width = painter.text(room.x, row_cy(room, row), who, Style::left(SIZE, Colour::MUTED)) + 12;
        for line in wrapped(painter, sum, room.w - width, n_lines) {
            let style = Style::left(SIZE, Colour::IVORY);
            painter.text_within(room.x + width, row_cy(room, row), room.w - width, &line, style);
            row += 1;
        }
    }
}

/// A sum broken before its signs into at most `n_lines` lines.
fn wrapped(painter: &Painter<'_>, sum: &str, width: i32, n_lines: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    let n_words = sum.split(' ').count();
    for (i, word) in sum.split(' ').enumerate() {
        let n = lines.len();
        let Some(line) = lines.last_mut() else { continue };
        // "=" stays with its result.
        let fits = painter.kit.font.width(&format!("{line} {word}"), SIZE) <= width || i + 1 == n_words;
        if fits || n == n_lines || line.is_empty() {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::painter::Kit;

    #[test]
    fn twelve_fans_have_a_place_and_six_leave_room_for_sums() {
        assert_eq!([1, 3, 4, 6, 7, 12, 15].map(columns), [1, 1, 2, 2, 3, 4, 4]);
    }

    #[test]
    fn a_long_sum_is_broken_and_loses_nothing() {
        let kit = Kit::new().unwrap();
        let painter = Painter::new(&kit, 10, 10);
        let sum = "max(自摸2, 站立3) × 卡当2 × 庄家2 = 12";
        let lines = wrapped(&painter, sum, 240, 3);
        assert!(lines.len() > 1);
        assert_eq!(lines.join(" "), sum);
        assert_eq!(wrapped(&painter, sum, 240, 1), [sum]);
    }
}
