//! Writes a sheet as an SVG document: plotters writes the shapes; we add the title and description for screen readers, the
//! style that follows the reader's theme, and what plotters has no element for (images, dashes, slanted text).

use super::html::escape;
use super::sheet::{Anchor, EM, Mark, Point, Sheet, load_font, printable};
use super::theme::{Colour, Rgb, Scheme, rgb, stylesheet};
use base64::Engine as _;
use plotters::backend::{DrawingBackend, SVGBackend};
use plotters::prelude::IntoTextStyle;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, ShapeStyle};
use std::collections::HashMap;
use std::fmt::Write as _;
use std::hash::{DefaultHasher, Hash, Hasher};

/// plotters takes integers: grid cells per logical pixel. The viewBox scales them back.
const FINE: f64 = 10.0;

impl Sheet {
    /// An SVG document; `title` names it, `description` is for screen readers.
    pub fn svg(&self, title: &str, description: &str) -> String {
        load_font();
        let mut colours = Colours { scheme: self.scheme, taken: HashMap::new(), used: Vec::new() };
        let ground = colours.place(self.ground);
        let mut body = String::new();
        // Groups marks that plotters draws alike, with the others between them.
        let mut run: Vec<(&Mark, Rgb)> = Vec::new();
        for mark in &self.marks {
            let colour = mark.colour().map_or([0; 3], |colour| colours.place(colour));
            match mark.group() {
                None if !matches!(mark, Mark::Image { .. }) => run.push((mark, colour)),
                group => {
                    body.push_str(&self.shapes(&std::mem::take(&mut run)));
                    match (mark, group) {
                        (Mark::Image { raster, from, to, smooth }, _) => {
                            let rendering = if *smooth { "auto" } else { "pixelated" };
                            let (width, height) = (to.0 - from.0, to.1 - from.1);
                            let (wide, high) = ((width * 2.0).ceil() as usize, (height * 2.0).ceil() as usize);
                            let png = raster.at_most(wide, high).png();
                            let _ = writeln!(
                                body,
                                "<image x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" preserveAspectRatio=\"none\" \
                                 style=\"image-rendering:{rendering}\" href=\"data:image/png;base64,{}\"/>",
                                fine(from.0),
                                fine(from.1),
                                fine(width),
                                fine(height),
                                base64::engine::general_purpose::STANDARD.encode(png)
                            );
                        }
                        (_, Some(group)) => {
                            let _ = write!(body, "<g {group}>\n{}</g>\n", self.shapes(&[(mark, colour)]));
                        }
                        (_, None) => {}
                    }
                }
            }
        }
        body.push_str(&self.shapes(&run));

        let mut hasher = DefaultHasher::new();
        (&body, title, description).hash(&mut hasher);
        let scope = format!("tc{:x}", hasher.finish());
        let style = match self.scheme {
            Scheme::Auto => stylesheet(&scope, &colours.used),
            Scheme::Light | Scheme::Dark => stylesheet(&scope, &[]),
        };
        let (width, height) = (fine(self.width), fine(self.height));
        let hex = super::theme::hex(ground);
        format!(
            "<svg width=\"{}\" height=\"{}\" viewBox=\"0 0 {width} {height}\" xmlns=\"http://www.w3.org/2000/svg\" \
             class=\"{scope}\" role=\"img\" aria-label=\"{}\" stroke-linejoin=\"round\" stroke-linecap=\"round\">\n\
             <title>{}</title>\n<desc>{}</desc>\n<style>{}</style>\n\
             <rect x=\"0\" y=\"0\" width=\"{width}\" height=\"{height}\" fill=\"{hex}\"/>\n{body}</svg>\n",
            self.width,
            self.height,
            escape(&printable(description)),
            escape(&printable(title)),
            escape(&printable(description)),
            style.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;"),
        )
    }

    /// plotters' output for these marks, without the document around it.
    fn shapes(&self, marks: &[(&Mark, Rgb)]) -> String {
        if marks.is_empty() {
            return String::new();
        }
        let mut document = String::new();
        {
            let mut backend =
                SVGBackend::with_string(&mut document, (fine(self.width) as u32, fine(self.height) as u32));
            for (mark, colour) in marks {
                shape(&mut backend, mark, *colour);
            }
            let _ = backend.present();
        }
        let start = document.find('>').map_or(0, |end| end + 1);
        let end = document.rfind("</svg>").unwrap_or(document.len());
        document[start..end].trim_start().to_owned()
    }
}

/// This backend's errors concern fonts and files. There are no files here, and a text that cannot be drawn is left out.
fn shape(backend: &mut SVGBackend, mark: &Mark, colour: Rgb) {
    let at = |(x, y): Point| (fine(x), fine(y));
    match mark {
        Mark::Line { points, width, opacity, .. } => {
            let color = rgb(colour).mix(*opacity);
            let style = ShapeStyle { color, filled: false, stroke_width: (width * FINE).round().max(1.0) as u32 };
            let _ = backend.draw_path(points.iter().copied().map(at), &style);
        }
        Mark::Fill { points, opacity, .. } => {
            let _ = backend.fill_polygon(points.iter().copied().map(at), &rgb(colour).mix(*opacity));
        }
        Mark::Rectangle { from, to, opacity, .. } => {
            let _ = backend.draw_rect(at(*from), at(*to), &rgb(colour).mix(*opacity), true);
        }
        Mark::Dot { at: centre, radius, opacity, .. } => {
            let _ = backend.draw_circle(at(*centre), fine(*radius) as u32, &rgb(colour).mix(*opacity), true);
        }
        Mark::Text { text, at: place, anchor, size, .. } => {
            let h_pos = match anchor {
                Anchor::Start => HPos::Left,
                Anchor::Middle => HPos::Center,
                Anchor::End => HPos::Right,
            };
            let colour = rgb(colour);
            let style = ("sans-serif", size * FINE * EM).into_text_style(&(1, 1)).color(&colour);
            let _ = backend.draw_text(text, &style.pos(Pos::new(h_pos, VPos::Center)), at(*place));
        }
        Mark::Image { .. } => {}
    }
}

fn fine(length: f64) -> i32 {
    (length * FINE).round() as i32
}

impl Mark {
    fn colour(&self) -> Option<Colour> {
        match self {
            Mark::Line { colour, .. }
            | Mark::Fill { colour, .. }
            | Mark::Rectangle { colour, .. }
            | Mark::Dot { colour, .. }
            | Mark::Text { colour, .. } => Some(*colour),
            Mark::Image { .. } => None,
        }
    }

    /// Attributes of a group around a mark, for what plotters cannot express.
    fn group(&self) -> Option<String> {
        match self {
            Mark::Line { dash, .. } if !dash.is_empty() => {
                let lengths: Vec<String> = dash.iter().map(|length| fine(*length).max(1).to_string()).collect();
                Some(format!("stroke-dasharray=\"{}\" stroke-linecap=\"butt\"", lengths.join(" ")))
            }
            Mark::Text { turn, at, .. } if *turn != 0.0 => {
                Some(format!("transform=\"rotate({} {} {})\"", -turn, fine(at.0), fine(at.1)))
            }
            _ => None,
        }
    }
}

/// The colours of a document. A style rule selects elements by colour, so colours that are alike on light pages and differ
/// on dark ones are kept apart by the smallest step.
struct Colours {
    scheme: Scheme,
    taken: HashMap<Rgb, Rgb>,
    used: Vec<Colour>,
}

impl Colours {
    /// The colour to write.
    fn place(&mut self, colour: Colour) -> Rgb {
        if self.scheme != Scheme::Auto {
            return colour.on(self.scheme);
        }
        let mut light = colour.light;
        for step in 0..48usize {
            match self.taken.get(&light) {
                None => {
                    self.taken.insert(light, colour.dark);
                    self.used.push(Colour { light, dark: colour.dark });
                    return light;
                }
                Some(dark) if *dark == colour.dark => return light,
                Some(_) => {
                    let part = &mut light[step % 3];
                    *part = if *part < 128 { *part + 1 } else { *part - 1 };
                }
            }
        }
        light
    }
}
