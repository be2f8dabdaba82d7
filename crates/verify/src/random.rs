//! Random numbers from a seed, so that a fuzzer's inputs are the same in every run.

/// xorshift64*
pub struct Random(pub u64);

impl Random {
    /// A number below a limit; 0 for the limit 0.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % limit.max(1)
    }

    /// One of some items, of which there must be one.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }
}
