//! Stable sorting, as `list.sort` does it.

use crate::native::CompareOp;
use crate::surrogate;
use crate::{Result, Value, Vm, memory};
use std::cmp::Ordering;

/// `a < b` as a bool.
fn less(vm: &mut Vm, a: &Value, b: &Value) -> Result<bool> {
    match (a, b) {
        (Value::Int(a), Value::Int(b)) => Ok(a < b),
        (Value::Float(a), Value::Float(b)) => Ok(a.get() < b.get()),
        (Value::Str(a), Value::Str(b)) => Ok(a.as_str() < b.as_str()),
        _ => {
            let answer = vm.compare(CompareOp::Lt, a, b)?;
            vm.truth(&answer)
        }
    }
}

/// Bytes that sorting needs for each item at most: its key, its rank twice, and its place in the result.
const NEEDED: usize = 5 * size_of::<Value>();

/// Sorts stably by `<`.
pub fn sort(vm: &mut Vm, mut items: Vec<Value>, key: &Value, reverse: bool) -> Result<Vec<Value>> {
    memory::claim(items.len().saturating_mul(NEEDED))?;
    let keys = match key {
        Value::None => None,
        key => {
            Some(items.iter().map(|item| vm.call(key, std::slice::from_ref(item), &[])).collect::<Result<Vec<_>>>()?)
        }
    };
    if let Some(order) = natural_order(vm, keys.as_deref().unwrap_or(&items), reverse)? {
        return Ok(order.into_iter().map(|at| std::mem::take(&mut items[at])).collect());
    }
    let keys = keys.unwrap_or_else(|| items.clone());
    let mut pairs: Vec<(Value, Value)> = keys.into_iter().zip(items).collect();
    // Reversing before and after keeps equal items in their order.
    if reverse {
        pairs.reverse();
    }
    pairs = merge_sort(vm, pairs)?;
    if reverse {
        pairs.reverse();
    }
    Ok(pairs.into_iter().map(|(_, item)| item).collect())
}

/// The type shared by all keys, if they compare without a Vm.
#[derive(PartialEq)]
enum Kind {
    Int,
    /// Floats other than NaN.
    Float,
    Text,
    /// Tuples with these types, position by position.
    Tuple(Vec<Kind>),
}

impl Kind {
    fn of(key: &Value) -> Option<Kind> {
        Some(match key {
            Value::Int(_) => Kind::Int,
            Value::Float(x) if !x.get().is_nan() => Kind::Float,
            Value::Str(_) => Kind::Text,
            _ => return None,
        })
    }
    fn of_all(keys: &[Value]) -> Option<Kind> {
        let Some(Value::Tuple(first)) = keys.first() else {
            let kind = Kind::of(keys.first()?)?;
            return keys.iter().all(|key| Kind::of(key).as_ref() == Some(&kind)).then_some(kind);
        };
        let kinds: Vec<Kind> = first.iter().map(Kind::of).collect::<Option<_>>()?;
        let alike = |key: &Value| match key {
            Value::Tuple(parts) if parts.len() == kinds.len() => {
                parts.iter().zip(&kinds).all(|(part, kind)| Kind::of(part).as_ref() == Some(kind))
            }
            _ => false,
        };
        keys.iter().all(alike).then_some(Kind::Tuple(kinds))
    }
    /// Whether equal ranks imply equal keys.
    fn is_told_by_rank(&self) -> bool {
        matches!(self, Kind::Int | Kind::Float)
    }
}

/// A number that preserves the order of two keys of one type, but may be equal for different keys.
fn rank(key: &Value) -> u64 {
    const SIGN: u64 = 1 << 63;
    match key {
        Value::Int(value) => *value as u64 ^ SIGN,
        Value::Float(value) => {
            // Both zeros have one rank.
            let bits = (value.get() + 0.0).to_bits();
            if bits & SIGN == 0 { bits | SIGN } else { !bits }
        }
        Value::Str(text) => u64::from_be_bytes(surrogate::first_bytes(text)),
        Value::Tuple(parts) => parts.first().map_or(0, rank),
        _ => 0,
    }
}

/// Compares two keys of one type.
fn compare(a: &Value, b: &Value) -> Ordering {
    match (a, b) {
        (Value::Str(a), Value::Str(b)) => a.order(b),
        (Value::Tuple(a), Value::Tuple(b)) => {
            let orders = a.iter().zip(b.iter()).map(|(a, b)| compare(a, b));
            orders.into_iter().find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
        }
        _ => rank(a).cmp(&rank(b)),
    }
}

/// The sorted positions of the keys, if all are of one type.
fn natural_order(vm: &mut Vm, keys: &[Value], reverse: bool) -> Result<Option<Vec<usize>>> {
    let Some(kind) = Kind::of_all(keys) else {
        return Ok(None);
    };
    let by_rank = kind.is_told_by_rank();
    let order = |a: &(u64, usize), b: &(u64, usize)| {
        let mut order = a.0.cmp(&b.0);
        if order.is_eq() && !by_rank {
            order = compare(&keys[a.1], &keys[b.1]);
        }
        if reverse { order.reverse() } else { order }
    };
    let mut ranks: Vec<(u64, usize)> = keys.iter().enumerate().map(|(at, key)| (rank(key), at)).collect();
    // Long lists are sorted in pieces and merged, to poll for interrupts in between.
    const PIECE: usize = 1 << 16;
    for piece in ranks.chunks_mut(PIECE) {
        piece.sort_by(order);
        vm.check_interrupt()?;
    }
    let mut width = PIECE;
    while width < ranks.len() {
        let mut merged = Vec::with_capacity(ranks.len());
        for pair in ranks.chunks(2 * width) {
            let (mut left, mut right) = pair.split_at(width.min(pair.len()));
            while let ([a, left_rest @ ..], [b, right_rest @ ..]) = (left, right) {
                if order(b, a).is_lt() {
                    merged.push(*b);
                    right = right_rest;
                } else {
                    merged.push(*a);
                    left = left_rest;
                }
                if merged.len().is_multiple_of(PIECE) {
                    vm.check_interrupt()?;
                }
            }
            merged.extend_from_slice(left);
            merged.extend_from_slice(right);
        }
        ranks = merged;
        width *= 2;
    }
    Ok(Some(ranks.into_iter().map(|(_, at)| at).collect()))
}

/// Short runs are sorted by insertion, then merged. Up to 63 items the comparisons are exactly CPython's.
fn merge_sort(vm: &mut Vm, mut pairs: Vec<(Value, Value)>) -> Result<Vec<(Value, Value)>> {
    let mut width = shortest_run(pairs.len());
    for run in pairs.chunks_mut(width) {
        insertion_sort(vm, run)?;
    }
    while width < pairs.len() {
        vm.check_interrupt()?;
        let mut merged = Vec::with_capacity(pairs.len());
        let mut rest = pairs.into_iter();
        loop {
            let left: Vec<_> = rest.by_ref().take(width).collect();
            if left.is_empty() {
                break;
            }
            let right: Vec<_> = rest.by_ref().take(width).collect();
            merge(vm, left, right, &mut merged)?;
        }
        pairs = merged;
        width *= 2;
    }
    Ok(pairs)
}

fn shortest_run(mut length: usize) -> usize {
    let mut odd = 0;
    while length >= 64 {
        odd |= length & 1;
        length >>= 1;
    }
    (length + odd).max(1)
}

/// Finds the initial run (and reverses a descending one), then inserts each further item.
fn insertion_sort(vm: &mut Vm, items: &mut [(Value, Value)]) -> Result<()> {
    if items.len() < 2 {
        return Ok(());
    }
    let falls = less(vm, &items[1].0, &items[0].0)?;
    let mut run = 2;
    while run < items.len() && less(vm, &items[run].0, &items[run - 1].0)? == falls {
        run += 1;
    }
    if falls {
        items[..run].reverse();
    }
    for at in run..items.len() {
        let (mut low, mut high) = (0, at);
        while low < high {
            let middle = low + (high - low) / 2;
            if less(vm, &items[at].0, &items[middle].0)? {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        items[low..=at].rotate_right(1);
    }
    Ok(())
}

fn merge(
    vm: &mut Vm,
    left: Vec<(Value, Value)>,
    right: Vec<(Value, Value)>,
    out: &mut Vec<(Value, Value)>,
) -> Result<()> {
    if let (Some(last), Some(first)) = (left.last(), right.first())
        && !less(vm, &first.0, &last.0)?
    {
        out.extend(left);
        out.extend(right);
        return Ok(());
    }
    let (mut left, mut right) = (left.into_iter().peekable(), right.into_iter().peekable());
    while let (Some(a), Some(b)) = (left.peek(), right.peek()) {
        let right_first = less(vm, &b.0, &a.0)?;
        out.extend(if right_first { right.next() } else { left.next() });
    }
    out.extend(left);
    out.extend(right);
    Ok(())
}
