//! PyTorch's Mersenne Twister, and the numbers derived from its bits.

use super::walk::BLOCK;
use tensorcell_tensor::DType;

pub const N: usize = 624;
const M: usize = 397;

/// The CPU's default generator.
pub struct Generator {
    pub seed: u64,
    pub left: u32,
    pub next: usize,
    pub state: [u32; N],
    /// The cached second number of a Box-Muller pair.
    pub normal: Option<f64>,
}

/// A number in [0, 1) from float32's 24 bits.
fn uniform32(bits: u32) -> f32 {
    (bits & 0x00ff_ffff) as i32 as f32 / (1u32 << 24) as f32
}
/// A number in [0, 1) from float64's 53 bits.
fn uniform64(bits: u64) -> f64 {
    (bits & ((1 << 53) - 1)) as i64 as f64 / (1u64 << 53) as f64
}

fn tempered(word: u32) -> u32 {
    let mut y = word;
    y ^= y >> 11;
    y ^= (y << 7) & 0x9d2c_5680;
    y ^= (y << 15) & 0xefc6_0000;
    y ^ (y >> 18)
}

impl Generator {
    pub fn new(seed: u64) -> Generator {
        let mut state = [0u32; N];
        state[0] = seed as u32;
        for i in 1..N {
            let before = state[i - 1];
            state[i] = (before ^ (before >> 30)).wrapping_mul(1_812_433_253).wrapping_add(i as u32);
        }
        Generator { seed, left: 1, next: 0, state, normal: None }
    }

    fn refill(&mut self) {
        let twist = |a: u32, b: u32| {
            let mixed = (a & 0x8000_0000) | (b & 0x7fff_ffff);
            (mixed >> 1) ^ if b & 1 == 1 { 0x9908_b0df } else { 0 }
        };
        let state = &mut self.state;
        for i in 0..N - M {
            state[i] = state[i + M] ^ twist(state[i], state[i + 1]);
        }
        for i in N - M..N - 1 {
            state[i] = state[i + M - N] ^ twist(state[i], state[i + 1]);
        }
        state[N - 1] = state[M - 1] ^ twist(state[N - 1], state[0]);
        self.left = N as u32;
        self.next = 0;
    }

    pub fn bits32(&mut self) -> u32 {
        self.left -= 1;
        if self.left == 0 {
            self.refill();
        }
        self.next += 1;
        tempered(self.state[self.next - 1])
    }
    /// Fills `out` with the next results of `bits32`.
    pub fn fill_bits32(&mut self, mut out: &mut [u32]) {
        while !out.is_empty() {
            if self.left == 1 {
                self.refill();
                self.left += 1;
            }
            let (now, later) = out.split_at_mut(out.len().min(self.left as usize - 1));
            let state = &self.state[self.next..];
            now.iter_mut().zip(state).for_each(|(to, &word)| *to = tempered(word));
            self.next += now.len();
            self.left -= now.len() as u32;
            out = later;
        }
    }
    pub fn bits64(&mut self) -> u64 {
        let high = self.bits32() as u64;
        high << 32 | self.bits32() as u64
    }
    /// A number in [0, 1) with as many random bits as the dtype's mantissa.
    pub fn uniform(&mut self, dtype: DType) -> f64 {
        let digits = match dtype {
            DType::Float64 => return self.uniform64(),
            DType::Float16 => 11,
            DType::BFloat16 => 8,
            _ => return uniform32(self.bits32()).into(),
        };
        (self.bits32() & ((1 << digits) - 1)) as f64 / (1u32 << digits) as f64
    }
    pub fn uniform64(&mut self) -> f64 {
        uniform64(self.bits64())
    }
    /// Fills `out` with the next results of `uniform` for float32.
    pub fn fill_uniform32(&mut self, out: &mut [f32]) {
        let mut bits = [0u32; BLOCK];
        for block in out.chunks_mut(BLOCK) {
            let bits = &mut bits[..block.len()];
            self.fill_bits32(bits);
            block.iter_mut().zip(bits).for_each(|(to, bits)| *to = uniform32(*bits));
        }
    }
    /// Fills `out` with the next results of `uniform64`.
    pub fn fill_uniform64(&mut self, out: &mut [f64]) {
        let mut bits = [0u32; BLOCK];
        for block in out.chunks_mut(BLOCK / 2) {
            let bits = &mut bits[..2 * block.len()];
            self.fill_bits32(bits);
            for (to, pair) in block.iter_mut().zip(bits.chunks_exact(2)) {
                *to = uniform64((pair[0] as u64) << 32 | pair[1] as u64);
            }
        }
    }
    /// A number of the standard normal distribution.
    pub fn normal(&mut self) -> f64 {
        if let Some(kept) = self.normal.take() {
            return kept;
        }
        let (u1, u2) = (self.uniform64(), self.uniform64());
        let radius = (-2.0 * (-u2).ln_1p()).sqrt();
        let theta = 2.0 * std::f64::consts::PI * u1;
        self.normal = Some(radius * theta.sin());
        radius * theta.cos()
    }
    /// A random number below `range`.
    pub fn below(&mut self, range: u64) -> u64 {
        match range >= 1 << 28 {
            true => self.bits64() % range,
            false => self.bits32() as u64 % range,
        }
    }
}
