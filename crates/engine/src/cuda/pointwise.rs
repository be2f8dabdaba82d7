//! Rows of the pointwise table: contiguous operands in 16-byte packs, all others by strides.

use super::launch::{self, launch};
use super::layout::{Strided, broadcast};
use super::parameters::Pointwise as Parameters;
use bytemuck::Zeroable;
use tensorcell_tensor::op::Result;
use tensorcell_tensor::pointwise::{Pointwise, Rule};
use tensorcell_tensor::{Arg, DType, Scalar, Tensor};

/// Bytes per pack in kernels for contiguous operands.
const PACK: usize = 16;

pub fn run(function: Pointwise, parameters: [f64; 2], inputs: &[Arg], output: &Tensor) -> Result<()> {
    let row = function.row();
    let dtype = computing_dtype(row.rule, inputs, output);
    let mut s = Parameters { n: output.numel() as u64, p: parameters[0], q: parameters[1], ..Zeroable::zeroed() };
    s.addresses[0] = output.address();
    for (i, input) in inputs.iter().enumerate() {
        match input {
            Arg::Tensor(tensor) => {
                s.addresses[i + 1] = tensor.address();
                s.single[i + 1] = (tensor.numel() == 1) as i32;
            }
            Arg::Scalar(scalar) => {
                let condition = row.rule == Rule::Select && i == 0;
                s.immediates[i + 1] = immediate(*scalar, if condition { DType::Bool } else { dtype });
            }
        }
    }
    let name = launch::dtype_name(dtype);
    let device = output.device();
    if dtype.is_floating() && in_packs(dtype, inputs, output) {
        let packs = s.n as usize * dtype.size() / PACK + 1;
        return launch(device, &format!("{}_{name}", row.name), launch::blocks(packs), launch::THREADS, &s);
    }
    let shape = output.shape();
    let mut strides = vec![output.strides().into()];
    for input in inputs {
        strides.push(match input {
            Arg::Tensor(tensor) => broadcast(tensor, shape),
            Arg::Scalar(_) => smallvec::smallvec![0; shape.len()],
        });
    }
    s.layout = Strided::new(shape, &strides.iter().map(|strides| &strides[..]).collect::<Vec<_>>())?;
    launch(device, &format!("{}_{name}_strided", row.name), launch::blocks(s.n as usize), launch::THREADS, &s)
}

fn computing_dtype(rule: Rule, inputs: &[Arg], output: &Tensor) -> DType {
    match rule {
        Rule::Compare => inputs.iter().find_map(|input| input.tensor()).map_or(DType::Float32, Tensor::dtype),
        _ => output.dtype(),
    }
}

/// Whether all operands are single elements, or contiguous and aligned for packs.
fn in_packs(dtype: DType, inputs: &[Arg], output: &Tensor) -> bool {
    let width = PACK / dtype.size();
    let fits = |tensor: &Tensor| {
        tensor.is_contiguous() && tensor.address().is_multiple_of((width * tensor.dtype().size()) as u64)
    };
    fits(output)
        && inputs
            .iter()
            .filter_map(|input| input.tensor())
            .all(|tensor| tensor.numel() == 1 || (tensor.numel() == output.numel() && fits(tensor)))
}

/// A number as the bits of the computing type of `dtype`.
pub fn immediate(scalar: Scalar, dtype: DType) -> u64 {
    let (integer, float) = match scalar {
        Scalar::Bool(value) => (value as i64, value as i64 as f64),
        Scalar::Int(value) => (value, value as f64),
        Scalar::Float(value) | Scalar::Complex(value, _) => (value as i64, value),
    };
    match dtype {
        DType::Float64 => float.to_bits(),
        DType::Float16 | DType::BFloat16 | DType::Float32 => (float as f32).to_bits() as u64,
        _ => integer as u64,
    }
}
