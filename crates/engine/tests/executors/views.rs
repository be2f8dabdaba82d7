//! Checks views and indexing against a naive model: a view is a list of positions in one vector, made by plain index arithmetic. Chains of
//! views, index tensors and masks must read the same numbers and write to the same positions.

use proptest::prelude::*;
use tensorcell_device::Device;
use tensorcell_engine::host::Elements;
use tensorcell_engine::{self as engine, compose};
use tensorcell_tensor::{Arg, Dims, Make, Op, Pointwise, Scalar, Tensor, View};

/// A tensor of the model: each element's position in memory, in row-major order.
#[derive(Clone, Debug)]
struct Model {
    shape: Vec<usize>,
    places: Vec<usize>,
}

/// All coordinates of a shape, in row-major order.
fn coordinates(shape: &[usize]) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for &size in shape {
        all = all.iter().flat_map(|at| (0..size).map(move |i| [at.clone(), vec![i]].concat())).collect();
    }
    all
}

impl Model {
    fn new(shape: &[usize]) -> Model {
        Model { shape: shape.to_vec(), places: (0..shape.iter().product()).collect() }
    }
    fn at(&self, coordinate: &[usize]) -> usize {
        let flat = coordinate.iter().zip(&self.shape).fold(0, |flat, (&i, &size)| flat * size + i);
        self.places[flat]
    }
    /// A new shape whose elements are taken from the coordinates that `source` returns.
    fn mapped(&self, shape: Vec<usize>, source: impl Fn(&[usize]) -> Vec<usize>) -> Model {
        let places = coordinates(&shape).iter().map(|at| self.at(&source(at))).collect();
        Model { shape, places }
    }
}

/// One step of a chain, derived from random numbers to fit the tensor; `None` if no such step fits.
fn step(model: &Model, tensor: &Tensor, kind: u8, n: [usize; 3]) -> Option<(Model, Tensor)> {
    let ndim = model.shape.len();
    let dim = n[0] % ndim.max(1);
    let view = |view: View| engine::view(tensor, view).expect("a view");
    match kind {
        0 if ndim > 0 => {
            let size = model.shape[dim];
            let (start, step) = (n[1] % (size + 1), n[2] % 3 + 1);
            let length = (size - start).div_ceil(step);
            let mut shape = model.shape.clone();
            shape[dim] = length;
            let source = |at: &[usize]| {
                let mut at = at.to_vec();
                at[dim] = start + at[dim] * step;
                at
            };
            Some((model.mapped(shape, source), view(View::Slice { dim, start, length, step })))
        }
        1 if ndim > 0 && model.shape[dim] > 0 => {
            let index = n[1] % model.shape[dim];
            let mut shape = model.shape.clone();
            shape.remove(dim);
            let source = |at: &[usize]| {
                let mut at = at.to_vec();
                at.insert(dim, index);
                at
            };
            Some((model.mapped(shape, source), view(View::Select { dim, index })))
        }
        2 => {
            let mut order: Vec<usize> = (0..ndim).collect();
            order.rotate_left(n[1] % ndim.max(1));
            if ndim > 1 {
                order.swap(0, n[2] % ndim);
            }
            let shape = order.iter().map(|&d| model.shape[d]).collect();
            let source = |at: &[usize]| (0..ndim).map(|d| at[order.iter().position(|&o| o == d).unwrap()]).collect();
            Some((model.mapped(shape, source), view(View::Permute(Dims::from_slice(&order)))))
        }
        3 if ndim < 5 => {
            let dim = n[0] % (ndim + 1);
            let mut shape = model.shape.clone();
            shape.insert(dim, 1);
            let source = |at: &[usize]| [&at[..dim], &at[dim + 1..]].concat();
            Some((model.mapped(shape, source), view(View::Unsqueeze(dim))))
        }
        4 if ndim > 1 => {
            let dim2 = (dim + 1 + n[1] % (ndim - 1)) % ndim;
            let (rows, columns) = (model.shape[dim], model.shape[dim2]);
            let offset = n[2] as isize % (rows + columns + 1) as isize - rows as isize;
            let (first, second) = if offset >= 0 { (0, offset as usize) } else { (offset.unsigned_abs(), 0) };
            let length = rows.saturating_sub(first).min(columns.saturating_sub(second));
            let kept: Vec<usize> = (0..ndim).filter(|&d| d != dim && d != dim2).collect();
            let shape = kept.iter().map(|&d| model.shape[d]).chain([length]).collect();
            let source = |at: &[usize]| {
                let mut whole = vec![0; ndim];
                kept.iter().zip(at).for_each(|(&d, &i)| whole[d] = i);
                whole[dim] = first + at[ndim - 2];
                whole[dim2] = second + at[ndim - 2];
                whole
            };
            Some((model.mapped(shape, source), view(View::Diagonal { offset, dim1: dim, dim2 })))
        }
        5 if ndim > 0 && ndim < 5 => {
            let size = n[1] % (model.shape[dim] + 1);
            let step = n[2] % 2 + 1;
            let mut shape = model.shape.clone();
            shape[dim] = (model.shape[dim] - size) / step + 1;
            shape.push(size);
            let source = |at: &[usize]| {
                let mut whole = at[..ndim].to_vec();
                whole[dim] = at[dim] * step + at[ndim];
                whole
            };
            Some((model.mapped(shape, source), view(View::Unfold { dim, size, step })))
        }
        _ => None,
    }
}

fn check(memory: &[f64], model: &Model, tensor: &Tensor) {
    assert_eq!(model.shape, tensor.shape(), "shapes");
    let expected: Vec<f64> = model.places.iter().map(|&place| memory[place]).collect();
    assert_eq!(expected, tensor.to_vec::<f64>().expect("numbers"), "shape {:?}", model.shape);
}

/// The element values of a shape, and a tensor of them.
fn start(shape: &[usize]) -> (Vec<f64>, Model, Tensor) {
    let memory: Vec<f64> = (0..shape.iter().product()).map(|i: usize| i as f64 + 0.5).collect();
    let tensor = Tensor::from_slice(&memory, shape, Device::Cpu).expect("memory");
    (memory, Model::new(shape), tensor)
}

fn shapes() -> impl Strategy<Value = Vec<usize>> {
    prop::collection::vec(0usize..5, 0..4)
}
fn chains() -> impl Strategy<Value = Vec<(u8, [usize; 3])>> {
    prop::collection::vec((0u8..6, prop::array::uniform3(0usize..97)), 0..6)
}

fn walked(shape: &[usize], chain: &[(u8, [usize; 3])]) -> (Vec<f64>, Model, Tensor, Tensor) {
    let (memory, mut model, base) = start(shape);
    let mut tensor = base.clone();
    for &(kind, n) in chain {
        if let Some((next, view)) = step(&model, &tensor, kind, n) {
            (model, tensor) = (next, view);
            check(&memory, &model, &tensor);
        }
    }
    (memory, model, base, tensor)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn chains_of_views_read_and_write_the_same_places(shape in shapes(), chain in chains()) {
        let (mut memory, model, base, tensor) = walked(&shape, &chain);
        let copy = compose::contiguous(&tensor).expect("a copy");
        check(&memory, &model, &copy);
        let flat = compose::reshape(&tensor, &[tensor.numel()]).expect("a vector");
        check(&memory, &Model { shape: vec![tensor.numel()], places: model.places.clone() }, &flat);
        // A tensor with two elements in one position must not be written.
        let mut once = model.places.clone();
        once.sort_unstable();
        once.dedup();
        let make = Make { shape: tensor.shape().into(), dtype: tensor.dtype(), device: Device::Cpu };
        let written = engine::run_into(Op::Fill { value: Scalar::Float(-7.0), make }, &[], &tensor);
        if once.len() == model.places.len() {
            written.expect("a write");
            model.places.iter().for_each(|&place| memory[place] = -7.0);
        }
        if written_or_apart(&once, &model) {
            prop_assert_eq!(memory, base.to_vec::<f64>().expect("numbers"));
        }
    }

    #[test]
    fn index_tensors_pick_and_put(shape in shapes(), chain in chains(), picks in prop::collection::vec(-60i64..60, 0..6), mask in prop::collection::vec(any::<bool>(), 64)) {
        let (memory, model, _, tensor) = walked(&shape, &chain);
        if !model.shape.is_empty() && model.shape[0] > 0 {
            let size = model.shape[0] as i64;
            let index: Vec<i64> = picks.iter().map(|pick| pick.rem_euclid(2 * size) - size).collect();
            let resolved: Vec<usize> = index.iter().map(|&i| (if i < 0 { i + size } else { i }) as usize).collect();
            let at = Tensor::from_slice(&index, &[index.len()], Device::Cpu).expect("memory");
            let picked = engine::run(Op::Index { indexed: vec![true] }, &[(&tensor).into(), (&at).into()]).expect("a pick");
            let shape = [&[index.len()], &model.shape[1..]].concat();
            let expected = model.mapped(shape, |c| [&[resolved[c[0]]], &c[1..]].concat());
            check(&memory, &expected, &picked);
            // When values are written back, the last one at each position wins.
            let marks: Vec<f64> = (0..index.len()).map(|i| -1.0 - i as f64).collect();
            let mut source_shape = vec![index.len()];
            source_shape.extend(model.shape[1..].iter().map(|_| 1));
            let source = Tensor::from_slice(&marks, &source_shape, Device::Cpu).expect("memory");
            let op = Op::IndexPut { indexed: vec![true], accumulate: false };
            let put = engine::run(op, &[(&tensor).into(), (&source).into(), (&at).into()]).expect("a write");
            let expected: Vec<f64> = coordinates(&model.shape).iter().map(|c| {
                match resolved.iter().rposition(|&row| row == c[0]) {
                    Some(last) => marks[last],
                    None => memory[model.at(c)],
                }
            }).collect();
            prop_assert_eq!(expected, put.to_vec::<f64>().expect("numbers"));
        }
        // A mask selects the elements where it is true.
        let bits: Vec<f64> = (0..tensor.numel()).map(|i| f64::from(u8::from(mask[i % mask.len()]))).collect();
        let numbers = Tensor::from_slice(&bits, tensor.shape(), Device::Cpu).expect("memory");
        let shown = compose::pointwise(Pointwise::Ne, &[(&numbers).into(), 0.0.into()]).expect("a mask");
        let found = engine::run_many(Op::MaskedSelect, &[Arg::Tensor(&tensor), Arg::Tensor(&shown)]).expect("a pick");
        let expected: Vec<f64> =
            model.places.iter().zip(&bits).filter(|(_, bit)| **bit != 0.0).map(|(&place, _)| memory[place]).collect();
        prop_assert_eq!(expected, found[0].to_vec::<f64>().expect("numbers"));
    }

    #[test]
    fn joins_and_reductions_agree(shape in shapes(), chain in chains(), n in 0usize..97) {
        let (memory, model, _, tensor) = walked(&shape, &chain);
        if model.shape.is_empty() {
            return Ok(());
        }
        let dim = n % model.shape.len();
        let joined = engine::run(Op::Cat { dim }, &[(&tensor).into(), (&tensor).into()]).expect("a join");
        let mut shape = model.shape.clone();
        shape[dim] *= 2;
        let size = model.shape[dim].max(1);
        let twice = model.mapped(shape, |c| {
            let mut c = c.to_vec();
            c[dim] %= size;
            c
        });
        check(&memory, &twice, &joined);
        let op = Op::Reduce {
            function: tensorcell_tensor::Reduction::Sum, dims: Dims::from_slice(&[dim]), keepdim: false, correction: 0.0,
        };
        let summed = engine::run(op, &[(&tensor).into()]).expect("a sum");
        let mut rest = model.shape.clone();
        rest.remove(dim);
        let expected: Vec<f64> = coordinates(&rest).iter().map(|c| {
            (0..model.shape[dim]).map(|i| memory[model.at(&[&c[..dim], &[i], &c[dim..]].concat())]).sum()
        }).collect();
        let found = summed.to_vec::<f64>().expect("numbers");
        prop_assert_eq!(expected.len(), found.len());
        for (a, b) in expected.iter().zip(&found) {
            prop_assert!((a - b).abs() <= 1e-9 * a.abs().max(1.0), "{} instead of {}", b, a);
        }
    }
}

/// Whether the memory's contents are known after the write: it was done, or rejected before any change.
fn written_or_apart(once: &[usize], model: &Model) -> bool {
    once.len() == model.places.len()
}
