//! Attention in one pass over keys and values, in tiles of scores with running maxima and sums (Milakov and Gimelshein's online
//! softmax; tiling of Dao et al., FlashAttention). The full score matrix is never stored.

use super::Computing;
use super::product::{Sizes, View};
use crate::cpu::blocks;
use rayon::prelude::*;

const QUERIES: usize = 64;
const KEYS: usize = 256;

/// Sizes. Each head has queries (queries, depth), keys (keys, depth) and values (keys, width).
#[derive(Clone, Copy)]
pub struct Shape {
    pub queries: usize,
    pub keys: usize,
    pub depth: usize,
    pub width: usize,
    pub scale: f64,
    pub causal: bool,
}

/// Numbers added to the scores: the elements, each head's matrix start, and the strides within a matrix.
pub struct Mask<'a, T> {
    pub data: &'a [T],
    pub starts: Vec<usize>,
    pub row: usize,
    pub column: usize,
}

/// The scores of a tile, scaled and masked. Hidden keys are -inf.
#[allow(clippy::too_many_arguments)]
fn scores<T: Computing>(
    s: &Shape,
    head: usize,
    q: &[T],
    k: &[T],
    mask: Option<&Mask<T>>,
    queries: std::ops::Range<usize>,
    keys: std::ops::Range<usize>,
    out: &mut [T],
) {
    let sizes = Sizes { rows: queries.len(), inner: s.depth, columns: keys.len() };
    let q = View::rows(&q[(head * s.queries + queries.start) * s.depth..], s.depth);
    let k = View::rows(&k[(head * s.keys + keys.start) * s.depth..], s.depth).transposed();
    T::product(sizes, q, k, out, KEYS, false, false);
    let (scale, none) = (T::constant(s.scale), T::constant(f64::NEG_INFINITY));
    for (i, row) in out.chunks_mut(KEYS).take(queries.len()).enumerate() {
        let row = &mut row[..keys.len()];
        blocks::multiply(row, scale);
        if let Some(mask) = mask {
            let at = mask.starts[head] + (queries.start + i) * mask.row + keys.start * mask.column;
            match mask.column {
                0 => row.iter_mut().for_each(|x| *x = *x + mask.data[at]),
                _ => row.iter_mut().zip(&mask.data[at..]).for_each(|(x, &m)| *x = *x + m),
            }
        }
        if s.causal {
            let seen = (queries.start + i + 1).saturating_sub(keys.start).min(row.len());
            row[seen..].fill(none);
        }
    }
}

/// The number of keys that a tile of queries can see.
fn reach(s: &Shape, last_query: usize) -> usize {
    if s.causal { s.keys.min(last_query + 1) } else { s.keys }
}

fn tiles(n: usize, size: usize) -> impl Iterator<Item = std::ops::Range<usize>> {
    (0..n).step_by(size).map(move |start| start..(start + size).min(n))
}

/// Writes the results and, for the backward pass, the log of each query's sum of exponentials.
pub fn forward<T: Computing>(
    s: &Shape,
    (q, k, v): (&[T], &[T], &[T]),
    mask: Option<&Mask<T>>,
    (out, logs): (&mut [T], &mut [T]),
) {
    let one = |head: usize, first: usize, out: &mut [T], logs: &mut [T], work: &mut Vec<T>| {
        let queries = first..first + logs.len();
        work.resize(QUERIES * KEYS, T::default());
        let mut highest = [T::constant(f64::NEG_INFINITY); QUERIES];
        let mut sums = [T::default(); QUERIES];
        out.fill(T::default());
        for keys in tiles(reach(s, queries.end - 1), KEYS) {
            scores(s, head, q, k, mask, queries.clone(), keys.clone(), work);
            for (i, row) in work.chunks_mut(KEYS).take(queries.len()).enumerate() {
                let row = &mut row[..keys.len()];
                let most = blocks::float_extreme(row, true);
                let top = if most > highest[i] || most.is_nan() { most } else { highest[i] };
                if top == T::constant(f64::NEG_INFINITY) {
                    row.fill(T::default());
                    continue;
                }
                let shrink = (highest[i] - top).exponential();
                blocks::to_exponentials(row, top);
                sums[i] = sums[i] * shrink + blocks::float_sum(row);
                highest[i] = top;
                blocks::multiply(&mut out[i * s.width..][..s.width], shrink);
            }
            let sizes = Sizes { rows: queries.len(), inner: keys.len(), columns: s.width };
            let v = View::rows(&v[(head * s.keys + keys.start) * s.width..], s.width);
            T::product(sizes, View::rows(work, KEYS), v, out, s.width, true, false);
        }
        for (i, log) in logs.iter_mut().enumerate() {
            let zero = T::default();
            let share = if sums[i] == zero { zero } else { T::constant(1.0) / sums[i] };
            blocks::multiply(&mut out[i * s.width..][..s.width], share);
            *log = if sums[i] == zero { zero } else { highest[i] + T::constant(sums[i].as_f64().ln()) };
        }
    };
    let heads = out.par_chunks_mut((s.queries * s.width).max(1)).zip(logs.par_chunks_mut(s.queries.max(1))).enumerate();
    heads.for_each(|(head, (out, logs))| {
        let parts = out.par_chunks_mut(QUERIES * s.width.max(1)).zip(logs.par_chunks_mut(QUERIES)).enumerate();
        parts.for_each_init(Vec::new, |work, (tile, (out, logs))| one(head, tile * QUERIES, out, logs, work));
    });
}

/// The gradients of queries, keys and values. Recomputes the scores.
pub fn backward<T: Computing>(
    s: &Shape,
    (q, k, v): (&[T], &[T], &[T]),
    mask: Option<&Mask<T>>,
    (g, out, logs): (&[T], &[T], &[T]),
    (dq, dk, dv): (&mut [T], &mut [T], &mut [T]),
) {
    let scale = T::constant(s.scale);
    let chunk = |n: usize| n.max(1);
    let heads = dq
        .par_chunks_mut(chunk(s.queries * s.depth))
        .zip(dk.par_chunks_mut(chunk(s.keys * s.depth)))
        .zip(dv.par_chunks_mut(chunk(s.keys * s.width)))
        .enumerate();
    heads.for_each_init(
        || (vec![T::default(); QUERIES * KEYS], vec![T::default(); QUERIES * KEYS]),
        |(work, of_work), (head, ((dq, dk), dv))| {
            [&mut *dq, &mut *dk, &mut *dv].into_iter().for_each(|part| part.fill(T::default()));
            for queries in tiles(s.queries, QUERIES) {
                let at = head * s.queries + queries.start;
                let g = &g[at * s.width..][..queries.len() * s.width];
                let out = &out[at * s.width..][..queries.len() * s.width];
                let shares: Vec<T> = g
                    .chunks(s.width.max(1))
                    .zip(out.chunks(s.width.max(1)))
                    .map(|(g, out)| g.iter().zip(out).map(|(&g, &out)| g * out).sum())
                    .collect();
                for keys in tiles(reach(s, queries.end - 1), KEYS) {
                    scores(s, head, q, k, mask, queries.clone(), keys.clone(), work);
                    for (i, row) in work.chunks_mut(KEYS).take(queries.len()).enumerate() {
                        let log = logs[at + i];
                        blocks::to_exponentials(&mut row[..keys.len()], log);
                    }
                    let (nq, nk) = (queries.len(), keys.len());
                    let weights = View::rows(&work[..], KEYS);
                    let gs = View::rows(g, s.width);
                    let part = &mut dv[keys.start * s.width..];
                    let sizes = Sizes { rows: nk, inner: nq, columns: s.width };
                    T::product(sizes, weights.transposed(), gs, part, s.width, true, false);
                    let values = View::rows(&v[(head * s.keys + keys.start) * s.width..], s.width).transposed();
                    let sizes = Sizes { rows: nq, inner: s.width, columns: nk };
                    T::product(sizes, gs, values, of_work, KEYS, false, false);
                    for (i, (row, of_row)) in work.chunks(KEYS).zip(of_work.chunks_mut(KEYS)).take(nq).enumerate() {
                        let pairs = of_row[..nk].iter_mut().zip(row);
                        pairs.for_each(|(of, &weight)| *of = weight * (*of - shares[i]) * scale);
                    }
                    let of_scores = View::rows(&of_work[..], KEYS);
                    let of_keys = View::rows(&k[(head * s.keys + keys.start) * s.depth..], s.depth);
                    let sizes = Sizes { rows: nq, inner: nk, columns: s.depth };
                    T::product(sizes, of_scores, of_keys, &mut dq[queries.start * s.depth..], s.depth, true, false);
                    let of_queries = View::rows(&q[at * s.depth..], s.depth);
                    let sizes = Sizes { rows: nk, inner: nq, columns: s.depth };
                    let part = &mut dk[keys.start * s.depth..];
                    T::product(sizes, of_scores.transposed(), of_queries, part, s.depth, true, false);
                }
            }
        },
    );
}
