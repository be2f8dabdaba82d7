//! exp, sigmoid and tanh that loops over float32 run in vectors: polynomials (Cephes' expf), right to a few last places.

/// A type with fast curves.
pub trait Curves: Copy {
    fn fast_exp(self) -> Self;
    fn fast_sigmoid(self) -> Self;
    fn fast_tanh(self) -> Self;
}

#[allow(clippy::excessive_precision)] // As published.
impl Curves for f32 {
    #[inline(always)]
    fn fast_exp(self) -> f32 {
        let x = self.clamp(-87.3, 88.7);
        let n = (x * std::f32::consts::LOG2_E + 12_582_912.0) - 12_582_912.0;
        let r = x - n * 0.693_359_4 - n * -2.121_944_4e-4;
        let p = 1.987_569_1e-4_f32;
        let p = p * r + 1.398_199_9e-3;
        let p = p * r + 8.333_452e-3;
        let p = p * r + 4.166_579_6e-2;
        let p = p * r + 1.666_666_5e-1;
        let p = p * r + 0.5;
        let y = p * (r * r) + r + 1.0;
        // 2^n by its exponent's bits; below the range of normal numbers, and for NaN, as they should be.
        let power = f32::from_bits((((n as i32) + 127) << 23) as u32);
        let result = y * power;
        let result = if self < -87.3 { 0.0 } else { result };
        if self.is_nan() { self } else { result }
    }
    #[inline(always)]
    fn fast_sigmoid(self) -> f32 {
        1.0 / (1.0 + (-self).fast_exp())
    }
    #[inline(always)]
    fn fast_tanh(self) -> f32 {
        let size = self.abs();
        let e = (-2.0 * size).fast_exp();
        let large = (1.0 - e) / (1.0 + e);
        // Near zero the quotient loses digits: the odd series (Cephes' tanhf).
        let z = self * self;
        let p = -5.704_988_7e-3_f32;
        let p = p * z + 2.063_908_9e-2;
        let p = p * z - 5.373_971_6e-2;
        let p = p * z + 1.333_144_2e-1;
        let p = p * z - 3.333_328_2e-1;
        let small = p * z * self + self;
        if size < 0.625 { small } else { large.copysign(self) }
    }
}

impl Curves for f64 {
    fn fast_exp(self) -> f64 {
        self.exp()
    }
    fn fast_sigmoid(self) -> f64 {
        1.0 / (1.0 + (-self).exp())
    }
    fn fast_tanh(self) -> f64 {
        self.tanh()
    }
}

#[cfg(test)]
mod tests {
    use super::Curves;

    #[test]
    fn fast_curves_are_right_to_a_few_last_places() {
        for i in -20_000..20_000 {
            let x = i as f32 * 0.004_3;
            let wide = x as f64;
            for (found, expected) in [
                (x.fast_exp(), wide.exp()),
                (x.fast_tanh(), wide.tanh()),
                (x.fast_sigmoid(), 1.0 / (1.0 + (-wide).exp())),
            ] {
                let tolerance = expected.abs() * 4e-7 + 1e-37;
                assert!((found as f64 - expected).abs() <= tolerance, "{x}: {found} and not {expected}");
            }
        }
        assert!(f32::NAN.fast_exp().is_nan() && f32::NEG_INFINITY.fast_exp() == 0.0);
    }
}
