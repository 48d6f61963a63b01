//! 听牌提示 where the rules offer no ting (兴动): found out off the async threads, as a hand with wilds has many readings,
//! and shown once it is known. Nothing waits for it.

use std::sync::Arc;

use tokio::sync::{Notify, watch};

use crate::discord::surface::Studio;
use crate::game::action::PromptId;
use crate::game::hints::{Hint, hints};
use crate::game::seat::Seat;
use crate::game::variants::{Rules, rules};
use crate::game::view::{PlayerView, Private, PublicPhase};
use crate::table::view::{Snapshot, TablePhase};

/// What a player is told of the own turn.
#[derive(Default)]
pub(super) struct Thought {
    /// Of which turn.
    prompt: Option<PromptId>,
    /// `None` where the rules offer ting themselves.
    found: Option<watch::Receiver<Found>>,
}

type Found = Option<Private<Vec<Hint>>>;

impl Thought {
    /// What is known by now of this snapshot's turn; the first question begins to find it out, and `news` tells when more is
    /// known.
    pub(super) fn of(
        &mut self,
        studio: &Arc<Studio>,
        news: &Arc<Notify>,
        snapshot: &Snapshot,
        seat: Seat,
    ) -> Found {
        let info = &snapshot.info;
        let TablePhase::Playing { prompt, .. } = info.phase else { return None };
        let phase = snapshot.public.as_ref()?.get().phase;
        if !info.hints || phase != (PublicPhase::Turn { seat }) {
            return None;
        }
        if self.prompt.replace(prompt) != Some(prompt) {
            let rules = rules(info.settings.variant, info.settings.options.clone());
            let rules = rules.filter(|rules| !rules.has_ting());
            self.found =
                rules.zip(snapshot.private[seat].clone()).map(|(rules, own)| think(studio, news, rules, own));
        }
        self.found.as_ref()?.borrow().clone()
    }
}

fn think(
    studio: &Arc<Studio>,
    news: &Arc<Notify>,
    rules: Box<dyn Rules>,
    own: Private<PlayerView>,
) -> watch::Receiver<Found> {
    let (tell, found) = watch::channel(None);
    let (at, news) = (Arc::clone(studio), Arc::clone(news));
    studio.spawn(async move {
        let known = at.easel.draw_at_leisure(move |_| own.map(|view| hints(&*rules, &view))).await;
        tell.send_replace(known);
        news.notify_one();
    });
    found
}
