//! The strip under a hand: what the player needs to know beside the tiles themselves.

use super::atlas::TileSize;
use super::canvas::{Rect, Shade};
use super::painter::{Painter, RING, Style};
use super::palette::Colour;
use super::{HandScene, labels};
use crate::game::action::{Offer, TingDiscard, Wait};
use crate::game::tile::Tile;
use crate::game::view::{PlayerView, PublicPhase};
use crate::text::Lang;

pub(super) const RECT: Rect = Rect::new(8, 132, 884, 52);
const SIZE: TileSize = TileSize::Small;
const WORD: u8 = 28;
const COUNT: u8 = 25;

/// Draws the strip: treasures and waits of a ting hand, else the waits of each ting discard, else whose tile is
/// asked about, else where the hand stands.
pub(super) fn draw(painter: &mut Painter<'_>, scene: &HandScene<'_>) {
    painter.canvas.round_rect(RECT, 12, Colour::DARK);
    let (view, lang) = (scene.view, scene.lang);
    let mut strip = Strip { painter, x: RECT.x + 14, full: false };
    let tings = ting_discards(view);
    if view.public.seats[view.seat].ting.is_some() {
        strip.ting_hand(view, lang);
    } else if !tings.is_empty() {
        strip.ting_choices(&tings, lang);
    } else {
        strip.standing(view, lang);
    }
}

/// The ting discards of the own turn. Those of a claim differ with the claim, and its menu shows them.
fn ting_discards(view: &PlayerView) -> Vec<&TingDiscard> {
    let mut found = Vec::new();
    for offer in &view.offers {
        if let Offer::Ting { discards } = offer {
            found.extend(discards);
        }
    }
    found
}

/// Writes from left to right; what no longer fits is told by one "…".
struct Strip<'p, 'k> {
    painter: &'p mut Painter<'k>,
    x: i32,
    full: bool,
}

impl Strip<'_, '_> {
    /// True if `width` pixels are left, with room for a "…" after them.
    fn has_room(&mut self, width: i32) -> bool {
        let dots = 36;
        if !self.full && self.x + width > RECT.right() - dots {
            self.full = true;
            self.painter.text(self.x, RECT.centre().1, "…", Style::left(WORD, Colour::MUTED));
        }
        !self.full
    }

    fn word(&mut self, text: &str, colour: Colour) {
        self.sized(text, Style::left(WORD, colour));
    }

    fn sized(&mut self, text: &str, style: Style) {
        let width = self.painter.kit.font.width(text, style.size);
        if self.has_room(width) {
            self.painter.text(self.x, RECT.centre().1, text, style);
            self.x += width + 10;
        }
    }

    fn tile(&mut self, tile: Tile) {
        if self.has_room(SIZE.width()) {
            self.painter.tile(self.x, RECT.y + 1, SIZE, tile, Shade::Full);
            self.x += SIZE.width() + 2;
        }
    }

    fn ringed_tile(&mut self, tile: Tile) {
        if self.has_room(SIZE.width() + RING) {
            let rect = Rect::new(self.x + 2, RECT.y + 1, SIZE.width(), SIZE.height());
            self.painter.canvas.round_rect(rect.grown(4), 9, Colour::GOLD);
            self.painter.tile(rect.x, rect.y, SIZE, tile, Shade::Full);
            self.x += SIZE.width() + 12;
        }
    }

    fn gap(&mut self, width: i32) {
        self.x += width;
    }

    fn waits(&mut self, waits: &[Wait]) {
        for wait in waits {
            self.tile(wait.tile);
            let colour = if wait.n_unseen == 0 { Colour::MUTED } else { Colour::IVORY };
            self.sized(&format!("×{}", wait.n_unseen), Style::left(COUNT, colour));
        }
    }

    fn ting_hand(&mut self, view: &PlayerView, lang: Lang) {
        self.word(labels::waits(lang), Colour::IVORY);
        self.waits(&view.waits);
        if view.treasures.is_empty() {
            return;
        }
        self.gap(20);
        self.word(labels::treasures(lang), Colour::GOLD);
        for &(seat, tile) in &view.treasures {
            if seat == view.seat && view.public.n_treasures > 1 {
                self.ringed_tile(tile);
            } else if seat == view.seat {
                self.tile(tile);
            } else {
                self.tile(tile);
                self.word(labels::wind(lang, seat), Colour::MUTED);
            }
        }
    }

    fn ting_choices(&mut self, discards: &[&TingDiscard], lang: Lang) {
        self.word(labels::ting(lang), Colour::GOLD);
        for discard in discards {
            self.ringed_tile(discard.tile);
            self.sized("→", Style::left(COUNT, Colour::GOLD));
            self.waits(&discard.waits);
            self.gap(14);
        }
    }

    fn standing(&mut self, view: &PlayerView, lang: Lang) {
        let public = &view.public;
        // An offered tile with all its claims needs the whole strip.
        if !matches!(public.phase, PublicPhase::Claims { .. }) {
            self.word(labels::seat(lang, view.seat), Colour::IVORY);
            if public.dealer == view.seat {
                self.word(labels::dealer_word(lang), Colour::LOSS);
            }
            self.gap(12);
        }
        match public.phase {
            PublicPhase::Deal => {
                self.word(labels::asking_dealt_four(lang), Colour::IVORY);
                self.gap(6);
                self.offers(view, lang);
            }
            PublicPhase::Turn { seat } if seat == view.seat => {
                self.word(labels::your_turn(lang), Colour::GOLD);
                self.gap(6);
                self.offers(view, lang);
            }
            PublicPhase::Turn { seat } => self.word(&labels::turn(lang, seat), Colour::IVORY),
            PublicPhase::Claims { from, tile, robbing } => {
                let who =
                    if robbing { labels::added_by(lang, from) } else { labels::discarded_by(lang, from) };
                self.word(&who, Colour::IVORY);
                self.ringed_tile(tile);
                self.gap(6);
                self.offers(view, lang);
            }
            PublicPhase::Settled => self.word(labels::over(lang), Colour::IVORY),
        }
        if let Some(turned) = public.indicator {
            self.gap(12);
            self.word(labels::wild_word(lang), Colour::GOLD);
            self.tile(turned.wild());
        }
        self.gap(12);
        let left = labels::drawable(lang, public.n_drawable);
        if self.x + self.painter.kit.font.width(&left, WORD) < RECT.right() {
            self.word(&left, Colour::MUTED);
        }
    }

    /// What the player can do beside discarding, in the order of the offers.
    fn offers(&mut self, view: &PlayerView, lang: Lang) {
        let mut words: Vec<&str> =
            view.offers.iter().filter_map(|offer| labels::claim(lang, offer)).collect();
        words.dedup();
        for word in &words {
            self.word(word, Colour::GOLD);
            self.gap(labels::gap_between_claims(lang));
        }
        if words.is_empty() && view.answered {
            self.word(labels::answered(lang), Colour::MUTED);
        }
    }
}
