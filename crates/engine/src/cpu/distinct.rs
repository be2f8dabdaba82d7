//! The distinct elements of a tensor in order, the place of each element among them, and how often each occurs.

use super::lines::order;
use super::number::{Integer, Number};
use super::walk::{elements, tensor_of};
use rayon::prelude::*;
use std::num::Wrapping;
use tensorcell_device::allocator;
use tensorcell_tensor::op::Result;
use tensorcell_tensor::{DType, Tensor};

/// Distinct elements and their numbers, and for each element of the tensor its place among them, if asked for.
pub struct Distinct {
    pub values: Tensor,
    pub places: Option<Tensor>,
    pub counts: Tensor,
}

/// The same over host numbers.
struct Found<T> {
    values: Vec<T>,
    places: Vec<Integer>,
    counts: Vec<Integer>,
}

/// The distinct elements of a real tensor in host memory. No NaN equals another; of equal elements the first one stays.
pub fn distinct(x: &Tensor, places: bool) -> Result<Distinct> {
    match x.dtype() {
        DType::Float64 => in_type::<f64>(x, places, sorted),
        dtype if dtype.is_floating() => in_type::<f32>(x, places, sorted),
        _ => in_type::<Integer>(x, places, |values, places| {
            counted(&values, places).unwrap_or_else(|| sorted(values, places))
        }),
    }
}

fn in_type<T: Number>(x: &Tensor, places: bool, find: impl Fn(Vec<T>, bool) -> Found<T>) -> Result<Distinct> {
    // Pairs of an element and its place, sorted through a copy.
    allocator::ask_host(x.numel().saturating_mul(4 * size_of::<(T, usize)>()))?;
    let found = find(elements(x)?, places);
    Ok(Distinct {
        values: tensor_of(&found.values, &[found.values.len()], x.dtype())?,
        places: places.then(|| tensor_of(&found.places, x.shape(), DType::Int64)).transpose()?,
        counts: tensor_of(&found.counts, &[found.counts.len()], DType::Int64)?,
    })
}

fn whole(x: usize) -> Integer {
    Wrapping(x as i64)
}

/// Counts integers of a narrow range; `None` if the range is wide.
fn counted(values: &[Integer], places: bool) -> Option<Found<Integer>> {
    let (least, most) = (values.iter().min()?.0, values.iter().max()?.0);
    let range = usize::try_from(i128::from(most) - i128::from(least)).ok()?;
    if range > 2 * values.len() {
        return None;
    }
    let at = |value: &Integer| (value.0 - least) as usize;
    let mut table = vec![0usize; range + 1];
    values.iter().for_each(|value| table[at(value)] += 1);
    let mut found = Found { values: vec![], places: vec![], counts: vec![] };
    for (value, count) in (least..=most).zip(&mut table).filter(|(_, count)| **count > 0) {
        found.counts.push(whole(*count));
        *count = found.values.len();
        found.values.push(Wrapping(value));
    }
    if places {
        found.places = values.par_iter().map(|value| whole(table[at(value)])).collect();
    }
    Some(found)
}

fn sorted<T: Number>(mut values: Vec<T>, places: bool) -> Found<T> {
    if !places {
        values.par_sort_by(|a, b| order(*a, *b));
        return grouped(values.iter().map(|value| (*value, 0)), vec![]);
    }
    let mut pairs: Vec<(T, usize)> = values.iter().copied().zip(0..).collect();
    pairs.par_sort_by(|a, b| order(a.0, b.0));
    grouped(pairs.into_iter(), vec![Integer::default(); values.len()])
}

/// Groups equal neighbours. Writes the number of its group to the place of each element, if there are places.
fn grouped<T: Number>(pairs: impl Iterator<Item = (T, usize)>, places: Vec<Integer>) -> Found<T> {
    let mut found = Found { values: Vec::new(), places, counts: Vec::new() };
    for (value, at) in pairs {
        match (found.values.last(), found.counts.last_mut()) {
            (Some(last), Some(count)) if *last == value => *count += Wrapping(1),
            _ => {
                found.values.push(value);
                found.counts.push(Wrapping(1));
            }
        }
        if let Some(place) = found.places.get_mut(at) {
            *place = whole(found.values.len() - 1);
        }
    }
    found
}
