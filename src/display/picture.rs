//! A finished picture in its three forms.

use super::sheet::Sheet;
use base64::Engine as _;

/// Something that can be drawn.
pub trait Figure {
    /// One line that says what the picture shows.
    fn text(&self) -> String;
    #[doc(hidden)]
    fn draw(&self) -> FigureSheet;
}

/// A drawing, private to this room.
#[doc(hidden)]
pub struct FigureSheet(pub(super) Sheet);

/// A picture: SVG, PNG (twice the SVG's logical size, transparent) and one line of text.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    pub svg: String,
    pub png: Vec<u8>,
    pub text: String,
}

impl Picture {
    pub fn of(figure: &(impl Figure + ?Sized)) -> Picture {
        let text = description(figure);
        let sheet = figure.draw().0;
        Picture { svg: sheet.svg(&text), png: sheet.png(), text }
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
    let text = description(figure);
    let svg = figure.draw().0.svg(&text);
    vec![("image/svg+xml".into(), svg), ("text/plain".into(), text)]
}

/// One line, however long the names in it are.
fn description(figure: &(impl Figure + ?Sized)) -> String {
    super::units::short(&figure.text().replace(char::is_control, " "), 400)
}
