//! Checks operations along rows of every length against float64, and that results do not depend on the number of threads.

use super::{close, doubles, f32s, of, reduce, run_many};
use tensorcell_tensor::layer::{Conv, Layer, Norm, Running};
use tensorcell_tensor::{Arg, Dims, Op, Reduction, Tensor};

/// Numbers from -1 to 1 with a period that no length divides.
fn noise(count: usize, shape: &[usize], scale: f32) -> Tensor {
    let values: Vec<f32> =
        (0..count).map(|i| ((i * 7919 + 13) % 1009) as f32 / 504.5 - 1.0).map(|x| x * scale).collect();
    f32s(&values, shape)
}

const LENGTHS: [usize; 12] = [1, 2, 7, 8, 15, 17, 33, 100, 1000, 1024, 1025, 3000];

#[test]
fn softmax_and_its_logarithm_hold_at_every_length() {
    // With 60, some exponentials are below float32's range.
    for (length, scale) in LENGTHS.iter().flat_map(|&length| [(length, 3.0), (length, 60.0)]) {
        let x = noise(3 * length, &[3, length], scale);
        let soft = doubles(&of(Op::Softmax { dim: 1, log: false }, &[&x]).unwrap());
        let log = doubles(&of(Op::Softmax { dim: 1, log: true }, &[&x]).unwrap());
        for (row, x) in doubles(&x).chunks(length).enumerate() {
            let most = x.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let sum: f64 = x.iter().map(|x| (x - most).exp()).sum();
            let expected: Vec<f64> = x.iter().map(|x| x - most - sum.ln()).collect();
            close(&log[row * length..][..length], &expected, 1e-6);
            for (found, log) in soft[row * length..][..length].iter().zip(&expected) {
                // The tolerance includes float32's rounding of the logarithm.
                let (expected, tolerance) = (log.exp(), 1e-6 - 1.2e-7 * log);
                assert!((found - expected).abs() <= tolerance * expected + 3e-45, "{found} instead of {expected}");
            }
        }
    }
}

#[test]
fn masked_rows_have_no_weight_where_they_are_masked() {
    let x = f32s(&[f32::NEG_INFINITY, 0.0, f32::NEG_INFINITY, 0.0, f32::NAN, 1.0], &[2, 3]);
    let soft = of(Op::Softmax { dim: 1, log: false }, &[&x]).unwrap();
    close(&doubles(&soft), &[0.0, 1.0, 0.0, f64::NAN, f64::NAN, f64::NAN], 0.0);
}

#[test]
fn sums_of_rows_hold_at_every_length() {
    for length in LENGTHS {
        // More elements in total than one thread's share.
        let rows = 70_000 / length + 1;
        let x = noise(rows * length, &[rows, length], 1.0);
        let sums: Vec<f64> = doubles(&x).chunks(length).map(|row| row.iter().sum()).collect();
        close(&doubles(&of(reduce(Reduction::Sum, &[1], false), &[&x]).unwrap()), &sums, 1e-5);
        let means: Vec<f64> = sums.iter().map(|sum| sum / length as f64).collect();
        close(&doubles(&of(reduce(Reduction::Mean, &[1], true), &[&x]).unwrap()), &means, 1e-6);
    }
}

fn norm(length: usize) -> Norm {
    let (batch, groups, each, eps) = (false, 1, length, 1e-5);
    Norm { batch, groups, each, length, eps, rms: false, weight: true, bias: true, running: Running::Absent }
}

#[test]
fn norms_hold_far_from_zero_and_beside_an_outlier() {
    let length = 500;
    for (shift, outlier) in [(0.0, 0.0), (1e4, 0.0), (0.0, 1e5)] {
        let mut values = doubles(&noise(length, &[length], 1.0));
        values.iter_mut().for_each(|x| *x += shift);
        values[0] += outlier;
        let values: Vec<f32> = values.into_iter().map(|x| x as f32).collect();
        let (x, one, zero) =
            (f32s(&values, &[1, length]), f32s(&vec![1.0; length], &[length]), f32s(&vec![0.0; length], &[length]));
        let y = run_many(Op::Layer(Layer::Norm(norm(length))), &[&x, &one, &zero].map(Arg::Tensor)).unwrap();
        let mean = values.iter().map(|&x| x as f64).sum::<f64>() / length as f64;
        let variance = values.iter().map(|&x| (x as f64 - mean).powi(2)).sum::<f64>() / length as f64;
        let expected: Vec<f64> = values.iter().map(|&x| (x as f64 - mean) / (variance + 1e-5).sqrt()).collect();
        // One unit in the last place of the elements themselves.
        close(&doubles(&y[0]), &expected, 1e-5 + 1.2e-7 * shift / variance.sqrt());
    }
    let alike = f32s(&vec![0.1; length], &[1, length]);
    let (one, zero) = (f32s(&vec![1.0; length], &[length]), f32s(&vec![0.0; length], &[length]));
    let y = run_many(Op::Layer(Layer::Norm(norm(length))), &[&alike, &one, &zero].map(Arg::Tensor)).unwrap();
    assert!(doubles(&y[0]).iter().all(|&y| y == 0.0));
}

/// An operation's results on thread pools with one, two and four threads.
fn on_threads(op: &Op, inputs: &[&Tensor]) -> [Vec<Vec<f64>>; 3] {
    [1, 2, 4].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let args: Vec<Arg> = inputs.iter().map(|&x| Arg::Tensor(x)).collect();
            run_many(op.clone(), &args).unwrap().iter().map(doubles).collect()
        })
    })
}

#[test]
fn gradients_of_parameters_are_the_same_on_any_number_of_threads() {
    let (rows, length) = (301, 100);
    let (g, x) = (noise(rows * length, &[rows, length], 1.0), noise(rows * length, &[rows, length], 2.0));
    let (mean, variance, weight) =
        (noise(rows, &[rows], 0.1), f32s(&vec![1.5; rows], &[rows]), noise(length, &[length], 1.0));
    let [one, two, four] =
        on_threads(&Op::Layer(Layer::NormBackward(norm(length))), &[&g, &x, &mean, &variance, &weight]);
    assert!(one == two && two == four);
    let [stride, padding, dilation] = [1, 1, 1].map(|each| Dims::from_elem(each, 2));
    let conv = Conv { stride, padding, dilation, groups: 1 };
    let (x, g) = (noise(7 * 8 * 256, &[7, 8, 16, 16], 1.0), noise(7 * 16 * 256, &[7, 16, 16, 16], 1.0));
    let [one, two, four] = on_threads(&Op::Layer(Layer::ConvWeight(conv, Dims::from_elem(3, 2))), &[&x, &g]);
    assert!(one == two && two == four);
}
