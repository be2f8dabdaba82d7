//! NumPy's `order`: how elements lie in memory.

use crate::views;
use tensorcell_engine as engine;
use tensorcell_language::native::Args;
use tensorcell_language::{Raise, Result};
use tensorcell_tensor::{Dims, Op, Tensor};

/// How elements lie in memory.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// Row by row.
    Rows,
    /// Column by column, as in Fortran.
    Columns,
    /// As they lie already.
    Kept,
}

fn rows(tensor: &Tensor) -> Result<Tensor> {
    Ok(engine::run(Op::Contiguous, &[tensor.into()])?)
}

impl Order {
    /// Reads an `order` argument.
    ///
    /// # Errors
    /// ValueError for other letters.
    pub fn of(args: &Args, i: usize) -> Result<Order> {
        match args.opt_str(i)? {
            Some("C" | "c") => Ok(Order::Rows),
            Some("F" | "f") => Ok(Order::Columns),
            None | Some("K" | "k" | "A" | "a") => Ok(Order::Kept),
            Some(other) => {
                Err(Raise::value_error(format!("order must be one of 'C', 'F', 'A', or 'K' (got '{other}')")))
            }
        }
    }

    /// Returns the elements in this order, copied only where they lie in another.
    ///
    /// # Errors
    /// Those of copying.
    pub fn arrange(self, tensor: Tensor) -> Result<Tensor> {
        if self == Order::Kept || tensor.dim() < 2 {
            return Ok(tensor);
        }
        let reversed: Dims = (0..tensor.dim()).rev().collect();
        match self {
            Order::Columns => views::permute(&rows(&views::permute(&tensor, reversed.clone())?)?, reversed),
            _ => rows(&tensor),
        }
    }
}
