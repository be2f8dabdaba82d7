//! Checks every gradient rule against central differences in float64, on the CPU and on an emulated CUDA device. The list of rules
//! is read from the sources, and a rule without a case here fails.

use std::sync::Once;
use tensorcell_autograd::grad;
use tensorcell_engine as engine;
use tensorcell_engine::host::Elements;
use tensorcell_tensor::linalg::Linalg;
use tensorcell_tensor::op::Fourier;
use tensorcell_tensor::{Arg, DType, Device, Dims, Op, Pointwise, Reduction, Scalar, Scan, ScatterMode, Tensor, View};

fn emulate() {
    static ONCE: Once = Once::new();
    // SAFETY: every test calls this before anything that reads the environment.
    ONCE.call_once(|| unsafe {
        std::env::set_var("TENSORCELL_EMULATE", "1");
        std::env::set_var("TENSORCELL_EMULATE_KERNELS", "1");
    });
}

/// A function of tensors whose gradient is checked.
type Function = dyn Fn(&[Tensor]) -> Tensor;

/// A test case of a rule: the name of its variant, its inputs' values and shapes, and the operation.
struct Case {
    variant: &'static str,
    inputs: Vec<(Vec<f64>, Vec<usize>)>,
    run: Box<Function>,
}

fn noise(count: usize, seed: usize) -> Vec<f64> {
    (0..count).map(|i| ((i * 37 + seed * 13 + 11) % 29) as f64 / 9.0 - 1.4).collect()
}

fn of_shapes(shapes: &[&[usize]]) -> Vec<(Vec<f64>, Vec<usize>)> {
    shapes.iter().enumerate().map(|(i, shape)| (noise(shape.iter().product(), i), shape.to_vec())).collect()
}

fn apply(op: &Op, inputs: &[&Tensor]) -> Tensor {
    let args: Vec<Arg> = inputs.iter().map(|&x| x.into()).collect();
    engine::run_many(op.clone(), &args).unwrap_or_else(|error| panic!("{op:?}: {error}")).swap_remove(0)
}

fn case(variant: &'static str, op: Op, shapes: &[&[usize]]) -> Case {
    Case { variant, inputs: of_shapes(shapes), run: Box::new(move |x| apply(&op, &x.iter().collect::<Vec<_>>())) }
}

/// Like `case`, with index operands between the first input and the rest.
fn indexed(
    variant: &'static str,
    op: Op,
    shapes: &[&[usize]],
    index: &[i64],
    index_shape: &[usize],
    at: usize,
) -> Case {
    let (index, index_shape) = (index.to_vec(), index_shape.to_vec());
    Case {
        variant,
        inputs: of_shapes(shapes),
        run: Box::new(move |x| {
            let index = Tensor::from_slice(&index, &index_shape, x[0].device()).expect("indices");
            let mut operands: Vec<&Tensor> = x.iter().collect();
            operands.insert(at, &index);
            apply(&op, &operands)
        }),
    }
}

/// A case of a matrix function, for one of its results. `signless` is for vectors whose sign is undefined.
fn linalg(
    variant: &'static str,
    function: Linalg,
    inputs: Vec<(Vec<f64>, Vec<usize>)>,
    result: usize,
    signless: bool,
) -> Case {
    Case {
        variant,
        inputs,
        run: Box::new(move |x| {
            let args: Vec<Arg> = x.iter().map(Arg::from).collect();
            let found = engine::run_many(Op::Linalg(function), &args).expect("a result").swap_remove(result);
            match signless {
                true => apply(&Op::Pointwise { function: Pointwise::Square, parameters: [0.0; 2] }, &[&found]),
                false => found,
            }
        }),
    }
}

fn dims(d: &[usize]) -> Dims {
    Dims::from_slice(d)
}

fn matrix() -> (Vec<f64>, Vec<usize>) {
    (vec![2.0, 0.3, -0.5, 0.4, 3.0, 0.8, 0.1, -0.7, 1.5], vec![3, 3])
}
fn symmetric() -> Vec<f64> {
    vec![3.0, 0.4, 0.2, 0.4, 2.0, -0.3, 0.2, -0.3, 1.2]
}

fn view(x: &Tensor, view: View) -> Tensor {
    engine::view(x, view).expect("a view")
}

/// Views real pairs as complex numbers.
fn complex(x: &Tensor) -> Tensor {
    view(x, View::AsComplex)
}

/// Views complex numbers as real pairs; real ones are unchanged.
fn parts(x: Tensor) -> Tensor {
    if x.dtype().is_complex() { view(&x, View::AsReal) } else { x }
}

/// A case over complex numbers, as a function of their real and imaginary parts.
fn of_complex(variant: &'static str, op: Op, shapes: &[&[usize]]) -> Case {
    let run = move |x: &[Tensor]| {
        let operands: Vec<Tensor> = x.iter().map(complex).collect();
        parts(apply(&op, &operands.iter().collect::<Vec<_>>()))
    };
    Case { variant, inputs: of_shapes(shapes), run: Box::new(run) }
}

/// Cases for rules that support complex numbers.
fn complex_cases() -> Vec<Case> {
    let mut cases = vec![
        of_complex("AsReal", Op::Contiguous, &[&[3, 2]]),
        of_complex("AsComplex", Op::Contiguous, &[&[2, 3, 2]]),
        of_complex("MatMul", Op::MatMul, &[&[2, 3, 2], &[3, 2, 2]]),
        of_complex("AddMm", Op::AddMm { beta: 0.5, alpha: 2.0 }, &[&[2, 2, 2], &[2, 3, 2], &[3, 2, 2]]),
        of_complex("Cast", Op::Cast(DType::Float64), &[&[3, 2]]),
    ];
    for function in [Scan::Sum, Scan::Prod] {
        cases.push(of_complex("Scan", Op::Scan { function, dim: 1 }, &[&[2, 3, 2]]));
    }
    for function in [Reduction::Sum, Reduction::Mean, Reduction::Prod, Reduction::Var, Reduction::Std, Reduction::Norm]
    {
        for (over, correction) in [(&[][..], 1.0), (&[1], 2.0)] {
            let op = Op::Reduce { function, dims: over.into(), keepdim: false, correction };
            cases.push(of_complex(function.name(), op, &[&[2, 3, 2]]));
        }
    }
    for forward in [true, false] {
        let op = Op::Fourier { transform: Fourier::Complex { forward }, dims: dims(&[0, 1]), scale: 0.5 };
        cases.push(of_complex("Fourier", op, &[&[2, 3, 2]]));
    }
    for (half, size) in [(true, 5), (true, 4), (false, 3)] {
        let op = Op::Fourier { transform: Fourier::RealToComplex { half }, dims: dims(&[0, 1]), scale: 0.5 };
        let run = move |x: &[Tensor]| parts(apply(&op, &[&x[0]]));
        cases.push(Case { variant: "Fourier", inputs: of_shapes(&[&[2, size]]), run: Box::new(run) });
    }
    for length in [4, 5, 7, 2] {
        let op = Op::Fourier { transform: Fourier::HalfToReal { length }, dims: dims(&[0, 1]), scale: 0.5 };
        cases.push(of_complex("Fourier", op, &[&[2, length / 2 + 1, 2]]));
    }
    let matrix = |seed: usize| {
        let strong = |i: usize| if i.is_multiple_of(8) { 3.0 + i as f64 / 9.0 } else { 0.0 };
        (noise(18, seed).iter().enumerate().map(|(i, x)| x * 0.6 + strong(i)).collect(), vec![3, 3, 2])
    };
    let of_matrices = |variant: &'static str, function: Linalg, count: usize, result: usize| Case {
        variant,
        inputs: (0..count).map(matrix).collect(),
        run: Box::new(move |x| {
            let operands: Vec<Tensor> = x.iter().map(complex).collect();
            let args: Vec<Arg> = operands.iter().map(Arg::from).collect();
            parts(engine::run_many(Op::Linalg(function), &args).expect("a result").swap_remove(result))
        }),
    };
    for result in [0, 1] {
        cases.push(of_matrices("Slogdet", Linalg::Slogdet, 1, result));
    }
    for (variant, function, count) in [
        ("Inv", Linalg::Inv, 1),
        ("Det", Linalg::Det, 1),
        ("Solve", Linalg::Solve, 2),
        ("Lu", Linalg::Lu, 1),
        ("Eig", Linalg::Eig, 1),
        ("SolveTriangular", Linalg::SolveTriangular { upper: true, unit: false }, 2),
    ] {
        cases.push(of_matrices(variant, function, count, 0));
    }
    // Of a real matrix.
    cases.push(Case {
        variant: "Eig",
        inputs: vec![(vec![2.0, 0.3, -0.5, 0.4, 3.0, 0.8, 0.1, -0.7, 1.5], vec![3, 3])],
        run: Box::new(|x| parts(apply(&Op::Linalg(Linalg::Eig), &[&x[0]]))),
    });
    cases
}

fn cases() -> Vec<Case> {
    let mut cases = complex_cases();
    cases.extend(real_cases());
    cases
}

fn real_cases() -> Vec<Case> {
    let mut cases = vec![
        case("Cast", Op::Cast(DType::Float64), &[&[2, 2]]),
        case("Contiguous", Op::Contiguous, &[&[2, 3]]),
        case("Softmax", Op::Softmax { dim: 1, log: false }, &[&[2, 4]]),
        case("Softmax", Op::Softmax { dim: 0, log: true }, &[&[3, 2]]),
        case("MatMul", Op::MatMul, &[&[2, 1, 2, 3], &[4, 3, 2]]),
        case("AddMm", Op::AddMm { beta: 0.5, alpha: 2.0 }, &[&[4], &[2, 3], &[3, 4]]),
        case("Cat", Op::Cat { dim: 1 }, &[&[2, 2], &[2, 3]]),
        case("Triangle", Op::Triangle { upper: true, diagonal: 0 }, &[&[3, 3]]),
        case("Flip", Op::Flip(dims(&[0, 1])), &[&[2, 3]]),
        case("Sort", Op::Sort { dim: 0, descending: true, stable: true }, &[&[4, 2]]),
        case("TopK", Op::TopK { k: 2, dim: 1, largest: true, sorted: true }, &[&[2, 4]]),
        case("TotalNorm", Op::TotalNorm { p: 2.0 }, &[&[3], &[2, 2]]),
        indexed("Gather", Op::Gather { dim: 1 }, &[&[2, 3]], &[0, 2, 1, 1], &[2, 2], 1),
        indexed("IndexSelect", Op::IndexSelect { dim: 0 }, &[&[2, 3]], &[1, 0, 1], &[3], 1),
        indexed("IndexAdd", Op::IndexAdd { dim: 0 }, &[&[2, 3], &[3, 3]], &[1, 0, 1], &[3], 1),
        indexed("Index", Op::Index { indexed: vec![false, true] }, &[&[2, 3]], &[1, 0, 1], &[3], 1),
    ];
    for mode in [ScatterMode::Assign, ScatterMode::Add] {
        let op = Op::Scatter { dim: 1, mode };
        cases.push(indexed("Scatter", op, &[&[2, 3], &[2, 2]], &[0, 2, 1, 0], &[2, 2], 1));
    }
    for accumulate in [false, true] {
        let op = Op::IndexPut { indexed: vec![true], accumulate };
        cases.push(indexed("IndexPut", op, &[&[2, 3], &[2, 1]], &[1, 0], &[2], 2));
    }
    cases.push(Case {
        variant: "MaskedSelect",
        inputs: of_shapes(&[&[2, 3]]),
        run: Box::new(|x| {
            let zero = Tensor::from_slice(&[0.1f64], &[], x[0].device()).expect("a number");
            let mask =
                apply(&Op::Pointwise { function: Pointwise::Gt, parameters: [0.0; 2] }, &[&x[0].detach(), &zero]);
            apply(&Op::MaskedSelect, &[&x[0], &mask])
        }),
    });
    for p in [0.5, 1.0, 2.0, 3.0, f64::INFINITY] {
        // Two equal differences have no gradient if p is infinite.
        let apart = |count: usize, start: usize| (start..start + count).map(|i| 1.5 * ((i * i) as f64).sin()).collect();
        let inputs = vec![(apart(12, 1), vec![2, 2, 3]), (apart(18, 13), vec![2, 3, 3])];
        cases.push(Case { inputs, ..case("Distances", Op::Distances { p }, &[]) });
    }
    for function in [Scan::Sum, Scan::Prod, Scan::Max, Scan::Min] {
        cases.push(case("Scan", Op::Scan { function, dim: 1 }, &[&[2, 4]]));
    }
    for function in [Reduction::Max, Reduction::Min] {
        cases.push(case("ReduceWithIndex", Op::ReduceWithIndex { function, dim: 1, keepdim: false }, &[&[2, 4]]));
    }
    for function in Reduction::ALL.iter().filter(|function| function.row().gradient != "0") {
        let correction = if *function == Reduction::Norm { 3.0 } else { 1.0 };
        for (over, keepdim) in [(&[][..], false), (&[1], true), (&[0, 2], false)] {
            let op = Op::Reduce { function: *function, dims: over.into(), keepdim, correction };
            cases.push(Case { variant: function.name(), ..case("", op, &[&[2, 3, 2]]) });
        }
    }
    for view in [
        View::Reshape(dims(&[3, 4])),
        View::Permute(dims(&[2, 0, 1])),
        View::Expand(dims(&[4, 2, 3, 2])),
        View::Slice { dim: 1, start: 1, length: 1, step: 2 },
        View::Select { dim: 0, index: 1 },
        View::Squeeze(dims(&[])),
        View::Unsqueeze(1),
        View::Diagonal { offset: 0, dim1: 0, dim2: 2 },
        View::Unfold { dim: 1, size: 2, step: 1 },
        View::AsStrided { size: dims(&[3, 2]), stride: vec![2, 3], offset: 1 },
    ] {
        let variant: &'static str =
            Box::leak(format!("{view:?}").split([' ', '(']).next().unwrap_or("").to_owned().into());
        cases.push(Case {
            variant,
            inputs: of_shapes(&[&[2, 3, 2]]),
            run: Box::new(move |x| engine::view(&x[0], view.clone()).expect("a view")),
        });
    }
    let wide = || vec![(vec![1.0, 2.0, 0.5, 0.3, 1.0, 2.0], vec![2, 3])];
    let tall = || vec![(vec![1.0, 2.0, 0.5, 0.3, 1.0, 2.0], vec![3, 2])];
    // Decompositions of a symmetric matrix read one triangle only, so the input is symmetrised first.
    cases.push(
        linalg("Cholesky", Linalg::Cholesky { upper: false }, vec![(symmetric(), vec![3, 3])], 0, false)
            .made_symmetric(),
    );
    cases.push(
        linalg("Cholesky", Linalg::Cholesky { upper: true }, vec![(symmetric(), vec![3, 3])], 0, false)
            .made_symmetric(),
    );
    for result in [0, 1] {
        cases.push(
            linalg("Eigh", Linalg::Eigh { upper: false }, vec![(symmetric(), vec![3, 3])], result, result == 1)
                .made_symmetric(),
        );
        for inputs in [wide(), tall(), vec![matrix()]] {
            cases.push(linalg("Qr", Linalg::Qr { complete: false }, inputs, result, true));
        }
    }
    for result in [0, 1, 2] {
        for inputs in [wide(), tall(), vec![matrix()]] {
            cases.push(linalg("Svd", Linalg::Svd { full: false }, inputs, result, result != 1));
        }
    }
    let b = || (noise(6, 3), vec![3, 2]);
    cases.push(linalg("Lu", Linalg::Lu, vec![matrix()], 0, false));
    cases.push(linalg("Det", Linalg::Det, vec![matrix()], 0, false));
    cases.push(linalg("Det", Linalg::Det, vec![(vec![1.0, 2.0, 2.0, 4.0], vec![2, 2])], 0, false));
    cases.push(linalg("Slogdet", Linalg::Slogdet, vec![matrix()], 1, false));
    cases.push(linalg("Inv", Linalg::Inv, vec![matrix()], 0, false));
    cases.push(linalg("Solve", Linalg::Solve, vec![matrix(), b()], 0, false));
    for (upper, unit) in [(true, false), (false, false), (true, true), (false, true)] {
        cases.push(linalg("SolveTriangular", Linalg::SolveTriangular { upper, unit }, vec![matrix(), b()], 0, false));
    }
    cases
}

impl Case {
    /// Symmetrises the input: replaces it by the mean of itself and its transpose.
    fn made_symmetric(self) -> Case {
        let run = self.run;
        let symmetric = move |x: &[Tensor]| {
            let turned = engine::compose::transpose(&x[0], 0, 1).expect("a view");
            let sum = engine::compose::pointwise(Pointwise::Add, &[(&x[0]).into(), (&turned).into()]).expect("a sum");
            run(&[engine::compose::pointwise(Pointwise::Mul, &[(&sum).into(), 0.5.into()]).expect("a half")])
        };
        Case { run: Box::new(symmetric), ..self }
    }
}

/// Variants without a gradient of their own, or that are tested elsewhere, with the reason.
const WITHOUT: &[(&str, &str)] = &[
    ("Pointwise", "every row, below"),
    ("Reduce", "every reduction, by its own name"),
    ("Linalg", "every matrix function, by its own name"),
    ("View", "every view, by its own name"),
    ("Layer", "the layers' own tests"),
    ("Transfer", "the gradient itself, sent back"),
    ("Fill", "made from nothing"),
    ("Arange", "made from nothing"),
    ("Linspace", "made from nothing"),
    ("Eye", "made from nothing"),
    ("Random", "made from nothing"),
    ("Nonzero", "whole numbers"),
    ("KthPlace", "whole numbers"),
    ("SearchSorted", "whole numbers"),
    ("PivotMatrix", "made of whole numbers"),
    ("CtcLoss", "its gradient is one of its results, which the prelude's autograd.Function returns"),
    ("LdlFactor", "no gradient in PyTorch either"),
    ("LdlSolve", "no gradient in PyTorch either"),
    ("Detach", "off the tape"),
    ("ViewBackward", "on the tape only"),
    ("OptimizerStep", "in place, off the tape"),
    ("MultiScale", "in place, off the tape"),
    ("Sparse", "sparse tensors: tests/parity/sparse_gradients"),
    ("CopySlices", "in-place writes through views: the tests of autograd"),
    ("Custom", "the notebook's own: the tests of autograd"),
];

/// Reads the variants of an enum from its source.
fn variants(source: &str, name: &str) -> Vec<String> {
    let start = source.find(&format!("pub enum {name} {{")).unwrap_or_else(|| panic!("enum {name}"));
    let body = &source[start..start + source[start..].find("\n}").expect("its end")];
    let lines = body.lines().skip(1).filter(|line| line.starts_with("    ") && !line.starts_with("     "));
    let words = lines.map(|line| line.trim().chars().take_while(|c| c.is_alphanumeric()).collect::<String>());
    words.filter(|word| word.starts_with(|c: char| c.is_uppercase())).collect()
}

#[test]
fn every_rule_has_a_case() {
    let (op, linalg) = (include_str!("../../tensor/src/op.rs"), include_str!("../../tensor/src/linalg.rs"));
    let have: Vec<&str> =
        cases().iter().map(|case| case.variant).chain(WITHOUT.iter().map(|(name, _)| *name)).collect();
    for (source, name) in [(op, "Op"), (op, "View"), (linalg, "Linalg")] {
        let found = variants(source, name);
        assert!(found.len() > 8, "{name}: {found:?}");
        for variant in found {
            assert!(have.contains(&variant.as_str()), "{name}::{variant} has no case and no reason to have none");
        }
    }
}

fn leaf(values: &[f64], shape: &[usize], device: Device) -> Tensor {
    let tensor = Tensor::from_slice(values, shape, device).expect("memory");
    tensor.autograd().lock().requires_grad = true;
    tensor
}

/// The weighted sum of all elements.
fn total(result: &Tensor) -> Tensor {
    let weights: Vec<f64> = (0..result.numel()).map(|i| 0.5 + 0.37 * ((i * 7 % 5) as f64)).collect();
    let weights = Tensor::from_slice(&weights, result.shape(), result.device()).expect("memory");
    let weighted = engine::compose::pointwise(Pointwise::Mul, &[result.into(), (&weights).into()]).expect("a product");
    let op = Op::Reduce { function: Reduction::Sum, dims: Dims::new(), keepdim: false, correction: 0.0 };
    engine::run(op, &[(&weighted).into()]).expect("a sum")
}

fn check(name: &str, inputs: &[(Vec<f64>, Vec<usize>)], device: Device, run: &dyn Fn(&[Tensor]) -> Tensor) {
    let make = |all: &[(Vec<f64>, Vec<usize>)]| all.iter().map(|(v, s)| leaf(v, s, device)).collect::<Vec<_>>();
    let leaves = make(inputs);
    let found = grad(&[total(&run(&leaves))], &leaves, &[None], false, false, true)
        .unwrap_or_else(|error| panic!("{name} on {device}: {error}"));
    let value = |all: &[(Vec<f64>, Vec<usize>)]| match engine::host::item(&total(&run(&make(all)))).expect("a number") {
        Scalar::Float(value) => value,
        other => panic!("{name}: {other:?}"),
    };
    const STEP: f64 = 1e-6;
    for (i, gradient) in found.iter().enumerate() {
        let found = gradient.as_ref().map_or(vec![0.0; inputs[i].0.len()], |g| g.to_vec().expect("numbers"));
        for (at, found) in found.iter().enumerate() {
            let moved = |by: f64| {
                let mut all = inputs.to_vec();
                all[i].0[at] += by;
                value(&all)
            };
            let expected = (moved(STEP) - moved(-STEP)) / (2.0 * STEP);
            let near = (found - expected).abs() < 1e-5 * expected.abs().max(1.0);
            assert!(near, "{name} on {device}: gradient {i} at {at} is {found} instead of {expected}");
        }
    }
}

#[test]
fn every_case_agrees_with_finite_differences_on_both_executors() {
    emulate();
    for device in [Device::Cpu, Device::Cuda(0)] {
        for case in cases() {
            check(case.variant, &case.inputs, device, &case.run);
        }
    }
}

/// Operands inside a row's domain, away from its non-differentiable points.
fn operands(function: Pointwise) -> Vec<(Vec<f64>, Vec<usize>)> {
    use Pointwise::*;
    let plain = vec![0.31, -0.72, 1.43, -1.87];
    let positive = vec![0.31, 0.72, 1.43, 1.87];
    let inside = vec![0.31, -0.72, 0.43, -0.87];
    let above_one = vec![1.31, 2.72, 1.43, 3.87];
    let other = vec![1.7, 0.9, -1.2, 0.6];
    let columns = match function {
        Sqrt | Rsqrt | Log | Log2 | Log10 | Log1p | Lgamma | Digamma => vec![positive],
        Asin | Acos | Atanh | Erfinv => vec![inside],
        Acosh => vec![above_one],
        Pow | Xlogy => vec![positive, above_one],
        _ => [plain, other, above_one].into_iter().take(function.arity()).collect(),
    };
    columns.into_iter().map(|column| (column, vec![2, 2])).collect()
}

#[test]
fn every_row_agrees_with_finite_differences_on_an_emulated_device() {
    emulate();
    let mut checked = 0;
    for &function in Pointwise::ALL {
        let row = function.row();
        let flat = row.gradients.iter().all(|text| matches!(*text, "0" | "none"));
        if flat || function == Pointwise::Where {
            continue;
        }
        let parameters = match function {
            Pointwise::Clamp => [-0.9, 1.1],
            Pointwise::Softplus => [1.3, 2.5],
            _ => [0.25, 1.5],
        };
        let op = Op::Pointwise { function, parameters };
        let run = |x: &[Tensor]| apply(&op, &x.iter().collect::<Vec<_>>());
        check(row.name, &operands(function), Device::Cuda(0), &run);
        checked += 1;
    }
    assert!(checked > 60, "only {checked} rows were checked");
}

#[test]
fn every_row_of_complex_numbers_agrees_with_finite_differences() {
    emulate();
    let mut checked = 0;
    for &function in Pointwise::ALL {
        let row = function.row();
        let flat = row.gradients.iter().all(|text| matches!(*text, "0" | "none")) && row.complex == Some(&[]);
        if row.complex.is_none() || flat || function == Pointwise::Where {
            continue;
        }
        let op = Op::Pointwise { function, parameters: [0.25, 1.5] };
        let run = |x: &[Tensor]| {
            let operands: Vec<Tensor> = x.iter().map(complex).collect();
            parts(apply(&op, &operands.iter().collect::<Vec<_>>()))
        };
        let columns = [
            vec![0.31, 0.7, -0.72, 0.4, 1.43, -0.6, -1.87, -0.9],
            vec![1.7, -0.3, 0.9, 0.8, -1.2, 0.5, 0.6, -1.1],
            vec![0.2, 0.1, -0.3, 0.2, 1.4, 0.9, 0.8, -0.7],
        ];
        let inputs: Vec<_> = columns.into_iter().take(function.arity()).map(|column| (column, vec![4, 2])).collect();
        check(row.name, &inputs, Device::Cpu, &run);
        checked += 1;
    }
    assert!(checked > 35, "only {checked} rows were checked");
}
