//! Compares the CUDA executor on an emulated device with the CPU executor, which other tests compare with PyTorch:
//! every dtype, sizes around pack and block boundaries, strided and broadcast operands.

mod chains;
mod nvrtc;
mod ptxas;
mod views;

use smallvec::smallvec;
use std::sync::Once;
use tensorcell_device::Device;
use tensorcell_engine::host::Elements;
use tensorcell_engine::{self as engine, executor};
use tensorcell_tensor::op::Result;
use tensorcell_tensor::optimizer::{Optimizer, StepRule};
use tensorcell_tensor::pointwise::{Pointwise, Rule};
use tensorcell_tensor::{
    Arg, DType, Dims, Make, Op, Random, Reduction, Scalar, Scan, ScatterMode, Tensor, View, reduction,
};

const GPU: Device = Device::Cuda(0);
const FLOATS: [DType; 4] = [DType::Float16, DType::BFloat16, DType::Float32, DType::Float64];
/// Sizes around a warp, a pack, a block, the longest row of one thread, and a split reduction.
const LENGTHS: [usize; 9] = [1, 7, 31, 33, 64, 65, 257, 1025, 20_001];

fn emulate() {
    static ONCE: Once = Once::new();
    // SAFETY: every test calls this before anything that reads the environment.
    ONCE.call_once(|| unsafe {
        std::env::set_var("TENSORCELL_EMULATE", "3");
        std::env::set_var("TENSORCELL_EMULATE_KERNELS", "1");
    });
}

/// Reproducible pseudo-random numbers in [-1, 1).
fn noise(count: usize, seed: u64) -> Vec<f64> {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    };
    (0..count).map(|_| next()).collect()
}

fn run(op: Op, inputs: &[Arg]) -> Tensor {
    let name = format!("{op:?}");
    engine::run(op, inputs).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// A tensor on the CPU. Integers are in [-9, 9]; unsigned ones use the magnitude.
fn make(dtype: DType, shape: &[usize], seed: u64) -> Tensor {
    let mut values = noise(shape.iter().product(), seed);
    if !dtype.is_floating() {
        let unsigned = dtype == DType::UInt8;
        values.iter_mut().for_each(|x| {
            let whole = (*x * 10.0).trunc();
            *x = if unsigned { whole.abs() } else { whole };
        });
    }
    let exact = Tensor::from_slice(&values, shape, Device::Cpu).expect("host memory");
    run(Op::Cast(dtype), &[(&exact).into()])
}

fn indices(shape: &[usize], bound: usize, seed: u64) -> Tensor {
    let values: Vec<i64> =
        noise(shape.iter().product(), seed).iter().map(|x| ((x + 1.0) / 2.0 * bound as f64) as i64).collect();
    Tensor::from_slice(&values, shape, Device::Cpu).expect("host memory")
}

/// The same memory on the device with the same layout, so that strided operands stay strided.
fn on_gpu(tensor: &Tensor) -> Tensor {
    on(GPU, tensor)
}

fn on(device: Device, tensor: &Tensor) -> Tensor {
    let elements = tensor.storage().bytes() / tensor.dtype().size();
    let whole = tensor.alias(tensorcell_tensor::Layout::contiguous(&[elements]));
    let transfer = Op::Transfer { device, non_blocking: false };
    run(transfer, &[(&whole).into()]).alias(tensor.layout().clone())
}

fn view(tensor: &Tensor, view: View) -> Tensor {
    engine::view(tensor, view).expect("a view")
}

/// Relative and absolute tolerance for a few roundings of the dtype.
fn tolerance(dtype: DType) -> f64 {
    match dtype {
        DType::Float16 => 4e-3,
        DType::BFloat16 => 3e-2,
        DType::Float32 | DType::Complex64 => 2e-5,
        DType::Float64 | DType::Complex128 => 1e-11,
        _ => 0.0,
    }
}

fn assert_close(what: &str, expected: &Tensor, got: &Tensor, tolerance: f64) {
    assert_eq!(expected.shape(), got.shape(), "{what}: shape");
    assert_eq!(expected.dtype(), got.dtype(), "{what}: dtype");
    assert_eq!(got.device(), GPU, "{what}: device");
    let expected: Vec<f64> = expected.to_vec().expect("host values");
    let got: Vec<f64> = got.to_vec().unwrap_or_else(|error| panic!("{what}: {error}"));
    for (i, (e, g)) in expected.iter().zip(&got).enumerate() {
        let close = e == g || (e.is_nan() && g.is_nan()) || (e - g).abs() <= tolerance * e.abs().max(1.0);
        assert!(close, "{what}: element {i} is {g} on CUDA, {e} on the CPU");
    }
}

fn to_device(op: &Op, device: Device) -> Op {
    let mut op = op.clone();
    if let Op::Fill { make, .. }
    | Op::Arange { make, .. }
    | Op::Linspace { make, .. }
    | Op::Eye { make }
    | Op::Random { make, .. } = &mut op
    {
        make.device = device;
    }
    op
}

/// Runs an operation on both devices and compares every result.
fn compare_within(op: Op, inputs: &[Arg], tolerance: f64) {
    emulate();
    let what = format!(
        "{op:?} of {:?}",
        inputs
            .iter()
            .map(|arg| arg.tensor().map(|t| (t.dtype().name(), t.shape().to_vec(), t.strides().to_vec())))
            .collect::<Vec<_>>()
    );
    let expected = engine::run_many(op.clone(), inputs).unwrap_or_else(|e| panic!("{what}: {e}"));
    let moved: Vec<Option<Tensor>> = inputs.iter().map(|arg| arg.tensor().map(on_gpu)).collect();
    let inputs: Vec<Arg> =
        inputs.iter().zip(&moved).map(|(arg, moved)| moved.as_ref().map_or(*arg, Arg::from)).collect();
    let got = engine::run_many(to_device(&op, GPU), &inputs).unwrap_or_else(|error| panic!("{what}: {error}"));
    assert_eq!(expected.len(), got.len(), "{what}: results");
    for (expected, got) in expected.iter().zip(&got) {
        assert_close(&what, expected, got, tolerance);
    }
}

fn compare(op: Op, inputs: &[Arg]) {
    let dtype = inputs.iter().find_map(|arg| arg.tensor()).map_or(DType::Float32, Tensor::dtype);
    compare_within(op, inputs, tolerance(dtype));
}

fn pointwise(function: Pointwise, parameters: [f64; 2]) -> Op {
    Op::Pointwise { function, parameters }
}

/// Contiguous, transposed, stepped and broadcast operands of this shape.
fn layouts(dtype: DType, rows: usize, columns: usize, seed: u64) -> Vec<Tensor> {
    let whole = make(dtype, &[rows, columns], seed);
    let transposed = view(&make(dtype, &[columns, rows], seed), View::Permute(smallvec![1, 0]));
    let stepped = View::Slice { dim: 1, start: 1, length: columns, step: 2 };
    let stepped = view(&make(dtype, &[rows, 2 * columns + 1], seed), stepped);
    let row = View::Expand(smallvec![rows, columns]);
    let row = view(&make(dtype, &[1, columns], seed), row);
    vec![whole, transposed, stepped, row]
}

/// Checks that a function without a PyTorch kernel for a dtype fails on both devices, with the name of that device's kernel.
fn refused_on_both(function: Pointwise, inputs: &[Arg], kernel: &str) {
    let moved: Vec<Tensor> = inputs.iter().filter_map(|arg| arg.tensor()).map(on_gpu).collect();
    let moved: Vec<Arg> = moved.iter().map(Arg::from).collect();
    for (inputs, kernel) in [(inputs, kernel.to_owned()), (&moved, kernel.replace("_cpu", "_cuda"))] {
        let error = engine::run_many(pointwise(function, [0.5, 2.0]), inputs).expect_err(&kernel).to_string();
        assert!(error.starts_with(&format!("\"{kernel}\" not implemented for '")), "{error}");
    }
}

#[test]
fn every_row_in_every_dtype() {
    for &function in Pointwise::ALL {
        let row = function.row();
        for dtype in DType::ALL {
            let admitted = match row.rule {
                _ if dtype.is_complex() => row.complex.is_some(),
                Rule::Float => dtype.is_floating(),
                Rule::Bitwise => !dtype.is_floating(),
                Rule::Arithmetic | Rule::Compare | Rule::Select => true,
            };
            // PyTorch rejects these on bool; so does the engine.
            let refused = dtype == DType::Bool && row.rule == Rule::Arithmetic;
            if !admitted || refused {
                continue;
            }
            let operands: Vec<Tensor> = (0..row.operands.len())
                .map(|i| {
                    let condition = row.rule == Rule::Select && i == 0;
                    let dtype = if condition { DType::Bool } else { dtype };
                    let tensor = make(dtype, &[3, 37], 11 + i as u64);
                    // Only the CPU raises an error for integer division by zero.
                    let divisor = i == 1 && !dtype.is_inexact() && row.rule == Rule::Arithmetic;
                    match divisor {
                        true => run(pointwise(Pointwise::BitwiseOr, [0.0; 2]), &[(&tensor).into(), 1i64.into()]),
                        false => tensor,
                    }
                })
                .collect();
            let inputs: Vec<Arg> = operands.iter().map(Arg::from).collect();
            match function.missing_kernel(dtype) {
                Some(kernel) => refused_on_both(function, &inputs, kernel),
                None => compare_within(pointwise(function, [0.5, 2.0]), &inputs, tolerance(dtype) * 4.0),
            }
        }
    }
}

#[test]
fn pointwise_layouts_and_lengths() {
    for dtype in [DType::Float32, DType::Float16, DType::Int64, DType::UInt8] {
        for (i, a) in layouts(dtype, 5, 19, 1).iter().enumerate() {
            for b in &layouts(dtype, 5, 19, 2) {
                compare(pointwise(Pointwise::Add, [0.0; 2]), &[a.into(), b.into()]);
            }
            if i == 0 {
                compare(pointwise(Pointwise::Mul, [0.0; 2]), &[a.into(), 3i64.into()]);
                let single = make(dtype, &[], 5);
                compare(pointwise(Pointwise::Sub, [0.0; 2]), &[a.into(), (&single).into()]);
            }
        }
        for length in LENGTHS {
            let (a, b) = (make(dtype, &[length], 3), make(dtype, &[length], 4));
            compare(pointwise(Pointwise::Mul, [0.0; 2]), &[(&a).into(), (&b).into()]);
            // From the second element on, no pack is aligned.
            let rest = View::Slice { dim: 0, start: 1, length: length - 1, step: 1 };
            let (a, b) = (view(&a, rest.clone()), view(&b, rest));
            compare(pointwise(Pointwise::Gt, [0.0; 2]), &[(&a).into(), (&b).into()]);
        }
    }
    let half = make(DType::Float16, &[100], 9);
    compare(pointwise(Pointwise::Mul, [0.0; 2]), &[(&half).into(), 1.1.into()]);
}

#[test]
fn casts_between_all_dtypes() {
    for from in DType::ALL {
        for to in DType::ALL {
            if from.is_inexact() && to == DType::UInt8 {
                continue; // C leaves the conversion of negative floats to unsigned undefined
            }
            for tensor in layouts(from, 4, 33, 7) {
                compare(Op::Cast(to), &[(&tensor).into()]);
            }
        }
    }
}

#[test]
fn copies_flips_triangles_and_cat() {
    for dtype in [DType::Bool, DType::Float16, DType::Float32, DType::Int64] {
        for tensor in layouts(dtype, 6, 13, 8) {
            compare(Op::Contiguous, &[(&tensor).into()]);
            compare(Op::Flip(smallvec![0, 1]), &[(&tensor).into()]);
            for diagonal in [-7, -1, 0, 2, 20] {
                for upper in [false, true] {
                    compare(Op::Triangle { upper, diagonal }, &[(&tensor).into()]);
                }
            }
        }
        let parts = [layouts(dtype, 6, 13, 1), layouts(dtype, 6, 13, 2)].concat();
        let inputs: Vec<Arg> = parts.iter().map(Arg::from).collect();
        compare(Op::Cat { dim: 0 }, &inputs);
        compare(Op::Cat { dim: 1 }, &inputs);
    }
    let batch = make(DType::Float32, &[3, 4, 5], 3);
    compare(Op::Triangle { upper: true, diagonal: 1 }, &[(&batch).into()]);
}

#[test]
fn tensors_from_nothing() {
    for dtype in DType::ALL {
        let make = |shape: &[usize]| Make { shape: shape.into(), dtype, device: Device::Cpu };
        let value = Scalar::Float(3.0);
        compare(Op::Fill { value, make: make(&[7, 3]) }, &[]);
        compare(Op::Eye { make: make(&[5, 4]) }, &[]);
        if dtype != DType::Bool {
            let (start, step) = match dtype.is_floating() {
                true => (Scalar::Float(-1.5), Scalar::Float(0.25)),
                false => (Scalar::Int(1), Scalar::Int(3)),
            };
            compare_within(Op::Arange { start, step, make: make(&[40]) }, &[], tolerance(dtype));
        }
        if dtype.is_floating() {
            let (start, end) = (-1.0, 2.0);
            compare_within(Op::Linspace { start, end, make: make(&[50]) }, &[], tolerance(dtype));
        }
    }
}

/// Every row of the table, with each parameter that changes its behaviour.
fn reductions() -> Vec<(Reduction, f64)> {
    let infinity = f64::INFINITY;
    let parameters = |function| match function {
        Reduction::Norm => vec![0.0, 1.0, 2.0, 3.0, infinity, -infinity],
        Reduction::Var => vec![1.0],
        _ => vec![0.0],
    };
    let with =
        |function: &Reduction| parameters(*function).into_iter().map(|parameter| (*function, parameter)).collect();
    Reduction::ALL.iter().flat_map(|function| -> Vec<_> { with(function) }).collect()
}

fn floats_only(function: Reduction) -> bool {
    matches!(function.row().rule, reduction::Rule::Float(_) | reduction::Rule::Size(_) | reduction::Rule::WideFloat)
}

/// Functions that order numbers, or are composed of such functions, do not support complex numbers.
fn orders(function: Reduction) -> bool {
    matches!(function.row().rule, reduction::Rule::Extreme | reduction::Rule::Place | reduction::Rule::WideFloat)
}

fn reduce(function: Reduction, correction: f64, dims: &[usize]) -> Op {
    Op::Reduce { function, dims: dims.into(), keepdim: false, correction }
}

#[test]
fn reductions_of_every_dtype() {
    for (function, correction) in reductions() {
        for dtype in DType::ALL {
            if floats_only(function) && !dtype.is_inexact() || orders(function) && dtype.is_complex() {
                continue;
            }
            let tensor = make(dtype, &[3, 70, 5], 21);
            let tolerance = 4.0 * tolerance(dtype);
            for dims in [&[0][..], &[1], &[2], &[0, 2], &[]] {
                let one_dim = function.row().rule == reduction::Rule::Place;
                if one_dim && dims.len() == 2 {
                    continue;
                }
                compare_within(reduce(function, correction, dims), &[(&tensor).into()], tolerance);
            }
        }
    }
}

#[test]
fn reductions_of_every_length() {
    for (function, correction) in reductions() {
        for length in LENGTHS {
            let tensor = make(DType::Float32, &[2, length], 22);
            // Sums of many numbers accumulate rounding errors.
            let tolerance = 1e-5 * (length as f64).sqrt().max(4.0);
            compare_within(reduce(function, correction, &[1]), &[(&tensor).into()], tolerance);
            compare_within(reduce(function, correction, &[]), &[(&tensor).into()], tolerance);
            let turned = view(&tensor, View::Permute(smallvec![1, 0]));
            compare_within(reduce(function, correction, &[0]), &[(&turned).into()], tolerance);
        }
    }
    let wide = make(DType::Float32, &[130, 5000], 23);
    compare_within(reduce(Reduction::Sum, 0.0, &[0]), &[(&wide).into()], 1e-4);
}

/// The closed form of a row's result for these numbers.
fn closed_form(function: Reduction, parameter: f64, x: &[f64]) -> f64 {
    let (n, sum) = (x.len() as f64, x.iter().sum::<f64>());
    let variance = || x.iter().map(|x| (x - sum / n).powi(2)).sum::<f64>() / (n - parameter);
    let greatest = x.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let least = x.iter().copied().fold(f64::INFINITY, f64::min);
    let place = |of: f64| x.iter().position(|x| *x == of).expect("an element") as f64;
    let nonzero = x.iter().filter(|x| **x != 0.0).count();
    match function {
        Reduction::Sum => sum,
        Reduction::Mean => sum / n,
        Reduction::Prod => x.iter().product(),
        Reduction::Max => greatest,
        Reduction::Min => least,
        Reduction::Any => f64::from(u8::from(nonzero > 0)),
        Reduction::All => f64::from(u8::from(nonzero == x.len())),
        Reduction::Var => variance(),
        Reduction::Std => variance().sqrt(),
        Reduction::Norm => match parameter {
            0.0 => nonzero as f64,
            f64::INFINITY => greatest.max(-least),
            f64::NEG_INFINITY => x.iter().fold(f64::INFINITY, |least, x| least.min(x.abs())),
            p => x.iter().map(|x| x.abs().powf(p)).sum::<f64>().powf(1.0 / p),
        },
        Reduction::LogSumExp => x.iter().map(|x| x.exp()).sum::<f64>().ln(),
        Reduction::ArgMax => place(greatest),
        Reduction::ArgMin => place(least),
        Reduction::CountNonzero => nonzero as f64,
    }
}

#[test]
fn every_reduction_has_its_closed_form_on_both_devices() {
    emulate();
    // By one thread, by one block, and by several blocks; with and without a zero.
    for (length, zero) in [(1, false), (9, true), (64, false), (65, false), (300, true), (9000, false)] {
        let numbers: Vec<f64> = (0..length)
            .map(|i| if zero && i == length / 2 { 0.0 } else { ((i * 37 % 101) as f64 - 50.3) / 50.0 })
            .collect();
        for (function, parameter) in reductions() {
            let expected = closed_form(function, parameter, &numbers);
            for device in [Device::Cpu, Device::Cuda(0)] {
                let x = Tensor::from_slice(&numbers, &[length], device).expect("memory");
                let result = engine::run(reduce(function, parameter, &[0]), &[(&x).into()]).expect("a reduction");
                let found = result.to_vec::<f64>().expect("a number")[0];
                let near = found == expected
                    || (found.is_nan() && expected.is_nan())
                    || (found - expected).abs() <= 1e-11 * expected.abs().max(1.0);
                assert!(near, "{function:?} {parameter} of {length} on {device}: {found} instead of {expected}");
            }
        }
    }
}

#[test]
fn reductions_meet_nan_and_infinity() {
    let (nan, infinity) = (f32::NAN, f32::INFINITY);
    for values in [
        [1.0, nan, 3.0, nan],
        [infinity, 1.0, infinity, 2.0],
        [-infinity, -infinity, -infinity, -infinity],
        [2.0, 5.0, 5.0, 1.0],
    ] {
        for repeat in [1, 100] {
            let values: Vec<f32> = values.repeat(repeat);
            let tensor = Tensor::from_slice(&values, &[values.len()], Device::Cpu).expect("memory");
            use Reduction::{ArgMax, ArgMin, LogSumExp, Max, Min, Sum};
            for function in [Max, Min, ArgMax, ArgMin, Sum, LogSumExp] {
                compare(reduce(function, 0.0, &[]), &[(&tensor).into()]);
            }
        }
    }
}

#[test]
fn reductions_with_index_and_scans() {
    for dtype in [DType::Float32, DType::Float16, DType::Int32, DType::Bool] {
        for length in [1, 9, 64, 65, 300, 1000] {
            let tensor = make(dtype, &[3, length], 31);
            let turned = view(&make(dtype, &[length, 3], 31), View::Permute(smallvec![1, 0]));
            for tensor in [&tensor, &turned] {
                for function in [Reduction::Max, Reduction::Min] {
                    let op = Op::ReduceWithIndex { function, dim: 1, keepdim: true };
                    compare(op, &[tensor.into()]);
                }
                for function in [Scan::Sum, Scan::Max, Scan::Min] {
                    let tolerance = tolerance(dtype) * 4.0;
                    compare_within(Op::Scan { function, dim: 1 }, &[tensor.into()], tolerance);
                }
            }
        }
        let short = make(dtype, &[4, 6], 33);
        compare(Op::Scan { function: Scan::Prod, dim: 0 }, &[(&short).into()]);
    }
}

#[test]
fn softmax_of_short_and_long_rows() {
    for dtype in FLOATS {
        for length in [1, 10, 64, 65, 500] {
            let tensor = make(dtype, &[5, length], 41);
            for log in [false, true] {
                compare(Op::Softmax { dim: 1, log }, &[(&tensor).into()]);
                compare(Op::Softmax { dim: 0, log }, &[(&tensor).into()]);
            }
        }
    }
}

#[test]
fn matrix_products() {
    let transpose = |tensor: &Tensor| view(tensor, View::Permute(smallvec![1, 0]));
    for dtype in FLOATS {
        let within = tolerance(dtype) * 20.0;
        for (m, k, n) in [(1, 1, 1), (3, 5, 7), (17, 33, 16), (64, 100, 10), (1, 50, 3)] {
            let (a, b) = (make(dtype, &[m, k], 51), make(dtype, &[k, n], 52));
            let (at, bt) = (transpose(&make(dtype, &[k, m], 51)), transpose(&make(dtype, &[n, k], 52)));
            for a in [&a, &at] {
                for b in [&b, &bt] {
                    compare_within(Op::MatMul, &[a.into(), b.into()], within);
                    for (bias, beta) in [(make(dtype, &[n], 53), 1.0), (make(dtype, &[m, n], 54), 0.5)] {
                        let op = Op::AddMm { beta, alpha: 1.0 };
                        compare_within(op, &[(&bias).into(), a.into(), b.into()], within);
                    }
                }
            }
        }
    }
    // Batches: equal, broadcast on either side, and one matrix for all.
    let of = |shape: &[usize]| make(DType::Float32, shape, 55);
    for (a, b) in [
        (of(&[4, 3, 5]), of(&[4, 5, 2])),
        (of(&[4, 3, 5]), of(&[1, 5, 2])),
        (of(&[2, 1, 3, 5]), of(&[2, 4, 5, 2])),
        (of(&[4, 3, 5]), of(&[5, 2])),
        (view(&of(&[3, 4, 5]), View::Permute(smallvec![1, 0, 2])), of(&[4, 5, 2])),
    ] {
        compare_within(Op::MatMul, &[(&a).into(), (&b).into()], 1e-4);
    }
}

#[test]
fn gather_scatter_and_select() {
    for dtype in [DType::Float32, DType::Float16, DType::Int64, DType::UInt8] {
        for x in layouts(dtype, 6, 9, 61) {
            let index = indices(&[4, 9], 6, 62);
            compare(Op::Gather { dim: 0 }, &[(&x).into(), (&index).into()]);
            let along = indices(&[6, 5], 9, 63);
            compare(Op::Gather { dim: 1 }, &[(&x).into(), (&along).into()]);
            for dim in [0, 1] {
                let some = indices(&[7], x.shape()[dim], 64);
                compare(Op::IndexSelect { dim }, &[(&x).into(), (&some).into()]);
                let shape: Vec<usize> = (0..2).map(|d| if d == dim { 7 } else { x.shape()[d] }).collect();
                let source = make(dtype, &shape, 65);
                let inputs = [(&x).into(), (&some).into(), (&source).into()];
                compare_within(Op::IndexAdd { dim }, &inputs, tolerance(dtype) * 4.0);
            }
            let source = make(dtype, &[4, 9], 66);
            let inputs = [(&x).into(), (&index).into(), (&source).into()];
            let mode = ScatterMode::Add;
            compare_within(Op::Scatter { dim: 0, mode }, &inputs, tolerance(dtype) * 4.0);
        }
    }
    // Distinct targets, because the winner of two writes is undefined.
    let x = make(DType::Float32, &[3, 5], 67);
    let index = Tensor::from_slice(&[2i64, 0, 1, 1, 2, 0], &[2, 3], Device::Cpu).expect("memory");
    let distinct = Tensor::from_slice(&[2i64, 0, 1, 0, 2], &[1, 5], Device::Cpu).expect("memory");
    let source = make(DType::Float32, &[2, 5], 68);
    let mode = ScatterMode::Assign;
    compare(Op::Scatter { dim: 1, mode }, &[(&x).into(), (&index).into(), (&source).into()]);
    compare(Op::Scatter { dim: 0, mode }, &[(&x).into(), (&distinct).into(), (&source).into()]);
}

#[test]
fn advanced_indexing() {
    let x = make(DType::Float32, &[4, 5, 6, 2], 71);
    let (i, j) = (indices(&[3, 1], 4, 72), indices(&[2], 6, 73));
    for (indexed, indexes) in [
        (vec![true], vec![&i]),
        (vec![false, true], vec![&i]),
        (vec![true, false, true], vec![&i, &j]),
        (vec![false, true, true], vec![&i, &j]),
        (vec![false, false, false, true], vec![&i]),
    ] {
        // The last dimension has size 2.
        let low: Vec<Tensor> = indexes
            .iter()
            .map(|index| run(pointwise(Pointwise::Remainder, [0.0; 2]), &[(*index).into(), 2i64.into()]))
            .collect();
        let mut inputs: Vec<Arg> = vec![(&x).into()];
        inputs.extend(low.iter().map(Arg::from));
        let op = Op::Index { indexed: indexed.clone() };
        let picked = run(op.clone(), &inputs);
        compare(op, &inputs);
        let source = make(DType::Float32, picked.shape(), 74);
        inputs.insert(1, (&source).into());
        let op = Op::IndexPut { indexed, accumulate: true };
        compare(op, &inputs);
    }
    // Negative indices count from the end.
    let negative = Tensor::from_slice(&[-1i64, 0, -4], &[3], Device::Cpu).expect("memory");
    compare(Op::Index { indexed: vec![true] }, &[(&x).into(), (&negative).into()]);
}

#[test]
fn sizes_that_depend_on_the_data() {
    for length in [1, 63, 64, 65, 1000] {
        let x = make(DType::Float32, &[2, length], 81);
        let mask = make(DType::Bool, &[2, length], 82);
        compare(Op::MaskedSelect, &[(&x).into(), (&mask).into()]);
        let row = make(DType::Bool, &[length], 83);
        compare(Op::MaskedSelect, &[(&x).into(), (&row).into()]);
        for dtype in [DType::Bool, DType::Int32, DType::Float32] {
            compare(Op::Nonzero, &[(&make(dtype, &[2, length], 84)).into()]);
        }
    }
    let none = run(pointwise(Pointwise::Gt, [0.0; 2]), &[(&make(DType::Float32, &[9], 85)).into(), 2.0.into()]);
    compare(Op::Nonzero, &[(&none).into()]);
}

#[test]
fn sorting() {
    for dtype in [DType::Float32, DType::BFloat16, DType::Int16, DType::Bool] {
        for length in [1, 2, 255, 256, 257, 700] {
            let x = make(dtype, &[3, length], 91);
            for descending in [false, true] {
                for (dim, stable) in [(1, true), (0, true)] {
                    let op = Op::Sort { dim, descending, stable };
                    compare(op, &[(&x).into()]);
                }
            }
        }
    }
    // No equal elements, so that the indices are unique.
    let x = make(DType::Float64, &[4, 300], 92);
    for largest in [false, true] {
        let op = Op::TopK { k: 7, dim: 1, largest, sorted: true };
        compare(op, &[(&x).into()]);
    }
    let odd = Tensor::from_slice(&[2.0f32, f32::NAN, -1.0, f32::INFINITY], &[4], Device::Cpu).expect("memory");
    for descending in [false, true] {
        let op = Op::Sort { dim: 0, descending, stable: true };
        compare(op, &[(&odd).into()]);
    }
}

/// Every row, and two more for the options that all rows share.
fn optimizers() -> Vec<Optimizer> {
    let constants = [0.01, 0.1, 0.9, 0.2, 0.7, 0.01, 0.6, 0.5];
    let mut all: Vec<Optimizer> = StepRule::ALL.iter().map(|&rule| Optimizer::new(rule, &constants)).collect();
    all.push(Optimizer { maximize: true, weight_decay: 0.1, ..Optimizer::new(StepRule::SgdMomentum, &constants) });
    all.push(Optimizer { shrink: 0.9, ..Optimizer::new(StepRule::Adam, &constants) });
    all
}

#[test]
fn optimizer_steps_over_many_tensors() {
    emulate();
    for optimizer in optimizers() {
        for dtype in [DType::Float32, DType::Float64, DType::BFloat16] {
            // More tensors than fit one launch, of different sizes, one larger than a block's chunk.
            let sizes: Vec<usize> = (0..60).map(|i| if i == 30 { 9000 } else { i % 7 + 1 }).collect();
            let columns = 2 + optimizer.states();
            let host: Vec<Tensor> = (0..columns)
                .flat_map(|column| sizes.iter().map(move |&size| (column, size)))
                .enumerate()
                .map(|(i, (column, size))| {
                    let tensor = make(dtype, &[size], i as u64 + 1);
                    // Squares are not negative.
                    match column >= 2 {
                        true => run(pointwise(Pointwise::Abs, [0.0; 2]), &[(&tensor).into()]),
                        false => tensor,
                    }
                })
                .collect();
            let device: Vec<Tensor> = host.iter().map(on_gpu).collect();
            for tensors in [&host, &device] {
                let inputs: Vec<Arg> = tensors.iter().map(Arg::from).collect();
                engine::run_many(Op::OptimizerStep(optimizer.clone()), &inputs).expect("a step");
            }
            for (host, device) in host.iter().zip(&device) {
                let what = format!("{optimizer:?} {dtype}");
                assert_close(&what, host, device, tolerance(dtype) * 4.0);
            }
        }
    }
}

#[test]
fn norms_and_scaling_of_many_tensors() {
    emulate();
    let host: Vec<Tensor> = [3, 500, 5000].map(|n| make(DType::Float32, &[n], n as u64)).to_vec();
    let inputs: Vec<Arg> = host.iter().map(Arg::from).collect();
    for p in [1.0, 2.0, f64::INFINITY] {
        compare_within(Op::TotalNorm { p }, &inputs, 1e-4);
    }
    let device: Vec<Tensor> = host.iter().map(on_gpu).collect();
    let found = on_gpu(&Tensor::from_slice(&[0f32], &[1], Device::Cpu).expect("memory"));
    let half = on_gpu(&Tensor::from_slice(&[0.5f32], &[1], Device::Cpu).expect("memory"));
    let scale = |tensors: &[Tensor]| {
        let mut inputs: Vec<Arg> = tensors.iter().map(Arg::from).collect();
        inputs.extend([Arg::from(&half), Arg::from(&found)]);
        let op = Op::MultiScale { factor: 0.5, check: true };
        engine::run_many(op, &inputs).expect("scaling");
    };
    scale(&device);
    for (host, device) in host.iter().zip(&device) {
        let quarter = run(pointwise(Pointwise::Mul, [0.0; 2]), &[host.into(), 0.25.into()]);
        assert_close("a quarter", &quarter, device, 0.0);
    }
    assert_eq!(found.to_vec::<f32>().expect("found"), [0.0]);
    scale(&[on_gpu(&Tensor::from_slice(&[1f32, f32::INFINITY], &[2], Device::Cpu).expect("memory"))]);
    assert_eq!(found.to_vec::<f32>().expect("found"), [1.0]);
}

fn random(kind: Random, shape: &[usize], dtype: DType) -> Result<Tensor> {
    let make = Make { shape: shape.into(), dtype, device: Device::Cuda(1) };
    engine::run(Op::Random { kind, make }, &[])
}

/// The first values of `torch.rand` and `torch.randn` on a CUDA device after `torch.manual_seed`.
#[test]
fn random_numbers_are_pytorch_s_on_cuda() {
    emulate();
    let device = Device::Cuda(1);
    let cuda = executor(device);
    let four = |kind, shape: &[usize]| random(kind, shape, DType::Float32).and_then(|t| t.to_vec::<f32>());
    let near = |got: &[f32], expected: [f32; 4]| {
        assert!(got.iter().zip(expected).all(|(g, e)| (g - e).abs() < 6e-5), "{got:?} is not {expected:?}");
    };
    let uniform = Random::Uniform { low: 0.0, high: 1.0 };
    let normal = Random::Normal { mean: 0.0, std: 1.0 };
    cuda.manual_seed(device, 0);
    near(&four(uniform, &[4]).expect("rand"), [0.3990, 0.5167, 0.0249, 0.9401]);
    cuda.manual_seed(device, 0);
    near(&four(normal, &[4]).expect("randn"), [-0.9247, -0.4253, -2.6438, 0.1452]);
    cuda.manual_seed(device, 42);
    near(&four(normal, &[2, 2]).expect("randn"), [0.1940, 2.1614, -0.1721, 0.8491]);

    // A restored state gives the same numbers again.
    let state = cuda.rng_state(device);
    let first = four(normal, &[3, 5]).expect("randn");
    cuda.set_rng_state(device, &state).expect("a state of its own");
    assert_eq!(four(normal, &[3, 5]).expect("randn"), first);
    assert_ne!(four(normal, &[3, 5]).expect("randn"), first);
    assert!(cuda.set_rng_state(device, &[0; 5]).is_err());

    // Distributions have the expected moments.
    let n = 40_000usize;
    let moments = |kind, dtype| {
        let values = random(kind, &[n], dtype).and_then(|t| t.to_vec::<f64>()).expect("values");
        let mean = values.iter().sum::<f64>() / n as f64;
        (mean, values.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / n as f64, values)
    };
    for dtype in FLOATS {
        let (mean, variance, values) = moments(uniform, dtype);
        assert!((mean - 0.5).abs() < 0.01 && (variance - 1.0 / 12.0).abs() < 0.003, "{dtype}: {mean} {variance}");
        assert!(values.iter().all(|x| (0.0..=1.0).contains(x)));
        let (mean, variance, _) = moments(Random::Normal { mean: 1.0, std: 2.0 }, dtype);
        assert!((mean - 1.0).abs() < 0.05 && (variance - 4.0).abs() < 0.15, "{dtype}: {mean} {variance}");
        let (mean, variance, _) = moments(Random::Exponential { rate: 2.0 }, dtype);
        assert!((mean - 0.5).abs() < 0.02 && (variance - 0.25).abs() < 0.02, "{dtype}: {mean} {variance}");
        let (mean, _, values) = moments(Random::Bernoulli { p: 0.3 }, dtype);
        assert!((mean - 0.3).abs() < 0.01 && values.iter().all(|x| *x == 0.0 || *x == 1.0));
    }
    let (mean, _, values) = moments(Random::Integer { low: -3, high: 5 }, DType::Int64);
    assert!((mean - 0.5).abs() < 0.05 && values.iter().all(|x| (-3.0..5.0).contains(x)));
    let (_, _, mut values) = moments(Random::Permutation, DType::Int64);
    values.sort_by(f64::total_cmp);
    assert!(values.iter().enumerate().all(|(i, x)| *x == i as f64));
}

#[test]
fn an_index_out_of_bounds_is_named() {
    emulate();
    // Uses its own device, because the next read from the device reports the error.
    let device = Device::Cuda(2);
    let x = on(device, &make(DType::Float32, &[5], 95));
    let index = on(device, &Tensor::from_slice(&[1i64, 7], &[2], Device::Cpu).expect("memory"));
    let got =
        engine::run(Op::Gather { dim: 0 }, &[(&x).into(), (&index).into()]).and_then(|result| result.to_vec::<f32>());
    let message = got.expect_err("an error").to_string();
    assert_eq!(message, "index 7 is out of bounds for dimension 0 with size 5");
    // Also while an operation is deferred, whose launch in turn checks for errors.
    let result = engine::run(Op::Gather { dim: 0 }, &[(&x).into(), (&index).into()]).expect("a launch");
    tensorcell_device::driver::wait_for_queued(2).expect("its end");
    let here = on(GPU, &make(DType::Float32, &[5], 96));
    let waits = run(Op::Pointwise { function: Pointwise::Exp, parameters: [1.0, 2.0] }, &[(&here).into()]);
    assert_eq!(x.to_vec::<f32>().expect_err("an error").to_string(), message);
    drop((result, waits));
    // The session continues.
    let dims: Dims = smallvec![0];
    let twice = engine::run(Op::Flip(dims), &[(&x).into()]).and_then(|t| t.to_vec::<f32>());
    assert_eq!(twice.expect("values").len(), 5);
}
