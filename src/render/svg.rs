//! A picture once more, as one SVG document: what the renderer is measured beside (`benches/render.rs`).
//!
//! The document holds all that the picture shows, the texts as outlines; only the index of a tile is left out.

use std::fmt::Write as _;

use super::RenderError;
use super::atlas::{self, TileSize};
use super::canvas::{Rect, Shade};
use super::fixtures::Example;
use super::font::Font;
use super::painter::Kit;
use super::palette::{Colour, DIM_OF_256};
use crate::text::Lang;

/// Something that was drawn on a canvas, in the order of drawing.
#[derive(Clone, Debug)]
pub(super) enum Shape {
    /// A filled rectangle with round corners.
    Rect { rect: Rect, radius: i32, colour: Colour },
    /// A filled triangle.
    Triangle { corners: [(i32, i32); 3], colour: Colour },
    /// A stroked line with round joints.
    Line { points: Vec<(i32, i32)>, width: i32, colour: Colour },
    /// A character with the pen at a place of the baseline.
    Glyph { x: i32, baseline: i32, c: char, size: u8, colour: Colour },
    /// A tile by its number in tile order, the back after the last one.
    Tile { x: i32, y: i32, index: usize, size: TileSize, shade: Shade },
}

/// A picture as a document.
pub struct Document {
    /// The SVG.
    pub svg: String,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
}

/// Draws examples as documents.
pub struct Documents {
    kit: Kit,
}

impl Documents {
    /// As [`Renderer::new`](super::Renderer::new).
    ///
    /// # Errors
    /// [`RenderError::Art`] or [`RenderError::Font`] when an asset is damaged.
    pub fn new() -> Result<Documents, RenderError> {
        Ok(Documents { kit: Kit { keeps_shapes: true, ..Kit::new()? } })
    }

    /// The example as a document; `None` for a chart.
    ///
    /// # Errors
    /// As [`Renderer`](super::Renderer).
    pub fn of(&self, example: &Example, lang: Lang) -> Result<Option<Document>, RenderError> {
        let Some(painter) = example.composed(&self.kit, lang, false)? else { return Ok(None) };
        let (width, height) = painter.canvas.size();
        let mut svg = format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"><rect width="100%" height="100%" fill="{}"/>"#,
            self.fill(Colour::TABLE)
        );
        for shape in painter.canvas.shapes() {
            self.write(&mut svg, shape);
        }
        svg.push_str("</svg>");
        Ok(Some(Document { svg, width, height }))
    }

    fn fill(&self, colour: Colour) -> String {
        let [r, g, b] = self.kit.palette.rgb(colour);
        format!("#{r:02x}{g:02x}{b:02x}")
    }

    /// Writing to a string does not fail.
    fn write(&self, svg: &mut String, shape: &Shape) {
        let _ = match shape {
            Shape::Rect { rect: Rect { x, y, w, h }, radius, colour } => {
                let fill = self.fill(*colour);
                write!(svg, r#"<rect x="{x}" y="{y}" width="{w}" height="{h}" rx="{radius}" fill="{fill}"/>"#)
            }
            Shape::Triangle { corners: [a, b, c], colour } => {
                let points = format!("{},{} {},{} {},{}", a.0, a.1, b.0, b.1, c.0, c.1);
                write!(svg, r#"<polygon points="{points}" fill="{}"/>"#, self.fill(*colour))
            }
            Shape::Line { points, width, colour } => {
                let points: Vec<String> = points.iter().map(|(x, y)| format!("{x},{y}")).collect();
                let (points, stroke) = (points.join(" "), self.fill(*colour));
                let style = "fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\"";
                write!(
                    svg,
                    r#"<polyline points="{points}" stroke="{stroke}" stroke-width="{width}" {style}/>"#
                )
            }
            Shape::Glyph { x, baseline, c, size, colour } => {
                let scale = f32::from(*size) / self.kit.font.units_per_em();
                let (fill, path) = (self.fill(*colour), path(&self.kit.font, *c));
                let place = format!("translate({x} {baseline}) scale({scale} -{scale})");
                write!(svg, r#"<path transform="{place}" fill="{fill}" d="{path}"/>"#)
            }
            Shape::Tile { x, y, index, size, shade } => {
                let scale = size.width() as f32 / atlas::ART_WIDTH as f32;
                let opacity = match shade {
                    Shade::Full => 1.0,
                    Shade::Dim => 1.0 - DIM_OF_256 as f32 / 256.0,
                };
                let place = format!("translate({x} {y}) scale({scale})");
                let drawing = inner(atlas::drawing(*index, *size));
                write!(svg, r#"<g transform="{place}" opacity="{opacity}">{drawing}</g>"#)
            }
        };
    }
}

/// A drawing without the element round it.
fn inner(file: &[u8]) -> String {
    let text = String::from_utf8_lossy(file);
    let inside = text.split_once('>').map_or("", |(_, inside)| inside);
    inside.trim_end().trim_end_matches("</svg>").to_owned()
}

/// The outline of a character in units of the font, y upwards.
fn path(font: &Font, c: char) -> String {
    use ab_glyph::OutlineCurve::{Cubic, Line, Quad};
    let mut path = String::new();
    let mut pen = None;
    for curve in font.curves(c) {
        let (Line(from, to) | Quad(from, _, to) | Cubic(from, _, _, to)) = curve;
        if pen != Some(from) {
            let _ = write!(path, "M{} {}", from.x, from.y);
        }
        let _ = match curve {
            Line(..) => write!(path, "L{} {}", to.x, to.y),
            Quad(_, a, _) => write!(path, "Q{} {} {} {}", a.x, a.y, to.x, to.y),
            Cubic(_, a, b, _) => write!(path, "C{} {} {} {} {} {}", a.x, a.y, b.x, b.y, to.x, to.y),
        };
        pen = Some(to);
    }
    path
}

impl Document {
    /// The document as resvg draws it.
    ///
    /// # Errors
    /// [`RenderError`] where resvg can't read or draw it.
    pub fn drawn(&self) -> Result<resvg::tiny_skia::Pixmap, RenderError> {
        let tree = resvg::usvg::Tree::from_str(&self.svg, &resvg::usvg::Options::default())
            .map_err(|source| RenderError::Art { index: 0, source: Box::new(source) })?;
        let empty = RenderError::EmptyPicture { width: self.width, height: self.height };
        let mut pixmap = resvg::tiny_skia::Pixmap::new(self.width, self.height).ok_or(empty)?;
        resvg::render(&tree, resvg::tiny_skia::Transform::identity(), &mut pixmap.as_mut());
        Ok(pixmap)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::{Renderer, fixtures};

    /// Beside a peer that draws less, any picture would seem slow.
    #[test]
    fn a_document_shows_what_the_picture_shows() {
        let (documents, renderer) = (Documents::new().unwrap(), Renderer::new().unwrap());
        let mut n_compared = 0;
        for (name, example) in fixtures::examples() {
            let Some(document) = documents.of(&example, Lang::ZhCn).unwrap() else { continue };
            let picture = example.draw(&renderer, Lang::ZhCn).unwrap();
            let ours = image::load_from_memory(&picture.png).unwrap().to_rgb8();
            let theirs = document.drawn().unwrap();
            assert_eq!((ours.width(), ours.height()), (theirs.width(), theirs.height()), "{name}");
            let differs = |(ours, theirs): (&image::Rgb<u8>, &resvg::tiny_skia::PremultipliedColorU8)| {
                let theirs = [theirs.red(), theirs.green(), theirs.blue()];
                ours.0.iter().zip(theirs).any(|(&a, b)| a.abs_diff(b) > 80)
            };
            let n = ours.pixels().zip(theirs.pixels()).filter(|&pair| differs(pair)).count();
            assert!(n * 1_000 < theirs.pixels().len(), "{name}: {n} pixels differ");
            n_compared += 1;
        }
        assert!(n_compared > 10);
    }
}
