//! The active maps of this thread, outermost first.

use super::batch::full;
use crate::view;
use std::cell::RefCell;
use tensorcell_tensor::op::{Result, View};
use tensorcell_tensor::{Dims, Levels, Tensor, TensorError};

/// How a map handles random numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Randomness {
    Error,
    Different,
    Same,
}

#[derive(Clone, Copy, Debug)]
struct Level {
    size: usize,
    randomness: Randomness,
}

thread_local! {
    static OPEN: RefCell<Vec<Level>> = const { RefCell::new(Vec::new()) };
}

/// Begins a map over `size` slices; returns its level.
pub fn enter(size: usize, randomness: Randomness) -> u32 {
    OPEN.with_borrow_mut(|open| {
        open.push(Level { size, randomness });
        open.len() as u32
    })
}

/// Ends the innermost map.
pub fn leave() {
    OPEN.with_borrow_mut(|open| open.pop());
}

/// The number of active maps.
pub fn current() -> usize {
    OPEN.with_borrow(Vec::len)
}

/// Ends all maps except the outermost `count`; an exception may have left some open.
pub fn restore(count: usize) {
    OPEN.with_borrow_mut(|open| open.truncate(count));
}

pub(super) fn are_open() -> bool {
    current() > 0
}

/// Expands a tensor by a dimension for every active map, so that each slice has its own derivative.
pub fn in_every_level(tensor: &Tensor) -> Result<Tensor> {
    let open: Vec<Level> = OPEN.with_borrow(Vec::clone);
    let levels: Levels = (1..=open.len() as u32).collect();
    if levels.as_slice() == tensor.levels() {
        return Ok(tensor.clone());
    }
    let sizes: Dims = open.iter().map(|level| level.size).collect();
    Ok(full(tensor, &levels, &sizes)?.hide(&levels))
}

/// The levels for which new random numbers are drawn, and their sizes.
pub(super) fn drawn_for(operands: &[&Tensor]) -> Result<(Levels, Dims)> {
    let open: Vec<Level> = OPEN.with_borrow(Vec::clone);
    if open.iter().any(|level| level.randomness == Randomness::Error) {
        return Err(TensorError::runtime(
            "vmap: called random operation while in randomness error mode. Please either use the 'same' or 'different' \
             randomness flags on vmap or perform the randomness operation out of vmap",
        ));
    }
    let (mut levels, mut sizes) = (Levels::new(), Dims::new());
    for (i, level) in open.iter().enumerate() {
        let number = i as u32 + 1;
        let is_batched = operands.iter().any(|operand| operand.levels().contains(&number));
        match level.randomness {
            Randomness::Different => {
                levels.push(number);
                sizes.push(level.size);
            }
            _ if is_batched => {
                return Err(TensorError::runtime(
                    "Vmap does not currently support same randomness with a batched tensor input. Please file an issue with functorch",
                ));
            }
            _ => {}
        }
    }
    Ok((levels, sizes))
}

/// Reshapes a tensor to the same number of elements.
pub(super) fn reshaped(x: &Tensor, shape: Dims) -> Result<Tensor> {
    match x.shape() == shape.as_slice() {
        true => Ok(x.clone()),
        false => view(x, View::Reshape(shape)),
    }
}
