//! Charts as plain data: panels with axes, and what is drawn in them. The pictures of this crate and pyplot's figures are all
//! charts; `layout` finds room for the panels, `draw` and `marks` put them on a sheet, `words` says what they show.

mod clip;
mod draw;
mod layout;
mod legend;
mod marks;
mod mathtext;
mod text;
mod words;

use super::axis::{Axis, Tick, Unit};
use super::colormap::ColourMap;
use super::sheet::Raster;
use super::theme::{Colour, INK, Scheme};
use std::rc::Rc;

/// Numbers, shared: a chart may be drawn more than once.
pub type Values = Rc<[f64]>;

/// One picture.
#[derive(Clone, Debug, Default)]
pub struct Chart {
    /// Logical pixels.
    pub width: f64,
    pub height: f64,
    pub scheme: Scheme,
    /// The page's own, if none is given.
    pub ground: Option<Colour>,
    pub title: String,
    pub panels: Vec<Panel>,
    pub legend: Option<Legend>,
    /// Shared by all panels, at the right.
    pub bar: Option<ColourBar>,
    /// What a reader must know beside the picture: values left out and the like.
    pub notes: Vec<String>,
    /// Says what the picture shows, in place of the words found for it.
    pub words: Option<String>,
}

/// A pair of axes and what is drawn between them.
#[derive(Clone, Debug, Default)]
pub struct Panel {
    pub place: Place,
    pub x: Dimension,
    pub y: Dimension,
    pub artists: Vec<Artist>,
    pub title: Title,
    pub legend: Option<Legend>,
    /// Which sides of the frame are drawn: left, right, bottom, top.
    pub frame: [bool; 4],
    /// Draws no axes at all.
    pub bare: bool,
    /// The height of a unit of y for one of x; None to fill the room.
    pub aspect: Option<f64>,
    /// Lies on another panel and has its y axis at the right (or its x axis at the top).
    pub twin: Option<Twin>,
    pub ground: Option<Colour>,
    pub bar: Option<ColourBar>,
    /// A row above the panel in place of a legend: colour and text.
    pub header: Vec<(Colour, String)>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Twin {
    pub of: usize,
    pub shares_x: bool,
}

/// Where a panel goes.
#[derive(Clone, Debug, PartialEq)]
pub enum Place {
    /// A cell, or several, of an even grid.
    Grid { rows: Ratios, columns: Ratios, row: (usize, usize), column: (usize, usize) },
    /// Left, bottom, width and height as shares of the picture.
    Free([f64; 4]),
}

/// The relative sizes of a grid's rows or columns.
pub type Ratios = Vec<f64>;

impl Default for Place {
    fn default() -> Place {
        Place::Grid { rows: vec![1.0], columns: vec![1.0], row: (0, 1), column: (0, 1) }
    }
}

#[derive(Clone, Debug, Default)]
pub struct Title {
    pub text: String,
    /// Logical pixels; 0 for the usual.
    pub size: f64,
    pub colour: Option<Colour>,
    /// 0 left, 0.5 centred, 1 right.
    pub at: f64,
}

/// One axis of a panel.
#[derive(Clone, Debug)]
pub struct Dimension {
    pub axis: Axis,
    pub name: Title,
    pub unit: Unit,
    /// In place of those found for the axis.
    pub ticks: Option<Vec<Tick>>,
    pub labels: bool,
    pub marks: bool,
    /// Texts turned counter-clockwise, degrees.
    pub turn: f64,
    /// Of tick texts; 0 for the usual.
    pub size: f64,
    pub grid: Option<Grid>,
    /// At the top, or at the right.
    pub far: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Grid {
    pub colour: Colour,
    pub width: f64,
    pub opacity: f64,
    pub dash: Vec<f64>,
    /// Lines at minor ticks as well.
    pub minor: bool,
}

impl Default for Grid {
    fn default() -> Grid {
        Grid { colour: super::theme::GRID, width: 1.0, opacity: 1.0, dash: Vec::new(), minor: false }
    }
}

impl Default for Dimension {
    fn default() -> Dimension {
        Dimension {
            axis: Axis { low: 0.0, high: 1.0, kind: Default::default() },
            name: Title::default(),
            unit: Unit::Plain,
            ticks: None,
            labels: true,
            marks: true,
            turn: 0.0,
            size: 0.0,
            grid: None,
            far: false,
        }
    }
}

impl Dimension {
    pub fn over(axis: Axis) -> Dimension {
        Dimension { axis, ..Dimension::default() }
    }
    pub fn named(mut self, name: &str) -> Dimension {
        self.name.text = name.into();
        self
    }
    pub fn with_grid(mut self) -> Dimension {
        self.grid = Some(Grid::default());
        self
    }
    pub fn in_unit(mut self, unit: Unit) -> Dimension {
        self.unit = unit;
        self
    }
}

/// A text in the middle of a panel, in place of data.
pub fn centred(text: &str) -> Shape {
    let (at, space) = ((0.5, 0.5), Space::Panel);
    Shape::Text(Note {
        text: text.into(),
        at,
        space,
        level: 0.0,
        upright: 0.0,
        colour: super::theme::QUIET,
        ..Note::default()
    })
}

/// A shape in a panel.
#[derive(Clone, Debug)]
pub struct Artist {
    pub shape: Shape,
    /// Its name in the legend; none for what the legend leaves out.
    pub label: Option<String>,
    pub opacity: f64,
    /// Higher is drawn later.
    pub order: f64,
    /// What is told of it in words; none: what it is made of. Empty: nothing, for another tells it.
    pub said: Option<String>,
}

impl Artist {
    pub fn new(shape: Shape) -> Artist {
        Artist { shape, label: None, opacity: 1.0, order: 0.0, said: None }
    }
    pub fn named(mut self, label: impl Into<String>) -> Artist {
        self.label = Some(label.into());
        self
    }
    pub fn faint(mut self, opacity: f64) -> Artist {
        self.opacity = opacity;
        self
    }
}

/// Coordinates are the axes' values unless said otherwise; widths and sizes are logical pixels.
#[derive(Clone, Debug)]
pub enum Shape {
    Line {
        x: Values,
        y: Values,
        colour: Colour,
        width: f64,
        dash: Vec<f64>,
        marker: Option<Marker>,
        /// Draws a marker at each so many points.
        every: usize,
    },
    /// `sizes` and `colours`: one for all, or one for each point.
    Points {
        x: Values,
        y: Values,
        sizes: Vec<f64>,
        colours: Vec<Colour>,
        marker: Marker,
    },
    /// Left, bottom, right, top of each box.
    Boxes {
        boxes: Vec<[f64; 4]>,
        colours: Vec<Colour>,
        edge: Option<(Colour, f64)>,
        /// Whether the boxes are filled.
        filled: bool,
    },
    Area {
        points: Vec<(f64, f64)>,
        colour: Colour,
        edge: Option<(Colour, f64)>,
        filled: bool,
    },
    /// `extent`: x at the left and right edge, y at the bottom and top one.
    Image {
        raster: Rc<Raster>,
        extent: [f64; 4],
        smooth: bool,
        /// What the pixels were made of, for the words.
        words: String,
    },
    Text(Note),
    /// A line across the whole panel (or a share of it, 0..1).
    Rule {
        level: bool,
        at: f64,
        share: (f64, f64),
        colour: Colour,
        width: f64,
        dash: Vec<f64>,
    },
    /// A band across the whole panel (or a share of it).
    Band {
        level: bool,
        from: f64,
        to: f64,
        share: (f64, f64),
        colour: Colour,
    },
    /// From and to: x, y, x, y.
    Segments {
        segments: Vec<[f64; 4]>,
        colours: Vec<Colour>,
        width: f64,
        dash: Vec<f64>,
    },
    /// Only in the legend.
    Key {
        colour: Colour,
    },
}

/// A text in a panel.
#[derive(Clone, Debug)]
pub struct Note {
    pub text: String,
    pub at: (f64, f64),
    pub space: Space,
    /// -1 left of the place, 0 centred on it, 1 right of it (so that the text begins there).
    pub level: f64,
    /// -1 below the place, 0 centred, 1 above it.
    pub upright: f64,
    pub size: f64,
    pub colour: Colour,
    pub turn: f64,
    /// Fill and edge of a box around it.
    pub frame: Option<(Colour, Option<Colour>, f64)>,
    /// Where an arrow points to, its colour, whether it has a head.
    pub arrow: Option<((f64, f64), Colour, bool)>,
    /// Pixels to move it by.
    pub shift: (f64, f64),
}

impl Default for Note {
    fn default() -> Note {
        Note {
            text: String::new(),
            at: (0.0, 0.0),
            space: Space::Data,
            level: 1.0,
            upright: 1.0,
            size: text::LABEL,
            colour: INK,
            turn: 0.0,
            frame: None,
            arrow: None,
            shift: (0.0, 0.0),
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Space {
    #[default]
    Data,
    /// Shares of the panel.
    Panel,
    /// Shares of the picture.
    Picture,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Marker {
    /// matplotlib's letter: `o`, `s`, `^`, `x`...
    pub shape: char,
    /// Across; a point of `Points` has its own size.
    pub size: f64,
    /// None for the colour of the line.
    pub face: Option<Colour>,
    pub edge: Option<(Colour, f64)>,
    pub hollow: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Legend {
    /// `best`, `upper right`...
    pub place: String,
    pub title: String,
    pub columns: usize,
    pub framed: bool,
    /// Logical pixels; 0 for the usual.
    pub size: f64,
    /// The corner's place as shares of the panel.
    pub anchor: Option<(f64, f64)>,
    /// Entries by label, in this order, in place of all.
    pub only: Option<Vec<String>>,
}

impl Default for Legend {
    fn default() -> Legend {
        let place = "best".into();
        Legend { place, title: String::new(), columns: 1, framed: true, size: 0.0, anchor: None, only: None }
    }
}

/// The scale of an image's colours.
#[derive(Clone, Debug)]
pub struct ColourBar {
    pub map: Rc<ColourMap>,
    pub dimension: Dimension,
    /// Under the panel, not beside it.
    pub level: bool,
    /// Of the panel's height.
    pub shrink: f64,
    /// Bounds between bands of one colour each, where it is not a passage.
    pub bands: Option<Vec<f64>>,
}

impl super::Figure for Chart {
    fn title(&self) -> String {
        self.name()
    }
    fn text(&self) -> String {
        self.describe()
    }
    fn sketch(&self) -> Vec<String> {
        self.sparklines()
    }
    fn draw(&self) -> super::picture::FigureSheet {
        super::picture::FigureSheet(self.sheet())
    }
}
