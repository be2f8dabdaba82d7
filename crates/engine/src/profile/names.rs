//! The names, argument counts and operation counts of PyTorch's profiler for our operations.

use super::events::{self, Entered, Kind, Shape};
use crate::chain::Step;
use crate::{grad_mode, record};
use tensorcell_tensor::layer::{Conv, Geometry, Layer};
use tensorcell_tensor::op::{Arg, Random, View};
use tensorcell_tensor::{DType, Op, Tensor};

/// Starts an operation's event. `out` is the tensor that it writes to, if any.
pub fn operation(op: &Op, inputs: &[Arg], out: Option<&Tensor>) -> Entered {
    if !events::is_on() {
        return Entered::NONE;
    }
    let name = name_of(op, inputs, out);
    let (shaped, sequence) = (events::records_shapes(), grad_mode::is_enabled().then(record::peek_sequence));
    let event = match events::emits_shapes() {
        // The format of PyTorch's `emit_nvtx`.
        true => {
            let sizes: Vec<String> =
                inputs.iter().map(|arg| format!("{:?}", arg.tensor().map_or(&[][..], Tensor::shape))).collect();
            let number = sequence.map(|number| format!(", seq = {number}")).unwrap_or_default();
            events::enter_as(format!("aten::{name}"), &format!("aten::{name}{number}, sizes = [{}]", sizes.join(", ")))
        }
        false => events::enter(Kind::Operation, format!("aten::{name}"), false),
    };
    event.update(|event| {
        event.sequence = sequence;
        if shaped {
            event.shapes = match op {
                Op::OptimizerStep(step) => lists(inputs, step.members(inputs.len())),
                Op::TotalNorm { .. } | Op::MultiScale { .. } | Op::Cat { .. } => lists(inputs, inputs.len()),
                _ => inputs.iter().map(shape_of).collect(),
            };
            fit(&name, &mut event.shapes);
            event.flops = flops(&name, &event.shapes);
        }
    });
    if shaped && let Op::Layer(Layer::Conv(conv)) = op {
        convolution_flops(conv, inputs);
    }
    event
}

/// Functions that only make a view.
const VIEWS: &[&str] = &[
    "aten::as_strided",
    "aten::broadcast_to",
    "aten::chunk",
    "aten::diagonal",
    "aten::expand",
    "aten::expand_as",
    "aten::flatten",
    "aten::movedim",
    "aten::mT",
    "aten::narrow",
    "aten::permute",
    "aten::ravel",
    "aten::select",
    "aten::split",
    "aten::squeeze",
    "aten::swapaxes",
    "aten::swapdims",
    "aten::t",
    "aten::transpose",
    "aten::unbind",
    "aten::unflatten",
    "aten::unfold",
    "aten::unsqueeze",
    "aten::view",
    "aten::view_as",
];

/// Records a view. It gets its own event, unless a function that makes views is running.
pub fn view(view: &View, input: &Tensor) -> Entered {
    if !events::is_on() || *view == View::Detach || events::absorb(VIEWS) {
        return Entered::NONE;
    }
    let name = match view {
        View::Permute(order) if order.as_slice() == [1, 0] => "t",
        View::Permute(order) if order.iter().enumerate().filter(|(at, dim)| at != *dim).count() == 2 => "transpose",
        view => view.name(),
    };
    let event = events::enter(Kind::Operation, format!("aten::{name}"), false);
    if events::records_shapes() {
        event.update(|event| {
            event.shapes = vec![shape_of(&Arg::Tensor(input))];
            fit(name, &mut event.shapes);
        });
    }
    event
}

/// Starts the event of several deferred operations that run as one loop.
pub fn chain(steps: &[Step]) -> Entered {
    match events::is_on() {
        true => {
            events::enter(Kind::Operation, format!("tensorcell::fused({})", super::account::chain_name(steps)), false)
        }
        false => Entered::NONE,
    }
}

/// The shapes of operands that are lists of `each` tensors.
fn lists(inputs: &[Arg], each: usize) -> Vec<Shape> {
    let sizes = |arg: &Arg| arg.tensor().map_or_else(Default::default, |x| x.shape().into());
    inputs.chunks(each.max(1)).map(|list| Shape::List(list.iter().map(sizes).collect())).collect()
}

/// The shape of a tensor or number, as the profiler shows it.
pub fn shape_of(arg: &Arg) -> Shape {
    match arg {
        Arg::Tensor(tensor) => Shape::Tensor(tensor.shape().into(), type_name(tensor.dtype())),
        Arg::Scalar(scalar) => Shape::Other(Some(match scalar {
            tensorcell_tensor::Scalar::Bool(value) => if *value { "True" } else { "False" }.to_owned(),
            tensorcell_tensor::Scalar::Int(value) => value.to_string(),
            tensorcell_tensor::Scalar::Float(value) => format!("{value:?}"),
            tensorcell_tensor::Scalar::Complex(re, im) => format!("({re:?}{im:+?}j)"),
        })),
    }
}

/// A dtype's name in Kineto's traces.
pub fn type_name(dtype: DType) -> &'static str {
    match dtype {
        DType::Bool => "bool",
        DType::UInt8 => "unsigned char",
        DType::Int8 => "signed char",
        DType::Int16 => "short int",
        DType::Int32 => "int",
        DType::Int64 => "long int",
        DType::Float16 => "c10::Half",
        DType::BFloat16 => "c10::BFloat16",
        DType::Float32 => "float",
        DType::Float64 => "double",
        DType::Complex64 => "c10::complex<float>",
        DType::Complex128 => "c10::complex<double>",
    }
}

fn name_of(op: &Op, inputs: &[Arg], out: Option<&Tensor>) -> String {
    let in_place = out.is_some_and(|out| inputs.first().and_then(|arg| arg.tensor()).is_some_and(|x| x.same(out)));
    let base = match op {
        Op::Contiguous | Op::Cast(_) if out.is_some() => "copy_",
        Op::Cast(_) | Op::Transfer { .. } => "_to_copy",
        Op::Softmax { log: false, .. } => "_softmax",
        Op::Softmax { log: true, .. } => "_log_softmax",
        Op::Fill { .. } => "fill_",
        Op::Random { kind, .. } => match kind {
            Random::Uniform { .. } => "uniform_",
            Random::Normal { .. } => "normal_",
            Random::Integer { .. } => "random_",
            Random::Permutation => "randperm",
            Random::Bernoulli { .. } | Random::BernoulliOf => "bernoulli_",
            Random::Exponential { .. } => "exponential_",
            Random::PoissonOf => "poisson",
            Random::GammaOf => "_standard_gamma",
            Random::BinomialOf => "binomial",
        },
        Op::MatMul if inputs.iter().all(|arg| arg.tensor().is_some_and(|x| x.dim() == 2)) => "mm",
        Op::MatMul => "bmm",
        Op::OptimizerStep(step) => {
            let rule = step.rule.row().name;
            return format!("_fused_{}_", rule.split('_').next().unwrap_or(rule));
        }
        Op::TotalNorm { .. } => "_foreach_norm",
        Op::MultiScale { .. } => "_amp_foreach_non_finite_check_and_unscale_",
        Op::Pointwise { function, .. } => match function.row().name {
            "add_scaled" => "add",
            "gelu_tanh" => "gelu",
            name => name,
        },
        op => op.known_name(),
    };
    match in_place && !base.ends_with('_') {
        true => format!("{base}_"),
        false => base.to_owned(),
    }
}

/// The number of arguments in an operator's schema, if it differs from the operands; the profiler shows all. 0 means as many as given.
fn arity(name: &str) -> usize {
    match name.strip_suffix('_').unwrap_or(name) {
        "relu" | "exp" | "log" | "sqrt" | "abs" | "neg" | "tanh" | "sigmoid" | "t" | "sin" | "cos" => 1,
        "cross_entropy_loss" => 6,
        "nll_loss_nd" => 5,
        "addmm" => 5,
        "add" | "sub" | "linear" | "_softmax" | "_log_softmax" | "softmax" | "log_softmax" | "copy" | "dropout" => 3,
        "transpose" | "where" | "clamp" | "select" | "threshold_backward" => 3,
        "sum" | "mean" => 4,
        "clone" | "view" | "mul" | "div" | "mm" | "bmm" | "clamp_min" | "fill" | "pow" | "cat" | "permute" => 2,
        "squeeze" | "unsqueeze" | "leaky_relu" | "bitwise_and" => 2,
        "expand" => 3,
        "to" | "slice" => 5,
        "_to_copy" | "conv1d" | "conv2d" | "conv3d" => 7,
        "convolution" => 9,
        "layer_norm" | "max_pool2d_with_indices" | "max_pool2d" => 6,
        "native_layer_norm" => 5,
        _ => 0,
    }
}

/// Adjusts the number of shapes to the operator's schema.
pub fn fit(name: &str, shapes: &mut Vec<Shape>) {
    // The schema of a full sum is (self, dtype).
    let least = arity(name);
    if least > 0 {
        shapes.resize(least, Shape::Other(None));
    }
}

/// Operation counts of PyTorch's profiler: for products, `mul` and `add`. The factor 2 of a product counts its additions.
pub fn flops(name: &str, shapes: &[Shape]) -> u64 {
    let sizes = |i: usize| match shapes.get(i) {
        Some(Shape::Tensor(sizes, _)) => sizes.as_slice(),
        _ => &[],
    };
    let product = |sizes: &[usize]| sizes.iter().map(|&size| size as u64).product::<u64>();
    let of_matrices = |a: &[usize], b: &[usize]| match (a, b.last()) {
        ([], _) | (_, None) => 0,
        (a, Some(&columns)) => 2 * product(a) * columns as u64,
    };
    match name {
        "mm" | "bmm" => of_matrices(sizes(0), sizes(1)),
        "addmm" | "baddbmm" => of_matrices(sizes(1), sizes(2)),
        "mul" | "add" => product(sizes(0)),
        _ => 0,
    }
}

/// A two-dimensional convolution counts for `aten::conv2d`.
fn convolution_flops(conv: &Conv, inputs: &[Arg]) {
    let (Some(x), Some(weight)) =
        (inputs.first().and_then(|arg| arg.tensor()), inputs.get(1).and_then(|arg| arg.tensor()))
    else {
        return;
    };
    if x.dim() != 4 || weight.dim() != 4 {
        return;
    }
    let mut output = vec![x.shape()[0], weight.shape()[0]];
    for i in 0..2 {
        let reach = conv.dilation[i] * (weight.shape()[i + 2] - 1) + 1;
        output.push((x.shape()[i + 2] + 2 * conv.padding[i]).saturating_sub(reach) / conv.stride[i] + 1);
    }
    let g = Geometry::new(conv, x.shape(), &output, &weight.shape()[2..]);
    let window: usize = g.kernel.iter().product();
    let positions: usize = g.output.iter().product();
    let flops = 2 * g.batch * positions * window * g.channels * g.features / g.groups.max(1);
    events::add_flops("aten::conv2d", flops as u64);
}
