//! A sheet to draw on: a list of strokes, fills and texts in logical pixels, handed to plotters' SVG and bitmap backends.
//!
//! Both backends take whole numbers, so the sheet is drawn on a grid four times finer: the SVG is scaled by its viewBox,
//! the bitmap is averaged down to twice the logical size.

use plotters::backend::{BitMapBackend, DrawingBackend, SVGBackend};
use plotters::prelude::{IntoFont, IntoTextStyle, RGBAColor};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, FontStyle, RGBColor, ShapeStyle, register_font};
use std::sync::Once;

/// Okabe and Ito's colours that keep their contrast on white and on near-black; distinct for colour-blind readers.
pub const SERIES: [RGBColor; 6] = [
    RGBColor(0, 114, 178),   // blue
    RGBColor(213, 94, 0),    // vermillion
    RGBColor(0, 158, 115),   // bluish green
    RGBColor(204, 121, 167), // reddish purple
    RGBColor(230, 159, 0),   // orange
    RGBColor(86, 180, 233),  // sky blue
];
/// Text and lines that read on light and on dark themes alike.
pub const INK: RGBColor = RGBColor(118, 118, 118);

/// The grid's cells for each logical pixel.
const FINE: f64 = 4.0;
/// Logical pixels to PNG pixels.
const PNG_SCALE: usize = 2;
/// plotters counts a font's size from ascent to descent; SVG counts the em.
const EM: f64 = 1.24;

/// A point in logical pixels, y downwards.
pub type Point = (f64, f64);

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

enum Mark {
    Line { points: Vec<Point>, colour: RGBAColor, width: f64 },
    Fill { points: Vec<Point>, colour: RGBAColor },
    Dot { at: Point, radius: f64, colour: RGBAColor },
    Text { text: String, at: Point, anchor: Anchor, size: f64, colour: RGBAColor },
}

pub struct Sheet {
    pub width: f64,
    pub height: f64,
    marks: Vec<Mark>,
}

impl Sheet {
    pub fn new(width: f64, height: f64) -> Sheet {
        Sheet { width, height, marks: Vec::new() }
    }

    pub fn line(&mut self, points: Vec<Point>, colour: RGBColor, width: f64, opacity: f64) {
        if points.len() > 1 {
            self.marks.push(Mark::Line { points, colour: colour.mix(opacity), width });
        }
    }

    pub fn fill(&mut self, points: Vec<Point>, colour: RGBColor, opacity: f64) {
        if points.len() > 2 {
            self.marks.push(Mark::Fill { points, colour: colour.mix(opacity) });
        }
    }

    pub fn rectangle(&mut self, (x0, y0): Point, (x1, y1): Point, colour: RGBColor, opacity: f64) {
        self.fill(vec![(x0, y0), (x1, y0), (x1, y1), (x0, y1)], colour, opacity);
    }

    pub fn dot(&mut self, at: Point, radius: f64, colour: RGBColor) {
        self.marks.push(Mark::Dot { at, radius, colour: colour.to_rgba() });
    }

    /// Text centred vertically on `at`.
    pub fn text(&mut self, text: &str, at: Point, anchor: Anchor, size: f64, colour: RGBColor) {
        let text = printable(text);
        if !text.is_empty() {
            self.marks.push(Mark::Text { text, at, anchor, size, colour: colour.to_rgba() });
        }
    }

    /// An SVG document; `description` is what a screen reader says.
    pub fn svg(&self, description: &str) -> String {
        let mut document = String::new();
        {
            let mut backend = SVGBackend::with_string(&mut document, self.grid());
            self.draw(&mut backend, false);
            let _ = backend.present();
        }
        let (width, height) = self.grid();
        let description = super::html::escape(&printable(description));
        let head = format!(
            "<svg width=\"{}\" height=\"{}\" viewBox=\"0 0 {width} {height}\" xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" \
             aria-label=\"{description}\" stroke-linejoin=\"round\" stroke-linecap=\"round\">",
            self.width, self.height
        );
        match document.find('>') {
            Some(end) => head + &document[end + 1..],
            None => head + "</svg>",
        }
    }

    /// A PNG with a transparent background, at twice the logical size.
    pub fn png(&self) -> Vec<u8> {
        // plotters' bitmaps have no alpha. Drawn once on white and once on black, a pixel tells both its colour and
        // how much of the ground shows through.
        let (white, black) = (self.bitmap(255), self.bitmap(0));
        let (grid_width, _) = self.grid();
        let block = FINE as usize / PNG_SCALE;
        let (width, height) = (self.width as usize * PNG_SCALE, self.height as usize * PNG_SCALE);
        let mut pixels = Vec::with_capacity(width * height * 4);
        let samples = (block * block) as u32;
        for y in 0..height {
            for x in 0..width {
                let mut on_white = [0u32; 3];
                let mut on_black = [0u32; 3];
                for row in y * block..(y + 1) * block {
                    for column in x * block..(x + 1) * block {
                        let at = (row * grid_width as usize + column) * 3;
                        for channel in 0..3 {
                            on_white[channel] += white[at + channel] as u32;
                            on_black[channel] += black[at + channel] as u32;
                        }
                    }
                }
                let ground = (0..3).map(|c| on_white[c].saturating_sub(on_black[c])).min().unwrap_or(0) / samples;
                let alpha = 255 - ground.min(255);
                for sum in on_black {
                    pixels.push((sum * 255).checked_div(samples * alpha).unwrap_or(0).min(255) as u8);
                }
                pixels.push(alpha as u8);
            }
        }
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, width as u32, height as u32);
        encoder.set_color(png::ColorType::Rgba);
        encoder.set_depth(png::BitDepth::Eight);
        let written = encoder.write_header().and_then(|mut writer| writer.write_image_data(&pixels));
        debug_assert!(written.is_ok(), "writing to memory");
        file
    }

    fn grid(&self) -> (u32, u32) {
        ((self.width * FINE) as u32, (self.height * FINE) as u32)
    }

    fn bitmap(&self, ground: u8) -> Vec<u8> {
        let (width, height) = self.grid();
        let mut buffer = vec![ground; (width * height * 3) as usize];
        let mut backend = BitMapBackend::with_buffer(&mut buffer, (width, height));
        self.draw(&mut backend, true);
        let _ = backend.present();
        drop(backend);
        buffer
    }

    /// Errors of the backends are those of files and fonts; there are no files here, and a text that cannot be drawn is
    /// left out rather than the picture.
    fn draw<B: DrawingBackend>(&self, backend: &mut B, bitmap: bool) {
        load_font();
        let fine = |(x, y): Point| ((x * FINE).round() as i32, (y * FINE).round() as i32);
        for mark in &self.marks {
            match mark {
                Mark::Line { points, colour, width } => {
                    let style = ShapeStyle {
                        color: *colour,
                        filled: false,
                        stroke_width: (width * FINE).round().max(1.0) as u32,
                    };
                    let path = points.iter().copied().map(fine);
                    if !bitmap {
                        let _ = backend.draw_path(path, &style);
                        continue;
                    }
                    // As one polygon a thick zigzag would cancel itself out where it overlaps.
                    let path: Vec<_> = path.collect();
                    let radius = style.stroke_width / 2;
                    for pair in path.windows(2).filter(|pair| pair[0] != pair[1]) {
                        let _ = backend.draw_path(pair.iter().copied(), &style);
                        if radius > 1 && colour.alpha() == 1.0 {
                            let _ = backend.draw_circle(pair[1], radius, &style, true);
                        }
                    }
                }
                Mark::Fill { points, colour } => {
                    let _ = backend.fill_polygon(points.iter().copied().map(fine), colour);
                }
                Mark::Dot { at, radius, colour } => {
                    let _ = backend.draw_circle(fine(*at), (radius * FINE) as u32, colour, true);
                }
                Mark::Text { text, at, anchor, size, colour } => {
                    let h_pos = match anchor {
                        Anchor::Start => HPos::Left,
                        Anchor::Middle => HPos::Center,
                        Anchor::End => HPos::Right,
                    };
                    let style = ("sans-serif", size * FINE * EM).into_text_style(&(1, 1)).color(colour);
                    let _ = backend.draw_text(text, &style.pos(Pos::new(h_pos, VPos::Center)), fine(*at));
                }
            }
        }
    }
}

/// The width of a text in logical pixels.
pub fn text_width(text: &str, size: f64) -> f64 {
    load_font();
    // Measured large: the layout is in whole pixels.
    let font = ("sans-serif", size * 8.0 * EM).into_font();
    font.layout_box(&printable(text)).map_or(0.0, |((left, _), (right, _))| (right - left) as f64 / 8.0)
}

/// The text cut to fit a width, with an ellipsis.
pub fn fitted(text: &str, size: f64, width: f64) -> String {
    let text = printable(text);
    if text_width(&text, size) <= width {
        return text;
    }
    // Not one glyph is narrower than a tenth of its size: no need to measure megabytes.
    let mut kept: Vec<char> = text.chars().take((width / size * 10.0) as usize + 1).collect();
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
fn printable(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .filter(|c| !matches!(c, '\u{FFFE}' | '\u{FFFF}'))
        .collect()
}

/// The font that ships with us: pictures look alike on machines without fonts. SVG viewers take their own sans-serif.
fn load_font() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let loaded = register_font("sans-serif", FontStyle::Normal, include_bytes!("fonts/DejaVuSans.ttf"));
        debug_assert!(loaded.is_ok(), "the font in the tree is a font");
    });
}
