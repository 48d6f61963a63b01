//! What becomes of a message whose place stays closed.

use std::sync::Arc;

use futures_util::FutureExt;
use tokio::sync::{Notify, watch};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::*;
use crate::discord::model::Message;
use crate::discord::rest::Rest;
use crate::discord::surface::{Pace, Place};
use crate::render::Renderer;
use crate::store::Store;
use crate::store::event::TableId;

/// Nobody listens there.
const NOWHERE: &str = "http://127.0.0.1:9";

async fn studio(folder: &std::path::Path) -> (Studio, Store) {
    let store = Store::open_sqlite(&folder.join("tinghu.db")).await.unwrap();
    let rest = Arc::new(Rest::new(NOWHERE, "token", 1.0).unwrap());
    let kept = (store.surfaces(), store.preferences());
    let renderer = Arc::new(Renderer::new().unwrap());
    (Studio::new(rest, renderer, kept, TaskTracker::new(), CancellationToken::new()), store)
}

fn order(end: End) -> Order {
    Order {
        wanted: Some(Arc::new(Wanted::plain(Message::text("the last word".to_owned())))),
        place: Place::Post,
        n_moves: 1,
        n_wakes: 0,
        n_checks: 0,
        passed: Vec::new(),
        end,
    }
}

fn name() -> Name {
    Name {
        table: TableId(1),
        key: "board:1".into(),
        channel: 2,
        owner: None,
        pace: Pace::Board,
        news: Arc::new(Notify::new()),
    }
}

#[tokio::test]
async fn a_given_up_message_keeps_no_match_paused() {
    let folder = tempfile::tempdir().unwrap();
    let (studio, store) = studio(folder.path()).await;
    let (_orders, wishes) = watch::channel(order(End::Finish));
    let (report, status) = watch::channel(Status::default());
    let mut reconciler = Reconciler::new(Arc::new(studio), name(), wishes, report, None);
    reconciler.follow(&order(End::Finish)).await;
    // Its channel has refused it as often as it is tried.
    (reconciler.obstacle, reconciler.n_faults) = (Some(PauseReason::NoPermission), MAX_LAST_FAULTS + 1);
    reconciler.publish();
    assert_eq!(status.borrow().obstacle, Some(PauseReason::NoPermission));
    reconciler.run().await;
    assert_eq!(
        status.borrow().obstacle,
        None,
        "a message that will never be tried again speaks for no place"
    );
    store.close().await;
}

#[tokio::test]
async fn a_message_that_is_still_wanted_is_never_given_up() {
    let folder = tempfile::tempdir().unwrap();
    let (studio, store) = studio(folder.path()).await;
    let (orders, wishes) = watch::channel(order(End::Open));
    let (report, status) = watch::channel(Status::default());
    let mut reconciler = Reconciler::new(Arc::new(studio), name(), wishes, report, None);
    reconciler.follow(&order(End::Open)).await;
    (reconciler.obstacle, reconciler.n_faults) = (Some(PauseReason::NoPermission), MAX_LAST_FAULTS + 1);
    reconciler.publish();
    assert!(reconciler.run().now_or_never().is_none(), "it has a try before it");
    assert_eq!(status.borrow().obstacle, Some(PauseReason::NoPermission));
    drop(orders);
    store.close().await;
}
