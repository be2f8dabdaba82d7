//! Compares attention, on tensor cores and by the other kernels, with float64 on the processor, in each dtype that tensor cores take.
//! Error bounds follow from the formats: what is rounded to an operand's format, and how errors of scores grow.

use super::{GPU, host, noise, on_gpu, run, runs_ptx, wait_and_check};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tensorcell_device::activity::{self, Watch};
use tensorcell_engine::host::Elements;
use tensorcell_engine::{self as engine, cuda};
use tensorcell_tensor::layer::{Attention, Layer};
use tensorcell_tensor::{Arg, DType, Device, Op, Tensor, View};

#[derive(Clone, Copy, Debug, PartialEq)]
enum Mask {
    None,
    /// True where a key is visible; the first query sees none.
    Visible,
    /// Numbers and -inf; another row of numbers for each query, and for the first query the format's lowest number only.
    Added,
}

#[derive(Clone, Copy, Debug)]
struct Case {
    samples: usize,
    heads: usize,
    queries: usize,
    keys: usize,
    depth: usize,
    width: usize,
    causal: bool,
    mask: Mask,
    dropout: f64,
}

const PLAIN: Case = Case {
    samples: 1,
    heads: 1,
    queries: 70,
    keys: 70,
    depth: 64,
    width: 64,
    causal: false,
    mask: Mask::None,
    dropout: 0.0,
};

/// How the operands lie in memory: in packs of 16 bytes, or with rows an odd number of elements apart.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Lying {
    Packed,
    Askew,
}

/// The largest relative error of rounding to a format, of operands on tensor cores, and of results.
struct Units {
    operand: f64,
    result: f64,
}

/// float32 sums and exponentials, of a few hundred terms.
const SINGLE: f64 = 1e-5;

impl Units {
    fn of(dtype: DType, on_tensor_cores: bool) -> Units {
        match dtype {
            DType::BFloat16 => Units { operand: 1.0 / 256.0, result: 1.0 / 256.0 },
            DType::Float16 => Units { operand: 1.0 / 2048.0, result: 1.0 / 2048.0 },
            _ if on_tensor_cores => Units { operand: 1.0 / 2048.0, result: SINGLE },
            _ => Units { operand: SINGLE, result: SINGLE },
        }
    }
}

/// An operand: its numbers as they are after rounding to the dtype, and on the device.
struct Operand {
    numbers: Vec<f64>,
    on_device: Tensor,
}

/// Random numbers of a shape in the layout asked for; with `blank`, the first row of each head is zeros.
fn operand(case: [usize; 4], dtype: DType, lying: Lying, (seed, blank): (u64, bool)) -> Operand {
    let [samples, heads, rows, columns] = case;
    let extra = usize::from(lying == Lying::Askew);
    let stored = columns + extra;
    let mut values = noise(samples * heads * rows * stored, seed);
    if blank {
        values.chunks_mut(rows * stored).for_each(|head| head[..stored].fill(0.0));
    }
    let whole = run(Op::Cast(dtype), &[(&host(&values, &[samples, heads, rows, stored])).into()]);
    let view = engine::view(&whole, View::Slice { dim: 3, start: extra, length: columns, step: 1 }).expect("a view");
    let numbers = numbers(&view);
    Operand { numbers, on_device: on_gpu(&view) }
}

fn numbers(x: &Tensor) -> Vec<f64> {
    run(
        Op::Cast(DType::Float64),
        &[(&run(Op::Transfer { device: Device::Cpu, non_blocking: false }, &[x.into()])).into()],
    )
    .to_vec()
    .expect("host values")
}

/// Added numbers for each query and key, -inf where hidden.
fn mask(case: &Case, dtype: DType) -> Option<Operand> {
    let mut values = noise(case.queries * case.keys, 5);
    if case.mask == Mask::None {
        return None;
    }
    let lowest = if dtype == DType::Float16 { -65504.0 } else { -3.3895313892515355e38 };
    for (i, value) in values.iter_mut().enumerate() {
        let first = i < case.keys;
        *value = match case.mask {
            Mask::Visible => f64::from(!first && *value > -0.2),
            _ if first => lowest,
            _ if *value > 0.5 => f64::NEG_INFINITY,
            _ => *value,
        };
    }
    let given = host(&values, &[1, 1, case.queries, case.keys]);
    let given = run(Op::Cast(if case.mask == Mask::Visible { DType::Bool } else { dtype }), &[(&given).into()]);
    let mut added = numbers(&given);
    if case.mask == Mask::Visible {
        added.iter_mut().for_each(|value| *value = if *value == 0.0 { f64::NEG_INFINITY } else { 0.0 });
    }
    Some(Operand { numbers: added, on_device: on_gpu(&given) })
}

/// Philox 4x32-10 of Salmon et al.
fn philox(seed: u64, subsequence: u64, offset: u64) -> [u32; 4] {
    let mut x = [offset as u32, (offset >> 32) as u32, subsequence as u32, (subsequence >> 32) as u32];
    let mut key = [seed as u32, (seed >> 32) as u32];
    for _ in 0..10 {
        let (left, right) = (0xD251_1F53 * u64::from(x[0]), 0xCD9E_8D57 * u64::from(x[2]));
        x = [(right >> 32) as u32 ^ x[1] ^ key[0], right as u32, (left >> 32) as u32 ^ x[3] ^ key[1], left as u32];
        key = [key[0].wrapping_add(0x9E37_79B9), key[1].wrapping_add(0xBB67_AE85)];
    }
    x
}

/// The factor of a weight under dropout. Four keys share a draw, row by row of the queries of all heads.
fn factor(case: &Case, drawn: Option<[i64; 2]>, row: usize, key: usize) -> f64 {
    let Some([seed, offset]) = drawn else { return 1.0 };
    let draw = philox(seed as u64, (row * case.keys.div_ceil(4) + key / 4) as u64, offset as u64)[key % 4];
    let uniform = draw as f32 * 2.328_306_4e-10 + 2.328_306_4e-10 / 2.0;
    let keep = 1.0 - case.dropout;
    if uniform <= keep as f32 { 1.0 / keep } else { 0.0 }
}

/// A result, and how far each number may be off.
struct Bounded {
    exact: Vec<f64>,
    within: Vec<f64>,
}

impl Bounded {
    fn new(count: usize) -> Bounded {
        Bounded { exact: vec![0.0; count], within: vec![0.0; count] }
    }
    fn add(&mut self, at: usize, exact: f64, within: f64) {
        self.exact[at] += exact;
        self.within[at] += within;
    }
    /// Adds the error of rounding the result.
    fn rounded(mut self, unit: f64) -> Bounded {
        self.within.iter_mut().zip(&self.exact).for_each(|(within, exact)| *within += unit * exact.abs() + 1e-7);
        self
    }
    fn check(&self, what: &str, got: &Tensor) {
        let got = numbers(got);
        assert_eq!(got.len(), self.exact.len(), "{what}");
        for (i, ((exact, within), got)) in self.exact.iter().zip(&self.within).zip(got).enumerate() {
            let close = *exact == got || (exact - got).abs() <= *within;
            assert!(close, "{what}: element {i} is {got}, not {exact} within {within}");
        }
    }
}

/// Attention and its gradients in float64, row by row.
struct Exact {
    out: Bounded,
    logs: Bounded,
    gradients: [Bounded; 3],
}

struct Given<'a> {
    q: &'a [f64],
    k: &'a [f64],
    v: &'a [f64],
    mask: Option<&'a [f64]>,
    gradient: &'a [f64],
    drawn: Option<[i64; 2]>,
}

fn dot(a: &[f64], b: &[f64]) -> [f64; 2] {
    a.iter().zip(b).fold([0.0; 2], |[sum, size], (a, b)| [sum + a * b, size + (a * b).abs()])
}

/// On tensor cores float32 operands are rounded before each product; 16-bit operands are exact. `rounding` is that error.
fn exactly(case: &Case, given: &Given, units: &Units, rounding: f64) -> Exact {
    let &Case { samples, heads, queries, keys, depth, width, .. } = case;
    let scale = 1.0 / (depth as f64).sqrt();
    let all = samples * heads;
    let mut exact = Exact {
        out: Bounded::new(all * queries * width),
        logs: Bounded::new(all * queries),
        gradients: [all * queries * depth, all * keys * depth, all * keys * width].map(Bounded::new),
    };
    for row in 0..all * queries {
        let (head, query) = (row / queries, row % queries);
        let q = &given.q[row * depth..][..depth];
        let gradient = &given.gradient[row * width..][..width];
        let k = |key: usize| &given.k[(head * keys + key) * depth..][..depth];
        let v = |key: usize| &given.v[(head * keys + key) * width..][..width];
        let seen = if case.causal { keys.min(query + 1) } else { keys };
        let products: Vec<[f64; 2]> = (0..seen).map(|key| dot(q, k(key))).collect();
        let score = |key: usize| products[key][0] * scale + given.mask.map_or(0.0, |mask| mask[query * keys + key]);
        let scores: Vec<f64> = (0..seen).map(score).collect();
        // The largest error of a score, which is the relative error of its exponential; a mask's number absorbs what is small.
        let most = products.iter().map(|product| product[1] * scale).fold(0.0, f64::max);
        let greatest = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let magnitude = if greatest.is_finite() { greatest.abs().min(1e4) } else { 0.0 };
        let apart = 2.0 * (2.0 * rounding + SINGLE) * most + SINGLE * (1.0 + magnitude);
        let exponential = |score: f64| if score == f64::NEG_INFINITY { 0.0 } else { (score - greatest).exp() };
        let total: f64 = scores.iter().map(|score| exponential(*score)).sum();
        if total == 0.0 {
            exact.logs.exact[row] = f64::NEG_INFINITY;
            continue;
        }
        exact.logs.add(row, greatest + total.ln(), apart + SINGLE * (1.0 + greatest.abs()));
        let weights: Vec<f64> = scores.iter().map(|score| exponential(*score) / total).collect();
        let factors: Vec<f64> = (0..seen).map(|key| factor(case, given.drawn, row, key)).collect();
        for key in 0..seen {
            let weight = weights[key] * factors[key];
            for (i, value) in v(key).iter().enumerate() {
                exact.out.add(
                    row * width + i,
                    weight * value,
                    (units.operand + rounding + apart) * (weight * value).abs(),
                );
            }
        }
        let [inner, inner_size] = dot(gradient, &exact.out.exact[row * width..][..width]);
        // Gradients are of the rounded result.
        let of_out: f64 = (0..width)
            .map(|i| {
                gradient[i].abs()
                    * (exact.out.within[row * width + i] + units.result * exact.out.exact[row * width + i].abs())
            })
            .sum();
        for key in 0..seen {
            let (weight, factor) = (weights[key], factors[key]);
            let [of_weight, size] = dot(gradient, v(key));
            let of_score = weight * (of_weight * factor - inner) * scale;
            let error = of_score.abs() * (apart + units.operand)
                + weight * scale * ((2.0 * rounding + SINGLE) * size * factor + of_out + SINGLE * inner_size);
            let [of_q, of_k, of_v] = &mut exact.gradients;
            for (i, (&other, &own)) in k(key).iter().zip(q).enumerate() {
                of_q.add(row * depth + i, of_score * other, (error + rounding * of_score.abs()) * other.abs());
                of_k.add(
                    (head * keys + key) * depth + i,
                    of_score * own,
                    (error + rounding * of_score.abs()) * own.abs(),
                );
            }
            for (i, gradient) in gradient.iter().enumerate() {
                let part = weight * factor * gradient;
                of_v.add((head * keys + key) * width + i, part, (units.operand + rounding + apart) * part.abs());
            }
        }
    }
    exact.out = exact.out.rounded(units.result);
    exact.gradients = exact.gradients.map(|gradient| gradient.rounded(units.result));
    exact
}

/// Runs a pass and returns the results with the names of the kernels that ran.
fn watched(op: Op, inputs: &[Arg]) -> (Vec<Tensor>, Vec<&'static str>) {
    let (what, watch) = (format!("{op:?}"), Watch::new());
    let results = engine::run_many(op, inputs).unwrap_or_else(|error| panic!("{what}: {error}"));
    wait_and_check(&what);
    let own = activity::thread_number();
    (results, watch.take().iter().filter(|work| work.thread == own).map(|work| work.what.name).collect())
}

fn compare(case: Case, dtype: DType, lying: Lying) {
    compare_on(case, dtype, lying, lying == Lying::Packed);
}

fn compare_on(case: Case, dtype: DType, lying: Lying, on_tensor_cores: bool) {
    let what = format!("{case:?} {dtype:?} {lying:?}");
    let Case { samples, heads, queries, keys, depth, width, causal, dropout, .. } = case;
    let make = |rows: usize, columns: usize, drawn| operand([samples, heads, rows, columns], dtype, lying, drawn);
    let [q, k, v] = [(queries, depth, 1), (keys, depth, 2), (keys, width, 3)]
        .map(|(rows, columns, seed)| make(rows, columns, (seed, false)));
    // A mask's lowest number leaves nothing of the first query's sum of exponentials, so that its gradients mean nothing.
    let gradient = make(queries, width, (4, case.mask == Mask::Added));
    let mask = mask(&case, dtype);
    let layer = Attention { scale: 1.0 / (depth as f64).sqrt(), causal, mask: mask.is_some(), dropout };
    let mask_on_device = mask.iter().map(|mask| Arg::from(&mask.on_device));
    let operands = [&q, &k, &v].map(|operand| Arg::from(&operand.on_device));
    let inputs: Vec<Arg> = operands.into_iter().chain(mask_on_device.clone()).collect();
    let (results, mut kernels) = watched(Op::Layer(Layer::Attention(layer.clone())), &inputs);
    let drawn = results.get(2);
    let start = drawn.map(|drawn| drawn.to_vec::<i64>().expect("two numbers")).map(|start| [start[0], start[1]]);
    let back: Vec<Arg> = [Arg::from(&gradient.on_device)]
        .into_iter()
        .chain(operands)
        .chain([Arg::from(&results[0]), Arg::from(&results[1])])
        .chain(mask_on_device)
        .chain(drawn.map(Arg::from))
        .collect();
    let (gradients, more) = watched(Op::Layer(Layer::AttentionBackward(layer)), &back);
    kernels.extend(more);
    let flash = kernels.iter().filter(|kernel| kernel.starts_with("flash_")).count();
    assert_eq!(flash, if on_tensor_cores { 3 } else { 0 }, "{what}: {kernels:?}");
    let units = Units::of(dtype, on_tensor_cores);
    let rounding = if dtype == DType::Float32 { units.operand } else { 0.0 };
    let mask = mask.as_ref().map(|mask| mask.numbers.as_slice());
    let given = Given { q: &q.numbers, k: &k.numbers, v: &v.numbers, mask, gradient: &gradient.numbers, drawn: start };
    let exact = exactly(&case, &given, &units, rounding);
    exact.out.check(&format!("{what}: result"), &results[0]);
    exact.logs.check(&format!("{what}: logs"), &results[1]);
    for ((name, exact), got) in ["query", "key", "value"].iter().zip(&exact.gradients).zip(&gradients) {
        exact.check(&format!("{what}: gradient of the {name}"), got);
    }
    assert_eq!(results[0].device(), GPU, "{what}");
}

/// One test at a time sets whether float32 may be rounded, and watches what runs.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Compares a case in the dtypes that tensor cores take, on them and on the other kernels.
fn compare_everywhere(case: Case) {
    if !runs_ptx() {
        return;
    }
    let _alone = alone();
    cuda::set_allow_tf32(true);
    for dtype in [DType::BFloat16, DType::Float16, DType::Float32] {
        compare(case, dtype, Lying::Packed);
        compare(case, dtype, Lying::Askew);
    }
}

#[test]
fn attention_of_ragged_lengths() {
    for (queries, keys) in [(1, 1), (16, 200), (130, 63), (129, 65)] {
        for causal in [false, true] {
            compare_everywhere(Case { queries, keys, causal, ..PLAIN });
        }
    }
}

#[test]
fn attention_of_heads_of_every_width() {
    for (depth, width) in [(8, 8), (32, 24), (40, 64), (80, 128), (128, 96)] {
        compare_everywhere(Case { samples: 2, heads: 3, queries: 20, keys: 37, depth, width, ..PLAIN });
    }
}

#[test]
fn attention_under_masks_and_dropout() {
    for mask in [Mask::None, Mask::Visible, Mask::Added] {
        for (causal, dropout) in [(false, 0.0), (true, 0.3), (false, 0.5)] {
            compare_everywhere(Case { heads: 2, queries: 40, keys: 90, mask, causal, dropout, ..PLAIN });
        }
    }
}

#[test]
fn attention_of_the_widest_heads() {
    if !runs_ptx() {
        return;
    }
    let _alone = alone();
    for (mask, dropout) in [(Mask::None, 0.0), (Mask::Visible, 0.25)] {
        compare(
            Case { queries: 70, keys: 90, depth: 256, width: 200, mask, dropout, ..PLAIN },
            DType::BFloat16,
            Lying::Packed,
        );
        compare(
            Case { queries: 70, keys: 90, depth: 256, width: 200, mask, dropout, ..PLAIN },
            DType::Float16,
            Lying::Packed,
        );
    }
}

#[test]
fn float32_is_not_rounded_unless_that_is_allowed() {
    if !runs_ptx() {
        return;
    }
    let _alone = alone();
    cuda::set_allow_tf32(false);
    compare_on(PLAIN, DType::Float32, Lying::Packed, false);
    cuda::set_allow_tf32(true);
    compare_on(PLAIN, DType::Float32, Lying::Packed, true);
}
