//! Checks gradients against central differences in float64 and PyTorch's recorded values.

use super::{backward, expression, grad};
use tensorcell_engine::host::Elements;
use tensorcell_engine::{self as engine, compose};
use tensorcell_tensor::op::View;
use tensorcell_tensor::pointwise::Rule;
use tensorcell_tensor::{Arg, Device, Dims, Layout, Op, Pointwise, Reduction, Scan, ScatterMode, Tensor, TensorError};

fn leaf(values: &[f64], shape: &[usize]) -> Tensor {
    let tensor = Tensor::from_slice(values, shape, Device::Cpu).unwrap();
    tensor.autograd().lock().requires_grad = true;
    tensor
}
fn values(tensor: &Tensor) -> Vec<f64> {
    tensor.to_vec().unwrap()
}
fn run(op: Op, inputs: &[&Tensor]) -> Tensor {
    let args: Vec<Arg> = inputs.iter().map(|&t| t.into()).collect();
    engine::run(op, &args).unwrap()
}
fn row(function: Pointwise, inputs: &[&Tensor]) -> Tensor {
    run(Op::Pointwise { function, parameters: [0.0; 2] }, inputs)
}
fn sum(x: &Tensor) -> Tensor {
    run(Op::Reduce { function: Reduction::Sum, dims: Dims::new(), keepdim: false, correction: 0.0 }, &[x])
}
fn message<T: std::fmt::Debug>(result: Result<T, TensorError>) -> String {
    result.unwrap_err().message
}

/// Checks that the gradient of a weighted sum of `f`'s results agrees with central differences, for every element of every input.
fn check(name: &str, inputs: &[Tensor], f: &dyn Fn(&[Tensor]) -> Tensor) {
    let weigh = |result: &Tensor| -> Tensor {
        let weights: Vec<f64> = (0..result.numel()).map(|i| 0.5 + 0.37 * ((i * 7 % 5) as f64)).collect();
        sum(&row(Pointwise::Mul, &[result, &Tensor::from_slice(&weights, result.shape(), Device::Cpu).unwrap()]))
    };
    let total = weigh(&f(inputs));
    let found = grad(&[total], inputs, &[None], false, false, true).unwrap();
    let step = 1e-6;
    for (i, input) in inputs.iter().enumerate() {
        let found = found[i].as_ref().map_or(vec![0.0; input.numel()], values);
        let at = values(input);
        for e in 0..at.len() {
            let moved = |by: f64| {
                let mut at = at.clone();
                at[e] += by;
                let mut all: Vec<Tensor> = inputs.to_vec();
                all[i] = leaf(&at, input.shape());
                values(&weigh(&f(&all)))[0]
            };
            let expected = (moved(step) - moved(-step)) / (2.0 * step);
            let tolerance = 1e-5 * expected.abs().max(1.0);
            assert!(
                (found[e] - expected).abs() < tolerance,
                "{name}: gradient {i} at {e}: {} instead of {expected}",
                found[e]
            );
        }
    }
}

/// Operands inside a row's domain, away from its non-differentiable points.
fn operands(function: Pointwise) -> Vec<Vec<f64>> {
    let plain = [0.31, -0.72, 1.43, -1.87, 0.58, 2.36];
    let positive = [0.31, 0.72, 1.43, 1.87, 0.58, 2.36];
    let inside = [0.31, -0.72, 0.43, -0.87, 0.58, -0.11];
    let above_one = [1.31, 2.72, 1.43, 3.87, 1.58, 2.36];
    let other = [1.7, 0.9, -1.2, 0.6, 2.1, -0.8];
    match function {
        Pointwise::Sqrt
        | Pointwise::Rsqrt
        | Pointwise::Log
        | Pointwise::Log2
        | Pointwise::Log10
        | Pointwise::Log1p
        | Pointwise::Lgamma
        | Pointwise::Digamma => vec![positive.to_vec()],
        Pointwise::Asin | Pointwise::Acos | Pointwise::Atanh | Pointwise::Erfinv => {
            vec![inside.to_vec()]
        }
        Pointwise::Acosh => vec![above_one.to_vec()],
        Pointwise::Pow | Pointwise::Xlogy => vec![positive.to_vec(), above_one.to_vec()],
        _ => match function.arity() {
            1 => vec![plain.to_vec()],
            2 => vec![plain.to_vec(), other.to_vec()],
            _ => vec![plain.to_vec(), other.to_vec(), above_one.to_vec()],
        },
    }
}

#[test]
fn every_row_with_a_gradient_agrees_with_finite_differences() {
    let mut checked = 0;
    for &function in Pointwise::ALL {
        let rules = expression::gradients(function, false);
        let texts = function.row().gradients;
        for (rule, text) in rules.iter().zip(texts) {
            assert!(
                *rule != expression::Expression::None || *text == "none",
                "{}: the gradient {text} cannot be read",
                function.row().name
            );
        }
        let flat =
            rules.iter().all(|rule| matches!(rule, expression::Expression::Number(_) | expression::Expression::None));
        if flat || function.row().rule == Rule::Select {
            continue;
        }
        let parameters = match function {
            Pointwise::Clamp => [-0.9, 1.1],
            Pointwise::Softplus => [1.3, 2.5],
            _ => [0.25, 1.5],
        };
        let inputs: Vec<Tensor> = operands(function).iter().map(|v| leaf(v, &[2, 3])).collect();
        check(function.row().name, &inputs, &|inputs| {
            run(Op::Pointwise { function, parameters }, &inputs.iter().collect::<Vec<_>>())
        });
        checked += 1;
    }
    assert!(checked > 60, "only {checked} rows were checked");
}

#[test]
fn where_sends_each_gradient_to_the_side_that_was_taken() {
    let condition = row(Pointwise::Gt, &[&leaf(&[1.0, -1.0, 2.0], &[3]), &leaf(&[0.0], &[])]);
    let (a, b) = (leaf(&[1.0, 2.0, 3.0], &[3]), leaf(&[4.0, 5.0, 6.0], &[3]));
    check("where", &[a, b], &|inputs| row(Pointwise::Where, &[&condition, &inputs[0], &inputs[1]]));
}

fn sample(shape: &[usize]) -> Tensor {
    let n: usize = shape.iter().product();
    let at: Vec<f64> = (0..n).map(|i| ((i * 37 + 11) % 29) as f64 / 9.0 - 1.4).collect();
    leaf(&at, shape)
}
fn index(values: &[i64], shape: &[usize]) -> Tensor {
    Tensor::from_slice(values, shape, Device::Cpu).unwrap()
}

#[test]
fn reductions_agree_with_finite_differences() {
    use Reduction::*;
    for function in [Sum, Mean, Prod, Max, Min, Var, Std, Norm, LogSumExp] {
        for dims in [&[][..], &[1], &[0, 2]] {
            for keepdim in [false, true] {
                let correction = if function == Norm { 3.0 } else { 1.0 };
                let op = Op::Reduce { function, dims: dims.into(), keepdim, correction };
                check(function.name(), &[sample(&[2, 3, 2])], &|x| run(op.clone(), &[&x[0]]));
            }
        }
    }
    for p in [1.0, 2.0, f64::INFINITY] {
        let op = Op::Reduce { function: Norm, dims: Dims::new(), keepdim: false, correction: p };
        check("norm", &[sample(&[5])], &|x| run(op.clone(), &[&x[0]]));
    }
    let zero = leaf(&[0.0, 2.0, 3.0, 0.5, 0.0, 0.0], &[2, 3]);
    let op = Op::Reduce { function: Prod, dims: Dims::from_slice(&[1]), keepdim: false, correction: 0.0 };
    check("prod with zeros", &[zero], &|x| run(op.clone(), &[&x[0]]));
    check("total_norm", &[sample(&[3]), sample(&[2, 2])], &|x| run(Op::TotalNorm { p: 2.0 }, &[&x[0], &x[1]]));
}

#[test]
fn tensor_operations_agree_with_finite_differences() {
    let one = |name: &str, op: Op, shape: &[usize]| check(name, &[sample(shape)], &|x| run(op.clone(), &[&x[0]]));
    one("softmax", Op::Softmax { dim: 1, log: false }, &[2, 4]);
    one("log_softmax", Op::Softmax { dim: 0, log: true }, &[3, 2]);
    one("cumsum", Op::Scan { function: Scan::Sum, dim: 1 }, &[2, 3]);
    one("cumprod", Op::Scan { function: Scan::Prod, dim: 1 }, &[2, 3]);
    one("cummax", Op::Scan { function: Scan::Max, dim: 0 }, &[4, 2]);
    one("sort", Op::Sort { dim: 0, descending: true, stable: true }, &[4, 2]);
    one("topk", Op::TopK { k: 2, dim: 1, largest: true, sorted: true }, &[2, 4]);
    one("max", Op::ReduceWithIndex { function: Reduction::Max, dim: 1, keepdim: false }, &[2, 4]);
    one("tril", Op::Triangle { upper: false, diagonal: 0 }, &[3, 3]);
    one("flip", Op::Flip(Dims::from_slice(&[0, 1])), &[2, 3]);
    one("clone", Op::Contiguous, &[2, 3]);
    check("matmul", &[sample(&[2, 3]), sample(&[3, 4])], &|x| run(Op::MatMul, &[&x[0], &x[1]]));
    check("bmm", &[sample(&[2, 1, 2, 3]), sample(&[4, 3, 2])], &|x| run(Op::MatMul, &[&x[0], &x[1]]));
    check("matmul vector", &[sample(&[2, 2, 3]), sample(&[3])], &|x| compose::matmul(&x[0], &x[1]).unwrap());
    check("matmul folded", &[sample(&[2, 2, 3]), sample(&[3, 2])], &|x| compose::matmul(&x[0], &x[1]).unwrap());
    check("addmm", &[sample(&[4]), sample(&[2, 3]), sample(&[3, 4])], &|x| {
        run(Op::AddMm { beta: 0.5, alpha: 2.0 }, &[&x[0], &x[1], &x[2]])
    });
    check("cat", &[sample(&[2, 2]), sample(&[2, 3])], &|x| run(Op::Cat { dim: 1 }, &[&x[0], &x[1]]));
    let places = index(&[0, 2, 1, 1], &[2, 2]);
    check("gather", &[sample(&[2, 3])], &|x| run(Op::Gather { dim: 1 }, &[&x[0], &places]));
    let apart = index(&[0, 2, 1, 0], &[2, 2]);
    for mode in [ScatterMode::Assign, ScatterMode::Add] {
        check("scatter", &[sample(&[2, 3]), sample(&[2, 2])], &|x| {
            run(Op::Scatter { dim: 1, mode }, &[&x[0], &apart, &x[1]])
        });
    }
    let rows = index(&[1, 0, 1], &[3]);
    check("index_select", &[sample(&[2, 3])], &|x| run(Op::IndexSelect { dim: 0 }, &[&x[0], &rows]));
    check("index_add", &[sample(&[2, 3]), sample(&[3, 3])], &|x| run(Op::IndexAdd { dim: 0 }, &[&x[0], &rows, &x[1]]));
    check("index", &[sample(&[2, 3])], &|x| run(Op::Index { indexed: vec![false, true] }, &[&x[0], &rows]));
    let distinct = index(&[1, 0], &[2]);
    for accumulate in [false, true] {
        check("index_put", &[sample(&[2, 3]), sample(&[2, 1])], &|x| {
            run(Op::IndexPut { indexed: vec![true], accumulate }, &[&x[0], &x[1], &distinct])
        });
    }
    let mask = row(Pointwise::Gt, &[&sample(&[2, 3]), &leaf(&[0.0], &[])]);
    check("masked_select", &[sample(&[2, 3])], &|x| run(Op::MaskedSelect, &[&x[0], &mask]));
}

#[test]
fn views_agree_with_finite_differences() {
    let dims = |d: &[usize]| Dims::from_slice(d);
    for view in [
        View::Reshape(dims(&[3, 4])),
        View::Permute(dims(&[2, 0, 1])),
        View::Slice { dim: 1, start: 1, length: 1, step: 2 },
        View::Select { dim: 0, index: 1 },
        View::Unsqueeze(1),
        View::Diagonal { offset: 0, dim1: 0, dim2: 2 },
        View::Unfold { dim: 1, size: 2, step: 1 },
        View::AsStrided { size: dims(&[3, 2]), stride: vec![2, 3], offset: 1 },
    ] {
        check(view.name(), &[sample(&[2, 3, 2])], &|x| engine::view(&x[0], view.clone()).unwrap());
    }
    check("expand", &[sample(&[2, 1])], &|x| engine::view(&x[0], View::Expand(dims(&[3, 2, 4]))).unwrap());
}

#[test]
fn gradients_can_be_differentiated_again() {
    // d/dx of (d/dx sum(x^3 tanh x)) against central differences of the first derivative.
    let f = |x: &Tensor| {
        sum(&row(
            Pointwise::Mul,
            &[&row(Pointwise::Mul, &[x, &row(Pointwise::Mul, &[x, x])]), &row(Pointwise::Tanh, &[x])],
        ))
    };
    let x = leaf(&[0.4, -1.1, 0.9], &[3]);
    check("second derivative", &[x], &|x| {
        let first = grad(&[f(&x[0])], &[x[0].clone()], &[None], true, true, false).unwrap();
        first[0].clone().unwrap()
    });
    check("second derivative of a slice", &[sample(&[2, 3])], &|x| {
        let part = engine::view(&x[0], View::Slice { dim: 1, start: 1, length: 2, step: 1 }).unwrap();
        let first = grad(&[f(&part)], &[x[0].clone()], &[None], true, true, false).unwrap();
        first[0].clone().unwrap()
    });
}

#[test]
fn in_place_writes_are_differentiated() {
    let mul = Op::Pointwise { function: Pointwise::Mul, parameters: [0.0; 2] };
    // On a result.
    check("mul_", &[sample(&[3]), moved_leaf(&sample(&[3]), 0.7)], &|x| {
        let y = row(Pointwise::Exp, &[&x[0]]);
        let y = row(Pointwise::Add, &[&y, &x[1]]);
        engine::run_into(mul.clone(), &[(&y).into(), (&x[1]).into()], &y).unwrap();
        y
    });
    // Through a view of a result.
    check("mul_ on a view", &[sample(&[2, 3]), sample(&[3])], &|x| {
        let y = row(Pointwise::Sin, &[&x[0]]);
        let part = engine::view(&y, View::Select { dim: 0, index: 1 }).unwrap();
        engine::run_into(mul.clone(), &[(&part).into(), (&x[1]).into()], &part).unwrap();
        y
    });
    // Into a tensor without history.
    check("copy_ into a part", &[sample(&[2])], &|x| {
        let whole = Tensor::from_slice(&[1.0, 2.0, 3.0, 4.0], &[2, 2], Device::Cpu).unwrap();
        let part = engine::view(&whole, View::Select { dim: 1, index: 0 }).unwrap();
        engine::run_into(Op::Contiguous, &[(&x[0]).into()], &part).unwrap();
        row(Pointwise::Mul, &[&whole, &whole])
    });
}

/// A leaf with every value shifted, because the operands of a product should differ.
fn moved_leaf(tensor: &Tensor, by: f64) -> Tensor {
    leaf(&values(tensor).iter().map(|x| x + by).collect::<Vec<_>>(), tensor.shape())
}

#[test]
fn gradients_accumulate_and_are_nobody_elses_memory() {
    let (a, b) = (leaf(&[1.0, 2.0], &[2]), leaf(&[3.0, 4.0], &[2]));
    for _ in 0..2 {
        backward(&[sum(&row(Pointwise::Add, &[&a, &b]))], &[None], false, false).unwrap();
    }
    assert_eq!(values(&a.grad().unwrap()), [2.0, 2.0]);
    assert!(!a.grad().unwrap().shares_storage(&b.grad().unwrap()));
    assert!(a.grad().unwrap().is_contiguous());
}

#[test]
fn a_freed_graph_and_a_changed_operand_are_refused() {
    let x = leaf(&[1.0, 2.0], &[2]);
    let total = sum(&row(Pointwise::Exp, &[&x]));
    backward(std::slice::from_ref(&total), &[None], true, false).unwrap();
    backward(std::slice::from_ref(&total), &[None], false, false).unwrap();
    assert_eq!(values(&x.grad().unwrap()).len(), 2);
    let text = message(backward(&[total], &[None], false, false));
    assert!(text.starts_with("Trying to backward through the graph a second time"), "{text}");

    let y = row(Pointwise::Exp, &[&x]);
    let total = sum(&row(Pointwise::Sin, &[&y]));
    engine::run_into(Op::Pointwise { function: Pointwise::Neg, parameters: [0.0; 2] }, &[(&y).into()], &y).unwrap();
    let text = message(backward(&[total], &[None], false, false));
    assert!(
        text.starts_with(
            "one of the variables needed for gradient computation has been modified by an inplace operation: \
             [torch.DoubleTensor [2]], which is output 0 of NegBackward0, is at version 1; expected version 0 instead."
        ),
        "{text}"
    );
}

#[test]
fn what_cannot_be_differentiated_is_refused_in_pytorchs_words() {
    let x = Tensor::from_slice(&[1.0f32, 2.0], &[2], Device::Cpu).unwrap();
    assert_eq!(
        message(backward(std::slice::from_ref(&x), &[None], false, false)),
        "element 0 of tensors does not require grad and does not have a grad_fn"
    );
    x.autograd().lock().requires_grad = true;
    assert_eq!(
        message(backward(std::slice::from_ref(&x), &[None], false, false)),
        "grad can be implicitly created only for scalar outputs"
    );
    let add = Op::Pointwise { function: Pointwise::Add, parameters: [0.0; 2] };
    assert_eq!(
        message(engine::run_into(add, &[(&x).into(), 1.0.into()], &x)),
        "a leaf Variable that requires grad is being used in an in-place operation."
    );
    let part = engine::view(&x, View::Select { dim: 0, index: 0 }).unwrap();
    let make = tensorcell_tensor::Make { shape: Dims::new(), dtype: part.dtype(), device: Device::Cpu };
    assert_eq!(
        message(engine::run_into(Op::Fill { value: 1.0.into(), make }, &[], &part)),
        "a view of a leaf Variable that requires grad is being used in an in-place operation."
    );
}

#[test]
fn a_chain_of_a_hundred_thousand_operations_frees_itself() {
    let mut y = leaf(&[0.5], &[1]);
    let x = y.clone();
    for _ in 0..100_000 {
        y = row(Pointwise::Sin, &[&y]);
    }
    drop(y);
    let mut y = x.clone();
    for _ in 0..20_000 {
        y = engine::run(
            Op::Pointwise { function: Pointwise::AddScaled, parameters: [1.0, 0.0] },
            &[(&y).into(), 1.0.into()],
        )
        .unwrap();
    }
    backward(&[sum(&y)], &[None], false, false).unwrap();
    assert_eq!(values(&x.grad().unwrap()), [1.0]);
}

#[test]
fn hooks_see_and_replace_gradients() {
    use std::cell::Cell;
    use std::rc::Rc;
    let x = leaf(&[1.0, 2.0], &[2]);
    let seen = Rc::new(Cell::new(0));
    let counter = seen.clone();
    let id = super::hooks::register(
        &x,
        Rc::new(move |gradient| {
            counter.set(counter.get() + 1);
            engine::run(
                Op::Pointwise { function: Pointwise::Mul, parameters: [0.0; 2] },
                &[gradient.into(), 10.0.into()],
            )
            .map(Some)
        }),
    );
    // Two uses give one call with their sum.
    backward(&[sum(&row(Pointwise::Add, &[&x, &x]))], &[None], false, false).unwrap();
    assert_eq!((seen.get(), values(&x.grad().unwrap())), (1, vec![20.0, 20.0]));
    super::hooks::remove(id);
    backward(&[sum(&x)], &[None], false, false).unwrap();
    assert_eq!((seen.get(), values(&x.grad().unwrap())), (1, vec![21.0, 21.0]));
}

#[test]
fn a_function_of_ones_own_is_on_the_tape() {
    use std::rc::Rc;
    let x = leaf(&[1.0, 2.0], &[2]);
    let y = engine::grad_mode::with(false, || row(Pointwise::Exp, &[&x]));
    super::custom::record(
        "Tripled",
        std::slice::from_ref(&x),
        std::slice::from_ref(&y),
        &[0],
        [&[], &[]],
        Rc::new(|gradients, _, _| {
            let gradient = gradients[0].clone().unwrap();
            let triple = engine::run(
                Op::Pointwise { function: Pointwise::Mul, parameters: [0.0; 2] },
                &[(&gradient).into(), 3.0.into()],
            )?;
            Ok(vec![Some(triple)])
        }),
    );
    assert_eq!(y.grad_fn_name().as_deref(), Some("TripledBackward"));
    backward(&[sum(&y)], &[None], false, false).unwrap();
    assert_eq!(values(&x.grad().unwrap()), [3.0, 3.0]);
}

#[test]
fn layouts_of_bases_that_are_not_contiguous_keep_their_gradients() {
    check("view of a permuted copy", &[sample(&[2, 3])], &|x| {
        let moved = engine::view(&x[0], View::Permute(Dims::from_slice(&[1, 0]))).unwrap();
        let y = row(Pointwise::Sin, &[&moved]);
        let strided = View::AsStrided { size: Dims::from_slice(&[3]), stride: vec![2], offset: 0 };
        engine::view(&y, strided).unwrap()
    });
    assert_eq!(Layout::contiguous(&[2, 3]).extent(), 6);
}
