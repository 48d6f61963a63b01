//! Views to pictures: pure CPU work, no clock, no network, the same bytes for the same scene.
//!
//! A scene holds a view and nothing beside it that could know more, so a public picture is a function of what all
//! may see. In reading order: [`palette`] (256 fixed colours, composed in indices), [`canvas`] (shapes, sprites),
//! [`atlas`] (tile faces), [`font`] and [`name`] (texts), [`painter`] (what all pictures share), [`meld`], then one
//! file a picture: [`board`] with its [`layout`], [`hand`] with its [`strip`], [`result`] with its
//! [`fans`]; [`png`] packs them. [`fixtures`] and
//! [`preview`] serve those who change the art, [`svg`] those who measure it.

mod atlas;
mod avatar;
mod board;
mod canvas;
mod chart;
mod deflate;
mod emoji;
mod fans;
pub mod fixtures;
mod font;
mod hand;
mod labels;
mod layout;
mod meld;
mod name;
mod painter;
mod palette;
mod png;
mod preview;
#[cfg(test)]
mod reader_tests;
mod replay;
mod result;
mod strip;
mod svg;

use std::fmt;

use crate::game::length::Progress;
use crate::game::seat::BySeat;
use crate::game::view::{PlayerView, PublicView};
use crate::text::Lang;

use painter::Kit;

pub use avatar::{Avatar, AvatarError, MAX_AVATAR_BYTES};
pub use emoji::{Emoji, emoji_name};
pub use preview::{Vision, contact_sheet, emoji_in_a_text};
pub use svg::{Document, Documents};

/// Draws all pictures. Made once, shared by `Arc`: making it rasterises every tile.
pub struct Renderer {
    kit: Kit,
}

/// A finished picture.
#[derive(Clone, PartialEq, Eq)]
pub struct Picture {
    /// The file: an indexed PNG.
    pub png: Vec<u8>,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
}

/// A picture may show a hand, so `Debug` tells its size alone.
impl fmt::Debug for Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Picture({} × {}, {} bytes)", self.width, self.height, self.png.len())
    }
}

/// How a player is shown in a picture.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct PlayerLabel {
    /// The display name; cut to its slot, and what the font lacks is shown as □.
    pub name: String,
    /// The score in the match, points.
    pub points: i32,
    /// 托管: the program plays for an absent person.
    pub away: bool,
    /// The seat belongs to the program.
    pub program: bool,
}

/// What the board shows.
pub struct BoardScene<'a> {
    /// The hand as everybody sees it.
    pub view: &'a PublicView,
    /// The players.
    pub players: &'a BySeat<PlayerLabel>,
    /// Where in the match the hand stands.
    pub progress: Progress,
    /// Language of the words.
    pub lang: Lang,
    /// Tiles with their rank or letter in a corner.
    pub index_digits: bool,
}

/// What a player's own picture shows. Private to that player.
pub struct HandScene<'a> {
    /// The player's view.
    pub view: &'a PlayerView,
    /// Language of the words.
    pub lang: Lang,
    /// Tiles with their rank or letter in a corner.
    pub index_digits: bool,
}

/// What the picture of a finished hand shows.
pub struct ResultScene<'a> {
    /// The view of a finished hand.
    pub view: &'a PublicView,
    /// The players, with their scores after the hand.
    pub players: &'a BySeat<PlayerLabel>,
    /// Number of the hand in the match, from 1.
    pub hand_no: u32,
    /// Language of the words.
    pub lang: Lang,
    /// Tiles with their rank or letter in a corner.
    pub index_digits: bool,
}

/// A finished hand, step by step.
pub struct ReplayScene<'a> {
    /// What all saw after each step, oldest first; the last one is the finished hand.
    pub views: &'a [PublicView],
    /// The players, with their scores before the hand.
    pub before: &'a BySeat<PlayerLabel>,
    /// The players, with their scores after the hand.
    pub after: &'a BySeat<PlayerLabel>,
    /// Where in the match the hand stands.
    pub progress: Progress,
    /// Language of the words.
    pub lang: Lang,
    /// Tiles with their rank or letter in a corner.
    pub index_digits: bool,
}

/// A moving picture.
#[derive(Clone, PartialEq, Eq)]
pub struct Animation {
    /// The file.
    pub gif: Vec<u8>,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Pictures in it.
    pub n_frames: usize,
}

/// Points over time.
pub struct PointsScene<'a> {
    /// What the chart is about.
    pub title: &'a str,
    /// The players: four at most are drawn.
    pub lines: &'a [PointsLine],
    /// Language of the words.
    pub lang: Lang,
}

/// One player's points.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct PointsLine {
    /// The display name.
    pub name: String,
    /// The sum after each hand, points.
    pub points: Vec<i32>,
}

/// A leaderboard.
pub struct LeaderboardScene<'a> {
    /// What it is about.
    pub title: &'a str,
    /// The players, best first; ten at most are drawn.
    pub rows: &'a [Standing],
    /// Language of the words.
    pub lang: Lang,
}

/// One player of a leaderboard.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standing {
    /// From 1; equal players share it.
    pub place: u32,
    /// The display name.
    pub name: String,
    /// Points.
    pub points: i32,
    /// Hands played.
    pub n_hands: u32,
    /// The player's picture; without one the name's first sign stands there.
    pub avatar: Option<Avatar>,
}

/// How often each fan was made.
pub struct FansScene<'a> {
    /// What the chart is about.
    pub title: &'a str,
    /// Names in the language of the picture with their counts, in the order shown; ten at most are drawn.
    pub fans: &'a [(String, u32)],
    /// Language of the words.
    pub lang: Lang,
}

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    /// A tile's drawing is not SVG.
    #[error("tile drawing {index}")]
    Art {
        /// Which, in tile order; the back is last.
        index: usize,
        /// What the parser says.
        source: Box<resvg::usvg::Error>,
    },
    /// The font file is damaged.
    #[error("font")]
    Font(#[from] ab_glyph::InvalidFont),
    /// A picture without area.
    #[error("a picture of {width} × {height} pixels")]
    EmptyPicture {
        /// Pixels.
        width: u32,
        /// Pixels.
        height: u32,
    },
    /// The PNG could not be written.
    #[error("PNG")]
    Png(#[from] ::png::EncodingError),
    /// The GIF could not be written.
    #[error("GIF")]
    Gif(#[from] gif::EncodingError),
    /// A picture could not be read again or shrunk.
    #[error("preview")]
    Preview(#[from] image::ImageError),
    /// A result was asked for while the hand is still played.
    #[error("the hand is not over")]
    NotOver,
}

impl Renderer {
    /// Rasterises the tiles and reads the font: about 0.1 s.
    ///
    /// # Errors
    /// [`RenderError::Art`] or [`RenderError::Font`] when an asset is damaged.
    pub fn new() -> Result<Renderer, RenderError> {
        Ok(Renderer { kit: Kit::new()? })
    }

    /// The table as everybody sees it: 1100 × 900.
    ///
    /// # Errors
    /// [`RenderError::Png`].
    pub fn board(&self, scene: &BoardScene<'_>) -> Result<Picture, RenderError> {
        board::draw(&self.kit, scene)
    }

    /// The own hand: 900 × 192.
    ///
    /// # Errors
    /// [`RenderError::Png`].
    pub fn hand(&self, scene: &HandScene<'_>) -> Result<Picture, RenderError> {
        hand::draw(&self.kit, scene)
    }

    /// The end of a hand: 900 × 694.
    ///
    /// # Errors
    /// [`RenderError::NotOver`] without an outcome; [`RenderError::Png`].
    pub fn result(&self, scene: &ResultScene<'_>) -> Result<Picture, RenderError> {
        result::draw(&self.kit, scene)
    }

    /// A finished hand as a moving picture, the result last: 1100 × 900, at most 2 MB.
    ///
    /// # Errors
    /// [`RenderError::NotOver`] where the last view has no outcome; [`RenderError::Gif`].
    pub fn animation(&self, scene: &ReplayScene<'_>) -> Result<Animation, RenderError> {
        replay::animation(&self.kit, scene)
    }

    /// One step of a finished hand as a board; the finished hand itself as its result. `None` past the end.
    ///
    /// # Errors
    /// [`RenderError::Png`].
    pub fn still(&self, scene: &ReplayScene<'_>, step: usize) -> Result<Option<Picture>, RenderError> {
        replay::still(&self.kit, scene, step)
    }

    /// Points over time of up to four players: 900 × 560.
    ///
    /// # Errors
    /// [`RenderError::Png`].
    pub fn points_chart(&self, scene: &PointsScene<'_>) -> Result<Picture, RenderError> {
        chart::draw_points(&self.kit, scene)
    }

    /// How often each fan was made: 900 × 560.
    ///
    /// # Errors
    /// [`RenderError::Png`].
    pub fn fans_chart(&self, scene: &FansScene<'_>) -> Result<Picture, RenderError> {
        chart::draw_fans(&self.kit, scene)
    }

    /// A leaderboard of up to ten players: 900 × 704.
    ///
    /// # Errors
    /// [`RenderError::Png`].
    pub fn leaderboard(&self, scene: &LeaderboardScene<'_>) -> Result<Picture, RenderError> {
        chart::draw_leaderboard(&self.kit, scene)
    }

    /// The application emoji: 34 faces, the back, 宝.
    ///
    /// # Errors
    /// [`RenderError::Art`] when a drawing is damaged.
    pub fn emoji(&self) -> Result<Vec<Emoji>, RenderError> {
        emoji::all(&self.kit.font)
    }
}
