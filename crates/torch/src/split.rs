//! Splits and repeats tensors: chunk, split, unbind; repeat, tile, flip, roll.

use super::arguments::{TensorArgs, axes};
use super::host::{self, Elements};
use super::tensor::{composed_value, tensor_of, tensor_value};
use super::views::{expand_to, listed, narrow, reshape_to, select};
use std::cmp::Ordering;
use tensorcell_engine::{self as engine, record};
use tensorcell_language::native::Args;
use tensorcell_language::{Builtin, Exc, Raise, Result, Value, Vm, memory};
use tensorcell_tensor::op::Arg;
use tensorcell_tensor::{DType, Dims, Op, Tensor, TensorError};

fn size_at(input: &Tensor, dim: usize, function: &str) -> Result<usize> {
    let size = input.shape().get(dim).copied();
    size.ok_or_else(|| Raise::runtime(format!("{function} expects at least a 1-dimensional tensor")))
}

/// Returns the sum of sizes, saturating.
fn sum(sizes: &[i64]) -> i64 {
    sizes.iter().copied().fold(0, i64::saturating_add)
}

/// Views that a tensor is split into, of which there may be more than memory holds.
#[derive(Default)]
struct Parts(Vec<Value>);

impl Parts {
    /// The memory of a view, about.
    const SIZE: usize = 512;
    /// How many views are made between looks for an interrupt.
    const STEP: usize = 256;

    /// Adds a view; `node` names its autograd node.
    fn push(&mut self, vm: &mut Vm, part: Tensor, node: &'static str) -> Result<()> {
        memory::grow(&mut self.0)?;
        memory::claim(Parts::SIZE)?;
        if self.0.len().is_multiple_of(Parts::STEP) {
            vm.check_interrupt()?;
        }
        record::among_several(&part);
        self.0.push(composed_value(part, node));
        Ok(())
    }
}

/// Splits a dimension into parts of these lengths, as a tuple. `node` names the autograd node.
fn parts(
    vm: &mut Vm,
    input: &Tensor,
    dim: usize,
    lengths: impl IntoIterator<Item = usize>,
    node: &'static str,
) -> Result<Value> {
    let mut start = 0;
    let mut parts = Parts::default();
    for length in lengths {
        parts.push(vm, narrow(input, dim, start, length)?, node)?;
        start += length;
    }
    Ok(Value::tuple(parts.0))
}

fn equal_lengths(total: usize, length: usize) -> impl Iterator<Item = usize> {
    let count = total.div_ceil(length.max(1)).max(1);
    (0..count).map(move |i| length.min(total - i.saturating_mul(length).min(total)))
}

/// Returns the order of a matrix's rows, sorted lexicographically. Equal rows keep their order, and NaN comes last.
fn order_of_rows(_: &mut Vm, args: &Args) -> Result<Value> {
    fn order<T: Copy>(values: &[T], shape: &[usize], compare: impl Fn(&T, &T) -> Ordering) -> Vec<i64> {
        let row = |at: &i64| &values[*at as usize * shape[1]..][..shape[1]];
        let mut order: Vec<i64> = (0..shape[0] as i64).collect();
        order.sort_by(|a, b| {
            row(a).iter().zip(row(b)).map(|(x, y)| compare(x, y)).find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
        });
        order
    }
    let rows = args.tensor(0)?;
    let order = match host::elements(rows)? {
        Elements::Bool(values) => order(&values, rows.shape(), bool::cmp),
        Elements::Int(values) => order(&values, rows.shape(), i64::cmp),
        Elements::Complex(_) => return Err(tensorcell_tensor::infer::not_implemented("unique", rows.dtype()).into()),
        Elements::Float(values) => {
            order(&values, rows.shape(), |x, y| x.partial_cmp(y).unwrap_or_else(|| x.is_nan().cmp(&y.is_nan())))
        }
    };
    let count = order.len();
    host::from_elements(&Elements::Int(order), &[count], DType::Int64, rows.device()).map(tensor_value)
}

fn chunk(vm: &mut Vm, args: &Args) -> Result<Value> {
    let input = args.tensor(0)?;
    let chunks = args.int(1)?;
    if chunks <= 0 {
        return Err(Raise::runtime(format!("chunk expects `chunks` to be greater than 0, got: {chunks}")));
    }
    let dim = args.axis(vm, 2, input.dim())?;
    let size = size_at(input, dim, "chunk")?;
    if size == 0 {
        return parts(vm, input, dim, std::iter::repeat_n(0, chunks as usize), "SplitWithSizesBackward0");
    }
    parts(vm, input, dim, equal_lengths(size, size.div_ceil(chunks as usize)), "SplitBackward0")
}

fn split(vm: &mut Vm, args: &Args) -> Result<Value> {
    let input = args.tensor(0)?;
    let dim = args.axis(vm, 2, input.dim())?;
    let size = size_at(input, dim, "split")?;
    if let Value::Int(length) = args.get(1) {
        if *length == 0 && size != 0 {
            return Err(Raise::runtime(format!(
                "split_size can only be 0 if dimension size is 0, but got dimension size of {size}"
            )));
        }
        if *length < 0 {
            return Err(Raise::runtime(format!(
                "split expects split_size be non-negative, but got split_size={length}"
            )));
        }
        return parts(vm, input, dim, equal_lengths(size, *length as usize), "SplitBackward0");
    }
    let lengths = args.integers(vm, 1)?;
    if sum(&lengths) != size as i64 || lengths.iter().any(|&n| n < 0) {
        return Err(Raise::runtime(format!(
            "split_with_sizes expects split_sizes to sum exactly to {size} (input tensor's size at dimension {dim}), but got split_sizes={}",
            listed(&lengths)
        )));
    }
    parts(vm, input, dim, lengths.into_iter().map(|n| n as usize), "SplitWithSizesBackward0")
}

fn unbind(vm: &mut Vm, args: &Args) -> Result<Value> {
    let input = args.tensor(0)?;
    let dim = args.axis(vm, 1, input.dim())?;
    if input.dim() == 0 {
        let text = "Dimension specified as 0 but tensor has no dimensions";
        return Err(Raise::new(Exc::IndexError, text));
    }
    let mut parts = Parts::default();
    for i in 0..input.shape().get(dim).copied().unwrap_or(0) {
        parts.push(vm, select(input, dim, i)?, "UnbindBackward0")?;
    }
    Ok(Value::tuple(parts.0))
}

fn repeat_sizes(input: &Tensor, counts: &[i64]) -> Result<Tensor> {
    if counts.len() < input.dim() {
        return Err(Raise::runtime(
            "Number of dimensions of repeat dims can not be smaller than number of dimensions of tensor",
        ));
    }
    let counts = super::arguments::sizes(counts)?;
    let added = counts.len() - input.dim();
    // Repeating (a, b) by (m, n): view as (1, a, 1, b), expand to (m, a, n, b), reshape to (m * a, n * b).
    let old: Dims = std::iter::repeat_n(1, added).chain(input.shape().iter().copied()).collect();
    let apart: Vec<usize> = old.iter().flat_map(|&n| [1, n]).collect();
    let wide: Vec<usize> = counts.iter().zip(&old).flat_map(|(&count, &n)| [count, n]).collect();
    let whole: Vec<usize> = counts.iter().zip(&old).map(|(&count, &n)| count.saturating_mul(n)).collect();
    if whole.iter().any(|&size| isize::try_from(size).is_err()) {
        return Err(TensorError::too_large(&whole).into());
    }
    let copies = expand_to(&reshape_to(input, &apart)?, &wide)?;
    reshape_to(&engine::run(Op::Contiguous, &[Arg::Tensor(&copies)])?, &whole)
}

fn repeat(vm: &mut Vm, args: &Args) -> Result<Value> {
    let input = args.tensor(0)?;
    let mut counts = args.spread(vm, 1)?;
    if args.builtin.short_name() == "tile" {
        while counts.len() < input.dim() {
            counts.insert(0, 1);
        }
    }
    Ok(composed_value(repeat_sizes(input, &counts)?, "RepeatBackward0"))
}

fn repeat_interleave(vm: &mut Vm, args: &Args) -> Result<Value> {
    let input = args.tensor(0)?;
    if args.is_none(1) {
        // With only the counts: repeats each index by its count.
        if !matches!(input.dtype(), DType::Int32 | DType::Int64) {
            return Err(tensorcell_tensor::infer::not_implemented("repeat_interleave_cpu", input.dtype()).into());
        }
        if input.dim() != 1 {
            return Err(Raise::runtime("repeat_interleave only accept 1D vector as repeat"));
        }
        let counts = super::host::elements(input)?.integers();
        if counts.iter().any(|&count| count < 0) {
            return Err(Raise::runtime("repeats can not be negative"));
        }
        room_for_places(&counts)?;
        let indices = counts.iter().enumerate().flat_map(|(i, &count)| std::iter::repeat_n(i as i64, count as usize));
        let indices: Vec<i64> = indices.collect();
        let size = [indices.len()];
        let indices = super::host::Elements::Int(indices);
        return super::host::from_elements(&indices, &size, input.dtype(), input.device()).map(tensor_value);
    }
    let (input, dim) = match args.is_none(2) {
        true => (reshape_to(input, &[input.numel()])?, 0),
        false => (input.clone(), args.axis(vm, 2, input.dim())?),
    };
    let counts = match tensor_of(args.get(1)) {
        Some(counts) if counts.dim() > 1 => return Err(Raise::runtime("repeats must be 0-dim or 1-dim tensor")),
        Some(counts) => super::host::elements(counts)?.integers(),
        None if args.int(1)? < 0 => return Err(Raise::runtime("Repeats must be non-negative")),
        None => vec![args.int(1)?],
    };
    let size = size_at(&input, dim, "repeat_interleave")?;
    if counts.iter().any(|&count| count < 0) {
        return Err(Raise::runtime("repeats can not be negative"));
    }
    let total = sum(&counts).saturating_mul(if counts.len() == 1 { size as i64 } else { 1 });
    if !args.is_none(3) && args.int(3)? != total {
        return Err(Raise::runtime(match tensor_of(args.get(1)) {
            Some(_) => "allocated size does not match required size".to_owned(),
            None => format!("repeat_interleave: Invalid output_size, expected {total} but got {}", args.int(3)?),
        }));
    }
    if let [count] = counts[..] {
        // Expands (.., n, ..) to (.., n, count, ..) and merges both dimensions.
        let count = count as usize;
        let apart = super::views::unsqueeze(&input, dim + 1)?;
        let mut wide: Dims = apart.shape().into();
        wide[dim + 1] = count;
        let copies = engine::run(Op::Contiguous, &[Arg::Tensor(&expand_to(&apart, &wide)?)])?;
        wide.remove(dim + 1);
        wide[dim] = size.saturating_mul(count);
        return reshape_to(&copies, &wide).map(tensor_value);
    }
    let each = |i: usize| counts[if counts.len() == 1 { 0 } else { i }].max(0) as usize;
    if counts.len() != 1 && counts.len() != size {
        return Err(Raise::runtime("repeats must have the same size as input along dim"));
    }
    room_for_places(&counts)?;
    let positions: Vec<i64> = (0..size).flat_map(|i| std::iter::repeat_n(i as i64, each(i))).collect();
    let shape = [positions.len()];
    let elements = super::host::Elements::Int(positions);
    let index = super::host::from_elements(&elements, &shape, tensorcell_tensor::DType::Int64, input.device())?;
    Ok(tensor_value(engine::run(Op::IndexSelect { dim }, &[Arg::Tensor(&input), Arg::Tensor(&index)])?))
}

/// Allocates a tensor of this many positions once, so that a lack of memory fails here with the usual error.
fn room_for_places(counts: &[i64]) -> Result<()> {
    let total = usize::try_from(sum(counts)).unwrap_or_default();
    Tensor::empty(&[total], DType::Int64, tensorcell_tensor::Device::Cpu)?;
    Ok(())
}

fn flip(vm: &mut Vm, args: &Args) -> Result<Value> {
    let input = args.tensor(0)?;
    let dims = axes(&args.spread(vm, 1)?, input.dim())?;
    Ok(tensor_value(engine::run(Op::Flip(dims), &[Arg::Tensor(input)])?))
}

/// Rolls one dimension by swapping its two parts.
fn roll(vm: &mut Vm, args: &Args) -> Result<Value> {
    let input = args.tensor(0)?;
    let shifts = args.integers(vm, 1)?;
    if shifts.is_empty() {
        return Err(Raise::runtime("`shifts` required"));
    }
    let (mut rolled, dims) = match args.is_none(2) {
        true => (reshape_to(input, &[input.numel()])?, Dims::from_slice(&[0])),
        false => (input.clone(), args.axes(vm, 2, input.dim())?),
    };
    if input.dim() == 0 && !args.is_none(2) {
        return Err(Raise::new(Exc::IndexError, "Dimension specified as 0 but tensor has no dimensions"));
    }
    if shifts.len() != dims.len() {
        return Err(Raise::runtime(format!(
            "shifts and dimensions must align. shifts: {}, dims:{}",
            shifts.len(),
            dims.len()
        )));
    }
    for (&shift, &dim) in shifts.iter().zip(&dims) {
        let size = rolled.shape().get(dim).copied().unwrap_or(0);
        if size == 0 {
            continue;
        }
        let cut = size - shift.rem_euclid(size as i64) as usize;
        let tail = narrow(&rolled, dim, cut, size - cut)?;
        let head = narrow(&rolled, dim, 0, cut)?;
        rolled = engine::run(Op::Cat { dim }, &[Arg::Tensor(&tail), Arg::Tensor(&head)])?;
    }
    let stays = rolled.same(input);
    let whole = if args.is_none(2) || stays { reshape_to(&rolled, input.shape())? } else { rolled };
    Ok(composed_value(whole, "RollBackward0"))
}

pub static FUNCTIONS: &[Builtin] = &[
    Builtin::new(
        "torch._order_of_rows",
        "(rows, /)",
        "The rows of a matrix in the order of dictionaries.",
        order_of_rows,
    ),
    Builtin::new(
        "torch.chunk",
        "(input, chunks, dim=0)",
        "A tuple of views: at most `chunks` equal parts.\n\n\
         Shapes: the input's but in `dim`; the last part may be shorter, and there may be fewer\n\
         Errors: RuntimeError for less than one part: `torch.chunk(torch.ones(5), 0)`\n\n\
         >>> torch.chunk(torch.arange(5), 2)\n\
         (tensor([0, 1, 2]), tensor([3, 4]))",
        chunk,
    ),
    Builtin::new(
        "torch.split",
        "(input, split_size_or_sections, dim=0)",
        "A tuple of views: parts of a size, or of these sizes.\n\n\
         Shapes: the input's but in `dim`; the last part may be shorter\n\
         Errors: RuntimeError where the lengths do not add up: `torch.split(torch.ones(5), [2, 2])`\n\n\
         >>> torch.split(torch.arange(5), 2)\n\
         (tensor([0, 1]), tensor([2, 3]), tensor([4]))",
        split,
    ),
    Builtin::new(
        "torch.unbind",
        "(input, dim=0)",
        "A tuple of views: one for each index of a dimension.\n\n\
         >>> torch.unbind(torch.tensor([[1, 2], [3, 4]]))\n\
         (tensor([1, 2]), tensor([3, 4]))",
        unbind,
    ),
    Builtin::new(
        "Tensor.repeat",
        "(self, *repeats) -> Tensor",
        "Copies side by side along each dimension.\n\n\
         Errors: RuntimeError for fewer numbers than dimensions: `torch.ones(2, 2).repeat(2)`\n\n\
         >>> torch.tensor([1, 2]).repeat(2)\n\
         tensor([1, 2, 1, 2])",
        repeat,
    ),
    Builtin::new(
        "torch.tile",
        "(input, *dims) -> Tensor",
        "Copies side by side along each dimension.\n\n\
         >>> torch.tile(torch.tensor([1, 2]), (2, 2))\n\
         tensor([[1, 2, 1, 2],\n\
         \x20       [1, 2, 1, 2]])",
        repeat,
    ),
    Builtin::new(
        "torch.repeat_interleave",
        "(input, repeats=None, dim=None, *, output_size=None) -> Tensor",
        "Each element repeated.\n\n\
         Errors: RuntimeError where there are not as many counts as elements:\n\
         \x20       `torch.repeat_interleave(torch.tensor([1, 2, 3]), torch.tensor([1, 2]))`\n\n\
         >>> torch.repeat_interleave(torch.tensor([1, 2]), 2)\n\
         tensor([1, 1, 2, 2])",
        repeat_interleave,
    ),
    Builtin::new(
        "torch.flip",
        "(input, *dims) -> Tensor",
        "A copy with dimensions reversed.\n\n\
         Errors: IndexError for a dimension that does not exist: `torch.flip(torch.ones(2), (1,))`\n\n\
         >>> torch.flip(torch.arange(3), (0,))\n\
         tensor([2, 1, 0])",
        flip,
    ),
    Builtin::new(
        "torch.roll",
        "(input, shifts, dims=None) -> Tensor",
        "Elements shifted along dimensions, round the end.\n\n\
         Errors: RuntimeError where shifts and dims differ in number:\n\
         \x20       `torch.roll(torch.ones(4), (1, 2), (0,))`\n\n\
         >>> torch.roll(torch.arange(3), 1)\n\
         tensor([2, 0, 1])",
        roll,
    ),
];
