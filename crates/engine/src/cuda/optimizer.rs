//! Optimizer steps, norms and scaling over many tensors, in as few launches as the address lists allow.

use super::copy::{copy, to_contiguous};
use super::launch::{dtype_name, launch};
use super::parameters::{MAX_TENSORS, SCALED_ROW, Scale, ScaleList, TensorList, Update};
use super::reduce::reduce;
use bytemuck::Zeroable;
use tensorcell_tensor::op::Result;
use tensorcell_tensor::optimizer::{CONSTANTS, Optimizer};
use tensorcell_tensor::{DType, Layout, Reduction, Tensor, TensorError};

/// Tensors per launch of `multi_scale`, and elements per block, as in `kernels/optimizer.cuh`.
const MAX_SCALED: usize = 2 * SCALED_ROW;
const CHUNK_ELEMENTS: usize = 4096;
const THREADS: u32 = 256;

/// A tensor in a launch: its index among all tensors, its elements, and its first block.
struct Member {
    index: usize,
    n: u64,
    first_block: u32,
}

/// Calls `submit` for each launch: up to `most` tensors of one dtype, and the number of blocks.
fn in_launches(
    tensors: &[Tensor],
    most: usize,
    mut submit: impl FnMut(DType, &[Member], u32) -> Result<()>,
) -> Result<()> {
    let mut dtypes: Vec<DType> = Vec::new();
    for tensor in tensors {
        if !dtypes.contains(&tensor.dtype()) {
            dtypes.push(tensor.dtype());
        }
    }
    for dtype in dtypes {
        let members: Vec<usize> =
            (0..tensors.len()).filter(|&i| tensors[i].dtype() == dtype && tensors[i].numel() > 0).collect();
        for members in members.chunks(most) {
            let mut blocks = 0;
            let place = |&index: &usize| {
                let (n, first_block) = (tensors[index].numel(), blocks);
                blocks += n.div_ceil(CHUNK_ELEMENTS) as u32;
                Member { index, n: n as u64, first_block }
            };
            let members: Vec<Member> = members.iter().map(place).collect();
            submit(dtype, &members, blocks)?;
        }
    }
    Ok(())
}

/// Tensors in the form that kernels need. Results are copied back to originals that are not contiguous.
struct Columns<'a> {
    originals: Vec<&'a [&'a Tensor]>,
    contiguous: Vec<Vec<Tensor>>,
}

impl<'a> Columns<'a> {
    /// Splits the operands into columns of `count`.
    fn new(operands: &'a [&'a Tensor], count: usize) -> Result<Columns<'a>> {
        let originals: Vec<&[&Tensor]> = operands.chunks(count).collect();
        let contiguous = originals
            .iter()
            .map(|column| {
                let dtypes = originals[0].iter();
                column.iter().zip(dtypes).map(|(tensor, first)| of_dtype(tensor, first.dtype())).collect()
            })
            .collect::<Result<_>>()?;
        Ok(Columns { originals, contiguous })
    }
    /// Copies back all columns except 1: parameters and states.
    fn write_back(&self) -> Result<()> {
        for (k, (originals, contiguous)) in self.originals.iter().zip(&self.contiguous).enumerate() {
            for (original, fresh) in originals.iter().zip(contiguous) {
                if k != 1 && !fresh.same(original) {
                    copy(fresh, original)?;
                }
            }
        }
        Ok(())
    }
}

fn of_dtype(tensor: &Tensor, dtype: DType) -> Result<Tensor> {
    if tensor.dtype() == dtype {
        return to_contiguous(tensor);
    }
    let output = Tensor::empty(tensor.shape(), dtype, tensor.device())?;
    copy(tensor, &output)?;
    Ok(output)
}

pub fn step(optimizer: &Optimizer, operands: &[&Tensor]) -> Result<()> {
    let count = optimizer.members(operands.len());
    if count == 0 {
        return Ok(());
    }
    let (operands, numbers) = operands.split_at(count * (2 + optimizer.states()));
    let columns = Columns::new(operands, count)?;
    let mut on_device = [0; CONSTANTS + 1];
    let given = (0..on_device.len()).filter(|place| optimizer.on_device >> place & 1 == 1);
    for (place, number) in given.zip(numbers) {
        on_device[place] = number.address();
    }
    let device = operands[0].device();
    let Optimizer { rule, maximize, weight_decay, shrink, constants, .. } = *optimizer;
    in_launches(&columns.contiguous[0], MAX_TENSORS, |dtype, members, blocks| {
        let mut list = TensorList { count: members.len() as u32, ..Zeroable::zeroed() };
        for (slot, member) in members.iter().enumerate() {
            (list.n[slot], list.first_block[slot]) = (member.n, member.first_block);
            for (addresses, column) in list.addresses.iter_mut().zip(&columns.contiguous) {
                addresses[slot] = column[member.index].address();
            }
        }
        let s = Update { weight_decay, shrink, constants, on_device, maximize: maximize as i32, reserved: 0, list };
        launch(device, &format!("{}_step_{}", rule.row().name, dtype_name(dtype)), blocks, THREADS, &s)
    })?;
    columns.write_back()
}

/// Multiplies every element by `factor`, in place. With `check`, the last two operands are another factor, and a flag that is set to 1 if
/// an element was infinite or NaN.
pub fn multi_scale(factor: f64, check: bool, operands: &[&Tensor]) -> Result<()> {
    let (tensors, [more, found_inf]) = match operands {
        [tensors @ .., more, found] if check => (tensors, [more.address(), found.address()]),
        tensors => (tensors, [0, 0]),
    };
    if tensors.is_empty() {
        return Ok(());
    }
    let columns = Columns::new(tensors, tensors.len())?;
    let device = tensors[0].device();
    in_launches(&columns.contiguous[0], MAX_SCALED, |dtype, members, blocks| {
        let mut list = ScaleList { count: members.len() as u32, ..Zeroable::zeroed() };
        for (slot, member) in members.iter().enumerate() {
            list.n.as_flattened_mut()[slot] = member.n;
            list.first_block.as_flattened_mut()[slot] = member.first_block;
            list.addresses.as_flattened_mut()[slot] = columns.contiguous[0][member.index].address();
        }
        let s = Scale { factor, more, found_inf, list };
        launch(device, &format!("multi_scale_{}", dtype_name(dtype)), blocks, THREADS, &s)
    })?;
    columns.write_back()
}

/// The norm of the tensors' norms, which equals that of all their elements.
pub fn total_norm(p: f64, tensors: &[&Tensor], output: &Tensor) -> Result<()> {
    let dtype = output.dtype();
    if !dtype.is_floating() {
        return Err(TensorError::runtime("the norm requires floating-point tensors"));
    }
    let norms = Tensor::empty(&[tensors.len()], dtype, output.device())?;
    for (i, tensor) in tensors.iter().enumerate() {
        let slot = norms.alias(Layout::with_strides(&[], &[], i));
        reduce(Reduction::Norm, &[], p, &of_dtype(tensor, dtype)?, &slot, None)?;
    }
    reduce(Reduction::Norm, &[], p, &norms, output, None)
}
