//! Choices of people and servers.

use crate::fixture::{Home, LI, in_every_database};
use tinghu::store::preferences::{PersonChoices, ServerChoices};
use tinghu::store::{Store, forget_sqlite};

in_every_database!(choices_are_kept_by_person_and_server_and_survive_a_restart);

fn choices() -> PersonChoices {
    PersonChoices { pings: false, lang: Some("en".into()), compact: true, ..PersonChoices::default() }
}

async fn choices_are_kept_by_person_and_server_and_survive_a_restart(home: &Home) {
    let server = ServerChoices { enders: vec![u64::MAX], thread: true, ..ServerChoices::default() };
    let store = home.open().await;
    let kept = store.preferences();
    assert_eq!(kept.person(LI).await, Ok(PersonChoices::default()));
    kept.set_person(LI, PersonChoices::default()).await.unwrap();
    kept.set_person(LI, choices()).await.unwrap();
    // The same number as a server is another thing.
    kept.set_server(LI.0, server.clone()).await.unwrap();
    store.close().await;

    let store = home.open().await;
    let kept = store.preferences();
    assert_eq!(kept.person(LI).await, Ok(choices()));
    assert_eq!(kept.server(LI.0).await, Ok(server));
    assert_eq!(kept.server(LI.0 + 1).await, Ok(ServerChoices::default()));
    store.close().await;
}

#[tokio::test]
async fn who_is_forgotten_has_no_choices_left() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tinghu.db");
    let store = Store::open_sqlite(&path).await.unwrap();
    store.preferences().set_person(LI, choices()).await.unwrap();
    store.close().await;
    forget_sqlite(&path, LI).await.unwrap();
    let store = Store::open_sqlite(&path).await.unwrap();
    assert_eq!(store.preferences().person(LI).await, Ok(PersonChoices::default()));
    store.close().await;
}
