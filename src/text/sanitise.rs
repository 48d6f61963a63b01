//! Player names as they may be shown: Discord lets them hold anything.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_segmentation::UnicodeSegmentation;

use crate::game::seat::Seat;

use super::{Lang, say, seat_name};

/// Longest name in a picture, in grapheme clusters.
const MOST_CLUSTERS: usize = 24;

/// Marks on one base letter that a message keeps: enough for every living script, too few for a tower.
const MOST_MARKS: usize = 2;

/// A name for a picture: one line, no controls, no bidi or combining marks, at most 24 clusters;
/// `玩家东` / `Player East` where nothing visible remains.
pub fn sanitise_name(raw: &str, seat: Seat, lang: Lang) -> String {
    let visible: String = raw.nfkc().filter(|&c| !is_invisible(c) && !is_combining_mark(c)).collect();
    let words: Vec<&str> = visible.split_whitespace().collect();
    let name: String = words.join(" ").graphemes(true).take(MOST_CLUSTERS).collect();
    let name = name.trim_end();
    if name.is_empty() {
        return say(lang, "name-unknown", &[("seat", seat_name(lang, seat).into())]);
    }
    name.to_owned()
}

/// A name for message text: shown as it is, but no markdown, mention, `@everyone`, link or invite works in it.
/// Empty where nothing visible remains.
pub fn escape_markdown(raw: &str) -> String {
    let mut text = String::with_capacity(raw.len() + 8);
    let mut n_marks = 0;
    for c in
        raw.chars().map(|c| if c.is_whitespace() { ' ' } else { c }).filter(|&c| c == ' ' || !is_invisible(c))
    {
        if is_combining_mark(c) {
            n_marks += 1;
            if n_marks > MOST_MARKS {
                continue;
            }
        } else {
            n_marks = 0;
        }
        if is_markup(c) {
            text.push('\\');
        }
        text.push(c);
        // A zero-width space keeps Discord from reading a mention, an address or an invite.
        if matches!(c, '@' | '.' | ':' | '/') {
            text.push('\u{200b}');
        }
    }
    text.trim().to_owned()
}

/// Characters with a meaning in Discord's markdown.
fn is_markup(c: char) -> bool {
    matches!(c, '\\' | '*' | '_' | '~' | '`' | '|' | '>' | '<' | '#' | '-' | '+' | '[' | ']' | '(' | ')')
}

/// Controls, direction and joining marks, fillers, tags and private use: nothing that a reader could see.
fn is_invisible(c: char) -> bool {
    (c.is_control() && !c.is_whitespace())
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
            | '\u{ffa0}' | '\u{fff0}'..='\u{fffd}' | '\u{e000}'..='\u{f8ff}' | '\u{e0000}'..='\u{10ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(raw: &str) -> String {
        sanitise_name(raw, Seat::East, Lang::ZhCn)
    }

    #[test]
    fn ordinary_names_stay() {
        for raw in ["李雷", "Anna-Marie O'Neil", "Иван", "さくら", "José", "李"] {
            assert_eq!(name(raw), raw);
        }
    }

    #[test]
    fn marks_controls_and_directions_go() {
        assert_eq!(name("a\u{202e}b\u{200b}c\u{7}"), "abc");
        assert_eq!(name("z\u{30d}\u{30e}\u{33f}\u{351}a"), "za");
        assert_eq!(name("ＡＢＣ①"), "ABC1");
        assert_eq!(name(" two \n lines\t"), "two lines");
    }

    #[test]
    fn nothing_visible_becomes_the_seat() {
        for raw in ["", "  ", "\u{200b}\u{2800}", "\u{3164}", "\u{301}", "\u{e0041}"] {
            assert_eq!(name(raw), "玩家东", "{raw:?}");
        }
        assert_eq!(sanitise_name("", Seat::North, Lang::En), "Player North");
    }

    #[test]
    fn long_names_end_at_24_clusters() {
        assert_eq!(name(&"长".repeat(60)), "长".repeat(24));
    }

    #[test]
    fn markdown_and_mentions_are_defused() {
        assert_eq!(escape_markdown("**bold** _x_"), "\\*\\*bold\\*\\* \\_x\\_");
        for (raw, active) in [
            ("@everyone", "@everyone"),
            ("<@123>", "<@1"),
            ("discord.gg/abc", "discord.gg"),
            ("https://evil.example", "https://"),
            ("[a](b)", "]("),
            ("<t:1:R>", "<t:1"),
        ] {
            let text = escape_markdown(raw);
            assert!(!text.contains(active), "{raw}: {text}");
        }
        assert_eq!(escape_markdown("a\u{202e}\nb"), "a b");
        assert_eq!(escape_markdown("e\u{301}\u{302}\u{303}\u{304}"), "e\u{301}\u{302}");
    }
}
