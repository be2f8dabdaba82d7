//! The gradient rule of every operation, written with other operations so that it can be differentiated again.

use super::context::{Context, Gradients, conj, mul, scale, zeros, zeros_for};
use super::expression::{self, Value};
use super::{custom, layers, reductions, view_rules};
use tensorcell_engine::{self as engine, compose, grad_mode};
use tensorcell_tensor::op::{Arg, CustomFunction, Fourier, Result, View};
use tensorcell_tensor::tape::Output;
use tensorcell_tensor::{
    DType, Dims, Layout, Make, Op, Pointwise, Reduction, Scalar, Scan, ScatterMode, Sparse, SparseOp, Tensor,
    TensorError, broadcast_shapes,
};

fn run(op: Op, inputs: &[&Tensor]) -> Result<Tensor> {
    let args: Vec<Arg> = inputs.iter().map(|&t| Arg::Tensor(t)).collect();
    engine::run(op, &args)
}

/// Computes the gradients of one operation.
pub fn gradients(cx: &Context) -> Result<Gradients> {
    let one = |gradient: Result<Tensor>| gradient.map(|g| vec![Some(g)]);
    match cx.op {
        Op::Pointwise { function, parameters } => pointwise(cx, *function, *parameters),
        Op::Cast(_) | Op::Transfer { .. } | Op::Contiguous => one(cx.gradient(0)),
        Op::Reduce { function, dims, keepdim, correction } => {
            one(reductions::reduce(cx, *function, dims, *keepdim, *correction))
        }
        Op::ReduceWithIndex { dim, keepdim, .. } => {
            let (mut gradient, mut index) = (cx.gradient(0)?, cx.result(1)?.clone());
            if !keepdim && !cx.shape(0).is_empty() {
                gradient = engine::view(&gradient, View::Unsqueeze(*dim))?;
                index = engine::view(&index, View::Unsqueeze(*dim))?;
            }
            one(scatter_into_zeros(cx, *dim, &index, &gradient))
        }
        Op::Scan { function, dim } => one(scan(cx, *function, *dim)),
        Op::Softmax { dim, log } => one(softmax(cx, *dim, *log)),
        Op::MatMul => {
            let gradient = cx.gradient(0)?;
            product(cx, &gradient, 0, 1.0)
        }
        Op::AddMm { beta, alpha } => {
            let gradient = cx.gradient(0)?;
            let mut all = vec![cx.wants(0).then(|| scale(&gradient, *beta)).transpose()?];
            all.extend(product(cx, &gradient, 1, *alpha)?);
            Ok(all)
        }
        Op::Cat { dim } => cat(cx, *dim),
        Op::Gather { dim } => one(run(
            Op::Scatter { dim: *dim, mode: ScatterMode::Add },
            &[&cx.zeros_like(0)?, cx.input(1)?, &cx.gradient(0)?],
        )),
        Op::Scatter { dim, mode } => scatter(cx, *dim, *mode),
        Op::IndexSelect { dim } => {
            one(run(Op::IndexAdd { dim: *dim }, &[&cx.zeros_like(0)?, cx.input(1)?, &cx.gradient(0)?]))
        }
        Op::IndexAdd { dim } => {
            let gradient = cx.gradient(0)?;
            let source = cx.wants(2).then(|| run(Op::IndexSelect { dim: *dim }, &[&gradient, cx.input(1)?]));
            Ok(vec![Some(gradient), None, source.transpose()?])
        }
        Op::Index { indexed } => index(cx, indexed),
        Op::IndexPut { indexed, accumulate } => index_put(cx, indexed, *accumulate),
        Op::MaskedSelect => one(masked_select(cx)),
        Op::Sort { dim, .. } | Op::TopK { dim, .. } => {
            one(scatter_into_zeros(cx, *dim, cx.result(1)?, &cx.gradient(0)?))
        }
        Op::Distances { p } => reductions::distances(cx, *p),
        Op::Triangle { .. } | Op::Flip(_) => one(run(cx.op.clone(), &[&cx.gradient(0)?])),
        Op::Fourier { transform, dims, scale } => one(fourier(cx, *transform, dims, *scale)),
        Op::Linalg(function) => super::linalg_rules::gradients(cx, *function),
        Op::Layer(layer) => layers::gradients(cx, layer),
        Op::Sparse(step) => sparse_step(cx, step),
        Op::View(view) => one(view_rules::view(view, &cx.operands[0].layout, &cx.gradient(0)?)),
        Op::CopySlices { op, layout, dtype, own } => copy_slices(cx, op, (layout, *dtype), *own),
        Op::TotalNorm { p } => reductions::total_norm(cx, *p),
        Op::Custom(function) => custom_function(cx, function),
        // Samples are not differentiable with respect to the distribution's parameters.
        Op::Random { .. } => {
            (0..cx.operands.len()).map(|i| cx.wants(i).then(|| cx.zeros_like(i)).transpose()).collect()
        }
        // These operations have no differentiable operands.
        _ => Ok(vec![None; cx.operands.len()]),
    }
}

/// The gradient of a sparse tensor is sparse, with its places; that of its values is dense.
fn sparse_step(cx: &Context, step: &SparseOp) -> Result<Gradients> {
    let gradient = cx.gradient(0)?;
    match step {
        SparseOp::Values => Ok(vec![Some(engine::sparse::with_values(cx.input(0)?, &gradient)?)]),
        SparseOp::Assemble { format, coalesced, .. } => {
            let indices = (1..cx.operands.len()).map(|at| cx.input(at).cloned()).collect::<Result<_>>()?;
            let values = zeros(Make { shape: cx.shape(0).into(), dtype: gradient.dtype(), device: gradient.device() })?;
            let pattern = Sparse { format: *format, indices, values, coalesced: *coalesced };
            let mut gradients = vec![Some(engine::sparse::values_at(&gradient, &pattern)?)];
            gradients.resize(cx.operands.len(), None);
            Ok(gradients)
        }
    }
}

fn pointwise(cx: &Context, function: Pointwise, [p, q]: [f64; 2]) -> Result<Gradients> {
    let incoming = cx.gradient(0)?;
    let names = function.row().operands;
    // For an analytic function of complex numbers, the gradients are the real ones with all values conjugated.
    let complex = function.row().complex.filter(|_| cx.operands.iter().any(|operand| operand.dtype.is_complex()));
    let conjugates = complex.is_some_and(<[_]>::is_empty);
    let read = |x: Tensor| match conjugates {
        true => conj(&x).ok().map(Value::Tensor),
        false => Some(Value::Tensor(x)),
    };
    let lookup = |name: &str| -> Option<Value> {
        match name {
            "i" => expression::constant(Scalar::Complex(0.0, 1.0)).ok(),
            "g" => Some(Value::Tensor(incoming.clone())),
            "p" => Some(Value::Number(p)),
            "q" => Some(Value::Number(q)),
            "y" => read(cx.results.first()?.clone()?),
            _ => {
                let position = names.iter().position(|operand| *operand == name)?;
                match cx.operands[position].scalar {
                    Some(Scalar::Complex(re, im)) => {
                        expression::constant(Scalar::Complex(re, if conjugates { -im } else { im })).ok()
                    }
                    Some(scalar) => Some(Value::Number(scalar.as_f64())),
                    None => read(cx.inputs.get(position)?.clone()?),
                }
            }
        }
    };
    let rules = expression::gradients(function, complex.is_some());
    (rules.iter().enumerate())
        .map(|(i, rule)| match rule {
            _ if !cx.wants(i) => Ok(None),
            expression::Expression::None => {
                Err(TensorError::runtime(format!("derivative for {} is not implemented", function.row().name)))
            }
            rule => match expression::evaluate(rule, &lookup, &[])? {
                Value::Tensor(gradient) if reads_operand(function) => {
                    follow(gradient, cx.input(i).or_else(|_| cx.result(0))?).map(Some)
                }
                Value::Tensor(gradient) => Ok(Some(gradient)),
                // A constant gradient, such as that of a flat function. PyTorch returns zeros there, too.
                Value::Number(number) => {
                    let make =
                        Make { shape: incoming.shape().into(), dtype: incoming.dtype(), device: incoming.device() };
                    engine::run(Op::Fill { value: Scalar::Float(number), make }, &[]).map(Some)
                }
            },
        })
        .collect()
}

/// Whether the gradient must depend on the operand. PyTorch's backward kernels of these piecewise linear functions take the
/// operand, so that with `create_graph` the gradient is on the tape, although its derivative is zero.
fn reads_operand(function: Pointwise) -> bool {
    use Pointwise::{Hardshrink, Hardtanh, LeakyRelu, Relu, Softshrink, Threshold};
    grad_mode::is_enabled() && matches!(function, Relu | LeakyRelu | Hardtanh | Hardshrink | Softshrink | Threshold)
}

/// Makes the gradient depend on the operand, with a zero derivative.
fn follow(gradient: Tensor, operand: &Tensor) -> Result<Tensor> {
    if gradient.requires_grad() {
        return Ok(gradient);
    }
    let always = Make { shape: Dims::new(), dtype: DType::Bool, device: gradient.device() };
    let always = engine::run(Op::Fill { value: Scalar::Bool(true), make: always }, &[])?;
    compose::pointwise(Pointwise::Where, &[(&always).into(), (&gradient).into(), operand.into()])
}

fn scatter_into_zeros(cx: &Context, dim: usize, index: &Tensor, gradient: &Tensor) -> Result<Tensor> {
    let op = Op::Scatter { dim, mode: ScatterMode::Add };
    run(op, &[&cx.zeros_like(0)?, index, gradient])
}

/// The adjoint transform: inverse for forward, with the same scale. In a half spectrum, values with a mirror image count twice.
fn fourier(cx: &Context, transform: Fourier, dims: &[usize], scale: f64) -> Result<Tensor> {
    let gradient = cx.gradient(0)?;
    let (Some(&last), shape) = (dims.last(), cx.shape(0)) else { return Ok(gradient) };
    let run =
        |transform: Fourier, x: &Tensor| engine::run(Op::Fourier { transform, dims: dims.into(), scale }, &[x.into()]);
    let part =
        |x: &Tensor, start: usize, length: usize| engine::view(x, View::Slice { dim: last, start, length, step: 1 });
    match transform {
        Fourier::Complex { forward } => run(Fourier::Complex { forward: !forward }, &gradient),
        Fourier::RealToComplex { half } => {
            let missing = shape[last] - gradient.shape()[last];
            let whole = match half && missing > 0 {
                true => {
                    let mut rest: Dims = gradient.shape().into();
                    rest[last] = missing;
                    let rest = zeros(Make { shape: rest, dtype: gradient.dtype(), device: gradient.device() })?;
                    engine::run(Op::Cat { dim: last }, &[(&gradient).into(), (&rest).into()])?
                }
                false => gradient,
            };
            // The walk takes the real part.
            run(Fourier::Complex { forward: false }, &whole)
        }
        Fourier::HalfToReal { length } => {
            let half = run(Fourier::RealToComplex { half: true }, &gradient)?;
            let doubled = length - shape[last].min(length);
            if doubled == 0 {
                return Ok(half);
            }
            let rest = shape[last] - 1 - doubled;
            let mut parts = vec![part(&half, 0, 1)?, super::context::scale(&part(&half, 1, doubled)?, 2.0)?];
            parts.extend((rest > 0).then(|| part(&half, 1 + doubled, rest)).transpose()?);
            let parts: Vec<Arg> = parts.iter().map(Arg::Tensor).collect();
            engine::run(Op::Cat { dim: last }, &parts)
        }
    }
}

/// Sums from each position to the end.
fn reversed_sum(x: &Tensor, dim: usize) -> Result<Tensor> {
    let flip = || Op::Flip(Dims::from_slice(&[dim]));
    let summed = run(Op::Scan { function: Scan::Sum, dim }, &[&run(flip(), &[x])?])?;
    run(flip(), &[&summed])
}

fn scan(cx: &Context, function: Scan, dim: usize) -> Result<Tensor> {
    let gradient = cx.gradient(0)?;
    if cx.shape(0).is_empty() {
        return Ok(gradient);
    }
    match function {
        Scan::Sum => reversed_sum(&gradient, dim),
        Scan::Prod => {
            let (x, y) = (conj(cx.input(0)?)?, conj(cx.result(0)?)?);
            product_scan(&x, &y, &gradient, dim)
        }
        Scan::Max | Scan::Min => scatter_into_zeros(cx, dim, cx.result(1)?, &gradient),
    }
}

/// For y = cumprod(x): the sum of g y from each position on, divided by x. The gradient is zero behind a zero. At the first
/// zero, the products are those of x with this zero replaced by one.
fn product_scan(x: &Tensor, y: &Tensor, gradient: &Tensor, dim: usize) -> Result<Tensor> {
    let at_zero = compose::pointwise(Pointwise::Eq, &[x.into(), 0.0.into()])?;
    let count = run(Op::Scan { function: Scan::Sum, dim }, &[&at_zero])?;
    let is = |number: i64| compose::pointwise(Pointwise::Eq, &[(&count).into(), number.into()]);
    let first = compose::pointwise(Pointwise::LogicalAnd, &[(&at_zero).into(), (&is(1)?).into()])?;
    let without = |mask: &Tensor| compose::pointwise(Pointwise::Where, &[mask.into(), 1.0.into(), x.into()]);
    let before = reversed_sum(&mul(gradient, y)?, dim)?;
    let before = compose::pointwise(Pointwise::Div, &[(&before).into(), (&without(&at_zero)?).into()])?;
    let products = run(Op::Scan { function: Scan::Prod, dim }, &[&without(&first)?])?;
    let at_first = reversed_sum(&mul(gradient, &products)?, dim)?;
    let rest = compose::pointwise(Pointwise::Where, &[(&is(0)?).into(), (&before).into(), 0.0.into()])?;
    compose::pointwise(Pointwise::Where, &[(&first).into(), (&at_first).into(), (&rest).into()])
}

fn softmax(cx: &Context, dim: usize, log: bool) -> Result<Tensor> {
    let (gradient, y) = (cx.gradient(0)?, cx.result(0)?);
    let sum = |x: &Tensor| {
        let dims = if x.dim() == 0 { Dims::new() } else { Dims::from_slice(&[dim]) };
        run(Op::Reduce { function: Reduction::Sum, dims, keepdim: true, correction: 0.0 }, &[x])
    };
    match log {
        true => {
            let share = mul(&compose::pointwise(Pointwise::Exp, &[y.into()])?, &sum(&gradient)?)?;
            compose::pointwise(Pointwise::Sub, &[(&gradient).into(), (&share).into()])
        }
        false => {
            let weighted = mul(&gradient, y)?;
            let share = mul(y, &sum(&weighted)?)?;
            compose::pointwise(Pointwise::Sub, &[(&weighted).into(), (&share).into()])
        }
    }
}

/// Whether a matrix is column-major.
fn by_columns(layout: &Layout) -> bool {
    let n = layout.dim();
    layout.strides()[n - 2] == 1 && layout.strides()[n - 1] == layout.shape()[n - 2] as isize
}

/// The gradients of a @ b for operands `first` and `first + 1`.
fn product(cx: &Context, gradient: &Tensor, first: usize, alpha: f64) -> Result<Gradients> {
    let flipped = |x: &Tensor| compose::transpose(x, x.dim() - 2, x.dim() - 1);
    let of_a = |_: ()| -> Result<Tensor> {
        let b = flipped(&conj(cx.input(first + 1)?)?)?;
        let a = compose::matmul(gradient, &b)?;
        compose::sum_to(&scale(&a, alpha)?, cx.shape(first))
    };
    let of_b = |_: ()| -> Result<Tensor> {
        let a = &conj(cx.input(first)?)?;
        let folds = a.dim() > 2 && cx.shape(first + 1).len() == 2;
        let b = match folds {
            // All batches use the same matrix: one product over all rows.
            true => {
                let flat = |x: &Tensor| {
                    let (rows, columns) = x.shape().split_at(x.dim() - 1);
                    compose::reshape(x, &[rows.iter().product(), columns[0]])
                };
                run(Op::MatMul, &[&flipped(&flat(a)?)?, &flat(gradient)?])?
            }
            // A transposed operand (a layer's weight) gets a gradient with the same layout.
            false if by_columns(&cx.operands[first + 1].layout) => {
                flipped(&run(Op::MatMul, &[&flipped(gradient)?, a])?)?
            }
            false => run(Op::MatMul, &[&flipped(a)?, gradient])?,
        };
        compose::sum_to(&scale(&b, alpha)?, cx.shape(first + 1))
    };
    Ok(vec![
        cx.wants(first).then_some(()).map(of_a).transpose()?,
        cx.wants(first + 1).then_some(()).map(of_b).transpose()?,
    ])
}

fn cat(cx: &Context, dim: usize) -> Result<Gradients> {
    let gradient = cx.gradient(0)?;
    let mut start = 0;
    let mut all = Vec::with_capacity(cx.operands.len());
    for i in 0..cx.operands.len() {
        let shape = cx.shape(i);
        if shape == [0] && gradient.dim() != 1 {
            all.push(cx.wants(i).then(|| cx.zeros_like(i)).transpose()?);
            continue;
        }
        let length = shape[dim];
        let slice = View::Slice { dim, start, length, step: 1 };
        all.push(cx.wants(i).then(|| engine::view(&gradient, slice)).transpose()?);
        start += length;
    }
    Ok(all)
}

fn scatter(cx: &Context, dim: usize, mode: ScatterMode) -> Result<Gradients> {
    let gradient = cx.gradient(0)?;
    let of_x = match mode {
        ScatterMode::Add => gradient.clone(),
        ScatterMode::Assign => {
            let zero = Arg::Scalar(Scalar::Int(0));
            engine::run(Op::Scatter { dim, mode }, &[(&gradient).into(), cx.input(1)?.into(), zero])?
        }
    };
    let of_source = cx.wants(2).then(|| -> Result<Tensor> {
        let gathered = run(Op::Gather { dim }, &[&gradient, cx.input(1)?])?;
        match gathered.shape() == cx.shape(2) {
            true => Ok(gathered),
            // The index covers only the first part of the source.
            false => {
                let whole = zeros_for(&gathered, cx.shape(2))?;
                let mut part = whole.clone();
                for d in 0..gathered.dim() {
                    part = engine::view(&part, View::Slice { dim: d, start: 0, length: gathered.shape()[d], step: 1 })?;
                }
                engine::run_into(Op::Contiguous, &[(&gathered).into()], &part)?;
                Ok(whole)
            }
        }
    });
    Ok(vec![Some(of_x), None, of_source.transpose()?])
}

fn with_indices<'a>(first: &[&'a Tensor], cx: &'a Context, from: usize) -> Result<Vec<Arg<'a>>> {
    let mut args: Vec<Arg> = first.iter().map(|&t| Arg::Tensor(t)).collect();
    for i in from..cx.operands.len() {
        args.push(Arg::Tensor(cx.input(i)?));
    }
    Ok(args)
}

fn index(cx: &Context, indexed: &[bool]) -> Result<Gradients> {
    let (zeros, gradient) = (cx.zeros_like(0)?, cx.gradient(0)?);
    let op = Op::IndexPut { indexed: indexed.to_vec(), accumulate: true };
    let of_x = engine::run(op, &with_indices(&[&zeros, &gradient], cx, 1)?)?;
    Ok(vec![Some(of_x)])
}

fn index_put(cx: &Context, indexed: &[bool], accumulate: bool) -> Result<Gradients> {
    let gradient = cx.gradient(0)?;
    let of_x = match (cx.wants(0), accumulate) {
        (false, _) => None,
        (true, true) => Some(gradient.clone()),
        (true, false) => {
            let make = Make { shape: Dims::new(), dtype: gradient.dtype(), device: gradient.device() };
            let (zero, op) = (zeros(make)?, Op::IndexPut { indexed: indexed.to_vec(), accumulate });
            Some(engine::run(op, &with_indices(&[&gradient, &zero], cx, 2)?)?)
        }
    };
    let of_source = cx.wants(1).then(|| {
        let op = Op::Index { indexed: indexed.to_vec() };
        engine::run(op, &with_indices(&[&gradient], cx, 2)?)
    });
    Ok(vec![of_x, of_source.transpose()?])
}

fn masked_select(cx: &Context) -> Result<Tensor> {
    let (gradient, mask) = (cx.gradient(0)?, cx.input(1)?);
    let shape = broadcast_shapes([cx.shape(0), mask.shape()])?;
    let mask = engine::view(mask, View::Expand(shape.clone()))?;
    if shape.is_empty() {
        // The operand has one element, or none.
        let whole = run(
            Op::Reduce { function: Reduction::Sum, dims: Dims::new(), keepdim: false, correction: 0.0 },
            &[&gradient],
        )?;
        return mul(&whole, &mask);
    }
    let places = run(Op::Nonzero, &[&mask])?;
    let whole = zeros(Make { shape: shape.clone(), dtype: gradient.dtype(), device: gradient.device() })?;
    let columns = (0..shape.len())
        .map(|d| engine::view(&places, View::Select { dim: 1, index: d }))
        .collect::<Result<Vec<_>>>()?;
    let mut args = vec![Arg::Tensor(&whole), Arg::Tensor(&gradient)];
    args.extend(columns.iter().map(Arg::Tensor));
    engine::run(Op::IndexPut { indexed: vec![true; shape.len()], accumulate: false }, &args)
}

/// The gradient of a write through a view. The written part goes to the operation, the rest to the base before the write.
fn copy_slices(cx: &Context, op: &Op, (layout, dtype): (&Layout, DType), own: u32) -> Result<Gradients> {
    let base = &cx.operands[0];
    let copy = view_rules::laid_out_like(&base.layout, &cx.gradient(0)?)?;
    let part = view_rules::part_of((&base.layout, base.dtype), (layout, dtype), &copy)?;
    let incoming = engine::run(Op::Contiguous, &[(&part).into()])?;
    let is_own = |i: usize| own >> i.min(31) & 1 == 1;
    let output = Output { shape: incoming.shape().into(), dtype: incoming.dtype(), device: incoming.device() };
    let inner = Context {
        op,
        operands: &cx.operands[1..],
        outputs: std::slice::from_ref(&output),
        inputs: cx.inputs.get(1..).unwrap_or_default().to_vec(),
        results: cx.results.clone(),
        gradients: vec![Some(incoming)],
        wanted: (1..cx.operands.len()).map(|i| cx.wants(i) || (is_own(i - 1) && cx.wants(0))).collect(),
    };
    let mut all = gradients(&inner)?;
    all.resize(inner.operands.len(), None);
    let mut before: Option<Tensor> = None;
    for (i, gradient) in all.iter_mut().enumerate().filter(|(i, _)| is_own(*i)) {
        let Some(gradient) = gradient.take() else {
            continue;
        };
        let gradient = compose::sum_to(&gradient, inner.shape(i))?;
        before = Some(match before {
            Some(sum) => compose::pointwise(Pointwise::Add, &[(&sum).into(), (&gradient).into()])?,
            None => gradient,
        });
    }
    match &before {
        Some(gradient) => engine::run_into(Op::Contiguous, &[gradient.into()], &part)?,
        None => {
            let make = Make { shape: part.shape().into(), dtype: part.dtype(), device: part.device() };
            engine::run_into(Op::Fill { value: Scalar::Int(0), make }, &[], &part)?
        }
    }
    all.insert(0, Some(copy));
    Ok(all)
}

fn custom_function(cx: &Context, function: &CustomFunction) -> Result<Gradients> {
    let backward = custom::get(&function.token).ok_or_else(|| {
        TensorError::runtime(format!(
            "the backward function of {} is not available on this thread: it was created on another one",
            function.name
        ))
    })?;
    let mut all = backward(&cx.gradients, &cx.inputs, &cx.results)?;
    all.resize(cx.operands.len(), None);
    Ok(all)
}
