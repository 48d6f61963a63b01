//! A local Discord, a database on a server, and what both of them hold.

use std::path::Path;
use std::sync::Arc;

use serde_json::{Value, json};
use sqlx::query_scalar;
use tempfile::TempDir;
use tinghu::store::Store;

use crate::city::City;
use crate::party::Party;
use crate::player::Told;
use crate::postgres::Database;
use crate::process::{Launch, Sandbox};
use crate::verdict;

pub struct Town {
    pub city: Arc<City>,
    pub database: Database,
    sandbox: Sandbox,
    folder: TempDir,
}

impl Town {
    /// Without a server for the tests there is none.
    pub async fn new() -> Option<Town> {
        Some(Town::with(Database::new().await?).await)
    }

    pub async fn with(database: Database) -> Town {
        let folder = tempfile::tempdir().unwrap();
        let sandbox = Sandbox::start(folder.path()).await;
        Town { city: Arc::new(City::at(&sandbox.base)), database, sandbox, folder }
    }

    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// A bot for every server.
    pub fn launch(&self) -> Launch {
        Launch::of(&self.sandbox.base, self.folder()).on(self.database.url())
    }

    /// Somebody who plays against three programs.
    pub async fn loner(&self, name: &str) -> Party {
        let person = self.city.new_person(name).await;
        Party::new(Arc::clone(&self.city), 0, "harbin-new", vec![person], 3)
    }

    /// How many facts are in the database.
    pub async fn n_facts(&self) -> i64 {
        let mut past = self.database.connect().await;
        query_scalar("SELECT COUNT(*) FROM events").fetch_one(&mut past).await.unwrap()
    }

    /// The number of the next request that a bot makes.
    pub async fn next_request(&self) -> u64 {
        self.city.done("GET", "/requests?since=0", Value::Null).await["next"].as_u64().unwrap()
    }

    /// What bots had done since: method and path of each request that changed something and was taken.
    pub async fn deeds_since(&self, request: u64) -> Vec<String> {
        let log = self.city.done("GET", &format!("/requests?since={request}"), Value::Null).await;
        let taken = log["requests"].as_array().unwrap().iter().filter(|one| {
            one["method"] != json!("GET") && one["status"].as_u64().is_some_and(|status| status < 300)
        });
        let taken = taken.map(|one| {
            let [method, path] = ["method", "path"].map(|field| one[field].as_str().unwrap());
            format!("{method} {path}")
        });
        taken.collect()
    }

    /// Every table was played to its end, and the log holds what people were told. Removes everything.
    pub async fn close(self, told: Vec<Told>, least: u64) {
        self.sandbox.kill().await;
        let store = Store::open_postgres(&self.database.address(), None).await.unwrap();
        verdict::pass(&store, told, least).await;
        store.close().await;
        self.database.remove().await;
    }
}
