//! Where pictures are drawn: off the async threads, and few at once.
//!
//! Drawing takes milliseconds of a core. If as many threads drew as there are pictures wanted, the threads that acknowledge
//! interactions would have to share the cores with all of them; so on three cores and more one is always left to these. On two,
//! a table's picture and a chart that are drawn at the same time take both; on one, whatever is drawn shares it.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::thread::available_parallelism;

use tokio::sync::Semaphore;

use crate::render::Renderer;

/// The renderer, and how many may use it at once.
pub(super) struct Easel {
    renderer: Arc<Renderer>,
    places: Arc<Semaphore>,
    /// For charts and replays, which take up to seconds: no table's picture waits for one of these.
    place_at_leisure: Arc<Semaphore>,
}

impl Easel {
    /// With as many places as the machine's cores allow.
    pub(super) fn new(renderer: Arc<Renderer>) -> Easel {
        let n_cores = available_parallelism().map_or(1, NonZeroUsize::get);
        Easel::with_places(renderer, n_places(n_cores))
    }

    fn with_places(renderer: Arc<Renderer>, n_places: usize) -> Easel {
        let places = |n_places| Arc::new(Semaphore::new(n_places));
        Easel { renderer, places: places(n_places), place_at_leisure: places(1) }
    }

    /// Draws what a table shows when a place is free; `None` where drawing panicked, which is in the log then.
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
        places: &Arc<Semaphore>,
        draw: impl FnOnce(&Renderer) -> T + Send + 'static,
    ) -> Option<T> {
        let place = Arc::clone(places).acquire_owned().await.ok()?;
        let renderer = Arc::clone(&self.renderer);
        let drawn = tokio::task::spawn_blocking(move || {
            let _until_drawn = place; // also where nobody waits for the picture any more
            draw(&renderer)
        });
        drawn.await.inspect_err(|error| tracing::error!(%error, "a drawing is not finished")).ok()
    }
}

/// Places for the tables' pictures: one core is left to the other threads and one to what is drawn at leisure, as far as
/// there are so many.
fn n_places(n_cores: usize) -> usize {
    n_cores.saturating_sub(2).max(1)
}

#[cfg(test)]
mod tests {
    use futures_util::poll;
    use tokio::sync::mpsc::unbounded_channel;

    use super::*;

    fn with_two_places() -> Easel {
        Easel::with_places(Arc::new(Renderer::new().unwrap()), 2)
    }

    #[test]
    fn of_three_cores_and_more_one_is_left_whatever_is_drawn() {
        let n_drawing = |n_cores| n_places(n_cores) + 1;
        assert!((3..100).all(|n_cores| n_drawing(n_cores) == n_cores - 1));
        assert_eq!([0, 1, 2].map(n_places), [1, 1, 1]);
    }

    #[tokio::test]
    async fn as_many_are_begun_as_there_are_places_and_each_has_its_own_to_its_end() {
        let easel = with_two_places();
        let (begins, mut begun) = unbounded_channel();
        let mut held = Vec::new();
        let mut drawings = Vec::new();
        for n in 0..5 {
            let (hold, end) = std::sync::mpsc::channel::<()>();
            held.push(hold);
            let begins = begins.clone();
            drawings.push(Box::pin(easel.draw(move |_| {
                begins.send(n).unwrap();
                end.recv().unwrap_err(); // the test lets go
            })));
        }
        for drawing in &mut drawings {
            assert!(poll!(drawing).is_pending());
        }
        drop(drawings); // nobody waits for them any more, and they are drawn all the same
        assert_eq!(easel.places.available_permits(), 0);
        drop((held, begins));
        let mut all = Vec::new();
        while let Some(n) = begun.recv().await {
            all.push(n); // ends when no drawing is left
        }
        all.sort_unstable();
        assert_eq!(all, [0, 1]);
    }

    #[tokio::test]
    async fn a_panic_gives_its_place_back() {
        let easel = with_two_places();
        let panicked: Option<()> = easel.draw(|_| panic!("a fault in drawing")).await;
        assert_eq!(panicked, None);
        assert_eq!(easel.places.available_permits(), 2);
        assert_eq!(easel.draw(|_| 1).await, Some(1));
    }
}
