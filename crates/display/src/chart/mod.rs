//! Charts as plain data: panels with axes and artists. The pictures of this crate and pyplot's figures are charts; `layout`
//! makes room for the panels, `draw` and `marks` put them on a sheet, `words` describes them.

mod arrows;
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

/// Numbers, shared because a chart may be drawn more than once.
pub type Values = Rc<[f64]>;

/// One picture.
#[derive(Clone, Debug, Default)]
pub struct Chart {
    /// Logical pixels.
    pub width: f64,
    pub height: f64,
    pub scheme: Scheme,
    /// The page's own if not given.
    pub ground: Option<Colour>,
    pub title: String,
    pub panels: Vec<Panel>,
    pub legend: Option<Legend>,
    /// Shared by all panels, on the right.
    pub bar: Option<ColourBar>,
    /// What a reader must also know: values left out and the like.
    pub notes: Vec<String>,
    /// Describes the picture, in place of the generated description.
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
    /// The height of a y unit per x unit; `None` fills the room.
    pub aspect: Option<f64>,
    /// Lies on another panel, with its y axis on the right (or its x axis at the top).
    pub twin: Option<Twin>,
    pub ground: Option<Colour>,
    pub bar: Option<ColourBar>,
    /// A row above the panel that replaces the legend: colours and texts.
    pub header: Vec<(Colour, String)>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Twin {
    pub of: usize,
    pub shares_x: bool,
}

/// The position of a panel.
#[derive(Clone, Debug, PartialEq)]
pub enum Place {
    /// One or several cells of a regular grid.
    Grid { rows: Ratios, columns: Ratios, row: (usize, usize), column: (usize, usize) },
    /// Left, bottom, width and height as fractions of the picture.
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
    /// Logical pixels; 0 for the default.
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
    /// Replace the generated ticks.
    pub ticks: Option<Vec<Tick>>,
    pub labels: bool,
    pub marks: bool,
    /// Rotation of the texts, counter-clockwise, in degrees.
    pub turn: f64,
    /// Size of tick texts; 0 for the default.
    pub size: f64,
    pub grid: Option<Grid>,
    /// At the top, or on the right.
    pub far: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Grid {
    pub colour: Colour,
    pub width: f64,
    pub opacity: f64,
    pub dash: Vec<f64>,
    /// Also draws grid lines at minor ticks.
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

/// A text in the middle of an empty panel.
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

/// An artist in a panel.
#[derive(Clone, Debug)]
pub struct Artist {
    pub shape: Shape,
    /// Its name in the legend; `None` leaves it out.
    pub label: Option<String>,
    pub opacity: f64,
    /// Higher values are drawn later.
    pub order: f64,
    /// Its description; `None` for a generated one, empty if another artist describes it.
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

/// Coordinates are the axes' values unless noted; widths and sizes are logical pixels.
#[derive(Clone, Debug)]
pub enum Shape {
    Line {
        x: Values,
        y: Values,
        colour: Colour,
        width: f64,
        dash: Vec<f64>,
        marker: Option<Marker>,
        /// Draws a marker at every n-th point.
        every: usize,
    },
    /// `sizes` and `colours` hold one value for all points or one each.
    Points {
        x: Values,
        y: Values,
        sizes: Vec<f64>,
        colours: Vec<Colour>,
        marker: Marker,
    },
    /// Left, bottom, right and top of each box.
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
    /// Areas in the order of drawing. `colours` and `edges` hold one value for all or one each.
    Polygons {
        polygons: Vec<Vec<(f64, f64)>>,
        /// Empty leaves the areas unfilled.
        colours: Vec<Colour>,
        edges: Vec<Colour>,
        width: f64,
        /// Areas in fractions of the panel may lie outside it.
        space: Space,
    },
    /// `extent`: x at the left and right edges, y at the bottom and top edges.
    Image {
        raster: Rc<Raster>,
        extent: [f64; 4],
        smooth: bool,
        /// The source of the pixels, for the description.
        words: String,
    },
    Text(Note),
    /// A line across the whole panel, or a fraction of it (0..1).
    Rule {
        level: bool,
        at: f64,
        share: (f64, f64),
        colour: Colour,
        width: f64,
        dash: Vec<f64>,
    },
    /// A band across the whole panel, or a fraction of it.
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
    Arrow(Arrow),
    /// Appears only in the legend.
    Key {
        colour: Colour,
    },
}

/// An arrow through points.
#[derive(Clone, Debug)]
pub struct Arrow {
    pub points: Vec<(f64, f64)>,
    /// How far an arrow of two points bends, as a share of its length.
    pub bend: f64,
    /// What is left out at both ends, in pixels.
    pub shrink: (f64, f64),
    pub colour: Colour,
    pub width: f64,
    pub dash: Vec<f64>,
    /// Whether there is a head at the first and at the last point.
    pub heads: (bool, bool),
    pub filled: bool,
    /// The size of heads in pixels.
    pub scale: f64,
}

/// A text in a panel.
#[derive(Clone, Debug)]
pub struct Note {
    pub text: String,
    pub at: (f64, f64),
    pub space: Space,
    /// -1 left of the position, 0 centred, 1 right of it (the text begins there).
    pub level: f64,
    /// -1 below the position, 0 centred, 1 above.
    pub upright: f64,
    pub size: f64,
    pub colour: Colour,
    pub turn: f64,
    /// Fill and edge of its box.
    pub frame: Option<(Colour, Option<Colour>, f64)>,
    /// Where its arrow points, the arrow's colour, whether it has a head.
    pub arrow: Option<((f64, f64), Colour, bool)>,
    /// Offset in pixels.
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
    /// Fractions of the panel.
    Panel,
    /// Fractions of the picture.
    Picture,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Marker {
    /// matplotlib's letter: `o`, `s`, `^`, `x`...
    pub shape: char,
    /// The diameter; points of `Points` have their own sizes.
    pub size: f64,
    /// `None` for the line's colour.
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
    /// Logical pixels; 0 for the default.
    pub size: f64,
    /// The corner's position, as fractions of the panel.
    pub anchor: Option<(f64, f64)>,
    /// The labels to show, in this order; replaces all entries.
    pub only: Option<Vec<String>>,
}

impl Default for Legend {
    fn default() -> Legend {
        let place = "best".into();
        Legend { place, title: String::new(), columns: 1, framed: true, size: 0.0, anchor: None, only: None }
    }
}

/// The colour scale of an image.
#[derive(Clone, Debug)]
pub struct ColourBar {
    pub map: Rc<ColourMap>,
    pub dimension: Dimension,
    /// Below the panel instead of beside it.
    pub level: bool,
    /// As a fraction of the panel's height.
    pub shrink: f64,
    /// Boundaries between bands of one colour, unless the scale is continuous.
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
