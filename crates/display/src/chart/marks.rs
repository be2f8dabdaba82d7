//! Draws artists: lines, points, boxes, areas, images, notes. Clips them to the panel, and thins them if there are
//! more than a picture can show.

use super::super::sheet::{Anchor, Point, Raster, Sheet};
use super::super::theme::Colour;
use super::clip::{Frame, thinned};
use super::text::{crisp, text_block, text_lines};
use super::{Artist, Marker, Note, Panel, Shape, Space, Values};
use std::collections::HashMap;
use std::rc::Rc;

/// More points than this become an image, which keeps the SVG small.
const POINTS: usize = 4000;
/// Lines with more steps than this are drawn by sampling.
const STEPS: usize = 40_000;

/// From values to positions on the sheet.
struct Map<'a> {
    panel: &'a Panel,
    frame: Frame,
}

impl Map<'_> {
    /// Keeps positions far outside the frame outside, within numbers that arithmetic can handle.
    fn x(&self, value: f64) -> Option<f64> {
        let place = self.panel.x.axis.place(value)?;
        Some((self.frame.left + place * self.frame.width()).clamp(-1e6, 1e6))
    }
    fn y(&self, value: f64) -> Option<f64> {
        let place = self.panel.y.axis.place(value)?;
        Some((self.frame.bottom - place * self.frame.height()).clamp(-1e6, 1e6))
    }
    fn at(&self, x: f64, y: f64) -> Option<Point> {
        Some((self.x(x)?, self.y(y)?))
    }
    /// Infinity becomes the edge (a bar on a logarithmic axis begins below all values).
    fn edge_x(&self, value: f64) -> f64 {
        self.x(value).unwrap_or(if value > 0.0 { self.frame.right } else { self.frame.left })
    }
    fn edge_y(&self, value: f64) -> f64 {
        self.y(value).unwrap_or(if value > 0.0 { self.frame.top } else { self.frame.bottom })
    }
}

/// Draws an artist; adds some of its positions to `points`.
pub fn artist(sheet: &mut Sheet, panel: &Panel, frame: Frame, artist: &Artist, points: &mut Vec<Point>) {
    let map = Map { panel, frame };
    let opacity = artist.opacity;
    match &artist.shape {
        Shape::Line { x, y, colour, width, dash, marker, every } => {
            line(sheet, &map, (x, y), *colour, (*width, dash, opacity), points);
            if let Some(marker) = marker {
                let every = (*every).max(1);
                let pick = |values: &Values| values.iter().copied().step_by(every).collect::<Values>();
                let (x, y) = (pick(x), pick(y));
                scatter(sheet, &map, (&x, &y), &[marker.size], &[*colour], marker, opacity, points);
            }
        }
        Shape::Points { x, y, sizes, colours, marker } => {
            scatter(sheet, &map, (x, y), sizes, colours, marker, opacity, points);
        }
        Shape::Boxes { boxes, colours, edge, filled } => {
            bars(sheet, &map, boxes, colours, *edge, *filled, opacity, points);
        }
        Shape::Area { points: corners, colour, edge, filled } => {
            let corners: Vec<Point> = corners.iter().filter_map(|(x, y)| map.at(*x, *y)).collect();
            let within = frame.area(&corners);
            points.extend(within.iter().step_by(within.len() / 200 + 1));
            if *filled {
                sheet.fill(within, *colour, opacity);
            }
            if let (Some((colour, width)), Some(&first)) = (edge, corners.first()) {
                let mut round = corners;
                round.push(first);
                for piece in frame.line(&round) {
                    sheet.stroke(piece, *colour, *width, opacity, &[]);
                }
            }
        }
        Shape::Polygons { polygons, colours, edges, width, space } => {
            let (map, frame) = match space {
                Space::Data => (map, frame),
                _ => (Map { panel: &Panel::default(), frame }, frame.grown(1e5)),
            };
            self::polygons(sheet, (&map, frame), polygons, (colours, edges, *width), opacity, points);
        }
        Shape::Image { raster, extent, smooth, .. } => image(sheet, &map, raster, *extent, *smooth, opacity),
        Shape::Rule { level, at, share, colour, width, dash } => {
            let ends = match level {
                true => map.y(*at).map(|y| {
                    let along = |share: f64| frame.left + share * frame.width();
                    [(along(share.0), y), (along(share.1), y)]
                }),
                false => map.x(*at).map(|x| {
                    let along = |share: f64| frame.bottom - share * frame.height();
                    [(x, along(share.0)), (x, along(share.1))]
                }),
            };
            if let Some((from, to)) = ends.and_then(|[from, to]| frame.segment(from, to)) {
                sheet.stroke(vec![from, to], *colour, *width, opacity, dash);
            }
        }
        Shape::Band { level, from, to, share, colour } => {
            let (a, b) = match level {
                true => {
                    let along = |share: f64| frame.left + share * frame.width();
                    ((along(share.0), map.edge_y(*from)), (along(share.1), map.edge_y(*to)))
                }
                false => {
                    let along = |share: f64| frame.bottom - share * frame.height();
                    ((map.edge_x(*from), along(share.0)), (map.edge_x(*to), along(share.1)))
                }
            };
            sheet.rectangle(frame.clamp(a), frame.clamp(b), *colour, opacity);
        }
        Shape::Segments { segments, colours, width, dash } => {
            for (i, [x0, y0, x1, y1]) in segments.iter().enumerate() {
                let ends = map.at(*x0, *y0).zip(map.at(*x1, *y1));
                if let Some((from, to)) = ends.and_then(|(from, to)| frame.segment(from, to)) {
                    let colour = colours.get(i).or(colours.first()).copied().unwrap_or(super::INK);
                    sheet.stroke(vec![from, to], colour, *width, opacity, dash);
                    if i % (segments.len() / 500 + 1) == 0 {
                        points.push(from);
                        points.push(to);
                    }
                }
            }
        }
        Shape::Arrow(arrow) => {
            let at: Vec<Point> = arrow.points.iter().filter_map(|(x, y)| map.at(*x, *y)).collect();
            points.extend(at.iter().filter(|at| frame.holds(**at)));
            super::arrows::draw(sheet, frame, arrow, at, opacity);
        }
        Shape::Text(_) | Shape::Key { .. } => {}
    }
}

/// Fills and outlines areas, one after the other. An opaque area without an outline gets a hair of its own colour, which
/// hides the seam between neighbours.
fn polygons(
    sheet: &mut Sheet,
    (map, frame): (&Map, Frame),
    polygons: &[Vec<(f64, f64)>],
    (colours, edges, width): (&[Colour], &[Colour], f64),
    opacity: f64,
    points: &mut Vec<Point>,
) {
    let pick = |all: &[Colour], i: usize| all.get(i).or(all.first()).copied();
    for (i, corners) in polygons.iter().enumerate() {
        let corners: Vec<Point> = corners.iter().filter_map(|(x, y)| map.at(*x, *y)).collect();
        let Some(&first) = corners.first() else { continue };
        if i % (polygons.len() / 500 + 1) == 0 && frame.holds(first) {
            points.push(first);
        }
        let fill = pick(colours, i);
        if let Some(colour) = fill {
            sheet.fill(frame.area(&corners), colour, opacity);
        }
        let hair = fill.filter(|_| opacity >= 1.0).map(|colour| (colour, 0.5));
        let edge = pick(edges, i).filter(|_| width > 0.0).map(|colour| (colour, width));
        if let Some((colour, width)) = edge.or(hair) {
            let mut round = corners;
            round.push(first);
            for piece in frame.line(&round) {
                sheet.stroke(piece, colour, width, opacity, &[]);
            }
        }
    }
}

/// Splits a line where a value cannot be shown.
fn line(
    sheet: &mut Sheet,
    map: &Map,
    (x, y): (&Values, &Values),
    colour: Colour,
    (width, dash, opacity): (f64, &[f64], f64),
    points: &mut Vec<Point>,
) {
    let frame = map.frame.grown(width);
    let mut run: Vec<Point> = Vec::new();
    let mut runs: Vec<Vec<Point>> = Vec::new();
    for (x, y) in x.iter().zip(y.iter()) {
        match map.at(*x, *y) {
            Some(at) => run.push(at),
            None if !run.is_empty() => runs.push(std::mem::take(&mut run)),
            None => {}
        }
    }
    runs.push(run);
    for run in runs {
        if let [only] = run[..] {
            // A line of one point would be invisible.
            if frame.holds(only) && width > 0.0 {
                sheet.dot(only, (width * 0.9).max(1.2), colour, opacity);
                points.push(only);
            }
            continue;
        }
        let mut run = thinned(run);
        if run.len() > STEPS {
            // A dense scribble: what is drawn covers the same pixels.
            let every = run.len().div_ceil(STEPS);
            run = run.into_iter().step_by(every).collect();
        }
        points.extend(run.iter().step_by(run.len() / 400 + 1).filter(|at| map.frame.holds(**at)));
        for piece in frame.line(&run) {
            sheet.stroke(piece, colour, width, opacity, dash);
        }
    }
}

#[expect(clippy::too_many_arguments, reason = "one call for each kind of artist")]
fn scatter(
    sheet: &mut Sheet,
    map: &Map,
    (x, y): (&Values, &Values),
    sizes: &[f64],
    colours: &[Colour],
    marker: &Marker,
    opacity: f64,
    points: &mut Vec<Point>,
) {
    let pick = |i: usize| {
        let colour = colours.get(i).or(colours.first()).copied().unwrap_or(super::INK);
        (colour, sizes.get(i).or(sizes.first()).copied().unwrap_or(6.0))
    };
    let room = map.frame.grown(0.5);
    let places = || x.iter().zip(y.iter()).enumerate().filter_map(|(i, (x, y))| Some((i, map.at(*x, *y)?)));
    if x.len() <= POINTS {
        for (i, at) in places().filter(|(_, at)| room.holds(*at)) {
            let (colour, size) = pick(i);
            self::marker(sheet, at, marker, colour, size, opacity);
            points.push(at);
        }
        return;
    }
    // Points of the same colour and size within a quarter of a pixel become one, with their combined opacity.
    let mut seen: HashMap<(i32, i32, Colour, u32), (Point, u32)> = HashMap::new();
    let mut order: Vec<(i32, i32, Colour, u32)> = Vec::new();
    for (i, at) in places().filter(|(_, at)| room.holds(*at)) {
        let (colour, size) = pick(i);
        let key = ((at.0 * 2.0).round() as i32, (at.1 * 2.0).round() as i32, colour, (size * 8.0) as u32);
        let entry = seen.entry(key).or_insert_with(|| {
            order.push(key);
            (at, 0)
        });
        entry.1 += 1;
    }
    points.extend(order.iter().step_by(order.len() / 500 + 1).map(|key| seen[key].0));
    let dense = |count: u32| 1.0 - (1.0 - opacity).powi(count.min(10_000) as i32);
    if order.len() <= POINTS {
        for key in &order {
            let (at, count) = seen[key];
            self::marker(sheet, at, marker, key.2, key.3 as f64 / 8.0, dense(count));
        }
        return;
    }
    // The image has the colours of one page: the light one, unless the picture is for a dark one.
    let scheme = sheet.scheme;
    let stamps = order.iter().map(|key| {
        let (at, count) = seen[key];
        (at, marker.face.unwrap_or(key.2).on(scheme), (key.3 as f64 / 8.0).max(1.0), dense(count))
    });
    let raster = stamped(map.frame, stamps);
    let (from, to) = ((map.frame.left, map.frame.top), (map.frame.right, map.frame.bottom));
    sheet.image(Rc::new(raster), from, to, false);
}

/// Round stamps on an image at twice the frame's resolution.
fn stamped(frame: Frame, stamps: impl Iterator<Item = (Point, [u8; 3], f64, f64)>) -> Raster {
    const FINE: f64 = 2.0;
    let (width, height) = ((frame.width() * FINE) as usize, (frame.height() * FINE) as usize);
    let mut raster = Raster::new(width.max(1), height.max(1));
    for ((x, y), colour, size, opacity) in stamps {
        let (x, y) = ((x - frame.left) * FINE, (y - frame.top) * FINE);
        let radius = size / 2.0 * FINE;
        let reach = radius.ceil() as i64 + 1;
        for row in (y as i64 - reach).max(0)..=(y as i64 + reach).min(height as i64 - 1) {
            for column in (x as i64 - reach).max(0)..=(x as i64 + reach).min(width as i64 - 1) {
                let away = (column as f64 + 0.5 - x).hypot(row as f64 + 0.5 - y);
                let cover = (radius + 0.5 - away).clamp(0.0, 1.0) * opacity;
                if cover <= 0.0 {
                    continue;
                }
                let at = (row as usize * width + column as usize) * 4;
                let pixel = &mut raster.pixels[at..at + 4];
                let under = pixel[3] as f64 / 255.0 * (1.0 - cover);
                let alpha = cover + under;
                for (part, colour) in pixel.iter_mut().zip(colour) {
                    *part = ((colour as f64 * cover + *part as f64 * under) / alpha).round() as u8;
                }
                pixel[3] = (alpha * 255.0).round() as u8;
            }
        }
    }
    raster
}

#[expect(clippy::too_many_arguments, reason = "one call for each kind of artist")]
fn bars(
    sheet: &mut Sheet,
    map: &Map,
    boxes: &[[f64; 4]],
    colours: &[Colour],
    edge: Option<(Colour, f64)>,
    filled: bool,
    opacity: f64,
    points: &mut Vec<Point>,
) {
    let frame = map.frame;
    let mut placed: Vec<(Point, Point, Colour)> = Vec::new();
    for (i, [x0, y0, x1, y1]) in boxes.iter().enumerate() {
        if [x0, y0, x1, y1].iter().any(|value| value.is_nan()) {
            continue;
        }
        let (a, b) = ((map.edge_x(*x0), map.edge_y(*y0)), (map.edge_x(*x1), map.edge_y(*y1)));
        let (left, right) = (a.0.min(b.0), a.0.max(b.0));
        let (top, bottom) = (a.1.min(b.1), a.1.max(b.1));
        if right < frame.left || left > frame.right || bottom < frame.top || top > frame.bottom {
            continue;
        }
        let colour = colours.get(i).or(colours.first()).copied().unwrap_or(super::INK);
        placed.push((frame.clamp((left, top)), frame.clamp((right, bottom)), colour));
    }
    if placed.len() > POINTS {
        placed = columns(placed);
    }
    for (from, to, colour) in placed {
        // A bar without height is a zero; a bar without width would be invisible.
        let to = if to.0 - from.0 < 0.6 { (from.0 + 0.6, to.1) } else { to };
        points.extend([from, ((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0), (to.0, from.1)]);
        if filled {
            sheet.rectangle(from, to, colour, opacity);
        }
        if let Some((colour, width)) = edge {
            let corners = vec![from, (to.0, from.1), to, (from.0, to.1), from];
            sheet.stroke(corners, colour, width, opacity, &[]);
        }
    }
}

/// Many thin bars become one per half pixel, as high as the highest of them.
fn columns(placed: Vec<(Point, Point, Colour)>) -> Vec<(Point, Point, Colour)> {
    let mut merged: Vec<(Point, Point, Colour)> = Vec::new();
    for (from, to, colour) in placed {
        match merged.last_mut() {
            Some(last) if last.2 == colour && (from.0 - last.0.0).abs() < 0.5 => {
                last.0.1 = last.0.1.min(from.1);
                last.1 = (last.1.0.max(to.0), last.1.1.max(to.1));
            }
            _ => merged.push((from, to, colour)),
        }
    }
    merged
}

/// The part of an image that lies in the panel, with each pixel at its values.
fn image(sheet: &mut Sheet, map: &Map, raster: &Rc<Raster>, extent: [f64; 4], smooth: bool, opacity: f64) {
    let [left, right, bottom, top] = extent;
    let (Some((x0, y0)), Some((x1, y1))) = (map.at(left, top), map.at(right, bottom)) else { return };
    let mut raster = raster.clone();
    if x1 < x0 || y1 < y0 || opacity < 1.0 {
        let mut turned = Raster::new(raster.width, raster.height);
        for y in 0..raster.height {
            for x in 0..raster.width {
                let from_x = if x1 < x0 { raster.width - 1 - x } else { x };
                let from_y = if y1 < y0 { raster.height - 1 - y } else { y };
                let [r, g, b, a] = raster.pixel(from_x, from_y);
                let at = (y * raster.width + x) * 4;
                turned.pixels[at..at + 4].copy_from_slice(&[r, g, b, (a as f64 * opacity).round() as u8]);
            }
        }
        raster = Rc::new(turned);
    }
    let (from, to) = ((x0.min(x1), y0.min(y1)), (x0.max(x1), y0.max(y1)));
    let frame = map.frame;
    let within = from.0 >= frame.left - 0.5
        && from.1 >= frame.top - 0.5
        && to.0 <= frame.right + 0.5
        && to.1 <= frame.bottom + 0.5;
    if within {
        sheet.image(raster, from, to, smooth);
        return;
    }
    // Cropped to whole visible pixels, and no further than the frame.
    let each = ((to.0 - from.0) / raster.width as f64, (to.1 - from.1) / raster.height as f64);
    let (width, height) = ((frame.width() * 2.0) as usize, (frame.height() * 2.0) as usize);
    let mut cut = Raster::new(width.max(1), height.max(1));
    for row in 0..cut.height {
        for column in 0..cut.width {
            let x = (frame.left + (column as f64 + 0.5) / 2.0 - from.0) / each.0;
            let y = (frame.top + (row as f64 + 0.5) / 2.0 - from.1) / each.1;
            if (0.0..raster.width as f64).contains(&x) && (0.0..raster.height as f64).contains(&y) {
                let at = (row * cut.width + column) * 4;
                cut.pixels[at..at + 4].copy_from_slice(&raster.pixel(x as usize, y as usize));
            }
        }
    }
    sheet.image(Rc::new(cut), (frame.left, frame.top), (frame.right, frame.bottom), smooth);
}

/// One marker.
pub fn marker(sheet: &mut Sheet, (x, y): Point, marker: &Marker, colour: Colour, size: f64, opacity: f64) {
    let half = size / 2.0;
    let face = marker.face.unwrap_or(colour);
    let stroke_width = marker.edge.map_or((size * 0.16).clamp(1.0, 2.0), |(_, width)| width);
    let edge = marker.edge.map(|(colour, _)| colour);
    let turn = |count: usize, from: f64, radius: f64| -> Vec<Point> {
        (0..count)
            .map(|i| {
                let angle = (from + 360.0 * i as f64 / count as f64).to_radians();
                (x + radius * angle.sin(), y - radius * angle.cos())
            })
            .collect()
    };
    let at = |corners: &[(f64, f64)]| corners.iter().map(|(dx, dy)| (x + dx * half, y + dy * half)).collect::<Vec<_>>();
    let body = match marker.shape {
        'o' | '.' | ',' | '8' => None,
        's' => Some(at(&[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)])),
        '^' => Some(at(&[(0.0, -1.0), (1.0, 0.9), (-1.0, 0.9)])),
        'v' => Some(at(&[(0.0, 1.0), (1.0, -0.9), (-1.0, -0.9)])),
        '<' => Some(at(&[(-1.0, 0.0), (0.9, -1.0), (0.9, 1.0)])),
        '>' => Some(at(&[(1.0, 0.0), (-0.9, -1.0), (-0.9, 1.0)])),
        'D' => Some(at(&[(0.0, -1.15), (1.15, 0.0), (0.0, 1.15), (-1.15, 0.0)])),
        'd' => Some(at(&[(0.0, -1.15), (0.7, 0.0), (0.0, 1.15), (-0.7, 0.0)])),
        'p' => Some(turn(5, 0.0, half * 1.05)),
        'h' | 'H' => Some(turn(6, if marker.shape == 'h' { 0.0 } else { 30.0 }, half * 1.05)),
        '*' => {
            let (outer, inner) = (turn(5, 0.0, half * 1.25), turn(5, 36.0, half * 0.5));
            Some(outer.into_iter().zip(inner).flat_map(|(a, b)| [a, b]).collect())
        }
        'P' => Some(at(&[
            (-0.35, -1.0),
            (0.35, -1.0),
            (0.35, -0.35),
            (1.0, -0.35),
            (1.0, 0.35),
            (0.35, 0.35),
            (0.35, 1.0),
            (-0.35, 1.0),
            (-0.35, 0.35),
            (-1.0, 0.35),
            (-1.0, -0.35),
            (-0.35, -0.35),
        ])),
        other => {
            let strokes: &[[(f64, f64); 2]] = match other {
                '+' => &[[(-1.0, 0.0), (1.0, 0.0)], [(0.0, -1.0), (0.0, 1.0)]],
                '|' => &[[(0.0, -1.0), (0.0, 1.0)]],
                '_' => &[[(-1.0, 0.0), (1.0, 0.0)]],
                '1' => &[[(0.0, 0.0), (0.0, 1.0)], [(0.0, 0.0), (-0.9, -0.5)], [(0.0, 0.0), (0.9, -0.5)]],
                '2' => &[[(0.0, 0.0), (0.0, -1.0)], [(0.0, 0.0), (-0.9, 0.5)], [(0.0, 0.0), (0.9, 0.5)]],
                _ => &[[(-0.85, -0.85), (0.85, 0.85)], [(-0.85, 0.85), (0.85, -0.85)]],
            };
            for ends in strokes {
                sheet.stroke(at(ends), face, stroke_width.max(1.2), opacity, &[]);
            }
            return;
        }
    };
    match body {
        None => {
            let radius = match marker.shape {
                '.' => half * 0.55,
                ',' => 0.5,
                _ => half,
            };
            match (marker.hollow, edge) {
                (true, _) => {
                    let mut round = turn(24, 0.0, radius - stroke_width / 2.0);
                    round.push(round[0]);
                    sheet.stroke(round, edge.unwrap_or(colour), stroke_width, opacity, &[]);
                }
                (false, Some(edge)) if edge != face => {
                    sheet.dot((x, y), radius + stroke_width / 2.0, edge, opacity);
                    sheet.dot((x, y), (radius - stroke_width / 2.0).max(0.5), face, opacity);
                }
                _ => sheet.dot((x, y), radius, face, opacity),
            }
        }
        Some(mut body) => {
            if !marker.hollow {
                sheet.fill(body.clone(), face, opacity);
            }
            if marker.hollow || edge.is_some_and(|edge| edge != face) {
                body.push(body[0]);
                sheet.stroke(body, edge.unwrap_or(colour), stroke_width, opacity, &[]);
            }
        }
    }
}

/// Texts and arrows, above everything else.
pub fn notes(sheet: &mut Sheet, panel: &Panel, frame: Frame, artists: &[&Artist]) {
    let map = Map { panel, frame };
    for artist in artists {
        if let Shape::Text(note) = &artist.shape {
            self::note(sheet, &map, note, artist.opacity);
        }
    }
}

fn note(sheet: &mut Sheet, map: &Map, note: &Note, opacity: f64) {
    let frame = map.frame;
    let place = match note.space {
        Space::Data => map.at(note.at.0, note.at.1),
        Space::Panel => Some((frame.left + note.at.0 * frame.width(), frame.bottom - note.at.1 * frame.height())),
        Space::Picture => Some((note.at.0 * sheet.width, (1.0 - note.at.1) * sheet.height)),
    };
    // A note that belongs to a point outside the axes is hidden.
    let Some((x, y)) = place.filter(|at| note.space != Space::Data || frame.grown(40.0).holds(*at)) else { return };
    let (x, y) = (x + note.shift.0, y + note.shift.1);
    let high = note.size * 1.25;
    let lines = text_lines(&note.text);
    let (width, height) = text_block(&note.text, note.size, high);
    let left = x + (note.level - 1.0) / 2.0 * width;
    let top = y - (note.upright + 1.0) / 2.0 * height;
    if let Some((to, colour, head)) = note.arrow
        && let Some(tip) = map.at(to.0, to.1)
    {
        arrow(sheet, (left + width / 2.0, top + height / 2.0), (width / 2.0, height / 2.0), tip, colour, head);
    }
    if let Some((fill, edge, filled)) = note.frame {
        let room = note.size * 0.35;
        let (a, b) = ((left - room, top - room * 0.7), (left + width + room, top + height + room * 0.7));
        sheet.rectangle(a, b, fill, filled);
        if let Some(edge) = edge {
            let (l, t, r, b) = (crisp(a.0), crisp(a.1), crisp(b.0), crisp(b.1));
            sheet.line(vec![(l, t), (r, t), (r, b), (l, b), (l, t)], edge, 1.0);
        }
    }
    let anchor = match note.level {
        level if level < 0.0 => Anchor::End,
        0.0 => Anchor::Middle,
        _ => Anchor::Start,
    };
    let colour = if opacity < 0.5 { super::super::theme::QUIET } else { note.colour };
    for (i, text) in lines.iter().enumerate() {
        if note.turn != 0.0 {
            sheet.turned_text(text, (x, y + i as f64 * high), anchor, note.size, colour, note.turn);
        } else {
            sheet.text(text, (x, top + (i as f64 + 0.5) * high), anchor, note.size, colour);
        }
    }
}

/// From the edge of a box around `centre` to `tip`.
fn arrow(sheet: &mut Sheet, centre: Point, (wide, high): (f64, f64), tip: Point, colour: Colour, head: bool) {
    let (dx, dy) = (tip.0 - centre.0, tip.1 - centre.1);
    let length = dx.hypot(dy);
    let edge = ((wide + 3.0) / dx.abs().max(1e-9)).min((high + 2.0) / dy.abs().max(1e-9));
    if length < 1.0 || edge >= 1.0 {
        return;
    }
    let from = (centre.0 + dx * edge, centre.1 + dy * edge);
    let (ux, uy) = (dx / length, dy / length);
    let tip = (tip.0 - ux * 2.0, tip.1 - uy * 2.0);
    sheet.line(vec![from, if head { (tip.0 - ux * 5.0, tip.1 - uy * 5.0) } else { tip }], colour, 1.25);
    if head {
        let back = |side: f64| (tip.0 - ux * 8.0 - uy * 3.5 * side, tip.1 - uy * 8.0 + ux * 3.5 * side);
        sheet.fill(vec![tip, back(1.0), back(-1.0)], colour, 1.0);
    }
}
