//! The tiles' faces as emoji of the application, on the tile buttons. Until they are there, the words alone do.

use std::collections::HashMap;
use std::sync::{PoisonError, RwLock};
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::json;
use serenity::all::{Emoji, Http};

use super::app::App;
use super::model::Face;
use crate::game::tile::Tile;
use crate::render::{Emoji as Drawn, emoji_name};

/// Between two uploads; there are 36 of them, once in the life of an application.
const UPLOAD_PAUSE: Duration = Duration::from_secs(1);

/// The emoji that Discord has.
#[derive(Default)]
pub struct Faces {
    by_tile: RwLock<HashMap<Tile, Face>>,
}

impl Faces {
    /// The emoji of a tile.
    pub fn of(&self, tile: Tile) -> Option<Face> {
        self.by_tile.read().unwrap_or_else(PoisonError::into_inner).get(&tile).cloned()
    }

    fn learn(&self, emoji: &[Emoji]) {
        let mut by_tile = self.by_tile.write().unwrap_or_else(PoisonError::into_inner);
        for tile in Tile::all() {
            let name = emoji_name(tile);
            if let Some(found) = emoji.iter().find(|one| one.name == name) {
                by_tile.insert(tile, Face { id: found.id.to_string(), name });
            }
        }
    }
}

/// Asks which emoji are there, and where the bot may, uploads the missing ones.
pub(super) async fn find(app: &App, http: &Http) {
    let found = match http.get_application_emojis().await {
        Ok(found) => found,
        Err(error) => return tracing::warn!(%error, "no emoji on the tile buttons"),
    };
    app.studio.faces.learn(&found);
    if !app.uploads_emoji || Tile::all().all(|tile| app.studio.faces.of(tile).is_some()) {
        return;
    }
    let Some(Ok(drawn)) = app.studio.easel.draw_at_leisure(|renderer| renderer.emoji()).await else {
        return tracing::error!("the emoji can't be drawn");
    };
    for one in drawn.iter().filter(|one| found.iter().all(|there| there.name != one.name)) {
        if let Err(error) = upload(app, http, one).await {
            return tracing::warn!(%error, name = one.name, "an emoji is not uploaded; the next start tries again");
        }
        tokio::select! {
            () = tokio::time::sleep(UPLOAD_PAUSE) => {}
            () = app.stop.cancelled() => return,
        }
    }
}

async fn upload(app: &App, http: &Http, drawn: &Drawn) -> Result<(), serenity::Error> {
    let image = format!("data:image/png;base64,{}", STANDARD.encode(&drawn.picture.png));
    let made = http.create_application_emoji(&json!({ "name": drawn.name, "image": image })).await?;
    app.studio.faces.learn(&[made]);
    Ok(())
}
