//! Pictures that are still to be drawn: owned scenes with a number that tells whether anything changed.

use std::hash::{DefaultHasher, Hash, Hasher};

use super::model::Picture;
use crate::game::length::Progress;
use crate::game::seat::BySeat;
use crate::game::view::{PlayerView, PublicView};
use crate::render::{BoardScene, HandScene, PlayerLabel, RenderError, Renderer, ResultScene};
use crate::text::Lang;

/// What a picture shows. Equal scenes are equal pictures.
#[derive(Clone, PartialEq, Eq, Hash)]
pub enum Scene {
    /// The table as all see it.
    Board {
        /// The hand.
        view: PublicView,
        /// The players.
        players: BySeat<PlayerLabel>,
        /// Where in the match the hand stands.
        progress: Progress,
        /// Language of its words.
        lang: Lang,
    },
    /// A player's own hand.
    Hand {
        /// What the player sees.
        view: PlayerView,
        /// Language of its words.
        lang: Lang,
        /// Digits and letters on the tiles.
        index_digits: bool,
    },
    /// A finished hand.
    Result {
        /// The hand, laid open.
        view: PublicView,
        /// The players, with their points after it.
        players: BySeat<PlayerLabel>,
        /// Number of the hand, from 1.
        hand_no: u32,
        /// Language of its words.
        lang: Lang,
    },
}

/// A picture to be drawn when it can be sent.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Sketch {
    /// What it shows.
    pub scene: Scene,
    /// The same in words.
    pub alt_text: String,
}

impl Sketch {
    /// The same number for the same picture.
    pub fn fingerprint(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.hash(&mut hasher);
        hasher.finish()
    }

    /// The file's name: the same for all pictures of a kind.
    fn file_name(&self) -> &'static str {
        match self.scene {
            Scene::Board { .. } => "board.png",
            Scene::Hand { .. } => "hand.png",
            Scene::Result { .. } => "result.png",
        }
    }

    /// [`draw`](Sketch::draw) where the words are sent without a picture as well: a fault is in the log.
    pub fn drawn(&self, renderer: &Renderer) -> Option<Picture> {
        self.draw(renderer).inspect_err(|error| tracing::error!(%error, "no picture")).ok()
    }

    /// Draws it: milliseconds of CPU, so not on an async thread.
    ///
    /// # Errors
    /// What the renderer says.
    pub fn draw(&self, renderer: &Renderer) -> Result<Picture, RenderError> {
        let drawn = match &self.scene {
            Scene::Board { view, players, progress, lang } => renderer.board(&BoardScene {
                view,
                players,
                progress: *progress,
                lang: *lang,
                index_digits: false,
            }),
            Scene::Hand { view, lang, index_digits } => {
                renderer.hand(&HandScene { view, lang: *lang, index_digits: *index_digits })
            }
            Scene::Result { view, players, hand_no, lang } => renderer.result(&ResultScene {
                view,
                players,
                hand_no: *hand_no,
                lang: *lang,
                index_digits: false,
            }),
        }?;
        Ok(Picture { file_name: self.file_name(), alt_text: self.alt_text.clone(), bytes: drawn.png })
    }
}
