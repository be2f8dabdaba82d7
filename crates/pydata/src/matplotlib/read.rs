//! Converts the dictionaries that describe pyplot's figures to charts.

use super::data::{Column, kind};
use std::rc::Rc;
use tensorcell_display::axis::{Axis, Kind, Tick};
use tensorcell_display::chart::{
    Arrow, Artist, Chart, ColourBar, Dimension, Grid, Legend, Marker, Note, Panel, Place, Shape, Space, Title, Twin,
    Values,
};
use tensorcell_display::colormap::{self, ColourMap};
use tensorcell_display::theme::{Colour, GRID, INK, Rgb, SURFACE};
use tensorcell_display::units;
use tensorcell_display::{Raster, Scheme};
use tensorcell_language::object::Dict;
use tensorcell_language::{Raise, Result, Value};

/// Pixels per matplotlib point.
const POINT: f64 = 100.0 / 72.0;
/// Pixels per matplotlib text point: 10 points make a tick label.
const TEXT: f64 = 1.15;

/// Reads a dictionary. Missing values and values of another type get the default.
struct Reader<'a>(&'a Dict);

impl Reader<'_> {
    fn get(&self, key: &str) -> Value {
        self.0.get_str(key).unwrap_or(Value::None)
    }
    fn number(&self, key: &str) -> Option<f64> {
        match self.get(key).number() {
            Value::Float(value) => Some(value.get()),
            Value::Int(value) => Some(*value as f64),
            Value::Bool(value) => Some(f64::from(u8::from(value.get()))),
            _ => None,
        }
    }
    fn or(&self, key: &str, default: f64) -> f64 {
        self.number(key).unwrap_or(default)
    }
    fn flag(&self, key: &str) -> bool {
        self.number(key).is_some_and(|value| value != 0.0)
    }
    fn text(&self, key: &str) -> String {
        self.get(key).as_str().map(str::to_owned).unwrap_or_default()
    }
    fn some_text(&self, key: &str) -> Option<String> {
        self.get(key).as_str().map(str::to_owned)
    }
    fn list(&self, key: &str) -> Vec<Value> {
        items(&self.get(key))
    }
    fn numbers(&self, key: &str) -> Vec<f64> {
        match self.get(key).downcast::<Column>() {
            Some(column) => column.values.to_vec(),
            None => self.list(key).iter().filter_map(number).collect(),
        }
    }
    fn column(&self, key: &str) -> Values {
        self.get(key).downcast::<Column>().map_or_else(|| Vec::new().into(), |column| column.values.clone())
    }
    fn colour(&self, key: &str) -> Option<Colour> {
        self.some_text(key).and_then(|code| colour(&code))
    }
    fn colours(&self, key: &str) -> Vec<Colour> {
        self.list(key).iter().filter_map(|code| colour(code.as_str()?)).collect()
    }
    fn inner<T>(&self, key: &str, read: impl FnOnce(&Reader) -> Result<T>) -> Result<Option<T>> {
        match self.get(key) {
            Value::Dict(dict) => read(&Reader(&dict)).map(Some),
            _ => Ok(None),
        }
    }
    /// Reads a width in points.
    fn width(&self, key: &str, default: f64) -> f64 {
        self.or(key, default).clamp(0.0, 200.0) * POINT
    }
    fn size(&self, key: &str) -> f64 {
        self.or(key, 0.0).clamp(0.0, 200.0) * TEXT
    }
    fn title(&self, key: &str) -> Title {
        Title {
            text: self.text(key),
            size: self.size(&format!("{key}_size")),
            colour: self.colour(&format!("{key}_colour")),
            at: self.or(&format!("{key}_at"), 0.5),
        }
    }
}

fn items(value: &Value) -> Vec<Value> {
    match value {
        Value::List(list) => list.items.borrow().to_vec(),
        Value::Tuple(tuple) => tuple.to_vec(),
        _ => Vec::new(),
    }
}

fn number(value: &Value) -> Option<f64> {
    match value.number() {
        Value::Float(value) => Some(value.get()),
        Value::Int(value) => Some(*value as f64),
        Value::Bool(value) => Some(f64::from(u8::from(value.get()))),
        _ => None,
    }
}

/// Parses a colour: `C3` is the palette's fourth, `ink` the text colour, `on C3` a readable colour on it; a code is
/// used unchanged.
fn colour(code: &str) -> Option<Colour> {
    match code {
        "ink" => Some(INK),
        "grid" => Some(GRID),
        "ground" => Some(SURFACE),
        _ => match (code.strip_prefix("on "), code.strip_prefix('C')) {
            (Some(ground), _) => colour(ground).map(Colour::written),
            (_, Some(index)) => index.parse().ok().map(Colour::series),
            _ => colormap::code(code.strip_prefix('#')?).map(Colour::chosen),
        },
    }
}

fn four(values: &[f64]) -> Option<[f64; 4]> {
    values.get(..4)?.try_into().ok()
}

/// Converts a whole figure.
pub fn chart(figure: &Dict) -> Result<Chart> {
    let figure = Reader(figure);
    let mut chart = Chart {
        width: figure.or("width", 640.0).clamp(60.0, 4000.0),
        height: figure.or("height", 480.0).clamp(40.0, 8000.0),
        scheme: match figure.text("scheme").as_str() {
            "dark" => Scheme::Dark,
            "light" => Scheme::Light,
            _ => Scheme::Auto,
        },
        ground: figure.colour("ground"),
        title: figure.text("title"),
        legend: figure.inner("legend", |legend| Ok(read_legend(legend)))?,
        bar: figure.inner("bar", bar)?.flatten(),
        notes: figure.list("notes").iter().filter_map(|note| note.as_str().map(str::to_owned)).collect(),
        ..Chart::default()
    };
    for panel in figure.list("panels") {
        if let Value::Dict(panel) = &panel {
            chart.panels.push(read_panel(&Reader(panel))?);
        }
    }
    Ok(chart)
}

fn read_panel(panel: &Reader) -> Result<Panel> {
    let twin = panel.number("twin").map(|of| Twin { of: of as usize, shares_x: panel.flag("shares_x") });
    let frame = panel.list("frame");
    let mut read = Panel {
        place: place(panel),
        x: panel.inner("x", |axis| Ok(dimension(axis)))?.unwrap_or_default(),
        y: panel.inner("y", |axis| Ok(dimension(axis)))?.unwrap_or_default(),
        title: panel.title("title"),
        legend: panel.inner("legend", |legend| Ok(read_legend(legend)))?,
        frame: std::array::from_fn(|i| frame.get(i).and_then(number).is_none_or(|drawn| drawn != 0.0)),
        bare: panel.flag("bare"),
        aspect: panel.number("aspect"),
        twin,
        ground: panel.colour("ground"),
        bar: panel.inner("bar", bar)?.flatten(),
        ..Panel::default()
    };
    let artists = panel.list("artists");
    let images =
        artists.iter().any(|artist| matches!(artist, Value::Dict(dict) if Reader(dict).text("kind") == "image"));
    for artist in &artists {
        if let Value::Dict(artist) = artist {
            read.artists.extend(read_artist(&Reader(artist), images)?);
        }
    }
    Ok(read)
}

fn place(panel: &Reader) -> Place {
    if let Some(free) = four(&panel.numbers("box")) {
        return Place::Free(free);
    }
    let ratios = |key: &str| {
        let ratios: Vec<f64> = panel.numbers(key).into_iter().map(|ratio| ratio.clamp(0.01, 1000.0)).collect();
        if ratios.is_empty() { vec![1.0] } else { ratios }
    };
    let span = |key: &str, count: usize| {
        let ends = panel.numbers(key);
        let from = (ends.first().copied().unwrap_or(0.0).max(0.0) as usize).min(count - 1);
        (from, (ends.get(1).copied().unwrap_or(1.0).max(0.0) as usize).clamp(from + 1, count))
    };
    let (rows, columns) = (ratios("rows"), ratios("columns"));
    let (row, column) = (span("row", rows.len()), span("column", columns.len()));
    Place::Grid { rows, columns, row, column }
}

fn dimension(axis: &Reader) -> Dimension {
    let kind = kind(&axis.text("scale"), axis.or("threshold", 2.0));
    let (low, high) = (axis.or("low", 0.0), axis.or("high", 1.0));
    let texts = axis.list("texts");
    let ticks = axis.get("ticks").downcast::<Column>().map(|column| {
        let texts = texts.iter().map(|text| text.as_str().unwrap_or_default().to_owned());
        let ticks = column.values.iter().zip(texts.chain(std::iter::repeat(String::new())));
        ticks.map(|(value, text)| Tick { value: *value, text }).collect()
    });
    let grid = axis.flag("grid").then(|| Grid {
        colour: axis.colour("grid_colour").unwrap_or(GRID),
        width: axis.or("grid_width", 0.8) * POINT * 0.9,
        opacity: axis.or("grid_opacity", 1.0),
        dash: dash(&axis.text("grid_style"), axis.or("grid_width", 0.8) * POINT),
        minor: axis.flag("grid_minor"),
    });
    // Invalid limits are widened like those of data.
    let usable = low.is_finite() && high.is_finite() && low != high && (kind != Kind::Log || (low > 0.0 && high > 0.0));
    Dimension {
        axis: if usable { Axis { low, high, kind } } else { Axis::new(kind, low, high) },
        name: axis.title("name"),
        unit: if axis.flag("integer") { tensorcell_display::axis::Unit::Count } else { Default::default() },
        ticks,
        labels: !axis.flag("no_labels"),
        marks: !axis.flag("no_marks"),
        turn: axis.or("turn", 0.0),
        size: axis.size("size"),
        grid,
        far: axis.flag("far"),
    }
}

/// Returns the lengths of a dashed line's strokes and gaps, in pixels.
fn dash(style: &str, width: f64) -> Vec<f64> {
    let lengths: &[f64] = match style {
        "--" | "dashed" => &[3.7, 1.6],
        ":" | "dotted" => &[1.0, 1.65],
        "-." | "dashdot" => &[6.4, 1.6, 1.0, 1.6],
        _ => &[],
    };
    lengths.iter().map(|length| length * width.max(0.8)).collect()
}

fn read_legend(legend: &Reader) -> Legend {
    let only = match legend.get("only") {
        Value::None => None,
        list => Some(items(&list).iter().filter_map(|label| label.as_str().map(str::to_owned)).collect()),
    };
    let anchor = legend.numbers("anchor");
    Legend {
        place: legend.text("place"),
        title: legend.text("title"),
        columns: legend.or("columns", 1.0).clamp(1.0, 100.0) as usize,
        framed: legend.number("framed").is_none_or(|framed| framed != 0.0),
        size: legend.size("size"),
        anchor: anchor.first().copied().zip(anchor.get(1).copied()),
        only,
    }
}

fn bar(bar: &Reader) -> Result<Option<ColourBar>> {
    let Some(map) = map(bar) else { return Ok(None) };
    let Some(dimension) = bar.inner("axis", |axis| Ok(self::dimension(axis)))? else { return Ok(None) };
    let bands = bar.numbers("bands");
    let bands = (!bands.is_empty()).then_some(bands);
    Ok(Some(ColourBar { map, dimension, level: bar.flag("level"), shrink: bar.or("shrink", 1.0), bands }))
}

/// Returns a colour map, by name or by its colours.
fn map(owner: &Reader) -> Option<Rc<ColourMap>> {
    let codes: Vec<Rgb> =
        owner.list("map_codes").iter().filter_map(|code| colormap::code(code.as_str()?.strip_prefix('#')?)).collect();
    match codes.is_empty() {
        true => colormap::find(&owner.text("map")),
        false => Some(Rc::new(ColourMap::through(&owner.text("map"), &codes, owner.flag("map_listed")))),
    }
}

/// Maps numbers to colours by their position between low and high.
struct Norm {
    axis: Axis,
    bounds: Vec<f64>,
}

impl Norm {
    fn of(owner: &Reader) -> Norm {
        let (low, high) = (owner.or("low", 0.0), owner.or("high", 1.0));
        let kind = kind(&owner.text("norm"), owner.or("threshold", 2.0));
        Norm { axis: Axis { low, high, kind }, bounds: owner.numbers("bounds") }
    }
    fn share(&self, value: f64) -> f64 {
        if value.is_nan() {
            return f64::NAN;
        }
        if self.bounds.len() > 2 {
            let band = self.bounds.partition_point(|bound| *bound <= value).clamp(1, self.bounds.len() - 1) - 1;
            return band as f64 / (self.bounds.len() - 2) as f64;
        }
        if self.axis.low == self.axis.high {
            return 0.0;
        }
        let value = if value.is_infinite() { value.signum() * 1e300 } else { value };
        // On a logarithmic axis, values below zero are below everything.
        self.axis.place(value).unwrap_or(-1.0)
    }
}

fn marker(artist: &Reader) -> Result<Option<Marker>> {
    artist.inner("marker", |marker| {
        Ok(Marker {
            shape: marker.text("shape").chars().next().unwrap_or('o'),
            size: marker.width("size", 6.0),
            face: marker.colour("face"),
            edge: marker.colour("edge").map(|colour| (colour, marker.width("edge_width", 1.0))),
            hollow: marker.flag("hollow"),
        })
    })
}

fn read_artist(artist: &Reader, over_image: bool) -> Result<Vec<Artist>> {
    let colour = artist.colour("colour").unwrap_or(Colour::series(0));
    let width = artist.width("width", 1.5);
    let dash = match artist.get("style") {
        Value::Str(style) => dash(style.as_str(), width),
        _ => artist.numbers("style").into_iter().map(|length| length * width.max(0.8)).collect(),
    };
    let edge = artist.colour("edge").map(|colour| (colour, artist.width("edge_width", 1.0)));
    let kind = artist.text("kind");
    let shape = match kind.as_str() {
        "line" => Shape::Line {
            x: artist.column("x"),
            y: artist.column("y"),
            colour,
            width: if artist.flag("unlined") { 0.0 } else { width },
            dash,
            marker: marker(artist)?,
            every: artist.or("every", 1.0).max(1.0) as usize,
        },
        "points" => Shape::Points {
            x: artist.column("x"),
            y: artist.column("y"),
            // The areas are in square points.
            sizes: artist.numbers("sizes").into_iter().map(|area| area.max(0.0).sqrt() * POINT).collect(),
            colours: colours(artist),
            marker: marker(artist)?.unwrap_or(Marker { shape: 'o', size: 6.0, face: None, edge: None, hollow: false }),
        },
        "boxes" => Shape::Boxes {
            boxes: artist.column("boxes").chunks_exact(4).filter_map(four).collect(),
            colours: colours(artist),
            edge,
            filled: !artist.flag("hollow"),
        },
        "area" => Shape::Area {
            points: artist.column("x").iter().copied().zip(artist.column("y").iter().copied()).collect(),
            colour,
            edge,
            filled: !artist.flag("hollow"),
        },
        "polygons" => Shape::Polygons {
            polygons: outlines(&artist.column("x"), &artist.column("y")),
            colours: if artist.flag("hollow") { Vec::new() } else { colours(artist) },
            edges: artist.colours("edges"),
            width,
            space: space(artist),
        },
        "arrow" => Shape::Arrow(Arrow {
            points: artist.column("x").iter().copied().zip(artist.column("y").iter().copied()).collect(),
            bend: artist.or("bend", 0.0),
            shrink: (artist.width("shrink_a", 0.0), artist.width("shrink_b", 0.0)),
            colour,
            width,
            dash,
            heads: (artist.flag("head_a"), artist.flag("head_b")),
            filled: artist.flag("filled"),
            scale: artist.width("scale", 10.0),
        }),
        "image" => match image(artist)? {
            Some(image) => image,
            None => return Ok(Vec::new()),
        },
        "text" => Shape::Text(text(artist, over_image)),
        "rule" => Shape::Rule {
            level: artist.flag("level"),
            at: artist.or("at", 0.0),
            share: (artist.or("from", 0.0), artist.or("to", 1.0)),
            colour,
            width,
            dash,
        },
        "band" => Shape::Band {
            level: artist.flag("level"),
            from: artist.or("low", 0.0),
            to: artist.or("high", 1.0),
            share: (artist.or("from", 0.0), artist.or("to", 1.0)),
            colour,
        },
        "segments" => Shape::Segments {
            segments: artist.column("ends").chunks_exact(4).filter_map(four).collect(),
            colours: colours(artist),
            width,
            dash,
        },
        "key" => Shape::Key { colour },
        other => return Err(Raise::value_error(format!("no artist is called '{other}'"))),
    };
    let label = artist.some_text("label");
    Ok(vec![Artist {
        shape,
        label,
        opacity: artist.or("opacity", 1.0).clamp(0.0, 1.0),
        order: artist.or("order", 0.0),
        said: artist.some_text("said"),
    }])
}

/// Splits corners into outlines where a coordinate is not a number.
fn outlines(x: &Values, y: &Values) -> Vec<Vec<(f64, f64)>> {
    let corners: Vec<(f64, f64)> = x.iter().copied().zip(y.iter().copied()).collect();
    let outlines = corners.split(|(x, y)| x.is_nan() || y.is_nan());
    outlines.filter(|outline| !outline.is_empty()).map(<[_]>::to_vec).collect()
}

/// Returns one colour for all, one per point, or colours from a colour map.
fn colours(artist: &Reader) -> Vec<Colour> {
    let values = artist.column("values");
    match map(artist).filter(|_| !values.is_empty()) {
        Some(map) => {
            let (norm, table) = (Norm::of(artist), map.table());
            let count = table.len() as f64;
            let at = |share: f64| table.get((share * count).clamp(0.0, count - 1.0) as usize).copied();
            values.iter().map(|value| Colour::exact(at(norm.share(*value)).unwrap_or([128; 3]))).collect()
        }
        None => {
            let colours = artist.colours("colours");
            if colours.is_empty() { vec![artist.colour("colour").unwrap_or(Colour::series(0))] } else { colours }
        }
    }
}

fn image(artist: &Reader) -> Result<Option<Shape>> {
    let value = artist.get("values");
    let Some(column) = value.downcast::<Column>() else { return Ok(None) };
    let (rows, columns, channels) = match column.shape[..] {
        [rows, columns] => (rows, columns, 1),
        [rows, columns, channels @ (3 | 4)] => (rows, columns, channels),
        _ => {
            let text = format!("Invalid shape {:?} for image data", column.shape);
            return Err(Raise::type_error(text));
        }
    };
    if rows == 0 || columns == 0 {
        return Ok(None);
    }
    // A very large image is subsampled to what the picture can show.
    let skip = (rows.max(columns)).div_ceil(4096);
    let (high, wide) = (rows.div_ceil(skip), columns.div_ceil(skip));
    let mut raster = Raster::new(wide, high);
    let upper = artist.text("origin") != "lower";
    let scale = if artist.flag("bytes") { 1.0 } else { 255.0 };
    let norm = Norm::of(artist);
    let table = map(artist).map(|map| map.table()).unwrap_or_default();
    let count = table.len() as f64;
    for y in 0..high {
        let row = if upper { y * skip } else { rows - 1 - y * skip };
        for x in 0..wide {
            let from = (row * columns + x * skip) * channels;
            let pixel = match channels {
                1 => {
                    let share = norm.share(column.values[from]);
                    match share.is_nan() {
                        true => [0; 4],
                        false => {
                            let [r, g, b] = table
                                .get((share * count).clamp(0.0, (count - 1.0).max(0.0)) as usize)
                                .copied()
                                .unwrap_or_default();
                            [r, g, b, 255]
                        }
                    }
                }
                _ => {
                    let part = |i: usize| {
                        column.values.get(from + i).map_or(255, |part| (part * scale).clamp(0.0, 255.0).round() as u8)
                    };
                    let lost = column.values[from..from + channels].iter().any(|part| part.is_nan());
                    if lost { [0; 4] } else { [part(0), part(1), part(2), if channels == 4 { part(3) } else { 255 }] }
                }
            };
            let at = (y * wide + x) * 4;
            raster.pixels[at..at + 4].copy_from_slice(&pixel);
        }
    }
    let extent = four(&artist.numbers("extent")).unwrap_or([-0.5, columns as f64 - 0.5, rows as f64 - 0.5, -0.5]);
    let words = match channels {
        1 => {
            let finite = || column.values.iter().copied().filter(|value| value.is_finite());
            let (low, high) =
                finite().fold((f64::MAX, f64::MIN), |(low, high), value| (low.min(value), high.max(value)));
            let range = match low <= high {
                true => format!(" from {} to {}", units::value(low), units::value(high)),
                false => String::new(),
            };
            let lost = match column.values.len() - finite().count() {
                0 => String::new(),
                lost => format!(", {} not finite", units::count(lost as u64)),
            };
            format!("image of {columns} × {rows} values{range}{lost}")
        }
        _ => format!("image of {columns} × {rows} pixels in colour"),
    };
    let words = if artist.text("words").is_empty() { words } else { artist.text("words") };
    Ok(Some(Shape::Image { raster: Rc::new(raster), extent, smooth: artist.flag("smooth"), words }))
}

fn space(artist: &Reader) -> Space {
    match artist.text("space").as_str() {
        "axes" => Space::Panel,
        "figure" => Space::Picture,
        _ => Space::Data,
    }
}

fn text(artist: &Reader, over_image: bool) -> Note {
    let space = space(artist);
    // Text on an image's own colours keeps its exact colour.
    let exact = over_image && space == Space::Data;
    let colour = match artist.some_text("colour") {
        Some(code) => match (code.strip_prefix('#').and_then(colormap::code), exact) {
            (Some(rgb), true) => Colour::exact(rgb),
            _ => colour(&code).unwrap_or(INK),
        },
        None if exact => Colour::exact(INK.light),
        None => INK,
    };
    let frame = artist.colour("face").map(|face| (face, artist.colour("edge"), artist.or("face_opacity", 1.0)));
    let arrow = artist.number("arrow_x").zip(artist.number("arrow_y"));
    let shift = (artist.or("shift_x", 0.0) * POINT, -artist.or("shift_y", 0.0) * POINT);
    Note {
        text: artist.text("text"),
        at: (artist.or("x", 0.0), artist.or("y", 0.0)),
        space,
        level: match artist.text("level").as_str() {
            "center" => 0.0,
            "right" => -1.0,
            _ => 1.0,
        },
        upright: match artist.text("upright").as_str() {
            "center" | "center_baseline" => 0.0,
            "top" => -1.0,
            _ => 1.0,
        },
        size: artist.or("size", 10.0).clamp(1.0, 200.0) * TEXT,
        colour,
        turn: artist.or("turn", 0.0),
        frame,
        arrow: arrow.map(|tip| (tip, artist.colour("arrow_colour").unwrap_or(INK), artist.flag("arrow_head"))),
        shift,
    }
}
