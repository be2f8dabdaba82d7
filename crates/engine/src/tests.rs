//! Compares results with values recorded from PyTorch 2.11 on x86-64.

mod parameters;
mod random;
mod rows;

use super::{compose, profile, run, run_into, run_many, view};
use crate::host::Elements;
use std::time::Duration;
use tensorcell_tensor::op::View;
use tensorcell_tensor::optimizer::{Optimizer, StepRule};
use tensorcell_tensor::{
    Arg, DType, Device, Dims, Make, Op, Pointwise, Reduction, Scalar, Scan, ScatterMode, Tensor, TensorError,
};

const CPU: Device = Device::Cpu;

fn f32s(values: &[f32], shape: &[usize]) -> Tensor {
    Tensor::from_slice(values, shape, CPU).unwrap()
}
fn i64s(values: &[i64], shape: &[usize]) -> Tensor {
    Tensor::from_slice(values, shape, CPU).unwrap()
}
fn of(op: Op, inputs: &[&Tensor]) -> Result<Tensor, TensorError> {
    let args: Vec<Arg> = inputs.iter().map(|&t| t.into()).collect();
    run(op, &args)
}
fn row(function: Pointwise, inputs: &[Arg]) -> Result<Tensor, TensorError> {
    run(Op::Pointwise { function, parameters: [0.0; 2] }, inputs)
}
fn make(shape: &[usize], dtype: DType) -> Make {
    Make { shape: shape.into(), dtype, device: CPU }
}
fn reduce(function: Reduction, dims: &[usize], keepdim: bool) -> Op {
    Op::Reduce { function, dims: dims.into(), keepdim, correction: 1.0 }
}
fn doubles(tensor: &Tensor) -> Vec<f64> {
    tensor.to_vec().unwrap()
}
fn ints(tensor: &Tensor) -> Vec<i64> {
    tensor.to_vec().unwrap()
}
fn message<T: std::fmt::Debug>(result: Result<T, TensorError>) -> String {
    result.unwrap_err().message
}
fn close(found: &[f64], expected: &[f64], tolerance: f64) {
    assert_eq!(found.len(), expected.len(), "{found:?} instead of {expected:?}");
    for (a, b) in found.iter().zip(expected) {
        let same = (a.is_nan() && b.is_nan()) || a == b || (a - b).abs() <= tolerance * b.abs().max(1.0);
        assert!(same, "{found:?} instead of {expected:?}");
    }
}

/// Rows longer than what one thread adds at a time.
#[test]
fn sums_of_long_rows_are_exact() {
    for columns in [131_071, 131_073, 300_000, 1 << 20] {
        for dtype in [DType::Float32, DType::Float64] {
            let x = run(Op::Fill { value: Scalar::Float(1.5), make: make(&[2, columns], dtype) }, &[]).unwrap();
            for (function, expected) in [(Reduction::Sum, 3.0), (Reduction::Mean, 1.5)] {
                let found = doubles(&of(reduce(function, &[0], false), &[&x]).unwrap());
                assert!(found.len() == columns && found.iter().all(|sum| *sum == expected), "{columns} {dtype:?}");
            }
        }
    }
}

#[test]
fn pointwise_results_are_pytorchs() {
    let x = f32s(&[-2.5, -0.5, 0.0, 0.5, 1.5, 2.5, f32::NAN, f32::INFINITY], &[8]);
    let one = |function| doubles(&row(function, &[(&x).into()]).unwrap());
    let (nan, inf) = (f64::NAN, f64::INFINITY);
    close(&one(Pointwise::Round), &[-2.0, -0.0, 0.0, 0.0, 2.0, 2.0, nan, inf], 0.0);
    close(&one(Pointwise::Relu), &[0.0, 0.0, 0.0, 0.5, 1.5, 2.5, nan, inf], 0.0);
    close(&one(Pointwise::Sign), &[-1.0, -1.0, 0.0, 1.0, 1.0, 1.0, 0.0, 1.0], 0.0);
    close(&one(Pointwise::Gelu), &[-0.015524, -0.15426877, 0.0, 0.34573123, 1.3997892, 2.484476, nan, inf], 1e-6);
    close(&one(Pointwise::Sigmoid), &[0.07585818, 0.37754068, 0.5, 0.62245935, 0.8175745, 0.9241418, nan, 1.0], 1e-6);
    let two =
        |function, a: f64, b: f64| doubles(&row(function, &[(&f32s(&[a as f32], &[1])).into(), b.into()]).unwrap())[0];
    // Signs of remainders in Python and in C.
    assert_eq!(two(Pointwise::Remainder, -7.0, 3.0), 2.0);
    assert_eq!(two(Pointwise::Fmod, -7.0, 3.0), -1.0);
    assert_eq!(two(Pointwise::FloorDivide, -7.0, 2.0), -4.0);
    assert_eq!(two(Pointwise::FloorDivide, 1.0, 0.0), inf);
    let whole = i64s(&[-7, 7, i64::MAX], &[3]);
    let with = |function, b: i64| ints(&row(function, &[(&whole).into(), b.into()]).unwrap());
    assert_eq!(with(Pointwise::FloorDivide, 2), [-4, 3, i64::MAX / 2]);
    assert_eq!(with(Pointwise::Remainder, -4), [-3, -1, -1]);
    assert_eq!(with(Pointwise::Add, 1)[2], i64::MIN);
    assert_eq!(with(Pointwise::Pow, 2)[..2], [49, 49]);
    assert_eq!(message(row(Pointwise::FloorDivide, &[(&whole).into(), 0i64.into()])), "ZeroDivisionError");
    let special = f32s(&[0.5, 3.2, -0.7], &[3]);
    let special = |function| doubles(&row(function, &[(&special).into()]).unwrap());
    close(&special(Pointwise::Lgamma), &[0.5723649263381958, 0.8854048848152161, 1.4524729251861572], 1e-6);
    close(&special(Pointwise::Digamma), &[-1.9635108709335327, 0.9988387823104858, -2.0739524364471436], 1e-6);
    close(&special(Pointwise::Erf), &[0.5204998850822449, 0.9999939799308777, -0.6778011322021484], 1e-6);
}

#[test]
fn integers_wrap_in_their_own_width() {
    let bytes = Tensor::from_slice(&[200u8, 100, 1], &[3], CPU).unwrap();
    let sum = row(Pointwise::Add, &[(&bytes).into(), (&bytes).into()]).unwrap();
    assert_eq!((sum.dtype(), ints(&sum)), (DType::UInt8, vec![144, 200, 2]));
    let shifted = row(Pointwise::LeftShift, &[(&bytes).into(), 9i64.into()]).unwrap();
    assert_eq!(ints(&shifted), [0, 0, 0]);
    let truth = row(Pointwise::Gt, &[(&bytes).into(), 50i64.into()]).unwrap();
    assert_eq!((truth.dtype(), ints(&truth)), (DType::Bool, vec![1, 1, 0]));
    let not = row(Pointwise::BitwiseNot, &[(&truth).into()]).unwrap();
    assert_eq!((not.dtype(), ints(&not)), (DType::Bool, vec![0, 0, 1]));
    assert_eq!(ints(&row(Pointwise::BitwiseNot, &[(&bytes).into()]).unwrap()), [55, 155, 254]);
}

#[test]
fn half_types_are_computed_in_float32_and_rounded_once() {
    for (dtype, expected) in [(DType::Float16, 0.2998046875_f64), (DType::BFloat16, 0.30078125)] {
        let x = of(Op::Cast(dtype), &[&f32s(&[0.1, 0.2], &[2])]).unwrap();
        let sum = of(reduce(Reduction::Sum, &[], false), &[&x]).unwrap();
        assert_eq!(sum.dtype(), dtype);
        close(&doubles(&sum), &[expected], 2e-4);
    }
}

#[test]
fn strided_broadcast_and_long_operands_agree_with_plain_ones() {
    let n = 300_000;
    let x: Vec<f32> = (0..n).map(|i| (i % 1013) as f32).collect();
    let wide = f32s(&x, &[n / 3, 3]);
    let turned = compose::transpose(&wide, 0, 1).unwrap();
    let by_row = f32s(&[1.0, 10.0, 100.0], &[3, 1]);
    let sum = row(Pointwise::Add, &[(&turned).into(), (&by_row).into()]).unwrap();
    let found = doubles(&sum);
    for (i, found) in found.iter().enumerate() {
        let (r, c) = (i / (n / 3), i % (n / 3));
        assert_eq!(*found, x[c * 3 + r] as f64 + [1.0, 10.0, 100.0][r]);
    }
    let total = doubles(&of(reduce(Reduction::Sum, &[], false), &[&wide]).unwrap())[0];
    let exact: f64 = x.iter().map(|&x| x as f64).sum();
    assert_eq!(total, exact as f32 as f64);
    run_into(
        Op::Pointwise { function: Pointwise::Mul, parameters: [0.0; 2] },
        &[(&turned).into(), 2.0.into()],
        &turned,
    )
    .unwrap();
    assert_eq!(doubles(&wide)[1], 2.0);
}

#[test]
fn products_of_every_layout_and_dtype() {
    let (m, k, n) = (70, 130, 90);
    let a: Vec<f32> = (0..m * k).map(|i| ((i * 7) % 11) as f32 - 5.0).collect();
    let b: Vec<f32> = (0..k * n).map(|i| ((i * 5) % 13) as f32 - 6.0).collect();
    let mut expected = vec![0.0; m * n];
    for i in 0..m {
        for j in 0..n {
            expected[i * n + j] = (0..k).map(|l| (a[i * k + l] * b[l * n + j]) as f64).sum();
        }
    }
    let (left, right) = (f32s(&a, &[m, k]), f32s(&b, &[k, n]));
    let turned = |t: &Tensor| {
        let copy = of(Op::Contiguous, &[&compose::transpose(t, 0, 1).unwrap()]).unwrap();
        compose::transpose(&copy, 0, 1).unwrap()
    };
    for dtype in [DType::Float32, DType::Float64, DType::BFloat16, DType::Int64, DType::Int16] {
        let cast = |t: &Tensor| of(Op::Cast(dtype), &[t]).unwrap();
        for a in [cast(&left), turned(&cast(&left))] {
            for b in [cast(&right), turned(&cast(&right))] {
                let product = of(Op::MatMul, &[&a, &b]).unwrap();
                assert_eq!(product.dtype(), dtype);
                let tolerance = if dtype == DType::BFloat16 { 0.01 } else { 0.0 };
                close(&doubles(&product), &expected, tolerance);
                let bias = of(Op::Cast(dtype), &[&f32s(&vec![1.0; n], &[n])]).unwrap();
                let sum = of(Op::AddMm { beta: 2.0, alpha: 1.0 }, &[&bias, &a, &b]).unwrap();
                let with_bias: Vec<f64> = expected.iter().map(|x| x + 2.0).collect();
                close(&doubles(&sum), &with_bias, tolerance);
            }
        }
    }
    // A product over an empty dimension is zero.
    let empty = of(Op::MatMul, &[&f32s(&[], &[2, 0]), &f32s(&[], &[0, 2])]).unwrap();
    assert_eq!(doubles(&empty), [0.0; 4]);
    let batch = of(Op::MatMul, &[&f32s(&[1.0, 2.0, 3.0, 4.0], &[2, 1, 2]), &f32s(&[1.0, 1.0], &[2, 1])]).unwrap();
    assert_eq!((batch.shape(), doubles(&batch)), (&[2, 1, 1][..], vec![3.0, 7.0]));
}

#[test]
fn reductions_are_pytorchs() {
    let x = f32s(&[1.0, -2.0, 3.5, 4.0, 0.0, -1.5], &[2, 3]);
    let all = |function, dims: &[usize]| doubles(&of(reduce(function, dims, false), &[&x]).unwrap());
    assert_eq!(all(Reduction::Sum, &[]), [5.0]);
    assert_eq!(all(Reduction::Sum, &[0]), [5.0, -2.0, 2.0]);
    close(&all(Reduction::Mean, &[1]), &[0.8333333, 0.8333333], 1e-6);
    assert_eq!(all(Reduction::Prod, &[1]), [-7.0, -0.0]);
    assert_eq!(all(Reduction::Max, &[]), [4.0]);
    assert_eq!(all(Reduction::Min, &[0]), [1.0, -2.0, -1.5]);
    assert_eq!(all(Reduction::ArgMax, &[]), [3.0]);
    assert_eq!(all(Reduction::ArgMin, &[1]), [1.0, 2.0]);
    assert_eq!(all(Reduction::Any, &[0]), [1.0, 1.0, 1.0]);
    assert_eq!(all(Reduction::All, &[1]), [1.0, 0.0]);
    assert_eq!(all(Reduction::CountNonzero, &[]), [5.0]);
    close(&all(Reduction::Var, &[]), &[6.266666889190674], 1e-6);
    close(&all(Reduction::Std, &[1]), &[2.753785, 2.843120], 1e-6);
    close(&all(Reduction::LogSumExp, &[1]), &[3.5826592445373535, 4.022155284881592], 1e-6);
    let nan = f32s(&[1.0, f32::NAN, 0.5], &[3]);
    let of_nan = |function| doubles(&of(reduce(function, &[], false), &[&nan]).unwrap())[0];
    assert!(of_nan(Reduction::Max).is_nan() && of_nan(Reduction::Min).is_nan());
    assert_eq!(of_nan(Reduction::ArgMax), 1.0);
    let truths = row(Pointwise::Gt, &[(&x).into(), 0.0.into()]).unwrap();
    let count = of(reduce(Reduction::Sum, &[], false), &[&truths]).unwrap();
    assert_eq!((count.dtype(), ints(&count)), (DType::Int64, vec![3]));
    let none = f32s(&[], &[0, 3]);
    assert_eq!(doubles(&of(reduce(Reduction::Sum, &[0], false), &[&none]).unwrap()), [0.0; 3]);
    assert!(doubles(&of(reduce(Reduction::Mean, &[], false), &[&none]).unwrap())[0].is_nan());
}

#[test]
fn lines_are_scanned_sorted_and_normalised() {
    let x = f32s(&[3.0, 1.0, 2.0, f32::NAN, 0.5, -1.0], &[2, 3]);
    let several = |op| run_many(op, &[(&x).into()]).unwrap();
    let sorted = several(Op::Sort { dim: 1, descending: false, stable: true });
    close(&doubles(&sorted[0]), &[1.0, 2.0, 3.0, -1.0, 0.5, f64::NAN], 0.0);
    assert_eq!(ints(&sorted[1]), [1, 2, 0, 2, 1, 0]);
    let top = several(Op::TopK { k: 2, dim: 1, largest: true, sorted: true });
    close(&doubles(&top[0]), &[3.0, 2.0, f64::NAN, 0.5], 0.0);
    assert_eq!(ints(&top[1]), [0, 2, 0, 1]);
    let best = several(Op::ReduceWithIndex { function: Reduction::Max, dim: 0, keepdim: false });
    close(&doubles(&best[0]), &[f64::NAN, 1.0, 2.0], 0.0);
    assert_eq!(ints(&best[1]), [1, 0, 0]);
    let sums = of(Op::Scan { function: Scan::Sum, dim: 1 }, &[&i64s(&[1, 2, 3, 4], &[2, 2])]).unwrap();
    assert_eq!(ints(&sums), [1, 3, 3, 7]);
    let logits = f32s(&[1.0, 2.0, 3.0], &[1, 3]);
    let soft = of(Op::Softmax { dim: 1, log: false }, &[&logits]).unwrap();
    close(&doubles(&soft), &[0.09003057, 0.24472848, 0.66524094], 1e-6);
    let log = of(Op::Softmax { dim: 1, log: true }, &[&logits]).unwrap();
    close(&doubles(&log), &[-2.4076059, -1.4076059, -0.4076059], 1e-6);
}

#[test]
fn indices_read_and_write() {
    let x = i64s(&[0, 1, 2, 3, 4, 5], &[2, 3]);
    let index = |values: &[i64], shape: &[usize]| i64s(values, shape);
    let gathered = of(Op::Gather { dim: 1 }, &[&x, &index(&[2, 0, 1, 1], &[2, 2])]).unwrap();
    assert_eq!(ints(&gathered), [2, 0, 4, 4]);
    let added = Op::Scatter { dim: 0, mode: ScatterMode::Add };
    let added = of(added, &[&x, &index(&[0, 0, 1], &[1, 3]), &index(&[10, 20, 30], &[1, 3])]).unwrap();
    assert_eq!(ints(&added), [10, 21, 2, 3, 4, 35]);
    assert_eq!(ints(&of(Op::IndexSelect { dim: 1 }, &[&x, &index(&[2, 0], &[2])]).unwrap()), [2, 0, 5, 3]);
    let both = Op::Index { indexed: vec![true, true] };
    assert_eq!(ints(&of(both, &[&x, &index(&[0, -1], &[2]), &index(&[2, 1], &[2])]).unwrap()), [2, 4]);
    // Indices that are not adjacent put their dimension first.
    let cube = i64s(&(0..12).collect::<Vec<_>>(), &[2, 3, 2]);
    let apart =
        of(Op::Index { indexed: vec![true, false, true] }, &[&cube, &index(&[1, 0], &[2]), &index(&[0, 1], &[2])]);
    let apart = apart.unwrap();
    assert_eq!((apart.shape(), ints(&apart)), (&[2, 3][..], vec![6, 8, 10, 1, 3, 5]));
    let put = Op::IndexPut { indexed: vec![false, true], accumulate: true };
    let put = of(put, &[&x, &index(&[100], &[1]), &index(&[1, 1], &[2])]).unwrap();
    assert_eq!(ints(&put), [0, 201, 2, 3, 204, 5]);
    let mask = row(Pointwise::Gt, &[(&x).into(), 2i64.into()]).unwrap();
    assert_eq!(ints(&of(Op::MaskedSelect, &[&x, &mask]).unwrap()), [3, 4, 5]);
    let places = of(Op::Nonzero, &[&mask]).unwrap();
    assert_eq!((places.shape(), ints(&places)), (&[3, 2][..], vec![1, 0, 1, 1, 1, 2]));
    assert_eq!(
        message(of(Op::Index { indexed: vec![true] }, &[&x, &index(&[2], &[1])])),
        "index 2 is out of bounds for dimension 0 with size 2"
    );
    assert_eq!(message(of(Op::IndexSelect { dim: 0 }, &[&x, &index(&[2], &[1])])), "index out of range in self");
}

#[test]
fn tensors_are_made_moved_and_joined() {
    let line =
        |start: Scalar, step: Scalar, n, dtype| of(Op::Arange { start, step, make: make(&[n], dtype) }, &[]).unwrap();
    assert_eq!(ints(&line(Scalar::Int(5), Scalar::Int(-2), 3, DType::Int64)), [5, 3, 1]);
    close(&doubles(&line(Scalar::Float(0.0), Scalar::Float(0.1), 3, DType::Float32)), &[0.0, 0.1, 0.2], 1e-7);
    let even = of(Op::Linspace { start: -1.0, end: 1.0, make: make(&[5], DType::Float32) }, &[]).unwrap();
    assert_eq!(doubles(&even), [-1.0, -0.5, 0.0, 0.5, 1.0]);
    let eye = of(Op::Eye { make: make(&[2, 3], DType::Float32) }, &[]).unwrap();
    assert_eq!(doubles(&eye), [1.0, 0.0, 0.0, 0.0, 1.0, 0.0]);
    let x = i64s(&[1, 2, 3, 4], &[2, 2]);
    assert_eq!(ints(&of(Op::Flip(Dims::from_slice(&[0, 1])), &[&x]).unwrap()), [4, 3, 2, 1]);
    assert_eq!(ints(&of(Op::Triangle { upper: true, diagonal: 0 }, &[&x]).unwrap()), [1, 2, 0, 4]);
    assert_eq!(ints(&of(Op::Triangle { upper: false, diagonal: -1 }, &[&x]).unwrap()), [0, 0, 3, 0]);
    let joined = of(Op::Cat { dim: 1 }, &[&x, &f32s(&[0.5, 1.5], &[2, 1])]).unwrap();
    assert_eq!((joined.dtype(), doubles(&joined)), (DType::Float32, vec![1.0, 2.0, 0.5, 3.0, 4.0, 1.5]));
}

#[test]
fn casts_are_c_casts() {
    let x = f32s(&[-1.7, 0.3, 300.0, 2.5], &[4]);
    let cast = |dtype| ints(&of(Op::Cast(dtype), &[&x]).unwrap());
    assert_eq!(cast(DType::Int32), [-1, 0, 300, 2]);
    assert_eq!(cast(DType::UInt8)[1..], [0, 44, 2]);
    assert_eq!(cast(DType::Bool), [1, 1, 1, 1]);
}

#[test]
fn errors_say_it_in_pytorchs_words_and_point_at_the_operands() {
    let (a, b) = (f32s(&[0.0; 6], &[2, 3]), f32s(&[0.0; 20], &[4, 5]));
    let error = of(Op::MatMul, &[&a, &b]).unwrap_err();
    assert_eq!(error.message, "mat1 and mat2 shapes cannot be multiplied (2x3 and 4x5)");
    assert_eq!(error.labels[1].operand, 1);
    assert_eq!(error.labels[1].text, "shape [4, 5], float32, cpu");
    assert_eq!(
        message(row(Pointwise::Add, &[(&a).into(), (&f32s(&[0.0; 4], &[2, 2])).into()])),
        "The size of tensor a (3) must match the size of tensor b (2) at non-singleton dimension 1"
    );
    assert_eq!(
        message(of(reduce(Reduction::Mean, &[], false), &[&i64s(&[1], &[1])])),
        "mean(): could not infer output dtype. Input dtype must be either a floating point or complex dtype. Got: Long"
    );
    let double = of(Op::Cast(DType::Float64), &[&f32s(&[0.0; 3], &[3, 1])]).unwrap();
    assert_eq!(
        message(of(Op::MatMul, &[&a, &double])),
        "expected m1 and m2 to have the same dtype, but got: float != double"
    );
    let add = || Op::Pointwise { function: Pointwise::Add, parameters: [0.0; 2] };
    let whole = i64s(&[1, 2], &[2]);
    assert_eq!(
        message(run_into(add(), &[(&whole).into(), 0.5.into()], &whole)),
        "result type Float can't be cast to the desired output type Long"
    );
    let short = f32s(&[1.0; 3], &[3]);
    assert_eq!(
        message(run_into(add(), &[(&short).into(), (&a).into()], &short)),
        "output with shape [3] doesn't match the broadcast shape [2, 3]"
    );
    assert_eq!(
        message(view(&compose::transpose(&a, 0, 1).unwrap(), View::Reshape(Dims::from_slice(&[6])))),
        "view size is not compatible with input tensor's size and stride (at least one dimension spans across two \
         contiguous subspaces). Use .reshape(...) instead."
    );
    assert_eq!(
        message(of(Op::Cat { dim: 0 }, &[&a, &b])),
        "Sizes of tensors must match except in dimension 0. Expected size 3 but got size 5 for tensor number 1 in the \
         list."
    );
}

/// Compares with `torch.optim` after three steps from the same start.
#[test]
fn optimizer_steps_are_pytorchs() {
    let start = [1.0f32, -2.0, 0.5];
    let gradients = [[0.1f32, -0.2, 0.3], [0.4, 0.0, -0.5], [-0.3, 0.2, 0.1]];
    let after = |step: &dyn Fn(u64) -> Optimizer, states: usize| {
        let p = f32s(&start, &[3]);
        let states: Vec<Tensor> = (0..states).map(|_| f32s(&[0.0; 3], &[3])).collect();
        for (i, gradient) in gradients.iter().enumerate() {
            let gradient = f32s(gradient, &[3]);
            let mut args: Vec<Arg> = vec![(&p).into(), (&gradient).into()];
            args.extend(states.iter().map(Arg::Tensor));
            run_many(Op::OptimizerStep(step(i as u64 + 1)), &args).unwrap();
        }
        assert_eq!(p.version(), 3);
        doubles(&p)
    };
    let adam = |rule: StepRule, weight_decay, shrink| {
        move |step: u64| {
            let corrections = [0.9f64, 0.999].map(|beta| 1.0 - beta.powi(step as i32));
            let constants = [0.1 / corrections[0], 1.0 - 0.9, 0.999, 1.0 - 0.999, corrections[1].sqrt(), 1e-8];
            Optimizer { weight_decay, shrink, ..Optimizer::new(rule, &constants) }
        }
    };
    let nesterov = |step| {
        let (keep, add) = if step == 1 { (0.0, 1.0) } else { (0.9, 1.0) };
        Optimizer { weight_decay: 0.01, ..Optimizer::new(StepRule::SgdMomentum, &[0.1, 0.9, keep, add, 1.0]) }
    };
    close(&after(&|_| Optimizer::new(StepRule::Sgd, &[0.1]), 0), &SGD, 1e-6);
    close(&after(&nesterov, 1), &SGD_NESTEROV, 1e-6);
    close(&after(&adam(StepRule::Adam, 0.0, 1.0), 2), &ADAM, 1e-6);
    close(&after(&adam(StepRule::AdamMax, 0.01, 1.0), 3), &ADAM_AMSGRAD, 1e-6);
    close(&after(&adam(StepRule::Adam, 0.0, 1.0 - 0.1 * 0.01), 2), &ADAMW, 1e-6);
}
const SGD: [f64; 3] = [0.9800000190734863, -2.0, 0.5099999904632568];
const SGD_NESTEROV: [f64; 3] = [0.9064221978187561, -1.9533556699752808, 0.5094407200813293];
const ADAM: [f64; 3] = [0.7938915491104126, -1.841580867767334, 0.4409170150756836];
const ADAM_AMSGRAD: [f64; 3] = [0.7902055978775024, -1.8238043785095215, 0.4385841488838196];
const ADAMW: [f64; 3] = [0.7911828756332397, -1.835853934288025, 0.43958908319473267];

#[test]
fn scaling_finds_infinities() {
    let (x, half, found) = (f32s(&[1.0, 2.0], &[2]), f32s(&[0.5], &[1]), f32s(&[0.0], &[1]));
    let scale = || Op::MultiScale { factor: 1.0, check: true };
    run_many(scale(), &[(&x).into(), (&half).into(), (&found).into()]).unwrap();
    assert_eq!((doubles(&x), doubles(&found)), (vec![0.5, 1.0], vec![0.0]));
    let y = f32s(&[f32::INFINITY], &[1]);
    run_many(scale(), &[(&x).into(), (&y).into(), (&half).into(), (&found).into()]).unwrap();
    assert_eq!(doubles(&found), [1.0]);
}

#[test]
fn set_data_changes_a_tensor_in_place() {
    let x = f32s(&[1.0, 2.0], &[2]);
    let shape = x.shape();
    x.set_data(&i64s(&[1, 2, 3], &[3, 1]));
    assert_eq!((shape, x.shape(), x.dtype()), (&[2][..], &[3, 1][..], DType::Int64));
    assert_eq!(ints(&x), [1, 2, 3]);
}

#[test]
fn the_account_knows_what_ran() {
    profile::take();
    let x = f32s(&[1.0; 6], &[2, 3]);
    for _ in 0..3 {
        row(Pointwise::Exp, &[(&x).into()]).unwrap();
    }
    let account = profile::take();
    let exp = account.totals.iter().find(|total| total.name == "exp").unwrap();
    assert_eq!((exp.device, exp.count), (CPU, 3));
    let runs: Vec<_> = account.cpu.iter().filter(|ran| ran.name == "exp").collect();
    assert_eq!((runs.len(), account.whole_until), (3, None));
    assert!(runs.windows(2).all(|pair| pair[0].start + pair[0].duration <= pair[1].start));
    // Each run is rounded to whole nanoseconds.
    let sum: Duration = runs.iter().map(|ran| ran.duration).sum();
    assert!(exp.duration.abs_diff(sum) <= Duration::from_nanos(3), "{:?}, {sum:?}", exp.duration);
    assert!(profile::take().totals.is_empty());
}

/// Sizes must never wrap around, however large: all elements of a layout must be inside its storage.
#[test]
fn shapes_that_no_memory_holds_are_errors() {
    let huge = 1usize << 40;
    assert_eq!(
        message(Tensor::empty(&[huge, huge], DType::Float32, Device::Cpu)),
        "Storage size calculation overflowed with sizes=[1099511627776, 1099511627776]"
    );
    let nothing = f32s(&[], &[0]);
    // The product of the sizes is a power of two that wraps to 0, which equals the number of elements.
    let wrapping = View::Reshape([1usize << 32, 1 << 32].as_slice().into());
    assert_eq!(message(view(&nothing, wrapping)), "shape '[4294967296, 4294967296]' is invalid for input of size 0");
    let one = f32s(&[1.0], &[1]);
    let wide = View::Expand([huge, huge].as_slice().into());
    assert_eq!(message(view(&one, wide)), "numel: integer multiplication overflow");
}

#[test]
fn strides_stay_within_the_storage() {
    let x = f32s(&[0.0, 1.0, 2.0, 3.0], &[4]);
    let strided = |size: &[usize], stride: &[isize], offset| {
        view(&x, View::AsStrided { size: size.into(), stride: stride.to_vec(), offset })
    };
    assert_eq!(strided(&[2, 3], &[1, 1], 0).map(|view| view.numel()).ok(), Some(6));
    assert_eq!(
        message(strided(&[10], &[1], 0)),
        "setStorage: sizes [10], strides [1], storage offset 0, and itemsize 4 requiring a storage size of 40 are out of \
         bounds for storage of size 16"
    );
    assert!(strided(&[1], &[1], 4).is_err());
    assert!(strided(&[2], &[isize::MAX], 0).is_err());
    assert_eq!(
        message(strided(&[2], &[-1], 1)),
        "as_strided: Negative strides are not supported at the moment, got strides: [-1]"
    );
}
