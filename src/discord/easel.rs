//! Where pictures are drawn: off the async threads, and few at once.
//!
//! Drawing takes milliseconds of a core. If as many threads drew as there are pictures wanted, the threads that acknowledge
//! interactions would have to share the cores with all of them; so one core is always left to these.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::thread::available_parallelism;

use tokio::sync::Semaphore;

use crate::render::Renderer;

/// The renderer, and how many may use it at once.
pub(super) struct Easel {
    renderer: Arc<Renderer>,
    places: Semaphore,
    /// For charts and replays, which take up to seconds: no table's picture waits for one of these.
    place_at_leisure: Semaphore,
}

impl Easel {
    /// With a place for each core but one, and one in any case.
    pub(super) fn new(renderer: Arc<Renderer>) -> Easel {
        let n_cores = available_parallelism().map_or(1, NonZeroUsize::get);
        Easel::with_places(renderer, n_cores.saturating_sub(1).max(1))
    }

    fn with_places(renderer: Arc<Renderer>, n_places: usize) -> Easel {
        Easel { renderer, places: Semaphore::new(n_places), place_at_leisure: Semaphore::new(1) }
    }

    /// Draws what a table shows when a place is free; `None` where drawing panicked.
    pub(super) async fn draw<T: Send + 'static>(
        &self,
        draw: impl FnOnce(&Renderer) -> T + Send + 'static,
    ) -> Option<T> {
        self.draw_at(&self.places, draw).await
    }

    /// Draws a chart or a replay, one after the other.
    pub(super) async fn draw_at_leisure<T: Send + 'static>(
        &self,
        draw: impl FnOnce(&Renderer) -> T + Send + 'static,
    ) -> Option<T> {
        self.draw_at(&self.place_at_leisure, draw).await
    }

    async fn draw_at<T: Send + 'static>(
        &self,
        places: &Semaphore,
        draw: impl FnOnce(&Renderer) -> T + Send + 'static,
    ) -> Option<T> {
        let _place = places.acquire().await.ok()?;
        let renderer = Arc::clone(&self.renderer);
        let drawn = tokio::task::spawn_blocking(move || draw(&renderer)).await;
        drawn.inspect_err(|_| tracing::error!("drawing panicked")).ok()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use futures_util::future::join_all;

    use super::*;

    #[tokio::test]
    async fn no_more_are_drawn_at_once_than_there_are_places_and_a_panic_gives_its_place_back() {
        let easel = Easel::with_places(Arc::new(Renderer::new().unwrap()), 2);
        let panicked: Option<()> = easel.draw(|_| panic!("a fault in drawing")).await;
        assert_eq!(panicked, None);
        let (now, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let drawings = (0..20).map(|n| {
            let (now, most) = (Arc::clone(&now), Arc::clone(&most));
            easel.draw(move |_| {
                most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                std::thread::yield_now();
                now.fetch_sub(1, Ordering::SeqCst);
                n
            })
        });
        let drawn = join_all(drawings).await;
        assert!(drawn.into_iter().eq((0..20).map(Some)));
        assert!((1..=2).contains(&most.load(Ordering::SeqCst)));
    }
}
