//! Few colours by a coarse and a fine cube of colours, as Pillow's `FASTOCTREE` chooses them: the only method for pictures
//! with an alpha.

use super::quantize::{Colour, Few};

/// Bits of red, green, blue and alpha of a cube.
type Bits = [u32; 4];

const FINE: Bits = [4, 4, 4, 0];
const COARSE: Bits = [2, 2, 2, 0];
const FINE_ALPHA: Bits = [3, 4, 3, 3];
const COARSE_ALPHA: Bits = [2, 2, 2, 2];

/// The colours in a cell of a cube: how many, and their sums.
#[derive(Clone, Copy, Default)]
struct Bucket {
    count: u32,
    sums: [u64; 4],
}

impl Bucket {
    fn add(&mut self, other: Bucket) {
        self.count = self.count.wrapping_add(other.count);
        (0..4).for_each(|i| self.sums[i] = self.sums[i].wrapping_add(other.sums[i]));
    }
    fn subtract(&mut self, other: Bucket) {
        self.count = self.count.wrapping_sub(other.count);
        (0..4).for_each(|i| self.sums[i] = self.sums[i].wrapping_sub(other.sums[i]));
    }
    fn mean(&self) -> Colour {
        match self.count {
            0 => [0; 4],
            // In C's single precision.
            count => self.sums.map(|sum| (sum as f32 / count as f32) as u8),
        }
    }
}

struct Cube {
    bits: Bits,
    buckets: Vec<Bucket>,
}

impl Cube {
    fn new(bits: Bits) -> Cube {
        Cube { bits, buckets: vec![Bucket::default(); 1 << bits.iter().sum::<u32>()] }
    }
    fn place(&self, parts: [u32; 4]) -> usize {
        (0..4).fold(0, |place, i| (place << self.bits[i]) | parts[i] as usize)
    }
    fn of(&mut self, colour: Colour) -> &mut Bucket {
        let bits = self.bits;
        let parts = std::array::from_fn(|i| u32::from(colour[i]) >> (8 - bits[i]));
        let place = self.place(parts);
        &mut self.buckets[place]
    }
    fn used(&self) -> usize {
        self.buckets.iter().filter(|bucket| bucket.count > 0).count()
    }
    /// With more or fewer bits.
    fn resized(&self, bits: Bits) -> Cube {
        let mut cube = Cube::new(bits);
        let widest: Bits = std::array::from_fn(|i| self.bits[i].max(bits[i]));
        for at in 0..1u32 << widest.iter().sum::<u32>() {
            let mut rest = at;
            let mut parts = [0; 4];
            for i in (0..4).rev() {
                parts[i] = rest & ((1 << widest[i]) - 1);
                rest >>= widest[i];
            }
            let shortened = |to: Bits| std::array::from_fn(|i| parts[i] >> (widest[i] - to[i]));
            let (from, to) = (self.place(shortened(self.bits)), cube.place(shortened(bits)));
            cube.buckets[to].add(self.buckets[from]);
        }
        cube
    }
    /// The buckets, the fullest first.
    fn sorted(&self) -> Vec<Bucket> {
        let mut buckets = self.buckets.clone();
        buckets.sort_by_key(|bucket| std::cmp::Reverse(bucket.count as i32));
        buckets
    }
    fn subtract(&mut self, buckets: &[Bucket]) {
        for bucket in buckets.iter().filter(|bucket| bucket.count != 0) {
            self.of(bucket.mean()).subtract(*bucket);
        }
    }
    fn number(&mut self, buckets: &[Bucket], first: usize) {
        for (i, bucket) in buckets.iter().enumerate().rev() {
            self.of(bucket.mean()).count = (first + i) as u32;
        }
    }
}

/// Few colours by an octree.
pub fn octree(pixels: &[Colour], most: usize, alpha: bool) -> Few {
    let (fine_bits, coarse_bits) = if alpha { (FINE_ALPHA, COARSE_ALPHA) } else { (FINE, COARSE) };
    let mut fine = Cube::new(fine_bits);
    for pixel in pixels {
        fine.of(*pixel).add(Bucket { count: 1, sums: pixel.map(u64::from) });
    }
    let mut coarse = fine.resized(coarse_bits);
    let mut coarse_count = coarse.used().min(most);
    let mut fine_count = most - coarse_count;
    let mut chosen = fine.sorted();
    chosen.resize(chosen.len().max(most), Bucket::default());
    coarse.subtract(&chosen[..fine_count]);
    // A coarse bucket that is empty now leaves its place to a fine one.
    while coarse_count > coarse.used() {
        let before = fine_count;
        coarse_count = coarse.used();
        fine_count = most - coarse_count;
        coarse.subtract(&chosen[before..fine_count]);
    }
    let palette: Vec<Bucket> = coarse.sorted()[..coarse_count].iter().chain(&chosen[..fine_count]).copied().collect();
    let mut numbers = Cube::new(coarse_bits);
    numbers.number(&palette[..coarse_count], 0);
    let mut numbers = numbers.resized(fine_bits);
    numbers.number(&palette[coarse_count..], coarse_count);
    let pixels = pixels.iter().map(|pixel| numbers.of(*pixel).count as u8).collect();
    Few { palette: palette.iter().map(Bucket::mean).collect(), pixels }
}
