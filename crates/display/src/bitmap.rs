//! Draws a sheet as a bitmap. plotters draws on a grid four times finer than the page, and each two by two cells become one
//! pixel, so that a PNG has twice the page's resolution and smooth edges.

use super::sheet::{Anchor, EM, Mark, Point, Raster, Sheet, load_font};
use super::theme::{Rgb, rgb};
use plotters::backend::{BitMapBackend, DrawingBackend};
use plotters::prelude::{IntoFont, IntoTextStyle};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, ShapeStyle};

/// Grid cells per logical pixel.
const FINE: f64 = 4.0;
/// Grid cells per pixel of the result, along one side.
const BLOCK: usize = 2;

/// The pixels to draw on, three bytes each.
struct Canvas {
    width: usize,
    height: usize,
    bytes: Vec<u8>,
}

impl Sheet {
    /// The picture at twice its logical size, with background.
    pub fn raster(&self) -> Raster {
        load_font();
        let (width, height) = ((self.width * FINE) as usize, (self.height * FINE) as usize);
        let mut canvas = Canvas { width, height, bytes: Vec::new() };
        canvas.bytes = self.ground.on(self.scheme).repeat(width * height);
        for mark in &self.marks {
            canvas.draw(mark, self);
        }
        let (columns, rows) = (width / BLOCK, height / BLOCK);
        let mut raster = Raster::new(columns, rows);
        for (y, line) in raster.pixels.chunks_exact_mut(columns * 4).enumerate() {
            let upper = &canvas.bytes[y * BLOCK * width * 3..][..width * 3];
            let lower = &canvas.bytes[(y * BLOCK + 1) * width * 3..][..width * 3];
            for ((pixel, upper), lower) in
                line.chunks_exact_mut(4).zip(upper.chunks_exact(6)).zip(lower.chunks_exact(6))
            {
                for i in 0..3 {
                    let sum = upper[i] as u16 + upper[i + 3] as u16 + lower[i] as u16 + lower[i + 3] as u16;
                    pixel[i] = ((sum + 2) / 4) as u8;
                }
                pixel[3] = 255;
            }
        }
        raster
    }
}

fn fine((x, y): Point) -> (i32, i32) {
    ((x * FINE).round() as i32, (y * FINE).round() as i32)
}

impl Canvas {
    fn backend(&mut self) -> BitMapBackend<'_> {
        BitMapBackend::with_buffer(&mut self.bytes, (self.width as u32, self.height as u32))
    }

    fn draw(&mut self, mark: &Mark, sheet: &Sheet) {
        match mark {
            Mark::Line { points, colour, width, opacity, dash } => {
                let stroke = (width * FINE).round().max(1.0) as u32;
                let path: Vec<(i32, i32)> = points.iter().copied().map(fine).collect();
                let pieces = match dash.is_empty() {
                    true => vec![path],
                    false => dashes(points, dash),
                };
                self.lines(&pieces, colour.on(sheet.scheme), stroke, *opacity);
            }
            Mark::Fill { points, colour, opacity } => {
                let colour = rgb(colour.on(sheet.scheme)).mix(*opacity);
                let _ = self.backend().fill_polygon(points.iter().copied().map(fine), &colour);
            }
            Mark::Rectangle { from, to, colour, opacity } => {
                let colour = rgb(colour.on(sheet.scheme)).mix(*opacity);
                let (from, to) = (fine(*from), fine(*to));
                // plotters also draws the last row and column.
                let to = ((to.0 - 1).max(from.0), (to.1 - 1).max(from.1));
                let _ = self.backend().draw_rect(from, to, &colour, true);
            }
            Mark::Dot { at, radius, colour, opacity } => {
                let colour = rgb(colour.on(sheet.scheme)).mix(*opacity);
                let _ = self.backend().draw_circle(fine(*at), (radius * FINE).round() as u32, &colour, true);
            }
            Mark::Text { text, at, anchor, size, colour, turn } => {
                let colour = colour.on(sheet.scheme);
                if *turn != 0.0 {
                    return self.turned_text(text, fine(*at), *anchor, size * FINE * EM, colour, *turn);
                }
                let h_pos = match anchor {
                    Anchor::Start => HPos::Left,
                    Anchor::Middle => HPos::Center,
                    Anchor::End => HPos::Right,
                };
                let colour = rgb(colour);
                let style = ("sans-serif", size * FINE * EM).into_text_style(&(1, 1)).color(&colour);
                let _ = self.backend().draw_text(text, &style.pos(Pos::new(h_pos, VPos::Center)), fine(*at));
            }
            Mark::Image { raster, from, to, smooth } => self.image(raster, fine(*from), fine(*to), *smooth),
        }
    }

    /// Strokes with round corners. A translucent line is drawn separately and blended once, so overlaps do not add up.
    fn lines(&mut self, pieces: &[Vec<(i32, i32)>], colour: Rgb, width: u32, opacity: f64) {
        if opacity >= 1.0 {
            let mut backend = self.backend();
            return stroke(&mut backend, pieces, rgb(colour), width);
        }
        let all = || pieces.iter().flatten();
        let room = width as i32 + 2;
        let (Some(x0), Some(x1)) = (all().map(|at| at.0).min(), all().map(|at| at.0).max()) else { return };
        let (Some(y0), Some(y1)) = (all().map(|at| at.1).min(), all().map(|at| at.1).max()) else { return };
        let (x0, y0) = ((x0 - room).max(0), (y0 - room).max(0));
        let (x1, y1) = ((x1 + room).min(self.width as i32), (y1 + room).min(self.height as i32));
        if x1 <= x0 || y1 <= y0 {
            return;
        }
        let (wide, high) = ((x1 - x0) as usize, (y1 - y0) as usize);
        let mut mask = Canvas { width: wide, height: high, bytes: vec![0; wide * high * 3] };
        let moved: Vec<Vec<(i32, i32)>> =
            pieces.iter().map(|piece| piece.iter().map(|(x, y)| (x - x0, y - y0)).collect()).collect();
        stroke(&mut mask.backend(), &moved, plotters::style::WHITE, width);
        for y in 0..high {
            for x in 0..wide {
                if mask.bytes[(y * wide + x) * 3] > 0 {
                    self.blend(x0 + x as i32, y0 + y as i32, colour, opacity);
                }
            }
        }
    }

    fn blend(&mut self, x: i32, y: i32, colour: Rgb, opacity: f64) {
        if x < 0 || y < 0 || x >= self.width as i32 || y >= self.height as i32 {
            return;
        }
        let at = (y as usize * self.width + x as usize) * 3;
        for (byte, part) in self.bytes[at..at + 3].iter_mut().zip(colour) {
            *byte = (*byte as f64 + (part as f64 - *byte as f64) * opacity).round() as u8;
        }
    }

    /// plotters rotates text only by right angles: glyphs are drawn level, and each pixel is looked up in its rotated place.
    fn turned_text(&mut self, text: &str, at: (i32, i32), anchor: Anchor, size: f64, colour: Rgb, turn: f64) {
        let font = ("sans-serif", size).into_font();
        let Ok(((left, top), (right, bottom))) = font.layout_box(text) else { return };
        let room = 4;
        let (wide, high) = ((right - left).max(1) + 2 * room, (bottom - top).max(1) + 2 * room);
        if wide as i64 * high as i64 > 1 << 26 {
            return;
        }
        let mut cover = vec![0f32; (wide * high) as usize];
        let _ = font.draw(text, (0, 0), |x, y, alpha| {
            let (x, y) = (x - left + room, y - top + room);
            if (0..wide).contains(&x) && (0..high).contains(&y) {
                let cell = &mut cover[(y * wide + x) as usize];
                *cell = cell.max(alpha);
            }
            Ok::<(), ()>(())
        });
        let middle = match anchor {
            Anchor::Start => room as f64,
            Anchor::Middle => wide as f64 / 2.0,
            Anchor::End => (wide - room) as f64,
        };
        let (sin, cos) = turn.to_radians().sin_cos();
        let reach = wide + high;
        for y in -reach..=reach {
            for x in -reach..=reach {
                // Rotates back; the rotation is counter-clockwise while y points down.
                let (u, v) =
                    (x as f64 * cos - y as f64 * sin + middle, x as f64 * sin + y as f64 * cos + high as f64 / 2.0);
                let (column, row) = (u.floor(), v.floor());
                if column < 0.0 || row < 0.0 || column + 1.0 >= wide as f64 || row + 1.0 >= high as f64 {
                    continue;
                }
                let cell =
                    |dx: usize, dy: usize| cover[(row as usize + dy) * wide as usize + column as usize + dx] as f64;
                let (du, dv) = (u - column, v - row);
                let upper = cell(0, 0) * (1.0 - du) + cell(1, 0) * du;
                let lower = cell(0, 1) * (1.0 - du) + cell(1, 1) * du;
                let alpha = upper * (1.0 - dv) + lower * dv;
                if alpha > 0.0 {
                    self.blend(at.0 + x, at.1 + y, colour, alpha);
                }
            }
        }
    }

    fn image(&mut self, raster: &Raster, from: (i32, i32), to: (i32, i32), smooth: bool) {
        let (wide, high) = ((to.0 - from.0).max(1), (to.1 - from.1).max(1));
        let small = std::rc::Rc::new(raster.clone()).at_most(wide as usize / BLOCK, high as usize / BLOCK);
        let smooth = smooth && (small.width as i32) < wide && (small.height as i32) < high;
        for y in from.1.max(0)..to.1.min(self.height as i32) {
            for x in from.0.max(0)..to.0.min(self.width as i32) {
                let u = (x - from.0) as f64 / wide as f64 * small.width as f64;
                let v = (y - from.1) as f64 / high as f64 * small.height as f64;
                let [r, g, b, alpha] = match smooth {
                    true => between(&small, u - 0.5, v - 0.5),
                    false => small.pixel((u as usize).min(small.width - 1), (v as usize).min(small.height - 1)),
                };
                self.blend(x, y, [r, g, b], alpha as f64 / 255.0);
            }
        }
    }
}

/// Bilinear interpolation.
fn between(raster: &Raster, u: f64, v: f64) -> [u8; 4] {
    let (u, v) = (u.clamp(0.0, raster.width as f64 - 1.0), v.clamp(0.0, raster.height as f64 - 1.0));
    let (x, y) = (u as usize, v as usize);
    let (right, below) = ((x + 1).min(raster.width - 1), (y + 1).min(raster.height - 1));
    let (du, dv) = (u.fract(), v.fract());
    let corners = [raster.pixel(x, y), raster.pixel(right, y), raster.pixel(x, below), raster.pixel(right, below)];
    std::array::from_fn(|i| {
        let [a, b, c, d] = corners.map(|corner| corner[i] as f64);
        let (upper, lower) = (a + (b - a) * du, c + (d - c) * du);
        (upper + (lower - upper) * dv).round() as u8
    })
}

/// As one polygon, a thick zigzag would erase its overlaps: each segment is drawn alone, with a round joint.
fn stroke(backend: &mut BitMapBackend, pieces: &[Vec<(i32, i32)>], colour: plotters::style::RGBColor, width: u32) {
    let style = ShapeStyle { color: colour.to_rgba(), filled: false, stroke_width: width };
    for piece in pieces {
        for pair in piece.windows(2).filter(|pair| pair[0] != pair[1]) {
            let _ = backend.draw_path(pair.iter().copied(), &style);
            if width > 3 && piece.len() > 2 {
                let _ = backend.draw_circle(pair[1], width / 2, &colour, true);
            }
        }
    }
}

/// The segments of a dashed line.
fn dashes(points: &[Point], dash: &[f64]) -> Vec<Vec<(i32, i32)>> {
    let mut pieces = Vec::new();
    let mut open: Vec<Point> = points.first().copied().into_iter().collect();
    let (mut turn, mut left) = (0, dash[0].max(0.25));
    for pair in points.windows(2) {
        let (mut from, to) = (pair[0], pair[1]);
        loop {
            let length = (to.0 - from.0).hypot(to.1 - from.1);
            if length < left || length == 0.0 {
                left -= length;
                if turn % 2 == 0 {
                    open.push(to);
                }
                break;
            }
            let share = left / length;
            from = (from.0 + (to.0 - from.0) * share, from.1 + (to.1 - from.1) * share);
            if turn % 2 == 0 {
                open.push(from);
                pieces.push(std::mem::take(&mut open));
            } else {
                open = vec![from];
            }
            turn += 1;
            left = dash[turn % dash.len()].max(0.25);
        }
    }
    pieces.push(open);
    pieces.into_iter().map(|piece| piece.into_iter().map(fine).collect()).collect()
}
