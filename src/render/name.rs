//! Player names as labels: what the font cannot show is replaced, never dropped without a trace.
//!
//! `text::sanitise_name` has cleaned the name before; this holds for any text all the same.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_segmentation::UnicodeSegmentation;

use super::font::{Font, SUBSTITUTE};
use super::labels;
use crate::game::seat::Seat;
use crate::text::Lang;

/// More clusters than this fit into no slot.
const N_CLUSTERS_AT_MOST: usize = 24;

/// The name with every cluster visible; `玩家东` or its like where hardly anything readable is left of it.
pub(super) fn label(font: &Font, name: &str, seat: Seat, lang: Lang) -> String {
    let normal: String = name.nfkc().collect();
    let mut shown = String::new();
    let mut n_lost = 0;
    for cluster in normal.trim().graphemes(true).take(N_CLUSTERS_AT_MOST) {
        let mut visible = cluster.chars().filter(|&c| !is_invisible(c)).peekable();
        match visible.peek() {
            None => n_lost += 1,
            Some(&c) if c.is_whitespace() => shown.push(' '),
            // One box for the whole cluster: an emoji of five parts is one sign.
            Some(&c) if !font.has(c) => shown.push(SUBSTITUTE),
            Some(_) => shown.extend(visible.map(|c| if font.has(c) { c } else { SUBSTITUTE })),
        }
    }
    let readable = shown.chars().filter(|&c| c != SUBSTITUTE && c != ' ').count();
    // A name of one single sign is a name; one sign left of a longer one is not.
    let whole = readable == 1 && n_lost == 0 && shown.chars().count() == 1;
    if readable >= 2 || whole { shown } else { labels::player(lang, seat) }
}

/// Controls, bidirectional marks, joiners, variation selectors, combining marks.
fn is_invisible(c: char) -> bool {
    c.is_control()
        || is_combining_mark(c)
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}')
        || matches!(c, '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}')
        || matches!(c, '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}' | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(name: &str) -> String {
        label(&Font::new().unwrap(), name, Seat::East, Lang::ZhCn)
    }

    #[test]
    fn what_the_font_lacks_is_a_box_and_never_nothing() {
        assert_eq!(shown("铁锅炖大鹅"), "铁锅炖大鹅");
        assert_eq!(shown("ab👨‍👩‍👧c"), "ab□c");
        assert_eq!(shown("Ａｎｎａ  Я"), "Anna  Я");
    }

    #[test]
    fn a_name_without_readable_signs_becomes_the_seat() {
        for name in ["", "\u{200b}\u{202e}", "🐉🐉", "🐉a", " \u{301} "] {
            assert_eq!(shown(name), "玩家东", "{name:?}");
        }
        assert_eq!(shown("王"), "王");
    }

    #[test]
    fn marks_that_turn_or_stack_text_are_dropped() {
        assert_eq!(shown("ab\u{202e}cd"), "abcd");
        assert_eq!(shown("a\u{336}\u{336}\u{489}bc"), "abc");
        assert_eq!(shown(&"长".repeat(60)).chars().count(), N_CLUSTERS_AT_MOST);
    }
}
