//! Choices of people and servers.

use crate::fixture::{Home, LI, WANG, in_every_database};
use tinghu::store::preferences::{PersonChoices, ServerChoices};
use tinghu::store::{Store, forget_sqlite};

in_every_database!(
    choices_are_kept_by_person_and_server_and_survive_a_restart,
    what_discord_says_of_a_language_is_kept_beside_the_choices,
    a_record_that_cannot_be_read_counts_as_never_chosen_and_goes_when_its_owner_chooses,
);

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

async fn what_discord_says_of_a_language_is_kept_beside_the_choices(home: &Home) {
    let store = home.open().await;
    let kept = store.preferences();
    kept.set_locale(WANG, "zh-TW".into()).await.unwrap();
    let told = PersonChoices { locale: Some("zh-TW".into()), ..PersonChoices::default() };
    assert_eq!(kept.person(WANG).await, Ok(told));
    kept.set_person(LI, choices()).await.unwrap();
    kept.set_locale(LI, "zh-TW".into()).await.unwrap();
    let told = PersonChoices { locale: Some("zh-TW".into()), ..choices() };
    assert_eq!(kept.readable_person(LI).await, Ok(Some(told)));
    store.close().await;
}

async fn a_record_that_cannot_be_read_counts_as_never_chosen_and_goes_when_its_owner_chooses(home: &Home) {
    let store = home.open().await;
    let kept = store.preferences();
    let of_a_newer_program = "INSERT INTO person_choices (user_id, record)
        VALUES (1200000000000000001, '{\"pings\":\"in the evening\",\"compact\":true}')";
    home.execute(of_a_newer_program).await.unwrap();
    assert_eq!(kept.person(LI).await, Ok(PersonChoices::default()));
    // No choice: the record is not written over with what it does not say.
    kept.set_locale(LI, "zh-TW".into()).await.unwrap();
    assert_eq!(kept.readable_person(LI).await, Ok(None));
    kept.set_person(LI, choices()).await.unwrap();
    assert_eq!(kept.readable_person(LI).await, Ok(Some(choices())));
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
