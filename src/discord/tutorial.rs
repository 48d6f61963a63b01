//! `/tutorial`: one hand that explains itself, in a message that its player alone sees. Nothing is kept between two
//! clicks: the buttons carry the step, and the engine plays the lesson up to it again.

use std::sync::Arc;

use super::app::{Answer, App};
use super::component::{CustomId, Press};
use super::incoming::Incoming;
use super::model::{Button, Embed, Message, Picture, Row, Style};
use super::picture::{Scene, Sketch};
use super::rest::{PictureEdit, TokenMessage, token_route};
use super::views::hand::{Pane, loose_buttons};
use crate::game::action::PromptId;
use crate::game::lesson::{LEARNER, Lesson, Move, N_MOVES, Verdict};
use crate::game::seat::{BySeat, Seat};
use crate::render::PlayerLabel;
use crate::store::event::TableId;
use crate::text::{Lang, hand_alt, result_alt, result_lines, say, seat_name};

/// No table has this number; a button's prompt is the step of the lesson.
pub(super) const TABLE: TableId = TableId(0);

/// What is said before each move of the learner, and at the end.
const TEXTS: [&str; N_MOVES + 1] = [
    "tutorial-discard",
    "tutorial-pung",
    "tutorial-discard-again",
    "tutorial-ting-chow",
    "tutorial-wait",
    "tutorial-win",
    "tutorial-over",
];

/// One state of the lesson: which step, which choice is open, and what to say about the last press.
#[derive(Clone, Copy)]
struct Page {
    step: usize,
    pane: Pane,
    notice: Option<&'static str>,
}

/// `/tutorial`.
pub(super) async fn begin(app: &Arc<App>, incoming: &Incoming) {
    let page = Page { step: 0, pane: Pane::Main, notice: None };
    let Some((message, picture)) = draw(app, incoming.lang, page).await else { return };
    app.tell(incoming, Answer { message, picture }).await;
}

/// A button of the lesson: its own message shows what comes of it.
pub(super) async fn click(app: &Arc<App>, incoming: &Incoming, id: CustomId) {
    let step = usize::try_from(id.prompt.0).unwrap_or(N_MOVES).min(N_MOVES);
    let Some((message, picture)) = draw(app, incoming.lang, after(step, id.press)).await else { return };
    let slot = app.rest.slot(token_route(&incoming.token)).await;
    let picture = picture.map_or(PictureEdit::None, PictureEdit::Replace);
    let edited =
        app.rest.edit_by_token(&incoming.token, TokenMessage::Original, &message, picture, slot).await;
    if let Err(error) = edited {
        tracing::warn!(interaction = incoming.id, %error, "lesson not shown");
    }
}

/// Where a press leads.
fn after(step: usize, press: Press) -> Page {
    let page = |step, pane, notice| Page { step, pane, notice };
    let stay = |notice| page(step, Pane::Main, Some(notice));
    let Some(lesson) = Lesson::at(step) else { return page(step, Pane::Main, None) };
    match (press, press.action()) {
        (_, Some(action)) => match lesson.judge(action) {
            Verdict::Right => page(step + 1, Pane::Main, None),
            Verdict::NotNow => stay("tutorial-not-now"),
            Verdict::Illegal => stay("tutorial-illegal"),
        },
        (Press::OpenTingChow { low }, _) => page(step, Pane::TingChow { low }, None),
        (Press::Back, _) => page(step, Pane::Main, None),
        (Press::Ready, _) if lesson.wanted().is_none() => page(0, Pane::Main, None),
        (Press::Ready, _) if lesson.wanted() == Some(Move::GoOn) => page(step + 1, Pane::Main, None),
        _ => stay("tutorial-illegal"),
    }
}

/// The message of a page with its picture.
async fn draw(app: &Arc<App>, lang: Lang, page: Page) -> Option<(Message, Option<Picture>)> {
    let (message, sketch) = shown(lang, page)?;
    let drawn = app.studio.easel.draw(move |renderer| sketch.drawn(renderer)).await;
    Some((message, drawn.flatten()))
}

fn shown(lang: Lang, page: Page) -> Option<(Message, Sketch)> {
    let lesson = Lesson::at(page.step)?;
    let notice = page.notice.map(|key| format!("⚠ {}", say(lang, key, &[])));
    let text = TEXTS.get(page.step).map(|key| say(lang, key, &[]));
    let button = |label: &str| {
        let id = CustomId { table: TABLE, prompt: PromptId(page.step as u64), press: Press::Ready };
        vec![Row::new([Button::new(Style::Primary, say(lang, label, &[]), id)])]
    };
    let content = |more: Option<String>| {
        let lines: Vec<String> = [notice.clone(), text.clone(), more].into_iter().flatten().collect();
        lines.join("\n")
    };
    if lesson.wanted().is_none() {
        let (embed, sketch) = over(lang, &lesson)?;
        let components = button("tutorial-again");
        let message =
            Message { content: content(None), embeds: vec![embed], components, ..Message::default() };
        return Some((message, sketch));
    }
    let view = lesson.view().open(LEARNER).cloned()?;
    let (choice, components) = match lesson.wanted() {
        Some(Move::GoOn) => (None, button("tutorial-go-on")),
        _ => loose_buttons((TABLE, PromptId(page.step as u64)), lang, &view, page.pane),
    };
    let alt_text = hand_alt(lang, &view);
    let message = Message { content: content(choice), components, ..Message::default() };
    Some((message, Sketch { scene: Scene::Hand { view, lang, index_digits: false }, alt_text }))
}

/// The result card of the lesson's hand.
fn over(lang: Lang, lesson: &Lesson) -> Option<(Embed, Sketch)> {
    let view = lesson.public().get().clone();
    let outcome = view.outcome.as_ref()?;
    let names = BySeat::from_fn(|seat| name(lang, seat));
    let total = outcome.settlement.total();
    let players = BySeat::from_fn(|seat| PlayerLabel {
        name: name(lang, seat),
        points: total[seat],
        away: false,
        program: seat != LEARNER,
    });
    let description = result_lines(lang, outcome, &names).join("\n");
    let alt_text = result_alt(lang, &view, &names);
    let embed = Embed { description, ..Embed::default() };
    Some((embed, Sketch { scene: Scene::Result { view, players, hand_no: 1, lang }, alt_text }))
}

fn name(lang: Lang, seat: Seat) -> String {
    if seat == LEARNER {
        return say(lang, "tutorial-you", &[]);
    }
    say(lang, "program-name", &[("seat", seat_name(lang, seat).into())])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::action::Action;
    use crate::game::tile::Tile;
    use crate::t;

    /// The press that the lesson names.
    fn wanted(step: usize) -> Vec<Press> {
        match Lesson::at(step).unwrap().wanted() {
            Some(Move::Act(Action::Discard { tile, origin })) => vec![Press::Discard { tile, origin }],
            Some(Move::Act(Action::Pung { .. })) => vec![Press::Pung],
            Some(Move::Act(Action::Chow { low, ting_discard: Some(discard) })) => {
                vec![Press::OpenTingChow { low }, Press::TingChow { low, discard }]
            }
            Some(Move::Act(Action::Win)) => vec![Press::Win],
            _ => vec![Press::Ready],
        }
    }

    #[test]
    fn who_presses_what_the_lesson_says_finds_each_button_and_comes_to_the_end() {
        for lang in Lang::ALL {
            let mut page = Page { step: 0, pane: Pane::Main, notice: None };
            for step in 0..N_MOVES {
                assert_eq!((page.step, page.notice), (step, None));
                for press in wanted(step) {
                    let (message, sketch) = shown(lang, page).unwrap();
                    let id = CustomId { table: TABLE, prompt: PromptId(step as u64), press }.to_string();
                    let buttons: Vec<&Button> =
                        message.components.iter().flat_map(|row| row.buttons()).collect();
                    assert!(buttons.iter().any(|button| button.custom_id() == id), "{lang:?} {step} {id}");
                    assert!(message.content.chars().count() <= 2_000 && !sketch.alt_text.is_empty());
                    page = after(step, press);
                }
            }
            assert_eq!(page.step, N_MOVES);
            let (message, _) = shown(lang, page).unwrap();
            assert!(message.embeds[0].description.contains("48"), "{}", message.embeds[0].description);
            assert_eq!(after(N_MOVES, Press::Ready).step, 0);
        }
    }

    #[test]
    fn each_lesson_names_the_button_to_press_in_every_language() {
        use crate::text::tile_name;
        for lang in Lang::ALL {
            let says = |step: usize, tile: Tile| {
                let text = say(lang, TEXTS[step], &[]);
                assert!(text.contains(&tile_name(lang, tile)), "{lang:?}: {text}");
            };
            says(0, t!("9s"));
            says(1, t!("5p"));
            says(2, t!("1p"));
            says(3, t!("7s"));
            says(4, t!("5m"));
            says(5, t!("5m"));
        }
    }

    #[test]
    fn another_press_says_why_and_changes_nothing() {
        let other = after(0, Press::Discard { tile: t!("1m"), origin: crate::game::action::Origin::Hand });
        assert_eq!((other.step, other.notice), (0, Some("tutorial-not-now")));
        for press in [Press::Pung, Press::Win, Press::Ready, Press::Join] {
            let forged = after(0, press);
            assert_eq!((forged.step, forged.notice), (0, Some("tutorial-illegal")));
        }
        assert_eq!(after(1, Press::Pass).notice, Some("tutorial-not-now"));
    }
}
