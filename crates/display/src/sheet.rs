//! A sheet to draw on: a list of strokes, fills, texts and images in logical pixels, which [`super::svg`] and
//! [`super::bitmap`] pass to plotters' backends.

use super::theme::{Colour, SURFACE, Scheme};
use plotters::prelude::IntoFont;
use plotters::style::{FontStyle, register_font};
use std::rc::Rc;
use std::sync::Once;

/// plotters measures font sizes from ascent to descent; SVG uses the em.
pub(super) const EM: f64 = 1.24;

/// A point in logical pixels; y points down.
pub type Point = (f64, f64);

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

/// RGBA pixels, row by row from the top.
#[derive(Clone, Debug, PartialEq)]
pub struct Raster {
    pub width: usize,
    pub height: usize,
    pub pixels: Vec<u8>,
}

#[derive(Clone, Debug)]
pub(super) enum Mark {
    /// `dash`: alternating lengths of dashes and gaps; empty for a solid line.
    Line {
        points: Vec<Point>,
        colour: Colour,
        width: f64,
        opacity: f64,
        dash: Vec<f64>,
    },
    Fill {
        points: Vec<Point>,
        colour: Colour,
        opacity: f64,
    },
    Rectangle {
        from: Point,
        to: Point,
        colour: Colour,
        opacity: f64,
    },
    Dot {
        at: Point,
        radius: f64,
        colour: Colour,
        opacity: f64,
    },
    /// Centred vertically on `at`; rotated counter-clockwise about `at`, in degrees.
    Text {
        text: String,
        at: Point,
        anchor: Anchor,
        size: f64,
        colour: Colour,
        turn: f64,
    },
    Image {
        raster: Rc<Raster>,
        from: Point,
        to: Point,
        smooth: bool,
    },
}

pub struct Sheet {
    pub width: f64,
    pub height: f64,
    pub scheme: Scheme,
    /// The background.
    pub ground: Colour,
    pub(super) marks: Vec<Mark>,
}

impl Sheet {
    pub fn new(width: f64, height: f64, scheme: Scheme) -> Sheet {
        Sheet { width: width.round(), height: height.round(), scheme, ground: SURFACE, marks: Vec::new() }
    }

    pub fn line(&mut self, points: Vec<Point>, colour: Colour, width: f64) {
        self.stroke(points, colour, width, 1.0, &[]);
    }

    pub fn stroke(&mut self, points: Vec<Point>, colour: Colour, width: f64, opacity: f64, dash: &[f64]) {
        if points.len() > 1 && width > 0.0 && opacity > 0.0 {
            self.marks.push(Mark::Line { points, colour, width, opacity, dash: dash.to_vec() });
        }
    }

    pub fn fill(&mut self, points: Vec<Point>, colour: Colour, opacity: f64) {
        if points.len() > 2 && opacity > 0.0 {
            self.marks.push(Mark::Fill { points, colour, opacity });
        }
    }

    pub fn rectangle(&mut self, a: Point, b: Point, colour: Colour, opacity: f64) {
        if opacity > 0.0 {
            let (from, to) = ((a.0.min(b.0), a.1.min(b.1)), (a.0.max(b.0), a.1.max(b.1)));
            self.marks.push(Mark::Rectangle { from, to, colour, opacity });
        }
    }

    pub fn dot(&mut self, at: Point, radius: f64, colour: Colour, opacity: f64) {
        if opacity > 0.0 {
            self.marks.push(Mark::Dot { at, radius, colour, opacity });
        }
    }

    /// Text centred vertically on `at`.
    pub fn text(&mut self, text: &str, at: Point, anchor: Anchor, size: f64, colour: Colour) {
        self.turned_text(text, at, anchor, size, colour, 0.0);
    }

    /// Text rotated counter-clockwise about `at`, in degrees.
    pub fn turned_text(&mut self, text: &str, at: Point, anchor: Anchor, size: f64, colour: Colour, turn: f64) {
        let text = printable(text);
        if !text.trim().is_empty() {
            self.marks.push(Mark::Text { text, at, anchor, size, colour, turn });
        }
    }

    /// An image over the rectangle; `smooth` interpolates enlarged pixels.
    pub fn image(&mut self, raster: Rc<Raster>, from: Point, to: Point, smooth: bool) {
        if raster.width > 0 && raster.height > 0 {
            self.marks.push(Mark::Image { raster, from, to, smooth });
        }
    }
}

/// The width of a text in logical pixels, in the PNG's font (browsers' fonts are narrower).
pub fn text_width(text: &str, size: f64) -> f64 {
    load_font();
    // Measured large, since the layout is in whole pixels.
    let font = ("sans-serif", size * 8.0 * EM).into_font();
    font.layout_box(&printable(text)).map_or(0.0, |((left, _), (right, _))| (right - left) as f64 / 8.0)
}

/// The text cut to a width, with an ellipsis.
pub fn fitted(text: &str, size: f64, width: f64) -> String {
    // No glyph is narrower than a tenth of its size: this avoids measuring megabytes.
    let longest = (width.max(0.0) / size * 10.0) as usize + 1;
    let whole = printable(&text.chars().take(longest + 1).collect::<String>());
    let mut kept: Vec<char> = whole.chars().collect();
    if kept.len() <= longest && text_width(&whole, size) <= width {
        return whole;
    }
    kept.truncate(longest);
    while !kept.is_empty() {
        let shorter = kept.iter().collect::<String>() + "…";
        if text_width(&shorter, size) <= width {
            return shorter;
        }
        kept.pop();
    }
    "…".into()
}

/// One line, without characters that XML forbids.
pub(super) fn printable(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .filter(|c| !matches!(c, '\u{FFFE}' | '\u{FFFF}'))
        .collect()
}

/// The font that we ship, so that pictures are alike on machines without fonts. SVG viewers use their own.
pub(super) fn load_font() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let loaded = register_font("sans-serif", FontStyle::Normal, include_bytes!("fonts/DejaVuSans.ttf"));
        debug_assert!(loaded.is_ok(), "the font in the tree is a font");
    });
}

impl Raster {
    pub fn new(width: usize, height: usize) -> Raster {
        Raster { width, height, pixels: vec![0; width * height * 4] }
    }

    pub fn pixel(&self, x: usize, y: usize) -> [u8; 4] {
        let at = (y * self.width + x) * 4;
        [self.pixels[at], self.pixels[at + 1], self.pixels[at + 2], self.pixels[at + 3]]
    }

    /// Shrinks it to at most this size: several pixels become their mean.
    pub fn at_most(self: &Rc<Raster>, width: usize, height: usize) -> Rc<Raster> {
        let (width, height) = (self.width.min(width.max(1)), self.height.min(height.max(1)));
        if (width, height) == (self.width, self.height) {
            return self.clone();
        }
        let mut small = Raster::new(width, height);
        let span = |i: usize, from: usize, to: usize| i * from / to..((i + 1) * from / to).max(i * from / to + 1);
        for y in 0..height {
            for x in 0..width {
                let (mut sums, mut weight, mut count) = ([0u64; 3], 0u64, 0u64);
                for row in span(y, self.height, height) {
                    for column in span(x, self.width, width) {
                        let [r, g, b, a] = self.pixel(column, row).map(u64::from);
                        for (sum, part) in sums.iter_mut().zip([r, g, b]) {
                            *sum += part * a;
                        }
                        (weight, count) = (weight + a, count + 1);
                    }
                }
                let at = (y * width + x) * 4;
                for (i, sum) in sums.into_iter().enumerate() {
                    small.pixels[at + i] = (sum + weight / 2).checked_div(weight).unwrap_or(0) as u8;
                }
                small.pixels[at + 3] = (weight / count.max(1)) as u8;
            }
        }
        Rc::new(small)
    }

    /// As a PNG file.
    pub fn png(&self) -> Vec<u8> {
        let opaque = self.pixels.chunks_exact(4).all(|pixel| pixel[3] == 255);
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, self.width as u32, self.height as u32);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_compression(png::Compression::Fast);
        encoder.set_color(if opaque { png::ColorType::Rgb } else { png::ColorType::Rgba });
        let without_alpha: Vec<u8>;
        let data = match opaque {
            true => {
                without_alpha = self.pixels.chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
                &without_alpha
            }
            false => &self.pixels,
        };
        let written = encoder.write_header().and_then(|mut writer| writer.write_image_data(data));
        debug_assert!(written.is_ok(), "writing to memory");
        file
    }
}
