//! The largest or smallest of the values that meet at each place of a vector: `scatter_reduce` and `index_reduce`.

use super::number::{Integer, Number};
use super::walk::{elements, tensor_of};
use tensorcell_tensor::op::Result;
use tensorcell_tensor::{DType, Tensor};

/// What values are combined to.
#[derive(Clone, Copy)]
pub struct Kind {
    pub largest: bool,
    /// Whether the vector's own elements take part, or only stay where no value comes.
    pub with_own: bool,
}

/// A copy of a vector, combined with values of its dtype at places, which are inside it. All are in host memory.
pub fn at_places(vector: &Tensor, places: &Tensor, values: &Tensor, kind: Kind) -> Result<Tensor> {
    match vector.dtype() {
        DType::Float64 => in_type::<f64>(vector, places, values, kind),
        dtype if dtype.is_floating() => in_type::<f32>(vector, places, values, kind),
        _ => in_type::<Integer>(vector, places, values, kind),
    }
}

fn in_type<T: Number>(vector: &Tensor, places: &Tensor, values: &Tensor, kind: Kind) -> Result<Tensor> {
    let (mut best, places, values) = (elements::<T>(vector)?, elements::<Integer>(places)?, elements::<T>(values)?);
    let mut met = vec![kind.with_own; best.len()];
    for (place, value) in places.into_iter().zip(values) {
        let (best, met) = (&mut best[place.0 as usize], &mut met[place.0 as usize]);
        let better = if kind.largest { value > *best } else { value < *best };
        if !*met || value.is_nan() || (better && !best.is_nan()) {
            *best = value;
        }
        *met = true;
    }
    tensor_of(&best, vector.shape(), vector.dtype())
}
