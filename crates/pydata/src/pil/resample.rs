//! Pillow's resampling, in its fixed-point arithmetic and its order of passes.

/// Samples row by row.
pub struct Picture {
    pub rows: usize,
    pub columns: usize,
    /// The number of samples of a pixel.
    pub samples: usize,
    pub bytes: Vec<u8>,
}

/// What is resized of a row or column: from, to. Pillow rounds it to single precision.
pub type Part = [f32; 2];

/// One of Pillow's filters: its support, and the weight at a distance.
pub type Filter = (f64, fn(f64) -> f64);

pub fn filter(name: &str) -> Option<Filter> {
    Some(match name {
        "box" => (0.5, |x| if x > -0.5 && x <= 0.5 { 1.0 } else { 0.0 }),
        "bilinear" => (1.0, |x| (1.0 - x.abs()).max(0.0)),
        "hamming" => (1.0, |x| match x.abs() {
            0.0 => 1.0,
            x if x >= 1.0 => 0.0,
            x => {
                (std::f64::consts::PI * x).sin() / (std::f64::consts::PI * x)
                    * (0.54 + 0.46 * (std::f64::consts::PI * x).cos())
            }
        }),
        "bicubic" => (2.0, |x| {
            const A: f64 = -0.5;
            match x.abs() {
                x if x < 1.0 => ((A + 2.0) * x - (A + 3.0)) * x * x + 1.0,
                x if x < 2.0 => (((x - 5.0) * x + 8.0) * x - 4.0) * A,
                _ => 0.0,
            }
        }),
        "lanczos" => (3.0, |x| {
            let sinc =
                |x: f64| if x == 0.0 { 1.0 } else { (std::f64::consts::PI * x).sin() / (std::f64::consts::PI * x) };
            if x.abs() < 3.0 { sinc(x) * sinc(x / 3.0) } else { 0.0 }
        }),
        _ => return None,
    })
}

const PRECISION: u32 = 32 - 8 - 2;

/// Returns, for each output position, the beginning of its window and the weights in fixed point. `part` is what is
/// resized of `from` positions.
fn windows(from: usize, part: Part, to: usize, (reach, weight): Filter) -> Vec<(usize, Vec<i32>)> {
    let scale = f64::from(part[1] - part[0]) / to as f64;
    let wider = scale.max(1.0);
    let support = reach * wider;
    (0..to)
        .map(|at| {
            let center = f64::from(part[0]) + (at as f64 + 0.5) * scale;
            let low = ((center - support + 0.5) as i64).max(0) as usize;
            let high = ((center + support + 0.5) as i64).clamp(0, from as i64) as usize;
            let weights: Vec<f64> = (low..high.max(low)).map(|x| weight((x as f64 - center + 0.5) / wider)).collect();
            let sum: f64 = weights.iter().sum();
            let fixed = |w: f64| {
                let w = if sum == 0.0 { w } else { w / sum } * f64::from(1u32 << PRECISION);
                (if w < 0.0 { w - 0.5 } else { w + 0.5 }) as i32
            };
            (low, weights.into_iter().map(fixed).collect())
        })
        .collect()
}

fn clip(sum: i32) -> u8 {
    (sum >> PRECISION).clamp(0, 255) as u8
}

impl Picture {
    /// Returns the part of these columns and rows at another size, by a filter.
    pub fn resized(mut self, (across, width): (Part, usize), (down, height): (Part, usize), filter: Filter) -> Picture {
        let is_wide = width != self.columns || across != [0.0, self.columns as f32];
        let is_high = height != self.rows || down != [0.0, self.rows as f32];
        // The pass that leaves fewer samples is first, as Pillow 13 reckons it.
        let (fewer_rows, fewer_columns) = (self.rows as i64 - height as i64, self.columns as i64 - width as i64);
        let is_high_first = is_high && fewer_rows > 0 && 2 * fewer_columns < fewer_rows;
        if is_high_first {
            self = self.resized_down(down, height, filter);
        }
        if is_wide {
            self = self.resized_across(across, width, filter);
        }
        if is_high && !is_high_first {
            self = self.resized_down(down, height, filter);
        }
        self
    }

    fn resized_across(&self, part: Part, width: usize, filter: Filter) -> Picture {
        let Picture { rows, columns, samples, ref bytes } = *self;
        let mut out = vec![0; rows * width * samples];
        for (x, (low, weights)) in windows(columns, part, width, filter).iter().enumerate() {
            for y in 0..rows {
                for s in 0..samples {
                    let first = (y * columns + low) * samples + s;
                    out[(y * width + x) * samples + s] = weighted(weights, |i| bytes[first + i * samples]);
                }
            }
        }
        Picture { rows, columns: width, samples, bytes: out }
    }

    fn resized_down(&self, part: Part, height: usize, filter: Filter) -> Picture {
        let Picture { rows, columns, samples, ref bytes } = *self;
        let line = columns * samples;
        let mut out = vec![0; height * line];
        for (y, (low, weights)) in windows(rows, part, height, filter).iter().enumerate() {
            for at in 0..line {
                out[y * line + at] = weighted(weights, |i| bytes[(low + i) * line + at]);
            }
        }
        Picture { rows: height, columns, samples, bytes: out }
    }

    /// Returns the nearest pixels of a part at another size.
    pub fn nearest(&self, (across, width): (Part, usize), (down, height): (Part, usize)) -> Picture {
        let Picture { rows, columns, samples, ref bytes } = *self;
        let across = nearest(across, width);
        let mut out = Vec::with_capacity(height * width * samples);
        for y in nearest(down, height) {
            for x in &across {
                let at = (y.min(rows - 1) * columns + x.min(&(columns - 1))) * samples;
                out.extend_from_slice(&bytes[at..at + samples]);
            }
        }
        Picture { rows: height, columns: width, samples, bytes: out }
    }
}

fn weighted(weights: &[i32], sample: impl Fn(usize) -> u8) -> u8 {
    let half = 1 << (PRECISION - 1);
    clip(
        weights
            .iter()
            .enumerate()
            .fold(half, |sum: i32, (i, weight)| sum.wrapping_add(i32::from(sample(i)).wrapping_mul(*weight))),
    )
}

/// Returns the nearest position for each output position. Pillow adds up the steps.
fn nearest(part: Part, to: usize) -> Vec<usize> {
    let step = f64::from(part[1] - part[0]) / to as f64;
    let first = f64::from(part[0]) + step * 0.5;
    std::iter::successors(Some(first), |at| Some(at + step)).take(to).map(|at| at as usize).collect()
}
