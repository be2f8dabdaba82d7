//! Makes room for the panels: measures what surrounds each (ticks, labels, titles, colour bars) and divides the rest among
//! them, aligned in rows and columns. Panels with a fixed aspect ratio return what they do not need.

use super::super::axis::{Tick, Ticks};
use super::super::sheet::{fitted, text_width};
use super::clip::Frame;
use super::text::{LABEL, LINE, TICK, TITLE, text_block, text_lines};
use super::{Chart, Dimension, Panel, Place, Shape, Space};

/// Margin around the whole picture.
const MARGIN: f64 = 8.0;
/// Space between the surroundings of two panels.
const GAP: f64 = 14.0;
pub const MARK: f64 = 4.0;
const AIR: f64 = 4.0;
pub const BAR: f64 = 14.0;
pub const BAR_GAP: f64 = 12.0;
pub const HEADER: f64 = 20.0;

/// The space that a panel needs on its left, right, top and bottom.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sides {
    pub left: f64,
    pub right: f64,
    pub top: f64,
    pub bottom: f64,
}

/// The position of everything.
pub struct Layout {
    pub width: f64,
    pub height: f64,
    /// One per panel.
    pub frames: Vec<Frame>,
    pub sides: Vec<Sides>,
    /// The height of the figure's title.
    pub title: f64,
}

impl Dimension {
    /// The ticks for an axis of this length; horizontal axes have room for fewer.
    pub fn ticks(&self, length: f64, level: bool) -> Ticks {
        if let Some(ticks) = &self.ticks {
            let short = |tick: &Tick| Tick { value: tick.value, text: self.cut(&tick.text) };
            return Ticks { ticks: ticks.iter().map(short).collect(), offset: String::new() };
        }
        // As matplotlib counts: from points and ten-point text.
        let each = if level { 30.0 } else { 20.0 };
        let mut room = (length * 0.72 / each).floor().max(1.0) as usize;
        loop {
            let ticks = self.axis.ticks(room.min(9), self.unit);
            let shown = ticks.ticks.iter().filter(|tick| self.axis.holds(tick.value));
            let taken: f64 = shown.map(|tick| text_width(&tick.text, self.text_size()) + 6.0).sum();
            if !level || room <= 2 || !self.labels || taken <= length {
                return ticks;
            }
            room = room.min(9) - 1;
        }
    }

    /// Shortens a label that would take too much of the picture.
    fn cut(&self, text: &str) -> String {
        const LONGEST: f64 = 200.0;
        let fits = text.chars().count() <= 16;
        let line = |line: &String| fitted(line, self.text_size(), LONGEST);
        if fits { text.to_owned() } else { text_lines(text).iter().map(line).collect::<Vec<_>>().join("\n") }
    }

    pub fn text_size(&self) -> f64 {
        if self.size > 0.0 { self.size } else { TICK }
    }

    /// The rotation of the texts: as requested, or slanted if names would collide.
    pub fn turned(&self, ticks: &Ticks, length: f64) -> f64 {
        if self.turn != 0.0 || self.ticks.is_none() || !self.labels {
            return self.turn;
        }
        let shown: Vec<(f64, f64)> = ticks
            .ticks
            .iter()
            .filter_map(|tick| Some((self.axis.place(tick.value)? * length, text_width(&tick.text, self.text_size()))))
            .filter(|(at, _)| (-0.5..=length + 0.5).contains(at))
            .collect();
        let tight = shown.windows(2).any(|pair| (pair[1].0 - pair[0].0).abs() < (pair[0].1 + pair[1].1) / 2.0 + 4.0);
        if tight { 40.0 } else { 0.0 }
    }

    /// How far it extends from the panel's edge.
    pub fn depth(&self, length: f64, level: bool) -> f64 {
        let ticks = self.ticks(length, level);
        let shown = || ticks.ticks.iter().filter(|tick| self.axis.holds(tick.value) && !tick.text.is_empty());
        let mut depth = 0.0;
        if shown().next().is_some() && self.marks {
            depth += MARK;
        }
        if self.labels && shown().next().is_some() {
            let turn = if level { self.turned(&ticks, length) } else { self.turn }.to_radians();
            let high = LINE * self.text_size() / TICK;
            let across = |text: &str| {
                let (wide, rows) = text_block(text, self.text_size(), high);
                match level {
                    true => wide * turn.sin().abs() + rows * turn.cos().abs(),
                    false => wide * turn.cos().abs() + rows * turn.sin().abs(),
                }
            };
            depth += AIR - 1.0 + shown().map(|tick| across(&tick.text)).fold(0.0, f64::max);
        }
        let named = text_lines(&self.name.text).len() as f64;
        if named > 0.0 {
            depth += AIR + named * LINE * self.name_size() / LABEL;
        } else if level && !ticks.offset.is_empty() {
            depth += LINE;
        }
        depth
    }

    pub fn name_size(&self) -> f64 {
        if self.name.size > 0.0 { self.name.size } else { LABEL }
    }
}

impl Panel {
    pub fn title_height(&self) -> f64 {
        let lines = text_lines(&self.title.text).len() as f64;
        let size = if self.title.size > 0.0 { self.title.size } else { TITLE };
        if lines > 0.0 { lines * size * 1.3 + 5.0 } else { 0.0 }
    }

    /// Rows of the header and the position of each entry in them, for a panel of this width.
    pub fn header_places(&self, width: f64) -> Vec<(f64, usize)> {
        let (mut x, mut row) = (0.0, 0);
        self.header
            .iter()
            .map(|(_, text)| {
                let wide = text_width(text, TICK) + 20.0;
                if x > 0.0 && x + wide > width {
                    (x, row) = (0.0, row + 1);
                }
                let place = (x, row);
                x += wide + 16.0;
                place
            })
            .collect()
    }

    /// Makes room for areas that lie outside the panel.
    fn make_room(&self, sides: &mut Sides, (width, height): (f64, f64)) {
        for artist in &self.artists {
            let Shape::Polygons { polygons, space: Space::Panel, .. } = &artist.shape else { continue };
            for (x, y) in polygons.iter().flatten() {
                sides.left = sides.left.max(-x * width);
                sides.right = sides.right.max((x - 1.0) * width);
                sides.bottom = sides.bottom.max(-y * height);
                sides.top = sides.top.max((y - 1.0) * height);
            }
        }
    }

    fn sides(&self, width: f64, height: f64) -> Sides {
        let mut sides = Sides::default();
        if !self.bare {
            let (x, y) = (self.x.depth(width, true), self.y.depth(height, false));
            *(if self.x.far { &mut sides.top } else { &mut sides.bottom }) += x;
            *(if self.y.far { &mut sides.right } else { &mut sides.left }) += y;
            // The last text of the x axis is centred on its tick.
            if self.x.labels && self.x.turn == 0.0 {
                let ticks = self.x.ticks(width, true);
                for tick in ticks.ticks.iter().filter(|tick| self.x.axis.holds(tick.value)) {
                    let half = text_width(&tick.text, self.x.text_size()) / 2.0;
                    let at = self.x.axis.place(tick.value).unwrap_or(0.5) * width;
                    sides.right = sides.right.max(at + half - width);
                    sides.left = sides.left.max(half - at);
                }
            }
            if self.y.labels {
                (sides.top, sides.bottom) = (sides.top.max(6.0), sides.bottom.max(6.0));
                if !self.y.ticks(height, false).offset.is_empty() {
                    sides.top = sides.top.max(LINE + 2.0);
                }
            }
        }
        self.make_room(&mut sides, (width, height));
        if let Some(bar) = &self.bar {
            match bar.level {
                true => sides.bottom += BAR_GAP + BAR + bar.dimension.depth(width, true),
                false => sides.right += BAR_GAP + BAR + bar.dimension.depth(height, false),
            }
        }
        sides.top += self.title_height();
        if let Some((_, row)) = self.header_places(width).last() {
            sides.top += (*row as f64 + 1.0) * HEADER + 2.0;
        }
        if let Some((share, _)) = self.legend.as_ref().and_then(|legend| legend.anchor)
            && share >= 1.0
        {
            sides.right +=
                super::legend::size(self.legend.as_ref().unwrap_or(&Default::default()), &self.entries()).0 + 10.0;
        }
        sides
    }
}

impl Chart {
    pub fn layout(&self) -> Layout {
        let title = match text_lines(&self.title).len() {
            0 => 0.0,
            lines => lines as f64 * 20.0 + 4.0,
        };
        let bar = self.bar.as_ref().map_or(0.0, |bar| BAR_GAP + BAR + bar.dimension.depth(self.height * 0.8, false));
        let area =
            Frame { left: MARGIN, top: MARGIN + title, right: self.width - MARGIN - bar, bottom: self.height - MARGIN };
        let grid = Lines::of(&self.panels);
        // A panel's surroundings depend on its size, and its size on its surroundings: two passes are enough.
        let (rows, columns) = (grid.rows.len().max(1) as f64, grid.columns.len().max(1) as f64);
        let guess = Frame {
            left: 0.0,
            top: 0.0,
            right: (area.width() / columns - 60.0).max(40.0),
            bottom: (area.height() / rows - 50.0).max(40.0),
        };
        let mut frames = vec![guess; self.panels.len()];
        let mut sides = Vec::new();
        let (mut width, mut height) = (self.width, self.height);
        for _ in 0..2 {
            sides = self.all_sides(&frames);
            (frames, width, height) = self.frames(&grid, &sides, area);
        }
        Layout { width: width + bar, height, frames, sides, title }
    }

    /// What surrounds each panel, with that of its twin axes.
    fn all_sides(&self, frames: &[Frame]) -> Vec<Sides> {
        let mut sides: Vec<Sides> =
            self.panels.iter().zip(frames).map(|(panel, frame)| panel.sides(frame.width(), frame.height())).collect();
        for (i, panel) in self.panels.iter().enumerate() {
            if let Some(twin) = panel.twin
                && twin.of < sides.len()
            {
                let own = sides[i];
                let base = &mut sides[twin.of];
                base.right = base.right.max(own.right);
                base.top = base.top.max(own.top);
                base.left = base.left.max(own.left * if panel.y.far { 0.0 } else { 1.0 });
            }
        }
        sides
    }

    fn frames(&self, grid: &Lines, sides: &[Sides], area: Frame) -> (Vec<Frame>, f64, f64) {
        // The space that rows and columns need around their panels.
        let mut before = (vec![0.0f64; grid.columns.len()], vec![0.0f64; grid.rows.len()]);
        let mut after = before.clone();
        for (i, cell) in grid.cells.iter().enumerate() {
            let Some(cell) = cell else { continue };
            let side = sides[i];
            before.0[cell.column.0] = before.0[cell.column.0].max(side.left);
            after.0[cell.column.1 - 1] = after.0[cell.column.1 - 1].max(side.right);
            before.1[cell.row.0] = before.1[cell.row.0].max(side.top);
            after.1[cell.row.1 - 1] = after.1[cell.row.1 - 1].max(side.bottom);
        }
        let mut wide = shares(area.width(), &grid.columns, &before.0, &after.0);
        let mut high = shares(area.height(), &grid.rows, &before.1, &after.1);
        let fixed = |i: usize| self.panels[i].aspect;
        // If all panels of a grid keep their aspect ratio, rows and columns are as large as the panels need.
        let all_fixed = grid.cells.iter().enumerate().all(|(i, cell)| cell.is_none() || fixed(i).is_some());
        if all_fixed && !grid.cells.is_empty() && grid.cells.iter().any(Option::is_some) {
            let (mut need_wide, mut need_high) = (vec![1.0f64; wide.len()], vec![1.0f64; high.len()]);
            for (i, cell) in grid.cells.iter().enumerate() {
                if let (Some(cell), Some(aspect)) = (cell, fixed(i))
                    && cell.column.1 - cell.column.0 == 1
                    && cell.row.1 - cell.row.0 == 1
                {
                    let panel = &self.panels[i];
                    let (w, h) = proportioned(panel, aspect, wide[cell.column.0], high[cell.row.0]);
                    need_wide[cell.column.0] = need_wide[cell.column.0].max(w);
                    need_high[cell.row.0] = need_high[cell.row.0].max(h);
                }
            }
            let spans = grid
                .cells
                .iter()
                .flatten()
                .any(|cell| cell.column.1 - cell.column.0 > 1 || cell.row.1 - cell.row.0 > 1);
            if !spans {
                (wide, high) = (need_wide, need_high);
            }
        }
        let starts = |origin: f64, sizes: &[f64], before: &[f64], after: &[f64]| {
            let mut at = origin;
            let mut starts = Vec::new();
            for i in 0..sizes.len() {
                at += before[i];
                starts.push(at);
                at += sizes[i] + after[i] + GAP;
            }
            (starts, at - GAP)
        };
        let (lefts, right) = starts(area.left, &wide, &before.0, &after.0);
        let (tops, bottom) = starts(area.top, &high, &before.1, &after.1);
        let free = self.panels.iter().any(|panel| matches!(panel.place, Place::Free(_)));
        let mut frames: Vec<Frame> = Vec::with_capacity(self.panels.len());
        for (i, panel) in self.panels.iter().enumerate() {
            let room = match (&grid.cells[i], &panel.place) {
                (Some(cell), _) => {
                    let (c, r) = (cell.column.1 - 1, cell.row.1 - 1);
                    let (left, top) = (lefts[cell.column.0], tops[cell.row.0]);
                    Frame { left, top, right: lefts[c] + wide[c], bottom: tops[r] + high[r] }
                }
                (None, Place::Free([left, bottom, width, height])) => Frame {
                    left: left * self.width,
                    top: (1.0 - bottom - height) * self.height,
                    right: (left + width) * self.width,
                    bottom: (1.0 - bottom) * self.height,
                },
                (None, _) => area,
            };
            frames.push(match fixed(i) {
                Some(aspect) => {
                    let (w, h) = proportioned(panel, aspect, room.width(), room.height());
                    let (left, top) = (room.left + (room.width() - w) / 2.0, room.top + (room.height() - h) / 2.0);
                    Frame { left, top, right: left + w, bottom: top + h }
                }
                None => room,
            });
        }
        for (i, panel) in self.panels.iter().enumerate() {
            if let Some(base) = panel.twin.and_then(|twin| frames.get(twin.of).copied()) {
                frames[i] = base;
            }
        }
        for frame in &mut frames {
            *frame = Frame {
                left: frame.left.round(),
                top: frame.top.round(),
                right: frame.right.round().max(frame.left.round() + 1.0),
                bottom: frame.bottom.round().max(frame.top.round() + 1.0),
            };
        }
        match grid.cells.iter().any(Option::is_some) && !free {
            true => (frames, right + MARGIN, bottom + MARGIN),
            false => (frames, self.width, self.height),
        }
    }
}

/// The largest size within the room with this height of a y unit per x unit.
fn proportioned(panel: &Panel, aspect: f64, width: f64, height: f64) -> (f64, f64) {
    let (x, y) = (panel.x.axis, panel.y.axis);
    let shape = (y.high - y.low).abs() / (x.high - x.low).abs() * aspect;
    if !shape.is_finite() || shape <= 0.0 {
        return (width, height);
    }
    if width * shape <= height { (width, (width * shape).max(1.0)) } else { ((height / shape).max(1.0), height) }
}

/// Divides the rest of a length by weight.
fn shares(length: f64, weights: &[f64], before: &[f64], after: &[f64]) -> Vec<f64> {
    let taken: f64 = before.iter().chain(after).sum::<f64>() + GAP * weights.len().saturating_sub(1) as f64;
    let total: f64 = weights.iter().sum();
    weights.iter().map(|weight| ((length - taken) * weight / total).max(24.0)).collect()
}

/// A panel's rows and columns, end exclusive.
struct Cell {
    row: (usize, usize),
    column: (usize, usize),
}

/// One grid that all panels fit into.
struct Lines {
    rows: Vec<f64>,
    columns: Vec<f64>,
    cells: Vec<Option<Cell>>,
}

impl Lines {
    fn of(panels: &[Panel]) -> Lines {
        let grids = || {
            panels.iter().filter_map(|panel| match &panel.place {
                Place::Grid { rows, columns, .. } => Some((rows, columns)),
                Place::Free(_) => None,
            })
        };
        let common = |all: &mut dyn Iterator<Item = &Vec<f64>>| -> Vec<f64> {
            let mut lines: Vec<f64> = Vec::new();
            for ratios in all {
                let count = least_common(lines.len().max(1), ratios.len().max(1));
                if lines.is_empty() || count > lines.len() {
                    let parts = count / ratios.len().max(1);
                    lines = ratios.iter().flat_map(|ratio| vec![ratio / parts as f64; parts]).collect();
                }
            }
            lines
        };
        let rows = common(&mut grids().map(|(rows, _)| rows));
        let columns = common(&mut grids().map(|(_, columns)| columns));
        let cells = panels
            .iter()
            .map(|panel| match &panel.place {
                Place::Free(_) => None,
                Place::Grid { rows: own_rows, columns: own_columns, row, column } => {
                    let (down, across) = (rows.len() / own_rows.len().max(1), columns.len() / own_columns.len().max(1));
                    let row = (row.0 * down, (row.1 * down).clamp(row.0 * down + 1, rows.len()));
                    let column = (column.0 * across, (column.1 * across).clamp(column.0 * across + 1, columns.len()));
                    Some(Cell { row, column })
                }
            })
            .collect();
        Lines { rows, columns, cells }
    }
}

fn least_common(a: usize, b: usize) -> usize {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    a / x * b
}
