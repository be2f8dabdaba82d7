//! Draws a chart on a sheet: panels, axes, titles and colour bars.

use super::super::axis::Ticks;
use super::super::sheet::{Anchor, Point, Raster, Sheet, fitted};
use super::super::theme::{INK, QUIET, RULE};
use super::clip::Frame;
use super::layout::{BAR, BAR_GAP, HEADER, Layout, MARK, Sides};
use super::text::{LABEL, LINE, TICK, TITLE, crisp, text_lines};
use super::{Chart, ColourBar, Dimension, Panel, Title, legend};
use std::rc::Rc;

impl Chart {
    pub fn sheet(&self) -> Sheet {
        let layout = self.layout();
        let mut sheet = Sheet::new(layout.width.max(40.0), layout.height.max(30.0), self.scheme);
        if let Some(ground) = self.ground {
            sheet.ground = ground;
        }
        let centre = layout.width / 2.0;
        for (i, line) in text_lines(&self.title).iter().enumerate() {
            let line = fitted(line, 15.0, sheet.width - 16.0);
            sheet.text(&line, (centre, 18.0 + 20.0 * i as f64), Anchor::Middle, 15.0, INK);
        }
        let mut points: Vec<Vec<Point>> = Vec::new();
        for (i, panel) in self.panels.iter().enumerate() {
            points.push(panel.draw(&mut sheet, layout.frames[i], layout.sides[i]));
        }
        for (i, panel) in self.panels.iter().enumerate() {
            if let Some(wanted) = &panel.legend {
                legend::draw(&mut sheet, wanted, &panel.entries(), layout.frames[i], &points[i]);
            }
        }
        self.draw_shared(&mut sheet, &layout);
        if self.panels.is_empty() {
            let why = self.notes.first().map_or("an empty figure", String::as_str);
            nothing(&mut sheet, why);
        }
        sheet
    }

    /// The legend and the colour bar of the whole chart.
    fn draw_shared(&self, sheet: &mut Sheet, layout: &Layout) {
        let edge = |pick: fn(&Frame) -> f64, fold: fn(f64, f64) -> f64| layout.frames.iter().map(pick).reduce(fold);
        let (Some(top), Some(bottom)) = (edge(|f| f.top, f64::min), edge(|f| f.bottom, f64::max)) else { return };
        if let Some(bar) = &self.bar {
            let right = edge(|f| f.right, f64::max).unwrap_or(0.0)
                + layout.sides.iter().map(|sides| sides.right).fold(0.0, f64::max);
            let frame = Frame { left: 0.0, right, top, bottom };
            bar.draw(sheet, frame, 0.0);
        }
        if let Some(wanted) = &self.legend {
            let entries: Vec<_> = self.panels.iter().flat_map(Panel::entries).collect();
            let frame = Frame { left: 0.0, top: layout.title, right: sheet.width, bottom: sheet.height };
            legend::draw(sheet, wanted, &entries, frame, &[]);
        }
    }
}

/// Shows a text if there is nothing to draw.
pub fn nothing(sheet: &mut Sheet, text: &str) {
    let at = (sheet.width / 2.0, sheet.height / 2.0);
    sheet.text(text, at, Anchor::Middle, LABEL, QUIET);
}

impl Panel {
    /// Draws all but the legend; returns the data's positions, which the legend avoids.
    fn draw(&self, sheet: &mut Sheet, frame: Frame, sides: Sides) -> Vec<Point> {
        let (x_ticks, y_ticks) = (self.x.ticks(frame.width(), true), self.y.ticks(frame.height(), false));
        if let Some(ground) = self.ground.filter(|_| self.twin.is_none() && !self.bare) {
            sheet.rectangle((frame.left, frame.top), (frame.right, frame.bottom), ground, 1.0);
        }
        if !self.bare {
            self.grid(sheet, frame, &x_ticks, &y_ticks);
        }
        let mut artists: Vec<_> = self.artists.iter().collect();
        artists.sort_by(|a, b| a.order.total_cmp(&b.order));
        let mut points = Vec::new();
        for artist in &artists {
            super::marks::artist(sheet, self, frame, artist, &mut points);
        }
        if !self.bare {
            self.frame(sheet, frame);
            self.level_axis(sheet, frame, &x_ticks);
            self.upright_axis(sheet, frame, &y_ticks);
        }
        super::marks::notes(sheet, self, frame, &artists);
        self.head(sheet, frame, sides);
        if let Some(bar) = &self.bar {
            let deep = if self.bare || self.x.far { 0.0 } else { self.x.depth(frame.width(), true) };
            bar.draw(sheet, frame, deep);
        }
        points
    }

    /// Title and header.
    fn head(&self, sheet: &mut Sheet, frame: Frame, sides: Sides) {
        let places = self.header_places(frame.width());
        let rows = places.last().map_or(0, |(_, row)| row + 1) as f64;
        let high = rows * HEADER;
        let above = if self.x.far && !self.bare { self.x.depth(frame.width(), true) } else { 0.0 };
        for ((colour, text), (x, row)) in self.header.iter().zip(places) {
            let at = (frame.left + x, frame.top - above - high - 2.0 + (row as f64 + 0.5) * HEADER);
            sheet.line(vec![at, (at.0 + 13.0, at.1)], *colour, 3.0);
            let text = fitted(text, TICK, frame.width() - 20.0);
            sheet.text(&text, (at.0 + 20.0, at.1), Anchor::Start, TICK, INK);
        }
        let size = if self.title.size > 0.0 { self.title.size } else { TITLE };
        let lines = text_lines(&self.title.text);
        let (at, anchor) = match self.title.at {
            at if at <= 0.0 => (frame.left, Anchor::Start),
            at if at >= 1.0 => (frame.right, Anchor::End),
            _ => ((frame.left + frame.right) / 2.0, Anchor::Middle),
        };
        let over = if above > 0.0 || rows > 0.0 || sides.top > self.title_height() + above + high + 2.0 {
            // Everything else above the frame: ticks, the header, a common power of ten.
            (sides.top - self.title_height()).max(above + high)
        } else {
            0.0
        };
        let over = if lines.is_empty() { 0.0 } else { over.min(above + high + 16.0) };
        for (i, line) in lines.iter().rev().enumerate() {
            let y = frame.top - over - 5.0 - size * 0.65 - i as f64 * size * 1.3;
            let line = fitted(line, size, (sheet.width - 8.0).max(frame.width()));
            let room = super::super::sheet::text_width(&line, size) / 2.0 + 4.0;
            let at = match anchor {
                Anchor::Middle if room * 2.0 < sheet.width => at.clamp(room, sheet.width - room),
                _ => at,
            };
            sheet.text(&line, (at, y), anchor, size, self.title.colour.unwrap_or(INK));
        }
    }

    fn grid(&self, sheet: &mut Sheet, frame: Frame, x_ticks: &Ticks, y_ticks: &Ticks) {
        let mut rule = |dimension: &Dimension, ticks: &Ticks, level: bool| {
            let Some(grid) = &dimension.grid else { return };
            let minor = if grid.minor { dimension.axis.minor() } else { Vec::new() };
            let minor = minor.iter().map(|value| (*value, 0.5));
            for (value, weight) in minor.chain(ticks.ticks.iter().map(|tick| (tick.value, 1.0))) {
                let Some(place) = dimension.axis.place(value).filter(|_| dimension.axis.holds(value)) else { continue };
                let points = match level {
                    true => {
                        let x = crisp(frame.left + place * frame.width());
                        vec![(x, frame.top), (x, frame.bottom)]
                    }
                    false => {
                        let y = crisp(frame.bottom - place * frame.height());
                        vec![(frame.left, y), (frame.right, y)]
                    }
                };
                sheet.stroke(points, grid.colour, grid.width * weight, grid.opacity, &grid.dash);
            }
        };
        rule(&self.x, x_ticks, true);
        rule(&self.y, y_ticks, false);
    }

    fn frame(&self, sheet: &mut Sheet, frame: Frame) {
        let (left, right) = (crisp(frame.left), crisp(frame.right));
        let (top, bottom) = (crisp(frame.top), crisp(frame.bottom));
        let sides = [
            [(left, top), (left, bottom)],
            [(right, top), (right, bottom)],
            [(left, bottom), (right, bottom)],
            [(left, top), (right, top)],
        ];
        for (_, side) in self.frame.iter().zip(sides).filter(|(drawn, _)| **drawn) {
            sheet.line(side.to_vec(), RULE, 1.0);
        }
    }

    fn level_axis(&self, sheet: &mut Sheet, frame: Frame, ticks: &Ticks) {
        let (from, down) = if self.x.far { (frame.top, -1.0) } else { (frame.bottom, 1.0) };
        let at = |place: f64| frame.left + place * frame.width();
        level_texts(sheet, &self.x, ticks, from, down, &at, frame.width());
        let depth = self.x.depth(frame.width(), true);
        name(sheet, &self.x.name, self.x.name_size(), |lines, i, high| {
            let edge =
                from + down * depth - down * high * (lines as f64) + if down < 0.0 { high * lines as f64 } else { 0.0 };
            let y = if down > 0.0 { edge + (i as f64 + 0.5) * high } else { from - depth + (i as f64 + 0.5) * high };
            (((frame.left + frame.right) / 2.0, y), 0.0)
        });
        if !ticks.offset.is_empty() && self.x.labels {
            let y = from + down * (depth - LINE / 2.0);
            sheet.text(&ticks.offset, (frame.right, y), Anchor::End, TICK, QUIET);
        }
    }

    fn upright_axis(&self, sheet: &mut Sheet, frame: Frame, ticks: &Ticks) {
        let (from, out) = if self.y.far { (frame.right, 1.0) } else { (frame.left, -1.0) };
        let at = |place: f64| frame.bottom - place * frame.height();
        upright_texts(sheet, &self.y, ticks, from, out, &at);
        let depth = self.y.depth(frame.height(), false);
        name(sheet, &self.y.name, self.y.name_size(), |lines, i, high| {
            let x = match out < 0.0 {
                true => from - depth + (i as f64 + 0.5) * high,
                false => from + depth - (lines - i) as f64 * high + 0.5 * high,
            };
            ((x, (frame.top + frame.bottom) / 2.0), 90.0)
        });
        if !ticks.offset.is_empty() && self.y.labels {
            let anchor = if out < 0.0 { Anchor::Start } else { Anchor::End };
            sheet.text(&ticks.offset, (from, frame.top - 9.0), anchor, TICK, QUIET);
        }
    }
}

/// Ticks and texts of a horizontal axis along `from`.
fn level_texts(
    sheet: &mut Sheet,
    dimension: &Dimension,
    ticks: &Ticks,
    from: f64,
    down: f64,
    at: &dyn Fn(f64) -> f64,
    length: f64,
) {
    let turn = dimension.turned(ticks, length);
    let size = dimension.text_size();
    let line = LINE * size / TICK;
    if dimension.marks && dimension.ticks.is_none() {
        for value in dimension.axis.minor() {
            let x = crisp(at(dimension.axis.place(value).unwrap_or(0.0)));
            sheet.line(vec![(x, crisp(from)), (x, crisp(from) + down * MARK * 0.5)], RULE, 0.75);
        }
    }
    for tick in &ticks.ticks {
        let Some(place) = dimension.axis.place(tick.value).filter(|_| dimension.axis.holds(tick.value)) else {
            continue;
        };
        let x = crisp(at(place));
        if dimension.marks && (!tick.text.is_empty() || !dimension.labels) {
            sheet.line(vec![(x, crisp(from)), (x, crisp(from) + down * MARK)], RULE, 1.0);
        }
        if !dimension.labels {
            continue;
        }
        let begin = from + down * (MARK + 3.0);
        if turn == 0.0 {
            for (i, text) in text_lines(&tick.text).iter().enumerate() {
                sheet.text(text, (x, begin + down * (i as f64 + 0.5) * (line - 1.0)), Anchor::Middle, size, QUIET);
            }
        } else {
            // The text ends at the tick, or begins there if it is rotated the other way.
            let upright = (turn.rem_euclid(180.0) - 90.0).abs() < 1.0;
            let anchor = if (turn > 0.0) == (down > 0.0) { Anchor::End } else { Anchor::Start };
            let text = text_lines(&tick.text).join(" ");
            let inset = if upright { 0.0 } else { size * 0.25 };
            sheet.turned_text(
                &text,
                (x + if upright { 0.0 } else { 3.0 }, begin + down * inset),
                anchor,
                size,
                QUIET,
                turn,
            );
        }
    }
}

/// Ticks and texts of a vertical axis along `from`.
fn upright_texts(
    sheet: &mut Sheet,
    dimension: &Dimension,
    ticks: &Ticks,
    from: f64,
    out: f64,
    at: &dyn Fn(f64) -> f64,
) {
    let size = dimension.text_size();
    if dimension.marks && dimension.ticks.is_none() {
        for value in dimension.axis.minor() {
            let y = crisp(at(dimension.axis.place(value).unwrap_or(0.0)));
            sheet.line(vec![(crisp(from), y), (crisp(from) + out * MARK * 0.5, y)], RULE, 0.75);
        }
    }
    for tick in &ticks.ticks {
        let Some(place) = dimension.axis.place(tick.value).filter(|_| dimension.axis.holds(tick.value)) else {
            continue;
        };
        let y = crisp(at(place));
        if dimension.marks && (!tick.text.is_empty() || !dimension.labels) {
            sheet.line(vec![(crisp(from), y), (crisp(from) + out * MARK, y)], RULE, 1.0);
        }
        if dimension.labels {
            let anchor = if out < 0.0 { Anchor::End } else { Anchor::Start };
            let x = from + out * (MARK + 3.0);
            let lines = text_lines(&tick.text);
            let line = LINE * size / TICK;
            for (i, text) in lines.iter().enumerate() {
                let y = y + (i as f64 - (lines.len() as f64 - 1.0) / 2.0) * line;
                match dimension.turn {
                    0.0 => sheet.text(text, (x, y), anchor, size, QUIET),
                    turn => sheet.turned_text(text, (x, y), anchor, size, QUIET, turn),
                }
            }
        }
    }
}

/// An axis label; `place` gives position and rotation of each of its lines.
fn name(sheet: &mut Sheet, name: &Title, size: f64, place: impl Fn(usize, usize, f64) -> (Point, f64)) {
    let lines = text_lines(&name.text);
    for (i, line) in lines.iter().enumerate() {
        let (at, turn) = place(lines.len(), i, LINE * size / LABEL);
        let room = if turn == 0.0 { sheet.width } else { sheet.height };
        sheet.turned_text(&fitted(line, size, room - 8.0), at, Anchor::Middle, size, name.colour.unwrap_or(INK), turn);
    }
}

impl ColourBar {
    /// Beside the frame, or `deep` pixels below it.
    fn draw(&self, sheet: &mut Sheet, frame: Frame, deep: f64) {
        let length = if self.level { frame.width() } else { frame.height() };
        let kept = length * self.shrink.clamp(0.1, 1.0);
        let bar = match self.level {
            true => {
                let left = frame.left + (length - kept) / 2.0;
                let top = frame.bottom + deep + BAR_GAP;
                Frame { left, right: left + kept, top, bottom: top + BAR }
            }
            false => {
                let top = frame.top + (length - kept) / 2.0;
                let left = frame.right + BAR_GAP;
                Frame { left, right: left + BAR, top, bottom: top + kept }
            }
        };
        let steps = match &self.bands {
            Some(bounds) => bounds.len().saturating_sub(1).max(1),
            None => self.map.size(),
        };
        let mut raster = if self.level { Raster::new(steps, 1) } else { Raster::new(1, steps) };
        for (i, pixel) in raster.pixels.chunks_exact_mut(4).enumerate() {
            let step = if self.level { i } else { steps - 1 - i };
            let share = if steps > 1 { step as f64 / (steps - 1) as f64 } else { 0.5 };
            let [r, g, b] = self.map.at(share).unwrap_or([0; 3]);
            pixel.copy_from_slice(&[r, g, b, 255]);
        }
        let smooth = self.bands.is_none() && !self.map.is_list();
        sheet.image(Rc::new(raster), (bar.left, bar.top), (bar.right, bar.bottom), smooth);
        let (left, right, top, bottom) = (crisp(bar.left), crisp(bar.right), crisp(bar.top), crisp(bar.bottom));
        let corners = vec![(left, top), (right, top), (right, bottom), (left, bottom), (left, top)];
        sheet.line(corners, RULE, 1.0);
        let ticks = self.dimension.ticks(kept, self.level);
        let depth = self.dimension.depth(kept, self.level);
        match self.level {
            true => {
                level_texts(sheet, &self.dimension, &ticks, bar.bottom, 1.0, &|place| bar.left + place * kept, kept);
                name(sheet, &self.dimension.name, self.dimension.name_size(), |lines, i, high| {
                    let y = bar.bottom + depth - (lines - i) as f64 * high + high / 2.0;
                    (((bar.left + bar.right) / 2.0, y), 0.0)
                });
            }
            false => {
                upright_texts(sheet, &self.dimension, &ticks, bar.right, 1.0, &|place| bar.bottom - place * kept);
                name(sheet, &self.dimension.name, self.dimension.name_size(), |lines, i, high| {
                    let x = bar.right + depth - (lines - i) as f64 * high + high / 2.0;
                    ((x, (bar.top + bar.bottom) / 2.0), 90.0)
                });
                if !ticks.offset.is_empty() {
                    sheet.text(&ticks.offset, (bar.left, bar.top - 9.0), Anchor::Start, TICK, QUIET);
                }
            }
        }
    }
}
