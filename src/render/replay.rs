//! A finished hand as a moving picture and as stills.
//!
//! A GIF, because Discord plays it everywhere (docs/decisions/0008-pictures.md). Each frame holds the
//! part of the board that changed, and in it only the pixels that did.

use std::borrow::Cow;

use gif::{DisposalMethod, Encoder, Frame, Repeat};

use super::painter::{Kit, Painter};
use super::{Animation, BoardScene, Picture, RenderError, ReplayScene, ResultScene, board, layout, result};
use crate::game::view::{PublicPhase, PublicView};

/// How long a step is shown, in hundredths of a second.
const STEP_CS: u16 = 90;
/// How long a step with a new meld is shown.
const MELD_CS: u16 = 150;
/// How long the result is shown.
const RESULT_CS: u16 = 900;
/// The last palette index, which no colour uses: what stays as it was.
const UNCHANGED: u8 = 255;
/// A file is kept below this: Discord takes 10 MB, a phone's patience less.
const MAX_BYTES: usize = 2_000_000;

/// Makes the animation; where it would be too long, every second discard is left out, and so on.
pub(super) fn animation(kit: &Kit, scene: &ReplayScene<'_>) -> Result<Animation, RenderError> {
    let chosen = frames(scene.views);
    let mut stride = 1;
    loop {
        let made = animated(kit, scene, &thinned(&chosen, stride))?;
        if made.gif.len() <= MAX_BYTES || stride >= chosen.len() {
            return Ok(made);
        }
        stride *= 2;
    }
}

/// One step as a picture.
pub(super) fn still(kit: &Kit, scene: &ReplayScene<'_>, step: usize) -> Result<Option<Picture>, RenderError> {
    let Some(view) = scene.views.get(step) else { return Ok(None) };
    let painter = if view.outcome.is_some() {
        result::composed(kit, &finished(scene, view))?
    } else {
        board::composed(kit, &standing(scene, view))?
    };
    painter.finish().map(Some)
}

fn standing<'a>(scene: &ReplayScene<'a>, view: &'a PublicView) -> BoardScene<'a> {
    BoardScene {
        view,
        players: scene.before,
        progress: scene.progress,
        lang: scene.lang,
        index_digits: scene.index_digits,
    }
}

fn finished<'a>(scene: &ReplayScene<'a>, view: &'a PublicView) -> ResultScene<'a> {
    ResultScene {
        view,
        players: scene.after,
        hand_no: scene.progress.hand_no,
        lang: scene.lang,
        index_digits: scene.index_digits,
    }
}

/// The steps worth a frame: the deal, each discard and added kong, each new meld, the end. A drawn tile alone
/// changes nothing that anybody else sees.
fn frames(views: &[PublicView]) -> Vec<(usize, u16)> {
    let n_melds = |view: &PublicView| view.seats.iter().map(|(_, seat)| seat.melds.len()).sum::<usize>();
    let mut chosen = Vec::new();
    let mut melds_before = 0;
    for (i, view) in views.iter().enumerate() {
        let melds = n_melds(view);
        let with_meld = melds != melds_before;
        melds_before = melds;
        let delay_cs = match view.phase {
            _ if view.outcome.is_some() => RESULT_CS,
            PublicPhase::Claims { .. } | PublicPhase::Turn { .. } if with_meld => MELD_CS,
            PublicPhase::Claims { .. } => STEP_CS,
            _ if i == 0 => MELD_CS,
            PublicPhase::Deal | PublicPhase::Turn { .. } | PublicPhase::Settled => continue,
        };
        chosen.push((i, delay_cs));
    }
    chosen
}

/// Every `stride`th frame; the first and the last one always.
fn thinned(chosen: &[(usize, u16)], stride: usize) -> Vec<(usize, u16)> {
    let last = chosen.len().saturating_sub(1);
    let kept = chosen.iter().enumerate().filter(|(i, _)| i % stride == 0 || *i == last);
    kept.map(|(_, &frame)| frame).collect()
}

fn animated(kit: &Kit, scene: &ReplayScene<'_>, chosen: &[(usize, u16)]) -> Result<Animation, RenderError> {
    let (width, height) = (layout::WIDTH as u16, layout::HEIGHT as u16);
    let mut gif = Vec::new();
    let mut encoder = Encoder::new(&mut gif, width, height, &kit.palette.bytes())?;
    encoder.set_repeat(Repeat::Infinite)?;
    let mut shown: Vec<u8> = Vec::new();
    let mut n_frames = 0;
    for &(i, delay_cs) in chosen {
        let Some(view) = scene.views.get(i) else { continue };
        let pixels = frame_pixels(kit, scene, view)?;
        if let Some(frame) = difference(&shown, &pixels, delay_cs) {
            encoder.write_frame(&frame)?;
            n_frames += 1;
        }
        shown = pixels;
    }
    drop(encoder);
    if scene.views.last().is_none_or(|view| view.outcome.is_none()) {
        return Err(RenderError::NotOver);
    }
    Ok(Animation { gif, width: layout::WIDTH, height: layout::HEIGHT, n_frames })
}

fn frame_pixels(kit: &Kit, scene: &ReplayScene<'_>, view: &PublicView) -> Result<Vec<u8>, RenderError> {
    if view.outcome.is_none() {
        return Ok(board::composed(kit, &standing(scene, view))?.canvas.into_parts().2);
    }
    let (w, h, card) = result::composed(kit, &finished(scene, view))?.canvas.into_parts();
    let mut ground = Painter::new(kit, layout::WIDTH, layout::HEIGHT);
    ground.canvas.lay_in_middle((w, h, &card));
    Ok(ground.canvas.into_parts().2)
}

/// What changed, as a frame; `None` if nothing did.
fn difference(before: &[u8], now: &[u8], delay_cs: u16) -> Option<Frame<'static>> {
    let width = layout::WIDTH as usize;
    let differs = |i: usize| before.get(i) != now.get(i);
    let rows: Vec<usize> =
        (0..layout::HEIGHT as usize).filter(|y| (y * width..(y + 1) * width).any(differs)).collect();
    let (top, bottom) = (*rows.first()?, *rows.last()? + 1);
    let in_column = |x: &usize| (top..bottom).any(|y| differs(y * width + x));
    let left = (0..width).find(in_column)?;
    let right = (0..width).rfind(in_column)? + 1;
    let mut buffer = Vec::with_capacity((right - left) * (bottom - top));
    for y in top..bottom {
        let row = y * width;
        buffer.extend((row + left..row + right).map(|i| if differs(i) { now[i] } else { UNCHANGED }));
    }
    Some(Frame {
        delay: delay_cs,
        dispose: DisposalMethod::Keep,
        transparent: Some(UNCHANGED),
        left: left as u16,
        top: top as u16,
        width: (right - left) as u16,
        height: (bottom - top) as u16,
        buffer: Cow::Owned(buffer),
        ..Frame::default()
    })
}
