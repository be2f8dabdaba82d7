//! Checks the CPU generator's values and state.

use super::{CPU, close, doubles, ints, make, of};
use crate::executor;
use std::sync::Mutex;
use tensorcell_tensor::{DType, Op, Random, Tensor};

/// All threads share the default generator.
static GENERATOR: Mutex<()> = Mutex::new(());

fn random(seed: u64, kind: Random, shape: &[usize], dtype: DType) -> Tensor {
    let _alone = GENERATOR.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    executor(CPU).manual_seed(CPU, seed);
    of(Op::Random { kind, make: make(shape, dtype) }, &[]).unwrap()
}

#[test]
fn random_numbers_are_pytorchs() {
    let uniform = Random::Uniform { low: 0.0, high: 1.0 };
    let normal = Random::Normal { mean: 0.0, std: 1.0 };
    let (f32, f64, i64) = (DType::Float32, DType::Float64, DType::Int64);
    let at = |seed, kind, n, dtype| doubles(&random(seed, kind, &[n], dtype));
    close(
        &at(0, uniform, 5, f32),
        &[0.49625658988952637, 0.7682217955589294, 0.08847743272781372, 0.13203048706054688, 0.30742281675338745],
        0.0,
    );
    close(&at(42, uniform, 3, f64), &[0.05815448596142969, 0.06291016742457756, 0.12358607277440903], 0.0);
    close(&at(0, uniform, 4, DType::Float16), &[0.333984375, 0.27294921875, 0.80712890625, 0.59375], 0.0);
    close(&at(0, uniform, 4, DType::BFloat16), &[0.671875, 0.18359375, 0.45703125, 0.75], 0.0);
    close(
        &at(0, Random::Uniform { low: -2.0, high: 3.0 }, 4, f32),
        &[0.48128294944763184, 1.841109037399292, -1.5576128959655762, -1.3398475646972656],
        0.0,
    );
    close(
        &at(123456789012, normal, 5, f32),
        &[-0.6109422445297241, -0.33908164501190186, -0.33875617384910583, 1.0420372486114502, -0.22853635251522064],
        0.0,
    );
    // 16 and more use the vectorised path; 19 draws its last 16 again.
    close(
        &at(42, normal, 19, f32),
        &[
            1.9269152879714966,
            1.4872840642929077,
            0.9007171988487244,
            0.439589262008667,
            -0.7581311464309692,
            1.078317642211914,
            0.8008005619049072,
            1.680620551109314,
            0.3558599054813385,
            -0.6866229772567749,
            -0.4933563470840454,
            1.334737777709961,
            -0.2316243201494217,
            0.041759490966796875,
            -0.2515752911567688,
            0.859858512878418,
            -0.3097267746925354,
            -0.3957104980945587,
            0.8034093379974365,
        ],
        3e-7,
    );
    close(
        &at(0, normal, 17, f64),
        &[
            -2.310411800234176,
            -0.6332746088675096,
            -1.2609246557194385,
            -0.726951062065411,
            -0.019964750907762653,
            0.2102998901016947,
            0.17718935139366584,
            -0.830510051008449,
            0.23871805816817063,
            -0.2426793824588577,
            -0.7730112772958181,
            -1.5951814880783068,
            -0.6870036940435463,
            1.4880743158106724,
            -0.4484158047114511,
            -0.8910030351707375,
            0.6748575435940039,
        ],
        1e-14,
    );
    let integers = |seed, low, high, n| ints(&random(seed, Random::Integer { low, high }, &[n], i64));
    assert_eq!(integers(0, 0, 10, 10), [4, 9, 3, 0, 3, 9, 7, 3, 7, 3]);
    assert_eq!(integers(123456789012, -5, 10, 8), [-5, 5, 7, -4, 6, -1, 3, 8]);
    assert_eq!(integers(0, 0, 1 << 30, 3), [398764591, 404868288, 463622907]);
    assert_eq!(integers(42, 0, 1 << 40, 3), [441507790259, 395924837646, 458615280711]);
    assert_eq!(ints(&random(0, Random::Permutation, &[10], i64)), [4, 1, 7, 5, 3, 9, 0, 8, 6, 2]);
    assert_eq!(ints(&random(42, Random::Permutation, &[8], i64)), [6, 3, 0, 7, 2, 1, 4, 5]);
    assert_eq!(
        at(42, Random::Bernoulli { p: 0.3 }, 12, f32),
        [1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 0.0]
    );
    close(
        &at(0, Random::Exponential { rate: 1.5 }, 4, f64),
        &[2.338884124471761, 0.8202565094531178, 0.41002939592934096, 1.6900790961439212],
        1e-15,
    );
}

#[test]
fn a_generators_state_can_be_taken_and_put_back() {
    let _alone = GENERATOR.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let cpu = executor(CPU);
    let normal = || {
        let kind = Random::Normal { mean: 0.0, std: 1.0 };
        doubles(&of(Op::Random { kind, make: make(&[3], DType::Float32) }, &[]).unwrap())
    };
    cpu.manual_seed(CPU, 0);
    normal();
    let state = cpu.rng_state(CPU);
    // PyTorch's own bytes after `manual_seed(0); randn(3)`: the cached second number, then whether there is one.
    assert_eq!(state.len(), 5056);
    assert_eq!(state[8..20], [105, 2, 0, 0, 1, 0, 0, 0, 8, 0, 0, 0]);
    assert_eq!(state[5024..5032], [13, 53, 62, 202, 150, 48, 226, 63]);
    assert_eq!(state[5040], 1);
    let after = normal();
    cpu.set_rng_state(CPU, &state).unwrap();
    assert_eq!(normal(), after);
    assert!(cpu.set_rng_state(CPU, &state[1..]).is_err());
}
