//! The forms of a finished picture: SVG, PNG, text.

use super::sheet::{Sheet, printable};
use super::units::short;
use base64::Engine as _;

/// Something that can be drawn.
pub trait Figure {
    /// The title of the picture.
    fn title(&self) -> String;
    /// One line that describes the picture.
    fn text(&self) -> String;
    /// More lines for a terminal: the picture in characters.
    fn sketch(&self) -> Vec<String> {
        Vec::new()
    }
    #[doc(hidden)]
    fn draw(&self) -> FigureSheet;
}

/// A drawing, private to this crate.
#[doc(hidden)]
pub struct FigureSheet(pub(super) Sheet);

/// A picture as SVG (follows the reader's theme), PNG (twice the SVG's logical size, with background) and text, whose first
/// line describes it.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    pub svg: String,
    pub png: Vec<u8>,
    pub text: String,
}

impl Picture {
    pub fn of(figure: &(impl Figure + ?Sized)) -> Picture {
        let sheet = figure.draw().0;
        let described = description(figure);
        Picture { svg: sheet.svg(&title(figure), &described), png: sheet.raster().png(), text: text(figure) }
    }

    /// MIME types and contents, richest first; the PNG in base64.
    pub fn bundle(&self) -> Vec<(String, String)> {
        vec![
            ("image/svg+xml".into(), self.svg.clone()),
            ("image/png".into(), base64::engine::general_purpose::STANDARD.encode(&self.png)),
            ("text/plain".into(), self.text.clone()),
        ]
    }
}

/// The forms of a picture that will soon be replaced: without the PNG, which takes longest.
pub fn draft(figure: &(impl Figure + ?Sized)) -> Vec<(String, String)> {
    let svg = figure.draw().0.svg(&title(figure), &description(figure));
    vec![("image/svg+xml".into(), svg), ("text/plain".into(), text(figure))]
}

/// The SVG alone.
pub fn svg(figure: &(impl Figure + ?Sized)) -> String {
    figure.draw().0.svg(&title(figure), &description(figure))
}

/// The PNG alone.
pub fn png(figure: &(impl Figure + ?Sized)) -> Vec<u8> {
    figure.draw().0.raster().png()
}

/// The PNG alone, at the picture's logical size.
pub fn small_png(figure: &(impl Figure + ?Sized)) -> Vec<u8> {
    let sheet = figure.draw().0;
    std::rc::Rc::new(sheet.raster()).at_most(sheet.width as usize, sheet.height as usize).png()
}

fn title(figure: &(impl Figure + ?Sized)) -> String {
    short(&printable(&figure.title()), 120)
}

/// One line of bounded length, however long the names are.
fn description(figure: &(impl Figure + ?Sized)) -> String {
    short(&printable(&figure.text()), 1000)
}

fn text(figure: &(impl Figure + ?Sized)) -> String {
    let lines = figure.sketch().into_iter().map(|line| short(&printable(&line), 200));
    std::iter::once(description(figure)).chain(lines).collect::<Vec<_>>().join("\n")
}
