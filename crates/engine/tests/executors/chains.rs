//! Checks chains of pointwise operations on an emulated device: one launch without temporaries, and results bit for
//! bit equal to running the operations one by one.
//!
//! Compilation of chains is a setting of the process, so these tests run themselves again in a new process.

use super::{GPU, make, on_gpu, run, view};
use smallvec::smallvec;
use std::process::Command;
use tensorcell_engine::cuda::chain::{self, Operand, Plan, Planned, Read, Reduced};
use tensorcell_engine::host::Elements;
use tensorcell_engine::profile;
use tensorcell_tensor::pointwise::Rule;
use tensorcell_tensor::{Arg, DType, Dims, Op, Pointwise, Reduction, Scalar, Tensor, View};

fn apply(function: Pointwise, inputs: &[Arg]) -> Tensor {
    run(Op::Pointwise { function, parameters: [1.0, 2.0] }, inputs)
}

/// `(x * 1.5 + y).tanh() * sigmoid(y)`
fn tail(x: &Tensor, y: &Tensor) -> Tensor {
    let scaled = apply(Pointwise::Mul, &[x.into(), Scalar::Float(1.5).into()]);
    let sum = apply(Pointwise::Add, &[(&scaled).into(), y.into()]);
    let (left, right) = (apply(Pointwise::Tanh, &[(&sum).into()]), apply(Pointwise::Sigmoid, &[y.into()]));
    apply(Pointwise::Mul, &[(&left).into(), (&right).into()])
}

fn bits(what: &str, tensor: &Tensor) {
    let values: Vec<f64> = tensor.to_vec().expect("host values");
    let sum = values.iter().fold(0u64, |sum, value| sum.wrapping_mul(31).wrapping_add(value.to_bits()));
    println!("bits of {what}: {sum:x} of {} values", values.len());
}

/// Runs a test of this file in a process where chains are compiled at first sight or never. Returns its lines of bits.
fn in_process(test: &str, fuse: &str) -> String {
    let mut command = Command::new(std::env::current_exe().expect("this test"));
    command.args(["--exact", test, "--ignored", "--nocapture", "--test-threads=1"]);
    let output = command.env("TENSORCELL_FUSE", fuse).output().expect("it starts");
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{printed}{}", String::from_utf8_lossy(&output.stderr));
    printed.lines().filter(|line| line.contains("bits of")).map(|line| format!("{line}\n")).collect()
}

#[test]
fn a_chain_is_one_launch_without_temporaries() {
    in_process("chains::one_launch", "1");
}

#[test]
#[ignore = "in a process of its own"]
fn one_launch() {
    super::emulate();
    for (dtype, n) in [(DType::Float32, 1 << 16), (DType::Float16, 10_001), (DType::Float64, 7)] {
        let (x, y) = (on_gpu(&make(dtype, &[n], 1)), on_gpu(&make(dtype, &[n], 2)));
        profile::take();
        let before = chain::counts();
        let result = tail(&x, &y);
        let account = profile::take();
        let after = chain::counts();
        assert_eq!(
            (after.launches - before.launches, after.steps - before.steps, after.written - before.written),
            (1, 5, 1),
            "{dtype:?}: launches, operations, results written"
        );
        let kernels: Vec<_> = account.totals.iter().map(|total| (total.name, total.count)).collect();
        assert_eq!(kernels.len(), 1, "{kernels:?}");
        assert!(kernels[0].0.starts_with("mul+add+") && kernels[0].1 == 1, "{kernels:?}");
        drop(result);
    }
}

#[test]
fn a_layer_and_its_activation_are_one_launch() {
    in_process("chains::layers", "1");
}

#[test]
#[ignore = "in a process of its own"]
fn layers() {
    super::emulate();
    let on_host = |shape: &[usize], seed| make(DType::Float32, shape, seed);
    let (x, weight, bias) = (on_host(&[9, 40], 20), on_host(&[40, 24], 21), on_host(&[24], 22));
    for (activation, ending) in [(Pointwise::Relu, "_bias_relu"), (Pointwise::GeluTanh, "_bias_gelu")] {
        let layer = |x: &Tensor, weight: &Tensor, bias: &Tensor| {
            let sum = run(Op::AddMm { beta: 1.0, alpha: 1.0 }, &[bias.into(), x.into(), weight.into()]);
            apply(activation, &[(&sum).into()])
        };
        let expected = layer(&x, &weight, &bias);
        let here = [&x, &weight, &bias].map(on_gpu);
        drop(layer(&here[0], &here[1], &here[2]));
        tensorcell_engine::flush();
        drop(run(Op::MatMul, &[(&here[0]).into(), (&here[1]).into()]));
        layer(&here[0], &here[1], &here[2]).address(); // after this, the library's treatment of NaN is known
        profile::take();
        let got = layer(&here[0], &here[1], &here[2]);
        let account = profile::take();
        let kernels: Vec<_> = account.totals.iter().map(|total| (total.name, total.count)).collect();
        assert!(matches!(kernels.as_slice(), [(name, 1)] if name.ends_with(ending)), "{kernels:?}");
        super::assert_close("a layer", &expected, &got, 1e-5);
        // If the product's result is still referenced, there are two launches.
        profile::take();
        let sum = run(Op::AddMm { beta: 1.0, alpha: 1.0 }, &[(&here[2]).into(), (&here[0]).into(), (&here[1]).into()]);
        let again = apply(activation, &[(&sum).into()]);
        assert_eq!(profile::take().totals.len(), 2);
        super::assert_close("its activation", &expected, &again, 1e-5);
    }
}

#[test]
fn a_chain_gives_what_its_operations_give() {
    let (fused, plain) = (in_process("chains::many_chains", "1"), in_process("chains::many_chains", "0"));
    assert!(fused.lines().count() > 60, "{fused}");
    assert_eq!(fused, plain);
}

#[test]
#[ignore = "in a process of its own"]
fn many_chains() {
    super::emulate();
    for dtype in [DType::Float16, DType::BFloat16, DType::Float32, DType::Float64] {
        for n in [1, 7, 33, 1025] {
            let (x, y) = (on_gpu(&make(dtype, &[n], 3)), on_gpu(&make(dtype, &[n], 4)));
            bits(&format!("{dtype:?} {n}"), &tail(&x, &y));
        }
        // Broadcast rows and columns, a transpose, an unaligned view, single elements, other dtypes.
        let m = on_gpu(&make(dtype, &[33, 50], 5));
        let (row, column) = (on_gpu(&make(dtype, &[50], 6)), on_gpu(&make(dtype, &[33, 1], 7)));
        let turned = on_gpu(&view(&make(dtype, &[50, 33], 8), View::Permute(smallvec![1, 0])));
        let whole = on_gpu(&make(dtype, &[33 * 50 + 1], 9));
        let askew = view(&whole, View::AsStrided { size: smallvec![33, 50], stride: vec![50, 1], offset: 1 });
        let (one, counts) = (on_gpu(&make(dtype, &[1, 1], 10)), on_gpu(&make(DType::Int64, &[33, 50], 11)));
        let sum = apply(Pointwise::Add, &[(&m).into(), (&row).into()]);
        let product = apply(Pointwise::Mul, &[(&sum).into(), (&column).into()]);
        let less = apply(Pointwise::Lt, &[(&product).into(), (&turned).into()]);
        let chosen = apply(Pointwise::Where, &[(&less).into(), (&askew).into(), (&one).into()]);
        let more = apply(Pointwise::Addcmul, &[(&chosen).into(), (&counts).into(), (&sum).into()]);
        for (name, tensor) in [("sum", &sum), ("product", &product), ("less", &less), ("more", &more)] {
            bits(&format!("{dtype:?} {name}"), tensor);
        }
    }
    // Every unary row between a product and a sum, so that a contraction would be visible.
    let (m, row) = (on_gpu(&make(DType::Float32, &[33, 50], 5)), on_gpu(&make(DType::Float32, &[50], 6)));
    let real = |f: &Pointwise| f.arity() == 1 && !matches!(f.row().rule, Rule::Bitwise | Rule::Compare);
    let rows: Vec<Pointwise> = Pointwise::ALL.iter().copied().filter(real).collect();
    for rows in rows.chunks(10) {
        let first = apply(Pointwise::Mul, &[(&m).into(), Scalar::Float(0.7).into()]);
        let last: Vec<Tensor> = rows
            .iter()
            .map(|&function| {
                let middle = apply(function, &[(&first).into()]);
                apply(Pointwise::AddScaled, &[(&row).into(), (&middle).into()])
            })
            .collect();
        for (function, last) in rows.iter().zip(&last) {
            bits(function.row().name, last);
        }
    }
}

/// Plans over all rows for the compiler's check: packs, strides, single elements and numbers; results written and not.
pub fn plans() -> Vec<(String, Plan)> {
    let mut plans = Vec::new();
    for compute in [DType::Float16, DType::BFloat16, DType::Float32, DType::Float64] {
        let rows: Vec<Pointwise> =
            Pointwise::ALL.iter().copied().filter(|function| function.row().rule != Rule::Bitwise).collect();
        for (part, rows) in rows.chunks(16).enumerate() {
            let inputs = smallvec![
                (compute, Read::Packs),
                (compute, Read::Strided(0)),
                (DType::Int64, Read::Single),
                (DType::Bool, Read::Packs),
                (DType::Bool, Read::Strided(1)),
            ];
            let mut plan = Plan { compute, inputs, dims: 3, steps: smallvec![], reduced: None };
            // Every operand is used, whichever rows follow.
            for operands in [
                smallvec![Operand::Input(3), Operand::Input(0), Operand::Number(0)],
                smallvec![Operand::Input(4), Operand::Step(0), Operand::Input(1)],
                smallvec![Operand::Step(0), Operand::Step(1), Operand::Input(2)],
            ] {
                let function = if plan.steps.len() < 2 { Pointwise::Where } else { Pointwise::Addcmul };
                plan.steps.push(Planned { function: Some(function), dtype: compute, operands, output: None });
            }
            for (i, &function) in rows.iter().enumerate() {
                let before = Operand::Step(i as u8 + 2);
                let mut operands = smallvec![before, Operand::Input(1), Operand::Input(2)];
                if function.row().rule == Rule::Select {
                    operands[0] = Operand::Input(if i % 2 == 0 { 3 } else { 4 });
                    operands[2] = Operand::Number(0);
                }
                operands.truncate(function.arity());
                let dtype = if function.row().rule == Rule::Compare { DType::Bool } else { compute };
                let output = (i % 4 == 3).then_some(i as u8 / 4);
                plan.steps.push(Planned { function: Some(function), dtype, operands, output });
            }
            let reduced = plan.clone();
            plans.push((format!("chain {compute:?} {part}"), plan));
            // Every reduction over a chain, by blocks and by threads.
            if part == 0 {
                plans.extend(Reduction::ALL.iter().copied().enumerate().map(|(i, function)| {
                    let reduced =
                        Plan { reduced: Some(Reduced { function, step: 2, by_block: i % 2 == 0 }), ..reduced.clone() };
                    (format!("chain {compute:?} {}", function.name()), reduced)
                }));
            }
        }
    }
    // Integers, with every row that supports them.
    for compute in [DType::Bool, DType::UInt8, DType::Int32, DType::Int64] {
        let rows = Pointwise::ALL
            .iter()
            .copied()
            .filter(|function| !matches!(function.row().rule, Rule::Float | Rule::Select) && function.arity() <= 2);
        let mut plan = Plan {
            compute,
            inputs: smallvec![(compute, Read::Packs), (compute, Read::Strided(0))],
            dims: 2,
            steps: smallvec![],
            reduced: None,
        };
        for (i, function) in rows.enumerate().filter(|(i, _)| i % 3 != 2).take(24) {
            let mut operands =
                smallvec![Operand::Input(0), if i % 2 == 0 { Operand::Input(1) } else { Operand::Number(0) }];
            operands.truncate(function.arity());
            let dtype = if function.row().rule == Rule::Compare { DType::Bool } else { compute };
            plan.steps.push(Planned { function: Some(function), dtype, operands, output: Some(i as u8 % 24) });
        }
        plans.push((format!("chain {compute:?}"), plan));
    }
    plans
}

/// Reductions at the end of a chain, over everything and over the last dimensions: one launch, and the same bits as alone.
#[test]
fn a_reduction_ends_a_chain() {
    let (one_by_one, together) = (in_process("chains::reduced", "0"), in_process("chains::reduced", "1"));
    assert!(one_by_one.lines().count() > 100, "{one_by_one}");
    assert_eq!(one_by_one, together);
}

#[test]
#[ignore = "in a process of its own"]
fn reduced() {
    super::emulate();
    let fused = std::env::var("TENSORCELL_FUSE").is_ok_and(|fuse| fuse == "1");
    let reduce = |function, dims: &[usize], x: &Tensor| {
        let correction = f64::from(matches!(function, Reduction::Var | Reduction::Std));
        let dims: Dims = dims.into();
        run(Op::Reduce { function, dims, keepdim: false, correction }, &[x.into()])
    };
    // Results by threads, by blocks, and by several blocks each; rows that do not start at a pack.
    let shapes: [(&[usize], &[usize]); 8] = [
        (&[7], &[]),
        (&[1003], &[]),
        (&[70_001], &[]),
        (&[5, 3, 33], &[2]),
        (&[5, 3, 33], &[1, 2]),
        (&[4, 301], &[1]),
        (&[2, 3, 20_003], &[2]),
        (&[3, 0], &[1]),
    ];
    for (dtype, functions) in [(DType::Float32, Reduction::ALL), (DType::Float16, &Reduction::ALL[..4])] {
        for (shape, dims) in shapes {
            let (x, y) = (on_gpu(&make(dtype, shape, 13)), on_gpu(&make(dtype, shape, 14)));
            for &function in functions.iter().filter(|f| x.numel() > 0 || **f == Reduction::Sum) {
                tensorcell_engine::flush();
                profile::take();
                let before = chain::counts();
                let result = {
                    let difference = apply(Pointwise::Sub, &[(&x).into(), (&y).into()]);
                    reduce(function, dims, &apply(Pointwise::Square, &[(&difference).into()]))
                };
                // If several blocks share a result, their counters are zeroed before.
                let ran = profile::take().totals.into_iter().filter(|total| total.name != "Memset (Device)");
                let launches: u64 = ran.map(|total| total.count).sum();
                let after = chain::counts();
                if fused && x.numel() > 0 {
                    let ran = (launches, after.steps - before.steps, after.written - before.written);
                    assert_eq!(ran, (1, 3, 0), "{function:?} of {shape:?}: launches, operations, results of steps");
                }
                bits(&format!("{function:?} {dtype:?} {shape:?} {dims:?}"), &result);
            }
        }
    }
    // A step that is still referenced is also written, and following operations read the reduction's result.
    let (x, y) = (on_gpu(&make(DType::Float64, &[40, 1000], 15)), on_gpu(&make(DType::Float64, &[1000], 16)));
    let shifted = apply(Pointwise::Add, &[(&x).into(), (&y).into()]);
    let greatest = reduce(Reduction::Max, &[1], &shifted);
    let scaled = apply(Pointwise::Mul, &[(&shifted).into(), (&view(&greatest, View::Unsqueeze(1))).into()]);
    bits("a step that is held", &shifted);
    bits("its greatest", &greatest);
    bits("what follows", &scaled);
    // Reductions of comparison results.
    let less = || apply(Pointwise::Lt, &[(&x).into(), (&y).into()]);
    for function in [Reduction::Sum, Reduction::Any, Reduction::All, Reduction::CountNonzero] {
        bits(&format!("{function:?} of a comparison"), &reduce(function, &[], &less()));
        bits(&format!("{function:?} of its rows"), &reduce(function, &[1], &less()));
    }
    // Two reductions of one step: the second is not deferred.
    let product = apply(Pointwise::Mul, &[(&x).into(), Scalar::Float(0.5).into()]);
    let (sum, mean) = (reduce(Reduction::Sum, &[], &product), reduce(Reduction::Mean, &[1], &product));
    bits("a sum", &sum);
    bits("and a mean", &mean);
}

/// Integers in chains, with values that a double cannot hold.
#[test]
fn whole_numbers_have_chains() {
    let (one_by_one, together) = (in_process("chains::whole", "0"), in_process("chains::whole", "1"));
    assert!(one_by_one.lines().count() >= 20, "{one_by_one}");
    assert_eq!(one_by_one, together);
}

#[test]
#[ignore = "in a process of its own"]
fn whole() {
    super::emulate();
    let fused = std::env::var("TENSORCELL_FUSE").is_ok_and(|fuse| fuse == "1");
    let large = Scalar::Int((1 << 60) + 1);
    for dtype in [DType::Int64, DType::Int32, DType::Int16, DType::Int8, DType::UInt8] {
        let (x, y) = (on_gpu(&make(dtype, &[1003], 17)), on_gpu(&make(dtype, &[1003], 18)));
        let number = if dtype == DType::Int64 { large } else { Scalar::Int(7) };
        tensorcell_engine::flush();
        let before = chain::counts();
        let sum = {
            let scaled = apply(Pointwise::Mul, &[(&x).into(), number.into()]);
            apply(Pointwise::AddScaled, &[(&scaled).into(), (&y).into()])
        };
        let masked = apply(Pointwise::BitwiseXor, &[(&sum).into(), Scalar::Int(3).into()]);
        let less = apply(Pointwise::Le, &[(&masked).into(), (&y).into()]);
        let chosen = apply(Pointwise::Where, &[(&less).into(), (&masked).into(), (&x).into()]);
        tensorcell_engine::flush();
        let after = chain::counts();
        for (name, tensor) in [("sum", &sum), ("masked", &masked), ("less", &less), ("chosen", &chosen)] {
            bits(&format!("{dtype:?} {name}"), tensor);
        }
        if fused {
            assert_eq!((after.launches - before.launches, after.steps - before.steps), (1, 5), "{dtype:?}");
        }
        let greatest = Op::Reduce { function: Reduction::Max, dims: Dims::new(), keepdim: false, correction: 0.0 };
        bits(
            &format!("{dtype:?} greatest"),
            &run(greatest, &[(&apply(Pointwise::Mul, &[(&x).into(), (&y).into()])).into()]),
        );
    }
    let truth = |seed| on_gpu(&run(Op::Cast(DType::Bool), &[(&make(DType::UInt8, &[70], seed)).into()]));
    let (a, b) = (truth(19), truth(20));
    let both = apply(Pointwise::BitwiseAnd, &[(&a).into(), (&b).into()]);
    bits(
        "truth",
        &apply(Pointwise::BitwiseXor, &[(&both).into(), (&apply(Pointwise::LogicalNot, &[(&b).into()])).into()]),
    );
}

/// Conversions before a chain, within it and at its end, also through narrower types.
#[test]
fn conversions_belong_to_chains() {
    let (one_by_one, together) = (in_process("chains::converted", "0"), in_process("chains::converted", "1"));
    assert!(one_by_one.lines().count() >= 7, "{one_by_one}");
    assert_eq!(one_by_one, together);
}

#[test]
#[ignore = "in a process of its own"]
fn converted() {
    super::emulate();
    let to = |dtype, x: &Tensor| run(Op::Cast(dtype), &[x.into()]);
    let twice = |x: &Tensor| apply(Pointwise::Mul, &[x.into(), Scalar::Float(2.0).into()]);
    let n = 1003;
    let (x, half) = (on_gpu(&make(DType::Float32, &[n], 1)), on_gpu(&make(DType::Float16, &[n], 2)));
    let large =
        to(DType::Int64, &apply(Pointwise::Mul, &[(&to(DType::Float64, &x)).into(), Scalar::Float(1e16).into()]));
    tensorcell_engine::flush();
    let before = chain::counts();
    let result =
        to(DType::Float16, &apply(Pointwise::Add, &[(&to(DType::Float32, &half)).into(), (&twice(&x)).into()]));
    bits("a half, widened, and the sum narrowed", &result);
    let after = chain::counts();
    if std::env::var("TENSORCELL_FUSE").is_ok_and(|fuse| fuse == "1") {
        let ran = (after.launches - before.launches, after.steps - before.steps, after.written - before.written);
        assert_eq!(ran, (1, 4, 1), "one launch, four operations, one result");
    }
    bits("rounded on the way", &twice(&to(DType::Float32, &to(DType::Float16, &twice(&x)))));
    bits(
        "a comparison as numbers",
        &twice(&to(DType::Float32, &apply(Pointwise::Gt, &[(&x).into(), Scalar::Float(0.1).into()]))),
    );
    bits("to whole numbers", &to(DType::Int32, &apply(Pointwise::Mul, &[(&x).into(), Scalar::Float(100.0).into()])));
    let whole = to(DType::Int64, &apply(Pointwise::Mul, &[(&x).into(), Scalar::Float(1e7).into()]));
    bits("and on in double precision", &twice(&to(DType::Float64, &whole)));
    bits("whole numbers that float32 does not hold", &twice(&to(DType::Float64, &large)));
    bits("whether they are zero", &to(DType::Bool, &twice(&x)));
    bits("alone", &to(DType::BFloat16, &x));
}

#[test]
fn a_chain_reads_the_device_it_is_on() {
    super::emulate();
    let x = on_gpu(&make(DType::Float32, &[100], 12));
    assert_eq!(tail(&x, &x).device(), GPU);
}
