//! The band of a result that says what the hand was worth: its fans, and the arithmetic of each payer.

use super::canvas::Rect;
use super::font::Font;
use super::painter::{Painter, Style};
use super::palette::Colour;
use super::{ResultScene, labels};
use crate::game::score::Share;
use crate::game::view::Outcome;
use crate::text::{Lang, fan_text, share_arithmetic};

/// Pixels of em with the rows that the band then has, the better first. The smallest is 9 CSS pixels where the picture
/// is 350 wide: a text that doesn't fit is never made smaller than that.
const SIZES: [(u8, i32); 2] = [(26, 3), (24, 4)];
const PAD: i32 = 16;
/// Between two fans of a row.
const FAN_GAP: i32 = 30;
/// Between the fans and the arithmetic.
const SUMS_GAP: i32 = 34;
/// By how much the room of the fans is widened while they are fitted beside the arithmetic.
const WIDTH_STEP: usize = 16;
/// Height of the band.
pub(super) const HEIGHT: i32 = 108;

/// Draws the band: the fans and beside them who pays by which sum. Where both have no room, the fans alone: the text of
/// the message has the sums too.
pub(super) fn draw(painter: &mut Painter<'_>, scene: &ResultScene<'_>, outcome: &Outcome, rect: Rect) {
    painter.canvas.round_rect(rect, 14, Colour::DARK);
    let settlement = &outcome.settlement;
    if settlement.winner.is_none() {
        let text = labels::nobody_won(scene.lang, settlement.kong_points.iter().any(|(_, &n)| n != 0));
        let (cx, cy) = rect.centre();
        painter.text_within(cx, cy, rect.w - 2 * PAD, text, Style::middle(30, Colour::IVORY));
        return;
    }
    let fans: Vec<String> = settlement.fans.iter().map(|line| fan_text(scene.lang, line)).collect();
    let sums = sums(scene.lang, &settlement.shares);
    let font = &painter.kit.font;
    let room = Rect::new(rect.x + PAD, rect.y, rect.w - 2 * PAD, rect.h);
    let both =
        SIZES.into_iter().find_map(|(size, n_rows)| Both::fit(font, &fans, &sums, room, (size, n_rows)));
    match both {
        Some(both) => both.draw(painter),
        None => draw_fans(painter, &fans, room),
    }
}

/// A piece of text in the band.
struct Piece {
    x: i32,
    row: i32,
    text: String,
    colour: Colour,
}

/// Texts in rows of the band.
struct Rows {
    pieces: Vec<Piece>,
    size: u8,
    n_rows: i32,
}

impl Rows {
    fn n_used(&self) -> i32 {
        self.pieces.iter().map(|piece| piece.row + 1).max().unwrap_or_default()
    }

    /// Draws the rows around the middle of the band, as the first of `n_used` that have something in them.
    fn draw(&self, painter: &mut Painter<'_>, band: Rect, n_used: i32) {
        for piece in &self.pieces {
            let cy = band.centre().1 + (2 * piece.row + 1 - n_used) * band.h / (2 * self.n_rows);
            painter.text(piece.x, cy, &piece.text, Style::left(self.size, piece.colour));
        }
    }
}

/// The fans from left to right, row after row, told apart by colour and by the gap between them; `None` where they need
/// more room.
fn fans_in(font: &Font, fans: &[String], room: Rect, (size, n_rows): (u8, i32)) -> Option<Rows> {
    let (mut x, mut row) = (room.x, 0);
    let mut pieces = Vec::new();
    for (i, text) in fans.iter().enumerate() {
        let width = font.width(text, size);
        if x > room.x && x + width > room.right() {
            (x, row) = (room.x, row + 1);
        }
        if row >= n_rows || width > room.w {
            return None;
        }
        let colour = if i % 2 == 0 { Colour::IVORY } else { Colour::GOLD };
        pieces.push(Piece { x, row, text: text.clone(), colour });
        x += width + FAN_GAP;
    }
    Some(Rows { pieces, size, n_rows })
}

/// The fans alone; those that even the smallest size has no room for are counted.
fn draw_fans(painter: &mut Painter<'_>, fans: &[String], room: Rect) {
    let font = &painter.kit.font;
    let whole = SIZES.into_iter().find_map(|size| fans_in(font, fans, room, size));
    let most = || {
        let (size, n_rows) = SIZES[SIZES.len() - 1];
        (0..fans.len()).rev().find_map(|n| {
            let mut shown: Vec<String> = fans[..n].iter().map(|fan| font.cut(fan, size, room.w)).collect();
            shown.push(format!("+{}", fans.len() - n));
            fans_in(font, &shown, room, (size, n_rows))
        })
    };
    if let Some(rows) = whole.or_else(most) {
        rows.draw(painter, room, rows.n_used());
    }
}

/// Who pays by which sum; payers with the same sum share a line.
fn sums(lang: Lang, shares: &[Share]) -> Vec<(String, String)> {
    let mut sums: Vec<(String, String)> = Vec::new();
    for share in shares {
        let who = labels::payer(lang, share.payer, share.debtor);
        let sum = share_arithmetic(lang, share);
        match sums.iter_mut().find(|(_, known)| *known == sum) {
            Some((all, _)) => {
                all.push_str(labels::and(lang));
                all.push_str(&who);
            }
            None => sums.push((who, sum)),
        }
    }
    sums
}

/// The fans with the sums on their right.
struct Both {
    fans: Rows,
    sums: Rows,
    room: Rect,
}

impl Both {
    /// Halves where that does; else narrower fans for the sake of the sums, else wider ones.
    fn fit(
        font: &Font,
        fans: &[String],
        sums: &[(String, String)],
        room: Rect,
        size: (u8, i32),
    ) -> Option<Both> {
        let half = room.w / 2;
        let narrower = (room.w / 5..=half).rev().step_by(WIDTH_STEP);
        let wider = (half..room.w * 3 / 4).step_by(WIDTH_STEP);
        narrower.chain(wider).find_map(|w| {
            let left = room.x + w + SUMS_GAP;
            let beside = Rect::new(left, room.y, room.right() - left, room.h);
            let fans = fans_in(font, fans, Rect { w, ..room }, size)?;
            Some(Both { fans, sums: sums_in(font, sums, beside, size)?, room })
        })
    }

    fn draw(&self, painter: &mut Painter<'_>) {
        let n_used = self.fans.n_used().max(self.sums.n_used());
        self.fans.draw(painter, self.room, n_used);
        self.sums.draw(painter, self.room, n_used);
    }
}

/// Each sum behind those who pay it, over as many rows as it needs; `None` where they need more room.
fn sums_in(font: &Font, sums: &[(String, String)], room: Rect, (size, n_rows): (u8, i32)) -> Option<Rows> {
    let mut pieces = Vec::new();
    let mut row = 0;
    for (who, sum) in sums {
        let x = room.x + font.width(who, size) + 12;
        pieces.push(Piece { x: room.x, row, text: who.clone(), colour: Colour::MUTED });
        for text in wrapped(font, sum, room.right() - x, size)? {
            pieces.push(Piece { x, row, text, colour: Colour::IVORY });
            row += 1;
        }
    }
    (row <= n_rows).then_some(Rows { pieces, size, n_rows })
}

/// A sum broken between its words into lines; `None` where a word is longer than a line.
fn wrapped(font: &Font, sum: &str, width: i32, size: u8) -> Option<Vec<String>> {
    let mut lines = vec![String::new()];
    for word in words(sum) {
        if font.width(word, size) > width {
            return None;
        }
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) if font.width(&format!("{line} {word}"), size) <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    Some(lines)
}

/// The words of a sum; its last one, "=" and the result stay together.
fn words(sum: &str) -> impl Iterator<Item = &str> {
    let equals = sum.rfind(" = ").unwrap_or(sum.len());
    let last = sum[..equals].rfind(' ');
    let (before, last) = last.map_or((None, sum), |at| (Some(&sum[..at]), &sum[at + 1..]));
    before.into_iter().flat_map(|before| before.split(' ')).chain([last])
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOM: Rect = Rect::new(26, 92, 848, HEIGHT);

    fn texts(n: usize, text: &str) -> Vec<String> {
        vec![text.to_owned(); n]
    }

    #[test]
    fn fans_that_fit_are_whole_inside_the_room_and_apart() {
        let font = Font::new().unwrap();
        let names = ["base", "closed wait", "seven pairs by a claimed pair"];
        let fans: Vec<String> = (0..12).map(|i| format!("{} ×2", names[i % 3])).collect();
        let rows = fans_in(&font, &fans, ROOM, SIZES[1]).unwrap();
        assert_eq!(
            rows.pieces.iter().map(|piece| &piece.text).collect::<Vec<_>>(),
            fans.iter().collect::<Vec<_>>()
        );
        for pair in rows.pieces.windows(2) {
            let end = pair[0].x + font.width(&pair[0].text, rows.size);
            assert!(end <= ROOM.right() && (pair[1].row > pair[0].row || pair[1].x >= end + FAN_GAP));
        }
        assert!(fans_in(&font, &texts(40, "closed wait ×2"), ROOM, SIZES[1]).is_none());
    }

    #[test]
    fn sums_have_room_beside_the_fans_of_usual_hands() {
        let font = Font::new().unwrap();
        let sums = [("东".to_owned(), "max(自摸 2, 站立 3) × 卡当 2 × 庄家 2 = 12".to_owned())];
        for n in 1..=6 {
            let both = Both::fit(&font, &texts(n, "站立 ×2"), &sums, ROOM, SIZES[0]).unwrap();
            let fans_end = both.fans.pieces.iter().map(|p| p.x + font.width(&p.text, both.fans.size)).max();
            let sums_left = both.sums.pieces.iter().map(|p| p.x).min();
            assert!(fans_end < sums_left);
        }
        let long = [("E".to_owned(), "a ".repeat(400))];
        assert!(Both::fit(&font, &texts(3, "base ×2"), &long, ROOM, SIZES[1]).is_none());
    }

    #[test]
    fn what_is_there_stands_around_the_middle_of_the_band() {
        let renderer = super::super::Renderer::new().unwrap();
        let top_and_bottom = |n_rows: i32| {
            let (width, height) = (900_u32, (ROOM.bottom() + 20) as u32);
            let mut painter = Painter::new(&renderer.kit, width, height);
            let piece = |row| Piece { x: ROOM.x, row, text: "自摸2 = 2".to_owned(), colour: Colour::IVORY };
            let rows = Rows { pieces: (0..n_rows).map(piece).collect(), size: 26, n_rows: 3 };
            rows.draw(&mut painter, ROOM, rows.n_used());
            let (_, _, pixels) = painter.canvas.into_parts();
            let is_inked = |row: &&[u8]| row.iter().any(|&pixel| pixel != pixels[0]);
            let inked = pixels.chunks_exact(width as usize);
            let top = inked.clone().position(|row| is_inked(&row)).unwrap();
            (top as i32, inked.clone().rposition(|row| is_inked(&row)).unwrap() as i32)
        };
        for n_rows in 1..=3 {
            let (top, bottom) = top_and_bottom(n_rows);
            let (above, below) = (top - ROOM.y, ROOM.bottom() - bottom);
            assert!((above - below).abs() <= 6, "{n_rows}: {above} above, {below} below");
        }
    }

    #[test]
    fn a_long_sum_is_broken_and_loses_nothing() {
        let font = Font::new().unwrap();
        let sum = "max(自摸2, 站立3) × 卡当2 × 庄家2 = 12";
        let lines = wrapped(&font, sum, 240, 26).unwrap();
        assert!(lines.len() > 1);
        assert_eq!(lines.join(" "), sum);
        assert!(lines.iter().all(|line| font.width(line, 26) <= 240));
        assert_eq!(lines.last().unwrap(), "庄家2 = 12", "a result never stands alone");
        assert_eq!(wrapped(&font, sum, 2_000, 26).unwrap(), [sum]);
        assert!(wrapped(&font, sum, 20, 26).is_none());
    }
}
