//! Runs the engine's kernels as PTX from NVIDIA's compiler, with all checks: float32 on an emulated device, compared
//! with float64 on the processor. A failed check is an error of the operation.

mod attention;

use smallvec::smallvec;
use std::sync::Once;
use tensorcell_device::{Device, driver, libraries};
use tensorcell_engine::host::Elements;
use tensorcell_engine::{self as engine, cuda};
use tensorcell_tensor::optimizer::{Optimizer, StepRule};
use tensorcell_tensor::pointwise::{Pointwise, Rule};
use tensorcell_tensor::{Arg, DType, Make, Op, Reduction, Scalar, Scan, ScatterMode, Tensor, View, reduction};
use tensorcell_verify::skipped;

const GPU: Device = Device::Cuda(0);
/// One thread, a block with a partial last warp, several blocks.
const LENGTHS: [usize; 3] = [7, 300, 5000];

/// Returns whether the device runs PTX; reports a missing NVIDIA compiler.
fn runs_ptx() -> bool {
    static ONCE: Once = Once::new();
    // SAFETY: every test calls this before anything that reads the environment.
    ONCE.call_once(|| unsafe {
        std::env::set_var("TENSORCELL_EMULATE", "1");
        std::env::set_var(libraries::AS_PTX, "1");
    });
    let runs = libraries::load().ptx;
    if !runs {
        skipped(
            "NVRTC was not found (pip install nvidia-cuda-nvrtc nvidia-cuda-runtime, and TENSORCELL_NVRTC_PYTHON names that python3)",
        );
    }
    runs
}

/// A reproducible pseudo-random sequence in [-1, 1) of numbers that float32 represents exactly.
fn noise(count: usize, seed: u64) -> Vec<f64> {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 40) as f64 / (1u64 << 23) as f64 - 1.0
    };
    (0..count).map(|_| next()).collect()
}

fn host(values: &[f64], shape: &[usize]) -> Tensor {
    Tensor::from_slice(values, shape, Device::Cpu).expect("host memory")
}

fn make(shape: &[usize], seed: u64) -> Tensor {
    host(&noise(shape.iter().product(), seed), shape)
}

fn indices(shape: &[usize], bound: usize, seed: u64) -> Tensor {
    let values: Vec<i64> =
        noise(shape.iter().product(), seed).iter().map(|x| ((x + 1.0) / 2.0 * bound as f64) as i64).collect();
    Tensor::from_slice(&values, shape, Device::Cpu).expect("host memory")
}

fn run(op: Op, inputs: &[Arg]) -> Tensor {
    let name = format!("{op:?}");
    engine::run(op, inputs).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The same memory on the device with the same layout; float64 becomes float32.
fn on_gpu(tensor: &Tensor) -> Tensor {
    let elements = tensor.storage().bytes() / tensor.dtype().size();
    let whole = tensor.alias(tensorcell_tensor::Layout::contiguous(&[elements]));
    let narrow = match tensor.dtype() {
        DType::Float64 => run(Op::Cast(DType::Float32), &[(&whole).into()]),
        _ => whole,
    };
    run(Op::Transfer { device: GPU, non_blocking: false }, &[(&narrow).into()]).alias(tensor.layout().clone())
}

fn transposed(tensor: &Tensor) -> Tensor {
    engine::view(tensor, View::Permute(smallvec![1, 0])).expect("a view")
}

/// Every second column, starting with the second.
fn stepped(tensor: &Tensor) -> Tensor {
    let length = tensor.shape()[1] / 2;
    engine::view(tensor, View::Slice { dim: 1, start: 1, length, step: 2 }).expect("a view")
}

/// Waits for the device; fails if a check failed.
fn wait_and_check(what: &str) {
    let finished = driver::synchronize(0).map_err(|error| error.to_string());
    let checked = finished.and_then(|()| cuda::check_indices(GPU).map_err(|error| error.to_string()));
    let findings = cuda::user::findings(0);
    assert!(checked.is_ok() && findings.is_empty(), "{what}: {checked:?} {findings:?}");
}

fn near(what: &str, expected: &Tensor, got: &Tensor, within: f64) {
    assert_eq!((expected.shape(), got.device()), (got.shape(), GPU), "{what}");
    let expected: Vec<f64> = expected.to_vec().expect("host values");
    let got: Vec<f64> = got.to_vec().unwrap_or_else(|error| panic!("{what}: {error}"));
    for (i, (e, g)) in expected.iter().zip(&got).enumerate() {
        let close = e == g || (e.is_nan() && g.is_nan()) || (e - g).abs() <= within * e.abs().max(1.0);
        assert!(close, "{what}: element {i} is {g}, not {e}");
    }
}

/// Compares an operation in float64 on the processor with float32 as PTX.
fn compare(op: Op, inputs: &[Arg], within: f64) {
    if !runs_ptx() {
        return;
    }
    let what = format!("{op:?}");
    let expected = engine::run_many(op.clone(), inputs).unwrap_or_else(|error| panic!("{what}: {error}"));
    let moved: Vec<Option<Tensor>> = inputs.iter().map(|arg| arg.tensor().map(on_gpu)).collect();
    let moved: Vec<Arg> =
        inputs.iter().zip(&moved).map(|(arg, moved)| moved.as_ref().map_or(*arg, Arg::from)).collect();
    let got = engine::run_many(op, &moved).unwrap_or_else(|error| panic!("{what}: {error}"));
    wait_and_check(&what);
    assert_eq!(expected.len(), got.len(), "{what}: results");
    for (expected, got) in expected.iter().zip(&got) {
        near(&what, expected, got, within);
    }
}

const FLOAT: f64 = 2e-5;

fn pointwise(function: Pointwise, parameters: [f64; 2]) -> Op {
    Op::Pointwise { function, parameters }
}

/// An operand of a row: bool for conditions, whole numbers for rows that require them.
fn operand(rule: Rule, place: usize, seed: u64) -> Tensor {
    let tensor = make(&[6, 50], seed);
    let scaled = || run(pointwise(Pointwise::Mul, [0.0; 2]), &[(&tensor).into(), 9.0.into()]);
    match rule {
        Rule::Bitwise => run(Op::Cast(DType::Int32), &[(&scaled()).into()]),
        Rule::Select if place == 0 => {
            let positive = run(pointwise(Pointwise::Gt, [0.0; 2]), &[(&tensor).into(), 0.0.into()]);
            run(Op::Cast(DType::Bool), &[(&positive).into()])
        }
        _ => tensor,
    }
}

#[test]
fn every_row_of_the_pointwise_table_by_packs_and_by_strides() {
    if !runs_ptx() {
        return;
    }
    for &function in Pointwise::ALL {
        let row = function.row();
        let operands: Vec<Tensor> = (0..row.operands.len()).map(|i| operand(row.rule, i, 11 + i as u64)).collect();
        if function.missing_kernel(operands[0].dtype()).is_some() {
            continue;
        }
        let inputs: Vec<Arg> = operands.iter().map(Arg::from).collect();
        compare(pointwise(function, [0.5, 2.0]), &inputs, 4.0 * FLOAT);
        let views: Vec<Tensor> = operands.iter().map(|tensor| transposed(&stepped(tensor))).collect();
        let inputs: Vec<Arg> = views.iter().map(Arg::from).collect();
        compare(pointwise(function, [0.5, 2.0]), &inputs, 4.0 * FLOAT);
    }
}

#[test]
fn every_reduction_by_threads_by_blocks_and_in_pieces() {
    for &function in Reduction::ALL {
        let parameters: &[f64] = match function {
            Reduction::Norm => &[0.0, 1.0, 2.0, 3.0, f64::INFINITY, f64::NEG_INFINITY],
            Reduction::Var | Reduction::Std => &[1.0],
            _ => &[0.0],
        };
        for length in LENGTHS {
            let x = make(&[3, length], 21);
            let within = FLOAT * (length as f64).sqrt().max(4.0);
            for &correction in parameters {
                let reduce = |dims: &[usize]| Op::Reduce { function, dims: dims.into(), keepdim: false, correction };
                compare(reduce(&[1]), &[(&x).into()], within);
                compare(reduce(&[0]), &[(&x).into()], within);
                compare(reduce(&[1]), &[(&transposed(&make(&[length, 3], 22))).into()], within);
                if function.row().rule != reduction::Rule::Place {
                    compare(reduce(&[]), &[(&x).into()], within);
                }
            }
        }
    }
}

#[test]
fn extremes_with_their_places_and_scans() {
    for length in LENGTHS {
        let x = make(&[3, length], 31);
        for function in [Reduction::Max, Reduction::Min] {
            compare(Op::ReduceWithIndex { function, dim: 1, keepdim: true }, &[(&x).into()], 0.0);
        }
        for function in [Scan::Sum, Scan::Max, Scan::Min] {
            compare(Op::Scan { function, dim: 1 }, &[(&x).into()], FLOAT * (length as f64).sqrt().max(4.0));
        }
    }
}

#[test]
fn softmax_of_short_and_long_rows() {
    for length in [1, 10, 64, 65, 500, 3000] {
        let x = make(&[5, length], 41);
        for log in [false, true] {
            compare(Op::Softmax { dim: 1, log }, &[(&x).into()], FLOAT);
            compare(Op::Softmax { dim: 0, log }, &[(&x).into()], FLOAT);
        }
    }
}

#[test]
fn matrix_products_of_every_layout() {
    for (m, k, n) in [(1, 1, 1), (3, 5, 7), (17, 33, 16), (64, 100, 10), (1, 50, 3)] {
        let (a, b) = (make(&[m, k], 51), make(&[k, n], 52));
        let (at, bt) = (transposed(&make(&[k, m], 51)), transposed(&make(&[n, k], 52)));
        for a in [&a, &at] {
            for b in [&b, &bt] {
                compare(Op::MatMul, &[a.into(), b.into()], FLOAT * 4.0);
                let bias = make(&[n], 53);
                compare(Op::AddMm { beta: 0.5, alpha: 2.0 }, &[(&bias).into(), a.into(), b.into()], FLOAT * 4.0);
            }
        }
    }
    let (a, b) = (make(&[2, 1, 3, 5], 54), make(&[2, 4, 5, 2], 55));
    compare(Op::MatMul, &[(&a).into(), (&b).into()], FLOAT * 4.0);
}

#[test]
fn copies_flips_triangles_and_cat() {
    let x = make(&[6, 26], 61);
    for x in [&x, &transposed(&x), &stepped(&x)] {
        compare(Op::Contiguous, &[x.into()], 0.0);
        compare(Op::Flip(smallvec![0, 1]), &[x.into()], 0.0);
        compare(Op::Triangle { upper: true, diagonal: -1 }, &[x.into()], 0.0);
        compare(Op::Cat { dim: 1 }, &[x.into(), x.into(), x.into()], 0.0);
    }
}

#[test]
fn indices_gather_scatter_and_put() {
    let x = make(&[6, 9], 71);
    let (index, along) = (indices(&[4, 9], 6, 72), indices(&[6, 5], 9, 73));
    compare(Op::Gather { dim: 0 }, &[(&x).into(), (&index).into()], 0.0);
    compare(Op::Gather { dim: 1 }, &[(&transposed(&make(&[9, 6], 74))).into(), (&along).into()], 0.0);
    for dim in [0, 1] {
        let some = indices(&[7], x.shape()[dim], 75);
        compare(Op::IndexSelect { dim }, &[(&x).into(), (&some).into()], 0.0);
        let shape: Vec<usize> = (0..2).map(|d| if d == dim { 7 } else { x.shape()[d] }).collect();
        compare(Op::IndexAdd { dim }, &[(&x).into(), (&some).into(), (&make(&shape, 76)).into()], FLOAT);
    }
    let source = make(&[4, 9], 77);
    let mode = ScatterMode::Add;
    compare(Op::Scatter { dim: 0, mode }, &[(&x).into(), (&index).into(), (&source).into()], FLOAT);
    let (rows, columns) = (indices(&[3, 1], 6, 78), indices(&[2], 9, 79));
    let picked = [Arg::from(&x), (&rows).into(), (&columns).into()];
    compare(Op::Index { indexed: vec![true, true] }, &picked, 0.0);
    let values = make(&[3, 2], 80);
    let put = [Arg::from(&x), (&values).into(), (&rows).into(), (&columns).into()];
    compare(Op::IndexPut { indexed: vec![true, true], accumulate: true }, &put, FLOAT);
}

#[test]
fn sizes_that_depend_on_the_data_and_sorting() {
    for length in [1, 64, 700] {
        let x = make(&[2, length], 81);
        let mask = run(pointwise(Pointwise::Gt, [0.0; 2]), &[(&make(&[2, length], 82)).into(), 0.0.into()]);
        compare(Op::MaskedSelect, &[(&x).into(), (&mask).into()], 0.0);
        compare(Op::Nonzero, &[(&mask).into()], 0.0);
        for descending in [false, true] {
            compare(Op::Sort { dim: 1, descending, stable: true }, &[(&x).into()], 0.0);
        }
        let op = Op::TopK { k: length.min(5), dim: 1, largest: true, sorted: true };
        compare(op, &[(&x).into()], 0.0);
    }
}

#[test]
fn numbers_from_nothing() {
    if !runs_ptx() {
        return;
    }
    let of = |device, dtype| Make { shape: smallvec![300], dtype, device };
    let ops = [
        |make| Op::Fill { value: Scalar::Float(2.5), make },
        |make| Op::Arange { start: Scalar::Float(-1.5), step: Scalar::Float(0.25), make },
        |make| Op::Linspace { start: -1.0, end: 2.0, make },
    ];
    for op in ops {
        let (expected, got) = (op(of(Device::Cpu, DType::Float64)), op(of(GPU, DType::Float32)));
        let what = format!("{got:?}");
        let got = run(got, &[]);
        wait_and_check(&what);
        near(&what, &run(expected, &[]), &got, FLOAT);
    }
}

#[test]
fn every_optimizer_s_step() {
    if !runs_ptx() {
        return;
    }
    for &rule in StepRule::ALL {
        let optimizer = Optimizer::new(rule, &[0.01, 0.1, 0.9, 0.2, 0.7, 0.01, 0.6, 0.5]);
        let columns = 2 + optimizer.states();
        let tensors: Vec<Tensor> = (0..columns)
            .flat_map(|column| [3usize, 700].map(|size| (column, size)))
            .map(|(column, size)| {
                let tensor = make(&[size], (column * 1000 + size) as u64);
                // Squares are not negative.
                if column >= 2 { run(pointwise(Pointwise::Abs, [0.0; 2]), &[(&tensor).into()]) } else { tensor }
            })
            .collect();
        let moved: Vec<Tensor> = tensors.iter().map(on_gpu).collect();
        for tensors in [&tensors, &moved] {
            let inputs: Vec<Arg> = tensors.iter().map(Arg::from).collect();
            engine::run_many(Op::OptimizerStep(optimizer.clone()), &inputs).expect("a step");
        }
        wait_and_check(&format!("{rule:?}"));
        for (expected, got) in tensors.iter().zip(&moved) {
            near(&format!("{rule:?}"), expected, got, 8.0 * FLOAT);
        }
    }
}
