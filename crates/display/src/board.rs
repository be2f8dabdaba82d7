//! Several curves as one picture: a panel for each, one below the other.

use super::chart::{Chart, Panel, Place};
use super::curve::Curve;
use super::picture::{Figure, FigureSheet};
use super::sheet::text_width;
use super::theme::Scheme;

/// Curves that belong together.
#[derive(Clone, Debug, Default)]
pub struct Board {
    pub title: String,
    pub curves: Vec<Curve>,
    /// A warning above all panels.
    pub alert: String,
    pub scheme: Scheme,
}

const WIDTH: f64 = 680.0;
/// The height of a panel without its header.
const HEIGHT: f64 = 160.0;
const ROW: f64 = 20.0;
/// The approximate width inside a panel, which the two names in the row above it share.
const ROOM: f64 = WIDTH - 70.0;
const ENTRY: f64 = ROOM / 2.0 - 38.0;
/// The size of texts above a panel, and the width of the ellipsis.
const SIZE: f64 = 11.0;
const ELLIPSIS: f64 = 11.0;

impl Board {
    /// Builds the board as a chart.
    pub fn chart(&self) -> Chart {
        let mut panels: Vec<Panel> = self.curves.iter().flat_map(|curve| curve.chart().panels).collect();
        let rows = panels.len();
        for (at, panel) in panels.iter_mut().enumerate() {
            panel.place = place(at, rows);
            panel.header.iter_mut().for_each(|(_, text)| *text = ending(text, ENTRY));
        }
        let header = |panel: &Panel| panel.header_places(ROOM).last().map_or(0, |(_, row)| *row + 1) as f64;
        let headers: f64 = panels.iter().map(header).sum();
        let title = [&self.title, &self.alert].into_iter().filter(|text| !text.is_empty());
        Chart {
            width: WIDTH,
            height: 50.0 + HEIGHT * rows as f64 + ROW * headers,
            scheme: self.scheme,
            title: title.map(String::as_str).collect::<Vec<_>>().join("\n"),
            panels,
            words: Some(self.summary()),
            ..Chart::default()
        }
    }

    fn summary(&self) -> String {
        let summary: Vec<String> = self.curves.iter().map(Figure::text).collect();
        let alert = if self.alert.is_empty() { String::new() } else { format!("{}. ", self.alert) };
        format!("{}: {alert}{}", self.title, summary.join(". "))
    }
}

/// Truncates a text at its start: names of layers differ at their ends.
fn ending(text: &str, width: f64) -> String {
    let mut begins = text.char_indices().map(|(at, _)| at);
    let fits = |at: &usize| text_width(&text[*at..], SIZE) + if *at > 0 { ELLIPSIS } else { 0.0 } <= width;
    match begins.find(fits) {
        Some(0) => text.to_owned(),
        at => format!("…{}", &text[at.unwrap_or(text.len())..]),
    }
}

/// The place of a panel in a column of this many.
fn place(at: usize, rows: usize) -> Place {
    Place::Grid { rows: vec![1.0; rows], columns: vec![1.0], row: (at, at + 1), column: (0, 1) }
}

impl Figure for Board {
    fn title(&self) -> String {
        self.title.clone()
    }
    fn text(&self) -> String {
        self.summary()
    }
    fn sketch(&self) -> Vec<String> {
        self.chart().sparklines()
    }
    fn draw(&self) -> FigureSheet {
        self.chart().draw()
    }
}
