//! Functions that hardware approximates (`.approx`); here the nearest float32, which is within hardware's error bounds.

pub(crate) fn sin(x: f32) -> f32 {
    f64::from(x).sin() as f32
}

pub(crate) fn cos(x: f32) -> f32 {
    f64::from(x).cos() as f32
}

pub(crate) fn ex2(x: f32) -> f32 {
    f64::from(x).exp2() as f32
}

pub(crate) fn lg2(x: f32) -> f32 {
    f64::from(x).log2() as f32
}

pub(crate) fn tanh(x: f32) -> f32 {
    f64::from(x).tanh() as f32
}

pub(crate) fn rsqrt(x: f32) -> f32 {
    (1.0 / f64::from(x).sqrt()) as f32
}

pub(crate) fn rsqrt_double(x: f64) -> f64 {
    1.0 / x.sqrt()
}
