//! What NumPy's distributions are drawn from: uniform, normal, exponential and gamma numbers of both generators.

use super::generator::Pcg;
use super::random::Twister;
use std::sync::LazyLock;

/// The primitive draws that all others use.
pub trait Source {
    /// Returns a number in [0, 1).
    fn uniform(&mut self) -> f64;
    fn normal(&mut self) -> f64;
    /// Returns a waiting time with rate 1.
    fn exponential(&mut self) -> f64;
    /// Returns a whole number from 0 to `most`.
    fn up_to(&mut self, most: u64) -> u64;
    /// Whether it is the legacy generator, whose algorithms stay as they were.
    fn is_older(&self) -> bool {
        false
    }
}

impl Source for Twister {
    fn uniform(&mut self) -> f64 {
        self.double()
    }
    fn normal(&mut self) -> f64 {
        Twister::normal(self)
    }
    fn exponential(&mut self) -> f64 {
        -(1.0 - self.double()).ln()
    }
    fn up_to(&mut self, most: u64) -> u64 {
        Twister::up_to(self, most)
    }
    fn is_older(&self) -> bool {
        true
    }
}

/// The ziggurat of the exponential distribution (Marsaglia and Tsang, 2000): 256 layers of equal area.
struct Layers {
    widths: [f64; 256],
    heights: [f64; 256],
    inside: [u64; 256],
    /// The beginning of the tail.
    end: f64,
}

const DRAWS: f64 = 9_007_199_254_740_992.0;

/// From the right edges of the layers, computed with sixty digits; the first is the base's, with the tail's area.
static LAYERS: LazyLock<Layers> = LazyLock::new(|| {
    let edges: Vec<f64> =
        include_str!("ziggurat_exponential.txt").lines().filter_map(|line| line.parse().ok()).collect();
    let inside = |i: usize| match i {
        0 => edges[255] / edges[0],
        1 => 0.0,
        i => edges[i - 1] / edges[i],
    };
    Layers {
        widths: std::array::from_fn(|i| edges[i] / DRAWS),
        heights: std::array::from_fn(|i| if i == 0 { 1.0 } else { (-edges[i]).exp() }),
        inside: std::array::from_fn(|i| (inside(i) * DRAWS) as u64),
        end: edges[255],
    }
});

impl Source for Pcg {
    fn uniform(&mut self) -> f64 {
        self.double()
    }
    fn normal(&mut self) -> f64 {
        Pcg::normal(self)
    }
    fn up_to(&mut self, most: u64) -> u64 {
        self.interval(most)
    }
    fn exponential(&mut self) -> f64 {
        let layers = &*LAYERS;
        loop {
            let bits = self.next() >> 3;
            let layer = (bits & 0xff) as usize;
            let place = bits >> 8;
            let x = place as f64 * layers.widths[layer];
            if place < layers.inside[layer] {
                return x;
            }
            if layer == 0 {
                return layers.end - (-self.double()).ln_1p();
            }
            let [above, below] = [layers.heights[layer - 1], layers.heights[layer]];
            if (above - below) * self.double() + below < (-x).exp() {
                return x;
            }
        }
    }
}

/// Draws from the gamma distribution: Marsaglia and Tsang's method; for shapes below 1 Ahrens and Dieter's.
pub fn gamma(source: &mut dyn Source, shape: f64) -> f64 {
    if shape == 1.0 {
        return source.exponential();
    }
    if shape == 0.0 {
        return 0.0;
    }
    if shape < 1.0 {
        loop {
            let (u, v) = (source.uniform(), source.exponential());
            if u <= 1.0 - shape {
                let x = u.powf(1.0 / shape);
                if x <= v {
                    return x;
                }
            } else {
                let y = -((1.0 - u) / shape).ln();
                let x = (1.0 - shape + shape * y).powf(1.0 / shape);
                if x <= v + y {
                    return x;
                }
            }
        }
    }
    let b = shape - 1.0 / 3.0;
    let c = 1.0 / (9.0 * b).sqrt();
    loop {
        let (mut x, mut v) = (0.0, 0.0);
        while v <= 0.0 {
            x = source.normal();
            v = 1.0 + c * x;
        }
        let v = v * v * v;
        let u = source.uniform();
        if u < 1.0 - 0.0331 * (x * x) * (x * x) || u.ln() < 0.5 * x * x + b * (1.0 - v + v.ln()) {
            return b * v;
        }
    }
}
