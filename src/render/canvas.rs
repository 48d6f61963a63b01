//! A picture in palette indices, and the few shapes that are drawn on it. Everything is clipped to the picture.

use resvg::tiny_skia::{LineCap, LineJoin, Paint, PathBuilder, Pixmap, Stroke, Transform};

use super::palette::{Colour, Palette};
use super::svg::Shape;

/// A rectangle in pixels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Rect {
    pub(super) x: i32,
    pub(super) y: i32,
    pub(super) w: i32,
    pub(super) h: i32,
}

impl Rect {
    pub(super) const fn new(x: i32, y: i32, w: i32, h: i32) -> Rect {
        Rect { x, y, w, h }
    }

    /// The same, `by` pixels larger on each side (smaller, if negative).
    pub(super) const fn grown(self, by: i32) -> Rect {
        Rect::new(self.x - by, self.y - by, self.w + 2 * by, self.h + 2 * by)
    }

    pub(super) const fn right(self) -> i32 {
        self.x + self.w
    }

    pub(super) const fn bottom(self) -> i32 {
        self.y + self.h
    }

    pub(super) const fn centre(self) -> (i32, i32) {
        (self.x + self.w / 2, self.y + self.h / 2)
    }
}

/// A drawn tile or other little picture, ready to be laid down row by row.
pub(super) struct Sprite {
    pub(super) width: i32,
    /// One index a pixel; meaningful inside the row's solid span only.
    pub(super) indices: Vec<u8>,
    /// First and last + 1 column of each row that hides what lies below.
    pub(super) solid: Vec<(usize, usize)>,
    /// The pixels that let something through.
    pub(super) edges: Vec<EdgePixel>,
}

/// A pixel of a sprite's outline.
pub(super) struct EdgePixel {
    pub(super) x: i32,
    pub(super) y: i32,
    pub(super) premultiplied: [u8; 3],
    pub(super) alpha: u8,
}

/// Coverage of one glyph.
pub(super) struct Mask {
    /// Offset of the left column from the pen.
    pub(super) left: i32,
    /// Offset of the top row from the baseline; negative above it.
    pub(super) top: i32,
    pub(super) width: usize,
    /// 0–255, row by row.
    pub(super) coverage: Vec<u8>,
}

/// How a sprite is laid down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shade {
    /// As it is.
    Full,
    /// Faded: cannot be chosen.
    Dim,
}

/// The picture being composed.
pub(super) struct Canvas<'p> {
    palette: &'p Palette,
    width: i32,
    height: i32,
    pixels: Vec<u8>,
    /// What was drawn, where that is wished.
    shapes: Option<Vec<Shape>>,
}

impl<'p> Canvas<'p> {
    pub(super) fn new(palette: &'p Palette, width: u32, height: u32, ground: Colour) -> Canvas<'p> {
        let pixels = vec![ground.0; width as usize * height as usize];
        Canvas { palette, width: width as i32, height: height as i32, pixels, shapes: None }
    }

    /// The same, which keeps what is drawn on it as shapes too.
    pub(super) fn keeping_shapes(self) -> Canvas<'p> {
        Canvas { shapes: Some(Vec::new()), ..self }
    }

    /// What was drawn, where it was kept.
    pub(super) fn shapes(&self) -> &[Shape] {
        self.shapes.as_deref().unwrap_or_default()
    }

    /// Keeps a shape, where that is wished.
    pub(super) fn keep(&mut self, shape: impl FnOnce() -> Shape) {
        if let Some(shapes) = &mut self.shapes {
            shapes.push(shape());
        }
    }

    /// Width, height, and one palette index a pixel.
    pub(super) fn into_parts(self) -> (u32, u32, Vec<u8>) {
        (self.width as u32, self.height as u32, self.pixels)
    }

    /// Width and height.
    pub(super) fn size(&self) -> (u32, u32) {
        (self.width as u32, self.height as u32)
    }

    /// Lays another canvas in the middle.
    pub(super) fn lay_in_middle(&mut self, (width, height, pixels): (u32, u32, &[u8])) {
        let (left, top) = ((self.width - width as i32) / 2, (self.height - height as i32) / 2);
        for (y, row) in (top..).zip(pixels.chunks_exact((width as usize).max(1))) {
            for (x, &pixel) in (left..).zip(row) {
                if let Some(i) = self.at(x, y) {
                    self.pixels[i] = pixel;
                }
            }
        }
    }

    fn at(&self, x: i32, y: i32) -> Option<usize> {
        let inside = (0..self.width).contains(&x) && (0..self.height).contains(&y);
        inside.then(|| y as usize * self.width as usize + x as usize)
    }

    fn blend(&mut self, x: i32, y: i32, colour: Colour, coverage: u8) {
        if let Some(i) = self.at(x, y) {
            self.pixels[i] = self.palette.blend(colour, Colour(self.pixels[i]), coverage).0;
        }
    }

    fn span(&mut self, x: i32, end: i32, y: i32, colour: Colour) {
        let (x, end) = (x.max(0), end.min(self.width));
        if let (true, Some(i)) = (x < end, self.at(x, y)) {
            self.pixels[i..i + (end - x) as usize].fill(colour.0);
        }
    }

    /// A filled rectangle with round corners.
    pub(super) fn round_rect(&mut self, rect: Rect, radius: i32, colour: Colour) {
        let radius = radius.min(rect.w / 2).min(rect.h / 2).max(0);
        self.keep(|| Shape::Rect { rect, radius, colour });
        for row in 0..rect.h {
            let y = rect.y + row;
            // Distance of the row from the nearer straight part, 0 outside the corners.
            let depth = (radius - row).max(radius - (rect.h - 1 - row));
            if depth <= 0 {
                self.span(rect.x, rect.right(), y, colour);
                continue;
            }
            self.span(rect.x + radius, rect.right() - radius, y, colour);
            for column in 0..radius {
                let (dx, dy) = ((radius - column) as f32 - 0.5, depth as f32 - 0.5);
                let inside = radius as f32 - (dx * dx + dy * dy).sqrt() + 0.5;
                let coverage = (inside.clamp(0.0, 1.0) * 255.0) as u8;
                self.blend(rect.x + column, y, colour, coverage);
                self.blend(rect.right() - 1 - column, y, colour, coverage);
            }
        }
    }

    /// A round-cornered line of `thickness` pixels inside `rect`, filled with `inner`.
    pub(super) fn framed(&mut self, rect: Rect, radius: i32, thickness: i32, line: Colour, inner: Colour) {
        self.round_rect(rect, radius, line);
        self.round_rect(rect.grown(-thickness), radius - thickness, inner);
    }

    /// A filled triangle, with its edges smoothed by 4 × 4 samples.
    pub(super) fn triangle(&mut self, corners: [(i32, i32); 3], colour: Colour) {
        self.keep(|| Shape::Triangle { corners, colour });
        let [a, b, c] = corners.map(|(x, y)| (x * 4, y * 4));
        let side =
            |p: (i32, i32), q: (i32, i32), x: i32, y: i32| (q.0 - p.0) * (y - p.1) - (q.1 - p.1) * (x - p.0);
        let inside = |x: i32, y: i32| {
            let sides = [side(a, b, x, y), side(b, c, x, y), side(c, a, x, y)];
            sides.iter().all(|&s| s >= 0) || sides.iter().all(|&s| s <= 0)
        };
        let xs = corners.map(|(x, _)| x);
        let ys = corners.map(|(_, y)| y);
        let bounds = |v: [i32; 3]| (v[0].min(v[1]).min(v[2]), v[0].max(v[1]).max(v[2]));
        let ((left, right), (top, bottom)) = (bounds(xs), bounds(ys));
        for y in top..bottom {
            for x in left..right {
                let samples = (0..16).filter(|i| inside(x * 4 + i % 4, y * 4 + i / 4)).count();
                self.blend(x, y, colour, (samples * 255 / 16) as u8);
            }
        }
    }

    /// A line through points, `width` pixels wide, with round joints.
    pub(super) fn polyline(&mut self, points: &[(i32, i32)], width: i32, colour: Colour) {
        self.keep(|| Shape::Line { points: points.to_vec(), width, colour });
        let mut path = PathBuilder::new();
        for (i, &(x, y)) in points.iter().enumerate() {
            if i == 0 {
                path.move_to(x as f32, y as f32);
            } else {
                path.line_to(x as f32, y as f32);
            }
        }
        let layer = Pixmap::new(self.width as u32, self.height as u32);
        let (Some(path), Some(mut layer)) = (path.finish(), layer) else { return };
        let stroke = Stroke {
            width: width as f32,
            line_cap: LineCap::Round,
            line_join: LineJoin::Round,
            ..Stroke::default()
        };
        let paint = Paint::default(); // black: only its coverage counts
        layer.stroke_path(&path, &paint, &stroke, Transform::identity(), None);
        for (target, pixel) in self.pixels.iter_mut().zip(layer.pixels()) {
            if pixel.alpha() > 0 {
                *target = self.palette.blend(colour, Colour(*target), pixel.alpha()).0;
            }
        }
    }

    /// Lays a sprite with its left top corner at a place.
    pub(super) fn sprite(&mut self, x: i32, y: i32, sprite: &Sprite, shade: Shade) {
        let palette = self.palette;
        for (row, &(start, end)) in (0..).zip(&sprite.solid) {
            let left = x + start as i32;
            let (from, to) = (left.max(0), (x + end as i32).min(self.width));
            let Some(i) = self.at(from, y + row).filter(|_| from < to) else { continue };
            let first = row as usize * sprite.width as usize + start + (from - left) as usize;
            let source = &sprite.indices[first..first + (to - from) as usize];
            let target = &mut self.pixels[i..i + source.len()];
            match shade {
                Shade::Full => target.copy_from_slice(source),
                Shade::Dim => target.iter_mut().zip(source).for_each(|(t, &s)| *t = palette.dim(s)),
            }
        }
        for edge in &sprite.edges {
            if let Some(i) = self.at(x + edge.x, y + edge.y) {
                let laid = palette.lay(edge.premultiplied, edge.alpha, Colour(self.pixels[i]));
                self.pixels[i] = if shade == Shade::Dim { palette.dim(laid.0) } else { laid.0 };
            }
        }
    }

    /// Draws a glyph with the pen at a place of the baseline.
    pub(super) fn mask(&mut self, x: i32, baseline: i32, mask: &Mask, colour: Colour) {
        for (row, line) in (0..).zip(mask.coverage.chunks_exact(mask.width.max(1))) {
            for (column, &coverage) in (0..).zip(line) {
                if coverage > 0 {
                    self.blend(x + mask.left + column, baseline + mask.top + row, colour, coverage);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_outside_the_picture_are_clipped() {
        let palette = Palette::new();
        let mut canvas = Canvas::new(&palette, 8, 8, Colour::TABLE);
        canvas.round_rect(Rect::new(-4, -4, 8, 8), 2, Colour::GOLD);
        canvas.triangle([(6, 6), (20, 6), (6, 20)], Colour::GOLD);
        canvas.round_rect(Rect::new(20, 20, 4, 4), 2, Colour::GOLD);
        let (_, _, pixels) = canvas.into_parts();
        assert_eq!(pixels[0], Colour::GOLD.0);
        assert_eq!(pixels[4], Colour::TABLE.0);
        assert_eq!(pixels.len(), 64);
    }
}
